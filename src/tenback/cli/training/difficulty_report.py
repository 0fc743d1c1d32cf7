"""How hard a game is: a ladder for people, figures for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenback.analysis import wording
from tenback.cli.simulating.columns import aligned
from tenback.cli.training.figures import chance, lead_data, points, score_data, table_name, wrapped
from tenback.sim.comparing import CLEAR_BELOW
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.cli.training.ladder import Climb, Found, Rung, Talk
    from tenback.sim.comparing import Pair
    from tenback.words import Words

# For people


def as_text(climb: Climb, done: Sequence[Found], say: Words) -> Iterator[str]:
    """Table by table, the ladder and what talk is worth."""
    games = wording.count(climb.games)
    yield printable(say("difficulty.heading", games=games, seed=climb.seed))
    if any(rung.bot == climb.master for found in done for rung in found.ladder):
        few = wording.count(climb.master_games)
        yield say("difficulty.heading-master", bot=climb.master, games=few)
    for found in done:
        yield from ("", table_name(found.table, say), *_ladder(found, say))
        yield from _talk(found, say)
    leads = any(rung.lead for found in done for rung in found.ladder)
    about = ("about", "about-lead") if leads else ("about",)
    yield from ("", *wrapped(" ".join(say(f"difficulty.{part}") for part in about)))


def _ladder(found: Found, say: Words) -> list[str]:
    duel = found.table.rules.duel
    columns = ("bot", "against", "wins", "left") if duel else ("bot", "wins", "left", "lead", "p")
    rows = [[say(f"difficulty.label.{column}") for column in columns]]
    for rung in found.ladder:
        rate = wording.rate(say, rung.score.rate, rung.score.interval)
        left = f"{rung.score.left:.1f}"
        row = [rung.bot, rung.against, rate, left] if duel else [rung.bot, rate, left]
        rows.append(row if rung.lead is None else [*row, *_lead(rung.lead, say)])
    return aligned(rows, words=(0, 1) if duel else (0,))


def _lead(pair: Pair, say: Words) -> list[str]:
    return [points(pair, say), chance(pair.chance)]


def _talk(found: Found, say: Words) -> Iterator[str]:
    if not found.talk:
        return
    yield say("difficulty.talk", policy=found.table.policy)
    columns = ("bot", "talking", "silent", "worth", "p")
    rows = [[say(f"difficulty.label.{column}") for column in columns]]
    rows += [_talk_row(each, say) for each in found.talk]
    yield from aligned(rows, words=(0, 5))


def _talk_row(each: Talk, say: Words) -> list[str]:
    rates = [wording.rate(say, s.rate, s.interval) for s in (each.talking, each.silent)]
    clear = "clear" if each.lead.chance < CLEAR_BELOW else "unclear"
    return [each.bot, *rates, *_lead(each.lead, say), say(f"difficulty.{clear}")]


# For programs


def as_data(climb: Climb, done: Sequence[Found]) -> dict[str, Any]:
    """One object; its keys are part of the interface."""
    return {
        "seed": climb.seed,
        "games": climb.games,
        "master_games": climb.master_games,
        "interrupted": climb.is_interrupted(done),
        "tables": [_table(found) for found in done],
    }


def _table(found: Found) -> dict[str, Any]:
    table = found.table
    return {
        "game": table.rules.name,
        "players": table.players,
        "policy": str(table.policy),
        "ladder": [_rung(rung) for rung in found.ladder],
        "talk": [
            {
                "bot": each.bot,
                "with": score_data(each.talking),
                "without": score_data(each.silent),
                "lead": lead_data(each.lead),
            }
            for each in found.talk
        ],
    }


def _rung(rung: Rung) -> dict[str, Any]:
    lead = None if rung.lead is None else lead_data(rung.lead)
    return {
        "bot": rung.bot,
        "against": rung.against or None,
        **score_data(rung.score),
        "lead": lead,
    }
