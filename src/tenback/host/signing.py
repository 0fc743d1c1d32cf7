"""The signing key, which lives in the store, so that every process signs alike."""

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


class Draw(Protocol):
    """Where secrets come from: `secrets.token_bytes`."""

    def __call__(self, size: int, /) -> bytes:
        """So many new random bytes."""


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
        """Whether a signature is right; how long this takes tells nothing about the right one."""
        return hmac.compare_digest(self.sign(purpose, text).encode(), signed.encode())

    @classmethod
    async def of(cls, store: Store, draw: Draw) -> Signer:
        """The signer of this store."""
        return cls(await kept_secret(store, KIND, "1", draw))


def signature(key: bytes, message: bytes) -> str:
    """HMAC-SHA256 in hexadecimal digits."""
    return hmac.new(key, message, sha256).hexdigest()


async def kept_secret(store: Store, kind: str, key: str, draw: Draw) -> bytes:
    """A secret that is drawn once; of several processes one draws it, and all have the same."""
    found = await store.get(kind, key)
    if found is None:
        with suppress(DocumentTaken):
            await store.commit(Batch(new={(kind, key): draw(SIZE)}))
        found = await store.get(kind, key)
    assert found is not None  # noqa: S101 (secrets are never dropped)
    return found
