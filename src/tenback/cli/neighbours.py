"""Where a server on this machine can be found: beside its database, for who starts a second one.

Only addresses that lead to this machine are written down or believed, and only if a tenback answers
there.
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tenback.server.settings import EVERYWHERE, is_loopback
from tenback.store.opening import MEMORY, file_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.server.settings import Settings

PATIENCE = 3.0
"""How many seconds a server has to answer."""

_LOOPBACK = dict(zip(EVERYWHERE, ("127.0.0.1", "::1"), strict=True))


def own_url(settings: Settings) -> str:
    """Where a browser on this machine finds the server."""
    name = _LOOPBACK.get(settings.host, settings.host)
    if not is_loopback(name):
        return settings.url
    return f"http://{f'[{name}]' if ':' in name else name}:{settings.port}"


def note_of(file: Path | str) -> Path:
    """Where the address of the server is kept that has this database open."""
    place = Path(file).expanduser().resolve()
    return place.with_name(f"{place.name}.url")


@contextmanager
def noted(database: str, settings: Settings) -> Iterator[None]:
    """While this lasts, others on this machine can learn where the server is."""
    url, file = own_url(settings), None if database in MEMORY else file_of(database)
    if file is None or not _leads_here(url):
        yield
        return
    note = note_of(file)
    with suppress(OSError):  # whoever comes second is refused, as ever
        note.touch(0o600)
        note.write_text(url, "ascii")
    try:
        yield
    finally:
        with suppress(OSError):
            note.unlink()


def neighbour(file: str) -> str | None:
    """The address of the server that has this database open, if there is one that answers."""
    try:
        url = note_of(file).read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return url if _leads_here(url) and _answers(url) else None


def _leads_here(url: str) -> bool:
    try:
        parts = urlsplit(url)
        found = (parts.scheme, parts.path, parts.query, parts.fragment, bool(parts.port))
    except ValueError:
        return False
    return found == ("http", "", "", "", True) and is_loopback(parts.hostname or "")


def _answers(url: str) -> bool:
    """Whether a tenback is there; straight, for a proxy would be on another machine."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        told = json.loads(connection.getresponse().read(10_000))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(told, dict) and told.get("status") == "ok"
