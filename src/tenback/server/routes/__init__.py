"""The endpoints of the HTTP interface, one module for each subject."""

from tenback.server.routes import about, daily, lessons, me, monitoring, qr_code, tables, variants

ENDPOINTS = (
    *about.ENDPOINTS,
    *variants.ENDPOINTS,
    *monitoring.ENDPOINTS,
    *me.ENDPOINTS,
    *tables.ENDPOINTS,
    *qr_code.ENDPOINTS,
    *daily.ENDPOINTS,
    *lessons.ENDPOINTS,
)

__all__ = ["ENDPOINTS"]
