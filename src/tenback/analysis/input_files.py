"""Variants and records that a user names: by the path of a file, or by the name of a game."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.core.errors import TenbackError
from tenback.core.record import Record
from tenback.core.rules import Rules
from tenback.core.variants import name_and_options
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator


def is_file(variant: str) -> bool:
    """Whether a variant is given by its file rather than by its name."""
    return variant.lower().endswith(".toml") or os.sep in variant or "/" in variant


def rules_of(text: str) -> Rules:
    """The path of a TOML file, or a published game with its options: `original+expert`."""
    if is_file(text):
        return read_rules(text)
    name, options = name_and_options(text)
    return Rules.named(name, **dict.fromkeys(options, True))


def read_rules(name: str) -> Rules:
    """A designer's own variant."""
    with _blaming(name):
        return Rules.from_toml(_read(name))


def read_record(name: str) -> Record:
    """A record in either form; `-` is the standard input."""
    with _blaming(name):
        text = _read(name)
        return Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)


@contextmanager
def _blaming(name: str) -> Iterator[None]:
    """Note with an error in which file it is."""
    try:
        yield
    except TenbackError as error:
        error.add_note(name)
        raise


def _read(name: str) -> str:
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return content.decode()
    except FileNotFoundError:
        raise UsageError("no-such-file", file=name) from None
    except UnicodeError:
        raise UsageError("not-text", file=name) from None
    # A name with a NUL in it is a ValueError.
    except (OSError, ValueError) as error:
        raise UsageError("unreadable", file=name, why=why(error)) from None


def why(error: Exception) -> str:
    """What the system says about a file that cannot be used."""
    return getattr(error, "strerror", None) or str(error)
