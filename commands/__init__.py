"""What may happen? Requests, and the one function that says yes or no.

These are the commands of the domain; the commands of the shell live in `awhm/cli`.
"""
