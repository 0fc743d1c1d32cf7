"""What the commands share: options that name a game or a language, and complaints in one line."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING, NoReturn

from tenback.analysis.input_files import is_file, read_rules
from tenback.core.errors import InvalidRules, nearest
from tenback.core.rules import Rules
from tenback.core.variants import ALIASES, GAMES, name_and_options, needs_of, options_of
from tenback.words import LANGUAGES, Words, preferred
from tenback.words.command import NAME, called
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
COUNTS = "3, 2,4, 2..5 or 2-5"
"""How numbers of players are written."""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence and knows the nearest right word."""

    @property
    def typed(self) -> str:
        """The command as it can be typed here."""
        return self.prog.replace(NAME, called(), 1)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        text = message.rstrip(".")
        raise UsageError("argument", text=text[:1].upper() + text[1:], command=self.typed)

    def parse(self, words: Sequence[str], *, mixed: bool = False) -> argparse.Namespace:
        """Read the words after the command; `mixed`: options may stand among several words."""
        read = self.parse_known_intermixed_args if mixed else self.parse_known_args
        found, unknown = read(words)
        if unknown:
            word = unknown[0].partition("=")[0]
            near = nearest(word, self._option_string_actions)
            name = "did-you-mean" if near else "no-such-option"
            raise UsageError(name, word=word, near=near, command=self.typed)
        return found


def parser(name: str, description: str) -> Parser:
    """A parser for one command."""
    return Parser(prog=f"{NAME} {name}", description=description, allow_abbrev=False)


def number(text: str) -> int:
    """A number on the command line."""
    if not NUMBER.fullmatch(text):
        raise UsageError("not-a-number", text=text[:40])
    return int(text)


def add_variant(to: Parser, *, optional: bool = False, codes: bool = False) -> None:
    """Let the command line name a game: a published one with options, or a TOML file."""
    also = ", or a deal code" if codes else ""
    also += f"; by default {GAMES[0]}" if optional else ""
    to.add_argument(
        "variant",
        nargs="?" if optional else None,
        metavar="VARIANT",
        help=f"{', '.join([*GAMES, *ALIASES])}, the path of a TOML file{also}",
    )
    add_options(to)


def add_options(to: Parser) -> None:
    """Let the command line choose the options of a published game."""
    for option in options():
        # argparse formats help in its own way.
        to.add_argument(flag(option), action="store_true", help=_purpose(option).replace("%", "%%"))


def options() -> tuple[str, ...]:
    """Every option of every game."""
    return tuple(dict.fromkeys(option for game in GAMES for option in options_of(game)))


def _purpose(option: str) -> str:
    """What an option does to which games, in the language of all help: English."""
    say = Words()
    games = [game for game in GAMES if option in options_of(game)]
    needs = needs_of(games[0], option)
    on_top = f", {say('terminal.needs', option=flag(needs))}" if needs else ""
    return f"{say(f'games.option.{option}.line')} ({', '.join(games)}{on_top})"


def flag(option: str) -> str:
    """An option as it is written on the command line."""
    return f"--{option.replace('_', '-')}"


def chosen_rules(arguments: argparse.Namespace) -> Rules:
    """The rules that the command line names."""
    name: str = arguments.variant or GAMES[0]
    if not is_file(name):
        game, written = name_and_options(name)
        return _named(game, [*_chosen(arguments), *written])
    check_no_options(arguments)
    return read_rules(name)


def check_no_options(arguments: argparse.Namespace) -> None:
    """Refuse options of rules beside a file, which spells its rules out."""
    for option in _chosen(arguments):
        raise UsageError("options-and-file", option=flag(option))


def _chosen(arguments: argparse.Namespace) -> list[str]:
    return [option for option in options() if getattr(arguments, option)]


def _named(name: str, chosen: Sequence[str]) -> Rules:
    """A published game; what is wrong with its options is named by the flags as typed."""
    try:
        return Rules.named(name, **dict.fromkeys(chosen, True))
    except InvalidRules as error:
        params = {key: str(value) for key, value in error.params.items()}
        if error.code == "option-needs":
            needs = flag(params["needs"])
            raise UsageError("option-needs", option=flag(params["option"]), needs=needs) from None
        if error.code == "unknown-option":
            raise _no_such_option(params["name"], params["option"]) from None
        raise


def _no_such_option(game: str, option: str) -> UsageError:
    allowed = ", ".join(map(flag, options_of(game)))
    name = "unknown-option" if allowed else "no-options"
    return UsageError(name, name=game, option=flag(option), allowed=allowed)


def add_language(to: Parser) -> None:
    """Let the command line choose a language."""
    known = ", ".join(LANGUAGES)
    to.add_argument("--language", help=f"one of {known}; by default that of the environment")


def chosen_words(language: str | None) -> Words:
    """The language that was asked for, else that of the environment, else English."""
    if language is not None:
        return Words(language.lower())
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return Words(preferred([value]))
    return Words()


def words_for_refusals(words: Sequence[str]) -> Words:
    """The language in which to refuse a command line, which may be too wrong to be parsed."""
    for option, value in zip(words, [*words[1:], ""], strict=False):
        name, _, joined = option.partition("=")
        asked = (joined or value).lower()
        if name == "--language" and asked in LANGUAGES:
            return Words(asked)
    return chosen_words(None)
