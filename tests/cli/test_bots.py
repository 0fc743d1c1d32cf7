"""`tenback bots`, and bots at the seats of `tenback play`."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tenback import Rules
from tenback.bots import match, registry
from tenback.bots.base import Willing
from tenback.bots.registry import OWN, Listing
from tenback.bots.simple import Simple
from tenback.core.bot_spec import InvalidBot
from tenback.core.moves import END
from tenback.core.record import Record
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, english, refused, types

if TYPE_CHECKING:
    import random

    from tenback import Move, View
    from tenback.core.rules import TalkPolicy

__all__ = ["english"]

STEP = Path(__file__).parents[2] / "examples" / "outside" / "smallest_step.py"
PROGRAM = f"run:{shlex.quote(sys.executable)} {STEP}"
WATCHED = ("play", "--humans", "0", "--players", "3", "--seed", "b")


class Chatty(Simple):
    """Has something to say."""

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        return ("leave:u1", "I have the 37")

    def willing(self, view: View, rng: random.Random) -> Willing:
        return Willing.START


class Hasty(Simple):
    """Ends its turns before they have begun."""

    def move(self, view: View, rng: random.Random) -> Move:
        return END


# The list


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_is_listed_in_every_language(capsys: Capture, language: str) -> None:
    say = Words(language)
    said = answered(capsys, "bots", "--language", language).splitlines()
    for listing in OWN:
        place = said.index(f"{listing.name} ({say(f'bots.speed.{listing.speed}')})")
        assert said[place + 1].strip() == say(f"bots.bot.{listing.name}")


def test_the_list_for_programs(capsys: Capture) -> None:
    bots = json.loads(answered(capsys, "bots", "--json"))
    assert [bot["name"] for bot in bots] == [listing.name for listing in OWN]
    assert bots[0].keys() == {"name", "description", "strength", "speed", "levels", "package"}
    assert bots[0]["description"] == "Makes any legal move."


def test_other_peoples_bots_are_listed_and_broken_ones_told(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = Listing("theirs", Simple, 9, levels=("low", "high"), line="Mine\x1b.", package="p")
    broken = InvalidBot("broken-bot", name="odd", package="q", why="SyntaxError: no\nno")
    silent = Listing("silent", Simple, package="p")
    monkeypatch.setattr("tenback.cli.bots.listings", lambda: ((*OWN, theirs, silent), (broken,)))
    from tenback.cli.main import main

    assert main(["bots"]) == 0
    said = capsys.readouterr()
    assert "    Mine\ufffd.\n    from the package p\n    levels: low, high\n" in said.out
    assert "silent (takes up to a second for a turn)\n    from the package p\n" in said.out
    assert said.err.startswith("tenback bots: odd of the package q cannot be used: SyntaxError")
    assert said.err.count("\n") == 1


# At the table


def test_bots_take_the_seats_that_are_left_in_turn(capsys: Capture) -> None:
    said = answered(capsys, "play", "--players", "4", "--bots", "greedy,random", "--seed", "b")
    assert "Bots play for seats 1 (greedy), 2 (random), 3 (greedy)." in said
    assert "You are seat 0." in said


def test_levels_are_shown(capsys: Capture) -> None:
    said = answered(capsys, "play", "--bots", "master:deep,master", "--seed", "b")
    assert "Bots play for seats 1 (master:deep), 2 (master)." in said


def test_a_person_may_sit_anywhere(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "1", "q")
    said = answered(capsys, "play", "--bots", "careful,human,greedy", "--seed", "b")
    assert "original, 3 seats." in said
    assert "You are seat 1." in said
    assert "Bots play for seats 0 (careful), 2 (greedy)." in said
    assert "Seat 1> q" in said


def test_as_many_seats_as_are_named(capsys: Capture) -> None:
    assert "original, 3 seats." in answered(capsys, "play", "--bots", "greedy,random")
    said = answered(capsys, *WATCHED[:3], "--bots", "greedy,random", "--bots", "careful")
    assert "Bots play for seats 0 (greedy), 1 (random), 2 (careful)." in said


def test_bots_play_as_they_do_everywhere(capsys: Capture) -> None:
    """And the deal can be played again by the same table."""
    said = answered(capsys, *WATCHED, "--bots", "careful", "--save", "kept")
    again = "tenback play original-3p-b --humans 0 --bots careful,careful,careful"
    assert said.endswith(f"Play it again: {again}\n")
    game = Record.parse(Path("kept").read_text("utf-8")).game()
    assert game.deal is not None
    bots = [registry.make("careful")] * 3
    assert match.play(game.rules, game.deal, bots, "bots b").actions == game.actions


def test_a_program_at_the_table(capsys: Capture) -> None:
    said = answered(capsys, *WATCHED, "--bots", "greedy", "--bots", PROGRAM)
    assert "1 (smallest_step.py)" in said
    assert "Seat 1: Rather not on u" in said
    assert "plays on" not in said
    assert f"--bots {shlex.quote(PROGRAM)}" in said.splitlines()[-1]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "nowhere could not be started: No such file or directory. careful plays on"),
        ("fr", "careful continue à la place 0."),
        ("de", "careful spielt auf Platz 0 weiter."),
    ],
)
def test_a_program_that_fails_is_told_and_replaced(
    capsys: Capture, language: str, sentence: str
) -> None:
    words = ("--bots", "run:/nowhere,simple,simple", "--bots", "simple", "--bots", "simple")
    said = answered(capsys, *WATCHED, "--language", language, *words)
    assert said.count("careful") == 1
    assert sentence.replace("nowhere", "nowhere,simple,simple") in said
    assert "original-3p-b" in said


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "simple wants to play 'end', which is not legal here. careful plays on for seat 1."),
        ("fr", "simple veut jouer 'end', ce qui n’est pas permis ici. careful continue"),
        ("de", "simple will 'end' spielen, was hier nicht erlaubt ist. careful spielt"),
    ],
)
def test_a_bot_that_fails_is_told_and_replaced(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    monkeypatch.setitem(registry._OWN, "hasty", Listing("hasty", Hasty))
    words = ("--bots", "simple,hasty,simple", "--language", language)
    said = answered(capsys, *WATCHED, *words)
    assert said.count(sentence) == 1
    assert "original-3p-b" in said


def test_bots_talk_and_are_heard(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._OWN, "chatty", Listing("chatty", Chatty))
    types(monkeypatch, "0", "q")
    said = answered(capsys, "play", "--bots", "chatty", "--players", "2", "--seed", "b")
    before, _, after = said.partition("Who starts?")
    assert "Seat 1: I'd start." in before
    assert "Your turn: lay at least 2 cards.\nSeat 1: Please leave u1 alone.\n" in after
    assert "  Seat 1: Please leave this pile alone.\n" in after
    assert "I have the 37" not in said
    types(monkeypatch, "0", "q")
    silent = ("--talk", "silent")
    said = answered(capsys, "play", "--bots", "chatty", "--players", "2", "--seed", "b", *silent)
    assert "Seat 1:" not in said


def test_among_bots_the_willing_one_starts(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._OWN, "chatty", Listing("chatty", Chatty))
    said = answered(capsys, *WATCHED, "--bots", "simple,simple,chatty", "--save", "kept")
    assert "Seat 2: I'd start.\nSeat 2 is on turn" in said
    assert Record.parse(Path("kept").read_text("utf-8")).starter == 2


# Saved games


def headers(file: str = "kept") -> dict[str, str]:
    return dict(Record.parse(Path(file).read_text("utf-8")).headers)


def test_who_sat_where_is_kept(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "1", "q")
    answered(capsys, "play", "--bots", "careful,human,greedy", "--seed", "b", "--save", "kept")
    assert headers() == {"People": "1", "Bots": "careful,human,greedy"}
    said = answered(capsys, "play", "--resume", "kept")
    assert "You are seat 1." in said
    assert "Bots play for seats 0 (careful), 2 (greedy)." in said
    said = answered(capsys, "play", "--resume", "kept", "--bots", "random")
    assert "You are seat 1." in said
    assert "Bots play for seats 0 (random), 2 (random)." in said
    said = answered(capsys, "play", "--resume", "kept", "--humans", "2")
    assert "A bot plays for seat 2 (simple)." in said


def test_a_program_is_never_started_by_a_saved_game(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "0", "q")
    answered(capsys, "play", "--players", "2", "--bots", PROGRAM, "--save", "kept")
    assert headers() == {"People": "1", "Bots": "human,run:"}
    text = Path("kept").read_text("utf-8")
    assert str(STEP) not in text
    assert "Seat 1 (run:) cannot be taken as it was" in refused(capsys, "play", "--resume", "kept")


def test_programs_are_named_again_and_the_others_stay(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "0", "q")
    bots = ("--bots", "greedy", "--bots", PROGRAM, "--bots", "careful")
    said = answered(capsys, "play", "--players", "4", *bots, "--save", "kept")
    again = f"tenback play --resume kept --bots {shlex.quote(PROGRAM)}"
    assert said.endswith(f"{again} goes on.\n")
    resumed = ("play", "--resume", "kept")
    output = refused(capsys, *resumed)
    assert "Seat 2 (run:) cannot be taken as it was" in output
    assert output.endswith(": tenback play --resume kept --bots run:COMMAND")
    seated = "Bots play for seats 1 (greedy), 2 ({}), 3 (careful)."
    assert seated.format("smallest_step.py") in answered(capsys, *shlex.split(again)[1:])
    answered(capsys, *resumed, "--bots", PROGRAM)
    assert seated.format("random") in answered(capsys, *resumed, "--bots", "random")
    assert headers()["Bots"] == "human,greedy,random,careful"


def test_no_more_than_are_missing_are_named(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "0", "q")
    answered(capsys, "play", "--bots", "greedy", "--bots", PROGRAM, "--save", "kept")
    output = refused(capsys, "play", "--resume", "kept", "--bots", "greedy,greedy")
    assert "2 were named for 1 seats" in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_that_are_not_here_any_more(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    types(monkeypatch, "0", "q")
    answered(capsys, "play", "--bots", "greedy,random", "--save", "kept")
    text = Path("kept").read_text("utf-8")
    Path("odd").write_text(text.replace("greedy,random", "theirs:deep,run:"))
    output = refused(capsys, "play", "--resume", "odd", "--language", language)
    assert "1 (theirs:deep), 2 (run:)" in output
    assert output.endswith("tenback play --resume odd --bots NAME --bots run:COMMAND")
    said = answered(capsys, "play", "--resume", "odd", "--bots", "careful,random")
    assert "Bots play for seats 1 (careful), 2 (random)." in said
    said = answered(capsys, "play", "--resume", "kept", "--bots", "human,simple,careful")
    assert "Bots play for seats 1 (simple), 2 (careful)." in said


@pytest.mark.parametrize("noted", ["human", "human,human,human", ""])
def test_a_note_about_bots_that_makes_no_sense(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, noted: str
) -> None:
    types(monkeypatch, "0", "q")
    answered(capsys, "play", "--players", "2", "--bots", "greedy", "--save", "kept")
    text = Path("kept").read_text("utf-8")
    Path("odd").write_text(text.replace("human,greedy", noted))
    assert "A bot plays for seat 1 (simple)." in answered(capsys, "play", "--resume", "odd")


# A network of one's own


@pytest.fixture
def network() -> str:
    """The network of the original, in a file whose name has capitals."""
    from tenback.sim.search.networks import save, shipped

    found = shipped(Rules.named("original"), 3)
    assert found is not None
    save(Path("Mine.npz"), found)
    return "Mine.npz"


@pytest.mark.parametrize("bot", ["{}", "strong@{}", "Strong@./{}"])
def test_a_network_of_ones_own_plays(capsys: Capture, network: str, bot: str) -> None:
    word = bot.format(network)
    named = word if "@" not in word else "strong@Mine.npz"
    said = answered(capsys, *WATCHED, "--bots", f"{word},simple", "--save", "kept")
    assert f"Bots play for seats 0 ({named}), 1 (simple), 2 ({named})." in said
    again = answered(capsys, *WATCHED, "--bots", "strong,simple", "--save", "usual")
    moves = [Record.parse(Path(file).read_text("utf-8")).moves for file in ("kept", "usual")]
    assert moves[0] == moves[1]
    assert "plays on for" not in said + again


def test_a_saved_game_names_no_file(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, network: str
) -> None:
    """The player names the network again, and the program says how."""
    types(monkeypatch, "0", "q")
    bots = f"master:quick@{network},{network},greedy"
    said = answered(capsys, "play", "--players", "4", "--bots", bots, "--save", "kept")
    assert headers() == {"People": "1", "Bots": "human,master:quick@,strong@,greedy"}
    again = f"tenback play --resume kept --bots master:quick@{network} --bots {network}"
    assert said.endswith(f"{again} goes on.\n")
    output = refused(capsys, "play", "--resume", "kept")
    assert "Seats 1 (master:quick@), 2 (strong@) cannot be taken as they were" in output
    resumed = "tenback play --resume kept"
    assert output.endswith(f"{resumed} --bots NAME@FILE.npz --bots NAME@FILE.npz")
    said = answered(capsys, *shlex.split(again)[1:])
    assert f"1 (master:quick@{network}), 2 ({network}), 3 (greedy)." in said


# What is refused


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bots", "none.npz"], "none.npz cannot be read"),
        (["--bots", "master@none.npz"], "none.npz cannot be read"),
        (["--bots", "careful@none.npz"], "There is no bot called 'careful@none.npz'"),
        (["--bots", "strong:deep@none.npz"], "strong has no levels"),
        (["--bots", "master:foo@none.npz"], "master has no level 'foo'; its levels are quick,"),
        (["--bots", "master:quick@"], "master:quick@ names no network"),
        (["--bots", "strong@"], "strong@ names no network"),
        (["--bots", "gredy"], "Did you mean greedy?"),
        (["--bots", ""], "There is no bot called ''"),
        (["--bots", "greedy:deep"], "greedy has no levels"),
        (["--bots", "run:"], "run: names no program"),
        (["--players", "2", "--bots", "greedy,greedy"], "2 were named for 1 seats"),
        (["--players", "2", "--bots", "human,greedy,greedy"], "3 were named for 2 seats"),
        (["--humans", "1", "--bots", "human,greedy"], "goes without --humans"),
        (["--humans", "2", "--players", "2", "--bots", "greedy"], "1 were named for 0 seats"),
        (["--humans", "9", "--bots", "greedy"], "--humans goes from 0 to 5 here, not 9."),
    ],
)
def test_bots_that_cannot_sit_down(capsys: Capture, words: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, "play", *words, "--save", "kept")
    assert not Path("kept").exists()
