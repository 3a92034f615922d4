"""A LangGraph store over a store of ours: `pip install awhm[langgraph]`.

    with AWHMSession.start_session() as session:
        graph = builder.compile(store=AWHMStore(session.store))

Every put and delete is an event, a search is our recall, and all of it lies in the scope of the session: a store of
another scope has none of its namespaces.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from langgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    get_text_at_path,
    validate_op_namespace,
)

from awhm import items as ours
from awhm.commands.items import Place
from awhm.commands.placing import DeleteItem, ItemCommand, PutItem, RenewItem, lasting, leaves
from awhm.errors import Refused
from awhm.events.append_raw import clock
from awhm.frameworks.filters import fits
from awhm.frameworks.keeping import as_object, refuse_paused
from awhm.language.time import Given
from awhm.store import Store

WHOLE = "$"  # the path of a whole value
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RENEWED = 0.05  # of its time that a value has stood before a read renews it: else every read would be a write


class AWHMStore(BaseStore):
    """A LangGraph store, for `StateGraph.compile(store=...)`. Safe to use from several threads and processes."""

    supports_ttl = True

    def __init__(
        self, store: Store, *, index: IndexConfig | None = None, ttl: TTLConfig | None = None,
        as_of: Given | None = None, known_at: ours.KnownAt | None = None,
    ) -> None:  # fmt: skip
        """`index` says by `fields` what of a value it is found by, as elsewhere; default: all of it.

        `ttl` as elsewhere; what has expired is never returned, swept or not. With `as_of` or `known_at` it shows the
        past, and cannot be written to. Raises Refused for an `index` with an embedding, as the store has its own.
        """
        super().__init__()
        given = set(index or {}) - {"fields"}
        if given:
            hint = "Leave it out: `embedding_model` of the settings says which model embeds."
            raise Refused("own_embedder", f"{', '.join(sorted(given))} cannot be chosen here", hint)
        self.ttl_config = ttl
        self._store = store
        self._fields: Sequence[str] = (index or {}).get("fields") or [WHOLE]
        self._past = store.items.past(as_of, known_at)
        self._index = index

    def at(self, *, as_of: Given | None = None, known_at: ours.KnownAt | None = None) -> AWHMStore:
        """The store as it was: what held at a time, or what the log knew at a position or a time; both together."""
        return AWHMStore(self._store, index=self._index, ttl=self.ttl_config, as_of=as_of, known_at=known_at)

    def history(self, namespace: tuple[str, ...], key: str) -> list[ours.Version]:
        """Every value that a key was given, and every deletion, the oldest first."""
        return self._store.items.versions(namespace, key)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out some operations: all reads as things stood before, then all puts in one commit.

        Of several puts of one key the last counts. Raises Refused, Conflict, Damaged, InvalidNamespaceError.
        """
        results: list[Result] = []
        puts: dict[Place, PutOp] = {}
        read: list[ours.Item] = []
        for op in ops:
            validate_op_namespace(op)
            result: Result = None
            if isinstance(op, GetOp):
                result = self._get(op, read)
            elif isinstance(op, SearchOp):
                result = self._search(op, read)
            elif isinstance(op, ListNamespacesOp):
                result = self._namespaces(op)
            elif isinstance(op, PutOp):  # pyright: ignore[reportUnnecessaryIsInstance]
                puts[Place(op.namespace, op.key)] = op
            else:
                raise ValueError(f"Unknown operation type: {type(op)}")
            results.append(result)
        self._write(puts, read)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same in a thread, so that nothing waits for the disk."""
        return await asyncio.to_thread(self.batch, list(ops))

    # Reading ------------------------------------------------------------------------------------------

    def _get(self, op: GetOp, read: list[ours.Item]) -> Item | None:
        found = self._store.items.get(op.namespace, op.key, self._past)
        if found is None:
            return None
        if op.refresh_ttl:
            read.append(found)
        return Item(**_fields(found))

    def _search(self, op: SearchOp, read: list[ours.Item]) -> list[SearchItem]:
        prefix, wanted, items = op.namespace_prefix, op.filter, self._store.items
        page = slice(max(op.offset, 0), max(op.offset, 0) + max(op.limit, 0))
        if op.query and op.query.strip():
            scored: Sequence[tuple[ours.Item, float | None]] = items.search(
                op.query, prefix, page.stop, past=self._past, fits=lambda value: fits(as_object(value), wanted)
            )
        else:
            there = items.under(prefix, self._past)
            scored = [(item, None) for item in there if fits(as_object(item.value), wanted)]
        found = scored[page]
        if op.refresh_ttl:
            read += [item for item, _ in found]
        return [SearchItem(**_fields(item), score=score) for item, score in found]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        there = {place.namespace for place in self._store.items.places((), self._past)}
        conditions = op.match_conditions or ()
        found = {one[: op.max_depth] for one in there if all(_matches(one, condition) for condition in conditions)}
        return sorted(found)[op.offset : op.offset + op.limit]

    # Writing ------------------------------------------------------------------------------------------

    def _write(self, puts: dict[Place, PutOp], read: Sequence[ours.Item]) -> None:
        past = self._past != ours.NOW
        if puts and past:
            raise Refused("past", "this store shows the past", "Put it into the store that shows what there is now.")
        commands = [self._command(place, op) for place, op in puts.items()]
        at = clock()
        due = dict.fromkeys(Place(item.namespace, item.key) for item in read if _is_due(item, at))
        renewed = [RenewItem(place) for place in due if place not in puts and not past]
        commands += renewed
        if not commands:
            return
        if puts:
            refuse_paused(self._store)
        # Of two puts the last one counts, whoever was first; but what is renewed must still be what was read.
        self._store.items.change(lambda _: commands, dict.fromkeys(one.place.namespace for one in renewed))

    def _command(self, place: Place, op: PutOp) -> ItemCommand:
        if op.value is None:
            return DeleteItem(place)
        if not place.namespace:
            raise InvalidNamespaceError("Namespace cannot be empty.")
        # What another process could read back is what is kept: a tuple is a list, and a number that is a key a text.
        value: dict[str, Any] = json.loads(json.dumps(dict(op.value)))
        return PutItem(place, self._text(value, op.index), value, lasting(op.ttl))

    def _text(self, value: dict[str, Any], index: object) -> str | None:
        """What a value is found by; None for nothing."""
        if index is False:
            return None
        paths = cast("Sequence[str]", index) if index is not None else self._fields
        texts = [text for path in paths for text in (leaves(value) if path == WHOLE else get_text_at_path(value, path))]
        return "\n".join(texts) or None


def _fields(item: ours.Item) -> dict[str, Any]:
    created, updated = (_EPOCH + timedelta(milliseconds=ms) for ms in (item.created, item.updated))
    value = as_object(item.value)
    names = {"namespace": item.namespace, "key": item.key, "value": value}
    return {**names, "created_at": created, "updated_at": updated}


def _is_due(item: ours.Item, at: int) -> bool:
    """Whether a read renews an item: it ends by itself, and has stood for a part of its time."""
    return item.expires is not None and item.lasts is not None and item.expires - at <= item.lasts * (1 - _RENEWED)


def _matches(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    labels = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for label, wanted in zip(labels, path, strict=True))
