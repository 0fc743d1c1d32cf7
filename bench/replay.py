"""Play recorded results again: do today's kernels still play the same games?

    python bench/replay.py bench/results/strength.jsonl [--tables PATTERN ...] [--lines 1] [--mark]

Every line of a results file is marked with a hash of the code that played it, and results of
other code are not added to it. A change of names changes the hash and no game. This program plays
recorded lines again, the shortest ones of every table, and compares wins and cards left exactly.
`--mark` then marks the lines of the tables whose replayed lines all agree with today's hash, so
that later runs add to them. A pattern is that of a table such as original-3p-master; it may have
a *.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenback import Rules
from tenback.analysis.arena import games
from tenback.analysis.arena.counts import Counts
from tenback.analysis.arena.journal import Journal
from tenback.analysis.arena.lineups import Lineup
from tenback.analysis.arena.rounds import play_round
from tenback.core.rules import TalkPolicy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Line = dict[str, Any]

ARRAYS = ("wins", "left", "only", "products")


def marks(line: Line) -> list[Line]:
    """The marks of a line: one for the games of a table, several for a round of tables."""
    tables: list[Line] = line.get("tables", [line])
    return tables


def lineup(mark: Mapping[str, Any]) -> Lineup:
    """The table that a mark describes."""
    rules = Rules.named(mark["rules"])
    return Lineup(rules, tuple(mark["bots"]), mark["seed"], TalkPolicy(mark["talk"]))


def name(line: Line) -> str:
    """The tables of a line as a pattern matches them."""
    names = (
        f"{m['rules']}-{m['players']}p-{'-'.join(dict.fromkeys(m['bots']))}" for m in marks(line)
    )
    return " ".join(dict.fromkeys(names))


def agrees(line: Line) -> bool:
    """Whether the recorded games come out the same when they are played again."""
    tables = tuple(map(lineup, marks(line)))
    if "tables" in line:
        found = play_round(tables, line["round"], line["games"]).found
        return all(getattr(found, each).tolist() == line[each] for each in ARRAYS)
    recorded = Counts.read(line, tables[0].players)
    return games.play(tables[0], line["first"], recorded.dealt).counts == recorded


def by_tables(lines: Sequence[Line], patterns: Sequence[str]) -> Iterator[tuple[str, list[Line]]]:
    """The lines of the same tables together, the shortest first."""
    found = defaultdict(list)
    for line in lines:
        found[json.dumps([name(line), *marks_without_games(line)])].append(line)
    for group in found.values():
        title = name(group[0])
        if not patterns or any(fnmatch(title, pattern) for pattern in patterns):
            yield title, sorted(group, key=lambda line: int(line["games"]))


def marks_without_games(line: Line) -> list[Line]:
    """What the lines of the same tables share."""
    keys = ("rules", "players", "bots", "talk", "seed", "made_of")
    return [{key: mark[key] for key in keys} for mark in marks(line)]


def write(file: Path, lines: Sequence[Line]) -> None:
    """Replace the file by these lines."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    part = file.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(file)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("--tables", nargs="*", default=[], metavar="PATTERN", help="by default all")
    parser.add_argument("--lines", type=int, default=1, help="of each table, to be played again")
    parser.add_argument("--mark", action="store_true", help="mark what agrees with today's hash")
    asked = parser.parse_args()
    lines, differing = Journal(asked.results).lines, 0
    for title, group in by_tables(lines, asked.tables):
        chosen = group[: asked.lines]
        same = all(map(agrees, chosen))
        differing += not same
        played = sum(int(line["games"]) for line in chosen)
        print(f"{'the same' if same else 'OTHER GAMES'}: {title}, {played} games", flush=True)
        if same and asked.mark:
            for mark in (mark for line in group for mark in marks(line)):
                mark["made_of"] = lineup(mark).mark["made_of"]
            write(asked.results, lines)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
