"""Bots among themselves: who starts, who speaks, and that nothing passes between them unheard."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Deal, Game, Record, Rules, TenbackError, View
from tenback.bots.base import Willing
from tenback.bots.registry import InvalidBot, make
from tenback.bots.simple import Simple
from tenback.bots.tables import Seats, play
from tenback.core.moves import END, Lay, Resign
from tenback.core.rules import TalkPolicy
from tenback.words import LANGUAGES, Words
from tests.cases import IDS, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback import Move
    from tenback.bots.base import Bot
    from tenback.bots.losing import Lost
    from tenback.core.errors import IllegalTalk

ORIGINAL = Rules.named("original")
FIRE = Rules.named("on-fire")
DUEL = Rules.named("face-to-face")


@dataclass(frozen=True)
class Talker(Simple):
    """Says given things, starts if asked to, and remembers what it was shown."""

    phrases: tuple[str, ...] = ()
    would: Willing = Willing.EITHER
    seen: list[View] = field(default_factory=list)
    policies: set[TalkPolicy] = field(default_factory=set)
    chance: list[float] = field(default_factory=list)

    def move(self, view: View, rng: random.Random) -> Move:
        self.seen.append(view)
        self.chance.append(rng.random())
        return super().move(view, rng)

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        self.seen.append(view)
        self.policies.add(policy)
        rng.random()
        return self.phrases

    def willing(self, view: View, rng: random.Random) -> Willing:
        self.seen.append(view)
        return self.would


def deal(rules: Rules = ORIGINAL, players: int = 3, seed: str = "tables") -> Deal:
    return Deal.from_seed(rules, players, seed)


def talkers(*would: Willing, phrases: tuple[str, ...] = ()) -> list[Talker]:
    return [Talker(phrases=phrases, would=one) for one in would]


def said(game: Game) -> list[tuple[int, str]]:
    return [(remark.seat, remark.phrase) for remark in game.talk]


START, EITHER, NOT_ME = Willing


# Whole games


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_a_game_is_played_to_its_end_and_recorded(rules: Rules, players: int) -> None:
    bots = [Talker(phrases=("leave:u1", "thanks")) for _ in range(players)]
    game = play(rules, deal(rules, players), bots, "seed")
    assert game.outcome is not None
    assert Record.parse(str(game.record())).game() == game
    spoken = rules.talk is not TalkPolicy.SILENT and players > 1 and game.actions.count(END) > 1
    assert bool(game.talk) == spoken


def test_the_same_seed_gives_the_same_game() -> None:
    bots = [make(name) for name in ("random", "simple", "careful")]
    games = [play(ORIGINAL, deal(), bots, seed).record() for seed in ("a", "a", "b")]
    assert games[0] == games[1] != games[2]


def test_one_bot_for_each_seat() -> None:
    for bots in ([], [Simple()] * 2, [Simple()] * 4):
        with pytest.raises(TenbackError) as caught:
            play(ORIGINAL, deal(), bots, "seed")
        assert caught.value.code == "wrong-bots"


# Who starts


@pytest.mark.rule("O3")
@pytest.mark.parametrize(
    ("would", "starter", "heard"),
    [
        ((EITHER, EITHER, EITHER), 0, []),
        ((EITHER, START, EITHER), 1, [(1, "start")]),
        ((NOT_ME, EITHER, EITHER), 1, [(0, "not-me")]),
        ((NOT_ME, START, START), 1, [(0, "not-me"), (1, "start"), (2, "start")]),
        ((NOT_ME, NOT_ME, NOT_ME), 0, [(0, "not-me"), (1, "not-me"), (2, "not-me")]),
        ((NOT_ME, NOT_ME, EITHER), 2, [(0, "not-me"), (1, "not-me")]),
    ],
)
def test_the_most_willing_starts_and_everybody_has_heard_why(
    would: tuple[Willing, ...], starter: int, heard: list[tuple[int, str]]
) -> None:
    game = play(ORIGINAL, deal(), talkers(*would), "seed")
    assert game.starter == starter
    assert said(game)[: len(heard)] == heard


@pytest.mark.parametrize("policy", [TalkPolicy.SILENT, None])
def test_what_cannot_be_said_decides_nothing(policy: TalkPolicy | None) -> None:
    """Else the table would be a channel of its own."""
    bots = talkers(NOT_ME, NOT_ME, START)
    game = play(ORIGINAL, deal(), bots, "seed", policy=policy, talk=policy is not None)
    assert game.starter == 0
    assert not game.talk


def test_nobody_is_asked_alone_or_in_a_duel() -> None:
    for rules, players in ((ORIGINAL, 1), (DUEL, 2)):
        bots = talkers(*[NOT_ME] * players)
        game = play(rules, deal(rules, players), bots, "seed")
        assert not any(view.agreeing for bot in bots for view in bot.seen)
        assert game.starter == (game.deal and game.deal.settled_starter)


# Talk


def test_everybody_but_the_one_on_turn_speaks_at_the_start_of_a_turn() -> None:
    bots = talkers(EITHER, EITHER, EITHER, phrases=("leave:u1",))
    game = Game(ORIGINAL, deal(), starter=1)
    seats = Seats(game, dict(enumerate(bots)), "seed")
    seats.talk()
    assert said(game) == [(2, "leave:u1"), (0, "leave:u1")]
    assert bots[0].seen[-1].talk[0].seat == 2
    assert not bots[1].seen
    seats.talk()
    assert len(said(game)) == 2


def test_people_speak_for_themselves() -> None:
    bots = talkers(EITHER, EITHER, phrases=("leave:u1",))
    game = Game(ORIGINAL, deal(), starter=1)
    Seats(game, {0: bots[0], 1: bots[1]}, "seed").talk()
    assert said(game) == [(0, "leave:u1")]


@pytest.mark.parametrize(
    "phrase",
    ["nonsense", "leave", "leave:u9", "back:u1", "unsay:leave:u1", "I have 37", "", "\ud800"],
)
def test_what_may_not_be_said_is_dropped(phrase: str) -> None:
    dropped: list[tuple[int, str]] = []

    def note(seat: int, why: IllegalTalk) -> None:
        dropped.append((seat, why.code))

    game = Game(FIRE, deal(FIRE), starter=1)
    bots: dict[int, Bot] = {0: Talker(phrases=(phrase, "spare:u2"))}
    Seats(game, bots, "seed", dropped=note).talk()
    assert said(game) == [(0, "spare:u2")]
    assert [seat for seat, _ in dropped] == [0]


def test_the_policy_of_the_table_is_told_to_those_who_speak() -> None:
    bots = talkers(EITHER, EITHER, EITHER, phrases=("back:u1",))
    game = play(ORIGINAL, deal(), bots, "seed", policy=TalkPolicy.NO_CLUES)
    assert bots[0].policies == {TalkPolicy.NO_CLUES}
    assert not game.talk
    assert play(ORIGINAL, deal(), bots, "seed").talk


def test_without_talk_nobody_is_asked() -> None:
    bots = talkers(START, START, START, phrases=("leave:u1",))
    assert not play(ORIGINAL, deal(), bots, "seed", talk=False).talk
    assert all(view.on_turn for bot in bots for view in bot.seen)


# Nothing else passes


@pytest.mark.rule("V1", "V2")
def test_each_bot_is_shown_its_own_view_with_memory() -> None:
    bots = talkers(START, NOT_ME, EITHER, phrases=("leave:u1",))
    play(ORIGINAL, deal(), bots, "seed")
    for seat, bot in enumerate(bots):
        assert bot.seen
        for view in bot.seen:
            assert type(view) is View
            assert view.seat == seat
            assert view.memory
            assert [hand is None for hand in view.hands] == [other != seat for other in range(3)]


def test_the_chance_of_one_does_not_depend_on_what_others_are_asked() -> None:
    """The same numbers for the same seat and moment, however much the others talk and draw."""

    class Spender(Talker):
        def move(self, view: View, rng: random.Random) -> Move:
            rng.random()
            return view.legal_moves()[0]

    rules, chances = DUEL, []
    for other in (Talker(), Spender(), Spender(phrases=("thanks",))):
        watched = Talker()
        start = Deal.from_seed(rules, 2, "chance")
        play(rules, start, [watched, other], "seed", talk=bool(other.phrases))
        chances.append(watched.chance[:2])
    assert chances[0] == chances[1] == chances[2]
    assert chances[0][0] != chances[0][1]


# Whole turns


@dataclass(frozen=True)
class Planner(Simple):
    """Plans a turn, and more than it or less, and notes when it is asked for one move."""

    keep: int = 99
    more: int = 0
    asked: list[int] = field(default_factory=list)

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        game = view.sample(random.Random(1))
        moves: list[Move] = []
        while game.turn == view.seat and END not in moves:
            moves.append(super().move(game.view(game.turn), rng))
            game.play(moves[-1])
        return (*moves[: self.keep], *moves[:1] * self.more)

    def move(self, view: View, rng: random.Random) -> Move:
        self.asked.append(view.moment)
        return super().move(view, rng)


def test_a_turn_may_be_planned_as_a_whole() -> None:
    bot = Planner()
    assert play(ORIGINAL, deal(), [bot] * 3, "seed").outcome is not None
    assert not bot.asked


def test_what_follows_the_end_of_a_turn_is_not_played() -> None:
    """It would be somebody else's turn."""
    plain = play(ORIGINAL, deal(), [Planner()] * 3, "seed")
    assert play(ORIGINAL, deal(), [Planner(more=2)] * 3, "seed").actions == plain.actions


def test_the_rest_of_a_turn_is_asked_for_move_by_move() -> None:
    bot = Planner(keep=1)
    assert play(ORIGINAL, deal(), [bot] * 3, "seed").outcome is not None
    assert bot.asked


# Whoever fails


@dataclass(frozen=True)
class Failing(Simple):
    """Fails when it is asked a certain question for the second time, and answers well before."""

    fails: str = "move"
    answer: Any = None
    asked: list[str] = field(default_factory=list)

    def _or(self, question: str, well: Callable[[], Any]) -> Any:
        self.asked.append(question)
        if question != self.fails or self.asked.count(question) < 2:
            return well()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def move(self, view: View, rng: random.Random) -> Move:
        move: Move = self._or("move", lambda: Simple.move(self, view, rng))
        return move

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        moves: tuple[Move, ...] = self._or("turn", tuple)
        return moves

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        phrases: tuple[str, ...] = self._or("say", tuple)
        return phrases

    def willing(self, view: View, rng: random.Random) -> Willing:
        would: Willing = self._or("willing", lambda: Willing.EITHER)
        return would


FAILURES = {
    "raises": ("move", ZeroDivisionError("no\nidea"), "raised"),
    "raises one of ours": ("move", TenbackError("wrong-bots", count=1, players=2), "raised"),
    "ends too early": ("move", END, "illegal"),
    "not held": ("move", Lay("1", "u1"), "illegal"),
    "nothing": ("move", None, "illegal"),
    "no words of ours": ("move", "what?", "illegal"),
    "no move": ("move", Resign(1), "illegal"),
    "no card": ("move", Lay([], "u1"), "illegal"),  # type: ignore[arg-type]
    "a bad plan": ("turn", (Lay("1", "u1"), END), "illegal"),
    "a plan of nothing": ("turn", (END,), "illegal"),
    "no plan": ("turn", None, "raised"),
    "raises while planning": ("turn", LookupError("x"), "raised"),
    "raises while talking": ("say", LookupError("x"), "raised"),
    "no talk": ("say", 7, "raised"),
}


def failed(bot: Failing) -> tuple[Game, list[Lost]]:
    lost: list[Lost] = []
    return play(ORIGINAL, deal(), [Simple(), bot, Simple()], "seed", told=lost.append), lost


@pytest.mark.parametrize("name", FAILURES)
def test_a_bot_that_fails_loses_its_seat_and_the_game_goes_on(name: str) -> None:
    question, answer, why = FAILURES[name]
    bot = Failing(fails=question, answer=answer)
    game, (lost,) = failed(bot)
    assert game.outcome is not None
    assert game.actions.count(END) > 6
    assert (lost.seat, lost.bot, lost.stand_in, lost.why) == (1, "simple", "careful", why)
    assert bot.asked.count(question) == 2
    told = [lost.sentence(Words(language)) for language in LANGUAGES]
    assert len(set(told)) == len(LANGUAGES)
    assert all("simple" in sentence and "careful" in sentence for sentence in told)
    assert not any("\n" in sentence for sentence in told)


@pytest.mark.parametrize("answer", [ValueError("x"), "perhaps", None])
def test_whether_to_start_can_be_failed_too(answer: object) -> None:
    lost: list[Lost] = []
    bot = Failing(fails="willing", answer=answer, asked=["willing"])
    game = play(ORIGINAL, deal(), [bot, Simple(), Simple()], "seed", told=lost.append)
    assert [each.why for each in lost] == ["raised"]
    assert game.starter == 0


def test_what_a_bot_has_raised_is_told() -> None:
    _, (lost,) = failed(Failing(answer=ZeroDivisionError("no\nidea")))
    sentence = lost.sentence(Words())
    assert sentence == (
        "simple has failed (ZeroDivisionError: no idea). careful plays on for seat 1."
    )


def test_the_same_game_follows_from_the_same_failure() -> None:
    games = [failed(Failing(answer=None))[0].record() for _ in range(2)]
    assert games[0] == games[1]


def test_words_are_moves_where_they_mean_one() -> None:
    """A turn that ends in a word ends."""

    class Wordy(Simple):
        def move(self, view: View, rng: random.Random) -> Any:
            return str(super().move(view, rng))

    game = play(ORIGINAL, deal(), [Wordy()] * 3, "seed")
    assert game.actions == play(ORIGINAL, deal(), [Simple()] * 3, "seed").actions


def test_even_the_name_of_a_bot_may_fail() -> None:
    class Nameless(Simple):
        def __getattribute__(self, name: str) -> Any:
            if name == "name":
                raise RuntimeError(name)
            return super().__getattribute__(name)

        def move(self, view: View, rng: random.Random) -> Move:
            raise ValueError

    lost: list[Lost] = []
    game = play(ORIGINAL, deal(), [Simple(), Nameless(), Simple()], "seed", told=lost.append)
    assert game.outcome is not None
    assert [(each.seat, each.bot, each.why) for each in lost] == [(1, "Nameless", "raised")]


def test_a_failure_that_nobody_hears_is_a_warning() -> None:
    with pytest.warns(RuntimeWarning, match="wants to play 'None', which is not legal here"):
        play(ORIGINAL, deal(), [Simple(), Failing(answer=None), Simple()], "seed")


def test_a_bot_that_cannot_play_such_a_game_says_so() -> None:
    with pytest.raises(InvalidBot):
        failed(Failing(answer=InvalidBot("no-network", name="simple", rules="original")))
