"""`awhm` and `python -m awhm`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        from awhm.cli import main as command_line
    except KeyboardInterrupt:  # pressed while the modules were still loading
        sys.exit(130)
    command_line()


if __name__ == "__main__":
    main()
