"""How the three commands answer: to people, to programs, to spreadsheets, and with a picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.simulating.arguments import unwritable
from tenback.cli.simulating.progress import shown

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

    from tenback.words import Words


def answer(
    found: argparse.Namespace,
    *,
    data: Callable[[], object],
    table: Callable[[], str],
    text: Callable[[], Iterable[str]],
    interruption: str,
) -> None:
    """Print what was asked for; a table has no room to say that it was interrupted."""
    if found.json:
        print(json.dumps(data()))
    elif found.csv:
        print(table(), end="")
        if interruption:
            print(shown(sys.stderr, interruption), file=sys.stderr)
    else:
        for line in text():
            print(shown(sys.stdout, line))


def picture(found: argparse.Namespace, say: Words, draw: Callable[[Path], None]) -> None:
    """Draw what was asked for, and tell people where it is."""
    if found.plot is None:
        return
    try:
        draw(Path(found.plot))
    except OSError as error:
        raise unwritable(found.plot, error) from None
    if not found.json and not found.csv:
        print(shown(sys.stdout, "\n" + say("simulate.saved", file=found.plot)))
