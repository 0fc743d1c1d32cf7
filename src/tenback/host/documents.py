"""Small values as the JSON of a stored document, with the version of its form."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FORMAT = 1
_T = TypeVar("_T")


def packed(value: DataclassInstance) -> bytes:
    """A dataclass as a document, without what follows from the rest."""
    data = asdict(value)
    kept = {one.name: data[one.name] for one in fields(value) if one.init}
    return json.dumps({"format": FORMAT, **kept}, ensure_ascii=False).encode()


def unpacked(body: bytes) -> dict[str, Any]:
    """What a document holds, by its fields."""
    data: dict[str, Any] = json.loads(body)
    if data.pop("format") != FORMAT:
        raise ValueError("this document has a form that is not known here")
    return data


def read(kind: type[_T], body: bytes) -> _T:
    """A dataclass of plain values from its document."""
    return kind(**unpacked(body))
