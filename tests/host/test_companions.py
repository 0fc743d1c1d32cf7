"""Several people at one device, and what they may see there."""

from __future__ import annotations

import pytest

from tenback.host.companions import check_sight, companion, companions, together
from tenback.table import commands as c
from tenback.table.errors import IllegalCommand
from tenback.table.fairness import Dealer, commitment
from tenback.table.options import Options
from tenback.table.table import Table
from tenback.table.who import HOUSE

BESIDE = companion("ann", 1)


def dealt(*people: str) -> Table:
    """A table at which all these have a hand."""
    options = Options("original", players=len(people))
    table = Table.open("oak", people[0], "Ann", options, 0.0, Dealer(lambda: "0" * 64))
    for person in people[1:]:
        table.handle(person, c.Sit("Ben"), 1.0)
    table.handle(people[0], c.Begin(), 2.0)
    for command in (c.Commit(commitment("a" * 64)), c.Reveal("a" * 64)):
        for person in people:
            table.handle(person, command, 3.0)
    assert table.running
    return table


@pytest.mark.parametrize("person", ["ann", "ann-1", "ann-4"])
def test_whoever_asks_all_at_a_device_are_the_same(person: str) -> None:
    assert together(person) == ("ann", *companions("ann"))


@pytest.mark.parametrize("person", ["ann-0", "ann-5", "ann-", "-1", "ann-12", "mary-ann"])
def test_other_ids_are_somebody_of_their_own(person: str) -> None:
    assert together(person) == (person, *companions(person))


@pytest.mark.parametrize(("seated", "newcomer"), [("ann", BESIDE), (BESIDE, "ann")])
def test_a_second_hand_at_a_device_is_refused(seated: str, newcomer: str) -> None:
    table = dealt(seated, "ben")
    table.handle(seated, c.RemoveSeat(1), 4.0)
    with pytest.raises(IllegalCommand) as refused:
        check_sight(table, newcomer, c.Sit("Dora"))
    assert (refused.value.code, refused.value.params) == ("table-saw-beside", {"seat": 0})
    check_sight(table, newcomer, c.Watch("Dora"))
    check_sight(table, seated, c.Sit("Ann"))
    check_sight(table, HOUSE, c.Close())


def test_it_stays_so_when_the_first_has_left() -> None:
    table = dealt("ann", "ben")
    table.handle("ann", c.Leave(), 4.0)
    with pytest.raises(IllegalCommand):
        check_sight(table, BESIDE, c.Sit("Dora"))
    check_sight(table, "eve", c.Sit("Eve"))


def test_a_first_hand_is_anybodys() -> None:
    check_sight(dealt("ann", "ben"), companion("eve", 1), c.Sit("Dora"))


def test_before_the_deal_everybody_sits_down() -> None:
    table = Table.open("oak", "ann", "Ann", Options("original", 2), 0.0, Dealer(lambda: "0" * 64))
    check_sight(table, BESIDE, c.Sit("Dora"))
