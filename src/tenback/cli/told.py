"""A position as somebody at a real table tells it: what they see, and nothing that is hidden.

    original 3p u1=40 u2=12 d1=77 hand=37,44,50,58,61,90 stock=40

Whoever asks is seat 0 and on turn. What they cannot know is filled in: the other hands and the
stock with any cards, which their view hides again, and what lies in the piles with a guess, as far
as they do not tell. A complete position, as records write it, is read as well.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.cli.arguments import NUMBER, chosen_rules
from tenback.cli.usage import UsageError
from tenback.core.cards import Card, hands_text
from tenback.core.game import Game
from tenback.core.position import Position
from tenback.core.rules import DrawRule, Rules
from tenback.talk.speaking import speak

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence


COMPLETE = ("hands", "stocks", "turn", "known", "over")
"""Words of a complete position, which tells hidden cards too."""

JOINTS = {"stock": "/", "others": ","}
"""How several numbers are best written; the other sign is understood as well."""

TOLD = ("hand", "stock", "others", "gone", "laid", "said")
"""Words of what one sees."""

ME = 0

_PLAYERS = re.compile(r"[0-9]p", re.ASCII | re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]+")
_PLACED = re.compile(r"([a-z]?[0-9]{1,3})-([ud][1-9]):([a-z]?[0-9]{1,3}|-)", re.ASCII)


class TableError(UsageError):
    """What somebody told makes no sense."""

    catalogue = "hints"


@dataclass(frozen=True)
class Situation:
    """A game as it stands, and whether all that lies in the piles was told."""

    game: Game
    remembered: bool


def situation(found: argparse.Namespace, words: Sequence[str], seed: str) -> Situation:
    """What the words say; `found` holds the options beside them."""
    head, told = _split(words)
    if found.variant is None and head and not _PLAYERS.fullmatch(head[0]):
        found.variant = head.pop(0)
    rules = chosen_rules(found)
    _check_equals(rules, head, told)
    _check_keys(rules, told)
    for word in head[1:] if head and _PLAYERS.fullmatch(head[0]) else head:
        raise _no_sense(rules, word)
    if any(key in COMPLETE for key in told):
        return _complete(rules, _players(rules, found.players, head, told), told)
    table = _Table(rules, _players(rules, found.players, head, told), told, seed)
    return Situation(table.game(), table.remembered)


def _split(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The words before the first `key=value`, and those; a value may go on after a space."""
    head: list[str] = []
    found: dict[str, str] = {}
    last = ""
    for word in filter(None, _BETWEEN.split(" ".join(words))):
        key, equals, value = word.partition("=")
        if equals:
            last = key.lower()
            if last in found:
                raise TableError("twice", key=last[:40])
            found[last] = value.lower()
        elif last:
            found[last] += f",{word.lower()}"
        else:
            head.append(word)
    return head, found


def _check_equals(rules: Rules, head: list[str], told: Mapping[str, str]) -> None:
    """Refuse `u1 40`, wherever it stands."""
    for words in (head, *map(_parts, told.values())):
        for place, word in enumerate(map(str.lower, words)):
            if word in (*rules.pile_index, *TOLD) and word not in rules.order:
                value = "".join(words[place + 1 : place + 2]) or _middle(rules)
                raise TableError("equals", word=word, example=f"{word}={value[:20]}")


def _check_keys(rules: Rules, told: Iterable[str]) -> None:
    for key in told:
        if key not in (*rules.pile_index, *TOLD, *COMPLETE):
            raise _no_sense(rules, key)


def _no_sense(rules: Rules, word: str) -> TableError:
    piles = tuple(rules.pile_index)
    example = f"{piles[0]}={_middle(rules)}"
    return TableError("word", word=word[:40], allowed=", ".join((*piles, *TOLD)), example=example)


def _middle(rules: Rules) -> Card:
    return rules.cards[len(rules.cards) // 2]


def _players(rules: Rules, option: int | None, head: list[str], told: dict[str, str]) -> int:
    """How many play: as told, or as the other hands tell, or the only possible number."""
    word = int(head[0][0]) if head else None
    if word is not None and option is not None and word != option:
        raise TableError("players-differ", word=head[0], players=option)
    players = option if word is None else word
    if players is None and "others" in told:
        players = 1 + len(_parts(told["others"].replace("/", ",")))
    if players is None and len(rules.player_counts) == 1:
        players = rules.player_counts[0]
    if players is None:
        raise TableError("players")
    from tenback.core.deal import check_players

    check_players(rules, players)
    return players


def _complete(rules: Rules, players: int, told: dict[str, str]) -> Situation:
    words = " ".join(f"{key}={value}" for key, value in told.items())
    game = Position.parse(f"{rules.name} {players}p {words}", rules).game()
    if game.turn is None and game.outcome is None:
        raise TableError("turn")
    return Situation(game, remembered=True)


def _parts(value: str) -> list[str]:
    return [part for part in value.split(",") if part]


class _Table:
    """What was told, on its way to become a game."""

    def __init__(self, rules: Rules, players: int, told: dict[str, str], seed: str) -> None:
        self.rules = rules
        self.players = players
        self.told = told
        self.rng = random.Random(f"table {seed}")  # noqa: S311 (no secret)
        self.deck = len(rules.cards)
        self.decks = rules.decks(players)
        self.placed = [m for m in map(_PLACED.fullmatch, _parts(told.get("laid", ""))) if m]
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
        """The game as it stands, with any cards where nobody knows better."""
        gone = [self._gone(deck) for deck in range(self.decks)]
        rest = [self._rest(deck, gone[deck]) for deck in range(self.decks)]
        hands = [self.hand]
        for seat in range(1, self.players):
            cards = rest[self.rules.deck_of(seat)]
            hands.append([cards.pop() for _ in range(self.sizes[seat])])
        laid = f"laid={self.told['laid']}" if self.told.get("laid") else ""
        line = [self.rules.name, f"{self.players}p", *self._piles(), f"hands={hands_text(hands)}"]
        line += [f"stocks={hands_text(rest)}", f"turn={ME}", laid]
        game = Position.parse(" ".join(line), self.rules).game()
        self._talk(game)
        return game

    # What was told

    def _top(self, pile: str) -> Card | None:
        value = self.told.get(pile, "-").partition("*")[0]
        return None if value in ("-", "") else self._card(value, pile)

    def _card(self, word: str, key: str) -> Card:
        if word not in self.rules.order:
            raise TableError("card", card=word[:20], key=key)
        return word

    def _cards(self, value: str, key: str) -> Iterator[Card]:
        """Cards one by one, and runs of them: `2..20`."""
        for word in _parts(value):
            first, dots, last = word.partition("..")
            begin = self.rules.order[self._card(first, key)]
            end = self.rules.order[self._card(last, key)] if dots else begin
            if end < begin:
                raise TableError("run", text=word, key=key, right=f"{last}..{first}")
            yield from self.rules.cards[begin : end + 1]

    def _hand(self) -> list[Card]:
        hand = list(self._cards(self.told.get("hand", ""), "hand"))
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
        if self.stocks[ME] and not self.told.get("laid") and len(self.hand) < least:
            raise TableError("hand-small", count=len(self.hand), least=least)

    def _named(self) -> list[set[Card]]:
        """The cards that lie in the piles as far as they were told, deck by deck."""
        parts = self.told.get("gone", "").split("/")
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
        if "stock" in self.told:
            return self._numbers("stock", self.decks)
        if self.fresh:
            size = self.rules.hand_size(self.players)
            seats = 1 if self.decks > 1 else self.players
            return [self.deck - seats * size] * self.decks
        raise TableError("stock", example=JOINTS["stock"].join(["20"] * self.decks))

    def _others(self) -> list[int]:
        """How many cards the other hands hold: all of them, while everybody draws what they lay."""
        if "others" in self.told or self.players == 1:
            return self._numbers("others", self.players - 1)
        size = self.rules.hand_size(self.players)
        if self.fresh or (self.rules.draw is DrawRule.LAID and all(self.stocks)):
            return [size] * (self.players - 1)
        example = JOINTS["others"].join([str(size)] * (self.players - 1))
        raise TableError("others", example=example)

    def _numbers(self, key: str, count: int) -> list[int]:
        words = _parts(self.told.get(key, "").replace("/", ","))
        if len(words) != count or not all(map(NUMBER.fullmatch, words)) or "-" in "".join(words):
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
        """The piles with sizes that add up: what nobody counted lies in the first that can hold it.

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
        for text in _parts(self.told.get("said", "")):
            seat, _, phrase = text.partition(":")
            if not re.fullmatch("[0-9]", seat, re.ASCII) or not phrase:
                raise TableError("said", text=text[:40])
            speak(game, int(seat), phrase=phrase)
