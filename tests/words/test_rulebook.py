"""The rule book follows the rules: what they hold is told, what they do not know is not."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tenback.core.errors import TenbackError
from tenback.core.rules import Rules, TalkPolicy
from tenback.core.variants import GAMES, every
from tenback.words import LANGUAGES, Words
from tenback.words.rulebook import as_text, rulebook

GOLDEN = Path(__file__).parent / "golden"

ONE_PILE = """
name = "one-pile"
deck = {numbers = "1..20, 30"}
piles = {up = [0]}
hands = {3 = 4}
minimum = 1
maximum = 3
draw = 1
talk = "silent"
"""

BOTH_TRICKS = """
name = "both-tricks"
deck = {numbers = "1..15", colours = ["red", "mauve"]}
piles = {up = [0, "any"], down = [16]}
hands = {2 = 5, 4 = 4}
minimum = 2
minimum_without_stock = 3
maximum = 3
draw = "full"
fire = [7]
start = "lot"
trick = {distance = 5, same_colour = true}
talk = "colours-only"
"""

OWN_DECKS = """
name = "own-decks"
deck = {numbers = "2..40", own = true}
piles = {up = [1], down = [41]}
hands = {2 = 6, 3 = 5}
minimum = 2
"""

SHARED_DUEL = """
name = "shared-duel"
deck = {numbers = "1..40"}
piles = {down = ["any"]}
hands = {2 = 5}
minimum = 1
win = "first"
talk = "vague-heights"
"""

TEAM_GIFT = """
name = "team-gift"
deck = {numbers = "2..59"}
piles = {up = [1], down = [60], own = true}
hands = {2 = 6}
minimum = 1
maximum = 1
draw = 1
draw_after_gift = "laid"
gift = true
"""

NO_STOCK = """
name = "no-stock"
deck = {numbers = "1..12"}
piles = {up = [0], down = [13]}
hands = {1 = 12, 2 = 6}
minimum = 2
"""

CUSTOM = {
    rules.name: rules
    for rules in map(
        Rules.from_toml, (ONE_PILE, BOTH_TRICKS, OWN_DECKS, SHARED_DUEL, TEAM_GIFT, NO_STOCK)
    )
}

EVERY = {rules.name: rules for rules in (*every(), *CUSTOM.values())}

UNKNOWN = {
    "en": {"fire": "fire", "gift": "gift", "trick": "trick", "colours": "colour"},
    "fr": {"fire": "feu", "gift": "cadeau", "trick": "arrière", "colours": "couleur"},
    "de": {"fire": "feuer", "gift": "geschenk", "trick": "trick", "colours": "farbe"},
}


def text(rules: Rules, language: str = "en") -> str:
    """The whole book in one line, so that line breaks hide nothing."""
    return " ".join(p for section in rulebook(rules, language) for p in section.paragraphs)


def titles(rules: Rules, language: str = "en") -> list[str]:
    return [section.title for section in rulebook(rules, language)]


def known(rules: Rules) -> dict[str, bool]:
    return {
        "fire": bool(rules.fire),
        "gift": rules.gift,
        "trick": rules.trick.distance is not None or rules.trick.same_colour,
        "colours": bool(rules.deck.colours),
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_published_games_read_as_they_should(game: str) -> None:
    expected = (GOLDEN / f"{game}.txt").read_text("utf-8")
    assert as_text(rulebook(Rules.named(game))) == expected


@pytest.mark.parametrize("language", UNKNOWN)
@pytest.mark.parametrize("name", EVERY)
def test_the_rule_book_has_only_what_the_rules_have(name: str, language: str) -> None:
    rules = EVERY[name]
    book = " ".join([*titles(rules, language), text(rules, language)]).lower()
    for subject, there in known(rules).items():
        assert (UNKNOWN[language][subject] in book) == there, subject


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_the_rule_book_has_the_numbers_of_the_rules(name: str, language: str) -> None:
    rules = EVERY[name]
    figures = set(re.findall(r"\d+", text(rules, language)))
    wanted = {len(rules.cards), rules.deck.numbers[0], rules.deck.numbers[-1], *rules.fire}
    wanted |= {size for _, size in rules.hands}
    wanted |= {base for base in rules.piles.up + rules.piles.down if base is not None}
    wanted |= {distance for distance in [rules.trick.distance] if distance is not None}
    assert {str(number) for number in wanted} <= figures


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_every_paragraph_is_whole_sentences(name: str, language: str) -> None:
    for section in rulebook(EVERY[name], language):
        assert section.title
        assert section.paragraphs
        for paragraph in section.paragraphs:
            assert re.fullmatch(r"\S.*\.", paragraph)
            assert "  " not in paragraph
            assert "{" not in paragraph


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("policy", TalkPolicy)
@pytest.mark.parametrize("game", GAMES)
def test_the_rule_book_has_every_talk_policy_in_every_game(
    language: str, policy: TalkPolicy, game: str
) -> None:
    rules = replace(Rules.named(game), talk=policy)
    assert titles(rules, language)[-1] == Words(language)("rulebook.talk.title")


def test_only_a_team_is_given_a_mark() -> None:
    for rules in EVERY.values():
        assert ("excellent" in text(rules)) is not rules.duel


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (1, "This is a game for one player. Shuffle the cards and take a hand of 8."),
        (2, "This is a game for two players. Shuffle the cards and deal 7 to each player."),
        (5, "This is a game for five players. Shuffle the cards and deal 6 to each player."),
    ],
)
def test_one_player_count(players: int, sentence: str) -> None:
    rules = Rules.named("original")
    book = text(replace(rules, hands=((players, rules.hand_size(players)),)))
    assert sentence in book
    assert ("agree on who begins" in book) == (players > 1)
    assert ("clockwise" in book) == (players > 2)
    assert ("Talk as much as you like" in book) == (players > 1)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("original", ["lay at least 2 cards", "a turn needs only one card"]),
        ("original-expert", ["lay at least 3 cards", "a turn needs only one card"]),
        ("original-expert-short-hands", ["7 cards alone, 6 cards each for two players"]),
        ("original-on-fire", ["22, 33, 44, 55, 66 and 77", "never excellent", "says too much"]),
        ("quick-and-easy", ["lay 1 or 2 cards", "A turn still needs one card"]),
        ("quick-and-easy-professional", ["exactly one card", "draw one card.", "use a trick."]),
        (
            "face-to-face",
            [
                "draw 2 cards, no matter how many you laid",
                "fill your hand up to 6 cards instead",
                "A turn still needs 2 cards",
                "a hand that has become too small",
                "draw lots",
                "turns alternate",
            ],
        ),
        ("one-pile", ["only one pile; it ascends from 0", "1 to 3 cards", "draw one card, no"]),
        (
            "both-tricks",
            [
                "red and mauve",
                "one ascends from 0, one ascends from any card and one descends from 16",
                "for two or four players",
                "lay 2 or 3 cards",
                "The 7 is a fire card in every colour",
                "go back by exactly 5",
                "of the same colour",
                "up to the size it had at the deal",
                "a turn needs at least 3 cards",
            ],
        ),
        (
            "own-decks",
            ["every card of every deck", "a deck of their own with 39", "If your stock has"],
        ),
        ("shared-duel", ["Once the stock is empty, the first player", "lay one card or more"]),
        ("team-gift", ["as one team", "It goes on one of your own piles.", "draw one card."]),
        ("no-stock", ["12 cards alone and 6 cards each for two players", "there is no stock"]),
    ],
)
def test_the_book_says(name: str, sentences: list[str]) -> None:
    book = text(EVERY[name])
    for sentence in sentences:
        assert sentence in book


def test_without_a_stock_nothing_is_drawn() -> None:
    names = titles(CUSTOM["no-stock"])
    assert "Drawing" not in names
    assert "When the stock is empty" not in names
    assert "lay one card or more" in text(CUSTOM["no-stock"])


def test_a_trick_that_no_cards_can_show_has_no_example() -> None:
    rules = Rules.named("original")
    far = replace(rules, trick=replace(rules.trick, distance=500))
    assert "for example" in text(rules)
    assert "for example" not in text(far)


def test_the_name_of_the_rules_does_not_matter() -> None:
    for rules in every():
        assert rulebook(replace(rules, name="something-else")) == rulebook(rules)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(TenbackError) as caught:
        rulebook(Rules.named("original"), "xx")
    assert caught.value.code == "unknown-language"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1, 40, 80, 120])
def test_text_keeps_to_the_width(language: str, width: int) -> None:
    book = as_text(rulebook(Rules.named("face-to-face"), language), width)
    body = [line for line in book.splitlines() if line.startswith("  ")]
    assert max(map(len, body)) <= max(width, 20)
    assert book.endswith(".\n")
