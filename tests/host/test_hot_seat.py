"""Several people at one device, and what they may see there."""

from __future__ import annotations

import pytest

from tenback.host.hot_seat import check_one_hand, companion, companions, same_device
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.errors import IllegalCommand
from tenback.table.fairness import Dealer, commitment
from tenback.table.options import TableOptions
from tenback.table.table import Table

BESIDE = companion("ann", 1)


def dealt(*people: str) -> Table:
    """A table at which all these have a hand."""
    options = TableOptions("original", players=len(people))
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
def test_every_id_at_a_device_gives_the_same_ids(person: str) -> None:
    assert same_device(person) == ("ann", *companions("ann"))


@pytest.mark.parametrize("person", ["ann-0", "ann-5", "ann-", "-1", "ann-12", "mary-ann"])
def test_other_ids_are_people_of_their_own(person: str) -> None:
    assert same_device(person) == (person, *companions(person))


@pytest.mark.parametrize(("seated", "newcomer"), [("ann", BESIDE), (BESIDE, "ann")])
def test_a_second_hand_at_a_device_is_refused(seated: str, newcomer: str) -> None:
    table = dealt(seated, "ben")
    table.handle(seated, c.RemoveSeat(1), 4.0)
    with pytest.raises(IllegalCommand) as refused:
        check_one_hand(table, newcomer, c.Sit("Dora"))
    assert (refused.value.code, refused.value.params) == ("table-saw-beside", {"seat": 0})
    check_one_hand(table, newcomer, c.Watch("Dora"))
    check_one_hand(table, seated, c.Sit("Ann"))
    check_one_hand(table, SYSTEM, c.Close())


def test_it_stays_so_when_the_first_has_left() -> None:
    table = dealt("ann", "ben")
    table.handle("ann", c.Leave(), 4.0)
    with pytest.raises(IllegalCommand):
        check_one_hand(table, BESIDE, c.Sit("Dora"))
    check_one_hand(table, "eve", c.Sit("Eve"))


def test_a_device_may_see_a_first_hand() -> None:
    check_one_hand(dealt("ann", "ben"), companion("eve", 1), c.Sit("Dora"))


def test_before_the_deal_every_companion_may_sit_down() -> None:
    table = Table.open(
        "oak", "ann", "Ann", TableOptions("original", 2), 0.0, Dealer(lambda: "0" * 64)
    )
    check_one_hand(table, BESIDE, c.Sit("Dora"))
