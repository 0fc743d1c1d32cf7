"""The checks of bots: ours pass them, and every kind of bad bot fails the one meant for it."""

from __future__ import annotations

import random
import re
import shlex
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pytest

from tenback import Game, Rules, View
from tenback.bots.base import Willing
from tenback.bots.registry import OWN
from tenback.bots.simple import Simple
from tenback.core.bot_spec import SEARCH_BOTS
from tenback.core.moves import END, Lay
from tenback.core.variants import GAMES, every
from tenback.testing import check_bot, check_program
from tests.cases import SOAK
from tests.terminal.make import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback import Move
    from tenback.bots.base import Bot
    from tenback.bots.registry import Listing
    from tenback.core.rules import TalkPolicy

ORIGINAL = Rules.named("original")
FIRE = Rules.named("on-fire")


def games_of(listing: Listing) -> tuple[Rules, ...]:
    """Every published game; bots that search play one of each family outside a soak.

    `tests/bots/test_search_bot.py` puts them through the same laws at other tables.
    """
    if SOAK or listing.name not in SEARCH_BOTS:
        return every()
    return tuple(map(Rules.named, GAMES))


@pytest.mark.parametrize("listing", OWN, ids=lambda listing: listing.name)
def test_our_own_bots_pass(listing: Listing) -> None:
    """Each game with some number of players."""
    moments = 3 if SOAK or listing.name not in SEARCH_BOTS else 1
    for number, rules in enumerate(games_of(listing)):
        counts = rules.player_counts
        check_bot(listing.maker, rules, counts[number % len(counts)], moments=moments)
    check_bot(listing.maker, Rules.from_toml(SMALL), moments=moments)


class Able(Simple):
    """Has all abilities and uses them well."""

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        moves, game = [], view.sample(random.Random(0))
        while game.turn == view.seat and END not in moves:
            moves.append(self.move(game.view(game.turn), rng))
            game.play(moves[-1])
        return tuple(moves)

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        return (rng.choice(["leave:u1", "spare:u1"]),) if policy != "silent" else ()

    def willing(self, view: View, rng: random.Random) -> Willing:
        return rng.choice(list(Willing))


def test_a_bot_with_all_abilities_passes() -> None:
    check_bot(Able, [ORIGINAL, FIRE], (2, 3))


# Bad ones


def legal(view: View) -> Move:
    return view.legal_moves()[0]


class Illegal(Simple):
    def move(self, view: View, rng: random.Random) -> Move:
        return END


class IllegalLater(Simple):
    """Only now and then, so that whole games are needed to find it."""

    def move(self, view: View, rng: random.Random) -> Move:
        return END if view.stock_size < 60 else super().move(view, rng)


class Nothing(Simple):
    def move(self, view: View, rng: random.Random) -> Move:
        return None  # type: ignore[return-value]


class Raises(Simple):
    def move(self, view: View, rng: random.Random) -> Move:
        raise LookupError("no idea")


class Unplanned(Simple):
    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        return (legal(view),)


class Overdone(Simple):
    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        return (*(Lay(card, "u1") for card in view.hand), END, END)


class Blabber(Simple):
    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        return ("back:u1",)


class BadWill(Simple):
    def willing(self, view: View, rng: random.Random) -> Willing:
        return "sometimes"  # type: ignore[return-value]


class Moody(Simple):
    """Uses chance of its own."""

    def move(self, view: View, rng: random.Random) -> Move:
        return random.SystemRandom().choice(view.legal_moves())


@dataclass(frozen=True)
class Remembers(Simple):
    """Answers differently when it is asked once more."""

    asked: list[int] = field(default_factory=list)

    def move(self, view: View, rng: random.Random) -> Move:
        self.asked.append(1)
        return view.legal_moves()[len(self.asked) % 2]


class SharedChance(Simple):
    def move(self, view: View, rng: random.Random) -> Move:
        random.random()
        return super().move(view, rng)


class SharedArrays(Simple):
    def move(self, view: View, rng: random.Random) -> Move:
        np.random.random()
        return super().move(view, rng)


class Vandal(Simple):
    def move(self, view: View, rng: random.Random) -> Move:
        chosen = super().move(view, rng)
        object.__setattr__(view, "tops", (*view.tops[::-1], "1"))
        return chosen


class RuleBreaker(Simple):
    """Changes the rules, which all views share; and changes them back when no check looks."""

    def move(self, view: View, rng: random.Random) -> Move:
        chosen = super().move(view, rng)
        object.__setattr__(view.rules, "maximum", 7)
        return chosen


def _first_game() -> Any:
    """A game that a caller up the stack holds."""
    frame = sys._getframe(1)
    while frame is not None:
        for value in frame.f_locals.values():
            if isinstance(value, Game):
                return value
        frame = frame.f_back  # type: ignore[assignment]
    return None


class Peeps(Simple):
    """Looks into the game that its caller holds."""

    def move(self, view: View, rng: random.Random) -> Move:
        legal, game = view.legal_moves(), _first_game()
        card = game.state.stocks[0][0] if game.state.stocks[0] else "0"
        return legal[int(card) % len(legal)]


class Whispers(Simple):
    """All bots of its kind share what they hold."""

    held: ClassVar[dict[int, tuple[str, ...]]] = {}

    def _share(self, view: View) -> int:
        self.held[view.seat or 0] = view.hand
        others = (hand for seat, hand in self.held.items() if seat != view.seat)
        return sum(int(card) for hand in others for card in hand)

    def move(self, view: View, rng: random.Random) -> Move:
        legal = view.legal_moves()
        return legal[self._share(view) % len(legal)]

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        self._share(view)
        return ()


class WhispersInTalk(Whispers):
    """Moves honestly, and says what depends on the hands of others."""

    def move(self, view: View, rng: random.Random) -> Move:
        self._share(view)
        return Simple().move(view, rng)

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        if policy == "silent":
            return ()
        return (("leave:u1", "spare:u1")[self._share(view) % 2],)


class WhispersBefore(Whispers):
    """Moves honestly, and starts as the hands of others suggest."""

    def move(self, view: View, rng: random.Random) -> Move:
        return Simple().move(view, rng)

    def willing(self, view: View, rng: random.Random) -> Willing:
        return list(Willing)[self._share(view) % 3]


class OnlySolo(Simple):
    def move(self, view: View, rng: random.Random) -> Move:
        if view.players > 1:
            raise NotImplementedError
        return super().move(view, rng)


BAD: dict[str, tuple[Callable[[], Bot], str]] = {
    "illegal": (Illegal, "is not a legal move"),
    "illegal later": (IllegalLater, "makes an illegal move"),
    "nothing": (Nothing, "None is not a legal move"),
    "raises": (Raises, "LookupError: no idea"),
    "half a turn": (Unplanned, "a turn does not end with its last move"),
    "illegal turn": (Overdone, "not a legal move of a turn|does not end with its last move"),
    "illegal talk": (Blabber, "'back:u1' may not be said under"),
    "bad will": (BadWill, "ValueError: 'sometimes'"),
    "own chance": (Moody, "answers differently"),
    "memory": (Remembers, "answers differently the second time"),
    "shared chance": (SharedChance, "random state"),
    "shared arrays": (SharedArrays, "random state"),
    "changes its view": (Vandal, "changes its view"),
    "peeps": (Peeps, "knows what is hidden"),
    "whispers": (Whispers, "knows what is hidden"),
    "whispers in talk": (WhispersInTalk, "knows what is hidden"),
    "whispers before": (WhispersBefore, "knows what is hidden"),
    "claims too much": (OnlySolo, "NotImplementedError"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_bot_fails(name: str) -> None:
    bot, broken = BAD[name]
    Whispers.held.clear()
    with pytest.raises(AssertionError) as caught:
        check_bot(bot, FIRE, 3)
    assert re.search(broken, str(caught.value)), str(caught.value)
    assert str(caught.value).startswith(f"{FIRE.name}, 3 players: ")


def test_a_bot_that_changes_the_rules_fails() -> None:
    own = Rules.from_toml(SMALL)
    with pytest.raises(AssertionError, match="changes its view"):
        check_bot(RuleBreaker, own, 2)


def test_a_bot_passes_where_it_claims_to() -> None:
    check_bot(OnlySolo, [ORIGINAL, FIRE], 1)


def test_a_program_that_loses_its_seat_fails() -> None:
    command = f"{shlex.quote(sys.executable)} -I -S -c pass"
    with pytest.raises(AssertionError, match="has ended"):
        check_program(command, ORIGINAL, 2)


def test_no_stand_in_plays_on_for_a_program_that_fails() -> None:
    command = f"{shlex.quote(sys.executable)} -I -S -c pass"
    with pytest.raises(AssertionError) as caught:
        check_program(command, ORIGINAL, 2)
    assert "plays on" not in str(caught.value)


def test_an_illegal_move_of_a_program_is_named() -> None:
    script = """
import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind != "new-game":
        print(json.dumps({"type": kind, "protocol": 1, "move": "1-u1"}), flush=True)
"""
    command = shlex.join([sys.executable, "-I", "-S", "-c", script])
    with pytest.raises(AssertionError, match="wants to play '1-u1', which is not legal here"):
        check_program(command, ORIGINAL, 1)


def test_a_command_is_one_text() -> None:
    words: Any = ["python3", "my bot.py"]
    with pytest.raises(TypeError, match=r"check_program\(\"python3 'my bot.py'\"\)"):
        check_program(words, ORIGINAL, 2)
    for empty in ("", " "):
        with pytest.raises(ValueError, match="The command is empty"):
            check_program(empty, ORIGINAL, 2)
