"""The HTTP client of webhooks: one POST to the address that was checked, and no other."""

from __future__ import annotations

import asyncio
import ssl
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.host.webhooks import Request

MAX_LINE = 8192
CONNECT_TIMEOUT = 4.0
"""Seconds for the connection, TLS included."""
ANSWER_TIMEOUT = 4.0
"""Seconds for sending the request and reading the first line of the answer."""


class InvalidResponse(OSError):
    """The response is not HTTP."""


async def send(request: Request) -> int:
    """Send it and return the status of the answer; redirects are not followed."""
    url = request.target.url
    secure = url.scheme == "https"
    async with asyncio.timeout(CONNECT_TIMEOUT):
        reader, writer = await asyncio.open_connection(
            str(request.target.address),
            url.port,
            ssl=_certificates() if secure else None,
            server_hostname=url.host if secure else None,
            limit=MAX_LINE,
        )
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            writer.write(_head(request) + request.body)
            await writer.drain()
            return _status(await reader.readline())
    except (ValueError, asyncio.LimitOverrunError):
        raise InvalidResponse("no HTTP") from None
    finally:
        writer.close()


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


def _head(request: Request) -> bytes:
    url = request.target.url
    usual = {"https": 443, "http": 80}[url.scheme]
    name = f"[{url.host}]" if ":" in url.host else url.host
    headers = {
        "Host": name if url.port == usual else f"{name}:{url.port}",
        "User-Agent": "tenback",
        "Content-Length": str(len(request.body)),
        "Connection": "close",
        **request.headers,
    }
    lines = [f"POST {url.path} HTTP/1.1", *(f"{key}: {text}" for key, text in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _status(line: bytes) -> int:
    words = line.split()
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise InvalidResponse("no HTTP")
    return int(words[1])
