"""The link of a table as a QR code, for friends in the same room."""

from __future__ import annotations

from io import BytesIO

from qrcode.image.svg import SvgPathFillImage
from qrcode.main import QRCode
from starlette.responses import Response

from tenback.server.api import Call, Endpoint

SVG = "image/svg+xml"


async def qr_code(call: Call) -> Response:
    """The link to a table for the camera of a phone: dark on light, as cameras need it."""
    table = call.path("table")
    await call.services.host.inspect(table, lambda found: found.id)
    code = QRCode(border=2, image_factory=SvgPathFillImage)
    code.add_data(call.link(table))
    picture = BytesIO()
    code.make_image().save(picture)
    return Response(picture.getvalue(), media_type=SVG)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/tables/{table}/qr", "Its link as a QR code", qr_code, SVG, needs_identity=False
    ),
)
