"""Choosing a language model for Stage 2 by its name, and the one that answers from a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple

from awhm.adapters.claude_code import ClaudeCodeClient
from awhm.adapters.llm_providers import INSTALL, LIBRARY, AnthropicClient, ProviderClient
from awhm.errors import Refused

__all__ = ["AnthropicClient", "ClaudeCodeClient", "MockLLMClient", "ProviderClient", "make_client"]

CLAUDE_CODE = ("claude-code", "claude", "cli")
Answer = Mapping[str, Any] | str


class Request(NamedTuple):
    """One call of a client."""

    system: str
    user: str
    schema: dict[str, Any]


class MockLLMClient:
    """Answers from a list, then with nothing; or as a function says. It keeps what it was asked in `requests`."""

    model = "mock"

    def __init__(self, answers: Iterable[Answer | Exception] | Callable[[str, str], Answer] = ()) -> None:
        """An exception in the list is raised. A function is given the system text and the user text."""
        self._function = answers if callable(answers) else None
        self._answers: Iterator[Answer | Exception] = iter(()) if callable(answers) else iter(list(answers))
        self.requests: list[Request] = []

    def complete_json(self, system: str, user: str, schema: dict[str, Any]) -> Answer:
        """The next answer."""
        self.requests.append(Request(system, user, schema))
        if self._function is not None:
            return self._function(system, user)
        nothing: dict[str, list[Any]] = {"memories": []}
        answer = next(self._answers, nothing)
        if isinstance(answer, Exception):
            raise answer
        return answer


def make_client(
    kind: str, model: str | None = None, *, timeout: float = 180.0, base_url: str | None = None
) -> ClaudeCodeClient | ProviderClient:
    """The client of a name: "claude-code", "anthropic", or a provider that pydantic-ai knows, such as "openai".

    `timeout` in seconds for one call; with a `base_url` any other name means a server there that speaks the OpenAI
    protocol. Nothing is connected yet. Raises Refused: `client_missing`, `no_model`, `unknown_client`.
    """
    name = kind.strip().lower()
    if name in CLAUDE_CODE:
        return ClaudeCodeClient(model, timeout=timeout)
    if name == "anthropic" and base_url is None:
        return AnthropicClient(model, timeout=timeout)
    if find_spec(LIBRARY) is None:
        raise Refused("client_missing", f"{name} needs {LIBRARY}, which is not installed", INSTALL)
    if base_url is None and not _is_provider(name):
        hint = "claude-code, anthropic, openai, google, ollama, ...; or any name together with stage2_base_url."
        raise Refused("unknown_client", f"there is no client {kind!r}", hint)
    return ProviderClient(name, model, timeout=timeout, base_url=base_url)


def _is_provider(name: str) -> bool:
    from pydantic_ai.providers import infer_provider_class

    try:
        infer_provider_class(name)
    except ValueError:
        return False
    except ImportError:  # it is one whose own package is not installed: asking it will say which
        return True
    return True
