"""The deal of the day: one for each game, the same for everybody, and nobody can know it before.

Its seed comes from a secret that is drawn once a day and revealed when that day is over, so that
anybody can check it then: `seed(secret, day, game)`. Days are those of UTC.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from tenback.bots import registry, tables
from tenback.core.deal import Deal
from tenback.core.errors import TenbackError
from tenback.core.record import Record
from tenback.core.rules import Rules
from tenback.host import documents, results
from tenback.host.keeping import RECORD, record_key
from tenback.host.signing import Clock, Draw, kept_secret, signature
from tenback.store import Batch, DocumentTaken
from tenback.table.commands import DealThis
from tenback.table.encoding import from_json
from tenback.table.events import CardsDealt
from tenback.table.fairness import commitment
from tenback.table.options import Options

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tenback.core.outcome import Outcome
    from tenback.store import Key, Store
    from tenback.table.results import Result

SECRET, TRY, OPEN = "daily-secret", "daily-try", "daily-open"
ROW, LADDER = "daily-result", "daily-ladder"

BOTS = ("random", "greedy", "careful", "strong", "master")
"""The ladder, from its lowest rung."""


class ClosedDay(TenbackError):
    """This day keeps its secret, or never had one; or the game has no deal of the day."""


@dataclass(frozen=True, slots=True)
class Daily:
    """A game with a deal of the day, for one person; `companions` are bots at the other seats."""

    game: str
    companions: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return Rules.named(self.game)

    @property
    def options(self) -> Options:
        """The options of a table for it."""
        players = 1 + len(self.companions)
        return Options(self.game, players, takebacks=False, spectators=False)

    def deal(self, secret: bytes, day: date) -> Deal:
        """The cards of a day."""
        return Deal.from_seed(self.rules, self.options.players, seed(secret, day, self.game))


DAILIES = {
    daily.game: daily
    for daily in (
        Daily("original"),
        Daily("original-expert"),
        Daily("original-on-fire"),
        Daily("quick-and-easy", ("strong",)),
        Daily("quick-and-easy-professional", ("strong",)),
        Daily("face-to-face", ("strong",)),
    )
}


def seed(secret: bytes, day: date, game: str) -> str:
    """The seed of a deal of the day: anybody can compute it once the secret is revealed."""
    return signature(secret, f"{day.isoformat()}/{game}".encode())


@dataclass(frozen=True, slots=True)
class Try:
    """Which game of which table is somebody's counted try."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line on the board: how somebody did. A marked game had hints, or a bot stood in."""

    person: str
    name: str
    won: bool
    left: int
    marked: bool
    at: float


@dataclass(frozen=True, slots=True)
class Rung:
    """How a bot of the ladder did on a deal."""

    bot: str
    won: bool
    left: int


@dataclass(frozen=True, slots=True)
class _Ladder:
    rungs: tuple[Rung, ...]


class Days:
    """The deals of all days, who tried them, and how they did."""

    def __init__(
        self,
        store: Store,
        pool: Executor,
        *,
        clock: Clock = time.time,
        draw: Draw = secrets.token_bytes,
        bots: tuple[str, ...] = BOTS,
    ) -> None:
        self.store = store
        self.pool = pool
        self.clock = clock
        self.draw = draw
        self.bots = bots
        self._climbing = asyncio.Lock()

    def today(self) -> date:
        """The day that runs now."""
        return day_at(self.clock())

    # Secrets

    async def promised(self) -> str:
        """The SHA-256 of today's secret in hexadecimal digits: it cannot be changed any more."""
        return commitment((await self._secret(self.today())).hex())

    async def revealed(self, day: date) -> bytes:
        """The secret of a day that is over."""
        if day >= self.today():
            raise ClosedDay("daily-not-over", day=day.isoformat())
        secret = await self.store.get(SECRET, day.isoformat())
        if secret is None:
            raise ClosedDay("daily-no-deals", day=day.isoformat())
        return secret

    async def _secret(self, day: date) -> bytes:
        """The secret of a day for the house alone, which draws none but today's."""
        if day != self.today():
            return await self.revealed(day)
        return await kept_secret(self.store, SECRET, day.isoformat(), self.draw)

    # Tries

    async def begin(self, person: str, game: str, table: str, number: int = 1) -> DealThis:
        """What the house deals to a person who wants to play today's deal at this table.

        The first time is the one that counts; from then on the deal is one that was seen before.
        """
        daily, day = dealt(game), self.today()
        secret = await self._secret(day)
        tried = Try(table, number)
        key = (TRY, _try_key(person, day, game))
        try:
            awaited: dict[Key, bytes | None] = {_open_key(day, game, person): b""}
            await self.store.commit(Batch(new={key: documents.packed(tried)}, documents=awaited))
            counts = True
        except DocumentTaken:
            counts = await self._tried(*key) == tried
        return DealThis(daily.deal(secret, day), sealed=True, seen=not counts)

    async def tried(self, person: str, day: date, game: str) -> Try | None:
        """The counted try of a person, if there was one."""
        return await self._tried(TRY, _try_key(person, day, game))

    async def _tried(self, kind: str, key: str) -> Try | None:
        body = await self.store.get(kind, key)
        return documents.read(Try, body) if body is not None else None

    async def record(self, person: str, day: date, game: str) -> Record | None:
        """The record of a counted try that is over: open like any other once its day is (V3)."""
        await self.revealed(day)
        tried = await self.tried(person, day, game)
        key = record_key(tried.table, tried.number) if tried else ""
        text = await self.store.get(RECORD, key) if key else None
        return replace(Record.parse(text.decode()), sealed=False) if text is not None else None

    # The board

    async def settle(self, person: str, day: date, game: str) -> Row | None:
        """Put a counted try that is over on the board; doing it again changes nothing.

        A game that outlasts its day stays off the board: the secret is open by then.
        """
        tried = await self.tried(person, day, game)
        if tried is None or not await self._had_this_deal(tried, day, game):
            return None
        body = await self.store.get(*results.key(person, tried.table, tried.number))
        result = results.from_json(body) if body is not None else None
        if result is None or result.game != game or day_at(result.at) != day:
            return None
        row = _row(result, person)
        kept = {_row_key(day, game, person): documents.packed(row)}
        await self.store.commit(Batch(documents=kept | {_open_key(day, game, person): None}))
        return row

    async def _had_this_deal(self, tried: Try, day: date, game: str) -> bool:
        """Whether the deal of the day was dealt at that table, and no other."""
        log = (from_json(entry.body) for entry in await self.store.read(tried.table))
        deals = [event.deal for event in log if isinstance(event, CardsDealt)][tried.number - 1 :]
        wanted = seed(await self._secret(day), day, game)
        return any(deal is not None and deal.seed == wanted for deal in deals[:1])

    async def board(self, day: date, game: str) -> tuple[Row, ...]:
        """Everybody's results, the best first; marked games stand below all others."""
        daily = dealt(game)
        if day > self.today():
            raise ClosedDay("daily-no-deals", day=day.isoformat())
        for key in await self.store.scan(OPEN, f"{day.isoformat()}/{game}/"):
            await self.settle(key.rpartition("/")[2], day, game)
        bodies = await self.store.scan(ROW, f"{day.isoformat()}/{game}/")
        rows = [documents.read(Row, body) for body in bodies.values()]
        duel = daily.rules.deck.own
        # A duel's cards left are the loser's too, so that they say little about who played well.
        return tuple(
            sorted(rows, key=lambda row: (row.marked, not row.won, 0 if duel else row.left, row.at))
        )

    # Bots

    async def ladder(self, day: date, game: str) -> tuple[Rung, ...]:
        """How the bots did on the deal of today or of an earlier day; they play it once."""
        daily = dealt(game)
        key = (LADDER, f"{day.isoformat()}/{game}")
        body = await self.store.get(*key)
        if body is None:
            async with self._climbing:
                body = await self.store.get(*key) or await self._climbed(key, daily, day)
        return tuple(Rung(**rung) for rung in documents.unpacked(body)["rungs"])

    async def _climbed(self, key: Key, daily: Daily, day: date) -> bytes:
        body = documents.packed(_Ladder(await self._climb(daily, await self._secret(day), day)))
        # Another process may have written the same meanwhile.
        await self.store.commit(Batch(documents={key: body}))
        return body

    async def _climb(self, daily: Daily, secret: bytes, day: date) -> tuple[Rung, ...]:
        loop = asyncio.get_running_loop()
        games = (
            loop.run_in_executor(self.pool, _played, daily, daily.deal(secret, day), bot)
            for bot in self.bots
        )
        return tuple(await asyncio.gather(*games))


def dealt(game: str) -> Daily:
    """A game that has a deal of the day, by its name."""
    if game not in DAILIES:
        raise ClosedDay("daily-no-game", game=game[:40], allowed=", ".join(DAILIES))
    return DAILIES[game]


def row_of(key: str) -> Key:
    """Where the result is kept of the try with this key."""
    person, day, game = key.split("/")
    return _row_key(date.fromisoformat(day), game, person)


def _row(result: Result, person: str) -> Row:
    return Row(
        person=person,
        name=result.players[results.seat_of(result, person) or 0].name,
        won=results.has_won(result, person),
        left=result.left,
        marked=not result.plain,
        at=result.at,
    )


def _played(daily: Daily, deal: Deal, bot: str) -> Rung:
    """One bot's game, in a thread."""
    bots = [registry.make(name) for name in (bot, *daily.companions)]
    game = tables.play(daily.rules, deal, bots, f"{deal.seed} {bot}")
    outcome: Outcome | None = game.outcome
    assert outcome is not None  # noqa: S101 (bots play to the end)
    return Rung(bot, outcome.won if outcome.winner is None else outcome.winner == 0, outcome.left)


def day_at(now: float) -> date:
    """The day of a moment."""
    return datetime.fromtimestamp(now, UTC).date()


def _try_key(person: str, day: date, game: str) -> str:
    return f"{person}/{day.isoformat()}/{game}"


def open_of(key: str) -> Key:
    """Where it is kept that the try with this key is not on the board yet."""
    person, day, game = key.split("/")
    return _open_key(date.fromisoformat(day), game, person)


def _open_key(day: date, game: str, person: str) -> Key:
    return OPEN, f"{day.isoformat()}/{game}/{person}"


def _row_key(day: date, game: str, person: str) -> Key:
    return ROW, f"{day.isoformat()}/{game}/{person}"
