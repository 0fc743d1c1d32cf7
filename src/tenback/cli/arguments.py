"""What the commands share: options that name a game or a language, and complaints in one line."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING, NoReturn

from tenback.cli.files import read_rules
from tenback.cli.usage import UsageError
from tenback.core.errors import nearest
from tenback.core.rules import Rules
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTIONS = {
    "expert": "original: lay at least three cards a turn",
    "short_hands": "original, on top of --expert: one card less for everybody",
    "on_fire": "original: with fire cards",
    "professional": "quick-and-easy: exactly one card a turn",
}

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence and knows the nearest right word."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        text = message.rstrip(".")
        raise UsageError("argument", text=text[:1].upper() + text[1:], command=self.prog)

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read the words after the command."""
        found, unknown = self.parse_known_args(words)
        if unknown:
            word = unknown[0].partition("=")[0]
            near = nearest(word, self._option_string_actions)
            name = "did-you-mean" if near else "no-such-option"
            raise UsageError(name, word=word, near=near, command=self.prog)
        return found


def parser(name: str, description: str) -> Parser:
    """A parser for one command."""
    return Parser(prog=f"tenback {name}", description=description, allow_abbrev=False)


def number(text: str) -> int:
    """A number on the command line."""
    if not _NUMBER.fullmatch(text):
        raise UsageError("not-a-number", text=text[:40])
    return int(text)


def add_variant(to: Parser, *, optional: bool = False) -> None:
    """Let the command line name a game: a published one with options, or a TOML file."""
    also = ", or a deal code; by default original" if optional else ""
    to.add_argument(
        "variant",
        nargs="?" if optional else None,
        metavar="VARIANT",
        help="original, on-fire, quick-and-easy, face-to-face, the path of a TOML file" + also,
    )
    for option, purpose in OPTIONS.items():
        to.add_argument(flag(option), action="store_true", help=purpose)


def flag(option: str) -> str:
    """An option as it is written on the command line."""
    return f"--{option.replace('_', '-')}"


def chosen_rules(arguments: argparse.Namespace) -> Rules:
    """The rules that the command line names."""
    options = {option: True for option in OPTIONS if getattr(arguments, option)}
    name: str = arguments.variant or "original"
    if not is_file(name):
        return Rules.named(name.lower(), **options)
    for option in options:
        raise UsageError("options-and-file", option=flag(option))
    return read_rules(name)


def is_file(variant: str) -> bool:
    """Whether a variant is given by its file rather than by its name."""
    return variant.lower().endswith(".toml") or os.sep in variant or "/" in variant


def add_language(to: Parser) -> None:
    """Let the command line choose a language."""
    to.add_argument("--language", help="en, fr or de; by default that of the environment")


def chosen_words(language: str | None) -> Words:
    """The language that was asked for, else that of the environment, else English."""
    if language is not None:
        return Words(language.lower())
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return Words(value[:2] if value[:2] in LANGUAGES else "en")
    return Words()


def words_for_refusals(words: Sequence[str]) -> Words:
    """The language in which to refuse a command line, which may be too wrong to be parsed."""
    for option, value in zip(words, [*words[1:], ""], strict=False):
        name, _, joined = option.partition("=")
        asked = (joined or value).lower()
        if name == "--language" and asked in LANGUAGES:
            return Words(asked)
    return chosen_words(None)
