"""The options that every command has, before and after its name, and what they open."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.output import Output
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.config import AWHMConfig
    from awhm.store import KnownAt, Store

LAST = 2**62  # a position beyond this is beyond every log, and beyond what SQLite takes


@dataclass(frozen=True)
class Call:
    """One call of the command line: which store, whether the mock embedder, and where to print."""

    data_dir: str | None
    mock: bool
    out: Output
    actor: str | None = None

    def config(self) -> AWHMConfig:
        """The settings, with `--data-dir` and `--actor` above all other places. Raises Refused."""
        from awhm.config import AWHMConfig, AWHMDeprecated

        options = {"data_dir": self.data_dir, "actor": self.actor}
        given = {name: value for name, value in options.items() if value is not None}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", AWHMDeprecated)
            config = AWHMConfig(**given)
        for warning in caught:
            self.out.note(str(warning.message))
        _refuse_no_folder(str(config.data_dir))
        return config

    @contextmanager
    def store(self, *, create: bool = False) -> Generator[Store]:
        """The store, closed when the block ends.

        Raises Refused (`no_store` where there is none and `create` is false, before anything is made),
        Conflict, Damaged.
        """
        from awhm.jobs.lite_folder import is_lite
        from awhm.store import Store, has_store

        config = self.config()
        if not create and not has_store(str(config.data_dir)):
            if not is_lite(config.data_dir):
                raise no_store(str(config.data_dir))
            create = True  # what AWHM Lite left there is imported into it
        # A command is over before a thread would have embedded much.
        config = config.model_copy(update={"embed_in_background": False})
        store = Store(config, create=create, mock=self.mock)
        try:
            yield store
        finally:
            store.close()


def _refuse_no_folder(path: str) -> None:
    """Refuse what can never be a data directory, before something fails on it halfway."""
    if "\0" in path or not _is_utf8(path):
        hint = "SQLite takes UTF-8 paths without NUL characters; choose another --data-dir."
        raise Refused("bad_setting", f"{path!r} cannot be the data directory", hint)
    if os.path.exists(path) and not os.path.isdir(path):
        raise Refused("bad_setting", f"{path} is not a folder", "Name a folder with --data-dir or AWHM_DATA_DIR.")


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def no_store(folder: str) -> Refused:
    """The refusal to read where nothing was ever logged."""
    hint = "`awhm add` or `awhm import` makes one; --data-dir or AWHM_DATA_DIR names another folder."
    return Refused("no_store", f"there is no AWHM store in {folder}", hint)


def shared_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--data-dir`, `--actor`, `--mock` and `--json`; the command gets a `Call` as its first argument."""

    @click.option("--data-dir", metavar="DIR", help="The folder of the store (default: AWHM_DATA_DIR, else ~/.awhm).")
    @click.option("--actor", metavar="NAME", help="Who writes, as headers have it (default: AWHM_ACTOR, else local).")
    @click.option("--mock", is_flag=True, help="Use mock embeddings: for tests, they know no meaning.")
    @click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
    @click.pass_context
    @functools.wraps(command)
    def called(context: click.Context, /, **values: Any) -> Any:
        for name in ("data_dir", "actor", "mock", "as_json"):
            values.pop(name)
        folder, mock = _given(context, "data_dir"), bool(_given(context, "mock"))
        out = context.find_object(Output) or Output()
        return command(Call(folder, mock, out, _given(context, "actor")), **values)

    return called


def group_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same options on a group, where they hold for the command that follows."""
    for option in (
        click.option("--data-dir", metavar="DIR", help="The folder of the store."),
        click.option("--actor", metavar="NAME", help="Who writes."),
        click.option("--mock", is_flag=True, help="Use mock embeddings."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    ):
        command = option(command)
    return command


def _given(context: click.Context | None, name: str) -> Any:
    """An option as the innermost command that has it was given it."""
    while context is not None:
        value = context.params.get(name)
        if value is not None and value is not False:
            return value
        context = context.parent
    return None


def position(text: str) -> int:
    """A position as people write it: `m12` or `12`. Raises Refused."""
    digits = text.strip().removeprefix("m")
    if not (digits.isascii() and digits.isdigit()):
        raise Refused("bad_id", f"{text!r} is no event id", "An id looks like m12; `awhm log list` shows them.")
    number = int(digits[:20])
    if not 0 < number <= LAST:
        raise Refused("no_such_event", f"there is no event {text.strip()}", "Ids start at m1.")
    return number


def known_at(text: str | None) -> KnownAt | None:
    """A position (`m12`, `12`) or else a time, as `Store.until` takes it."""
    if text is None:
        return None
    digits = text.strip().removeprefix("m")
    return min(int(digits[:20]), LAST) if digits.isascii() and digits.isdigit() else text
