"""All benchmarks, one after the other: `python -m benchmarks`. The exit code is 1 if a bar is missed."""

import subprocess
import sys
from pathlib import Path

SHARED = {"__init__", "__main__", "measure", "peer", "peer_worker", "syncs"}  # what is no benchmark itself


def main() -> int:
    """Each in a process of its own, so that none inherits another's memory."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in SHARED)
    missed = [name for name in names if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"]).returncode]
    if missed:
        print("\nA bar was missed, or it could not be measured: " + ", ".join(missed), file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
