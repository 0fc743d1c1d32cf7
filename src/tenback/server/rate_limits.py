"""Rate limits by token buckets, and limits of open sockets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.server.settings import Rate

T = TypeVar("T")

MAX_BUCKETS = 10_000
"""How many buckets are kept before those that are full again are evicted."""


class RateLimited(TenbackError):
    """A client has reached a rate limit."""


class TokenBucket:
    """A token bucket: holds `burst` tokens, and gains `per_second`. Its clock is monotonic."""

    __slots__ = ("_clock", "_rate", "_since", "_tokens")

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._tokens = float(rate.burst)
        self._since = clock()

    @property
    def full(self) -> bool:
        """Whether all tokens are there."""
        self._fill()
        return self._tokens >= self._rate.burst

    def _fill(self) -> None:
        now, rate = self._clock(), self._rate
        self._tokens = min(rate.burst, self._tokens + (now - self._since) * rate.per_second)
        self._since = now

    def take(self, tokens: float = 1.0) -> None:
        """Take a token, or as many as the work is worth; refused if there are too few."""
        self._fill()
        if self._tokens < tokens:
            wait = (tokens - self._tokens) / self._rate.per_second
            raise RateLimited("server-too-fast", seconds=round(wait + 0.05, 1))
        self._tokens -= tokens


class TokenBuckets:
    """A token bucket for each key: a person or an address."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._kept: dict[str, TokenBucket] = {}

    def of(self, key: str) -> TokenBucket:
        """The bucket of a key."""
        bucket = self._kept.get(key)
        if bucket is None:
            if len(self._kept) >= MAX_BUCKETS:
                self._evict()
            bucket = self._kept[key] = TokenBucket(self._rate, self._clock)
        return bucket

    def _evict(self) -> None:
        """Evict the buckets that are full again, or else the oldest."""
        kept = [(key, bucket) for key, bucket in self._kept.items() if not bucket.full]
        self._kept = dict(kept[-MAX_BUCKETS // 2 :])

    def take(self, key: str, tokens: float = 1.0) -> None:
        """Take tokens of a key; refused if there are too few."""
        self.of(key).take(tokens)


class SharedBuckets:
    """Token buckets for each person, and shared ones for all people at one address."""

    def __init__(self, rate: Rate, people_per_address: int, clock: Callable[[], float]) -> None:
        self._people = TokenBuckets(rate, clock)
        self._addresses = TokenBuckets(rate.times(people_per_address), clock)

    def take(self, person: str, address: str, tokens: float = 1.0) -> None:
        """Take tokens of both; a person without tokens takes none from the address.

        Anonymous clients have an empty id, and take from the address alone: they may be many.
        """
        if person:
            self._people.take(person, tokens)
        self._addresses.take(address, tokens)


class SocketLimit(Generic[T]):
    """The open sockets of each key, at most `limit`."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: dict[str, set[T]] = {}

    def of(self, key: str) -> tuple[T, ...]:
        """The open sockets of a key."""
        return tuple(self._open.get(key, ()))

    def open(self, key: str, socket: T) -> None:
        """Count a socket; refused if it is one too many."""
        if len(self.of(key)) >= self._limit:
            raise RateLimited("server-too-many-sockets", limit=self._limit)
        self._open.setdefault(key, set()).add(socket)

    def close(self, key: str, socket: T) -> None:
        """Count a socket no longer."""
        sockets = self._open.get(key, set())
        sockets.discard(socket)
        if not sockets:
            self._open.pop(key, None)
