"""Guests, their tokens, and links to other devices."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.core.errors import IllegalTalk, TenbackError
from tenback.host.identities import LINK, USED, Identities, UnknownIdentity
from tenback.host.limits import LimitReached, Limits
from tenback.host.signatures import SIZE, Signer
from tenback.store import open_store
from tenback.table.errors import IllegalCommand
from tests.host.fakes import DAY, FixedClock, SeededBytes, identities

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_guest_is_known_by_the_token(tmp_path: Path) -> None:
    async with await open_store(str(tmp_path / "tables.db")) as store:
        people = await identities(store)
        ann, ben = await people.create_guest("  Ann  "), await people.create_guest("Ben")
        token = people.token(ann.id)
        assert (ann.name, ann.id != ben.id, len(ann.id)) == ("Ann", True, 32)
        assert await people.guest(token) == ann
    async with await open_store(str(tmp_path / "tables.db")) as store:
        later = await identities(store, "another process")
        assert await later.guest(token) == ann
        assert later.token(ann.id) == token


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "a\u0007b"])
async def test_a_name_has_to_be_one(name: str) -> None:
    async with await open_store("memory:") as store:
        people = await identities(store)
        ann = await people.create_guest("Ann")
        for refused in (people.create_guest(name), people.rename(ann.id, name)):
            with pytest.raises(IllegalCommand):
                await refused
        assert await people.find(ann.id) == ann


async def test_a_name_tells_nothing_about_cards() -> None:
    async with await open_store("memory:") as store:
        with pytest.raises(IllegalTalk):
            await (await identities(store)).create_guest("I hold 37")


async def test_renaming() -> None:
    async with await open_store("memory:") as store:
        people = await identities(store)
        ann = await people.create_guest("Ann")
        assert (await people.rename(ann.id, "Anna")).name == "Anna"
        assert (await people.known(ann.id)).name == "Anna"
        with pytest.raises(UnknownIdentity):
            await people.rename("no-such-id", "Anna")
        assert await people.find("no-such-id") is None


# Tokens


async def test_only_our_own_tokens_count() -> None:
    async with await open_store("memory:") as store:
        people = await identities(store)
        ann, ben = await people.create_guest("Ann"), await people.create_guest("Ben")
        form, person, signed = people.token(ann.id).split(".")
        wrong = [
            f"{form}.{ben.id}.{signed}",
            f"2.{person}.{signed}",
            f"{form}.{person}.{signed[::-1]}",
            f"{form}.{person}.{signed.upper()}",
            f"{form}.{person}.{signed}\n",
            f"{form}.{person}",
            person,
            "",
        ]
        assert [await people.guest(token) for token in wrong] == [None] * len(wrong)


async def test_the_token_of_a_deleted_person_is_invalid() -> None:
    async with await open_store("memory:") as store:
        people = await identities(store)
        token = people.token("0" * 32)
        assert people.person(token) == "0" * 32
        assert await people.guest(token) is None


SIGNER = Signer(b"k" * SIZE)
PEOPLE = Identities.__new__(Identities)
PEOPLE.signer = SIGNER
TOKEN = PEOPLE.token("ab" * 16)


@given(st.text() | st.from_regex(r"1\.[0-9a-f]{32}\.[0-9a-f]{64}"))
def test_whatever_is_shown_as_a_token_is_no_token(text: str) -> None:
    assert PEOPLE.person(text) is None


@given(st.data())
def test_a_token_with_anything_changed_is_no_token(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(TOKEN) - 1))
    other = data.draw(st.characters().filter(lambda letter: letter != TOKEN[place]))
    for changed in (other, "", TOKEN[place] + other):
        text = TOKEN[:place] + changed + TOKEN[place + 1 :]
        assert PEOPLE.person(text) is None or text == TOKEN
    assert PEOPLE.person(TOKEN) == "ab" * 16


# Links


async def test_a_link_works_once(tmp_path: Path) -> None:
    async with await open_store(str(tmp_path / "tables.db")) as store:
        people = await identities(store)
        ann = await people.create_guest("Ann")
        code = await people.link(ann.id)
    async with await open_store(str(tmp_path / "tables.db")) as store:
        other = await identities(store, "other")
        assert await other.follow(code) == ann
        with pytest.raises(UnknownIdentity, match="once"):
            await other.follow(code)
        assert await other.guest(other.token(ann.id)) == ann


async def test_the_store_does_not_hold_the_code() -> None:
    async with await open_store("memory:") as store:
        people = await identities(store)
        code = await people.link((await people.create_guest("Ann")).id)
        for kind in await store.kinds():
            for key, body in (await store.scan(kind)).items():
                assert code not in key
                assert code.encode() not in body


async def test_a_link_expires() -> None:
    clock = FixedClock()
    async with await open_store("memory:") as store:
        people = await identities(store, clock=clock)
        ann = await people.create_guest("Ann")
        code, spare = await people.link(ann.id), await people.link(ann.id)
        clock.now += people.limits.link_s
        assert await people.follow(spare) == ann
        clock.now += 1
        with pytest.raises(UnknownIdentity):
            await people.follow(code)


async def test_tidying_forgets_links_in_time() -> None:
    clock = FixedClock()
    async with await open_store("memory:") as store:
        people = await identities(store, clock=clock)
        ann = await people.create_guest("Ann")
        await people.follow(await people.link(ann.id))
        await people.link(ann.id)
        await people.delete_expired()
        assert [len(await store.scan(kind)) for kind in (LINK, USED)] == [1, 1]
        clock.now += people.limits.link_s + 1
        await people.delete_expired()
        assert [len(await store.scan(kind)) for kind in (LINK, USED)] == [0, 1]
        clock.now += DAY
        await people.delete_expired()
        assert [len(await store.scan(kind)) for kind in (LINK, USED)] == [0, 0]


async def test_links_are_limited_for_each_person() -> None:
    clock = FixedClock()
    async with await open_store("memory:") as store:
        people = await identities(store, clock=clock, limits=Limits(links=2))
        ann, ben = await people.create_guest("Ann"), await people.create_guest("Ben")
        for _ in range(2):
            await people.link(ann.id)
        with pytest.raises(LimitReached, match="2 links"):
            await people.link(ann.id)
        await people.link(ben.id)
        clock.now += people.limits.link_s + 1
        await people.link(ann.id)


async def test_an_unknown_person_gets_no_link() -> None:
    async with await open_store("memory:") as store:
        with pytest.raises(UnknownIdentity):
            await (await identities(store)).link("no-such-id")


@given(st.text() | st.binary(min_size=16, max_size=16).map(bytes.hex))
def test_whatever_is_shown_as_a_code_leads_nowhere(code: str) -> None:
    async def follow() -> None:
        async with await open_store("memory:") as store:
            people = Identities(store, SIGNER, clock=FixedClock(), random_bytes=SeededBytes())
            await people.link((await people.create_guest("Ann")).id)
            with pytest.raises(UnknownIdentity):
                await people.follow(code)

    asyncio.run(follow())


async def test_of_two_processes_one_accepts_a_code(postgresql: str) -> None:
    async with await open_store(postgresql) as one, await open_store(postgresql) as two:
        people = [await identities(store, str(place)) for place, store in enumerate((one, two))]
        ann = await people[0].create_guest("Ann")
        for _ in range(10):
            code = await people[0].link(ann.id)
            tries = (whose.follow(code) for whose in people * 3)
            found = await asyncio.gather(*tries, return_exceptions=True)
            counted = Counter(
                one.code if isinstance(one, TenbackError) else one == ann for one in found
            )
            assert counted == {True: 1, "identity-bad-link": 5}


async def test_links_of_a_clock_that_was_ahead_leave_room_for_others() -> None:
    clock = FixedClock()
    async with await open_store("memory:") as store:
        people = await identities(store, clock=clock)
        ann = await people.create_guest("Ann")
        codes = [await people.link(ann.id) for _ in range(people.limits.links)]
        clock.now -= 3600.0
        codes.append(await people.link(ann.id))
        for code in codes:
            assert await people.follow(code) == ann
