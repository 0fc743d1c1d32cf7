"""Results of games as stored documents: one for each person who had a seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.core.outcome import Reason
from tenback.host.documents import packed, unpacked
from tenback.table.results import Marks, Player, Result

if TYPE_CHECKING:
    from tenback.store import Key

KIND = "result"


def key(person: str, table: str, number: int) -> Key:
    """Where the result of a person's game is kept."""
    return KIND, f"{person}/{table}/{number}"


def to_json(result: Result) -> bytes:
    """The body of a result's document."""
    return packed(result)


def from_json(body: bytes) -> Result:
    """Read what `to_json` has written."""
    data = unpacked(body)
    data["players"] = tuple(Player(**player) for player in data["players"])
    data["reason"] = Reason(data["reason"])
    data["marks"] = Marks(**data["marks"])
    return Result(**data)


def documents(result: Result) -> dict[Key, bytes]:
    """What is kept of a game that has ended, for everybody who had a seat."""
    people = (player.person for player in result.players if player.person is not None)
    body = to_json(result)
    return {key(person, result.table, result.number): body for person in people}


def seat_of(result: Result, person: str) -> int | None:
    """Where a person sat."""
    seats = (seat for seat, player in enumerate(result.players) if player.person == person)
    return next(seats, None)


def has_won(result: Result, person: str) -> bool:
    """Whether this person has won: with the team, or in a duel alone."""
    if result.winner is None:
        return result.won
    return seat_of(result, person) == result.winner


def without(result: Result, person: str, name: str) -> Result:
    """The same result without a person's id, and with another name in the place of theirs."""
    players = (
        replace(player, person=None, name=name) if player.person == person else player
        for player in result.players
    )
    return replace(result, players=tuple(players))
