"""`tenback simulate` as it is typed, in this process and as one of its own."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias
from xml.etree import ElementTree

import pytest

from tenback import Rules
from tenback.analysis.studies.interruption import Interruption, until_interrupted
from tenback.analysis.studies.participants import StudyError
from tenback.analysis.studies.simulation import Simulation
from tenback.cli.main import main
from tenback.cli.progress import Progress, duration
from tenback.cli.reports.simulation_report import as_text
from tenback.cli.study_arguments import count
from tenback.core.rules import TalkPolicy
from tenback.sim import Setting, play
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Capture: TypeAlias = pytest.CaptureFixture[str]

GAMES = 600


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def answered(capsys: Capture, *words: str) -> str:
    assert main(["simulate", *words]) == 0
    said = capsys.readouterr()
    assert not said.err
    return said.out


def without_speed(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "/s" not in line)


# What it tells


def test_the_report(capsys: Capture) -> None:
    said = answered(capsys, "--games", str(GAMES), "--seed", "lighthouse")
    results = play(Rules.named("original"), 3, "careful", GAMES, "lighthouse")
    lines = said.splitlines()
    assert lines[0] == "original, 3 players"
    facts = dict(re.split(r" {2,}", line.strip(), maxsplit=1) for line in lines[2:10])
    assert facts["seats"] == "careful in every seat"
    assert facts["games"] == "600"
    assert facts["seed"] == "lighthouse"
    low, high = results.win_interval().low, results.win_interval().high
    rate = f"{100 * results.win_rate():.1f}% ({100 * low:.1f}% to {100 * high:.1f}%)"
    assert facts["win rate"] == rate
    assert facts["cards left"].startswith(f"{results.mean_left:.1f} (")
    assert facts["below ten"].startswith(f"{100 * results.excellent / GAMES:.1f}% (")
    assert facts["turns"] == f"{results.mean_turns:.1f}"
    assert facts["speed"].endswith(" games/s")
    assert f"All cards are laid: the game is beaten  {results.wins[0]:>3}" in said
    assert "Interrupted" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["on-fire", "quick-and-easy", "face-to-face"])
def test_every_line_fits_80_columns(capsys: Capture, game: str, language: str) -> None:
    said = answered(capsys, game, "--games", str(GAMES), "--language", language)
    lines = said.splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert Words(language)("simulate.heading.ends") in said
    assert Words(language)("simulate.progress.speed", speed="").strip() in said


def test_a_duel_has_a_rate_for_each_seat(capsys: Capture) -> None:
    said = answered(capsys, "face-to-face", "--games", str(GAMES), "--bots", "careful,greedy")
    assert "0 careful, 1 greedy" in said
    assert "seat 0 wins" in said
    assert "seat 1 wins" in said
    assert "below ten" not in said
    assert "One side has laid all its cards" in said


def test_a_new_seed_is_told_and_repeats_the_games(capsys: Capture) -> None:
    first = answered(capsys, "--games", "50")
    found = re.search(r"--seed (\w+) repeats these games", first)
    assert found
    again = answered(capsys, "--games", "50", "--seed", found[1])
    assert without_speed(first).replace(f" ({found[0]})", "") == without_speed(again)


@pytest.mark.parametrize("form", [[], ["--csv"]])
def test_any_number_of_cores_gives_the_same(capsys: Capture, form: list[str]) -> None:
    words = ["--games", "3k", "--seed", "x", "--bots", "careful,random", *form]
    one, two = (answered(capsys, *words, "--cores", cores) for cores in ("1", "2"))
    assert without_speed(one) == without_speed(two)


def test_a_variant_of_ones_own(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = Rules.named("original").to_toml().replace('"original"', '"mine"')
    file.write_text(text, "utf-8")
    assert answered(capsys, str(file), "--games", "50").startswith("mine, 3 players\n")


def test_options_of_a_game(capsys: Capture) -> None:
    said = answered(capsys, "original", "--expert", "--games", "50", "--players", "1")
    assert said.startswith("original-expert, 1 player\n")
    joined = answered(capsys, "original+on-fire", "--expert", "--games", "50", "--players", "1")
    assert joined.startswith("original-expert-on-fire, 1 player\n")


def test_a_stream_without_blocks_gets_plain_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", out)
    assert main(["simulate", "--games", "50", "--language", "fr"]) == 0
    out.seek(0)
    said = out.read()
    assert "####" in said
    assert " %  #" in said
    assert "Il n'y a plus assez" in said


# JSON, CSV and pictures


def test_json(capsys: Capture) -> None:
    said = json.loads(answered(capsys, "--games", str(GAMES), "--seed", "a", "--json"))
    results = play(Rules.named("original"), 3, "careful", GAMES, "a")
    assert list(said) == [
        "game", "players", "seats", "talk", "seed", "games_asked", "games", "interrupted", "wins",
        "cards_left", "below_ten", "reasons", "turns", "seconds", "games_per_second",
    ]  # fmt: skip
    assert said["seats"] == ["careful"] * 3
    assert said["talk"] is None
    assert (said["games_asked"], said["games"], said["interrupted"]) == (GAMES, GAMES, False)
    (wins,) = said["wins"]
    interval = results.win_interval()
    assert wins == {
        "seats": [0, 1, 2],
        "games": results.wins[0],
        "rate": results.win_rate(),
        "low": interval.low,
        "high": interval.high,
    }
    assert said["cards_left"]["games"] == list(results.left)
    assert said["turns"]["games"] == list(results.turns)
    assert said["below_ten"]["games"] == results.excellent
    assert sum(said["reasons"].values()) == GAMES


def test_json_of_a_duel(capsys: Capture) -> None:
    said = json.loads(answered(capsys, "face-to-face", "--games", "90", "--json"))
    assert [side["seats"] for side in said["wins"]] == [[0], [1]]
    assert sum(side["games"] for side in said["wins"]) == 90
    assert said["below_ten"] is None


def test_json_of_a_single_game_has_no_infinity(capsys: Capture) -> None:
    said = json.loads(answered(capsys, "--games", "1", "--json"))
    assert said["cards_left"]["low"] is said["cards_left"]["high"] is None
    answered(capsys, "--games", "1")


def test_every_key_is_documented(capsys: Capture) -> None:
    said = json.loads(answered(capsys, "--games", "1", "--json"))
    output = answered(capsys, "--help")
    assert all(key in output for key in said)


def test_csv(capsys: Capture) -> None:
    said = answered(capsys, "--games", str(GAMES), "--seed", "a", "--csv")
    rows = list(csv.DictReader(io.StringIO(said)))
    assert list(rows[0]) == ["cards_left", "games"]
    assert [int(row["cards_left"]) for row in rows] == list(range(99))
    assert sum(int(row["games"]) for row in rows) == GAMES


@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_a_picture(capsys: Capture, tmp_path: Path, form: list[str]) -> None:
    file = tmp_path / "left.PNG"
    said = answered(capsys, "--games", "90", "--plot", str(file), *form)
    assert file.read_bytes().startswith(b"\x89PNG\r\n")
    assert (f"The picture is in {file}." in said) is (not form)
    assert list(tmp_path.iterdir()) == [file]


def test_a_picture_in_svg_is_the_same_each_time(capsys: Capture, tmp_path: Path) -> None:
    file, texts = tmp_path / "left.svg", []
    for _ in range(2):
        words = ["--games", "90", "--seed", "a", "--language", "de", "--plot", str(file)]
        answered(capsys, *words)
        texts.append(file.read_text("utf-8"))
    assert texts[0] == texts[1]
    assert ElementTree.fromstring(texts[0]).tag.endswith("svg")
    assert "original, 3 Spieler: careful auf jedem Platz" in texts[0]


def test_a_picture_that_cannot_be_written_after_all(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    assert main(["simulate", "--games", "9", "--plot", str(tmp_path / "a.png")]) == 2
    said = capsys.readouterr()
    assert "No space left on device" in said.err
    assert "win rate" in said.out


# How search bots talk


def simulation_of(
    bots: tuple[str, ...], players: int, policy: TalkPolicy | None = None
) -> Simulation:
    """Figures that are as good as any, said to be those of others."""
    results = play(Rules.named("original"), players, "careful", 10, "a")
    setting = Setting(results.setting.rules, players, bots, "a", policy)
    return Simulation(replace(results, setting=setting), 10, 1.0)


@pytest.mark.parametrize(
    ("bots", "policy", "talk"),
    [
        (("strong",), None, "no-numbers"),
        (("careful", "mine.npz"), TalkPolicy.NO_CLUES, "no-clues"),
        (("master:deep",), TalkPolicy.SILENT, "silent"),
    ],
)
def test_the_policy_is_named_where_search_bots_play_together(
    bots: tuple[str, ...], policy: TalkPolicy | None, talk: str
) -> None:
    run = simulation_of(bots, 3, policy)
    assert json.loads(json.dumps(run.data()))["talk"] == talk
    for language, label in (("en", "talk"), ("fr", "paroles"), ("de", "Gesprächsregel")):
        lines = [
            line.split() for line in as_text(run, Words(language), io.StringIO(), new_seed=False)
        ]
        assert [label, talk] in lines


@pytest.mark.parametrize(("bots", "players"), [(("careful", "greedy"), 3), (("strong",), 1)])
def test_no_policy_is_named_where_no_bot_talks(bots: tuple[str, ...], players: int) -> None:
    run = simulation_of(bots, players)
    assert run.data()["talk"] is None
    assert not any(
        line.split()[:1] == ["talk"]
        for line in as_text(run, Words(), io.StringIO(), new_seed=False)
    )


# How many games


def test_help_tells_how_many_games(capsys: Capture) -> None:
    output = " ".join(answered(capsys, "--help").split())
    assert "by default 100000, 10000 with strong, 200 with master" in output


# What makes no sense


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [
        ["--bots", "smart"],
        ["--bots", ""],
        ["--bots", "careful,careful", "--players", "1"],
        ["--players", "9"],
        ["--players", "three"],
        ["--games", "0"],
        ["--games", "-5"],
        ["--games", "1.5"],
        ["--games", "many"],
        ["--games", "1e20"],
        ["--seed", ""],
        ["--seed", "\udcff"],
        ["--seed", "x" * 300],
        ["--cores", "0"],
        ["--backend", "abacus"],
        ["--backend", "dask"],
        ["--address", "tcp://localhost:8786"],
        ["--json", "--csv"],
        ["--plot", "left.pdf"],
        ["--plot", "left"],
        ["--plot", "no/such/folder/left.png"],
        ["--plot", "nul\0.png"],
        ["--plot", "/proc/left.png"],
        ["--plot", "x" * 300 + ".png"],
        ["nonsense"],
        ["--nonsense"],
    ],
)
def test_bad_input_is_one_line(capsys: Capture, words: list[str], language: str) -> None:
    assert main(["simulate", *words, "--language", language]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.startswith("tenback simulate: ")
    assert said.err.count("\n") == 1


def test_a_folder_is_no_picture(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    assert main(["simulate", "--plot", str(tmp_path / "a.png")]) == 2
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("1000000", 10**6), ("1_000_000", 10**6), ("1e6", 10**6), ("1E6", 10**6),
     ("10k", 10**4), ("2.5M", 2_500_000), ("1.25e3", 1250), ("-3", -3)],
)  # fmt: skip
def test_counts(text: str, value: int) -> None:
    assert count(text) == value


@pytest.mark.parametrize("text", ["", "k", "1,000", "1 000", "0x10", "1e-3", "1.5", "٣", "1e999"])
def test_what_is_no_count(text: str) -> None:
    with pytest.raises(StudyError):
        count(text)


# Progress


class Screen(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_nothing_is_drawn_without_a_terminal() -> None:
    out = io.StringIO()
    with Progress(10, Words(), out) as progress:
        progress.add(10, "so far")
    assert not out.getvalue()
    assert progress.done == 10
    assert progress.seconds >= 0


@pytest.mark.parametrize("columns", [1, 2, 20, 60, 80, 200])
def test_a_line_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = Screen()
    with Progress(1000, Words("fr"), out) as progress:
        progress.start()
        progress.add(500, "victoires 4.5 % (4.4 % à 4.6 %)")
    lines = out.getvalue().split("\r")
    assert max(map(len, lines)) <= max(1, columns - 1)
    assert not lines[-1]
    assert not lines[-2].strip()
    if columns >= 80:
        assert "victoires 4.5 %" in out.getvalue()
        assert " 50\u00a0%  " in out.getvalue()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "0 s left"), (59.4, "59 s left"), (59.9, "1 min 0 s left"), (7290, "2 h 1 min left")],
)
def test_the_time_left(seconds: float, text: str) -> None:
    assert duration(Words(), seconds) == text


# Ctrl-C


def test_one_ctrl_c_that_arrives_twice_is_one() -> None:
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Interruption() as interruption:
            interruption.arm()
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        assert interruption.asked
        assert not interruption.insisted
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_ctrl_c_that_a_library_swallowed_is_heard_after_all() -> None:
    interruption, taken = Interruption(), list[int]()
    interruption.insisted = True
    with pytest.raises(KeyboardInterrupt):
        until_interrupted(iter([1]), taken.append, interruption)
    assert not taken


AT_A_TERMINAL = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from tenback.cli.main import main; sys.exit(main(sys.argv[1:]))"
)


class Run:
    """A long simulation whose progress appears on a terminal, and its answer in a pipe."""

    def __init__(self, *words: str) -> None:
        self.screen, keyboard = pty.openpty()
        fcntl.ioctl(keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", AT_A_TERMINAL, "simulate", *words],
            stdin=keyboard,
            stdout=subprocess.PIPE,
            stderr=keyboard,
            env={key: value for key, value in os.environ.items() if key != "COLUMNS"}
            | {"LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
        os.close(keyboard)
        self.shown = ""

    def until(self, text: str) -> None:
        while text not in self.shown:
            assert select.select([self.screen], [], [], 120)[0], "nothing more is shown"
            self.shown += os.read(self.screen, 4096).decode(errors="replace")

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def rest(self) -> str:
        answer, _ = self.process.communicate(timeout=120)
        try:
            while select.select([self.screen], [], [], 0)[0]:
                self.shown += os.read(self.screen, 4096).decode(errors="replace")
        except OSError:  # the other end is closed
            pass
        return answer.decode()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        os.close(self.screen)


@pytest.fixture
def runs() -> Iterator[list[Run]]:
    started: list[Run] = []
    yield started
    for run in started:
        run.close()


def test_ctrl_c_prints_what_there_is(runs: list[Run]) -> None:
    runs.append(run := Run("--games", "1e9"))
    run.until("win rate")
    run.interrupt()
    said = run.rest()
    assert run.process.returncode == 130
    assert re.match(r"Interrupted: [\d,]+ of 1,000,000,000 games were played\.\n\norig", said)
    assert "Cards left" in said
    assert "games/s" in run.shown
    assert " left  win rate " in run.shown
    assert "Traceback" not in run.shown
    assert "arning" not in run.shown


def test_ctrl_c_prints_json_as_well(runs: list[Run], tmp_path: Path) -> None:
    file = tmp_path / "left.svg"
    runs.append(run := Run("--games", "1e9", "--json", "--plot", str(file)))
    run.until("win rate")
    run.interrupt()
    said = json.loads(run.rest())
    assert run.process.returncode == 130
    assert said["interrupted"] is True
    assert 0 < said["games"] < said["games_asked"]
    assert file.exists()


def test_ctrl_c_before_anything_is_played(runs: list[Run]) -> None:
    runs.append(run := Run("--games", "1e9"))
    run.until("Getting ready")
    run.interrupt()
    run.rest()
    # An import that is cut short may complain; what counts is that it leaves at once.
    assert run.process.returncode == 130


# What it imports


def test_help_needs_no_compiler() -> None:
    script = (
        "from tenback.cli.main import main; main(['simulate', '--help']);"
        "import sys; print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert not {"numba", "numpy", "matplotlib", "joblib"} & set(done.stderr.split())
