"""Pictures: the right kind of file, the right words, the same each time, and no traces."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from tenback import Rules
from tenback.analysis.plots import KINDS
from tenback.analysis.plots.figure import Labels, look, new_figure, save
from tenback.analysis.plots.histogram import save_histogram
from tenback.sim import play
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from pathlib import Path

LABELS = Labels("title", "subtitle", "across", "upwards")
MAGIC = {"png": b"\x89PNG\r\n", "svg": b"<?xml"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_kind_follows_from_the_name(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"a.{kind}"
    with look():
        figure, _ = new_figure(LABELS)
        save(figure, file)
    assert file.read_bytes().startswith(MAGIC[kind])
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(b"old")
    with look():
        figure, _ = new_figure(LABELS)
        monkeypatch.setattr(figure, "savefig", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            save(figure, file)
    assert file.read_bytes() == b"old"


def test_the_look_is_ours_and_goes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mpl.rcParams, "font.size", 33)
    with look():
        assert mpl.rcParams["font.size"] == 10
    assert mpl.rcParams["font.size"] == 33


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["original", "face-to-face"])
def test_a_histogram(tmp_path: Path, game: str, language: str) -> None:
    rules = Rules.named(game)
    results = play(rules, rules.player_counts[-1], "careful", 300, "a")
    file, again = tmp_path / "a.svg", tmp_path / "b.svg"
    say = Words(language)
    save_histogram(results, say, file)
    save_histogram(results, say, again)
    assert file.read_bytes() == again.read_bytes()
    words = [text for text in ElementTree.parse(file).getroot().itertext() if text.strip()]
    assert say("simulate.plot.across") in words
    assert any(text.startswith(game) for text in words)
    assert "Date" not in file.read_text("utf-8")


def test_a_histogram_of_one_game(tmp_path: Path) -> None:
    save_histogram(play(Rules.named("original"), 3, "careful", 1, "a"), Words(), tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 1000
