"""Compare an sdist and a wheel with the folders they were built from: nothing missing, nothing else.

python .ci/check_dist.py AWHM.tar.gz AWHM.whl
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile

FOLDERS = ("commands", "events", "projections", "replay")


def main(sdist: str, wheel: str) -> int:
    """Print what differs; returns 1 if anything does."""
    listed = subprocess.run(["git", "ls-files", "-s"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=3) for line in listed.splitlines()]
    files = {name for mode, _, _, name in rows if mode != "120000"}  # not the links
    code = {name for name in files if name.split("/")[0] in (*FOLDERS, "awhm")}
    wanted = {name if name.startswith("awhm/") else f"awhm/{name}" for name in code}
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = {name for name in archive.namelist() if ".dist-info/" not in name}
    with tarfile.open(sdist) as archive:
        members = archive.getmembers()
    in_sdist = {member.name.split("/", 1)[1] for member in members if "/" in member.name}
    links = sorted(member.name for member in members if member.issym() or member.islnk())
    faults = [
        *(f"wheel lacks {name}" for name in sorted(wanted - in_wheel)),
        *(f"wheel has {name}, which is not tracked" for name in sorted(in_wheel - wanted)),
        *(f"sdist lacks {name}" for name in sorted(files - in_sdist) if not name.startswith(".")),
        *(f"sdist has the link {name}" for name in links),
    ]
    print("\n".join(faults) or f"{len(in_wheel)} files in the wheel, {len(in_sdist)} in the sdist, as in the folders")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
