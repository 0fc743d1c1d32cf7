"""Records: the form of the text, what the reader forgives, and what it reports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenback import Deal, Game, InvalidNotation, InvalidRecord, Position, Rules
from tenback.core.record import Note, Record
from tenback.core.talk import Said

DOCS = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
EXAMPLE, POSITION = re.findall(r"```text\n(.*?)```", DOCS, re.DOTALL)


def problems(text: str) -> list[tuple[int, str]]:
    with pytest.raises(InvalidRecord) as caught:
        Record.parse(text)
    return [(problem.line, problem.error.code) for problem in caught.value.problems]


def test_the_documented_example_is_as_the_writer_writes() -> None:
    record = Record.parse(EXAMPLE)
    assert str(record) == EXAMPLE
    assert record.game().turn == 2


def test_the_documented_position_is_as_the_writer_writes() -> None:
    assert str(Position.parse(POSITION)) == POSITION.strip()


def test_what_the_example_holds() -> None:
    record = Record.parse(EXAMPLE)
    assert record.talk == (
        Said(0, 1, text="I would rather not start"),
        Said(0, 2, phrase="start"),
        Said(7, 2, phrase="leave:u1"),
    )
    assert record.notes == (Note(3, mark="!"), Note(4, text="a good beginning"))
    assert record.headers == (("White", "a header of your own"),)


FORGIVEN = """\ufeffTENBACK-RECORD 1\r
rules:ORIGINAL\r
deal:   original-3p-lighthouse
# nothing to see here
 STARTER : 2

1: 2-U1   3-u1
   5-u1 END
2. [0] 11-u1 74-d1
3 98-d2 86-d2 end
"""


def test_the_reader_forgives() -> None:
    record = Record.parse(FORGIVEN)
    assert record.moves == Record.parse(EXAMPLE).moves


def test_every_problem_is_reported_with_its_line() -> None:
    text = """tenback-record 1
Rules: original
Deal: original-3p-lighthouse
Starter: 2
Starter: 1
Takebacks: perhaps

1 [2] 2-u1 3-u1 end
2 [1] 11-u1 what? 74-d1 {open end
3 [1] 98-d2 && end
"""
    assert problems(text) == [
        (5, "record-twice"),
        (6, "record-bad-header"),
        (9, "record-wrong-seat"),
        (9, "bad-move"),
        (9, "record-token"),
        (10, "record-token"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(0, "record-no-rules"), (1, "record-header")]),
        ("tenback-record 1", [(0, "record-no-rules")]),
        ("tenback-record 1\nRules: original", [(0, "record-no-deal")]),
        ("tenback-record 1\nRules: orignal", [(2, "unknown-variant")]),
        ("tenback-record 1\nRules: original\nDeal: original-9p-x", [(3, "wrong-players")]),
        ("tenback-record 1\nRules: original\nHands: 2/3\nStocks: 4", [(3, "wrong-hand-size")]),
        ("tenback-record 1\nRules: original\nPosition: no", [(3, "bad-position")]),
        ("tenback-record 1\nRules: mine\n| name = 3", [(3, "bad-value")]),
    ],
)
def test_what_is_no_record(text: str, expected: list[tuple[int, str]]) -> None:
    assert problems(text) == expected


def test_an_illegal_move_is_reported_once_and_the_form_of_the_rest_is_checked() -> None:
    text = EXAMPLE.replace("3-u1!", "4-u1").replace("98-d2", "98:d2")
    assert problems(text) == [(10, "not-held"), (12, "record-token")]


def test_a_wrong_result_is_reported() -> None:
    assert problems(EXAMPLE.replace("open", "finished, 0 left")) == [(7, "record-wrong-result")]


def test_talk_of_a_seat_that_is_not_there_is_reported() -> None:
    assert problems(EXAMPLE.replace("<2 leave:u1>", "<7 leave:u1>")) == [(11, "no-such-seat")]


def test_talk_after_the_end_and_odd_texts_survive() -> None:
    rules = Rules.named("quick-and-easy")
    game = Game(rules, Deal.from_seed(rules, 2, "odd"))
    game.say(1, text='quotes " and {braces} <1 x>\n\u2028 a\\b 🂡')
    game.start(1)
    game.say(0, phrase="go-on:u1")
    game.play(game.legal_moves()[0])
    game.resign(0)
    game.say(0, text="well played")
    record = game.record()
    assert Record.parse(str(record)) == record
    assert Record.from_json(record.to_json()).game() == game


def test_comments_with_braces_and_lines_survive() -> None:
    record = Record.parse(EXAMPLE)
    odd = Record(
        rules=record.rules,
        origin=record.origin,
        starter=2,
        moves=record.moves,
        takebacks=False,
        notes=(Note(2, text="a {b} \\ c\nd"), Note(2, mark="?!")),
    )
    assert Record.parse(str(odd)) == odd


@pytest.mark.parametrize(
    "bad",
    [
        lambda: Note(1),
        lambda: Note(1, mark="!!!"),
        lambda: Note(1, mark="!", text="both"),
        lambda: Said(1, 0),
        lambda: Said(1, 0, phrase="Not A Phrase"),
        lambda: Said(1, 0, phrase="a", text="b"),
        lambda: Said(1, 0, text="\ud800"),
    ],
)
def test_remarks_that_are_none(bad: object) -> None:
    assert callable(bad)
    with pytest.raises(InvalidNotation):
        bad()


@pytest.mark.parametrize(
    "parts",
    [
        {"notes": (Note(99, text="later"),)},
        {"notes": (Note(0, mark="!"),)},
        {"notes": (Note(2, mark="!"), Note(2, mark="?"))},
        {"talk": (Said(-1, 0, text="earlier"),)},
        {"headers": (("Rules", "mine"),)},
        {"headers": (("result", "mine"),)},
        {"talk": (Said(1, 3, text="who?"),)},
        {"talk": (Said(1, -1, text="who?"),)},
        {"headers": (("Fine", "two\nlines"),)},
        {"headers": (("not: fine", "x"),)},
    ],
    ids=str,
)
def test_records_that_could_not_be_written_are_refused(parts: dict[str, object]) -> None:
    record = Record.parse(EXAMPLE)
    with pytest.raises(InvalidNotation):
        Record(record.rules, record.origin, 2, record.moves, False, **parts)  # type: ignore[arg-type]


def test_a_designers_variant_travels_with_its_record() -> None:
    text = (
        Rules.named("original").to_toml().replace('"original"', '"mine"').replace("2 = 7", "2 = 9")
    )
    rules = Rules.from_toml(text)
    game = Game(rules, Deal.from_seed(rules, 2, "x"), starter=0)
    written = str(game.record())
    assert '\n| name = "mine"\n' in written
    assert Record.parse(written).game() == game


def test_a_record_of_a_deal_spelled_out_keeps_its_lot_and_seed() -> None:
    rules = Rules.named("face-to-face")
    deal = Deal.from_seed(rules, 2, "x")
    other = Deal(deal.hands, deal.stocks, 1 - (deal.starter or 0), 'another "seed"')
    game = Game(rules, other)
    assert Record.parse(str(game.record())).game() == game


def test_replaying_gives_the_same_events() -> None:
    record = Record.parse(EXAMPLE)
    game = record.beginning()
    stepped = [event for events in record.steps(game) for event in events]
    assert tuple(stepped) == record.game().events[1:]


def test_a_record_needs_no_starter() -> None:
    """Also where it would be settled: alone, by lot, and after giving up while agreeing."""
    for name, players in (("original", 1), ("face-to-face", 2), ("original", 3)):
        rules = Rules.named(name)
        game = Game(rules, Deal.from_seed(rules, players, "x"), agree=True)
        assert Record.parse(str(game.record())).game() == game
        game.resign(0)
        assert Record.parse(str(game.record())).game() == game


def test_talk_after_a_game_that_ended_before_its_first_move() -> None:
    text = 'name="m"\nminimum=2\nhands={1=2}\n[deck]\nnumbers="1..9"\n[piles]\nup=[8]'
    rules = Rules.from_toml(text)
    game = Game(rules, Deal((("1", "2"),), (("3", "4", "5", "6", "7", "8", "9"),)))
    assert game.outcome is not None
    game.say(0, text="oh")
    assert Record.parse(str(game.record())).game() == game


def test_a_file_that_is_something_else_is_given_up_soon() -> None:
    problems_of_noise = problems("@ " * 50_000)
    assert len(problems_of_noise) < 30
