"""Bots at tables that a host runs: when they are asked, and what happens when they fail."""

from __future__ import annotations

import asyncio
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tenback.bots import registry
from tenback.bots.base import Willing
from tenback.bots.match import Match, person_at
from tenback.bots.registry import make
from tenback.bots.simple import Simple
from tenback.bots.stand_in import BotFailure, LostSeat
from tenback.bots.starter import by_hand
from tenback.core.bot_spec import InvalidBot
from tenback.core.game import Game
from tenback.core.moves import END, Lay
from tenback.host.bot_pool import BotPool
from tenback.host.persistence import rebuilt
from tenback.store import StoreUnavailable, open_store
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.bot_prompts import PromptKind, bot_seed
from tenback.table.events import BotReplaced, CardsDealt, Moved, Spoke, Started
from tenback.table.phases import Phase
from tenback.table.seats import AwaitedBot, Seat
from tenback.talk.speech import possible_phrases
from tests.bots import talker
from tests.bots.talker import TALKER
from tests.cases import IDS, TABLES
from tests.host.harness import (
    NO_PAUSES,
    ManualClock,
    ScriptedPlayers,
    dealing_table,
    eventually,
    fake_dependencies,
    full_table,
    host_on,
    run_pending,
    running_host,
)
from tests.table.lives import dealer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tenback import Deal, Rules
    from tenback.bots.base import Bot
    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View
    from tenback.host.host import Host
    from tenback.table.events import Event
    from tenback.table.table import Table


class Odd:
    """Plays as simple does, until it does what the test wants."""

    name = "odd"

    def __init__(self, after: int = 0) -> None:
        self.left = after
        self.views: list[View] = []

    def move(self, view: View, rng: random.Random) -> Move:
        self.views.append(view)
        self.left -= 1
        return Simple().move(view, rng) if self.left >= 0 else self.odd(view)

    def odd(self, view: View) -> Move:
        raise RuntimeError("I cannot count")


class Cheat(Odd):
    def odd(self, view: View) -> Move:
        return Lay("1000", "u1")


class Unwilling(Odd):
    def odd(self, view: View) -> Move:
        raise InvalidBot("unknown-bot", name="odd", hint="")


class Dying(Odd):
    def odd(self, view: View) -> Move:
        failure = BotFailure("died", status=3)
        failure.bot = "odd.py"
        raise failure


class Chatterbox(Odd):
    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        return ("nonsense", "thanks", "leave:x9")

    def odd(self, view: View) -> Move:
        return Simple().move(view, random.Random(0))


class Stammerer(Odd):
    """Fails to say something, when the test allows it to; moves as simple does."""

    def __init__(self) -> None:
        super().__init__(after=10_000)
        self.asked, self.may_fail = threading.Event(), threading.Event()

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        if view.turn == 0:
            self.asked.set()
            self.may_fail.wait(60)
            raise KeyError("lost for words")
        return ()


class Sleeper(Odd):
    """Never comes back, until the test is over."""

    wakes = threading.Event()

    def odd(self, view: View) -> Move:
        self.wakes.wait(60)
        return END


def bots(**own: Bot) -> dict[str, Any]:
    """Surroundings in which these bots exist, too."""
    return {
        "check_bot": lambda name: name,
        "make_bot": lambda name: own[name] if name in own else make(name),
    }


async def log(host: Host, party: ScriptedPlayers) -> list[Event]:
    return await host.inspect(party.table, lambda table: list(table.log))


# The same seed, the same game


async def whole_log(game: str, players: int, seed: str, crowd: int) -> list[Event]:
    async with running_host(seed=seed) as host:
        party = await dealing_table(host, game, players, ["simple"] * crowd)
        await party.play()
        return await log(host, party)


@pytest.mark.parametrize("crowd", [1, 2])
async def test_the_same_seed_gives_the_same_evening(crowd: int) -> None:
    first = await whole_log("original", 3, "oak", crowd)
    assert first == await whole_log("original", 3, "oak", crowd)
    assert first != await whole_log("original", 3, "elm", crowd)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_bots_play_among_themselves_while_a_spectator_watches(
    rules: Rules, players: int
) -> None:
    async with running_host() as host:
        party = await full_table(host, rules.name, players, ["simple"] * (players - 1))
        await party.ask("ann", c.Watch("Ann"))
        await party.ask("ann", c.SeatBot("simple"))
        await party.ask("ann", c.Begin())
        seen = await party.play()
        assert seen.result is not None
        assert {player.bot for player in seen.result.players} == {"simple"}
        events = await log(host, party)
        asked = [event.seat for event in events if isinstance(event, Started | Moved)]
        assert set(asked) == set(range(players)) or seen.result.reason == "stuck"


async def test_bots_play_on_without_connections_until_it_is_a_persons_turn() -> None:
    async with running_host() as host:
        party = await dealing_table(host, "original", 3, ["simple", "simple"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await party.ask("ann", c.Start(1))

        async def anns_turn() -> bool:
            seen = await party.seen("ann")
            return seen.view is not None and seen.view.turn in (None, 0)

        await eventually(anns_turn)


async def test_bots_of_many_tables_think_at_once_as_if_alone() -> None:
    alone = [await results("careful", [seed], {}) for seed in range(4)]
    same_device = await results("careful", range(4), {"new_pool": lambda: ThreadPoolExecutor(4)})
    assert same_device == [result for one in alone for result in one]


async def results(bot: str, seeds: Iterable[int], other: dict[str, Any]) -> list[list[str]]:
    """The moves of games among bots, one table a seed, all at the same time."""
    async with AsyncExitStack() as open_hosts:

        async def play(seed: int) -> list[str]:
            host = await open_hosts.enter_async_context(running_host(seed=seed, **other))
            party = await full_table(host, "original", 3, [bot] * 2)
            await party.ask("ann", c.Watch("Ann"))
            await party.ask("ann", c.SeatBot(bot))
            await party.ask("ann", c.Begin())
            await party.play()
            return [event.move for event in await log(host, party) if isinstance(event, Moved)]

        return await asyncio.gather(*map(play, seeds))


# The same game as in a match


MIXED = ("careful", "simple", "strong", TALKER, "master:quick")
"""Some of them search, talk, need chance or care who starts, and some do not."""

Done = list[tuple[int, str]]
"""What seats have done, one after the other: moves and phrases."""


SEVERAL = [(rules, players) for rules, players in TABLES if players > 1]
each_table = pytest.mark.parametrize(
    ("rules", "players"), SEVERAL, ids=lambda each: getattr(each, "name", each)
)


def mixed(rules: Rules, players: int) -> list[str]:
    """Bots for all seats of a table; those of the next one come from another place in the list."""
    place = SEVERAL.index((rules, players))
    return [MIXED[(place + seat) % len(MIXED)] for seat in range(players)]


def done(events: Iterable[Event]) -> Done:
    """Moves and remarks."""
    return [
        (event.seat, event.move if isinstance(event, Moved) else event.phrase)
        for event in events
        if isinstance(event, Moved | Spoke) and event.seat is not None
    ]


def since_start(events: list[Event]) -> tuple[Done, int | None, Done]:
    """What was said before a seat started, which one did, and what was done from then on."""
    starts = (place for place, event in enumerate(events) if isinstance(event, Started))
    start = next(starts, None)
    if start is None:
        return [], None, done(events)  # the lot has chosen
    return done(events[:start]), events[start].seat, done(events[start:])  # type: ignore[union-attr]


def dealt(events: Iterable[Event]) -> Deal:
    (deal,) = (event.deal for event in events if isinstance(event, CardsDealt))
    assert deal is not None
    return deal


def match_of(game: Game, names: Mapping[int, str], seed: str) -> Match:
    found = {seat: talker.make(name) for seat, name in names.items()}
    return Match(game, found, seed, on_lost=_nothing_lost)


def _nothing_lost(lost: LostSeat) -> None:
    raise AssertionError(lost)


@each_table
async def test_bots_play_as_in_any_other_match(rules: Rules, players: int) -> None:
    """A host adds threads, pace and ids, and nothing that changes a game once it has begun."""
    names = dict(enumerate(mixed(rules, players)))
    async with running_host(make_bot=talker.make, check_bot=talker.make) as host:
        party = await full_table(host, rules.name, players, mixed(rules, players)[1:])
        await party.ask("ann", c.Watch("Ann"))
        await party.ask("ann", c.SeatBot(names[0], 0))
        await party.ask("ann", c.Begin())
        await party.play()
        events = await log(host, party)
        seed = await host.inspect(party.table, bot_seed)
    assert not [event for event in events if isinstance(event, BotReplaced)]
    before, starter, after = since_start(events)
    alone = Game(rules, dealt(events), starter=starter)
    match = match_of(alone, names, seed)
    match.run()
    assert done(match.table.log) == after
    assert alone.outcome is not None
    assert before == answers_of(rules, dealt(events), names, seed)


def answers_of(rules: Rules, deal: Deal, names: Mapping[int, str], seed: str) -> Done:
    """What the bots of a host say to the question who starts.

    In a match those that do not care say nothing. At a host people wait for an answer, so they give
    one by their hands; because of it another seat may start than in a match with the same cards.
    """
    match = match_of(Game(rules, deal), names, seed)
    if match.table.phase is not Phase.AGREEING:
        return []
    match.run(PromptKind.WILLING)
    said, game = dict(done(match.table.log)), match.table.current_game()
    can = set(possible_phrases(game.view(), 0)) | set(said.values())
    every_one = [(seat, said.get(seat, str(by_hand(game.view(seat))))) for seat in names]
    return [(seat, phrase) for seat, phrase in every_one if phrase in can]


@each_table
async def test_bots_beside_a_person_play_as_in_any_other_match(rules: Rules, players: int) -> None:
    """The person waits until the bots have said what they want to."""
    names = dict(enumerate(mixed(rules, players)[1:], start=1))
    async with running_host(make_bot=talker.make, check_bot=talker.make) as host:
        party = await dealing_table(host, rules.name, players, list(names.values()))
        await party.play(lambda seen: seen.phase in (Phase.AGREEING, Phase.PLAYING))
        starter = None
        if (await party.seen("ann")).phase is Phase.AGREEING:
            starter = 1
            await party.ask("ann", c.Start(starter))
        alone = Game(rules, dealt(await log(host, party)), starter=starter)
        match = match_of(alone, names, await host.inspect(party.table, bot_seed))
        while True:
            match.run()
            expected = done(match.table.log)
            await eventually(partial(have_done, host, party, len(expected)))
            assert since_start(await log(host, party))[2] == expected
            if alone.outcome is not None:
                break
            move = c.Play(str(Simple().move(alone.view(0), random.Random(len(expected)))))
            match.table.handle(person_at(0), move, 0.0)
            await party.ask("ann", move)
        assert not [event for event in await log(host, party) if isinstance(event, BotReplaced)]


async def have_done(host: Host, party: ScriptedPlayers, count: int) -> bool:
    return len(since_start(await log(host, party))[2]) >= count


# What bots see and say


async def test_bots_see_their_own_hand_and_remember_what_was_laid() -> None:
    odd = Odd(after=10_000)
    async with running_host(**bots(odd=odd)) as host:
        party = await dealing_table(host, "original", 3, ["odd"])
        await party.play()
        assert odd.views
        assert all(view.seat == 2 and view.memory for view in odd.views)
        for view in odd.views:
            assert [hand is None for hand in view.hands] == [True, True, False]


@pytest.mark.rule("O3")
@pytest.mark.parametrize("bot", [listing.name for listing in registry.OWN])
async def test_every_bot_says_whether_it_would_start(bot: str) -> None:
    async with running_host() as host:
        said: set[tuple[str | None, Willing]] = set()
        for _ in range(6):
            party = await dealing_table(host, "original", 4, [bot] * 3)
            await party.play(lambda seen: seen.phase is Phase.AGREEING)
            await eventually(partial(all_have_spoken, host, party))
            spoken = [event for event in await log(host, party) if isinstance(event, Spoke)]
            assert [event.seat for event in spoken] == list(SEATS)
            phrases = (event.phrase for event in spoken)
            said |= set(zip(phrases, await host.inspect(party.table, wills), strict=True))
        assert said == {("start", Willing.START), ("not-me", Willing.NOT_ME)}


SEATS = range(1, 4)


def wills(table: Table) -> list[Willing]:
    """By the hands of all bots, whether they would start."""
    assert table.game is not None
    return [by_hand(table.game.view(seat)) for seat in SEATS]


async def all_have_spoken(host: Host, party: ScriptedPlayers) -> bool:
    return sum(isinstance(event, Spoke) for event in await log(host, party)) == len(SEATS)


async def test_no_bot_answers_where_no_player_may_talk() -> None:
    async with running_host() as host:
        party = await dealing_table(host, "original", 2, ["simple"], talk="silent")
        await party.play()
        assert not [event for event in await log(host, party) if isinstance(event, Spoke)]


async def test_what_may_not_be_said_is_not_heard_and_does_no_harm() -> None:
    async with running_host(**bots(odd=Chatterbox())) as host:
        party = await dealing_table(host, "original", 2, ["odd"])
        await party.play()
        said = [event.phrase for event in await log(host, party) if isinstance(event, Spoke)]
        assert set(said) - {"start", "not-me"} == {"thanks"}
        assert not [event for event in await log(host, party) if isinstance(event, BotReplaced)]


# Bots that fail


@pytest.mark.parametrize("kind", [Odd, Cheat, Unwilling])
@pytest.mark.parametrize("after", [0, 3])
async def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(
    kind: type[Odd], after: int
) -> None:
    lost: list[tuple[str, LostSeat]] = []
    deps = bots(odd=kind(after)) | {"lost": lambda table, why: lost.append((table, why))}
    async with running_host(**deps) as host:
        party = await dealing_table(host, "original", 2, ["odd"])
        seen = await party.play()
        assert [event for event in await log(host, party) if isinstance(event, BotReplaced)]
        assert seen.seats[1].bot == "careful"
        ((table, why),) = lost
        assert (table, why.seat, why.bot, why.stand_in) == (party.table, 1, "odd", "careful")
        assert why.why == ("illegal" if kind is Cheat else "raised")
        assert seen.marks is not None
        assert seen.marks.stand_in


async def test_a_bot_that_fails_when_the_game_has_gone_on_is_replaced_and_reported() -> None:
    """A bot thinks about a remark while a person lays a card: its failure answers an old prompt."""
    lost: list[LostSeat] = []
    stammerer = Stammerer()
    deps = bots(odd=stammerer) | {"lost": lambda _table, why: lost.append(why)}
    deps |= {"new_pool": ThreadPoolExecutor}
    async with running_host(**deps) as host:
        party = await dealing_table(host, "original", 2, ["odd"])
        seen = await party.play(lambda seen: seen.phase is Phase.PLAYING)
        assert seen.view is not None
        assert seen.view.turn == 0, "a person who may start does"
        await eventually(stammerer.asked.is_set)
        await party.step()
        assert (await party.seen("ann")).version > seen.version
        stammerer.may_fail.set()
        await eventually(lambda: bool(lost))
        assert (lost[0].bot, lost[0].why, lost[0].stand_in) == ("odd", "raised", "careful")
        await party.play()
        replaced = [event for event in await log(host, party) if isinstance(event, BotReplaced)]
        assert [event.bot for event in replaced] == ["careful"]
        assert len(lost) == 1


async def test_a_bot_that_knows_why_it_fails_says_so() -> None:
    lost: list[LostSeat] = []
    deps = bots(odd=Dying()) | {"lost": lambda _table, why: lost.append(why)}
    async with running_host(**deps) as host:
        party = await dealing_table(host, "original", 2, ["odd"])
        await party.play()
    assert lost == [LostSeat(1, "odd", "careful", "died", {"status": 3})]
    assert lost[0].error is None


async def test_a_bot_that_cannot_be_made_is_replaced() -> None:
    def no_bot(name: str) -> Bot:
        if name == "odd":
            raise InvalidBot("unknown-bot", name="odd", hint="")
        return make(name)

    async with running_host(check_bot=lambda name: name, make_bot=no_bot) as host:
        party = await dealing_table(host, "original", 2, ["odd"])
        assert (await party.play()).seats[1].bot == "careful"


async def test_where_a_stand_in_fails_the_next_one_plays() -> None:
    async with running_host(**bots(odd=Odd(), careful=Odd())) as host:
        party = await dealing_table(host, "original", 2, ["odd"])
        assert (await party.play()).seats[1].bot == "simple"


async def test_a_bot_that_never_answers_is_replaced_and_holds_up_no_other() -> None:
    time = ManualClock()
    Sleeper.wakes.clear()
    config = replace(NO_PAUSES, patience=30.0)
    deps = bots(odd=Sleeper()) | {"new_pool": lambda: ThreadPoolExecutor(1)}
    try:
        async with running_host(time=time, config=config, **deps) as host:
            party = await dealing_table(host, "original", 2, ["odd"])
            await party.play(lambda seen: seen.phase is Phase.AGREEING)
            await party.ask("ann", c.Start(1))
            await party.ask("ann", c.Say("thanks"))  # people go on while a bot thinks
            other = await dealing_table(host, "original", 2, ["simple"])

            async def replaced() -> bool:
                await time.advance(1)
                return (await party.seen("ann")).seats[1].bot == "careful"

            await eventually(replaced)
            assert (await party.play()).phase is Phase.OVER
            assert (await other.play()).phase is Phase.OVER
    finally:
        Sleeper.wakes.set()


# Bots that get ready first


async def test_another_one_plays_until_a_bot_is_ready() -> None:
    time, unready = ManualClock(), {"late": 12.0}
    ready = bots(late=Simple("late")) | {"ready_in": unready.get}
    async with running_host(time=time, **ready) as host:
        party = await dealing_table(host, "original", 3, ["late", "simple"])
        seen = await party.play(lambda seen: seen.phase is Phase.AGREEING)
        assert [seat.bot for seat in seen.seats] == [None, "careful", "simple"]
        awaited = AwaitedBot("late", round(time() + 12.0, 1))
        assert [seat.awaits for seat in seen.seats] == [None, awaited, None]
        await party.ask("ann", c.Start(1))
        seen = await party.play(lambda seen: seen.choices is not None and bool(seen.choices.lays))
        assert seen.seats[1].awaits == awaited
        unready.clear()
        seen = await party.play()
        assert [seat.bot for seat in seen.seats] == [None, "late", "simple"]
        assert not any(seat.awaits for seat in seen.seats)
        replaced = [event for event in await log(host, party) if isinstance(event, BotReplaced)]
        assert [(event.seat, event.bot) for event in replaced] == [(1, "careful"), (1, "late")]
        assert seen.marks is not None
        assert seen.marks.stand_in


async def test_a_stand_in_for_an_unready_bot_is_ready_itself() -> None:
    """Where not even `careful` is, the one without kernels plays."""
    unready = {"late": 12.0, "careful": 5.0}
    ready = bots(late=Simple("late")) | {"ready_in": unready.get}
    async with running_host(**ready) as host:
        party = await dealing_table(host, "original", 3, ["late", "careful"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await party.ask("ann", c.Start(0))
        seen = await party.play(
            lambda seen: seen.view is not None and sum(seen.view.stock_sizes) < 70
        )
        assert [seat.bot for seat in seen.seats] == [None, "simple", "simple"]
        assert [seat.awaits.bot for seat in seen.seats if seat.awaits] == ["late", "careful"]
        unready.clear()
        seen = await party.play()
        assert [seat.bot for seat in seen.seats] == [None, "late", "careful"]


async def test_a_bot_that_another_host_has_seated_keeps_its_seat() -> None:
    """Hosts that share a store get ready at different times, and must not unseat bots in turn."""
    time, unready = ManualClock(), {"late": 12.0}
    ready = bots(late=Simple("late")) | {"ready_in": unready.get}
    async with running_host(time=time, **ready) as host:
        party = await dealing_table(host, "original", 2, ["late"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await host.command(party.table, SYSTEM, c.ReplaceBot(1, "late"))
        await party.ask("ann", c.Start(1))
        for _ in range(5):
            await run_pending()
            await time.advance(1.0)
        assert (await party.seen("ann")).seats[1].bot == "late"
        assert sum(isinstance(each, BotReplaced) for each in await log(host, party)) == 2
        unready.clear()
        await time.advance(1.0)
        assert (await party.play()).phase is Phase.OVER


async def test_a_stand_in_that_fails_does_not_cost_the_awaited_bot_its_seat() -> None:
    class Failing(Simple):
        def move(self, view: View, _rng: object) -> Move:
            raise RuntimeError(view.seat)

    unready = {"late": 12.0}
    ready = bots(late=Simple("late"), careful=Failing("careful")) | {"ready_in": unready.get}
    async with running_host(**ready) as host:
        party = await dealing_table(host, "original", 2, ["late"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await party.ask("ann", c.Start(1))
        seen = await party.play(lambda seen: seen.choices is not None and bool(seen.choices.lays))
        assert seen.seats[1].bot == "simple"
        assert seen.seats[1].awaits is not None
        unready.clear()
        assert (await party.play()).seats[1].bot == "late"


async def test_after_a_restart_not_even_the_stand_in_may_be_ready() -> None:
    unready = {"late": 12.0}
    ready = bots(late=Simple("late")) | {"ready_in": unready.get}
    async with await open_store("memory:") as store:
        async with host_on(store, **ready) as host:
            party = await dealing_table(host, "original", 2, ["late"])
            await party.play(lambda seen: seen.phase is Phase.AGREEING)
        unready["careful"] = 5.0
        async with host_on(store, **ready) as host:
            party = ScriptedPlayers(host, party.table, party.people)
            await party.ask("ann", c.Start(1))
            seen = await party.play(lambda seen: bool(seen.choices and seen.choices.lays))
            assert seen.seats[1].bot == "simple"
            assert seen.seats[1].awaits is not None


async def test_a_restart_does_not_forget_the_bot_that_was_asked_for() -> None:
    unready = {"late": 12.0}
    ready = bots(late=Simple("late")) | {"ready_in": unready.get}
    async with await open_store("memory:") as store:
        async with host_on(store, **ready) as host:
            party = await dealing_table(host, "original", 2, ["late"])
            seen = await party.play(lambda seen: seen.phase is Phase.AGREEING)
            assert seen.seats[1].bot == "careful"
        async with host_on(store, **ready) as host:
            party = ScriptedPlayers(host, party.table, party.people)
            seen = await party.play(lambda seen: seen.phase is not Phase.AGREEING)
            assert seen.seats[1].bot == "careful"
            unready.clear()
            assert (await party.play()).seats[1].bot == "late"


def test_a_person_who_comes_back_awaits_no_bot() -> None:
    """A bot that was called for a person who is away gets ready, and the person is quicker."""
    seat = Seat("ann", "Ann", away_since=1.0, stand_in="careful", awaits=AwaitedBot("strong", 9.0))
    assert seat.back() == Seat("ann", "Ann")


async def test_who_was_seated_as_a_stand_in_stays() -> None:
    async with running_host() as host:
        party = await dealing_table(host, "original", 2, ["careful"])
        await party.play()
        assert not [event for event in await log(host, party) if isinstance(event, BotReplaced)]


# At a readable pace


async def test_lays_of_bots_appear_one_by_one() -> None:
    time = ManualClock()
    async with running_host(time=time, config=replace(NO_PAUSES, pace=2.0)) as host:
        party = await dealing_table(host, "original", 2, ["simple"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await party.ask("ann", c.Start(1))
        for moves in range(3):
            await run_pending()
            await time.advance(1.0)
            assert await moved(host, party) == moves
            await time.advance(1.0)
            await eventually(partial(reached, host, party, moves + 1))


async def test_bots_of_an_overloaded_server_are_slower() -> None:
    time = ManualClock()
    config = replace(NO_PAUSES, pace=2.0)
    async with running_host(time=time, config=config, slowdown=lambda: 4.0) as host:
        party = await dealing_table(host, "original", 2, ["simple"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await party.ask("ann", c.Start(1))
        await run_pending()
        await time.advance(7.0)
        assert await moved(host, party) == 0
        await time.advance(1.0)
        await eventually(partial(reached, host, party, 1))


async def test_and_think_two_at_a_time() -> None:
    """Others go on as soon as one has answered; what people ask for waits for none."""
    slowdown, free = 4.0, threading.Event()
    thinking: list[int] = []

    def think(number: int) -> int:
        thinking.append(number)
        free.wait(60)  # a test that fails must end
        return number

    pool = BotPool(fake_dependencies(slowdown=lambda: slowdown, new_pool=ThreadPoolExecutor))
    asked = [asyncio.create_task(pool.ask(partial(think, number))) for number in range(4)]
    await eventually(lambda: sorted(thinking) == [0, 1])
    await run_pending()
    assert len(thinking) == 2
    asked.append(asyncio.create_task(pool.ask_at_once(partial(think, 4))))
    await eventually(lambda: sorted(thinking) == [0, 1, 4])
    slowdown = 1.0
    asked.append(asyncio.create_task(pool.ask(partial(think, 5))))
    await eventually(lambda: sorted(thinking) == [0, 1, 4, 5])
    free.set()
    assert await asyncio.gather(*asked) == [0, 1, 2, 3, 4, 5]
    pool.close()


async def test_a_host_that_stops_waits_for_no_bot() -> None:
    async with running_host(config=replace(NO_PAUSES, pace=3600.0)) as host:
        party = await dealing_table(host, "original", 2, ["simple"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await party.ask("ann", c.Start(1))
        await run_pending()
        await asyncio.wait_for(host.stop(), 10)


async def moved(host: Host, party: ScriptedPlayers) -> int:
    return sum(isinstance(event, Moved) for event in await log(host, party))


async def reached(host: Host, party: ScriptedPlayers, moves: int) -> bool:
    return await moved(host, party) == moves


# Each question has one answer


async def test_answers_are_sent_under_ids_that_any_process_would_use() -> None:
    async with await open_store("memory:") as store:
        async with host_on(store) as host:
            party = await dealing_table(host, "original", 2, ["simple"])
            await party.play()
        log = await store.read(party.table)
        table = rebuilt(log, dealer())
        for entry, event in zip(log, table.log, strict=True):
            if isinstance(event, Moved) and event.seat == 1:
                assert entry.command is not None
                assert entry.command.startswith("~/1/")
                assert entry.command.endswith(f"/1/simple/{PromptKind.PLAY}/0")


async def test_a_store_that_is_away_for_a_moment_stops_no_bot() -> None:
    time = ManualClock()
    async with await open_store("memory:") as store, host_on(store, time) as host:
        party = await dealing_table(host, "original", 2, ["simple"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        commit, failures = store.commit, [0]

        async def unreliable(batch: Any) -> None:
            if "~" in str(batch.entries[0].command) and failures[0] < 3:
                failures[0] += 1
                raise StoreUnavailable("store-failed", why="gone")
            await commit(batch)

        store.commit = unreliable  # type: ignore[method-assign]
        await party.ask("ann", c.Start(1))

        async def failed() -> bool:
            await time.advance(1.0)
            return failures[0] == 3

        await eventually(failed)
        await time.advance(1.0)
        assert (await party.play()).phase is Phase.OVER
