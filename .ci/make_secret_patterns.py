"""Make awhm/secret_patterns.py anew from detect-secrets (Apache-2.0): `python .ci/make_secret_patterns.py [--check]`.

The table is made here and not read at run time, because importing the library costs a hook ten times what it may take.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from importlib.metadata import version
from pathlib import Path

import detect_secrets.plugins as plugins

TARGET = Path(__file__).resolve().parents[1] / "awhm" / "secret_patterns.py"
# Not taken: what is guessed from entropy (hashes of commits would go), what is no secret (addresses), and three that
# `awhm.redaction` has itself: whole blocks of keys, keywords in prose, and tokens in time that grows with the text.
LEFT_OUT = {"high_entropy_strings", "ip_public", "keyword", "private_key", "jwt", "npm", "base"}
# For each plugin: what a match always holds, in lower case (one of them), and the shortest run without white space.
ALWAYS: dict[str, list[tuple[tuple[str, ...], int]]] = {
    "artifactory": [(("akc",), 13), (("ap",), 11)],
    "aws": [(("a3t", "abia", "acca", "akia", "asia"), 20), (("aws",), 40)],
    "azure_storage_key": [(("accountkey=",), 99)],
    "basic_auth": [(("@",), 7)],
    "cloudant": [(("cl",), 64), (("cl",), 24), (("cloudant.com",), 64), (("cloudant.com",), 24)],
    "discord": [((".",), 58)],
    "github_token": [(("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), 40)],
    "gitlab_token": [
        (("glpat-", "gldt-", "glft-", "glsoat-", "glrt-"), 25), (("gr1348941",), 29), (("glcbt-",), 26),
        (("glimt-",), 31), (("glptt-",), 46), (("glagent-",), 58), (("gloas-",), 70),
    ],
    "ibm_cloud_iam": [(("key", "pwd", "pass", "token"), 44)],
    "ibm_cos_hmac": [(("secret",), 48)],
    "mailchimp": [(("-us",), 36)],
    "openai": [(("t3blbkfj",), 51)],
    "pypi_token": [(("pypi-",), 80), (("pypi-",), 80)],
    "sendgrid": [(("sg.",), 69)],
    "slack": [(("xox",), 8), (("hooks.slack.com",), 34)],
    "softlayer": [(("sl", "softlayer"), 64), (("softlayer",), 64)],
    "square_oauth": [(("sq0csp-",), 50)],
    "stripe": [(("k_live_",), 32)],
    "telegram_token": [((":",), 44)],
    "twilio": [(("ac",), 34), (("sk",), 34)],
}  # fmt: skip
# Of these only the group is the secret; of the others all that matches.
GROUPS = {"basic_auth": 1}


def rows() -> list[tuple[str, str, int, int, tuple[str, ...], int]]:
    """Name, pattern, flags, group, literals, least length; in the order of the plugins' names."""
    found: list[tuple[str, str, int, int, tuple[str, ...], int]] = []
    for module in sorted(one.name for one in pkgutil.iter_modules(plugins.__path__)):
        if module in LEFT_OUT:
            continue
        loaded = importlib.import_module(f"detect_secrets.plugins.{module}")
        (plugin,) = [
            one for one in vars(loaded).values()
            if isinstance(one, type) and one.__module__ == loaded.__name__ and getattr(one, "denylist", None)
        ]  # fmt: skip
        for pattern, (literals, least) in zip(plugin.denylist, ALWAYS[module], strict=True):
            flags = int(pattern.flags & (re.IGNORECASE | re.VERBOSE))
            found.append((plugin.secret_type, pattern.pattern, flags, GROUPS.get(module, 0), literals, least))
    return found


def page() -> str:
    """The whole module."""
    lines = [
        '"""Patterns of secrets: a table made by .ci/make_secret_patterns.py. Do not edit it by hand.',
        "",
        f"From detect-secrets {version('detect-secrets')} (https://github.com/Yelp/detect-secrets),",
        "Copyright Yelp, Inc., under the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0).",
        "Changed: only the patterns are taken; what a match always holds is added, so that most of them need not run.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "# Name, pattern, flags of `re`, the group that is the secret (0: all), literals of which a match holds one",
        "# (lower case), and the length of the shortest run without white space that a text with a match has.",
        "Row = tuple[str, str, int, int, tuple[str, ...], int]",
        "ROWS: tuple[Row, ...] = (",
    ]
    for name, pattern, flags, group, literals, least in rows():
        written = ", ".join(f'"{one}"' for one in literals) + ("," if len(literals) == 1 else "")
        pieces = [pattern[at : at + 100] for at in range(0, len(pattern), 100)]
        lines.append("    (")
        lines.append(f'        "{name}",')
        if len(pieces) == 1:
            lines.append(f"        {_quoted(pieces[0])},")
        else:
            lines += [f"        {_quoted(piece)}" for piece in pieces[:-1]] + [f"        {_quoted(pieces[-1])},"]
        lines.append(f"        {flags}, {group}, ({written}), {least},")
        lines.append("    ),")
    return "\n".join([*lines, ")  # fmt: skip", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(TARGET.read_text(encoding="utf-8") != page())
    TARGET.write_text(page(), encoding="utf-8")
