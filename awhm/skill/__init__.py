"""What an agent is told about memory, as a Claude Code skill and for `AGENTS.md`, and how that is put in place."""
