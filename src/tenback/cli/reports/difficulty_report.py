"""The report of a difficulty: table by table, the ladder and what talk is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis import formats
from tenback.cli.reports.columns import aligned
from tenback.cli.reports.figures import points, table_name, wrapped
from tenback.sim.comparison import CLEAR_BELOW
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.analysis.studies.difficulty import Difficulty, TableDifficulty, Talk
    from tenback.sim.comparison import Pair
    from tenback.words import Words


def as_text(study: Difficulty, done: Sequence[TableDifficulty], say: Words) -> Iterator[str]:
    """Table by table, the ladder and what talk is worth."""
    games = formats.count(say, study.games)
    yield printable(say("difficulty.heading", games=games, seed=study.seed))
    if any(rung.bot == study.master for found in done for rung in found.ladder):
        few = formats.count(say, study.master_games)
        yield say("difficulty.heading-master", bot=study.master, games=few)
    for found in done:
        yield from ("", table_name(found.table, say), *_ladder(found, say))
        yield from _talk(found, say)
    leads = any(rung.lead for found in done for rung in found.ladder)
    about = ("about", "about-lead") if leads else ("about",)
    yield from ("", *wrapped(" ".join(say(f"difficulty.{part}") for part in about)))


def _ladder(found: TableDifficulty, say: Words) -> list[str]:
    duel = found.table.rules.duel
    columns = ("bot", "against", "wins", "left") if duel else ("bot", "wins", "left", "lead", "p")
    rows = [[say(f"difficulty.label.{column}") for column in columns]]
    for rung in found.ladder:
        rate = formats.rate(say, rung.score.rate, rung.score.interval)
        left = formats.decimal(say, rung.score.left, 1)
        row = [rung.bot, rung.against, rate, left] if duel else [rung.bot, rate, left]
        rows.append(row if rung.lead is None else [*row, *_lead(rung.lead, say)])
    return aligned(rows, words=(0, 1) if duel else (0,))


def _lead(pair: Pair, say: Words) -> list[str]:
    return [points(pair, say), formats.chance(say, pair.chance)]


def _talk(found: TableDifficulty, say: Words) -> Iterator[str]:
    if not found.talk:
        return
    yield say("difficulty.talk", policy=found.table.policy)
    columns = ("bot", "talking", "silent", "worth", "p")
    rows = [[say(f"difficulty.label.{column}") for column in columns]]
    rows += [_talk_row(each, say) for each in found.talk]
    yield from aligned(rows, words=(0, 5))


def _talk_row(each: Talk, say: Words) -> list[str]:
    rates = [formats.rate(say, s.rate, s.interval) for s in (each.talking, each.silent)]
    clear = "clear" if each.lead.chance < CLEAR_BELOW else "unclear"
    return [each.bot, *rates, *_lead(each.lead, say), say(f"difficulty.{clear}")]


def interruption(done: Sequence[TableDifficulty], say: Words) -> str:
    """How far it came."""
    if not done:
        return say("difficulty.no-figures")
    if not done[-1].whole:
        return say("difficulty.interrupted-within", bot=done[-1].ladder[-1].bot)
    return say("difficulty.interrupted", count=len(done))
