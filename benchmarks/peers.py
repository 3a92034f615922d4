"""How well do others recall, and at what cost? AWHM beside four memories that work without an LLM, and BM25.

Every peer is installed in a virtual environment of its own under `--dir`, at a fixed version, given a conversation of
LoCoMo (../shared/corpora) turn by turn, each as "Speaker: words", and asked the questions about it. Those that take
vectors from elsewhere get them from a server in this process: the very model that AWHM uses, on one thread. So the
embedder is the same for all. Each is measured at its defaults, some in a better setting besides.

Quality, over all questions with evidence, among the 20 best results: any of the evidence among the first ten
(any@10), how much of it (recall@10), nDCG@10 with all the evidence as the ideal, and whether a session with evidence
is among the first five sessions. Cost: CPU of the peer's process and of the server together, for starting, per
message and per question. Errors: messages that were not stored, questions that failed, results that are no message,
vectors that were not made, errors in the peer's log, failures of the server. A peer that cannot be had is named
with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

from awhm.adapters.minilm import MiniLM
from benchmarks.measure import machine
from benchmarks.recall import corpus

K = 20  # results that are asked for
WORKER = Path(__file__).with_name("peer_worker.py")
LOOPBACK = "127.0.0.1"
DEBIAN = "/usr/bin/python3"  # its sqlite3 loads extensions, which sqlite-vec needs
LONGEST = 1800  # seconds that a peer may take for a conversation
ADVICE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}


class Peer(NamedTuple):
    """What is installed, by which Python, what is set for it, and whether it needs vectors.

    Of one that needs them the server must have been asked for every message and question.
    """

    requirement: str
    python: str = sys.executable
    settings: Mapping[str, str] = {}
    vectors: bool = False
    further: tuple[str, ...] = ()

    @property
    def distribution(self) -> str:
        """Its name on the package index."""
        return self.requirement.partition("==")[0] or "awhm"


SERVED = {"MEMPALACE_EMBEDDING_MODEL": "openai-compat", "MEMPALACE_EMBEDDING_API_MODEL": "all-MiniLM-L6-v2"}
ENGRAVA = Peer("engrava==0.7.2", further=("httpx",))
MEMPALACE = Peer("mempalace==3.11.0", settings=SERVED, vectors=True)
MCP_MEMORY_SERVICE = Peer("mcp-memory-service==12.4.0", DEBIAN, vectors=True)
PEERS = {
    "awhm": Peer(""),
    "awhm-words": Peer(""),
    "rank_bm25": Peer("rank_bm25==0.2.2"),
    "engrava": ENGRAVA,
    "engrava-vectors": ENGRAVA._replace(vectors=True),
    "cpersona": Peer("cpersona==2.6.14", vectors=True),
    "mempalace": MEMPALACE,
    "mempalace-union": MEMPALACE,
    "mcp-memory-service": MCP_MEMORY_SERVICE,
    "mcp-memory-service-hybrid": MCP_MEMORY_SERVICE,
}
COLUMNS = (
    *("any@10", "recall@10", "nDCG@10", "session any@5", "start, s", "ingest, ms a message", "query, ms", "errors"),
)


class Conversation(NamedTuple):
    """A conversation of LoCoMo: its messages in order, its questions, and the places of each one's evidence."""

    messages: list[dict[str, str]]
    questions: list[str]
    evidence: list[set[int]]


class Score(NamedTuple):
    """Sums over questions."""

    questions: float = 0
    any_: float = 0.0
    recall: float = 0.0
    ndcg: float = 0.0
    session: float = 0.0

    def __add__(self, other: object) -> Score:
        """The sums of both."""
        assert isinstance(other, Score)
        return Score(*(a + b for a, b in zip(self, other, strict=True)))


def conversations(count: int) -> list[Conversation]:
    """The first conversations of LoCoMo; questions without evidence are left out."""
    locomo = corpus("locomo")
    known = {session["id"]: session for session in locomo["sessions"]}
    by_scope: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for question in locomo["questions"]:
        by_scope.setdefault(tuple(question["scope"]), []).append(question)
    found: list[Conversation] = []
    for scope, questions in list(by_scope.items())[:count]:
        messages: list[dict[str, str]] = []
        places: dict[tuple[str, int], int] = {}
        for name in sorted(scope, key=lambda name: known[name]["started_at"]):
            for number, one in enumerate(known[name]["messages"]):
                places[name, number] = len(messages)
                when = one.get("timestamp") or known[name]["started_at"]
                kept = {key: one[key] for key in ("content", "role", "speaker")}
                messages.append({**kept, "session": name, "time": when})
        gold = [{places[e["session"], e["message"]] for e in q["evidence"] if "message" in e} for q in questions]
        asked = [(question["question"], own) for question, own in zip(questions, gold, strict=True) if own]
        found.append(Conversation(messages, [text for text, _ in asked], [own for _, own in asked]))
    return found


def score(conversation: Conversation, found: Sequence[Sequence[int]]) -> Score:
    """What was found, judged."""
    total = Score()
    for gold, given in zip(conversation.evidence, found, strict=True):
        places = list(dict.fromkeys(given))  # a message counts once, however often it is returned
        hits = [place in gold for place in places[:10]]
        ideal = sum(1 / log2(rank + 2) for rank in range(min(len(gold), 10)))
        gained = sum(1 / log2(rank + 2) for rank, hit in enumerate(hits) if hit)
        sessions = list(dict.fromkeys(conversation.messages[place]["session"] for place in places))[:5]
        right = {conversation.messages[place]["session"] for place in gold}
        total += Score(1, any(hits), sum(hits) / len(gold), gained / ideal, not right.isdisjoint(sessions))
    return total


class _Embedding(BaseHTTPRequestHandler):
    """OpenAI's embeddings, CPersona's embeddings, and what this process has spent on them."""

    model = MiniLM(1)
    protocol_version = "HTTP/1.1"
    texts = 0

    def do_GET(self) -> None:
        """`/spent`: CPU seconds of this process and how many texts it embedded. Nothing else."""
        if self.path != "/spent":
            self.send_error(404)
            return
        self._answer(json.dumps({"cpu": time.process_time(), "texts": _Embedding.texts}).encode())

    def do_POST(self) -> None:
        """`/v1/embeddings` takes `input`, `/embed` takes `texts`."""
        if self.path not in ("/v1/embeddings", "/embed"):
            self.send_error(404)
            return
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = asked.get("input", asked.get("texts", asked.get("text", [])))
        texts = [texts] if isinstance(texts, str) else texts
        vectors = self.model.encode(texts).tolist()
        _Embedding.texts += len(texts)
        data = [{"object": "embedding", "index": index, "embedding": one} for index, one in enumerate(vectors)]
        answer = {"object": "list", "model": self.model.name, "data": data, "embeddings": vectors}
        self._answer(json.dumps(answer).encode())

    def _answer(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


class EmbeddingServer(ThreadingHTTPServer):
    """Serves on the loopback interface, and counts the requests that it failed to answer."""

    failures = 0

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{LOOPBACK}:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Count it. A peer that goes away with its connection open is no failure of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            self.failures += 1
            super().handle_error(request, client_address)


@contextmanager
def embedding_server() -> Generator[EmbeddingServer]:
    """A server while it is open."""
    _Embedding.model.encode(["warm"])
    server = EmbeddingServer((LOOPBACK, 0), _Embedding)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def installed(name: str, folder: Path) -> str:
    """The Python in which a peer is installed; it is installed if it is not. Raises CalledProcessError."""
    peer = PEERS[name]
    if not peer.requirement:
        return peer.python
    home = folder / peer.distribution
    python = home / "bin" / "python"
    done = home / f"{peer.requirement}.installed"
    if not done.exists():
        shutil.rmtree(home, ignore_errors=True)
        for command in (
            [peer.python, "-m", "venv", str(home)],
            [str(python), "-m", "pip", "install", "--quiet", peer.requirement, *peer.further],
        ):
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=LONGEST)
        done.touch()
    return str(python)


def measured(name: str, python: str, server: EmbeddingServer, conversation: Conversation) -> dict[str, Any]:
    """One peer on one conversation, in a process of its own. Raises CalledProcessError, TimeoutExpired."""
    url, failures = server.url, server.failures
    with tempfile.TemporaryDirectory() as folder:
        task, result = Path(folder, "task.json"), Path(folder, "result.json")
        asked = {
            "folder": folder, "url": url, "k": K, "distribution": PEERS[name].distribution,
            "messages": conversation.messages,
        }  # fmt: skip
        task.write_text(json.dumps(asked | {"questions": conversation.questions}), encoding="utf-8")
        settings = {"HOME": folder, "MEMPALACE_EMBEDDING_API_URL": url + "/v1", **ADVICE, **PEERS[name].settings}
        command = [python, str(WORKER), name, str(task), str(result)]
        kept = {key: os.environ[key] for key in ("PATH", "LANG", "PYTHONPATH") if key in os.environ}
        if PEERS[name].requirement:
            kept.pop("PYTHONPATH", None)  # a peer sees nothing of ours
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=LONGEST, env=kept | settings)
        found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    if server.failures > failures:
        found["errors"]["server"] = server.failures - failures
    if PEERS[name].vectors:
        contents = {message["content"] for message in conversation.messages}
        for part, of in (("ingest", contents), ("query", set(conversation.questions))):
            # Some fall back on words, or on a hash, in silence. A text that comes again may be in a cache.
            if (without := len(of) - found["texts"][part]) > 0:
                found["errors"][f"vectors, {part}"] = without
    return found


def compared(name: str, folder: Path, server: EmbeddingServer, asked: Sequence[Conversation]) -> dict[str, Any]:
    """One peer on all conversations; where that fails, the reason."""
    try:
        python = installed(name, folder)
        results = [measured(name, python, server, conversation) for conversation in asked]
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or error.stdout or str(error)).strip().splitlines()
        return {"name": name, "failed": lines[-1] if lines else str(error)}
    except (subprocess.TimeoutExpired, OSError) as error:
        return {"name": name, "failed": str(error)}
    total = Score()
    for conversation, result in zip(asked, results, strict=True):
        total += score(conversation, result["found"])
    messages = sum(len(conversation.messages) for conversation in asked)
    spent = {part: sum(result["spent"][part] for result in results) for part in ("start", "ingest", "query")}
    errors, examples = Counter[str](), dict[str, list[str]]()
    for result in results:
        errors.update(result["errors"])
        examples = {**result["examples"], **examples}
    return {
        "name": name,
        "version": results[0]["version"],
        "questions": int(total.questions),
        "any@10": 100 * total.any_ / total.questions,
        "recall@10": 100 * total.recall / total.questions,
        "nDCG@10": 100 * total.ndcg / total.questions,
        "session any@5": 100 * total.session / total.questions,
        "start, s": spent["start"] / len(asked),
        "ingest, ms a message": 1000 * spent["ingest"] / messages,
        "query, ms": 1000 * spent["query"] / total.questions,
        "errors": errors.total() - errors["warning"],
        "errors by kind": dict(errors),
        "examples": examples,
        "without an answer": sum(not places for result in results for places in result["found"]),
    }


def lines(row: Mapping[str, Any]) -> list[str]:
    """A row of the table; below it what went wrong."""
    if "failed" in row:
        return [f"| {row['name']} | not measured: {row['failed']} |" + " |" * (len(COLUMNS) - 1)]
    numbers = (f"{row[column]:.1f}" if isinstance(row[column], float) else str(row[column]) for column in COLUMNS)
    said = [f"  {kind}: {count}: {row['examples'].get(kind, '')}" for kind, count in row["errors by kind"].items()]
    return [f"| {row['name']} {row['version']} | " + " | ".join(numbers) + " |", *said]


def main() -> int:
    """Measure and print, as a table or as lines of JSON. Exit code 0 also where a peer could not be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=2, help="how many (default %(default)s)")
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS), metavar="PEER")
    parser.add_argument("--json", action="store_true", help="lines of JSON instead of a table")
    parser.add_argument("--dir", default=os.path.join(tempfile.gettempdir(), "awhm-benchmarks", "peers"))
    options = parser.parse_args()
    asked = conversations(options.conversations)
    if not options.json:
        messages, questions = sum(len(one.messages) for one in asked), sum(len(one.questions) for one in asked)
        print("  ".join(f"{name}: {value}" for name, value in machine().items()))
        print(f"{len(asked)} conversations, {messages} messages, {questions} questions")
        print("| system | " + " | ".join(COLUMNS) + " |\n|---|" + "---|" * len(COLUMNS))
    with embedding_server() as server:
        for name in options.peers:
            row = compared(name, Path(options.dir), server, asked)
            print(json.dumps(row) if options.json else "\n".join(lines(row)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
