"""Twin worlds: a subscriber cannot tell which cards the others have."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tenback.core.errors import TenbackError
from tenback.table import commands as c
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.cases import IDS, TABLES
from tests.host.harness import ScriptedPlayers, run_pending, running_host
from tests.table.lives import NAMES, PEOPLE, TwinDealer, dealer
from tests.table.twins import other_deal

if TYPE_CHECKING:
    from tenback import Rules
    from tenback.host.host import Host
    from tenback.table.commands import Command
    from tenback.table.fairness import Dealer
    from tenback.table.table import Table

STRANGER = "zed"


@dataclass
class Noisy(ScriptedPlayers):
    """People who also say things, mute each other, try what is not allowed and ask for much."""

    async def step(self) -> bool:
        if self.rng.random() < 0.25:
            person, command = self._aside()
            with contextlib.suppress(TenbackError):
                await self.ask(person, command)
        return await super().step()

    def _aside(self) -> tuple[str, Command]:
        person = self.rng.choice([*self.people, "fay", STRANGER])
        asides: list[Command] = [
            c.Say("thanks"),
            c.Say("leave:u1"),
            c.Mute(self.rng.choice(PEOPLE)),
            c.Play("37-u1"),
            c.Play("end"),
            c.TakeBack(),
            c.Rename("Somebody"),
        ]
        return person, self.rng.choice(asides)


async def begin(host: Host, options: TableOptions) -> str:
    """A table with people on all seats, and one who watches."""
    table = await host.open("ann", "Ann", options)
    for person, name in list(zip(PEOPLE, NAMES, strict=True))[1 : options.players]:
        await host.command(table, person, c.Sit(name))
    await host.command(table, "fay", c.Watch("Fay"))
    return table


async def witnessed(
    options: TableOptions, commands: list[tuple[str, Command, str]], cards: Dealer, who: str
) -> list[object]:
    """Everything that a person receives while these commands are sent."""
    received: list[object] = []
    async with running_host(dealer=cards) as host:
        table = await begin(host, options)
        async with host.listen(table, who) as messages:
            for person, command, key in commands:
                try:
                    receipt: object = await host.command(table, person, command, key)
                except TenbackError as error:
                    receipt = error.code, error.params
                if person == who:
                    received.append(receipt)
            await run_pending()
            received += [await host.snapshot(table, who), await host.events(table, who, 0)]
            received += (
                [await host.plan(table, who, ["37-u1", "5-u1"])] if who in PEOPLE[:1] else []
            )
            received += list(messages._waiting)
    return received


async def somewhere(
    rules: Rules, players: int, rng: random.Random
) -> tuple[ScriptedPlayers, Table]:
    """A real game up to a random moment."""
    async with running_host(dealer=dealer("real")) as host:
        options = TableOptions(rules.name, players, memory_aid=rng.random() < 0.5)
        table = await begin(host, options)
        party = Noisy(host, table, PEOPLE[:players], rng)
        await party.ask("ann", c.Begin())
        stop = rng.randrange(4 * players + 8, 4 * players + 45)
        while len(party.sent) < stop:
            await party.play(lambda seen: len(party.sent) >= stop or seen.phase is Phase.AGREEING)
            if (await party.seen("ann")).phase is Phase.OVER:
                break
            await party.step()
        return party, await host.inspect(table, lambda table: table)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_twin_worlds_look_the_same(rules: Rules, players: int) -> None:
    rng = random.Random(f"{rules.name} {players}")
    party, table = await somewhere(rules, players, rng)
    while not table.running:  # it ended early, and everything lies open
        party, table = await somewhere(rules, players, rng)
    for who in {rng.choice(party.people), "fay", STRANGER}:
        cards = TwinDealer(dealer("real").draw_secret, other_deal(table, who, rng))
        real = await witnessed(table.options, party.sent, dealer("real"), who)
        twin = await witnessed(table.options, party.sent, cards, who)
        assert real == twin
        assert [repr(received) for received in real] == [repr(received) for received in twin]
