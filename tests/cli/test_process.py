"""The command as a process of its own: pipes, signals, terminals, and what it imports."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

TENBACK = [sys.executable, "-m", "tenback.cli.main"]

# A shell may have started us deaf to Ctrl-C; a user at a terminal expects it to work.
AT_A_TERMINAL = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from tenback.cli.main import main; sys.exit(main(sys.argv[1:]))"
)


def run(*words: str, typed: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*TENBACK, *words],
        input=typed,
        capture_output=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"} | env,
        timeout=60,
        check=False,
    )


def shell(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script, *TENBACK],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def test_a_wrong_word_exits_with_2() -> None:
    done = run("variantz")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"tenback: 'variantz' is not a command; did you mean variants?\n"


def test_a_whole_game_through_pipes() -> None:
    done = run("play", "--players", "2", "--seed", "b", typed=b"0\n14 u1 18 u1 end\nresign\nyes\n")
    assert done.returncode == 0
    assert not done.stderr
    assert b"The deal was original-2p-b." in done.stdout


def test_input_that_is_no_text() -> None:
    done = run("play", "--seed", "b", typed=b"\xff\xfe\x00\n14 u1\n")
    assert done.returncode == 0
    assert b"You lay 14 on u1" in done.stdout
    assert not done.stderr


def test_an_argument_that_is_no_text() -> None:
    done = subprocess.run(
        [*TENBACK, "play", "--seed", b"\xff"], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_an_encoding_without_the_letters() -> None:
    done = run(
        "rules", "original", "--language", "fr", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
    )
    assert done.returncode == 0
    assert b"?quipe" in done.stdout


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ('"$0" "$@" play <&-', 0),
        ('"$0" "$@" play >&-', 0),
        ('"$0" "$@" play <&- >&- 2>&-', 0),
        ('"$0" "$@" replay - <&-', 2),
        ('"$0" "$@" rules original >&-', 0),
        ('"$0" "$@" nonsense 2>&-', 2),
        ('"$0" "$@" rules original > /dev/full', 2),
        ('"$0" "$@" play > /dev/full', 2),
    ],
)
def test_streams_that_are_closed_or_full(script: str, status: int) -> None:
    done = shell(script)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.parametrize(
    "words", ["rules original", "play --humans 0 --players 2", "deal original-1p-x", "--help"]
)
def test_a_reader_that_leaves_early(words: str) -> None:
    done = shell(f'"$0" "$@" {words} | head -n 1; echo "${{PIPESTATUS[0]}}"')
    assert not done.stderr
    assert done.stdout.splitlines()[-1] in ("0", "141")


def test_a_reader_that_has_left_before() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*TENBACK, "rules", "original"],
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


# At a terminal


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, *words: str, term: str = "xterm") -> None:
        self.screen, keyboard = pty.openpty()
        self.before = termios.tcgetattr(self.screen)
        self.said = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", AT_A_TERMINAL, *words],
            stdin=keyboard,
            stdout=keyboard,
            stderr=keyboard,
            env=os.environ | {"LC_ALL": "C.UTF-8", "TERM": term},
            start_new_session=True,
        )
        os.close(keyboard)

    def until(self, text: str) -> str:
        """Read until this is said; what was said since the last time."""
        said = ""
        while text not in said:
            said += self.read().decode()
        self.said += said
        return said

    def read(self) -> bytes:
        """What is said next."""
        assert select.select([self.screen], [], [], 60)[0], "nothing more is said"
        return os.read(self.screen, 4096)

    def interrupt(self) -> None:
        """Ctrl-C, once the process waits for a key; just before, it would be heard with the key."""
        state = Path(f"/proc/{self.process.pid}/stat")
        while state.exists() and state.read_text("utf-8").rpartition(")")[2].split()[0] != "S":
            time.sleep(0.01)
        self.process.send_signal(signal.SIGINT)

    def type(self, line: str) -> None:
        os.write(self.screen, f"{line}\n".encode())

    def rest(self) -> str:
        """What is said until the process is gone."""
        said = b""
        try:
            while read := self.read():
                said += read
        except OSError:  # the other end is closed
            pass
        self.process.wait(60)
        self.said += said.decode()
        return said.decode()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.screen)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


QUESTIONS = ["Press Enter when", "hide your hand.", "Press Enter when", "hide your hand.",
             "Who starts?", "Press Enter when", "Seat 0> "]  # fmt: skip


@pytest.mark.parametrize("question", range(len(QUESTIONS)))
def test_ctrl_c_at_every_question(terminals: list[Terminal], tmp_path: Path, question: int) -> None:
    file = tmp_path / "game"
    terminal = Terminal("play", "--humans", "2", "--seed", "b", "--save", str(file))
    terminals.append(terminal)
    for text in QUESTIONS[:question]:
        terminal.until(text)
        terminal.type("0" if "Who" in text else "")
    terminal.until(QUESTIONS[question])
    terminal.interrupt()
    said = terminal.rest()
    assert terminal.process.returncode == 130
    assert "Traceback" not in terminal.said
    assert "You left before the end." in said
    assert file.read_text("utf-8").startswith("tenback-record 1")
    assert termios.tcgetattr(terminal.screen) == terminal.before
    if "Seat" in QUESTIONS[question]:
        assert "\x1b[3J" in said


def test_ctrl_c_while_stepping(terminals: list[Terminal], tmp_path: Path) -> None:
    file = tmp_path / "game"
    run("play", "--humans", "0", "--players", "2", "--seed", "b", "--save", str(file))
    terminal = Terminal("replay", str(file), "--step")
    terminals.append(terminal)
    terminal.until("Stock: 84\r\n")
    terminal.interrupt()
    terminal.rest()
    assert terminal.said.endswith("\r\n")
    assert terminal.process.returncode == 130
    assert "Traceback" not in terminal.said


@pytest.mark.parametrize(("term", "code"), [("xterm", True), ("dumb", False)])
def test_a_hand_is_wiped_from_the_screen(terminals: list[Terminal], term: str, code: bool) -> None:
    terminal = Terminal("play", "--humans", "2", "--seed", "b", term=term)
    terminals.append(terminal)
    terminal.until("Press Enter when")
    terminal.type("")
    terminal.until("hide your hand.")
    terminal.type("")
    said = terminal.until("Seat 1, take the keyboard.")
    assert ("\x1b[2J\x1b[3J\x1b[H" in said) == code
    assert ("\x1b" in said) == code
    assert ("\r\n" * 40 in said) != code
    terminal.type("q")
    terminal.rest()


def test_the_input_ends_at_a_terminal(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "--seed", "b")
    terminals.append(terminal)
    terminal.until("Seat 0> ")
    os.write(terminal.screen, b"\x04")
    assert "\r\nYou left before the end.\r\n" in terminal.rest()
    assert terminal.process.returncode == 0


UP = "\x1b[A"


def test_arrow_keys_bring_lines_back(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "--seed", "b")
    terminals.append(terminal)
    terminal.until("Seat 0> ")
    terminal.type("14 u1")
    terminal.until("Seat 0> ")
    terminal.type(UP)
    terminal.until("You do not hold 14.\r\nSeat 0> ")
    terminal.type("18 u2\x01\x0b20 u1")  # to the start of the line, cut, something else
    terminal.until("You lay 20 on u1")
    terminal.type("q")
    assert "You left before the end." in terminal.rest()
    assert termios.tcgetattr(terminal.screen) == terminal.before


def test_no_player_scrolls_through_the_lines_of_others(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "--humans", "2", "--seed", "b")
    terminals.append(terminal)
    for text in QUESTIONS[:-1]:
        terminal.until(text)
        terminal.type("0" if "Who" in text else "")
    terminal.until("Seat 0> ")
    terminal.type("67 u1\x15nonsense")  # typed, cut, and typed otherwise
    terminal.until("Seat 0> ")
    terminal.type("80 d1 99 d2 end")
    terminal.until("hide your hand.")
    terminal.type("")
    terminal.until("Press Enter when")
    terminal.type("")
    terminal.until("Seat 1> ")
    terminal.type(f"{UP}{UP}\x19")  # what was typed, and what was cut
    said = terminal.until("Seat 1> ")
    assert not [text for text in ("80", "67", "nonsense") if text in said]
    terminal.type("q")
    terminal.rest()


def test_pipes_get_no_escape_codes() -> None:
    typed = b"\n\n\n\n0\n\n14 u1 18 u1 end\n\n\nq\n"
    done = run("play", "--humans", "2", "--seed", "b", typed=typed, TERM="xterm")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout + done.stderr


# What it imports


def imported(script: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{script}; import sys; print(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("words", ["['--help']", "['help']", "['--version']"])
def test_help_imports_nothing_heavy(words: str) -> None:
    found = imported(f"from tenback.cli.main import main; main({words})")
    heavy = {"argparse", "hypothesis", "tomllib", "difflib", "msgspec", "numpy", "numba", "asyncio"}
    assert not found & heavy
    assert not {name for name in found if name.startswith(("tenback.words", "tenback.terminal"))}
    # Beyond the package itself, the command line adds its entry point and nothing else of ours.
    added = found - imported("import tenback")
    assert {name for name in added if name.startswith("tenback")} == {
        "tenback.cli",
        "tenback.cli.main",
    }


def test_playing_imports_nothing_heavy() -> None:
    found = imported("from tenback.cli.main import main; main(['play', '--humans', '0'])")
    tops = {name.partition(".")[0] for name in found}
    heavy = {"asyncio", "starlette", "uvicorn", "prometheus_client"}
    assert not tops & {"hypothesis", "pytest", "numpy", "numba", *heavy}
