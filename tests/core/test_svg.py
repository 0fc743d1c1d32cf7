"""Pictures: well formed, complete, nothing hidden in them, no text over another."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import dist
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tenback.core.cards import number_of
from tenback.core.deal import Deal
from tenback.core.events import TurnBegan
from tenback.core.game import Game
from tenback.core.outcome import Outcome, Reason
from tenback.core.rules import Rules
from tenback.core.svg import draw
from tenback.core.svg.card import NAMED, dusk, face, notch_place
from tenback.core.svg.ink import MARGIN, SCHEMES, WIDTH, oklch, text_width
from tenback.core.svg.line import spread
from tenback.core.svg.words import english
from tenback.core.variants import every
from tenback.words import LANGUAGES, Words
from tests.cases import SOAK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.views import View

SVG = "{http://www.w3.org/2000/svg}"

PHASES = ("agreeing", "begun", "running", "resigned", "over")

LETTERS = [
    *("amber", "bronze", "cyan", "denim", "ebony", "fawn", "green", "hazel", "indigo"),
    *("jade", "khaki", "lime", "mauve", "navy", "olive", "purple", "quartz", "red"),
    *("sepia", "teal", "umber", "violet", "white", "xanthic", "yellow", "zinc"),
]


def custom(
    name: str,
    numbers: str,
    up: str,
    down: str,
    hands: str,
    *,
    colours: list[str] | None = None,
    own_deck: bool = False,
    own_piles: bool = False,
    fire: str = "[]",
    win: str = "together",
    minimum: int = 1,
) -> Rules:
    return Rules.from_toml(
        f"""
        name = "{name}"
        minimum = {minimum}
        fire = {fire}
        win = "{win}"
        gift = {str(own_piles).lower()}
        hands = {hands}
        deck = {{numbers = "{numbers}", colours = {colours or []}, own = {str(own_deck).lower()}}}
        piles = {{up = {up}, down = {down}, own = {str(own_piles).lower()}}}
        trick = {{distance = 10, same_colour = {str(bool(colours)).lower()}}}
        """
    )


OWN_DECKS = custom("own-decks", "1..128", "[0]", "[129]", "{1 = 12, 8 = 12}", own_deck=True)

EXTREMES = (
    custom(
        "a-very-long-name-that-goes-on-and-on-as-far-as-it-is-allowed",
        "872..999",
        "[871, 871, 871, 871]",
        "[1000, 1000, 1000, 1000]",
        "{1 = 12, 5 = 12, 8 = 12}",
        fire="[888, 900, 950, 999]",
        minimum=6,
    ),
    custom(
        "alphabet",
        "1..4",
        '["any", 1, "any"]',
        '["any", 4, "any"]',
        "{4 = 12}",
        colours=LETTERS,
        fire="[2]",
    ),
    custom(
        "two-decks",
        "100..200",
        "[99, 99]",
        "[201, 201]",
        "{2 = 12}",
        own_deck=True,
        own_piles=True,
        win="first",
    ),
    OWN_DECKS,
    custom("own-piles", "2..59", "[1]", "[60]", "{2 = 6}", own_piles=True),
    custom("gaps", "0..9, 500, 990..999", "[400, 401]", "[500, 1000]", "{3 = 5}"),
    custom("one-pile", "5..7", "[]", '["any"]', "{1 = 2, 2 = 1}"),
    custom("one-card", "5", "[3]", "[]", "{1 = 1}"),
)

TABLES = [(rules, players) for rules in every() for players in rules.player_counts]
WILD_TABLES = [(rules, players) for rules in EXTREMES for players in rules.player_counts]


def name_of(value: object) -> str:
    return value.name[:30] if isinstance(value, Rules) else str(value)


def every_table() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("rules", "players"), TABLES + WILD_TABLES, ids=name_of)


@cache
def play(rules: Rules, players: int, phase: str, seed: int = 1) -> Game:
    """A game brought to a phase by any legal moves."""
    rng = random.Random(seed)
    game = Game(rules, Deal.from_seed(rules, players=players, seed=f"picture-{seed}"))
    if phase == "agreeing":
        return game
    if game.turn is None and game.outcome is None:
        game.start(players - 1)
    moves = {"begun": 0, "running": 3 + players, "resigned": 5, "over": 10_000}[phase]
    for _ in range(moves):
        if game.outcome is not None:
            break
        game.play(rng.choice(game.legal_moves()))
    if phase == "resigned" and game.outcome is None:
        game.resign(0)
    return game


def every_language() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("language", LANGUAGES)


def pictures(
    rules: Rules, players: int, language: str
) -> Iterator[tuple[View, ElementTree.Element]]:
    """Every phase as the first and the last seat and as a spectator see it."""
    say = Words(language).picture
    for phase in PHASES:
        game = play(rules, players, phase)
        for seat in (None, *sorted({0, players - 1})):
            view = game.view(seat)
            yield view, ElementTree.fromstring(draw(view, say))


def parse(view: View) -> ElementTree.Element:
    return ElementTree.fromstring(draw(view))


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def large_cards(picture: ElementTree.Element) -> list[str]:
    """The cards of full size: those that carry a title."""
    titles = [group.find(f"{SVG}title") for group in picture.iter(f"{SVG}g")]
    return [title.text or "" for title in titles if title is not None]


@every_table()
def test_every_phase_is_drawn_well(rules: Rules, players: int) -> None:
    for view, picture in pictures(rules, players, "en"):
        well_formed(picture)
        what_the_seat_sees_can_be_read(view, picture)
        no_text_is_cut_off_or_lies_over_another(picture)
        no_text_is_smaller_than_can_be_read(picture)


# What differs between languages is how long a text is; few and many players have the least room.
NARROW = [
    (rules, players)
    for rules, players in TABLES + WILD_TABLES
    if SOAK or players in (rules.player_counts[0], rules.player_counts[-1])
]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize(("rules", "players"), NARROW, ids=name_of)
def test_every_language_has_room(rules: Rules, players: int, language: str) -> None:
    for _, picture in pictures(rules, players, language):
        no_text_is_cut_off_or_lies_over_another(picture)
        no_text_is_smaller_than_can_be_read(picture)


def well_formed(picture: ElementTree.Element) -> None:
    assert picture.tag == f"{SVG}svg"
    heads = [child.tag for child in picture][:3]
    assert heads == [f"{SVG}title", f"{SVG}desc", f"{SVG}style"]
    assert picture.find(f".//{SVG}script") is None
    assert not any("://" in value for part in picture.iter() for value in part.attrib.values())


def what_the_seat_sees_can_be_read(view: View, picture: ElementTree.Element) -> None:
    written = set(texts(picture))
    tops = [top for top in view.tops if top is not None]
    assert sorted(large_cards(picture)) == sorted([*tops, *view.hand])
    assert {*tops, *view.hand} <= written
    assert {pile.name for pile in view.rules.layout} <= written
    assert {str(size) for size in view.stock_sizes} <= {
        word for line in written for word in line.split()
    }
    for hand in (*view.hands, *view.stocks):
        assert set(hand or ()) <= written


@every_table()
def test_what_is_hidden_leaves_no_trace(rules: Rules, players: int) -> None:
    for phase in ("agreeing", "begun", "running"):
        game = play(rules, players, phase)
        if game.outcome is not None:
            continue
        for seat in {None, 0, players - 1}:
            view = game.view(seat)
            twin = view.sample(random.Random(7))
            assert draw(twin.view(seat)) == draw(view)


def test_only_visible_numbers_are_written() -> None:
    rules, players = WILD_TABLES[2]
    view = play(rules, players, "running").view(0)
    seen = {*view.hand, *(top for top in view.tops if top), *(p.card for p in view.placed)}
    chips = {text.split()[0] for text in texts(parse(view)) if text[:1].isdigit()}
    round_numbers = {card for card in rules.cards if number_of(card) % 10 == 0}
    assert not (chips & set(rules.cards)) - seen - round_numbers


def boxes(picture: ElementTree.Element) -> list[tuple[str, float, float, float, float]]:
    """Every text with a careful guess of where it lies: left, right, top, foot."""
    found = []
    for text in picture.iter(f"{SVG}text"):
        x, y, size = (float(text.attrib[key]) for key in ("x", "y", "font-size"))
        content = text.text or ""
        wide = text_width(content, size, bold="font-weight" in text.attrib)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.attrib.get("text-anchor", "start")]
        left = x - share * wide
        found.append((content, left, left + wide, y - 0.74 * size, y))
    return found


def no_text_is_cut_off_or_lies_over_another(picture: ElementTree.Element) -> None:
    tall = float(picture.attrib["height"])
    lines = boxes(picture)
    for content, left, right, top, foot in lines:
        assert left >= MARGIN - 20, content
        assert right <= WIDTH - MARGIN + 20, content
        assert top >= 0, content
        assert foot <= tall, content
    for one, other in combinations(lines, 2):
        apart = one[1] >= other[2] or other[1] >= one[2]
        assert apart or one[3] >= other[4] or other[3] >= one[4], (one, other)


def no_text_is_smaller_than_can_be_read(picture: ElementTree.Element) -> None:
    for text in picture.iter(f"{SVG}text"):
        assert float(text.attrib["font-size"]) >= 13.9, text.text


def test_special_characters_are_escaped() -> None:
    awkward = "<b> & \"quotes\" 'too' ]]>"

    def say(name: str, /, **params: object) -> str:
        replaced = name in ("your-hand", "your-turn", "cards", "pile")
        return awkward if replaced else english(name, **params)

    view = play(Rules.named("original"), 1, "begun").view(0)
    picture = ElementTree.fromstring(draw(view, say))
    assert awkward in texts(picture)
    assert any(line.startswith(awkward + ": ") for line in texts(picture))
    description = picture.find(f"{SVG}desc")
    assert description is not None
    assert awkward in (description.text or "")


def test_the_end_is_described_kindly() -> None:
    picture = parse(play(Rules.named("original"), 4, "resigned").view(0))
    assert any(line.startswith("The team gave up.") for line in texts(picture))
    duel = play(Rules.named("face-to-face"), 2, "resigned")
    assert "Seat 0 gave up. You win." in texts(parse(duel.view(1)))
    assert "Seat 0 gave up. Seat 1 wins." in texts(parse(duel.view(None)))


@pytest.mark.parametrize(
    ("minimum", "sentence"),
    [
        (1, "No card fits any more. 30 cards were left."),
        (2, "Not enough cards fit any more. 30 cards were left."),
        (None, "Not enough cards fit any more. 30 cards were left."),
    ],
)
def test_a_card_that_fits_may_still_be_too_few(minimum: int | None, sentence: str) -> None:
    view = play(Rules.named("original"), 4, "resigned").view(0)
    over = Outcome(won=False, winner=None, left=30, reason=Reason.STUCK)
    began = () if minimum is None else (TurnBegan(0, 2), TurnBegan(1, minimum))
    assert sentence in texts(parse(replace(view, outcome=over, history=began)))


def test_the_cards_owed_are_those_of_the_seat_on_turn() -> None:
    rules = replace(OWN_DECKS, minimum=2, minimum_without_stock=1)
    game = Game(rules, Deal.from_seed(rules, players=8, seed="owed"), 1)
    for seat in (None, 0, 1):
        view = game.view(seat)
        empty = replace(view, stock_sizes=(0, *view.stock_sizes[1:]))
        assert any(line.endswith(": 2 cards to lay.") for line in texts(parse(empty)))


def gifts(view: View) -> int:
    """How many diamonds there are, the one of the legend among them."""
    shapes = parse(view).iter(f"{SVG}polygon")
    return sum(shape.get("class") == "tb-fill-paper tb-stroke-accent" for shape in shapes)


def test_only_the_gift_of_the_seat_on_turn_is_used_up() -> None:
    rules = Rules.named("face-to-face")
    for seed in range(50):
        game = play(rules, 2, "running", seed)
        if game.outcome is None and game.view(0).gift_used:
            break
    assert game.turn is not None
    assert gifts(game.view(game.turn)) == 1
    other = game.view(1 - game.turn)
    assert gifts(other) == gifts(replace(other, placed=(), gift_used=False))


@every_language()
def test_a_picture_speaks_the_language_it_is_given(language: str) -> None:
    view = play(Rules.named("original"), 3, "begun").view(2)
    words = Words(language)
    picture = draw(view, words.picture)
    headline = {"name": words.picture("your-turn"), "text": words.picture("to-lay", count=2)}
    assert words.picture("item", **headline) in texts(ElementTree.fromstring(picture))
    assert (picture == draw(view)) == (language == "en")


def test_a_sealed_stock_stays_closed() -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, players=2, seed="daily"), 0, sealed=True)
    game.resign(0)
    written = set(texts(parse(game.view(0))))
    assert not any("next card first" in line for line in written)
    assert set(game.state.hands[1]) <= written


def test_a_burning_pile_names_the_seat_that_must_cover_it() -> None:
    rules = Rules.named("original", on_fire=True)
    for seed in range(200):
        game = play(rules, 3, "running", seed)
        if game.outcome is None and game.view(0).burning:
            break
    due = game.view(0).burning[0].seat
    assert f"Seat {due} must cover" in texts(parse(game.view((due + 1) % 3)))
    assert "You must cover" in texts(parse(game.view(due)))


def test_cards_taken_back_are_shown_where_they_are_held() -> None:
    rules = Rules.named("original")
    deal = Deal.from_seed(rules, players=3, seed="back")
    game = Game(rules, deal, 0, takebacks=True)
    card = game.state.hands[0][2]
    game.play(f"{card}-u1")
    game.take_back()
    assert card in texts(parse(game.view(1)))


def test_in_a_duel_the_viewers_piles_lie_below() -> None:
    game = play(Rules.named("face-to-face"), 2, "running")
    for seat, below, above in ((0, "u1", "u2"), (1, "u2", "u1"), (None, "u1", "u2")):
        heights = {
            content: top for content, _, _, top, _ in reversed(boxes(parse(game.view(seat))))
        }
        assert heights[below] > heights[above]


def test_a_notebook_shows_the_same_picture() -> None:
    view = play(Rules.named("original"), 3, "running").view(0)
    assert view._repr_svg_() == draw(view)
    assert draw(view) == draw(view)


# Colour


def linear(colour: str) -> list[float]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_oklch_meets_known_colours() -> None:
    assert oklch(0, 0, 0) == "#000000"
    assert oklch(1, 0, 0) == "#ffffff"
    assert oklch(0.627955, 0.257683, 29.2339) == "#ff0000"
    assert oklch(0.519752, 0.176858, 142.4953) == "#008000"


@pytest.mark.parametrize("rules", [*every(), *EXTREMES], ids=name_of)
def test_numerals_have_the_highest_contrast(rules: Rules) -> None:
    for card in rules.cards:
        look = face(card, rules)
        assert contrast(look.fill, look.ink) >= 7, card


def test_every_named_colour_carries_its_numeral() -> None:
    rules = custom("names", "1..3", "[0]", "[4]", "{2 = 2}", colours=["orange", "teal", "white"])
    for card in rules.cards:
        assert face(card, rules).fill == oklch(
            *NAMED[{"o": "orange", "t": "teal", "w": "white"}[card[0]]]
        )


def test_the_glow_carries_its_numeral() -> None:
    # The numeral lies within the inner half of the gradient.
    look = face("44", Rules.named("on-fire"))
    for stop in ("#fff3c9", "#ffc65c"):
        assert contrast(stop, look.ink) >= 7


# How red, green and blue light are seen by people who lack one kind of cone (Machado et al. 2009).
BLINDNESS = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)),
    "deutan": ((0.3673, 0.8606, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritan": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}


def seen(colour: str, kind: str) -> tuple[float, float, float]:
    """A colour as the eye sees it, in OKLab."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, light, strict=True))))
        for row in BLINDNESS[kind]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_five_colours_stay_apart_for_every_eye(kind: str) -> None:
    rules = Rules.named("quick-and-easy")
    fills = [face(f"{colour[0]}1", rules).fill for colour in rules.deck.colours]
    for one, other in combinations(fills, 2):
        assert dist(seen(one, kind), seen(other, kind)) > 0.14
    assert len({face(f"{colour[0]}1", rules).symbol for colour in rules.deck.colours}) == 5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_words_can_be_read_in_both_schemes(scheme: int) -> None:
    def colour(name: str) -> str:
        return SCHEMES[name][scheme]

    for ground in ("paper", "tray"):
        assert contrast(colour("ink"), colour(ground)) >= 7
        assert contrast(colour("soft"), colour(ground)) >= 4.5
        for sign in ("accent", "room", "ember"):
            assert contrast(colour(sign), colour(ground)) >= 3
    assert contrast(colour("on-accent"), colour("accent")) >= 4.5


def test_close_numbers_look_close_and_ten_apart_share_the_notch() -> None:
    shades = [dusk(place / 97) for place in range(98)]
    assert len(set(shades)) == 98
    rules = Rules.named("original")
    assert face("2", rules).fill == shades[0]
    assert face("99", rules).fill == shades[-1]
    assert notch_place(0, 90, 37 % 10) == notch_place(0, 90, 47 % 10)


def test_labels_move_apart_and_keep_their_order() -> None:
    rng = random.Random(3)
    for _ in range(200):
        count = rng.randint(1, 12)
        wanted = sorted(rng.uniform(0, 800) for _ in range(count))
        widths = [rng.uniform(20, 60) for _ in range(count)]
        middles = spread(wanted, widths, 0, 800)
        edges = [(m - w / 2, m + w / 2) for m, w in zip(middles, widths, strict=True)]
        assert edges[0][0] >= -1e-9
        assert edges[-1][1] <= 800 + 1e-9
        for (_, right), (left, _) in pairwise(edges):
            assert left - right >= 4 - 1e-9


def test_a_label_with_room_stays_at_its_place() -> None:
    assert spread([100, 300], [30, 30], 0, 800) == [100, 300]
