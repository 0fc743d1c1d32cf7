"""The input of the network: a position as lists of numbered facts, most of them about a pile.

The facts about a pile follow its direction and are the same for every pile, so that a game may have
any piles. Distances count the numbers that occur in the deck. Each fact is a row of one of the two
weight tables of the network: one for the facts about a pile, one for those about the whole table.
"""

from __future__ import annotations

from typing import Any, Final

from tenback.core.rules_check import MAX_CARDS, MAX_HAND, MAX_SEATS
from tenback.sim.arrays import RuleRow
from tenback.sim.bits import (
    NOTHING,
    ONE,
    THREE,
    TWO,
    ZERO,
    Cards,
    Signed,
    Word,
    both,
    either,
    highest,
    holds,
    is_empty,
    keep_scalar,
    lowest,
    minus,
    row,
    size,
    with_card,
    without,
    zeros_below,
)
from tenback.sim.compiler import kernel
from tenback.sim.position import GIFTS
from tenback.sim.search.speech import announced_cards
from tenback.sim.search.workspace import AfterstateRow

# The place of a card relative to the top of a pile: behind, level, ahead, or going back onto it (in
# a deck with colours also from where, since any number of the colour may go back).
BEHIND: Final = 30
AHEAD: Final = 98
BACK: Final = BEHIND + 1 + AHEAD
BACK_FROM: Final = 10
PLACES: Final = BACK + 2 * BACK_FROM + 1

# Own cards: no card goes back onto it, a card of the hand does, an unseen card does.
PARTNERS: Final = 3
LEVELS: Final = 8  # different remarks about a pile, see speech

# The cost of a lay: the unseen cards that it passes over. Going back costs even less.
COSTS: Final = 24
BEST_COSTS: Final = 18
SECOND_COSTS: Final = (2, 6, 14)  # limits of the classes for the second best pile of a card
REACHES: Final = (2, 5, 10)  # how many unseen cards ahead of a pile count as within reach

_sizes = {
    "UNSEEN": 2 * PLACES,
    "OWN": PARTNERS * PLACES,
    "ROOM": MAX_CARDS + 1,
    "LIVE": MAX_CARDS + 1,
    "ONLY": MAX_CARDS + 1,
    "OWN_ONLY": MAX_HAND + 1,
    "BURNS": 2,
    "TALK": LEVELS * LEVELS,
    "ANNOUNCED": 16,
    "LIKE": MAX_CARDS + 1,
    "UNLIKE": 2 * MAX_CARDS + 1,
    "OWN_COST": PARTNERS * COSTS,
}
_starts = dict(
    zip(_sizes, [sum(list(_sizes.values())[:n]) for n in range(len(_sizes))], strict=True)
)
ROLE: Final = sum(
    _sizes.values()
)  # facts about a pile; piles of the other player have rows of their own
PILE_FACTS: Final = 2 * ROLE
UNSEEN, OWN, ROOM, LIVE, ONLY, OWN_ONLY, BURNS, TALK, ANNOUNCED, LIKE, UNLIKE, OWN_COST = (
    _starts.values()
)

_table_sizes = {
    "PLAYERS": MAX_SEATS + 1,
    "MINIMUM": 8,
    "HAND_SIZE": MAX_HAND + 1,
    "FIRE": 2,
    "STOCK": MAX_CARDS + 1,
    "OTHER_STOCK": MAX_CARDS + 1,
    "HELD": MAX_HAND + 1,
    "DRAWS": MAX_HAND + 1,
    "NEXT": MAX_HAND + 1,
    "OTHERS": MAX_CARDS + 1,
    "NOWHERE": MAX_CARDS + 1,
    "OWN_NOWHERE": MAX_HAND + 1,
    "ONCE": MAX_CARDS + 1,
    "OWN_ONCE": MAX_HAND + 1,
    "TWICE": MAX_CARDS + 1,
    "OWN_BEST": BEST_COSTS * (len(SECOND_COSTS) + 1),
    "WITHIN_REACH": len(REACHES) * (MAX_CARDS + 1),
}
_table_starts = [sum(list(_table_sizes.values())[:n]) for n in range(len(_table_sizes))]
TABLE_FACTS: Final = sum(_table_sizes.values())
(
    PLAYERS,
    MINIMUM,
    HAND_SIZE,
    FIRE,
    STOCK,
    OTHER_STOCK,
    HELD,
    DRAWS,
    NEXT,
    OTHERS,
    NOWHERE,
    OWN_NOWHERE,
    ONCE,
    OWN_ONCE,
    TWICE,
    OWN_BEST,
    WITHIN_REACH,
) = _table_starts

FAR = Signed(MAX_CARDS)
MOST_HAND = Signed(MAX_HAND)


@kernel
def place_of(rules: RuleRow, kind: Word, top: Word, card: Word) -> Signed:
    """The place of a card relative to a top card; negative if it is too far behind to matter."""
    distance = rules.ranks[card] - rules.ranks[top]
    if kind & ONE != ZERO:
        distance = -distance
    if holds(row(rules.back[kind, top]), card):
        if rules.coloured:
            return BACK + max(-BACK_FROM, min(BACK_FROM, distance)) + BACK_FROM
        return Signed(BACK)
    return min(distance, AHEAD) + BEHIND


@kernel
def room(rules: RuleRow, kind: Word, top: Word) -> Signed:
    """How many numbers are still ahead of a pile."""
    rank = rules.ranks[top]
    if kind & ONE == ZERO:
        rank = rules.ranks[rules.cards - ONE] - rank
    return max(Signed(0), min(rank, FAR))


@kernel
def role_of(kind: Word) -> Signed:
    """The first fact about a pile of this kind."""
    return Signed(ROLE) if kind >= GIFTS else Signed(0)


@kernel
def fits(rules: RuleRow, afterstate: AfterstateRow) -> tuple[Cards, Cards, Cards]:
    """The cards that go onwards on one of the own or common piles, on two, on three."""
    once, twice, thrice = NOTHING, NOTHING, NOTHING
    for pile in range(rules.piles):
        keep_scalar()
        kind, top = rules.kinds[afterstate.seat, pile], afterstate.tops[pile]
        if kind < GIFTS:
            ahead = row(rules.ahead[kind, top])
            thrice = either(thrice, both(twice, ahead))
            twice = either(twice, both(once, ahead))
            once = either(once, ahead)
    return once, twice, thrice


@kernel
def pile_facts(
    rules: RuleRow, afterstate: AfterstateRow, pile: Word, twice: Cards, facts: Any
) -> Signed:
    """Write the facts about a pile, except those about single unseen cards; return their count."""
    kind, top = rules.kinds[afterstate.seat, pile], afterstate.tops[pile]
    role = role_of(kind)
    hand = row(afterstate.hand)
    ahead = row(rules.ahead[kind, top])
    unseen = row(afterstate.theirs) if kind >= GIFTS else row(afterstate.unseen)
    count = _own_cards(rules, afterstate, kind, top, hand, role, facts)
    live = both(unseen, ahead)
    facts[count] = role + LIVE + Signed(size(live))
    facts[count + 1] = (
        role
        + TALK
        + Signed(afterstate.next_remarks[pile] * Word(LEVELS) + afterstate.other_remarks[pile])
    )
    count += 2
    if rules.colour_talk != ZERO:
        facts[count] = (
            role
            + ANNOUNCED
            + Signed(
                _help(rules, afterstate.next_announced, ahead, row(rules.back[kind, top])) * Word(4)
                + _help(rules, afterstate.other_announced, ahead, row(rules.back[kind, top]))
            )
        )
        count += 1
    if kind < GIFTS:
        only = minus(ahead, twice)
        facts[count] = role + ONLY + Signed(size(both(unseen, only)))
        facts[count + 1] = role + OWN_ONLY + Signed(size(both(hand, only)))
        count += 2
        if rules.burns:
            facts[count] = role + BURNS + Signed(afterstate.burning >> pile & ONE)
            count += 1
    return count + _neighbours(rules, afterstate, pile, kind, top, role, facts, count)


@kernel
def _help(rules: RuleRow, announced: Word, ahead: Cards, back: Cards) -> Word:
    """Whether announced cards surely fit on a pile (3), may fit (2) or not (1); 0 without talk."""
    best = ZERO if announced == ZERO else ONE
    good = either(ahead, back)
    while announced != ZERO:
        entry = zeros_below(announced)
        announced &= announced - ONE
        cards = announced_cards(rules, entry)
        if is_empty(minus(cards, good)):
            return THREE
        if not is_empty(both(cards, good)):
            best = TWO
    return best


@kernel
def _own_cards(
    rules: RuleRow,
    afterstate: AfterstateRow,
    kind: Word,
    top: Word,
    hand: Cards,
    role: Signed,
    facts: Any,
) -> Signed:
    count = Signed(0)
    left, ahead, unseen = hand, row(rules.ahead[kind, top]), row(afterstate.unseen)
    while not is_empty(left):
        card = lowest(left)
        left = without(left, card)
        place = place_of(rules, kind, top, card)
        if place >= 0:
            returns = row(rules.back[kind, card])
            partner = Signed(0)
            if kind < GIFTS:
                if not is_empty(both(hand, returns)):
                    partner = Signed(1)
                elif not is_empty(both(unseen, returns)):
                    partner = Signed(2)
            facts[count] = role + OWN + partner * PLACES + place
            count += 1
            if kind < GIFTS and holds(ahead, card):
                cost = min(COSTS - 1, cost_of(rules, kind, ahead, card, unseen))
                facts[count] = OWN_COST + partner * COSTS + cost
                count += 1
    return count


@kernel
def cost_of(rules: RuleRow, kind: Word, ahead: Cards, card: Word, unseen: Cards) -> Signed:
    """How many unseen cards a card ahead passes over."""
    return Signed(size(both(unseen, minus(ahead, row(rules.ahead[kind, card])))))


@kernel
def _neighbours(
    rules: RuleRow,
    afterstate: AfterstateRow,
    pile: Word,
    kind: Word,
    top: Word,
    role: Signed,
    facts: Any,
    count: Signed,
) -> Signed:
    """The distances to the nearest pile of the same and of the opposite direction."""
    like, unlike = FAR, FAR
    sign = Signed(1) if kind & ONE == ZERO else Signed(-1)
    for other in range(rules.piles):
        keep_scalar()
        if other == pile or (rules.kinds[afterstate.seat, other] >= GIFTS) != (kind >= GIFTS):
            continue
        distance = sign * (rules.ranks[afterstate.tops[other]] - rules.ranks[top])
        if rules.kinds[afterstate.seat, other] == kind:
            like = min(like, abs(distance))
        else:
            unlike = min(unlike, distance)
    facts[count] = role + LIKE + like
    facts[count + 1] = role + UNLIKE + max(-FAR, unlike) + FAR
    return Signed(2)


@kernel
def unseen_facts(
    rules: RuleRow, kind: Word, top: Word, unseen: Cards, facts: Any, count: Signed
) -> Signed:
    """Append the place of every unseen card relative to a pile; return the new count of facts.

    Cards onto which another unseen card can go back have facts of their own. Cards far behind the
    pile have none.
    """
    role, left = role_of(kind), unseen
    while not is_empty(left):
        card = lowest(left)
        left = without(left, card)
        place = place_of(rules, kind, top, card)
        if place >= 0:
            returns = both(unseen, row(rules.back[kind & ONE, card]))
            partner = Signed(0) if is_empty(returns) else Signed(PLACES)
            facts[count] = role + UNSEEN + partner + place
            count += 1
    return count


@kernel
def room_fact(rules: RuleRow, kind: Word, top: Word) -> Signed:
    """The fact how many numbers are ahead of a pile."""
    return role_of(kind) + ROOM + room(rules, kind, top)


@kernel
def table_facts(
    rules: RuleRow, afterstate: AfterstateRow, once: Cards, twice: Cards, thrice: Cards, facts: Any
) -> Signed:
    """Write the facts about the whole table; return their count."""
    hand, unseen = row(afterstate.hand), row(afterstate.unseen)
    facts[0] = PLAYERS + Signed(rules.players)
    facts[1] = MINIMUM + Signed(rules.minimum)
    facts[2] = HAND_SIZE + Signed(rules.hand_size)
    facts[3] = FIRE + (Signed(1) if rules.burns else Signed(0))
    facts[4] = STOCK + Signed(afterstate.stock)
    facts[5] = HELD + Signed(size(hand))
    facts[6] = DRAWS + Signed(afterstate.draws)
    facts[7] = NEXT + Signed(afterstate.next_hand)
    facts[8] = OTHERS + Signed(afterstate.other_hands)
    facts[9] = NOWHERE + Signed(size(minus(unseen, once)))
    facts[10] = OWN_NOWHERE + Signed(size(minus(hand, once)))
    facts[11] = ONCE + Signed(size(both(unseen, minus(once, twice))))
    facts[12] = OWN_ONCE + Signed(size(both(hand, minus(once, twice))))
    facts[13] = TWICE + Signed(size(both(unseen, minus(twice, thrice))))
    count = _best_costs(rules, afterstate, facts, Signed(14))
    count = _within_reach(rules, afterstate, facts, count)
    if rules.duel:
        facts[count] = OTHER_STOCK + Signed(afterstate.other_stock)
        count += 1
    return count


@kernel
def _best_costs(rules: RuleRow, afterstate: AfterstateRow, facts: Any, count: Signed) -> Signed:
    """For every own card the cost on its cheapest pile and on the second cheapest."""
    left, unseen = row(afterstate.hand), row(afterstate.unseen)
    while not is_empty(left):
        card = lowest(left)
        left = without(left, card)
        best, second = Signed(BEST_COSTS - 2), FAR
        for pile in range(rules.piles):
            keep_scalar()
            kind, top = rules.kinds[afterstate.seat, pile], afterstate.tops[pile]
            if kind >= GIFTS:
                continue
            cost, ahead = FAR, row(rules.ahead[kind, top])
            if holds(ahead, card):
                cost = cost_of(rules, kind, ahead, card, unseen)
            elif holds(row(rules.back[kind, top]), card):
                cost = Signed(-1)
            second = min(second, max(best, cost))
            best = min(best, cost)
        step = Signed(0)
        for limit in SECOND_COSTS:
            if second > limit:
                step += 1
        facts[count] = OWN_BEST + step * BEST_COSTS + best + 1
        count += 1
    return count


@kernel
def _within_reach(rules: RuleRow, afterstate: AfterstateRow, facts: Any, count: Signed) -> Signed:
    """How many unseen cards are among the next few ahead of any pile."""
    near, nearer, nearest = NOTHING, NOTHING, NOTHING
    for pile in range(rules.piles):
        kind, top = rules.kinds[afterstate.seat, pile], afterstate.tops[pile]
        if kind >= GIFTS:
            continue
        ahead = both(row(afterstate.unseen), row(rules.ahead[kind, top]))
        for step in range(REACHES[2]):
            if is_empty(ahead):
                break
            card = lowest(ahead) if kind & ONE == ZERO else highest(ahead)
            ahead = without(ahead, card)
            near = with_card(near, card)
            if step < REACHES[1]:
                nearer = with_card(nearer, card)
            if step < REACHES[0]:
                nearest = with_card(nearest, card)
    facts[count] = WITHIN_REACH + Signed(size(nearest))
    facts[count + 1] = WITHIN_REACH + MAX_CARDS + 1 + Signed(size(nearer))
    facts[count + 2] = WITHIN_REACH + 2 * (MAX_CARDS + 1) + Signed(size(near))
    return count + 3
