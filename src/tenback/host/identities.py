"""Guests: identities without passwords, proven by a signed token in the browser.

The id of a person is no secret, for other players at a table see it. The token is the proof.
"""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from tenback.core.errors import TenbackError
from tenback.host import documents
from tenback.host.limits import DEFAULT_LIMITS, LimitReached, Limits
from tenback.store import Batch, DocumentTaken
from tenback.table.names import clean_name

if TYPE_CHECKING:
    from tenback.host.signatures import Clock, RandomBytes, Signer
    from tenback.store import Store

GUEST, LINK, USED = "guest", "link", "link-used"
TOKEN_FORMAT = "1"  # noqa: S105 (no secret)
"""The version of the format of tokens."""

DAY = 24 * 3600.0
_SIZE = 16
_TOKEN = re.compile(rf"{TOKEN_FORMAT}\.([0-9a-f]{{32}})\.([0-9a-f]{{64}})", re.ASCII)
_CODE = re.compile(r"[0-9a-f]{32}", re.ASCII)


class UnknownIdentity(TenbackError):
    """There is no such person, or a link has expired or was used."""


@dataclass(frozen=True, slots=True)
class Guest:
    """An identity: its id, its name, and since when it exists."""

    id: str
    name: str
    since: float


@dataclass(frozen=True, slots=True)
class Link:
    """A link that brings an identity to another device, once, until it expires."""

    person: str
    until: float


class Identities:
    """The identities of a store. Processes that share it know the same people."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        *,
        clock: Clock = time.time,
        random_bytes: RandomBytes = secrets.token_bytes,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.store = store
        self.signer = signer
        self.clock = clock
        self.random_bytes = random_bytes
        self.limits = limits

    # Identities and tokens

    async def create_guest(self, name: str) -> Guest:
        """A new identity."""
        guest = Guest(self.random_bytes(_SIZE).hex(), clean_name(name), self.clock())
        await self.store.commit(Batch(new={(GUEST, guest.id): documents.dump(guest)}))
        return guest

    def token(self, person: str) -> str:
        """The token of a person, for a cookie."""
        return f"{TOKEN_FORMAT}.{person}.{self.signer.sign('token', person)}"

    def person(self, token: str) -> str | None:
        """The id in a token, even of a deleted person; None if the signature is wrong."""
        read = _TOKEN.fullmatch(token)
        return read[1] if read and self.signer.is_signed("token", read[1], read[2]) else None

    async def guest(self, token: str) -> Guest | None:
        """The guest with this token; None if it is invalid or its guest was deleted."""
        person = self.person(token)
        return await self.find(person) if person else None

    async def find(self, person: str) -> Guest | None:
        """A guest by their id, or None."""
        body = await self.store.get(GUEST, person)
        return documents.load(Guest, body) if body is not None else None

    async def known(self, person: str) -> Guest:
        """A guest by their id; refused if there is none."""
        guest = await self.find(person)
        if guest is None:
            raise UnknownIdentity("identity-unknown")
        return guest

    async def rename(self, person: str, name: str) -> Guest:
        """Change the name of a guest; a table has a command of its own for that."""
        guest = replace(await self.known(person), name=clean_name(name))
        await self.store.commit(Batch(documents={(GUEST, person): documents.dump(guest)}))
        return guest

    # Links to other devices

    async def link(self, person: str) -> str:
        """A code that brings an identity to another device, once. Only its digest is stored."""
        await self.known(person)
        await self._check_links(person)
        code = self.random_bytes(_SIZE).hex()
        link = Link(person, self.clock() + self.limits.link_s)
        await self.store.commit(Batch(new={(LINK, _digest(code)): documents.dump(link)}))
        return code

    async def follow(self, code: str) -> Guest:
        """The guest of a code, which works once, even for concurrent callers."""
        digest = _digest(code)
        body = await self.store.get(LINK, digest) if _CODE.fullmatch(code) else None
        if body is None or (link := documents.load(Link, body)).until < self.clock():
            raise UnknownIdentity("identity-bad-link")
        guest = await self.known(link.person)
        try:
            # Two callers can delete the same document, but only one can create this one.
            once = {(USED, digest): body}
            await self.store.commit(Batch(documents={(LINK, digest): None}, new=once))
        except DocumentTaken:
            raise UnknownIdentity("identity-bad-link") from None
        return guest

    async def delete_expired(self) -> None:
        """Delete expired links; a chore.

        The mark of a used link stays for another day, for callers that are following it right now.
        """
        now = self.clock()
        old = {
            (kind, digest): None
            for kind, kept in ((LINK, 0.0), (USED, DAY))
            for digest, link in (await links(self.store, kind)).items()
            if link.until + kept < now
        }
        await self.store.commit(Batch(documents=old))

    async def _check_links(self, person: str) -> None:
        now = self.clock()
        every = (await links(self.store, LINK)).values()
        # One that expires later than a new one was made while the clock was ahead.
        last = now + self.limits.link_s
        live = [link for link in every if link.person == person and now <= link.until <= last]
        if len(live) >= self.limits.links:
            raise LimitReached("identity-links", limit=self.limits.links)


async def links(store: Store, kind: str) -> dict[str, Link]:
    """All links, or all that were used, by their digests."""
    return {key: documents.load(Link, body) for key, body in (await store.scan(kind)).items()}


def _digest(code: str) -> str:
    return sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
