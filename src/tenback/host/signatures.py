"""Signatures with a key in the store, so that all processes use the same one."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from tenback.store import Batch, DocumentTaken

if TYPE_CHECKING:
    from tenback.store import Store

SIZE = 32
KIND = "signing-key"


class RandomBytes(Protocol):
    """The source of secrets: `secrets.token_bytes`."""

    def __call__(self, size: int, /) -> bytes:
        """New random bytes."""


Clock = Callable[[], float]
"""The time in seconds since 1970: `time.time`."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs texts, each for one purpose alone."""

    key: bytes = field(repr=False)

    def sign(self, purpose: str, text: str) -> str:
        """The signature of a text: 64 hexadecimal digits."""
        return signature(self.key, f"{purpose}\n{text}".encode())

    def is_signed(self, purpose: str, text: str, signed: str) -> bool:
        """Whether a signature is right, in constant time."""
        return hmac.compare_digest(self.sign(purpose, text).encode(), signed.encode())

    @classmethod
    async def load(cls, store: Store, random_bytes: RandomBytes) -> Signer:
        """The signer with the key of this store."""
        return cls(await stored_secret(store, KIND, "1", random_bytes))


def signature(key: bytes, message: bytes) -> str:
    """HMAC-SHA256 in hexadecimal digits."""
    return hmac.new(key, message, sha256).hexdigest()


async def stored_secret(store: Store, kind: str, key: str, random_bytes: RandomBytes) -> bytes:
    """A secret that is drawn once; of several processes one draws it, and all read the same."""
    found = await store.get(kind, key)
    if found is None:
        with suppress(DocumentTaken):
            await store.commit(Batch(new={(kind, key): random_bytes(SIZE)}))
        found = await store.get(kind, key)
    assert found is not None  # noqa: S101 (secrets are never deleted)
    return found
