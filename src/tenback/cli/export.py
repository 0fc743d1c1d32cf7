"""`tenback export FILE`: tables, records and people in one file, for another database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.cli.databases import (
    TransferError,
    TransferProgress,
    add_database,
    chosen_database,
    summary,
)
from tenback.host import export_contents
from tenback.store import StoreError, snapshot
from tenback.store.export_file import write
from tenback.store.transfer import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator, Sequence

    from tenback.cli.arguments import Parser
    from tenback.store import Copied, Store
    from tenback.store.transfer import Piece


def run(words: Sequence[str]) -> int:
    """Write a database, or some tables of it, to a file."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    file = Path(found.file)
    with TransferProgress(say) as progress:
        try:
            exported = asyncio.run(_export(found, file, progress))
        except OSError as error:
            why = error.strerror or error
            raise TransferError("unwritable", file=found.file, why=why) from None
    print(summary(say, "exported", found.file, exported))
    if not found.secrets and not found.table:
        print(say("transfer.no-secrets"))
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
        help="also what proves who people are, the secrets of the days and of webhooks; "
        "needed to move a host",
    )
    add_language(arguments)
    return arguments


async def _export(found: argparse.Namespace, file: Path, progress: TransferProgress) -> Copied:
    if not file.parent.is_dir():
        raise StoreError("store-no-folder", folder=str(file.parent))
    if file.exists():
        raise StoreError("store-file-exists", file=str(file))
    progress("copying")
    async with snapshot(chosen_database(found.database), file.parent) as store:
        pieces = counted(_chosen(found, store), lambda done: progress("exporting", done=done))
        return await write(pieces, file)


def _chosen(found: argparse.Namespace, store: Store) -> AsyncIterator[Piece]:
    if found.table:
        return export_contents.of_tables(store, found.table)
    return export_contents.everything(store, secrets=found.secrets)
