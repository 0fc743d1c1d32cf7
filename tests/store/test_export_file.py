"""Stores as portable files: what is written comes back, and what was damaged is found out."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.store import Batch, Copied, Entry, Store, StoreError, open_store
from tenback.store.export_file import write
from tenback.store.import_file import ImportConflict, InvalidExport, check, import_into, read
from tenback.store.transfer import PAGE, Log, Page, compare, counted, merge, pieces
from tests.store.test_transfer import EVERYTHING, fill, same

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from tenback.store.transfer import Piece

GOLDEN = """\
{"tenback-export":2}
{"table":"elm","version":1,"command":"c1","fingerprint":"sit Zoë","body":"Zoë sat down"}
{"table":"elm","version":3,"command":null,"base64":"/w=="}
{"table":"oak","version":1,"command":null,"body":""}
{"kind":"guest","key":"ann","body":"{}"}
{"kind":"result","key":"ann/1","body":"won"}
{"kind":"result","key":"ann/2","body":"lost"}
{"end":{"tables":2,"entries":3,"documents":3},"sha256":"SUM"}
"""
"""An export of format 2: it stays readable for good."""

OLDER = GOLDEN.replace('export":2', 'export":1').replace('"fingerprint":"sit Zoë",', "")
"""The same of format 1."""

HELD: list[Piece] = [
    Log("elm", [Entry(1, "c1", "Zoë sat down".encode(), "sit Zoë"), Entry(3, None, b"\xff")]),
    Log("oak", [Entry(1, None, b"")]),
    Page("guest", {"ann": b"{}"}),
    Page("result", {"ann/1": b"won", "ann/2": b"lost"}),
]


def summed(text: str) -> bytes:
    """The text with the right sum in its last line."""
    above = "".join(text.splitlines(keepends=True)[:-1])
    return text.replace("SUM", sha256(above.encode()).hexdigest()).encode()


def export(*lines: str, **counts: int) -> bytes:
    """These lines between a first and a last that fit."""
    end = {"tables": 0, "entries": 0, "documents": 0} | counts
    closing = json.dumps({"end": end, "sha256": "SUM"}, separators=(",", ":"))
    return summed("\n".join(['{"tenback-export":2}', *lines, closing, ""]))


def refused(file: Path, content: bytes) -> str:
    file.write_bytes(content)
    with pytest.raises(InvalidExport) as caught:
        check(file)
    return caught.value.code


async def each(held: list[Piece]) -> AsyncIterator[Piece]:
    for piece in held:
        yield piece


async def exported(store: Store, file: Path) -> bytes:
    await write(pieces(store), file)
    return file.read_bytes()


async def imported(file: Path, store: Store) -> None:
    for piece in read(file):
        await merge(store, piece)


# Both ways


async def test_the_form_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "e.jsonl"
    assert await write(each(HELD), file) == Copied(2, 3, 3)
    assert file.read_bytes() == summed(GOLDEN)
    assert list(read(file)) == HELD
    assert check(file) == Copied(2, 3, 3)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [found.name for found in tmp_path.iterdir()] == ["e.jsonl"]


def test_a_file_of_the_first_format_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "e").write_bytes(summed(OLDER))
    log, *others = read(tmp_path / "e")
    assert log == Log("elm", [Entry(1, "c1", "Zoë sat down".encode()), Entry(3, None, b"\xff")])
    assert others == HELD[1:]


@pytest.mark.parametrize("name", ["e.jsonl", "e.jsonl.gz"])
async def test_round_trips_between_all_kinds_of_stores(
    url: str, fresh: Callable[[], str], tmp_path: Path, name: str
) -> None:
    async with await open_store("memory:") as source, await open_store(url) as middle:
        await fill(source)
        first = await exported(source, tmp_path / name)
        await imported(tmp_path / name, middle)
        assert await same(source, middle)
        assert check(tmp_path / name) == EVERYTHING
        assert await exported(middle, tmp_path / f"again-{name}") == first
    assert first.startswith(b"\x1f\x8b") == name.endswith(".gz")


async def test_an_empty_store_has_an_export(tmp_path: Path) -> None:
    async with await open_store("memory:") as store:
        assert await exported(store, tmp_path / "e") == export()
    assert check(tmp_path / "e") == Copied()


async def test_pages_are_no_longer_than_those_of_a_store(tmp_path: Path) -> None:
    async with await open_store("memory:") as store:
        await fill(store)
        await exported(store, tmp_path / "e")
        assert list(read(tmp_path / "e")) == [piece async for piece in pieces(store)]
    assert max(piece.size for piece in read(tmp_path / "e") if isinstance(piece, Page)) == PAGE


async def test_what_is_there_is_not_written_over_and_an_interrupted_export_leaves_nothing(
    tmp_path: Path,
) -> None:
    async def interrupted() -> AsyncIterator[Piece]:
        yield HELD[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await write(interrupted(), tmp_path / "e")
    assert not list(tmp_path.iterdir())
    (tmp_path / "e").write_text("mine", "utf-8")
    with pytest.raises(StoreError) as caught:
        await write(each(HELD), tmp_path / "e")
    assert caught.value.code == "store-file-exists"
    assert (tmp_path / "e").read_text("utf-8") == "mine"


async def test_how_far_it_is(tmp_path: Path) -> None:
    await write(each(HELD), tmp_path / "e")
    heard: list[tuple[int, int]] = []
    check(tmp_path / "e", lambda done, size: heard.append((done, size)))
    size = (tmp_path / "e").stat().st_size
    assert len(heard) == len(HELD)
    assert all(0 <= done <= size == whole for done, whole in heard)


# What a target has already


async def test_all_differences_of_a_piece_are_named(url: str) -> None:
    async with await open_store(url) as store:
        there = {("result", "ann/1"): b"lost", ("result", "ann/2"): b"won", ("guest", "x"): b""}
        await store.commit(Batch("elm", [Entry(1, "c1", b"other")], there))
        found = [await compare(store, piece) for piece in HELD]
    named = [[each.params for each in compared.differences] for compared in found]
    keys = [{"kind": "result", "key": key} for key in ("ann/1", "ann/2")]
    assert named == [[{"table": "elm", "version": 1}], [], [], keys]
    assert [compared.missing_count for compared in found] == [0, 1, 1, 0]


# Damage


def test_no_beginning_of_a_file_is_taken_for_all_of_it(tmp_path: Path) -> None:
    whole = summed(GOLDEN)
    for packed in (whole, gzip.compress(whole, mtime=0)):
        for length in range(len(packed)):
            code = refused(tmp_path / "e", packed[:length])
            assert code in ("export-foreign", "export-cut-off"), length
    assert refused(tmp_path / "e", b"".join(whole.splitlines(keepends=True)[:3])) == (
        "export-cut-off"
    )


@given(st.integers(0, len(GOLDEN) + 60), st.integers(1, 255), st.booleans())
def test_no_changed_byte_goes_unnoticed(place: int, change: int, packed: bool) -> None:
    content = bytearray(summed(GOLDEN))
    content[place % len(content)] ^= change
    changed = gzip.compress(bytes(content), mtime=0) if packed else bytes(content)
    with TemporaryDirectory() as folder:
        refused(Path(folder) / "e", changed)


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_no_changed_byte_of_a_compressed_file_changes_what_it_holds(
    place: int, change: int
) -> None:
    content = bytearray(gzip.compress(summed(GOLDEN), mtime=0))
    content[place % len(content)] ^= change
    with TemporaryDirectory() as folder:
        file = Path(folder) / "e"
        file.write_bytes(content)
        try:
            held = list(read(file))
        except InvalidExport:
            return
    assert held == HELD  # a byte that means nothing, such as the name of an operating system


LINE = '{"table":"oak","version":1,"command":"c","body":""}'
DOCUMENT = '{"kind":"k","key":"a","body":""}'


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "export-foreign"),
        (b"tenback-record 1\n", "export-foreign"),
        (b"SQLite format 3\0", "export-foreign"),
        (b'{"tenback-export":0}\n', "export-foreign"),
        (b'{"tenback-export":"1"}\n', "export-foreign"),
        (b'{"tenback-export":1,"more":1}\n', "export-foreign"),
        (b'{"tenback-export":2,"more":1}\n', "export-foreign"),
        (b'{"tenback-export":true}\n', "export-foreign"),
        (b'{"tenback-export":3,"more":1}\n', "export-newer"),
        (b'{"tenback-export":\n', "export-bad-line"),
        (b'{"tenback-export":1}\n', "export-cut-off"),
        (export(LINE), "export-damaged"),
        (export(LINE, tables=1, entries=2), "export-damaged"),
        (export(DOCUMENT, tables=1, documents=1), "export-damaged"),
        (export() + b"{}\n", "export-bad-line"),
        (export() + export(), "export-bad-line"),
        (export(DOCUMENT, LINE, tables=1, entries=1, documents=1), "export-bad-line"),
        (export(LINE, LINE, tables=1, entries=2), "export-bad-line"),
        (export(LINE, LINE.replace(":1", ":2"), tables=1, entries=2), "export-bad-line"),
        (export(DOCUMENT, DOCUMENT, documents=2), "export-bad-line"),
        (export(DOCUMENT.replace('"a"', '"b"'), DOCUMENT, documents=2), "export-bad-line"),
        (export("[" * 100_000), "export-bad-line"),
        (export("9" * 10_000), "export-bad-line"),
        (gzip.compress(b"hello\n", mtime=0), "export-foreign"),
        (gzip.compress(export(), mtime=0) + b"behind", "export-damaged"),
    ],
)
def test_what_is_no_export_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    assert refused(tmp_path / "e", content) == code


@pytest.mark.parametrize(
    "change",
    [
        {"version": 0}, {"version": -1}, {"version": True}, {"version": 1.0}, {"version": "1"},
        {"version": 2**63}, {"table": ""}, {"table": 3}, {"table": "x" * 201}, {"table": "\0"},
        {"table": "\ud800"}, {"table": ["oak"]}, {"command": 3}, {"command": ""}, {"body": None},
        {"body": "\ud800"}, {"body": 3}, {"more": 1}, {"base64": "AA=="}, {"fingerprint": None},
        {"fingerprint": ""}, {"fingerprint": 3}, {"fingerprint": "x" * 201},
        {"fingerprint": "x", "command": None},
    ],
)  # fmt: skip
def test_a_line_that_no_store_would_keep_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    line = json.dumps(json.loads(LINE) | change)
    assert refused(tmp_path / "e", export(line, tables=1, entries=1)) == "export-bad-line"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
NAMES = st.sampled_from(["oak", "elm", ""]) | st.text(max_size=5)
VERSIONS = st.integers(-1, 4) | VALUES
BODIES = st.sampled_from(["", "AA==", "é"]) | VALUES
LINES = st.one_of(
    st.fixed_dictionaries({"table": NAMES, "version": VERSIONS, "command": st.none() | NAMES,
                           "body": BODIES}, optional={"fingerprint": NAMES}),
    st.fixed_dictionaries({"kind": NAMES, "key": NAMES, "base64": BODIES}),
    st.dictionaries(st.sampled_from(["table", "version", "kind", "key", "body", "end"]), VALUES),
    VALUES,
)  # fmt: skip


@given(st.lists(LINES, max_size=5), st.tuples(*[st.integers(0, 3)] * 3))
def test_whatever_stands_in_a_file_it_is_read_or_refused(
    lines: list[Any], counts: tuple[int, int, int]
) -> None:
    named = dict(zip(("tables", "entries", "documents"), counts, strict=True))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "e"
        file.write_bytes(export(*map(json.dumps, lines), **named))
        try:
            held = list(read(file))
        except InvalidExport:
            return
    assert sum(piece.size for piece in held) == named["entries"] + named["documents"] == len(lines)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        for start in (b"", b"\x1f\x8b\x08", b'{"tenback-export":1}\n'):
            refused(Path(folder) / "e", start + content)


# Import into a store


async def test_only_what_is_missing_is_imported(tmp_path: Path) -> None:
    file, counts = tmp_path / "export", list[int]()
    await write(counted(each(HELD), counts.append), file)
    assert counts == [2, 3, 4, 6]
    async with await open_store(":memory:") as store:
        await merge(store, HELD[0])
        assert await import_into(store, file) == 4
        assert await import_into(store, file) == 0


async def test_nothing_is_imported_where_something_differs(tmp_path: Path) -> None:
    (tmp_path / "export").write_bytes(summed(GOLDEN))
    async with await open_store(":memory:") as store:
        await store.commit(Batch(new={("result", "ann/2"): b"drawn"}))
        with pytest.raises(ImportConflict) as caught:
            await import_into(store, tmp_path / "export")
        (difference,) = caught.value.differences
        assert difference.params["key"] == "ann/2"
        assert not await store.tables()
