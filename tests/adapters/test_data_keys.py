"""Data keys: durable before they are used, of one process or several, and gone when they are destroyed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from awhm.adapters.data_keys import AT_ONCE, HEADER, RECORD, DataKeys, make
from awhm.adapters.master_key import master_key
from awhm.errors import Damaged, Refused
from awhm.events.sealed import Place

ROOT = Path(__file__).resolve().parents[2]
LOG, MASTER = b"L" * 16, b"M" * 32
ONE, TWO, THREE = ((b"scope-----------", name * 16) for name in (b"1", b"2", b"3"))


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = str(tmp_path / "keys" / "log")
    make(file, LOG, MASTER)
    return file


def opened(path: str, master: bytes = MASTER) -> DataKeys:
    return DataKeys(path, LOG, master)


def number_of(keys: DataKeys, place: Place) -> int:
    return keys.numbers([place])[place]


def sealed_by(keys: DataKeys, number: int) -> bytes:
    cipher = keys.cipher(number)
    assert cipher is not None
    return cipher.encrypt(bytes(12), b"words", b"")


def test_a_place_has_one_key_and_another_place_another(path: str) -> None:
    keys = opened(path)
    first, second = number_of(keys, ONE), number_of(keys, TWO)
    assert (first, second) == (1, 2) and number_of(keys, ONE) == first
    assert sealed_by(keys, first) != sealed_by(keys, second)
    assert keys.place(second) == TWO and keys.count() == 2
    again = opened(path)
    assert again.numbers([TWO, ONE]) == {TWO: 2, ONE: 1} and sealed_by(again, first) == sealed_by(keys, first)


def test_the_file_is_for_its_user_alone_and_holds_no_key_in_plain(path: str) -> None:
    keys = opened(path)
    number_of(keys, ONE)
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert os.stat(os.path.dirname(path)).st_mode & 0o777 == 0o700
    assert MASTER not in Path(path).read_bytes()
    assert os.stat(path).st_size == HEADER + AT_ONCE * RECORD


def test_what_one_has_taken_no_other_takes(path: str) -> None:
    one, other = opened(path), opened(path)
    assert [number_of(one, ONE), number_of(other, TWO), number_of(one, THREE)] == [1, 2, 3]
    assert other.numbers([ONE, THREE]) == {ONE: 1, THREE: 3}
    assert (one.count(), other.count(), other.place(1)) == (3, 3, ONE)


def test_more_keys_than_are_made_at_once(path: str) -> None:
    one, other = opened(path), opened(path)
    places = [(b"scope-----------", n.to_bytes(16, "big")) for n in range(1, AT_ONCE * 2)]
    numbers = one.numbers(places)
    assert list(numbers.values()) == list(range(1, AT_ONCE * 2))
    assert other.numbers(places) == numbers
    assert sealed_by(one, 100) == sealed_by(other, 100)


def test_a_destroyed_key_is_in_no_byte_and_everybody_knows(path: str) -> None:
    one, other = opened(path), opened(path)
    number, epoch = number_of(one, ONE), other.epoch()
    sealed_by(other, number)
    record = Path(path).read_bytes()[HEADER : HEADER + RECORD]
    one.destroy(number)
    assert record[:60] not in Path(path).read_bytes()
    assert one.cipher(number) is None and one.place(number) is None
    assert other.epoch() == one.epoch() == epoch + 1
    assert other.cipher(number) is None
    assert number_of(other, ONE) == 2, "what is said there from now on has another key"
    one.destroy(number)
    assert one.epoch() == epoch + 1, "twice has the effect of once"


def test_a_destruction_that_was_stopped_leaves_a_key_that_others_may_go_on_with(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = opened(path), opened(path)
    number, seen = number_of(one, ONE), other.seen
    before = sealed_by(other, number_of(other, ONE))
    calls: list[int] = []
    write = os.pwrite

    def stopped(descriptor: int, data: bytes, offset: int) -> int:
        calls.append(offset)
        if len(calls) == 2:  # as a kill -9 between the two writes
            raise KeyboardInterrupt
        return write(descriptor, data, offset)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, "pwrite", stopped)
        one.destroy(number)
    assert other.epoch() == seen + 1, "everybody reads anew"
    assert sealed_by(other, number) == before == sealed_by(opened(path), number)
    other.destroy(number)
    assert opened(path).cipher(number) is None


def test_another_master_key_opens_nothing_and_changes_nothing(path: str) -> None:
    number_of(opened(path), ONE)
    before = Path(path).read_bytes()
    with pytest.raises(Refused) as refused:
        opened(path, b"N" * 32)
    assert refused.value.code == "locked"
    assert Path(path).read_bytes() == before


def test_a_missing_file_and_another_log_s_are_refused(path: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="are not there") as refused:
        opened(str(tmp_path / "none"))
    assert refused.value.code == "no_key"
    with pytest.raises(Refused, match="another log") as refused:
        DataKeys(path, b"K" * 16, MASTER)
    assert refused.value.code == "no_key"


@pytest.mark.parametrize("at", [0, 9, 20, 40, 60, HEADER - 1])
def test_a_changed_header_is_damage(path: str, at: int) -> None:
    data = bytearray(Path(path).read_bytes())
    data[at] ^= 1
    Path(path).write_bytes(data)
    with pytest.raises(Damaged):
        opened(path)


def test_a_changed_key_is_damage_and_the_others_are_not(path: str) -> None:
    keys = opened(path)
    numbers = keys.numbers([ONE, TWO])
    data = bytearray(Path(path).read_bytes())
    data[HEADER + 20] ^= 1
    Path(path).write_bytes(data)
    again = opened(path)
    with pytest.raises(Damaged):
        again.cipher(numbers[ONE])
    assert sealed_by(again, numbers[TWO])


@pytest.mark.parametrize("left", [1, RECORD - 1, RECORD, RECORD + 7])
def test_what_a_crash_left_of_new_keys_is_written_over_or_not_used(path: str, left: int) -> None:
    with open(path, "ab") as file:
        file.write(os.urandom(left))
    keys = opened(path)
    number = number_of(keys, ONE)
    assert number == (2 if left >= RECORD else 1)
    assert sealed_by(keys, number) == sealed_by(opened(path), number)


def test_two_processes_at_once_never_give_one_key_to_two_places(path: str, tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from awhm.adapters.data_keys import DataKeys, make\n"
        "path, name = sys.argv[1:]\n"
        "sys.stdin.read(1)\n"  # both begin when the test says so
        "make(path, b'L' * 16, b'M' * 32)\n"
        "keys = DataKeys(path, b'L' * 16, b'M' * 32)\n"
        "for n in range(300):\n"
        "    place = (b's' * 16, (name * 12 + '%04d' % n).encode())\n"
        "    shared = (b's' * 16, ('=' * 12 + '%04d' % n).encode())\n"
        "    print(*keys.numbers([place, shared]).values())\n"
    )
    fresh = str(tmp_path / "fresh")
    runs = [
        subprocess.Popen([sys.executable, "-c", program, fresh, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         text=True, cwd=ROOT)
        for name in "ab"
    ]  # fmt: skip
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("!")
        run.stdin.flush()
    told = [[tuple(map(int, line.split())) for line in run.communicate()[0].splitlines()] for run in runs]
    assert [len(one) for one in told] == [300, 300]
    own = {number for one in told for number, _ in one}
    assert len(own) == 600
    assert [shared for _, shared in told[0]] == [shared for _, shared in told[1]]
    assert not own & {shared for _, shared in told[0]}


def test_the_master_key_is_made_once_and_for_its_user_alone(tmp_path: Path) -> None:
    place = str(tmp_path / "state" / "master.key")
    with pytest.raises(Refused) as refused:
        master_key(place, create=False)
    assert refused.value.code == "no_key" and not os.path.exists(place)
    key = master_key(place, create=True)
    assert len(key) == 32 and master_key(place, create=True) == key == master_key(place, create=False)
    assert os.stat(place).st_mode & 0o777 == 0o600
    Path(place).write_text("bm90IGEga2V5\n")
    with pytest.raises(Refused) as refused:
        master_key(place, create=True)
    assert refused.value.code == "locked"


def test_the_master_key_may_lie_in_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = pytest.importorskip("keyring")
    backend = pytest.importorskip("keyring.backend")
    kept: dict[tuple[str, str], str] = {}

    class Ring(backend.KeyringBackend):  # type: ignore[misc, name-defined]
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            return kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            kept[service, username] = password

        def delete_password(self, service: str, username: str) -> None:
            del kept[service, username]

    before = keyring.get_keyring()
    keyring.set_keyring(Ring())
    try:
        with pytest.raises(Refused) as refused:
            master_key("keyring", create=False)
        assert refused.value.code == "no_key"
        key = master_key("keyring", create=True)
        assert master_key("keyring", create=False) == key and len(kept) == 1
    finally:
        keyring.set_keyring(before)
