"""What does it cost? One file for each question; `README.md` has the table."""
