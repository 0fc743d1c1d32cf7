"""`tenback export FILE`: tables, records and people in one file, for another database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.cli.databases import MovingError, Telling, add_database, chosen_database, told
from tenback.host import moving
from tenback.store import StoreError, moment
from tenback.store.exporting import write

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator, Sequence

    from tenback.cli.arguments import Parser
    from tenback.store import Copied, Store
    from tenback.store.copying import Piece


def run(words: Sequence[str]) -> int:
    """Write a database, or some tables of it, to a file."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    file = Path(found.file)
    with Telling(say) as telling:
        try:
            exported = asyncio.run(_export(found, file, telling))
        except OSError as error:
            why = error.strerror or error
            raise MovingError("unwritable", file=found.file, why=why) from None
    print(told(say, "exported", found.file, exported))
    if not found.secrets and not found.table:
        print(say("moving.no-secrets"))
    return 0


def _parser() -> Parser:
    arguments = parser(
        "export", "Write everything in a database to one file, which tenback import reads."
    )
    arguments.add_argument(
        "file", metavar="FILE", help="the new file; compressed if its name ends in .gz"
    )
    add_database(arguments)
    some = arguments.add_mutually_exclusive_group()
    some.add_argument(
        "--table",
        action="append",
        metavar="ID",
        help="only this table, with its records and results; may be given several times",
    )
    some.add_argument(
        "--secrets",
        action="store_true",
        help="also what proves who people are, the secrets of the days and of web hooks; "
        "needed to move a host",
    )
    add_language(arguments)
    return arguments


async def _export(found: argparse.Namespace, file: Path, telling: Telling) -> Copied:
    if not file.parent.is_dir():
        raise StoreError("store-no-folder", folder=str(file.parent))
    if file.exists():
        raise StoreError("store-file-exists", file=str(file))
    telling("copying")
    async with moment(chosen_database(found.database), file.parent) as store:
        return await write(_counted(_chosen(found, store), telling), file)


def _chosen(found: argparse.Namespace, store: Store) -> AsyncIterator[Piece]:
    if found.table:
        return moving.of_tables(store, found.table)
    return moving.everything(store, secrets=found.secrets)


async def _counted(pieces: AsyncIterator[Piece], telling: Telling) -> AsyncIterator[Piece]:
    done = 0
    async for piece in pieces:
        yield piece
        done += piece.size
        telling("exporting", done=done)
