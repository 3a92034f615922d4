"""Counts how often a program tells the disk to sync: with strace, else with a small library loaded before libc."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static int count;
static void report(void) {
    FILE *file = fopen(getenv("SYNCS_FILE"), "a");
    if (file) { fprintf(file, "%d\n", count); fclose(file); }
}
static int once(const char *name, int descriptor) {
    if (__sync_fetch_and_add(&count, 1) == 0) atexit(report);
    return ((int (*)(int)) dlsym(RTLD_NEXT, name))(descriptor);
}
int fsync(int descriptor) { return once("fsync", descriptor); }
int fdatasync(int descriptor) { return once("fdatasync", descriptor); }
"""


def count(command: list[str]) -> tuple[int, str]:
    """Run a command to its end. Returns its calls of fsync and fdatasync, and how they were counted.

    Raises CalledProcessError if it fails, FileNotFoundError where there is neither strace nor a C compiler.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "counts")
        if shutil.which("strace"):
            watch = ["strace", "-f", "-c", "-o", out, "-e", "trace=fsync,fdatasync"]
            if subprocess.run([*watch, "true"], capture_output=True).returncode == 0:
                subprocess.run([*watch, *command], check=True)
                return _of_strace(out), "by strace"
        source, library = os.path.join(folder, "shim.c"), os.path.join(folder, "shim.so")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SHIM)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        subprocess.run(command, check=True, env={**os.environ, "LD_PRELOAD": library, "SYNCS_FILE": out})
        with open(out, encoding="utf-8") as file:
            return sum(map(int, file)), "by a preloaded shim"


def _of_strace(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        # % time, seconds, usecs/call, calls, errors (often blank), name
        rows = [re.split(r"\s+", line.strip()) for line in file]
    return sum(int(row[3]) for row in rows if row[-1] in ("fsync", "fdatasync"))
