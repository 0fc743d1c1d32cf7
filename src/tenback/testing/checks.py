"""The laws of the core as functions. Each raises `AssertionError` if its law is broken."""

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
    """Assert, also in optimised Python."""
    if not holds:
        raise AssertionError(broken)


@contextmanager
def _accepted(what: str) -> Iterator[None]:
    """Turn a refusal inside the block into a broken law."""
    try:
        yield
    except TenbackError as error:
        raise AssertionError(f"{what} was refused: {error}") from error


class _Table:
    """The table rebuilt from the events, card by card, without the state.

    The cards that lay on the piles before a game from a position are None: their order is unknown.
    `burnt` says for every turn that ended whether it left a due fire (F3).
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
    """By the events, every card of every deck is in one hand, in one stock or on one pile."""
    table = _Table(game)
    for deck, laid in enumerate(table.laid):
        held = [hand for seat, hand in enumerate(table.hands) if game.rules.deck_of(seat) == deck]
        found = Counter(card for cards in (*held, table.stocks[deck]) for card in cards)
        found.update(laid)
        _law(found == Counter(game.rules.cards), f"cards of deck {deck} appeared or vanished")
    on_piles = [card for pile in table.piles.values() for card in pile]
    laid_cards = Counter(card for laid in table.laid for card in laid.elements())
    _law(len(on_piles) == laid_cards.total(), "the piles hold more or fewer cards than were laid")
    known = Counter(card for card in on_piles if card is not None)
    _law(known <= laid_cards, "a pile holds a card that was not laid")
    _state_agrees(game.state, table)


def _state_agrees(state: State, table: _Table) -> None:
    piles = table.piles.values()
    hands = [sorted(hand) for hand in table.hands]
    laid = [sorted(cards.elements()) for cards in table.laid]
    _law([sorted(hand) for hand in state.hands] == hands, "the hands do not follow from the events")
    _law(
        [list(stock) for stock in state.stocks] == table.stocks,
        "the stocks do not follow from the events",
    )
    _law(list(state.tops) == [pile[-1] if pile else None for pile in piles], "a top card is wrong")
    _law(list(state.sizes) == [len(pile) for pile in piles], "the size of a pile is wrong")
    _law(
        [sorted(cards) for cards in state.laid()] == laid,
        "the laid cards do not follow from the events",
    )
    _law(
        list(map(set, state.known)) == table.known, "the known cards do not follow from the events"
    )
    _law(list(state.placed) == table.placed, "the lays of the turn do not follow from the events")


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
        _law(
            twin.received(seat) == game.received(seat),
            f"the events of seat {seat} depend on hidden cards",
        )
        twin_view = twin.view(seat)
        _law(
            twin_view == view and repr(twin_view) == repr(view),
            f"the view of seat {seat} depends on hidden cards",
        )
        _law(twin_view.without_memory() == view.without_memory(), "the view without memory differs")
        _law(
            twin_view.options() == view.options(),
            f"the options of seat {seat} depend on hidden cards",
        )
        _law(
            twin_view.legal_moves() == view.legal_moves(),
            f"the legal moves of seat {seat} depend on hidden cards",
        )
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
    state, outcome, table = game.state, game.outcome, _Table(game)
    burnt = table.burnt[:-1] if outcome and outcome.reason is Reason.FIRE else table.burnt
    _law(not any(burnt), "a turn left a fire that was due, and the game went on")
    if outcome is not None:
        _law(state.turn is None, "a seat is on turn in a game that is over")
        _outcome_is_right(game, outcome, table)
        return
    _law(state.turn == table.turn, "the seat on turn does not follow from the events")
    _law(not any(_is_done(state, seat) for seat in _seats(state)), "all is laid, and it goes on")
    _law(state.turn is None or _reaches(state), "the minimum is out of reach, and it goes on")


def _outcome_is_right(game: Game, outcome: Outcome, table: _Table) -> None:
    state, duel = game.state, game.rules.duel
    _law(outcome.left == state.left, "the cards left are counted wrong")
    _law(outcome.won == (outcome.reason is Reason.FINISHED or duel), "wrongly won")
    _law((outcome.winner is not None) == duel, "only a duel has a winner")
    _law(outcome.winner in (None, *_seats(state)), "the winner is no seat of the table")
    # A position may be over before anything is done, so that the last action is not always there.
    last = game.actions[-1] if game.actions else None
    begun_over = game.first.outcome is not None
    losers = _losers(state, outcome, table)
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
            _law(table.fire_due(), "no fire was due")
            _law(bool(losers), "the seat that left a fire has won")
        case Reason.RESIGNED:
            _law(begun_over or isinstance(last, Resign), "no seat resigned")
            others = [seat for seat in _seats(state) if last != Resign(seat)]
            _law(not duel or outcome.winner in others, "the seat that resigned has won")


def _seats(state: State) -> range:
    return range(state.players)


def _is_done(state: State, seat: int) -> bool:
    """Whether this seat of a duel, or the whole team, has laid everything."""
    if not state.rules.duel:
        return state.left == 0
    return not state.hands[seat] and not state.stock_of(seat)


def _losers(state: State, outcome: Outcome, table: _Table) -> list[int]:
    """The seats that may have lost on their turn.

    It is the seat on turn; where a position does not name it, any but the winner.
    """
    seats = _seats(state) if table.turn is None else [table.turn]
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
