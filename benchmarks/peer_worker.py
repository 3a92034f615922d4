"""One system under measurement, in its own virtual environment: `python peer_worker.py NAME TASK.json RESULT.json`.

Only the standard library and the system itself are imported here. The task has `folder`, `url` of the embedding
server, `k`, `messages` (content, session, speaker, role, time in ISO 8601) and `questions`. The result has for each
question the places of the messages found, best first; CPU seconds of starting, of taking the messages in and of
answering, those of the embedding server included; how many texts that server embedded; what went wrong; and the
version. Each system is used as its documentation says, with its defaults but for what benchmarks/README.md names.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
import urllib.request
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

Task = dict[str, Any]
Found = list[list[int]]
EXAMPLES = 5  # errors of each kind that are kept in words


def _module(name: str) -> Any:
    """A module of the peer, without the types that only its own environment knows."""
    return import_module(name)


class Meter:
    """What is spent, by this process and by the embedding server, and what goes wrong.

    Nothing that a peer refuses, raises or only logs passes in silence: a message that was not stored (`store`), a
    question that was not answered (`answer`), a result that is no message (`result`), a vector that was not made
    (`vector`), an error in its log (`log`); and, as `warning`, warnings there.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self.spent: dict[str, float] = {}
        self.texts: dict[str, int] = {}
        self.errors: dict[str, int] = {}
        self.examples: dict[str, list[str]] = {}
        self._last = (0.0, *self._server())  # the process itself started at zero

    def _server(self) -> tuple[float, int]:
        with urllib.request.urlopen(self._url + "/spent") as answer:
            spent = json.loads(answer.read())
        return spent["cpu"], spent["texts"]

    def lap(self, name: str) -> None:
        """What was spent since the last lap: user and system time, that of processes that have ended included."""
        own, cpu, texts = sum(os.times()[:4]), *self._server()
        self.spent[name] = own - self._last[0] + cpu - self._last[1]
        self.texts[name] = texts - self._last[2]
        self._last = (own, cpu, texts)

    def error(self, kind: str, text: object) -> None:
        """Count one."""
        self.errors[kind] = self.errors.get(kind, 0) + 1
        examples = self.examples.setdefault(kind, [])
        if len(examples) < EXAMPLES:
            examples.append(str(text)[:300])

    def listen(self) -> None:
        """Count what is logged from now on."""
        logging.getLogger().addHandler(_Listener(self))

    def places(self, results: Iterable[Any], place: Callable[[Any], int]) -> list[int]:
        """Where the messages of some results stand, each once; what is no message is counted."""
        found: dict[int, None] = {}
        for result in results:
            try:
                found.setdefault(place(result))
            except (KeyError, TypeError, ValueError) as error:
                self.error("result", f"{type(error).__name__}: {error}")
        return list(found)


class _Listener(logging.Handler):
    """Hands warnings and worse to a meter."""

    def __init__(self, meter: Meter) -> None:
        super().__init__(logging.WARNING)
        self._meter = meter

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        kind = "warning" if record.levelno < logging.ERROR else "log"
        self._meter.error(kind, f"{record.name}: {record.getMessage()}")


async def _measured(
    task: Task,
    meter: Meter,
    store: Callable[[int, dict[str, str]], Awaitable[None]],
    ask: Callable[[str], Awaitable[list[int]]],
) -> Found:
    """Store every message, ask every question. An error of one ends neither; it counts, and its answer is empty."""
    meter.lap("start")
    for place, one in enumerate(task["messages"]):
        try:
            await store(place, one)
        except Exception as error:  # whatever it is: the peer's own errors are counted here and nowhere else
            meter.error("store", f"{type(error).__name__}: {error}")
    meter.lap("ingest")
    found: Found = []
    for question in task["questions"]:
        try:
            found.append(await ask(question))
        except Exception as error:  # as above
            meter.error("answer", f"{type(error).__name__}: {error}")
            found.append([])
    meter.lap("query")
    return found


def awhm(task: Task, meter: Meter, *, semantic: bool = True) -> Found:
    """This project: logged, consolidated and embedded; asked as it is asked by default, or by words alone."""
    from awhm.config import AWHMConfig
    from awhm.store import Store

    store = Store(AWHMConfig(data_dir=Path(task["folder"]), embed_threads=1))
    known: dict[str, int] = {}
    if semantic and (embedder := store.recaller.embedder()) is not None:
        embedder.encode_single("warm")  # as the server is when a peer starts
    meter.lap("start")
    for place, one in enumerate(task["messages"]):
        position, _ = store.log_message(
            one["session"], one["role"], one["content"], timestamp=one["time"], speaker=one["speaker"]
        )
        known[f"m{position}"] = place
    store.consolidate()
    if semantic:
        store.recaller.embed_pending()
        if left := store.recaller.pending():
            meter.error("vector", f"{left} passages have none")
    meter.lap("ingest")
    found = [
        meter.places(store.recall(question, k=task["k"], semantic=semantic), lambda hit: known[hit.id])
        for question in task["questions"]
    ]
    meter.lap("query")
    store.close()
    return found


def rank_bm25(task: Task, meter: Meter) -> Found:
    """The floor that everybody has to beat: BM25 over runs of letters and digits, in small letters."""
    peer = _module("rank_bm25")
    meter.lap("start")
    known: Any = peer.BM25Okapi([re.findall(r"\w+", one["content"].lower()) for one in task["messages"]])
    meter.lap("ingest")
    found: Found = []
    for question in task["questions"]:
        scores: list[float] = known.get_scores(re.findall(r"\w+", question.lower())).tolist()
        best = sorted(zip(scores, range(0, -len(scores), -1), strict=True), reverse=True)  # of equals the first
        found.append([-place for _, place in best[: task["k"]]])
    meter.lap("query")
    return found


def engrava(task: Task, meter: Meter, *, vectors: bool = False) -> Found:
    """Engrava as it comes, which is full-text search; or with vectors from the server besides."""
    return asyncio.run(_engrava(task, meter, vectors))


async def _engrava(task: Task, meter: Meter, vectors: bool) -> Found:
    aiosqlite, peer = _module("aiosqlite"), _module("engrava")
    further: dict[str, Any] = {}
    if vectors:
        provider = _module("engrava.embeddings.openai_compatible").OpenAICompatibleProvider
        further["embedding_provider"] = provider("all-MiniLM-L6-v2", task["url"] + "/v1", "none", 384)
        further["auto_embed"] = True
    async with aiosqlite.connect(os.path.join(task["folder"], "engrava.db")) as connection:
        connection.row_factory = aiosqlite.Row
        core = peer.SqliteEngravaCore(connection, **further)
        await core.ensure_schema()
        known: dict[str, int] = {}

        async def store(place: int, one: dict[str, str]) -> None:
            known[(await core.remember(one["content"])).thought_id] = place

        async def ask(question: str) -> list[int]:
            results = (await core.recall(question, top_k=task["k"])).results
            return meter.places(results, lambda result: known[result[0]])

        return await _measured(task, meter, store, ask)


def cpersona(task: Task, meter: Meter) -> Found:
    """CPersona with its embedding over HTTP; what it returns comes best last."""
    os.environ.update(
        CPERSONA_DB_PATH=os.path.join(task["folder"], "cpersona.db"), CPERSONA_UPDATE_CHECK="false",
        CPERSONA_EMBEDDING_MODE="http", CPERSONA_EMBEDDING_URL=task["url"] + "/embed",
    )  # fmt: skip
    return asyncio.run(_cpersona(task, meter))


async def _cpersona(task: Task, meter: Meter) -> Found:
    database, handlers = _module("cpersona.database"), _module("cpersona.memory_handlers")
    vector = _module("cpersona.vector")
    await database.get_db()
    vector._embedding_client = vector.build_embedding_client()
    await vector._embedding_client.initialize()

    async def store(place: int, one: dict[str, str]) -> None:
        source = {"type": "User", "id": one["speaker"], "name": one["speaker"]}
        message = {"id": str(place), "content": one["content"], "source": source, "timestamp": one["time"]}
        answer = await handlers.do_store("agent", message)
        if answer.get("result") != "stored":
            meter.error("store", answer)
        elif not answer.get("embedded"):
            meter.error("vector", answer)

    async def ask(question: str) -> list[int]:
        answer = await handlers.do_recall("agent", question, task["k"])
        if answer.get("ok") is False or "error" in answer:
            meter.error("answer", answer)
        return meter.places(answer["messages"][::-1], lambda one: int(one["id"]))

    return await _measured(task, meter, store, ask)


def mempalace(task: Task, meter: Meter, *, backend: str | None = None, strategy: str = "vector") -> Found:
    """MemPalace on a backend (None: its default) with a candidate strategy; it ranks by words and vectors after."""
    palace, searcher = _module("mempalace.palace"), _module("mempalace.searcher")
    folder = os.path.join(task["folder"], "palace")
    rooms = palace.get_collection(folder, create=True, backend=backend)

    async def store(place: int, one: dict[str, str]) -> None:
        about = {
            "wing": "w", "room": one["session"], "source_file": str(place), "chunk_index": 0, "filed_at": one["time"],
        }  # fmt: skip
        rooms.upsert(documents=[one["content"]], ids=[str(place)], metadatas=[about])

    async def ask(question: str) -> list[int]:
        answer = searcher.search_memories(question, folder, wing="w", n_results=task["k"], candidate_strategy=strategy)
        if "error" in answer:
            meter.error("answer", answer["error"])
        return meter.places(answer.get("results", ()), lambda hit: int(hit["source_path"]))

    return asyncio.run(_measured(task, meter, store, ask))


def mcp_memory_service(task: Task, meter: Meter, *, mode: str = "semantic") -> Found:
    """mcp-memory-service on sqlite-vec, in a mode of its search."""
    os.environ.update(
        MCP_SEMANTIC_DEDUP_ENABLED="false", MCP_QUALITY_SYSTEM_ENABLED="false",
        MCP_EXTERNAL_EMBEDDING_URL=task["url"] + "/v1/embeddings",
    )  # fmt: skip
    return asyncio.run(_mcp_memory_service(task, meter, mode))


async def _mcp_memory_service(task: Task, meter: Meter, mode: str) -> Found:
    memory = _module("mcp_memory_service.models.memory").Memory
    generate_content_hash = _module("mcp_memory_service.utils.hashing").generate_content_hash
    storage = _module("mcp_memory_service.storage.sqlite_vec").SqliteVecMemoryStorage(
        os.path.join(task["folder"], "memory.db")
    )
    await storage.initialize()
    known: dict[str, int] = {}

    async def store(place: int, one: dict[str, str]) -> None:
        identifier = generate_content_hash(one["content"])
        stored, why = await storage.store(
            memory(content=one["content"], content_hash=identifier, tags=[one["session"]], memory_type="note")
        )
        if stored:
            known[identifier] = place
        else:
            meter.error("store", why)

    async def ask(question: str) -> list[int]:
        answer = await storage.search_memories(query=question, mode=mode, limit=task["k"])
        if answer.get("error"):
            meter.error("answer", answer["error"])
        return meter.places(answer["memories"], lambda hit: known[hit["content_hash"]])

    return await _measured(task, meter, store, ask)


PEERS: dict[str, Callable[[Task, Meter], Found]] = {
    "awhm": awhm,
    "awhm-words": partial(awhm, semantic=False),
    "rank_bm25": rank_bm25,
    "engrava": engrava,
    "engrava-vectors": partial(engrava, vectors=True),
    "cpersona": cpersona,
    "mempalace": mempalace,
    "mempalace-union": partial(mempalace, backend="sqlite_exact", strategy="union"),
    "mcp-memory-service": mcp_memory_service,
    "mcp-memory-service-hybrid": partial(mcp_memory_service, mode="hybrid"),
}


def main() -> None:
    """Read the task, measure, write the result."""
    name, task_file, result_file = sys.argv[1:]
    task: Task = json.loads(Path(task_file).read_text(encoding="utf-8"))
    meter = Meter(task["url"])
    meter.listen()
    found = PEERS[name](task, meter)
    result = {
        "found": found, "spent": meter.spent, "texts": meter.texts, "errors": meter.errors,
        "examples": meter.examples, "version": version(task["distribution"]),
    }  # fmt: skip
    Path(result_file).write_text(json.dumps(result), encoding="utf-8")
    os._exit(0)  # some leave threads behind that never end


if __name__ == "__main__":
    main()
