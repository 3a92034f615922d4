"""What hosts start: `python -I -S <this file> <event>`. Without site-packages on the path; who needs them adds them."""

import sys

# Behind the standard library: nothing that is installed can take the place of a module of its own.
sys.path.append(__file__[: -len("/awhm/hooks/run.py")])

if __name__ == "__main__":
    from awhm.hooks.entry import main

    main(sys.argv[1:])
