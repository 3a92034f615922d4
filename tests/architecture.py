"""Write the tables of files in ARCHITECTURE.md anew: each file, and the first line of its docstring.

python tests/architecture.py            rewrite the page (`make map`)
python tests/architecture.py --check    exit with 1 if the page is not what would be written
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A heading that links to a folder, whatever text stands below it, and then the table of its files.
TABLE = re.compile(
    r"(^#+ \[[^\]]+\]\(([\w/]+)\): [^\n]+\n\n(?:(?!\||#)[^\n]*\n)*)\| file \|[^\n]*\n(?:\|[^\n]*\n)+", re.M
)


def files(folder: str) -> list[Path]:
    """The Python files of a folder; below `awhm/x/` also those of its own folders, after the others."""
    top = ROOT / folder
    found = top.rglob("*.py") if folder.count("/") else top.glob("*.py")
    return sorted((path for path in found if path.name != "__init__.py"), key=lambda path: (path.parent != top, path))


def table(folder: str) -> str:
    """The rows of one folder."""
    rows = ["| file | |", "|---|---|"]
    for path in files(folder):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = docstring.partition("\n")[0].replace("|", "\\|")
        rows.append(f"| [{path.relative_to(ROOT / folder)}]({path.relative_to(ROOT)}) | {first} |")
    return "\n".join(rows) + "\n"


def main(check: bool) -> int:
    """Rewrite the page, or say whether it would change."""
    page = ROOT / "ARCHITECTURE.md"
    now = page.read_text(encoding="utf-8")
    new = TABLE.sub(lambda match: match[1] + table(match[2]), now)
    if check and new != now:
        print("the tables of ARCHITECTURE.md are not those of the files: run `make map`")
        return 1
    if not check:
        page.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
