"""What was erased is remembered outside the data directory: once, without content, whatever a crash has left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.erased_outside import FILE, known, note
from awhm.errors import Damaged, Refused

LOG = b"\x05" * 16
EVENTS = st.lists(st.tuples(st.integers(1, 1 << 60), st.binary(min_size=16, max_size=16)), max_size=5)


def file(state: Path) -> Path:
    return state / "logs" / LOG.hex() / FILE


@given(batches=st.lists(EVENTS, max_size=4))
def test_what_was_noted_is_known_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[tuple[int, bytes]]]
) -> None:
    folder = str(tmp_path_factory.mktemp("state"))
    for batch in batches:
        note(LOG, batch, folder)
        note(LOG, batch, folder)
    assert known(LOG, folder) == sorted({one for batch in batches for one in batch})
    assert known(b"\x06" * 16, folder) == [], "each log has its own"


def test_it_lies_in_the_users_state_folder_and_only_the_user_may_read_it(state: Path) -> None:
    note(LOG, [(7, b"\x01" * 16)])
    assert file(state).read_text() == f"7 {'01' * 16}\n" and file(state).stat().st_mode & 0o777 == 0o600
    assert known(LOG) == [(7, b"\x01" * 16)]


@pytest.mark.parametrize("left", [b"8", b"8 ", b"8 0102", b"12 " + b"ab" * 15])
def test_a_line_that_a_crash_has_cut_is_passed_over_and_harms_no_other(state: Path, left: bytes) -> None:
    note(LOG, [(7, b"\x01" * 16)])
    with file(state).open("ab") as out:
        out.write(left)
    assert known(LOG) == [(7, b"\x01" * 16)]
    note(LOG, [(9, b"\x02" * 16)])
    assert known(LOG) == [(7, b"\x01" * 16), (9, b"\x02" * 16)]


def test_a_line_that_is_none_of_ours_is_damage(state: Path) -> None:
    note(LOG, [(7, b"\x01" * 16)])
    with file(state).open("ab") as out:
        out.write(b"nobody knows\n")
    with pytest.raises(Damaged) as damaged:
        known(LOG)
    assert damaged.value.code == "erasures" and "line 2" in str(damaged.value)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("in the way")
    with pytest.raises(Refused) as refused:
        note(LOG, [(1, b"\x01" * 16)], str(tmp_path))
    assert refused.value.code == "cannot_write" and refused.value.hint


PROGRAM = """
import sys
from awhm.erased_outside import note
for number in range(200):
    note(bytes([5]) * 16, [(int(sys.argv[2]) + number, bytes(16))], sys.argv[1])
"""


def test_several_processes_lose_none_of_each_others_lines(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    children = [subprocess.Popen([*command, str(start)]) for start in (1, 1001, 2001)]
    assert [child.wait(60) for child in children] == [0, 0, 0]
    wanted = [start + n for start in (1, 1001, 2001) for n in range(200)]
    assert [position for position, _ in known(LOG, str(tmp_path))] == wanted
