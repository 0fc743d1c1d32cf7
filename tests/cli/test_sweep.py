"""`tenback sweep` as it is typed."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tenback import Rules, sim
from tenback.analysis.rule_grid import Outcome, grid
from tenback.analysis.studies.axes import axes
from tenback.analysis.studies.sweep import Swept
from tenback.cli.main import main
from tenback.cli.reports.sweep_report import _shaded, _unshaded, as_text
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, english, refused
from tests.cli.test_compare import press_ctrl_c

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.analysis.rule_grid import Cell

__all__ = ["english"]

BATCH = ("--games", "300", "--seed", "sea")
ORIGINAL = Rules.named("original")


def sweep(capsys: Capture, *words: str) -> str:
    return answered(capsys, "sweep", *words, *BATCH)


def sets(*texts: str) -> list[str]:
    return [word for text in texts for word in ("--set", text)]


# How search bots talk


def swept(bot: str, *texts: str) -> Swept:
    """Figures that are as good as any, said to be those of others."""
    results = sim.play(ORIGINAL, 3, "careful", 10, "sea")
    varied = axes(list(texts), ORIGINAL)
    cells = grid(ORIGINAL, 3, ("careful",), "sea", varied)
    outcomes = [Outcome(seated(cell, bot), results) for cell in cells]
    return Swept(ORIGINAL, 3, (bot,), "sea", varied, 10, outcomes)


def seated(cell: Cell, bot: str) -> Cell:
    """Another bot sits down, and no network is asked for."""
    assert cell.setting
    return replace(cell, setting=replace(cell.setting, bots=(bot,)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_policy_is_named_where_search_bots_play_together(language: str) -> None:
    found, say = swept("strong", "hand=5,6"), Words(language)
    lines = list(as_text(found, say, _unshaded))
    assert lines[1] == say("simulate.talk", policy="no-numbers")
    assert [cell["talk"] for cell in found.data()["cells"]] == ["no-numbers"] * 2
    json.dumps(found.data())


def test_a_policy_that_is_swept_is_told_with_each_cell() -> None:
    found = swept("strong", "talk=no-clues,silent")
    assert not any("policy" in line for line in as_text(found, Words(), _unshaded))
    assert [cell["talk"] for cell in found.data()["cells"]] == ["no-clues", "silent"]


def test_a_bot_alone_does_not_talk() -> None:
    found = swept("strong", "players=1,2")
    assert [cell["talk"] for cell in found.data()["cells"]] == [None, "no-numbers"]
    assert "Talk by the policy no-numbers" in as_text(found, Words(), _unshaded)


def test_no_policy_is_named_without_search_bots() -> None:
    found = swept("greedy", "hand=5,6")
    assert not any("policy" in line for line in as_text(found, Words(), _unshaded))
    assert {cell["talk"] for cell in found.data()["cells"]} == {None}


# What is printed


def test_two_keys_make_a_heat_map(capsys: Capture) -> None:
    output = sweep(capsys, "original", *sets("hand=2,6..8", "minimum=2..3"))
    lines = output.splitlines()
    assert lines[0] == "original, 3 players; careful"
    assert lines[1] == "300 games for each combination, on the same deals; seed sea"
    assert lines[4].split() == ["hand", "\\", "minimum", "2", "3"]
    assert [line.split()[0] for line in lines[5:9]] == ["2", "6", "7", "8"]
    assert lines[5].split()[-1] == "[1]"
    assert len({len(line) for line in lines[5:9]}) <= 2
    assert "[1] not playable: hands.3: a hand of 2 is smaller than the minimum of 3" in output
    assert "Each rate is known to within" in output
    assert "Highest: hand 8, minimum 2" in output
    assert "Nearest to 50%: hand " in output
    assert "\x1b" not in output


def test_one_key_makes_a_list(capsys: Capture) -> None:
    output = sweep(capsys, "original", *sets("trick.distance=none,10,20"))
    rows = [line.split() for line in output.splitlines()[4:7]]
    assert [row[0] for row in rows] == ["none", "10", "20"]
    assert all("to" in row for row in rows)


def test_three_keys_make_a_list_of_all_combinations(capsys: Capture) -> None:
    words = sets("hand=5..6", "minimum=2..3", "maximum=3,hand")
    lines = sweep(capsys, "original", *words).splitlines()
    assert lines[3].split()[:3] == ["hand", "minimum", "maximum"]
    assert [line.split()[:3] for line in lines[4:6]] == [["5", "2", "3"], ["5", "2", "hand"]]
    assert lines[12] == ""


def test_a_duel_is_told_by_how_it_ends_and_how_long_it_takes(capsys: Capture) -> None:
    output = sweep(capsys, "face-to-face", *sets("hand=5..6", "minimum=2..3"))
    assert "Share of games in which one side lays all its cards" in output
    assert "Mean number of turns" in output
    output = sweep(capsys, "face-to-face", *sets("hand=5..6"))
    assert "laid all" in output
    assert "seat 0 wins" in output


def test_a_duel_of_different_bots_is_told_by_who_wins(capsys: Capture) -> None:
    words = ["face-to-face", "--bots", "greedy,random"]
    assert "Share of games that seat 0 wins" in sweep(
        capsys, *words, *sets("hand=5..6", "minimum=2..3")
    )
    assert "seat 0 wins" in sweep(capsys, *words, *sets("hand=5..6"))


def test_options_files_and_players(capsys: Capture, tmp_path: Path) -> None:
    output = sweep(capsys, "original", "--expert", "--players", "1", *sets("hand=7..8"))
    assert output.startswith("original-expert, 1 player; careful\n")
    own = ORIGINAL.to_toml().replace('"original"', '"mine"')
    (tmp_path / "mine.toml").write_text(own)
    output = sweep(capsys, "mine.toml", *sets("players=1..2"))
    assert output.startswith("mine; careful\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: Capture, language: str) -> None:
    words = ["original", "--language", language, *sets("hand=1,6", "minimum=2..3")]
    unplayable = Words(language)("sweep.not-playable")
    assert f"[1] {unplayable}" in sweep(capsys, *words)


def test_json_holds_what_the_simulator_says(capsys: Capture) -> None:
    words = ["original", "--json", *sets("minimum=2..3", "hand=2,7")]
    found = json.loads(sweep(capsys, *words))
    assert found["keys"] == ["minimum", "hand"]
    assert (found["game"], found["players"], found["bots"]) == ("original", 3, ["careful"])
    assert found["measure"] == "won"
    assert not found["interrupted"]
    refusals = [cell["refusal"] and cell["refusal"]["code"] for cell in found["cells"]]
    assert refusals == [None, None, "hand-below-minimum", None]
    assert found["cells"][2]["games"] == 0
    data = ORIGINAL.to_toml().replace('"original"', '"own"').replace("3 = 6", "3 = 7")
    alone = sim.play(Rules.from_toml(data), 3, "careful", 300, "sea")
    assert found["cells"][1]["values"] == {"minimum": 2, "hand": 7}
    assert found["cells"][1]["wins"]["games"] == alone.wins[0]
    assert found["highest"] == {"minimum": 2, "hand": 7}


def test_csv_has_a_row_for_each_cell(capsys: Capture) -> None:
    text = sweep(capsys, "original", "--csv", *sets("hand=2,6", "fire=[],[22,33]", "minimum=3"))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["hand"] for row in rows] == ["2", "2", "6", "6"]
    assert [row["fire"] for row in rows] == ["[]", "[22,33]"] * 2
    assert rows[0]["win_rate"] == ""
    assert rows[0]["refusal"].startswith("hands.3")
    assert rows[2]["refusal"] == ""
    assert 0 <= float(rows[2]["win_rate"]) <= 1


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize("texts", [["hand=2,6..8", "minimum=2..3"], ["hand=1,6..8"]])
def test_a_picture(capsys: Capture, tmp_path: Path, kind: str, texts: list[str]) -> None:
    file = tmp_path / f"map.{kind}"
    assert str(file) in sweep(capsys, "original", "--plot", str(file), *sets(*texts))
    assert file.stat().st_size > 1000


def test_shades_are_for_the_eye_only() -> None:
    assert _unshaded(" 5% ", 0.3) == " 5% "
    lightest, darkest = _shaded(" 5% ", 0), _shaded(" 5% ", 1)
    assert " 5% " in lightest
    assert lightest != darkest


# What is refused, and what is called off


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["original"], "at least one --set"),
        (["original", *sets("hnad=5..8")], "did you mean hand?"),
        (["original", *sets("hand=1", "minimum=2")], "hands.3: a hand of 1"),
        (["original", *sets("hand=x")], "'x'"),
        (["original", "--bots", "nobody", *sets("hand=5..8")], "nobody"),
        (["original", "--players", "9", *sets("minimum=2..3")], "original is for"),
        (["original", "--games", "0", *sets("hand=5")], "0 games"),
        (["original", *sets("hand=5", "minimum=2", "draw=laid"), "--plot", "a.png"], "not 3"),
        (["original", *sets("hand=5"), "--plot", "a.bmp"], "a.bmp"),
        (["orignal", *sets("hand=5")], "orignal"),
        (["nowhere.toml", *sets("hand=5")], "There is no file nowhere.toml."),
    ],
)
def test_refusals(capsys: Capture, words: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, "sweep", *words)


@pytest.mark.parametrize("answer", [[], ["--json"], ["--csv"], ["--plot", "map.png"]])
def test_ctrl_c_tells_what_there_is(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, answer: list[str]
) -> None:
    press_ctrl_c(monkeypatch, at=3)
    words = ["original", "--games", "1000", "--cores", "1", *sets("hand=6..8", "minimum=2..3")]
    assert main(["sweep", *words, *answer]) == 130
    said = capsys.readouterr()
    if "--json" in answer:
        assert json.loads(said.out)["interrupted"]
    elif "--csv" in answer:
        assert said.out.count("\n") == 7
        assert said.err.startswith("Interrupted: ")
    else:
        assert said.out.startswith("Interrupted: ")
        assert "..." in said.out
