"""The URL of a running server, in a file beside its database, for a second `tenback`.

Only loopback URLs are written and trusted, and only if a tenback answers there.
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tenback.server.settings import ALL_INTERFACES, is_loopback
from tenback.store.urls import MEMORY, file_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.server.settings import Settings

TIMEOUT = 3.0
"""Seconds that a server has to answer."""

_LOOPBACK = dict(zip(ALL_INTERFACES, ("127.0.0.1", "::1"), strict=True))


def own_url(settings: Settings) -> str:
    """The URL of a server for browsers on this machine."""
    name = _LOOPBACK.get(settings.host, settings.host)
    if not is_loopback(name):
        return settings.url
    return f"http://{f'[{name}]' if ':' in name else name}:{settings.port}"


def url_file(file: Path | str) -> Path:
    """The file with the URL of the server that has this database open."""
    place = Path(file).expanduser().resolve()
    return place.with_name(f"{place.name}.url")


@contextmanager
def advertised(database: str, settings: Settings) -> Iterator[None]:
    """Keep the URL of a running server in its file."""
    url, file = own_url(settings), None if database in MEMORY else file_of(database)
    if file is None or not _is_loopback_url(url):
        yield
        return
    file_with_url = url_file(file)
    with suppress(OSError):  # without the file a second `tenback` is refused
        file_with_url.touch(0o600)
        file_with_url.write_text(url, "ascii")
    try:
        yield
    finally:
        with suppress(OSError):
            file_with_url.unlink()


def running_url(file: str) -> str | None:
    """The URL of the server that has this database open, if it answers."""
    try:
        url = url_file(file).read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return url if _is_loopback_url(url) and _answers(url) else None


def _is_loopback_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        found = (parts.scheme, parts.path, parts.query, parts.fragment, bool(parts.port))
    except ValueError:
        return False
    return found == ("http", "", "", "", True) and is_loopback(parts.hostname or "")


def _answers(url: str) -> bool:
    """Whether a tenback answers; without a proxy, which would be on another machine."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/healthz")
        health = json.loads(connection.getresponse().read(10_000))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(health, dict) and health.get("status") == "ok"
