"""Variants as TOML: what is read, what is refused, and that the sentence names the key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenback import InvalidRules, Rules
from tenback.core import toml_limits
from tenback.core.rulesfile import _ALLOWED, _KEYS
from tenback.core.variants import every

DOCS = (Path(__file__).parents[2] / "docs" / "variants.md").read_text("utf-8")
EXAMPLE = re.findall(r"```toml\n(.*?)```", DOCS, re.DOTALL)[0]


def refused(text: str) -> InvalidRules:
    with pytest.raises(InvalidRules) as caught:
        Rules.from_toml(text)
    assert caught.value.params["key"] in str(caught.value)
    assert "allowed" in str(caught.value)
    return caught.value


def test_the_documented_example_can_be_played() -> None:
    rules = Rules.from_toml(EXAMPLE)
    assert (rules.name, rules.minimum, rules.maximum) == ("sevens", 3, 5)
    assert [pile.name for pile in rules.layout] == ["u1", "u2", "d1"]


def test_every_key_is_documented() -> None:
    tables = {"deck", "piles", "trick"}
    keys = {key for key in _ALLOWED if key not in tables}
    assert keys | tables == set(_ALLOWED)
    assert set(_KEYS) <= set(_ALLOWED)
    for key in keys:
        assert f"`{key}`" in DOCS


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_the_published_games_round_trip(rules: Rules) -> None:
    assert Rules.from_toml(rules.to_toml()) == rules


@pytest.mark.parametrize(
    ("change", "key", "code"),
    [
        (('name = "sevens"', ""), "name", "missing-key"),
        (('name = "sevens"', 'name = "Sevens!"'), "name", "bad-value"),
        (('name = "sevens"', 'name = "a-3p-b"'), "name", "bad-value"),
        (('name = "sevens"', 'name = "original"'), "name", "name-taken"),
        (('name = "sevens"', 'name = "on-fire"'), "name", "name-taken"),
        (("minimum = 3", 'minimum = "3"'), "minimum", "bad-value"),
        (("minimum = 3", "minimum = true"), "minimum", "bad-value"),
        (("minimum = 3", "minimum = 2.5"), "minimum", "bad-value"),
        (("minimum = 3", "minimun = 3"), "minimun", "unknown-key"),
        (("maximum = 5", "maximum = 2"), "maximum", "maximum-below-minimum"),
        (("maximum = 5", 'maximum = "all"'), "maximum", "bad-value"),
        (("[deck]", "[deck]\ncolors = []"), "deck.colors", "unknown-key"),
        (("[deck]", "[dekc]"), "dekc", "unknown-key"),
        (('"1..70"', '"1-70"'), "deck.numbers", "bad-value"),
        (('"1..70"', '"1..70, 5"'), "deck.numbers", "card-twice"),
        (('"1..70"', '"1..129"'), "deck.numbers", "too-many-cards"),
        (('"1..70"', '"70..1"'), "deck.numbers", "bad-value"),
        (('"1..70"', '"990..1001"'), "deck.numbers", "bad-value"),
        (('"1..70"', '"1..70"\ncolours = ["red", "rose"]'), "deck.colours", "same-letter"),
        (('"1..70"', '"1..70"\ncolours = ["red", "red"]'), "deck.colours", "card-twice"),
        (('"1..70"', '"1..70"\ncolours = ["Red"]'), "deck.colours", "bad-value"),
        (("up = [0, 0]\ndown = [71]", ""), "piles.up", "no-pile"),
        (("[0, 0]", "[0, 0, 0, 0, 0, 0, 0, 0]"), "piles.up", "too-many-piles"),
        (("[0, 0]", "[-1]"), "piles.up", "bad-value"),
        (("[0, 0]", '["some"]'), "piles.up", "bad-value"),
        (("[0, 0]", "[0, 0]\nown = true"), "piles.own", "own-piles-players"),
        (("1 = 9", "1 = 13"), "hands.1", "bad-value"),
        (("1 = 9", "1 = 2"), "hands.1", "hand-below-minimum"),
        (("1 = 9", "9 = 7"), "hands.9", "bad-value"),
        (("1 = 9", "one = 9"), "hands", "bad-value"),
        (("1 = 9\n2 = 7", ""), "hands", "bad-value"),
        (('"1..70"', '"1..13"'), "hands.2", "too-many-dealt"),
        (("distance = 7", "distance = 0"), "trick.distance", "bad-value"),
        (("distance = 7", "same_colour = true"), "trick.same_colour",
         "colour-trick-without-colours"),
        (("maximum = 5", "gift = true"), "gift", "gift-needs-own-piles"),
        (("maximum = 5", 'draw_after_gift = "full"'), "draw_after_gift",
         "draw-after-gift-without-gift"),
        (("maximum = 5", "draw = 4"), "draw", "draw-above-minimum"),
        (("maximum = 5", "draw = 0"), "draw", "bad-value"),
        (("maximum = 5", 'draw = "some"'), "draw", "bad-value"),
        (("maximum = 5", "fire = [99]"), "fire", "fire-not-in-deck"),
        (("maximum = 5", "fire = [7, 7]"), "fire", "card-twice"),
        (("maximum = 5", 'win = "first"'), "win", "duel-players"),
        (("maximum = 5", 'win = "alone"'), "win", "bad-value"),
        (("maximum = 5", 'talk = "loud"'), "talk", "bad-value"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_by_key(change: tuple[str, str], key: str, code: str) -> None:
    assert change[0] in EXAMPLE
    error = refused(EXAMPLE.replace(*change))
    assert (error.params["key"], error.code) == (key, code)


def test_an_error_suggests_the_right_key() -> None:
    assert "Did you mean minimum?" in str(refused(EXAMPLE.replace("minimum", "minimun")))


@pytest.mark.parametrize("text", ["a = ", "= 1", "[[", "\x00", "a = 1\na = 2", "x" * 30_000])
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(InvalidRules, match="not valid TOML"):
        Rules.from_toml(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = ", "line 1 cannot be read, 'a ='"),
        ('name = "x"\r\n\r\ncolours 3\nminimum = 2\n', "line 3 cannot be read, 'colours 3'"),
        ("a = 1\na = 2", "line 2 cannot be read, 'a = 2'"),
        ('a = 1\nb = """\n\n', 'line 2 cannot be read, \'b = """\''),
    ],
)
def test_a_line_that_is_no_toml_is_named(text: str, sentence: str) -> None:
    """And what a line should be."""
    with pytest.raises(InvalidRules) as caught:
        Rules.from_toml(text)
    assert sentence in str(caught.value)
    assert "such as minimum = 2" in str(caught.value)


def test_no_line_is_blamed_where_the_parser_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml_limits, "MAX_DEPTH", 10_000)
    with pytest.raises(InvalidRules) as caught:
        Rules.from_toml("a = 1\nb = " + "[" * 1_500 + "\nc = 3")
    assert caught.value.code == "not-toml"
    assert "c = 3" not in str(caught.value)


# Limits, before a parser sees the text

DEEP = ".".join("a" * 990) + " = 1\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (DEEP, 1),
        (DEEP * 9, 1),
        ("a = 1\n" + "a.b.c.d.e.f.g.h.i = 1", 2),
        ("a = 1\n\n[a.b.c.d.e.f.g.h.i]", 3),
        ("a . b . c . d . e . f . g . h . i = 1", 1),
        ('"\u2028"' + '."\u2028"' * 9 + " = 1", 1),
        ("a = [\n" * 9, 9),
        ("a = " + "[" * 900, 1),
        ("a = " + "{a = " * 300, 1),
        ("a = {b.c.d.e.f.g.h.i.j = 1}", 1),
        ("a = '''\n...\n'''\nb = " + "[" * 9, 4),
    ],
)
def test_a_text_that_is_nested_too_deep_is_refused_by_line(text: str, line: int) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.from_toml(text)
    part = caught.value.params["detail"]
    assert (caught.value.code, part.code) == ("not-toml", "too-deep")
    assert part.params == {"line": line, "limit": toml_limits.MAX_DEPTH}
    assert f"in line {line} " in str(caught.value)


@pytest.mark.parametrize(
    "more",
    [
        '# a.b.c.d.e.f.g.h.i.j [[[[[[[[[[ {{{{{{{{{{ """ \'',
        'talk = """free"""  # [[[[[[[[[[',
        '"minimum_without_stock" = 1  # """',
        "fire = [\n  1, 2,  # [\n  3,\n]",
        "piles.own = false\ntrick = {distance = 7}",
    ],
)
def test_dots_and_brackets_that_nest_nothing_are_welcome(more: str) -> None:
    text = EXAMPLE.replace("maximum = 5", more).replace("[trick]\ndistance = 7", "")
    if "piles.own" in more:
        text = text.replace("[piles]\nup = [0, 0]\ndown = [71]", "")
        text = text.replace("piles.own", "piles.up = [0]\npiles.own")
    assert Rules.from_toml(text).name == "sevens"


def test_a_deck_of_many_ranges_is_welcome() -> None:
    ranges = ", ".join(f"{number}..{number}" for number in range(0, 240, 2))
    rules = Rules.from_toml(EXAMPLE.replace("1..70", ranges))
    assert len(rules.deck.numbers) == 120


def test_a_published_game_under_its_own_name_is_welcome() -> None:
    text = Rules.named("original", expert=True).to_toml()
    assert Rules.from_toml(text) == Rules.named("original", expert=True)


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(InvalidRules, match="only on top of expert"):
        Rules.named("original", short_hands=True)
    with pytest.raises(InvalidRules, match="has no option 'professional'"):
        Rules.named("original", professional=True)
    with pytest.raises(InvalidRules, match="has no option 'expert'"):
        Rules.named("face-to-face", expert=True)
    with pytest.raises(InvalidRules, match="has no option 'exprt'"):
        Rules.named("original", exprt=False)
    assert Rules.named("face-to-face", expert=False) == Rules.named("face-to-face")
    with pytest.raises(InvalidRules, match="Did you mean original"):
        Rules.named("orignal")
    assert Rules.named("on-fire") == Rules.named("original", on_fire=True)
    assert Rules.named("original-expert", on_fire=True).name == "original-expert-on-fire"


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("a." * 1_500 + "a = 1", "a line is longer than 2000 characters"),
        ("minimum = 0x" + "f" * 1_900, "there is a number of more than 18 digits"),
        ("fire = [[1, 0x" + "f" * 1_900 + "]]", "there is a number of more than 18 digits"),
    ],
)
def test_what_would_take_too_long_or_cannot_be_shown(text: str, detail: str) -> None:
    with pytest.raises(InvalidRules, match=detail) as caught:
        Rules.from_toml(text)
    assert caught.value.code == "not-toml"
