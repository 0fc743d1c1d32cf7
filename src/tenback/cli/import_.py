"""`tenback import FILE`: what `tenback export` wrote, into a database."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.cli.databases import TransferProgress, add_database, chosen_database, summary
from tenback.store import open_store
from tenback.store.import_file import ImportConflict, InvalidExport, check, import_into
from tenback.words.printable import printable
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.store import Copied, StoreError
    from tenback.words import Words

SHOWN = 5
"""So many differences are named; a longer list would help no operator."""


def run(words: Sequence[str]) -> int:
    """Bring a file into a database: all of it, or nothing where something differs."""
    arguments = parser("import", "Bring what tenback export has written into a database.")
    arguments.add_argument("file", metavar="FILE", help="a file that tenback export has written")
    add_database(arguments)
    add_language(arguments)
    found = arguments.parse(words)
    say = chosen_words(found.language)
    try:
        with TransferProgress(say) as progress:
            holds, known = _imported(found.file, found.database, progress)
    except ImportConflict as error:
        _name(error.differences, say)
        return 1
    print(summary(say, "imported", found.file, holds))
    if known:
        print(say("transfer.known", count=known))
    return 0


def _imported(name: str, database: str | None, progress: TransferProgress) -> tuple[Copied, int]:
    """What a file holds, and how much of that was known; the file is checked first."""
    file = Path(name)
    try:
        holds = check(file, partial(progress.share, "checking"))
    except FileNotFoundError:
        raise UsageError("no-such-file", file=name) from None
    except InvalidExport as error:
        error.add_note(name)
        raise
    except OSError as error:
        raise UsageError("unreadable", file=name, why=error.strerror or error) from None
    new = asyncio.run(_write(file, chosen_database(database), progress))
    return holds, holds.entries + holds.documents - new


async def _write(file: Path, database: str, progress: TransferProgress) -> int:
    """How many things were new."""
    shares = (partial(progress.share, name) for name in ("comparing", "writing"))
    async with await open_store(database) as target:
        return await import_into(target, file, *shares)


def _name(differences: Sequence[StoreError], say: Words) -> None:
    sentences = [say.refusal(difference) for difference in differences[:SHOWN]]
    more = len(differences) - len(sentences)
    if more:
        sentences.append(say("terminal.more-problems", count=more))
    for sentence in (*sentences, say("transfer.nothing-written")):
        print(f"tenback import: {printable(sentence)}", file=sys.stderr)
