"""What a TOML text may be before a parser sees it: its size, and how deep it is nested.

The time and the stack of the parser grow with both. Strings and comments are passed over, so only
what the parser would nest is counted. After a fault in the text the count may be wrong, but the
parser never gets there.
"""

from __future__ import annotations

import re

from tenback.core.errors import InvalidRules, Part

MAX_TEXT = 20_000
"""Characters; the longest variant needs some 2,000, so there is room for comments."""

MAX_LINE = 2_000
MAX_DEPTH = 8
"""Parts of a key, and lists and tables within each other; a variant needs two."""

# Each alternative matches whatever follows it, so that no text is looked at twice.
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""+|\\?\Z)'
    r"|'''.*?(?:'''+|\Z)"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[.=,\n\[\]{}]",
    re.DOTALL,
)


def check(text: str) -> None:
    """Refuse a text that is too long or too deep, and name the line."""
    if len(text) > MAX_TEXT:
        raise InvalidRules("not-toml", detail=Part("too-long", limit=MAX_TEXT))
    # Not `splitlines`: what it takes for a line's end besides may stand within a TOML string.
    if any(len(line) > MAX_LINE for line in text.split("\n")):
        raise InvalidRules("not-toml", detail=Part("line-too-long", limit=MAX_LINE))
    place = _too_deep(text)
    if place is not None:
        line = text.count("\n", 0, place) + 1
        raise InvalidRules("not-toml", detail=Part("too-deep", line=line, limit=MAX_DEPTH))


def _too_deep(text: str) -> int | None:
    """Where a key has too many parts, or too many lists and tables are open."""
    parts, depth = 1, 0
    for token in _TOKEN.finditer(text):
        match token[0]:
            case ".":
                parts += 1
            case "[" | "{":
                parts, depth = 1, depth + 1
            case "]" | "}":
                parts, depth = 1, max(0, depth - 1)
            case "=" | "," | "\n":
                parts = 1
        if max(parts, depth) > MAX_DEPTH:
            return token.start()
    return None
