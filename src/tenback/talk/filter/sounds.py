"""A rough phonetic key for French and German: spellings of one sound share it.

So `kinze` is found as `quinze` and `fierzig` as `vierzig`.
"""

from __future__ import annotations

import re

_RULES = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"ph|v", "f"),
        (r"qu|q|ck|c(?![eiyh])", "k"),
        (r"c(?=[eiy])|ss|z|tz", "s"),
        (r"chs|cks|ks|x", "S"),
        (r"(?<!c)h", ""),
        (r"ei|ai|ay|ey", "A"),
        (r"[ae]n(?=[^aeiouy])|[ae]m(?=[bp])", "N"),
        (r"ie|y", "i"),
        (r"dt|d", "t"),
        (r"(?:sch|ch|k|g)$", "g"),
        (r"(.)\1+", r"\1"),
        (r"e[sn]?$", ""),
    )
)


def sound(word: str) -> str:
    """The phonetic key of a word."""
    for pattern, replacement in _RULES:
        word = pattern.sub(replacement, word)
    return word
