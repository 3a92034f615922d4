"""`awhm status`: what is in the store, what is missing, and which settings are in force."""

from __future__ import annotations

from typing import Any

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import Output, Part
from awhm.language.text import is_object

MOST_NAMED = 20  # events that are named where there are more


@click.command()
@shared_options
def status(call: Call) -> None:
    """Say what is in the store, what is missing and how to get it, and which settings differ from their default.

    Makes nothing where there is no store yet.
    """
    from awhm import spool
    from awhm.events.ram_log import RamLog
    from awhm.server.asking import status as of_server
    from awhm.store import Store, has_store

    config = call.config()
    folder = str(config.data_dir)
    exists = has_store(folder)
    before = spool.counts(folder)
    # An empty log in memory has the same status as no store, and leaves no trace.
    store = Store(config, create=False, log=None if exists else RamLog(), mock=call.mock)
    try:
        found: dict[str, Any] = {**store.status(), "data_dir": folder, "exists": exists, "server": of_server(folder)}
        spooled = spool.counts(folder)  # a store that is opened takes in what waits, unless it cannot be written
        found["spooled"] = {**spooled, "taken_in": before["waiting"] - spooled["waiting"]}
    finally:
        store.close()
    if not exists:
        found |= {"log_id": None, "head": None}
    changed = [
        {"name": setting.name, "value": shown(setting.value), "source": setting.source, "note": setting.note}
        for setting in config.settings_report()
        if setting.source != "default" and not (setting.name == "data_dir" and setting.source == "keyword argument")
    ]
    call.out.document({**found, "settings": changed, "notes": call.out.notes})
    show(call.out, found, changed)


def shown(value: Any) -> Any:
    """A setting's value in JSON's types."""
    return value if isinstance(value, bool | int | float | None) else str(value)


def show(out: Output, found: dict[str, Any], changed: list[dict[str, Any]]) -> None:
    """The status for people."""
    rows: list[tuple[Part, Part]] = [(("store", "bold"), found["data_dir"])]
    if found["exists"]:
        roles = ", ".join(f"{role} {number}" for role, number in sorted(found["messages_by_role"].items()))
        rows += [
            ("log", found["log_id"]),
            ("events", f"{found['events']}, the last one recorded {found['last_recorded'] or 'never'}"),
            ("head", found["head"]),
            _signed(found["checkpoint"]),
            *([_encrypted(found)] if found["encrypted"] else []),
            ("messages", f"{found['messages']} in {found['total_sessions']} sessions" + (roles and f": {roles}")),
            ("memories", _memories(found)),
        ]
        if found["set_aside"]:
            rows.append((("set aside", "yellow"), ", ".join(found["set_aside"]) + ": could not be consolidated"))
        if found["stage2_failed"]:
            rows.append((("stage 2", "yellow"), _failed(found["stage2_failed"])))
        if found["unreadable"]:
            rows.append((("unreadable", "yellow"), _unreadable(found["unreadable"])))
    else:
        rows.append(("", "There is no store here yet; `awhm add`, `awhm import` or a session makes one."))
    if any(found["spooled"].values()):
        rows.append((("spooled", "yellow"), _spooled(found["spooled"])))
    if found["server"] is not None:
        rows.append(("server", f"process {found['server']['pid']} (awhm serve --status)"))
    rows.append(("model", str(found.get("embed_model"))))
    rows += [(("missing", "yellow"), _lacking(lacking)) for lacking in found.get("missing", [])]
    if found.get("missing"):
        rows.append(
            ("", "Without an embedding model recall goes by words alone; without spaCy's, rules find the names.")
        )
    if found.get("pending"):
        rows.append(("no vector", f"{found['pending']} passages; they are found by their words alone"))
    if found.get("clock_ahead_ms"):
        seconds = found["clock_ahead_ms"] / 1000
        rows.append((("clock", "yellow"), f"the last event was recorded {seconds:g} s ahead of this machine's clock"))
    for setting in changed:
        note = f"; {setting['note']}" if setting["note"] else ""
        rows.append(("setting", f"{setting['name']} = {setting['value']} ({setting['source']}{note})"))
    out.table(rows)


def _failed(ranges: list[dict[str, Any]]) -> str:
    named = [f"m{one['after'] + 1} to m{one['through']} ({one['failure']})" for one in ranges[:MOST_NAMED]]
    more = " and others" if len(ranges) > MOST_NAMED else ""
    return f"a model failed on {', '.join(named)}{more}; `awhm consolidate --stage2` tries again"


def _unreadable(ids: list[str]) -> str:
    named = ", ".join(ids[:MOST_NAMED]) + (" and others" if len(ids) > MOST_NAMED else "")
    return f"{len(ids)}: {named}; the log keeps them, and no view knows of them (awhm doctor)"


def _spooled(spooled: dict[str, int]) -> str:
    parts = [
        f"{spooled['taken_in']} messages of hooks were taken into the log just now" if spooled["taken_in"] else "",
        f"{spooled['waiting']} messages of hooks wait; the next that can write takes them in"
        if spooled["waiting"]
        else "",
        f"{spooled['set_aside']} cannot be read and are set aside in spool/" if spooled["set_aside"] else "",
    ]
    return "; ".join(one for one in parts if one)


def _encrypted(found: dict[str, Any]) -> tuple[Part, Part]:
    return "encrypted", f"yes, {found['data_keys']} data keys in {found['keys_file']}; without them nothing can be read"


def _signed(checkpoint: dict[str, Any]) -> tuple[Part, Part]:
    if checkpoint["found"] is not None:
        return ("checkpoint", "bold red"), (f"{checkpoint['detail']} (awhm doctor)", "bold red")
    if checkpoint["size"] is None:
        return "checkpoint", "never signed here (awhm checkpoint)"
    where = "" if checkpoint["outside"] else ", by the copy beside the log alone"
    return "checkpoint", f"signed up to event {checkpoint['size']}{where}"


def _memories(found: dict[str, Any]) -> str:
    parts = [f"{found['memories']}, {found['memories_active']} of them hold now", f"{found['entities']} entities"]
    if found["memories_in_dispute"]:
        parts.append(f"{found['memories_in_dispute']} in dispute (awhm memories review)")
    if found["unconsolidated"]:
        parts.append(f"{found['unconsolidated']} messages not consolidated yet (awhm consolidate)")
    return "; ".join(parts)


def _lacking(lacking: Any) -> str:
    return f"{lacking['name']}: {lacking['install']}" if is_object(lacking) else ": ".join(lacking)
