"""What a browser gets: the page at its addresses, its files, and nothing else from the disk."""

from __future__ import annotations

import asyncio
import gzip
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from tenback.server import assets, page
from tenback.words import LANGUAGES
from tests.server.harness import server_harness
from tests.server.processes import ROOT
from tests.server.test_app import header

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.clients import Client, Reply

START = b"<!doctype html><title>tenback</title>"
SCRIPT = b"console.log(1)"
PLAIN = {"accept-encoding": "identity"}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small page, built."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(START)
    for name, body in (("app-1a2b.js", SCRIPT), ("font-3c4d.woff2", b"wOF2")):
        (folder / "assets" / name).write_bytes(body)
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "manifest.webmanifest").write_bytes(b"{}")
    (folder / "icon.svg").write_bytes(b"<svg/>")
    (folder / "built-from").write_text("a hash", "utf-8")
    (tmp_path / "secret.js").write_text("secret", "utf-8")
    monkeypatch.setattr(assets, "STATIC", folder)
    return folder


async def asked(path: str, method: str = "GET", **headers: str) -> Reply:
    async with server_harness() as found:
        return await (await found.client()).ask(method, path, **headers)


def headers_of(reply: Reply, *names: str) -> list[str | None]:
    return [header(reply, name) for name in names]


# The page itself


ADDRESSES = """
/ /me /settings /about /t/some-table /t/some-table?at=3 /replay/some-table /learn /learn/original/2
/hotseat /rules /rules/on-fire /daily /daily/2027-01-14/original
"""


@pytest.mark.parametrize("path", ADDRESSES.split())
async def test_at_its_addresses(built: Path, path: str) -> None:
    reply = await asked(path)
    assert (reply.status, reply.body) == (200, START)
    assert headers_of(reply, "content-type", "cache-control") == [
        "text/html; charset=utf-8",
        "no-cache",
    ]


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/ta", "/nothing/me", "/favicon.ico", "/apis", "/built-from"],
)
async def test_where_there_is_nothing_it_says_so_itself(built: Path, path: str) -> None:
    reply = await asked(path, **{"if-none-match": "*"})
    assert (reply.status, reply.body) == (404, START)


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/assets/old.js", "/assets/"])
async def test_where_programs_ask_there_is_no_page(built: Path, path: str) -> None:
    reply = await asked(path)
    assert (reply.status, reply.code) == (404, "server-not-found")


async def test_a_wrong_host_gets_nothing(built: Path) -> None:
    for path in ("/", "/nothing", "/assets/app-1a2b.js"):
        reply = await asked(path, host="evil.example")
        assert (reply.status, reply.code) == (403, "server-bad-host")


# Its files


@pytest.mark.parametrize(
    ("path", "kind", "cache_control"),
    [
        ("/assets/app-1a2b.js", "text/javascript; charset=utf-8", assets.IMMUTABLE),
        ("/assets/font-3c4d.woff2", "font/woff2", assets.IMMUTABLE),
        ("/manifest.webmanifest", "application/manifest+json", assets.REVALIDATE),
        ("/icon.svg", "image/svg+xml", assets.REVALIDATE),
        ("/index.html", "text/html; charset=utf-8", assets.REVALIDATE),
    ],
)
async def test_files_have_types_and_are_kept(
    built: Path, path: str, kind: str, cache_control: str
) -> None:
    reply = await asked(path, **PLAIN)
    assert (reply.status, reply.body) == (200, (built / path[1:]).read_bytes())
    assert headers_of(reply, "content-type", "cache-control") == [kind, cache_control]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip", "gzip"),
        ("br, GZIP;q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("gzip; q=0.00, br", None),
        ("br", None),
        ("", None),
    ],
)
async def test_compressed_for_clients_that_accept_it(
    built: Path, accepted: str, encoding: str | None
) -> None:
    reply = await asked("/assets/app-1a2b.js", **{"accept-encoding": accepted})
    assert reply.body == SCRIPT, "the client has unpacked it"
    assert headers_of(reply, "content-encoding", "vary") == [encoding, "Accept-Encoding"]
    assert int(header(reply, "content-length") or 0) == len(
        gzip.compress(SCRIPT) if encoding else SCRIPT
    )


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/assets/app-1a2b.js"])
async def test_what_a_browser_has_is_not_sent_again(built: Path, path: str) -> None:
    first = await asked(path)
    etag = header(first, "etag")
    assert etag
    for known in (etag, f'"old", {etag}', etag.removeprefix("W/")):
        again = await asked(path, **{"if-none-match": known})
        assert (again.status, again.body) == (304, b"")
        assert headers_of(again, "etag", "cache-control") == headers_of(
            first, "etag", "cache-control"
        )
    changed = await asked(path, **{"if-none-match": '"old"'})
    assert (changed.status, changed.body) == (200, first.body)


async def test_other_files_have_other_tags(built: Path) -> None:
    found = assets.load(built)
    assert len({asset.etag for asset in found.values()}) == len(found) == 5


@pytest.mark.parametrize("path", ["/", "/nothing", "/assets/app-1a2b.js"])
async def test_head(built: Path, path: str) -> None:
    got, head = await asked(path), await asked(path, "HEAD")
    assert (head.status, head.body) == (got.status, b"")
    names = ("content-type", "content-length", "content-encoding", "etag", "cache-control")
    assert headers_of(head, *names) == headers_of(got, *names)


WAYS_OUT = r"""
/../secret.js /assets/../../secret.js /%2e%2e/secret.js /assets/..%2f..%2fsecret.js //secret.js
/..%5csecret.js /..\secret.js /./%2e%2e/secret.js /assets/%00 /%2fetc%2fpasswd //etc/passwd
"""


@pytest.mark.parametrize("path", WAYS_OUT.split())
async def test_nothing_else_from_the_disk(built: Path, path: str) -> None:
    async with server_harness() as found:
        port = found.here.settings.port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        )
        heard = await reader.read()
        writer.close()
        await writer.wait_closed()
    assert heard.split(b" ")[1] in (b"400", b"404")
    assert b"secret" not in heard
    assert b"root:" not in heard


# Before and after it is built


async def test_not_built_yet(built: Path) -> None:
    """A sentence says what to run, and once it is done the page is there."""
    aside = built.rename(built.with_name("aside"))
    async with server_harness() as found:
        client = await found.client()
        pages = [
            await client.ask("GET", "/", **{"accept-language": language}) for language in LANGUAGES
        ]
        assert {reply.status for reply in pages} == {503}
        assert all(page.BUILD.encode() in reply.body for reply in pages)
        assert len({reply.body for reply in pages}) == len(LANGUAGES)
        aside.rename(built)
        assert (await client.get("/")).body == START


async def test_a_page_stays_as_it_was_while_the_server_runs(built: Path) -> None:
    """Names of files that it has given out lead somewhere."""
    async with server_harness() as found:
        client = await found.client()
        assert (await client.get("/")).body == START
        (built / "index.html").write_bytes(b"new")
        (built / "assets" / "app-1a2b.js").unlink()
        assert (await client.get("/")).body == START
        assert (await client.get("/assets/app-1a2b.js")).body == SCRIPT


# The real one


class Seen(HTMLParser):
    """What stands in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, etag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((etag, dict(attrs)))

    def links(self) -> list[str]:
        return [
            str(attributes[name])
            for _, attributes in self.tags
            for name in ("href", "src")
            if name in attributes
        ]


async def test_nothing_in_the_page_is_against_the_policy() -> None:
    async with server_harness() as found:
        client = await found.client()
        reply = await client.get("/")
        assert reply.status == 200, f"{page.BUILD} builds the page"
        seen = Seen(reply.body.decode())
        for etag, attributes in seen.tags:
            assert etag not in ("style", "base", "iframe", "object")
            assert not [name for name in attributes if name.startswith("on") or name == "style"]
            assert etag != "script" or attributes.get("src")
        assert seen.links()
        assert all(link.startswith("/") for link in seen.links()), "everything is our own"
        await all_there(client, seen.links())


async def all_there(client: Client, links: list[str]) -> None:
    for link in links:
        assert (await client.get(link)).status == 200


def test_the_page_knows_the_same_addresses() -> None:
    text = (ROOT / "web" / "src" / "views" / "screens.ts").read_text("utf-8")
    screens = re.search(r"const SCREENS.*? = \{\n(.*?)\};", text, re.DOTALL)
    assert screens
    assert sorted(re.findall(r"^ +(\w+): ", screens[1], re.MULTILINE)) == sorted(page.PAGE_PATHS)


def test_every_file_of_the_page_is_for_browsers() -> None:
    files = [file for file in assets.STATIC.rglob("*") if file.is_file()]
    others = [file.name for file in files if file.suffix not in {*assets.TYPES, ".gz"}]
    assert others == ["built-from"]
