"""`awhm-mcp` and `python -m awhm.mcp_server`: takes the pipe to the client away from everybody, then serves."""

from __future__ import annotations

import os
import sys

# As `awhm.__main__`: a thread pool for linear algebra and a search for plugins cost more than most answers.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def claim() -> tuple[int, int]:
    """The descriptors of stdin and stdout for the protocol alone.

    From here on descriptor 0 is empty and 1 is stderr, for this process and its children, so that whatever a
    library prints never reaches the client.
    """
    for fd in (0, 1, 2):
        try:
            os.fstat(fd)
        except OSError:  # closed by whoever started us: the next file that is opened would take its number
            os.open(os.devnull, os.O_RDWR)
    protocol = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return protocol


def main() -> None:
    """Run the server and end the process with its exit code."""
    from awhm.mcp_server.command import awhm_mcp  # click alone: --help is printed where people look for it

    try:
        from awhm.mcp_server import serving
    except ModuleNotFoundError as error:
        if error.name not in ("mcp", "mcp_types", "anyio", "uvicorn", "starlette"):
            raise
        print("awhm-mcp: the MCP SDK is not installed\n          pip install 'awhm[mcp]'", file=sys.stderr)
        sys.exit(2)
    sys.exit(awhm_mcp(serving.run, claim))


if __name__ == "__main__":
    main()
