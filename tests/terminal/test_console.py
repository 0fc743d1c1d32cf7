"""The keyboard and the screen."""

from __future__ import annotations

import io

import pytest

from tenback.terminal.console import BLANK, WIPE, Console, Ended


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_are_printed_one_by_one() -> None:
    out = io.StringIO()
    Console(io.StringIO(), out).print(["a", "b"])
    assert out.getvalue() == "a\nb\n"


def test_what_comes_through_a_pipe_is_written_out() -> None:
    out = io.StringIO()
    assert Console(io.StringIO("  37 u1 \n"), out).ask("Seat 0>") == "37 u1"
    assert out.getvalue() == "Seat 0> 37 u1\n"


def test_a_terminal_shows_by_itself_what_is_typed() -> None:
    out = io.StringIO()
    assert Console(Screen("37 u1\n"), out).ask("Seat 0>") == "37 u1"
    assert out.getvalue() == "Seat 0> "


@pytest.mark.parametrize("kind", [io.StringIO, Screen])
def test_the_end_of_the_input_ends_the_line(kind: type[io.StringIO]) -> None:
    out = io.StringIO()
    with pytest.raises(Ended):
        Console(kind(), out).ask("Seat 0>")
    assert out.getvalue() == "Seat 0> \n"


@pytest.mark.parametrize(
    ("term", "wiped"), [("xterm", WIPE), ("screen", WIPE), ("dumb", BLANK), (None, BLANK)]
)
def test_a_screen_is_wiped_as_well_as_it_can(
    monkeypatch: pytest.MonkeyPatch, term: str | None, wiped: str
) -> None:
    if term is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", term)
    screen = Screen()
    Console(io.StringIO(), screen).wipe()
    assert screen.getvalue() == wiped


def test_the_scrollback_is_wiped_after_the_screen() -> None:
    # Some terminals move a wiped screen into the scrollback, so the order matters.
    assert WIPE.index("[2J") < WIPE.index("[3J")


def test_a_pipe_gets_no_escape_codes() -> None:
    out = io.StringIO()
    Console(io.StringIO(), out).wipe()
    assert out.getvalue() == ""


def test_a_pipe_from_a_keyboard_scrolls() -> None:
    out = io.StringIO()
    Console(Screen(), out).wipe()
    assert out.getvalue() == BLANK
