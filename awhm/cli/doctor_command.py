"""`awhm doctor`: what is wrong with the store, what can be done, and what cannot be saved."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, no_store, shared_options
from awhm.cli.output import progress
from awhm.errors import Damaged, Refused, exit_code

if TYPE_CHECKING:
    from awhm.config import AWHMConfig
    from awhm.jobs.doctor import Diagnosis
    from awhm.replay.diagnose import Finding
    from awhm.store import Store

WRONG = exit_code(Damaged("", ""))


@click.command()
@click.option("--repair", is_flag=True, help="Make anew what is derived from the log: indexes, views, vectors.")
@click.option(
    "--accept", is_flag=True, help="From now on, take a log that is not the one that was signed for the truth."
)
@shared_options
def doctor(call: Call, repair: bool, accept: bool) -> int:
    """Look at everything and say what is wrong, what can be done about it, and what cannot be saved.

    Changes nothing unless told to. Exit code 4 while anything is wrong.
    """
    config = call.config()
    found = examine(call, config)
    done: list[str] = []
    if accept:
        done += _accept(call, config, found)
    if repair:
        done += _repair(call, config, found)
    if done:
        found = examine(call, config)
    wrong = any(one.wrong for one in found)
    call.out.document(
        {"ok": not wrong, "data_dir": str(config.data_dir), "done": done, "found": list(map(_plain, found))}
    )
    for text in done:
        call.out.line(("done: ", "bold green"), text)
    for one in found:
        style = "bold red" if one.wrong else "yellow"
        call.out.line((f"{one.part}: ", style), one.detail, (f"  [{one.what}]", "dim"))
        call.out.line("    ", f"{_way(one)}{one.remedy}")
    if not wrong:
        call.out.line(("Nothing is wrong.", "bold green"))
    return WRONG if wrong else 0


def _plain(one: Diagnosis) -> dict[str, Any]:
    return {**one._asdict(), "way": one.way.value, "wrong": one.wrong}


def _way(one: Diagnosis) -> str:
    words = {"repair": "awhm doctor --repair: ", "lost": "Cannot be saved here. "}
    return words.get(one.way.value, "")


def examine(call: Call, config: AWHMConfig) -> list[Diagnosis]:
    """Everything that can be looked at, from the file system up. Raises Refused where no store is or was."""
    from awhm.jobs.doctor import of_events, of_files, of_findings, of_payloads, of_state, of_system
    from awhm.remembered import KEYRING, key_place, state_folder
    from awhm.store import has_store

    folder = str(config.data_dir)
    if not has_store(folder):
        return of_findings([_gone(config)])
    found = of_system(folder)
    key = key_place(config)
    found += of_files(folder) + of_state(state_folder(config), None if key == KEYRING else key)
    try:
        with call.store() as store:
            found += of_findings(_findings(store)) + of_events(store.log) + of_payloads(store.log)
            if store.anchors.newest is None:
                found.append(_never())
    except (Damaged, Refused) as error:
        if isinstance(error, Refused) and error.code == "network_filesystem":
            return found  # said already
        found += of_findings(_bare(folder, error))
    return found


def _findings(store: Store) -> list[Finding]:
    with progress("verifying", store.log.head().position) as tell:
        return store.verify(progress=tell).findings


def _bare(folder: str, error: Damaged | Refused) -> list[Finding]:
    """What can be found where the store does not even open."""
    from awhm.replay.audit import audit_folder
    from awhm.replay.diagnose import Finding

    found: list[Finding] = []
    with contextlib.suppress(Refused):  # another program's file, or a newer one's: the error says so
        found = audit_folder(folder).findings
    return found or [Finding(None, error.code, f"{error} {error.hint}".strip())]


def _gone(config: AWHMConfig) -> Finding:
    from awhm.anchors import refuse_gone
    from awhm.replay.diagnose import Finding

    try:
        refuse_gone(config)
    except Damaged as error:
        return Finding(None, error.code, str(error))
    raise no_store(str(config.data_dir))


def _never() -> Diagnosis:
    from awhm.jobs.doctor import Diagnosis, Way

    text = "this log was never signed here, so nothing shows whether its end was cut off"
    return Diagnosis("checkpoints", "never_signed", text, Way.NOTE, "`awhm checkpoint` signs it.")


def _accept(call: Call, config: AWHMConfig, found: Sequence[Diagnosis]) -> list[str]:
    from awhm.events.sqlite_log import SqliteLog
    from awhm.jobs.doctor import Way
    from awhm.replay.diagnose import Finding

    decide = [one for one in found if one.way is Way.ACCEPT]
    if not decide:
        raise Refused("nothing_to_accept", "there is nothing to decide about: the log is the one that was signed")
    done: list[str] = []
    if any(one.what == "gone" for one in decide):
        SqliteLog(str(config.data_dir)).close()
        done.append("a new, empty log was made")
    with call.store() as store:
        signed = store.anchors.accept([Finding(one.position, one.what, one.detail) for one in decide])
        done.append(f"the log is taken for the truth as it is, and signed anew at event {signed.checkpoint.size}")
        for name, _ in store.keeper.ahead():
            store.rebuild([name])
            done.append(f"the view {name} was folded again")
    return done


def _repair(call: Call, config: AWHMConfig, found: Sequence[Diagnosis]) -> list[str]:
    """Whatever is derived, made anew. What the log itself has lost stays lost."""
    from awhm.events.reindex import reindex
    from awhm.events.sqlite_log import FILE
    from awhm.jobs.doctor import Way, left_behind

    folder = str(config.data_dir)
    whats = {one.what for one in found if one.way is Way.REPAIR}
    done: list[str] = []
    if "index" in whats:
        reindex(folder, os.path.join(folder, FILE), config.lock_timeout)
        done.append("the indexes were made anew")
    if "left_behind" in whats:
        for path in left_behind(folder):
            os.unlink(path)
            done.append(f"{path} was deleted")
    if whats & {"view", "vectors", "note"}:
        with call.store() as store:
            for name in store.keeper.damaged():
                store.rebuild([name])
                done.append(f"the view {name} was folded again")
            if "note" in whats:
                done += [f"{path} was set aside" for path in store.anchors.set_unreadable_aside()]
            if "vectors" in whats:
                done.append(f"{store.recaller.embed_pending()} passages were embedded again")
    return done
