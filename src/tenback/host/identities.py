"""Guests: people without passwords, known by a signed text that their browser keeps.

A person's id is no secret: the others at a table see it. What proves who one is, is the token.
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
from tenback.host.limits import USUAL, Limits, TooMuch
from tenback.store import Batch, DocumentTaken
from tenback.table.seats import clean_name

if TYPE_CHECKING:
    from tenback.host.signing import Clock, Draw, Signer
    from tenback.store import Store

GUEST, LINK, USED = "guest", "link", "link-used"
FORM = "1"
"""The version of the form of tokens."""

DAY = 24 * 3600.0
_SIZE = 16
_TOKEN = re.compile(rf"{FORM}\.([0-9a-f]{{32}})\.([0-9a-f]{{64}})", re.ASCII)
_CODE = re.compile(r"[0-9a-f]{32}", re.ASCII)


class UnknownIdentity(TenbackError):
    """There is no such person, or a link does not lead to one any more."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who came by: an id, a name, and since when."""

    id: str
    name: str
    since: float


@dataclass(frozen=True, slots=True)
class Link:
    """What brings an identity to another device, once, until it expires."""

    person: str
    until: float


class Identities:
    """Everybody who has come by. Processes that share a store know the same people."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        *,
        clock: Clock = time.time,
        draw: Draw = secrets.token_bytes,
        limits: Limits = USUAL,
    ) -> None:
        self.store = store
        self.signer = signer
        self.clock = clock
        self.draw = draw
        self.limits = limits

    # Who somebody is

    async def welcome(self, name: str) -> Guest:
        """Somebody new."""
        guest = Guest(self.draw(_SIZE).hex(), clean_name(name), self.clock())
        await self.store.commit(Batch(new={(GUEST, guest.id): documents.packed(guest)}))
        return guest

    def token(self, person: str) -> str:
        """What a person's browser keeps and shows again."""
        return f"{FORM}.{person}.{self.signer.sign('token', person)}"

    def person(self, token: str) -> str | None:
        """Whose token this is, or was: they may have been deleted. None if we did not sign it."""
        read = _TOKEN.fullmatch(token)
        return read[1] if read and self.signer.is_signed("token", read[1], read[2]) else None

    async def guest(self, token: str) -> Guest | None:
        """Whoever shows this token; None for a stranger."""
        person = self.person(token)
        return await self.find(person) if person else None

    async def find(self, person: str) -> Guest | None:
        """Somebody by their id."""
        body = await self.store.get(GUEST, person)
        return documents.read(Guest, body) if body is not None else None

    async def known(self, person: str) -> Guest:
        """Somebody by their id, who must be there."""
        guest = await self.find(person)
        if guest is None:
            raise UnknownIdentity("identity-unknown")
        return guest

    async def rename(self, person: str, name: str) -> Guest:
        """Be called something else; at a table one is renamed by its own command."""
        guest = replace(await self.known(person), name=clean_name(name))
        await self.store.commit(Batch(documents={(GUEST, person): documents.packed(guest)}))
        return guest

    # Links to other devices

    async def link(self, person: str) -> str:
        """A code that makes another device this person's, once. Only its digest is kept."""
        await self.known(person)
        await self._check_links(person)
        code = self.draw(_SIZE).hex()
        link = Link(person, self.clock() + self.limits.link_s)
        await self.store.commit(Batch(new={(LINK, _digest(code)): documents.packed(link)}))
        return code

    async def follow(self, code: str) -> Guest:
        """Whoever this code belongs to. Of all who show it, even at once, one is let in."""
        digest = _digest(code)
        body = await self.store.get(LINK, digest) if _CODE.fullmatch(code) else None
        if body is None or (link := documents.read(Link, body)).until < self.clock():
            raise UnknownIdentity("identity-bad-link")
        guest = await self.known(link.person)
        try:
            # To drop a document says nothing about who else does so; to make one does.
            once = {(USED, digest): body}
            await self.store.commit(Batch(documents={(LINK, digest): None}, new=once))
        except DocumentTaken:
            raise UnknownIdentity("identity-bad-link") from None
        return guest

    async def tidy(self) -> None:
        """Drop links that have expired; do this now and then.

        That one was used is remembered for another day, for whoever is following it right now.
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
        live = [link for link in every if link.person == person and link.until >= now]
        if len(live) >= self.limits.links:
            raise TooMuch("identity-links", limit=self.limits.links)


async def links(store: Store, kind: str) -> dict[str, Link]:
    """All links, or all that were used, by their digests."""
    return {key: documents.read(Link, body) for key, body in (await store.scan(kind)).items()}


def _digest(code: str) -> str:
    return sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
