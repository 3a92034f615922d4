"""What does it cost? One file for each question; `README.md` has the table."""

import os
import sys
import tempfile

if any(word.startswith("benchmarks") for word in sys.orig_argv):  # as a program, not where a test imports a part
    # What stores keep outside their folders is kept beside those of the benchmarks, not in the user's own home.
    os.environ.setdefault("AWHM_STATE_DIR", os.path.join(tempfile.gettempdir(), "awhm-benchmarks", "state"))
