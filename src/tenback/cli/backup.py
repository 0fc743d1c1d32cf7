"""`tenback backup FILE`: a copy of the database's file, also while a server uses it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.cli.databases import TransferError, TransferProgress, add_database, chosen_database
from tenback.store import backup
from tenback.store.urls import file_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Copy the database."""
    arguments = parser("backup", "Copy the database to a file, also while a server uses it.")
    arguments.add_argument("file", metavar="FILE", help="the new file")
    add_database(arguments)
    add_language(arguments)
    found = arguments.parse(words)
    say = chosen_words(found.language)
    source = file_of(chosen_database(found.database))
    if source is None:
        raise TransferError("pg-dump")
    with TransferProgress(say) as progress:
        progress("copying")
        asyncio.run(backup(source, Path(found.file)))
    print(say("transfer.backed-up", file=found.file))
    return 0
