"""Fair deals: no player and no server decides the cards alone, and each can check it later.

The exact procedure is in docs/table.md, so that a page can repeat it. Nothing in it may change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

from tenback.core.deal import Deal
from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from tenback.core.record import Record
    from tenback.core.rules import Rules

PATIENCE = 20.0
"""How many seconds a person has to promise a number, and again to reveal it."""

FIRST_LINE = "tenback-fair-deal-1"
"""What the text behind a seed begins with."""

NOT_REVEALED, LEFT_OUT = "not revealed", "left out"
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SHARE = re.compile(rf"([0-9a-f]{{64}}) ([0-9a-f]{{64}}|{NOT_REVEALED})|{LEFT_OUT}", re.ASCII)
_SHARE_OF = "Share "
_SHARE_KEY = re.compile(rf"{_SHARE_OF}([0-7])", re.ASCII)
_SERVER_HEADERS = ("Commitment", "Secret")


class Stage(StrEnum):
    """How far a fair deal is."""

    PROMISING = "promising"
    REVEALING = "revealing"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Dealer:
    """Where secrets and cards come from. `draw_secret` gives 64 new random hexadecimal digits."""

    draw_secret: Callable[[], str]

    def deal(self, rules: Rules, players: int, seed: str) -> Deal:
        """The deal that a seed gives."""
        return Deal.from_seed(rules, players, seed)


@dataclass(frozen=True, slots=True)
class Share:
    """What one person adds to a deal: first the commitment, then the nonce, or at last nothing."""

    seat: int
    commitment: str = ""
    nonce: str = ""
    left_out: bool = False

    def __str__(self) -> str:
        if not self.commitment:
            return LEFT_OUT
        return f"{self.commitment} {self.nonce or NOT_REVEALED}"


@dataclass(frozen=True, slots=True)
class FairDeal:
    """A deal in the making. `since` is when its stage began."""

    secret: str
    commitment: str
    shares: tuple[Share, ...]
    since: float

    @property
    def stage(self) -> Stage:
        """What is awaited."""
        waiting = [share for share in self.shares if not share.left_out and not share.nonce]
        if any(not share.commitment for share in waiting):
            return Stage.PROMISING
        return Stage.REVEALING if waiting else Stage.SETTLED

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the running stage waits for."""
        promising = self.stage is Stage.PROMISING
        return tuple(
            share.seat
            for share in self.shares
            if not share.left_out and not (share.commitment if promising else share.nonce)
        )

    @property
    def seed(self) -> str:
        """The seed of the deal, once all is settled."""
        return seed(self.secret, self.shares)

    def share(self, seat: int) -> Share:
        """What this seat adds; it takes part."""
        return next(share for share in self.shares if share.seat == seat)

    def changed(self, share: Share, at: float) -> FairDeal:
        """The same deal after one seat has done something, or nothing in time."""
        shares = tuple(share if old.seat == share.seat else old for old in self.shares)
        after = replace(self, shares=shares)
        return after if after.stage is self.stage else replace(after, since=at)

    def headers(self) -> tuple[tuple[str, str], ...]:
        """All of it as a record keeps it."""
        shares = ((f"Share {share.seat}", str(share)) for share in self.shares)
        return ("Commitment", self.commitment), ("Secret", self.secret), *shares


def is_digest(text: object) -> bool:
    """Whether a text is 64 hexadecimal digits in small letters: a secret, nonce or commitment."""
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def commitment(text: str) -> str:
    """What is shown before a secret or a nonce: the SHA-256 of its text."""
    return sha256(text.encode()).hexdigest()


def seed(secret: str, shares: tuple[Share, ...]) -> str:
    """The seed that a secret and the shares of all players give."""
    lines = [FIRST_LINE, secret, *(f"{share.seat} {share}" for share in shares)]
    return sha256("\n".join(lines).encode()).hexdigest()


# Afterwards


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a record: everything that is wrong with its deal."""

    flaws: tuple[TenbackError, ...] = ()

    @property
    def fair(self) -> bool:
        """Whether the deal is the one that the secret and all nonces give."""
        return not self.flaws


def is_header(key: str) -> bool:
    """Whether a record's header belongs to a fair deal."""
    return key in _SERVER_HEADERS or key.startswith(_SHARE_OF)


def verify(record: Record) -> Verdict:
    """Check that the deal of a record follows from what its headers say was promised."""
    return Verdict(tuple(_flaws(record)))


def _flaws(record: Record) -> Iterator[TenbackError]:
    headers = dict(record.headers)
    missing = [key for key in _SERVER_HEADERS if key not in headers]
    if missing:
        yield TenbackError("fair-missing", key=missing[0])
        return
    for key, count in Counter(key for key, _ in record.headers).items():
        if count > 1 and is_header(key):
            yield TenbackError("fair-twice", key=key)
    secret = headers["Secret"]
    if not is_digest(secret) or commitment(secret) != headers["Commitment"]:
        yield TenbackError("fair-secret")
    found = shares(record)
    for key, share in found.items():
        if share is None:
            yield TenbackError("fair-share", key=key)
        elif share.nonce and commitment(share.nonce) != share.commitment:
            yield TenbackError("fair-nonce", seat=share.seat)
    good = tuple(share for share in found.values() if share is not None)
    if len(good) == len(found) and is_digest(secret):
        yield from wrong_cards(record, seed(secret, good))


def shares(record: Record) -> dict[str, Share | None]:
    """The shares by their headers, in the order of the seats; None for what is none."""
    found = sorted((key, value) for key, value in record.headers if key.startswith(_SHARE_OF))
    return {key: _share(key, value, record.players) for key, value in found}


def _share(key: str, value: str, players: int) -> Share | None:
    place, said = _SHARE_KEY.fullmatch(key), _SHARE.fullmatch(value)
    # With the share of a seat that is not there, a server could choose the cards at the end.
    if place is None or said is None or int(place[1]) >= players:
        return None
    promised, nonce = said[1] or "", said[2] or ""
    revealed = nonce if nonce != NOT_REVEALED else ""
    return Share(int(place[1]), promised, revealed, left_out=not revealed)


def wrong_cards(record: Record, derived: str) -> Iterator[TenbackError]:
    """What is wrong with a record whose deal should be that of this seed."""
    deal = record.origin
    if not isinstance(deal, Deal) or deal.seed != derived:
        yield TenbackError("fair-seed")
        return
    if deal != Deal.from_seed(record.rules, record.players, derived):
        yield TenbackError("fair-deal")
    lot = deal.settled_starter
    if lot is not None and record.starter not in (lot, None):
        yield TenbackError("fair-starter", seat=lot)
