"""Settings: what a server is called, who means it, and what cannot be served."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.server import settings as module
from tenback.server.settings import BadSettings, Settings


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://games.example.org/", "https://games.example.org"),
        ("https://Games.Example.ORG", "https://games.example.org"),
        ("HTTPS://games.example.org:443/", "https://games.example.org"),
        ("http://games.example.org:80", "http://games.example.org"),
        ("http://games.example.org:443", "http://games.example.org:443"),
        ("https://games.example.org:8443", "https://games.example.org:8443"),
        ("https://games.example.org:", "https://games.example.org"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("http://192.0.2.7:8000", "http://192.0.2.7:8000"),
        ("http://[2001:DB8::0:1]:8000", "http://[2001:db8::1]:8000"),
        ("http://my_server:1", "http://my_server:1"),
    ],
)
def test_public_addresses_are_written_as_browsers_write_them(written: str, url: str) -> None:
    """The Origin of a page never has the usual port, capital letters or other alphabets."""
    assert Settings(public_url=written).url == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.example.org",
        "//games.example.org",
        "ftp://games.example.org",
        "https://",
        "https:///path",
        "https://games.example.org/path",
        "https://games.example.org?a=1",
        "https://games.example.org#a",
        "https://ann@games.example.org",
        "https://@games.example.org",
        "https://:secret@games.example.org",
        "https://games.example.org:0",
        "https://games.example.org:70000",
        "https://games.example.org:x",
        "https://[::1",
        "https://[zz]",
        "https://a b",
        "https://a\tb",
        "https://a\nb",
        "https://a..b",
        "https://-a",
        "https://a.",
        "https://a\\b",
        "https://<b>",
        "https://" + "a" * 300,
        "javascript:alert(1)",
        "https://\ud800",
    ],
)
def test_what_is_no_public_address(url: str) -> None:
    with pytest.raises(BadSettings) as refused:
        Settings(public_url=url)
    assert refused.value.code == "server-bad-url"


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_what_is_no_port(port: int) -> None:
    with pytest.raises(BadSettings) as refused:
        Settings(port=port)
    assert refused.value.code == "server-bad-port"


@pytest.mark.parametrize(
    ("host", "public", "local_only", "secure"),
    [
        ("127.0.0.1", None, True, False),
        ("127.0.0.2", None, True, False),
        ("localhost", None, True, False),
        ("LOCALHOST", None, True, False),
        ("::1", None, True, False),
        ("0.0.0.0", None, False, False),
        ("192.0.2.7", None, False, False),
        ("127.0.0.1", "http://a.example", False, False),
        ("127.0.0.1", "https://a.example", False, True),
    ],
)
def test_who_can_reach_it(host: str, public: str | None, local_only: bool, secure: bool) -> None:
    found = Settings(host=host, public_url=public)
    assert (found.local_only, found.secure) == (local_only, secure)


def test_links_in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "lan_address", lambda: "192.168.1.7")
    assert Settings(host="0.0.0.0", port=8000).url == "http://192.168.1.7:8000"
    assert Settings(host="::", port=8000).url == "http://192.168.1.7:8000"
    assert Settings(host="::1", port=8000).url == "http://[::1]:8000"


def test_the_address_in_the_network_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    probe = socket.socket

    def counted(*kind: int) -> socket.socket:
        looked.append(kind)
        return probe(*kind)

    module.lan_address.cache_clear()
    monkeypatch.setattr(socket, "socket", counted)
    assert len({Settings(host=host).url for host in ("0.0.0.0", "::") for _ in range(3)}) == 1
    assert len(looked) == 1


def test_an_address_in_the_network_is_one() -> None:
    assert len(module.lan_address().split(".")) == 4


# Proxies

HERE_BOTH_WAYS = ["127.0.0.1/32", "::ffff:127.0.0.1/128", "::1/128"]


@pytest.mark.parametrize(
    ("written", "more"),
    [
        (None, []),
        ("10.0.0.5", ["10.0.0.5/32", "::ffff:10.0.0.5/128"]),
        ("10.0.0.0/8", ["10.0.0.0/8", "::ffff:10.0.0.0/104"]),
        ("2001:db8::/32", ["2001:db8::/32"]),
        ("2001:DB8::7, ::2", ["2001:db8::7/128", "::2/128"]),
    ],
)
def test_proxies_are_believed_besides_this_machine(written: str | None, more: list[str]) -> None:
    assert Settings(trusted_proxies=written).proxies == HERE_BOTH_WAYS + more


def test_every_proxy_may_be_trusted() -> None:
    assert Settings(trusted_proxies="*").proxies == ["*"]


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("nonsense/%", "nonsense/%"),
        ("", ""),
        ("10.0.0.5,", ""),
        ("10.0.0.5, *", "*"),
        ("10.0.0.5;10.0.0.6", "10.0.0.5;10.0.0.6"),
        ("10.0.0.5/8", "10.0.0.5/8"),
        ("10.0.0.0/33", "10.0.0.0/33"),
        ("10.0.0.5:80", "10.0.0.5:80"),
        ("[::1]", "[::1]"),
        ("proxy.example.org", "proxy.example.org"),
    ],
)
def test_what_is_no_proxy(written: str, wrong: str) -> None:
    with pytest.raises(BadSettings) as refused:
        Settings(trusted_proxies=written)
    assert refused.value.code == "server-bad-proxy"
    assert str(refused.value).startswith(f"{wrong!r} is not the address of a proxy")


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("0.0.0.0", "0.0.0.0:80")],
)
def test_where_a_proxy_finds_it(host: str, address: str) -> None:
    assert Settings(host=host, port=80, public_url="https://a.example").listen_address == address


LAN = Settings(host="0.0.0.0")
HERE = Settings()
PUBLIC = Settings(public_url="https://games.example.org:8443")


@pytest.mark.parametrize(
    ("settings", "name", "own"),
    [
        (HERE, "localhost", True),
        (HERE, "127.0.0.1", True),
        (HERE, "::1", True),
        (HERE, "evil.example", False),
        (HERE, "localhost.evil.example", False),
        (HERE, "printer.local", False),
        (HERE, "", False),
        (LAN, "192.168.1.7", True),
        (LAN, "kitchen.local", True),
        (LAN, "evil.example", False),
        (LAN, "local", False),
        (PUBLIC, "games.example.org", True),
        (PUBLIC, "localhost", True),
        (PUBLIC, "10.0.0.7", True),  # a health check inside; no name, so no DNS rebinding
        (PUBLIC, "evil.example", False),
        (PUBLIC, "games.example.org.evil.example", False),
        (Settings(host="Kitchen"), "kitchen", True),
    ],
)
def test_names_that_mean_us(settings: Settings, name: str, own: bool) -> None:
    """A name of another owner that resolves to this server is refused: DNS rebinding."""
    assert settings.is_own_host(name) == own


# Anything at all

urls = st.one_of(
    st.text(max_size=60),
    st.builds(
        "{}://{}{}{}".format,
        st.sampled_from(["http", "https", "HTTP", "ftp", ""]),
        st.text(max_size=20) | st.sampled_from(["a.example", "[::1]", "1.2.3.4", "A.b", "é.fr"]),
        st.sampled_from(["", ":", ":80", ":443", ":8000", ":0", ":99999", ":x"]),
        st.sampled_from(["", "/", "//", "/x", "?", "#", "?a=1", "#a"]),
    ),
)


@given(urls)
def test_a_public_address_is_an_origin_or_refused(url: str) -> None:
    try:
        found = Settings(public_url=url)
    except BadSettings as error:
        assert error.code == "server-bad-url"
        return
    parts = urlsplit(found.url)
    assert found.url == f"{parts.scheme}://{parts.netloc}"
    assert found.url.isascii()
    assert found.url == found.url.lower()
    assert Settings(public_url=found.url) == found
    assert found.is_own_host(parts.hostname or "")


@given(st.text(max_size=30) | st.ip_addresses().map(str) | st.text("0123456789./:,* ", max_size=30))
def test_a_proxy_is_known_or_refused(written: str) -> None:
    try:
        found = Settings(trusted_proxies=written).proxies
    except BadSettings as error:
        assert error.code == "server-bad-proxy"
        return
    assert found == ["*"] or found[:3] == HERE_BOTH_WAYS


@given(st.text(max_size=60))
def test_any_name_is_ours_or_not(name: str) -> None:
    for settings in (HERE, LAN, PUBLIC):
        assert settings.is_own_host(name) in (True, False)
    if not name or name.endswith(".example"):
        assert not HERE.is_own_host(name)
