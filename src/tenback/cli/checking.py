"""What can be checked of a record, one thing after the other: each is right, wrong or open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tenback.core.deal import Deal
from tenback.core.errors import TenbackError
from tenback.table.fairness import Share, commitment, is_digest, shares, verify, wrong_cards

if TYPE_CHECKING:
    from datetime import date

    from tenback.core.record import Record
    from tenback.words import Words


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to look at, and what is wrong with it.

    `done` is False where something before it is wrong, so that nobody could look.
    """

    id: str
    params: Mapping[str, object] = field(default_factory=dict)
    flaws: Sequence[TenbackError] = ()
    done: bool = True

    @property
    def state(self) -> str:
        """How it stands."""
        return "flaw" if self.flaws else "good" if self.done else "open"

    def sentences(self, say: Words) -> list[str]:
        """What came of it."""
        if self.flaws:
            return [say.refusal(flaw) for flaw in self.flaws]
        if self.done:
            return [say(f"verify.check.{self.id}", **self.params)]
        return [say(f"verify.unchecked.{self.id.partition('-')[0]}", **self.params)]


def fair_deal(record: Record) -> Iterator[Check]:
    """All that `verify` looks at."""
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


def day(record: Record, secret: str, when: date, game: str) -> Iterator[Check]:
    """Whether the deal is that of a day whose secret has been revealed."""
    from tenback.host.daily import dealt, seed  # many who verify never play one

    told = {"game": dealt(game).game, "day": when.isoformat()}
    derived = seed(bytes.fromhex(secret), when, game)
    flaws = [
        TenbackError("fair-day-seed", **told) if flaw.code == "fair-seed" else flaw
        for flaw in wrong_cards(record, derived)
    ]
    if record.rules.name != game and not _of(flaws, "fair-day-seed"):
        flaws.append(TenbackError("fair-day-seed", **told))
    yield from _deal(record, flaws, Check("day-seed", told))


def days_promise(secret: str, when: date, seen: str) -> Check:
    """Whether the secret of a day is the one whose commitment was seen on that day."""
    flaws = _unless(commitment(secret) == seen, "fair-other-day")
    return Check("day-promise", {"day": when.isoformat()}, flaws)


def own_commitment(record: Record, seen: str) -> Check:
    """Whether the commitment is the one that somebody saw."""
    same = dict(record.headers).get("Commitment") == seen
    return Check("own-commitment", flaws=_unless(same, "fair-other-commitment"))


def own_nonce(record: Record, seat: int, nonce: str) -> Check:
    """Whether somebody's number is in the deal."""
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
