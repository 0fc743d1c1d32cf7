"""Calls to webhooks, against a server on this machine that stands in for one far away."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import trustme

from tenback.host.webhook_urls import Target, WebhookUrl
from tenback.host.webhooks import Request
from tenback.server import webhook_client
from tenback.server.webhook_client import InvalidResponse, send

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

BODY = b'{"type":"your-turn"}'


class There:
    """Listens on a port, keeps what it is told, and says what it was told to say."""

    def __init__(self, says: bytes) -> None:
        self.says = says
        self.heard = b""
        self.calls = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        head = await reader.readuntil(b"\r\n\r\n")
        self.heard = head + await reader.readexactly(len(BODY))
        writer.write(self.says)
        writer.close()


@asynccontextmanager
async def listening(
    says: bytes, tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[There, int]]:
    there = There(says)
    server = await asyncio.start_server(there.answer, "127.0.0.1", 0, ssl=tls)
    async with server:
        yield there, server.sockets[0].getsockname()[1]


def request(
    port: int, host: str = "hooks.example.org", path: str = "/in?a=1", scheme: str = "http"
) -> Request:
    place = WebhookUrl(f"{scheme}://{host}:{port}{path}", scheme, host, port, path)
    return Request(Target(place, str(ip_address("127.0.0.1"))), {"Tenback-Time": "7"}, BODY)


async def test_a_call() -> None:
    async with listening(b"HTTP/1.1 204 No Content\r\n\r\n") as (there, port):
        assert await send(request(port)) == 204
    head, _, body = there.heard.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = dict(line.split(": ") for line in rest)
    assert first == "POST /in?a=1 HTTP/1.1"
    assert body == BODY
    assert headers == {
        "Host": f"hooks.example.org:{port}",
        "User-Agent": "tenback",
        "Content-Length": str(len(BODY)),
        "Connection": "close",
        "Tenback-Time": "7",
    }


async def test_the_name_goes_with_the_call_and_the_address_was_checked() -> None:
    """`hooks.example.org` is never looked up: the call goes to the address of the target."""
    async with listening(b"HTTP/1.1 200 OK\r\n\r\n") as (there, port):
        assert await send(request(port, host="2001:db8::1")) == 200
    assert f"Host: [2001:db8::1]:{port}".encode() in there.heard


async def test_redirects_are_not_followed() -> None:
    async with listening(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n") as (
        there,
        port,
    ):
        assert await send(request(port)) == 302
        assert there.calls == 1


@pytest.mark.parametrize(
    "says",
    [
        b"",
        b"\r\n",
        b"hello\r\n",
        b"HTTP/1.1\r\n",
        b"HTTP/1.1 abc\r\n",
        b"HTTP/1.1 -1\r\n",
        b"HTTP/1.1 " + b"9" * 5_000 + b"\r\n",
        b"x" * 20_000,
    ],
)
async def test_what_is_no_answer(says: bytes) -> None:
    async with listening(says) as (_, port):
        with pytest.raises(InvalidResponse):
            await send(request(port))


async def test_a_target_that_does_not_answer() -> None:
    async with listening(b"") as (_, port):
        pass
    with pytest.raises(OSError, match="Connect call failed"):
        await send(request(port))


async def test_no_https_there() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        place = WebhookUrl("https://a.example", "https", "a.example", port, "/")
        with pytest.raises(OSError, match=r"(?i)ssl|reset|closed|EOF"):
            await send(Request(Target(place, "127.0.0.1"), {}, BODY))


# Over TLS


@dataclass
class Secured:
    """A server's side of TLS: a certificate of our own authority, and the names it was called."""

    context: ssl.SSLContext
    authority: Path
    called: list[str | None] = field(default_factory=list)

    def hear(self, _socket: ssl.SSLObject, name: str | None, _context: ssl.SSLContext) -> None:
        self.called.append(name)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An authority of our own, and its certificate for hooks.example.org and an address."""
    folder = tmp_path_factory.mktemp("tls")
    authority, certificate = folder / "authority.pem", folder / "certificate.pem"
    ours = trustme.CA(key_type=trustme.KeyType.ECDSA)
    ours.cert_pem.write_to_path(str(authority))
    issued = ours.issue_cert("hooks.example.org", "2001:db8::1", key_type=trustme.KeyType.ECDSA)
    issued.private_key_and_cert_chain_pem.write_to_path(str(certificate))
    return authority, certificate


@pytest.fixture
def secured(files: tuple[Path, Path]) -> Secured:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority, certificate = files
    context.load_cert_chain(certificate)
    found = Secured(context, authority)
    context.sni_callback = found.hear
    return found


@pytest.fixture
def trusting(secured: Secured, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This machine trusts that certificate, as it would one of an authority."""
    monkeypatch.setenv("SSL_CERT_FILE", str(secured.authority))
    webhook_client._certificates.cache_clear()
    yield
    webhook_client._certificates.cache_clear()


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize(
    ("host", "called"), [("hooks.example.org", "hooks.example.org"), ("2001:db8::1", None)]
)
async def test_a_call_over_tls(secured: Secured, host: str, called: str | None) -> None:
    async with listening(b"HTTP/1.1 204 No Content\r\n\r\n", secured.context) as (there, port):
        assert await send(request(port, host, scheme="https")) == 204
    head, _, body = there.heard.partition(b"\r\n\r\n")
    assert (head.split(b"\r\n")[0], body) == (b"POST /in?a=1 HTTP/1.1", BODY)
    assert secured.called == [called]


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("host", ["example.org", "a.hooks.example.org", "127.0.0.1"])
async def test_a_certificate_for_another_name(secured: Secured, host: str) -> None:
    """The name in the URL counts, not the address that was checked."""
    async with listening(b"HTTP/1.1 204 No Content\r\n\r\n", secured.context) as (there, port):
        with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
            await send(request(port, host, scheme="https"))
        assert there.calls == 0


async def test_a_certificate_of_an_unknown_authority(secured: Secured) -> None:
    async with listening(b"HTTP/1.1 204 No Content\r\n\r\n", secured.context) as (there, port):
        with pytest.raises(ssl.SSLCertVerificationError, match=r"issuer|self-signed"):
            await send(request(port, scheme="https"))
        assert there.calls == 0
