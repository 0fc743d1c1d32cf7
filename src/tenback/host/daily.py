"""The deal of the day: one for each variant, the same for every player, and secret before.

Its seed follows from a secret that is drawn once a day and revealed when that day is over, so that
every player can verify it then: `seed(secret, day, game)`. Days are those of UTC.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from tenback.bots import match, registry
from tenback.core.bot_spec import LADDER
from tenback.core.deal import Deal
from tenback.core.errors import TenbackError
from tenback.core.record import Record
from tenback.core.rules import Rules
from tenback.host import documents, result_documents
from tenback.host.persistence import RECORD, record_key
from tenback.host.signatures import Clock, RandomBytes, signature, stored_secret
from tenback.store import Batch, DocumentTaken
from tenback.table.commands import DealThis
from tenback.table.event_json import from_json
from tenback.table.events import CardsDealt
from tenback.table.fairness import commitment
from tenback.table.options import TableOptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from tenback.bots.stand_in import LostSeat
    from tenback.core.outcome import Outcome
    from tenback.store import Key, Store
    from tenback.table.results import Result

SECRET, TRY, OPEN = "daily-secret", "daily-try", "daily-open"
ROW, RUNGS = "daily-result", "daily-ladder"


class DailyUnavailable(TenbackError):
    """The secret of this day is not revealed, or was never drawn; or the game has no daily deal."""


@dataclass(frozen=True, slots=True)
class DailyVariant:
    """A variant with a deal of the day, for one person; `companions` are the bots beside them."""

    game: str
    companions: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules of the variant."""
        return Rules.named(self.game)

    @property
    def options(self) -> TableOptions:
        """The options of a table for this deal."""
        players = 1 + len(self.companions)
        return TableOptions(self.game, players, takebacks=False, spectators=False)

    def deal(self, secret: bytes, day: date) -> Deal:
        """The deal of a day."""
        return Deal.from_seed(self.rules, self.options.players, seed(secret, day, self.game))


DAILY_VARIANTS = {
    daily.game: daily
    for daily in (
        DailyVariant("original"),
        DailyVariant("original-expert"),
        DailyVariant("original-on-fire"),
        DailyVariant("quick-and-easy", ("strong",)),
        DailyVariant("quick-and-easy-professional", ("strong",)),
        DailyVariant("face-to-face", ("strong",)),
    )
}


def seed(secret: bytes, day: date, game: str) -> str:
    """The seed of a deal of the day, which every player can compute once the secret is revealed."""
    return signature(secret, f"{day.isoformat()}/{game}".encode())


@dataclass(frozen=True, slots=True)
class Try:
    """The game of a table that is a person's counted try."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board: one person's result. A marked game had hints or a stand-in."""

    person: str
    name: str
    won: bool
    left: int
    marked: bool
    at: float


@dataclass(frozen=True, slots=True)
class Rung:
    """The result of one bot of the ladder on a deal."""

    bot: str
    won: bool
    left: int


@dataclass(frozen=True, slots=True)
class _Ladder:
    rungs: tuple[Rung, ...]


def _ignore(_lost: LostSeat) -> None:
    pass


class DailyDeals:
    """The deals of all days, the counted tries and the results.

    `on_lost` is called, in a thread, with each bot that fails on the ladder.
    """

    def __init__(
        self,
        store: Store,
        pool: Executor,
        *,
        clock: Clock = time.time,
        random_bytes: RandomBytes = secrets.token_bytes,
        bots: tuple[str, ...] = LADDER,
        on_lost: Callable[[LostSeat], None] = _ignore,
    ) -> None:
        self.store = store
        self.pool = pool
        self.clock = clock
        self.random_bytes = random_bytes
        self.bots = bots
        self.on_lost = on_lost
        self._ladder_lock = asyncio.Lock()

    def today(self) -> date:
        """The current day."""
        return day_at(self.clock())

    # Secrets

    async def commitment(self) -> str:
        """The SHA-256 of today's secret in hexadecimal digits, which binds the server to it."""
        return commitment((await self._secret(self.today())).hex())

    async def revealed_secret(self, day: date) -> bytes:
        """The secret of a day that is over."""
        if day >= self.today():
            raise DailyUnavailable("daily-not-over", day=day.isoformat())
        secret = await self.store.get(SECRET, day.isoformat())
        if secret is None:
            raise DailyUnavailable("daily-no-deals", day=day.isoformat())
        return secret

    async def _secret(self, day: date) -> bytes:
        """The secret of a day, for the server alone; only today's is drawn."""
        if day != self.today():
            return await self.revealed_secret(day)
        return await stored_secret(self.store, SECRET, day.isoformat(), self.random_bytes)

    # Tries

    async def start_try(self, person: str, game: str, table: str, number: int = 1) -> DealThis:
        """The command that deals today's deal to a person at this table.

        The first try counts; every later one is marked as a deal seen before.
        """
        daily, day = daily_variant(game), self.today()
        secret = await self._secret(day)
        tried = Try(table, number)
        key = (TRY, _try_key(person, day, game))
        try:
            unsettled: dict[Key, bytes | None] = {_open_key(day, game, person): b""}
            await self.store.commit(Batch(new={key: documents.dump(tried)}, documents=unsettled))
            counts = True
        except DocumentTaken:
            counts = await self._read_try(*key) == tried
        return DealThis(daily.deal(secret, day), sealed=True, seen=not counts)

    async def counted_try(self, person: str, day: date, game: str) -> Try | None:
        """The counted try of a person, if there is one."""
        return await self._read_try(TRY, _try_key(person, day, game))

    async def _read_try(self, kind: str, key: str) -> Try | None:
        body = await self.store.get(kind, key)
        return documents.load(Try, body) if body is not None else None

    async def record(self, person: str, day: date, game: str) -> Record | None:
        """The record of a finished try, open like any other once its day is over (V3)."""
        await self.revealed_secret(day)
        tried = await self.counted_try(person, day, game)
        key = record_key(tried.table, tried.number) if tried else ""
        text = await self.store.get(RECORD, key) if key else None
        return replace(Record.parse(text.decode()), sealed=False) if text is not None else None

    # The board

    async def record_result(self, person: str, day: date, game: str) -> Row | None:
        """Put a finished try on the board; idempotent.

        A game that ends after its day stays off the board: the secret is revealed by then.
        """
        tried = await self.counted_try(person, day, game)
        if tried is None or not await self._has_deal_of_the_day(tried, day, game):
            return None
        body = await self.store.get(*result_documents.key(person, tried.table, tried.number))
        result = result_documents.from_json(body) if body is not None else None
        if result is None or result.game != game or day_at(result.at) != day:
            return None
        row = _row(result, person)
        kept = {_row_key(day, game, person): documents.dump(row)}
        await self.store.commit(Batch(documents=kept | {_open_key(day, game, person): None}))
        return row

    async def _has_deal_of_the_day(self, tried: Try, day: date, game: str) -> bool:
        """Whether the game of the try had the deal of the day, and no other."""
        log = (from_json(entry.body) for entry in await self.store.read(tried.table))
        deals = [event.deal for event in log if isinstance(event, CardsDealt)][tried.number - 1 :]
        wanted = seed(await self._secret(day), day, game)
        return any(deal is not None and deal.seed == wanted for deal in deals[:1])

    async def board(self, day: date, game: str) -> tuple[Row, ...]:
        """The results of a day, the best first; marked games stand below all others."""
        daily = daily_variant(game)
        if day > self.today():
            raise DailyUnavailable("daily-no-deals", day=day.isoformat())
        for key in await self.store.scan(OPEN, f"{day.isoformat()}/{game}/"):
            await self.record_result(key.rpartition("/")[2], day, game)
        bodies = await self.store.scan(ROW, f"{day.isoformat()}/{game}/")
        rows = [documents.load(Row, body) for body in bodies.values()]
        duel = daily.rules.deck.own
        # In a duel the cards left are those of both players, and say little about the winner.
        return tuple(
            sorted(rows, key=lambda row: (row.marked, not row.won, 0 if duel else row.left, row.at))
        )

    # Bots

    async def ladder(self, day: date, game: str) -> tuple[Rung, ...]:
        """The results of the bots on the deal of today or of an earlier day; they play it once.

        A bot that fails has no result.
        """
        daily = daily_variant(game)
        key = (RUNGS, f"{day.isoformat()}/{game}")
        body = await self.store.get(*key)
        if body is None:
            async with self._ladder_lock:
                body = await self.store.get(*key) or await self._play_ladder(key, daily, day)
        return tuple(Rung(**rung) for rung in documents.load_fields(body)["rungs"])

    async def _play_ladder(self, key: Key, daily: DailyVariant, day: date) -> bytes:
        body = documents.dump(
            _Ladder(await self._ladder_games(daily, await self._secret(day), day))
        )
        # Another process may write the same: bots are deterministic.
        await self.store.commit(Batch(documents={key: body}))
        return body

    async def _ladder_games(
        self, daily: DailyVariant, secret: bytes, day: date
    ) -> tuple[Rung, ...]:
        loop = asyncio.get_running_loop()
        games = (
            loop.run_in_executor(
                self.pool, _ladder_game, daily, daily.deal(secret, day), bot, self.on_lost
            )
            for bot in self.bots
        )
        return tuple(rung for rung in await asyncio.gather(*games) if rung is not None)


def daily_variant(game: str) -> DailyVariant:
    """A variant with a deal of the day, by its name."""
    if game not in DAILY_VARIANTS:
        raise DailyUnavailable("daily-no-game", game=game[:40], allowed=", ".join(DAILY_VARIANTS))
    return DAILY_VARIANTS[game]


def row_key(key: str) -> Key:
    """The key of the result of the try with this key."""
    person, day, game = key.split("/")
    return _row_key(date.fromisoformat(day), game, person)


def _row(result: Result, person: str) -> Row:
    return Row(
        person=person,
        name=result.players[result_documents.seat_of(result, person) or 0].name,
        won=result_documents.has_won(result, person),
        left=result.left,
        marked=not result.plain,
        at=result.at,
    )


def _ladder_game(
    daily: DailyVariant, deal: Deal, bot: str, on_lost: Callable[[LostSeat], None]
) -> Rung | None:
    """The game of one bot, in a thread; None if a bot failed, for a stand-in's is not its own."""
    bots = [registry.make(name) for name in (bot, *daily.companions)]
    lost: list[LostSeat] = []
    game = match.play(daily.rules, deal, bots, f"{deal.seed} {bot}", on_lost=lost.append)
    for each in lost:
        on_lost(each)
    if lost:
        return None
    outcome: Outcome | None = game.outcome
    assert outcome is not None  # noqa: S101 (bots play to the end)
    return Rung(bot, outcome.won if outcome.winner is None else outcome.winner == 0, outcome.left)


def day_at(now: float) -> date:
    """The day of a time."""
    return datetime.fromtimestamp(now, UTC).date()


def _try_key(person: str, day: date, game: str) -> str:
    return f"{person}/{day.isoformat()}/{game}"


def open_key(key: str) -> Key:
    """The key of the mark that the try with this key is not on the board yet."""
    person, day, game = key.split("/")
    return _open_key(date.fromisoformat(day), game, person)


def _open_key(day: date, game: str, person: str) -> Key:
    return OPEN, f"{day.isoformat()}/{game}/{person}"


def _row_key(day: date, game: str, person: str) -> Key:
    return ROW, f"{day.isoformat()}/{game}/{person}"
