"""One's own games, and what they add up to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenback.host import history, result_documents
from tenback.host.history import Streaks, Tally
from tenback.sim.statistics import wilson
from tenback.store import Batch, open_store
from tenback.table.results import Marks, Result
from tests.host.fakes import result


async def test_the_latest_game_comes_first_and_others_games_do_not_come() -> None:
    played = [
        result("ann", table="oak", number=1, at=5.0),
        result("ann", "ben", table="elm", number=1, at=9.0),
        result("ann", table="oak", number=2, at=7.0),
    ]
    async with await open_store("memory:") as store:
        for one in (*played, result("anna", at=8.0)):
            await store.commit(Batch(documents=result_documents.documents(one)))
        assert [one.at for one in await history.games(store, "ann")] == [9.0, 7.0, 5.0]
        assert await history.games(store, "ben") == [played[1]]
        assert await history.games(store, "eve") == []


def test_games_are_counted_by_variant_players_and_marks() -> None:
    played = [
        result("ann", won=True, left=0),
        result("ann", won=False, left=8),
        result("ann", won=True, marks=Marks(takebacks=1)),
        result("ann", "ben", won=False, left=30),
        result("ann", "ben", game="face-to-face", winner=1, left=11),
        result("ann", "ben", game="face-to-face", winner=0, left=13),
    ]
    duel, alone, both = history.statistics(played, "ann")
    assert [(line.game, line.players) for line in (duel, alone, both)] == [
        ("face-to-face", 2),
        ("original", 1),
        ("original", 2),
    ]
    assert (alone.plain, alone.marked) == (Tally(2, 1, 8), Tally(1, 1, 0))
    assert (duel.plain, duel.marked) == (Tally(2, 1, 24), Tally())
    assert (both.plain.rate, both.plain.mean_left) == (0.0, 30.0)
    assert alone.plain.interval == wilson(1, 2)


def test_nothing_played_has_no_rate() -> None:
    assert (Tally().rate, Tally().mean_left, Tally().interval) == (None, None, wilson(0, 0))
    assert history.statistics([], "ann") == ()


def streaks(wins: str) -> Streaks:
    played = [result("ann", won=won == "w", at=float(at)) for at, won in enumerate(wins)]
    return history.streaks(played[::-1], "ann")


def test_streaks() -> None:
    assert streaks("") == Streaks(0, 0)
    assert streaks("wwlwwwl") == Streaks(3, 0)
    assert streaks("lww") == Streaks(2, 2)


@given(st.lists(st.booleans()), st.lists(st.booleans()))
def test_the_lines_add_up_to_all_games(first: list[bool], second: list[bool]) -> None:
    def some(game: str, wins: list[bool]) -> list[Result]:
        marks = [Marks(hints=place % 2) for place, _ in enumerate(wins)]
        return [
            result("ann", game=game, won=won, left=3, marks=mark)
            for won, mark in zip(wins, marks, strict=True)
        ]

    lines = history.statistics(some("original", first) + some("on-fire", second), "ann")
    tallies = [tally for line in lines for tally in (line.plain, line.marked)]
    assert sum(tally.games for tally in tallies) == len(first) + len(second)
    assert sum(tally.wins for tally in tallies) == sum(first) + sum(second)
    assert sum(tally.left for tally in tallies) == 3 * (len(first) + len(second))
