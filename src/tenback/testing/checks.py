"""The laws of the core as functions. Each raises `AssertionError` when its law is broken."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.core.encoding import action_count, decode, encode
from tenback.core.errors import TenbackError
from tenback.core.moves import END, Lay, Resign, parse_move
from tenback.core.outcome import Reason
from tenback.core.position import Position
from tenback.core.record import Record
from tenback.core.rules import Rules
from tenback.core.turn import due_fires, gift_used, legal_lays, owed

if TYPE_CHECKING:
    import random

    from tenback.core.game import Game
    from tenback.core.moves import Move
    from tenback.core.state import State


def _law(holds: bool, broken: str) -> None:
    """Assert in a way that optimised Python keeps."""
    if not holds:
        raise AssertionError(broken)


def cards_are_conserved(game: Game) -> None:
    """Every card of every deck is in one hand, in one stock, or laid; pile sizes add up."""
    state = game.state
    held = Counter(card for cards in (*state.hands, *state.stocks) for card in cards)
    laid = Counter(card for deck in state.laid() for card in deck)
    decks = len(state.stocks)
    _law(held + laid == Counter(game.rules.cards * decks), "cards appeared or vanished")
    _law(sum(state.sizes) == laid.total(), "pile sizes do not add up")
    tops = Counter(top for top in state.tops if top is not None)
    _law(tops <= laid, "a top card has not been laid")
    bases = [top is None for top in state.tops]
    _law(bases == [size == 0 for size in state.sizes], "a pile without cards shows one")


def legal_moves_are_exact(game: Game) -> None:
    """What `legal_moves` lists is exactly what `play` accepts."""
    every: list[Move] = [decode(game.rules, number) for number in range(action_count(game.rules))]
    accepted = [move for move in every if _accepts(game, move)]
    _law(tuple(accepted) == game.legal_moves(), "legal_moves and play disagree")
    if game.turn is not None:
        view = game.view(game.turn)
        _law(view.legal_moves() == game.legal_moves(), "the view and the game disagree")
        lays = tuple(option.move for option in view.options().lays)
        _law(lays == tuple(m for m in accepted if m != END), "the options are not the legal lays")
        _law(view.options().may_end == (END in accepted), "may_end is wrong")


def _accepts(game: Game, move: Move) -> bool:
    trial = game.copy()
    try:
        trial.play(move)
    except TenbackError:
        return False
    return True


def illegal_moves_change_nothing(game: Game) -> None:
    """Every refused move leaves state, events and record as they were."""
    legal = set(game.legal_moves())
    before = (game.state, game.events, game.record())
    for number in range(action_count(game.rules)):
        move = decode(game.rules, number)
        if move not in legal:
            _law(not _plays(game, move), f"{move} was not legal and was accepted")
            _law((game.state, game.events) == before[:2], f"the refused {move} changed the game")
    _law(game.record() == before[2], "a refused move changed the record")


def _plays(game: Game, move: Move) -> bool:
    try:
        game.play(move)
    except TenbackError:
        return False
    return True


def noninterference(game: Game, rng: random.Random) -> None:
    """No seat's view depends on what that seat cannot see.

    For every seat, and for a spectator, a twin world is drawn from the view; everything that seat
    has received so far, event by event, and all it can see and choose now, must be equal in both.
    """
    for seat in (None, *range(game.players)):
        view = game.view(seat)
        twin = view.sample(rng)
        _law(twin.received(seat) == game.received(seat), f"events told seat {seat} too much")
        seen = twin.view(seat)
        _law(seen == view and repr(seen) == repr(view), f"the view told seat {seat} too much")
        _law(seen.without_memory() == view.without_memory(), "the view without memory differs")
        _law(seen.options() == view.options(), f"the options told seat {seat} too much")
        _law(seen.legal_moves() == view.legal_moves(), f"legal moves told seat {seat} too much")
        cards_are_conserved(twin)


def ends_when_it_should(game: Game) -> None:
    """The game is over exactly when O11, F3, Q7, D7, D8 say so; all orders of laying are tried."""
    state, outcome = game.state, game.outcome
    if outcome is None:
        _law(not _all_laid(state), "everything is laid, and the game goes on")
        _law(state.turn is None or _reaches(state), "the minimum is out of reach, and it goes on")
        return
    _law(state.turn is None, "somebody is on turn in a game that is over")
    _law(outcome.left == state.left, "the cards left are counted wrong")
    _law(outcome.won == (outcome.reason is Reason.FINISHED or game.rules.duel), "wrongly won")
    _law((outcome.winner is not None) == game.rules.duel, "only a duel has a winner")
    match outcome.reason:
        case Reason.FINISHED:
            _law(_all_laid(state), "finished with cards left to lay")
        case Reason.STUCK:
            _law(not _reaches(_revived(game)), "stuck, but the minimum could be reached")
        case Reason.FIRE:
            last = _revived(game)
            _law(game.actions[-1] == END and bool(due_fires(last)), "no fire was due")
        case Reason.RESIGNED:
            _law(isinstance(game.actions[-1], Resign), "nobody resigned")


def _all_laid(state: State) -> bool:
    if not state.rules.duel:
        return state.left == 0
    return any(not hand and not state.stock_of(seat) for seat, hand in enumerate(state.hands))


def _revived(game: Game) -> State:
    """The last moment as it was before the referee ended the game."""
    from tenback.core.events import TurnBegan

    began = [event.seat for event in game.events if isinstance(event, TurnBegan)]
    return replace(game.state, turn=began[-1], outcome=None)


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
    from tenback.core.state import Placed

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
    for again in (Record.parse(str(record)), Record.from_json(record.to_json())):
        _law(again == record, "the record changed on its way")
        replayed = again.game()
        _law(replayed == game, "the game changed on its way")
        _law(replayed.events == game.events, "the events changed on their way")
        _law(str(again) == str(record), "the text changed on its way")


def position_round_trips(game: Game) -> None:
    """A position is the same after writing and reading, and a game can start from it."""
    position = Position(game.state)
    again = Position.parse(str(position), game.rules)
    _law(again == position, "the position changed on its way")
    _law(again.game().legal_moves() == game.legal_moves(), "the position has other moves")


def rules_round_trip(rules: Rules) -> None:
    """Rules are the same after writing and reading."""
    _law(Rules.from_toml(rules.to_toml()) == rules, "the rules changed on their way")


def moves_round_trip(rules: Rules) -> None:
    """Every move has one text and one number, and both lead back to it."""
    for number in range(action_count(rules)):
        move = decode(rules, number)
        _law(encode(rules, move) == number, f"{move} has another number")
        _law(parse_move(str(move)) == move, f"{move} reads as another move")
