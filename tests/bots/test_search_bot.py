"""Search bots at a table: legal, the same when asked again, and blind to what they cannot see."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Deal, Game, Rules
from tenback.bots.base import Willing
from tenback.bots.match import play
from tenback.bots.registry import make
from tenback.bots.search_bot import SearchBot
from tenback.core import engine
from tenback.core.bot_spec import InvalidBot
from tenback.core.moves import END
from tenback.core.position import Position
from tenback.core.rules import TalkPolicy
from tenback.core.variants import every
from tenback.sim.search.config import LEVELS, SearchConfig
from tenback.testing import check_bot, nearly_sorted
from tests.bots.playing_along import strong
from tests.cases import SOAK, TABLES
from tests.sim.search.test_endgame import after_turn, running_ends, winnable
from tests.sim.search.test_turns import SMALL, positions
from tests.sim.search.workspaces import network_file
from tests.testing.walk import moments

if TYPE_CHECKING:
    from tenback import View

ORIGINAL = Rules.named("original")
QUICK = Rules.named("quick-and-easy")
DUEL = Rules.named("face-to-face")


def master(rules: Rules, players: int, level: str = "quick") -> SearchBot:
    return SearchBot("master", SearchConfig(LEVELS[level], network_file(rules, players)))


def named(table: object) -> str:
    return table.name if isinstance(table, Rules) else f"{table}p"


# Every published game once, with every number of players in turn; a soak takes them all.
# `test_talk_codec` plays whole games at every table, `tests/sim/search/test_selection` hides cards.
ONCE = [(rules, rules.player_counts[number % len(rules.player_counts)])
        for number, rules in enumerate(every())]  # fmt: skip


@pytest.mark.parametrize(("rules", "players"), TABLES if SOAK else ONCE, ids=named)
def test_strong_keeps_the_laws_of_bots(rules: Rules, players: int) -> None:
    moments = 4 if SOAK else 3 if players < 4 else 1
    check_bot(lambda: strong(rules, players), rules, players, moments=moments)


@pytest.mark.parametrize(("rules", "players"), TABLES if SOAK else ONCE[::2], ids=named)
def test_master_keeps_the_laws_of_bots(rules: Rules, players: int) -> None:
    check_bot(lambda: master(rules, players), rules, players, moments=4 if SOAK else 1)


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_own_variants_are_played(rules: Rules) -> None:
    for players in rules.player_counts:
        check_bot(lambda: master(rules, players), rules, players, moments=1)  # noqa: B023


# Nothing passes between search bots


def views(rules: Rules, players: int, step: int = 9) -> list[View]:
    """What the seat on turn sees, at moments of a long game."""
    game = Game(rules, nearly_sorted(rules, players, 3), starter=0)
    found = []
    for number, now in enumerate(moments(game)):
        if now.turn is not None and number % step == 0:
            found.append(now.view(now.turn))
    return found


def answer(bot: SearchBot, view: View) -> Any:
    return bot.consider(view, random.Random(5))


def test_what_another_has_thought_makes_no_difference() -> None:
    tables = [(ORIGINAL, 3), (QUICK, 3), (DUEL, 2)]
    asked = [(master(*table), view) for table in tables for view in views(*table)]
    alone = [answer(bot, view) for bot, view in asked]
    assert all(alone)
    other = strong(ORIGINAL, 3)
    for number, (bot, view) in enumerate(asked):
        answer(other, views(ORIGINAL, 3)[number % 3])
        assert answer(replace(bot), view) == alone[number]
    backwards = [answer(bot, view) for bot, view in reversed(asked)]
    assert backwards[::-1] == alone


def test_search_bots_in_threads_do_not_disturb_each_other() -> None:
    """The kernels run without the GIL, so that these do think at once."""
    tables = [(ORIGINAL, 3), (QUICK, 3), (DUEL, 2)]
    asked = [(master(*table), view) for table in tables for view in views(*table, 13)] * 3
    alone = [answer(bot, view) for bot, view in asked]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda pair: answer(*pair), asked))
    assert together == alone


def test_a_bot_has_no_memory_of_its_own() -> None:
    """One bot on all seats plays as one bot for each seat."""
    deal = Deal.from_seed(ORIGINAL, 3, "one")
    shared = strong(ORIGINAL, 3)
    one = play(ORIGINAL, deal, [shared] * 3, "memory")
    each = play(ORIGINAL, deal, [strong(ORIGINAL, 3) for _ in range(3)], "memory")
    assert one.actions == each.actions
    assert one.talk == each.talk


# Thoughts


def test_turns_are_rated_with_their_chances() -> None:
    for bot in (strong(ORIGINAL, 3), master(ORIGINAL, 3)):
        for view in views(ORIGINAL, 3):
            rated = bot.consider(view, random.Random(1))
            assert bot.turn(view, random.Random(1)) == rated[0].moves
            assert bot.move(view, random.Random(1)) == rated[0].moves[0]
            scores = [turn.win + 0.2 * turn.progress for turn in rated]
            assert all(0 <= turn.win <= 1 and 0 <= turn.progress <= 1 for turn in rated)
            assert all(turn.moves[-1] == END for turn in rated)
            assert len({turn.moves for turn in rated}) == len(rated)
            looked = rated[0].worlds
            if bot.name == "strong":
                assert looked == 0
                assert scores == pytest.approx(sorted(scores, reverse=True), abs=1e-6)
            elif looked:
                assert looked == LEVELS["quick"]
                full = [s for s, t in zip(scores, rated, strict=True) if t.worlds == looked]
                assert full == pytest.approx(sorted(full, reverse=True), abs=1e-9)


def test_the_middle_of_a_turn_is_thought_through() -> None:
    """After some lays of a turn its rest is a legal turn."""
    for state in positions(ORIGINAL, 3, 5):
        if state.placed:
            game = Game.from_position(Position(state))
            for move in strong(ORIGINAL, 3).turn(game.view(game.turn), random.Random(1)):
                if game.outcome is None:
                    assert move in game.legal_moves()
                    game.play(move)


@pytest.mark.parametrize("rules", [ORIGINAL, Rules.named("on-fire")], ids=lambda rules: rules.name)
def test_master_wins_what_can_be_won_for_sure(rules: Rules) -> None:
    won = 0
    for state in running_ends(rules, 5, 25):
        winnable.cache_clear()
        if not winnable(state):
            continue
        bot = master(rules, state.players)
        while state.outcome is None:
            view = Game.from_position(Position(state)).view(state.turn)
            state = after_turn(state, list(bot.turn(view, random.Random(1))))
        assert state.outcome.won
        won += 1
    assert won > 0


def test_where_every_turn_loses_there_is_still_a_move() -> None:
    rules = next(rules for rules in SMALL if rules.name == "few")
    state = next(positions(rules, 2, 1))
    lost = engine.settle(
        replace(
            state,
            hands=(("18", "19", "20"), ("15", "16", "17")),
            stocks=(("1", "2"),),
            tops=("4", "9", "14"),
            sizes=(3, 3, 3),
            turn=0,
            placed=(),
        )
    )
    game = Game.from_position(Position(lost))
    bot = strong(rules, 2)
    assert bot.consider(game.view(0), random.Random(1)) == ()
    moves = bot.turn(game.view(0), random.Random(1))
    assert len(moves) == 1
    assert moves[0] in game.legal_moves()


# Talk and who starts


def test_no_bot_talks_alone_to_opponents_or_without_cards() -> None:
    rng = random.Random(1)
    duel = Game(DUEL, Deal.from_seed(DUEL, 2, "talk"))
    assert strong(DUEL, 2).say(duel.view(0), TalkPolicy.FREE, rng) == ()
    assert strong(DUEL, 2).willing(duel.view(0), rng) is Willing.EITHER
    quick = Game(QUICK, Deal.from_seed(QUICK, 3, "talk"), starter=0)
    assert strong(QUICK, 3).say(quick.view(1), TalkPolicy.SILENT, rng) == ()
    spoken = strong(QUICK, 3).say(quick.view(1), TalkPolicy.COLOURS_ONLY, rng)
    assert {phrase.partition(":")[0] for phrase in spoken} <= {"colour", "want", "trick"}
    assert spoken


def test_every_answer_to_who_starts_is_given() -> None:
    answers = set()
    for number in range(20):
        game = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 4, f"willing {number}"))
        answers |= {strong(ORIGINAL, 4).willing(game.view(seat), random.Random(1))
                    for seat in range(4)}  # fmt: skip
    assert answers == set(Willing)


def test_without_a_network_there_is_no_search_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.sim.search.config.shipped", lambda *_: None)
    view = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "none"), starter=0).view(0)
    with pytest.raises(InvalidBot) as caught:
        make("strong").move(view, random.Random(1))
    assert caught.value.code == "no-network"


@pytest.mark.parametrize("name", ["strong", "master", "master:quick", "master:deep"])
def test_names(name: str) -> None:
    bot = make(name)
    assert isinstance(bot, SearchBot)
    assert bot.name == name
    level = name.partition(":")[2] or "normal"
    assert bot.config.samples == (0 if name == "strong" else LEVELS[level])
