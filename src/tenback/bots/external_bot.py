"""Outside bots: a program in any language, which is asked in lines of JSON (docs/bots.md).

A program that breaks the protocol fails as any bot may: its caller gets a `BotFailure`, and a
match gives its seat to a stand-in.
"""

from __future__ import annotations

import json
import shlex
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from tenback.bots.base import Willing
from tenback.bots.bot_process import BotProcess
from tenback.bots.stand_in import SENTENCE, BotFailure, short
from tenback.talk.speech import possible_phrases

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View

PROTOCOL = 1
STARTING = 20.0
"""Seconds in which a program must have said hello; after that the bot's own limit holds."""

SEED_BITS = 53
"""Every language can hold a whole number of so many bits."""


class ExternalBot:
    """A bot that asks a program; `seconds` is how long each answer may take.

    It raises `BotFailure` when the program fails. Then the program is stopped, and every further
    question raises the same.
    """

    def __init__(self, command: str, *, seconds: float = 10.0) -> None:
        self.command = command
        self.name = _file_name(command)
        self.seconds = seconds
        self._program: BotProcess | None = None
        self._abilities: frozenset[str] = frozenset()
        self._game: object = None
        self._moment = 0
        self._failure: BotFailure | None = None

    def meet(self) -> None:
        """Start the program and let it say hello."""
        with self._unless_failed():
            self._start()

    # What a bot is asked

    def move(self, view: View, rng: random.Random) -> Move:
        """The program's move."""
        with self._unless_failed():
            self._prepare(view)
            return self._move(view, rng.getrandbits(SEED_BITS))

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        """What the program says."""
        with self._unless_failed():
            self._prepare(view)
            return self._say(view, rng.getrandbits(SEED_BITS), policy)

    def willing(self, view: View, rng: random.Random) -> Willing:
        """Whether the program would start."""
        with self._unless_failed():
            self._prepare(view)
            return self._willing(view, rng.getrandbits(SEED_BITS))

    def close(self) -> None:
        """Send the program home."""
        if self._program is not None:
            self._program.stop(_line("bye"))
            self._program = None

    # How the program is asked

    def _move(self, view: View, seed: int) -> Move:
        legal = {str(move): move for move in view.legal_moves()}
        answer = self._ask("move", seed, view, legal=list(legal), options=asdict(view.options()))
        word = answer.get("move")
        if not isinstance(word, str) or word not in legal:
            raise BotFailure("illegal", text=_short(word))
        return legal[word]

    def _say(self, view: View, seed: int, policy: TalkPolicy) -> tuple[str, ...]:
        if "talk" not in self._abilities or view.seat is None:
            return ()
        phrases = list(possible_phrases(view, view.seat, policy))
        answer = self._ask("talk", seed, view, policy=policy, possible=phrases)
        said = answer.get("say")
        if not isinstance(said, list) or not all(isinstance(word, str) for word in said):
            raise BotFailure("nonsense", text=_short(said))
        return tuple(said)

    def _willing(self, view: View, seed: int) -> Willing:
        if "willing" not in self._abilities:
            return Willing.EITHER
        answer = self._ask("willing", seed, view).get("willing")
        if answer not in list(Willing):
            raise BotFailure("nonsense", text=_short(answer))
        return Willing(answer)

    def _ask(self, question: str, seed: int, view: View, **more: object) -> dict[str, Any]:
        line = _line(question, seed=seed, view=asdict(view), **more)
        return self._answer(question, line, self.seconds)

    def _answer(self, question: str, line: str, seconds: float) -> dict[str, Any]:
        if self._program is None:
            raise BotFailure("died", status=None)
        answer = self._program.ask(line, seconds)
        try:
            read = json.loads(answer)
        except (ValueError, RecursionError):
            raise BotFailure("nonsense", text=_short(answer.decode("utf-8", "replace"))) from None
        if not isinstance(read, dict) or read.get("type") != question:
            raise BotFailure("nonsense", text=_short(answer.decode("utf-8", "replace")))
        return read

    @contextmanager
    def _unless_failed(self) -> Iterator[None]:
        """A program that fails is stopped, and is not asked again."""
        if self._failure is not None:
            raise self._failure
        try:
            yield
        except BotFailure as failure:
            self._fail(failure)
            raise

    def _prepare(self, view: View) -> None:
        """See that the program runs and knows which game this is."""
        program = self._start()
        game = (view.rules, view.seat, view.history[:1])
        if game != self._game or view.moment < self._moment:
            program.queue(_new_game(view))
        self._game, self._moment = game, view.moment

    def _start(self) -> BotProcess:
        if self._program is None:
            self._program = BotProcess(_words(self.command))
            self._greet()
        return self._program

    def _greet(self) -> None:
        hello = self._answer("hello", _line("hello", protocol=PROTOCOL), STARTING)
        if hello.get("protocol") != PROTOCOL:
            raise BotFailure("protocol", text=_short(hello.get("protocol")), version=PROTOCOL)
        abilities = hello.get("abilities", [])
        if not isinstance(abilities, list):
            raise BotFailure("nonsense", text=_short(abilities))
        self._abilities = frozenset(word for word in abilities if isinstance(word, str))
        self.name = _short(hello.get("name", "")) or self.name

    def _fail(self, failure: BotFailure) -> None:
        """Stop the program; its failure gets its file name and its last words."""
        failure.bot = _file_name(self.command)
        if self._program is not None:
            self._program.stop()
            failure.params["last_words"] = short(self._program.last_words, SENTENCE)
            self._program = None
        self._failure = failure


def _line(kind: str, **content: object) -> str:
    """One message. Views and options are written as core's values are, field by field."""
    return json.dumps({"type": kind, **content}, separators=(",", ":"))


def _new_game(view: View) -> str:
    piles = [pile.name for pile in view.rules.layout]
    rules = asdict(view.rules)
    return _line("new-game", seat=view.seat, players=view.players, piles=piles, rules=rules)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:  # a quote that is never closed
        raise BotFailure("not-started", detail=str(error)) from None


def _file_name(command: str) -> str:
    """What a program is called: itself, or the script that an interpreter is given first."""
    first, *others = command.split() or [""]
    script = next((PurePath(word) for word in others if not word.startswith("-")), PurePath())
    named = script if script.suffix[1:].isalpha() else PurePath(first)
    return short(named.name or command)


def _short(value: object) -> str:
    """Something that a program wrote, short and harmless."""
    return short(value if isinstance(value, str) else json.dumps(value))
