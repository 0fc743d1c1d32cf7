"""The published games: data files beside this module, and the options that change a few keys."""

from __future__ import annotations

from functools import cache
from importlib import resources
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tenback.core import rulesfile
from tenback.core.errors import InvalidRules, Part, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.rules import Rules

GAMES = ("original", "quick-and-easy", "face-to-face")

ALIASES = {"on-fire": "original-on-fire"}
"""On Fire is sold as a game of its own; it is the original with an option."""


def named(name: str, **options: bool) -> Rules:
    """A published game with the options that are true.

    `name` may spell the options out as well: `original-expert`.
    """
    chosen = {option for option, on in options.items() if on}
    game, spelled = _split(name)
    # Saying no to another game's option is harmless; a word that is no option at all is a mistake.
    harmless = {option for other in GAMES for option in options_of(other)} - chosen
    for option in options.keys() - harmless:
        if option not in options_of(game):
            allowed = ", ".join(options_of(game)) or Part("allowed-no-option")
            raise InvalidRules("unknown-option", name=game, option=option, allowed=allowed)
    return _build(game, frozenset(chosen | spelled))


def name_and_options(text: str) -> tuple[str, list[str]]:
    """A published game and its options as they may be written in one word: `original+expert`."""
    name, *options = text.lower().split("+")
    return name, [option.replace("-", "_") for option in options]


@cache
def every() -> tuple[Rules, ...]:
    """Every published game with every combination of options that is allowed."""
    return tuple(_build(game, chosen) for game in GAMES for chosen in _combinations(game))


def options_of(game: str) -> tuple[str, ...]:
    """The options of one of `GAMES`, in the order in which they are written."""
    return tuple(_file(game)["options"])


def needs_of(game: str, option: str) -> str | None:
    """The option that this one goes on top of, if any."""
    needs: str | None = _file(game)["options"][option].get("needs")
    return needs


def is_published(rules: Rules) -> bool:
    """Whether these are the rules of a published game, so that its name says it all."""
    return rules in every()


def refuse_taken_name(rules: Rules) -> None:
    """A designer's variant may not pass itself off as a published game."""
    taken = {published.name: published for published in every()}
    if rules.name in ALIASES or taken.get(rules.name, rules) != rules:
        raise InvalidRules("name-taken", key="name", name=rules.name)


@cache
def _file(game: str) -> dict[str, Any]:
    text = resources.files("tenback.core").joinpath("games", f"{game}.toml").read_text("utf-8")
    return {"options": {}} | rulesfile.parse_toml(text)


@cache
def _build(game: str, chosen: frozenset[str]) -> Rules:
    data = dict(_file(game))
    options = data.pop("options")
    for option, changes in options.items():
        if option not in chosen:
            continue
        changes = dict(changes)
        needs = changes.pop("needs", None)
        if needs is not None and needs not in chosen:
            raise InvalidRules("option-needs", option=option, needs=needs)
        data |= changes
        data["name"] += f"-{slug(option)}"
    return rulesfile.build(data)


def _combinations(game: str) -> Iterator[frozenset[str]]:
    names = options_of(game)
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            if all(needs_of(game, option) in (None, *chosen) for option in chosen):
                yield frozenset(chosen)


def slug(option: str) -> str:
    """An option as a word of a name."""
    return option.replace("_", "-")


def _split(name: str) -> tuple[str, set[str]]:
    """`original-expert` into `original` and its options."""
    known: dict[str, tuple[str, set[str]]] = {}
    for game in GAMES:
        for chosen in map(set, _combinations(game)):
            in_order = [slug(option) for option in options_of(game) if option in chosen]
            known["-".join([game, *in_order])] = (game, chosen)
    known |= {alias: known[meant] for alias, meant in ALIASES.items()}
    if not isinstance(name, str) or name not in known:
        hint = did_you_mean(str(name), known)
        shown = ", ".join(known)
        raise InvalidRules("unknown-variant", name=str(name)[:80], allowed=shown, hint=hint)
    return known[name]
