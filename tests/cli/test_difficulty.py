"""`tenback difficulty` as a designer would call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tenback import Rules, sim
from tenback.analysis.training.evaluation import fresh_seed
from tenback.cli import difficulty
from tenback.cli.main import main
from tenback.words import LANGUAGES, Words
from tests.cases import SOAK
from tests.cli.test_commands import SMALL, Capture, answered, english, refused
from tests.cli.test_train import QUICK, TINY, press_ctrl_c

__all__ = ["english"]

GAMES, MASTERS = (400, 40) if SOAK else (40, 4)
FEW = ("--games", f"{GAMES}", "--master-games", f"{MASTERS}", "--level", "quick", "--seed", "sea")
UNTRAINED = (*FEW, "--minutes", "0")
FORTY = ("--games", "40", "--master-games", "4")
"""Each bot plays them in one part: what is done after so many parts is known."""


@pytest.fixture(autouse=True)
def small() -> None:
    Path("small.toml").write_text(SMALL)


def as_data(capsys: Capture, *words: str) -> dict[str, Any]:
    assert main(["difficulty", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_ladder_goes_from_random_to_master(capsys: Capture) -> None:
    found = as_data(capsys, "small.toml", *UNTRAINED)
    assert [table["players"] for table in found["tables"]] == [1, 2]
    for table in found["tables"]:
        bots = [rung["bot"] for rung in table["ladder"]]
        assert bots == ["random", "greedy", "careful", "strong", "master:quick"]
        assert [rung["games"] for rung in table["ladder"]] == [GAMES] * 4 + [MASTERS]
        for rung in table["ladder"]:
            assert rung["wins"]["low"] <= rung["wins"]["rate"] <= rung["wins"]["high"]
        assert [rung["lead"] is None for rung in table["ladder"]] == [True] + [False] * 4


def test_leads_are_those_over_the_rung_below(capsys: Capture) -> None:
    (table,) = as_data(capsys, "small.toml", *UNTRAINED, "--players", "2")["tables"]
    below, above = table["ladder"][2:4]
    lead = above["wins"]["rate"] - below["wins"]["rate"]
    assert above["lead"]["difference"] == pytest.approx(lead)


def test_talk_is_measured_where_one_may_talk(capsys: Capture) -> None:
    alone, two = as_data(capsys, "small.toml", *UNTRAINED)["tables"]
    assert alone["talk"] == []
    assert [each["bot"] for each in two["talk"]] == ["strong", "master:quick"]
    for each in two["talk"]:
        worth = each["with"]["wins"]["rate"] - each["without"]["wins"]["rate"]
        assert each["lead"]["difference"] == pytest.approx(worth)
    assert two["talk"][0]["with"] == {
        key: two["ladder"][3][key] for key in ("games", "wins", "cards_left")
    }


def test_master_can_be_left_out(capsys: Capture) -> None:
    words = ("small.toml", "--players", "2", *UNTRAINED, "--master-games", "0")
    (table,) = as_data(capsys, *words)["tables"]
    assert [rung["bot"] for rung in table["ladder"]][-1] == "strong"
    assert len(table["talk"]) == 1


def test_in_a_duel_every_rung_plays_the_one_below(capsys: Capture) -> None:
    (table,) = as_data(capsys, "face-to-face", *FEW)["tables"]
    steps = [(rung["bot"], rung["against"], rung["games"]) for rung in table["ladder"]]
    assert steps == [
        ("greedy", "random", GAMES),
        ("careful", "greedy", GAMES),
        ("strong", "careful", GAMES),
        ("master:quick", "strong", MASTERS),
    ]
    assert table["talk"] == []


def test_cards_left_have_an_interval(capsys: Capture) -> None:
    words = ("--players", "2", *UNTRAINED, "--master-games", "0")
    for game in ("small.toml", "face-to-face"):
        (table,) = as_data(capsys, game, *words)["tables"]
        for rung in table["ladder"]:
            left = rung["cards_left"]
            assert left["low"] <= left["mean"] <= left["high"]
        assert left["low"] < left["high"]


def test_a_duel_explains_no_column_that_it_has_not(capsys: Capture) -> None:
    words = ("difficulty", "face-to-face", *FEW, "--master-games", "0")
    said = answered(capsys, *words).split("\n\n")[-1]
    assert said == f"{Words()('difficulty.about')}\n"


def test_a_game_that_no_network_knows_is_trained_first(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difficulty, "MINUTES", 0.01)
    assert main(["difficulty", "small.toml", "--players", "2", *FEW]) == 0
    said = capsys.readouterr()
    assert said.err == "Training for about 0.01 min first.\n"
    assert "small, 2 players" in said.out
    assert [file.name for file in Path().iterdir()] == ["small.toml"]


def test_a_game_that_is_over_in_the_first_turn(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difficulty, "MINUTES", 0.01)
    Path("tiny.toml").write_text(TINY)
    (table,) = as_data(capsys, "tiny.toml", *FEW)["tables"]
    assert [rung["bot"] for rung in table["ladder"]][-1] == "master:quick"
    assert table["ladder"][-2]["wins"]["rate"] == 1


def test_deals_are_not_those_of_a_training_with_that_seed(capsys: Capture) -> None:
    (table,) = as_data(capsys, "small.toml", "--players", "2", *UNTRAINED)["tables"]
    rules = Rules.from_toml(SMALL)
    played = sim.play(rules, 2, "careful", GAMES, fresh_seed("sea"))
    assert table["ladder"][2]["wins"]["games"] == played.wins[0]
    assert table["ladder"][2]["cards_left"]["mean"] == played.mean_left
    assert played.mean_left != sim.play(rules, 2, "careful", GAMES, "sea").mean_left


def test_a_published_game_needs_no_training(capsys: Capture) -> None:
    words = ("original", "--expert", "--players", "2", *FEW)
    assert "original-expert, 2 players" in answered(capsys, "difficulty", *words)


def test_a_network_brings_its_tables_along(capsys: Capture) -> None:
    tables = ("small.toml:1-2", "small.toml:2:silent")
    answered(capsys, "train", *tables, *QUICK, "--out", "mine.npz")
    found = as_data(capsys, "mine.npz", *FEW)
    assert [(each["players"], each["policy"]) for each in found["tables"]] == [
        (1, "silent"),
        (2, "no-numbers"),
    ]
    for players in ("2", "2..5", "2-5"):  # the rules allow 1 and 2
        chosen = as_data(capsys, "mine.npz", *FEW, "--players", players)
        assert [each["players"] for each in chosen["tables"]] == [2]
    sentence = refused(capsys, "difficulty", "mine.npz", "--players", "3")
    assert sentence.endswith("mine.npz was not trained for this number of players: 3.")
    assert "number of players" in refused(capsys, "difficulty", "mine.npz", "--players", "x")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: Capture, language: str) -> None:
    words = ("small.toml", "--players", "2", *UNTRAINED, "--language", language)
    assert main(["difficulty", *words]) == 0
    said, beside = capsys.readouterr()
    say = Words(language)
    assert beside == say("bots.untrained") + "\n"
    assert say("difficulty.talk", policy="no-numbers") in said
    about = say("difficulty.about-lead").split()
    assert said.split()[-len(about) :] == about
    assert said.count("master:quick") == 3


def test_the_same_seed_gives_the_same_answer(capsys: Capture) -> None:
    words = ("small.toml", "--players", "2", *UNTRAINED)
    assert as_data(capsys, *words) == as_data(capsys, *words, "--workers", "1")


def test_ctrl_c_shows_the_tables_that_are_done(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["difficulty", "small.toml", "--minutes", "0", "--games", "400", "--master-games", "0"]
    whole = main([*words, "--json", "--seed", "sea"])
    assert whole == 0
    capsys.readouterr()
    with monkeypatch.context() as patch:
        press_ctrl_c(patch, at=1)
        assert main([*words, "--games", "1M"]) == 130
    said = capsys.readouterr()
    assert not said.out
    assert said.err.endswith("\nInterrupted before there was anything to tell.\n")


@pytest.mark.parametrize(
    ("words", "rungs", "last"),
    [
        (
            ["small.toml", "--players", "2", *UNTRAINED, *FORTY],
            ["random", "greedy", "careful"],
            "strong",
        ),
        (["face-to-face", *FEW, *FORTY], [], "greedy"),
    ],
)
def test_ctrl_c_shows_the_rungs_that_are_done(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, words: list[str], rungs: list[str], last: str
) -> None:
    with monkeypatch.context() as patch:
        press_ctrl_c(patch, at=2)
        assert main(["difficulty", *words, "--json"]) == 130
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert found["interrupted"]
    assert [rung["bot"] for rung in found["tables"][0]["ladder"]] == [*rungs, last]
    assert said.err.endswith(f"Interrupted; the last ladder goes no further than {last}.\n")
    with monkeypatch.context() as patch:
        press_ctrl_c(patch, at=2)
        assert main(["difficulty", *words]) == 130
    output = capsys.readouterr().out
    assert last in output
    assert "master" not in output


def test_master_plays_no_more_deals_than_there_are(capsys: Capture) -> None:
    words = ("small.toml", "--players", "2", "--minutes", "0", "--games", "20")
    sentence = refused(capsys, "difficulty", *words, "--master-games", "21")
    assert "--master-games 21 cannot be more than --games 20" in sentence
    found = as_data(capsys, *words, "--level", "quick")
    assert found["master_games"] == 20  # by default 100


def test_a_network_goes_without_options_of_rules(capsys: Capture) -> None:
    assert "without --expert" in refused(capsys, "difficulty", "mine.npz", "--expert")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "required: VARIANT"),
        (["nonsense"], "nonsense"),
        (["none.npz"], "none.npz cannot be read"),
        (["small.toml", "--players", "7"], "not for 7"),
        (["small.toml", "--level", "genius"], "the levels are quick, normal, deep"),
        (["small.toml", "--games", "0"], "0 games cannot be played"),
        (["small.toml", "--master-games", "-3"], "a whole number from 0"),
        (["small.toml", "--minutes", "soon"], "not a number of minutes"),
        (["small.toml", "--workers", "0"], "0 cores cannot be used"),
        (["small.toml", "--expert"], "without --expert"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(
    capsys: Capture, words: list[str], sentence: str
) -> None:
    assert sentence in refused(capsys, "difficulty", *words)
