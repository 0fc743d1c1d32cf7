"""Golden playthroughs: whole games written out, every state, every legal move, every seat's view.

    python -m tests.playthroughs.make      writes them anew

A state and a view are written as what has changed since the one before, so that a difference
between two versions of a file is the difference in behaviour and nothing else.
"""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from tenback import Deal, Game
from tenback.bots.simple import Simple
from tenback.core.moves import END
from tenback.core.state import Placed, State
from tenback.core.views import View
from tenback.testing import nearly_sorted
from tests.cases import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.fits import LayOption

GOLDEN = Path(__file__).parent / "golden"
Lines = dict[str, str]


def names() -> list[str]:
    """One from a shuffled deal for every table; from a nearly sorted one for the smallest and the
    largest of each game, which reach the end game.
    """
    shuffled = [f"{rules.name}-{players}p-shuffled" for rules, players in TABLES]
    ends = [(r, p) for r, p in TABLES if p in (r.player_counts[0], r.player_counts[-1])]
    return shuffled + [f"{rules.name}-{players}p-sorted" for rules, players in ends]


def playthrough(name: str) -> str:
    """The whole text of one."""
    table, _, kind = name.rpartition("-")
    rules, players = next((r, p) for r, p in TABLES if f"{r.name}-{p}p" == table)
    number = TABLES.index((rules, players))
    rng = random.Random(name)
    if kind == "shuffled":
        deal = Deal.from_seed(rules, players, f"playthrough {number}")
    else:
        deal = nearly_sorted(rules, players, number)
    game = Game(rules, deal, takebacks=players == 1 or kind == "sorted")
    return "\n".join(_lines(game, rng)) + "\n"


def _lines(game: Game, rng: random.Random) -> Iterator[str]:
    before: dict[str, Lines] = {}
    yield f"{game.rules.name}, {game.players} players"
    yield from _moment(game, before, 0)
    if game.turn is None:
        yield "> start"
        shown = len(game.events)
        game.start(rng.randrange(game.players))
        yield from _moment(game, before, shown)
    while game.outcome is None:
        shown = len(game.events)
        yield f"> {_act(game, rng)}"
        yield from _moment(game, before, shown)


def _act(game: Game, rng: random.Random) -> str:
    """Do something: mostly what the simple bot would, sometimes chance, sometimes a take-back."""
    assert game.turn is not None
    if game.takebacks and game.state.placed and rng.random() < 0.05:
        game.take_back()
        return "back"
    legal = game.legal_moves()
    move = rng.choice(legal)
    if rng.random() < 0.95:
        move = Simple().move(game.view(game.turn), rng)
    elif END in legal:
        move = END
    game.play(move)
    return str(move)


def _moment(game: Game, before: dict[str, Lines], shown: int) -> Iterator[str]:
    events = game.events[shown:]
    yield from (f"  {event}" for event in events)
    yield f"  legal: {' '.join(map(str, game.legal_moves()))}"
    lines = {"state": _state(game.state)}
    for seat in (None, *range(game.players)):
        who = "spectator" if seat is None else f"seat {seat}"
        yield from (f"  {who} receives {e}" for e in game.received(seat)[shown:] if e not in events)
        lines[who] = _view(game.view(seat))
    yield from _changes(lines, before)


def _changes(lines: dict[str, Lines], before: dict[str, Lines]) -> Iterator[str]:
    """What has changed, told once where it is the same for the state and all who look at it."""
    keys = dict.fromkeys(key for shown in lines.values() for key in shown)
    for key in keys:
        texts = {who: shown[key] for who, shown in lines.items() if key in shown}
        changed = {who: text for who, text in texts.items() if before.get(who, {}).get(key) != text}
        if len(changed) == len(texts) > 1 and len(set(texts.values())) == 1:
            yield f"  all {key}: {next(iter(texts.values()))}"
        else:
            yield from (f"  {who} {key}: {text}" for who, text in changed.items())
    before |= lines


def _state(state: State) -> Lines:
    shown = [f.name for f in fields(State) if f.name not in ("rules", "stocks")]
    lines = {name: _short(getattr(state, name)) for name in shown}
    return lines | {"stock order": " / ".join(map(_stock, state.stocks))}


def _stock(stock: tuple[str, ...]) -> str:
    """The size, the next three cards and the last: the order never changes."""
    return f"{len(stock)}: {' '.join(stock[:3])} ... {' '.join(stock[-1:])}"


def _view(view: View) -> Lines:
    hidden = ("rules", "seat", "history", "seed", "takebacks", "memory", "talk", "forgotten")
    lines = {f.name: _short(getattr(view, f.name)) for f in fields(View) if f.name not in hidden}
    lines["history"] = f"{len(view.history)} events"
    lines["without memory"] = f"{len(view.without_memory().history)} events"
    options = view.options()
    lines["options"] = " ".join(map(_option, options.lays))
    end = (options.owed, options.may_end, options.draws, options.end_loses, options.leaves_burning)
    lines["end"] = _short(end)
    return lines


def _option(lay: LayOption) -> str:
    """Step and kind; the move itself is in the list of legal ones, in the same order."""
    return f"{lay.step}{lay.kind[0]}{'f' * lay.covers_fire}{'!' * lay.loses}"


def _short(value: object) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_short, value))})"
    if isinstance(value, Placed):
        return f"{value.card}-{value.pile}:{value.covers}"
    return str(value)


def write() -> None:
    """Write every playthrough, and remove those of tables that are gone."""
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for name in names():
        (GOLDEN / f"{name}.txt").write_text(playthrough(name), "utf-8")


if __name__ == "__main__":
    write()
