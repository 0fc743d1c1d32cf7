"""Fair deals, by hand and by the book; and what tampering leaves behind."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from tenback import Deal, Record
from tenback.table import commands as c
from tenback.table import events as e
from tenback.table.actors import SYSTEM
from tenback.table.fairness import (
    PATIENCE,
    Dealer,
    FairDeal,
    Share,
    Stage,
    commitment,
    is_digest,
    seed,
    shares,
    verify,
)
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tenback.table.records import record
from tenback.table.table import Table
from tests.table.lives import digest, nonce, opened, over, seated
from tests.table.refusals import refused

SECRET = "5ec7e7" * 10 + "5ec7"
ANNS, BENS = "a" * 64, "b" * 64


def test_the_procedure_by_hand() -> None:
    """The same as in docs/table.md, with nothing but SHA-256."""
    a, b = (sha256(number.encode()).hexdigest() for number in (ANNS, BENS))
    assert a == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    text = f"tenback-fair-deal-1\n{SECRET}\n0 {a} {ANNS}\n1 {b} not revealed\n3 left out"
    by_hand = sha256(text.encode()).hexdigest()
    assert by_hand == "df1d862a9944a4d101766836e4fc624668e82f0d94d839544d6bd715e74be591"
    given = (Share(0, a, ANNS), Share(1, b, left_out=True), Share(3, left_out=True))
    assert seed(SECRET, given) == by_hand


def test_a_table_deals_what_the_procedure_gives() -> None:
    table = Table.open("t", "ann", "Ann", TableOptions("original", 2), 0.0, Dealer(lambda: SECRET))
    table.handle("ben", c.Sit("Ben"), 1.0)
    (begun,) = table.handle("ann", c.Begin(), 2.0)
    assert isinstance(begun, e.Begun)
    assert begun.commitment == sha256(SECRET.encode()).hexdigest()
    for person, number in (("ann", ANNS), ("ben", BENS)):
        table.handle(person, c.Commit(sha256(number.encode()).hexdigest()), 3.0)
    for person, number in (("ben", BENS), ("ann", ANNS)):
        table.handle(person, c.Reveal(number), 4.0)
    a, b = commitment(ANNS), commitment(BENS)
    text = f"tenback-fair-deal-1\n{SECRET}\n0 {a} {ANNS}\n1 {b} {BENS}"
    assert table.game is not None
    deal = table.game.deal
    assert deal == Deal.from_seed(table.options.rules, 2, sha256(text.encode()).hexdigest())


# The steps


def test_no_player_reveals_a_number_before_all_have_promised() -> None:
    table = seated(players=2)
    table.handle("ann", c.Begin(), 3.0)
    table.handle("ann", c.Commit(commitment(ANNS)), 4.0)
    assert refused(table, "ann", c.Reveal(ANNS)) == "table-not-awaited"
    assert refused(table, "ann", c.Commit(commitment(ANNS))) == "table-not-awaited"
    assert refused(table, "ben", c.Commit("no digest")) == "table-bad-digest"
    table.handle("ben", c.Commit(commitment(BENS)), 5.0)
    assert refused(table, "ben", c.Commit(commitment(BENS))) == "table-not-awaited"
    assert refused(table, "ben", c.Reveal(ANNS)) == "table-wrong-nonce"
    assert refused(table, "ben", c.Reveal("B" * 64)) == "table-bad-digest"
    table.handle("ben", c.Reveal(BENS), 6.0)
    assert refused(table, "ben", c.Reveal(BENS)) == "table-not-awaited"


def test_a_player_who_does_not_promise_or_reveal_in_time_is_left_out() -> None:
    table = seated(players=3)
    table.handle("ann", c.Begin(), 0.0)
    table.handle("ann", c.Commit(commitment(ANNS)), 1.0)
    table.handle("ben", c.Commit(commitment(BENS)), 5.0)
    assert refused(table, SYSTEM, c.RunOut(), PATIENCE - 0.5) == "table-too-early"
    assert table.handle(SYSTEM, c.RunOut(), PATIENCE) == (e.LeftOut(PATIENCE, 2),)
    assert refused(table, "cleo", c.Commit(commitment(ANNS))) == "table-not-awaited"
    table.handle("ann", c.Reveal(ANNS), PATIENCE + 1)
    assert refused(table, SYSTEM, c.RunOut(), 2 * PATIENCE - 0.5) == "table-too-early"
    events = table.handle(SYSTEM, c.RunOut(), 2 * PATIENCE)
    assert [event.type for event in events] == ["left-out", "cards-dealt"]
    given = (Share(0, commitment(ANNS), ANNS), Share(1, commitment(BENS)), Share(2))
    assert table.fair is not None
    assert table.fair.seed == seed(table.fair.secret, given)
    headers = dict(record(table).headers)
    assert headers["Share 0"] == f"{commitment(ANNS)} {ANNS}"
    assert headers["Share 1"] == f"{commitment(BENS)} not revealed"
    assert headers["Share 2"] == "left out"
    assert verify(record(table)).fair


def test_a_deal_without_any_share_is_dealt_all_the_same() -> None:
    table = seated(players=2)
    table.handle("ann", c.Begin(), 0.0)
    table.handle(SYSTEM, c.RunOut(), PATIENCE)
    assert table.phase is Phase.AGREEING
    assert verify(record(table)).fair


def test_a_player_who_leaves_while_cards_are_dealt_is_left_out_at_once() -> None:
    table = seated(players=2)
    table.handle("ann", c.Begin(), 0.0)
    table.handle("ann", c.Commit(commitment(ANNS)), 1.0)
    events = table.handle("ben", c.Leave(), 2.0)
    assert [event.type for event in events] == ["left", "left-out"]
    table.handle("dora", c.Sit("Dora"), 3.0)
    assert refused(table, "dora", c.Commit(commitment(BENS))) == "table-not-awaited"
    table.handle("ann", c.Reveal(ANNS), 4.0)
    assert table.phase is Phase.AGREEING


def test_a_number_revealed_before_leaving_stays_in_the_deal() -> None:
    table = seated(players=2)
    table.handle("ann", c.Begin(), 0.0)
    for person, number in (("ann", ANNS), ("ben", BENS)):
        table.handle(person, c.Commit(commitment(number)), 1.0)
    table.handle("ben", c.Reveal(BENS), 2.0)
    table.handle("ben", c.Leave(), 3.0)
    table.handle("ann", c.Reveal(ANNS), 4.0)
    assert table.fair is not None
    assert [share.nonce for share in table.fair.shares] == [ANNS, BENS]


def test_the_stages_of_a_deal() -> None:
    fair = FairDeal(SECRET, commitment(SECRET), (Share(0), Share(2)), 0.0)
    assert (fair.stage, fair.awaited) == (Stage.PROMISING, (0, 2))
    fair = fair.changed(Share(0, commitment(ANNS)), 1.0)
    assert (fair.stage, fair.awaited, fair.since) == (Stage.PROMISING, (2,), 0.0)
    fair = fair.changed(Share(2, left_out=True), 2.0)
    assert (fair.stage, fair.awaited, fair.since) == (Stage.REVEALING, (0,), 2.0)
    fair = fair.changed(Share(0, commitment(ANNS), ANNS), 3.0)
    assert (fair.stage, fair.awaited) == (Stage.SETTLED, ())


@pytest.mark.parametrize("text", ["", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", 7])
def test_what_is_no_digest(text: object) -> None:
    assert is_digest("0123456789abcdef" * 4)
    assert not is_digest(text)


# Afterwards


def fair_record(game: str = "original", players: int = 2) -> Record:
    return record(over(game, players))


def codes(record: Record) -> list[str]:
    return [flaw.code for flaw in verify(record).flaws]


def with_header(record: Record, key: str, value: str | None) -> Record:
    """The record with one header changed, or taken away."""
    headers = [(k, value if k == key else v) for k, v in record.headers]
    return replace(record, headers=tuple((k, v) for k, v in headers if v is not None))


@pytest.mark.parametrize("game", ["original", "quick-and-easy", "face-to-face"])
def test_a_record_verifies_as_text_and_as_json(game: str) -> None:
    kept = fair_record(game)
    assert verify(kept).fair
    assert verify(Record.parse(str(kept))).fair
    assert verify(Record.from_json(kept.to_json())).fair


def test_the_order_of_headers_does_not_matter() -> None:
    kept = fair_record()
    assert verify(replace(kept, headers=kept.headers[::-1])).fair


def test_tampering_with_any_header_is_found() -> None:
    kept = fair_record()
    wrong = digest("wrong")
    share = f"{commitment(wrong)} {wrong}"
    promised = commitment(nonce("ann", 0))
    for key, value, found in [
        ("Commitment", wrong, ["fair-secret"]),
        ("Commitment", None, ["fair-missing"]),
        ("Secret", wrong, ["fair-secret", "fair-seed"]),
        ("Secret", None, ["fair-missing"]),
        ("Share 0", f"{promised} {wrong}", ["fair-nonce", "fair-seed"]),
        ("Share 0", share, ["fair-seed"]),
        ("Share 0", f"{promised} not revealed", ["fair-seed"]),
        ("Share 0", "left out", ["fair-seed"]),
        ("Share 0", None, ["fair-seed"]),
        ("Share 0", "nothing", ["fair-share"]),
        ("Share 1", share.upper(), ["fair-share"]),
    ]:
        assert codes(with_header(kept, key, value)) == found, (key, value)
    extra = replace(kept, headers=(*kept.headers, ("Share 2", "left out")))
    assert codes(extra) == ["fair-share"]
    unknown = replace(kept, headers=(*kept.headers, ("Share 9", "left out")))
    assert codes(unknown) == ["fair-share"]


def test_what_stands_twice_is_found() -> None:
    kept = fair_record()
    for key, value in kept.headers:
        twice = replace(kept, headers=((key, value), *kept.headers))
        said = ["fair-twice"] if key.startswith(("Commitment", "Secret", "Share")) else []
        assert codes(twice) == said, key


def test_a_share_of_a_seat_that_is_not_there_cannot_choose_the_cards() -> None:
    kept = fair_record()
    mine = Share(5, commitment(digest("mine")), digest("mine"))
    chosen = seed(dict(kept.headers)["Secret"], (*filter(None, shares(kept).values()), mine))
    deal = Deal.from_seed(kept.rules, kept.players, chosen)
    headers = (*kept.headers, ("Share 5", str(mine)))
    forged = replace(kept, origin=deal, moves=(), talk=(), headers=headers)
    assert codes(forged) == ["fair-share"]


def test_a_secret_of_any_kind_is_only_wrong() -> None:
    kept = fair_record()
    for text in ("\ud800", "é", "secret"):
        assert codes(with_header(kept, "Secret", text)) == ["fair-secret"]


def test_other_cards_or_another_starter_are_found() -> None:
    kept = fair_record("face-to-face")
    deal = kept.origin
    assert isinstance(deal, Deal)
    assert deal.starter is not None
    lot = 1 - deal.starter
    assert codes(replace(kept, origin=replace(deal, seed="mine"))) == ["fair-seed"]
    swapped = replace(deal, hands=deal.hands[::-1], stocks=deal.stocks[::-1])
    assert codes(replace(kept, origin=swapped)) == ["fair-deal"]
    assert codes(replace(kept, starter=lot)) == ["fair-starter"]
    assert codes(replace(kept, origin=replace(deal, starter=lot), starter=lot)) == ["fair-deal"]


def test_a_record_of_another_kind_cannot_be_verified() -> None:
    kept = replace(fair_record(), headers=())
    assert codes(kept) == ["fair-missing"]
    assert opened().fair is None
