"""Talk on the command line: which policies can be chosen, what is kept, and what a replay tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenback import Deal, Game, Rules
from tenback.core.record import Record
from tests.cli.test_commands import Capture, answered, english, refused, types

__all__ = ["english"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("original", "--talk", "free"),
            "free cannot be chosen: these rules talk by no-numbers, and a table may only be",
        ),
        (
            ("on-fire", "--talk", "no-numbers", "--language", "fr"),
            "possible ici\u00a0: no-clues, silent.",
        ),
        (("quick-and-easy", "--talk", "no-numbers", "--language", "de"), "vague-heights, "),
        (("original", "--talk", "loud"), "There is no talk policy 'loud'; the policies are "),
    ],
)
def test_a_looser_policy_is_refused(capsys: Capture, words: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, "play", *words)


VARIANT = """
name = "five"
minimum = 1
hands = {2 = 4}
talk = "no-clues"
deck.numbers = "1..60"
piles = {up = [0, 0, 0], down = [61, 61]}
trick.distance = 5
"""


def test_a_variant_names_its_policy_in_its_file(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("five.toml").write_text(VARIANT, "utf-8")
    types(monkeypatch, "0", "say back u3", "say leave u3", "q")
    said = answered(capsys, "play", "five.toml")
    assert "back u3 may not be said here: this table talks by no-clues." in said
    assert "You: Please leave u3 alone." in said
    assert "possible here: no-clues, silent." in refused(
        capsys, "play", "five.toml", "--talk", "no-numbers"
    )


def test_a_stricter_policy(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "0", "say back u1", "q")
    said = answered(capsys, "play", "original", "--players", "2", "--talk", "NO-CLUES")
    assert "back u1 may not be said here: this table talks by no-clues." in said


def test_a_table_without_free_text(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "0", '"hello', "say thanks", "q")
    said = answered(capsys, "play", "original", "--players", "2", "--no-text")
    assert "This table talks in phrases only." in said
    assert "You: Thanks." in said


def test_how_a_table_talks_is_kept(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "0", "say thanks", "q")
    strict = ("--talk", "no-clues", "--no-text")
    answered(capsys, "play", "original", "--players", "2", "--save", "g", *strict)
    kept = Record.parse(Path("g").read_text("utf-8"))
    assert kept.headers == (("People", "1"), ("Talk", "no-clues"), ("Text", "off"))
    assert [said.phrase for said in kept.talk] == ["thanks"]
    types(monkeypatch, "say back u1", '"hello', "q")
    said = answered(capsys, "play", "--resume", "g")
    assert "this table talks by no-clues" in said
    assert "phrases only" in said
    assert Record.parse(Path("g").read_text("utf-8")).headers == kept.headers


def test_a_table_may_become_stricter_later(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "0", "q")
    answered(capsys, "play", "original", "--players", "2", "--save", "g")
    types(monkeypatch, "say thanks", "q")
    assert "There is no talk" in answered(capsys, "play", "--resume", "g", "--talk", "silent")
    assert "free cannot be chosen" in refused(capsys, "play", "--resume", "g", "--talk", "free")


@pytest.mark.parametrize("noted", ["loud", "free", ""])
def test_a_note_that_makes_no_sense_says_nothing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, noted: str
) -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "b"), 0)
    text = str(game.record()).replace("Result:", f"Talk: {noted}\nText: maybe\nResult:")
    Path("g").write_text(text, "utf-8")
    types(monkeypatch, "say back u1", "q")
    assert "You: I can go back on u1." in answered(capsys, "play", "--resume", "g")


def test_playing_again_names_how_the_table_talks(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "0", "resign", "yes")
    words = ("original", "--players", "2", "--seed", "b", "--talk", "silent", "--no-text")
    said = answered(capsys, "play", *words)
    assert said.endswith("tenback play original-2p-b --talk silent --no-text\n")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Seat 1: I'd start.",
                "Seat 0: Please leave d1 alone.",
                "Seat 0: Bonjour",
                "Seat 0 takes back: Please leave d1 alone.",
            ],
        ),
        (
            "fr",
            [
                "Place 1\u00a0: Je commencerais bien.",
                "Place 0\u00a0: Laisse d1 tranquille, s’il te plaît.",
                "Place 0\u00a0: Bonjour",
                "La place 0 retire\u00a0: Laisse d1 tranquille, s’il te plaît.",
            ],
        ),
        (
            "de",
            [
                "Platz 1: Ich würde anfangen.",
                "Platz 0: Bitte lass d1 in Ruhe.",
                "Platz 0: Bonjour",
                "Platz 0 nimmt zurück: Bitte lass d1 in Ruhe.",
            ],
        ),
    ],
)
def test_a_replay_tells_what_was_said(capsys: Capture, language: str, lines: list[str]) -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "b"))
    game.say(1, phrase="start")
    game.start(1)
    game.say(0, phrase="leave:d1")
    game.say(0, text="Bonjour")
    game.play(game.legal_moves()[0])
    game.say(0, phrase="unsay:leave:d1")
    Path("g").write_text(str(game.record()), "utf-8")
    said = answered(capsys, "replay", "g", "--language", language).splitlines()
    places = [said.index(line) for line in lines]
    assert places == sorted(places)
    assert all(said.count(line) == 1 for line in lines)


def test_a_replay_does_not_judge_again(capsys: Capture) -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "b"), 0)
    game.say(0, text="I have the 37")
    game.say(0, phrase="trick:u1")
    Path("g").write_text(game.record().to_json(), "utf-8")
    said = answered(capsys, "replay", "g")
    assert "Seat 0: I have the 37" in said
    assert "Seat 0: I'd like to do the trick on u1." in said
