"""Random numbers: each is used for one thing alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tenback import Rules
from tenback.core.rules_check import MAX_CARDS, MAX_SEATS
from tenback.sim.arrays import GAME, TRACE, rule_arrays
from tenback.sim.chance import BOT_STREAM, LOT, PER_GAME, seed_word
from tenback.sim.simulation_setting import MAX_GAMES
from tests.sim.replays import next_random, number_below, place_drawn

SPAN = 2**64


def test_every_card_of_every_deck_has_a_number_of_its_own() -> None:
    rules = rule_arrays(Rules.named("face-to-face"), 2)
    games = np.zeros(1, GAME)
    games["shuffle"] = 10**15
    cards = int(rules["cards"][0])
    for deck in range(2):
        for stock in range(1, cards + 1):
            counter = 10**15 + deck * MAX_CARDS + cards - stock
            assert place_drawn(rules, games, deck, stock) == number_below(stock, counter)


def test_a_game_has_numbers_enough() -> None:
    assert PER_GAME >= MAX_SEATS * MAX_CARDS  # for its decks
    assert TRACE["moves"].shape[0] < PER_GAME  # for the whims of its players
    assert LOT == MAX_CARDS - 1  # which a deck's last card does not need


def test_whims_go_on() -> None:
    games = np.zeros(1, GAME)
    games["bot_random"] = 77
    seen = [next_random(games, 2**32 - 1) for _ in range(3)]
    assert seen == [number_below(2**32 - 1, 77 + n) for n in (1, 2, 3)]
    assert games["bot_random"][0] == 80


@given(st.text(min_size=1, max_size=20).filter(lambda text: text.isprintable()))
def test_whims_are_far_from_all_deals(seed: str) -> None:
    deals = int(seed_word(seed))
    apart = ((deals ^ int(BOT_STREAM)) - deals) % SPAN
    assert MAX_GAMES * int(PER_GAME) < apart < SPAN - MAX_GAMES * int(PER_GAME)
