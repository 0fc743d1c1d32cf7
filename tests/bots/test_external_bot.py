"""Programs as bots: two examples play whole games, and whatever goes wrong costs a seat only."""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tenback import Deal, Game, Rules
from tenback.bots import bot_process
from tenback.bots.base import Willing
from tenback.bots.external_bot import PROTOCOL, ExternalBot
from tenback.bots.factory import make_bot, parse_local
from tenback.bots.match import Match, play
from tenback.bots.simple import Simple
from tenback.bots.stand_in import BotFailure, LostSeat
from tenback.core.bot_spec import InvalidBot
from tenback.core.rules import TalkPolicy
from tenback.table.events import BotReplaced
from tenback.testing import check_program
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.bots.base import Bot

EXAMPLES = Path(__file__).parents[2] / "examples" / "outside"
ORIGINAL = Rules.named("original")
NODE = shutil.which("node")
PYTHON = shlex.quote(sys.executable)

COMMANDS = [
    pytest.param(f"{PYTHON} {EXAMPLES / 'smallest_step.py'}", "smallest step", id="python"),
    pytest.param(
        f"node {EXAMPLES / 'any_move.js'}",
        "any move",
        id="javascript",
        marks=pytest.mark.skipif(NODE is None, reason="there is no node here"),
    ),
]
TABLES = [("original", 3), ("on-fire", 1), ("quick-and-easy", 2), ("face-to-face", 2)]

GOOD = """
import json, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def hello(**more):
    sys.stdin.readline()
    say(**({"type": "hello", "protocol": 1, "name": "good"} | more))
def asked():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] not in ("new-game", "bye"):
            return message
"""
"""What a program of these tests begins with."""


def command(script: str) -> str:
    """A program that is nothing but a script; without site packages it starts soon."""
    return f"{PYTHON} -I -S -c {shlex.quote(GOOD + script)}"


class Table:
    """A bot that asks a script, and the seats that were lost."""

    def __init__(self, script: str, seconds: float = 20.0) -> None:
        self.lost: list[LostSeat] = []
        self.bot = ExternalBot(command(script), seconds=seconds)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.bot.close()

    def play(self, rules: Rules = ORIGINAL, players: int = 2) -> Game:
        game = self.match(rules, players).table.game
        assert game is not None
        return game

    def match(self, rules: Rules = ORIGINAL, players: int = 2) -> Match:
        """A whole game with it at seat 1."""
        bots: dict[int, Bot] = dict.fromkeys(range(players), Simple()) | {1: self.bot}
        game = Game(rules, Deal.from_seed(rules, players, "outside"))
        match = Match(game, bots, "seed", on_lost=self.lost.append)
        match.run()
        return match


# Programs that work


@pytest.mark.parametrize(("command", "name"), COMMANDS)
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_the_examples_play_whole_games(command: str, name: str, variant: str, players: int) -> None:
    rules = Rules.named(variant)
    lost: list[LostSeat] = []
    bots = [ExternalBot(command) for _ in range(players)]
    deals = {seed: Deal.from_seed(rules, players, seed) for seed in ("1", "2")}
    try:
        games = [play(rules, deal, bots, seed, on_lost=lost.append) for seed, deal in deals.items()]
    finally:
        for bot in bots:
            bot.close()
    assert all(game.outcome is not None for game in games)
    assert [str(one) for one in lost] == []
    assert {bot.name for bot in bots} == {name}


@pytest.mark.parametrize(("command", "name"), COMMANDS)
def test_the_examples_do_what_is_expected_of_bots(command: str, name: str) -> None:
    check_program(command, ORIGINAL, 2)


ECHO = """
hello(abilities=["talk", "willing"])
heard = []
for line in sys.stdin:
    message = json.loads(line)
    heard.append(message["type"])
    if message["type"] == "move":
        say(type="move", move=message["legal"][message["seed"] % len(message["legal"])])
    elif message["type"] == "talk":
        say(type="talk", say=message["possible"][:1])
    elif message["type"] == "willing":
        say(type="willing", willing="start")
    elif message["type"] == "bye":
        open(sys.argv[1], "w").write(" ".join(heard))
"""


def test_everything_that_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    bot = ExternalBot(f"{command(ECHO)} {file}")
    game = play(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "a"), [Simple(), bot], "seed")
    again = play(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "a"), [Simple(), bot], "seed")
    bot.close()
    assert game.record() == again.record()
    assert game.starter == 1
    assert {remark.seat for remark in game.talk} == {1}
    heard = file.read_text().split()
    assert heard[:3] == ["new-game", "willing", "move"]
    assert heard.count("new-game") == 2
    assert heard[-1] == "bye"
    assert set(heard) == {"new-game", "willing", "move", "talk", "bye"}


def test_only_what_a_program_can_is_asked() -> None:
    script = """
hello()
while message := asked():
    assert message["type"] == "move"
    say(type="move", move=message["legal"][0])
"""
    with Table(script) as table:
        game = table.play()
        view = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "a")).view(1)
        assert table.bot.willing(view, random.Random(1)) is Willing.EITHER
        assert table.bot.say(view, TalkPolicy.FREE, random.Random(1)) == ()
    assert game.outcome is not None
    assert not table.lost


def test_the_json_of_a_view_is_that_of_the_core() -> None:
    for name, players in TABLES:
        rules = Rules.named(name)
        game = play(rules, Deal.from_seed(rules, players, "json"), [Simple()] * players, "seed")
        for moment in (Game(rules, game.deal or Deal((), ()), starter=0), game):
            view = moment.view(0)
            for value in (view, view.options()):
                ours = json.loads(json.dumps(asdict(value)))
                assert ours == msgspec.json.decode(msgspec.json.encode(value))


def test_hidden_cards_are_not_sent(tmp_path: Path) -> None:
    script = """
hello()
message = asked()
open(sys.argv[1], "w").write(json.dumps(message))
say(type="move", move=message["legal"][-1])
"""
    deal = Deal.from_seed(ORIGINAL, 3, "hidden")
    view = Game(ORIGINAL, deal, starter=1).view(1)
    with Table(script) as table:
        table.bot.command += f" {tmp_path / 'sent'}"
        assert table.bot.move(view, random.Random(1)) == view.legal_moves()[-1]
    sent = json.loads((tmp_path / "sent").read_text())
    assert sent["legal"] == list(map(str, view.legal_moves()))
    assert sent["view"]["hands"] == [None, list(deal.hands[1]), None]
    assert sent["view"]["stocks"] == [None]
    assert sent["view"]["history"][0]["hands"] == sent["view"]["hands"]
    assert deal.seed not in (sent["view"]["seed"], sent["seed"])


# Programs that do not


BAD: dict[str, tuple[str, str]] = {
    "no json": ("hello(); asked(); print('rubbish', flush=True)", "nonsense"),
    "no object": ("hello(); asked(); print('[1, 2]', flush=True)", "nonsense"),
    "not text": ("hello(); asked(); sys.stdout.buffer.write(b'\\xff\\xfe\\n')", "nonsense"),
    "too deep": ("hello(); asked(); print('[' * 50_000, flush=True)", "nonsense"),
    "empty line": ("hello(); asked(); print(flush=True)", "nonsense"),
    "other answer": ("hello(); asked(); say(type='talk', say=[])", "nonsense"),
    "illegal": ("hello(); asked(); say(type='move', move='1-u1')", "illegal"),
    "not held": ("hello(); asked(); say(type='move', move='end')", "illegal"),
    "no text": ("hello(); asked(); say(type='move', move=37)", "illegal"),
    "no move": ("hello(); asked(); say(type='move')", "illegal"),
    "a list": ("hello(); asked(); say(type='move', move=['end'])", "illegal"),
    "dies": ("hello(); asked(); sys.exit(3)", "died"),
    "dies early": ("sys.exit(0)", "died"),
    "raises": ("hello(); asked(); 1 / 0", "died"),
    "half a line": ("hello(); asked(); sys.stdout.write('{\"type\"'); sys.exit(0)", "nonsense"),
    "too long": ("hello(); asked(); print('x' * 100_000, flush=True)", "too-long"),
    "endless": (
        "hello(); asked()\nwhile True: sys.stdout.write('x' * 10_000)",
        "too-long",
    ),
    "complains": (
        "hello(); asked()\nwhile True: sys.stderr.write('x' * 10_000)",
        "floods",
    ),
    "protocol": ("hello(protocol=99)", "protocol"),
    "no protocol": ("hello(protocol=None)", "protocol"),
    "no hello": ("sys.stdin.readline(); say(type='move', move='end')", "nonsense"),
    "abilities": ("hello(abilities='all')", "nonsense"),
    "talk": (
        "hello(abilities=['talk']); asked(); say(type='talk', say='leave:u1')",
        "nonsense",
    ),
    "talks numbers": (
        "hello(abilities=['talk']); asked(); say(type='talk', say=[37])",
        "nonsense",
    ),
    "willing": (
        "hello(abilities=['willing']); asked(); say(type='willing', willing=['start'])",
        "nonsense",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_program_that_misbehaves_loses_its_seat_and_the_game_goes_on(name: str) -> None:
    script, why = BAD[name]
    with Table(script) as table:
        game = table.play()
        assert table.bot._program is None
    assert game.outcome is not None
    assert [lost.why for lost in table.lost] == [why]
    assert table.lost[0].seat == 1
    sentences = [table.lost[0].sentence(Words(language)) for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    assert all("careful" in sentence and "1" in sentence for sentence in sentences)


@pytest.mark.parametrize("name", ["dies", "talk", "willing"])
def test_the_table_gets_a_stand_in_for_a_program_that_failed(name: str) -> None:
    with Table(BAD[name][0]) as table:
        match = table.match()
    replaced = [event for event in match.table.log if isinstance(event, BotReplaced)]
    assert [(event.seat, event.bot) for event in replaced] == [(1, "careful")]
    assert (match.names[1], match.bots[1].name) == ("careful", "careful")
    assert match.table.marks.stand_in


def test_the_stand_in_of_a_program_says_nothing() -> None:
    script = """
hello(abilities=["talk", "willing"])
while message := asked():
    if message["type"] == "willing":
        say(type="willing", willing="not-me")
    elif message["type"] == "talk":
        sys.exit(3)
"""
    with Table(script) as table:
        game = table.play()
    assert [lost.why for lost in table.lost] == ["died"]
    assert {remark.phrase for remark in game.talk} == {"not-me"}


def test_a_program_that_has_failed_fails_for_good() -> None:
    view = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 1, "again")).view(0)
    with Table("hello(); asked(); sys.exit(3)") as table:
        for ask in (table.bot.move, table.bot.move, table.bot.willing):
            with pytest.raises(BotFailure) as caught:
                ask(view, random.Random(1))
            assert (caught.value.why, caught.value.params["status"]) == ("died", 3)
            assert table.bot._program is None
        with pytest.raises(BotFailure):
            table.bot.meet()


def test_a_program_that_fails_is_known_by_its_file(tmp_path: Path) -> None:
    """Also where it has said hello under another name, before the match."""
    file = tmp_path / "mine.py"
    file.write_text(GOOD + "hello(name='good'); asked(); sys.exit(3)", "utf-8")
    with Table("") as table:
        table.bot = ExternalBot(f"{PYTHON} -I -S {shlex.quote(str(file))}")
        table.bot.meet()
        assert table.bot.name == "good"
        table.play()
    assert [lost.bot for lost in table.lost] == ["mine.py"]


LAST_WORDS = {
    "raises": ("hello(); asked(); raise OSError('no cards')", "OSError: no cards"),
    "empty lines": ("print('one\\n two \\n\\n', file=sys.stderr); sys.exit(3)", "two"),
    "long": ("print('a' * 9999, file=sys.stderr); sys.exit(3)", "a" * 200),
    "not text": ("sys.stderr.buffer.write(b'\\xff\\x1b!\\n')", "\ufffd !"),
    "nothing": ("sys.exit(3)", ""),
}


@pytest.mark.parametrize("name", LAST_WORDS)
def test_a_program_may_have_said_why_it_ends(name: str) -> None:
    script, words = LAST_WORDS[name]
    with Table(script) as table:
        table.play()
    (lost,) = table.lost
    assert (lost.why, lost.params["last_words"]) == ("died", words)
    for language in LANGUAGES:
        assert (repr(words) in lost.reason(Words(language))) == bool(words)


@pytest.mark.parametrize(
    ("script", "why"),
    [("hello(protocol=99)", "protocol"), ("raise OSError('no cards')", "died")],
)
def test_a_program_that_cannot_say_hello_is_noticed_before_a_game(script: str, why: str) -> None:
    with Table(script) as table:
        with pytest.raises(BotFailure) as caught:
            table.bot.meet()
        assert caught.value.why == why
        assert table.bot._program is None
        assert table.bot.name != "good"


def test_a_program_can_be_met_before_a_game() -> None:
    with Table("hello(); asked()") as table:
        table.bot.meet()
        assert table.bot._program is not None
        assert table.bot.name == "good"


def test_a_loss_can_be_written_down() -> None:
    with Table("hello(); asked(); raise OSError('no cards')") as table:
        table.play()
    raised = LostSeat(
        0, "odd", "careful", "raised", error=InvalidBot("no-levels", name="a", level="b")
    )
    for lost in (*table.lost, raised):
        again = LostSeat.read(json.loads(json.dumps(lost.data())))
        assert again.sentence(Words()) == lost.sentence(Words())
        assert again.data() == lost.data()


@pytest.mark.parametrize(
    "odd",
    [{"seat": "0"}, {"why": "bored"}, {"params": []}, {"params": {}}, {"params": {"bot": 1}}],
)
def test_a_loss_that_makes_no_sense(odd: dict[str, object]) -> None:
    data = LostSeat(0, "odd", "careful", "died", {"status": 3}).data()
    with pytest.raises((ValueError, TypeError, KeyError)):
        LostSeat.read(data | odd)


HANGS = {
    "at once": "time.sleep(60)",
    "later": "hello(); asked(); time.sleep(60)",
    "deaf": "say(type='hello', protocol=1); time.sleep(60)",
    "with children": """
import subprocess
hello(); asked()
subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"])
""",
}


@pytest.mark.parametrize("name", HANGS)
def test_no_caller_waits_for_a_program_that_hangs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.bots.external_bot.STARTING", 0.7)
    with Table(HANGS[name], seconds=0.3) as table:
        game = table.play()
    assert game.outcome is not None
    assert [lost.why for lost in table.lost] == ["silent"]


def test_a_program_that_does_not_read_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pipe is full at some time, and a caller that wrote on would wait for ever."""
    script = """
hello()
for _ in range(1000):
    say(type="move", move="end")
time.sleep(60)
"""
    rules = Rules.named("face-to-face")
    game = play(rules, Deal.from_seed(rules, 2, "long"), [Simple()] * 2, "seed")
    with Table(script, seconds=0.5) as table:
        bot = table.bot
        monkeypatch.setattr(
            bot, "_move", lambda view, _seed: bot._ask("move", 1, view, n="x" * 9999)
        )
        late = Game(rules, game.deal or Deal((), ()))

        def ask_on() -> None:
            for _ in range(40):
                bot.move(late.view(late.turn), random.Random(1))

        with pytest.raises(BotFailure, match="silent"):
            ask_on()


@pytest.mark.parametrize("command", ["/no/such/program", "", "'unclosed", "/", "no\0thing"])
def test_what_cannot_be_started(command: str) -> None:
    lost: list[LostSeat] = []
    bots: list[Bot] = [ExternalBot(command), Simple()]
    deal = Deal.from_seed(ORIGINAL, 2, "outside")
    game = play(ORIGINAL, deal, bots, "seed", on_lost=lost.append)
    assert game.outcome is not None
    assert [one.why for one in lost] == ["not-started"]
    assert lost[0].sentence(Words())


@pytest.mark.parametrize("word", ["run:", "run: "])
def test_a_program_without_a_command(word: str) -> None:
    with pytest.raises(InvalidBot) as caught:
        parse_local(word)
    assert caught.value.code == "no-command"
    assert "run:./mybot.py" in str(caught.value)


def test_illegal_talk_costs_nothing() -> None:
    """It is dropped, as it is for every bot."""
    script = """
hello(abilities=["talk"])
while message := asked():
    if message["type"] == "talk":
        say(type="talk", say=["I have 37", "leave:u1"])
    else:
        say(type="move", move=message["legal"][0])
"""
    with Table(script) as table:
        game = table.play()
    assert not table.lost
    assert {remark.phrase for remark in game.talk} == {"leave:u1"}


def test_complaints_in_moderation_are_ignored(capfd: pytest.CaptureFixture[str]) -> None:
    script = """
hello()
while message := asked():
    print("thinking " * 1000, file=sys.stderr, flush=True)
    say(type="move", move=message["legal"][0])
"""
    with Table(script) as table:
        table.play()
    assert not table.lost
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("ends", ["", "time.sleep(60)"])
def test_a_program_goes_home(ends: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "PATIENCE", 0.3)
    game = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 1, "home"))
    script = f"hello(); say(type='move', move=asked()['legal'][0]); asked(); {ends}"
    with Table(script) as table:
        table.bot.move(game.view(0), random.Random(1))
        running = table.bot._program
        assert running is not None
        process: subprocess.Popen[Any] = running._process
        assert process.poll() is None
    assert process.returncode is not None
    assert not table.lost


@pytest.mark.skipif(os.name != "posix", reason="there are no groups of processes here")
def test_what_a_program_leaves_running_ends_with_it(tmp_path: Path) -> None:
    """However politely it goes: what it has started would write this after a while."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = f"import time; out = open({str(pipe)!r}, 'w'); time.sleep(20); out.write('late')"
    script = f"""
import subprocess
subprocess.Popen([sys.executable, "-I", "-S", "-c", {child!r}])
hello(); say(type='move', move=asked()['legal'][0]); asked()
"""
    game = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 1, "home"))
    with Table(script) as table:
        table.bot.move(game.view(0), random.Random(1))
        left = pipe.open("rb")
    assert not table.lost
    with left:
        assert left.read() == b""


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = make_bot(parse_local("run:./dir/mybot.py --fast"))
    assert isinstance(bot, ExternalBot)
    assert bot.name == "mybot.py"
    assert bot.command == "./dir/mybot.py --fast"
    for command in ("mybot", "/bin/mybot 2.5", "python3.11 -u dir/mybot.py 3", "", "-"):
        named = {"": "", "-": "-", "python3.11 -u dir/mybot.py 3": "mybot.py"}
        assert ExternalBot(command).name == named.get(command, "mybot")
    assert make_bot(parse_local("greedy")).name == "greedy"
    with Table("hello(name='x\\x1b[31m' + 'y' * 90)") as table:
        table.play()
    assert table.bot.name.startswith("x [31my")
    assert len(table.bot.name) == 40


def test_the_protocol_has_a_version() -> None:
    assert PROTOCOL == 1


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No test leaves a child behind for which no process waits."""
    yield
    subprocess._cleanup()  # type: ignore[attr-defined]
    assert not subprocess._active  # type: ignore[attr-defined]
