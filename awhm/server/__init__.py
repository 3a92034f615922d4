"""The resident server: one process of a data directory that appends for all hooks at once, and recalls.

`run` is what a hook starts, `serving` puts it together, `door` is its loop. It is a cache: all works without it, and
what it has not acknowledged the hook does itself, under the same ids. docs/server.md tells it all.
"""
