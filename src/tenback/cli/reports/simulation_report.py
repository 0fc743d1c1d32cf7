"""The report of a simulation."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, TextIO

from tenback.analysis import formats
from tenback.analysis.bins import bins
from tenback.cli.reports.figures import interrupted
from tenback.cli.status_line import can_show
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.analysis.studies.simulation import Simulation
    from tenback.sim import Results
    from tenback.words import Words

_BAR = 40
_AROUND_BAR = 15  # the share, the gaps, and a column that stays free
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def so_far(run: Simulation, say: Words) -> str:
    """The win rate."""
    results = run.results
    rate = formats.rate(say, results.win_rate(0), results.win_interval(0))
    name = "wins-of" if results.setting.rules.duel else "wins"
    return say(f"simulate.progress.{name}", seat=0, rate=rate)


def as_text(run: Simulation, say: Words, out: TextIO, *, new_seed: bool) -> Iterator[str]:
    """Everything worth reading, in lines of at most 80 characters."""
    setting = run.results.setting
    if run.interrupted:
        yield from (interrupted("simulate", run, say), "")
    yield formats.table(say, setting.rules, setting.players)
    yield ""
    facts = dict(_facts(run, say, new_seed=new_seed))
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


def _facts(run: Simulation, say: Words, *, new_seed: bool) -> Iterator[tuple[str, str]]:
    results = run.results
    yield say("simulate.label.seats"), formats.seats(say, results.setting)
    if results.setting.talk:
        yield say("simulate.label.talk"), results.setting.talk
    yield say("simulate.label.games"), formats.count(say, results.games)
    yield say("simulate.label.seed"), _seed(run, say, new=new_seed)
    yield from _wins(run, say)
    mean = formats.mean(say, results.mean_left, results.mean_left_interval)
    duel = results.setting.rules.duel
    yield say(f"simulate.label.left{'-duel' if duel else ''}"), mean
    if not duel:
        rate = formats.rate(say, results.excellent / results.games, run.below_ten)
        yield say("simulate.label.below-ten"), rate
    yield say("simulate.label.turns"), formats.decimal(say, results.mean_turns, 1)
    speed = formats.count(say, run.speed)
    yield say("simulate.label.speed"), say("simulate.progress.speed", speed=speed)


def _seed(run: Simulation, say: Words, *, new: bool) -> str:
    """The seed; with a new one, what it is good for."""
    seed = printable(run.results.setting.seed)
    return say("simulate.repeat", seed=seed) if new else seed


def _wins(run: Simulation, say: Words) -> Iterator[tuple[str, str]]:
    for seats in run.sides:
        name = "simulate.label.wins" if len(run.sides) == 1 else "simulate.wins-of"
        rate, interval = run.results.win_rate(seats[0]), run.results.win_interval(seats[0])
        yield say(name, seat=seats[0]), formats.rate(say, rate, interval)


def _ends(results: Results, say: Words) -> Iterator[str]:
    """How many games ended for which reason, in the words of the outcomes."""
    yield say("simulate.heading.ends")
    duel = results.setting.rules.duel
    rows = []
    for reason, games in results.reasons.items():
        own = duel and reason == "finished"
        name = "simulate.finished-duel" if own else f"outcome.{reason}"
        if games:
            rows.append((say(name).rstrip("."), formats.count(say, games), games / results.games))
    width = max(len(name) for name, _, _ in rows)
    across = max(len(count) for _, count, _ in rows)
    for name, count, share in rows:
        yield f"  {name:<{width}}  {count:>{across}}  {formats.percent(say, share):>6}"


def _distribution(results: Results, say: Words, *, blocks: bool) -> Iterator[str]:
    """A histogram in plain characters."""
    yield say("simulate.heading.left")
    groups = bins(results.left)
    highest = max(group.games for group in groups)
    label = max(len(str(group)) for group in groups)
    across = max(len(formats.count(say, group.games)) for group in groups)
    room = shutil.get_terminal_size().columns - label - across - _AROUND_BAR
    for group in groups:
        share = formats.percent(say, group.games / results.games)
        bar = _bar(group.games / highest, min(_BAR, max(0, room)), blocks=blocks)
        line = (
            f"  {group!s:>{label}}  {formats.count(say, group.games):>{across}}  {share:>6}  {bar}"
        )
        yield line.rstrip()


def _bar(share: float, length: int, *, blocks: bool) -> str:
    """A bar in eighths of a character, or in whole ones where there are no others."""
    if not blocks:
        return "#" * round(length * share)
    whole, eighths = divmod(round(8 * length * share), 8)
    return (_EIGHTHS[-1] * whole + _EIGHTHS[eighths]).rstrip()
