"""The link to a table as a picture."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import pytest
import qrcode
from qrcode.image.svg import SvgPathFillImage

from tests.server.harness import server_harness

TABLE = {"options": {"game": "original", "players": 1}}


def drawn(url: str) -> bytes:
    picture = BytesIO()
    qrcode.make(url, image_factory=SvgPathFillImage, border=2).save(picture)
    return picture.getvalue()


async def test_the_code_is_the_link() -> None:
    async with server_harness() as found:
        opened = (await (await found.guest("Ann")).post("/api/tables", TABLE)).json
        reply = await (await found.client()).get(f"/api/tables/{opened['table']}/qr")
        assert dict(reply.headers)[b"content-type"] == b"image/svg+xml"
        assert ElementTree.fromstring(reply.body).tag.endswith("svg")
        assert reply.body == drawn(opened["url"])


@pytest.mark.parametrize("table", ["nowhere", "-"])
async def test_no_code_without_a_table(table: str) -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get(f"/api/tables/{table}/qr")
        assert (reply.status, reply.code) == (404, "host-no-table")
