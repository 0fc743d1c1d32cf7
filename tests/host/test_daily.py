"""Deals of the day: the same for every player, secret for a day, and verifiable afterwards."""

from __future__ import annotations

import asyncio
import hmac
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import TYPE_CHECKING, NoReturn

import pytest

from tenback.bots import registry
from tenback.bots.kernel_bot import KernelBot
from tenback.core.bot_spec import LADDER
from tenback.core.deal import Deal
from tenback.host import daily, result_documents
from tenback.host.daily import DAILY_VARIANTS, DailyDeals, DailyUnavailable, Row, Rung
from tenback.store import Batch, Entry, Store, open_store
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.event_json import to_json
from tenback.table.fairness import Dealer, commitment
from tenback.table.results import Marks
from tenback.table.table import Table
from tests.host.fakes import DAY, NOON, FixedClock, SeededBytes, result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.bots.stand_in import LostSeat
    from tenback.table.results import Result

TODAY = date(2027, 1, 15)
GAMES = sorted(DAILY_VARIANTS)


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


def days_of(
    store: Store, pool: ThreadPoolExecutor, clock: FixedClock, name: str = "chance", *bots: str
) -> DailyDeals:
    return DailyDeals(
        store, pool, clock=clock, random_bytes=SeededBytes(name), bots=bots or ("random", "careful")
    )


async def dealt_at(store: Store, table: str, person: str, game: str, deal: c.DealThis) -> None:
    """A table where a person was dealt these cards."""
    options = DAILY_VARIANTS[game].options
    opened = Table.open(table, person, person.title(), options, NOON, Dealer(lambda: "0" * 64))
    for bot in DAILY_VARIANTS[game].companions:
        opened.handle(person, c.SeatBot(bot), NOON)
    opened.handle(SYSTEM, deal, NOON)
    entries = [
        Entry(version, None, to_json(event).encode())
        for version, event in enumerate(opened.log, start=1)
    ]
    await store.commit(Batch(table, entries))


async def ended(store: Store, one: Result) -> None:
    await store.commit(Batch(documents=result_documents.documents(one)))


# Seeds and secrets


@pytest.mark.parametrize("game", GAMES)
def test_every_daily_can_be_dealt(game: str) -> None:
    one = DAILY_VARIANTS[game]
    deal = one.deal(b"s" * 32, TODAY)
    assert len(deal.hands) == one.options.players == 1 + len(one.companions)
    assert one.options.game == game
    for bot in one.companions:
        registry.check(bot)


def test_every_player_can_verify_the_seed() -> None:
    expected = hmac.new(b"s" * 32, b"2027-01-15/original", "sha256").hexdigest()
    assert daily.seed(b"s" * 32, TODAY, "original") == expected
    dealt = DAILY_VARIANTS["original"].deal(b"s" * 32, TODAY)
    assert dealt == Deal.from_seed(DAILY_VARIANTS["original"].rules, 1, expected)


def test_days_games_and_secrets_have_seeds_of_their_own() -> None:
    seeds = {
        daily.seed(secret, day, game)
        for secret in (b"s" * 32, b"t" * 32)
        for day in (TODAY, TODAY + timedelta(1))
        for game in GAMES
    }
    assert len(seeds) == 4 * len(GAMES)


async def test_a_secret_is_revealed_when_its_day_is_over(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        promised = await days.commitment()
        deal = (await days.start_try("ann", "original", "oak")).deal
        for closed in (TODAY, TODAY + timedelta(1), date.max):
            with pytest.raises(DailyUnavailable, match="UTC"):
                await days.revealed_secret(closed)
        clock.now = NOON + DAY / 2 - 1
        with pytest.raises(DailyUnavailable):
            await days.revealed_secret(TODAY)
        clock.now += 1
        secret = await days.revealed_secret(TODAY)
        assert commitment(secret.hex()) == promised
        assert DAILY_VARIANTS["original"].deal(secret, TODAY) == deal
        with pytest.raises(DailyUnavailable, match="no deals"):
            await days.revealed_secret(TODAY - timedelta(1))


async def test_looking_draws_no_secret_for_any_other_day(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        for other in (TODAY - timedelta(1), TODAY + timedelta(1)):
            with pytest.raises(DailyUnavailable):
                await days.ladder(other, "original")
        assert await store.scan(daily.SECRET) == {}


async def test_two_processes_have_the_same_deals(
    postgresql: str, pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store(postgresql) as one, await open_store(postgresql) as two:
        both = [days_of(one, pool, clock, "one"), days_of(two, pool, clock, "two")]
        begun = await asyncio.gather(
            *(
                days.start_try(f"{person} {place}", game, "oak")
                for place, days in enumerate(both)
                for person in ("ann", "ben")
                for game in GAMES
            )
        )
        assert len({command.deal for command in begun}) == len(GAMES)


# Tries


async def test_the_first_try_counts(pool: ThreadPoolExecutor, clock: FixedClock) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        first = await days.start_try("ann", "original", "oak")
        assert (first.sealed, first.seen) == (True, False)
        assert await days.start_try("ann", "original", "oak") == first  # a resend
        again = await days.start_try("ann", "original", "elm")
        assert (again.deal, again.sealed, again.seen) == (first.deal, True, True)
        assert not (await days.start_try("ann", "face-to-face", "ash")).seen
        assert (await days.start_try("ben", "original", "fir")).deal == first.deal
        clock.now += DAY
        tomorrow = await days.start_try("ann", "original", "yew")
        assert not tomorrow.seen
        assert tomorrow.deal != first.deal
        assert await days.counted_try("ann", TODAY, "original") == daily.Try("oak", 1)
        assert await days.counted_try("eve", TODAY, "original") is None


async def test_of_tries_at_once_one_counts(
    postgresql: str, pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store(postgresql) as one, await open_store(postgresql) as two:
        both = [days_of(one, pool, clock, "one"), days_of(two, pool, clock, "two")]
        tries = (days.start_try("ann", "original", f"t{n}") for n in range(4) for days in both)
        seen = [command.seen for command in await asyncio.gather(*tries)]
        # The same table asks twice here, once in each process.
        assert seen.count(False) == 2


@pytest.mark.parametrize("game", ["", "poker", "original-short-hands", "x" * 300])
async def test_other_games_have_no_daily(
    game: str, pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        for asked in (
            days.start_try("ann", game, "oak"),
            days.board(TODAY, game),
            days.ladder(TODAY, game),
        ):
            with pytest.raises(DailyUnavailable, match="no deal of the day"):
                await asked


# The board


async def test_a_counted_try_comes_on_the_board(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        deal = await days.start_try("ann", "original", "oak")
        assert await days.record_result("ann", TODAY, "original") is None  # not dealt yet
        await dealt_at(store, "oak", "ann", "original", deal)
        assert await days.record_result("ann", TODAY, "original") is None  # not over yet
        await ended(store, result("ann", won=False, left=4, at=NOON + 60))
        row = Row("ann", "Ann", False, 4, False, NOON + 60)
        for _ in range(2):
            assert await days.record_result("ann", TODAY, "original") == row
        assert await days.board(TODAY, "original") == (row,)
        assert await days.board(TODAY, "face-to-face") == ()
        assert await days.board(TODAY - timedelta(1), "original") == ()
        assert await days.record_result("eve", TODAY, "original") is None


async def test_what_outlasts_its_day_stays_off_the_board(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        await dealt_at(
            store, "oak", "ann", "original", await days.start_try("ann", "original", "oak")
        )
        clock.now += DAY
        await ended(store, result("ann", at=clock.now))
        assert await days.record_result("ann", TODAY, "original") is None
        assert await days.board(TODAY, "original") == ()


async def test_another_deal_at_the_same_table_does_not_count(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        await days.start_try("ann", "original", "oak")
        easier = c.DealThis(Deal.from_seed(DAILY_VARIANTS["original"].rules, 1, "easier"))
        await dealt_at(store, "oak", "ann", "original", easier)
        await ended(store, result("ann"))
        assert await days.record_result("ann", TODAY, "original") is None


async def test_the_second_game_of_a_table_does_not_count(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock)
        await dealt_at(
            store, "oak", "ann", "original", await days.start_try("ann", "original", "oak")
        )
        await ended(store, result("ann", number=2))
        assert await days.record_result("ann", TODAY, "original") is None


async def board(store: Store, days: DailyDeals, game: str, *rows: Result) -> list[str]:
    for one in rows:
        person = str(one.players[0].person)
        deal = await days.start_try(person, game, one.table)
        await dealt_at(store, one.table, person, game, deal)
        await ended(store, one)
        assert await days.record_result(person, TODAY, game) is not None
    return [row.person for row in await days.board(TODAY, game)]


async def test_the_best_come_first_and_marked_games_last(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    async with await open_store("memory:") as store:
        rows = [
            result("hint", table="a", won=True, marks=Marks(hints=1)),
            result("slow", table="b", won=True, at=NOON + 9),
            result("many", table="c", won=False, left=30),
            result("fast", table="d", won=True, at=NOON + 1),
            result("few", table="e", won=False, left=3),
        ]
        found = await board(store, days_of(store, pool, clock), "original", *rows)
        assert found == ["fast", "slow", "few", "many", "hint"]


async def test_in_a_duel_winners_come_first(pool: ThreadPoolExecutor, clock: FixedClock) -> None:
    async with await open_store("memory:") as store:
        rows = [
            result("lost", "bot", table="a", winner=1, left=1, game="face-to-face"),
            result("late", "bot", table="b", winner=0, left=2, game="face-to-face", at=NOON + 9),
            result("soon", "bot", table="c", winner=0, left=50, game="face-to-face", at=NOON + 1),
        ]
        found = await board(store, days_of(store, pool, clock), "face-to-face", *rows)
        assert found == ["soon", "late", "lost"]


# The ladder


@pytest.mark.parametrize("game", ["original", "quick-and-easy"])
async def test_bots_play_the_deal_once(
    game: str, pool: ThreadPoolExecutor, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    make = registry.make

    def counted(name: str) -> object:
        asked.append(name)
        return make("simple" if name == "strong" else name)

    monkeypatch.setattr(registry, "make", counted)
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock, "chance", "random", "simple")
        first, second = await asyncio.gather(days.ladder(TODAY, game), days.ladder(TODAY, game))
        assert first == second
        assert [rung.bot for rung in first] == ["random", "simple"]
        assert all(isinstance(rung, Rung) and rung.won == (rung.left == 0) for rung in first)
        companions = len(DAILY_VARIANTS[game].companions)
        assert len(asked) == 2 * (1 + companions)
        clock.now += DAY
        other = days_of(store, pool, clock, "other process", "random")
        assert await other.ladder(TODAY, game) == first


async def test_the_same_secret_gives_the_same_ladder(
    pool: ThreadPoolExecutor, clock: FixedClock
) -> None:
    found = set()
    for _ in range(2):
        async with await open_store("memory:") as store:
            found.add(await days_of(store, pool, clock, "same").ladder(TODAY, "original"))
    assert len(found) == 1


async def test_a_bot_that_fails_has_no_rung_and_is_reported(
    pool: ThreadPoolExecutor, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> NoReturn:
        raise KeyError("a hand that no log may show")

    monkeypatch.setattr(KernelBot, "move", fail)
    lost: list[LostSeat] = []
    async with await open_store("memory:") as store:
        days = days_of(store, pool, clock, "same", "careful", "simple")
        days.on_lost = lost.append
        rungs = await days.ladder(TODAY, "original")
        assert [rung.bot for rung in rungs] == ["simple"]
        assert await days.ladder(TODAY, "original") == rungs
    assert {(each.bot, each.why) for each in lost} == {("careful", "raised")}


def test_the_ladder_has_bots_that_exist_in_their_order() -> None:
    rungs = [registry.listing(bot).strength for bot in LADDER]
    assert rungs == sorted(rungs)
