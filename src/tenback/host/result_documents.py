"""Results of games as stored documents: one for each person who had a seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.core.outcome import Reason
from tenback.host.documents import dump, load_fields
from tenback.table.results import Marks, Player, Result

if TYPE_CHECKING:
    from tenback.store import Key

KIND = "result"


def key(person: str, table: str, number: int) -> Key:
    """The key of the result of a person's game."""
    return KIND, f"{person}/{table}/{number}"


def to_json(result: Result) -> bytes:
    """The body of a result's document."""
    return dump(result)


def from_json(body: bytes) -> Result:
    """A result from the body of its document."""
    data = load_fields(body)
    data["players"] = tuple(Player(**player) for player in data["players"])
    data["reason"] = Reason(data["reason"])
    data["marks"] = Marks(**data["marks"])
    return Result(**data)


def documents(result: Result) -> dict[Key, bytes]:
    """The documents of a finished game, one for each person who had a seat."""
    people = (player.person for player in result.players if player.person is not None)
    body = to_json(result)
    return {key(person, result.table, result.number): body for person in people}


def seat_of(result: Result, person: str) -> int | None:
    """The seat of a person."""
    seats = (seat for seat, player in enumerate(result.players) if player.person == person)
    return next(seats, None)


def has_won(result: Result, person: str) -> bool:
    """Whether this person has won: with the team, or in a duel alone."""
    if result.winner is None:
        return result.won
    return seat_of(result, person) == result.winner


def anonymised(result: Result, person: str, name: str) -> Result:
    """The result without a person's id, and with another name in the place of theirs."""
    players = (
        replace(player, person=None, name=name) if player.person == person else player
        for player in result.players
    )
    return replace(result, players=tuple(players))
