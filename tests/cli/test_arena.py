"""`tenback arena` as it is typed, and search bots in the commands beside it."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tenback import Rules, sim
from tenback.analysis.arena.lineups import pairs
from tenback.bots import registry
from tenback.bots.registry import Listing
from tenback.bots.simple import Simple
from tenback.cli import arena as arena_command
from tenback.cli.main import main
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, english, refused
from tests.cli.test_compare import press_ctrl_c

__all__ = ["english"]

BATCH = ("--games", "60", "--seed", "sea")
DUEL = ("--variant", "face-to-face")


def arena(capsys: Capture, *words: str) -> str:
    return answered(capsys, "arena", *words, *BATCH)


def as_data(capsys: Capture, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(arena(capsys, *words, "--json"))
    return found


# Teams


def test_a_table_for_every_number_of_players(capsys: Capture) -> None:
    lines = arena(capsys, "greedy", "careful").splitlines()
    assert lines[0] == "original: 60 games for each team, seed sea"
    heads = ["1 player", "2 players", "3 players", "4 players", "5 players"]
    assert [line for line in lines if line.endswith(("player", "players"))] == heads
    begin = lines.index("3 players")
    titles = re.split(" {2,}", lines[begin + 1])
    assert titles == ["team", "win rate", "95% interval", "cards left", "games"]
    best = lines[begin + 2]
    assert best.startswith("careful ")
    assert best.endswith("60")
    assert sum(line.startswith("greedy + careful") for line in lines) == 4


def test_the_chosen_numbers_of_players(capsys: Capture) -> None:
    for text in ("2,4..5", "2, 4-5", "4,2,4,5"):
        found = as_data(capsys, "greedy", "careful", "--players", text)
        assert sorted(each["players"] for each in found["teams"]) == [2] * 3 + [4] * 3 + [5] * 3


def test_json_holds_what_the_simulator_says(capsys: Capture) -> None:
    found = as_data(capsys, "greedy", "careful", "--players", "3", "--variant", "original+on-fire")
    rules = Rules.named("original", on_fire=True)
    assert (found["game"], found["bots"], found["seed"]) == (
        rules.name,
        ["greedy", "careful"],
        "sea",
    )
    assert (found["games_asked"], found["interrupted"]) == (60, False)
    alone, _, mixed = found["teams"]
    assert alone["wins"]["games"] == sim.play(rules, 3, "greedy", 60, "sea").wins[0]
    orders = (("greedy", "careful"), ("careful", "greedy"))
    seeds = [table.seed for table in next(pairs(rules, 3, orders[0], "sea")).lineups]
    each_half = zip(orders, seeds, strict=True)
    halves = [sim.play(rules, 3, order, 30, seed) for order, seed in each_half]
    assert mixed["games"] == 60
    assert mixed["wins"]["games"] == sum(half.wins[0] for half in halves)
    assert mixed["cards_left"]["mean"] == pytest.approx(sum(h.mean_left for h in halves) / 2)


def test_as_many_games_as_the_slowest_bot_makes_sense_for() -> None:
    def games(*bots: str) -> int:
        found = arena_command._parser().parse([*bots, "--players", "2"])
        return arena_command._arena(found).asked

    assert games("careful", "simple") == games("careful", "strong") == 1_000
    assert games("careful", "master:quick") == games("careful", "run:./mine") == 100


def test_search_bots_and_bots_at_a_table_together(capsys: Capture) -> None:
    words = ("strong", "simple", "--players", "2", "--games", "4", "--seed", "sea")
    output = answered(capsys, "arena", *words)
    assert "Talk by the policy no-numbers" in output
    assert "strong + simple" in output
    silent = json.loads(answered(capsys, "arena", *words, "--silent", "--json"))
    assert silent["talk"] == "silent"


# Duels


def test_a_duel_has_ratings(capsys: Capture) -> None:
    lines = arena(capsys, "random", "greedy", "careful", *DUEL).splitlines()
    assert lines[0] == "face-to-face: 60 duels for every two, seed sea"
    ranked = [line.split()[0] for line in lines[3:6]]
    assert (sorted(ranked[:2]), ranked[2]) == (["careful", "greedy"], "random")
    assert [line.split()[:3] for line in lines[8:11]] == [
        ["random", ":", "greedy"], ["random", ":", "careful"], ["greedy", ":", "careful"],
    ]  # fmt: skip


def test_both_seats_are_played_equally(capsys: Capture) -> None:
    found = as_data(capsys, "careful", "greedy", *DUEL)
    rules, (pair,) = Rules.named("face-to-face"), found["pairs"]
    first = sim.play(rules, 2, ("careful", "greedy"), 30, "sea").wins[0]
    second = sim.play(rules, 2, ("greedy", "careful"), 30, "sea").wins[1]
    assert (pair["bots"], pair["games"]) == (["careful", "greedy"], 60)
    assert pair["wins"]["games"] == first + second
    assert sum(each["rating"] for each in found["ratings"]) == pytest.approx(0)
    assert all(each["low"] < each["rating"] < each["high"] for each in found["ratings"])


# Answers


@pytest.mark.parametrize("variant", ["original", "face-to-face"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: Capture, language: str, variant: str) -> None:
    output = arena(capsys, "careful", "greedy", "--variant", variant, "--language", language)
    assert Words(language)("arena.label.wins") in output
    assert all(len(line) <= 80 for line in output.splitlines())


def test_csv_has_a_row_for_each_team(capsys: Capture) -> None:
    text = arena(capsys, "careful", "greedy", "--players", "2", "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    seated = [(row["bot"], row["other_bot"]) for row in rows]
    assert seated == [("careful", ""), ("greedy", ""), ("careful", "greedy")]
    assert all(row["games"] == "60" for row in rows)
    assert all(0 <= float(row["win_rate"]) <= 1 for row in rows)


@pytest.mark.parametrize("variant", ["original", "face-to-face"])
def test_a_picture(capsys: Capture, tmp_path: Path, variant: str) -> None:
    file = tmp_path / "arena.svg"
    output = arena(capsys, "careful", "greedy", "--variant", variant, "--plot", str(file))
    assert str(file) in output
    assert "careful" in file.read_text("utf-8")


def test_a_picture_lists_the_best_first_and_ends_at_the_whole(
    capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "arena.svg"
    arena(capsys, "random", "careful", "strong", "--players", "5", "--plot", str(file))
    words = [text.strip() for text in ElementTree.parse(file).getroot().itertext() if text.strip()]
    places = [words.index(name) for name in ("strong", "careful", "random")]
    assert places == sorted(places)
    assert {"0%", "100%"} < set(words)
    assert "120%" not in words


def test_no_mean_lies_below_nothing(capsys: Capture) -> None:
    words = ("arena", "careful", "strong", "--players", "2", "--games", "4", "--seed", "sea")
    found = json.loads(answered(capsys, *words, "--json"))["teams"]
    assert [each["cards_left"]["low"] for each in found].count(0.0) > 0
    assert all(each["cards_left"]["low"] >= 0 for each in found)


# Bots that lose a seat


DIES = f"run:{shlex.quote(sys.executable)} -I -S {{}}/dies.py"
SCRIPT = """
import json, sys
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for line in sys.stdin:
    if json.loads(line)["type"] == "move":
        sys.exit("no cards in my head")
"""


@pytest.fixture
def dies(tmp_path: Path) -> str:
    (tmp_path / "dies.py").write_text(SCRIPT, "utf-8")
    return DIES.format(shlex.quote(str(tmp_path)))


def lost_seats(capsys: Capture, *words: str) -> tuple[str, str]:
    batch = ("--players", "2", "--games", "4", "--seed", "sea", "--results", "results.jsonl")
    assert main(["arena", "careful", *words, *batch]) == 0
    said = capsys.readouterr()
    return said.out, said.err


def test_who_loses_a_seat_is_told_and_not_ranked(capsys: Capture, dies: str) -> None:
    why = "dies.py has ended (status 1). Its last words: 'no cards in my head'."
    for _ in range(2):  # played, and remembered
        out, err = lost_seats(capsys, dies)
        assert err == f"tenback arena: {dies} lost its seat in 8 games, at first so: {why}\n"
        assert f"{dies}: 4 games in which a bot lost its seat are left out." in out
        assert re.search(rf"^{re.escape(dies)} +\.\.\.$", out, re.MULTILINE)
    out, err = lost_seats(capsys, dies, "--json")
    found = json.loads(out)
    assert found["lost"] == [{"bot": dies, "games": 8, "why": "died", "sentence": why}]
    assert [(each["games"], each["replaced"]) for each in found["teams"]] == [
        (4, 0),
        (0, 4),
        (0, 4),
    ]
    assert not found["interrupted"]
    assert why in err
    out, err = lost_seats(capsys, dies, "--csv")
    assert [row["replaced"] for row in csv.DictReader(io.StringIO(out))] == ["0", "4", "4"]
    assert why in err


def test_a_bot_that_kept_no_seat_has_no_rating(capsys: Capture, dies: str) -> None:
    words = ("arena", "careful", dies, "greedy", *DUEL, "--games", "4", "--seed", "sea", "--json")
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["bot"] for each in found["ratings"]} == {"careful", "greedy"}


def test_where_no_bot_kept_a_seat_there_is_nothing_to_draw(
    capsys: Capture, dies: str, tmp_path: Path
) -> None:
    both = ("arena", dies, f"{dies} again", *DUEL, "--games", "2", "--seed", "sea")
    assert main([*both, "--plot", str(tmp_path / "none.svg")]) == 0
    assert capsys.readouterr().err.count(" lost its seat in 2 games") == 2
    assert (tmp_path / "none.svg").exists()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "no-such-program could not be started"),
        ("fr", "no-such-program n’a pas pu démarrer"),
        ("de", "no-such-program ließ sich nicht starten"),
    ],
)
def test_a_program_that_cannot_start_is_refused_at_once(
    capsys: Capture, language: str, sentence: str
) -> None:
    words = ("careful", "run:/no-such-program", "--language", language, "--results", "results")
    assert sentence in refused(capsys, "arena", *words)
    assert not Path("results").read_text()


def test_a_bot_with_nothing_left_to_play_need_not_come(capsys: Capture, dies: str) -> None:
    out, err = lost_seats(capsys, dies)
    Path("dies.py").write_text("1 / 0")
    assert lost_seats(capsys, dies) == (out, err)


# Files


def test_a_file_may_hold_more_than_was_asked_for(capsys: Capture) -> None:
    words = ("careful", "greedy", "--players", "2", "--seed", "sea", "--results", "results.jsonl")
    more = "The file holds more games of some of them"
    assert more not in answered(capsys, "arena", *words, "--games", "30")
    assert more not in answered(capsys, "arena", *words, "--games", "30")
    output = answered(capsys, "arena", "random", *words, "--games", "10")
    assert more in output
    assert [line.split()[-1] for line in output.splitlines() if "random" in line] == ["10"] * 3


def test_a_run_goes_on_where_it_stopped(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ["arena", "careful", "greedy", "--seed", "sea", "--games", "3000", "--json"]
    kept = [*words, "--results", "results.jsonl", "--cores", "1"]
    with monkeypatch.context() as patched:
        press_ctrl_c(patched, at=3)
        assert main(kept) == 130
    partly = json.loads(capsys.readouterr().out)
    assert partly["interrupted"]
    file = tmp_path / "results.jsonl"
    begun = file.read_bytes()
    file.write_bytes(begun + begun[:50])
    assert main(kept) == 0
    assert file.read_bytes().startswith(begun)
    whole = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == whole
    # Everything is there, so nothing is played.
    size = file.stat().st_size
    assert main(kept) == 0
    assert file.stat().st_size == size
    assert json.loads(capsys.readouterr().out) == whole


def test_ctrl_c_tells_what_there_is(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    press_ctrl_c(monkeypatch, at=1)
    words = ["careful", "greedy", *DUEL, "--games", "1000000", "--cores", "1"]
    assert main(["arena", *words]) == 130
    said = capsys.readouterr()
    assert said.out.startswith("Interrupted: ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "at least two bots"),
        (["careful"], "at least two bots"),
        (["careful", "careful"], "are the same bot"),
        (["master", "master:normal"], "master and master:normal are the same bot"),
        (["carefull", "greedy"], "Did you mean careful?"),
        (["careful:deep", "greedy"], "careful"),
        (["nowhere.npz", "greedy"], "nowhere.npz"),
        (["careful", "run:"], "run: names no program"),
        (["careful", "run:'mine"], "could not be started: No closing quotation"),
        (["careful", "greedy", "--players", "9"], "original is for"),
        (["careful", "greedy", "--players", "x"], "'x' is not a number of players"),
        (["careful", "greedy", "--players", "3,5..2"], "not a number of players"),
        (["careful", "greedy", "--players", "2,"], "not a number of players"),
        (["careful", "greedy", "--players", "2..3..4"], "not a number of players"),
        (["careful", "greedy", "--players", "5..2"], "not a number of players"),
        (["careful", "greedy", "--variant", "nothing"], "nothing"),
        (["careful", "greedy", "--games", "0"], "0 games"),
        (["careful", "greedy", "--talk", "loud"], "loud"),
        (["careful", "greedy", "--talk", "free"], "free"),
        (["careful", "greedy", "--results", "."], "cannot be written"),
        (["careful", "greedy", "--results", "nowhere/results"], "cannot be written"),
        (["careful", "greedy", "--json", "--csv"], "--json"),
    ],
)
def test_refusals(capsys: Capture, words: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, "arena", *words)


def test_a_file_of_another_program_is_left_alone(capsys: Capture, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine\n")
    output = refused(capsys, "arena", "careful", "greedy", "--results", "notes.txt")
    assert "Line 1 of notes.txt" in output
    assert notes.read_text() == "mine\n"


# Search bots elsewhere


def test_simulate_takes_search_bots(capsys: Capture) -> None:
    words = ("--bots", "strong,careful", "--games", "20", "--seed", "sea", "--json")
    found = json.loads(answered(capsys, "simulate", *words))
    assert found["seats"] == ["strong", "careful", "strong"]
    talking = sim.play(Rules.named("original"), 3, ("strong", "careful"), 20, "sea")
    assert found["wins"][0]["games"] == talking.wins[0]


def test_compare_takes_search_bots_and_their_files(capsys: Capture, network: Path) -> None:
    words = ("strong", f"{network}", "strong,careful:2", "--games", "10", "--seed", "sea")
    found = json.loads(answered(capsys, "compare", *words, "--json"))
    own, same, mixed = found["contenders"]
    assert own["wins"] == same["wins"]
    assert mixed["seats"] == ["strong", "careful"]


@pytest.mark.parametrize("bot", ["simple", "run:./mine -x", "careful,simple"])
@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--bots"),
        ("sweep", "original", "--set", "hand=6", "--bots"),
        ("compare", "careful", "greedy", "--bots"),
        ("compare", "careful"),
    ],
)
def test_a_bot_that_plays_at_tables_only_is_sent_to_the_arena(
    capsys: Capture, words: tuple[str, ...], bot: str
) -> None:
    output = refused(capsys, *words, bot)
    name = bot.rpartition(",")[2]
    assert f"{name} plays at tables only" in output
    assert output.endswith(f"tenback arena careful {shlex.quote(name)}")


@pytest.mark.parametrize("contender", ["original:2:simple", "run:ls:3", "original:run:./mine"])
def test_among_other_things_too(capsys: Capture, contender: str) -> None:
    assert "plays at tables only" in refused(capsys, "compare", "careful", contender)


def test_a_game_is_not_taken_for_a_bot(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a package brings a bot of that name."""
    for name in ("quick-and-easy", "theirs"):
        monkeypatch.setitem(registry._OWN, name, Listing(name, Simple, package="p"))
    answered(capsys, "compare", "quick-and-easy", "original", "--games", "2")
    assert "theirs plays at tables only" in refused(capsys, "compare", "theirs", "original")


def test_sweep_takes_search_bots(capsys: Capture) -> None:
    words = ("original", "--set", "players=2,3", "--bots", "strong", "--silent", "--games", "10")
    found = json.loads(answered(capsys, "sweep", *words, "--json"))
    assert [cell["games"] for cell in found["cells"]] == [10, 10]


@pytest.mark.parametrize("command", ["simulate", "sweep"])
def test_networks_that_are_not_there(capsys: Capture, command: str) -> None:
    axis = ["--set", "hand=6"] if command == "sweep" else []
    assert "no.npz" in refused(capsys, command, "original", *axis, "--bots", "no.npz")


def test_how_they_talk(capsys: Capture) -> None:
    assert "loud" in refused(capsys, "simulate", "original", "--policy", "loud")
    output = refused(capsys, "compare", "strong", "careful", "--talk", "vague-heights")
    assert "vague-heights" in output


PLAYING = (
    ("simulate", "original"),
    ("sweep", "original", "--set", "hand=6"),
    ("compare", "careful", "greedy"),
    ("arena", "careful", "greedy"),
)


@pytest.mark.parametrize("words", PLAYING)
def test_no_bot_is_silent_and_talks(capsys: Capture, words: tuple[str, ...]) -> None:
    output = refused(capsys, *words, "--silent", "--talk", "no-clues")
    assert "--silent and --talk no-clues exclude each other" in output
    answered(capsys, *words, "--silent", "--talk", "silent", "--games", "2")


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("master:quick@", "master:quick@ names no network"),
        ("strong@", "strong@ names no network"),
        ("master:foo@mine.npz", "master has no level 'foo'; its levels are quick, normal, deep."),
        ("master:foo@./mine.npz", "master has no level 'foo'"),
        ("careful,master:foo@mine.npz", "master has no level 'foo'"),
    ],
)
@pytest.mark.parametrize(
    "words", [("simulate", "--bots"), ("compare", "careful", "greedy", "--bots"), ("compare", "2")]
)
def test_a_search_bot_has_a_level_and_a_network(
    capsys: Capture, words: tuple[str, ...], bot: str, sentence: str
) -> None:
    assert sentence in refused(capsys, *words, bot)


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """The network of the original, as a file of one's own."""
    from tenback.sim.search.networks import save, shipped

    found = shipped(Rules.named("original"), 3)
    assert found is not None
    save(tmp_path / "mine.npz", found)
    return tmp_path / "mine.npz"


def test_parts_are_small_where_games_take_long() -> None:
    from tenback.sim.runner import LARGEST_CHUNK, chunks, largest_chunk

    def largest(*tables: tuple[str, ...]) -> int:
        rules = Rules.named("original")
        return largest_chunk([sim.Setting(rules, 4, bots, "sea") for bots in tables])

    assert largest(("careful",)) == LARGEST_CHUNK
    assert largest(("master",)) == largest(("master:deep",), ("careful",)) == 1
    sizes = [largest(bots) for bots in (("strong", "careful"), ("strong",), ("strong", "master"))]
    assert LARGEST_CHUNK > sizes[0] > sizes[1] > sizes[2] >= 1
    assert [count for _, count in chunks(5, 2, largest(("master",)))] == [1] * 5
