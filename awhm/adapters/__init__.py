"""Models and hosts, each wrapped once behind a port of ours."""
