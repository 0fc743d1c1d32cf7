"""A limit of the frames of a socket, beneath the application.

Pings are answered by the library, and fragments are collected there, so the application counts
neither. Here every frame counts, and a connection with too many is closed before more are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tenback.server.rate_limits import RateLimited, TokenBucket
from tenback.server.settings import Rate

if TYPE_CHECKING:
    from tenback.server.settings import RateLimits

PIECE = 1024
"""Bytes that are parsed before frames are counted again; an empty frame has six."""

TOO_MANY = 1008
"""The code with which the socket is closed; the application uses the same."""


def frames(limits: RateLimits) -> Rate:
    """The limit: messages, refused ones, and as many pings and fragments again."""
    messages = limits.connection
    return Rate(3 * messages.per_second, 2 * (messages.burst + limits.patience))


class LimitedFrames(WebSocketsSansIOProtocol):
    """A socket whose frames are counted."""

    def __init__(self, rate: Rate, **given: Any) -> None:
        super().__init__(**given)
        self._frames_left = TokenBucket(rate, self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Parse what came, piece by piece, as long as the connection is open."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """Count the frames that were parsed, and handle them unless they are too many."""
        try:
            self._frames_left.take(len(self.conn.events))
        except RateLimited as error:
            self._close(error.code)
        else:
            super().handle_events()

    def _close(self, reason: str) -> None:
        self.conn.events_received()
        if self.handshake_complete and not self.close_sent:
            self.queue.put_nowait(
                {"type": "websocket.disconnect", "code": TOO_MANY, "reason": reason}
            )
            self.conn.fail(TOO_MANY, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
