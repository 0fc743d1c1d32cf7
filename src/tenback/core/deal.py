"""Deals: from a seed, by the procedure of docs/deals.md, or spelled out by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, unquote_to_bytes

from tenback.core.errors import InvalidDeal, InvalidNotation, Part
from tenback.core.rules import Rules, Start
from tenback.core.state import Hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.cards import Card

MAX_SEED = 200
_CODE = re.compile(r"(?P<rules>[a-z0-9-]+?)-(?P<players>[0-9])p-(?P<seed>.+)", re.ASCII | re.DOTALL)
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Deal:
    """Who holds what, and the order of the stock, next card first.

    One stock for all, or one for each seat if every seat has a deck. `starter` is the seat that
    the lot chose, if a lot decides. `seed` is None for a deal spelled out by hand.
    """

    hands: tuple[Hand, ...]
    stocks: tuple[Hand, ...]
    starter: int | None = None
    seed: str | None = field(default=None, repr=False)

    @classmethod
    def from_seed(cls, rules: Rules, players: int, seed: str) -> Deal:
        """The deal that this seed gives, everywhere and forever."""
        check_players(rules, players)
        check_seed(seed)
        numbers = RandomNumbers(seed)
        decks = [numbers.shuffle(rules.cards) for _ in range(rules.decks(players))]
        size = rules.hand_size(players)
        if rules.deck.own:
            hands = [deck[:size] for deck in decks]
            stocks = [deck[size:] for deck in decks]
        else:
            hands = [decks[0][seat * size : (seat + 1) * size] for seat in range(players)]
            stocks = [decks[0][players * size :]]
        starter = numbers.below(players) if rules.start is Start.LOT else None
        return cls(tuple(map(rules.sort, hands)), tuple(map(tuple, stocks)), starter, seed)

    @property
    def settled_starter(self) -> int | None:
        """The seat that starts without an agreement: the only one, or the choice of the lot."""
        return 0 if len(self.hands) == 1 else self.starter

    def checked(self, rules: Rules) -> Deal:
        """The same deal with sorted hands; raises `InvalidDeal` when it does not fit the rules."""
        hands = tuple(map(tuple, self.hands))
        stocks = tuple(map(tuple, self.stocks))
        check_players(rules, len(hands))
        _check_sizes(rules, hands, stocks)
        _check_cards(rules, hands, stocks)
        if self.seed is not None:
            check_seed(self.seed)
        if self.starter is not None and self.starter not in range(len(hands)):
            raise InvalidDeal("no-such-seat", seat=repr(self.starter)[:20], last=len(hands) - 1)
        return Deal(tuple(map(rules.sort, hands)), stocks, self.starter, self.seed)


@dataclass(frozen=True, slots=True)
class DealCode:
    """A deal in one readable word: `original-3p-lighthouse`."""

    rules: Rules
    players: int
    seed: str

    def __post_init__(self) -> None:
        check_players(self.rules, self.players)
        check_seed(self.seed)

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> DealCode:
        """Read a code. A designer's own variant must be handed in, for a code only names it."""
        found = _CODE.fullmatch(text.strip())
        if found is None or _BAD_ESCAPE.search(found["seed"]):
            raise InvalidNotation("bad-deal-code", text=text[:80])
        try:
            seed = unquote_to_bytes(found["seed"]).decode()
        except UnicodeError:
            raise InvalidNotation("bad-deal-code", text=text[:80]) from None
        if rules is None or rules.name != found["rules"]:
            rules = Rules.named(found["rules"])
        return cls(rules, int(found["players"]), seed)

    def deal(self) -> Deal:
        """The deal itself."""
        return Deal.from_seed(self.rules, self.players, self.seed)

    def __str__(self) -> str:
        return f"{self.rules.name}-{self.players}p-{quote(self.seed, safe='')}"


class RandomNumbers:
    """Numbers from a seed: SHA-256 of the seed and a counter, cut into words of 32 bits."""

    def __init__(self, seed: str) -> None:
        self._words = _words(seed.encode())

    def below(self, bound: int) -> int:
        """A number below `bound`, each equally likely: words that would favour some are skipped."""
        limit = 2**32 - 2**32 % bound
        return next(word for word in self._words if word < limit) % bound

    def shuffle(self, values: Sequence[_T]) -> list[_T]:
        """Fisher and Yates, from the last place down."""
        shuffled = list(values)
        for place in range(len(shuffled) - 1, 0, -1):
            other = self.below(place + 1)
            shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
        return shuffled


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(block[place : place + 4], "big")
        counter += 1


def check_players(rules: Rules, players: object) -> None:
    """Refuse a number of players that the rules do not allow."""
    if type(players) is not int or players not in rules.player_counts:
        *others, last = map(str, rules.player_counts)
        allowed = Part("allowed-or", others=", ".join(others), last=last) if others else last
        shown = repr(players)[:20]
        raise InvalidDeal("wrong-players", name=rules.name, allowed=allowed, players=shown)


def check_seed(seed: Any) -> None:
    """Refuse what is not a text that can be a seed."""
    good = isinstance(seed, str) and 0 < len(seed) <= MAX_SEED
    # Lone surrogates are no text: they have no UTF-8 form, so no other language could repeat them.
    if not good or any("\ud800" <= char <= "\udfff" for char in seed):
        raise InvalidDeal("bad-seed", limit=MAX_SEED)


def _check_sizes(rules: Rules, hands: tuple[Hand, ...], stocks: tuple[Hand, ...]) -> None:
    size = rules.hand_size(len(hands))
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            raise InvalidDeal(
                "wrong-hand-size", seat=seat, count=len(hand), players=len(hands), size=size
            )
    needed = rules.decks(len(hands))
    if len(stocks) != needed:
        raise InvalidDeal("wrong-stocks", count=len(stocks), needed=needed)


def _check_cards(rules: Rules, hands: tuple[Hand, ...], stocks: tuple[Hand, ...]) -> None:
    seats = range(len(hands))
    if not rules.deck.own:
        places = {Part("place-hand", seat=seat): hands[seat] for seat in seats}
        check_once(rules, places | {Part("place-stock"): stocks[0]})
        return
    for seat in seats:
        hand, stock = Part("place-hand", seat=seat), Part("place-stock-of", seat=seat)
        check_once(rules, {hand: hands[seat], stock: stocks[seat]})


def check_once(rules: Rules, places: dict[Part, Hand], *, complete: bool = True) -> None:
    """Refuse a card that is none, that occurs twice or, in a complete deck, that is missing."""
    found: dict[Card, Part] = {}
    for where, held in places.items():
        for card in held:
            if card not in rules.order:
                raise InvalidDeal("deal-unknown-card", card=repr(card)[:20], where=where)
            if card in found:
                raise InvalidDeal("deal-card-twice", card=card, where=where, other=found[card])
            found[card] = where
    for card in rules.cards if complete else ():
        if card not in found:
            raise InvalidDeal("deal-card-missing", card=card)
