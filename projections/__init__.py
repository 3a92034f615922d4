"""What do we know? Views folded from the log; each can be deleted and rebuilt."""
