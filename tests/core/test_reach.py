"""Is the minimum within reach? The quick answer and the long one, where they differ."""

from __future__ import annotations

import pytest

from tenback import Deal, Game, Position, Rules

TWINS = """
name = "twins"
minimum = 2
hands = {1 = 2}
[deck]
numbers = "1..9"
colours = ["red", "blue"]
[piles]
up = [0]
"""


def dealt(text: str, *hand: str) -> Game:
    rules = Rules.from_toml(text)
    rest = tuple(card for card in rules.cards if card not in hand)
    return Game(rules, Deal((hand,), (rest,)))


@pytest.mark.rule("O11", "C2")
def test_equal_numbers_block_each_other_on_one_pile() -> None:
    game = dealt(TWINS, "r7", "b7")
    assert game.outcome is not None
    assert game.outcome.reason == "stuck"


@pytest.mark.rule("O11")
def test_equal_numbers_go_on_two_piles() -> None:
    game = dealt(TWINS.replace("up = [0]", "up = [0, 0]"), "r7", "b7")
    assert game.outcome is None
    assert not any(lay.loses for lay in game.view(0).options().lays)


@pytest.mark.rule("O11")
def test_equal_numbers_go_on_each_other_where_colour_on_colour_is_a_trick() -> None:
    text = TWINS + "[trick]\nsame_colour = true\n"
    assert dealt(text, "r7", "b7").outcome is not None
    assert dealt(text, "r7", "r3").outcome is None


@pytest.mark.rule("O11")
def test_a_trick_may_be_the_only_way() -> None:
    """15 fits nowhere until 20 has gone back to 10."""
    text = "original 1p u1=20*92 u2=99*1 d1=3*1 d2=2*1 hands=10,15 stocks=50 turn=0"
    game = Position.parse(text).game()
    assert game.outcome is None
    assert [str(lay.move) for lay in game.view(0).options().lays] == ["10-u1"]
    game.play("10-u1")
    game.play("15-u1")
    assert game.outcome is None


def test_many_like_cards_and_piles_are_no_burden() -> None:
    """Twelve fives on five piles of tens, a trick of five, six to lay: too many orders to try."""
    letters = "abcdefghijkl"
    rules = Rules.from_toml(f"""
name = "burden"
minimum = 6
hands = {{1 = 12}}
[deck]
numbers = "1..10"
colours = {list(letters)!r}
[piles]
up = [0, 0, 0, 0, 0]
[trick]
distance = 5
""")
    hand = [f"{letter}5" for letter in letters]
    tops = [f"{letter}10" for letter in letters[:5]]
    stock = [card for card in rules.cards if card not in {*hand, *tops}]
    piles = " ".join(f"u{place}={top}*1" for place, top in enumerate(tops, start=1))
    line = f"burden 1p {piles} hands={','.join(hand)} stocks={','.join(stock)} turn=0"
    game = Position.parse(line, rules).game()
    assert game.outcome is not None
    assert game.outcome.reason == "stuck"
