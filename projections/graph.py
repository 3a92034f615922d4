"""The graph: what messages say, the memories made of it, and all that ever changed them.

The state is a row for each event, in columns; whatever is asked is worked out from the rows. So erasing an
event is dropping its row, and the graph as it was known at a position is the rows up to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence, ValuesView

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array, Parts
from awhm.events.lineage import Lineage
from awhm.projections.graph_lookup import Lookup
from awhm.projections.graph_rows import (
    TABLES,
    add_change,
    add_link,
    add_recall,
    add_restore,
    add_said,
    read_changes,
    read_links,
    read_restores,
    read_said,
)
from awhm.projections.memory import PLACES, Change, Link, Memory, Said, asked_key, key_of, memory_id
from awhm.projections.records import Records

__all__ = ["GRAPH", "Graph", "GraphFold"]


class Graph:
    """The state. Answers about it beyond these are in `graph_questions`.

    A memory none of whose statements is known any more has windows but no words; it is not shown.
    """

    def __init__(self, tables: Mapping[str, Records] | None = None) -> None:
        """A graph of these tables, by the names of `TABLES`; an empty one without."""
        self.tables = tables or {name: Records(*dtypes) for name, dtypes in TABLES.items()}
        self._lookup: Lookup | None = None
        self._lineage: Lineage | None = None
        self._statements: dict[int, list[Said]] = {}
        self._memories: dict[int, Memory] = {}
        self._said: dict[str, list[Said]] = {}
        self._disputes: dict[str, list[str]] | None = None

    @property
    def statements(self) -> Mapping[str, Said]:
        """Every statement that was ever extracted, by id; those of later extractions beside the earlier ones."""
        return _Statements(self)

    @property
    def memories(self) -> Mapping[str, Memory]:
        """Every memory by its id, those without known words too; in the order of their numbers."""
        return _Memories(self)

    @property
    def links(self) -> list[Link]:
        """The relations between memories, in the order of the log."""
        return read_links(self.tables["links"])

    @property
    def disputes(self) -> Mapping[str, Sequence[str]]:
        """The memories that were ever put in dispute, and those that each contradicts; in the order of the log.

        What a restore has set back does not count.
        """
        if self._disputes is None:
            self._disputes = {}
            for link in self.links:
                if link.relation == "disputes" and self.lineage.counts(link.position):
                    self._disputes.setdefault(link.memory, []).append(link.other)
        return self._disputes

    @property
    def lineage(self) -> Lineage:
        """What of the log counts, after all restores."""
        if self._lineage is None:
            self._lineage = Lineage(read_restores(self.tables["restores"]))
        return self._lineage

    @property
    def lookup(self) -> Lookup:
        """Where what is; made when first asked for after a change."""
        if self._lookup is None:
            self._lookup = Lookup(self.tables, self.lineage)
        return self._lookup

    def known(self, memory: str) -> bool:
        """Whether a memory is there and a statement that it was made from is still known."""
        key = asked_key(memory, "n")
        place = -1 if key is None else self.lookup.place(key)
        return place >= 0 and bool(self.lookup.known[place])

    def by_message(self, message: int) -> tuple[str, ...]:
        """The ids of what a message (its position) says, by its latest extraction; none for an unknown one."""
        rows = self.lookup.extractions(message)
        return tuple(one.id for one in self.extracted(rows[-1])) if rows else ()

    def memory_of(self, statement: str) -> str | None:
        """The memory that a statement belongs to: the last one that it came to."""
        asked = asked_key(statement, "s")
        key = 0 if asked is None else self.lookup.memory_of(asked)
        return memory_id(key) if key else None

    def said(self, memory: str) -> list[Said]:
        """The known statements that a memory was made from, in their order; shared, not to be changed.

        Raises KeyError for an unknown memory.
        """
        found = self._said.get(memory)
        if found is None:
            made = [self.statement(key_of(number)) for number in self.memories[memory].statements]
            found = self._said[memory] = [one for one in made if one is not None]
        return found

    def upto(self, position: int) -> Graph:
        """The graph as it was known at a position, less what was erased since."""
        return Graph({name: table.upto(position) for name, table in self.tables.items()})

    def stale(self) -> None:
        """Forget what was worked out from the rows: they have changed."""
        self._lookup = None
        self._lineage = None
        self._memories = {}
        self._said = {}
        self._disputes = None

    def erase(self, positions: Sequence[int]) -> None:
        """Drop the rows of these positions."""
        if any([table.drop(positions) for table in self.tables.values()]):
            self.stale()
            for position in positions:
                self._statements.pop(position, None)

    def extracted(self, row: int) -> list[Said]:
        """The statements of one row of "said"; shared, not to be changed."""
        position = int(self.tables["said"].positions()[row])
        found = self._statements.get(position)
        if found is None:
            found = self._statements[position] = read_said(self.tables["said"], [row])[0]
        return found

    def statement(self, key: int) -> Said | None:
        """A statement by its number; None if it is not known."""
        made, place = self._statements.get(key >> PLACES), key & (1 << PLACES) - 1
        if made is None:
            found = self.lookup.statement(key)
            if found is None:
                return None
            made = self.extracted(found[0])
        return made[place] if place < len(made) else None

    def all_said(self) -> list[Said]:
        """Every statement, in the order of the log; much faster than one by one."""
        positions = self.tables["said"].positions().tolist()
        if len(self._statements) < len(positions):
            self._statements = dict(zip(positions, read_said(self.tables["said"], range(len(positions))), strict=True))
        return [one for position in positions for one in self._statements[position]]

    def memory(self, key: int) -> Memory:
        """A memory by its number. Raises KeyError if there is none."""
        found = self._memories.get(key)
        if found is None:
            rows = self.lookup.changes_of(key)
            if not rows:
                raise KeyError(memory_id(key))
            found = self._memories[key] = self._memory(key, read_changes(self.tables["changes"], rows))
        return found

    def _memory(self, key: int, changes: Sequence[Change]) -> Memory:
        if self.lineage.whole:
            return Memory(memory_id(key), tuple(changes))
        counting = tuple(change for change in changes if self.lineage.counts(change.position))
        return Memory(memory_id(key), tuple(changes), counting)

    def all_memories(self) -> list[Memory]:
        """Every memory, in the order of their numbers; much faster than one by one."""
        lookup = self.lookup
        if len(self._memories) < len(lookup.keys):
            changes = read_changes(self.tables["changes"], lookup.order.tolist())
            bounds = [*lookup.starts.tolist(), len(changes)]
            for place, key in enumerate(lookup.keys.tolist()):
                if key not in self._memories:
                    self._memories[key] = self._memory(key, changes[bounds[place] : bounds[place + 1]])
        return [self._memories[key] for key in lookup.keys.tolist()]


class _Statements(Mapping[str, Said]):
    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __getitem__(self, identifier: str) -> Said:
        key = asked_key(identifier, "s")
        found = None if key is None else self._graph.statement(key)
        if found is None:
            raise KeyError(identifier)
        return found

    def __iter__(self) -> Iterator[str]:
        return (one.id for one in self._graph.all_said())

    def __len__(self) -> int:
        return len(self._graph.tables["said"].lists["slots"].items())


class _Memories(Mapping[str, Memory]):
    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __getitem__(self, identifier: str) -> Memory:
        key = asked_key(identifier, "n")
        if key is None:
            raise KeyError(identifier)
        return self._graph.memory(key)

    def __iter__(self) -> Iterator[str]:
        return map(memory_id, self._graph.lookup.keys.tolist())

    def __len__(self) -> int:
        return len(self._graph.lookup.keys)

    def values(self) -> ValuesView[Memory]:
        self._graph.all_memories()
        return super().values()

    def items(self) -> ItemsView[str, Memory]:
        self._graph.all_memories()
        return super().items()


class GraphFold:
    """The fold behind the view "graph"."""

    name = "graph"
    version = "3"

    @property
    def reads(self) -> Mapping[Kind, Callable[[Graph, Recorded], None]]:
        """Statements, what becomes of memories, recalls, restores, and erasures."""
        return {
            Kind.STATEMENTS_EXTRACTED: _extracted,
            Kind.MEMORY_FORMED: _changed,
            Kind.MEMORY_REINFORCED: _changed,
            Kind.MEMORY_SUPERSEDED: _changed,
            Kind.MEMORY_RETRACTED: _changed,
            Kind.MEMORY_RESTORED: _changed,
            Kind.MEMORIES_LINKED: _linked,
            Kind.MEMORIES_RECALLED: _recalled,
            Kind.STORE_RESTORED: _restored,
            Kind.PAYLOADS_ERASED: _erased,
        }

    def initial(self) -> Graph:
        """No statement yet."""
        return Graph()

    def digest(self, state: Graph) -> str:
        """SHA-256 over the rows of the tables."""
        digest = hashlib.sha256()
        for name in TABLES:
            digest.update(name.encode())
            state.tables[name].feed(digest)
        return digest.hexdigest()

    def dump(self, state: Graph) -> Parts:
        """The columns of the tables."""
        parts: dict[str, Array | bytes] = {}
        for name in TABLES:
            parts.update(state.tables[name].dump(name))
        return parts

    def load(self, parts: Parts) -> Graph:
        """The state back. Raises ValueError if the parts do not fit."""
        return Graph({name: Records.load(*dtypes, name, parts) for name, dtypes in TABLES.items()})


GRAPH = GraphFold()


def _extracted(state: Graph, event: Recorded) -> None:
    add_said(state.tables["said"], event)
    state.stale()


def _changed(state: Graph, event: Recorded) -> None:
    add_change(state.tables["changes"], event)
    state.stale()


def _linked(state: Graph, event: Recorded) -> None:
    add_link(state.tables["links"], event)
    state.stale()


def _recalled(state: Graph, event: Recorded) -> None:
    add_recall(state.tables["recalls"], event)
    state.stale()


def _restored(state: Graph, event: Recorded) -> None:
    add_restore(state.tables["restores"], event)
    state.stale()


def _erased(state: Graph, event: Recorded) -> None:
    state.erase(event.payload["positions"])
