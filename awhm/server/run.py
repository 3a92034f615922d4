"""What a hook starts: `python -I -S <this file> [options]`, with nobody at the other end of its pipes."""

import sys

# Behind the standard library, as `awhm/hooks/run.py` does.
sys.path.append(__file__[: -len("/awhm/server/run.py")])

if __name__ == "__main__":
    from awhm.hooks.site_path import add_site

    add_site()
    from awhm.server.started import main

    main(sys.argv[1:])
