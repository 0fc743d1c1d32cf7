"""What came out of a simulation: for people, for programs and for spreadsheets."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from tenback.analysis import wording
from tenback.analysis.bins import bins
from tenback.cli.simulating import data
from tenback.cli.simulating.progress import can_show
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.sim import Results
    from tenback.sim.statistics import Interval
    from tenback.words import Words

_BAR = 40
_AROUND_BAR = 15  # the share, the gaps, and a column that stays free
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class Run(NamedTuple):
    """What was played, of how many games that somebody asked for, and in which time."""

    results: Results
    asked: int
    seconds: float
    interrupted: bool
    seed_is_new: bool = False

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.results.games / self.seconds if self.seconds else 0.0

    def interruption(self, say: Words) -> str:
        """How far it came before Ctrl-C."""
        games, asked = wording.count(self.results.games), wording.count(self.asked)
        return say("simulate.interrupted", games=games, asked=asked)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together: all of a team, or each of a duel."""
        seats = tuple(range(self.results.setting.players))
        return tuple((seat,) for seat in seats) if self.results.setting.rules.duel else (seats,)


# For people


def as_text(run: Run, say: Words, out: TextIO) -> Iterator[str]:
    """Everything worth reading, in lines of at most 80 characters."""
    setting = run.results.setting
    if run.interrupted:
        yield run.interruption(say)
        yield ""
    yield wording.table(say, setting.rules, setting.players)
    yield ""
    facts = dict(_facts(run, say))
    width = max(map(len, facts))
    yield from (f"  {label:<{width}}  {text}" for label, text in facts.items())
    yield ""
    yield from _ends(run.results, say)
    yield ""
    yield from _distribution(run.results, say, blocks=can_show(out, _EIGHTHS))
    yield ""
    yield say("simulate.confidence")
    if run.results.setting.rules.fire:
        yield say("simulate.fire")


def _facts(run: Run, say: Words) -> Iterator[tuple[str, str]]:
    results = run.results
    yield say("simulate.label.seats"), wording.seats(say, results.setting)
    if results.setting.talk:
        yield say("simulate.label.talk"), results.setting.talk
    yield say("simulate.label.games"), wording.count(results.games)
    yield say("simulate.label.seed"), _seed(run, say)
    yield from _wins(run, say)
    mean = wording.mean(say, results.mean_left, results.mean_left_interval)
    duel = results.setting.rules.duel
    yield say(f"simulate.label.left{'-duel' if duel else ''}"), mean
    if not duel:
        rate = wording.rate(say, results.excellent / results.games, _below_ten(results))
        yield say("simulate.label.below-ten"), rate
    yield say("simulate.label.turns"), f"{results.mean_turns:.1f}"
    speed = wording.count(run.speed)
    yield say("simulate.label.speed"), say("simulate.progress.speed", speed=speed)


def _seed(run: Run, say: Words) -> str:
    """The seed; whoever did not choose it learns what it is good for."""
    seed = printable(run.results.setting.seed)
    return say("simulate.repeat", seed=seed) if run.seed_is_new else seed


def _wins(run: Run, say: Words) -> Iterator[tuple[str, str]]:
    for seats in run.sides:
        name = "simulate.label.wins" if len(run.sides) == 1 else "simulate.wins-of"
        rate, interval = run.results.win_rate(seats[0]), run.results.win_interval(seats[0])
        yield say(name, seat=seats[0]), wording.rate(say, rate, interval)


def _ends(results: Results, say: Words) -> Iterator[str]:
    """How many games ended for which reason, in the words of the outcomes."""
    yield say("simulate.heading.ends")
    duel = results.setting.rules.duel
    rows = []
    for reason, games in results.reasons.items():
        own = duel and reason == "finished"
        name = "simulate.finished-duel" if own else f"outcome.{reason}"
        if games:
            rows.append((say(name).rstrip("."), wording.count(games), games / results.games))
    width = max(len(name) for name, _, _ in rows)
    across = max(len(count) for _, count, _ in rows)
    for name, count, share in rows:
        yield f"  {name:<{width}}  {count:>{across}}  {wording.percent(say, share):>6}"


def _distribution(results: Results, say: Words, *, blocks: bool) -> Iterator[str]:
    """A histogram in plain characters."""
    yield say("simulate.heading.left")
    groups = bins(results.left)
    highest = max(group.games for group in groups)
    label = max(len(str(group)) for group in groups)
    across = max(len(wording.count(group.games)) for group in groups)
    room = shutil.get_terminal_size().columns - label - across - _AROUND_BAR
    for group in groups:
        share = wording.percent(say, group.games / results.games)
        bar = _bar(group.games / highest, min(_BAR, max(0, room)), blocks=blocks)
        line = f"  {group!s:>{label}}  {wording.count(group.games):>{across}}  {share:>6}  {bar}"
        yield line.rstrip()


def _bar(share: float, length: int, *, blocks: bool) -> str:
    """A bar in eighths of a character, or in whole ones where there are no others."""
    if not blocks:
        return "#" * round(length * share)
    whole, eighths = divmod(round(8 * length * share), 8)
    return (_EIGHTHS[-1] * whole + _EIGHTHS[eighths]).rstrip()


# For spreadsheets and programs


def as_table(run: Run) -> str:
    """A row for each number of cards left, with those that never happened."""
    rows = [{"cards_left": left, "games": games} for left, games in enumerate(run.results.left)]
    return data.as_csv(rows, ("cards_left", "games"))


def as_json(run: Run) -> dict[str, Any]:
    """One object, whose keys `tenback simulate --help` explains; programs rely on them."""
    results, setting = run.results, run.results.setting
    return {
        "game": setting.rules.name,
        "players": setting.players,
        "seats": list(setting.seats),
        "talk": setting.talk,
        "seed": setting.seed,
        "games_asked": run.asked,
        "games": results.games,
        "interrupted": run.interrupted,
        "wins": [_side(results, seats) for seats in run.sides],
        "cards_left": {
            **data.left(results.mean_left, results.mean_left_interval),
            "games": list(results.left),
        },
        "below_ten": None if setting.rules.duel else data.share(results.excellent, results.games),
        "reasons": {str(reason): games for reason, games in results.reasons.items()},
        "turns": {"mean": results.mean_turns, "games": list(results.turns)},
        "seconds": run.seconds,
        "games_per_second": run.speed,
    }


def _side(results: Results, seats: tuple[int, ...]) -> dict[str, Any]:
    return {"seats": list(seats), **data.share(results.wins[seats[0]], results.games)}


def _below_ten(results: Results) -> Interval:
    from tenback.sim.statistics import wilson

    return wilson(results.excellent, results.games)
