"""A sweep: every combination of the values that keys of the rules take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from tenback.analysis.rule_grid import (
    PLAYERS,
    Axis,
    Measure,
    Outcome,
    grid,
    highest,
    measure_of,
    nearest_to_half,
    sweep,
)
from tenback.analysis.studies.interruption import closed
from tenback.analysis.studies.result_data import as_csv, figures, flat, share
from tenback.analysis.studies.step import Step
from tenback.core.outcome import Reason
from tenback.core.rules import Rules, TalkPolicy
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.errors import TenbackError
    from tenback.sim import Workers


@dataclass(frozen=True)
class Swept:
    """What was varied, how every cell went, and the cell that was played last."""

    rules: Rules
    players: int
    bots: tuple[str, ...]
    seed: str
    axes: Sequence[Axis]
    asked: int
    outcomes: Sequence[Outcome] = ()
    latest: Outcome | None = None

    @cached_property
    def measure(self) -> Measure:
        """What the sweep looks at."""
        return measure_of([outcome.cell for outcome in self.outcomes])

    @cached_property
    def duel(self) -> bool:
        """Whether there are only duels."""
        cells = [outcome.cell for outcome in self.outcomes]
        return all(cell.setting.rules.duel for cell in cells if cell.setting)

    @cached_property
    def played(self) -> list[Outcome]:
        """The cells that have figures."""
        return [outcome for outcome in self.outcomes if outcome.results]

    @cached_property
    def policies(self) -> tuple[TalkPolicy, ...]:
        """The policies by which search bots talk, each once."""
        settings = (outcome.cell.setting for outcome in self.outcomes)
        return tuple(dict.fromkeys(each.talk for each in settings if each and each.talk))

    @property
    def progress(self) -> tuple[int, int]:
        """How many games were played in all, and how many were asked for."""
        playable = sum(outcome.cell.setting is not None for outcome in self.outcomes)
        done = sum(outcome.results.games for outcome in self.outcomes if outcome.results)
        return done, playable * self.asked

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before all was played."""
        done, asked = self.progress
        return done < asked

    @cached_property
    def refusals(self) -> dict[str, TenbackError]:
        """What cannot be played, each reason once, by its English sentence."""
        found = [outcome.cell.refusal for outcome in self.outcomes]
        return {str(refusal): refusal for refusal in found if refusal}

    def data(self) -> dict[str, Any]:
        """One object; its keys are part of the interface."""
        measure = self.measure
        keys = [axis.key for axis in self.axes]
        return {
            "game": self.rules.name,
            "players": None if PLAYERS in keys else self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "games_asked": self.asked,
            "interrupted": self.interrupted,
            "keys": keys,
            "measure": measure.value,
            "cells": [_cell(self, outcome) for outcome in self.outcomes],
            "highest": _values(self, highest(self.played, measure)),
            "nearest_to_half": _values(self, nearest_to_half(self.played, measure)),
        }

    def csv(self) -> str:
        """A row for each cell; one that cannot be played has a reason instead of figures."""
        rows = [_row(self, outcome) for outcome in self.outcomes]
        columns = dict.fromkeys(chain.from_iterable(rows))
        columns.pop("refusal")
        return as_csv(rows, [*columns, "refusal"])


def unplayed(swept: Swept, talk: TalkPolicy | None) -> Swept:
    """The sweep with its cells, before anything is played; refused if none of them can be."""
    cells = grid(swept.rules, swept.players, swept.bots, swept.seed, swept.axes, talk)
    if all(cell.refusal for cell in cells) and cells[0].refusal:
        raise cells[0].refusal
    return replace(swept, outcomes=[Outcome(cell) for cell in cells])


def play(empty: Swept, workers: Workers) -> Iterator[Step[Swept]]:
    """Play every cell, step by step."""
    outcomes = list(empty.outcomes)
    cells = [outcome.cell for outcome in outcomes]
    with closed(sweep(cells, empty.asked, workers)) as parts:
        for place, part in parts:
            before = outcomes[place].results
            outcomes[place] = replace(outcomes[place], results=before + part if before else part)
            swept = replace(empty, outcomes=tuple(outcomes), latest=outcomes[place])
            yield Step(swept, part.games)


def plain(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, list):
        return f"[{','.join(map(plain, value))}]"
    return str(value).lower() if isinstance(value, bool) else printable(str(value))


def _values(found: Swept, outcome: Outcome) -> dict[str, Any]:
    pairs = zip(found.axes, outcome.cell.values, strict=True)
    return {axis.key: value for axis, value in pairs}


def _cell(found: Swept, outcome: Outcome) -> dict[str, Any]:
    results, refusal = outcome.results, outcome.cell.refusal
    talk = outcome.cell.setting.talk if outcome.cell.setting else None
    data: dict[str, Any] = {"values": _values(found, outcome), "talk": talk, "refusal": None}
    if refusal is not None:
        data["refusal"] = {"code": refusal.code, "sentence": str(refusal)}
    if results is None:
        return data | {"games": 0}
    finished = share(results.reasons[Reason.FINISHED], results.games)
    return data | figures(results) | {"finished": finished}


def _row(found: Swept, outcome: Outcome) -> dict[str, Any]:
    row: dict[str, Any] = {key: plain(value) for key, value in _values(found, outcome).items()}
    row["refusal"] = str(outcome.cell.refusal or "")
    return row | (flat(outcome.results) if outcome.results else {})
