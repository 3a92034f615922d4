"""The scripted week: docs/week.md is played by real hook processes, and ends with exactly the memories it tells of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest
from click.testing import CliRunner
from hooked import ROOT, Host
from mcp_talk import talking

from awhm.cli import main

PAGE = ROOT / "docs" / "week.md"
SECRET = "AKIA" + "IOSFODNN7EXAMPLE"
NOWHERE = (SECRET, "Odile", "Brunner", "therapist", "surprise party", "Anton", "Ruben", "Quintela", "dentist is")
CONTINUED = "This session is being continued from a previous conversation that ran out of context. "
LINE = re.compile(
    r"(?P<time>\d\d:\d\d|now) (?P<scope>\w+)/(?P<session>\w+) (?P<act>[a-z_ ]+)"
    r"(?:: (?P<text>.+?))?(?: => (?P<adds>.+))?"
)
ROW = re.compile(r"\| (home|harbour) \| (.+?) \| (\w+) \| (.+?) \| (.+?) \|")


@dataclass
class Step:
    """One line of the page."""

    day: int
    time: str
    scope: str
    session: str
    act: str
    text: str
    adds: str | None


def steps(page: str) -> Iterator[Step]:
    """All lines of its blocks, in order; one that is in no form fails."""
    for found in re.finditer(r"^## Day (\d)[^\n]*\n.*?^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for row in found[2].splitlines():
            line = LINE.fullmatch(row)
            assert line is not None, row
            text = (line["text"] or "").replace("{secret}", SECRET)
            yield Step(int(found[1]), line["time"], line["scope"], line["session"], line["act"], text, line["adds"])


@dataclass
class Week:
    """The host that plays it. Day 7 is today."""

    folder: Path
    host: Host
    monday: datetime
    count: int = 0
    paths: dict[str, Path] = field(default_factory=dict[str, Path])

    def at(self, step: Step) -> datetime:
        """When a step is."""
        if step.time == "now":
            return datetime.now(UTC)
        hour, minute = map(int, step.time.split(":"))
        return self.monday + timedelta(days=step.day - 1, hours=hour, minutes=minute)

    def transcript(self, step: Step) -> Path:
        """Where the host writes the session down: outside the store."""
        return self.paths.setdefault(step.session, self.folder / "projects" / step.scope / f"{step.session}.jsonl")

    def write(self, step: Step, kind: str, text: str, **more: Any) -> None:
        """What the host writes down of a turn, as a whole line."""
        self.count += 1
        content: Any = text if kind == "user" else [{"type": "text", "text": text}]
        at = self.at(step).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        ident = str(uuid5(NAMESPACE_URL, f"{step.session}/{self.count}"))
        record = {"type": kind, "uuid": ident, "sessionId": step.session, "timestamp": at, "isSidechain": False,
                  "message": {"role": kind, "content": content}, **more}  # fmt: skip
        path = self.transcript(step)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def payload(self, step: Step, **more: Any) -> dict[str, Any]:
        """What the host tells every hook."""
        where = {
            "session_id": step.session,
            "transcript_path": str(self.transcript(step)),
            "cwd": f"/home/mara/{step.scope}",
        }
        return where | more

    def environment(self, step: Step) -> dict[str, str]:
        """As the project's settings have it; no names by a model, whose installation is not the story's."""
        return {"AWHM_NER": "false"} | ({"AWHM_SCOPE": step.scope} if step.scope != "home" else {})

    def hook(self, step: Step, event: str, **more: Any) -> str:
        """One hook process; what it adds to the prompt. It never fails and never says more than a line."""
        done = self.host.hook(event, self.payload(step, **more), **self.environment(step))
        assert done.code == 0 and done.line == "", (step, done)
        return done.context

    def killed(self, step: Step, late: bool) -> None:
        """A hook that is killed: in the middle of its payload, or as soon as it has all of it."""
        self.write(step, "user", step.text)
        process = self.host.start("prompt", **self.environment(step))
        assert process.stdin is not None
        data = json.dumps(self.payload(step, prompt=step.text)).encode()
        process.stdin.write(data if late else data[: len(data) // 2])
        process.stdin.flush()
        if late:
            process.stdin.close()
            process.stdin = None
        process.kill()
        process.communicate()
        assert process.returncode == -9

    def awhm(self, step_scope: str, *line: str) -> Any:
        """A command, as JSON."""
        environment = {"AWHM_SCOPE": "" if step_scope == "home" else step_scope, "AWHM_NER": "false"}
        runner = CliRunner(catch_exceptions=False, env=environment)
        done = runner.invoke(main, ["--data-dir", str(self.host.folder), "--mock", "--json", *line])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    def mcp(self, step: Step, tool: str) -> None:
        """A call of a tool by the agent, on a server of its own."""
        with talking(self.host.folder, env=self.environment(step)) as talk:
            talk.hello()
            if tool == "memory_log":
                at = self.at(step).isoformat()
                assert not talk.call(tool, role="user", content=step.text, timestamp=at).get("isError")
                return
            listed = talk.call("memory_list")["structuredContent"]["memories"]
            (wanted,) = [one["id"] for one in listed if one["text"] == step.text]
            assert not talk.call(tool, node_id=wanted).get("isError")

    def play(self, step: Step) -> None:
        """Do what a line says."""
        told = None
        match step.act:
            case "start":
                told = self.hook(step, "session-start", source="startup")
            case "resume":
                told = self.hook(step, "session-start", source="resume")
            case "user" | "agent":
                self.write(step, "user" if step.act == "user" else "assistant", step.text)
                event, key = ("prompt", "prompt") if step.act == "user" else ("stop", "last_assistant_message")
                told = self.hook(step, event, **({key: step.text} if step.time == "now" else {}))
            case "compact":
                self.hook(step, "pre-compact", trigger="auto")
                self.host.work()
                self.write(step, "user", CONTINUED + step.text, isCompactSummary=True)
                self.hook(step, "session-start", source="compact")
            case "end":
                self.hook(step, "session-end", reason="exit")
                self.host.work()
            case "killed" | "killed late":
                self.killed(step, late=step.act == "killed late")
            case "crash":
                pass
            case "pause":
                self.awhm(step.scope, "pause", "--for", "1h")
            case "resume hooks":
                self.awhm(step.scope, "resume")
            case _:
                self.mcp(step, step.act.removeprefix("mcp "))
        if step.adds is not None:
            assert told == "" if step.adds == "nothing" else step.adds in (told or ""), (step, told)

    def told(self, moment: str | None) -> str:
        """A time as the page has it: a day and a clock time, "today" for one of the seventh day."""
        if moment is None:
            return ""
        at = datetime.fromisoformat(moment)
        day = (at - self.monday).days + 1
        return "today" if day >= 7 else f"day {day}, {at:%H:%M}"

    def believed(self) -> list[tuple[str, str, str, str, str]]:
        """All memories, as the page's table has them."""
        rows: list[tuple[str, str, str, str, str]] = []
        for scope in ("home", "harbour"):
            for one in self.awhm(scope, "memories", "list", "--all", "--limit", "1000")["memories"]:
                assert len(one["windows"]) <= 1
                start, end = self.told(one["valid_from"]), self.told(one["valid_to"])
                rows.append((scope, one["text"], one["status"], start or "", end or ""))
        return sorted(rows)


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Week:
    """The week, played once."""
    folder = tmp_path_factory.mktemp("week")
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    played = Week(folder, Host(folder / "store"), today - timedelta(days=6))
    for step in steps(PAGE.read_text(encoding="utf-8")):
        played.play(step)
    return played


def test_it_ends_with_exactly_the_memories_that_the_page_tells_of(week: Week) -> None:
    rows = [tuple(one.strip() for one in row) for row in ROW.findall(PAGE.read_text(encoding="utf-8"))]
    found = [tuple(one.strip() or "-" for one in row) for row in week.believed()]
    assert sorted(rows) == found, "\n" + "\n".join(f"| {' | '.join(row)} |" for row in found)


def test_the_readme_tells_the_same_story() -> None:
    page, rows = (ROOT / "README.md").read_text(encoding="utf-8"), ROW.findall(PAGE.read_text(encoding="utf-8"))
    found = re.search(r"It ends with (\d+) memories, of\s+which (\d+) hold", page)
    assert found is not None and "docs/week.md" in page
    assert (int(found[1]), int(found[2])) == (len(rows), sum(row[2] == "active" for row in rows))


def test_nothing_paused_private_secret_or_erased_is_in_any_byte(week: Week) -> None:
    said = b"".join(path.read_bytes() for path in (week.folder / "projects").rglob("*.jsonl"))
    assert all(one.encode() in said for one in NOWHERE), "the host's own transcripts have it"
    for path in week.host.folder.rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        assert not [one for one in NOWHERE if one.lower().encode() in data.lower()], path


def test_every_other_word_is_in_the_log_once(week: Week) -> None:
    wanted = [
        (step.session, step.text)
        for step in steps(PAGE.read_text(encoding="utf-8"))
        if step.act in ("user", "agent", "killed late") and not any(one in step.text for one in NOWHERE)
    ]
    logged = [(session.removeprefix("claude-"), words) for session, _, words in said(week)]
    assert sorted(one for one in logged if one in wanted) == sorted(wanted)
    rest = {words for session, words in logged if (session, words) not in wanted and not session.startswith("mcp-")}
    assert rest == {
        "Use the key [redacted: AWS Access Key] for the bucket. My favorite editor is Helix.",
        "The key [redacted: AWS Access Key] works.",
        "I work at Acme.",
    }


def said(week: Week) -> list[tuple[str, str, str]]:
    """Session, role and words of every message: the log itself is of no scope."""
    entries = week.awhm("home", "log", "list", "--limit", "100000")["events"]
    payloads = [one["payload"] for one in entries if one["kind"] == "MessageLogged" and one["payload"]]
    return [(one["session"], one["role"], one["content"]) for one in payloads]


def test_the_log_verifies_and_a_rebuild_is_what_the_week_left(week: Week) -> None:
    assert week.awhm("home", "verify")["ok"] is True
    for scope in ("home", "harbour"):
        rebuilt = week.awhm(scope, "rebuild", "--check")
        assert all(one["same"] for one in rebuilt["views"]), rebuilt
