"""Which kind of file system a path is on. WAL needs memory shared between processes; a network has none."""

from __future__ import annotations

import os
import sys

NETWORKED = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afpfs", "webdav", "davfs", "9p", "afs", "ceph",
     "glusterfs", "lustre", "ncpfs", "ocfs2", "gfs2", "fuse.sshfs", "fuse.rclone", "fuse.s3fs",
     "fuse.glusterfs", "fuse.davfs2", "fuse.ceph", "beegfs"}
)  # fmt: skip


def filesystem_of(path: str) -> str:
    """The type of the file system that holds a path ("ext4", "nfs4", ...); "" where it cannot be told."""
    real = os.path.realpath(path)
    best, kind = "", ""
    for mount, name in _mounts():
        inside = mount == "/" or real == mount or real.startswith(mount + "/")
        if inside and len(mount) >= len(best):
            best, kind = mount, name
    return kind


def _mounts() -> list[tuple[str, str]]:
    if sys.platform == "linux":
        try:
            with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as table:
                lines = [line.split(" ") for line in table]
        except OSError:
            return []
        return [(_plain(fields[1]), fields[2]) for fields in lines if len(fields) > 2]
    import psutil  # elsewhere there is no table to read; psutil asks the system

    return [(part.mountpoint, part.fstype) for part in psutil.disk_partitions(all=True)]


def _plain(field: str) -> str:
    """A mount point with its octal escapes (space, tab, newline, backslash) undone."""
    for escape, plain in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        field = field.replace(escape, plain)
    return field
