"""`tenback import FILE`: what `tenback export` wrote, into a database."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.cli.databases import Telling, add_database, chosen_database, told
from tenback.cli.usage import UsageError
from tenback.store import open_store
from tenback.store.copying import bring, compare
from tenback.store.importing import InvalidExport, check, read
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.store import Copied, Store, StoreError
    from tenback.words import Words

SHOWN = 5
"""So many differences are named; whoever has more needs another database, not a longer list."""


class Different(Exception):
    """The database has something else in the place of what a file holds."""

    def __init__(self, differences: Sequence[StoreError]) -> None:
        super().__init__(len(differences))
        self.differences = differences


def run(words: Sequence[str]) -> int:
    """Bring a file into a database: all of it, or nothing where something differs."""
    arguments = parser("import", "Bring what tenback export has written into a database.")
    arguments.add_argument("file", metavar="FILE", help="a file that tenback export has written")
    add_database(arguments)
    add_language(arguments)
    found = arguments.parse(words)
    say = chosen_words(found.language)
    try:
        with Telling(say) as telling:
            holds, known = _imported(found.file, found.database, telling)
    except Different as error:
        _name(error.differences, say)
        return 1
    print(told(say, "imported", found.file, holds))
    if known:
        print(say("moving.known", count=known))
    return 0


def _imported(name: str, database: str | None, telling: Telling) -> tuple[Copied, int]:
    """What a file holds, and how much of that was known; the file is looked through first."""
    file = Path(name)
    try:
        holds = check(file, partial(telling.share, "checking"))
    except FileNotFoundError:
        raise UsageError("no-such-file", file=name) from None
    except InvalidExport as error:
        error.add_note(name)
        raise
    except OSError as error:
        raise UsageError("unreadable", file=name, why=error.strerror or error) from None
    new = asyncio.run(_brought(file, chosen_database(database), telling))
    return holds, holds.entries + holds.documents - new


async def _brought(file: Path, database: str, telling: Telling) -> int:
    """How many things were new."""
    async with await open_store(database) as target:
        await _check_differences(file, target, telling)
        pieces = read(file, partial(telling.share, "writing"))
        return sum([await bring(target, piece) for piece in pieces])


async def _check_differences(file: Path, target: Store, telling: Telling) -> None:
    pieces = read(file, partial(telling.share, "comparing"))
    differences = [each for piece in pieces for each in (await compare(target, piece)).differences]
    if differences:
        raise Different(differences)


def _name(differences: Sequence[StoreError], say: Words) -> None:
    sentences = [say.refusal(difference) for difference in differences[:SHOWN]]
    more = len(differences) - len(sentences)
    if more:
        sentences.append(say("line.more-problems", count=more))
    for sentence in (*sentences, say("moving.nothing-written")):
        print(f"tenback import: {printable(sentence)}", file=sys.stderr)
