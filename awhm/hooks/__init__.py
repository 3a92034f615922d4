"""The hooks that a host of agents starts: a small process each, which appends first and asks afterwards.

`entry` is where one begins, `raw` and `payload` are the append path (standard-library C modules only), `recalling`
and `worker` the two that import the rest: after the append, and when the host has gone on. docs/hooks.md tells it all.
"""
