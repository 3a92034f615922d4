"""Stage 2's language model from any provider, or from a local server that speaks the OpenAI protocol: pydantic-ai.

Keys come from where each provider's own library looks for them (`OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, ...). Nothing is
tried twice here: what fails is tried again by the next run.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from contextlib import AsyncExitStack
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING, Any

from awhm.errors import Conflict, Refused

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model

LIBRARY = "pydantic_ai"
INSTALL = "pip install 'awhm[llm]'"
CLAUDE = "claude-opus-5"
MOST_TOKENS = 16_000  # of an answer
OPENAI = ("openai", "openai-chat", "local")  # asked through the chat completions that every such server speaks
KEYLESS = "none"  # a local server asks for no key, and the client insists on one


class ProviderClient:
    """A model of a provider, by both their names."""

    def __init__(
        self, provider: str, model: str | None, *, timeout: float = 180.0, base_url: str | None = None
    ) -> None:
        """`provider` is one that pydantic-ai knows ("openai", "google", "ollama", ...); `base_url` a server's address.

        Imports and connects nothing yet. Raises Refused: `client_missing` where the library is not installed,
        `no_model` where no model is named.
        """
        if find_spec(LIBRARY) is None:
            raise Refused("client_missing", f"{LIBRARY} is not installed", INSTALL)
        if not model:
            hint = "Name one with --stage2-model, or the setting stage2_model."
            raise Refused("no_model", f"{provider} has many models and none is named", hint)
        self._provider, self._name = provider, model
        self._timeout = timeout
        self._base_url = base_url
        self.model = f"{provider}/{model}"

    def complete_json(self, system: str, user: str, schema: dict[str, Any]) -> Mapping[str, Any] | str:
        """What it answers. Raises Refused or Conflict: `timeout`, `rate_limited`, `logged_out`, `no_such_model`,
        `too_long`, `server_error`, `connection`, `bad_output`, `client_failed`.
        """
        from concurrent.futures import Future

        answer: Future[str] = Future()
        # In a thread of its own, as the caller may run an event loop, and a daemon, as Ctrl-C waits for no server.
        Thread(target=self._run, args=(answer, system, user, schema), name="awhm-stage2", daemon=True).start()
        return answer.result()

    def _run(self, answer: Future[str], system: str, user: str, schema: dict[str, Any]) -> None:
        import asyncio

        importlib.import_module("pydantic_ai.direct")  # here: it takes seconds, which are none of the server's
        try:
            answer.set_result(asyncio.run(self._complete(system, user, schema)))
        except BaseException as error:  # the end of a thread: whoever waits raises it
            answer.set_exception(error)

    async def _complete(self, system: str, user: str, schema: dict[str, Any]) -> str:
        import asyncio

        from pydantic_ai import exceptions as failures
        from pydantic_ai.messages import TextPart

        try:
            # A server that sends a byte now and then is never late for the transport: the limit is for all of it.
            answer = await asyncio.wait_for(self._response(system, user, schema), self._timeout)
        except (TimeoutError, failures.ModelTimeoutError) as error:
            text = f"{self.model} did not answer within {self._timeout:g} s"
            raise Conflict("timeout", text) from error
        except (failures.AgentRunError, failures.UserError, ImportError) as error:
            raise _error(self.model, error) from error
        text = "".join(part.content for part in answer.parts if isinstance(part, TextPart))
        if not text.strip():
            raise Refused("bad_output", f"{self.model} answered nothing ({answer.finish_reason})")
        return text

    async def _response(self, system: str, user: str, schema: dict[str, Any]) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition
        from pydantic_ai.settings import ModelSettings

        request = ModelRequest(parts=[SystemPromptPart(system), UserPromptPart(user)])
        limits = ModelSettings(max_tokens=MOST_TOKENS, timeout=self._timeout)
        async with AsyncExitStack() as closing:
            model = await self._model(closing)
            native = model.profile.get("supports_json_schema_output", False)
            wanted = ModelRequestParameters(
                output_mode="native" if native else "prompted",
                output_object=OutputObjectDefinition(json_schema=schema, name="memories"),
                allow_text_output=True,
            )
            return await model_request(model, [request], model_settings=limits, model_request_parameters=wanted)

    async def _model(self, closing: AsyncExitStack) -> Model[Any]:
        """The model, with connections that are closed with the call: they belong to its event loop."""
        from pydantic_ai.models import infer_model

        if self._base_url is None and self._provider not in OPENAI:
            return await closing.enter_async_context(infer_model(f"{self._provider}:{self._name}"))
        from openai import AsyncOpenAI, OpenAIError
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        key = os.environ.get("OPENAI_API_KEY") or (KEYLESS if self._base_url else None)
        try:
            server = AsyncOpenAI(base_url=self._base_url, api_key=key, max_retries=0, timeout=self._timeout)
            await closing.enter_async_context(server)
        except OpenAIError as error:
            raise Refused("logged_out", "OPENAI_API_KEY is not set", "Set it, or stage2_base_url.") from error
        return OpenAIChatModel(self._name, provider=OpenAIProvider(openai_client=server))


class AnthropicClient(ProviderClient):
    """Anthropic's API; `ANTHROPIC_API_KEY` has the key."""

    def __init__(self, model: str | None = None, *, timeout: float = 180.0) -> None:
        """See `ProviderClient`."""
        super().__init__("anthropic", model or CLAUDE, timeout=timeout)


def _error(model: str, error: Exception) -> Refused | Conflict:
    """What an error of the library means to us; of its text only the kind is kept."""
    from pydantic_ai import exceptions as failures

    text = f"{model}: {type(error).__name__}"
    if isinstance(error, failures.ModelRateLimitError | failures.ModelQuotaExceededError):
        return Conflict("rate_limited", text, "Try again later.")
    if isinstance(error, failures.ModelAuthenticationError):
        return Refused("logged_out", text, "Check the key in the environment.")
    if isinstance(error, failures.UserError | ImportError):
        return Refused("client_missing", f"{model}: {error}", "Check the key, the provider's name, and its packages.")
    if isinstance(error, failures.ModelNotFoundError):
        return Refused("no_such_model", text, "Check --stage2-model.")
    if isinstance(error, failures.ModelContextWindowExceededError):
        return Conflict("too_long", text)
    if isinstance(error, failures.ModelServerError | failures.ModelUnavailableError):
        return Conflict("server_error", text, "Try again later.")
    if isinstance(error, failures.ModelConnectionError):
        return Conflict("connection", text, "Is the server running?")
    if isinstance(error, failures.UnexpectedModelBehavior):
        return Refused("bad_output", text)
    return Conflict("client_failed", text)
