"""Checks of a record: what a player saw and added is compared with what it says."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tenback.table.fairness import commitment, verify
from tenback.table.record_checks import Check, DailyDeal, Evidence, checks, fair_deal, has_fair_deal
from tenback.table.records import record
from tests.table.lives import digest, nonce, over

FOUND = record(over("original", 2))
PROMISED = dict(FOUND.headers)["Commitment"]
WRONG = digest("wrong")


def codes(found: list[Check]) -> list[str]:
    return [flaw.code for check in found for flaw in check.flaws]


def test_a_fair_record_has_no_flaw() -> None:
    found = list(checks(FOUND, Evidence(PROMISED, nonce("ann", 0), 0)))
    assert {check.state for check in found} == {"good"}
    assert [check.id for check in found][-2:] == ["own-commitment", "own-nonce"]


@pytest.mark.parametrize(
    ("evidence", "code"),
    [
        (Evidence(WRONG), "fair-other-commitment"),
        (Evidence(nonce=nonce("ann", 0), seat=1), "fair-other-nonce"),
        (Evidence(nonce=nonce("ann", 0), seat=7), "fair-no-share"),
    ],
)
def test_what_the_player_knows_contradicts_the_record(evidence: Evidence, code: str) -> None:
    assert codes(list(checks(FOUND, evidence))) == [code]


def test_checks_find_what_the_verdict_finds() -> None:
    changed = [(key, WRONG if key == "Secret" else value) for key, value in FOUND.headers]
    flawed = replace(FOUND, headers=tuple(changed))
    found = list(fair_deal(flawed))
    assert codes(found) == [flaw.code for flaw in verify(flawed).flaws]
    assert [check.id for check in found if check.state == "open"] == ["cards"]


def test_without_headers_only_a_daily_deal_can_be_checked() -> None:
    bare = replace(FOUND, headers=())
    assert not has_fair_deal(bare)
    assert not list(checks(bare, Evidence()))
    daily = DailyDeal(WRONG, date(2027, 1, 15), "original", "original", "seed")
    found = list(checks(bare, Evidence(commitment(WRONG), daily=daily)))
    assert [check.id for check in found] == ["day-promise", "day-seed", "cards"]
    assert codes(found) == ["fair-day-seed"]
