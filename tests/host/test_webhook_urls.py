"""No webhook leads into the server's own network."""

from __future__ import annotations

import asyncio
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.core.errors import TenbackError
from tenback.host.webhook_urls import (
    PORTS,
    BadWebhookUrl,
    Resolver,
    Target,
    WebhookUrl,
    is_public,
    parse,
    resolve,
    system_resolver,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

PUBLIC = ["8.8.8.8", "1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450::1"]
CLOSED = [
    *("127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255"),
    *("192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16"),
    *("192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.9"),
    *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1"),
    *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::ffff:0:127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "2002:7f00:1::1", "2002:808:808::1"),
    *("2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:10::1", "2001:db8::1"),
    *("3fff::1", "100::1", "5f00::1", "2606:4700::1%1"),
]


def found(*addresses: str) -> Resolver:
    async def resolver(_host: str, _port: int) -> Sequence[str]:
        return addresses

    return resolver


async def unasked(_host: str, _port: int) -> Sequence[str]:
    raise AssertionError("no name has to be resolved for this")


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://example.org", ("https", "example.org", 443, "/")),
        ("HTTP://Example.ORG:8080/a/b?c=d&e", ("http", "example.org", 8080, "/a/b?c=d&e")),
        ("https://xn--bcher-kva.example:8443/x", ("https", "xn--bcher-kva.example", 8443, "/x")),
        ("https://example.org./x", ("https", "example.org", 443, "/x")),
        ("http://8.8.8.8/x", ("http", "8.8.8.8", 80, "/x")),
        ("https://[2606:4700::1]/x", ("https", "2606:4700::1", 443, "/x")),
    ],
)
def test_a_url_is_taken_apart(url: str, place: tuple[str, str, int, str]) -> None:
    assert parse(url) == WebhookUrl(url, *place)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "hook-bad-url"),
        ("example.org/x", "hook-bad-url"),
        ("ftp://example.org", "hook-bad-url"),
        ("file:///etc/passwd", "hook-bad-url"),
        ("gopher://example.org", "hook-bad-url"),
        ("javascript:alert(1)", "hook-bad-url"),
        ("https:///x", "hook-bad-url"),
        ("https://exa mple.org", "hook-bad-url"),
        ("https://example.org/\r\nHost: inside", "hook-bad-url"),
        ("https://example.org\\@inside/", "hook-bad-url"),
        ("https://bücher.example/", "hook-bad-url"),
        ("https://example。org/", "hook-bad-url"),
        ("https://example.org/#part", "hook-bad-url"),
        ("https://example.org:99999/", "hook-bad-port"),
        ("https://example.org:x/", "hook-bad-url"),
        ("https://[::1/", "hook-bad-url"),
        ("https://[v1.x]/", "hook-bad-url"),
        ("https://[example.org]/", "hook-bad-url"),
        ("https://[8.8.8.8]/", "hook-bad-url"),
        ("https://[fe80::1%25eth0]/", "hook-bad-url"),
        ("https://[2606:4700::1]x/", "hook-bad-url"),
        ("https://exam_ple.org/", "hook-bad-url"),
        ("https://-example.org/", "hook-bad-url"),
        ("https://%6c%6fcalhost/", "hook-bad-url"),
        ("https://127.1/", "hook-bad-url"),
        ("https://2130706433/", "hook-bad-url"),
        ("https://0x7f000001/", "hook-bad-url"),
        ("https://0x7f.0.0.1/", "hook-bad-url"),
        ("https://0177.0.0.1/", "hook-bad-url"),
        ("https://" + "a" * 500, "hook-bad-url"),
        ("https://ann@example.org/", "hook-credentials"),
        ("https://ann:secret@example.org/", "hook-credentials"),
        ("https://example.org@127.0.0.1/", "hook-credentials"),
        ("https://example.org:22/", "hook-bad-port"),
        ("https://example.org:80/", "hook-bad-port"),
        ("http://example.org:6379/", "hook-bad-port"),
        ("http://example.org:0/", "hook-bad-port"),
    ],
)
def test_what_cannot_be_a_webhook_is_refused_by_its_looks(url: str, code: str) -> None:
    with pytest.raises(BadWebhookUrl) as refused:
        parse(url)
    assert refused.value.code == code


@pytest.mark.parametrize("address", PUBLIC)
async def test_a_public_address_is_pinned(address: str) -> None:
    place = parse("https://example.org/x")
    assert await resolve(place, found(address, *PUBLIC)) == Target(place, address)


@pytest.mark.parametrize("address", CLOSED)
async def test_no_name_leads_inside(address: str) -> None:
    for addresses in ([address], [PUBLIC[0], address], [address, PUBLIC[0]]):
        with pytest.raises(BadWebhookUrl) as refused:
            await resolve(parse("https://example.org/x"), found(*addresses))
        assert refused.value.code == "hook-no-name"


@pytest.mark.parametrize("address", [one for one in CLOSED if "%" not in one])
async def test_no_address_leads_inside(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(BadWebhookUrl):
        await resolve(parse(f"https://{host}/"), unasked)


async def test_a_literal_is_not_looked_up() -> None:
    place = parse("https://[2606:4700::1]:8443/")
    assert await resolve(place, unasked) == Target(place, "2606:4700::1")


@pytest.mark.parametrize("error", [OSError("no such host"), UnicodeError("label too long")])
async def test_a_name_that_leads_nowhere(error: Exception) -> None:
    async def failing(_host: str, _port: int) -> Sequence[str]:
        raise error

    for resolver in (failing, found(), found("nonsense")):
        with pytest.raises(BadWebhookUrl) as refused:
            await resolve(parse("https://example.org/x"), resolver)
        assert (refused.value.code, refused.value.params) == (
            "hook-no-name",
            {"host": "example.org"},
        )


@pytest.mark.parametrize("host", ["db", "db.internal", "printer.local", "nas.lan", "1.home.arpa"])
async def test_internal_names_are_not_resolved(host: str) -> None:
    with pytest.raises(BadWebhookUrl) as refused:
        await resolve(parse(f"https://{host}/x"), unasked)
    assert refused.value.code == "hook-no-name"


async def test_an_inner_name_is_refused_like_one_that_does_not_exist() -> None:
    refusals = set()
    for addresses in ((), ("10.0.0.7",), ("127.0.0.1",), (PUBLIC[0], "fe80::1"), ("nonsense",)):
        with pytest.raises(BadWebhookUrl) as refused:
            await resolve(parse("https://db.example.org/x"), found(*addresses))
        error = refused.value
        refusals.add((error.code, str(error.params), str(error)))
    assert len(refusals) == 1


async def test_this_machine_is_not_public() -> None:
    with pytest.raises(BadWebhookUrl):
        await resolve(parse("http://localhost/"), system_resolver)


@given(st.ip_addresses())
def test_what_is_called_public_is_so_for_python_too(
    address: IPv4Address | IPv6Address,
) -> None:
    if is_public(address):
        assert address.is_global
        assert not any((address.is_multicast, address.is_private, address.is_reserved))
        if isinstance(address, IPv6Address):
            assert (address.ipv4_mapped, address.sixtofour, address.teredo) == (None, None, None)


@given(st.ip_addresses(v=4))
def test_wrapping_opens_nothing(address: IPv4Address) -> None:
    number = int(address)
    for wrapped in (
        IPv6Address(number),
        IPv6Address((0xFFFF << 32) | number),
        IPv6Address((0x64FF9B << 96) | number),
        IPv6Address((0x2002 << 112) | (number << 80) | 1),
    ):
        assert not is_public(wrapped)


URLS = st.text() | st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "https", "HTTPS", "ftp", "http:"]),
    st.text("abcz019.-:@[]%\\/#?_ é", max_size=30) | st.ip_addresses().map(str),
    st.sampled_from(["", ":80", ":443", ":8080", ":1", ":", ":٣"]),
    st.text(max_size=10),
)


@given(URLS)
def test_whatever_is_fed_to_it_is_refused_or_safe(url: str) -> None:
    try:
        place = parse(url)
    except TenbackError as error:
        assert error.code.startswith("hook-")
        return
    assert place.port in PORTS[place.scheme]
    assert place.path.startswith("/")
    assert place.url.isascii()
    assert place.url.isprintable()
    assert not set(place.host) & set("@/\\#?[]% ")
    try:
        target = asyncio.run(resolve(place, found("8.8.4.4")))
    except BadWebhookUrl:
        return
    assert is_public(ip_address(target.address))
