"""`tenback train` as it is typed."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Rules
from tenback.analysis.training import session
from tenback.cli.main import main
from tenback.cli.progress import Progress
from tenback.sim.search.networks import load
from tenback.sim.search.trainer import MEASURED
from tenback.words import LANGUAGES, Words
from tests.cases import SOAK
from tests.cli.test_commands import SMALL, Capture, answered, english, refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["english"]

TINY = """
name = "tiny"
minimum = 1
deck = { numbers = "2..5" }
piles = { up = [0], down = [9] }
hands = { 1 = 4 }
"""
MINUTES = "0.2" if SOAK else "0.01"
QUICK = ("--games", "900", "--workers", "2", "--from", "nothing", "--evaluate", "0")


@pytest.fixture
def small(tmp_path: Path) -> str:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    return str(file)


def train(capsys: Capture, *words: str) -> tuple[NDArray[np.void], dict[str, Any], str]:
    """The weights, the note and what was said."""
    said = answered(capsys, "train", *words, "--out", "new.npz")
    network = load("new.npz")
    Path("new.npz").unlink()
    return network.weights, dict(network.note), said


def test_a_game_that_is_over_in_the_first_turn(capsys: Capture) -> None:
    """There is nothing to learn then, and that is no failure."""
    Path("tiny.toml").write_text(TINY)
    weights, note, said = train(capsys, "tiny.toml", "--games", "30", "--evaluate", "20")
    assert note["games"] == 30
    assert "100.0" in said
    assert np.isfinite(weights["outputs"]).all()


def press_ctrl_c(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """A user presses it when so many rounds or parts are done."""
    add, arrived = Progress.add, []

    def added(self: Progress, games: int, so_far: str = "") -> None:
        add(self, games, so_far)
        arrived.append(games)
        if len(arrived) == at:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "add", added)


# What comes out


def test_the_note_says_how_to_make_the_network_again(capsys: Capture, small: str) -> None:
    words = (small, "--players", "1,2", *QUICK, "--seed", "sea")
    weights, note, said = train(capsys, *words)
    assert "new.npz holds the network: 900 games in 3 rounds, seed sea, workers 2." in said
    assert (note["family"], note["games"], note["rounds"], note["seed"]) == (
        "one-way",
        900,
        3,
        "sea",
    )
    assert [setting["players"] for setting in note["settings"]] == [1, 2]
    assert note["settings"][1]["policy"] == "no-numbers"
    assert Rules.from_toml(note["settings"][0]["rules"]) == Rules.from_toml(SMALL)
    assert note["command"] == f"tenback train {' '.join(words)} --out new.npz"
    assert all(note[key] for key in ("date", "machine", "workers"))
    again, _, _ = train(capsys, *words)
    assert np.array_equal(weights, again)


def test_minutes_become_games_that_can_be_repeated(capsys: Capture, small: str) -> None:
    timed = (small, "--players", "2", "--minutes", MINUTES, "--workers", "2", "--from", "nothing")
    weights, note, _ = train(capsys, *timed, "--evaluate", "0")
    assert note["games"] >= MEASURED
    counted = (*timed[:3], *timed[5:], "--games", str(note["games"]), "--evaluate", "0")
    assert np.array_equal(train(capsys, *counted)[0], weights)


def test_the_evaluation_is_told_and_noted(capsys: Capture, small: str) -> None:
    _, note, said = train(capsys, small, "--players", "2", *QUICK[:-1], "60")
    assert "On 60 fresh deals each, the same for careful:" in said
    (table,) = note["evaluation"]
    assert (table["name"], table["players"], table["games"]) == ("small", 2, 60)
    assert table["wins"]["low"] <= table["wins"]["rate"] <= table["wins"]["high"]
    assert table["careful"]["games"] == 60
    assert {"difference", "low", "high", "p"} == table["lead"].keys()


def test_a_duel_is_evaluated_against_careful(capsys: Capture) -> None:
    words = ("face-to-face", "--games", "40", "--workers", "2", "--evaluate", "20")
    _, note, said = train(capsys, *words)
    (table,) = note["evaluation"]
    assert (table["games"], table["against"]) == (40, "careful")
    assert "both change seats" in said
    assert note["start"].startswith("shipped face-to-face ")


def test_training_goes_on_from_a_file(capsys: Capture, small: str) -> None:
    answered(capsys, "train", small, "--players", "2", *QUICK, "--out", "first.npz")
    words = (*QUICK[:4], "--evaluate", "0", "--from", "first.npz")
    _, note, _ = train(capsys, small, "--players", "2", *words)
    assert note["start"].startswith("first.npz ")
    assert note["rate"] < 1e-3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: Capture, small: str, language: str) -> None:
    _, _, said = train(capsys, small, *QUICK[:-1], "20", "--language", language)
    about = Words(language)("train.about").split()
    assert said.split()[-len(about) :] == about


def test_the_progress_line_tells_the_win_rate(
    capsys: Capture, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    add = Progress.add

    def added(self: Progress, games: int, line: str = "") -> None:
        shown.append(line)
        add(self, games, line)

    monkeypatch.setattr(Progress, "add", added)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(session, "MATCH", 5)
    assert main(["train", small, *QUICK, "--out", "new.npz"]) == 0
    assert any(line.startswith("win rate ") and "cards left" in line for line in shown)
    shown.clear()
    assert main(["train", "face-to-face", *QUICK[2:4], "--games", "20", "--evaluate", "0",
                 "--out", "duel.npz"]) == 0  # fmt: skip
    assert any(line.startswith("beats careful ") for line in shown)


# Interruptions


def test_ctrl_c_keeps_what_there_is_and_the_same_command_goes_on(
    capsys: Capture, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (small, "--players", "2", *QUICK)
    whole, _, _ = train(capsys, *words)
    with monkeypatch.context() as patch:
        press_ctrl_c(patch, at=2)
        assert main(["train", *words, "--out", "new.npz"]) == 130
    said = capsys.readouterr()
    assert not said.out
    assert "Interrupted after 800 games" in said.err
    assert f"tenback train {small}" in said.err
    assert not Path("new.npz").exists()
    assert Path("new.npz.training").exists()
    assert main(["train", *words, "--out", "new.npz"]) == 0
    assert "Going on after 800 games." in capsys.readouterr().err
    assert np.array_equal(load("new.npz").weights, whole)
    assert not Path("new.npz.training").exists()


def test_the_progress_goes_on_where_it_was(
    capsys: Capture, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["train", small, "--players", "2", *QUICK, "--out", "new.npz"]
    with monkeypatch.context() as patch:
        press_ctrl_c(patch, at=2)
        main(words)
    capsys.readouterr()
    shares: list[float] = []
    before: list[int] = []
    line = Progress._line

    def drawn(self: Progress, so_far: str) -> str:
        shares.append(self.done / self.games)
        before.append(self._before)
        return line(self, so_far)

    monkeypatch.setattr(Progress, "_line", drawn)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert main(words) == 0
    assert shares
    assert 800 / 900 < shares[0] <= 1
    assert before[0] == 800


def test_ctrl_c_while_evaluating_keeps_the_network(
    capsys: Capture, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        press_ctrl_c(patch, at=4)
        words = [small, *QUICK[:-1], "100000", "--out", "new.npz"]
        assert main(["train", *words]) == 130
    assert "only the evaluation is missing" in capsys.readouterr().err
    assert load("new.npz").note["games"] == 900
    assert not Path("new.npz.training").exists()


def test_checkpoints_are_written_from_time_to_time(
    capsys: Capture, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BETWEEN_CHECKPOINTS", -1.0)
    seen: list[bool] = []
    add = Progress.add

    def added(self: Progress, games: int, so_far: str = "") -> None:
        seen.append(Path("new.npz.training").exists())
        add(self, games, so_far)

    monkeypatch.setattr(Progress, "add", added)
    answered(capsys, "train", small, *QUICK, "--out", "new.npz")
    assert seen[0] is False
    assert seen[-1] is True


def test_another_interrupted_training_is_not_overwritten(
    capsys: Capture, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        press_ctrl_c(patch, at=1)
        main(["train", small, *QUICK, "--out", "new.npz"])
    capsys.readouterr()
    words = ("train", small, *QUICK, "--seed", "other", "--out", "new.npz")
    assert "interrupted training with other options" in refused(capsys, *words)
    Path("new.npz.training").write_bytes(b"nonsense")
    assert "not an interrupted training" in refused(capsys, *words)


# What is refused


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "The following arguments are required: VARIANT, --out"),
        (["original", "--out", "mine.txt"], "does not end in .npz"),
        (["original", "--out", "there.npz"], "there.npz is there already"),
        (["original", "--out", "nowhere/mine.npz"], "cannot be written"),
        (["original", "--out", "a\0.npz"], "cannot be written"),
        (["orignal", "--out", "m.npz"], "Did you mean original?"),
        (["original+loud", "--out", "m.npz"], "loud"),
        (["mine.toml:loud", "--out", "m.npz"], "There is no talk policy 'loud'; the policies are"),
        (["loud:original", "--out", "m.npz"], "There is no talk policy 'loud'; the policies are"),
        (["original:mine.toml", "--out", "m.npz"], "the same thing twice: original and mine.toml"),
        (["original", "--out", "m.npz", "--evaluate", "-1"], "a whole number from 0"),
        (["mine.toml", "--out", "m.npz"], "There is no file mine.toml."),
        (["original", "--out", "m.npz", "--minutes", "-1"], "not a number of minutes"),
        (["original", "--out", "m.npz", "--minutes", "0"], "not a number of minutes"),
        (["original", "--out", "m.npz", "--minutes", "nan"], "not a number of minutes"),
        (["original", "--out", "m.npz", "--minutes", "1", "--games", "9"], "exclude each other"),
        (["original", "--out", "m.npz", "--games", "0"], "0 games cannot be played"),
        (["original", "--out", "m.npz", "--games", "1", "--evaluate", "-1"], "cannot be played"),
        (["original", "--out", "m.npz", "--players", "many"], "not a number of players"),
        (["original", "--out", "m.npz", "--players", "5-2"], "not a number of players"),
        (["original:2-", "--out", "m.npz"], "'2-' is not a number of players"),
        (["original", "--out", "m.npz", "--players", "6"], "1, 2, 3, 4 or 5 players, not for 6"),
        (["original", "--out", "m.npz", "--policy", "silnt"], "did you mean silent?"),
        (["original", "--out", "m.npz", "--policy", "§"], "the policies are no-numbers"),
        (["original", "--out", "m.npz", "--workers", "0"], "0 cores cannot be used"),
        (["original", "--out", "m.npz", "--seed", ""], "A seed is a text"),
        (["original", "--out", "m.npz", "--from", "no.npz"], "no.npz cannot be read"),
        (["original", "--out", "m.npz", "--from", "there.npz"], "not the file of a network"),
        (["original:2:3", "--out", "m.npz"], "says the same thing twice"),
        (["3", "--out", "m.npz"], "names neither a game nor a TOML file"),
        (["original", "--out", "m.npz", "--minuets", "1"], "did you mean --minutes?"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(
    capsys: Capture, words: list[str], sentence: str
) -> None:
    Path("there.npz").write_text("something")
    assert sentence in refused(capsys, "train", *words)
    assert [file.name for file in Path().iterdir()] == ["there.npz"]
