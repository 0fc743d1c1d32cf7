"""C1 and C2: a designer's own variant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenback import Deal, Game, IllegalMove, InvalidRules, Rules
from tenback.core.events import Dealt, Over, TurnBegan
from tenback.core.variants import every
from tests.rules.situations import cards, dealt, ending, game_at, moves, play_turns, refusal

PLAYABLE = {
    "name": '"my-variant"',
    "minimum": "2",
    "deck.numbers": '"2..99"',
    "piles.up": "[1, 1]",
    "piles.down": "[100, 100]",
    "hands": "{2 = 7}",
}


def variant(**changes: str) -> Rules:
    """The playable variant with some keys changed; `deck__numbers` stands for deck.numbers."""
    keys = PLAYABLE | {key.replace("__", "."): value for key, value in changes.items()}
    return Rules.from_toml("\n".join(f"{key} = {value}" for key, value in keys.items()))


def refused_key(**changes: str) -> str:
    """The key that is blamed for a variant that cannot be played."""
    with pytest.raises(InvalidRules) as caught:
        variant(**changes)
    key = caught.value.params["key"]
    assert isinstance(key, str)
    assert key in str(caught.value)
    return key


def play_a_turn(rules: Rules) -> None:
    """Deal a game of these rules for every number of players, and play a turn of it."""
    for players in rules.player_counts:
        game = dealt(rules, players=players)
        assert game.outcome is None
        minimum = game.view(0).minimum
        play_turns(game, 1)
        assert sum(game.state.sizes) == minimum


# C1: what cannot be played


@pytest.mark.rule("C1")
def test_the_variant_that_the_others_depart_from_can_be_played() -> None:
    play_a_turn(variant())


@pytest.mark.rule("C1")
@pytest.mark.parametrize("hands", ["{1 = 7}", "{3 = 7}", "{2 = 7, 3 = 7}", "{1 = 7, 2 = 7}"])
def test_own_piles_are_for_exactly_two(hands: str) -> None:
    assert refused_key(piles__own="true", hands=hands) == "piles.own"
    play_a_turn(variant(piles__own="true", hands="{2 = 7}"))


@pytest.mark.rule("C1")
def test_fire_and_own_piles_exclude_each_other() -> None:
    assert refused_key(piles__own="true", fire="[22]") == "fire"
    play_a_turn(variant(fire="[22]"))


@pytest.mark.rule("C1")
def test_a_maximum_below_the_minimum_is_refused() -> None:
    assert refused_key(minimum="3", maximum="2") == "maximum"
    play_a_turn(variant(minimum="3", maximum="3"))


@pytest.mark.rule("C1")
def test_a_maximum_below_the_minimum_without_stock_is_refused() -> None:
    assert refused_key(minimum="2", minimum_without_stock="3", maximum="2") == "maximum"
    play_a_turn(variant(minimum="2", minimum_without_stock="3", maximum="3"))


@pytest.mark.rule("C1")
def test_a_hand_smaller_than_the_minimum_is_refused() -> None:
    assert refused_key(minimum="3", hands="{2 = 2}") == "hands.2"
    assert refused_key(minimum="3", hands="{2 = 3, 4 = 2}") == "hands.4"
    play_a_turn(variant(minimum="3", hands="{2 = 3}"))
    play_a_turn(variant(minimum="1", hands="{2 = 1}"))


@pytest.mark.rule("C1")
def test_a_hand_smaller_than_the_minimum_without_stock_is_refused() -> None:
    assert refused_key(minimum="2", minimum_without_stock="4", hands="{2 = 3}") == "hands.2"
    play_a_turn(variant(minimum="2", minimum_without_stock="4", hands="{2 = 4}"))


@pytest.mark.rule("C1")
def test_more_cards_dealt_than_the_deck_holds_are_refused() -> None:
    assert refused_key(deck__numbers='"2..14"', hands="{2 = 7}") == "hands.2"
    play_a_turn(variant(deck__numbers='"2..15"', hands="{2 = 7}"))
    assert refused_key(deck__numbers='"2..22"', hands="{2 = 7, 4 = 6}") == "hands.4"


@pytest.mark.rule("C1")
def test_where_every_player_has_a_deck_one_hand_has_to_come_out_of_it() -> None:
    own = {"deck__own": "true", "piles__own": "true", "hands": "{2 = 7}"}
    assert refused_key(deck__numbers='"2..7"', **own) == "hands.2"
    play_a_turn(variant(deck__numbers='"2..8"', **own))


@pytest.mark.rule("C1")
@pytest.mark.parametrize("numbers", ['"2..20, 20"', '"2..20, 7"', '"2..20, 15..30"'])
def test_a_card_twice_is_refused(numbers: str) -> None:
    assert refused_key(deck__numbers=numbers) == "deck.numbers"


@pytest.mark.rule("C1")
def test_a_colour_twice_is_a_card_twice() -> None:
    assert refused_key(deck__colours='["red", "red"]', deck__numbers='"1..20"') == "deck.colours"
    assert refused_key(deck__colours='["red", "rose"]', deck__numbers='"1..20"') == "deck.colours"
    play_a_turn(variant(deck__colours='["red", "blue"]', deck__numbers='"1..20"'))


@pytest.mark.rule("C1")
def test_no_pile_is_refused() -> None:
    assert refused_key(piles__up="[]", piles__down="[]") == "piles.up"
    play_a_turn(variant(piles__up="[1]", piles__down="[]"))
    play_a_turn(variant(piles__up="[]", piles__down="[100]"))


@pytest.mark.rule("C1")
def test_rules_made_without_a_file_are_checked_as_well() -> None:
    with pytest.raises(InvalidRules) as caught:
        replace(Rules.named("original"), name="my-variant", maximum=1)
    assert caught.value.params["key"] == "maximum"


# C1: the limits, each at its edge


@pytest.mark.rule("C1")
def test_128_cards_are_the_most() -> None:
    assert len(variant(deck__numbers='"1..128"').cards) == 128
    play_a_turn(variant(deck__numbers='"1..128"'))
    assert refused_key(deck__numbers='"1..129"') == "deck.numbers"


@pytest.mark.rule("C1")
def test_128_cards_are_the_most_in_all_colours_together() -> None:
    play_a_turn(variant(deck__colours='["red", "blue"]', deck__numbers='"1..64"'))
    assert refused_key(deck__colours='["red", "blue"]', deck__numbers='"1..65"') == "deck.numbers"


@pytest.mark.rule("C1")
@pytest.mark.parametrize("ups", range(9))
def test_eight_piles_are_the_most(ups: int) -> None:
    def bases(count: int, base: int) -> str:
        return str([base] * count)

    play_a_turn(variant(piles__up=bases(ups, 1), piles__down=bases(8 - ups, 100)))
    assert refused_key(piles__up=bases(ups, 1), piles__down=bases(9 - ups, 100)) == "piles.up"


@pytest.mark.rule("C1")
def test_eight_piles_are_the_most_of_both_players_together() -> None:
    play_a_turn(variant(piles__own="true", piles__up="[1, 1]", piles__down="[100, 100]"))
    own = {"piles__own": "true", "piles__up": "[1, 1, 1]", "piles__down": "[100, 100]"}
    assert refused_key(**own) == "piles.up"


@pytest.mark.rule("C1")
def test_eight_seats_are_the_most() -> None:
    play_a_turn(variant(hands="{8 = 6}"))
    assert refused_key(hands="{9 = 6}") == "hands.9"
    assert refused_key(hands="{2 = 6, 9 = 6}") == "hands.9"


@pytest.mark.rule("C1")
def test_twelve_cards_are_the_largest_hand() -> None:
    play_a_turn(variant(hands="{2 = 12}"))
    assert refused_key(hands="{2 = 13}") == "hands.2"


@pytest.mark.rule("C1")
def test_six_is_the_largest_minimum() -> None:
    play_a_turn(variant(minimum="6", hands="{2 = 12}"))
    assert refused_key(minimum="7", hands="{2 = 12}") == "minimum"


@pytest.mark.rule("C1")
def test_six_is_the_largest_minimum_without_stock_too() -> None:
    play_a_turn(variant(minimum_without_stock="6", hands="{2 = 12}"))
    assert refused_key(minimum_without_stock="7", hands="{2 = 12}") == "minimum_without_stock"


@pytest.mark.rule("C1")
def test_all_limits_at_once_can_be_played() -> None:
    rules = variant(
        deck__numbers='"1..128"',
        piles__up="[0, 0, 0, 0]",
        piles__down="[129, 129, 129, 129]",
        hands="{8 = 12}",
        minimum="6",
    )
    play_a_turn(rules)


@pytest.mark.rule("C1")
@pytest.mark.parametrize("rules", every(), ids=lambda rules: str(rules.name))
def test_every_named_game_is_within_the_limits(rules: Rules) -> None:
    play_a_turn(Rules.from_toml(rules.to_toml()))


# C2


HALFWAY = variant(
    deck__numbers='"2..9"', piles__up="[5]", piles__down="[]", hands="{1 = 3, 2 = 3}", minimum="2"
)


@pytest.mark.rule("C2", "O11")
def test_a_starter_who_cannot_reach_the_minimum_ends_the_game_before_the_first_move() -> None:
    deal = Deal((("2", "3", "9"),), (tuple(cards("4..8")),))
    game = Game(HALFWAY, deal)
    assert ending(game) == ("stuck", 8)
    assert game.actions == ()
    assert [type(event) for event in game.events] == [Dealt, TurnBegan, Over]
    assert refusal(game, "9-u1") == "game-over"


@pytest.mark.rule("C2")
def test_a_team_that_lets_another_player_start_goes_on() -> None:
    deal = Deal((("2", "3", "9"), ("6", "7", "4")), (("5", "8"),))
    agreeing = Game(HALFWAY, deal)
    assert agreeing.outcome is None
    stuck, runs = agreeing.copy(), agreeing.copy()
    stuck.start(0)
    assert ending(stuck) == ("stuck", 8)
    runs.start(1)
    assert moves(runs) == {"6-u1", "7-u1"}


@pytest.mark.rule("C2")
def test_a_game_over_before_the_first_move_cannot_be_started_again() -> None:
    game = Game(HALFWAY, Deal((("2", "3", "9"), ("6", "7", "4")), (("5", "8"),)), starter=0)
    with pytest.raises(IllegalMove) as caught:
        game.start(1)
    assert caught.value.code == "game-over"


@pytest.mark.rule("C2")
@pytest.mark.parametrize("rules", every(), ids=lambda rules: str(rules.name))
def test_no_named_game_can_end_before_the_first_move(rules: Rules) -> None:
    """At the start every card fits on every own pile, and there are enough of them."""
    own = [pile.name for pile in rules.layout if pile.owner in (None, 0)]
    assert len(own) >= rules.minimum
    size = rules.hand_size(2)
    for begin in range(len(rules.cards) - size + 1):
        held = rules.cards[begin : begin + size]
        game = game_at(rules, hands=f"{' '.join(held)} / {_other_hand(rules, held)}")
        assert moves(game) == {f"{card}-{pile}" for card in held for pile in own}


def _other_hand(rules: Rules, held: tuple[str, ...]) -> str:
    rest = [card for card in rules.cards if rules.deck.own or card not in held]
    return " ".join(rest[: rules.hand_size(2)])
