"""Bots among themselves: who starts, who speaks, and that nothing passes between them unheard."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Deal, Game, Position, Record, Rules, TenbackError, View
from tenback.bots.base import Willing
from tenback.bots.match import Match, person_at, play
from tenback.bots.registry import make
from tenback.bots.simple import Simple
from tenback.bots.stand_in import BotFailure
from tenback.core.bot_spec import InvalidBot
from tenback.core.moves import END, Lay, Resign
from tenback.core.rules import TalkPolicy
from tenback.table import commands as c
from tenback.table.bot_prompts import PromptKind
from tenback.words import LANGUAGES, Words
from tests.cases import IDS, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback import Move
    from tenback.bots.base import Bot
    from tenback.bots.stand_in import LostSeat

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
def test_the_most_willing_bot_starts_and_all_have_heard_why(
    would: tuple[Willing, ...], starter: int, heard: list[tuple[int, str]]
) -> None:
    game = play(ORIGINAL, deal(), talkers(*would), "seed")
    assert game.starter == starter
    assert said(game)[: len(heard)] == heard


def test_what_cannot_be_said_decides_nothing() -> None:
    """Else the table would be a channel of its own."""
    bots = talkers(NOT_ME, NOT_ME, START, phrases=("leave:u1",))
    game = play(ORIGINAL, deal(), bots, "seed", policy=TalkPolicy.SILENT)
    assert game.starter == 0
    assert not game.talk
    assert all(view.on_turn for bot in bots for view in bot.seen)


def test_no_bot_is_asked_alone_or_in_a_duel() -> None:
    for rules, players in ((ORIGINAL, 1), (DUEL, 2)):
        bots = talkers(*[NOT_ME] * players)
        game = play(rules, deal(rules, players), bots, "seed")
        assert not any(view.agreeing for bot in bots for view in bot.seen)
        assert game.starter == (game.deal and game.deal.settled_starter)


# Talk


def test_all_bots_but_the_one_on_turn_speak_at_the_start_of_a_turn() -> None:
    bots = talkers(EITHER, EITHER, EITHER, phrases=("leave:u1",))
    game = Game(ORIGINAL, deal(), starter=1)
    match = Match(game, dict(enumerate(bots)), "seed")
    match.run(PromptKind.SPEAK)
    assert said(game) == [(2, "leave:u1"), (0, "leave:u1")]
    assert bots[0].seen[-1].talk[0].seat == 2
    assert not bots[1].seen
    match.run(PromptKind.SPEAK)
    assert len(said(game)) == 2


def test_people_speak_for_themselves() -> None:
    bots = talkers(EITHER, EITHER, phrases=("leave:u1",))
    game = Game(ORIGINAL, deal(), starter=1)
    Match(game, {0: bots[0], 1: bots[1]}, "seed").run(PromptKind.SPEAK)
    assert said(game) == [(0, "leave:u1")]


@pytest.mark.parametrize(
    "phrase",
    ["nonsense", "leave", "leave:u9", "back:u1", "unsay:leave:u1", "I have 37", "", "\ud800"],
)
def test_what_may_not_be_said_is_dropped(phrase: str) -> None:
    dropped: list[tuple[int, str]] = []

    def note(seat: int, why: TenbackError) -> None:
        dropped.append((seat, why.code))

    game = Game(FIRE, deal(FIRE), starter=1)
    bots: dict[int, Bot] = {0: Talker(phrases=(phrase, "spare:u2"))}
    Match(game, bots, "seed", on_dropped=note).run(PromptKind.SPEAK)
    assert said(game) == [(0, "spare:u2")]
    assert [seat for seat, _ in dropped] == [0]


def test_bots_that_speak_get_the_policy_of_the_table() -> None:
    bots = talkers(EITHER, EITHER, EITHER, phrases=("back:u1",))
    game = play(ORIGINAL, deal(), bots, "seed", policy=TalkPolicy.NO_CLUES)
    assert bots[0].policies == {TalkPolicy.NO_CLUES}
    assert not game.talk
    assert play(ORIGINAL, deal(), bots, "seed").talk


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
        policy = None if other.phrases else TalkPolicy.SILENT
        play(rules, start, [watched, other], "seed", policy=policy)
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
    """It would be another seat's turn."""
    plain = play(ORIGINAL, deal(), [Planner()] * 3, "seed")
    assert play(ORIGINAL, deal(), [Planner(more=2)] * 3, "seed").actions == plain.actions


def test_the_rest_of_a_turn_is_asked_for_move_by_move() -> None:
    bot = Planner(keep=1)
    assert play(ORIGINAL, deal(), [bot] * 3, "seed").outcome is not None
    assert bot.asked


# Bots that fail


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
    "knows why it fails": ("move", BotFailure("silent", seconds=3), "silent"),
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


def failed(bot: Failing) -> tuple[Game, list[LostSeat]]:
    lost: list[LostSeat] = []
    return play(ORIGINAL, deal(), [Simple(), bot, Simple()], "seed", on_lost=lost.append), lost


@pytest.mark.parametrize("name", FAILURES)
def test_a_bot_that_fails_loses_its_seat_and_the_game_goes_on(name: str) -> None:
    question, answer, why = FAILURES[name]
    bot = Failing(fails=question, answer=answer)
    game, (lost,) = failed(bot)
    assert game.outcome is not None
    assert game.actions.count(END) > 6
    assert (lost.seat, lost.bot, lost.stand_in, lost.why) == (1, "simple", "careful", why)
    assert bot.asked.count(question) == 2
    sentences = [lost.sentence(Words(language)) for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    assert all("simple" in sentence and "careful" in sentence for sentence in sentences)
    assert not any("\n" in sentence for sentence in sentences)


@pytest.mark.parametrize("answer", [ValueError("x"), "perhaps", None])
def test_whether_to_start_can_be_failed_too(answer: object) -> None:
    lost: list[LostSeat] = []
    bot = Failing(fails="willing", answer=answer, asked=["willing"])
    game = play(ORIGINAL, deal(), [bot, Simple(), Simple()], "seed", on_lost=lost.append)
    assert [each.why for each in lost] == ["raised"]
    assert game.starter == 0


def test_what_a_bot_has_raised_is_reported() -> None:
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

    lost: list[LostSeat] = []
    game = play(ORIGINAL, deal(), [Simple(), Nameless(), Simple()], "seed", on_lost=lost.append)
    assert game.outcome is not None
    assert [(each.seat, each.bot, each.why) for each in lost] == [(1, "Nameless", "raised")]


def test_a_failure_without_a_callback_is_a_warning() -> None:
    with pytest.warns(RuntimeWarning, match="wants to play 'None', which is not legal here"):
        play(ORIGINAL, deal(), [Simple(), Failing(answer=None), Simple()], "seed")


def test_a_bot_that_cannot_play_such_a_game_says_so() -> None:
    with pytest.raises(InvalidBot):
        failed(Failing(answer=InvalidBot("no-network", name="simple", rules="original")))


def test_where_a_stand_in_fails_the_next_one_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_ins = {name: Failing(name) for name in ("careful", "simple", "random")}
    monkeypatch.setattr("tenback.bots.match.make", lambda name: stand_ins[name])
    lost: list[LostSeat] = []
    bots = [Simple(), Failing(), Simple()]
    with pytest.raises(RuntimeError, match="no bot is left"):
        play(ORIGINAL, deal(), bots, "seed", on_lost=lost.append)
    assert [(each.bot, each.stand_in) for each in lost] == [
        ("simple", "careful"), ("careful", "simple"), ("simple", "random"),
    ]  # fmt: skip


# With people, and from the middle of a game


def test_bots_wait_for_people() -> None:
    """They say whether they would start, and play on as soon as it is their turn."""
    bots = talkers(EITHER, START)
    game = Game(ORIGINAL, deal())
    match = Match(game, {0: bots[0], 2: bots[1]}, "seed")
    match.run()
    assert (said(game), game.turn) == ([(2, "start")], None)
    match.table.handle(person_at(1), c.Start(0), 0.0)
    match.run()
    assert game.turn == 1
    assert game.actions.count(END) == 1


@pytest.mark.parametrize("rules", [ORIGINAL, FIRE, DUEL], ids=lambda rules: rules.name)
def test_a_match_goes_on_from_any_moment(rules: Rules) -> None:
    """From a record, from a position, and in the middle of a turn, as if it had never stopped."""
    players = rules.player_counts[0] + 1 if rules is not DUEL else 2
    whole = play(rules, deal(rules, players), [Simple()] * players, "seed")
    record = whole.record()
    for kept in range(0, len(whole.actions), 7):
        game = replace(record, moves=whole.actions[:kept], talk=()).game()
        Match(game, dict.fromkeys(range(players), Simple()), "seed").run()
        assert game.actions == whole.actions
    game = Position(Game(rules, deal(rules, players), starter=0).state).game()
    Match(game, dict.fromkeys(range(players), Simple()), "seed").run()
    assert game.outcome is not None


def test_rules_under_the_name_of_a_published_game() -> None:
    """A table needs them as text, which could not be read again under that name."""
    rules = replace(ORIGINAL, minimum=1)
    game = play(rules, deal(rules), [Simple()] * 3, "seed")
    assert game.rules == rules
