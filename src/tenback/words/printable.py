"""Text that others wrote, made harmless for a terminal."""

from __future__ import annotations

# Python does not count them as printable, but French needs them.
_NO_BREAK = frozenset("\u00a0\u202f")


def printable(text: str) -> str:
    """The text on one line, without anything that could steer a terminal or forge a line."""
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character.isprintable() or character in _NO_BREAK:
        return character
    return " " if character.isspace() else "\ufffd"
