"""The talk of search bots: by the policies, and about losses alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tenback import Rules
from tenback.core.cards import colour_of, number_of
from tenback.core.fits import Kind
from tenback.core.rules import TalkPolicy
from tenback.core.turn import minimum
from tenback.core.variants import every
from tenback.sim.search.entrypoints import seat_start_preference
from tenback.sim.search.speech import (
    A_LITTLE,
    AMONG,
    BACK,
    BAD,
    EASY,
    EITHER_WAY,
    HARD,
    LEAVE,
    MOOD,
    MUCH,
    NEAR,
    NO_WAY,
    RATHER_NOT,
    SILENCE,
    SMALL,
    SPARE,
    TIGHT,
    TRICK,
    TRICK_WANTED,
    WANT,
    WOULD,
)
from tenback.talk.phrases import PHRASES, subjects
from tests.sim.search.test_turns import SMALL as SMALL_GAMES
from tests.sim.search.test_turns import positions
from tests.sim.search.workspaces import arrays_of, new_memory, row_of, talk_of

if TYPE_CHECKING:
    from tenback.core.state import State


def may_use(rules: Rules, policy: TalkPolicy) -> set[str]:
    """The phrases that search bots use by a policy."""
    arrays = arrays_of(rules, rules.player_counts[-1], policy)
    talks, wants, tricks = (
        bool(arrays[name][0]) for name in ("talks", "wanted_pile_only", "trick_talk")
    )
    used = {"small", "spare", "leave", "start", "not-me"} if talks and not wants else set()
    used |= {"back"} if tricks else set()
    used |= {"want"} if wants else set()
    used |= {"trick"} if wants and subjects(rules, PHRASES["trick"]) else set()
    return used | (set(), {"colour"}, {"low", "middling", "high"})[int(arrays["colour_talk"][0])]


@pytest.mark.parametrize("policy", TalkPolicy)
@pytest.mark.parametrize("rules", [*every(), *SMALL_GAMES], ids=lambda rules: rules.name)
def test_search_bots_say_what_the_policy_allows(rules: Rules, policy: TalkPolicy) -> None:
    used = may_use(rules, policy)
    for phrase in used:
        assert policy in PHRASES[phrase].policies
        assert subjects(rules, PHRASES[phrase])
    if rules.duel or policy is TalkPolicy.SILENT:
        assert not used
        return
    # And nothing useful is left unsaid.
    for phrase in ("leave", "back", "want"):
        possible = policy in PHRASES[phrase].policies and bool(subjects(rules, PHRASES[phrase]))
        assert not possible or phrase in used or "leave" in used
    assert ("back" in used) == (
        policy in PHRASES["back"].policies and bool(subjects(rules, PHRASES["back"]))
    )
    colours = policy in PHRASES["colour"].policies and bool(rules.deck.colours)
    assert bool(used & {"colour", "low"}) == colours


# What a seat would lose, worked out once more


def cost(state: State, seat: int, card: str, pile: int) -> int:
    """What a card costs on a pile, in cards that are not laid yet and that it passes over."""
    fits = state.rules.fits[seat][pile]
    kinds = fits[state.tops[pile]]
    kind = kinds.get(card)
    if kind is Kind.TRICK:
        return int(TRICK)
    if kind is not Kind.PLAIN:
        return int(NO_WAY)
    laid, sign = state.laid()[0], 1 if fits.up else -1
    onwards = [other for other, its in kinds.items() if its is Kind.PLAIN and other not in laid]
    far = sign * number_of(card)
    between = [other for other in onwards if other != card and sign * number_of(other) <= far]
    return min(int(NO_WAY), len(between))


def ahead(state: State, seat: int, pile: int) -> int:
    """How many cards that are not laid yet go onwards on a pile."""
    kinds, laid = state.rules.fits[seat][pile][state.tops[pile]], state.laid()[0]
    return sum(kind is Kind.PLAIN and card not in laid for card, kind in kinds.items())


def losses(state: State, seat: int) -> list[tuple[int, int]]:
    """For each pile: what a small step of it would cost this seat, and what a jump would."""
    return weighed(state, seat)[1]


def weighed(state: State, seat: int) -> tuple[float, list[tuple[int, int]]]:
    """Which part of all cards the next turn costs with every card, and the losses."""
    hand, piles = state.hands[seat], range(len(state.rules.layout))
    costs = [[cost(state, seat, card, pile) for pile in piles] for card in hand]
    rules = state.rules
    least = rules.minimum if state.stocks[0] else rules.minimum_without_stock

    def cheapest(changed: int | None, below: int) -> int:
        prices = sorted(
            min(
                int(NO_WAY) if pile == changed and price < below else price
                for pile, price in enumerate(row)
            )
            for row in costs
        )
        return sum(prices[: min(least, len(hand))])

    normal = cheapest(None, 0)
    everything = len(rules.cards) - len(state.laid()[0])
    return normal / max(1, min(least, len(hand)) * everything), [
        (cheapest(pile, int(NEAR)) - normal, cheapest(pile, int(NO_WAY)) - normal) for pile in piles
    ]


def word_for(stepped: int, jumped: int) -> int:
    if stepped >= MUCH:
        return int(LEAVE)
    if stepped >= A_LITTLE:
        return int(SPARE)
    return int(SMALL) if jumped >= MUCH else int(SILENCE)


def remarks_and_colours(state: State, seat: int, policy: TalkPolicy) -> tuple[list[int], int]:
    """The remark of a seat about each pile, and its announced colours."""
    arrays = arrays_of(state.rules, state.players, policy)
    remarks, announced = talk_of(arrays, row_of(state), seat)
    piles = range(len(state.rules.layout))
    return [remarks >> 4 * pile & 15 for pile in piles], announced


def has_trick(state: State, seat: int, pile: int) -> bool:
    kinds = state.rules.fits[seat][pile][state.tops[pile]]
    return any(kinds.get(card) is Kind.TRICK for card in state.hands[seat])


@pytest.mark.parametrize("name", ["original", "original-on-fire", "quick-and-easy"])
def test_words_are_about_losses(name: str) -> None:
    """Under T2 about nothing else: a trick and a near card sound the same (T2)."""
    rules = Rules.named(name)
    spoken: dict[tuple[int, int], set[tuple[int, bool]]] = {}
    for seed in range(3):
        for state in positions(rules, 3, 8, seed):
            for seat in range(3):
                lost = losses(state, seat)
                remarks, announced = remarks_and_colours(state, seat, TalkPolicy.NO_CLUES)
                assert announced == 0
                with_tricks, _ = remarks_and_colours(state, seat, TalkPolicy.NO_NUMBERS)
                for pile, each in enumerate(lost):
                    trick, word = has_trick(state, seat, pile), word_for(*each)
                    assert with_tricks[pile] == (int(BACK) if trick else word)
                    if ahead(state, seat, pile) < AMONG:
                        assert remarks[pile] == SILENCE, "else it could be about a single card"
                        continue
                    assert remarks[pile] == word
                    spoken.setdefault(each, set()).add((remarks[pile], trick))
    assert all(len({word for word, _ in each}) == 1 for each in spoken.values())
    hard = [each for lost, each in spoken.items() if lost[0] >= A_LITTLE]
    assert any({trick for _, trick in each} == {True, False} for each in hard)
    assert {word for each in spoken.values() for word, _ in each} >= {1, 2, 3, 4}


def test_a_trick_and_a_near_card_sound_the_same() -> None:
    """Two hands that would lose the same, spelled out: 9 each if the first pile moved."""
    rules = Rules.named("original-on-fire")
    state = next(positions(rules, 2, 1))
    laid = {str(number) for number in (50, 60, 98, 99, 2, 3)}
    tops = ("50", "98", "2", "3")  # nothing goes onwards on the other piles for less than NO_WAY
    remarks = []
    for hand in (("40", "54", "70", "71"), ("51", "61", "70", "71")):
        stock = tuple(card for card in rules.cards if card not in {*laid, *hand})
        now = replace(
            state, hands=((), hand), stocks=(stock,), tops=tops, sizes=(9, 9, 9, 9), turn=1
        )
        remarks.append(
            (
                remarks_and_colours(now, 1, TalkPolicy.NO_CLUES)[0],
                losses(now, 1)[0],
                has_trick(now, 1, 0),
            )
        )
    (trick_remarks, trick_loss, first), (near_remarks, near_loss, second) = remarks
    assert (first, second) == (True, False)
    assert (trick_loss[0] >= MUCH) == (near_loss[0] >= MUCH)
    assert trick_remarks == near_remarks == [int(LEAVE), 1, 1, 1]


def test_no_remark_can_only_mean_a_trick() -> None:
    """On an ascending pile at 99 nothing is near: `leave` would mean the 89."""
    rules = Rules.named("original-on-fire")
    state = next(positions(rules, 2, 1))
    hand, tops = ("89", "40", "41", "42"), ("99", "98", "2", "3")
    stock = tuple(card for card in rules.cards if card not in {*tops, *hand})
    now = replace(state, hands=((), hand), stocks=(stock,), tops=tops, sizes=(9, 9, 9, 9), turn=1)
    assert losses(now, 1)[0][0] >= MUCH
    assert remarks_and_colours(now, 1, TalkPolicy.NO_CLUES)[0][0] == SILENCE
    assert remarks_and_colours(now, 1, TalkPolicy.NO_NUMBERS)[0][0] == BACK


@pytest.mark.parametrize("name", ["original", "original-expert", "quick-and-easy"])
def test_a_seat_that_can_hardly_play_says_so(name: str) -> None:
    rules, moods = Rules.named(name), set()
    for seed in range(6):
        for state in positions(rules, 3, 6, seed):
            for seat in range(3):
                if not state.hands[seat]:
                    continue
                arrays = arrays_of(rules, 3, rules.talk)
                remarks, _ = talk_of(arrays, row_of(state), seat)
                mood, part = remarks >> 4 * int(MOOD) & 15, weighed(state, seat)[0]
                hard = BAD if part >= 0.4 else TIGHT if part >= 0.2 else SILENCE
                # Announced colours say it already.
                assert mood == (SILENCE if rules.deck.colours else hard)
                moods.add(mood)
    assert moods == ({1} if rules.deck.colours else {1, 2, 3})


@pytest.mark.parametrize("name", ["quick-and-easy-professional", "quick-and-easy"])
def test_colours_only(name: str) -> None:
    """T4: which colours one holds, and the stack one wants to lay on or to use the trick on."""
    rules, used = Rules.named(name), set()
    colours = rules.deck.colours
    for state in positions(rules, 3, 5):
        for seat, hand in enumerate(state.hands):
            remarks, announced = remarks_and_colours(state, seat, TalkPolicy.COLOURS_ONLY)
            held = {number for number, colour in enumerate(colours)
                    if any(colour_of(card) == colour[0] for card in hand)}  # fmt: skip
            assert announced == sum(1 << 4 * number for number in held)
            prices = {
                (pile, cost(state, seat, card, pile))
                for pile in range(len(remarks))
                for card in hand
            }
            named = [(pile, word) for pile, word in enumerate(remarks) if word != SILENCE]
            cheapest = min((price for _, price in prices), default=int(NO_WAY))
            if cheapest == NO_WAY:
                assert named == []
            else:
                [(pile, word)] = named
                assert (pile, cheapest) in prices
                assert word == (TRICK_WANTED if cheapest == TRICK else WANT)
                used.add(word)
    assert used == {int(WANT), int(TRICK_WANTED)}


def test_vague_heights() -> None:
    """T3: each colour with its thirds: low, middling, high."""
    rules = Rules.named("quick-and-easy")
    numbers = rules.deck.numbers
    for state in positions(rules, 3, 9):
        for seat, hand in enumerate(state.hands):
            expected = 0
            for card in hand:
                number = [colour[0] for colour in rules.deck.colours].index(colour_of(card))
                third = 3 * numbers.index(number_of(card)) // len(numbers)
                expected |= 2 << third << 4 * number
            assert remarks_and_colours(state, seat, TalkPolicy.VAGUE_HEIGHTS)[1] == expected


def test_how_gladly_one_starts_depends_on_the_cheapest_cards() -> None:
    rules, answers = Rules.named("original"), set()
    for seed in range(40):
        state = next(positions(rules, 4, 1, seed))
        assert minimum(state) == rules.minimum
        for seat, hand in enumerate(state.hands):
            prices = sorted(
                min(cost(state, seat, card, pile) for pile in range(4)) for card in hand
            )
            total, least = sum(prices[: rules.minimum]), rules.minimum
            would = WOULD if total <= EASY * least else EITHER_WAY
            expected = RATHER_NOT if total > HARD * least else would
            arrays = arrays_of(rules, 4)
            assert seat_start_preference(arrays, row_of(state), new_memory(), seat) == expected
            answers.add(int(expected))
    assert answers == {int(RATHER_NOT), int(EITHER_WAY), int(WOULD)}
