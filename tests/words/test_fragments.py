"""No English travels inside an error: what it carries is what a user wrote, an id or a part."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any, TypeAlias

import pytest

from tenback import Deal, DealCode, Game, Position, Rules
from tenback.core.errors import InvalidRecord, Part, TenbackError
from tenback.core.messages import MESSAGES
from tenback.core.record import Note, Record
from tenback.core.rules import Deck
from tenback.core.talk import Said
from tenback.words import LANGUAGES, Words
from tests.rules.situations import game_at

Bad: TypeAlias = tuple[str, Callable[[], object]]
"""What a user wrote, and what reads it."""

WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}|[0-9] [a-z]{3,}|^(nothing|none)$", re.IGNORECASE)
LIBRARY = {"toml-line", "bad-json"}
"""Codes whose parameter may be what a library says."""

ORIGINAL = Rules.named("original")
DUEL = Rules.named("face-to-face")
GOOD = {
    "name": '"mine"',
    "minimum": "2",
    "hands": "{2 = 6}",
    "deck.numbers": '"2..99"',
    "piles.up": "[1, 1]",
}


def variant(**changes: str | None) -> str:
    keys = GOOD | {key.replace("__", "."): value for key, value in changes.items()}
    return "\n".join(f"{key} = {value}" for key, value in keys.items() if value is not None)


VARIANTS = [
    "a = ",
    "x" * 30_000,
    variant(name=None),
    variant(name="3"),
    variant(name='"My Variant"'),
    variant(name='"original"'),
    variant(minimum=None),
    variant(minimum="9"),
    variant(minimum="true"),
    variant(minimun="2"),
    variant(zzzzzz="2"),
    variant(minimum_without_stock="0"),
    variant(maximum="1"),
    variant(maximum="99"),
    variant(maximum='"all"'),
    variant(hands="3"),
    variant(hands="{}"),
    variant(hands="{two = 6}"),
    variant(hands="{9 = 6}"),
    variant(hands="{2 = 13}"),
    variant(hands="{2 = 1}"),
    variant(hands="{}", piles__own="true"),
    variant(hands="{1 = 6}", piles__own="true"),
    variant(deck__numbers=None),
    variant(deck__numbers=None, deck="3"),
    variant(deck__numbers=None, deck="{own = false}"),
    variant(deck__numbers='"all of them"'),
    variant(deck__numbers='"990..1001"'),
    variant(deck__numbers='"2..9, 2"'),
    variant(deck__numbers='"2..11"'),
    variant(deck__numbers='"1..200"'),
    variant(deck__colours='"red"'),
    variant(deck__colours='["dark red"]'),
    variant(deck__colours='["red", "rose"]'),
    variant(deck__colours=str(list("abcdefghijklmnopqrstuvwxyz+"))),
    variant(deck__colors="[]"),
    variant(deck__own='"yes"'),
    variant(piles__up='["some"]'),
    variant(piles__up="[-1]"),
    variant(piles__up="[]"),
    variant(piles__up=str([1] * 9)),
    variant(piles__up=None, piles="3"),
    variant(piles__own="true", fire="[22]"),
    variant(draw="0"),
    variant(draw="9"),
    variant(draw='"some more"'),
    variant(draw_after_gift="1"),
    variant(trick="3"),
    variant(trick__distance='"some"'),
    variant(trick__distance="1000"),
    variant(trick__same_colour="true"),
    variant(gift="1"),
    variant(gift="true"),
    variant(fire="3"),
    variant(fire="[1000]"),
    variant(win='"alone"'),
    variant(win='"first"', hands="{3 = 6}"),
    variant(start='"me"'),
    variant(talk='"loud"'),
]


def line(
    hands: str = "2,3/4,5",
    laid: str = "",
    turn: str = "0",
    more: str = "",
    rules: Rules = ORIGINAL,
    **piles: str,
) -> str:
    """A position for two whose stock, or first stock, holds every card that is nowhere else."""
    shown = dict.fromkeys(rules.pile_index, "-") | piles
    gone = {value.split("*")[0] for value in shown.values()} | set(re.split("[,/]", hands))
    gone |= set(re.findall(":([^,]+)", laid))
    stock = ",".join(card for card in rules.cards if card not in gone)
    tops = " ".join(f"{name}={value}" for name, value in shown.items())
    lays = f"laid={laid}" if laid else ""
    return f"{rules.name} 2p {tops} hands={hands} stocks={stock} turn={turn} {lays} {more}"


def duel(hands: str, stocks: str, laid: str = "", **piles: str) -> str:
    shown = dict.fromkeys(DUEL.pile_index, "-") | piles
    tops = " ".join(f"{name}={value}" for name, value in shown.items())
    return f"face-to-face 2p {tops} hands={hands} stocks={stocks} turn=0 laid={laid}"


def rest(*gone: int) -> str:
    return ",".join(card for card in DUEL.cards if int(card) not in gone)


MAXIMUM = Rules.from_toml(variant(maximum="2"))

POSITIONS = [
    "",
    "original many players",
    "orignal 2p",
    "zzzzzz 2p",
    "original 9p",
    "quick-and-easy 7p",
    line(more="moon=1"),
    line(more="turn=1"),
    line().replace("turn=0", ""),
    line(turn="2"),
    line("2,3/4,4"),
    line("2,3"),
    line("2,3/4,x"),
    line(u1="50*2"),
    line(u1="50*0"),
    line("2,3/4,5,6,7,8,9,10,11"),
    line("/4,5"),
    line(more="known=9/"),
    line(laid="what"),
    line(laid="50-u1:-", u1="51*1"),
    line(laid="50-u1:-", u1="50*2").replace("stocks=6,", "stocks="),
    line(laid="50-u1:-,60-u2:50", u1="50*1", u2="60*2").replace("stocks=6,", "stocks="),
    line(laid="40-u1:50", u1="40*2").replace("40-u1:50", "40-u1:49"),
    line(laid="30-u1:50", u1="30*2"),
    line(laid="50-u1:-", turn="-", u1="50*1"),
    line("2,50/4,5", u1="50*1", u2="6*1").replace("stocks=7,", "stocks="),
    line(turn="-", more="over=fire"),
    line(turn="-", more="over=finished"),
    line(turn="-", more="over=stuck:1"),
    line(turn="-", more="over=bored"),
    duel("2/3", f"{rest(2)}/3,{rest(3)}"),
    duel(
        "2/3",
        f"{rest(2, 30, 25)}/{rest(3, 40, 20)}",
        "30-u2:40,25-d2:20",
        u2="30*2",
        d2="25*2",
    ),
]
MISFIT = Rules.from_toml(variant(piles__up="[50]"))
POSITIONS_OF_MINE = [
    (line("7/8", "30-u1:-", rules=MISFIT, u1="30*1"), MISFIT),
    (line("7/8", "3-u1:-,4-u1:3,5-u1:4", rules=MAXIMUM, u1="5*3"), MAXIMUM),
]

RECORD = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "lighthouse"), starter=0).record()
HEAD = "tenback-record 1\nRules: original\nDeal: original-2p-lighthouse\n"
RULES_LINES = "".join(f"| {text}\n" for text in variant().splitlines())

RECORDS = [
    "",
    "once upon a time",
    "tenback-record 1\nRules: the one we like",
    "tenback-record 1\nRules: original",
    "tenback-record 1\nRules: original\nPosition: somewhere in the middle",
    "tenback-record 1\nRules: original\nDeal: original-9p-x",
    "tenback-record 1\nRules: original\nHands: 2/3\nStocks: 4",
    f"tenback-record 1\nRules: other\n{RULES_LINES}Deal: mine-2p-x",
    f"{HEAD}Starter: the first one",
    f"{HEAD}Starter: 0\nStarter: 1",
    f"{HEAD}Takebacks: now and then",
    f"{HEAD}Starter: 0\nResult: lost",
    f"{HEAD}Starter: 0\n\n1 [1] 2-u1 && what?",
]

DATA: dict[str, Any] = json.loads(RECORD.to_json())
DATAS: list[dict[str, Any]] = [
    {"tenback-record": 2},
    {"rules": 3},
    {"rules": "orignal"},
    {"rules": {"name": 3}},
    {"position": 3},
    {"position": "here or there"},
    {"deal": None},
    {"deal": DATA["deal"] | {"seed": 3}},
    {"deal": DATA["deal"] | {"hands": [3]}},
    {"deal": DATA["deal"] | {"stocks": [[3]]}},
    {"deal": DATA["deal"] | {"starter": "me"}},
    {"starter": "the first one"},
    {"moves": 3},
    {"moves": [3]},
    {"moves": ["over there"]},
    {"takebacks": "yes"},
    {"sealed": 0},
    {"talk": [3]},
    {"talk": [[0, 1, "hello there"]]},
    {"talk": [["now and then", 1, "", "hi"]]},
    {"notes": [[0, "!!!", ""]]},
    {"headers": [["Rules", "mine"]]},
]
JSONS = ["", "[]", "[" * 100_000, *(json.dumps(DATA | data) for data in DATAS)]

HANDS = RECORD.origin.hands if isinstance(RECORD.origin, Deal) else ()
STOCK = RECORD.origin.stocks[0] if isinstance(RECORD.origin, Deal) else ()
SPARE = Deal.from_seed(DUEL, 2, "x")
DEALS = [
    (Deal((HANDS[0], HANDS[0]), (STOCK,)), ORIGINAL),
    (Deal(HANDS, ((*STOCK[:-1], HANDS[0][0]),)), ORIGINAL),
    (Deal(HANDS, ((*STOCK[:-1], "my own card"),)), ORIGINAL),
    (Deal(HANDS, (STOCK[:-1],)), ORIGINAL),
    (Deal(HANDS, (STOCK, ())), ORIGINAL),
    (Deal(HANDS[:1], (STOCK,)), ORIGINAL),
    (Deal(HANDS, (STOCK,), seed=""), ORIGINAL),
    (Deal(HANDS, (STOCK,), starter=7), ORIGINAL),
    (Deal(SPARE.hands, (SPARE.stocks[1], SPARE.stocks[0])), DUEL),
    (Deal(HANDS * 3, (STOCK,)), DUEL),
]

CODES = ["somewhere", "orignal-2p-x", "original-9p-x", "face-to-face-3p-x", "original-2p-%zz"]

MOVES = ["over there", "500-u1", "30-u9", "3-u1", "20-u1", "end", "30-u1"]


def gift() -> Game:
    """The other player's piles begin with any card, and nothing lies there yet."""
    piles = {"piles__own": "true", "piles__up": '["any"]', "piles__down": '["any"]'}
    rules = Rules.from_toml(variant(hands="{2 = 2}", gift="true", **piles))
    return game_at(rules, hands="30 31 / 40 41", stock="50..60")


def inputs() -> Iterator[Bad]:
    """Bad input of every kind."""
    yield from ((text, partial(Rules.from_toml, text)) for text in VARIANTS)
    yield from ((text, partial(Position.parse, text)) for text in POSITIONS)
    for text, rules in POSITIONS_OF_MINE:
        yield text, partial(Position.parse, text, rules)
    yield from ((text, partial(Record.parse, text)) for text in RECORDS)
    yield from ((text, partial(Record.from_json, text)) for text in JSONS)
    for deal, rules in DEALS:
        yield repr(deal), partial(deal.checked, rules)
    yield from ((text, partial(DealCode.parse, text)) for text in CODES)
    table = game_at(hands="20 30 40 / 50 60", u1="35", d1="38")
    yield from ((text, partial(table.play, text)) for text in MOVES)
    yield from others()


def others() -> Iterator[Bad]:
    """What only a program can hand in."""
    empty = Deck(numbers=())
    yield "", lambda: replace(ORIGINAL, name="mine", deck=empty)
    yield "", lambda: Rules.named("face-to-face", expert=True)
    yield "", lambda: Rules.named("original", short_hands=True)
    yield "", lambda: gift().play("30-u2")
    yield "", lambda: Game(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "x")).start(7)
    yield "Not A Phrase", lambda: Said(1, 0, phrase="Not A Phrase")
    yield "", lambda: Note(1)
    yield "", lambda: Words("en-us")


@cache
def errors() -> tuple[tuple[str, TenbackError], ...]:
    """What was written and the error that it causes; problems of records one by one."""
    found: list[tuple[str, TenbackError]] = []
    for text, do in inputs():
        with pytest.raises(TenbackError) as caught:
            pytest.fail(f"{do()} came of {text}")
        error = caught.value
        errors_found = (
            [p.error for p in error.problems] if isinstance(error, InvalidRecord) else [error]
        )
        found += [(text, error) for error in errors_found]
    return tuple(found)


def pieces(error: TenbackError | Part) -> Iterator[TenbackError | Part]:
    """The error and every part in it."""
    yield error
    for value in error.params.values():
        if isinstance(value, Part):
            yield from pieces(value)


def from_outside(value: str, text: str) -> bool:
    """Whether a user wrote this: literally, or as it is after parsing."""
    plain = [re.sub(r"""[\s"'\\]+""", " ", shown).strip().lower() for shown in (value, text)]
    return plain[0] in plain[1]


def test_no_error_carries_english() -> None:
    for text, error in errors():
        for piece in pieces(error):
            for value in piece.params.values():
                if isinstance(value, str) and WORDS.search(value) and piece.code not in LIBRARY:
                    assert from_outside(value, text), piece


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_full_sentences(language: str) -> None:
    words = Words(language)
    for _, error in errors():
        sentence = words.refusal(error)
        assert sentence.endswith((".", "?")), sentence
        assert not re.search(r"[.?:;,][.?]$|  |Part\(", sentence.replace("...", "")), sentence
        assert language != "en" or sentence == str(error)


def test_every_part_was_used() -> None:
    """The bad input above reaches every part there is, so that none is left unproved."""
    families = re.compile(r"(allowed|place|top|position|json)-|did-you-mean|too-long")
    parts = {code for code in MESSAGES if families.match(code)}
    codes = {piece.code for _, error in errors() for piece in pieces(error)}
    assert parts - codes == set()


NBSP = "\N{NO-BREAK SPACE}"

EXACT: list[tuple[Callable[[], object], str, str]] = [
    (
        lambda: Rules.from_toml(variant(minimum="9")),
        "minimum_: 9 n’est pas possible_; permis_: un nombre de 1 à 6.",
        "minimum: 9 ist nicht möglich; erlaubt: eine Zahl von 1 bis 6.",
    ),
    (
        lambda: Rules.from_toml(variant(deck__colors="[]")),
        (
            "deck.colors_: cette clé n’existe pas_; permis_: deck.numbers, deck.colours, "
            "deck.own. Vouliez-vous dire deck.colours_?"
        ),
        (
            "deck.colors: Diesen Schlüssel gibt es nicht; erlaubt: deck.numbers, deck.colours, "
            "deck.own. Meinst du deck.colours?"
        ),
    ),
    (
        lambda: Rules.named("face-to-face", expert=True),
        "face-to-face n’a pas d’option 'expert'_; options permises_: aucune.",
        "face-to-face hat keine Option 'expert'; erlaubt: keine.",
    ),
    (
        lambda: Deal(HANDS, ((*STOCK[:-1], "100"),)).checked(ORIGINAL),
        "'100' dans la pioche n’est pas une carte de ce jeu.",
        "'100' im Nachziehstapel ist keine Karte dieses Spiels.",
    ),
    (
        lambda: DealCode.parse("original-9p-x"),
        "original se joue à 1, 2, 3, 4 ou 5, pas à 9.",
        "original ist für 1, 2, 3, 4 oder 5 Personen, nicht für 9.",
    ),
    (
        lambda: Position.parse(duel("2/3", f"{rest(2)}/3,{rest(3)}")),
        (
            "Ce n’est pas une position. 3 dans la pioche de la place 1 est aussi dans la main "
            "de la place 1."
        ),
        (
            "Das ist keine Stellung. 3 ist im Nachziehstapel von Platz 1 und auch in der Hand von "
            "Platz 1."
        ),
    ),
    (
        lambda: Position.parse(line(u1="50*2")),
        "Ce n’est pas une position. Cartes sur les piles_: 2_; cartes posées_: 1.",
        "Das ist keine Stellung. Karten auf den Stapeln: 2; gelegte Karten: 1.",
    ),
    (
        lambda: Record.parse(f"{HEAD}Takebacks: perhaps"),
        "ligne 4_: Takebacks_: 'perhaps' n’est pas possible_; permis_: on ou off.",
        "Zeile 4: Takebacks: 'perhaps' ist nicht möglich; erlaubt: on oder off.",
    ),
    (
        lambda: Record.from_json(json.dumps(DATA | {"moves": 3})),
        "Ce n’est pas un enregistrement en JSON_: moves n’est pas une liste.",
        "Das ist keine Aufzeichnung in JSON: moves ist keine Liste.",
    ),
    (
        lambda: gift().play("30-u2"),
        "30 n’améliorerait pas la pile u2 de l’autre joueur, qui montre une place vide.",
        "30 würde den Stapel u2 der anderen Seite nicht verbessern; dort liegt nichts.",
    ),
]


@pytest.mark.parametrize(("do", "french", "german"), EXACT)
def test_whole_sentences(do: Callable[[], object], french: str, german: str) -> None:
    with pytest.raises(TenbackError) as caught:
        do()
    assert Words("fr").refusal(caught.value) == french.replace("_", NBSP)
    assert Words("de").refusal(caught.value) == german
