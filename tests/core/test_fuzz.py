"""Whatever is fed to the parsers: an answer or a `TenbackError`, never another exception."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tenback import DealCode, Game, Position, Rules, TenbackError, parse_move
from tenback.core.encoding import decode
from tenback.core.notation import parse_action
from tenback.core.record import Record
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


@given(games(), st.integers())
def test_disturbed_records(game: Game, seed: int) -> None:
    text = str(game.record())
    survives(Record.parse, disturb(text, random.Random(seed)))


@given(games(), st.integers())
def test_disturbed_records_in_json(game: Game, seed: int) -> None:
    survives(Record.from_json, disturb(game.record().to_json(), random.Random(seed)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


@given(games(), st.sampled_from(["rules", "deal", "position", "moves", "talk", "notes", "starter",
                                 "takebacks", "headers", "sealed"]), JSON)  # fmt: skip
def test_records_in_json_with_a_strange_part(game: Game, key: str, value: object) -> None:
    data = json.loads(game.record().to_json())
    data[key] = value
    survives(Record.from_json, json.dumps(data))


@given(games(), st.integers())
def test_disturbed_positions(game: Game, seed: int) -> None:
    text = disturb(str(Position(game.state)), random.Random(seed))

    def parse_and_play(text: str) -> None:
        again = Position.parse(text, game.rules).game()
        rng = random.Random(seed)
        while again.turn is not None:
            again.play(rng.choice(again.legal_moves()))

    survives(parse_and_play, text)


@given(custom_rules(), st.integers())
def test_disturbed_rules(rules: Rules, seed: int) -> None:
    survives(Rules.from_toml, disturb(rules.to_toml(), random.Random(seed)))


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
    from tenback.core.rulesfile import from_data

    try:
        from_data(data)
    except TenbackError as error:
        assert error.params["key"]


@given(st.integers() | st.text() | st.none())
def test_strange_action_numbers(number: object) -> None:
    survives(lambda _: decode(Rules.named("original"), number), "")  # type: ignore[arg-type]
