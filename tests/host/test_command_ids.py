"""The ids of commands: a resend has one effect, and an id serves one command."""

from __future__ import annotations

import pytest

from tenback.core.errors import TenbackError
from tenback.host.command_ids import check_same, fingerprint, full_id
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.commands import COMMANDS
from tenback.table.options import TableOptions
from tests.host.harness import full_table, refusal_code, running_host

USED = "host-command-id-used"


async def test_a_resend_has_one_effect_and_another_command_none() -> None:
    async with running_host() as host:
        table = (await full_table(host, "original", 2)).table
        first = await host.command(table, "ann", c.Rename("Zoe"), "c1")
        assert await host.command(table, "ann", c.Rename("Zoe"), "c1") == first
        for other in (c.Rename("Eve"), c.Leave(), c.Begin()):
            assert await refusal_code(host.command(table, "ann", other, "c1")) == USED
        assert (await host.snapshot(table, "ann")).seats[0].name == "Zoe"


async def test_the_same_id_of_another_person_is_another() -> None:
    async with running_host() as host:
        table = (await full_table(host, "original", 2)).table
        await host.command(table, "ann", c.Rename("Zoe"), "c1")
        await host.command(table, "ben", c.Rename("Eve"), "c1")
        assert [seat.name for seat in (await host.snapshot(table, "ann")).seats] == ["Zoe", "Eve"]


async def test_an_id_opens_one_table() -> None:
    async with running_host() as host:
        two, three = TableOptions("original", 2), TableOptions("original", 3)
        table = await host.open("ann", "Ann", two, "o1")
        assert await host.open("ann", "Ann", two, "o1") == table
        assert await refusal_code(host.open("ann", "Ann", three, "o1")) == USED


async def test_what_a_client_did_not_send_is_not_compared() -> None:
    """A guest may be called something else by the time that a request is sent again."""
    async with running_host() as host:
        options = TableOptions("original", 2)
        table = await host.open("ann", "Ann", options, "o1")
        assert await host.open("ann", "Zoe", options, "o1") == table


async def test_an_id_of_the_host_s_own_means_one_thing() -> None:
    """The table of a daily deal, whose options may have grown since it was opened."""
    async with running_host() as host:
        table = await host.open("ann", "Ann", TableOptions("original", 1), "~daily-1")
        later = TableOptions("original", 1, memory_aid=True)
        assert await host.open("ann", "Ann", later, "~daily-1") == table


def test_every_command_has_a_fingerprint_of_its_own() -> None:
    plain = [kind() for kind in (c.Leave, c.Begin, c.Close, c.Hint, c.TakeBack, c.Resign)]
    moves = [c.Play("37-u1"), c.Play("37-u2"), c.Say("thanks"), c.Rename("37-u1")]
    found = {fingerprint(command) for command in (*plain, *moves)}
    assert len(found) == len(plain) + len(moves)
    assert len(COMMANDS) > len(plain)


def test_old_entries_without_a_fingerprint_pass() -> None:
    check_same(None, "new")
    check_same("same", "same")
    with pytest.raises(TenbackError):
        check_same("old", "new")


def test_no_person_sends_in_the_name_of_the_system() -> None:
    assert full_id("ann", "c1") == "ann/c1"
    assert full_id(SYSTEM, "c1") != full_id("~", "c2")
    with pytest.raises(TenbackError):
        full_id("ann", "a b")
