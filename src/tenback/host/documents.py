"""Dataclasses as stored documents: JSON with the version of its format."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FORMAT = 1
_T = TypeVar("_T")


def dump(value: DataclassInstance) -> bytes:
    """A dataclass as a document, without derived fields."""
    return json.dumps({"format": FORMAT, **_own(value)}, ensure_ascii=False).encode()


def _own(value: Any) -> Any:
    """A value as JSON writes it; dataclasses within it lose their derived fields, too."""
    if is_dataclass(value):
        return {each.name: _own(getattr(value, each.name)) for each in fields(value) if each.init}
    if isinstance(value, tuple | list):
        return [_own(each) for each in value]
    return value


def load_fields(body: bytes) -> dict[str, Any]:
    """The fields of a document."""
    data: dict[str, Any] = json.loads(body)
    if data.pop("format") != FORMAT:
        raise ValueError("unknown format of a document")
    return data


def load(kind: type[_T], body: bytes) -> _T:
    """A dataclass of plain values from its document."""
    return kind(**load_fields(body))
