"""docs/server.md names everything that can be asked, and every limit as it is."""

from __future__ import annotations

import re
from pathlib import Path

from tenback.server import protocol as p
from tenback.server.frame_limits import frames
from tenback.server.responses import STATUS
from tenback.server.routes import ENDPOINTS
from tenback.server.settings import RateLimits
from tenback.table.permissions import MAX_EVENTS

TEXT = Path("docs/server.md").read_text("utf-8")


def test_every_endpoint_is_in_the_table() -> None:
    documented = set(re.findall(r"`([A-Z]+ /[^`]*)`", TEXT))
    there = {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS}
    assert there <= documented
    assert documented - there == {"GET /api/openapi.json"}


def test_every_message_of_a_socket_is_named() -> None:
    types = [
        kind.__struct_config__.tag for kind in (*p.FromClient.__args__, *p.FromServer.__args__)
    ]
    assert all(f"`{name}`" in TEXT for name in types)


def test_every_status_is_documented() -> None:
    documented = {int(number) for number in re.findall(r"\b[45]\d\d\b", TEXT)}
    assert {*STATUS.values()} - {500} <= documented


def test_limits_are_those_of_the_quotas() -> None:
    limits = RateLimits()
    for rate in (
        limits.connection,
        limits.person,
        limits.address,
        limits.files,
        limits.commands,
        frames(limits),
    ):
        assert f"{rate.per_second} a second, {rate.burst} at once" in TEXT
    assert f"| sockets of one person | {limits.sockets} |" in TEXT
    assert f"| size of a message | {limits.body // 1024} KiB |" in TEXT
    assert f"closed after {limits.patience} too many" in TEXT
    assert (
        f"{limits.new_identities.burst}, then one in {1 / limits.new_identities.per_second:g} s"
        in TEXT
    )
    assert (
        f"{limits.slow_requests.burst}, then one in {1 / limits.slow_requests.per_second:g} s"
        in TEXT
    )
    assert f"{limits.changes.burst}, then one in {1 / limits.changes.per_second:g} s" in TEXT
    assert f"| events of a table | {MAX_EVENTS:,};" in TEXT
