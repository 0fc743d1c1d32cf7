"""Positions: what no game could have come to is refused, and what is rare is right."""

from __future__ import annotations

import random
import re

import pytest

from tenback import Game, IllegalMove, InvalidNotation, Position, Rules, testing

ORIGINAL = Rules.named("original")


def line(hands: str, placed: str = "", turn: str = "0", more: str = "", **piles: str) -> str:
    """A position of `original` for two whose stock holds every card that is nowhere else."""
    shown = {"u1": "-", "u2": "-", "d1": "-", "d2": "-"} | piles
    tops = [value.split("*")[0] for value in shown.values()]
    covered = [word.split(":")[1] for word in placed.split(",") if word]
    known = {*tops, *covered, *hands.replace("/", ",").split(",")}
    stock = ",".join(card for card in ORIGINAL.cards if card not in known)
    words = [f"{name}={value}" for name, value in shown.items()]
    laid = f"laid={placed}" if placed else ""
    return f"original 2p {' '.join(words)} hands={hands} stocks={stock} turn={turn} {laid} {more}"


def refused(text: str) -> str:
    with pytest.raises(InvalidNotation) as caught:
        Position.parse(text)
    assert caught.value.code == "bad-position"
    return str(caught.value)


def test_the_builder_builds() -> None:
    assert Position.parse(line("2,3/4,5", u1="50*1")).game().turn == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with the game"),
        ("original", "begins with the game"),
        ("original xp", "number of players"),
        ("original 9p", "players"),
        (line("2,3/4,5", more="moon=1"), "is none of"),
        (line("2,3/4,5", more="turn=1"), "twice"),
        (line("2,3/4,5").replace("turn=0", ""), "turn is missing"),
        (line("2,3/4,5", turn="2"), "not a seat"),
        (line("2,3/4,5", turn="0000000001"), "not a seat"),
        (line("2,3/4,5", turn="0" * 5000), "not a seat"),
        (line("2,3/4,5,4"), "also in"),
        (line("2,3"), "needs 2 parts"),
        (line("2,3/4,x"), "not a card"),
        (line("2,3/4,5", u1="50*2"), "piles hold 2 cards"),
        (line("2,3/4,5", u1="50*0"), "not a top card"),
        (line("2,3/4,5", u1="50*1", u2="50*1"), "piles hold 2"),
        (line("2,3/4,50", u1="50*1"), "piles hold 1 cards"),
        (line("2,3/4,5,6,7,8,9,10,11"), "more than 7"),
        (line("2,3/4,5,6,7,8,9,10,11", turn="-"), "more than 7"),
        (line("/4,5"), "without a card"),
        (line("2,3/4,5", more="known=9/"), "known cards of seat 0"),
        (line("2,3/4,5", "50-u1:-", u1="51*1"), "does not lead"),
        (
            line("2,3/4,5", "50-u1:-", u1="50*2", u2="-").replace("stocks=6,", "stocks="),
            "another number",
        ),
        (line("2,8/4,5", "50-u1:8", u1="50*2"), "piles hold 2"),
        (line("2,3/4,5", "20-u1:10,10-u1:20", u1="10*3"), "piles hold 3|lies on a pile"),
        (line("2,3/4,5", "40-u1:50", u1="40*2").replace("40-u1:50", "30-u1:50"), "does not"),
        (line("2,3/4,5", "50-u1:-", turn="-", u1="50*1"), "no player is on turn"),
        (line("2,3/4,5", turn="-", more="over=fire"), "no fire card"),
        (line("2,3/4,5", turn="-", more="over=finished"), "all cards laid"),
        (line("2,3/4,5", turn="-", more="over=stuck:1"), "only there"),
        (line("2,3/4,5", more="over=stuck"), "turn=-"),
        (line("2,3/4,5", turn="-", more="over=bored"), "over needs one of"),
    ],
)
def test_what_no_game_could_have_come_to(text: str, why: str) -> None:
    assert re.search(why, refused(text))


def test_a_seat_without_cards_cannot_start() -> None:
    game = Position.parse(line("/4,5", turn="-")).game()
    with pytest.raises(IllegalMove, match="no cards"):
        game.start(0)
    game.start(1)


def test_a_lay_before_the_position_can_be_taken_back_and_laid_again() -> None:
    text = line("2,3,4,5,6,7/8,9,10,11,12,13,15", "50-u1:-", u1="50*1")
    game = Game.from_position(Position.parse(text), takebacks=True)
    rng = random.Random(1)
    game.take_back()
    testing.noninterference(game, rng)
    game.play("50-u1")
    testing.noninterference(game, rng)
    game.resign(1)
    testing.noninterference(game, rng)


def one_pile(name: str, minimum: int, hand: int) -> Rules:
    """A variant in which little fits: one ascending pile for two players."""
    return Rules.from_toml(f"""
name = "{name}"
minimum = {minimum}
hands = {{2 = {hand}}}
[deck]
numbers = "2..99"
[piles]
up = [1]
[trick]
distance = 10
""")


def test_unlikely_worlds_are_found() -> None:
    """The seat on turn holds 39 and must hold the five others of a ladder of tricks."""
    rules = one_pile("six", minimum=6, hand=6)
    ladder = "39,49,59,69,79,89"
    known = {*["2", "3", "4", "5", "6", "7"], *ladder.split(","), "99", "98"}
    stock = ",".join(card for card in rules.cards if card not in known)
    text = f"six 2p u1=99*2 hands=2,3,4,5,6,7/{ladder} stocks={stock} turn=1 known=/39"
    view = Position.parse(text, rules).game().view(0)
    twin = view.sample(random.Random(3))
    assert twin.state.hands[1] == tuple(ladder.split(","))


def test_unlikely_worlds_are_drawn_nearly_evenly() -> None:
    """Three of four hidden cards must be a ladder or go on the last step: count who holds what."""
    rules = one_pile("three", minimum=2, hand=3)
    known = {"2", "3", "4", "99", "98", "89", "79", "50"}
    stock = ",".join(card for card in rules.cards if card not in known)
    text = f"three 2p u1=99*2 hands=2,3,4/50,79,89 stocks={stock} turn=1"
    view = Position.parse(text, rules).game().view(0)
    rng = random.Random(9)
    hands = [view.sample(rng).state.hands[1] for _ in range(150)]
    assert all("89" in hand for hand in hands)
    lows = sum(any(79 <= int(card) < 89 or int(card) > 89 for card in hand) for hand in hands)
    assert lows == len(hands)
    third = [card for hand in hands for card in hand if int(card) < 79]
    # With 89 and one card that goes on, the third is any of the others: spread over all of them.
    assert len(set(third)) > 40
