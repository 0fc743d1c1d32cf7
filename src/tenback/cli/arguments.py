"""What the commands share: options that name a game, and complaints in one line."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

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


class UsageError(Exception):
    """A command line that makes no sense; the text says what would."""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence and knows the nearest right word."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        text = message.rstrip(".")
        raise UsageError(f"{text[:1].upper()}{text[1:]}. See {self.prog} --help.")

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read the words after the command."""
        found, unknown = self.parse_known_args(words)
        if unknown:
            word = unknown[0].partition("=")[0]
            near = nearest(word, self._option_string_actions)
            hint = f" Did you mean {near}?" if near else ""
            raise UsageError(f"{word} means nothing here.{hint} See {self.prog} --help.")
        return found


def parser(name: str, description: str) -> Parser:
    """A parser for one command."""
    return Parser(
        prog=f"tenback {name}", description=description, allow_abbrev=False, exit_on_error=True
    )


def add_variant(to: Parser, *, default: str | None = None) -> None:
    """Let the command line name a game: a published one with options, or a TOML file."""
    to.add_argument(
        "variant",
        nargs="?" if default else None,
        default=default,
        metavar="VARIANT",
        help="original, on-fire, quick-and-easy, face-to-face, or the path of a TOML file",
    )
    for option, purpose in OPTIONS.items():
        to.add_argument(f"--{option.replace('_', '-')}", action="store_true", help=purpose)


def chosen_rules(arguments: argparse.Namespace) -> Rules:
    """The rules that the command line names."""
    options = {option: True for option in OPTIONS if getattr(arguments, option)}
    name: str = arguments.variant
    if name.endswith(".toml") or "/" in name:
        if options:
            raise UsageError(
                "The options are for the published games; a file spells its rules out."
            )
        return Rules.from_toml(Path(name).read_text("utf-8"))
    return Rules.named(name.lower(), **options)


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
