"""`tenback replay FILE`: a recorded game again, from above or from one seat."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenback.analysis.input_files import read_record
from tenback.cli.arguments import add_language, chosen_words, number, parser
from tenback.core.engine import check_seat
from tenback.terminal.replay import lines
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def run(words: Sequence[str]) -> int:
    """Tell a game from its record."""
    arguments = parser("replay", "Show a recorded game again, every card open or from one seat.")
    arguments.add_argument("file", metavar="FILE", help="a record, as text or JSON; - reads stdin")
    arguments.add_argument(
        "--seat", type=number, metavar="N", help="show only what this seat could know"
    )
    arguments.add_argument("--step", action="store_true", help="wait for Enter after each turn")
    add_language(arguments)
    found = arguments.parse(words)
    if found.step and found.file == "-":
        raise UsageError("keyboard-needs-file", option="--step")
    record = read_record(found.file)
    if found.seat is not None:
        check_seat(record.beginning().state, found.seat)
    _show(lines(record, chosen_words(found.language), found.seat), step=found.step)
    return 0


def _show(lines: Iterator[str], *, step: bool) -> None:
    """Print, with `step` only as far as Enter is pressed; an empty line ends a turn."""
    for line in lines:
        if line or not step:
            print(line)
            continue
        if not _wait():
            return


def _wait() -> bool:
    """Wait for Enter; False when the input has ended."""
    sys.stdout.flush()
    try:
        return bool(sys.stdin.readline())
    except KeyboardInterrupt:
        print()
        raise
