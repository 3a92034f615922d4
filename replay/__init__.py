"""What did we know then? Any view at any position of the log, and the proof that it is right."""
