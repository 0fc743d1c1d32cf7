"""Who asks too much too fast, or too much at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.server.settings import Rate

T = TypeVar("T")

MANY = 10_000
"""How many buckets are kept before those that are full again are thrown away."""


class TooFast(TenbackError):
    """Somebody has to wait."""


class Bucket:
    """Holds `burst` tokens, and gets `per_second` new ones."""

    __slots__ = ("_clock", "_rate", "_since", "_tokens")

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._tokens = float(rate.burst)
        self._since = clock()

    @property
    def full(self) -> bool:
        """Whether nobody has taken anything for a while."""
        self._fill()
        return self._tokens >= self._rate.burst

    def _fill(self) -> None:
        now, rate = self._clock(), self._rate
        self._tokens = min(rate.burst, self._tokens + (now - self._since) * rate.per_second)
        self._since = now

    def take(self) -> None:
        """Take a token, or be refused."""
        self._fill()
        if self._tokens < 1:
            wait = (1 - self._tokens) / self._rate.per_second
            raise TooFast("server-too-fast", seconds=round(wait + 0.05, 1))
        self._tokens -= 1


class Buckets:
    """One bucket for each person, or for each address."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._kept: dict[str, Bucket] = {}

    def of(self, who: str) -> Bucket:
        """Somebody's own."""
        bucket = self._kept.get(who)
        if bucket is None:
            if len(self._kept) >= MANY:
                self._make_room()
            bucket = self._kept[who] = Bucket(self._rate, self._clock)
        return bucket

    def _make_room(self) -> None:
        """Forget those who have had time enough, or else whoever came first."""
        kept = [(who, bucket) for who, bucket in self._kept.items() if not bucket.full]
        self._kept = dict(kept[-MANY // 2 :])

    def take(self, who: str) -> None:
        """Take one of somebody's tokens, or be refused."""
        self.of(who).take()


class Shares:
    """What everybody may have, and what all together may have who come from the same address."""

    def __init__(self, rate: Rate, household: int, clock: Callable[[], float]) -> None:
        self._people = Buckets(rate, clock)
        self._addresses = Buckets(rate.times(household), clock)

    def take(self, person: str, address: str) -> None:
        """Take a token of both, or be refused; who has none left takes none from the others."""
        self._people.take(person)
        self._addresses.take(address)


class Sockets(Generic[T]):
    """The sockets that everybody has open."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: dict[str, set[T]] = {}

    def of(self, who: str) -> tuple[T, ...]:
        """Somebody's own."""
        return tuple(self._open.get(who, ()))

    def open(self, who: str, socket: T) -> None:
        """One more, or be refused."""
        if len(self.of(who)) >= self._limit:
            raise TooFast("server-too-many-sockets", limit=self._limit)
        self._open.setdefault(who, set()).add(socket)

    def close(self, who: str, socket: T) -> None:
        """One less."""
        mine = self._open.get(who, set())
        mine.discard(socket)
        if not mine:
            self._open.pop(who, None)
