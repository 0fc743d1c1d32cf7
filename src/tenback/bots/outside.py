"""Outside bots: a program in any language, which is asked in lines of JSON (docs/bots.md).

A program that breaks the protocol loses its seat to a stand-in, and the game goes on.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from tenback.bots.base import Willing
from tenback.bots.losing import SENTENCE, Lost, short, usual_stand_in
from tenback.bots.program import Failure, Program
from tenback.talk.speaking import possible

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from tenback.bots.base import Bot
    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View

PROTOCOL = 1
STARTING = 20.0
"""Seconds in which a program must have said hello; after that the bot's own limit holds."""

SEED_BITS = 53
"""Every language can hold a whole number of so many bits."""


def _nobody(_lost: Lost) -> None:
    pass


class Outside:
    """A bot that asks a program.

    `seconds` is how long each answer may take. `told` hears when the seat is lost; from then on
    the stand-in answers, and `lost` says why.
    """

    def __init__(
        self,
        command: str,
        *,
        seconds: float = 10.0,
        told: Callable[[Lost], None] = _nobody,
        stand_in: Bot | None = None,
    ) -> None:
        self.command = command
        self.name = _file_name(command)
        self.seconds = seconds
        self.told = told
        self.stand_in = stand_in or usual_stand_in()
        self.lost: Lost | None = None
        self._program: Program | None = None
        self._abilities: frozenset[str] = frozenset()
        self._game: object = None
        self._moment = 0

    def meet(self) -> None:
        """Start the program and let it say hello; if it cannot, its seat is lost."""
        try:
            self._start()
        except Failure as failure:
            self._lose(0, failure)

    # What a bot is asked

    def move(self, view: View, rng: random.Random) -> Move:
        """The program's move, or the stand-in's."""
        seed = rng.getrandbits(SEED_BITS)
        move = self._try(view, self._move, seed)
        return self.stand_in.move(view, rng) if move is None else move

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        """What the program says. The stand-in says nothing, as nobody has heard it before."""
        return self._try(view, self._say, rng.getrandbits(SEED_BITS), policy) or ()

    def willing(self, view: View, rng: random.Random) -> Willing:
        """Whether the program would start."""
        return self._try(view, self._willing, rng.getrandbits(SEED_BITS)) or Willing.EITHER

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
            raise Failure("illegal", text=_short(word))
        return legal[word]

    def _say(self, view: View, seed: int, policy: TalkPolicy) -> tuple[str, ...]:
        if "talk" not in self._abilities or view.seat is None:
            return ()
        phrases = list(possible(view, view.seat, policy))
        answer = self._ask("talk", seed, view, policy=policy, possible=phrases)
        said = answer.get("say")
        if not isinstance(said, list) or not all(isinstance(word, str) for word in said):
            raise Failure("nonsense", text=_short(said))
        return tuple(said)

    def _willing(self, view: View, seed: int) -> Willing:
        if "willing" not in self._abilities:
            return Willing.EITHER
        answer = self._ask("willing", seed, view).get("willing")
        if answer not in list(Willing):
            raise Failure("nonsense", text=_short(answer))
        return Willing(answer)

    def _ask(self, question: str, seed: int, view: View, **more: object) -> dict[str, Any]:
        line = _line(question, seed=seed, view=asdict(view), **more)
        return self._answer(question, line, self.seconds)

    def _answer(self, question: str, line: str, seconds: float) -> dict[str, Any]:
        if self._program is None:
            raise Failure("died", status=None)
        answer = self._program.ask(line, seconds)
        try:
            read = json.loads(answer)
        except (ValueError, RecursionError):
            raise Failure("nonsense", text=_short(answer.decode("utf-8", "replace"))) from None
        if not isinstance(read, dict) or read.get("type") != question:
            raise Failure("nonsense", text=_short(answer.decode("utf-8", "replace")))
        return read

    def _try(self, view: View, ask: Callable[..., Any], *what: object) -> Any:
        """What the program answers; None once it has lost its seat."""
        if self.lost is not None:
            return None
        try:
            self._prepare(view)
            return ask(view, *what)
        except Failure as failure:
            self._lose(view.seat or 0, failure)
            return None

    def _prepare(self, view: View) -> None:
        """See that the program runs and knows which game this is."""
        program = self._start()
        game = (view.rules, view.seat, view.history[:1])
        if game != self._game or view.moment < self._moment:
            program.tell(_new_game(view))
        self._game, self._moment = game, view.moment

    def _start(self) -> Program:
        if self._program is None:
            self._program = Program(_words(self.command))
            self._greet()
        return self._program

    def _greet(self) -> None:
        hello = self._answer("hello", _line("hello", protocol=PROTOCOL), STARTING)
        if hello.get("protocol") != PROTOCOL:
            raise Failure("protocol", text=_short(hello.get("protocol")), version=PROTOCOL)
        abilities = hello.get("abilities", [])
        if not isinstance(abilities, list):
            raise Failure("nonsense", text=_short(abilities))
        self._abilities = frozenset(word for word in abilities if isinstance(word, str))
        self.name = _short(hello.get("name", "")) or self.name

    def _lose(self, seat: int, failure: Failure) -> None:
        name, params = _file_name(self.command), dict(failure.params)
        if self._program is not None:
            self._program.stop()
            params |= {"last_words": short(self._program.last_words, SENTENCE)}
            self._program = None
        self.lost = Lost(seat, name, self.stand_in.name, failure.why, params)
        self.told(self.lost)


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
        raise Failure("not-started", detail=str(error)) from None


def _file_name(command: str) -> str:
    """What a program is called: itself, or the script that an interpreter is given first."""
    first, *others = command.split() or [""]
    script = next((PurePath(word) for word in others if not word.startswith("-")), PurePath())
    named = script if script.suffix[1:].isalpha() else PurePath(first)
    return short(named.name or command)


def _short(value: object) -> str:
    """Something that a program wrote, short and harmless."""
    return short(value if isinstance(value, str) else json.dumps(value))
