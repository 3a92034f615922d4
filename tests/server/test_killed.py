"""Hooks and servers killed at random, the server started anew under load: each acknowledged event once, none twice."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
from collections import Counter
from pathlib import Path

import pytest
from hooked import Host
from served import Server, runs, until

from awhm.hooks import events
from awhm.hooks.entry import Call
from awhm.hooks.events import write
from awhm.hooks.options import Options
from awhm.hooks.raw import RawLog
from awhm.hooks.turn import planned, turn_of
from awhm.server.appending import Appending
from awhm.server.request import Own, Request
from awhm.spool import waiting

EVENTS = 72
WORKERS = 4


def told(host: Host, acknowledged: list[str], killed: list[str]) -> list[threading.Thread]:
    """Threads that start hooks, some of which are killed on the way."""
    lock = threading.Lock()

    def run(worker: int) -> None:
        chance = random.Random(worker)
        for number in range(worker, EVENTS, WORKERS):
            text = f"note {number}" + " x" * 20_000 * (number % 5 == 0)
            event, field = (("stop", "last_assistant_message"), ("prompt", "prompt"))[number % 3 == 0]
            process = host.start(event, AWHM_HOOK_RECALL_TIMEOUT="0", AWHM_HOOK_LOCK_TIMEOUT="0.5")
            assert process.stdin is not None and process.stdout is not None and process.stderr is not None
            kill = chance.random() < 0.2
            process.stdin.write(json.dumps({"session_id": f"s{number % 7}", field: text}).encode())
            process.stdin.close()
            if kill:
                threading.Event().wait(chance.random() * 0.08)
                process.kill()
            code = process.wait(timeout=120)
            line = process.stderr.read().decode()
            process.stdout.close()
            process.stderr.close()
            with lock:
                (acknowledged if code == 0 else killed).append(text)
            assert code in (0, -signal.SIGKILL) and "nothing was kept" not in line, line

    threads = [threading.Thread(target=run, args=(worker,)) for worker in range(WORKERS)]
    for thread in threads:
        thread.start()
    return threads


@pytest.mark.slow
def test_killed_and_restarted_under_load_nothing_is_lost_and_nothing_twice(tmp_path: Path) -> None:
    host = Host(tmp_path / "store")
    settings = {"AWHM_HOOK_RECALL_TIMEOUT": "0", "AWHM_HOOK_LOCK_TIMEOUT": "0.5"}
    acknowledged: list[str] = []
    killed: list[str] = []
    server = Server(host, **settings)
    threads = told(host, acknowledged, killed)
    chance, requests = random.Random(11), 0
    while any(thread.is_alive() for thread in threads):
        threading.Event().wait(0.2 + chance.random())
        if runs(host.folder):
            requests += server.status()["requests"]
        server.end(signal.SIGKILL if chance.random() < 0.7 else signal.SIGTERM)
        server = Server(host, **settings)
        until(lambda: runs(host.folder))
    for thread in threads:
        thread.join()
    requests += server.status()["requests"]
    assert server.end()[0] == 0
    counted = Counter(one[2] for one in host.said())
    assert [text[:10] for text in acknowledged if counted[text] != 1] == []
    assert max(counted.values()) == 1 and len(acknowledged) + len(killed) == EVENTS
    assert waiting(str(host.folder)) == [] and requests > 0, "the servers had something to do"
    store = host.store()
    assert not store.verify().findings
    store.close()
    assert not (host.folder / "server.sock").exists()


def call_of(event: str) -> Call:
    return Call(event)


def request_of(call: Call, options: Options, data: bytes) -> Request:
    from awhm.hooks.client import fields_of_request
    from awhm.hooks.wire import pack

    return Request(pack(fields_of_request(call, options, 60.0), data))


@pytest.mark.parametrize("field", ["prompt", "last_assistant_message"])
def test_a_server_that_dies_before_it_acknowledges_is_made_good_by_the_hook(
    tmp_path: Path, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same call carried out by the server, then by the hook itself, then by the server again: one event."""
    host = Host(tmp_path / "store")
    monkeypatch.setenv("AWHM_DATA_DIR", str(host.folder))
    host.stop("The first message makes the store.", "s0")
    data = json.dumps({"session_id": "s1", field: "<system-reminder>brief</system-reminder>I live in Porto."}).encode()
    call, options = call_of("prompt" if field == "prompt" else "stop"), Options({})
    store = host.store()
    own, appending = Own(store.config, {}, mock=False), Appending(store)
    first, again = request_of(call, options, data), request_of(call, options, data)
    for request in (first, again):
        own.refuse_other(request)
        request.prepare(own)
    assert appending.commit([first]) == [None]
    turn = turn_of(call, data, options)
    assert turn is not None
    store.log_message("claude-s1", "assistant", "Something came in between.")
    opened: list[RawLog] = []

    def raw(given: Options) -> RawLog:
        opened.append(RawLog(given))
        return opened[-1]

    monkeypatch.setattr(events, "RawLog", raw)  # a hook ends with its log open; this process goes on
    write(turn, planned(turn))
    assert appending.commit([again, again]) == [None, None]
    for log in opened:
        log.close()
    store.close()
    said = [one[2] for one in host.said()]
    assert said.count("Something came in between.") == 1
    assert len(said) == (4 if field == "prompt" else 3) and len(set(said)) == len(said)


def test_waiting_hooks_share_a_transaction_and_one_bad_one_stops_no_other(tmp_path: Path) -> None:
    host = Host(tmp_path / "store")
    host.stop("The first message makes the store.", "s0")
    os.environ["AWHM_DATA_DIR"] = str(host.folder)
    try:
        store, options = host.store(), Options({})
        own, appending = Own(store.config, {}, mock=False), Appending(store)
        batch: list[Request] = []
        for number in range(20):
            data = json.dumps({"session_id": f"s{number % 3}", "last_assistant_message": f"answer {number}"}).encode()
            batch.append(request_of(call_of("stop"), options, data))
        for request in batch:
            request.prepare(own)
        batch[7].plan.told[0].content = "x" * (65 * 1024 * 1024)  # more than the log takes
        errors = appending.commit(batch)
        assert [at for at, error in enumerate(errors) if error is not None] == [7]
        assert appending.commit(batch[:7]) == [None] * 7, "twice has the effect of once"
        store.close()
    finally:
        del os.environ["AWHM_DATA_DIR"]
    assert [one[2] for one in host.said()][1:] == [f"answer {number}" for number in range(20) if number != 7]
