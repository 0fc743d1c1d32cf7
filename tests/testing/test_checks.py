"""Every check accepts the honest engine, and every check refuses a broken one."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from tenback import Deal, Game, IllegalMove, InvalidNotation, Lay, Position, Rules, View, testing
from tenback.core import engine, record_json, record_reader, record_writer, rulesfile, turn, views
from tenback.core import game as games
from tenback.core.encoding import action_count, decode, encode
from tenback.core.errors import InvalidView
from tenback.core.events import Dealt, Drawn, Laid, SetUp, TurnBegan
from tenback.core.fits import Trick
from tenback.core.moves import BACK, END
from tenback.core.notation import parse_move
from tenback.core.outcome import Outcome, Reason
from tenback.core.record import Record
from tenback.core.rules import Deck, DrawRule, Piles, Start, TalkPolicy, Win
from tenback.core.state import Hand, State
from tenback.core.variants import every
from tests.testing.walk import dealt, easy, from_middle, middle, moments, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.core.choices import Choices
    from tenback.core.engine import Step
    from tenback.core.events import Event
    from tenback.core.moves import Move
    from tenback.core.turn import OnTurn

Patch: TypeAlias = pytest.MonkeyPatch
Mutant: TypeAlias = "Callable[[Patch], None]"
Check: TypeAlias = "Callable[[Game], None]"


def no_leak(game: Game) -> None:
    testing.noninterference(game, random.Random(5))


CHECKS: dict[str, Check] = {
    "conserved": testing.cards_are_conserved,
    "exact": testing.legal_moves_are_exact,
    "refused": testing.illegal_moves_change_nothing,
    "no leak": no_leak,
    "ends": testing.ends_when_it_should,
    "record": testing.record_round_trips,
    "position": testing.position_round_trips,
}
CHEAP = ("conserved", "ends", "position")


def fresh(name: str) -> Rules:
    """Published rules whose tables have not been made yet."""
    return replace(Rules.named(name))


def broken(law: str) -> pytest.RaisesExc[AssertionError]:
    return pytest.raises(AssertionError, match=re.escape(law))


def check_all(game: Game) -> None:
    for check in CHECKS.values():
        check(game)


# The honest engine


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_the_honest_engine_keeps_every_law(rules: Rules) -> None:
    testing.rules_round_trip(rules)
    testing.moves_round_trip(rules)
    for players in (rules.player_counts[0], rules.player_counts[-1]):
        for make in (dealt, easy):
            for number, game in enumerate(moments(make(rules, players))):
                for name in CHEAP if number % 4 == 0 else ():
                    CHECKS[name](game)
                if number % 80 == 0:
                    check_all(game)
            check_all(game)


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("count", [0, 1, 7, 40])
def test_the_honest_engine_keeps_every_law_from_a_position(rules: Rules, count: int) -> None:
    game = from_middle(dealt(rules, rules.player_counts[-1], count), count)
    check_all(game)
    check_all(middle(game, 5))
    check_all(middle(game, 1_000))


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("original", Reason.FINISHED),
        ("quick-and-easy", Reason.STUCK),
        ("face-to-face", Reason.STUCK),
        ("original-on-fire", Reason.FIRE),
        ("original", Reason.RESIGNED),
        ("face-to-face", Reason.RESIGNED),
    ],
)
def test_a_position_that_is_over_from_the_beginning(rules: str, reason: Reason) -> None:
    game = easy(Rules.named(rules), 2)
    if reason is Reason.RESIGNED:
        game.resign(1)
    again = Game.from_position(Position(middle(game, 1_000).state))
    assert again.outcome is not None
    assert again.outcome.reason is reason
    assert not again.actions
    check_all(again)


def at(text: str, *, takebacks: bool = True) -> Game:
    return Game.from_position(Position.parse(text), takebacks=takebacks)


LAST_LAYS = "original 1p u1=40*46 u2=41*46 d1=50*1 d2=49*1 hands=42,43,44,45 stocks= turn=0"
STUCK_NEXT = "original 2p u1=97*90 u2=96*1 d1=3*1 d2=4*1 hands=50,87,98/51 stocks=52 turn=0"
NARROW = Position.parse(STUCK_NEXT)
DUEL_LAST = "face-to-face 2p u1=57*56 d1=- u2=20*52 d2=- hands=58,59/21,22,23,24 stocks=/2,3 turn=0"


def test_stuck_in_the_first_turn_after_a_position() -> None:
    game = at(STUCK_NEXT)
    assert not any(isinstance(event, TurnBegan) for event in game.events)
    testing.ends_when_it_should(game)
    game.play("98-u1")
    assert game.outcome is not None
    assert game.outcome.reason is Reason.STUCK
    assert not any(isinstance(event, TurnBegan) for event in game.events)
    check_all(game)


def test_a_position_that_says_stuck_where_every_seat_can_go_on() -> None:
    game = at(LAST_LAYS.replace("turn=0", "turn=- over=stuck"))
    with broken("stuck, but the minimum could be reached"):
        testing.ends_when_it_should(game)


# Broken engines. A mutant is a patch; the law it breaks is named by its message.


def after(*laws: tuple[Any, str, Callable[..., Any]]) -> Mutant:
    """A mutant that changes what functions return: owner, name, and what becomes of the result.

    The change is told the result and then the arguments.
    """

    def mutate(patch: Patch) -> None:
        for owner, name, change in laws:
            patch.setattr(owner, name, _changed(getattr(owner, name), change))

    return mutate


def _changed(honest: Callable[..., Any], change: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **options: change(honest(*args, **options), *args)


def instead(owner: Any, name: str, value: object) -> Mutant:
    return lambda patch: patch.setattr(owner, name, value)


def _hands(state: State, seat: int, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def duplicate_drawn(step: Step, before: State, seat: int) -> Step:
    state, events = step
    return (replace(state, stocks=before.stocks), events) if events else step


def lose_drawn(step: Step, before: State, seat: int) -> Step:
    state, events = step
    return (_hands(state, seat, state.hands[seat][1:]), events) if events else step


def lie_about_drawn(step: Step, before: State, seat: int) -> Step:
    state, events = step
    return state, tuple(
        replace(e, cards=(e.cards or ())[::-1]) for e in events if isinstance(e, Drawn)
    )


def miscount_drawn(step: Step, before: State, seat: int) -> Step:
    state, events = step
    return state, tuple(replace(e, count=e.count + 1) for e in events if isinstance(e, Drawn))


def reorder_stock(step: Step, before: State, seat: int) -> Step:
    state, events = step
    return replace(state, stocks=tuple(stock[::-1] for stock in state.stocks)), events


def forget_card_taken_back(step: Step, before: State) -> Step:
    state, events = step
    return replace(state, hands=before.hands), events


def forget_known(step: Step, before: State) -> Step:
    state, events = step
    return replace(state, known=before.known), events


def wrong_top(step: Step, before: State, move: Lay) -> Step:
    state, events = step
    return replace(state, tops=before.tops), events


def wrong_size(step: Step, before: State, move: Lay) -> Step:
    state, events = step
    return replace(state, sizes=before.sizes), events


def forget_placed(step: Step, before: State, move: Lay) -> Step:
    state, events = step
    return replace(state, placed=before.placed), events


def tell_another_pile(step: Step, before: State, move: Lay) -> Step:
    state, events = step
    other = next(name for name in before.rules.pile_index if name != move.pile)
    return state, tuple(replace(e, pile=other) if isinstance(e, Laid) else e for e in events)


def tell_another_seat(step: Step, before: State, move: Lay) -> Step:
    state, events = step
    seat = 1 - (before.turn or 0)
    return state, tuple(replace(e, seat=seat) if isinstance(e, Laid) else e for e in events)


def first_stock(stock: Hand, state: State, seat: int) -> Hand:
    return state.stocks[0]


def forget_laid(laid: tuple[Hand, ...], state: State) -> tuple[Hand, ...]:
    return tuple(cards[1:] for cards in laid)


UNCONSERVED: dict[str, tuple[Mutant, str]] = {
    "a draw duplicates": (after((engine, "_draw", duplicate_drawn)), "the stocks do not"),
    "a draw loses": (after((engine, "_draw", lose_drawn)), "the hands do not"),
    "a draw is told wrong": (after((engine, "_draw", lie_about_drawn)), "the next cards"),
    "a draw is counted wrong": (after((engine, "_draw", miscount_drawn)), "another count"),
    "the stock turns over": (after((engine, "_draw", reorder_stock)), "the stocks do not"),
    "a laid card is kept": (
        instead(engine, "_without", lambda hand, card: hand),
        "the hands do not",
    ),
    "a card taken back is lost": (
        after((engine, "take_back", forget_card_taken_back)),
        "the hands do not",
    ),
    "a card taken back is secret": (
        after((engine, "take_back", forget_known)),
        "the known cards do not",
    ),
    "a top stays": (after((engine, "_lay", wrong_top)), "a top card is wrong"),
    "a size stays": (after((engine, "_lay", wrong_size)), "the size of a pile is wrong"),
    "a lay is forgotten": (after((engine, "_lay", forget_placed)), "the lays of the turn"),
    "another pile is told": (after((engine, "_lay", tell_another_pile)), "a top card is wrong"),
    "another seat is told": (after((engine, "_lay", tell_another_seat)), "does not hold it"),
    "laid cards are forgotten": (after((State, "laid", forget_laid)), "the laid cards do not"),
}


@pytest.mark.parametrize("name", UNCONSERVED)
def test_cards_are_conserved_refuses(name: str, monkeypatch: Patch) -> None:
    mutate, law = UNCONSERVED[name]
    mutate(monkeypatch)
    with broken(law):
        walk(dealt(fresh("original"), 2), testing.cards_are_conserved)


@pytest.mark.parametrize("name", sorted(UNCONSERVED.keys() - {"laid cards are forgotten"}))
def test_cards_are_conserved_refuses_after_a_position(name: str, monkeypatch: Patch) -> None:
    mutate, law = UNCONSERVED[name]
    position = Position(middle(dealt(fresh("original"), 2), 10).state)
    mutate(monkeypatch)
    with broken(law):
        walk(Game.from_position(position, takebacks=True), testing.cards_are_conserved)


def test_cards_are_conserved_refuses_another_seats_stock(monkeypatch: Patch) -> None:
    after((State, "stock_of", first_stock))(monkeypatch)
    with broken("the next cards of the stock"):
        walk(dealt(fresh("face-to-face"), 2), testing.cards_are_conserved)


@pytest.mark.parametrize(
    ("old", "new", "law"),
    [
        (("2",), ("2", "2"), "appeared or vanished"),
        (("2",), (), "appeared or vanished"),
        (("2",), ("3",), "appeared or vanished"),
    ],
)
def test_cards_are_conserved_refuses_a_bad_deal(
    old: Hand, new: Hand, law: str, monkeypatch: Patch
) -> None:
    rules = fresh("original")
    deal = Deal.from_seed(rules, 1, "seed")
    stock = tuple(card for c in deal.stocks[0] for card in (new if (c,) == old else (c,)))
    monkeypatch.setattr(Deal, "checked", lambda self, rules: self)
    assert stock != deal.stocks[0]
    with broken(law):
        testing.cards_are_conserved(Game(rules, Deal(deal.hands, (stock,))))


@pytest.mark.parametrize(
    ("changes", "law"),
    [
        ({"sizes": (40, 46, 1, 1)}, "more or fewer cards"),
        ({"tops": ("42", "41", "50", "49")}, "was not laid"),
        ({"stock_sizes": (3,)}, "counts the stock wrong"),
        ({"known": (("42",),)}, "the known cards do not"),
        ({"laid": ((),)}, "appeared or vanished"),
    ],
)
def test_cards_are_conserved_refuses_a_set_up(
    changes: dict[str, Any], law: str, monkeypatch: Patch
) -> None:
    def lie(self: Game, *events: Event) -> None:
        self._events += [replace(e, **changes) if isinstance(e, SetUp) else e for e in events]

    monkeypatch.setattr(Game, "_receive", lie)
    with broken(law):
        testing.cards_are_conserved(at(LAST_LAYS))


# What is legal


def no_first(lays: list[Lay], now: OnTurn) -> list[Lay]:
    return lays[1:]


def always_end(moves: tuple[Move, ...], now: OnTurn) -> tuple[Move, ...]:
    return moves if END in moves else (*moves, END)


def end_at_once(error: IllegalMove | None, now: OnTurn, move: Move) -> IllegalMove | None:
    return None if move == END else error


INEXACT: dict[str, tuple[Mutant, str]] = {
    "a legal move is left out": (
        after((turn, "legal_lays", no_first)),
        "legal_moves and play disagree",
    ),
    "an illegal move is listed": (
        after((turn, "legal_moves", always_end)),
        "legal_moves and play disagree",
    ),
    "an illegal move is accepted": (
        after((engine, "refusal", end_at_once)),
        "legal_moves and play disagree",
    ),
    "the view lists less": (
        after((View, "legal_moves", lambda moves, view: moves[1:])),
        "the view and the game disagree",
    ),
    "the options list less": (
        after((views, "options", lambda o, view: replace(o, lays=o.lays[1:]))),
        "the options are not the legal lays",
    ),
    "the options end wrongly": (
        after((views, "options", lambda o, view: replace(o, may_end=not o.may_end))),
        "may_end is wrong",
    ),
}


@pytest.mark.parametrize("name", INEXACT)
def test_legal_moves_are_exact_refuses(name: str, monkeypatch: Patch) -> None:
    mutate, law = INEXACT[name]
    mutate(monkeypatch)
    with broken(law):
        walk(dealt(fresh("original"), 2), testing.legal_moves_are_exact)


def careless(change: Callable[[Game], object]) -> Mutant:
    """A game that does something although it refuses."""
    honest = Game.play

    def play(self: Game, move: Move | str) -> tuple[Event, ...]:
        try:
            return honest(self, move)
        except IllegalMove:
            change(self)
            raise

    return instead(Game, "play", play)


def accept(self: Game, move: Move | str) -> tuple[Event, ...]:
    return ()


CARELESS: dict[str, tuple[Mutant, str]] = {
    "the state changes": (
        careless(lambda g: setattr(g, "_state", replace(g.state, sizes=(9,) * 4))),
        "changed the game",
    ),
    "an event is sent": (careless(lambda g: g._events.append(TurnBegan(0, 1))), "changed the game"),
    "an action is kept": (careless(lambda g: g._actions.append(END)), "changed the record"),
    "a remark is kept": (careless(lambda g: g.say(0, text="no")), "changed the record"),
    "the move is accepted": (instead(Game, "play", accept), "was accepted"),
    "the turn ends at once": (after((engine, "refusal", end_at_once)), "end was not legal"),
}


@pytest.mark.parametrize("name", CARELESS)
def test_illegal_moves_change_nothing_refuses(name: str, monkeypatch: Patch) -> None:
    mutate, law = CARELESS[name]
    game = middle(dealt(fresh("original"), 2), 1)
    mutate(monkeypatch)
    with broken(law):
        testing.illegal_moves_change_nothing(game)


# What is hidden


@dataclass(frozen=True, slots=True)
class Telling(View):
    """A view that keeps what it may not know where no comparison looks."""

    secret: tuple[Hand, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TellingRepr(Telling):
    def __repr__(self) -> str:
        return f"View({self.secret})"


@dataclass(frozen=True, slots=True)
class TellingOptions(Telling):
    def options(self) -> Choices:
        return replace(View.options(self), draws=hash(self.secret))


@dataclass(frozen=True, slots=True)
class TellingMoves(Telling):
    def legal_moves(self) -> tuple[Move, ...]:
        return (Lay(self.secret[-1][-1], "u1"), Lay(self.secret[0][0], "u1"))


@dataclass(frozen=True, slots=True)
class TellingWithoutMemory(Telling):
    def without_memory(self) -> View:
        return replace(View.without_memory(self), known=self.secret)


def looking(kind: type[Telling]) -> Mutant:
    def look(view: View, state: State, *_: object) -> View:
        fields = {name: getattr(view, name) for name in View.__dataclass_fields__}
        return kind(**fields, secret=state.hands)

    return after((games, "view_of", look))


def leak(kind: type[Event]) -> Callable[..., Any]:
    return lambda shown, honest, seat: honest if isinstance(honest, kind) else shown


def see_more(name: str) -> Callable[..., View]:
    """A view in which one thing is what the state says."""
    return lambda view, state, *_: replace(view, **{name: getattr(state, name)})


LEAKS: dict[str, tuple[Mutant, str]] = {
    "the deal": (after((games, "redact", leak(Dealt))), "received too much"),
    "a draw": (after((games, "redact", leak(Drawn))), "received too much"),
    "too little": (
        after(
            (
                games,
                "redact",
                lambda e, *_: replace(e, cards=None) if isinstance(e, Drawn) else e,
            )
        ),
        "too little",
    ),
    "the hands of a view": (
        after((games, "view_of", see_more("hands"))),
        "sees another hand",
    ),
    "the stocks of a view": (
        after((games, "view_of", see_more("stocks"))),
        "sees the stock",
    ),
    "the hands as known cards": (
        after((games, "view_of", lambda v, s, *_: replace(v, known=s.hands))),
        "the view of seat",
    ),
    "the next card as minimum": (
        after((games, "view_of", lambda v, s, *_: replace(v, minimum=hash(s.stocks)))),
        "the view of seat",
    ),
    "the seed": (after((views, "_closed", lambda c, v: {"stocks": c["stocks"]})), "sees the stock"),
    "the history of a view": (
        after((games, "view_of", lambda v, *_: replace(v, history=v.history[:-1]))),
        "did not receive its history",
    ),
    "its repr": (looking(TellingRepr), "the view of seat"),
    "its options": (looking(TellingOptions), "the options of seat"),
    "its legal moves": (looking(TellingMoves), "the legal moves of seat"),
    "a view without memory": (looking(TellingWithoutMemory), "the view without memory"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_noninterference_refuses(name: str, monkeypatch: Patch) -> None:
    mutate, law = LEAKS[name]
    mutate(monkeypatch)
    with broken(law):
        walk(dealt(fresh("original"), 2), no_leak)


def test_noninterference_refuses_a_position_that_is_told(monkeypatch: Patch) -> None:
    after((games, "redact", leak(SetUp)))(monkeypatch)
    with broken("received too much"):
        no_leak(from_middle(dealt(fresh("original"), 2), 10))


def test_noninterference_refuses_a_sealed_deal_that_is_opened(monkeypatch: Patch) -> None:
    rules = fresh("original")
    game = Game(rules, Deal.from_seed(rules, 2, "seed"), sealed=True)
    game.resign(0)
    no_leak(game)
    after((games, "view_of", see_more("stocks")))(monkeypatch)
    with broken("sees the stock"):
        no_leak(game)


def test_noninterference_refuses_a_view_that_no_game_fits(monkeypatch: Patch) -> None:
    def sample(view: View, rng: random.Random) -> Game:
        raise InvalidView("impossible-view")

    monkeypatch.setattr("tenback.core.sampling.sample", sample)
    with broken("the view of seat None was refused"):
        no_leak(dealt(fresh("original"), 2))


# When it is over


def outcome(**changes: Any) -> Mutant:
    """The referee ends the game with another outcome."""

    def change(step: Step, before: State, honest: Outcome) -> Step:
        state, events = step
        return replace(state, outcome=replace(honest, **changes)), events

    return after((engine, "_finish", change))


def still_on_turn(step: Step, before: State, honest: Outcome) -> Step:
    state, events = step
    return replace(state, turn=before.turn), events


def other_seat_told(step: Step, before: State) -> Step:
    state, events = step
    return state, tuple(
        replace(e, seat=1 - e.seat) if isinstance(e, TurnBegan) else e for e in events
    )


def never(*_: object) -> bool:
    return False


def always(*_: object) -> bool:
    return True


def every_pile(now: OnTurn) -> list[Any]:
    return list(now.rules.layout)


def shuffled(name: str) -> Game:
    return dealt(fresh(name), 2)


def prepared(name: str) -> Game:
    return easy(fresh(name), 2)


def stuck_at_once() -> Game:
    game = Game.from_position(NARROW)
    game.play("98-u1")
    return game


ENDINGS: dict[str, tuple[Mutant, Callable[[], Game], str]] = {
    "no seat is ever stuck": (
        instead(engine, "can_lay", always),
        partial(shuffled, "original"),
        "the minimum is out of reach",
    ),
    "every seat is stuck": (
        instead(engine, "can_lay", never),
        partial(shuffled, "original"),
        "stuck, but the minimum",
    ),
    "no seat is stuck after a position": (
        instead(engine, "can_lay", always),
        stuck_at_once,
        "the minimum is out of reach",
    ),
    "every seat is stuck after a position": (
        instead(engine, "can_lay", never),
        lambda: Game.from_position(NARROW),
        "stuck, but the minimum",
    ),
    "fire is not checked": (
        instead(engine, "due_fires", lambda now: []),
        partial(prepared, "original-on-fire"),
        "left a fire that was due",
    ),
    "everything burns": (
        instead(engine, "due_fires", every_pile),
        partial(prepared, "original-on-fire"),
        "no fire was due",
    ),
    "no seat ever wins": (
        instead(engine, "_has_won", never),
        partial(prepared, "original"),
        "all is laid",
    ),
    "every seat wins": (
        instead(engine, "_has_won", always),
        partial(prepared, "original"),
        "finished with cards left",
    ),
    "a duel is won at once": (
        instead(engine, "_has_won", always),
        partial(shuffled, "face-to-face"),
        "finished by another seat",
    ),
    "a duel is never won": (
        instead(engine, "_has_won", never),
        partial(at, DUEL_LAST),
        "all is laid",
    ),
    "the loser of a duel wins": (
        outcome(winner=1),
        partial(at, DUEL_LAST),
        "finished by another seat",
    ),
    "no seat wins a duel": (
        outcome(winner=None),
        partial(at, DUEL_LAST),
        "only a duel has a winner",
    ),
    "a stranger wins a duel": (outcome(winner=7), partial(at, DUEL_LAST), "the winner is no seat"),
    "one seat wins alone": (
        outcome(winner=0),
        partial(prepared, "original"),
        "only a duel has a winner",
    ),
    "won is lost": (outcome(won=False), partial(prepared, "original"), "wrongly won"),
    "lost is won": (outcome(won=True), partial(shuffled, "original"), "wrongly won"),
    "cards are miscounted": (outcome(left=3), partial(prepared, "original"), "counted wrong"),
    "given up by no seat": (
        outcome(reason=Reason.RESIGNED),
        partial(shuffled, "original"),
        "no seat resigned",
    ),
    "burnt within a turn": (
        outcome(reason=Reason.FIRE, won=False),
        stuck_at_once,
        "within a turn",
    ),
    "the turn goes on": (
        after((engine, "_finish", still_on_turn)),
        partial(shuffled, "original"),
        "a seat is on turn",
    ),
    "another seat is told": (
        after((engine, "_begin_turn", other_seat_told)),
        partial(shuffled, "original"),
        "the seat on turn does not follow",
    ),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_ends_when_it_should_refuses(name: str, monkeypatch: Patch) -> None:
    mutate, make, law = ENDINGS[name]
    walk(make(), testing.ends_when_it_should)
    mutate(monkeypatch)
    with broken(law):
        walk(make(), testing.ends_when_it_should)


def test_ends_when_it_should_refuses_a_winner_who_resigned(monkeypatch: Patch) -> None:
    outcome(winner=1)(monkeypatch)
    game = shuffled("face-to-face")
    game.resign(1)
    with broken("the seat that resigned has won"):
        testing.ends_when_it_should(game)


def test_ends_when_it_should_refuses_a_stuck_winner(monkeypatch: Patch) -> None:
    honest = engine._lose
    monkeypatch.setattr(engine, "_lose", lambda s, seat, reason: honest(s, 1 - seat, reason))
    with broken("stuck, but the minimum"):
        walk(prepared("face-to-face"), testing.ends_when_it_should)


# What is written


def no_talk(record: Record, *_: object) -> Record:
    return replace(record, talk=())


def no_backs(text: str, record: Record) -> str:
    return text.replace(" back", "")


def undone(text: str, record: Record) -> str:
    """Take-backs and what they took back: the state is the same, the story is not."""
    return re.sub(r" [0-9]+-[ud][12] back", "", text)


def without(key: str) -> Callable[..., dict[str, Any]]:
    return lambda data, *_: {name: value for name, value in data.items() if name != key}


def silenced(game: Game, record: Record) -> Game:
    game.talk = ()
    return game


FORGETFUL: dict[str, tuple[Mutant, str]] = {
    "take-backs": (after((record_writer, "write", no_backs)), "was refused"),
    "what was taken back": (
        after((record_writer, "write", undone)),
        "the record changed on its way",
    ),
    "talk": (instead(record_writer, "_remarks", lambda record: {}), "the record changed"),
    "talk in JSON": (after((record_json, "to_data", without("talk"))), "the record changed"),
    "moves in JSON": (after((record_json, "to_data", without("moves"))), "was refused"),
    "the starter in JSON": (after((record_json, "to_data", without("starter"))), "was refused"),
    "the deal in JSON": (after((record_json, "to_data", without("deal"))), "was refused"),
    "talk when read": (
        after((record_reader, "read", no_talk)),
        "the record changed",
    ),
    "talk when replayed": (
        after((Record, "game", silenced)),
        "the game changed",
    ),
    "an event when replayed": (
        after((Record, "game", lambda game, record: game._events.pop() and game)),
        "the events changed",
    ),
}


def story() -> Game:
    """A game with take-backs and talk, in the middle of a turn."""
    for game in moments(dealt(fresh("original"), 2)):
        if BACK in game.actions and game.talk and any(game.state.known) and game.state.placed:
            break
    assert game.outcome is None
    return game


@pytest.mark.parametrize("name", FORGETFUL)
def test_record_round_trips_refuses_to_lose(name: str, monkeypatch: Patch) -> None:
    mutate, law = FORGETFUL[name]
    game = story()
    testing.record_round_trips(game)
    mutate(monkeypatch)
    with broken(law):
        testing.record_round_trips(game)


def shorter(pattern: str, by: str = "") -> Mutant:
    return after((Position, "__str__", lambda text, *_: re.sub(pattern, by, text)))


POSITIONS: dict[str, tuple[Mutant, str]] = {
    "known cards": (shorter(r" known=\S+"), "the position changed"),
    "pile sizes": (shorter(r"\*[0-9]+", "*1"), "was refused"),
    "the lays of the turn": (shorter(r" laid=\S+"), "the position changed"),
    "a card of the stock": (shorter(r"(stocks=)[0-9]+,", r"\1"), "was refused"),
    "whose turn it is": (shorter(r"turn=[01]", "turn=-"), "was refused"),
    "moves": (
        after((Position, "game", lambda game, p: middle(game, 1) and game.resign(0) and game)),
        "the position has other moves",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_position_round_trips_refuses_to_lose(name: str, monkeypatch: Patch) -> None:
    mutate, law = POSITIONS[name]
    game = story()
    testing.position_round_trips(game)
    mutate(monkeypatch)
    with broken(law):
        testing.position_round_trips(game)


DUEL = Rules(
    name="all-else",
    deck=Deck(tuple(range(1, 21)), ("red", "blue"), own=True),
    piles=Piles((0,), (21,), own=True),
    hands=((2, 6),),
    minimum=2,
    minimum_without_stock=2,
    maximum=5,
    draw=1,
    draw_after_gift=DrawRule.FULL,
    trick=Trick(distance=5, same_colour=True),
    gift=True,
    win=Win.FIRST,
    start=Start.LOT,
    talk=TalkPolicy.SILENT,
)
BURNING = replace(Rules.named("original-on-fire"), name="burning")


@pytest.mark.parametrize("key", rulesfile.to_data(DUEL))
def test_rules_round_trip_refuses_to_lose(key: str, monkeypatch: Patch) -> None:
    rules = BURNING if key == "fire" else DUEL
    testing.rules_round_trip(rules)
    after((rulesfile, "to_data", without(key)))(monkeypatch)
    with pytest.raises(AssertionError, match=r"the rules changed|the written rules was refused"):
        testing.rules_round_trip(rules)


def test_rules_round_trip_refuses_published_rules_that_lose(monkeypatch: Patch) -> None:
    after((rulesfile, "to_data", without("trick")))(monkeypatch)
    for rules in every():
        with broken("was refused"):
            testing.rules_round_trip(rules)


def one_more(rules: Rules, move: Move) -> int:
    return encode(rules, move) + 1


def one_less(rules: Rules) -> int:
    return action_count(rules) - 1


def no_number(rules: Rules, move: Move) -> int:
    raise InvalidNotation("bad-move", text=str(move))


def other_pile(rules: Rules, number: int) -> Move:
    return decode(rules, number if number == action_count(rules) - 1 else number ^ 1)


def other_text(text: str) -> Move:
    return parse_move(text.replace("u", "d"))


@pytest.mark.parametrize(
    ("owner", "name", "mutant", "law"),
    [
        ("encoding", "encode", one_more, "has another number"),
        ("encoding", "encode", no_number, "was refused"),
        ("encoding", "decode", other_pile, "the numbers are not those of all moves"),
        ("encoding", "action_count", one_less, "the numbers are not those of all moves"),
        ("notation", "parse_move", other_text, "reads as another move"),
    ],
)
@pytest.mark.parametrize("rules", [*every(), DUEL], ids=lambda rules: rules.name)
def test_moves_round_trip_refuses(
    owner: str,
    name: str,
    mutant: Callable[..., Any],
    law: str,
    rules: Rules,
    monkeypatch: Patch,
) -> None:
    monkeypatch.setattr(f"tenback.core.{owner}.{name}", mutant)
    with broken(law):
        testing.moves_round_trip(rules)
