"""Checks of a record, one after the other: each is right, wrong or open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from tenback.core.deal import Deal
from tenback.core.errors import TenbackError
from tenback.table.fairness import (
    Share,
    commitment,
    is_digest,
    is_header,
    shares,
    verify,
    wrong_cards,
)

if TYPE_CHECKING:
    from tenback.core.record import Record


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and what is wrong with it.

    `done` is False where something before it is wrong, so that it could not be checked.
    """

    id: str
    params: Mapping[str, object] = field(default_factory=dict)
    flaws: Sequence[TenbackError] = ()
    done: bool = True

    @property
    def state(self) -> str:
        """How it stands."""
        return "flaw" if self.flaws else "good" if self.done else "open"


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """A deal of the day: the secret that was revealed, and the seed that it gives."""

    secret: str
    day: date
    variant: str
    game: str
    seed: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a player knows of a deal besides its record: what they saw, and what they added."""

    commitment: str | None = None
    nonce: str | None = None
    seat: int | None = None
    daily: DailyDeal | None = None


def has_fair_deal(record: Record) -> bool:
    """Whether a record tells how its deal was made."""
    return any(is_header(key) for key, _ in record.headers)


def checks(record: Record, evidence: Evidence) -> Iterator[Check]:
    """Everything that a record and the evidence of a player allow to check."""
    daily = evidence.daily
    if daily and evidence.commitment is not None:
        yield _daily_commitment(daily, evidence.commitment)
    if daily:
        yield from _daily_deal(record, daily)
    if has_fair_deal(record):
        yield from fair_deal(record)
    if evidence.commitment is not None and not daily:
        yield _own_commitment(record, evidence.commitment)
    if evidence.nonce is not None and evidence.seat is not None:
        yield _own_nonce(record, evidence.seat, evidence.nonce)


def fair_deal(record: Record) -> Iterator[Check]:
    """Whether the deal follows from what server and players promised."""
    flaws = verify(record).flaws
    begun = not _of(flaws, "fair-missing")
    promised = {"commitment": dict(record.headers).get("Commitment", "")}
    yield Check("secret", promised, _of(flaws, "fair-missing", "fair-secret"))
    if begun:
        yield Check("once", flaws=_of(flaws, "fair-twice"))
    found = shares(record)
    for key, share in found.items():
        wrong = [flaw for flaw in flaws if _concerns(flaw, key, share)]
        yield Check(_added(share), {"seat": share.seat if share else key}, wrong, begun)
    settled = is_digest(dict(record.headers).get("Secret")) and None not in found.values()
    yield from _deal(record, flaws, Check("seed", done=begun and settled))


def _daily_deal(record: Record, daily: DailyDeal) -> Iterator[Check]:
    """Whether the deal is that of a day whose secret has been revealed."""
    params = {"game": daily.game, "day": daily.day.isoformat()}
    flaws = [
        TenbackError("fair-day-seed", **params) if flaw.code == "fair-seed" else flaw
        for flaw in wrong_cards(record, daily.seed)
    ]
    if record.rules.name != daily.variant and not _of(flaws, "fair-day-seed"):
        flaws.append(TenbackError("fair-day-seed", **params))
    yield from _deal(record, flaws, Check("day-seed", params))


def _daily_commitment(daily: DailyDeal, seen: str) -> Check:
    """Whether the secret of a day is the one whose commitment was seen on that day."""
    flaws = _unless(commitment(daily.secret) == seen, "fair-other-day")
    return Check("day-promise", {"day": daily.day.isoformat()}, flaws)


def _own_commitment(record: Record, seen: str) -> Check:
    """Whether the commitment is the one that the player saw."""
    same = dict(record.headers).get("Commitment") == seen
    return Check("own-commitment", flaws=_unless(same, "fair-other-commitment"))


def _own_nonce(record: Record, seat: int, nonce: str) -> Check:
    """Whether the player's number is in the deal."""
    mine = [share for share in shares(record).values() if share and share.seat == seat]
    code = "fair-no-share"
    if mine:
        code = "fair-other-nonce" if mine[0].nonce else "fair-left-out"
    same = bool(mine) and mine[0].nonce == nonce
    return Check("own-nonce", {"seat": seat}, _unless(same, code, seat=seat))


def _deal(record: Record, flaws: Iterable[TenbackError], seed: Check) -> Iterator[Check]:
    """The way from the seed to the cards and the start."""
    flaws = list(flaws)
    wrong_seed, wrong_deal = _of(flaws, "fair-seed", "fair-day-seed"), _of(flaws, "fair-deal")
    done = seed.done and not wrong_seed
    yield Check(seed.id, seed.params, wrong_seed, seed.done)
    yield Check("cards", flaws=wrong_deal, done=done)
    lot = record.origin.starter if isinstance(record.origin, Deal) else None
    if lot is not None:
        wrong_start = _of(flaws, "fair-starter")
        yield Check("starter", {"seat": lot}, wrong_start, done and not wrong_deal)


def _added(share: Share | None) -> str:
    if share is None or not share.commitment:
        return "share-none"
    return "share-told" if share.nonce else "share-untold"


def _concerns(flaw: TenbackError, key: str, share: Share | None) -> bool:
    if flaw.code == "fair-share":
        return bool(flaw.params["key"] == key)
    return flaw.code == "fair-nonce" and share is not None and flaw.params["seat"] == share.seat


def _of(flaws: Iterable[TenbackError], *codes: str) -> list[TenbackError]:
    return [flaw for flaw in flaws if flaw.code in codes]


def _unless(good: bool, code: str, **params: object) -> list[TenbackError]:
    return [] if good else [TenbackError(code, **params)]
