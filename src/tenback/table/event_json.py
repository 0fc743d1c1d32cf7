"""Events as JSON, in the form that logs keep for good. The dataclasses are the description."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from tenback.table.errors import InvalidEvent
from tenback.table.events import ADDED, EVENTS, FORMAT, Event

_encode = msgspec.json.Encoder().encode
_FORMAT = f'{{"format": {FORMAT}, '


def to_json(event: Event) -> str:
    """The event as one JSON object, with its type and the version of the form."""
    body = msgspec.json.format(_encode(event), indent=0)
    return _FORMAT + body[1:].decode()


def from_json(text: str | bytes) -> Event:
    """Read what `to_json` has written; anything else raises `InvalidEvent`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad("json") from None
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise _bad("format")
    kind = EVENTS.get(str(data.pop("type", "")))
    if kind is None:
        raise _bad("type")
    event: Event = _object(kind, data, kind.__name__)
    return event


def _object(kind: Any, data: Any, where: str) -> Any:
    hints = _hints(kind)
    if not isinstance(data, dict) or not _required(kind) <= data.keys() <= hints.keys():
        raise _bad(where)
    return kind(**{key: _value(hints[key], value, key) for key, value in data.items()})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """What an event is made of, without its type."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.init}


@cache
def _required(kind: Any) -> frozenset[str]:
    """The fields that every release has written."""
    return frozenset(_hints(kind)) - ADDED.get(kind, frozenset())


def _value(kind: Any, value: Any, where: str) -> Any:
    if isinstance(kind, UnionType):
        if value is None and NoneType in get_args(kind):
            return None
        kind = next(one for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise _bad(where)
        return tuple(_value(get_args(kind)[0], one, where) for one in value)
    if is_dataclass(kind):
        return _object(kind, value, where)
    return _plain(kind, value, where)


def _plain(kind: type, value: Any, where: str) -> Any:
    if issubclass(kind, StrEnum):
        if value not in list(kind):
            raise _bad(where)
        return kind(value)
    if type(value) is not kind and not (kind is float and type(value) is int):
        raise _bad(where)
    return value


def _bad(detail: str) -> InvalidEvent:
    return InvalidEvent("table-bad-event", detail=detail)
