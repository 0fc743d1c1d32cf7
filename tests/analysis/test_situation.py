"""A position as a player describes it becomes a game, or is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback import Deal, Game, Position, Rules
from tenback.analysis.hints.situation import Description, Situation, situation
from tenback.analysis.input_files import rules_of
from tenback.core.errors import TenbackError
from tenback.talk.standing_remarks import standing
from tenback.words import Words
from tenback.words.usage import UsageError

TABLE = "original 3p u1=40 u2=12 d1=77 d2=95 hand=37,44,50,58,61,90 stock=40"


def read(text: str, players: int | None = None) -> Situation:
    described = Description.parse(text.split())
    return situation(rules_of(described.variant or "original"), described, players, "")


def test_what_one_sees_is_what_the_view_shows() -> None:
    situation = read(TABLE)
    view = situation.game.view(0)
    assert view.on_turn
    assert view.hand == ("37", "44", "50", "58", "61", "90")
    assert view.tops == ("40", "12", "77", "95")
    assert view.stock_sizes == (40,)
    assert view.hand_sizes == (6, 6, 6)
    assert view.hands[1:] == (None, None)
    assert sum(view.sizes) == 40
    assert not situation.remembered


def test_cards_that_no_pile_has_passed_are_not_thought_to_be_gone() -> None:
    laid = read(TABLE).game.view(0).laid()[0]
    assert not [card for card in laid if 40 < int(card) < 77]


def test_what_is_remembered_is_gone() -> None:
    laid = read(f"{TABLE} gone=2..11,99").game.view(0).laid()[0]
    assert {"2", "11", "99"} <= set(laid)
    assert read("original 2p u1=3 hand=4..10 stock=82 others=7 gone=2,3").remembered


@pytest.mark.parametrize(
    "text",
    [
        TABLE.replace(",", " "),
        TABLE.replace(",", ", "),
        TABLE.upper(),
        TABLE.replace("original 3p", "3P"),
        TABLE.replace("u1=40", "U1=40*17"),
        f"{TABLE} others=6/6",
        TABLE.replace("3p ", "") + " others=6,6",
    ],
)
def test_it_may_be_written_in_many_ways(text: str) -> None:
    assert read(text).game.view(0).hand == read(TABLE).game.view(0).hand


def test_the_number_of_players_may_be_an_option() -> None:
    assert read(TABLE.replace("3p ", ""), players=3).game.players == 3


def test_before_the_first_card_everything_follows() -> None:
    situation = read("original 3p hand=2,3,4,5,6,7")
    assert situation.game.view(0).stock_sizes == (80,)
    assert situation.remembered


def test_colours() -> None:
    view = read("quick-and-easy 3p u1=r4 d1=b7 hand=g5,y9 stock=30").game.view(0)
    assert (view.hand, view.tops) == (("y9", "g5"), ("r4", "b7"))


def test_a_duel() -> None:
    text = "face-to-face u1=30 d1=40 u2=20 d2=50 hand=31,35,30 stock=20/25 others=5"
    view = read(text).game.view(0)
    assert view.stock_sizes == (20, 25)
    assert view.hand_sizes == (3, 5)
    # The 30 in the own hand shows that the one on the pile was a gift.
    assert "30" in view.laid()[1]


def test_in_the_middle_of_a_turn() -> None:
    view = read("original 2p u1=44 hand=50,60 stock=60 laid=44-u1:40").game.view(0)
    assert [placed.card for placed in view.placed] == ["44"]
    fresh = read("original 2p u1=44 d1=90 hand=50,60 stock=60 laid=44-u1:-").game.view(0)
    assert fresh.sizes[0] == 1


@pytest.mark.parametrize(
    "text",
    [
        "original 3p u1=40 hand=50 stock=0 others=6,0",
        "face-to-face u1=30 hand=31,35 stock=20,25 others=5",
        "original 3p u1=44 hand=50..53 stock=40 laid=43-u1:40,44-u1:43",
    ],
)
def test_hands_that_may_be_small(text: str) -> None:
    assert read(text).game.turn == 0


def test_what_was_said() -> None:
    view = read(f"{TABLE} said=1:leave:u1,2:small:d1").game.view(0)
    assert [(said.seat, str(said)) for said in standing(view)] == [
        (1, "leave:u1"),
        (2, "small:d1"),
    ]


def test_a_complete_position_is_read_as_well() -> None:
    game = Game(Rules.named("original"), Deal.from_seed(Rules.named("original"), 2, "a"), 1)
    situation = read(str(Position(game.state)))
    assert situation.game.state == game.state
    assert situation.remembered


KEYS = ("u1", "u2", "d1", "d2", "hand", "stock", "others", "gone", "laid", "said", "hands", "turn")
VALUES = (
    "",
    "-",
    "2",
    "40",
    "99",
    "r4",
    "2..9",
    "9..2",
    "6/6",
    "50,51",
    "44-u1:-",
    "1:leave:u1",
    "x",
)
PAIRS = st.builds(
    "{}={}".format, st.sampled_from(KEYS), st.sampled_from(VALUES) | st.text(max_size=5)
)
HEADS = st.sampled_from(
    ("original 3p", "on-fire 1p", "quick-and-easy 2p", "face-to-face", "2p", "")
)


@given(HEADS, st.lists(PAIRS, max_size=10))
def test_whatever_is_told_is_read_or_refused(head: str, pairs: list[str]) -> None:
    try:
        game = read(" ".join([head, *pairs])).game
    except (UsageError, TenbackError) as error:
        assert not isinstance(error, UsageError) or error.sentence(Words())
    else:
        assert (game.turn is None) == (game.outcome is not None)
