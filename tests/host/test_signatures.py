"""One key for all processes that share a store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tenback.host.signatures import SIZE, Signer, signature, stored_secret
from tenback.store import open_store
from tests.host.fakes import SeededBytes

if TYPE_CHECKING:
    from pathlib import Path


def test_a_signature_is_for_one_text_one_purpose_and_one_key() -> None:
    signer = Signer(b"k" * SIZE)
    signed = signer.sign("token", "ann")
    assert signer.is_signed("token", "ann", signed)
    assert not signer.is_signed("token", "ben", signed)
    assert not signer.is_signed("link", "ann", signed)
    assert not signer.is_signed("token", "ann", signed[:-1])
    assert not signer.is_signed("token", "ann", "é")
    assert not Signer(b"l" * SIZE).is_signed("token", "ann", signed)


def test_it_is_hmac_sha256() -> None:
    # The second test case of RFC 4231.
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert signature(b"Jefe", b"what do ya want for nothing?") == expected


def test_the_key_does_not_show_itself() -> None:
    assert "kkk" not in repr(Signer(b"k" * SIZE))


async def test_the_key_stays(tmp_path: Path) -> None:
    async with await open_store(str(tmp_path / "tables.db")) as store:
        first = await Signer.load(store, SeededBytes("first"))
    async with await open_store(str(tmp_path / "tables.db")) as store:
        assert await Signer.load(store, SeededBytes("second")) == first
        assert len(first.key) == SIZE


async def test_processes_that_start_together_have_one_key(postgresql: str) -> None:
    async with await open_store(postgresql) as one, await open_store(postgresql) as two:
        for day in map(str, range(20)):
            found = await asyncio.gather(
                *(
                    stored_secret(store, "day", day, SeededBytes(f"{place} {day}"))
                    for place, store in enumerate([one, two] * 4)
                )
            )
            assert len(set(found)) == 1
