"""The command line: one module for each command, and one boundary where every error ends."""

from awhm.cli.root import main

__all__ = ["main"]
