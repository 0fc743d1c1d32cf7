"""What can be asked over HTTP, one module for each subject."""

from tenback.server.routes import daily, house, learning, people, sharing, tables

ENDPOINTS = (
    *house.ENDPOINTS,
    *people.ENDPOINTS,
    *tables.ENDPOINTS,
    *sharing.ENDPOINTS,
    *daily.ENDPOINTS,
    *learning.ENDPOINTS,
)

__all__ = ["ENDPOINTS"]
