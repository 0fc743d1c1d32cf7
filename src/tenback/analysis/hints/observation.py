"""What a player sees of a real table, filled in until it is a game.

The player is seat 0 and on turn. The other hands and the stock get any cards, which the player's
view hides again; what lies in the piles is guessed as far as it was not described.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

from tenback.core.cards import Card, hands_text
from tenback.core.position import Position
from tenback.core.rules import DrawRule, Rules
from tenback.talk.speech import speak
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.game import Game

JOINTS = {"stock": "/", "others": ","}
"""How several numbers are best written; the other sign is understood as well."""

ME = 0

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_PLACED = re.compile(r"([a-z]?[0-9]{1,3})-([ud][1-9]):([a-z]?[0-9]{1,3}|-)", re.ASCII)


class TableError(UsageError):
    """A description of a table that makes no sense."""

    catalogue = "hints"


def parts(value: str) -> list[str]:
    """The words of a value, between its commas."""
    return [part for part in value.split(",") if part]


class Observation:
    """What a player described, on its way to become a game."""

    def __init__(self, rules: Rules, players: int, fields: dict[str, str], seed: str) -> None:
        self.rules = rules
        self.players = players
        self.fields = fields
        self.rng = random.Random(f"table {seed}")  # noqa: S311 (no secret)
        self.deck = len(rules.cards)
        self.decks = rules.decks(players)
        self.placed = [m for m in map(_PLACED.fullmatch, parts(fields.get("laid", ""))) if m]
        self.tops = {pile: self._top(pile) for pile in rules.pile_index}
        self.hand = self._hand()
        self.named = self._named()
        self.fresh = not any(self.tops.values()) and not any(self.named)
        self.stocks = self._stocks()
        self._check_hand()
        self.sizes = (len(self.hand), *self._others())
        self.laid = [self._laid(deck) for deck in range(self.decks)]

    @property
    def remembered(self) -> bool:
        """Whether every card in the piles was named."""
        return self.laid == [len(named) for named in self.named]

    def game(self) -> Game:
        """The game as it stands, with any cards where the player knows no better."""
        gone = [self._gone(deck) for deck in range(self.decks)]
        rest = [self._rest(deck, gone[deck]) for deck in range(self.decks)]
        hands = [self.hand]
        for seat in range(1, self.players):
            cards = rest[self.rules.deck_of(seat)]
            hands.append([cards.pop() for _ in range(self.sizes[seat])])
        laid = f"laid={self.fields['laid']}" if self.fields.get("laid") else ""
        line = [self.rules.name, f"{self.players}p", *self._piles(), f"hands={hands_text(hands)}"]
        line += [f"stocks={hands_text(rest)}", f"turn={ME}", laid]
        game = Position.parse(" ".join(line), self.rules).game()
        self._talk(game)
        return game

    # What was described

    def _top(self, pile: str) -> Card | None:
        value = self.fields.get(pile, "-").partition("*")[0]
        return None if value in ("-", "") else self._card(value, pile)

    def _card(self, word: str, key: str) -> Card:
        if word not in self.rules.order:
            raise TableError("card", card=word[:20], key=key)
        return word

    def _cards(self, value: str, key: str) -> Iterator[Card]:
        """Cards one by one, and runs of them: `2..20`."""
        for word in parts(value):
            first, dots, last = word.partition("..")
            begin = self.rules.order[self._card(first, key)]
            end = self.rules.order[self._card(last, key)] if dots else begin
            if end < begin:
                raise TableError("run", text=word, key=key, right=f"{last}..{first}")
            yield from self.rules.cards[begin : end + 1]

    def _hand(self) -> list[Card]:
        hand = list(self._cards(self.fields.get("hand", ""), "hand"))
        if not hand and not self.placed:
            size = self.rules.hand_size(self.players)
            example = ",".join(self.rules.cards[:: self.deck // size][:size])
            raise TableError("hand", example=example)
        for card, count in Counter(hand).items():
            if count > 1:
                raise TableError("card-twice", card=card)
        return hand

    def _check_hand(self) -> None:
        """While there are cards to draw, a turn begins with a full hand, or what is drawn at once.

        In its middle a hand may have any size.
        """
        full = self.rules.hand_size(self.players)
        draws = (self.rules.draw, self.rules.draw_after_gift)
        least = min([full, *(draw for draw in draws if isinstance(draw, int) and not self.fresh)])
        if self.stocks[ME] and not self.fields.get("laid") and len(self.hand) < least:
            raise TableError("hand-small", count=len(self.hand), least=least)

    def _named(self) -> list[set[Card]]:
        """The cards that lie in the piles as far as they were described, deck by deck."""
        parts = self.fields.get("gone", "").split("/")
        if len(parts) > self.decks:
            raise TableError("parts", key="gone", count=self.decks)
        named = [set(self._cards(part, "gone")) for part in parts]
        named += [set() for _ in range(self.decks - len(named))]
        named[ME].update(self._card(lay[1], "laid") for lay in self.placed)
        for card, owner in self._shown():
            named[self._deck(card, owner)].add(card)
        for card in self.hand:
            if card in named[ME]:
                raise TableError("held", card=card)
        return named

    def _shown(self) -> Iterator[tuple[Card, int]]:
        """What the piles show, or showed before this turn, and whose deck it is likely from."""
        for pile in self.rules.layout:
            lays = [lay for lay in self.placed if lay[2] == pile.name]
            covered = next((lay[3] for lay in lays), "-")
            card = (None if covered == "-" else covered) if lays else self.tops[pile.name]
            if card is not None:
                yield self._card(card, pile.name), (pile.owner or 0) if self.decks > 1 else 0

    def _deck(self, card: Card, owner: int) -> int:
        """The deck of a card that a pile shows: its owner's, unless that was surely a gift."""
        return 1 - ME if self.decks > 1 and owner == ME and card in self.hand else owner

    def _stocks(self) -> list[int]:
        if "stock" in self.fields:
            return self._numbers("stock", self.decks)
        if self.fresh:
            size = self.rules.hand_size(self.players)
            seats = 1 if self.decks > 1 else self.players
            return [self.deck - seats * size] * self.decks
        raise TableError("stock", example=JOINTS["stock"].join(["20"] * self.decks))

    def _others(self) -> list[int]:
        """How many cards the other hands hold: full ones, while players draw what they lay."""
        if "others" in self.fields or self.players == 1:
            return self._numbers("others", self.players - 1)
        size = self.rules.hand_size(self.players)
        if self.fresh or (self.rules.draw is DrawRule.LAID and all(self.stocks)):
            return [size] * (self.players - 1)
        example = JOINTS["others"].join([str(size)] * (self.players - 1))
        raise TableError("others", example=example)

    def _numbers(self, key: str, count: int) -> list[int]:
        words = parts(self.fields.get(key, "").replace("/", ","))
        if len(words) != count or not all(map(_NUMBER.fullmatch, words)):
            example = JOINTS[key].join(["6"] * count)
            raise TableError("numbers", key=key, count=count, example=example)
        return [int(word) for word in words]

    # What follows from it

    def _laid(self, deck: int) -> int:
        """How many cards of a deck lie in the piles."""
        seats = [seat for seat in range(self.players) if self.rules.deck_of(seat) == deck]
        held = self.stocks[deck] + sum(self.sizes[seat] for seat in seats)
        if held > self.deck:
            raise TableError("deck", held=held, deck=self.deck)
        laid, shown = self.deck - held, len(self.named[deck])
        if shown > laid:
            raise TableError("laid", laid=laid, shown=shown)
        if laid and self.fresh:
            raise TableError("bare", laid=laid)
        return laid

    def _gone(self, deck: int) -> set[Card]:
        """The cards that lie in the piles: those named, and others that may well lie there.

        A card that no pile has passed yet hardly does.
        """
        named = self.named[deck]
        held = set(self.hand) if self.rules.deck_of(ME) == deck else set()
        free = [card for card in self.rules.cards if card not in named | held]
        self.rng.shuffle(free)
        free.sort(key=lambda card: not self._is_passed(card, deck))
        return named | set(free[: self.laid[deck] - len(named)])

    def _is_passed(self, card: Card, deck: int) -> bool:
        rules = self.rules
        return any(
            top is not None and fits.step(top, card) < 0
            for pile, fits, top in zip(
                rules.layout, rules.fits[ME], self.tops.values(), strict=True
            )
            if self.decks == 1 or pile.owner == deck
        )

    def _rest(self, deck: int, gone: set[Card]) -> list[Card]:
        held = set(self.hand) if self.rules.deck_of(ME) == deck else set()
        return [card for card in self.rules.cards if card not in gone | held]

    def _piles(self) -> Iterator[str]:
        """The piles with sizes that add up: uncounted cards lie in the first that can hold it.

        A pile that was at its base before this turn holds the cards of this turn alone.
        """
        sizes = {}
        for pile, top in self.tops.items():
            lays = [lay for lay in self.placed if lay[2] == pile]
            hides = lays[0][3] != "-" if lays else top is not None
            sizes[pile] = [len(lays) + hides, hides]
        spare = sum(self.laid) - sum(size for size, _ in sizes.values())
        for size in sizes.values():
            if size[1]:
                size[0] += spare
                break
        for pile, top in self.tops.items():
            yield f"{pile}={'-' if top is None else f'{top}*{sizes[pile][0]}'}"

    def _talk(self, game: Game) -> None:
        """Let the others say what they have said: `1:leave:u1`."""
        for text in parts(self.fields.get("said", "")):
            seat, _, phrase = text.partition(":")
            if not re.fullmatch("[0-9]", seat, re.ASCII) or not phrase:
                raise TableError("said", text=text[:40])
            speak(game, int(seat), phrase=phrase)
