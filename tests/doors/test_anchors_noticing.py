"""Anchors at open: a log that was signed is found cut, rolled back, forked, replaced or gone; and what is decided."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from anchored import kinds, opened, said
from tampering import Change, cut, recompute, statements, tampered

from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.session import AWHMSession
from awhm.store import Store


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "store"


def refused(store: Store) -> str:
    """The code that an append is refused with; reading still works."""
    assert store.log.head().position >= 0
    list(store.entries())
    with pytest.raises(Damaged, match=r"ends at|not those|another") as error:
        store.log_message("s", "user", "one more")
    assert "awhm doctor" in error.value.hint
    return error.value.code


# Noticing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (cut(2), "truncated"),
        (recompute(2), "forked"),
    ],
)
def test_what_no_chain_shows_is_found_at_open_and_stops_writing(data: Path, change: Change, code: str) -> None:
    said(data, "one", "two", "three", "four", publish=True)
    tampered(data, change)
    store = opened(data)
    found = store.verify()
    assert code in [finding.what for finding in found.findings]
    assert refused(store) == code
    assert store.status()["checkpoint"]["found"] == code
    store.close()
    assert refused(opened(data)) == code, "and at every open"


def test_a_folder_that_was_rolled_back_with_its_checkpoints_is_found(data: Path, tmp_path: Path) -> None:
    said(data, "one", publish=True)
    shutil.copytree(data, tmp_path / "old")
    said(data, "two", "three", publish=True)
    shutil.rmtree(data)
    shutil.copytree(tmp_path / "old", data)
    assert refused(opened(data)) == "truncated"


def test_a_copy_that_went_on_elsewhere_is_a_fork(data: Path, tmp_path: Path) -> None:
    said(data, "one", publish=True)
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    said(data, *"abcdefgh")
    said(copy, "two, as the copy has it", "three", publish=True)
    assert refused(opened(data)) == "forked"


def test_without_the_copy_outside_the_one_beside_the_log_still_tells(data: Path, state: Path) -> None:
    said(data, "one", "two", publish=True)
    tampered(data, cut(1))
    shutil.rmtree(state)
    assert refused(opened(data)) == "truncated"


def test_a_damaged_note_does_not_hide_the_other_copy(data: Path) -> None:
    said(data, "one", "two", publish=True)
    (data / "checkpoints" / f"{2:020d}.note").write_bytes(b"garbage")
    store = opened(data)
    assert store.anchors.newest is not None and store.anchors.newest.size == 2
    assert [finding.what for finding in store.verify().findings] == ["note"]
    store.log_message("s", "user", "three")
    store.close()


def test_a_note_that_was_changed_is_named_by_verify(data: Path) -> None:
    said(data, "one", "two", publish=True)
    note = data / "checkpoints" / f"{2:020d}.note"
    note.write_bytes(note.read_bytes().replace(b"erasures 0", b"erasures 1"))
    store = opened(data)
    assert [finding.what for finding in store.verify().findings] == ["signature"]
    store.close()


def test_another_log_in_its_place_is_noticed(data: Path, tmp_path: Path) -> None:
    said(data, "one", publish=True)
    said(tmp_path / "other", "mine")
    shutil.copy(tmp_path / "other" / "log.db", data / "log.db")
    store = opened(data)
    assert refused(store) == "replaced"
    assert "replaced" in [finding.what for finding in store.verify().findings]
    store.close()


def test_a_log_that_is_gone_is_not_begun_anew(data: Path) -> None:
    said(data, "one", publish=True)
    shutil.rmtree(data)
    with pytest.raises(Damaged, match="is gone") as error:
        opened(data)
    assert error.value.code == "gone"
    assert not data.exists(), "nothing was made in its place"


def test_a_store_that_moved_leaves_its_old_place_free(data: Path, tmp_path: Path) -> None:
    said(data, "one", publish=True)
    data.rename(tmp_path / "moved")
    said(tmp_path / "moved", "two", publish=True)
    said(data, "a new store", publish=True)
    store = opened(data)
    assert store.verify().ok
    store.close()


def test_a_store_that_was_never_signed_here_is_no_error(data: Path) -> None:
    said(data, "one")
    tampered(data, cut(0))
    store = opened(data)
    assert store.anchors.status()["size"] is None
    store.log_message("s", "user", "two")
    store.close()


def test_an_unreadable_chain_at_the_checkpoint_stops_writing_and_not_opening(data: Path) -> None:
    said(data, "one", "two", publish=True)
    tampered(data, statements("UPDATE events SET chain = zeroblob(32) WHERE seq = 2"))
    store = opened(data)
    assert refused_code(store) == "forked"
    store.close()


def refused_code(store: Store) -> str:
    with pytest.raises(Damaged) as error:
        store.log_message("s", "user", "one more")
    return error.value.code


# Deciding --------------------------------------------------------------------------------------------------


def test_accepting_is_noted_signed_anew_and_keeps_the_evidence(data: Path, state: Path) -> None:
    said(data, "one", "two", "three", publish=True)
    tampered(data, cut(2))
    store = opened(data)
    assert refused(store) == "truncated"
    signed = store.anchors.accept()
    assert kinds(store) == ["MessageLogged", "MessageLogged", "AuditNoted", "CheckpointPublished"]
    noted = store.entry(3).payload
    assert noted is not None and noted["action"] == "log_accepted" and noted["targets"][0] == "truncated"
    assert signed.checkpoint.size == 3
    store.log_message("s", "user", "four")
    store.close()
    for place in (data / "checkpoints", state / "logs" / store.log.log_id.hex()):
        assert [path.name[:20] for path in (place / "set-aside").iterdir()] == [f"{3:020d}"]
    store = opened(data)
    assert store.verify().ok
    with pytest.raises(Refused, match="nothing to decide"):
        store.anchors.accept()
    store.close()


def test_a_replaced_log_that_was_accepted_is_the_one_that_is_remembered(data: Path, tmp_path: Path) -> None:
    said(data, "one", publish=True)
    said(tmp_path / "other", "mine")
    shutil.copy(tmp_path / "other" / "log.db", data / "log.db")
    store = opened(data)
    store.anchors.accept()
    store.close()
    said(data, "goes on")


def test_what_a_view_finds_and_the_log_does_not_have_is_damage(tmp_path: Path) -> None:
    config = AWHMConfig(data_dir=tmp_path / "data", mock_embeddings=True, ner=False, embed_in_background=False)
    with AWHMSession.start_session(config, "a") as session:
        for number in range(5):
            session.log_message("user", f"the limit is {number}")
    tampered(tmp_path / "data", statements("DELETE FROM events WHERE seq IN (4, 5)"))
    session = AWHMSession.start_session(config, "a")
    try:
        with pytest.raises(Damaged) as raised:
            session.query("What is the limit?")
    finally:
        session.store.close()
    assert raised.value.position in (4, 5)


def test_a_store_whose_tombstone_is_gone_opens_for_reading_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = AWHMConfig(data_dir=tmp_path / "data", mock_embeddings=True, ner=False, checkpoint_every=0)
    store = Store(config)
    store.log_message("a", "user", "one")
    store.log_message("a", "user", "two")
    tombstone = (store.erase(message=1).tombstone or "")[1:]
    store.close()
    change = (f"DELETE FROM events WHERE seq > {tombstone}", f"DELETE FROM payloads WHERE seq >= {tombstone}")
    tampered(tmp_path / "data", statements(*change))
    store = Store(config)
    try:
        assert any("is a tombstone, and its payload is gone" in record.message for record in caplog.records)
        assert [result.content for result in store.recall("two", semantic=False)] == ["two"]
        assert not store.verify().ok
    finally:
        store.close()
