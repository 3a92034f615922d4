"""Payloads as `codec` reads and writes them, without orjson, pydantic or `json`: for a hook, which can pay for none.

Reading takes everything: any encoding, half of a pair of surrogates. Standard-library C modules only.
"""

from __future__ import annotations

from _json import encode_basestring, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeGuard


class _Scanner:
    """How JSON is to be read: leniently. The C scanner looks for these attributes, as on a `JSONDecoder`."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_constant = float

    @staticmethod
    def parse_int(digits: str) -> int:
        """A whole number; one of more digits than Python would read is of no use here."""
        return int(digits) if len(digits) < 40 else 0


_scan: Callable[[str, int], tuple[Any, int]] = make_scanner(_Scanner())  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a decoded JSON value is a list."""
    return isinstance(value, list)


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether a decoded JSON value is an object."""
    return isinstance(value, dict)


def decode(data: bytes) -> dict[str, Any] | None:
    """The JSON object in these bytes; {} for a blank or another JSON value, None for what is no JSON."""
    text = _text(data).strip()
    if not text:
        return {}
    try:
        value = _scan(text, 0)[0]
    except (StopIteration, ValueError, RecursionError, SystemError):  # the last where json.decoder is not loaded
        return None
    return value if is_object(value) else {}


def _text(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if data[:2] == b"{\x00":
        return data.decode("utf-16-le", "replace")
    try:
        return data.decode("utf-8", "surrogatepass").lstrip("\ufeff")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace").lstrip("\ufeff")


def clean(text: str) -> str:
    """As `language.text.clean`, whose import a hook cannot pay: pairs of surrogates joined, lone ones U+FFFD."""
    if text.isascii():
        return text
    text = text.lstrip("\ufeff")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def encode(fields: Mapping[str, Any]) -> bytes:
    """The payload's bytes as `codec.encode` writes them: keys sorted, None and empty values left out.

    Values are text, whole numbers, booleans, and lists and objects of these.
    """
    kept = {key: value for key, value in fields.items() if value or (value is not None and value != {})}
    return _json(kept).encode()


def _json(value: Any) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if is_list(value):
        return "[" + ",".join([_json(item) for item in value]) + "]"
    return "{" + ",".join([f"{encode_basestring(key)}:{_json(value[key])}" for key in sorted(value)]) + "}"
