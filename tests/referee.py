"""A plain brute-force referee for The Game and its relatives, for cross-checking an engine.

It follows the numbered rules (ids such as O11 or D5) and nothing else. Everything is worked out
from scratch on every call, because being obviously right matters here and speed does not.

A game is a `Variant`: plain parameters. The published games are values of it, made by
`published`; `Referee.of` judges any other.

Cards are text: a number ("37"), in a deck with colours after a colour letter ("r7").
Piles: "u1", "u2", ... ascending and "d1", "d2", ... descending, counted over the whole table.
Where each player has piles of their own, seat 0 has the first half of either kind.
Moves are text: "37-u1" lays one card, "end" ends the turn.

Run as a program it plays many games and prints how they ended.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

ORIGINAL = "original"
QUICK = "quick-and-easy"
DUEL = "face-to-face"

OPTIONS = {
    ORIGINAL: frozenset({"expert", "short_hands", "on_fire"}),
    QUICK: frozenset({"professional"}),
    DUEL: frozenset[str](),
}
PLAYERS = {ORIGINAL: range(1, 6), QUICK: range(2, 6), DUEL: range(2, 3)}  # O2, Q2, D1
COLOURS = "rygbp"  # Q1: red, yellow, green, blue, purple
LAID = "laid"
FULL = "full"
END = "end"

Tops = dict[str, str | None]


@dataclass(frozen=True)
class Pile:
    """One place on the table."""

    name: str
    ascending: bool
    base: int | None
    owner: int | None  # None: all players'


@dataclass(frozen=True)
class Variant:
    """One game of the family in plain parameters."""

    numbers: tuple[int, ...]
    hands: tuple[tuple[int, int], ...]  # (players, cards in a hand)
    minimum: int
    up: tuple[int | None, ...] = ()  # the bases of the ascending piles; None: any card opens
    down: tuple[int | None, ...] = ()  # the same for the descending ones
    colours: str = ""  # a letter for each; every number exists in every colour
    own_decks: bool = False  # every seat has a whole deck; else there is one for all
    own_piles: bool = False  # each of two players has all these piles
    minimum_without_stock: int = 1
    maximum: int | None = None  # None: the whole hand
    draw: str | int = LAID  # LAID, FULL (up to the dealt size), or always so many
    draw_after_gift: str | int | None = None  # None: as draw
    trick_distance: int | None = None
    same_colour_trick: bool = False
    gift: bool = False
    fire: frozenset[int] = frozenset()
    first_wins: bool = False  # the first player rid of all own cards; else all together

    def deck(self) -> list[str]:
        """One deck: colour after colour, every number in each."""
        return [letter + str(n) for letter in self.colours or [""] for n in self.numbers]

    @cached_property
    def piles(self) -> dict[str, Pile]:
        """All piles of the table by name."""
        owners: list[int | None] = [0, 1] if self.own_piles else [None]
        found: dict[str, Pile] = {}
        for letter, bases in (("u", self.up), ("d", self.down)):
            count = 0
            for owner in owners:
                for base in bases:
                    count += 1
                    name = f"{letter}{count}"
                    found[name] = Pile(name, letter == "u", base, owner)
        return found


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    won: bool  # co-operative: all cards laid; duel: one player won, which is always so
    winner: int | None  # only in a duel
    left: int  # O12, Q7, D10: every hand and every draw pile, of both players in a duel
    reason: str  # "finished", "stuck" or "fire"


# ---------------------------------------------------------------- the published games


def check_table(game: str, options: frozenset[str], players: int) -> None:
    """Refuse games, options and player counts that do not exist."""
    if game not in OPTIONS:
        raise ValueError(f"no such game: {game}")
    if not options <= OPTIONS[game]:
        raise ValueError(f"{game} has no such option: {sorted(options - OPTIONS[game])}")
    if "short_hands" in options and "expert" not in options:
        raise ValueError("short hands only come on top of expert")  # O14
    if players not in PLAYERS[game]:
        raise ValueError(f"{game} is not for {players} players")


def hand_size(game: str, options: frozenset[str], players: int) -> int:
    """How many cards each player is dealt."""
    check_table(game, options, players)
    if game == QUICK:
        return 2  # Q2
    if game == DUEL:
        return 6  # D2
    size = {1: 8, 2: 7}.get(players, 6)  # O2
    return size - 1 if "short_hands" in options else size  # O14


def published(game: str, options: frozenset[str]) -> Variant:
    """The parameters of a published game."""
    if game not in OPTIONS:
        raise ValueError(f"no such game: {game}")
    hands = tuple((players, hand_size(game, options, players)) for players in PLAYERS[game])
    if game == ORIGINAL:
        return Variant(
            numbers=tuple(range(2, 100)),  # O1
            hands=hands,
            minimum=3 if "expert" in options else 2,  # O4, O13
            up=(1, 1),  # O1
            down=(100, 100),  # O1
            minimum_without_stock=1,  # O9, O13
            draw=LAID,  # O8
            trick_distance=10,  # O6
            fire=frozenset({22, 33, 44, 55, 66, 77} if "on_fire" in options else ()),  # F1
        )
    if game == QUICK:
        return Variant(
            numbers=tuple(range(1, 11)),  # Q1
            hands=hands,
            minimum=1,  # Q3, Q8
            up=(None,),  # Q1
            down=(None,),  # Q1
            colours=COLOURS,  # Q1
            minimum_without_stock=1,  # Q3, Q8
            maximum=1 if "professional" in options else 2,  # Q3, Q8
            draw=LAID,  # Q3
            same_colour_trick=True,  # Q5
        )
    return Variant(
        numbers=tuple(range(2, 60)),  # D1
        hands=hands,
        minimum=2,  # D3
        up=(1,),  # D1
        down=(60,),  # D1
        own_decks=True,  # D1
        own_piles=True,  # D1
        minimum_without_stock=2,  # D3: also with an empty draw pile
        draw=2,  # D6
        draw_after_gift=FULL,  # D6
        trick_distance=10,  # D4
        gift=True,  # D5
        first_wins=True,  # D7
    )


# ---------------------------------------------------------------- cards, decks and deals


def number(card: str) -> int:
    """The number on a card, with or without a colour letter."""
    return int(card[1:]) if card[0].isalpha() else int(card)


def colour(card: str) -> str:
    """The colour letter of a card, empty where there are no colours."""
    return card[0] if card[0].isalpha() else ""


def full_deck(game: str) -> list[str]:
    """One deck in ascending order; in Quick & Easy colour after colour (O1, Q1, D1)."""
    return published(game, frozenset()).deck()


def _deal(
    game: str, options: frozenset[str], players: int, decks: list[list[str]]
) -> tuple[list[list[str]], list[list[str]]]:
    """Deal hands seat after seat, from one shared deck or from one deck per seat."""
    size = hand_size(game, options, players)
    decks = [list(deck) for deck in decks]
    hands: list[list[str]] = []
    for seat in range(players):
        deck = decks[seat] if game == DUEL else decks[0]
        hands.append(deck[:size])
        del deck[:size]
    return hands, decks


def random_deal(
    game: str, options: frozenset[str], players: int, seed: int
) -> tuple[list[list[str]], list[list[str]]]:
    """Hands and draw piles from well shuffled decks."""
    check_table(game, options, players)
    rng = random.Random(seed)
    decks = [full_deck(game) for _ in range(players if game == DUEL else 1)]
    for deck in decks:
        rng.shuffle(deck)
    return _deal(game, options, players, decks)


def nearly_sorted_deal(
    game: str, options: frozenset[str], players: int, seed: int
) -> tuple[list[list[str]], list[list[str]]]:
    """Hands and draw piles from decks in an almost playable order.

    Well shuffled decks seldom reach an empty draw pile; these do, so that the rules about the
    end of the game (O9, O10, Q6, D8) get exercised.
    """
    check_table(game, options, players)
    rng = random.Random(seed)
    decks = []
    for _ in range(players if game == DUEL else 1):
        deck = full_deck(game)
        if game == QUICK:
            # Equal numbers do not fit on each other (Q4), so an order by number alone would get
            # stuck at once. Colour after colour, each from high to low, can be laid from its
            # front on the ascending stack and from its back on the descending one (Q5).
            deck.sort(key=lambda card: (COLOURS.index(colour(card)), -number(card)))
        alternating = []
        while deck:
            alternating.append(deck.pop(0))
            if deck:
                alternating.append(deck.pop())
        for _ in range(rng.randrange(len(alternating) // 2)):
            here = rng.randrange(len(alternating))
            there = min(here + rng.randint(1, 6), len(alternating) - 1)
            alternating[here], alternating[there] = alternating[there], alternating[here]
        decks.append(alternating)
    return _deal(game, options, players, decks)


# ---------------------------------------------------------------- which card fits where


def fits(variant: Variant, pile: Pile, top: str | None, card: str) -> bool:
    """Whether a card may be laid on a shared pile or on one's own (O5, O6, Q1, Q4, Q5, D4)."""
    if top is None:
        # O5 holds from the base on; the tricks (O6, Q5) need a top card.
        if pile.base is None:
            return True  # Q1: any card opens such a pile
        return number(card) > pile.base if pile.ascending else number(card) < pile.base
    if variant.same_colour_trick and colour(card) == colour(top):
        return True  # Q5: may have any number
    forward = number(card) - number(top) if pile.ascending else number(top) - number(card)
    if forward > 0:
        return True  # O5, Q4: equal numbers do not fit
    return variant.trick_distance is not None and forward == -variant.trick_distance  # O6


def improves(pile: Pile, top: str | None, card: str) -> bool:
    """Whether a card may be given to the opponent on this pile (D5): no other rule holds."""
    if top is None:
        return False  # a base cannot be improved, nor can an empty place
    if pile.ascending:
        return number(card) < number(top)
    return number(card) > number(top)


def is_gift(pile: Pile, seat: int) -> bool:
    """Whether a card of this seat on this pile is given to the opponent (D5)."""
    return pile.owner is not None and pile.owner != seat


def lays(
    variant: Variant, seat: int, hand: frozenset[str], tops: Tops, gift_used: bool
) -> list[tuple[str, str]]:
    """Every single lay (card, pile) open to a seat, not asking how many it has laid already."""
    found = []
    for card in hand:
        for name, pile in variant.piles.items():
            if is_gift(pile, seat):
                legal = variant.gift and not gift_used and improves(pile, tops[name], card)  # D5
            else:
                legal = fits(variant, pile, tops[name], card)
            if legal:
                found.append((card, name))
    return found


def can_lay(
    variant: Variant, seat: int, hand: frozenset[str], tops: Tops, gift_used: bool, count: int
) -> bool:
    """Whether some sequence of exactly `count` more lays exists (O11, D8): try them all."""
    tried: set[tuple[frozenset[str], tuple[str | None, ...], bool]] = set()

    def search(hand: frozenset[str], tops: Tops, gift_used: bool, count: int) -> bool:
        if count <= 0:
            return True
        # The hand's size tells how many lays are still wanted, so the count need not be kept.
        position = (hand, tuple(tops[name] for name in variant.piles), gift_used)
        if position in tried:
            return False
        tried.add(position)
        for card, name in lays(variant, seat, hand, tops, gift_used):
            gives = is_gift(variant.piles[name], seat)
            if search(hand - {card}, {**tops, name: card}, gift_used or gives, count - 1):
                return True
        return False

    return search(hand, tops, gift_used, count)


# ---------------------------------------------------------------- the referee


class Referee:
    """One game in progress: which moves are legal, and when and how it ends."""

    variant: Variant
    hands: list[set[str]]
    stocks: list[list[str]]
    tops: Tops
    turn: int | None
    result: Result | None
    minimum: int
    laid: int
    gift_used: bool
    due: set[str]

    def __init__(
        self,
        game: str,
        options: frozenset[str],
        hands: Sequence[Sequence[str]],
        stocks: Sequence[Sequence[str]],
        starter: int,
    ) -> None:
        check_table(game, options, len(hands))
        self._open(published(game, options), hands, stocks, starter)

    @classmethod
    def of(
        cls,
        variant: Variant,
        hands: Sequence[Sequence[str]],
        stocks: Sequence[Sequence[str]],
        starter: int,
    ) -> "Referee":
        """A referee for any variant, not only for a published game."""
        referee = cls.__new__(cls)
        referee._open(variant, hands, stocks, starter)
        return referee

    def _open(
        self,
        variant: Variant,
        hands: Sequence[Sequence[str]],
        stocks: Sequence[Sequence[str]],
        starter: int,
    ) -> None:
        if len(hands) not in dict(variant.hands):
            raise ValueError(f"not for {len(hands)} players")
        if len(stocks) != (len(hands) if variant.own_decks else 1):
            raise ValueError("wrong number of draw piles")
        if starter not in range(len(hands)):
            raise ValueError("no such seat")
        if variant.own_decks:
            decks = [[*hand, *stock] for hand, stock in zip(hands, stocks, strict=True)]
        else:
            decks = [[card for cards in [*hands, *stocks] for card in cards]]
        for deck in decks:
            if len(set(deck)) != len(deck) or not set(deck) <= set(variant.deck()):
                raise ValueError("a card twice, or one that is not in the deck")
        if not any(hands):
            raise ValueError("no player has cards")
        self.variant = variant
        self.hands = [set(hand) for hand in hands]
        self.stocks = [list(stock) for stock in stocks]
        self.tops = dict.fromkeys(variant.piles)
        self.result = None
        # O10 for hand-made positions: a starter without cards is skipped as well.
        self.start_turn(starter if self.hands[starter] else self._next_seat(starter))

    def copy(self) -> "Referee":
        """An independent copy."""
        other = Referee.__new__(Referee)
        other.variant = self.variant
        other.hands = [set(hand) for hand in self.hands]
        other.stocks = [list(stock) for stock in self.stocks]
        other.tops = dict(self.tops)
        other.turn = self.turn
        other.result = self.result
        other.minimum = self.minimum
        other.laid = self.laid
        other.gift_used = self.gift_used
        other.due = set(self.due)
        return other

    def stock_of(self, seat: int) -> list[str]:
        """The draw pile that a seat draws from: the team's (O2), or its own (D1)."""
        return self.stocks[seat if self.variant.own_decks else 0]

    def moves(self) -> set[str]:
        """Every legal move as text; none when the game is over."""
        if self.turn is None:
            return set()
        found = set()
        if self.laid >= self.minimum:
            found.add(END)  # O15: one's own decision, and a move of its own in every case
        maximum = self.variant.maximum
        if maximum is None or self.laid < maximum:  # O4, Q3, Q8, D3
            hand = frozenset(self.hands[self.turn])
            # A lay that puts the minimum out of reach is legal too (O11).
            for card, pile in lays(self.variant, self.turn, hand, self.tops, self.gift_used):
                found.add(f"{card}-{pile}")
        return found

    def play(self, move: str) -> None:
        """Make a move, or raise ValueError when it is not legal."""
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move}")
        if move == END:
            self._end_turn()
        else:
            card, pile = move.split("-")
            self._lay(card, pile)

    def start_turn(self, seat: int) -> None:
        """Begin a turn of a seat; call it also after changing a position by hand."""
        self.turn = seat
        self.result = None
        self.laid = 0
        self.gift_used = False
        # O9: fixed here for the whole turn, and a small hand does not lower it.
        if self.stock_of(seat):
            self.minimum = self.variant.minimum
        else:
            self.minimum = self.variant.minimum_without_stock
        # F2: a fire card that shows now was laid in the turn before, so this turn must cover it.
        self.due = set()
        for pile, top in self.tops.items():
            if top is not None and number(top) in self.variant.fire:
                self.due.add(pile)
        self._stop_if_stuck()

    def _left(self) -> int:
        return sum(len(hand) for hand in self.hands) + sum(len(stock) for stock in self.stocks)

    def _finish(self, won: bool, winner: int | None, reason: str) -> None:
        self.turn = None
        self.result = Result(won, winner, self._left(), reason)

    def _lose(self, reason: str) -> None:
        """The player on turn has failed: the team loses, or the other player wins (D8)."""
        assert self.turn is not None
        if self.variant.first_wins:
            self._finish(True, 1 - self.turn, reason)
        else:
            self._finish(False, None, reason)

    def _stop_if_stuck(self) -> None:
        """End the game when the minimum of the running turn is out of reach (O11, Q7, D8)."""
        assert self.turn is not None
        hand = frozenset(self.hands[self.turn])
        wanted = self.minimum - self.laid
        if not can_lay(self.variant, self.turn, hand, self.tops, self.gift_used, wanted):
            self._lose("stuck")

    def _lay(self, card: str, pile: str) -> None:
        assert self.turn is not None
        seat = self.turn
        self.hands[seat].remove(card)
        self.tops[pile] = card
        self.laid += 1
        self.due.discard(pile)  # F4: any legal lay covers
        if is_gift(self.variant.piles[pile], seat):
            self.gift_used = True
        # The last card wins at that very moment, whatever else shows (O12, Q7, D7, F6).
        if self.variant.first_wins:
            if not self.hands[seat] and not self.stock_of(seat):
                self._finish(True, seat, "finished")
                return
        elif self._left() == 0:
            self._finish(True, None, "finished")
            return
        self._stop_if_stuck()

    def _end_turn(self) -> None:
        assert self.turn is not None
        seat = self.turn
        if self.due:
            self._lose("fire")  # F3; no player draws any more then
            return
        self._draw(seat)
        self.start_turn(self._next_seat(seat))

    def _draw(self, seat: int) -> None:
        """Draw at the end of a turn, as far as the stock lasts (O8, Q3, D6)."""
        rule = self.variant.draw
        if self.gift_used and self.variant.draw_after_gift is not None:
            rule = self.variant.draw_after_gift
        hand = self.hands[seat]
        if rule == FULL:
            wanted = dict(self.variant.hands)[len(self.hands)] - len(hand)
        elif rule == LAID:
            wanted = self.laid
        else:
            wanted = int(rule)
        stock = self.stock_of(seat)
        for _ in range(wanted):
            if stock:
                hand.add(stock.pop(0))

    def _next_seat(self, seat: int) -> int:
        """The nearest seat clockwise with cards, the same seat last (O10, Q6)."""
        players = len(self.hands)
        for steps in range(1, players + 1):
            candidate = (seat + steps) % players
            if self.hands[candidate]:
                return candidate
        raise AssertionError("the game would be over")


def perft(referee: Referee, depth: int) -> list[int]:
    """How many move sequences of length 1, 2, ... depth there are."""
    counts = [0] * depth

    def walk(position: Referee, made: int) -> None:
        if made == depth:
            return
        for move in position.moves():
            after = position.copy()
            after.play(move)
            counts[made] += 1
            walk(after, made + 1)

    walk(referee, 0)
    return counts


# ---------------------------------------------------------------- a look at many games


def _step(referee: Referee, move: str) -> int:
    """How far a lay takes its pile: below zero for a trick, the improvement for a gift."""
    card, name = move.split("-")
    pile, top = referee.variant.piles[name], referee.tops[name]
    if top is not None:
        base = number(top)
    elif pile.base is not None:
        base = pile.base
    elif pile.ascending:
        base = min(referee.variant.numbers) - 1
    else:
        base = max(referee.variant.numbers) + 1
    step = number(card) - base if pile.ascending else base - number(card)
    if referee.turn is not None and is_gift(pile, referee.turn):
        return -step
    return step


def greedy(referee: Referee) -> str:
    """A simple choice: cover what is due, else tricks, else the smallest step."""
    ordered = sorted(referee.moves() - {END}, key=lambda move: (_step(referee, move), move))
    for move in ordered:
        if move.split("-")[1] in referee.due:
            return move
    if END in referee.moves() and (not ordered or _step(referee, ordered[0]) > 1):
        return END
    return ordered[0]


def _play_out(referee: Referee, seen: Counter[str]) -> None:
    """Play one game with the greedy choice and note which rare things happened in it."""
    happened = set()
    players = len(referee.hands)
    while referee.turn is not None:
        seat = referee.turn
        stock = referee.stock_of(seat)
        move = greedy(referee)
        if move == END and not referee.hands[seat] and stock:
            happened.add("whole hand laid")
        if len(referee.moves()) == 1 and move == END:
            happened.add("only end left")
        referee.play(move)
        if not stock:
            happened.add("empty stock")
        if move == END and referee.turn is not None and referee.turn != (seat + 1) % players:
            happened.add("seat skipped")
        if move == END and referee.turn == seat and players > 1:
            happened.add("one seat alone")
        if referee.turn is None and referee.result is not None:
            result = referee.result
            if result.reason == "stuck":
                happened.add("stuck at start" if move == END else "stuck by a lay")
                loser = 1 - (result.winner or 0)
                if referee.variant.first_wins and move == END and len(referee.hands[loser]) == 1:
                    happened.add("single card loses")
            seen[result.reason] += 1
    for what in happened:
        seen[what] += 1


def main() -> None:
    """Play a few hundred games of everything and print how often what happened."""
    games = 200
    variants: list[tuple[str, frozenset[str]]] = [
        (ORIGINAL, frozenset()),
        (ORIGINAL, frozenset({"expert"})),
        (ORIGINAL, frozenset({"expert", "short_hands"})),
        (ORIGINAL, frozenset({"on_fire"})),
        (ORIGINAL, frozenset({"on_fire", "expert"})),
        (ORIGINAL, frozenset({"on_fire", "expert", "short_hands"})),
        (QUICK, frozenset()),
        (QUICK, frozenset({"professional"})),
        (DUEL, frozenset()),
    ]
    for game, options in variants:
        for players in PLAYERS[game]:
            for name, deal in (("sorted", nearly_sorted_deal), ("random", random_deal)):
                seen: Counter[str] = Counter()
                for seed in range(games):
                    hands, stocks = deal(game, options, players, seed)
                    _play_out(Referee(game, options, hands, stocks, seed % players), seen)
                title = " ".join([game, *sorted(options)])
                facts = ", ".join(f"{what} {count}" for what, count in sorted(seen.items()))
                print(f"{title}, {players} players, {name} deals: {facts}")


if __name__ == "__main__":
    main()
