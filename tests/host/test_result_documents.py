"""Results come out of their documents as they went in."""

from __future__ import annotations

import json

import pytest

from tenback.core.outcome import Reason
from tenback.host import result_documents
from tenback.table.results import Marks, Player, Result
from tests.host.fakes import result

RESULTS = [
    result("ann"),
    result("ann", "ben", won=False, left=17, marks=Marks(2, 1, True, True)),
    result("zoé", "ben", game="face-to-face", winner=1, left=40),
]


@pytest.mark.parametrize("one", RESULTS)
def test_a_result_comes_back(one: Result) -> None:
    again = result_documents.from_json(result_documents.to_json(one))
    assert again == one
    assert isinstance(again.reason, Reason)


def test_the_form_has_a_version() -> None:
    body = json.loads(result_documents.to_json(RESULTS[0]))
    assert body["format"] == 1
    with pytest.raises(ValueError, match="form"):
        result_documents.from_json(json.dumps(body | {"format": 2}).encode())


def test_a_result_written_long_ago_can_be_read() -> None:
    body = (
        b'{"format": 1, "table": "oak", "number": 3, "game": "original", "players": '
        b'[{"person": "ann", "name": "Ann", "bot": null, "stand_in": null}, '
        b'{"person": null, "name": "", "bot": "master", "stand_in": null}], "won": false, '
        b'"winner": null, "left": 12, "reason": "stuck", "marks": {"hints": 1, "takebacks": 0, '
        b'"stand_in": false, "seen": false}, "at": 5.5}'
    )
    found = result_documents.from_json(body)
    assert found.players == (Player("ann", "Ann", None, None), Player(None, "", "master", None))
    assert (found.left, found.reason, found.marks, found.at) == (12, "stuck", Marks(hints=1), 5.5)
    assert result_documents.to_json(found) == body


def test_every_seated_person_gets_one() -> None:
    both = result_documents.documents(RESULTS[1])
    assert set(both) == {("result", "ann/oak/1"), ("result", "ben/oak/1")}
    assert {result_documents.from_json(body) for body in both.values()} == {RESULTS[1]}


def test_a_duel_is_won_by_one() -> None:
    duel = RESULTS[2]
    assert [result_documents.has_won(duel, who) for who in ("zoé", "ben", "eve")] == [
        False,
        True,
        False,
    ]
    assert result_documents.has_won(RESULTS[0], "ann")
    assert not result_documents.has_won(RESULTS[1], "ann")


def test_a_result_without_a_person() -> None:
    left = result_documents.anonymised(RESULTS[1], "ann", "?")
    assert left.players == (Player(None, "?", None, None), Player("ben", "Ben", None, None))
    assert result_documents.anonymised(left, "ann", "!") == left
