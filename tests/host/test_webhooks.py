"""Notifications wait in the store until they are delivered, or given up."""

from __future__ import annotations

import asyncio
import hmac
import json
from typing import TYPE_CHECKING, Any

import pytest

from tenback.host import webhook_lanes, webhook_lookups, webhooks
from tenback.host.webhook_lanes import BACK_OFF
from tenback.host.webhook_lookups import LookupBusy
from tenback.host.webhook_urls import RESOLVERS, BadWebhookUrl
from tenback.host.webhooks import (
    ATTEMPT,
    HOOK,
    QUEUE,
    Notification,
    NotificationType,
    Request,
    Webhooks,
)
from tenback.store import Batch, Store, StoreUnavailable, open_store
from tests.host.fakes import NOON, FixedClock, SeededBytes
from tests.host.harness import eventually

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

URL = "https://example.org/turns"


class Web:
    """Targets that answer as they are told, and names that lead where they are told."""

    def __init__(self, *answers: int | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []
        self.address = "93.184.216.34"
        self.addresses: dict[str, str] = {}

    async def __call__(self, request: Request, /) -> int:
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else 200
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def resolver(self, host: str, _port: int) -> Sequence[str]:
        return [self.addresses.get(host, self.address)]


def hooks_of(store: Store, web: Web, clock: FixedClock) -> Webhooks:
    return Webhooks(store, web, resolver=web.resolver, clock=clock, random_bytes=SeededBytes())


def note(person: str = "ann", version: int = 7, table: str = "oak") -> Notification:
    return Notification(person, NotificationType.YOUR_TURN, table, version, NOON)


def notes(count: int, person: str = "ann") -> list[Notification]:
    """One notification at each of so many tables."""
    return [note(person, number, f"oak{number}") for number in range(1, count + 1)]


async def wait(store: Store, *notes: Notification) -> None:
    await store.commit(Batch(documents=dict(map(webhooks.queue_entry, notes))))


async def waiting(store: Store) -> int:
    return len(await store.scan(QUEUE))


async def test_a_person_is_notified_once() -> None:
    web, clock = Web(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        hook = await hooks.put("ann", URL)
        await wait(store, note())
        await wait(store, note())
        await hooks.deliver()
        await hooks.deliver()
        (request,) = web.requests
        assert request.target.url.url == URL
        assert request.target.address == web.address
        assert json.loads(request.body) == {
            "type": "your-turn",
            "table": "oak",
            "version": 7,
            "at": NOON,
        }
        when = str(int(NOON))
        expected = hmac.new(hook.secret.encode(), when.encode() + b"." + request.body, "sha256")
        assert request.headers["Tenback-Time"] == when
        assert request.headers["Tenback-Signature"] == expected.hexdigest()
        assert await waiting(store) == 0


async def test_what_waits_outlives_the_process(tmp_path: Path) -> None:
    web, clock = Web(), FixedClock()
    async with await open_store(str(tmp_path / "tables.db")) as store:
        await hooks_of(store, web, clock).put("ann", URL)
        await wait(store, note())
    async with await open_store(str(tmp_path / "tables.db")) as store:
        await hooks_of(store, web, clock).deliver()
        assert len(web.requests) == 1


async def test_a_person_without_a_webhook_is_not_notified() -> None:
    web, clock = Web(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await hooks.drop("ann")
        await wait(store, note(), note("ben"))
        await hooks.deliver()
        assert web.requests == []
        assert await waiting(store) == 0


async def test_a_hook_leads_outside_when_it_is_made_and_when_it_is_called() -> None:
    web, clock = Web(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        for url in ("http://127.0.0.1/", "ftp://example.org/"):
            with pytest.raises(BadWebhookUrl):
                await hooks.put("ann", url)
        assert await hooks.get("ann") is None
        await hooks.put("ann", URL)
        web.address = "10.0.0.1"
        await wait(store, note())
        await hooks.deliver()
        assert web.requests == []
        assert await waiting(store) == 1


async def test_a_new_hook_has_a_new_secret() -> None:
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, Web(), FixedClock())
        assert (await hooks.put("ann", URL)).secret != (await hooks.put("ann", URL)).secret


@pytest.mark.parametrize("failure", [500, 302, 404, OSError("refused"), TimeoutError()])
async def test_failures_are_tried_again_later_and_not_for_ever(failure: int | Exception) -> None:
    web, clock = Web(*[failure] * 100), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await wait(store, note())
        for calls, pause in enumerate(BACK_OFF, start=1):
            await hooks.deliver()
            assert len(web.requests) == calls
            clock.now += pause - 1
            await hooks.deliver()
            assert len(web.requests) == calls
            clock.now += 1
        assert await waiting(store) == 0
        await hooks.deliver()
        assert len(web.requests) == len(BACK_OFF)


async def test_it_works_in_the_end() -> None:
    web, clock = Web(500, OSError("refused")), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await wait(store, note())
        for pause in BACK_OFF[:3]:
            await hooks.deliver()
            clock.now += pause
        assert len(web.requests) == 3
        assert await waiting(store) == 0


async def test_a_target_that_is_gone_is_called_no_more() -> None:
    web, clock = Web(410), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await wait(store, note())
        await hooks.deliver()
        assert await store.scan(HOOK) == {}
        assert await waiting(store) == 0


async def test_one_bad_target_holds_up_no_other() -> None:
    web, clock = Web(500), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        for person in ("ann", "ben"):
            await hooks.put(person, URL)
        await wait(store, note("ann"), note("ben"), note("ben", table="elm"))
        await hooks.deliver()
        assert len(web.requests) == 3
        assert await waiting(store) == 1


async def test_an_attempt_that_was_cut_off_is_made_again() -> None:
    class Crash(BaseException):
        pass

    class Crashing(Web):
        async def __call__(self, request: Request, /) -> int:
            self.requests.append(request)
            raise Crash

    clock = FixedClock()
    async with await open_store("memory:") as store:
        crashing = hooks_of(store, Crashing(), clock)
        await crashing.put("ann", URL)
        await wait(store, note())
        with pytest.raises(Crash):
            await crashing.deliver()
        web = Web()
        again = hooks_of(store, web, clock)
        await again.deliver()
        assert web.requests == []
        clock.now += BACK_OFF[0]
        await again.deliver()
        assert len(web.requests) == 1
        assert await waiting(store) == 0


async def test_of_two_processes_one_makes_the_call(postgresql: str) -> None:
    web, clock = Web(), FixedClock()
    async with await open_store(postgresql) as one, await open_store(postgresql) as two:
        both = [hooks_of(store, web, clock) for store in (one, two)]
        await both[0].put("ann", URL)
        await wait(one, *notes(20))
        started = asyncio.Event()

        class Slow(Web):
            async def __call__(self, request: Request, /) -> int:
                web.requests.append(request)
                await started.wait()
                return 200

        for each in both:
            each.sender = Slow()
        tasks = [asyncio.create_task(each.deliver()) for each in both]
        async with asyncio.timeout(60):
            while len(web.requests) < 2:  # each process makes one call of a person at a time
                await asyncio.sleep(0.01)
        started.set()
        await asyncio.gather(*tasks)
        called = [json.loads(request.body)["version"] for request in web.requests]
        assert sorted(called) == list(range(1, 21))


async def test_attempts_are_forgotten_in_time() -> None:
    web, clock = Web(500), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await wait(store, note())
        await hooks.deliver()
        clock.now += webhooks.ATTEMPT_LIFETIME
        await hooks.deliver()
        await hooks.delete_expired()
        assert len(await store.scan(ATTEMPT)) == 2
        clock.now += 1
        await hooks.delete_expired()
        assert len(await store.scan(ATTEMPT)) == 1
        assert await waiting(store) == 0


async def test_running_goes_on_when_the_database_gives_no_answer() -> None:
    class Enough(Exception):
        pass

    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise Enough

    class Away(Webhooks):
        async def start_due(self) -> None:
            raise StoreUnavailable("store-failed", why="gone")

    async with await open_store("memory:") as store:
        web = Web()
        with pytest.raises(Enough):
            await Away(store, web, resolver=web.resolver).run(sleep)
    assert pauses == [webhooks.POLL_INTERVAL] * 3


# The end of the queue


async def test_the_newest_notification_of_a_table_is_enough() -> None:
    web, clock = Web(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        over = Notification("ann", NotificationType.GAME_OVER, "oak", 8, NOON)
        await wait(store, note(version=9), note(version=10), note(version=2), over, *notes(1))
        await hooks.deliver()
        called = [json.loads(request.body) for request in web.requests]
        assert sorted((body["table"], body["version"]) for body in called) == [
            ("oak", 8),
            ("oak", 10),
            ("oak1", 1),
        ]
        assert await waiting(store) == 0


async def test_a_hook_that_fails_has_a_queue_that_does_not_grow() -> None:
    web, clock = Web(*[500] * 100), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        for version in range(1, 10):
            await wait(store, note(version=version))
            await hooks.deliver()
            assert [*await store.scan(QUEUE)] == [f"ann/oak/{version}"]


async def test_old_notifications_are_not_delivered() -> None:
    web, clock = Web(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await wait(store, note())
        clock.now += webhooks.LIFETIME + 1
        await hooks.deliver()
        assert web.requests == []
        assert await waiting(store) == 0


async def test_a_long_queue_is_read_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    web, clock, pages = Web(), FixedClock(), []
    monkeypatch.setattr(webhooks, "PAGE", 2)
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await wait(store, *notes(5), note(version=1), note(version=2))
        scan = store.scan

        async def scan_page(kind: str, *args: str, **options: Any) -> dict[str, bytes]:
            page = await scan(kind, *args, **options)
            pages.append(len(page))
            return page

        monkeypatch.setattr(store, "scan", scan_page)
        await hooks.deliver()
        assert len(web.requests) == 6
        clock.now += webhooks.ATTEMPT_LIFETIME + 1
        await hooks.delete_expired()
        assert await scan(ATTEMPT) == {}
        assert max(pages) == 2


# Slow targets


class Hanging(Web):
    """The hosts below slow.example never answer, until they are released; the others do."""

    def __init__(self) -> None:
        super().__init__()
        self.hanging = 0
        self.most = 0
        self.released = asyncio.Event()

    async def __call__(self, request: Request, /) -> int:
        if not request.target.url.host.endswith("slow.example"):
            return await super().__call__(request)
        self.hanging += 1
        self.most = max(self.most, self.hanging)
        try:
            await self.released.wait()
        finally:
            self.hanging -= 1
        raise TimeoutError


async def slow_people(hooks: Webhooks, count: int) -> list[str]:
    """So many people, each with a name of their own at the slow server."""
    people = [f"slow{number}" for number in range(count)]
    for person in people:
        await hooks.put(person, f"https://{person}.slow.example/turns")
    return people


async def test_a_slow_target_delays_no_other_and_takes_few_slots() -> None:
    web, rounds = Hanging(), 0
    web.address = "8.8.8.8"
    web.addresses["example.org"] = "93.184.216.34"
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, FixedClock())
        slow = await slow_people(hooks, 96)
        await hooks.put("ben", URL)
        await wait(store, *map(note, slow), note("ben", 1))

        async def sleep(_seconds: float) -> None:
            """Each round ends while the slow calls hang, and brings Ben another turn."""
            nonlocal rounds
            rounds += 1
            await eventually(lambda: len(web.requests) == rounds and "ben" not in hooks._calling)
            await wait(store, note("ben", rounds + 1))

        running = asyncio.create_task(hooks.run(sleep))
        await eventually(lambda: rounds >= 5)
        assert web.most == webhook_lanes.ADDRESS_SLOTS
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert web.hanging == 0
        assert not hooks._calling


@pytest.mark.parametrize("form", ["2606:4700:0:{:x}::1", "8.8.8.8"])
async def test_many_addresses_of_one_site_are_one(form: str) -> None:
    web = Hanging()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, FixedClock())
        people = await slow_people(hooks, 9)
        for number, person in enumerate(people):
            web.addresses[f"{person}.slow.example"] = form.format(number)
        await wait(store, *map(note, people))
        delivering = asyncio.create_task(hooks.deliver())
        await eventually(lambda: web.hanging == webhook_lanes.ADDRESS_SLOTS)
        web.released.set()
        await delivering
        assert web.most == webhook_lanes.ADDRESS_SLOTS


async def test_people_at_one_host_do_not_wait_for_one_of_them() -> None:
    class OneHangs(Hanging):
        async def __call__(self, request: Request, /) -> int:
            if request.target.url.path == "/ann":
                await self.released.wait()
            return await super().__call__(request)

    web = OneHangs()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, FixedClock())
        for person in ("ann", "ben"):
            await hooks.put(person, f"https://shared.example/{person}")
        await wait(store, note("ann"), note("ben"))
        delivering = asyncio.create_task(hooks.deliver())
        await eventually(lambda: len(web.requests) == 1)
        assert web.requests[0].target.url.path == "/ben"
        web.released.set()
        await delivering


async def test_hooks_that_failed_share_a_few_slots() -> None:
    web, clock = Hanging(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        slow = await slow_people(hooks, 96)
        for number, person in enumerate(slow):
            web.addresses[f"{person}.slow.example"] = f"8.8.{number}.8"
        await hooks.put("ben", URL)
        await wait(store, *map(note, slow))
        delivering = asyncio.create_task(hooks.deliver())
        await eventually(lambda: web.hanging == webhook_lanes.WORKING_SLOTS)
        web.released.set()
        await delivering
        web.released.clear()
        web.most = 0
        clock.now += BACK_OFF[0]
        await wait(store, note("ben"))
        delivering = asyncio.create_task(hooks.deliver())
        await eventually(lambda: len(web.requests) == 1)
        assert web.most == webhook_lanes.FAILING_SLOTS
        web.released.set()
        await delivering


async def test_a_hook_that_is_deleted_while_it_waits_is_not_called() -> None:
    web = Hanging()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, FixedClock())
        slow = await slow_people(hooks, webhook_lanes.ADDRESS_SLOTS)
        await hooks.put("zoe", URL)
        await wait(store, *map(note, slow), note("zoe"))
        delivering = asyncio.create_task(hooks.deliver())
        await eventually(lambda: web.hanging == webhook_lanes.ADDRESS_SLOTS)
        await hooks.drop("zoe")
        web.released.set()
        await delivering
        assert web.requests == []


async def test_a_hook_that_fails_rests_with_all_that_waits_for_it() -> None:
    web, clock = Web(*[500] * 100), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        await wait(store, *notes(10))
        for calls, pause in enumerate((*BACK_OFF[:3], *[webhook_lanes.LONGEST_REST] * 3), start=1):
            await hooks.deliver()
            assert len(web.requests) == calls
            clock.now += pause - 1
            await hooks.deliver()
            assert len(web.requests) == calls
            clock.now += 1
        web.answers.clear()
        await hooks.deliver()
        assert await waiting(store) == 0, "a hook that works again is called for all that waits"


async def test_a_call_is_due_though_the_clock_was_set_back() -> None:
    web, clock = Web(500), FixedClock()
    async with await open_store("memory:") as store:
        await hooks_of(store, web, clock).put("ann", URL)
        await wait(store, note())
        await hooks_of(store, web, clock).deliver()
        clock.now -= 365 * 24 * 3600
        await hooks_of(store, web, clock).deliver()
        assert len(web.requests) == 2
        assert await waiting(store) == 0


# Silent names


class Silent(Web):
    """The names below silent.example have no answer; the threads that ask go on for ever."""

    def __init__(self) -> None:
        super().__init__()
        self.silent = False
        self.asking = 0

    async def resolver(self, host: str, port: int) -> Sequence[str]:
        if self.silent and host.endswith("silent.example"):
            self.asking += 1
            await asyncio.Event().wait()
        return await super().resolver(host, port)


async def silent_people(hooks: Webhooks, web: Silent) -> list[str]:
    """As many people as there are threads, whose names were found once."""
    people = [f"mute{number}" for number in range(RESOLVERS)]
    for person in people:
        await hooks.put(person, f"https://{person}.silent.example/")
    web.silent = True
    return people


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a lookup gives up soon."""
    monkeypatch.setattr(webhook_lookups, "LOOKUP_TIMEOUT", 0.05)


@pytest.mark.usefixtures("brief")
async def test_a_call_whose_name_is_not_looked_up_has_not_failed() -> None:
    web, clock = Silent(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        mute = await silent_people(hooks, web)
        await hooks.put("zoe", URL)
        await wait(store, *map(note, mute))
        await hooks.deliver()
        assert web.asking == webhook_lanes.WORKING_LOOKUPS
        await wait(store, note("zoe"))
        await hooks.deliver()
        assert await store.scan(ATTEMPT, "zoe/") == {}
        assert not hooks._lanes.rests("zoe", clock())
        assert len(await store.scan(QUEUE, "zoe/")) == 1


@pytest.mark.usefixtures("brief")
async def test_silent_names_of_hooks_that_failed_keep_none_waiting() -> None:
    web, clock = Silent(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        mute = await silent_people(hooks, web)
        for person in mute:
            hooks._lanes.called(person, clock(), well=False)
        clock.now += BACK_OFF[0]
        await hooks.put("zoe", URL)
        await wait(store, *map(note, mute), note("zoe"))
        await hooks.deliver()
        assert web.asking == webhook_lanes.FAILING_LOOKUPS
        assert len(web.requests) == 1


@pytest.mark.usefixtures("brief")
async def test_silent_names_of_new_hooks_stop_no_call() -> None:
    web = Silent()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, FixedClock())
        await hooks.put("zoe", URL)
        web.silent = True
        for number in range(RESOLVERS):
            with pytest.raises((BadWebhookUrl, LookupBusy)):
                await hooks.put(f"mute{number}", f"https://{number}.silent.example/")
        assert web.asking == webhooks.NEW_LOOKUPS
        await wait(store, note("zoe"))
        await hooks.deliver()
        assert len(web.requests) == 1


async def test_a_remembered_name_leads_to_the_address_that_was_checked() -> None:
    web, clock = Web(), FixedClock()
    async with await open_store("memory:") as store:
        hooks = hooks_of(store, web, clock)
        await hooks.put("ann", URL)
        public = web.address
        for version in (1, 2):
            await wait(store, note(version=version))
            await hooks.deliver()
            web.address = "10.0.0.1"
        assert [request.target.address for request in web.requests] == [public] * 2
        clock.now += webhook_lookups.LIFETIME
        await wait(store, note(version=3))
        await hooks.deliver()
        assert len(web.requests) == 2
