"""Anthropic's memory tool (`memory_20250818`) over a store: `pip install awhm[anthropic]`.

with AWHMSession.start_session() as session, Anthropic() as client:
    tool = AWHMMemoryTool(session.store)
    client.beta.messages.run_tools(model=..., messages=..., tools=[tool], max_tokens=1024).until_done()
"""

from __future__ import annotations

from collections.abc import Sequence

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaCacheControlEphemeralParam,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)
from anyio.to_thread import run_sync
from pydantic import BaseModel

from awhm.frameworks.memory_files import COMMANDS, NAMESPACE, Fields, FileError, MemoryFiles
from awhm.language.text import is_object
from awhm.store import Store


class AWHMMemoryTool(BetaAbstractMemoryTool):
    """The memory tool, for `Anthropic().beta.messages.run_tools`. Errors are raised as ToolError."""

    def __init__(
        self,
        store: Store,
        *,
        namespace: Sequence[str] = NAMESPACE,
        redact: bool = True,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        """`namespace` is where its files are kept: other namespaces of the store are other directories."""
        super().__init__(cache_control=cache_control)
        self.files = MemoryFiles(store, namespace, redact=redact)

    def call(self, input: object) -> str:
        """The answer to what a model has sent, whatever it is."""
        return _answer(self.files, input if is_object(input) else {})

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """A file, or what is in a directory."""
        return _answer(self.files, _fields(command))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """A new file."""
        return _answer(self.files, _fields(command))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Another text in the place of one that stands in a file once."""
        return _answer(self.files, _fields(command))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Lines behind a line."""
        return _answer(self.files, _fields(command))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """No file, or no directory, any more."""
        return _answer(self.files, _fields(command))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Another path."""
        return _answer(self.files, _fields(command))

    def clear_all_memory(self) -> str:
        """No file any more."""
        return self.files.clear()


class AWHMAsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for `AsyncAnthropic`; a command runs in a thread of its own, so nothing waits for the disk."""

    def __init__(
        self,
        store: Store,
        *,
        namespace: Sequence[str] = NAMESPACE,
        redact: bool = True,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        """As `AWHMMemoryTool`."""
        super().__init__(cache_control=cache_control)
        self.files = MemoryFiles(store, namespace, redact=redact)

    async def call(self, input: object) -> str:
        """The answer to what a model has sent, whatever it is."""
        return await run_sync(_answer, self.files, input if is_object(input) else {})

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """A file, or what is in a directory."""
        return await run_sync(_answer, self.files, _fields(command))

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """A new file."""
        return await run_sync(_answer, self.files, _fields(command))

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Another text in the place of one that stands in a file once."""
        return await run_sync(_answer, self.files, _fields(command))

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Lines behind a line."""
        return await run_sync(_answer, self.files, _fields(command))

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """No file, or no directory, any more."""
        return await run_sync(_answer, self.files, _fields(command))

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Another path."""
        return await run_sync(_answer, self.files, _fields(command))

    async def clear_all_memory(self) -> str:
        """No file any more."""
        return await run_sync(self.files.clear)


def _fields(command: BaseModel) -> Fields:
    # Models that the SDK makes of what came are not validated, so this is all that can be asked of them.
    return {**vars(command)}


def _answer(files: MemoryFiles, fields: Fields) -> str:
    """Raises ToolError, which a runner tells the model as an error."""
    try:
        return files.carry_out(fields)
    except FileError as error:
        raise ToolError(str(error)) from error


__all__ = ["COMMANDS", "AWHMAsyncMemoryTool", "AWHMMemoryTool"]
