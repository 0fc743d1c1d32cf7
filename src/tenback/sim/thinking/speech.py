"""What a thinker says: about piles, how much it would lose if one changed, in coarse steps.

A remark about a pile depends on that loss alone and never on the card behind it, so that nobody can
tell a trick from a near card; where the policy lets tricks be announced, that is a remark of its
own. Where only the stack wanted may be named, the one that suits best is. Where colours may be
told, those in the hand are, with vague heights if these are allowed. Whoever can hardly play says
so. What a seat says about all piles, and behind them about itself, is one word, four bits each;
what it tells about its cards another, four bits a colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.core.playable import MAX_PILES
from tenback.core.rules import Rules, TalkPolicy
from tenback.sim.arrays import MAX_HUES, GameRow, RuleRow
from tenback.sim.bits import (
    ONE,
    THREE,
    TWO,
    ZERO,
    Cards,
    Signed,
    Word,
    both,
    holds,
    is_empty,
    lowest,
    minus,
    one_by_one,
    row,
    size,
    without,
)
from tenback.sim.compiling import kernel, seldom
from tenback.sim.kernel import GIFTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Nothing is known, or what was said about a pile.
UNHEARD = Word(0)
SILENCE = Word(1)
SMALL = Word(2)
SPARE = Word(3)
LEAVE = Word(4)
BACK = Word(5)
WANT = Word(6)
TRICK_WANTED = Word(7)

# What is said about oneself, in the place after the last pile: nothing, or that it is getting hard.
MOOD = Word(MAX_PILES)
TIGHT = Word(2)
BAD = Word(3)

# What is told about a colour: that it is held, or held low, middling or high.
COLOUR, HEIGHTS = Word(1), Word(2)  # `rules.tells`
HELD = Word(1)

PILE_BITS = Word(4)
PILE_MASK = Word(15)
EVERY_PILE = Word(MAX_PILES)  # none is changed

RATHER_NOT = Word(0)
EITHER_WAY = Word(1)
WOULD = Word(2)
EASY = Signed(2)  # what a card may cost on average to somebody who would start
HARD = Signed(5)

# It gets tight for whoever must pass over such a part of all live cards with every card, or worse.
TIGHT_SHARE = Signed(5)
BAD_SHARES = Signed(2)  # of these parts

# Losses are counted in live cards passed over.
NEAR = Signed(3)  # a small step of a pile passes over fewer
A_LITTLE = Signed(4)
MUCH = Signed(9)
NO_WAY = Signed(24)  # what a card costs that fits nowhere
TRICK = Signed(-6)  # what going back is worth
AMONG = Word(3)  # so many near cards there must be that a trick can hide behind


@kernel
def about(words: Word, pile: Word) -> Word:
    """What was said about one pile."""
    return words >> (pile * PILE_BITS) & PILE_MASK


@seldom
def speak(
    rules: RuleRow, seat: Word, tops: Any, live: Cards, hand: Cards, minimum: Word, costs: Any
) -> Word:
    """What a seat with this hand says about every pile. `costs` is room for sums."""
    held = _weigh_cards(rules, seat, tops, live, hand, costs)
    if rules.wants:
        return _wanted(rules, costs, held)
    needed = min(Signed(minimum), held)
    normal = _cheapest(rules, costs, held, needed, EVERY_PILE, NO_WAY)
    # Whoever tells what cards they hold need not complain of them.
    mood = SILENCE if rules.tells != ZERO else _mood(normal, needed * Signed(size(live)))
    words = mood << (MOOD * PILE_BITS)
    for pile in range(rules.piles):
        word = SILENCE
        # Where nothing else is ahead, a remark would tell which card it is about.
        ahead = both(live, row(rules.ahead[rules.kinds[seat, pile], tops[pile]]))
        if rules.announces or size(ahead) >= AMONG:
            word = _remark(rules, costs, held, needed, normal, pile)
        words |= word << (Word(pile) * PILE_BITS)
    return words


@kernel
def _mood(cost: Signed, everything: Signed) -> Word:
    """How hard the next turn would be, by what it costs of all that there is to lose."""
    if cost * TIGHT_SHARE >= BAD_SHARES * everything:
        return BAD
    return TIGHT if cost * TIGHT_SHARE >= everything else SILENCE


@kernel
def _remark(
    rules: RuleRow, costs: Any, held: Signed, needed: Signed, normal: Signed, pile: Any
) -> Word:
    if rules.announces and _has_trick(costs, held, pile):
        return BACK
    stepped = _cheapest(rules, costs, held, needed, Word(pile), NEAR) - normal
    if stepped >= MUCH:
        return LEAVE
    if stepped >= A_LITTLE:
        return SPARE
    jumped = _cheapest(rules, costs, held, needed, Word(pile), NO_WAY) - normal
    return SMALL if jumped >= MUCH else SILENCE


@seldom
def willing(rules: RuleRow, game: GameRow, seat: Word, costs: Any) -> Word:
    """How gladly a seat would start: would rather not, does not mind, would."""
    live = minus(row(rules.deck), row(game.laid[ZERO]))
    hand = row(game.hands[seat])
    held = _weigh_cards(rules, seat, game.tops, live, hand, costs)
    needed = min(Signed(rules.minimum), held)
    cost = _cheapest(rules, costs, held, needed, EVERY_PILE, NO_WAY)
    if cost <= EASY * needed:
        return WOULD
    return RATHER_NOT if cost > HARD * needed else EITHER_WAY


@kernel
def silence(rules: RuleRow) -> Word:
    """Nothing said about any pile, nor about oneself."""
    words = SILENCE << (MOOD * PILE_BITS)
    for pile in range(rules.piles):
        words |= SILENCE << (Word(pile) * PILE_BITS)
    return words


@kernel
def _wanted(rules: RuleRow, costs: Any, held: Signed) -> Word:
    """The pile that suits best, and whether for going back there."""
    best, where, words = NO_WAY, EVERY_PILE, silence(rules)
    for pile in range(rules.piles):
        for number in range(held):
            if costs[number, pile] < best:
                best, where = costs[number, pile], Word(pile)
    if where == EVERY_PILE:
        return words
    word = TRICK_WANTED if best == TRICK else WANT
    return words ^ (SILENCE ^ word) << (where * PILE_BITS)


@kernel
def tell(rules: RuleRow, hand: Cards) -> Word:
    """What a seat tells about the colours of its cards."""
    words = ZERO
    if rules.tells == ZERO:
        return words
    for hue in range(MAX_HUES):
        cards = both(hand, row(rules.hues[hue]))
        if is_empty(cards):
            continue
        if rules.tells == COLOUR:
            words |= HELD << (Word(hue) * PILE_BITS)
            continue
        for height in range(3):
            if not is_empty(both(cards, row(rules.heights[height]))):
                words |= (TWO << Word(height)) << (Word(hue) * PILE_BITS)
    return words


@kernel
def cards_told(rules: RuleRow, entry: Word) -> Cards:
    """The cards that one bit of what is told may stand for."""
    cards = row(rules.hues[entry >> TWO])
    height = entry & THREE
    return cards if height == ZERO else both(cards, row(rules.heights[height - ONE]))


@kernel
def _weigh_cards(
    rules: RuleRow, seat: Word, tops: Any, live: Cards, hand: Cards, costs: Any
) -> Signed:
    """What each card of a hand costs on each pile; returns how many cards there are."""
    held = Signed(0)
    while not is_empty(hand):
        card = lowest(hand)
        hand = without(hand, card)
        for pile in range(rules.piles):
            one_by_one()
            kind, top = rules.kinds[seat, pile], tops[pile]
            cost = NO_WAY
            if kind < GIFTS:
                ahead = row(rules.ahead[kind, top])
                if holds(ahead, card):
                    passed = without(minus(both(live, ahead), row(rules.ahead[kind, card])), card)
                    cost = min(NO_WAY, Signed(size(passed)))
                elif holds(row(rules.back[kind, top]), card):
                    cost = TRICK
            costs[held, pile] = cost
        held += 1
    return held


@kernel
def _cheapest(
    rules: RuleRow, costs: Any, held: Signed, needed: Signed, changed: Word, below: Signed
) -> Signed:
    """What the cheapest `needed` cards cost if one pile has lost what is cheaper than `below`."""
    total, used = Signed(0), ZERO
    for _ in range(needed):
        best, who = NO_WAY + 1, Signed(0)
        for number in range(held):
            if used >> Word(number) & ONE != ZERO:
                continue
            for pile in range(rules.piles):
                cost = costs[number, pile]
                if Word(pile) == changed and cost < below:
                    cost = NO_WAY
                if cost < best:
                    best, who = cost, Signed(number)
        total += best
        used |= ONE << Word(who)
    return total


@kernel
def _has_trick(costs: Any, held: Signed, pile: Any) -> bool:
    least = NO_WAY
    for number in range(held):
        least = min(least, costs[number, pile])
    return least == TRICK


def allow(arrays: NDArray[np.void], rules: Rules, policy: TalkPolicy) -> None:
    """Write into rule arrays what thinkers may say under a policy; opponents say nothing."""
    coloured = 0 < len(rules.deck.colours) <= MAX_HUES and not rules.duel
    open_ = policy not in (TalkPolicy.SILENT, TalkPolicy.COLOURS_ONLY) and not rules.duel
    rough = open_ and policy is not TalkPolicy.NO_CLUES
    only = policy is TalkPolicy.COLOURS_ONLY and not rules.duel
    arrays["talks"] = open_ or only
    arrays["announces"] = rough and (rules.trick.distance is not None or rules.trick.same_colour)
    arrays["wants"] = only
    arrays["tells"] = (2 if rough else 1 if only else 0) if coloured else 0
