"""A store as one portable file: lines of JSON between a first line and a last.

docs/hosting.md describes the format; `import_file` reads it.
"""

from __future__ import annotations

import gzip
import json
import os
from base64 import b64encode
from dataclasses import asdict
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from tenback.store.errors import StoreError
from tenback.store.transfer import Copied, Log, Piece

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from tenback.store.base import Entry

FORMAT = 2
"""The first had no fingerprints."""

FIRST, LAST, SUM = "tenback-export", "end", "sha256"

COMPRESSED = ".gz"
"""The suffix of a file that is compressed."""

Bytes: TypeAlias = IO[bytes] | gzip.GzipFile


async def write(pieces: AsyncIterator[Piece], file: Path) -> Copied:
    """Write pieces to a file, atomically: the name appears when the file is complete."""
    if file.exists():
        raise StoreError("store-file-exists", file=str(file))
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as out:
            part.chmod(0o600)  # while it is empty, for it will hold secrets
            copied = await _write(pieces, out, compressed=file.name.endswith(COMPRESSED))
            out.flush()
            os.fsync(out.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return copied


async def _write(pieces: AsyncIterator[Piece], out: IO[bytes], *, compressed: bool) -> Copied:
    if not compressed:
        return await _write_lines(pieces, out)
    # Without a name and a time, so that the same content gives the same file.
    with gzip.GzipFile("", "wb", fileobj=out, mtime=0) as compressing:
        return await _write_lines(pieces, compressing)


async def _write_lines(pieces: AsyncIterator[Piece], out: Bytes) -> Copied:
    copied, digest = Copied(), sha256()

    def put(data: dict[str, Any]) -> None:
        line = f"{json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n".encode()
        digest.update(line)
        out.write(line)

    put({FIRST: FORMAT})
    async for piece in pieces:
        copied = copied.plus(piece)
        for data in _data(piece):
            put(data)
    put({LAST: asdict(copied), SUM: digest.hexdigest()})
    return copied


def _data(piece: Piece) -> Iterator[dict[str, Any]]:
    if isinstance(piece, Log):
        for entry in piece.entries:
            named = {"table": piece.table, "version": entry.version, "command": entry.command}
            yield named | _fingerprint(entry) | _body(entry.body)
    else:
        for key, body in piece.documents.items():
            yield {"kind": piece.kind, "key": key} | _body(body)


def _fingerprint(entry: Entry) -> dict[str, str]:
    """Nothing where there is none, as in most lines."""
    return {} if entry.fingerprint is None else {"fingerprint": entry.fingerprint}


def _body(body: bytes) -> dict[str, str]:
    """Text as it is, for readers of the file; bytes that are no text in base64."""
    try:
        return {"body": body.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(body).decode()}
