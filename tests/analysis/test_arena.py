"""The arena: who sits where, what is counted, what a file remembers, who is stronger."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from tenback import Rules, sim
from tenback.analysis.arena import jobs, lineups
from tenback.analysis.arena.counts import Counts
from tenback.analysis.arena.games import play, stream
from tenback.analysis.arena.jobs import Games, Job, SameDeals, work
from tenback.analysis.arena.journal import DamagedJournal, Journal
from tenback.analysis.arena.lineups import (
    Lineup,
    identity,
    is_compiled,
    pairs,
    teams,
)
from tenback.analysis.arena.ratings import ratings
from tenback.analysis.arena.rounds import Memory, Round, play_round
from tenback.analysis.arena.scores import Scores
from tenback.bots import registry
from tenback.bots.factory import parse_local
from tenback.bots.registry import Listing
from tenback.bots.simple import Simple
from tenback.core.bot_spec import InvalidBot
from tenback.core.deal import MAX_SEED
from tenback.core.errors import InvalidDeal
from tenback.core.moves import END
from tenback.core.rules import TalkPolicy
from tenback.sim.results import deal_number
from tenback.words import Words

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tenback import Move, View

ORIGINAL = Rules.named("original")
DUEL = Rules.named("face-to-face")
STEP = Path(__file__).parents[2] / "examples" / "outside" / "smallest_step.py"
PROGRAM = f"run:{shlex.quote(sys.executable)} {STEP}"
ONE = sim.Workers(cores=1)


def lineup(*seats: str, rules: Rules = ORIGINAL, seed: str = "sea") -> Lineup:
    return Lineup(rules, seats, seed)


# Who sits where


def test_every_bot_with_its_like_and_every_two_mixed() -> None:
    found = list(teams(ORIGINAL, 3, ("careful", "greedy", "simple"), "sea"))
    assert [entry.bots for entry in found] == [
        ("careful",), ("greedy",), ("simple",),
        ("careful", "greedy"), ("careful", "simple"), ("greedy", "simple"),
    ]  # fmt: skip
    mixed = found[3].lineups
    assert [each.seats for each in mixed] == [
        ("careful", "greedy", "careful"),
        ("greedy", "careful", "greedy"),
    ]


def test_a_mixed_team_plays_other_deals_in_the_other_order() -> None:
    """Of both orders on the same deals most end alike, which would be counted as so many more."""
    (mixed,) = pairs(ORIGINAL, 2, ("careful", "greedy"), "sea")
    (duel,) = pairs(DUEL, 2, ("careful", "greedy"), "sea")
    first, second = mixed.lineups
    assert first.seed == "sea" != second.seed
    assert deal_number(first.setting, 0) != deal_number(second.setting, 0)
    assert [each.seed for each in duel.lineups] == ["sea", "sea"]
    (longest,) = pairs(ORIGINAL, 2, ("careful", "greedy"), "s" * MAX_SEED)
    assert longest.lineups[1].setting
    with pytest.raises(InvalidDeal):
        list(pairs(ORIGINAL, 2, ("simple", PROGRAM), "\ud800"))


def test_a_bot_alone_is_not_mixed() -> None:
    assert [entry.bots for entry in teams(ORIGINAL, 1, ("careful", "greedy"), "sea")] == [
        ("careful",),
        ("greedy",),
    ]


@pytest.mark.parametrize("bot", ["random", "strong", "master:deep", "my.npz", "master@my.npz"])
def test_who_plays_inside_the_kernels(bot: str) -> None:
    assert is_compiled(bot)
    parse_local(bot)


@pytest.mark.parametrize("bot", ["simple", PROGRAM, "run:./mine --network my.npz"])
def test_who_plays_at_a_table(bot: str) -> None:
    assert not is_compiled(bot)
    parse_local(bot)


def test_no_bot_has_that_name() -> None:
    with pytest.raises(InvalidBot):
        parse_local("carefull")


def test_two_names_of_one_bot() -> None:
    assert identity("master") == identity("master:normal") != identity("master:deep")
    assert identity("careful") != identity("greedy") != identity("simple")


# Playing


def test_the_kernels_count_what_the_simulator_says() -> None:
    part = play(lineup("careful", "greedy"), 7, 40)
    alone = sim.play(ORIGINAL, 2, ("careful", "greedy"), 47, "sea", keep=True)
    kept = alone.tally.kept[7:]
    assert (part.first, part.counts.games) == (7, 40)
    assert part.counts.wins == (int((kept["reason"] == 0).sum()),) * 2
    assert part.counts.left == int(kept["left"].sum())
    assert part.counts.squares == int((kept["left"].astype(int) ** 2).sum())


def test_the_same_games_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy is the same inside the kernels and at a table, and so are the deals."""
    tables = [lineup("greedy", "greedy", rules=rules) for rules in (ORIGINAL, DUEL)]
    compiled = [play(table, 3, 4).counts for table in tables]
    monkeypatch.setattr(Lineup, "compiled", False)
    assert [play(table, 3, 4).counts for table in tables] == compiled


def test_mixed_with_a_bot_that_plays_at_a_table() -> None:
    part = play(lineup("simple", "careful"), 0, 2)
    again = play(lineup("simple", "careful"), 1, 1)
    assert part.counts.games == 2
    assert part.counts.replaced == 0
    assert part.counts == play(lineup("simple", "careful"), 0, 1).counts + again.counts


def test_a_program_that_fails_is_counted() -> None:
    assert play(lineup(PROGRAM, "careful", rules=DUEL), 0, 1).counts.replaced == 0
    broken = play(lineup("run:no-such-program-here", "careful", rules=DUEL), 0, 2)
    assert broken.counts == Counts(0, (0, 0), 0, 0, 2)
    assert [(lost.seat, lost.why) for lost in broken.lost] == [(0, "not-started")] * 2


class Fickle(Simple):
    """Makes an illegal move in every other game."""

    dealt: ClassVar[list[object]] = []

    def move(self, view: View, rng: random.Random) -> Move:
        deal = view.history[0]
        self.dealt.extend([] if deal in self.dealt else [deal])
        return super().move(view, rng) if self.dealt.index(deal) % 2 else END


def test_a_bot_that_fails_is_counted_in_the_games_where_it_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry._OWN, "fickle", Listing("fickle", Fickle))
    found = play(lineup("fickle", "careful", rules=DUEL), 0, 4)
    assert (found.counts.games, found.counts.replaced, found.counts.dealt) == (2, 2, 4)
    assert [(lost.bot, lost.why) for lost in found.lost] == [("simple", "illegal")] * 2


def test_games_of_a_stand_in_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted are the games in which every bot has kept its seat."""
    monkeypatch.setitem(registry._OWN, "fickle", Listing("fickle", Fickle))
    monkeypatch.setattr(Fickle, "dealt", [])
    table = lineup("fickle", "careful", rules=DUEL)
    kept = [play(lineup("simple", "careful", rules=DUEL), number, 1).counts for number in (1, 3)]
    found = play(table, 0, 4).counts
    assert found == replace(kept[0] + kept[1], replaced=2)


def test_a_bot_with_several_seats_loses_them_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._OWN, "fickle", Listing("fickle", Fickle))
    monkeypatch.setattr(Fickle, "dealt", [])
    found = play(lineup("fickle", "fickle", rules=DUEL), 0, 1)
    assert (found.counts.replaced, len(found.lost)) == (1, 1)


def test_a_program_that_has_died_sits_down_again(tmp_path: Path) -> None:
    script = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif message["type"] == "move":
        if not os.path.exists(sys.argv[1]):
            open(sys.argv[1], "w").close()
            sys.exit("not yet")
        print(json.dumps({"type": "move", "move": message["legal"][0]}), flush=True)
"""
    words = [sys.executable, "-I", "-S", "-c", script, str(tmp_path / "done")]
    found = play(lineup(f"run:{shlex.join(words)}", "careful", rules=DUEL), 0, 3)
    assert (found.counts.games, found.counts.replaced) == (2, 1)
    assert [lost.params["last_words"] for lost in found.lost] == ["not yet"]


def test_search_bots_play_in_both_worlds() -> None:
    assert play(lineup("strong", "careful"), 0, 5).counts.games == 5
    assert play(lineup("strong", "simple"), 0, 1).counts.games == 1


def test_parts_hold_every_game_once() -> None:
    table = lineup("random", "random")
    parts = list(stream([(table, [range(10, 700), range(900, 950)])], ONE))
    numbers = [n for p in parts for n in range(p.first, p.first + p.counts.games)]
    assert sorted(numbers) == [*range(10, 700), *range(900, 950)]
    assert list(stream([(table, [])], ONE)) == []


# What a file remembers


def played(scores: Scores, table: Lineup, games: int) -> Counts:
    for part in stream([(table, scores.missing(table, games))], ONE):
        scores.add(part)
    return scores.of(table)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, table = tmp_path / "results.jsonl", lineup("careful", "greedy")
    scores = Scores(Journal(file))
    scores.add(play(table, 5, 10))
    assert scores.missing(table, 30) == [range(5), range(15, 30)]
    again = Scores(Journal(file))
    assert again.of(table) == scores.of(table)
    assert played(again, table, 30) == play(table, 0, 30).counts
    assert Scores(Journal(file)).missing(table, 30) == []


def test_a_file_remembers_who_lost_a_seat(tmp_path: Path) -> None:
    file, table = tmp_path / "results.jsonl", lineup("run:no-such-program-here", "careful")
    scores = Scores(Journal(file))
    scores.add(play(table, 0, 3))
    again = Scores(Journal(file))
    assert again.missing(table, 5) == [range(3, 5)]
    assert again.of(table) == scores.of(table)
    sentences = [[lost.sentence(Words()) for lost in each.lost(table)] for each in (scores, again)]
    assert sentences[0] == sentences[1]
    assert len(sentences[0]) == 3
    assert scores.lost(lineup("careful", "careful")) == ()
    odd = json.loads(file.read_text())
    odd["lost"][0]["seat"] = 2
    file.write_text(json.dumps(odd, separators=(",", ":")) + "\n")
    with pytest.raises(DamagedJournal):
        Scores(Journal(file))


@pytest.mark.parametrize(
    "other",
    [
        lineup("careful", "careful"),
        lineup("careful", "greedy", seed="shore"),
        lineup("careful", "greedy", rules=Rules.named("original", expert=True)),
        Lineup(ORIGINAL, ("careful", "greedy"), "sea", TalkPolicy.SILENT),
    ],
)
def test_other_games_are_other_results(other: Lineup) -> None:
    scores = Scores(Journal())
    scores.add(play(lineup("careful", "greedy"), 0, 10))
    assert scores.of(other) == Counts()
    assert scores.missing(other, 10) == [range(10)]


def made_of(*bots: str) -> str:
    mark: str = lineup(*bots).mark["made_of"]
    return mark


@pytest.mark.parametrize("bot", ["careful", "strong"])
def test_other_kernels_are_other_bots(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = made_of(bot, bot), made_of("simple", "simple"), made_of("simple", bot)
    monkeypatch.setattr(lineups, "kernel_fingerprint", lambda: "edited")
    assert made_of(bot, bot) != before[0]
    assert made_of("simple", "simple") == before[1]
    assert made_of("simple", bot) != before[2]


def test_another_version_of_a_package_brings_other_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = Listing("theirs", Simple, package="pytest")
    loose = Listing("loose", Simple, package="no-such-package-here")
    for listing in (theirs, loose):
        monkeypatch.setitem(registry._OWN, listing.name, listing)
    every = [made_of(bot, bot) for bot in ("theirs", "simple", "loose", "run:./mine")]
    monkeypatch.setattr(lineups, "version", lambda package: f"{package} 9")
    again = [made_of(bot, bot) for bot in ("theirs", "simple", "loose", "run:./mine")]
    assert [one == other for one, other in zip(every, again, strict=True)] == [
        False, False, False, True,
    ]  # fmt: skip


def test_games_that_were_played_twice_count_once() -> None:
    scores, table = Scores(Journal()), lineup("careful", "greedy")
    for first, games in ((0, 10), (5, 10), (0, 10)):
        scores.add(play(table, first, games))
    assert scores.of(table).games == 10


def test_a_line_that_was_cut_short_is_forgotten(tmp_path: Path) -> None:
    file, table = tmp_path / "results.jsonl", lineup("careful", "greedy")
    scores = Scores(Journal(file))
    scores.add(play(table, 0, 10))
    whole = file.read_bytes()
    for cut in (1, 8, len(whole) - 1):
        file.write_bytes(whole + whole[:cut])
        assert Scores(Journal(file)).of(table).games == 10
        assert file.read_bytes() == whole


FOREIGN = [b"my notes\n", b"my notes", b"[1, 2]\n", b'{"a": 1}\n', b'{"kind":"games"}\n', b"\n"]


@pytest.mark.parametrize("content", FOREIGN)
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(DamagedJournal):
        Scores(Journal(file))
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("lost", [3]),
        ("lost", [{}]),
        ("lost", 3),
        ("games", -1),
        ("games", "3"),
        ("wins", [1]),
        ("wins", [99, 99]),
        ("wins", 3),
        ("first", "x"),
    ],
)
def test_a_line_that_makes_no_sense_is_told(tmp_path: Path, key: str, value: object) -> None:
    file = tmp_path / "results.jsonl"
    Scores(Journal(file)).add(play(lineup("careful", "greedy"), 0, 10))
    line = json.loads(file.read_text())
    file.write_text(json.dumps(line | {key: value}, separators=(",", ":")) + "\n")
    with pytest.raises(DamagedJournal) as damage:
        Scores(Journal(file))
    assert damage.value.line == 1


def test_both_orders_of_a_duel_make_one_entry() -> None:
    (entry,) = pairs(DUEL, 2, ("careful", "random"), "sea")
    scores = Scores(Journal())
    for table in entry.lineups:
        played(scores, table, 20)
    counts = scores.entry(entry)
    assert counts.games == 40
    assert counts.wins[0] > counts.wins[1]
    assert (
        counts.wins[0] == scores.of(entry.lineups[0]).wins[0] + scores.of(entry.lineups[1]).wins[1]
    )


# Who is stronger


def points(bots: Sequence[str], wins: dict[tuple[str, str], int]) -> dict[str, float]:
    return {each.bot: each.points for each in ratings(bots, wins)}


def test_two_bots_are_apart_as_their_wins_say() -> None:
    found = ratings(("a", "b"), {("a", "b"): 7_500, ("b", "a"): 2_500})
    assert [each.bot for each in found] == ["a", "b"]
    lead = found[0].points - found[1].points
    assert lead == pytest.approx(400 * log10(3), abs=0.5)
    assert found[0].points == pytest.approx(-found[1].points)
    assert found[0].points in found[0].interval


def test_ratings_add_up_where_chances_do() -> None:
    wins = {("a", "b"): 2000, ("b", "a"): 1000, ("b", "c"): 2000, ("c", "b"): 1000}
    found = points("abc", wins | {("a", "c"): 4000, ("c", "a"): 1000})
    assert found["a"] - found["b"] == pytest.approx(found["b"] - found["c"], abs=1)


def test_more_games_are_more_certain() -> None:
    few, many = (ratings("ab", {("a", "b"): 6 * n, ("b", "a"): 4 * n})[0] for n in (1, 100))
    assert few.interval.high - few.interval.low > 5 * (many.interval.high - many.interval.low)


def test_a_bot_that_never_loses_has_a_rating() -> None:
    found = points("abc", {("a", "b"): 500, ("a", "c"): 500, ("b", "c"): 500})
    assert 5_000 > found["a"] > found["b"] > found["c"] > -5_000


def test_nothing_is_known_before_the_first_game() -> None:
    assert points("ab", {}) == {"a": 0, "b": 0}


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_intervals_hold_the_truth_nearly_always(share: float) -> None:
    import numpy as np

    rng, truth, inside = np.random.default_rng(1), 200 * log10(share / (1 - share)), 0
    for _ in range(200):
        won = int(rng.binomial(300, share))
        (found,) = [
            r for r in ratings("ab", {("a", "b"): won, ("b", "a"): 300 - won}) if r.bot == "a"
        ]
        inside += truth in found.interval
    assert inside >= 180


# Long measurements


TABLES = (lineup("careful", "careful"), lineup("greedy", "greedy"))


def test_rounds_are_comparisons_on_the_same_deals(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    memory = Memory(Journal(file))
    for number in (0, 1):
        memory.add(play_round(TABLES, number, 30))
    settings = [sim.Setting(ORIGINAL, 2, each.seats, "sea 1") for each in TABLES]
    assert play_round(TABLES, 1, 30).found.pair(0, 1) == sim.compare(settings, 30).pair(0, 1)
    for found in (memory.of(TABLES), Memory(Journal(file)).of(TABLES)):
        assert found.games == 60
        assert found.pair(0, 1).only_first - found.pair(0, 1).only_second == (
            found.wins[0] - found.wins[1]
        )
        assert found.rate(0) in found.interval(0)
    assert Memory(Journal(file)).numbers(TABLES) == {0, 1}
    assert memory.of(TABLES[::-1]).games == 0


@pytest.mark.parametrize(
    "broken", [{"wins": [1]}, {"only": 3}, {"games": "x"}, {"tables": 3}, {"left": [10**30, 0]}]
)
def test_a_round_that_makes_no_sense_is_told(tmp_path: Path, broken: dict[str, object]) -> None:
    file = tmp_path / "rounds.jsonl"
    Memory(Journal(file)).add(play_round(TABLES, 0, 5))
    line = json.loads(file.read_text())
    file.write_text(json.dumps(line | broken, separators=(",", ":")) + "\n")
    with pytest.raises(DamagedJournal):
        Memory(Journal(file))


def test_jobs_advance_side_by_side_and_end() -> None:
    scores, memory = Scores(Journal()), Memory(Journal())
    (entry,) = pairs(DUEL, 2, ("careful", "random"), "sea")
    games = Games(entry, scores, 25, lambda _: False, piece=4)
    deals = SameDeals(TABLES, memory, 40, lambda _: False, piece=10)
    moved = list(work([games, deals], ONE))
    assert {id(job) for job in moved[:4]} == {id(games), id(deals)}
    assert scores.entry(entry).games == 26  # both seats alike
    assert [scores.of(each).games for each in entry.lineups] == [13, 13]
    assert memory.of(TABLES).games == 40
    # A second run finds nothing to do.
    again: list[Job] = [
        Games(entry, scores, 25, lambda _: False),
        SameDeals(TABLES, memory, 40, lambda _: False),
    ]
    assert list(work(again, ONE)) == []


def test_rounds_that_were_played_twice_count_once(tmp_path: Path) -> None:
    memory = Memory(Journal(tmp_path / "rounds.jsonl"))
    for number in (0, 0, 1):
        memory.add(play_round(TABLES, number, 5))
    for found in (memory, Memory(Journal(tmp_path / "rounds.jsonl"))):
        assert found.of(TABLES).games == 10
        assert found.numbers(TABLES) == {0, 1}


def test_one_thread_asks_while_another_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces are handed out by threads of joblib's, while results are taken in by this one."""
    known = play_round(TABLES, 0, 1).found
    monkeypatch.setattr(jobs, "play_round", lambda tables, number, _: Round(tables, number, known))
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        memory = Memory(Journal())
        job = SameDeals(TABLES, memory, 3_000, lambda found: found.games < 0, piece=1)
        assert len(list(work([job], sim.Workers(cores=2)))) == 3_000
    finally:
        sys.setswitchinterval(usual)
    assert memory.of(TABLES).games == 3_000


def test_enough_is_enough_and_time_is_up() -> None:
    scores, memory = Scores(Journal()), Memory(Journal())
    (entry,) = pairs(DUEL, 2, ("careful", "random"), "sea")
    known = Games(entry, scores, 10_000, lambda counts: counts.games >= 20, piece=5)
    deals = SameDeals(TABLES, memory, 10_000, lambda found: found.games >= 20, piece=5)
    assert list(work([known, deals], ONE))
    assert 20 <= scores.entry(entry).games < 100
    assert 20 <= memory.of(TABLES).games < 100
    late = SameDeals(TABLES, Memory(Journal()), 10_000, lambda _: False)
    assert list(work([late], ONE, seconds=0)) == []
