"""The laws of the core, over published games and generated variants alike."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tenback import Deal, DealCode, Game, Position, Rules, testing
from tenback.testing.strategies import any_rules, custom_rules, deals, games, named_rules, seeds

# Making a game costs as much as checking it: every law is checked on the same one.


@given(games(), st.integers())
def test_a_game_keeps_every_law(game: Game, seed: int) -> None:
    testing.cards_are_conserved(game)
    testing.legal_moves_are_exact(game)
    testing.illegal_moves_change_nothing(game)
    testing.noninterference(game, random.Random(seed))
    testing.ends_when_it_should(game)
    testing.record_round_trips(game)
    testing.position_round_trips(game)


@given(games(named_rules()), st.integers())
def test_a_published_game_keeps_what_is_hidden(game: Game, seed: int) -> None:
    testing.noninterference(game, random.Random(seed))


@given(games(), st.integers())
def test_a_game_from_a_position_keeps_what_is_hidden(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    again = Position(game.state).game()
    for _ in range(10):
        if again.turn is not None:
            again.play(rng.choice(again.legal_moves()))
    testing.noninterference(again, rng)
    testing.record_round_trips(again)


@given(any_rules())
def test_rules_and_their_moves_round_trip(rules: Rules) -> None:
    testing.rules_round_trip(rules)
    testing.moves_round_trip(rules)


@given(named_rules(), seeds(), st.data())
def test_deal_codes_round_trip(rules: Rules, seed: str, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(rules.player_counts))
    code = DealCode(rules, players, seed)
    assert DealCode.parse(str(code)) == code
    assert code.deal() == Deal.from_seed(rules, players, seed)


@given(custom_rules(), st.data())
def test_every_generated_deal_is_a_deal(rules: Rules, data: st.DataObject) -> None:
    deal = data.draw(deals(rules))
    assert deal.checked(rules) == deal
