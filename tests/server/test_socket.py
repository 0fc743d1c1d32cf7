"""The socket of a table: messages and their answers, and how a connection begins and ends."""

from __future__ import annotations

import asyncio
import gc
import json

import pytest
from websockets.exceptions import ConnectionClosed

from tenback.core.errors import TenbackError
from tenback.server.socket import Connection
from tenback.words import Words
from tests.server.harness import compile_hints, play_together, server_harness
from tests.server.schemas import check_message
from tests.server.test_sessions import closed_eventually


async def test_the_whole_table_comes_first() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 2})
        guest = await found.at(ann, table)
        check_message(guest.seen)
        assert (guest.seen["me"], guest.seen["seat"], guest.seen["version"]) == (ann.id, 0, 1)
        assert guest.seen["now"] == found.time.now


async def test_a_table_that_is_not_there() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        async with ann.at("nothing-there") as socket:
            await closed_eventually(socket, 1008, "host-no-table")
        assert found.here.services.host.connections == 0


async def test_a_client_that_has_gone_leaves_nothing_behind() -> None:
    """Not even until the garbage collector looks for cycles."""
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 2})
        gc.collect()
        gc.disable()
        try:
            async with ann.at(table) as socket:
                await socket.receive()
                assert len(_connections()) == 1
            async with asyncio.timeout(30):
                while _connections():
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()


def _connections() -> list[object]:
    # `isinstance` would wake proxies of what is gone already.
    return [one for one in gc.get_objects() if type(one) is Connection]


async def test_unknown_query_parameters_are_refused() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 2})
        async with ann.at(table, "?lang=de") as socket:
            await closed_eventually(socket, 1008, "server-bad-query")


@pytest.mark.parametrize(
    ("query", "header", "language"),
    [
        ("", "fr", "fr"),
        ("?language=de", "fr", "de"),
        ("?language=en", "fr", "en"),
        ("?language=xx", "fr", "fr"),
        ("?language=", "", "en"),
    ],
)
async def test_refusals_in_ones_language(query: str, header: str, language: str) -> None:
    """A page asks for one behind the question mark; programs may set a header."""
    say = Words(language)
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 2})
        for name, code in (("no-table", "host-no-table"), (table, "server-bad-message")):
            async with ann.at(name, query, **{"accept-language": header}) as socket:
                if name == table:
                    await socket.send({})
                reply = await socket.until(lambda message: message["type"] == "refused")
                assert reply["message"] == say.refusal(TenbackError(code, **reply["params"]))


async def test_news_carry_the_id_of_the_command_that_made_them() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (mine, theirs) = await found.table(ann, ben)
        reply = await mine.do("rename", name="Zoe")
        check_message(reply)
        assert (reply["type"], reply["events"][0]["event"]["name"]) == ("news", "Zoe")
        heard = await theirs.socket.until(lambda message: message["type"] == "news")
        assert heard["done"] is None
        assert heard["events"] == reply["events"]


async def test_a_command_that_makes_no_difference_and_one_that_is_resent_are_done() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (mine, _) = await found.playing(ann, ben)
        first = await mine.socket.do("c1", {"type": "rename", "name": "Zoe"})
        again = await mine.socket.do("c1", {"type": "rename", "name": "Zoe"})
        check_message(again)
        assert (again["type"], again["versions"]) == ("done", [first["events"][0]["version"]])
        await mine.do("say", phrase="thanks")
        same = await mine.do("say", phrase="thanks")
        assert (same["type"], same["versions"]) == ("done", [])


async def test_a_player_who_sits_down_gets_the_whole_table_and_an_answer() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table = await ann.open({"game": "original", "players": 2})
        guest = await found.at(ben, table)
        assert guest.seen["seat"] is None
        reply = await guest.do("sit", name="Ben")
        assert (reply["type"], reply["versions"]) == ("done", [2])
        assert (await guest.look())["seat"] == 1


async def test_a_refusal_carries_the_id_code_parameters_and_a_sentence() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table, _ = await found.table(ann, ben)
        async with ben.at(table, **{"Accept-Language": "de"}) as socket:
            await socket.receive()
            reply = await socket.do("c7", {"type": "begin"})
            check_message(reply)
            assert (reply["code"], reply["id"]) == ("table-host-only", "c7")
            assert reply["message"] != "Only the host can do this."


@pytest.mark.parametrize(
    "message",
    [
        {"type": "do", "id": "c1", "command": {"type": "dance"}},
        {"type": "do", "id": "c1", "command": {"type": "play"}},
        {"type": "do", "id": "c1", "command": {"type": "deal-this"}},
        {"type": "do", "id": "c1"},
        {"type": "dance", "id": "c1"},
        {"id": "c1"},
        {
            "type": "do",
            "id": "c1",
            "command": {"type": "set-options", "options": {"game": "original", "players": 77}},
        },
    ],
)
async def test_a_wrong_message_is_answered_under_its_id(message: dict[str, object]) -> None:
    """Otherwise a client that waits for the answer would wait for ever."""
    async with server_harness() as found:
        ann = await found.guest("Ann")
        _, (guest,) = await found.table(ann)
        reply = await guest.socket.ask(message)
        check_message(reply)
        assert reply["type"] == "refused"


async def test_bytes_are_read_like_text() -> None:
    async with server_harness() as found:
        _, (guest,) = await found.table(await found.guest("Ann"))
        await guest.socket.send(b'{"type":"ping"}')
        assert (await guest.socket.receive()) == {"type": "pong", "now": found.time.now}


async def test_a_gap_is_filled() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (mine, _) = await found.playing(ann, ben)
        reply = await mine.ask("events", after=3)
        check_message(reply)
        assert [one["version"] for one in reply["events"]] == list(range(4, reply["version"] + 1))


async def test_a_plan_and_a_hint() -> None:
    compile_hints()
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (mine, theirs) = await found.playing(ann, ben)
        lay = mine.seen["choices"]["lays"][0]["move"]
        plan = await theirs.ask("plan", moves=["end"])
        check_message(plan)
        assert plan["holds"] == [False]
        plan = await mine.ask("plan", moves=[f"{lay['card']}-{lay['pile']}"])
        assert plan["holds"] == [True]
        hint = await mine.ask("hint")
        check_message(hint)
        assert hint["choices"][0]["moves"]
        assert (await theirs.ask("hint"))["code"] == "table-not-your-turn"
        assert (await theirs.look())["marks"]["hints"]


async def test_coming_back_shows_the_whole_table() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table, (mine, _) = await found.playing(ann, ben)
        before = await mine.look()
        async with ann.at(table) as socket:
            again = await socket.receive()
        assert again == before


async def test_two_windows_of_one_person_see_the_same() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table, (first,) = await found.playing(ann)
        second = await found.at(ann, table)
        reply = await first.do("play", move=_move(first.seen))
        other = await second.socket.receive()
        assert reply["done"]
        assert other["done"] is None
        assert other["events"] == reply["events"]
        assert other["choices"] == reply["choices"] != first.seen["choices"]


def _move(seen: dict[str, dict[str, list[dict[str, dict[str, str]]]]]) -> str:
    move = seen["choices"]["lays"][0]["move"]
    return f"{move['card']}-{move['pile']}"


async def test_a_closed_table_says_so_and_nothing_more_can_be_done() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (mine, theirs) = await found.table(ann, ben)
        await mine.do("close")
        assert (await theirs.look())["phase"] == "closed"
        assert await theirs.refused("leave") == "table-not-while-closed"


async def test_every_message_of_a_game_is_one_of_those_described() -> None:
    async with server_harness() as found:
        ann, ben, cleo = await found.guests("Ann", "Ben", "Cleo")
        table, guests = await found.table(ann, ben, bots=["greedy"], game="on-fire")
        watching = await found.at(cleo, table)
        await watching.do("watch", name="Cleo")
        await guests[0].do("begin")
        await play_together(guests)
        for client in (ann, ben, cleo):
            for text in client.heard:
                if isinstance(text, bytes):
                    check_message(json.loads(text))


async def test_a_mistake_of_ours_while_writing_ends_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_: object) -> None:
        raise ValueError("a mistake")

    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (mine, theirs) = await found.table(ann, ben)
        monkeypatch.setattr("tenback.server.socket.serialize.news", broken)
        with pytest.raises(ConnectionClosed):
            await mine.do("rename", name="Zoe")
        with pytest.raises(ConnectionClosed):
            await theirs.socket.until(lambda _: False)


async def test_every_message_is_text() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        async with ann.at("nothing-there") as socket:
            assert isinstance(await socket.connection.recv(), str)


async def test_a_mistake_of_ours_is_answered_and_the_connection_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (mine, _) = await found.table(ann, ben)

        def broken(_: object) -> None:
            raise KeyError("card 37")

        monkeypatch.setattr("tenback.server.protocol.to_command", broken)
        refused = await mine.do("rename", name="Zoe")
        assert (refused["type"], refused["code"]) == ("refused", "server-error")
        monkeypatch.undo()
        assert (await mine.do("rename", name="Zoe"))["type"] == "news"
        assert not any("card 37" in line for line in found.here.log.lines)
