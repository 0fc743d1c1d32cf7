"""The laws of the core as functions. Each raises `AssertionError` when its law is broken."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.core import encoding, notation
from tenback.core.errors import TenbackError
from tenback.core.events import Dealt, Drawn, Laid, SetUp, TakenBack, TurnBegan, TurnEnded
from tenback.core.moves import END, Lay, Resign
from tenback.core.outcome import Reason
from tenback.core.position import Position
from tenback.core.record import Record
from tenback.core.rules import Rules
from tenback.core.state import Placed
from tenback.core.turn import gift_used, legal_lays, owed

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tenback.core.cards import Card
    from tenback.core.events import Event
    from tenback.core.game import Game
    from tenback.core.moves import Move
    from tenback.core.outcome import Outcome
    from tenback.core.state import State
    from tenback.core.views import View


def _law(holds: bool, broken: str) -> None:
    """Assert in a way that optimised Python keeps."""
    if not holds:
        raise AssertionError(broken)


@contextmanager
def _accepted(what: str) -> Iterator[None]:
    """Whatever is refused in here is a broken law as well."""
    try:
        yield
    except TenbackError as error:
        raise AssertionError(f"{what} was refused: {error}") from error


class _Told:
    """The table as the events tell of it, card by card; what the state says is not asked.

    A game from a position does not tell in which order the cards lay before: those are None.
    `burnt` says of every turn that ended whether it left a fire that was due (F3).
    """

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        first, *others = game.events
        if not isinstance(first, (Dealt, SetUp)):
            raise AssertionError("the first event is neither a deal nor a position")
        self.hands = [list(hand or ()) for hand in first.hands]
        self.stocks = [list(stock) for stock in game.first.stocks]
        sizes = tuple(map(len, self.stocks))
        _law(sizes == first.stock_sizes, "the first event counts the stock wrong")
        self.laid: list[Counter[Card]] = [Counter() for _ in self.stocks]
        self.piles: dict[str, list[Card | None]] = {name: [] for name in self.rules.pile_index}
        self.known: list[set[Card]] = [set() for _ in self.hands]
        self.placed: list[Placed] = []
        self.turn: int | None = None
        self.burnt: list[bool] = []
        if isinstance(first, SetUp):
            self._set_up(first)
        for event in others:
            self._follow(event)

    def _set_up(self, first: SetUp) -> None:
        self.laid = [Counter(cards) for cards in first.laid or ()]
        self.known = [set(known) for known in first.known]
        self.placed = list(first.placed)
        self.turn = first.turn
        for name, top, size in zip(self.piles, first.tops, first.sizes, strict=True):
            lays = [placed for placed in first.placed if placed.pile == name]
            cards = [lays[0].covers, *(lay.card for lay in lays)] if lays else [top]
            shown = [card for card in cards if card is not None]
            self.piles[name] = [*[None] * (size - len(shown)), *shown]

    def _follow(self, event: Event) -> None:
        if isinstance(event, Laid):
            self._lay(event)
        elif isinstance(event, TakenBack):
            self._take_back(event)
        elif isinstance(event, Drawn):
            self._draw(event)
        elif isinstance(event, TurnBegan):
            self.turn, self.placed = event.seat, []
        elif isinstance(event, TurnEnded):
            self.burnt.append(self.fire_due())

    def _lay(self, event: Laid) -> None:
        card, pile = event.card, self.piles[event.pile]
        _law(card in self.hands[event.seat], f"{card} was laid by a seat that does not hold it")
        self.hands[event.seat].remove(card)
        self.known[event.seat].discard(card)
        self.laid[self.rules.deck_of(event.seat)][card] += 1
        self.placed.append(Placed(card, event.pile, pile[-1] if pile else None))
        pile.append(card)

    def _take_back(self, event: TakenBack) -> None:
        card, pile = event.card, self.piles[event.pile]
        last = self.placed.pop() if self.placed else None
        _law(
            last is not None and (last.card, last.pile) == (card, event.pile),
            f"{card} was taken back and is not the last lay of the turn",
        )
        pile.pop()
        self.hands[event.seat].append(card)
        self.known[event.seat].add(card)
        self.laid[self.rules.deck_of(event.seat)][card] -= 1

    def _draw(self, event: Drawn) -> None:
        stock, cards = self.stocks[self.rules.deck_of(event.seat)], list(event.cards or ())
        _law(event.count == len(cards), "a draw has another count than cards")
        _law(cards == stock[: event.count], "a draw did not take the next cards of the stock")
        del stock[: event.count]
        self.hands[event.seat] += cards

    def fire_due(self) -> bool:
        """Whether a pile that this turn has not touched shows a fire card (F2)."""
        touched = {placed.pile for placed in self.placed}
        idle = [pile for name, pile in self.piles.items() if pile and name not in touched]
        return any(pile[-1] in self.rules.fire_cards for pile in idle)


def cards_are_conserved(game: Game) -> None:
    """Every card of every deck is in one hand, in one stock or on one pile, as the events tell."""
    told = _Told(game)
    for deck, laid in enumerate(told.laid):
        held = [hand for seat, hand in enumerate(told.hands) if game.rules.deck_of(seat) == deck]
        found = Counter(card for cards in (*held, told.stocks[deck]) for card in cards)
        found.update(laid)
        _law(found == Counter(game.rules.cards), f"cards of deck {deck} appeared or vanished")
    on_piles = [card for pile in told.piles.values() for card in pile]
    laid_cards = Counter(card for laid in told.laid for card in laid.elements())
    _law(len(on_piles) == laid_cards.total(), "the piles hold more or fewer cards than were laid")
    known = Counter(card for card in on_piles if card is not None)
    _law(known <= laid_cards, "a pile holds a card that was not laid")
    _state_agrees(game.state, told)


def _state_agrees(state: State, told: _Told) -> None:
    piles = told.piles.values()
    hands = [sorted(hand) for hand in told.hands]
    laid = [sorted(cards.elements()) for cards in told.laid]
    _law([sorted(hand) for hand in state.hands] == hands, "the hands are not what was told")
    _law([list(stock) for stock in state.stocks] == told.stocks, "the stocks are not what was told")
    _law(list(state.tops) == [pile[-1] if pile else None for pile in piles], "a top card is wrong")
    _law(list(state.sizes) == [len(pile) for pile in piles], "the size of a pile is wrong")
    _law([sorted(cards) for cards in state.laid()] == laid, "the laid cards are not what was told")
    _law(list(map(set, state.known)) == told.known, "the known cards are not what was told")
    _law(list(state.placed) == told.placed, "the lays of the turn are not what was told")


def legal_moves_are_exact(game: Game) -> None:
    """What `legal_moves` lists is exactly what `play` accepts."""
    accepted = [move for move in _every_move(game.rules) if _plays(game.copy(), move)]
    _law(tuple(accepted) == game.legal_moves(), "legal_moves and play disagree")
    if game.turn is not None:
        view = game.view(game.turn)
        _law(view.legal_moves() == game.legal_moves(), "the view and the game disagree")
        lays = tuple(option.move for option in view.options().lays)
        _law(lays == tuple(m for m in accepted if m != END), "the options are not the legal lays")
        _law(view.options().may_end == (END in accepted), "may_end is wrong")


def _every_move(rules: Rules) -> list[Move]:
    return [encoding.decode(rules, number) for number in range(encoding.action_count(rules))]


def _plays(game: Game, move: Move) -> bool:
    try:
        game.play(move)
    except TenbackError:
        return False
    return True


def illegal_moves_change_nothing(game: Game) -> None:
    """Every refused move leaves state, events and record as they were."""
    legal = set(game.legal_moves())
    before = (game.state, game.events, game.record())
    for move in _every_move(game.rules):
        if move not in legal:
            _law(not _plays(game, move), f"{move} was not legal and was accepted")
            _law((game.state, game.events) == before[:2], f"the refused {move} changed the game")
    _law(game.record() == before[2], "a refused move changed the record")


def noninterference(game: Game, rng: random.Random) -> None:
    """No seat's view depends on what that seat cannot see.

    For every seat, and for a spectator, hidden cards are looked for in all that it has received.
    Then a twin world is drawn from the view; everything that seat has received so far, event by
    event, and all it can see and choose now, must be equal in both.
    """
    for seat in (None, *range(game.players)):
        view = game.view(seat)
        _hidden_stays_hidden(game, view)
        with _accepted(f"the view of seat {seat}"):
            twin = view.sample(rng)
        _law(twin.received(seat) == game.received(seat), f"events told seat {seat} too much")
        seen = twin.view(seat)
        _law(seen == view and repr(seen) == repr(view), f"the view told seat {seat} too much")
        _law(seen.without_memory() == view.without_memory(), "the view without memory differs")
        _law(seen.options() == view.options(), f"the options told seat {seat} too much")
        _law(seen.legal_moves() == view.legal_moves(), f"legal moves told seat {seat} too much")
        cards_are_conserved(twin)


def _hidden_stays_hidden(game: Game, view: View) -> None:
    """A twin repeats what the events gave away, so that those are compared with the truth first."""
    seat, received = view.seat, game.received(view.seat)
    for event, truth in zip(received, game.events, strict=True):
        _law(event == _as_seen(truth, seat), f"seat {seat} received too much or too little")
    if game.outcome is None:
        _law(view.history == received, f"seat {seat} did not receive its history")
        _law(view.hands == _own(game.state.hands, seat), f"seat {seat} sees another hand")
    if game.outcome is None or game.sealed:
        closed = not any(stock is not None for stock in view.stocks) and view.seed is None
        _law(closed, f"seat {seat} sees the stock")


def _as_seen(event: Event, seat: int | None) -> Event:
    if isinstance(event, (Dealt, SetUp)):
        return replace(event, hands=_own(event.hands, seat))
    if isinstance(event, Drawn) and event.seat != seat:
        return replace(event, cards=None)
    return event


def _own(
    hands: tuple[tuple[Card, ...] | None, ...], seat: int | None
) -> tuple[tuple[Card, ...] | None, ...]:
    return tuple(hand if owner == seat else None for owner, hand in enumerate(hands))


def ends_when_it_should(game: Game) -> None:
    """The game is over exactly when O11, F3, Q7, D7, D8 say so; all orders of laying are tried."""
    state, outcome, told = game.state, game.outcome, _Told(game)
    burnt = told.burnt[:-1] if outcome and outcome.reason is Reason.FIRE else told.burnt
    _law(not any(burnt), "a turn left a fire that was due, and the game went on")
    if outcome is not None:
        _law(state.turn is None, "somebody is on turn in a game that is over")
        _outcome_is_right(game, outcome, told)
        return
    _law(state.turn == told.turn, "another seat is on turn than was told")
    _law(not any(_is_done(state, seat) for seat in _seats(state)), "all is laid, and it goes on")
    _law(state.turn is None or _reaches(state), "the minimum is out of reach, and it goes on")


def _outcome_is_right(game: Game, outcome: Outcome, told: _Told) -> None:
    state, duel = game.state, game.rules.duel
    _law(outcome.left == state.left, "the cards left are counted wrong")
    _law(outcome.won == (outcome.reason is Reason.FINISHED or duel), "wrongly won")
    _law((outcome.winner is not None) == duel, "only a duel has a winner")
    _law(outcome.winner in (None, *_seats(state)), "nobody at the table has won")
    # A position may be over before anything is done, so that the last action is not always there.
    last = game.actions[-1] if game.actions else None
    begun_over = game.first.outcome is not None
    losers = _losers(state, outcome, told)
    match outcome.reason:
        case Reason.FINISHED:
            done = [seat for seat in _seats(state) if _is_done(state, seat)]
            _law(outcome.winner in (done if duel else [None]), "finished by another seat")
            _law(bool(done), "finished with cards left to lay")
        case Reason.STUCK:
            stuck = any(not _reaches(replace(state, turn=s, outcome=None)) for s in losers)
            _law(stuck, "stuck, but the minimum could be reached")
        case Reason.FIRE:
            _law(begun_over or last == END, "a fire ended the game within a turn")
            _law(told.fire_due(), "no fire was due")
            _law(bool(losers), "the seat that left a fire has won")
        case Reason.RESIGNED:
            _law(begun_over or isinstance(last, Resign), "nobody resigned")
            others = [seat for seat in _seats(state) if last != Resign(seat)]
            _law(not duel or outcome.winner in others, "the seat that resigned has won")


def _seats(state: State) -> range:
    return range(state.players)


def _is_done(state: State, seat: int) -> bool:
    """Whether this seat of a duel, or the whole team, has laid everything."""
    if not state.rules.duel:
        return state.left == 0
    return not state.hands[seat] and not state.stock_of(seat)


def _losers(state: State, outcome: Outcome, told: _Told) -> list[int]:
    """The seats that may have lost on their turn.

    It is the seat on turn; where a position does not name it, any but the winner.
    """
    seats = _seats(state) if told.turn is None else [told.turn]
    return [seat for seat in seats if seat != outcome.winner]


def _reaches(state: State, tried: set[object] | None = None) -> bool:
    """Whether some order of lays meets the minimum: all are tried, none twice."""
    if owed(state) == 0:
        return True
    tried = set() if tried is None else tried
    key = (state.hands, state.tops, gift_used(state))
    if key in tried:
        return False
    tried.add(key)
    return any(_reaches(_laid(state, lay), tried) for lay in legal_lays(state))


def _laid(state: State, lay: Lay) -> State:
    seat, place = state.turn or 0, state.rules.pile_index[lay.pile]
    hand = tuple(card for card in state.hands[seat] if card != lay.card)
    return replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        tops=(*state.tops[:place], lay.card, *state.tops[place + 1 :]),
        placed=(*state.placed, Placed(lay.card, lay.pile, state.tops[place])),
    )


def record_round_trips(game: Game) -> None:
    """Written as text or as JSON and read again, a game is the same, event by event."""
    record = game.record()
    with _accepted("the written record"):
        written = (Record.parse(str(record)), Record.from_json(record.to_json()))
    for again in written:
        _law(again == record, "the record changed on its way")
        with _accepted("the replay of the record"):
            replayed = again.game()
        _law(replayed == game, "the game changed on its way")
        _law(replayed.events == game.events, "the events changed on their way")
        _law(str(again) == str(record), "the text changed on its way")


def position_round_trips(game: Game) -> None:
    """A position is the same after writing and reading, and a game can start from it."""
    position = Position(game.state)
    with _accepted("the written position"):
        again = Position.parse(str(position), game.rules)
    _law(again == position, "the position changed on its way")
    _law(again.game().legal_moves() == game.legal_moves(), "the position has other moves")


def rules_round_trip(rules: Rules) -> None:
    """Rules are the same after writing and reading."""
    with _accepted("the written rules"):
        again = Rules.from_toml(rules.to_toml())
    _law(again == rules, "the rules changed on their way")


def moves_round_trip(rules: Rules) -> None:
    """Every move has one text and one number, and both lead back to it."""
    every: list[Move] = [Lay(card, pile.name) for card in rules.cards for pile in rules.layout]
    every.append(END)
    with _accepted("a move or its number"):
        _law(_every_move(rules) == every, "the numbers are not those of all moves")
        for number, move in enumerate(every):
            _law(encoding.encode(rules, move) == number, f"{move} has another number")
            _law(notation.parse_move(str(move)) == move, f"{move} reads as another move")
