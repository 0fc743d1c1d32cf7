"""docs/server.md names everything that can be asked, and every limit as it is."""

from __future__ import annotations

import re
from pathlib import Path

from tenback.server import protocol as p
from tenback.server.answers import STATUS
from tenback.server.routes import ENDPOINTS
from tenback.server.settings import Quotas

TEXT = Path("docs/server.md").read_text("utf-8")


def test_every_endpoint_is_in_the_table() -> None:
    told = set(re.findall(r"`([A-Z]+ /[^`]*)`", TEXT))
    there = {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS}
    assert there <= told
    assert told - there == {"GET /api/openapi.json"}


def test_every_message_of_a_socket_is_named() -> None:
    types = [
        kind.__struct_config__.tag for kind in (*p.FromClient.__args__, *p.FromServer.__args__)
    ]
    assert all(f"`{name}`" in TEXT for name in types)


def test_every_status_is_told() -> None:
    told = {int(number) for number in re.findall(r"\b[45]\d\d\b", TEXT)}
    assert {*STATUS.values()} - {500} <= told


def test_limits_are_those_of_the_quotas() -> None:
    quotas = Quotas()
    for rate in (quotas.connection, quotas.person, quotas.address):
        assert f"{rate.per_second} a second, {rate.burst} at once" in TEXT
    assert f"| sockets of one person | {quotas.sockets} |" in TEXT
    assert f"| size of a message | {quotas.body // 1024} KiB |" in TEXT
    assert f"closed after {quotas.patience} too many" in TEXT
    assert f"{quotas.newcomers.burst}, then one in {1 / quotas.newcomers.per_second:g} s" in TEXT
    assert f"{quotas.thinking.burst}, then one in {1 / quotas.thinking.per_second:g} s" in TEXT
