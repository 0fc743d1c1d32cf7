"""`tenback compare` as it is typed."""

from __future__ import annotations

import csv
import io
import json
import signal
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Rules, sim
from tenback.analysis.studies.comparison import Compared
from tenback.analysis.studies.contenders import (
    Contender,
)
from tenback.analysis.studies.participants import talk_policy
from tenback.cli.main import main
from tenback.cli.progress import Progress
from tenback.cli.reports.comparison_report import MOST_WITH_ALL_PAIRS, as_text
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, english, refused

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["english"]

BATCH = ("--games", "600", "--seed", "sea")


def compare(capsys: Capture, *words: str) -> str:
    return answered(capsys, "compare", *words, *BATCH)


def as_data(capsys: Capture, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(compare(capsys, *words, "--json"))
    return found


def press_ctrl_c(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """A user presses it when so many parts have arrived."""
    add, arrived = Progress.add, []

    def added(self: Progress, games: int, so_far: str = "") -> None:
        add(self, games, so_far)
        arrived.append(games)
        if len(arrived) == at:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "add", added)


# What is printed


def test_the_table_and_every_pair(capsys: Capture) -> None:
    output = compare(capsys, "careful", "greedy", "random")
    lines = output.splitlines()
    assert lines[0] == "Same deals for all: 600 games each, seed sea"
    assert lines[1] == "All of them: original, 3 players"
    assert [line.split()[0] for line in lines[4:7]] == ["careful", "greedy", "random"]
    assert output.count(" against ") == 3
    assert "careful against random" in output
    assert "clearly better" in output
    assert "corrected for all 3 pairs" in " ".join(lines)


def test_columns_stand_below_each_other(capsys: Capture) -> None:
    lines = compare(capsys, "careful", "greedy").splitlines()
    assert len({len(line) for line in lines[3:6]}) == 1


def test_no_difference_is_called_one(capsys: Capture) -> None:
    output = compare(capsys, "random:4", "random:5")
    assert "no clear difference" in output
    assert "clearly better" not in output


def test_many_contenders_are_compared_with_the_best(capsys: Capture) -> None:
    words = ["careful", "greedy", "random", "greedy:4", "random:4", "random:5"]
    assert len(words) > MOST_WITH_ALL_PAIRS
    output = compare(capsys, *words)
    assert "3 players, careful comes first." in output
    assert " against " not in output
    assert output.count("clearly better") + output.count("no clear difference") == len(words) - 1
    assert "all 15" in output


def test_notes_on_duels_and_decks(capsys: Capture) -> None:
    output = compare(
        capsys, "careful,greedy", "greedy,random", "--variant", "face-to-face", "--csv"
    )
    rows = list(csv.DictReader(io.StringIO(output)))
    assert [row["below_ten"] for row in rows] == ["", ""]
    output = compare(capsys, "careful,greedy", "greedy,random", "--variant", "face-to-face")
    assert "A duel counts as won when seat 0 wins it." in output
    output = compare(capsys, "original:2", "quick-and-easy")
    assert "The decks differ" in output
    assert "Same deals" not in output
    output = compare(capsys, "original:2", "original:3")
    assert "duel" not in output
    assert "decks" not in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: Capture, language: str) -> None:
    output = compare(capsys, "careful", "greedy", "--language", language)
    assert Words(language)("compare.better") in output


def test_json_holds_what_the_simulator_says(capsys: Capture) -> None:
    found = as_data(capsys, "greedy", "careful", "--players", "2")
    assert (found["games"], found["seed"], found["interrupted"]) == (600, "sea", False)
    for entry in found["contenders"]:
        alone = sim.play(Rules.named("original"), 2, entry["contender"], 600, "sea")
        assert entry["wins"]["games"] == alone.wins[0]
        assert entry["cards_left"]["mean"] == alone.mean_left
        assert entry["seats"] == [entry["contender"]] * 2
    (pair,) = found["pairs"]
    assert found["best"] == pair["first"] == "careful"
    rates = {entry["contender"]: entry["wins"]["rate"] for entry in found["contenders"]}
    assert pair["win_rate"]["difference"] == pytest.approx(rates["careful"] - rates["greedy"])
    assert pair["p"] == pair["p_corrected"] < 0.05
    assert pair["clear"]


def test_the_same_on_any_number_of_cores(capsys: Capture) -> None:
    one, two = (as_data(capsys, "2", "3", "--cores", cores) for cores in ("1", "2"))
    assert one == two


def test_json_of_a_single_game(capsys: Capture) -> None:
    assert main(["compare", "2", "3", "--games", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["contenders"][0]["cards_left"]["low"] is None


def test_csv_has_a_row_for_each_contender(capsys: Capture) -> None:
    text = compare(capsys, "careful,greedy", "quick-and-easy:2", "--players", "3", "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["contender"] for row in rows] == ["careful,greedy", "quick-and-easy:2"]
    assert rows[0]["seats"] == "careful greedy careful"
    assert all(0 <= float(row["win_rate"]) <= 1 for row in rows)


@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture(capsys: Capture, tmp_path: Path, kind: str, count: int) -> None:
    words = [f"{bot}:{seats}" for bot in ("careful", "greedy", "random") for seats in range(1, 5)]
    file = tmp_path / f"bars.{kind}"
    output = compare(capsys, *words[:count], "--plot", str(file))
    assert str(file) in output
    assert file.stat().st_size > 1000
    if kind == "svg":
        assert "careful" in file.read_text("utf-8")


# How search bots talk


def compared(*texts: str, talk: str | None = None) -> Compared:
    """Figures that are as good as any, said to be those of others."""
    rules = Rules.named("original")
    settings = [sim.Setting(rules, 3, (bot,), "sea") for bot in ("greedy", "careful", "random")]
    who = [contender(text, talk) for text in texts]
    return Compared(who, sim.compare(settings[: len(who)], 10), 10)


def contender(text: str, talk: str | None) -> Contender:
    """As on the command line, but no network is asked for."""
    game, players, bot = text.split(":")
    rules = Rules.named(game)
    return Contender(
        text, game, sim.Setting(rules, int(players), (bot,), "sea", talk_policy(rules, talk))
    )


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Talk by the policy no-clues"),
        ("fr", "On parle selon la règle no-clues"),
        ("de", "Gesprochen wird nach der Regel no-clues"),
    ],
)
def test_the_policy_is_named_once_where_it_is_the_same(language: str, sentence: str) -> None:
    found = compared("original:3:strong", "original:3:mine.npz", talk="no-clues")
    assert list(as_text(found, Words(language))).count(sentence) == 1
    assert [each["talk"] for each in found.data()["contenders"]] == ["no-clues"] * 2


def test_policies_that_differ_are_named_one_by_one() -> None:
    found = compared("original:3:strong", "quick-and-easy:3:strong", "original:3:careful")
    lines = list(as_text(found, Words()))
    assert "original, strong: talk by the policy no-numbers" in lines
    assert "quick-and-easy, strong: talk by the policy vague-heights" in lines
    assert sum("policy" in line for line in lines) == 2
    talk = [each["talk"] for each in found.data()["contenders"]]
    assert talk == ["no-numbers", "vague-heights", None]


def test_no_policy_is_named_where_no_bot_talks() -> None:
    found = compared("original:3:careful", "original:1:strong")
    assert not any("policy" in line for line in as_text(found, Words()))
    assert [each["talk"] for each in found.data()["contenders"]] == [None, None]


@pytest.mark.parametrize(("other", "games"), [("greedy", 100_000), ("master", 200)])
def test_the_slowest_contender_decides_how_many_games(
    monkeypatch: pytest.MonkeyPatch, other: str, games: int
) -> None:
    class Asked(Exception):
        pass

    def ask(_who: object, games: int, *_: object) -> None:
        raise Asked(games)

    monkeypatch.setattr("tenback.analysis.studies.contenders.ready", lambda setting: setting)
    monkeypatch.setattr("tenback.analysis.studies.comparison.compare", ask)
    with pytest.raises(Asked) as caught:
        main(["compare", "careful", other])
    assert caught.value.args == (games,)


# What is refused, and what is called off


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "at least two"),
        (["careful"], "at least two"),
        (["careful", "careful,careful"], "careful and careful,careful are the same table"),
        (["original+expert", "original-expert"], "are the same table"),
        (["2:3", "4"], "2:3 says the same thing twice: 2 and 3"),
        (["careful:greedy", "4"], "twice"),
        (["carfull", "greedy"], "did you mean careful?"),
        (["orignal", "greedy"], "did you mean original?"),
        (["xyzzy", "greedy"], "number of players, a bot (careful, greedy, random, strong, master"),
        (["careful,nobody", "greedy"], "nobody"),
        (["9", "3"], "original is for"),
        (["0", "3"], "original is for"),
        (["original+loud", "original"], "loud"),
        (["original+short-hands", "original"], "expert"),
        (["", "original"], "neither"),
        (["nowhere.toml", "original"], "There is no file nowhere.toml."),
        (["2", "3", "--games", "0"], "0 games"),
        (["2", "3", "--variant", "nothing"], "nothing"),
        (["2", "3", "--json", "--csv"], "--json"),
        (["2", "3", "--plot", "picture.bmp"], "picture.bmp"),
        (["2", "3", "--cores", "0"], "0"),
    ],
)
def test_refusals(capsys: Capture, words: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, "compare", *words)


def test_ctrl_c_tells_what_there_is(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    press_ctrl_c(monkeypatch, at=2)
    assert main(["compare", "2", "3", "--games", "1000000", "--cores", "1"]) == 130
    said = capsys.readouterr()
    assert said.out.startswith("Interrupted: ")
    assert "2 players" in said.out


def test_ctrl_c_with_csv(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    press_ctrl_c(monkeypatch, at=2)
    assert main(["compare", "2", "3", "--games", "1000000", "--cores", "1", "--csv"]) == 130
    said = capsys.readouterr()
    assert said.out.startswith("contender,")
    assert said.err.startswith("Interrupted: ")
