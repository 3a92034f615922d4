"""A real local server that speaks the OpenAI protocol of chat completions, and misbehaves as it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GOOD: dict[str, Any] = {"memories": []}


class Server(ThreadingHTTPServer):
    """Does one thing after another for each request, the last one for all that follow."""

    daemon_threads = True

    def __init__(self, acts: list[str], answer: Any) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.acts = acts
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        self.let_go = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        act = self.server.acts.pop(0) if len(self.server.acts) > 1 else self.server.acts[0]
        getattr(self, f"do_{act}")()

    def send(self, status: int, body: bytes, length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def error(self, status: int, code: str) -> None:
        self.send(status, json.dumps({"error": {"message": f"{code}: my words", "type": code, "code": code}}).encode())

    def completion(self, content: str | None) -> bytes:
        message = {"role": "assistant", "content": content}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        fields = {
            "id": "c",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [choice],
            "usage": usage,
        }
        return json.dumps(fields).encode()

    def do_good(self) -> None:
        self.send(200, self.completion(json.dumps(self.server.answer)))

    def do_limited(self) -> None:
        self.error(429, "rate_limit_exceeded")

    def do_broken(self) -> None:
        self.error(500, "server_error")

    def do_forbidden(self) -> None:
        self.error(401, "invalid_api_key")

    def do_unknown(self) -> None:
        self.error(404, "model_not_found")

    def do_hang(self) -> None:
        self.server.let_go.wait(60)

    def do_drip(self) -> None:
        """A byte now and then: no read of it is ever late."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "100000")
        self.end_headers()
        try:
            while not self.server.let_go.wait(0.02):
                self.wfile.write(b" ")
                self.wfile.flush()
        except OSError:  # who asked has gone
            return

    def do_truncated(self) -> None:
        body = self.completion(json.dumps(self.server.answer))
        self.send(200, body[: len(body) // 2], len(body))
        self.close_connection = True

    def do_no_json(self) -> None:
        self.send(200, b"<html>502 Bad Gateway</html>")

    def do_no_completion(self) -> None:
        self.send(200, b'{"hello": 1}')

    def do_prose(self) -> None:
        self.send(200, self.completion("I would rather not."))

    def do_empty(self) -> None:
        self.send(200, self.completion(""))

    def do_nothing(self) -> None:
        self.send(200, self.completion(None))

    def do_wrong(self) -> None:
        self.send(200, self.completion('{"facts": [1]}'))

    def log_message(self, format: str, *args: Any) -> None:
        return


@contextmanager
def serving(*acts: str, answer: Any = GOOD) -> Generator[Server]:
    """A server that runs as long as the block."""
    server = Server(list(acts), answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.let_go.set()
        server.shutdown()
        server.server_close()
        thread.join()
