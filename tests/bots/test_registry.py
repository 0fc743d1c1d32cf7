"""Bots by their names: ours, other people's, and those that do not work."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tenback import Deal, Game, Rules
from tenback.bots import registry
from tenback.bots.registry import OWN, Listing, Speed, check, listings, make, names
from tenback.core.bot_spec import InvalidBot
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.bots.base import Bot

THEIRS = """
from dataclasses import dataclass
from tenback.bots.registry import Listing, Speed
from tenback.core.moves import END

@dataclass
class Last:
    '''Makes the last legal move.

    More about it.
    '''
    level: str = "none"
    name: str = "last"

    def move(self, view, rng):
        return view.legal_moves()[-1]

levels = ("low", "high")
vague = Listing("vague", Last, line="\\nSomething,\\nperhaps.")
deep = Listing("whatever", Last, strength=7, speed=Speed.QUICK, levels=levels, line="Deep.")
odd = Listing("odd", Last, strength="a lot")
number = 7

def fails():
    raise RuntimeError("no licence")
"""

ENTRIES = """
[tenback.bots]
last = theirs:Last
deep-one = theirs:deep
odd = theirs:odd
number = theirs:number
fails = theirs:fails
vague = theirs:vague
missing = theirs:missing
broken = theirs_broken:Bot
careful = theirs:Last
human = theirs:Last
run = theirs:Last
Big Bot = theirs:Last
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package with bots is installed."""
    (tmp_path / "theirs.py").write_text(THEIRS, "utf-8")
    (tmp_path / "theirs_broken.py").write_text("1 / 0", "utf-8")
    info = tmp_path / "their_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))


def refused(name: str) -> InvalidBot:
    with pytest.raises(InvalidBot) as caught:
        make(name)
    return caught.value


def first_move(bot: Bot) -> str:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 1, "first"))
    return str(bot.move(game.view(0), random.Random(1)))


# Ours


@pytest.mark.parametrize("listing", OWN, ids=lambda listing: listing.name)
def test_our_own_are_made_by_name_and_described_in_every_language(listing: Listing) -> None:
    assert make(listing.name).name == listing.name
    lines = {listing.description(Words(language)) for language in LANGUAGES}
    assert len(lines) == len(LANGUAGES)
    assert all(line.endswith(".") and "\n" not in line for line in lines)
    assert all(f"bots.speed.{listing.speed}" in Words(language) for language in LANGUAGES)


def test_the_ladder() -> None:
    strength = {listing.name: listing.strength for listing in OWN}
    assert strength["random"] < strength["greedy"] < strength["careful"]
    assert [listing.strength for listing in listings()[0]] == sorted(strength.values())


def test_a_wrong_name_is_refused_with_the_right_one() -> None:
    error = refused("carefull")
    assert error.code == "unknown-bot"
    assert str(error).endswith("Did you mean careful?")
    assert all(name in str(error) for name in names())
    for name in ("", "Careful", "careful:", ":deep", "nobody" * 50):
        assert refused(name).code == "unknown-bot"


def test_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused("careful:deep").code == "no-levels"
    made: list[str] = []

    def maker(level: str = "normal") -> Bot:
        made.append(level)
        return make("simple")

    searcher = Listing("searcher", maker, levels=("normal", "deep"))
    monkeypatch.setitem(registry._OWN, "searcher", searcher)
    make("searcher")
    make("searcher:deep")
    assert made == ["normal", "deep"]
    assert check("searcher:deep") == searcher
    error = refused("searcher:dep")
    assert error.code == "unknown-level"
    assert str(error).endswith("Did you mean searcher:deep?")


def test_listing_bots_loads_no_kernels() -> None:
    script = (
        "import sys; from tenback.bots.registry import listings, make;"
        "listings(); make('careful'); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert not {"numpy", "numba"} & set(done.stdout.split())


# Other people's


@pytest.mark.usefixtures("package")
def test_a_package_brings_bots_along() -> None:
    assert {"last", "deep-one"} <= set(names())
    assert first_move(make("last")) == first_move(make("deep-one:high"))
    assert make("deep-one:high").level == "high"  # type: ignore[attr-defined]
    found = {listing.name: listing for listing in listings()[0]}
    assert found["last"].description(Words("fr")) == "Makes the last legal move."
    assert found["last"].package == "their-bots"
    assert found["vague"].description(Words()) == "Something,"
    deep = found["deep-one"]
    assert (deep.strength, deep.speed, deep.line) == (7, Speed.QUICK, "Deep.")
    # The weakest first; a bot of unknown strength comes last.
    ordered = [listing.name for listing in listings()[0]]
    assert ordered == [*(listing.name for listing in OWN), "deep-one", "last", "fails", "vague"]


@pytest.mark.usefixtures("package")
def test_what_is_broken_is_reported_and_does_no_harm() -> None:
    found, problems = listings()
    usable = {listing.name for listing in found}
    assert usable == {*(listing.name for listing in OWN), "last", "deep-one", "fails", "vague"}
    by_name = {str(problem.params["name"]): problem for problem in problems}
    taken = {"careful", "human", "run", "Big Bot"}
    assert set(by_name) == {"odd", "number", "missing", "broken", *taken}
    assert "ZeroDivisionError" in str(by_name["broken"])
    assert {by_name[name].code for name in taken} == {"bot-name-taken"}
    for language in LANGUAGES:
        assert all("their-bots" in Words(language).refusal(problem) for problem in problems)


@pytest.mark.usefixtures("package")
def test_a_broken_bot_is_refused_when_it_is_wanted() -> None:
    for name in ("odd", "number", "missing", "broken", "fails"):
        assert refused(name).code == "broken-bot"
    assert "no licence" in str(refused("fails"))
    assert type(make("careful")).__module__ == "tenback.bots.kernel_bot"
    assert {refused(name).code for name in ("Big Bot", "human", "run")} == {"unknown-bot"}
