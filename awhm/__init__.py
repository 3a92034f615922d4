"""AWHM: long-term memory for LLM agents, on your own machine, with a log that proves it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # not typing.TYPE_CHECKING: a hook must not pay for that import
    from awhm.adapters.embedders import EmbeddingService as EmbeddingService
    from awhm.adapters.embedders import MockEmbeddingService as MockEmbeddingService
    from awhm.adapters.embedders import SentenceTransformerEmbedding as SentenceTransformerEmbedding
    from awhm.adapters.llm import AnthropicClient as AnthropicClient
    from awhm.adapters.llm import ClaudeCodeClient as ClaudeCodeClient
    from awhm.adapters.llm import MockLLMClient as MockLLMClient
    from awhm.adapters.llm import make_client as make_client
    from awhm.config import AWHMConfig as AWHMConfig
    from awhm.erasure import DeletionResult as DeletionResult
    from awhm.errors import AwhmError as AwhmError
    from awhm.errors import Conflict as Conflict
    from awhm.errors import Damaged as Damaged
    from awhm.errors import Refused as Refused
    from awhm.jobs.stage2 import LLMClient as LLMClient
    from awhm.projections.filters import Filters as Filters
    from awhm.session import AWHMSession as AWHMSession
    from awhm.types import BufferEntryType as BufferEntryType
    from awhm.types import EdgeType as EdgeType
    from awhm.types import NodeStatus as NodeStatus
    from awhm.types import NodeType as NodeType
    from awhm.types import RetrievalResult as RetrievalResult
    from awhm.types import Role as Role

__version__ = "1.0.0a1"

_HOMES = {
    "AnthropicClient": "awhm.adapters.llm",
    "ClaudeCodeClient": "awhm.adapters.llm",
    "LLMClient": "awhm.jobs.stage2",
    "MockLLMClient": "awhm.adapters.llm",
    "make_client": "awhm.adapters.llm",
    "AWHMConfig": "awhm.config",
    "AWHMSession": "awhm.session",
    "AwhmError": "awhm.errors",
    "BufferEntryType": "awhm.types",
    "Conflict": "awhm.errors",
    "Damaged": "awhm.errors",
    "DeletionResult": "awhm.erasure",
    "EdgeType": "awhm.types",
    "EmbeddingService": "awhm.adapters.embedders",
    "Filters": "awhm.projections.filters",
    "MockEmbeddingService": "awhm.adapters.embedders",
    "NodeStatus": "awhm.types",
    "NodeType": "awhm.types",
    "Refused": "awhm.errors",
    "RetrievalResult": "awhm.types",
    "Role": "awhm.types",
    "SentenceTransformerEmbedding": "awhm.adapters.embedders",
}
__all__ = [
    "AWHMConfig",
    "AWHMSession",
    "AnthropicClient",
    "AwhmError",
    "BufferEntryType",
    "ClaudeCodeClient",
    "Conflict",
    "Damaged",
    "DeletionResult",
    "EdgeType",
    "EmbeddingService",
    "Filters",
    "LLMClient",
    "MockEmbeddingService",
    "MockLLMClient",
    "NodeStatus",
    "NodeType",
    "Refused",
    "RetrievalResult",
    "Role",
    "SentenceTransformerEmbedding",
    "__version__",
    "make_client",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import awhm` itself stays cheap."""
    if name not in _HOMES:
        raise AttributeError(f"module 'awhm' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
