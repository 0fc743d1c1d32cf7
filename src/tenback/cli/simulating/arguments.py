"""What `simulate`, `compare` and `sweep` share: what to play, who does the work, what to answer."""

from __future__ import annotations

import re
import secrets
import tempfile
from contextlib import suppress
from decimal import Decimal
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.analysis.plots import KINDS
from tenback.bots import seating
from tenback.bots.registry import OWN, InvalidBot, Speed, check
from tenback.bots.seating import is_program, names_thinker
from tenback.cli.arguments import Parser, number
from tenback.cli.command import command
from tenback.cli.usage import UsageError
from tenback.core.rules import TalkPolicy

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping, Sequence

    from tenback.core.rules import Rules
    from tenback.sim import Setting, Workers

GAMES = {Speed.INSTANT: 100_000, Speed.QUICK: 10_000, Speed.THINKS: 200}
"""How many games by default, by the slowest bot: they take seconds, or a minute or two."""

BOT = "careful"
PLAYERS = 3

THINKERS = (
    "strong, master or master:quick, master:normal, master:deep; "
    "a network of your own is a bot as FILE.npz or master@FILE.npz"
)

_COUNT = re.compile(r"(-?[0-9][0-9_]*(?:\.[0-9]+)?(?:e[0-9]{1,2})?)([km]?)", re.IGNORECASE)
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}


class UnusableError(UsageError):
    """A simulation that the command line describes badly."""

    catalogue = "simulate"


def count(text: str) -> int:
    """A whole number that may be large: 1000000, 1_000_000, 1e6, 10k or 2.5M."""
    found = _COUNT.fullmatch(text)
    value = Decimal(found[1]) * _UNITS[found[2].lower()] if found else Decimal("0.5")
    if value != value.to_integral_value():
        raise UnusableError("not-a-count", text=text[:40])
    return int(value)


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
    """How many sit at the table, and who."""
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
        f"{THINKERS}; by default {BOT}",
    )
    add_talk(to)


def add_talk(to: Parser) -> None:
    """By which policy bots talk that do."""
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
    files = resources.files("tenback.sim").joinpath("players").iterdir()
    names = (file.name.removesuffix(".py") for file in files if file.name.endswith(".py"))
    return sorted(name for name in names if not name.startswith("_"))


def add_workers(to: Parser) -> None:
    """Who does the work."""
    to.add_argument("--cores", type=number, metavar="N", help="how many; by default all")
    to.add_argument(
        "--backend",
        default="threading",
        metavar="NAME",
        help="threading (the default) or loky on this machine, dask for a cluster",
    )
    to.add_argument("--address", help="where the cluster is, such as tcp://localhost:8786")


def add_answer(to: Parser, *, csv: str, plot: str) -> None:
    """What to answer with; `csv` and `plot` say what those hold."""
    to.add_argument("--json", action="store_true", help="answer with one JSON object")
    to.add_argument("--csv", action="store_true", help=f"answer with {csv}")
    to.add_argument("--plot", metavar="FILE", help=f"save {plot} as FILE, a .png or .svg")


# What it said


def chosen_setting(found: argparse.Namespace, rules: Rules) -> Setting:
    """The table to simulate; without a seed a new one is drawn."""
    from tenback.sim import Setting

    bots = chosen_bots(found.bots)
    players = chosen_players(rules, found.players, bots)
    seed, talk = chosen_seed(found.seed), chosen_talk(rules, asked_talk(found))
    return ready(Setting(rules, players, bots, seed, talk))


def ready(setting: Setting) -> Setting:
    """The same, once it is sure that every thinker has its network."""
    if setting.minds:
        setting.mind_rows()
    return setting


def asked_talk(found: argparse.Namespace) -> str | None:
    """The policy that the command line names, which it must not do in two ways at once."""
    silent = str(TalkPolicy.SILENT)
    if not found.silent:
        return None if found.talk is None else str(found.talk)
    if found.talk is not None and found.talk.lower() != silent:
        raise UnusableError("silent-and-talk", talk=found.talk[:40])
    return silent


def chosen_talk(rules: Rules, talk: str | None) -> TalkPolicy | None:
    """The policy that was asked for, if the rules allow it; None for that of the rules."""
    from tenback.talk.policy import chosen

    return None if talk is None else chosen(rules, talk.lower())


def chosen_bots(text: str) -> tuple[str, ...]:
    """The names between the commas; whoever plays at tables only is refused."""
    names = names_between(text)
    for name in filter(plays_at_tables, names):
        again = command("arena", BOT, text if is_program(text) else name)
        raise UnusableError("at-tables", name=name, command=again)
    for name in filter(names_thinker, names):
        seating.check(name)
    return names


def names_between(text: str) -> tuple[str, ...]:
    """The names between the commas, whoever they mean."""
    return tuple(name.strip() for name in text.split(","))


def plays_at_tables(name: str) -> bool:
    """Whether a bot exists that the simulator does not know."""
    from tenback.analysis.arena.lineups import is_compiled

    if is_program(name) or is_compiled(name):
        return is_program(name)
    try:
        check(name)
    except InvalidBot:
        return False
    return True


def chosen_players(rules: Rules, players: int | None, bots: Sequence[str]) -> int:
    """The number asked for, else one near 3 at which every bot that is named has a seat."""
    if players is not None:
        return players
    enough = [possible for possible in rules.player_counts if possible >= len(bots)]
    return min(enough or rules.player_counts, key=lambda possible: abs(possible - PLAYERS))


def chosen_seed(seed: str | None) -> str:
    """The seed asked for, else a new one, to be told so that the games can be repeated."""
    return secrets.token_hex(4) if seed is None else seed


def chosen_workers(found: argparse.Namespace) -> Workers:
    """This machine or a cluster."""
    from tenback.sim import Workers

    return Workers(found.cores, found.backend, found.address)


def chosen_games(
    found: argparse.Namespace, bots: Iterable[str], usual: Mapping[Speed, int] = GAMES
) -> int:
    """How many games, by default as the slowest bot allows; an impossible number is refused."""
    from tenback.sim.setting import check_games

    asked: int | None = found.games
    games = min(usual[_speed(bot)] for bot in bots) if asked is None else asked
    check_games(games)
    return games


def _speed(bot: str) -> Speed:
    """How fast a bot is; with whatever network, thinkers take as long. Programs are waited for.

    Whoever nobody knows is refused elsewhere.
    """
    from tenback.sim.thinking.minds import MASTER, STRONG, mind

    if is_program(bot):
        return Speed.THINKS
    thinker = mind(bot)
    name = bot if thinker is None else MASTER if thinker.samples else STRONG
    try:
        return check(name)[0].speed
    except InvalidBot:
        return Speed.INSTANT


def check_answer(found: argparse.Namespace) -> None:
    """Refuse an answer that could not be given, before anything is played."""
    if found.json and found.csv:
        raise UnusableError("json-and-csv")
    if found.plot is not None:
        _check_plot(Path(found.plot))


def _check_plot(file: Path) -> None:
    if file.suffix.lower().removeprefix(".") not in KINDS:
        raise UnusableError("plot-kind", file=str(file))
    try:
        if file.is_dir():
            raise UnusableError("plot-folder", file=str(file))
        with tempfile.TemporaryFile(dir=file.parent), suppress(FileNotFoundError):
            file.lstat()
    # A name may be too long, and one with a NUL in it is a ValueError.
    except (OSError, ValueError) as error:
        raise unwritable(str(file), error) from None


def unwritable(file: str, error: Exception) -> UnusableError:
    """Say that a picture cannot be saved."""
    why = getattr(error, "strerror", None) or str(error)
    return UnusableError("plot-unwritable", file=file, why=why)
