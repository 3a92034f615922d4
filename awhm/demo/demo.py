"""`awhm demo`: log, recall, look back, verify, change one byte of a copy and find it, rebuild and compare."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from awhm.config import AWHMConfig
from awhm.demo.conversations import CONVERSATIONS, NADIA
from awhm.language.time import day, moment
from awhm.replay.audit import audit_folder
from awhm.session import AWHMSession
from awhm.store import Store
from awhm.types import RetrievalResult, Role

Part = str | tuple[str, str]
Say = Callable[..., None]  # takes parts of one line, each a text or a text and its style

SHOWN = 2
WIDTH = 96  # columns of one line; a screen of 100 is enough
APPOINTMENT = "When is my dentist appointment?"
THEN, NOW = "12 March at 9:40", "20 March at 16:15"
CHANGED, INTO = b"12 March at 9:40", b"12 March at 8:40"
# Each with a part of the answer that has to be among those shown.
QUESTIONS = (
    (APPOINTMENT, NOW),
    ("Who has the spare key of the flat?", "Mr. Okafor"),
    ("What is Inês allergic to?", "walnuts"),
)


HOME = "Where do I live?"
FIRST_HOME, NEXT_HOME = "Setúbal", "Porto"
ASKED = (("true now", None), ("true on 20 April", "2026-04-20"))


class Check(NamedTuple):
    """One thing that the demo says of itself, and whether it held."""

    what: str
    held: bool


def run(config: AWHMConfig, copy: str, say: Say, *, mock: bool = False) -> list[Check]:
    """Carry the demo out in the settings' data directory, and with a copy of it made in the folder `copy`.

    Neither may exist before. `say` is told each step. Returns the checks that it made on the way; raises
    what the store raises.
    """
    checks: list[Check] = []
    moved_at = _log(config, say, mock)
    store = Store(config, create=False, mock=mock)
    try:
        say()
        checks += _recall(store, say)
        say()
        checks.append(_change_of_mind(store, say))
        say()
        checks.append(_look_back(store, moved_at, say))
        say()
        checks.append(_verify(store, say))
    finally:
        store.close()
    checks.append(_change_one_byte(str(config.data_dir), copy, say))
    say()
    store = Store(config, create=False, mock=mock)
    try:
        checks.append(_rebuild(store, say))
    finally:
        store.close()
    say()
    failed = [check.what for check in checks if not check.held]
    verdict = ("FAILED: " + "; ".join(failed), "bold red") if failed else ("All of it held.", "bold green")
    say(verdict, " Your own store was not touched. Next: awhm --help")
    return checks


def _log(config: AWHMConfig, say: Say, mock: bool) -> int:
    """Log every conversation; returns the position just before the appointment was moved."""
    moved_at = 0
    messages = 0
    for conversation in CONVERSATIONS:
        began = datetime.fromisoformat(conversation.began)
        with AWHMSession.start_session(config, conversation.session, mock, client="awhm demo") as session:
            for minute, (who, text) in enumerate(conversation.turns):
                role = Role.USER if who == NADIA else Role.ASSISTANT
                speaker = who if who == NADIA else None
                when = began + timedelta(minutes=minute)
                position = int(session.log_message(role, text, timestamp=when, speaker=speaker)[1:])
                messages += 1
                if NOW in text:
                    moved_at = position - 1
    first, last = (day(*moment(CONVERSATIONS[at].began)).partition(",")[0] for at in (0, -1))
    say(
        ("1. Log", "bold"),
        f"  {messages} messages: {len(CONVERSATIONS)} conversations of Nadia, who is made up, with her assistant,",
    )
    say(f"   {first} to {last}. Each is one event of a hash-chained log, durable at once.")
    return moved_at


def _recall(store: Store, say: Say) -> list[Check]:
    status = store.recaller.model.status()
    how = f"by words and by meaning ({status['embed_model']})"
    if status["missing"]:
        how = "by words alone, as no embedding model is installed (awhm status says how to get one)"
    say(("2. Recall", "bold"), f"  {how}")
    checks: list[Check] = []
    for question, answer in QUESTIONS:
        found = store.recall(question, k=SHOWN, min_score=0.0)
        _show(question, found, say)
        checks.append(Check(f"{question!r} is answered", any(answer in result.content for result in found)))
    return checks


def _change_of_mind(store: Store, say: Say) -> Check:
    """Nadia moves: what holds now, what held before, and what the log believed before she said so."""
    say(("3. A change of mind", "bold"), "  memories, each with the time in which it holds")
    known = store.graph()
    said = next(one for one in known.statements.values() if NEXT_HOME in one.value and one.attribute == "location")
    before = store.until(said.message - 1)
    asked = [(what, store.recall(HOME, k=1, as_of=when, semantic=False)) for what, when in ASKED]
    asked.append(("believed before she said so", store.recall(HOME, k=1, until=before, semantic=False)))
    say("   ? ", (HOME, "italic"))
    for what, found in asked:
        for result in found:
            since = day(*moment(result.valid_from)).partition(",")[0] if result.valid_from else "always"
            until = f" to {day(*moment(result.valid_to)).partition(',')[0]}" if result.valid_to else ""
            say(
                f"     {what}: ",
                (result.content[slice(*(result.passage or (0, None)))], "bold"),
                f" (since {since}{until})",
            )
    homes = [NEXT_HOME, FIRST_HOME, FIRST_HOME]
    right = all(found and home in found[0].content for home, (_, found) in zip(homes, asked, strict=True))
    return Check("a change of mind is known, and what it changed", right)


def _look_back(store: Store, position: int, say: Say) -> Check:
    """What the log knew before the appointment was moved, against what it knows now."""
    say(("4. Look back", "bold"), f"  to event m{position}, before the appointment was moved (--known-at m{position})")
    found = store.recall(APPOINTMENT, k=1, min_score=0.0, until=store.until(position))
    _show(APPOINTMENT, found, say)
    everything = store.recall(APPOINTMENT, k=100, min_score=0.0, until=store.until(position))
    held = THEN in found[0].content and not any(NOW in result.content for result in everything) if found else False
    return Check("the past is answered as it was known", held)


def _verify(store: Store, say: Say) -> Check:
    report = store.verify()
    say(("5. Verify", "bold"), f"  {report.events} events, chain and payloads: {_found(report.ok)}")
    say(f"   head {report.head.position} {report.head.chain.hex()}")
    return Check("the log verifies", report.ok)


def _change_one_byte(folder: str, copy: str, say: Say) -> Check:
    """In a copy of the store: one byte of what Nadia said, in the file itself, behind the log's back."""
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("bells"))
    with open(os.path.join(copy, "log.db"), "r+b") as file:
        data = file.read()
        at = data.index(CHANGED)
        file.seek(at)
        file.write(INTO)
    say(("6. Tamper", "bold"), f"  with a copy: byte {at + CHANGED.index(b'9')} of its file, so that 9:40 reads 8:40")
    report = audit_folder(copy)
    for finding in report.findings:
        say("   verify: ", (finding.detail, "red"))
    if report.ok:
        say(("   verify: nothing found", "bold red"))
    return Check("the changed byte is found", [finding.what for finding in report.findings] == ["payload"])


def _rebuild(store: Store, say: Say) -> Check:
    say(("7. Rebuild", "bold"), "  every view from the first event, and compare with the live one")
    views = store.rebuild(check=True)
    shown = [f"{view.name:<11} {view.digest[:12]}… {'same' if view.same else 'DIFFERENT'}" for view in views]
    for number in range(0, len(shown), 2):
        say("   " + "    ".join(f"{one:<30}" for one in shown[number : number + 2]).rstrip())
    return Check("rebuilt views are the same", all(view.same for view in views))


def _show(question: str, found: list[RetrievalResult], say: Say) -> None:
    say("   ? ", (question, "italic"))
    for result in found:
        who = result.speaker or str(result.role)
        text = f"{result.score:.2f}  {day(*moment(result.occurred))}  {who}: {result.content}"
        for line in textwrap.wrap(text, WIDTH, initial_indent=" " * 5, subsequent_indent=" " * 11):
            say(line)
    if not found:
        say("     nothing found")


def _found(well: bool) -> str:
    return "nothing is wrong" if well else "something is WRONG"
