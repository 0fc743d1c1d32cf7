"""The laws of the core, over published games and generated variants alike."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tenback import Deal, DealCode, Game, Position, Rules, testing
from tenback.testing.strategies import any_rules, custom_rules, deals, games, named_rules, seeds


@given(games())
def test_cards_are_conserved(game: Game) -> None:
    testing.cards_are_conserved(game)


@given(games())
def test_what_is_legal_is_exactly_what_is_accepted(game: Game) -> None:
    testing.legal_moves_are_exact(game)


@given(games())
def test_an_illegal_move_changes_nothing(game: Game) -> None:
    testing.illegal_moves_change_nothing(game)


@given(games(), st.integers())
def test_no_view_depends_on_what_the_seat_cannot_see(game: Game, seed: int) -> None:
    testing.noninterference(game, random.Random(seed))


@given(games(named_rules()), st.integers())
def test_no_view_of_a_published_game_tells_too_much(game: Game, seed: int) -> None:
    testing.noninterference(game, random.Random(seed))


@given(games(), st.integers())
def test_a_game_from_a_position_tells_no_more(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    again = Position(game.state).game()
    for _ in range(10):
        if again.turn is not None:
            again.play(rng.choice(again.legal_moves()))
    testing.noninterference(again, rng)
    testing.record_round_trips(again)


@given(games())
def test_the_game_ends_exactly_when_it_should(game: Game) -> None:
    testing.ends_when_it_should(game)


@given(games())
def test_records_round_trip(game: Game) -> None:
    testing.record_round_trips(game)


@given(games())
def test_positions_round_trip(game: Game) -> None:
    testing.position_round_trips(game)


@given(any_rules())
def test_rules_round_trip(rules: Rules) -> None:
    testing.rules_round_trip(rules)


@given(any_rules())
def test_moves_round_trip(rules: Rules) -> None:
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
