"""Every parser answers any input with a value or a `TenbackError`, never another exception."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tenback import DealCode, Game, InvalidRules, Position, Rules, TenbackError, parse_move
from tenback.core import rulesfile
from tenback.core.encoding import decode
from tenback.core.notation import parse_action
from tenback.core.record import Record
from tenback.core.toml_limits import MAX_DEPTH
from tenback.testing.strategies import custom_rules, games

if TYPE_CHECKING:
    from collections.abc import Callable

PARSERS: dict[str, Callable[[str], object]] = {
    "move": parse_move,
    "action": parse_action,
    "record": Record.parse,
    "json": Record.from_json,
    "position": Position.parse,
    "rules": Rules.from_toml,
    "name": Rules.named,
    "code": DealCode.parse,
}


def survives(parse: Callable[[str], object], text: str) -> None:
    try:
        parse(text)
    except TenbackError as error:
        assert str(error)
        assert error.code


@pytest.mark.parametrize("name", PARSERS)
@given(text=st.text())
@example("")
@example("\x00")
@example("\ud800")
@example("9" * 5000)
@example("[" * 100_000)
@example("original 3p turn=" + "9" * 5000)
def test_any_text(name: str, text: str) -> None:
    survives(PARSERS[name], text)


def disturb(text: str, rng: random.Random) -> str:
    """Change a few characters, words or lines of a good text."""
    for _ in range(rng.randint(1, 4)):
        if not text:
            return text
        here, there = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        there = min(there, here + 12)
        piece = rng.choice(
            [
                "",
                text[here:there] * 2,
                rng.choice("0123456789-=/|{}<>[]\"'\\:!?*,. \n"),
                "é\u2028",
                *rng.sample(text.split() or [""], 1),
            ]
        )
        text = text[:here] + piece + text[there:]
    return text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)
PARTS = [
    "rules",
    "deal",
    "position",
    "moves",
    "talk",
    "notes",
    "starter",
    "takebacks",
    "headers",
    "sealed",
]


@given(games(), st.integers(), st.sampled_from(PARTS), JSON)
def test_disturbed_records_and_positions(game: Game, seed: int, part: str, value: object) -> None:
    rng = random.Random(seed)
    record = game.record()
    survives(Record.parse, disturb(str(record), rng))
    survives(Record.from_json, disturb(record.to_json(), rng))
    survives(Record.from_json, json.dumps(json.loads(record.to_json()) | {part: value}))
    survives(partial(play_from, game.rules, rng), disturb(str(Position(game.state)), rng))


def play_from(rules: Rules, rng: random.Random, text: str) -> None:
    """Play a game from a position, if the text describes one."""
    game = Position.parse(text, rules).game()
    while game.turn is not None:
        game.play(rng.choice(game.legal_moves()))


@given(custom_rules(), st.integers())
def test_disturbed_rules(rules: Rules, seed: int) -> None:
    survives(Rules.from_toml, disturb(rules.to_toml(), random.Random(seed)))


# TOML that nests and swells: keys of many parts, brackets, huge numbers, long and odd strings

_BARE = st.sampled_from(["a", "deck", "hands", "1", "-", "x" * 300])
_PART = _BARE | st.sampled_from(['""', "'.'", '"\\"."', '"\u2028"', '"\U0001f525"', '"\\ud800"'])
_KEY = st.lists(_PART, min_size=1, max_size=12).map(".".join)
_NUMBER = st.sampled_from(
    ["9" * 1900, "0x" + "f" * 900, "1e999", "-nan", "9_9", "1979-05-27", "1.5"]
)
_STRING = st.sampled_from(
    ['"' + "a" * 1500 + '"', '"""', "'''", '""""""""', '"\\', '"\\u0000"', "'é\u0085'", "#", '"']
)
_VALUE = st.recursive(
    _NUMBER | _STRING | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda parts: f"[{','.join(parts)}]")
        | st.tuples(_KEY, inner).map(lambda pair: f"{{{pair[0]}={pair[1]}}}")
        | inner.map(lambda text: f"{'[' * 7}\n{text}{']' * 7}")
    ),
)
_LINE = st.one_of(
    st.tuples(_KEY, _VALUE).map("=".join),
    _KEY.map(lambda key: f"[{key}]"),
    _KEY.map(lambda key: f"[[{key}]]"),
    st.sampled_from("[{]}=.\n\r#"),
)


@given(st.lists(_LINE, max_size=12).map("\n".join))
@example(".".join("a" * 990) + "=1")
@example("\n".join([".".join("a" * 990) + "=1"] * 9))
@example("a=" + "[" * 1900)
@example("a=" + "{a=" * 600)
@example("a=[\n" * 3000)
@example("a=" + "9" * 1900)
@example('a="""' + '\\"""' * 400)
def test_toml_of_any_depth_is_read_or_refused(text: str) -> None:
    try:
        rulesfile.parse(text)
    except InvalidRules as error:
        assert str(error)


@given(st.lists(_LINE, max_size=12).map("\n".join))
def test_what_is_let_through_is_flat(text: str) -> None:
    """So nothing that walks through it needs much of the stack."""
    try:
        data = rulesfile.parse_toml(text)
    except InvalidRules:
        return
    assert depth_of(data) <= MAX_DEPTH * (MAX_DEPTH + 2)


def depth_of(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth_of, inner), default=0)


KEYS = [
    "name",
    "deck",
    "piles",
    "hands",
    "minimum",
    "maximum",
    "draw",
    "trick",
    "fire",
    "win",
    "talk",
    "gift",
]


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_rules_of_strange_values(data: dict[str, object]) -> None:
    try:
        rulesfile.from_data(data)
    except TenbackError as error:
        assert error.params["key"]


@given(st.integers() | st.text() | st.none())
def test_strange_action_numbers(number: object) -> None:
    survives(lambda _: decode(Rules.named("original"), number), "")  # type: ignore[arg-type]
