"""Hints: the best turns, and reasons that are true."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Game, Rules
from tenback.analysis.hints import Hint, Reason, adviser, find_hint
from tenback.bots.registry import make
from tenback.bots.search_bot import RatedTurn
from tenback.core.errors import InvalidView
from tenback.core.moves import END, Lay, Move
from tenback.core.notation import parse_move
from tenback.core.variants import GAMES
from tenback.talk.speech import speak
from tenback.terminal.hints import lines, sentence
from tenback.words import LANGUAGES, Words
from tenback.words.catalogues import catalogue
from tests.rules.situations import dealt, game_at

if TYPE_CHECKING:
    from tenback import View


def turn(text: str) -> tuple[Move, ...]:
    return tuple(map(parse_move, text.split()))


@dataclass
class Scripted:
    """Considers given turns, each a little worse than the one before."""

    turns: tuple[str, ...]
    step: float = 0.1

    def consider(self, view: View, rng: random.Random) -> tuple[RatedTurn, ...]:
        return tuple(
            RatedTurn(turn(text), 0.5 - self.step * place, 0.5, 16)
            for place, text in enumerate(self.turns)
        )

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        return turn("end")


def hint_of(game: Game, *turns: str, remembered: bool = True) -> Hint:
    return find_hint(game.view(game.turn), Scripted(turns), remembered=remembered)


def ids(game: Game, *turns: str, remembered: bool = True) -> list[str]:
    return [reason.id for reason in hint_of(game, *turns, remembered=remembered).reasons]


def first(game: Game, *turns: str) -> Reason:
    return hint_of(game, *turns).reasons[0]


HANDS = " / 50 51 52 / 53 54 55"
STOCK = "60..75"


def table(hand: str, **tops: Any) -> Game:
    """Three at a table; the middle of the deck is in the other hands and the stock."""
    return game_at(hands=hand + HANDS, stock=STOCK, **tops)


# Reasons, one by one


def test_a_card_is_kept_for_going_back() -> None:
    game = table("30 35 44 80 81", u1="40", d1="90")
    kept = Reason("keeps-back", {"card": "30", "pile": "u1", "count": 10})
    for wastes in ("81-d1 44-u1 end", "81-d1 30-u2 end"):
        assert first(game, "81-d1 80-d1 end", wastes) == kept


def test_who_uses_the_trick_does_not_waste_it() -> None:
    game = table("30 35 44 80 81", u1="40", d1="90")
    assert "keeps-back" not in ids(game, "81-d1 80-d1 end", "81-d1 30-u1 end")


def test_a_trick_is_used() -> None:
    game = table("30 35 44 80 81", u1="40", d1="90")
    reason = first(game, "30-u1 81-d1 end", "44-u1 81-d1 end")
    assert reason == Reason("uses-back", {"card": "30", "pile": "u1", "count": 10})


def test_two_cards_stay_together() -> None:
    game = table("34 44 80 81 82", u1="20", d1="90")
    reason = first(game, "82-d1 81-d1 end", "82-d1 34-u1 end")
    assert reason == Reason("keeps-pair", {"first": "34", "second": "44"})
    assert "keeps-pair" not in ids(game, "82-d1 81-d1 end", "44-u1 34-u1 end")


@pytest.mark.parametrize(
    ("phrase", "id_"),
    [("leave:u1", "asked"), ("spare:u1", "asked"), ("want:u1", "wanted"), ("back:u1", "wanted")],
)
def test_a_partner_is_heeded(phrase: str, id_: str) -> None:
    game = table("30 35 44 80 81", u1="20", d1="90")
    speak(game, 2, phrase=phrase)
    reason = first(game, "81-d1 80-d1 end", "81-d1 30-u1 end")
    assert reason == Reason(id_, {"pile": "u1", "seat": 2})
    assert id_ not in ids(game, "81-d1 30-u1 end", "81-d1 80-d1 end")


def test_no_big_jump_where_no_player_wants_one() -> None:
    game = table("22 35 44 80 81", u1="20", d1="90")
    speak(game, 1, phrase="small:u1")
    assert "no-jump" in ids(game, "22-u1 81-d1 end", "44-u1 81-d1 end")
    assert "no-jump" not in ids(game, "35-u1 81-d1 end", "44-u1 81-d1 end")


def test_what_one_has_said_oneself_is_no_reason() -> None:
    game = table("30 35 44 80 81", u1="20", d1="90")
    speak(game, 0, phrase="leave:u1")
    assert "asked" not in ids(game, "81-d1 80-d1 end", "81-d1 30-u1 end")


def fire(hand: str, **tops: Any) -> Game:
    return game_at("on-fire", hands=hand + HANDS, stock=STOCK, **tops)


def test_no_fire_is_left() -> None:
    game = fire("21 22 23 80 81", u1="20", d1="90")
    reason = first(game, "21-u1 81-d1 end", "21-u1 22-u1 end")
    assert reason == Reason("no-fire", {"card": "22", "pile": "u1"})
    assert "no-fire" not in ids(game, "22-u1 23-u1 end", "21-u1 81-d1 end")


def test_a_fire_is_covered() -> None:
    game = fire("30 35 80 81 82", u1="22", d1="90")
    reason = first(game, "30-u1 82-d1 end", "35-u1 82-d1 end")
    assert reason == Reason("covers-fire", {"card": "22", "pile": "u1"})


def test_cards_that_still_fit() -> None:
    game = table("30 31 40 41 48 99", u1="20", d1="2", u2="97", d2="3")
    reasons = hint_of(game, "30-u1 31-u1 end", "41-u1 48-u1 end").reasons
    assert Reason("still-fits", {"count": 3}) in reasons


def test_fewer_cards_are_passed_over() -> None:
    """From 50 to 55 the cards are in other hands; 56 to 59 have been laid."""
    game = table("49 57 59 80", u1="48", d1="90")
    reason = first(game, "49-u1 57-u1 end", "57-u1 59-u1 end")
    assert reason == Reason("passes-fewer", {"count": 6, "other": 7})
    reason = first(game, "49-u1 80-d1 end", "57-u1 80-d1 end")
    assert reason == Reason("passes-none", {"count": 0, "other": 7})


def test_without_memory_steps_are_counted_instead() -> None:
    game = table("49 57 59 80", u1="48", d1="90")
    reasons = hint_of(game, "49-u1 57-u1 end", "57-u1 59-u1 end", remembered=False).reasons
    assert reasons == (Reason("smaller-steps", {"count": 9, "other": 11}),)


def test_without_memory_going_back_is_no_step() -> None:
    game = table("30 31 42 80", u1="40", d1="90")
    assert "goes-back" in ids(game, "30-u1 31-u1 end", "42-u1 80-d1 end", remembered=False)


def test_more_cards_are_drawn_or_fewer_laid() -> None:
    game = table("30 31 32 80 81", u1="29", d1="90")
    assert first(game, "30-u1 31-u1 32-u1 end", "30-u1 31-u1 end") == Reason(
        "draws-more", {"count": 3, "other": 2}
    )
    assert first(game, "30-u1 31-u1 end", "30-u1 31-u1 32-u1 end") == Reason(
        "lays-fewer", {"count": 1}
    )


def duel(hand: str = "10 20 30 40 50 51", **tops: Any) -> Game:
    tops = {"u1": "9", "d1": "55", "u2": "25", "d2": "30"} | tops
    return game_at("face-to-face", hands=f"{hand} / 2 3 4", stock="56..59 / 5..8", **tops)


def test_a_gift_fills_the_hand() -> None:
    assert "gift-fills" not in ids(duel(), "10-u1 20-u2 end", "10-u1 20-u1 end")  # 2 either way
    more = first(duel(), "10-u1 51-d1 20-u2 end", "10-u1 51-d1 50-d1 end")
    assert more == Reason("gift-fills", {"card": "20", "pile": "u2", "count": 3})


def test_the_other_player_gets_less() -> None:
    none = hint_of(duel(), "10-u1 51-d1 end", "10-u1 20-u2 end").reasons
    assert Reason("no-gift", {"card": "20", "pile": "u2", "count": 5}) in none
    less = hint_of(duel(), "51-d1 20-u2 end", "51-d1 10-u2 end").reasons
    assert Reason("smaller-gift", {"count": 5, "other": 15}) in less


def colours(hand: str, **tops: Any) -> Game:
    return game_at("quick-and-easy", hands=f"{hand} / g1 g2", stock="g3..g10 b1..b10", **tops)


def test_a_colour_is_kept_for_the_trick() -> None:
    game = colours("r3 y7", u1="r6", d1="y9")
    reason = first(game, "y7-d1 end", "r3-d1 end")
    assert reason == Reason("keeps-colour", {"card": "r3", "pile": "u1", "colour": "red"})


def test_a_colour_is_used_for_the_trick() -> None:
    game = colours("r3 y7", u1="r6", d1="p9")
    reason = first(game, "r3-u1 end", "y7-u1 end")
    assert reason == Reason("uses-colour", {"card": "r3", "pile": "u1", "colour": "red"})


def test_a_lay_that_would_lose_is_warned_of() -> None:
    game = game_at(hands="50 51 / 60 61", stock="62", u1="49", d1="2", u2="98", d2="3")
    reason = Reason("avoids-loss", {"card": "51", "pile": "u1"})
    assert hint_of(game, "50-u1 51-u1 end").reasons == (Reason("only-way"), reason)
    assert [lay.move for lay in game.view(0).options().lays if lay.loses] == [Lay("51", "u1")]


def test_the_only_way_is_called_that() -> None:
    game = game_at(hands="97 98 / 60 61", stock="62", u1="96", u2="99", d1="2", d2="3")
    assert ids(game, "97-u1 98-u1 end")[0] == "only-way"
    both = game_at(hands="96 97 98 / 60 61", stock="62", u1="95", u2="99", d1="2", d2="3")
    assert "only-way" not in ids(both, "96-u1 97-u1 end", "97-u1 98-u1 end")


def test_nothing_but_the_end_is_left() -> None:
    game = game_at(hands="5 97 98 / 60 61", stock="62", u1="96", u2="99", d1="2", d2="3")
    game.play("97-u1")
    game.play("98-u1")
    assert ids(game, "end") == ["only-end"]


def test_the_last_card_wins_and_no_turn_is_left_to_end() -> None:
    game = game_at(hands="97 98", u1="96", d1="2")
    found = hint_of(game, "97-u1 98-u1 end", "98-u1 end")
    assert found.reasons[0] == Reason("wins-now")
    assert [choice.moves for choice in found.choices] == [turn("97-u1 98-u1")]


def test_where_nothing_sets_a_turn_apart_the_chance_decides() -> None:
    game = table("2 80 81 82", u1="10", u2="12", d1="90", d2="89")
    turns = ("81-d1 80-d1 end", "81-d2 80-d2 end")
    for step, id_ in ((0.1, "better"), (0.001, "close")):
        found = find_hint(game.view(0), Scripted(turns, step))
        assert found.reasons == (Reason(id_),)


def test_a_turn_without_rivals() -> None:
    assert ids(table("30 44 80 81", u1="29", d1="90"), "30-u1 44-u1 end") == ["no-other"]


def test_more_could_be_laid_but_should_not() -> None:
    game = table("30 44 80 81", u1="29", d1="90")
    game.play("30-u1")
    game.play("81-d1")
    assert ids(game, "end") == ["enough"]


def test_nothing_can_save_it() -> None:
    game = table("30 44 80 81", u1="29", d1="90")
    found = hint_of(game)
    assert [reason.id for reason in found.reasons] == ["hopeless"]
    assert found.choices[0].win == 0


# The whole answer


def test_turns_that_come_to_the_same_are_told_once() -> None:
    game = table("2 3 80 81", d1="90", d2="89")
    found = hint_of(game, "2-u1 3-u1 end", "2-u2 3-u2 end", "81-d1 80-d1 end")
    assert [choice.moves for choice in found.choices] == [
        turn("2-u1 3-u1 end"),
        turn("81-d1 80-d1 end"),
    ]


def test_piles_that_a_partner_speaks_of_are_not_the_same() -> None:
    game = table("2 3 80 81", d1="90", d2="89")
    speak(game, 1, phrase="leave:u2")
    found = hint_of(game, "2-u1 3-u1 end", "2-u2 3-u2 end")
    assert len(found.choices) == 2
    assert found.reasons == (Reason("asked", {"pile": "u2", "seat": 1}),)


def test_at_most_two_reasons_and_three_turns() -> None:
    game = table("30 35 44 80 81", u1="40", d1="90")
    turns = ("30-u1 81-d1 80-d1 end", "44-u1 81-d1 end", "44-u1 80-d1 end", "80-d1 81-u1 end")
    found = hint_of(game, *turns)
    assert (len(found.choices), len(found.reasons)) == (3, 2)


def test_a_turn_is_compared_with_the_next_one_alone() -> None:
    game = table("49 57 59 80", u1="48", d1="81")
    turns = ("49-u1 57-u1 end", "49-u1 80-d1 end", "57-u1 59-u1 end")  # steps of 9, 2 and 11
    assert ids(game, *turns, remembered=False) == ["better"]
    assert ids(game, turns[0], turns[2], turns[1], remembered=False) == ["smaller-steps"]


def test_a_turn_that_was_dropped_early_is_not_said_to_be_better() -> None:
    game = table("30 31 32 80 81", u1="29", d1="90")
    turns = ("30-u1 31-u1 32-u1 end", "30-u1 31-u1 end")
    found = find_hint(game.view(0), Scripted(turns, step=-0.2))
    assert found.choices[1].win == found.choices[0].win


def test_chances_never_rise() -> None:
    game = table("30 31 32 80 81", u1="29", d1="90")
    turns = ("30-u1 31-u1 32-u1 end", "30-u1 31-u1 end", "30-u1 80-d1 end")

    class Lucky(Scripted):
        """The last turn was dropped early, after a few kind worlds."""

        def consider(self, view: View, rng: random.Random) -> tuple[RatedTurn, ...]:
            best, next_, last = super().consider(view, rng)
            return replace(best, win=0.7), replace(next_, win=0.6), replace(last, win=0.65)

    found = find_hint(game.view(0), Lucky(turns))
    assert [choice.win for choice in found.choices] == [0.7, 0.6, 0.6]


def test_only_the_seat_on_turn_gets_a_hint() -> None:
    game = dealt(starter=1)
    with pytest.raises(InvalidView):
        find_hint(game.view(0), Scripted(()))
    with pytest.raises(InvalidView):
        find_hint(game.view(), Scripted(()))


# Search bots


@pytest.mark.parametrize("name", ["strong", "master:quick"])
@pytest.mark.parametrize("game", [*GAMES, "on-fire"])
def test_search_bots_explain_every_game(name: str, game: str) -> None:
    table = dealt(game, players=2, starter=0)
    bot = make(name)
    for _ in range(6):
        view = table.view(table.turn)
        found = find_hint(view, bot, "x")  # type: ignore[arg-type]
        assert found == find_hint(view, make(name), "x")  # type: ignore[arg-type]
        assert 0 < len(found.reasons) <= 2
        wins = [choice.win for choice in found.choices]
        assert wins == sorted(wins, reverse=True)
        play(table, found)


def play(game: Game, found: Hint) -> None:
    """Every turn is legal; the first is played."""
    for choice in reversed(found.choices):
        twin = game.copy()
        for move in choice.moves:
            twin.play(move)
        assert choice.moves[-1] == END or twin.outcome is not None
    for move in found.choices[0].moves:
        game.play(move)


def test_hidden_cards_change_nothing() -> None:
    game = dealt(players=3)
    view = game.view(0)
    twin = view.sample(random.Random(7))
    assert twin.state.hands != game.state.hands
    strong = adviser("quick")
    assert find_hint(view, strong, "x") == find_hint(twin.view(0), strong, "x")


# Sentences

PARAMS = ("card", "pile", "seat", "other", "first", "second", "colour")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    say = Words(language)
    known = {name for name in catalogue(language) if name.startswith("hints.reason.")}
    for name in known:
        params = dict.fromkeys(PARAMS, "7") | {"count": 2}
        text = sentence(say, Reason(name.removeprefix("hints.reason."), params))
        assert text.endswith(".")


def test_the_sentence_of_the_ten_back() -> None:
    reason = Reason("keeps-back", {"card": "44", "pile": "u1", "count": 10})
    assert sentence(Words("en"), reason) == "It keeps 44 for the trick on u1, 10 back."
    assert sentence(Words("de"), reason) == "44 bleibt für den Trick, um 10 zurück auf u1."


def test_a_colour_is_named_in_the_readers_language() -> None:
    reason = Reason("keeps-colour", {"card": "r3", "pile": "u1", "colour": "red"})
    assert "rot auf rot" in sentence(Words("de"), reason)


def test_a_hint_in_lines() -> None:
    game = table("30 31 32 80 81", u1="29", d1="90")
    found = hint_of(game, "30-u1 31-u1 32-u1 end", "30-u1 31-u1 end")
    assert list(lines(Words("en"), found)) == [
        "Best: 30-u1 31-u1 32-u1 end (50% to win)",
        "  It draws 3 cards instead of 2.",
        "Next: 30-u1 31-u1 end (40%)",
    ]
    assert next(lines(Words("de"), found)).startswith("Am besten: 30-u1 31-u1 32-u1 ende (50")


@pytest.mark.parametrize(
    ("win", "worlds", "chance"),
    [
        (0.004, 16, "below 1%"),
        (0, 16, "below 1%"),
        (0.996, 16, "above 99%"),
        (1, 16, "above 99%"),
        (1, 0, "100%"),
    ],
)
def test_chances_at_the_edges(win: float, worlds: int, chance: str) -> None:
    game = table("30 31 32 80 81", u1="29", d1="90")
    found = hint_of(game, "30-u1 31-u1 end")
    edge = replace(found, choices=(replace(found.choices[0], win=win, worlds=worlds),))
    assert f"({chance} to win)" in next(lines(Words("en"), edge))


def test_rules_of_ones_own_are_explained() -> None:
    rules = Rules.from_toml(
        'name = "mine"\nminimum = 1\nhands = {2 = 4}\n'
        '[deck]\nnumbers = "1..30"\n[piles]\nup = [0, 0]\ndown = [31]\n[trick]\ndistance = 5\n'
    )
    found = find_hint(dealt(rules, players=2).view(0), adviser("quick"))
    assert found.choices
