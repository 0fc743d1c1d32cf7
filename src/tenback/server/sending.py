"""Calls to web hooks: one POST to the address that was checked, and nowhere else."""

from __future__ import annotations

import asyncio
import ssl
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.host.hooks import Request

LONGEST_LINE = 8192


class NoAnswer(OSError):
    """What came back is not HTTP."""


async def send(request: Request) -> int:
    """Send it and return the status of the answer; redirects are not followed."""
    place = request.target.place
    secure = place.scheme == "https"
    reader, writer = await asyncio.open_connection(
        str(request.target.address),
        place.port,
        ssl=_certificates() if secure else None,
        server_hostname=place.host if secure else None,
        limit=LONGEST_LINE,
    )
    try:
        writer.write(_head(request) + request.body)
        await writer.drain()
        return _status(await reader.readline())
    except (ValueError, asyncio.LimitOverrunError):
        raise NoAnswer("no HTTP") from None
    finally:
        writer.close()


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


def _head(request: Request) -> bytes:
    place = request.target.place
    usual = {"https": 443, "http": 80}[place.scheme]
    name = f"[{place.host}]" if ":" in place.host else place.host
    headers = {
        "Host": name if place.port == usual else f"{name}:{place.port}",
        "User-Agent": "tenback",
        "Content-Length": str(len(request.body)),
        "Connection": "close",
        **request.headers,
    }
    lines = [f"POST {place.path} HTTP/1.1", *(f"{key}: {text}" for key, text in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _status(line: bytes) -> int:
    words = line.split()
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise NoAnswer("no HTTP")
    return int(words[1])
