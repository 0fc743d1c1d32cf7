"""Each command as it is typed, in this process."""

from __future__ import annotations

import errno
import io
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tenback import Deal, Game, Rules
from tenback.cli.main import COMMANDS, main
from tenback.core.record import Note, Record
from tenback.core.variants import ALIASES, GAMES, every, options_of
from tenback.words import LANGUAGES, Words

Capture = pytest.CaptureFixture[str]

SMALL = """
name = "small"
minimum = 1
deck = { numbers = "1..20" }
piles = { up = [0], down = [21] }
hands = { 1 = 4, 2 = 3 }
"""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No language in the environment, a folder of one's own, and no user at the keyboard."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())


def types(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def refused(capsys: Capture, *words: str) -> str:
    """The one line on stderr of a command line that makes no sense."""
    assert main(words) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    assert said.err.endswith("\n")
    return said.err.rstrip("\n")


def answered(capsys: Capture, *words: str) -> str:
    assert main(words) == 0
    said = capsys.readouterr()
    assert not said.err
    return said.out


# The command itself


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(capsys: Capture, words: list[str]) -> None:
    said = answered(capsys, *words)
    assert all(f"  {name} " in said for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(capsys: Capture, name: str) -> None:
    said = answered(capsys, name, "--help")
    assert said.startswith(f"usage: tenback {name}")
    assert answered(capsys, "help", name) == said


def test_the_version(capsys: Capture) -> None:
    assert answered(capsys, "--version") == "tenback 0.1.0\n"


@pytest.mark.parametrize(
    ("word", "near"),
    [("variant", "variants"), ("paly", "play"), ("RULES", "rules"), ("--vershun", "--version")],
)
def test_a_wrong_command_gets_the_nearest_right_one(capsys: Capture, word: str, near: str) -> None:
    assert refused(capsys, word) == f"tenback: {word!r} is not a command; did you mean {near}?"
    assert near in refused(capsys, "help", word)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["quick-and-easy"], "quick-and-easy"),
        (["ON-FIRE"], "on-fire"),
        (["original", "--expert"], "original --expert"),
        (["orignal-expert"], "original-expert"),
        (["original-3p-lighthouse"], "original-3p-lighthouse"),
    ],
)
def test_a_game_is_not_a_command(capsys: Capture, words: list[str], meant: str) -> None:
    assert refused(capsys, *words).endswith(f"did you mean tenback play {meant}?")


@pytest.mark.parametrize("option", [option for game in GAMES for option in options_of(game)])
def test_help_tells_every_option(capsys: Capture, option: str) -> None:
    said = " ".join(answered(capsys, "rules", "--help").split())
    assert f"--{option.replace('_', '-')} {Words()(f'games.option.{option}.line')}" in said


def test_hints_name_the_command_as_it_was_called(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "my bin"
    folder.mkdir()
    (folder / "tenback").write_text("#!/bin/sh\n", "utf-8")
    (folder / "tenback").chmod(0o755)
    monkeypatch.setattr("sys.argv", ["my bin/tenback"])
    monkeypatch.setenv("PATH", os.defpath)
    assert "'my bin/tenback' play original?" in refused(capsys, "original")
    said = answered(capsys, "play", "--save", "game")
    assert said.endswith("'my bin/tenback' play --resume game goes on.\n")
    assert "See 'my bin/tenback' play --help." in refused(capsys, "play", "--nonsense")
    assert answered(capsys, "play", "--help").startswith("usage: tenback play ")
    monkeypatch.setenv("PATH", str(folder))
    assert "did you mean tenback play original?" in refused(capsys, "original")


def test_a_command_like_no_other_gets_them_all(capsys: Capture) -> None:
    assert f"the commands are {', '.join(COMMANDS)}." in refused(capsys, "§§§")


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["rules", "original", "--exprt"], "--expert"),
        (["play", "--player", "3"], "--players"),
        (["play", "--language=de", "--sed=x"], "--seed"),
        (["replay", "x", "--stpe"], "--step"),
        (["rules", "orignal"], "Did you mean original?"),
        (["play", "quick-and-esay"], "Did you mean quick-and-easy?"),
        (["deal", "fase-to-face-2p-x"], "Did you mean face-to-face?"),
        (["variants", "--languge", "fr"], "--language"),
    ],
)
def test_a_wrong_word_gets_the_nearest_right_one(
    capsys: Capture, words: list[str], near: str
) -> None:
    assert near in refused(capsys, *words)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rules"], "The following arguments are required: VARIANT."),
        (["deal"], "The following arguments are required: CODE."),
        (["rules", "original", "more"], "more means nothing here. See tenback rules --help."),
        (["deal", "lighthouse"], "'lighthouse' is not a deal code"),
        (["deal", "original-9p-x"], "is for 1, 2, 3, 4 or 5 players, not for 9."),
        (
            ["rules", "original", "--professional"],
            "its options are --expert, --short-hands, --on-fire.",
        ),
        (["rules", "face-to-face", "--on-fire"], "has no options, so it goes without --on-fire."),
        (["rules", "original", "--short-hands"], "--short-hands goes only on top of --expert."),
        (["variants", "--language", "es"], f"the languages are {', '.join(LANGUAGES)}."),
        (["play", "--players", "9"], "is for 1, 2, 3, 4 or 5 players, not for 9."),
        (["play", "--players", "x"], "'x' is not a number; write it in figures, such as 3."),
        (["play", "--players", "²"], "'²' is not a number"),
        (["play", "--players"], "Argument --players: expected one argument."),
        (["play", "--humans", "-1"], "--humans goes from 0 to 1 here, not -1."),
        (["play", "--humans", "6"], "--humans goes from 0 to 5 here, not 6."),
        (["play", "--seed", ""], "A seed is a text of 1 to 200 characters."),
        (["play", "--seed", "x" * 201], "A seed is a text of 1 to 200 characters."),
        (["play", "--seed", "\udcff"], "A seed is a text of 1 to 200 characters."),
        (["play", "original-2p-x", "--seed", "y"], "it goes without --seed."),
        (["play", "original-2p-x", "--players", "2"], "it goes without --players."),
        (["play", "--resume", "x", "--seed", "y"], "--resume goes without --seed."),
        (["play", "original", "--resume", "x"], "--resume goes without original."),
        (["play", "--resume", "-"], "--resume waits for the keyboard"),
        (["play", "--resume", "nowhere"], "There is no file nowhere."),
        (["replay", "nowhere"], "There is no file nowhere."),
        (["replay", "."], ". cannot be read: Is a directory."),
        (["replay", "-", "--step"], "--step waits for the keyboard"),
        (["rules", "nowhere.toml"], "There is no file nowhere.toml."),
        (["rules", "./"], "./ cannot be read: Is a directory."),
        (["play", "--save", "no/where"], "no/where cannot be written: No such file or directory."),
        (["play", "--save", "."], ". cannot be written: not an ordinary file."),
        (["play", "--save", "/dev/null"], "/dev/null cannot be written: not an ordinary file."),
    ],
)
def test_bad_input_gets_one_clear_line(capsys: Capture, words: list[str], sentence: str) -> None:
    said = refused(capsys, *words)
    assert said.startswith(f"tenback {words[0]}: ")
    assert sentence in said


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "There is no file"), ("fr", "n’existe pas"), ("de", "gibt es nicht")],
)
def test_a_refusal_speaks_the_language_asked_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    assert sentence in refused(capsys, "replay", "nowhere", "--language", language)
    assert sentence in refused(capsys, "replay", "nowhere", f"--language={language}")
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    assert sentence in refused(capsys, "replay", "nowhere")


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Spieler"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "players"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "joueurs"),
        ({"LANG": "xx"}, "players"),
        ({"LANG": ""}, "players"),
    ],
)
def test_the_environment_chooses_the_language(
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    sentence: str,
) -> None:
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert sentence in answered(capsys, "variants")


# variants, rules, deal


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_lists_every_game_and_option(capsys: Capture, language: str) -> None:
    said = answered(capsys, "variants", "--language", language)
    for name in (*GAMES, *ALIASES):
        assert name in said
    for game in GAMES:
        for option in options_of(game):
            assert f"--{option.replace('_', '-')}" in said


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_tells_every_game(capsys: Capture, rules: Rules, language: str) -> None:
    assert len(answered(capsys, "rules", rules.name, "--language", language)) > 500


def test_rules_with_options(capsys: Capture) -> None:
    named = answered(capsys, "rules", "original-expert-on-fire")
    assert answered(capsys, "rules", "ORIGINAL", "--expert", "--on-fire") == named
    assert answered(capsys, "rules", "on-fire", "--expert") == named


def test_rules_as_a_file_and_back(capsys: Capture) -> None:
    written = answered(capsys, "rules", "on-fire", "--toml")
    assert Rules.from_toml(written) == Rules.named("on-fire")


@pytest.mark.parametrize("name", ["small.toml", "./small.toml", "SMALL.TOML"])
def test_a_variant_of_ones_own(capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    Path(name).write_text(SMALL, "utf-8")
    assert "20" in answered(capsys, "rules", name)
    assert "small, alone." in answered(capsys, "play", name)
    assert "small-2p-x\nSeat 0: " in answered(capsys, "deal", "small-2p-x", "--rules", name)
    types(monkeypatch, "resign", "yes")
    said = answered(capsys, "play", name, "--seed", "a b")
    assert f"Play it again: tenback play {name} --players 1 '--seed=a b'" in said


def test_a_bad_variant_is_named(capsys: Capture) -> None:
    Path("bad.toml").write_text(SMALL + "minimun = 3\n", "utf-8")
    said = refused(capsys, "rules", "bad.toml")
    assert said.startswith("tenback rules: bad.toml: ")
    Path("bad.toml").write_bytes(b"\xff\x00\xfe")
    assert refused(capsys, "rules", "bad.toml") == "tenback rules: bad.toml is not text in UTF-8."
    Path("small.toml").write_text(SMALL, "utf-8")
    assert "so it goes without --on-fire." in refused(capsys, "rules", "small.toml", "--on-fire")


def test_deal_shows_every_card(capsys: Capture) -> None:
    said = answered(capsys, "deal", "original-3p-lighthouse").split()
    assert set(Rules.named("original").cards) <= set(said)


def test_deal_tells_the_lot_and_whose_stock_it_is(capsys: Capture) -> None:
    said = answered(capsys, "deal", "face-to-face-2p-x")
    assert "Stock of seat 1: " in said
    assert "The lot falls on seat " in said


def test_odd_characters_in_a_deal_code(capsys: Capture) -> None:
    assert answered(capsys, "deal", "original-1p-a%20%C3%A9").startswith("original-1p-a%20%C3%A9\n")


# replay


def finished(name: str = "on-fire", players: int = 2) -> Game:
    from tests.bots.test_simple import play

    rules = Rules.named(name)
    game = Game(rules, Deal.from_seed(rules, players, "replay"))
    play(game, "replay")
    return game


@pytest.mark.parametrize("name", ["original", "on-fire", "quick-and-easy", "face-to-face"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_tells_a_whole_game(capsys: Capture, name: str, language: str) -> None:
    game = finished(name)
    Path("game.txt").write_text(str(game.record()), "utf-8")
    Path("game.json").write_text(game.record().to_json(), "utf-8")
    said = answered(capsys, "replay", "game.txt", "--language", language)
    assert answered(capsys, "replay", "game.json", "--language", language) == said
    lays = [str(move).partition("-") for move in game.actions if str(move) != "end"]
    assert all(card in said and pile in said for card, _, pile in lays)


def test_replay_from_a_seat_hides_what_it_could_not_know(capsys: Capture) -> None:
    game = finished("quick-and-easy")
    Path("game.txt").write_text(str(game.record()), "utf-8")
    said = answered(capsys, "replay", "game.txt", "--seat", "1")
    assert "You draw" in said
    before, _, _ = said.partition("\nSeat 0 lays ")
    assert game.deal is not None
    assert not {word.strip(":") for word in before.split()} & set(game.deal.hands[0])


def test_replay_refuses_a_seat_that_is_none(capsys: Capture) -> None:
    Path("game.txt").write_text(str(finished().record()), "utf-8")
    assert "the seats are 0 to 1." in refused(capsys, "replay", "game.txt", "--seat", "2")
    assert "'x' is not a number" in refused(capsys, "replay", "game.txt", "--seat", "x")


def test_replay_step_by_step(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("game.txt").write_text(str(finished().record()), "utf-8")
    whole = answered(capsys, "replay", "game.txt")
    types(monkeypatch, "", "")
    part = answered(capsys, "replay", "game.txt", "--step")
    assert part.count("is on turn") == 2
    types(monkeypatch, *[""] * 200)
    stepped = answered(capsys, "replay", "game.txt", "--step")
    assert stepped.split() == whole.split()


def test_replay_of_a_game_that_is_not_over(capsys: Capture) -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 1, "x"))
    Path("game.txt").write_text(str(game.record()), "utf-8")
    said = answered(capsys, "replay", "game.txt")
    assert said.endswith("The record stops here; the game is not over.\n")


def test_a_broken_record_tells_each_problem_with_its_line(capsys: Capture) -> None:
    text = str(finished().record()).replace("tenback-record 1", "tenback-rekord 1")
    Path("broken.txt").write_text(text + "\nnonsense more\n", "utf-8")
    assert main(["replay", "broken.txt"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all(line.startswith("tenback replay: broken.txt: ") for line in lines)
    assert any("broken.txt: line " in line for line in lines)
    assert main(["play", "--resume", "broken.txt"]) == 2


def test_of_many_problems_a_few_are_told(capsys: Capture) -> None:
    Path("letter.txt").write_text("Dear Ann,\n\n" + "this is no record at all\n" * 50, "utf-8")
    assert main(["replay", "letter.txt"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 6
    assert re.fullmatch(r"tenback replay: letter.txt: ... and \d+ more\.", lines[-1])


EVIL = "fine\x1b[2J\x9b1A\r\nSeat 0: 99\u2028\u202e\x07"


def test_what_others_wrote_cannot_steer_the_terminal(capsys: Capture) -> None:
    game = finished()
    game.say(1, text=EVIL)
    record = replace(game.record(), notes=(Note(game.moment, text=EVIL),))
    Path("game.json").write_text(record.to_json(), "utf-8")
    said = answered(capsys, "replay", "game.json")
    harmless = "fine\ufffd[2J\ufffd1A  Seat 0: 99 \ufffd\ufffd"
    assert f"\nSeat 1: {harmless}\n({harmless})\n" in said
    assert all(c.isprintable() or c == "\n" for c in said)


def test_what_is_refused_cannot_steer_the_terminal_either(capsys: Capture) -> None:
    Path("evil.toml").write_text(SMALL + '"\\u001b[2J\\ntenback" = 3\n', "utf-8")
    assert refused(capsys, "rules", "evil.toml").isprintable()


def test_a_file_that_is_no_text(capsys: Capture) -> None:
    Path("noise").write_bytes(bytes(range(256)))
    assert refused(capsys, "replay", "noise") == "tenback replay: noise is not text in UTF-8."


def test_a_file_that_may_not_be_read(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said to the program rather than shown to it, for the superuser may read everything."""

    def forbidden(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    assert "secret cannot be read: Permission denied." in refused(capsys, "replay", "secret")


# play


def test_play_needs_no_words_at_all(capsys: Capture) -> None:
    said = answered(capsys, "play")
    assert said.startswith("original, alone.")
    assert said.endswith("You left before the end.\n")


def test_people_make_room_for_themselves(capsys: Capture) -> None:
    assert "original, 3 seats." in answered(capsys, "play", "--humans", "3")
    assert "quick-and-easy, 2 seats." in answered(capsys, "play", "quick-and-easy")


def test_bots_alone(capsys: Capture) -> None:
    said = answered(capsys, "play", "--players", "3", "--humans", "0", "--seed", "x")
    assert "Bots play for seats 0 (simple), 1 (simple), 2 (simple)." in said
    again = "tenback play original-3p-x --humans 0"
    assert said.endswith(f"The deal was original-3p-x. Play it again: {again}\n")
    assert answered(capsys, "play", "--players", "3", "--humans", "0", "--seed", "x") == said


def test_a_deal_code_plays_the_same_deal_again(capsys: Capture) -> None:
    first = answered(capsys, "play", "--on-fire", "--players", "2", "--seed", "a b")
    assert answered(capsys, "play", "original-on-fire-2p-a%20b") == first


def test_the_deal_is_told_only_after_the_end(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "look", "options", "?")
    assert "lighthouse" not in answered(capsys, "play", "--seed", "lighthouse")
    types(monkeypatch, "resign", "yes")
    said = answered(capsys, "play", "--seed", "lighthouse")
    assert said.endswith("tenback play original-1p-lighthouse\n")


def test_takebacks_with_others(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "0", "back")
    words = ["play", "--players", "2", "--seed", "b"]
    assert "Lays cannot be taken back in this game." in answered(capsys, *words)
    types(monkeypatch, "0", "14 u1", "back")
    assert "You take 14 back from u1." in answered(capsys, *words, "--takebacks")


def test_a_saved_game_goes_on(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "", "", "", "", "0", "", "14 u1")
    said = answered(
        capsys, "play", "--players", "3", "--humans", "2", "--seed", "b", "--save", "my game"
    )
    assert said.endswith("The record is in my game.\ntenback play --resume 'my game' goes on.\n")
    types(monkeypatch, "", "20 u1 end")
    said = answered(capsys, "play", "--resume", "my game")
    assert "Seat 0, take the keyboard." in said
    assert "You lay 14 on u1 (+13)." in said
    assert "A bot plays for seat 2 (simple)." in said
    record = Record.parse(Path("my game").read_text("utf-8"))
    assert list(map(str, record.moves)) == ["14-u1", "20-u1", "end"]
    assert [file.name for file in Path().iterdir()] == ["my game"]


def test_a_resumed_game_can_be_kept_elsewhere(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(capsys, "play", "--seed", "b", "--save", "one")
    before = Path("one").read_text("utf-8")
    types(monkeypatch, "14 u1")
    answered(capsys, "play", "--resume", "one", "--save", "two")
    assert Path("one").read_text("utf-8") == before
    assert "14-u1" in Path("two").read_text("utf-8")


@pytest.mark.parametrize(
    ("people", "seats"),
    [("9" * 5000, "1, 2"), ("-1", "1, 2"), ("4", "1, 2"), ("two", "1, 2"), ("\u0662", "1, 2"),
     ("3", ""), ("0", "0, 1, 2")],
)  # fmt: skip
def test_a_number_of_people_that_makes_no_sense_is_ignored(
    capsys: Capture, people: str, seats: str
) -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 3, "b"), 0)
    record = replace(game.record(), headers=(("People", people),))
    Path("game").write_text(str(record), "utf-8")
    said = answered(capsys, "play", "--resume", "game")
    named = re.sub(r"([0-9])", r"\1 (simple)", seats)
    assert (f"Bots play for seats {named}." in said) == bool(seats)


def test_the_same_table_can_be_had_again(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "", "", "", "", "0", "", "resign", "yes")
    said = answered(capsys, "play", "--humans", "2", "--takebacks", "--seed", "b")
    assert said.endswith("tenback play original-2p-b --humans 2 --takebacks\n")
    words = said.splitlines()[-1].partition("tenback ")[2].split()
    types(monkeypatch, "", "", "", "", "0", "", "resign", "yes")
    assert answered(capsys, *words) == said


def test_a_resumed_variant_of_ones_own_names_no_file(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("small.toml").write_text(SMALL, "utf-8")
    types(monkeypatch, "?")
    said = answered(capsys, "play", "small.toml", "--seed", "x", "--save", "game")
    assert "More about the game: tenback rules small.toml\n" in said
    types(monkeypatch, "?", "resign", "yes")
    said = answered(capsys, "play", "--resume", "game")
    assert "tenback rules" not in said
    assert "The deal was small-1p-x.\n" in said


def test_a_game_that_is_over_can_only_be_looked_at(capsys: Capture) -> None:
    Path("over").write_text(str(finished().record()), "utf-8")
    said = answered(capsys, "play", "--resume", "over", "--humans", "2")
    assert "cards were left" in said
    assert ">" not in said


def test_nothing_is_overwritten(capsys: Capture) -> None:
    Path("there").write_text("precious", "utf-8")
    assert "there is there already." in refused(capsys, "play", "--save", "there")
    assert Path("there").read_text("utf-8") == "precious"


def test_a_game_that_cannot_be_saved_is_printed(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()

    class Vandal(io.StringIO):
        """Removes the folder while a player thinks."""

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            if folder.exists():
                (folder / "game").unlink()
                folder.rmdir()
            return super().readline()

    monkeypatch.setattr("sys.stdin", Vandal("14 u1 18 u1 end\n"))
    said = answered(capsys, "play", "--seed", "b", "--save", "folder/game")
    before, _, record = said.partition("Here it is:\n")
    assert "The record could not be written to folder/game (No such file or directory)." in before
    assert len(Record.parse(record).moves) == 3


def test_ctrl_c_keeps_the_game(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class Breaks(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            if line := super().readline():
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Breaks("14 u1\n"))
    assert main(["play", "--seed", "b", "--save", "game"]) == 130
    assert "The record is in game." in capsys.readouterr().out
    assert "14-u1" in Path("game").read_text("utf-8")
