"""A session: one conversation with memory. AWHM Lite's `AWHMSession`, over an event log."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from awhm.audit_stream import OnEvent
from awhm.commands.command import EndSession, RecordRecalls, StartSession
from awhm.commands.decide import decide
from awhm.commands.state import State
from awhm.config import AWHMConfig
from awhm.erasure import DeletionResult
from awhm.errors import Conflict, Refused
from awhm.events.append_raw import clock, new_id
from awhm.jobs.context import Context, Count
from awhm.language.text import clean
from awhm.language.time import Given
from awhm.projections.buffer import tail
from awhm.projections.filters import Filters
from awhm.store import KnownAt, Store
from awhm.types import RetrievalResult, Role

if TYPE_CHECKING:
    from awhm.jobs.stage2 import LLMClient

MUCH = 1000  # messages waiting, of whatever session: more are left to `awhm consolidate`
_logger = logging.getLogger("awhm")


class AWHMSession:
    """A session of one store. Use `start_session`, then `log_message` and `query`; end it, or suspend it.

    Everything that was logged is on disk when the call returns, so a crash loses nothing and a session
    can be resumed under its id from any process.
    """

    def __init__(self, store: Store, session_id: str, *, shared: bool = False) -> None:
        """`shared`: other sessions use the store too, so ending this one does not close it."""
        self.config = store.config
        self.session_id = clean(session_id)  # as the log keeps it, or the views would not know it
        self.store = store
        self._shared = shared
        self._shown: dict[int, list[int]] = {}
        self._turn = 0
        self._closed = False
        self._waiting = 0  # messages since this session last consolidated

    @classmethod
    def start_session(
        cls,
        config: AWHMConfig | None = None,
        session_id: str | None = None,
        use_mock_embeddings: bool = False,
        llm_client: LLMClient | None = None,
        *,
        client: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        on_event: OnEvent | None = None,
        with_payload: bool = False,
    ) -> Self:
        """Open a session, new or known; without an id it gets a random one.

        Nothing is written before the first message, unless `client` or `metadata` say something to keep.
        `on_event` is called with each event that this session writes, once it is on the disk: a dict of what its
        header holds, and with `with_payload` what it says.
        `llm_client` reads what is consolidated, in place of the model that the settings name, if `stage2_enabled`; if
        not, it is never asked.
        Raises Refused for a bad id, client or metadata, and Refused, Conflict or Damaged if the store
        cannot be opened.
        """
        name = session_id if session_id is not None else str(uuid.uuid4())
        start = StartSession(new_id(), name, clock(), client, metadata or {})
        decide(start, State(), b"")  # refuses a bad name before there is a store, or a message to lose
        settings = config or AWHMConfig()
        store = Store(settings, mock=use_mock_embeddings, on_event=on_event, with_payload=with_payload)
        store.refinement.client = llm_client
        try:
            session = cls(store, name)
            if client is not None or metadata:
                store.handle(start)
        except BaseException:
            store.close()
            raise
        return session

    def log_message(
        self,
        role: Role | str,
        content: str,
        metadata: Mapping[str, Any] | None = None,
        *,
        timestamp: Given | None = None,
        speaker: str | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Keep one message, durably; returns its id.

        `timestamp` is when it was said (default: now), `speaker` who said it. A second call with the same
        `idempotency_key` changes nothing. Raises Refused (an unknown role, a blank message, metadata that
        is not JSON, a bad time), Conflict (the store is locked), Damaged.
        """
        self._refuse_closed()
        position, _ = self.store.log_message(
            self.session_id,
            str(role.value if isinstance(role, Role) else role),
            content,
            metadata,
            timestamp=timestamp,
            speaker=speaker,
            idempotency_key=idempotency_key,
        )
        self._turn += 1
        self._waiting += 1
        every = self.config.consolidate_every
        if every and self._waiting >= every:
            self._waiting = 0
            self._consolidate()
        return f"m{position}"

    def query(
        self,
        query_text: str,
        k: int | None = None,
        include_history: bool | None = None,
        with_trace: bool | None = None,
        as_of: Given | None = None,
        semantic: bool = True,
        *,
        known_at: KnownAt | None = None,
        min_score: float | None = None,
        when: str | None = None,
        filters: Filters | Mapping[str, Any] | None = None,
        scopes: str | Iterable[str] | None = None,
    ) -> list[RetrievalResult]:
        """The messages that answer best, best first; empty when nothing is relevant.

        `as_of` leaves out what was said later, `known_at` (a position or a time) what the log learnt later.
        `semantic=False` uses no model at all. The turn that asks is never among the answers. What no longer
        holds is shown with `include_history` alone (default: the setting). `when` is a period, such as "last 3
        days": only what was said in it is shown. `filters` limit what may answer: `awhm.Filters`, or its fields as a
        mapping. `scopes` are asked in place of one's own.
        Raises Refused for a blank question, a bad `k`, time or filter, an unknown name or scope.
        """
        self._refuse_closed()
        results = self.store.recall(
            query_text,
            k=k,
            with_trace=with_trace,
            as_of=as_of,
            semantic=semantic,
            until=self.store.until(known_at),
            min_score=min_score,
            session=self.session_id,
            include_history=include_history,
            when=when,
            filters=filters,
            scopes=scopes,
        )
        if as_of is None and known_at is None:
            self._show(result.id for result in results)
        return results

    def context(
        self,
        query_text: str,
        max_tokens: int | None = None,
        k: int | None = None,
        include_history: bool | None = None,
        as_of: Given | None = None,
        semantic: bool = True,
        *,
        known_at: KnownAt | None = None,
        min_score: float | None = None,
        when: str | None = None,
        count: Count | None = None,
        with_trace: bool | None = None,
        filters: Filters | Mapping[str, Any] | None = None,
        scopes: str | Iterable[str] | None = None,
    ) -> Context:
        """What `query` finds as one text for a model, marked as data; `text` is "" when nothing is relevant.

        Never more than `max_tokens` (default: the setting `context_tokens`), as `count` counts them: the model's own
        counter, else `awhm.jobs.context_tokens.estimate`, which rather counts too many. At most `k` messages, each
        thing once. What no longer holds is in it with `include_history` alone, and marked. The other options are
        those of `query`.
        Raises Refused as `query` does, and for a bad `max_tokens`.
        """
        self._refuse_closed()
        context = self.store.context(
            query_text,
            max_tokens=max_tokens,
            count=count,
            with_trace=with_trace,
            k=k,
            as_of=as_of,
            semantic=semantic,
            until=self.store.until(known_at),
            min_score=min_score,
            session=self.session_id,
            include_history=include_history,
            when=when,
            filters=filters,
            scopes=scopes,
        )
        if as_of is None and known_at is None:
            self._show(context.shown)
        return context

    def consolidate(self) -> dict[str, int]:
        """Turn all messages that are waiting into memories; how many new ones, by session that had some waiting.

        With `stage2_enabled` a language model then reads them too. If it fails, that is logged, and they wait for it.
        """
        self._refuse_closed()
        done = self.store.consolidate().sessions
        for name, number in self._refined(None).items():
            done[name] = done.get(name, 0) + number
        return done

    def consolidate_current(self) -> int:
        """Turn this session's messages that are waiting into memories; how many new ones."""
        self._refuse_closed()
        self._waiting = 0
        done = self.store.consolidate(session=self.session_id).memories
        return done + sum(self._refined(self.session_id).values())

    def create_snapshot(self, name: str | None = None) -> str:
        """Name the position that the log has reached; returns the name. No copy is made. Raises Refused."""
        self._refuse_closed()
        return self.store.snapshots.create(name).name

    def list_snapshots(self) -> list[str]:
        """The names of the snapshots, the newest first."""
        self._refuse_closed()
        return [one.name for one in self.store.snapshots.list()]

    def restore_snapshot(self, name: str) -> None:
        """Make the memories again what they were at a snapshot; see `Snapshots.restore`. Raises Refused."""
        self._refuse_closed()
        self.store.snapshots.restore(name)

    def delete_node(self, node_id: str) -> DeletionResult:
        """Erase a memory, an entity or a message for good, by its id, with all that was made of it.

        Of a message that says other things too only the part goes. Nothing is written for an unknown id. Raises
        Conflict where it is gone from the log but not yet from everywhere: it is gone on with at the next start.
        """
        self._refuse_closed()
        return self.store.delete(node_id)

    def status(self) -> dict[str, Any]:
        """The store's status, and this session's: `session_id`, `buffer_entries`, `log_messages`."""
        self._refuse_closed()
        status = self.store.status()
        counted = self.store.sessions().positions(self.session_id)
        buffer = self.store.keeper.view("buffer").state
        return {
            "session_id": self.session_id,
            "buffer_entries": len(tail(buffer, self.session_id)),
            "log_messages": len(counted),
            **status,
        }

    def suspend(self) -> None:
        """Let go of the store; the session stays open and can be resumed under its id. Twice is no error."""
        if self._closed:
            return
        self._closed = True
        try:
            self._record_recalls()
        finally:
            self._let_go()

    def end_session(self) -> None:
        """End the session and let go of the store. Twice, or after `suspend`, is no error."""
        if self._closed:
            return
        self._closed = True
        try:
            self._record_recalls()
            self.store.handle(EndSession(new_id(), self.session_id, clock()))
            if self.config.consolidate_at_end:
                self._consolidate()
                self._refined(self.session_id, retry=True)
            self.store.anchors.publish_unasked()
        finally:
            self._let_go()

    def _let_go(self) -> None:
        if not self._shared:
            self.store.close()

    def _consolidate(self) -> None:
        """Consolidate on the way; where others are doing it all the time, leave it to them.

        A large import that nobody has consolidated yet is none of this session's business, and takes its time.
        """
        much = self.store.unconsolidated() > MUCH
        try:
            self.store.consolidate(session=self.session_id if much else None)
        except Conflict as busy:
            _logger.warning("what was said is on disk, and not consolidated yet: %s", busy)

    def _refined(self, session: str | None, *, retry: bool = False) -> dict[str, int]:
        """Have a model read, if the settings say so; the new memories by session. What is missing is only logged."""
        if not self.config.stage2_enabled:
            return {}
        try:
            return self.store.refinement.run(session=session, retry=retry).sessions
        except (Conflict, Refused) as error:
            _logger.warning("no language model has read what was said: %s %s", error, error.hint)
            return {}

    def _show(self, ids: Iterable[str]) -> None:
        """Remember which messages were shown in this turn."""
        for name in ids:
            self._shown.setdefault(int(name[1:]), []).append(self._turn)

    def _record_recalls(self) -> None:
        """One event for all that was shown, so that asking itself never waits for a write."""
        shown = {position: tuple(turns) for position, turns in self._shown.items()}
        self._shown = {}
        if shown:  # messages of other scopes, where such were asked, are not this one's to count
            rows = self.store.sessions().rows_of(list(shown)).tolist()
            shown = {position: turns for (position, turns), row in zip(shown.items(), rows, strict=True) if row >= 0}
        if shown:
            self.store.handle(RecordRecalls(new_id(), self.session_id, shown))

    def _refuse_closed(self) -> None:
        if self._closed:
            hint = "Start it again with its session_id to go on."
            raise Refused("session_closed", f"session {self.session_id!r} is suspended or ended", hint)

    def __enter__(self) -> Self:
        """The session itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the session, also after an exception."""
        self.end_session()
