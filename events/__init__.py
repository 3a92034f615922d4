"""What happened? Facts, and the hash-chained log that keeps them."""
