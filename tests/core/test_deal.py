"""Deals: the written procedure, repeated here in other words, and what is refused."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tenback import Deal, DealCode, InvalidDeal, InvalidNotation, InvalidRules, Rules
from tenback.core.deal import RandomNumbers

DOCS = Path(__file__).parents[2] / "docs"
VECTORS: dict[str, Any] = json.loads(
    re.findall(r"```json\n(.*?)```", (DOCS / "deals.md").read_text("utf-8"), re.DOTALL)[0]
)


class Repeated:
    """The procedure of docs/deals.md, written from that page alone."""

    def __init__(self, seed: str) -> None:
        self.seed = seed.encode("utf-8")
        self.used = 0

    def word(self) -> int:
        block, place = divmod(self.used, 8)
        digest = hashlib.sha256(self.seed + block.to_bytes(8, "big")).hexdigest()
        self.used += 1
        return int(digest[8 * place : 8 * place + 8], 16)

    def below(self, n: int) -> int:
        while (word := self.word()) >= 2**32 - 2**32 % n:
            pass
        return word % n

    def shuffled(self, cards: list[str]) -> list[str]:
        cards = cards.copy()
        for place in reversed(range(1, len(cards))):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards


@pytest.mark.parametrize("seed", VECTORS["words"])
def test_words(seed: str) -> None:
    repeated = Repeated(seed)
    assert [repeated.word() for _ in VECTORS["words"][seed]] == VECTORS["words"][seed]


@pytest.mark.parametrize("vector", VECTORS["below"], ids=str)
def test_numbers_below_a_bound(vector: dict[str, Any]) -> None:
    for numbers in (RandomNumbers(vector["seed"]), Repeated(vector["seed"])):
        assert [numbers.below(vector["bound"]) for _ in vector["numbers"]] == vector["numbers"]


@pytest.mark.parametrize("vector", VECTORS["shuffle"], ids=str)
def test_shuffles(vector: dict[str, Any]) -> None:
    order = RandomNumbers(vector["seed"]).shuffle(range(vector["count"]))
    assert order == vector["order"]


@pytest.mark.parametrize("code", VECTORS["deals"])
def test_deals(code: str) -> None:
    deal, vector = DealCode.parse(code).deal(), VECTORS["deals"][code]
    assert [" ".join(hand) for hand in deal.hands] == vector["hands"]
    assert [" ".join(stock) for stock in deal.stocks] == vector["stocks"]
    assert deal.starter == vector["lot"]


def test_another_program_comes_to_the_same_deal() -> None:
    repeated = Repeated("keel")
    decks = [repeated.shuffled([str(n) for n in range(2, 60)]) for _ in range(2)]
    deal = Deal.from_seed(Rules.named("face-to-face"), 2, "keel")
    assert [sorted(hand) for hand in deal.hands] == [sorted(deck[:6]) for deck in decks]
    assert [list(stock) for stock in deal.stocks] == [deck[6:] for deck in decks]
    assert deal.starter == repeated.below(2)


def test_the_lot_falls_on_both() -> None:
    rules = Rules.named("face-to-face")
    assert {Deal.from_seed(rules, 2, str(n)).starter for n in range(20)} == {0, 1}


def test_shuffles_are_even() -> None:
    """Every card is on top about equally often: chi-square over 98 cards, far beyond chance."""
    rules, games = Rules.named("original"), 4_900
    tops = [Deal.from_seed(rules, 1, f"even {n}").stocks[0][0] for n in range(games)]
    expected = games / 98
    chi = sum((tops.count(card) - expected) ** 2 / expected for card in rules.cards)
    assert chi < 97 + 6 * (2 * 97) ** 0.5


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", InvalidNotation),
        ("original", InvalidNotation),
        ("original-3p-", InvalidNotation),
        ("original-3p-%zz", InvalidNotation),
        ("original-3p-%ff", InvalidNotation),
        ("orignal-3p-x", InvalidRules),
        ("original-9p-x", InvalidDeal),
        ("quick-and-easy-1p-x", InvalidDeal),
        ("original-3p-" + "x" * 201, InvalidDeal),
    ],
)
def test_what_is_no_code(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        DealCode.parse(text)


def test_a_seed_may_look_like_a_code() -> None:
    code = DealCode.parse("original-3p-2p-x")
    assert (code.players, code.seed) == (3, "2p-x")


def test_codes_of_a_designers_variant_need_the_variant() -> None:
    rules = Rules.from_toml(
        'name="mine"\nminimum=1\nhands={1=2}\n[deck]\nnumbers="1..9"\n[piles]\nup=[0]'
    )
    code = DealCode(rules, 1, "x")
    assert DealCode.parse(str(code), rules) == code
    with pytest.raises(InvalidRules, match="mine"):
        DealCode.parse(str(code))


@pytest.mark.parametrize("seed", ["", "x" * 201, "\ud800", 7, None])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(InvalidDeal, match="1 to 200 characters"):
        Deal.from_seed(Rules.named("original"), 1, seed)


@pytest.mark.parametrize("players", [0, 6, -1, "3", None, 1.0, True])
def test_what_is_no_number_of_players(players: Any) -> None:
    with pytest.raises(InvalidDeal, match="1, 2, 3, 4 or 5 players"):
        Deal.from_seed(Rules.named("original"), players, "x")


def spelled_out() -> tuple[list[list[str]], list[list[str]]]:
    deal = Deal.from_seed(Rules.named("original"), 2, "lighthouse")
    return [list(hand) for hand in deal.hands], [list(deal.stocks[0])]


def refused(hands: list[list[str]], stocks: list[list[str]], game: str = "original") -> InvalidDeal:
    deal = Deal(tuple(map(tuple, hands)), tuple(map(tuple, stocks)))
    with pytest.raises(InvalidDeal) as caught:
        deal.checked(Rules.named(game))
    return caught.value


def test_a_card_twice_is_refused_by_name_and_place() -> None:
    hands, stocks = spelled_out()
    hands[0][0] = hands[1][0]
    error = refused(hands, stocks)
    assert error.code == "deal-card-twice"
    assert error.params["card"] == hands[1][0]
    assert "seat 1" in str(error)
    assert "seat 0" in str(error)


def test_a_missing_card_is_refused_by_name() -> None:
    hands, stocks = spelled_out()
    gone = stocks[0].pop()
    assert refused(hands, stocks).params == {"card": gone}


def test_an_unknown_card_is_refused_by_name_and_place() -> None:
    hands, stocks = spelled_out()
    hands[1][2] = "100"
    error = refused(hands, stocks)
    assert error.code == "deal-unknown-card"
    assert "'100' in the hand of seat 1" in str(error)


def test_a_wrong_hand_is_refused_by_seat() -> None:
    hands, stocks = spelled_out()
    stocks[0].append(hands[1].pop())
    error = refused(hands, stocks)
    assert (error.code, error.params["seat"], error.params["size"]) == ("wrong-hand-size", 1, 7)


def test_the_number_of_stocks_is_checked() -> None:
    hands, stocks = spelled_out()
    assert refused(hands, [stocks[0][:9], stocks[0][9:]]).code == "wrong-stocks"
    duel = Deal.from_seed(Rules.named("face-to-face"), 2, "x")
    assert refused(
        [list(h) for h in duel.hands], [list(duel.stocks[0])], "face-to-face"
    ).params == {
        "count": 1,
        "needed": 2,
    }


def test_hands_may_be_spelled_out_in_any_order() -> None:
    hands, stocks = spelled_out()
    deal = Deal(tuple(tuple(reversed(hand)) for hand in hands), tuple(map(tuple, stocks)))
    assert deal.checked(Rules.named("original")).hands == tuple(map(tuple, hands))


def test_the_repr_of_a_deal_does_not_tell_the_seed() -> None:
    assert "lighthouse" not in repr(Deal.from_seed(Rules.named("original"), 2, "lighthouse"))


@pytest.mark.parametrize("seed", ["", "x" * 201, "\ud800", 5])
def test_the_seed_of_a_deal_spelled_out_is_checked(seed: Any) -> None:
    deal = Deal.from_seed(Rules.named("original"), 2, "x")
    with pytest.raises(InvalidDeal, match="1 to 200 characters"):
        Deal(deal.hands, deal.stocks, seed=seed).checked(Rules.named("original"))
