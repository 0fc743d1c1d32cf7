"""The check that rules can be played (C1): what a variant must keep to, and the family's limits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tenback.core.errors import InvalidRules, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.core.rules import Draw, Rules

MAX_CARDS = 128
MAX_PILES = 8
MAX_SEATS = 8
MAX_HAND = 12
MAX_MINIMUM = 6
MAX_NUMBER = 999
MAX_NAME = 60
LETTERS = 26

NAME = re.compile(r"(?!.*\b[0-9]p\b)[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
COLOUR = re.compile(r"[a-z]{1,20}", re.ASCII)


def check(rules: Rules) -> None:
    """Refuse rules that cannot be played, naming the key at fault."""
    if len(rules.name) > MAX_NAME or not NAME.fullmatch(rules.name):
        raise _bad("name", rules.name, Part("allowed-name", limit=MAX_NAME))
    _check_deck(rules)
    _check_piles(rules)
    _check_turn(rules)
    _check_hands(rules)
    _check_specials(rules)


def _check_deck(rules: Rules) -> None:
    deck = rules.deck
    for number in deck.numbers:
        if not 0 <= number <= MAX_NUMBER:
            raise _bad("deck.numbers", number, Part("allowed-numbers", low=0, high=MAX_NUMBER))
    if len(deck.colours) > LETTERS:
        raise _bad("deck.colours", len(deck.colours), Part("allowed-colour-count", limit=LETTERS))
    for colour in deck.colours:
        if not COLOUR.fullmatch(colour):
            raise _bad("deck.colours", colour, Part("allowed-colour"))
    _check_letters(deck.colours)
    _check_once("deck.numbers", deck.numbers)
    if not deck.numbers:
        raise _bad("deck.numbers", '""', Part("allowed-some-number"))
    count = len(deck.numbers) * max(1, len(deck.colours))
    if count > MAX_CARDS:
        raise InvalidRules("too-many-cards", key="deck.numbers", count=count, limit=MAX_CARDS)


def _check_letters(colours: tuple[str, ...]) -> None:
    _check_once("deck.colours", colours)
    by_letter: dict[str, str] = {}
    for colour in colours:
        first = by_letter.setdefault(colour[0], colour)
        if first != colour:
            raise InvalidRules("same-letter", key="deck.colours", first=first, second=colour)


def _check_once(key: str, values: Sequence[Any]) -> None:
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            raise InvalidRules("card-twice", key=key, card=value)
        seen.add(value)


def _check_piles(rules: Rules) -> None:
    piles = rules.piles
    for key, bases in (("piles.up", piles.up), ("piles.down", piles.down)):
        for base in bases:
            if base is not None and not 0 <= base <= MAX_NUMBER + 1:
                raise _bad(key, base, Part("allowed-base", low=0, high=MAX_NUMBER + 1))
    count = (len(piles.up) + len(piles.down)) * (2 if piles.own else 1)
    if count == 0:
        raise InvalidRules("no-pile", key="piles.up", limit=MAX_PILES)
    if count > MAX_PILES:
        raise InvalidRules("too-many-piles", key="piles.up", count=count, limit=MAX_PILES)
    if piles.own and rules.player_counts != (2,):
        raise InvalidRules("own-piles-players", key="piles.own", players=_counts(rules))


def _check_turn(rules: Rules) -> None:
    for key in ("minimum", "minimum_without_stock"):
        value = getattr(rules, key)
        if not 1 <= value <= MAX_MINIMUM:
            raise _bad(key, value, Part("allowed-number", low=1, high=MAX_MINIMUM))
        if rules.maximum is not None and rules.maximum < value:
            raise InvalidRules(
                "maximum-below-minimum", key="maximum", maximum=rules.maximum, minimum=value
            )
    if rules.maximum is not None and rules.maximum > MAX_HAND:
        raise _bad("maximum", rules.maximum, Part("allowed-maximum-up-to", high=MAX_HAND))
    _check_draw("draw", rules.draw, rules.minimum)
    if rules.draw_after_gift is not None:
        if not rules.gift:
            raise InvalidRules("draw-after-gift-without-gift", key="draw_after_gift")
        _check_draw("draw_after_gift", rules.draw_after_gift, rules.minimum)


def _check_draw(key: str, draw: Draw, minimum: int) -> None:
    if not isinstance(draw, int):
        return
    if draw < 1:
        raise _bad(key, draw, Part("allowed-draw-number", low=1, high=minimum))
    if draw > minimum:
        raise InvalidRules("draw-above-minimum", key=key, draw=draw, minimum=minimum)


def _check_hands(rules: Rules) -> None:
    if not rules.hands:
        raise _bad("hands", "{}", Part("allowed-some-hand"))
    _check_once("hands", [players for players, _ in rules.hands])
    for players, hand in rules.hands:
        _check_hand(rules, players, hand)


def _check_hand(rules: Rules, players: int, hand: int) -> None:
    key = f"hands.{players}"
    if not 1 <= players <= MAX_SEATS:
        raise _bad(key, players, Part("allowed-players", low=1, high=MAX_SEATS))
    if not 1 <= hand <= MAX_HAND:
        raise _bad(key, hand, Part("allowed-hand-sizes", low=1, high=MAX_HAND))
    minimum = max(rules.minimum, rules.minimum_without_stock)
    if hand < minimum:
        raise InvalidRules(
            "hand-below-minimum", key=key, hand=hand, minimum=minimum, limit=MAX_HAND
        )
    needed = hand if rules.deck.own else hand * players
    if needed > len(rules.cards):
        raise InvalidRules(
            "too-many-dealt",
            key=key,
            players=players,
            hand=hand,
            needed=needed,
            deck=len(rules.cards),
        )


def _check_specials(rules: Rules) -> None:
    trick = rules.trick
    if trick.distance is not None and not 1 <= trick.distance <= MAX_NUMBER:
        raise _bad("trick.distance", trick.distance, Part("allowed-number", low=1, high=MAX_NUMBER))
    if trick.same_colour and not rules.deck.colours:
        raise InvalidRules("colour-trick-without-colours", key="trick.same_colour")
    if rules.gift and not rules.piles.own:
        raise InvalidRules("gift-needs-own-piles", key="gift")
    if rules.fire and rules.piles.own:
        raise InvalidRules("own-piles-fire", key="fire")
    _check_once("fire", rules.fire)
    for number in rules.fire:
        if number not in rules.deck.numbers:
            raise InvalidRules("fire-not-in-deck", key="fire", number=number)
    if rules.duel and rules.player_counts != (2,):
        raise InvalidRules("duel-players", key="win", players=_counts(rules))


def _counts(rules: Rules) -> str:
    return ", ".join(map(str, rules.player_counts)) or "0"


def _bad(key: str, value: object, allowed: Part) -> InvalidRules:
    return InvalidRules("bad-value", key=key, value=str(value)[:80], allowed=allowed)
