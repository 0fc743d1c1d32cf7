"""Is the minimum within reach? The quick answer and the long one, where they differ."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback import Deal, Game, Lay, Position, Rules
from tenback.core import turn
from tenback.core.reach import Reach
from tenback.core.rules_check import MAX_HAND, MAX_MINIMUM, MAX_PILES
from tenback.core.state import Placed
from tenback.core.turn import Moment
from tenback.testing.strategies import custom_rules

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


# All answers, beside trying every order


def tries_all(now: Moment, need: int) -> bool:
    """Whether `need` cards can be laid: every order, by legal lays alone."""
    if need == 0:
        return True
    return any(tries_all(after(now, lay), need - 1) for lay in turn.legal_lays(now))


def after(now: Moment, lay: Lay) -> Moment:
    place = now.rules.pile_index[lay.pile]
    return Moment(
        now.rules,
        now.players,
        now.turn,
        tuple(card for card in now.hand if card != lay.card),
        now.stock_size,
        (*now.tops[:place], lay.card, *now.tops[place + 1 :]),
        (*now.placed, Placed(lay.card, lay.pile, now.tops[place])),
    )


def crowded(rules: Rules, rng: random.Random, cards: int) -> Moment:
    """A hand close to the tops, where little goes onwards and much goes back."""
    begin = rng.randrange(len(rules.cards))
    near = [*rules.cards[begin:], *rules.cards[:begin]][: cards + len(rules.layout) + 4]
    rng.shuffle(near)
    hand, others = near[:cards], near[cards:]
    tops = [others.pop() if others and rng.random() < 0.9 else None for _ in rules.layout]
    seat = rng.randrange(rules.player_counts[0])
    return Moment(rules, rules.player_counts[0], seat, tuple(hand), 1, tuple(tops), ())


@given(custom_rules(), st.randoms(use_true_random=False))
def test_the_answer_is_that_of_trying_every_order(rules: Rules, rng: random.Random) -> None:
    now = crowded(rules, rng, rng.randint(1, 5))
    for need in range(1, min(3, rules.maximum or 3) + 1):
        assert turn.can_lay(now, need) == tries_all(now, need), now
        safe = Reach(turn.open_piles(now), now.hand, now.tops).safe_lays(need - 1)
        lays = {(lay.card, rules.pile_index[lay.pile]): lay for lay in turn.legal_lays(now)}
        for key, lay in lays.items():
            assert (key in safe) == tries_all(after(now, lay), need - 1), (now, lay)


# The bound

EIGHT = """
name = "eight"
minimum = 6
hands = {{1 = 12}}
[deck]
numbers = "1..98"
[piles]
down = [99, 99, 99, 99, 99, 99, 99, 99]
[trick]
distance = {distance}
"""
FILLINGS = MAX_PILES * (1 + MAX_PILES.bit_length() - 1)
BOUND = FILLINGS * (MAX_MINIMUM + 1)
"""How often the sets of all cards are extended, by what the module says of itself."""


@pytest.mark.parametrize("distance", range(1, 6))
def test_no_position_takes_more_steps_than_the_bound(
    distance: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trying every order visited up to half a million positions here."""
    steps = []
    extend = Reach._one_more

    def counted(self: Reach, *args: object) -> list[int]:
        steps.append(len(self._hand))
        return extend(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Reach, "_one_more", counted)
    rules, rng = Rules.from_toml(EIGHT.format(distance=distance)), random.Random(distance)
    for _ in range(50):
        now = crowded(rules, rng, MAX_HAND)
        steps.clear()
        turn.safe_lays(now, MAX_MINIMUM)
        assert len(steps) <= BOUND
