"""One peer under measurement, in its own virtual environment: `python peer_worker.py PEER TASK.json RESULT.json`.

Only the standard library and the peer are imported here. The task has `folder`, `url` of the embedding server, `k`,
`messages` (content, session, speaker, role, time in ISO 8601) and `questions`. The result has for each question the
places of the messages found, best first; CPU seconds of taking the messages in and of answering, those of the
embedding server included; and what the peer says of itself. Each peer is used as its documentation says, with its
defaults; docs/decisions and benchmarks/README.md say what that means.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
import urllib.request
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

Task = dict[str, Any]
Found = list[list[int]]


def _module(name: str) -> Any:
    """A module of the peer, without the types that only its own environment knows."""
    return import_module(name)


class Clock:
    """CPU seconds of this process and of the embedding server."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.spent: dict[str, float] = {}
        self._last = self._now()

    def _now(self) -> float:
        with urllib.request.urlopen(self._url + "/cpu") as answer:
            return time.process_time() + float(answer.read())

    def lap(self, name: str) -> None:
        """What was spent since the last lap."""
        now = self._now()
        self.spent[name] = now - self._last
        self._last = self._now()


def awhm(task: Task, clock: Clock) -> Found:
    """This project: logged, consolidated and embedded; asked as it is asked by default."""
    from awhm.config import AWHMConfig
    from awhm.store import Store

    store = Store(AWHMConfig(data_dir=Path(task["folder"]), embed_threads=1))
    places: dict[str, int] = {}
    for place, one in enumerate(task["messages"]):
        position, _ = store.log_message(
            one["session"], one["role"], one["content"], timestamp=one["time"], speaker=one["speaker"]
        )
        places[f"m{position}"] = place
    store.consolidate()
    store.recaller.embed_pending()
    clock.lap("ingest")
    found = [[places[hit.id] for hit in store.recall(question, k=task["k"])] for question in task["questions"]]
    clock.lap("query")
    store.close()
    return found


def rank_bm25(task: Task, clock: Clock) -> Found:
    """The floor that everybody has to beat: BM25 over runs of letters and digits, in small letters."""
    known: Any = _module("rank_bm25").BM25Okapi(
        [re.findall(r"\w+", one["content"].lower()) for one in task["messages"]]
    )
    clock.lap("ingest")
    found: Found = []
    for question in task["questions"]:
        scores: list[float] = known.get_scores(re.findall(r"\w+", question.lower())).tolist()
        best = sorted(zip(scores, range(0, -len(scores), -1), strict=True), reverse=True)  # of equals the first
        found.append([-place for _, place in best[: task["k"]]])
    clock.lap("query")
    return found


def engrava(task: Task, clock: Clock) -> Found:
    """Engrava without a model: full-text search, as it comes."""
    return asyncio.run(_engrava(task, clock))


async def _engrava(task: Task, clock: Clock) -> Found:
    aiosqlite, peer = _module("aiosqlite"), _module("engrava")
    async with aiosqlite.connect(os.path.join(task["folder"], "engrava.db")) as connection:
        connection.row_factory = aiosqlite.Row
        core = peer.SqliteEngravaCore(connection)
        await core.ensure_schema()
        places = {(await core.remember(one["content"])).thought_id: i for i, one in enumerate(task["messages"])}
        clock.lap("ingest")
        found: Found = []
        for question in task["questions"]:
            results = (await core.recall(question, top_k=task["k"])).results
            found.append([places[identifier] for identifier, *_ in results if identifier in places])
        clock.lap("query")
        return found


def cpersona(task: Task, clock: Clock) -> Found:
    """CPersona with its embedding over HTTP; what it returns comes best last."""
    os.environ.update(
        CPERSONA_DB_PATH=os.path.join(task["folder"], "cpersona.db"), CPERSONA_UPDATE_CHECK="false",
        CPERSONA_EMBEDDING_MODE="http", CPERSONA_EMBEDDING_URL=task["url"] + "/embed",
    )  # fmt: skip
    return asyncio.run(_cpersona(task, clock))


async def _cpersona(task: Task, clock: Clock) -> Found:
    database, handlers = _module("cpersona.database"), _module("cpersona.memory_handlers")
    vector = _module("cpersona.vector")
    await database.get_db()
    vector._embedding_client = vector.build_embedding_client()
    await vector._embedding_client.initialize()
    places: dict[str, int] = {}
    for place, one in enumerate(task["messages"]):
        source = {"type": "User", "id": one["speaker"], "name": one["speaker"]}
        message = {"id": str(place), "content": one["content"], "source": source, "timestamp": one["time"]}
        await handlers.do_store("agent", message)
        places.setdefault(one["content"].strip(), place)
    clock.lap("ingest")
    found: Found = []
    for question in task["questions"]:
        messages = (await handlers.do_recall("agent", question, task["k"]))["messages"][::-1]
        found.append([places[one["content"].strip()] for one in messages if one["content"].strip() in places])
    clock.lap("query")
    return found


def mempalace(task: Task, clock: Clock) -> Found:
    """MemPalace on its SQLite backend, words and vectors together."""
    palace, searcher = _module("mempalace.palace"), _module("mempalace.searcher")
    folder = os.path.join(task["folder"], "palace")
    rooms = palace.get_collection(folder, create=True, backend="sqlite_exact")
    for place, one in enumerate(task["messages"]):
        about = {
            "wing": "w", "room": one["session"], "source_file": str(place), "chunk_index": 0, "filed_at": one["time"],
        }  # fmt: skip
        rooms.upsert(documents=[one["content"]], ids=[str(place)], metadatas=[about])
    clock.lap("ingest")
    found: Found = []
    for question in task["questions"]:
        hits = searcher.search_memories(question, folder, wing="w", n_results=task["k"], candidate_strategy="union")[
            "results"
        ]
        found.append([int(Path(hit["source_file"]).name) for hit in hits])
    clock.lap("query")
    return found


def mcp_memory_service(task: Task, clock: Clock) -> Found:
    """mcp-memory-service on sqlite-vec, its hybrid search."""
    os.environ.update(
        MCP_SEMANTIC_DEDUP_ENABLED="false", MCP_QUALITY_SYSTEM_ENABLED="false",
        MCP_EXTERNAL_EMBEDDING_URL=task["url"] + "/v1/embeddings",
    )  # fmt: skip
    return asyncio.run(_mcp_memory_service(task, clock))


async def _mcp_memory_service(task: Task, clock: Clock) -> Found:
    memory = _module("mcp_memory_service.models.memory").Memory
    generate_content_hash = _module("mcp_memory_service.utils.hashing").generate_content_hash
    storage = _module("mcp_memory_service.storage.sqlite_vec").SqliteVecMemoryStorage(
        os.path.join(task["folder"], "memory.db")
    )
    await storage.initialize()
    places: dict[str, int] = {}
    for place, one in enumerate(task["messages"]):
        identifier = generate_content_hash(one["content"])
        places.setdefault(identifier, place)
        await storage.store(
            memory(content=one["content"], content_hash=identifier, tags=[one["session"]], memory_type="note")
        )
    clock.lap("ingest")
    found: Found = []
    for question in task["questions"]:
        hits = await storage.retrieve_hybrid(question, n_results=task["k"])
        found.append([places[hit.memory.content_hash] for hit in hits])
    clock.lap("query")
    return found


PEERS = {
    "awhm": awhm,
    "rank_bm25": rank_bm25,
    "engrava": engrava,
    "cpersona": cpersona,
    "mempalace": mempalace,
    "mcp-memory-service": mcp_memory_service,
}


def main() -> None:
    """Read the task, measure, write the result."""
    name, task_file, result_file = sys.argv[1:]
    task: Task = json.loads(Path(task_file).read_text(encoding="utf-8"))
    clock = Clock(task["url"])
    found = PEERS[name](task, clock)
    result = {"found": found, "spent": clock.spent, "version": version(name)}
    Path(result_file).write_text(json.dumps(result), encoding="utf-8")
    os._exit(0)  # some leave threads behind that never end


if __name__ == "__main__":
    main()
