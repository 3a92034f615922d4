"""What words mean: pure functions of text, with no clock, disk or network."""
