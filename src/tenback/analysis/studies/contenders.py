"""Contenders of a comparison: `original:3:careful` is a game, players and bots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.analysis.input_files import is_file, rules_of
from tenback.analysis.studies.participants import (
    bots_of,
    names_between,
    player_count,
    plays_at_tables,
    ready,
    talk_policy,
)
from tenback.core.bot_spec import LEVELS, PROGRAM, BotSpec, Trust
from tenback.core.errors import nearest
from tenback.core.variants import ALIASES, every, name_and_options
from tenback.sim.kernel_bots import KERNEL_BOTS
from tenback.sim.search.config import NAMES
from tenback.sim.simulation_setting import Setting
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenback.core.rules import Rules
    from tenback.words import Words

# The colons of C:\mine.toml, of master:deep and of run:COMMAND join nothing; nor does that of
# master:foo@mine.npz, so that the refusal can name the level.
_LEVEL = rf"(?:{'|'.join(LEVELS)})(?:[,@:]|$)"
_WRONG_LEVEL = r"(?<=\bmaster:)[^:,@/\\]*@"
_JOINT = re.compile(rf"(?<!^run)(?<![:,]run):(?![\\/]|{_LEVEL}|{_WRONG_LEVEL})")
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
BOTS = (*KERNEL_BOTS, *NAMES)


class ContenderError(UsageError):
    """A comparison that a user describes badly."""

    catalogue = "compare"


@dataclass(frozen=True, slots=True)
class Usual:
    """What is meant where a contender does not say it."""

    variant: str
    players: int | None
    bots: tuple[str, ...]
    seed: str
    talk: str | None = None


@dataclass(frozen=True, slots=True)
class Contender:
    """One side of a comparison: as it was typed, the variant it names, and the table it means."""

    text: str
    variant: str
    setting: Setting


def contenders(texts: Sequence[str], usual: Usual) -> list[Contender]:
    """Everything that is to be compared, at least two different things."""
    if len(texts) < 2:
        raise ContenderError("two")
    found: dict[object, Contender] = {}
    for text in texts:
        contender = _contender(text, usual)
        table = (contender.setting.rules, contender.setting.seats)
        if table in found:
            raise ContenderError("same", first=found[table].text, second=text)
        found[table] = contender
    _check_duels(list(found.values()))
    return list(found.values())


def _check_duels(found: Sequence[Contender]) -> None:
    """Refuse a bot against itself, which wins half of its duels, and duels beside teams."""
    duels = [contender for contender in found if contender.setting.rules.duel]
    if duels and len(duels) < len(found):
        raise ContenderError("duel-and-team")
    for contender in duels:
        if len(set(contender.setting.seats)) == 1:
            bot = contender.setting.seats[0]
            raise ContenderError("duel-alone", text=contender.text, bot=bot)


def labels(found: Sequence[Contender], say: Words) -> list[str]:
    """What tells the contenders apart, and no more."""
    settings = [contender.setting for contender in found]
    rules = _differ(setting.rules for setting in settings)
    players = _differ(setting.players for setting in settings)
    bots = _differ(setting.bots for setting in settings)
    return [
        ", ".join(
            [contender.variant] * rules
            + [say("compare.players", count=contender.setting.players)] * players
            + ["/".join(contender.setting.bots)] * bots
        )
        for contender in found
    ]


def shared(found: Sequence[Contender], say: Words) -> list[str]:
    """What all contenders have in common."""
    first = found[0]
    said = [] if _differ(c.setting.rules for c in found) else [first.variant]
    if not _differ(c.setting.players for c in found):
        said.append(say("compare.players", count=first.setting.players))
    if not _differ(c.setting.bots for c in found):
        said.append("/".join(first.setting.bots))
    return said


def _differ(values: Iterable[object]) -> bool:
    first, *others = values
    return any(value != first for value in others)


def _contender(text: str, usual: Usual) -> Contender:
    parts = _parts(text)
    variant = parts.get("variant", usual.variant)
    bots = bots_of(parts["bots"]) if "bots" in parts else usual.bots
    rules = variant_of(variant)
    players = int(parts["players"]) if "players" in parts else usual.players
    seats, talk = player_count(rules, players, bots), talk_policy(rules, usual.talk)
    return Contender(text, variant, ready(Setting(rules, seats, bots, usual.seed, talk)))


def _parts(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in map(str.strip, _JOINT.split(text)):
        if not part:
            raise ContenderError("unknown", text=text[:80], bots=", ".join(BOTS))
        kind = _kind(part)
        if kind in found:
            raise ContenderError("twice", text=text, first=found[kind], second=part)
        found[kind] = part
    return found


def _kind(part: str) -> str:
    if _NUMBER.fullmatch(part):
        return "players"
    return "bots" if _names_bots(part) else "variant"


def _names_bots(part: str) -> bool:
    """Whether a part names bots; a path may be a network's or a variant's."""
    if part.startswith(PROGRAM):
        return True
    if any(bot in KERNEL_BOTS or _is_search_bot(bot) for bot in names_between(part)):
        return True
    if is_file(part):
        return False
    return "," in part or (not _is_game(part) and plays_at_tables(part))


def _is_search_bot(bot: str) -> bool:
    return bool(BotSpec.parse(bot, Trust.LOCAL).search_bot)


def variant_of(text: str) -> Rules:
    """The path of a TOML file, or a published game with its options: `original+expert`."""
    if not is_file(text):
        _check_name(name_and_options(text)[0])
    return rules_of(text)


def _check_name(name: str) -> None:
    """Refuse a word that means nothing; it may have been meant for a bot as well."""
    if not _is_game(name):
        near = nearest(name, [*BOTS, *_games()])
        bots = ", ".join(BOTS)
        params = {"text": name[:80], "near": near, "bots": bots}
        raise ContenderError("did-you-mean" if near else "unknown", **params)


def _is_game(name: str) -> bool:
    return name in _games()


def _games() -> list[str]:
    return [*ALIASES, *(rules.name for rules in every())]
