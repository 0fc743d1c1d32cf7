"""The link of a table as a QR code, for friends in the same room."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from qrcode.image.svg import SvgPathFillImage
from qrcode.main import QRCode
from starlette.responses import Response

from tenback.server.api import QUARTER, Call, Endpoint

SVG = "image/svg+xml"


async def qr_code(call: Call) -> Response:
    """The link to a table for the camera of a phone: dark on light, as cameras need it."""
    table = call.path("table")
    await call.services.host.inspect(table, lambda found: found.id)
    return Response(_picture(call.link(table)), media_type=SVG)


@lru_cache(maxsize=256)
def _picture(link: str) -> bytes:
    """Drawing one takes milliseconds, and everybody at a table shows the same."""
    code = QRCode(border=2, image_factory=SvgPathFillImage)
    code.add_data(link)
    picture = BytesIO()
    code.make_image().save(picture)
    return picture.getvalue()


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{table}/qr",
        "Its link as a QR code",
        qr_code,
        SVG,
        needs_identity=False,
        slow=QUARTER,
    ),
)
