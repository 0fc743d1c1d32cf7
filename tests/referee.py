"""A plain brute-force referee for The Game and its relatives, for cross-checking an engine.

It follows the numbered rules (ids such as O11 or D5) and nothing else. Everything is worked out
from scratch on every call, because being obviously right matters here and speed does not.

Cards are text: "2" to "99", or in Quick & Easy a colour letter and a number ("r7").
Piles: "u1", "u2" ascending and "d1", "d2" descending in the original; "u1" and "d1" in Quick &
Easy; in Face to Face "u1" and "d1" belong to seat 0, "u2" and "d2" to seat 1.
Moves are text: "37-u1" lays one card, "end" ends the turn.

Run as a program it plays many games and prints how they ended.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

ORIGINAL = "original"
QUICK = "quick-and-easy"
DUEL = "face-to-face"

OPTIONS = {
    ORIGINAL: frozenset({"expert", "short_hands", "on_fire"}),
    QUICK: frozenset({"professional"}),
    DUEL: frozenset[str](),
}
PLAYERS = {ORIGINAL: range(1, 6), QUICK: range(2, 6), DUEL: range(2, 3)}  # O2, Q2, D1
PILES = {
    ORIGINAL: ("u1", "u2", "d1", "d2"),  # O1
    QUICK: ("u1", "d1"),  # Q1
    DUEL: ("u1", "d1", "u2", "d2"),  # D1
}
OWNER = {"u1": 0, "d1": 0, "u2": 1, "d2": 1}  # D1; means nothing in the other games
COLOURS = "rygbp"  # Q1: red, yellow, green, blue, purple
FIRE_CARDS = frozenset({"22", "33", "44", "55", "66", "77"})  # F1
END = "end"

Tops = dict[str, str | None]


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    won: bool  # co-operative: all cards laid; duel: somebody won, which is always so
    winner: int | None  # only in a duel
    left: int  # O12, Q7, D10: every hand and every draw pile, of both players in a duel
    reason: str  # "finished", "stuck" or "fire"


# ---------------------------------------------------------------- cards, decks and deals


def number(card: str) -> int:
    """The number on a card, with or without a colour letter."""
    return int(card[1:]) if card[0] in COLOURS else int(card)


def colour(card: str) -> str:
    """The colour letter of a Quick & Easy card."""
    return card[0]


def full_deck(game: str) -> list[str]:
    """One deck in ascending order; in Quick & Easy colour after colour (O1, Q1, D1)."""
    if game == ORIGINAL:
        return [str(n) for n in range(2, 100)]
    if game == QUICK:
        return [c + str(n) for c in COLOURS for n in range(1, 11)]
    if game == DUEL:
        return [str(n) for n in range(2, 60)]
    raise ValueError(f"no such game: {game}")


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


def fits(game: str, pile: str, top: str | None, card: str) -> bool:
    """Whether a card may be laid on a shared pile or on one's own (O5, O6, Q1, Q4, Q5, D4)."""
    ascending = pile.startswith("u")
    if game == QUICK:
        if top is None:
            return True  # Q1: any card opens a stack
        if colour(card) == colour(top):
            return True  # Q5
        if ascending:
            return number(card) > number(top)  # Q4
        return number(card) < number(top)  # Q4
    if top is None:
        # O5 holds from the base on, O6 never does.
        if ascending:
            return number(card) > 1
        return number(card) < (60 if game == DUEL else 100)
    if ascending:
        return number(card) > number(top) or number(card) == number(top) - 10
    return number(card) < number(top) or number(card) == number(top) + 10


def improves(pile: str, top: str | None, card: str) -> bool:
    """Whether a card may be given to the opponent on this pile (D5)."""
    if top is None:
        return False  # a base cannot be improved
    if pile.startswith("u"):
        return number(card) < number(top)
    return number(card) > number(top)


def lays(
    game: str, seat: int, hand: frozenset[str], tops: Tops, gift_used: bool
) -> list[tuple[str, str]]:
    """Every single lay (card, pile) open to a seat, not asking how many it has laid already."""
    found = []
    for card in hand:
        for pile in PILES[game]:
            if game == DUEL and OWNER[pile] != seat:
                legal = not gift_used and improves(pile, tops[pile], card)  # D5
            else:
                legal = fits(game, pile, tops[pile], card)
            if legal:
                found.append((card, pile))
    return found


def can_lay(
    game: str, seat: int, hand: frozenset[str], tops: Tops, gift_used: bool, count: int
) -> bool:
    """Whether some sequence of exactly `count` more lays exists (O11, D8): try them all."""
    tried: set[tuple[frozenset[str], tuple[str | None, ...], bool]] = set()

    def search(hand: frozenset[str], tops: Tops, gift_used: bool, count: int) -> bool:
        if count <= 0:
            return True
        # The hand's size tells how many lays are still wanted, so the count need not be kept.
        position = (hand, tuple(tops[pile] for pile in PILES[game]), gift_used)
        if position in tried:
            return False
        tried.add(position)
        for card, pile in lays(game, seat, hand, tops, gift_used):
            gives = game == DUEL and OWNER[pile] != seat
            if search(hand - {card}, {**tops, pile: card}, gift_used or gives, count - 1):
                return True
        return False

    return search(hand, tops, gift_used, count)


# ---------------------------------------------------------------- the referee


class Referee:
    """One game in progress: which moves are legal, and when and how it ends."""

    game: str
    options: frozenset[str]
    hands: list[set[str]]
    stocks: list[list[str]]
    tops: Tops
    turn: int | None
    result: Result | None
    minimum: int
    laid: int
    gift_used: bool
    due: dict[str, str]

    def __init__(
        self,
        game: str,
        options: frozenset[str],
        hands: Sequence[Sequence[str]],
        stocks: Sequence[Sequence[str]],
        starter: int,
    ) -> None:
        check_table(game, options, len(hands))
        if len(stocks) != (len(hands) if game == DUEL else 1):
            raise ValueError("wrong number of draw piles")
        if starter not in range(len(hands)):
            raise ValueError("no such seat")
        if game == DUEL:
            decks = [[*hands[seat], *stocks[seat]] for seat in range(2)]
        else:
            decks = [[card for cards in [*hands, *stocks] for card in cards]]
        for deck in decks:
            if len(set(deck)) != len(deck) or not set(deck) <= set(full_deck(game)):
                raise ValueError("a card twice, or one that is not in the deck")
        if not any(hands):
            raise ValueError("nobody has cards")
        self.game = game
        self.options = options
        self.hands = [set(hand) for hand in hands]
        self.stocks = [list(stock) for stock in stocks]
        self.tops = dict.fromkeys(PILES[game])
        self.result = None
        # O10 for hand-made positions: a starter without cards is skipped as well.
        self.start_turn(starter if self.hands[starter] else self._next_seat(starter))

    def copy(self) -> "Referee":
        """An independent copy."""
        other = Referee.__new__(Referee)
        other.game = self.game
        other.options = self.options
        other.hands = [set(hand) for hand in self.hands]
        other.stocks = [list(stock) for stock in self.stocks]
        other.tops = dict(self.tops)
        other.turn = self.turn
        other.result = self.result
        other.minimum = self.minimum
        other.laid = self.laid
        other.gift_used = self.gift_used
        other.due = dict(self.due)
        return other

    def moves(self) -> set[str]:
        """Every legal move as text; none when the game is over."""
        if self.turn is None:
            return set()
        found = set()
        if self.laid >= self.minimum:
            found.add(END)  # O15: one's own decision, and a move of its own in every case
        maximum = self._maximum()
        if maximum is None or self.laid < maximum:
            hand = frozenset(self.hands[self.turn])
            # A lay that puts the minimum out of reach is legal too (O11).
            for card, pile in lays(self.game, self.turn, hand, self.tops, self.gift_used):
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
        self.minimum = self._minimum()  # O9: fixed here for the whole turn
        # F2: a fire card that shows now was laid in the turn before, so this turn must cover it.
        self.due = {}
        if "on_fire" in self.options:
            for pile, top in self.tops.items():
                if top is not None and top in FIRE_CARDS:
                    self.due[pile] = top
        self._stop_if_stuck()

    def _minimum(self) -> int:
        if self.game == DUEL:
            return 2  # D3: also with an empty draw pile
        if self.game == QUICK:
            return 1  # Q3, Q8
        if not self.stocks[0]:
            return 1  # O9, O13
        return 3 if "expert" in self.options else 2  # O4, O13

    def _maximum(self) -> int | None:
        if self.game == QUICK:
            return 1 if "professional" in self.options else 2  # Q3, Q8
        return None  # O4, D3

    def _left(self) -> int:
        return sum(len(hand) for hand in self.hands) + sum(len(stock) for stock in self.stocks)

    def _finish(self, won: bool, winner: int | None, reason: str) -> None:
        self.turn = None
        self.result = Result(won, winner, self._left(), reason)

    def _stop_if_stuck(self) -> None:
        """End the game when the minimum of the running turn is out of reach (O11, Q7, D8)."""
        assert self.turn is not None
        hand = frozenset(self.hands[self.turn])
        wanted = self.minimum - self.laid
        if can_lay(self.game, self.turn, hand, self.tops, self.gift_used, wanted):
            return
        if self.game == DUEL:
            self._finish(True, 1 - self.turn, "stuck")
        else:
            self._finish(False, None, "stuck")

    def _lay(self, card: str, pile: str) -> None:
        assert self.turn is not None
        seat = self.turn
        self.hands[seat].remove(card)
        self.tops[pile] = card
        self.laid += 1
        if self.game == DUEL and OWNER[pile] != seat:
            self.gift_used = True
        # The last card wins at that very moment, whatever else shows (O12, Q7, D7, F6).
        if self.game == DUEL:
            if not self.hands[seat] and not self.stocks[seat]:
                self._finish(True, seat, "finished")
                return
        elif self._left() == 0:
            self._finish(True, None, "finished")
            return
        self._stop_if_stuck()

    def _end_turn(self) -> None:
        assert self.turn is not None
        seat = self.turn
        # F3: a due fire card that nothing covered. Each card exists once, so a pile that still
        # shows the same card has not been laid on. Nobody draws any more then.
        for pile, card in self.due.items():
            if self.tops[pile] == card:
                self._finish(False, None, "fire")
                return
        hand = self.hands[seat]
        if self.game == DUEL:
            stock = self.stocks[seat]
            if self.gift_used:
                while len(hand) < 6 and stock:  # D6
                    hand.add(stock.pop(0))
            else:
                for _ in range(2):  # D6
                    if stock:
                        hand.add(stock.pop(0))
        else:
            stock = self.stocks[0]
            for _ in range(self.laid):  # O8, Q3
                if stock:
                    hand.add(stock.pop(0))
        self.start_turn(self._next_seat(seat))

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
    card, pile = move.split("-")
    top = referee.tops[pile]
    if top is not None:
        base = number(top)
    elif pile.startswith("u"):
        base = 0 if referee.game == QUICK else 1
    else:
        base = {ORIGINAL: 100, QUICK: 11, DUEL: 60}[referee.game]
    step = number(card) - base if pile.startswith("u") else base - number(card)
    if referee.game == DUEL and OWNER[pile] != referee.turn:
        return -step
    return step


def greedy(referee: Referee) -> str:
    """A simple choice: cover what is due, else tricks, else the smallest step."""
    ordered = sorted(referee.moves() - {END}, key=lambda move: (_step(referee, move), move))
    for move in ordered:
        pile = move.split("-")[1]
        if pile in referee.due and referee.tops[pile] == referee.due[pile]:
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
        stock = referee.stocks[seat if referee.game == DUEL else 0]
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
                if referee.game == DUEL and move == END and len(referee.hands[loser]) == 1:
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
