"""Any position in one line, as FEN is for chess. docs/records.md describes the words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tenback.core import engine
from tenback.core.cards import hands_text
from tenback.core.deal import check_once, check_players
from tenback.core.errors import InvalidNotation, Part, TenbackError
from tenback.core.fits import Kind
from tenback.core.outcome import Outcome, Reason
from tenback.core.rules import Rules
from tenback.core.state import Placed, State

if TYPE_CHECKING:
    from tenback.core.cards import Card
    from tenback.core.game import Game
    from tenback.core.state import Hand

_PILE = re.compile(r"([a-z]?[0-9]{1,3})\*([0-9]{1,3})", re.ASCII)
_PLACED = re.compile(r"([a-z]?[0-9]{1,3})-([ud][1-9]):([a-z]?[0-9]{1,3}|-)", re.ASCII)
_WORDS = ("hands", "stocks", "turn", "laid", "known", "over")


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game, hidden cards included, that can be written in one line."""

    state: State

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Position:
        """Read a position. A designer's own rules must be handed in: the line only names them."""
        try:
            return cls(_State(text, rules).read())
        except InvalidNotation:
            raise
        except TenbackError as error:
            raise _refused(Part(error.code, **error.params)) from None

    def game(self) -> Game:
        """A game that begins here."""
        from tenback.core.game import Game

        return Game.from_position(self)

    def __str__(self) -> str:
        state = self.state
        words = [state.rules.name, f"{state.players}p"]
        for pile, top, size in zip(state.rules.layout, state.tops, state.sizes, strict=True):
            words.append(f"{pile.name}={'-' if top is None else f'{top}*{size}'}")
        words.append(f"hands={hands_text(state.hands)}")
        words.append(f"stocks={hands_text(state.stocks)}")
        words.append(f"turn={'-' if state.turn is None else state.turn}")
        if state.placed:
            placed = (f"{p.card}-{p.pile}:{p.covers or '-'}" for p in state.placed)
            words.append(f"laid={','.join(placed)}")
        if any(state.known):
            words.append(f"known={hands_text(state.known)}")
        if state.outcome is not None:
            winner = state.outcome.winner
            words.append(f"over={state.outcome.reason}{'' if winner is None else f':{winner}'}")
        return " ".join(words)


def _bad(why: str, **params: object) -> InvalidNotation:
    return _refused(Part(f"position-{why}", **params))


def _refused(detail: Part) -> InvalidNotation:
    return InvalidNotation("bad-position", detail=detail)


class _State:
    """One line on its way to become a state."""

    def __init__(self, text: str, rules: Rules | None) -> None:
        words = text.lower().split()
        if len(words) < 2 or "=" in words[0]:
            raise _bad("begin")
        name, players = words[:2]
        self.rules = rules if rules is not None and rules.name == name else Rules.named(name)
        if not re.fullmatch(r"[0-9]p", players, re.ASCII):
            raise _bad("players", word=players[:40])
        self.players = int(players[0])
        check_players(self.rules, self.players)
        self.words = self._split(words[2:])

    def _split(self, words: list[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if not equals or key not in (*self.rules.pile_index, *_WORDS):
                allowed = ", ".join([*self.rules.pile_index, *_WORDS])
                raise _bad("word", word=word[:40], allowed=allowed)
            if key in found:
                raise _bad("twice", key=key)
            found[key] = value
        return found

    def read(self) -> State:
        decks = self.rules.decks(self.players)
        tops, sizes = zip(*map(self._pile, self.rules.pile_index), strict=True)
        state = State(
            rules=self.rules,
            hands=tuple(map(self.rules.sort, self._cards("hands", self.players))),
            stocks=self._cards("stocks", decks),
            tops=tops,
            sizes=sizes,
            turn=self._seat("turn", self._word("turn")),
            placed=self._placed(),
            known=self._known(),
            outcome=None,
        )
        _check(state)
        return self._over(state)

    def _word(self, key: str) -> str:
        if key not in self.words:
            raise _bad("missing", key=key)
        return self.words[key]

    def _pile(self, name: str) -> tuple[Card | None, int]:
        value = self._word(name)
        if value == "-":
            return None, 0
        found = _PILE.fullmatch(value)
        if found is None or found[1] not in self.rules.order or int(found[2]) == 0:
            raise _bad("pile", pile=name, value=value[:20])
        return found[1], int(found[2])

    def _cards(self, key: str, count: int) -> tuple[Hand, ...]:
        parts = self._word(key).split("/")
        if len(parts) != count:
            raise _bad("parts", key=key, count=count, found=len(parts))
        hands = tuple(tuple(filter(None, part.split(","))) for part in parts)
        for card in (card for hand in hands for card in hand):
            if card not in self.rules.order:
                raise _bad("card", card=card[:20], key=key)
        return hands

    def _known(self) -> tuple[Hand, ...]:
        if "known" not in self.words:
            return ((),) * self.players
        return tuple(map(self.rules.sort, self._cards("known", self.players)))

    def _seat(self, key: str, value: str) -> int | None:
        if value == "-":
            return None
        if not re.fullmatch("[0-9]", value, re.ASCII) or int(value) >= self.players:
            raise _bad("seat", key=key, value=value[:20], last=self.players - 1)
        return int(value)

    def _placed(self) -> tuple[Placed, ...]:
        placed = []
        for word in filter(None, self.words.get("laid", "").split(",")):
            found = _PLACED.fullmatch(word)
            if found is None or found[2] not in self.rules.pile_index:
                raise _bad("lay", word=word[:20])
            placed.append(Placed(found[1], found[2], None if found[3] == "-" else found[3]))
        return tuple(placed)

    def _over(self, state: State) -> State:
        """The outcome in the line, or the one that follows from the position."""
        if "over" not in self.words:
            if state.placed and state.turn is None:
                raise _bad("nobody")
            return engine.settle(state)
        reason, _, winner = self.words["over"].partition(":")
        if reason not in list(Reason) or state.turn is not None:
            raise _bad("over", reasons=", ".join(Reason))
        seat = self._seat("over", winner or "-")
        if (seat is not None) != self.rules.duel:
            raise _bad("winner")
        if (reason == Reason.FINISHED) != engine.all_laid(state, seat):
            raise _bad("finished")
        if reason == Reason.FIRE and not self.rules.fire_cards & set(state.tops):
            raise _bad("fire")
        won = self.rules.duel or reason == Reason.FINISHED
        return replace(state, outcome=Outcome(won, seat, state.left, Reason(reason)))


def _check(state: State) -> None:
    """Refuse what no game could have come to."""
    own = state.rules.deck.own
    hands = {Part("place-hand", seat=seat): hand for seat, hand in enumerate(state.hands)}
    if own:
        for seat, (where, hand) in enumerate(hands.items()):
            stock = {Part("place-stock-of", seat=seat): state.stocks[seat]}
            check_once(state.rules, {where: hand} | stock, complete=False)
    else:
        check_once(state.rules, hands | {Part("place-stock"): state.stocks[0]}, complete=False)
    _check_hands(state)
    _check_piles(state)
    _check_placed(state)
    if state.turn is not None:
        _check_turn(state, state.turn)


def _check_piles(state: State) -> None:
    """Every card that a pile shows, or that this turn has covered, has been laid, and only once."""
    laid = Counter(card for deck in state.laid() for card in deck)
    if sum(state.sizes) != laid.total():
        raise _bad("sizes", held=sum(state.sizes), laid=laid.total())
    shown = [*state.tops, *(placed.covers for placed in state.placed)]
    for card, count in Counter(card for card in shown if card is not None).items():
        if laid[card] < count:
            raise _bad("elsewhere", card=card)


def _check_hands(state: State) -> None:
    size = state.rules.hand_size(state.players)
    for seat, hand in enumerate(state.hands):
        if len(hand) + (len(state.placed) if seat == state.turn else 0) > size:
            raise _bad("hand", seat=seat, size=size)
    for seat, known in enumerate(state.known):
        if not set(known) <= set(state.hands[seat]):
            raise _bad("known", seat=seat)


def _check_placed(state: State) -> None:
    """The lays of the running turn lead, one by one, to what the piles show now."""
    tops = dict(zip(state.rules.pile_index, state.tops, strict=True))
    sizes = dict(zip(state.rules.pile_index, state.sizes, strict=True))
    for placed in reversed(state.placed):
        if tops[placed.pile] != placed.card:
            raise _bad("lead", card=placed.card, pile=placed.pile)
        tops[placed.pile] = placed.covers
        sizes[placed.pile] -= 1
        if (placed.covers is None) != (sizes[placed.pile] == 0):
            raise _bad("pile-size", pile=placed.pile)


def _check_turn(state: State, seat: int) -> None:
    rules = state.rules
    if not state.hands[seat] and not state.placed:
        raise _bad("no-cards", seat=seat)
    if rules.maximum is not None and len(state.placed) > rules.maximum:
        raise _bad("maximum", maximum=rules.maximum)
    kinds = []
    for placed in state.placed:
        fits = rules.fits[seat][rules.pile_index[placed.pile]][placed.covers]
        if placed.card not in fits:
            raise _bad("misfit", card=placed.card, top=placed.covers or Part("place-base"))
        kinds.append(fits[placed.card])
    if kinds.count(Kind.GIFT) > 1:
        raise _bad("gifts")
