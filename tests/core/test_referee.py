"""The engine against the plain referee: the same moves, the same endings, move by move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tenback import Deal, Game, Rules
from tenback.core.variants import GAMES, options_of, slug
from tests.cases import IDS, SOAK, TABLES
from tests.referee import Referee, greedy, nearly_sorted_deal, random_deal

GAMES_EACH = 60 if SOAK else 6


def named_options(rules: Rules) -> tuple[str, frozenset[str]]:
    """The base game and the options behind a published game's name."""
    game = next(game for game in GAMES if rules.name.startswith(game))
    rest = rules.name.removeprefix(game)
    return game, frozenset(o for o in options_of(game) if f"-{slug(o)}" in rest)


def compare(game: Game, referee: Referee) -> None:
    """Everything that both know must be the same."""
    assert {str(move) for move in game.legal_moves()} == referee.moves()
    assert game.turn == referee.turn
    assert [set(hand) for hand in game.state.hands] == referee.hands
    assert [list(stock) for stock in game.state.stocks] == referee.stocks
    tops = dict(zip(game.rules.pile_index, game.state.tops, strict=True))
    assert tops == referee.tops
    if game.outcome is None or referee.result is None:
        assert (game.outcome, referee.result) == (None, None)
    else:
        ours, theirs = game.outcome, referee.result
        assert (ours.won, ours.winner) == (theirs.won, theirs.winner)
        assert (ours.left, ours.reason) == (theirs.left, theirs.reason)


def play_both(rules: Rules, players: int, seed: int) -> str:
    """One game in both, by chance or by small steps; returns how it ended."""
    rng = random.Random(seed)
    name, options = named_options(rules)
    deal = nearly_sorted_deal if seed % 3 else random_deal
    hands, stocks = deal(name, options, players, seed)
    starter = rng.randrange(players)
    ours = Game(rules, Deal(tuple(map(tuple, hands)), tuple(map(tuple, stocks))), starter=starter)
    theirs = Referee(name, options, hands, stocks, starter)
    return play_out(ours, theirs, rng, rng.choice([0.0, 0.05, 1.0]))


def play_out(ours: Game, theirs: Referee, rng: random.Random, carelessness: float) -> str:
    """Play to the end in both, comparing after every move; returns how it ended."""
    compare(ours, theirs)
    while ours.outcome is None:
        careless = rng.random() < carelessness
        move = rng.choice(sorted(theirs.moves())) if careless else greedy(theirs)
        ours.play(move)
        theirs.play(move)
        compare(ours, theirs)
    return ours.outcome.reason


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_every_game_is_refereed_alike(rules: Rules, players: int) -> None:
    for seed in range(GAMES_EACH):
        play_both(rules, players, seed)


def test_every_ending_is_met() -> None:
    """The comparison is worth something only if the rare endings occur in it."""
    original, fire = Rules.named("original"), Rules.named("original", on_fire=True)
    endings = Counter(play_both(rules, 2, seed) for rules in (original, fire) for seed in range(40))
    assert set(endings) == {"finished", "stuck", "fire"}
