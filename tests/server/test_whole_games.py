"""Whole evenings over real sockets: every game, every number of players, everything people do."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.cases import IDS, TABLES
from tests.host.harness import eventually
from tests.server.harness import (
    ServerHarness,
    SocketPlayer,
    choose_move,
    play_together,
    server_harness,
)
from tests.server.schemas import check_message

if TYPE_CHECKING:
    from tenback import Rules

MINUTE = 60


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_a_game_of_every_kind(rules: Rules, players: int) -> None:
    """One or two people and bots play to the end, and a spectator watches."""
    async with server_harness() as found:
        people = await found.guests(*("Ann", "Ben")[:players])
        bots = ["greedy", "random", "greedy"][: players - len(people)]
        table, guests = await found.table(*people, bots=bots, game=rules.name)
        watching = await found.at(await found.guest("Fay"), table)
        await watching.do("watch", name="Fay")
        await guests[0].do("begin")
        over = await play_together(guests)
        check_message(over)
        assert over["result"]["game"] == rules.name
        assert len(over["result"]["players"]) == players
        assert over["view"]["outcome"]["reason"] in ("finished", "stuck", "fire")
        seen = await watching.look()
        assert seen["seat"] is None
        assert seen["result"] == over["result"]
        assert seen["fair"]["secret"], "every player can verify the deal now"
        for client in people:
            games = (await client.get("/api/me/games")).json["games"]
            assert [game["table"] for game in games] == [table]


@pytest.mark.rule("O3")
async def test_the_team_agrees_on_who_starts() -> None:
    async with server_harness() as found:
        people = await found.guests("Ann", "Ben")
        _, (ann, ben) = await found.table(*people, bots=["greedy"])
        await ann.do("begin")
        await play_together([ann, ben], until=lambda seen: seen["phase"] == "agreeing")
        assert (await ben.look())["view"]["hands"][1], "every player sees their own hand"
        reply = await ben.do("say", phrase="start")
        assert reply["type"] in ("news", "done")
        assert [one["phrase"] for one in (await ann.look())["talk"] if one["seat"] == 1] == [
            "start"
        ]
        assert await ann.refused("play", move="end") == "table-not-while-agreeing"
        await ben.do("start")
        assert (await ann.look())["view"]["turn"] == 1
        assert await ann.refused("start") == "table-not-while-playing"


@pytest.mark.rule("O17")
async def test_a_lay_is_taken_back() -> None:
    async with server_harness() as found:
        _, (ann, _) = await found.playing(*await found.guests("Ann", "Ben"), takebacks=True)
        before = await ann.look()
        lay = before["choices"]["lays"][0]["move"]
        reply = await ann.do("play", move=f"{lay['card']}-{lay['pile']}")
        assert reply["choices"]["may_take_back"]
        reply = await ann.do("take-back")
        assert reply["events"][0]["event"]["type"] == "taken-back"
        after = await ann.look()
        assert after["view"]["hands"] == before["view"]["hands"]
        assert after["version"] == before["version"] + 2, "the log never shrinks"
        assert after["marks"]["takebacks"]


async def test_where_nothing_is_taken_back() -> None:
    async with server_harness() as found:
        _, (ann, _) = await found.playing(*await found.guests("Ann", "Ben"))
        lay = ann.seen["choices"]["lays"][0]["move"]
        await ann.do("play", move=f"{lay['card']}-{lay['pile']}")
        assert (await ann.do("take-back"))["type"] == "refused"


@pytest.mark.rule("O16")
async def test_a_team_resigns_when_all_agree() -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"), bots=["greedy"])
        await ann.do("resign")
        assert (await ben.look())["resigning"] == [0]
        await ben.do("play-on")
        assert (await ann.look())["phase"] == "playing"
        await ann.do("resign")
        await ben.do("resign")
        over = await ann.look()
        assert (over["phase"], over["result"]["reason"]) == ("over", "resigned")


async def test_a_duel_is_resigned_alone_and_played_again() -> None:
    async with server_harness() as found:
        people = await found.guests("Ann", "Ben")
        table, (ann, ben) = await found.playing(*people, game="face-to-face")
        watching = await found.at(await found.guest("Fay"), table)
        await watching.do("watch", name="Fay")
        await ben.do("resign")
        over = await ann.look()
        assert (over["result"]["won"], over["result"]["winner"]) == (True, 0)
        hands = over["view"]["hands"]
        await ann.do("rematch", same_deal=True)
        again = await play_together([ann, ben], until=lambda seen: seen["phase"] == "playing")
        assert again["number"] == 2
        assert (await watching.look())["number"] == 2, "spectators follow"
        assert (await ann.look())["marks"]["seen"]
        assert len((await ann.look())["view"]["hands"][0]) == len(hands[0])
        await ann.do("resign")
        await ben.do("rematch")
        third = await play_together([ann, ben], until=lambda seen: seen["phase"] == "playing")
        assert third["number"] == 3
        assert not (await ann.look())["marks"]["seen"]


@pytest.mark.rule("V4", "T6")
async def test_spectators_see_no_hand_and_say_nothing_before_the_end() -> None:
    async with server_harness() as found:
        table, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        fay = await found.at(await found.guest("Fay"), table)
        assert fay.seen["view"] is None, "a stranger"
        await fay.do("watch", name="Fay")
        seen = await fay.look()
        assert seen["view"]["hands"] == [None, None]
        assert await fay.refused("say", phrase="thanks") == "not-seated"
        assert await fay.refused("play", move="end") == "table-no-seat"
        await ann.do("resign")
        await ben.do("resign")
        assert (await fay.do("say", text="well played"))["type"] == "news"
        assert (await fay.look())["view"]["hands"][0]


async def test_a_table_without_spectators() -> None:
    async with server_harness() as found:
        table, _ = await found.table(*await found.guests("Ann", "Ben"), spectators=False)
        fay = await found.at(await found.guest("Fay"), table)
        assert (await fay.refused("watch", name="Fay")).startswith("table-")


async def test_a_muted_player_does_not_learn_of_it() -> None:
    async with server_harness() as found:
        people = await found.guests("Ann", "Ben", "Cleo")
        _, (ann, ben, cleo) = await found.playing(*people)
        await ann.do("mute", person=people[1].id)
        spoken = await ben.do("say", text="good evening")
        await ann.socket.ping()
        await cleo.hears("spoke")
        version = spoken["events"][0]["version"]
        mine = (await ann.ask("events", after=version - 1))["events"][0]
        assert mine == {"version": version, "event": None, "followed": []}
        assert (await ann.look())["muted"] == [people[1].id]
        assert (await ben.look())["muted"] == []
        assert "muted" not in str((await ben.ask("events", after=0))["events"])
        await ann.do("unmute", person=people[1].id)
        await ben.do("say", text="hello again")
        assert (await ann.hears("spoke"))["text"] == "hello again"


async def test_what_may_not_be_said() -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        code = await ann.refused("say", text="I have the 37")
        assert code.startswith("talk-")
        assert await ann.refused("say", phrase="nonsense")
        await ben.socket.ping()
        assert not (await ben.look())["talk"]


async def test_a_table_without_free_text() -> None:
    async with server_harness() as found:
        _, (ann, _) = await found.playing(*await found.guests("Ann", "Ben"), free_text=False)
        assert await ann.refused("say", text="good evening") == "free-text-off"
        assert (await ann.do("say", phrase="thanks"))["type"] == "news"


async def away(found: ServerHarness, guest: SocketPlayer, others: list[SocketPlayer]) -> None:
    """A player closes the laptop, and a minute passes."""
    await guest.socket.connection.close()
    await found.here.settle(len(others))
    seat = guest.seen["seat"]
    for _ in range(10):
        await found.time.advance(1.0)
    await eventually(lambda: _is_away(others[0], seat))
    await found.time.advance(MINUTE)


async def _is_away(guest: SocketPlayer, seat: int) -> bool:
    return (await guest.look())["seats"][seat]["away_since"] is not None


async def test_a_bot_plays_for_an_away_player_until_they_are_back() -> None:
    async with server_harness() as found:
        people = await found.guests("Ann", "Ben")
        table, (ann, ben) = await found.playing(*people)
        assert await ann.refused("call-bot", seat=1, bot="greedy") == "table-not-away"
        await away(found, ben, [ann])
        await ann.do("call-bot", seat=1, bot="greedy")
        assert (await ann.look())["seats"][1]["stand_in"] == "greedy"
        await play_together([ann], until=lambda seen: _turns(seen) >= 3)
        again = await found.at(people[1], table)
        await ann.hears("came-back")
        seen = await again.look()
        assert (seen["seat"], seen["seats"][1]["stand_in"]) == (1, None)
        assert seen["marks"]["stand_in"]
        over = await play_together([ann, again])
        assert over["result"]["marks"]["stand_in"]


def _turns(seen: dict[str, object]) -> int:
    """A measure of how far the game has come, by the versions of the table."""
    version = seen["version"]
    assert isinstance(version, int)
    return 99 if seen["phase"] == "over" else (version - 12) // 4


async def test_the_host_manages_the_table() -> None:
    async with server_harness() as found:
        people = await found.guests("Ann", "Ben")
        _, (ann, ben) = await found.table(*people)
        assert await ben.refused("remove-seat", seat=0) == "table-host-only"
        await ann.do("remove-seat", seat=1)
        assert (await ben.look())["seat"] is None
        await ben.do("sit", name="Ben")
        await ann.do("hand-on", person=people[1].id)
        assert (await ben.look())["host"] == people[1].id
        await ben.do(
            "set-options", options={"game": "quick-and-easy", "players": 2, "listed": True}
        )
        assert (await ann.look())["options"]["game"] == "quick-and-easy"
        await ben.do("leave")
        assert (await ann.look())["host"] == people[0].id, "the role passes on"


async def test_a_seat_that_was_left_is_taken_and_the_game_goes_on() -> None:
    async with server_harness() as found:
        people = await found.guests("Ann", "Ben", "Cleo")
        table, (ann, ben) = await found.playing(*people[:2])
        await ben.do("leave")
        cleo = await found.at(people[2], table)
        await cleo.do("sit", name="Cleo")
        over = await play_together([ann, cleo])
        assert [player["name"] for player in over["result"]["players"]] == ["Ann", "Cleo"]


async def test_players_who_keep_the_deal_waiting_are_left_out() -> None:
    async with server_harness() as found:
        _, (ann, _) = await found.table(*await found.guests("Ann", "Ben"))
        await ann.do("begin")
        await play_together([ann], until=lambda seen: bool(seen["fair"]["shares"][0]["commitment"]))
        for _ in range(21):
            await found.time.advance(1.0)
        assert (await ann.hears("left-out"))["seat"] == 1
        await play_together([ann], until=lambda seen: seen["phase"] == "agreeing")


async def test_a_plan_made_ahead() -> None:
    """Another player lays on the pile of the plan, which is illegal then."""
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        hand = ben.seen["view"]["hands"][1]
        lowest, highest = min(hand, key=int), max(hand, key=int)
        plan = [f"{lowest}-u1", f"{highest}-d1", f"{lowest}-u2"]
        assert (await ben.ask("plan", moves=plan))["holds"] == [True, True, False]
        above = [
            lay["move"]
            for lay in ann.seen["choices"]["lays"]
            if lay["move"]["pile"] == "u1" and int(lay["move"]["card"]) > int(lowest) + 1
            and int(lay["move"]["card"]) != int(lowest) + 10
        ]  # fmt: skip
        await ann.do("play", move=f"{above[0]['card']}-u1")
        assert (await ben.ask("plan", moves=plan))["holds"] == [False, True, True]


async def test_following_news_alone_is_enough_to_play() -> None:
    """What one can do comes with the news; no client has to ask for the whole table."""
    async with server_harness() as found:
        _, (ann,) = await found.playing(await found.guest("Ann"))
        choices, rng = ann.seen["choices"], random.Random(3)
        followed: list[dict[str, object]] = []
        while choices["lays"] or choices["may_end"]:
            reply = await ann.do("play", move=choose_move(choices, rng))
            followed += [step for one in reply["events"] for step in one["followed"]]
            choices = reply.get("table", reply)["choices"]
        assert followed[-1]["type"] == "over"
