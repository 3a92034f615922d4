"""`awhm` and `python -m awhm`."""

from __future__ import annotations

import gc
import os
import sys

# One command does little, and these two cost more than most: a thread pool for linear algebra (90 ms of CPU), and a
# look through the metadata of all that is installed for plugins of pydantic (20 ms).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def main() -> None:
    """Run the command line and end the process with its exit code."""
    from awhm.hooks.entry import asked

    if (hook := asked(sys.argv[1:])) is not None:  # before anything is imported that a hook cannot pay for
        from awhm.hooks.entry import main as run_hook

        run_hook(hook)
    # Importing makes many objects and hardly any garbage; at the usual threshold a tenth of the start-up
    # would be spent looking for it. What a command leaves behind is still collected, in larger steps.
    gc.set_threshold(50_000, 20, 50)
    try:
        from awhm.cli import main as command_line
    except KeyboardInterrupt:  # pressed while the modules were still loading
        sys.exit(130)
    command_line()


if __name__ == "__main__":
    main()
