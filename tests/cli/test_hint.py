"""`tenback hint`, and `hint` in the line mode."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tenback import Deal, Game, Position, Rules
from tenback.analysis.hints import adviser, starting
from tenback.bots.base import Willing
from tenback.bots.search_bot import RatedTurn
from tenback.bots.simple import Simple
from tenback.cli import hint
from tenback.cli.main import main
from tenback.core.record import Record
from tenback.core.rules import TalkPolicy
from tenback.core.variants import GAMES
from tenback.terminal.console import Console
from tenback.terminal.plain import LineMode
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, english, refused, types

if TYPE_CHECKING:
    import random

    from tenback import View
    from tenback.core.moves import Move

__all__ = ["english"]

TABLE = "original 3p u1=40 u2=12 d1=77 d2=95 hand=37,44,50,58,61,90 stock=40"


# What a player describes


def test_options_choose_the_rules() -> None:
    found = hint._parser().parse([*TABLE.split(), "--expert"], mixed=True)
    assert hint._situation(found).game.rules.name == "original-expert"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_that_goes_backwards_is_refused(capsys: Capture, language: str) -> None:
    said = refused(capsys, "hint", *TABLE.split(), "gone=20..2", "--language", language)
    assert "20..2" in said
    assert said.endswith(" 2..20.")


def test_only_a_near_phrase_is_suggested(capsys: Capture) -> None:
    said = refused(capsys, "hint", "quick-and-easy", "3p", "hand=r1,r2", "said=1:have:r")
    assert said.endswith("There is no phrase 'have:r'.")
    said = refused(capsys, "hint", "quick-and-easy", "3p", "hand=r1,r2", "said=1:color:red")
    assert said.endswith("Did you mean colour?")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("original u1=40 hand=50..55 stock=40", "How many play? Write it like 3p, or --players 3."),
        ("original 3p u1=40 stock=40", "Your own cards are missing; write them like hand=2,"),
        ("original 3p u1=40 hand=50", "How many cards are left to draw?"),
        ("original 3p u1=40 hand=50..55 stock=0", "How many cards do the others hold?"),
        ("original 3p u1=40 hand=50..55 stock=many", "stock needs 1 number in figures"),
        ("original 3p u1=40 hand=50..55 stock=-4", "stock needs 1 number in figures"),
        ("original 3p u1=40 hand=50..55 stock=9 others=6", "others needs 2 numbers in figures"),
        ("original 3p u1=400 hand=50..55 stock=9", "'400' in u1 is not a card of this game."),
        ("original 3p u1=40 hand=50..54,x stock=9", "'x' in hand is not a card of this game."),
        ("original 3p u1=40 hand=36..41 stock=9", "40 is in your hand and cannot lie in a pile."),
        ("original 3p u1=40 hand=50..55 stock=97", "would hold 115 cards, but there are only 98."),
        (
            "original 3p u1=40 u2=41 hand=50..55 stock=79",
            "the cards laid are 1 in all, but 2 are named.",
        ),
        (
            "original 3p hand=50..55 stock=10",
            "the cards laid are 70 in all, but no pile shows one.",
        ),
        ("original 3p u9=40 hand=50", "'u9' makes no sense here; write u1, u2, d1, d2, hand,"),
        ("original 3p sometimes u1=40", "'sometimes' makes no sense here"),
        ("original 3p u1=40 u1=41", "u1 is there twice."),
        (
            "original 3p u1=40 hand=50..55 stock=40 gone=2/3",
            "gone has too many parts; there is 1 deck.",
        ),
        ("original 3p u1=40 hand=50..55 stock=40 said=leave", "does not say who said what"),
        ("original 3p u1=40 hand=50..55 stock=40 said=1:leaf:u1", "There is no phrase 'leaf:u1'."),
        ("original 3p u1=40 u2=40 hand=50..55 stock=40", "This is not a position."),
        ("original 9p u1=40 hand=50..55 stock=40", "original is for 1, 2, 3, 4 or 5 players"),
        ("orignal 3p u1=40 hand=50..55 stock=40", "Did you mean original?"),
        ("original 3p hand=2..9 stock=70 u1=50", "Seat 0 holds more than 6 cards."),
        ("original 3p u1=40 hand=50..55 stock=40 laid=what", "'what' is not a lay"),
        ("original 3p u1=40 hand=50..54 stock=40", "You hold 5 cards, but while cards are left"),
        ("original 3p hand=50..54", "a hand has at least 6: is one missing, or were cards laid"),
        ("original 3p u1=40 hand=50 stock=1 others=6,6", "You hold 1 card, but"),
        ("face-to-face u1=3 hand=9 stock=20,20 others=4", "a hand has at least 2"),
        ("face-to-face hand=9..13", "a hand has at least 6"),
        ("original 3p u1 40 hand=50..55 stock=40", "u1 needs = and its value, without a space"),
        ("original 3p u1 40 d1 77 hand=50..55 stock=40", "like u1=40."),
        ("original 3p hand=50..55 stock=40 u1 40", "like u1=40."),
        ("original 3p hand=50..55 stock 40", "like stock=40."),
        ("original 3p u1 = 40 hand=50..55", "like u1=40."),
        ("original 3p u1=40 hand=37,37,50..53 stock=40", "37 is there twice in your hand."),
        ("original 3p u1=40 hand=50 stock=0", "seat by seat, like others=6,6."),
        ("original 3p u1=40 hand=50 stock=0 others=6", "such as others=6,6."),
        ("face-to-face u1=3 hand=9..13 stock=9", "such as stock=6/6."),
    ],
)
def test_what_makes_no_sense_is_refused(capsys: Capture, text: str, sentence: str) -> None:
    assert sentence in refused(capsys, "hint", *text.split())


def test_options_that_make_no_sense_are_refused(capsys: Capture) -> None:
    words = TABLE.split()
    assert "master has no level 'hard'" in refused(capsys, "hint", *words, "--level", "hard")
    assert "contradict each other" in refused(capsys, "hint", *words, "--players", "4")
    assert "did you mean --level?" in refused(capsys, "hint", *words, "--levle", "deep")
    assert "no option --professional" in refused(capsys, "hint", *words, "--professional")


def test_refusals_speak_the_language(capsys: Capture) -> None:
    said = refused(capsys, "hint", "original", "u1=40", "--language", "de")
    assert said == "tenback hint: Zu wievielt spielt ihr? Schreib es wie 3p, oder --players 3."


# What it answers


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_in_every_language(capsys: Capture, language: str) -> None:
    words = ("hint", *TABLE.split(), "--level", "quick", "--language", language)
    said = answered(capsys, *words)
    assert said.startswith(Words(language)("hints.best", turn="§", chance="").partition("§")[0])
    assert said == answered(capsys, *words)


def test_options_may_stand_among_the_words(capsys: Capture) -> None:
    name, *rest = TABLE.replace(" 3p", "").split()
    said = answered(capsys, "hint", name, "--players", "3", *rest, "--level", "quick")
    assert said == answered(capsys, "hint", *TABLE.split(), "--level", "quick")


def test_the_answer_for_programs(capsys: Capture) -> None:
    said = json.loads(answered(capsys, "hint", TABLE, "--level", "quick", "--json"))
    assert said.keys() == {"turns", "reasons"}
    assert said["turns"][0].keys() == {"moves", "win", "progress", "worlds"}
    assert said["turns"][0]["moves"][-1] == "end"
    assert said["reasons"][0].keys() == {"id", "params", "sentence"}


@pytest.mark.parametrize("game", GAMES)
def test_every_game(capsys: Capture, game: str) -> None:
    rules = Rules.named(game)
    hand = ",".join(rules.cards[: rules.hand_size(2)])
    said = answered(capsys, "hint", game, "2p", f"hand={hand}", "--level", "quick")
    assert said.startswith("Best: ")


def test_a_file_of_ones_own(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'name = "mine"\nminimum = 1\nhands = {2 = 4}\n'
        '[deck]\nnumbers = "1..30"\n[piles]\nup = [0, 0]\ndown = [31]\n',
        "utf-8",
    )
    words = ("hint", str(file), "2p", "u1=5", "hand=6,7,9,11", "stock=14", "--level", "quick")
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("Best: ")


def test_where_nothing_fits_the_game_is_over(capsys: Capture) -> None:
    stuck = "original 2p u1=98 u2=97 d1=2 d2=3 hand=50,51 stock=0 others=3"
    assert answered(capsys, "hint", stuck).startswith("Not enough cards fit any more.")
    said = json.loads(answered(capsys, "hint", stuck, "--json"))
    assert said == {"turns": [], "reasons": [], "over": "stuck"}


class Screen(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


# In the line mode


@dataclass
class Adviser:
    """Suggests the first turn that the simple bot would play."""

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        return (Simple().move(view, rng),)

    def consider(self, view: View, rng: random.Random) -> tuple[RatedTurn, ...]:
        return (RatedTurn(self.turn(view, rng), 0.25, 0.5, 1),)


def typed(*lines: str, language: str = "en") -> tuple[str, int]:
    """What is printed alone at the table, and how many hints were noted."""
    rules = Rules.named("original")
    game, out, noted = Game(rules, Deal.from_seed(rules, 1, "b")), io.StringIO(), []
    console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    LineMode(
        game, {}, Words(language), "x", console, adviser=Adviser(), hinted=lambda: noted.append(1)
    ).run()
    return out.getvalue(), len(noted)


@pytest.mark.parametrize(("language", "word"), [("en", "hint"), ("fr", "conseil"), ("de", "tipp")])
def test_hints_are_typed_for(language: str, word: str) -> None:
    said, noted = typed(word, "hint", language=language)
    assert said.count(Words(language)("hints.reason.no-other")) == noted == 2
    assert "25" in said


@dataclass
class Starter(Adviser):
    """Says whether to start, and keeps what it was shown."""

    would: Willing
    policies: list[TalkPolicy] = field(default_factory=list)

    def willing(self, view: View, rng: random.Random) -> Willing:
        assert view.hand
        self.policies.append(view.rules.talk)
        return self.would


def agreeing(adviser: Adviser, people: int, *lines: str) -> tuple[str, int]:
    """What is printed while two agree on who starts, and how many hints were noted."""
    rules, out, noted = Rules.named("original"), io.StringIO(), []
    game = Game(rules, Deal.from_seed(rules, 2, "b"))
    console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    bots = dict.fromkeys(range(people, 2), Simple())
    LineMode(
        game,
        bots,
        Words(),
        "x",
        console,
        policy=TalkPolicy.SILENT,
        adviser=adviser,
        hinted=lambda: noted.append(1),
    ).run()
    return out.getvalue(), len(noted)


@pytest.mark.parametrize("would", Willing)
def test_whether_to_start_is_a_hint(would: Willing) -> None:
    """Even where no player may say so: only the player who asks learns it."""
    adviser = Starter(would)
    said, noted = agreeing(adviser, 1, "hint")
    assert Words()(f"hints.start.{would}") in said
    assert noted == 1
    assert adviser.policies == [TalkPolicy.NO_NUMBERS]


def test_who_does_not_care_about_starting_says_so() -> None:
    assert Words()("hints.start.either") in agreeing(Adviser(), 1, "hint")[0]


def test_several_people_ask_while_they_hold_the_keyboard() -> None:
    said, noted = agreeing(Starter(Willing.START), 2, "", "hint", "", "", "", "hint")
    assert said.count(Words()("hints.start.start")) == noted == 1
    assert said.count(Words()("hints.start.keyboard")) == 1


def test_master_knows_good_cards_to_start_with() -> None:
    rules = Rules.named("original")
    for hand, would in (("2..8", Willing.START), ("47..53", Willing.NOT_ME)):
        line = f"original 2p u1=- u2=- d1=- d2=- hands={cards(hand)}/{cards('20..26')} turn=-"
        held = f"{cards(hand)},{cards('20..26')}".split(",")
        left = [card for card in rules.cards if card not in held]
        game = Position.parse(f"{line} stocks={','.join(left)}").game()
        assert starting(game.view(0), adviser("quick")) is would


def cards(run: str) -> str:
    low, high = map(int, run.split(".."))
    return ",".join(map(str, range(low, high + 1)))


def test_help_tells_of_hints() -> None:
    assert "hint     suggest a turn" in typed("?")[0]


def test_a_saved_game_notes_hints(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.analysis.hints.hint.adviser", Adviser)
    types(monkeypatch, "hint", "hint", "quit")
    answered(capsys, "play", "--seed", "b", "--save", "game")
    types(monkeypatch, "hint", "quit")
    answered(capsys, "play", "--resume", "game")
    record = Record.parse(Path("game").read_text("utf-8"))
    assert dict(record.headers)["Hints"] == "3"


def test_a_game_without_hints_notes_none(capsys: Capture) -> None:
    answered(capsys, "play", "--seed", "b", "--save", "game")
    assert "Hints" not in Path("game").read_text("utf-8")
