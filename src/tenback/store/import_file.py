"""Importing an export file, with every check: one that is cut off or damaged is refused.

The last line has the counts and the checksum of all others, so a file is read to its end before
anything of it is used.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby, islice
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from tenback.store.base import Batch, Entry
from tenback.store.errors import StoreError
from tenback.store.export_file import FIRST, FORMAT, LAST, SUM, Bytes
from tenback.store.transfer import PAGE, Copied, Log, Page, Piece, compare, merge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tenback.store.base import Store

MAX_LINE = 2**26
"""The longest line in bytes; what a host writes is far shorter."""

OnProgress: TypeAlias = Callable[[int, int], object]
"""Called with how many bytes of a file were read, and with its size."""

TABLE, KIND = range(2)

_BEGINNING = f'{{"{FIRST}":'.encode()
_GZIP = b"\x1f\x8b"
_WRONG = (AttributeError, KeyError, TypeError, ValueError, RecursionError, StoreError)


class InvalidExport(StoreError):
    """A file that is no export, or not a whole one."""


class ImportConflict(Exception):
    """A store has something else in the place of what a file holds."""

    def __init__(self, differences: Sequence[StoreError]) -> None:
        super().__init__(len(differences))
        self.differences = differences


def _ignore(_done: int, _size: int) -> None:
    """The default: no progress is shown."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line: one entry of a table's log, or one document of a kind."""

    line: int
    owner: tuple[int, str]
    key: Any
    value: Any

    @property
    def place(self) -> tuple[Any, ...]:
        """Its position in the order of the file: tables by versions, then kinds by keys."""
        return *self.owner, self.key


def check(file: Path, on_progress: OnProgress = _ignore) -> Copied:
    """What a file holds; every line is checked."""
    copied = Copied()
    for piece in read(file, on_progress):
        copied = copied.plus(piece)
    return copied


def read(file: Path, on_progress: OnProgress = _ignore) -> Iterator[Piece]:
    """The pieces of a file; raises `InvalidExport` at the first line that is wrong."""
    with file.open("rb") as raw, _decompressed(raw) as content:
        size = os.fstat(raw.fileno()).st_size
        for owner, items in groupby(_items(_lines(content)), lambda item: item.owner):
            while some := list(islice(items, None if owner[0] == TABLE else PAGE)):
                on_progress(raw.tell(), size)
                yield _piece(owner, some)


async def import_into(
    target: Store, file: Path, on_compare: OnProgress = _ignore, on_write: OnProgress = _ignore
) -> int:
    """Write what a store lacks of a file, and return how much.

    Where the store has something else, nothing is written and `ImportConflict` names it.
    """
    differences = [
        difference
        for piece in read(file, on_compare)
        for difference in (await compare(target, piece)).differences
    ]
    if differences:
        raise ImportConflict(differences)
    return sum([await merge(target, piece) for piece in read(file, on_write)])


def _decompressed(raw: IO[bytes]) -> Bytes:
    start = raw.read(len(_GZIP))
    raw.seek(0)
    return gzip.GzipFile(fileobj=raw) if start == _GZIP else raw


def _lines(file: Bytes) -> Iterator[tuple[int, bytes]]:
    """The lines and their numbers; each of them is complete."""
    number = 0
    try:
        while line := file.readline(MAX_LINE):
            if not number and not line.startswith(_BEGINNING):
                raise InvalidExport("export-foreign")
            if not line.endswith(b"\n"):
                raise InvalidExport("export-cut-off", line=number)
            number += 1
            yield number, line
    except EOFError:
        raise InvalidExport("export-cut-off", line=number) from None
    except (gzip.BadGzipFile, zlib.error):
        raise InvalidExport("export-damaged") from None


def _items(lines: Iterator[tuple[int, bytes]]) -> Iterator[Item]:
    """The items between the first line and the last, which are checked."""
    digest, counted, before, number = sha256(), Counter[str](), None, 0
    for number, line in lines:
        data = _object(number, line)
        if number == 1:
            _check_first(data)
        elif LAST in data:
            _check_last(data, counted, digest.hexdigest())
            for behind, _ in lines:
                raise InvalidExport("export-bad-line", line=behind)
            return
        else:
            item = _item(number, data)
            _count(item, before, counted)
            yield (before := item)
        digest.update(line)
    raise InvalidExport("export-cut-off" if number else "export-foreign", line=number)


@contextmanager
def _on_line(number: int) -> Iterator[None]:
    """Turn any error into a refusal that names this line."""
    try:
        yield
    except _WRONG:
        raise InvalidExport("export-bad-line", line=number) from None


def _object(number: int, line: bytes) -> dict[str, Any]:
    with _on_line(number):
        data = json.loads(line)
        if not isinstance(data, dict):
            raise TypeError
    return data


def _check_first(data: dict[str, Any]) -> None:
    found = data[FIRST]
    if type(found) is int and found > FORMAT:
        raise InvalidExport("export-newer", found=found, known=FORMAT)
    if type(found) is not int or found < 1 or len(data) > 1:
        raise InvalidExport("export-foreign")


def _check_last(data: dict[str, Any], counted: Counter[str], digest: str) -> None:
    counts = {key: counted[key] for key in ("tables", "entries", "documents")}
    if data != {LAST: counts, SUM: digest}:
        raise InvalidExport("export-damaged")


def _item(number: int, data: dict[str, Any]) -> Item:
    """A line as an item that a store accepts."""
    with _on_line(number):
        body = _body(data)
        if "table" in data:
            entry = _entry(data, body)
            Batch(data["table"], [entry])
            return Item(number, (TABLE, data["table"]), entry.version, entry)
        if data.keys() != {"kind", "key"}:
            raise KeyError
        Batch(new={(data["kind"], data["key"]): body})
        return Item(number, (KIND, data["kind"]), data["key"], body)


def _entry(data: dict[str, Any], body: bytes) -> Entry:
    """An entry of a log; a fingerprint is there or not, as in files of the first format."""
    fields = {"table", "version", "command"}
    if data.keys() - {"fingerprint"} != fields or type(data["version"]) is not int:
        raise TypeError
    if "fingerprint" in data and type(data["fingerprint"]) is not str:
        raise TypeError
    return Entry(data["version"], data["command"], body, data.get("fingerprint"))


def _body(data: dict[str, Any]) -> bytes:
    """The body of a line, removed from the other fields."""
    if "base64" in data:
        return b64decode(data.pop("base64"), validate=True)
    body: bytes = data.pop("body").encode()
    return body


def _count(item: Item, before: Item | None, counted: Counter[str]) -> None:
    """Count a line, whose position must be after that of the one before."""
    if before is not None and item.place <= before.place:
        raise InvalidExport("export-bad-line", line=item.line)
    entry = item.owner[0] == TABLE
    counted["entries" if entry else "documents"] += 1
    counted["tables"] += entry and (before is None or before.owner != item.owner)


def _piece(owner: tuple[int, str], items: list[Item]) -> Piece:
    sort, name = owner
    if sort == KIND:
        return Page(name, {item.key: item.value for item in items})
    with _on_line(items[-1].line):
        # A batch refuses a log in which a command is there twice.
        return Log(name, Batch(name, [item.value for item in items]).entries)
