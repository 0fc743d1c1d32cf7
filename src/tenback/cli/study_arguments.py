"""The options of studies: what to play, on which cores, and what to print."""

from __future__ import annotations

import re
import tempfile
from contextlib import suppress
from decimal import Decimal
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.analysis.plots import KINDS, check_installed
from tenback.analysis.studies.participants import (
    BOT,
    GAMES,
    PLAYERS,
    StudyError,
    bots_of,
    player_count,
    ready,
    seed_or_new,
    talk_policy,
)
from tenback.analysis.training.table_notation import TrainingError
from tenback.bots.registry import OWN, Speed
from tenback.cli.arguments import Parser, number
from tenback.core.rules import TalkPolicy

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from tenback.core.rules import Rules
    from tenback.sim import Setting, Workers

SEARCH_BOTS = (
    "strong, master or master:quick, master:normal, master:deep; "
    "a network of your own is a bot as FILE.npz or master@FILE.npz"
)

_COUNT = re.compile(r"(-?[0-9][0-9_]*(?:\.[0-9]+)?(?:e[0-9]{1,2})?)([km]?)", re.IGNORECASE)
_MINUTES = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
_MOST_MINUTES = 30.0 * 24 * 60
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}


def count(text: str) -> int:
    """A whole number that may be large: 1000000, 1_000_000, 1e6, 10k or 2.5M."""
    found = _COUNT.fullmatch(text)
    value = Decimal(found[1]) * _UNITS[found[2].lower()] if found else Decimal("0.5")
    if value != value.to_integral_value():
        raise StudyError("not-a-count", text=text[:40])
    return int(value)


def minutes(text: str, least: float = 0.01) -> float:
    """A time on the command line."""
    if not _MINUTES.fullmatch(text) or not least <= float(text) <= _MOST_MINUTES:
        raise TrainingError("not-minutes", text=text[:40])
    return float(text)


def check_games_or_none(games: int) -> None:
    """Refuse what is neither a number of games nor 0, which leaves them out."""
    from tenback.sim.simulation_setting import MAX_GAMES

    if not 0 <= games <= MAX_GAMES:
        raise TrainingError("not-games", games=games, limit=MAX_GAMES)


# What the command line may say


def add_batch(to: Parser, usual: Mapping[Speed, int] = GAMES) -> None:
    """How many games, and which; `usual` are as many as the slowest bot makes sense for."""
    slow = [
        f"{usual[bot.speed]} with {bot.name}"
        for bot in OWN
        if usual[bot.speed] != usual[Speed.INSTANT]
    ]
    by_default = ", ".join([str(usual[Speed.INSTANT]), *slow])
    to.add_argument(
        "--games",
        type=count,
        metavar="N",
        help=f"how many, such as 5000, 10k, 2.5M or 1e6; by default {by_default}",
    )
    to.add_argument(
        "--seed", help="any text; the same seed gives the same games; by default a new one"
    )


def add_table(to: Parser) -> None:
    """How many seats a table has, and which bots take them."""
    to.add_argument(
        "--players",
        type=number,
        metavar="N",
        help=f"how many seats; by default {PLAYERS}, or the nearest number the rules allow",
    )
    to.add_argument(
        "--bots",
        default=BOT,
        metavar="BOT,...",
        help=f"who sits down, in this order and then once more: {', '.join(_bots())}; "
        f"{SEARCH_BOTS}; by default {BOT}",
    )
    add_talk(to)


def add_talk(to: Parser) -> None:
    """The policy of bots that talk."""
    to.add_argument(
        "--talk",
        "--policy",
        metavar="POLICY",
        help="talk by a stricter policy than the game's own; only strong and master say anything: "
        f"{', '.join(TalkPolicy)}",
    )
    to.add_argument("--silent", action="store_true", help="the same as --talk silent")


def _bots() -> list[str]:
    """The names of all bots; their files are only counted, for loading them takes Numba."""
    files = resources.files("tenback.sim").joinpath("kernel_bots").iterdir()
    names = (file.name.removesuffix(".py") for file in files if file.name.endswith(".py"))
    return sorted(name for name in names if not name.startswith("_"))


def add_workers(to: Parser) -> None:
    """How many cores, and where."""
    to.add_argument("--cores", type=number, metavar="N", help="how many; by default all")
    to.add_argument(
        "--backend",
        default="threading",
        metavar="NAME",
        help="threading (the default) or loky on this machine, dask for a cluster",
    )
    to.add_argument("--address", help="where the cluster is, such as tcp://localhost:8786")


def add_output(to: Parser, *, csv: str, plot: str) -> None:
    """The forms of output; `csv` and `plot` say what those hold."""
    to.add_argument("--json", action="store_true", help="answer with one JSON object")
    to.add_argument("--csv", action="store_true", help=f"answer with {csv}")
    to.add_argument("--plot", metavar="FILE", help=f"save {plot} as FILE, a .png or .svg")


# What it said


def chosen_setting(found: argparse.Namespace, rules: Rules) -> Setting:
    """The table to simulate; without a seed a new one is drawn."""
    from tenback.sim import Setting

    bots = bots_of(found.bots)
    players = player_count(rules, found.players, bots)
    seed, talk = seed_or_new(found.seed), talk_policy(rules, asked_talk(found))
    return ready(Setting(rules, players, bots, seed, talk))


def asked_talk(found: argparse.Namespace) -> str | None:
    """The policy that the command line names, which it must not do in two ways at once."""
    silent = str(TalkPolicy.SILENT)
    if not found.silent:
        return None if found.talk is None else str(found.talk)
    if found.talk is not None and found.talk.lower() != silent:
        raise StudyError("silent-and-talk", talk=found.talk[:40])
    return silent


def chosen_workers(found: argparse.Namespace) -> Workers:
    """This machine or a cluster."""
    from tenback.sim import Workers

    return Workers(found.cores, found.backend, found.address)


def check_output(found: argparse.Namespace) -> None:
    """Refuse an output that could not be given, before anything is played."""
    if found.json and found.csv:
        raise StudyError("json-and-csv")
    if found.plot is not None:
        _check_plot(Path(found.plot))


def _check_plot(file: Path) -> None:
    if file.suffix.lower().removeprefix(".") not in KINDS:
        raise StudyError("plot-kind", file=str(file))
    check_installed()
    try:
        if file.is_dir():
            raise StudyError("plot-folder", file=str(file))
        with tempfile.TemporaryFile(dir=file.parent), suppress(FileNotFoundError):
            file.lstat()
    # A name may be too long, and one with a NUL in it is a ValueError.
    except (OSError, ValueError) as error:
        raise unwritable(str(file), error) from None


def unwritable(file: str, error: Exception) -> StudyError:
    """Say that a picture cannot be saved."""
    why = getattr(error, "strerror", None) or str(error)
    return StudyError("plot-unwritable", file=file, why=why)
