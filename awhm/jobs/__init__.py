"""Long work over the log: importing, and later consolidating and erasing."""
