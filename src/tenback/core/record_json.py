"""Records as JSON: the same content as the text form, for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.core import rulesfile
from tenback.core.deal import Deal
from tenback.core.errors import InvalidNotation, InvalidRecord, Part, Problem, TenbackError
from tenback.core.notation import parse_action
from tenback.core.position import Position
from tenback.core.record import Note, Record
from tenback.core.rules import Rules
from tenback.core.talk import Said
from tenback.core.variants import is_published

if TYPE_CHECKING:
    from tenback.core.state import Hand

FORMAT = 1
_T = TypeVar("_T")


def write(record: Record) -> str:
    """The record as one JSON object."""
    return json.dumps(to_data(record), ensure_ascii=False)


def to_data(record: Record) -> dict[str, Any]:
    """The record as plain data."""
    published = is_published(record.rules)
    data: dict[str, Any] = {
        "tenback-record": FORMAT,
        "rules": record.rules.name if published else rulesfile.to_data(record.rules),
        "starter": record.starter,
        "takebacks": record.takebacks,
        "sealed": record.sealed,
        "moves": [str(action) for action in record.moves],
        "talk": [[s.moment, s.seat, s.phrase, s.text] for s in record.talk],
        "notes": [[n.moment, n.mark, n.text] for n in record.notes],
        "headers": [list(header) for header in record.headers],
    }
    if isinstance(record.origin, Position):
        return data | {"position": str(record.origin)}
    deal = record.origin
    return data | {
        "deal": {
            "hands": [list(hand) for hand in deal.hands],
            "stocks": [list(stock) for stock in deal.stocks],
            "starter": deal.starter,
            "seed": deal.seed,
        }
    }


def read(text: str | bytes) -> Record:
    """Read what `write` has written; anything else raises `InvalidRecord`."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise _bad(Part("json-too-deep")) from None
    except ValueError as error:
        raise _bad(str(error)[:200]) from None
    try:
        record = _record(_is(data, dict, Part("json-not-object")))
        record.game()
    except InvalidRecord:
        raise
    except TenbackError as error:
        raise InvalidRecord([Problem(0, error)]) from None
    return record


def _record(data: dict[str, Any]) -> Record:
    if data.get("tenback-record") != FORMAT:
        raise _bad(Part("json-format", format=FORMAT))
    rules = _rules(data.get("rules"))
    return Record(
        rules=rules,
        origin=_origin(data, rules),
        starter=_optional_seat(data.get("starter")),
        moves=tuple(parse_action(_is(m, str, Part("json-move"))) for m in _list(data, "moves")),
        takebacks=_is(data.get("takebacks"), bool, Part("json-flag", key="takebacks")),
        sealed=_is(data.get("sealed", False), bool, Part("json-flag", key="sealed")),
        talk=tuple(Said(*_row(row, int, int, str, str)) for row in _list(data, "talk")),
        notes=tuple(Note(*_row(row, int, str, str)) for row in _list(data, "notes")),
        headers=tuple(_row(row, str, str) for row in _list(data, "headers")),
    )


def _rules(data: Any) -> Rules:
    if isinstance(data, str):
        return Rules.named(data)
    return rulesfile.from_data(_is(data, dict, Part("json-rules")))


def _origin(data: dict[str, Any], rules: Rules) -> Deal | Position:
    if "position" in data:
        return Position.parse(_is(data["position"], str, Part("json-text", key="position")), rules)
    deal = _is(data.get("deal"), dict, Part("json-no-deal"))
    seed = deal.get("seed")
    if seed is not None:
        _is(seed, str, Part("json-text", key="deal.seed"))
    return Deal(
        hands=_hands(deal, "hands"),
        stocks=_hands(deal, "stocks"),
        starter=_optional_seat(deal.get("starter")),
        seed=seed,
    ).checked(rules)


def _hands(deal: dict[str, Any], key: str) -> tuple[Hand, ...]:
    no_list, no_card = Part("json-hands", key=f"deal.{key}"), Part("json-card", key=f"deal.{key}")
    hands = [_is(hand, list, no_list) for hand in _list(deal, key)]
    return tuple(tuple(_is(card, str, no_card) for card in hand) for hand in hands)


def _optional_seat(value: Any) -> int | None:
    return None if value is None else _is(value, int, Part("json-starter"))


def _list(data: dict[str, Any], key: str) -> list[Any]:
    return _is(data.get(key, []), list, Part("json-list", key=key))


def _row(row: Any, *kinds: type) -> tuple[Any, ...]:
    """One entry of a list of short lists, each value of its kind."""
    values = _is(row, list, Part("json-entry"))
    if len(values) != len(kinds):
        raise _bad(Part("json-row", row=str(row)[:60], count=len(kinds)))
    return tuple(
        _is(v, k, Part("json-kind", value=str(v)[:60])) for v, k in zip(values, kinds, strict=True)
    )


def _is(value: Any, kind: type[_T], otherwise: Part) -> _T:
    if type(value) is not kind:
        raise _bad(otherwise)
    return value


def _bad(detail: Part | str) -> InvalidRecord:
    return InvalidRecord([Problem(0, InvalidNotation("bad-json", detail=detail))])
