"""The output of a study: text, JSON, CSV, and a picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tenback.cli.reports.figures import interrupted
from tenback.cli.status_line import shown, tell
from tenback.cli.study_arguments import unwritable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

    from tenback.words import Words


class Study(Protocol):
    """The results of a study, perhaps of an interrupted one."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before all was played."""

    @property
    def progress(self) -> tuple[int, int]:
        """How many games were played, and how many were asked for."""

    def data(self) -> dict[str, object]:
        """The results as JSON."""

    def csv(self) -> str:
        """The results as a table."""


def print_study(
    found: argparse.Namespace, name: str, study: Study, lines: Iterable[str], say: Words
) -> None:
    """Print what was asked for; CSV has no room to say that the study was interrupted."""
    if found.json:
        print(json.dumps(study.data()))
    elif found.csv:
        print(study.csv(), end="")
        if study.interrupted:
            tell(interrupted(name, study, say))
    else:
        for line in lines:
            print(shown(sys.stdout, line))


def save_picture(found: argparse.Namespace, say: Words, draw: Callable[[Path], None]) -> None:
    """Draw the picture that was asked for, and say where it is."""
    if found.plot is None:
        return
    try:
        draw(Path(found.plot))
    except OSError as error:
        raise unwritable(found.plot, error) from None
    if not found.json and not found.csv:
        print(shown(sys.stdout, "\n" + say("simulate.saved", file=found.plot)))
