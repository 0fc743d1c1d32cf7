"""Rules as a TOML file: the designer's way in, and how the named games are written."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.core import toml_limits
from tenback.core.errors import InvalidRules, Part, did_you_mean
from tenback.core.fits import Trick
from tenback.core.rules import Deck, Draw, DrawRule, Hands, Piles, Rules, Start, TalkPolicy, Win
from tenback.core.rules_check import MAX_CARDS, MAX_MINIMUM, MAX_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable

_RANGE = re.compile(r"([0-9]{1,4})(?:\.\.([0-9]{1,4}))?", re.ASCII)
_PLACE = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)")
"""The form in which tomllib reports the place of a fault."""

_E = TypeVar("_E", bound=StrEnum)


def parse(text: str) -> Rules:
    """Read a variant; a bad file raises `InvalidRules`, which names the key."""
    return from_data(parse_toml(text))


def from_data(data: dict[str, Any]) -> Rules:
    """A designer's rules from what a TOML file holds."""
    from tenback.core.variants import refuse_taken_name

    rules = build(data)
    refuse_taken_name(rules)
    return rules


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML, or say in one line why it is none."""
    toml_limits.check(text)
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    # tomllib lets a few faults of hostile input through as bare ValueError or RecursionError.
    except (ValueError, RecursionError) as error:
        raise InvalidRules("not-toml", detail=_unreadable(text, error)) from None
    if _has_huge_number(data):
        raise InvalidRules("not-toml", detail=Part("huge-number"))
    return data


def _unreadable(text: str, error: Exception) -> Part | str:
    """The place of a fault in TOML, and what the parser expected there, if it says so."""
    why = (str(error) or type(error).__name__).splitlines()[0][:200].rstrip(".")
    place = _PLACE.search(why)
    if place is None:
        return why
    line = int(place[1]) if place[1] else text.rstrip().count("\n") + 1
    written = text.split("\n")[line - 1].strip()[:80]
    return Part("toml-line", line=line, text=written, why=_PLACE.sub("", why))


def _has_huge_number(value: object) -> bool:
    """Whether there is a number that TOML does not promise to hold; Python cannot even show all."""
    if isinstance(value, dict):
        return any(map(_has_huge_number, value.values()))
    if isinstance(value, list):
        return any(map(_has_huge_number, value))
    return isinstance(value, int) and value.bit_length() > 63


def build(data: dict[str, Any]) -> Rules:
    """Rules from the data of a TOML file, a designer's or a published game's."""
    _known_keys("", data, _KEYS)
    values = {key: read(key, data[key]) for key, read in _KEYS.items() if key in data}
    for key in ("name", "deck", "piles", "hands", "minimum"):
        if key not in values:
            raise InvalidRules("missing-key", key=key, allowed=_ALLOWED[key])
    return Rules(**values)


def to_data(rules: Rules) -> dict[str, Any]:
    """The rules as plain data, in the form that `from_data` reads."""
    data: dict[str, Any] = {
        "name": rules.name,
        "minimum": rules.minimum,
        "minimum_without_stock": rules.minimum_without_stock,
        "maximum": "hand" if rules.maximum is None else rules.maximum,
        "draw": _plain(rules.draw),
    }
    if rules.draw_after_gift is not None:
        data["draw_after_gift"] = _plain(rules.draw_after_gift)
    data |= {
        "gift": rules.gift,
        "fire": list(rules.fire),
        "win": rules.win.value,
        "start": rules.start.value,
        "talk": rules.talk.value,
        "deck": {
            "numbers": _ranges(rules.deck.numbers),
            "colours": list(rules.deck.colours),
            "own": rules.deck.own,
        },
        "piles": {
            "up": ["any" if base is None else base for base in rules.piles.up],
            "down": ["any" if base is None else base for base in rules.piles.down],
            "own": rules.piles.own,
        },
        "hands": {str(players): hand for players, hand in rules.hands},
        "trick": {
            "distance": rules.trick.distance or "none",
            "same_colour": rules.trick.same_colour,
        },
    }
    return data


def write(rules: Rules) -> str:
    """The rules as TOML."""
    data = to_data(rules)
    lines = [f"{key} = {_toml(value)}" for key, value in data.items() if type(value) is not dict]
    for table, entries in data.items():
        if type(entries) is dict:
            lines += ["", f"[{table}]", *(f"{key} = {_toml(v)}" for key, v in entries.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _plain(draw: Draw) -> int | str:
    return draw.value if isinstance(draw, DrawRule) else draw


def _ranges(numbers: tuple[int, ...]) -> str:
    """2, 3, 4, 7 as `2..4, 7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{r[0]}..{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def _known_keys(table: str, data: dict[str, Any], known: dict[str, Any]) -> None:
    prefix = f"{table}." if table else ""
    for key in data:
        if key not in known:
            raise InvalidRules(
                "unknown-key",
                key=f"{prefix}{key}"[:80],
                allowed=", ".join(f"{prefix}{k}" for k in known),
                hint=did_you_mean(key, known, prefix),
            )


def _bad(key: str, value: object) -> InvalidRules:
    shown = repr(value) if not isinstance(value, bool) else str(value).lower()
    return InvalidRules("bad-value", key=key, value=shown[:80], allowed=_ALLOWED[key])


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise _bad(key, value)
    return value


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _bad(key, value)
    return value


def _whole(key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 9999:
        raise _bad(key, value)
    return value


def _whole_or(word: str) -> Callable[[str, object], int | None]:
    """A reader for a number, or the word that stands for none."""
    return lambda key, value: None if value == word else _whole(key, value)


def _list(key: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise _bad(key, value)
    return value


def _choice(kind: type[_E]) -> Callable[[str, object], _E]:
    def read(key: str, value: object) -> _E:
        try:
            return kind(_text(key, value))
        except ValueError:
            raise _bad(key, value) from None

    return read


def _draw(key: str, value: object) -> Draw:
    return _choice(DrawRule)(key, value) if isinstance(value, str) else _whole(key, value)


def _numbers(key: str, value: object) -> tuple[int, ...]:
    """`2..4, 7` as 2, 3, 4, 7, in ascending order; a number twice stays there to be found."""
    found: list[int] = []
    for part in _text(key, value).split(","):
        run = _RANGE.fullmatch(part.strip())
        if run is None or int(run[1]) > int(run[2] or run[1]):
            raise _bad(key, value)
        found += range(int(run[1]), int(run[2] or run[1]) + 1)
        if len(found) > MAX_NUMBER:
            raise InvalidRules("too-many-cards", key=key, count=len(found), limit=MAX_CARDS)
    return tuple(sorted(found))


def _fire(key: str, value: object) -> tuple[int, ...]:
    return tuple(sorted(_whole(key, number) for number in _list(key, value)))


def _words(key: str, value: object) -> tuple[str, ...]:
    return tuple(_text(key, word) for word in _list(key, value))


def _bases(key: str, value: object) -> tuple[int | None, ...]:
    return tuple(_whole_or("any")(key, base) for base in _list(key, value))


def _table(key: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _bad(key, value)
    return value


def _hands(key: str, value: object) -> Hands:
    pairs = []
    for players, hand in _table(key, value).items():
        if not (players.isascii() and players.isdigit() and len(players) < 4):
            raise _bad(key, players)
        pairs.append((int(players), _whole(key, hand)))
    return tuple(sorted(pairs))


def _read_table(kind: type[Any], needed: str = "", **readers: Callable[[str, object], Any]) -> Any:
    """A reader for a TOML table that becomes one of the frozen parts of `Rules`."""

    def read(key: str, value: object) -> Any:
        table = _table(key, value)
        _known_keys(key, table, readers)
        if needed and needed not in table:
            full = f"{key}.{needed}"
            raise InvalidRules("missing-key", key=full, allowed=_ALLOWED[full])
        values = {name: readers[name](f"{key}.{name}", entry) for name, entry in table.items()}
        blank = {f.name: () for f in fields(kind) if f.name in ("up", "down")}
        return kind(**(blank | values))

    return read


_KEYS: dict[str, Callable[[str, object], Any]] = {
    "name": _text,
    "deck": _read_table(Deck, "numbers", numbers=_numbers, colours=_words, own=_flag),
    "piles": _read_table(Piles, up=_bases, down=_bases, own=_flag),
    "hands": _hands,
    "minimum": _whole,
    "minimum_without_stock": _whole,
    "maximum": _whole_or("hand"),
    "draw": _draw,
    "draw_after_gift": _draw,
    "trick": _read_table(Trick, distance=_whole_or("none"), same_colour=_flag),
    "gift": _flag,
    "fire": _fire,
    "win": _choice(Win),
    "start": _choice(Start),
    "talk": _choice(TalkPolicy),
}


def _example(code: str, example: str) -> Part:
    return Part(f"allowed-{code}", example=example)


def _one_of(kind: type[StrEnum]) -> Part:
    return Part("allowed-choice", choices=", ".join(f'"{entry}"' for entry in kind))


_FLAG = Part("allowed-flag")
_MINIMUM = Part("allowed-number", low=1, high=MAX_MINIMUM)

_ALLOWED = {
    "name": _example("text", '"my-variant"'),
    "deck": _example("table", '{numbers = "2..99", colours = [], own = false}'),
    "deck.numbers": Part("allowed-ranges"),
    "deck.colours": _example("colours", '["red", "blue"]'),
    "deck.own": _FLAG,
    "piles": _example("table", "{up = [1, 1], down = [100, 100], own = false}"),
    "piles.up": Part("allowed-bases"),
    "piles.down": Part("allowed-bases"),
    "piles.own": _FLAG,
    "hands": _example("hands", "{1 = 8, 2 = 7}"),
    "minimum": _MINIMUM,
    "minimum_without_stock": _MINIMUM,
    "maximum": Part("allowed-maximum"),
    "draw": Part("allowed-draw"),
    "draw_after_gift": Part("allowed-draw"),
    "trick": _example("table", "{distance = 10, same_colour = false}"),
    "trick.distance": Part("allowed-distance"),
    "trick.same_colour": _FLAG,
    "gift": _FLAG,
    "fire": _example("fire", "[22, 33]"),
    "win": _one_of(Win),
    "start": _one_of(Start),
    "talk": _one_of(TalkPolicy),
}
