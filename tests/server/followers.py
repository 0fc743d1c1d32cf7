"""A reference follower: it keeps a table right by the server's messages alone, without rules."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

ACTIONS = frozenset(("started", "moved", "taken-back", "resigned"))
"""Events that count as one thing done in the game."""


class Follower:
    """One table as one client knows it; `gaps` counts the times at which it had to ask for all."""

    def __init__(self) -> None:
        self.table: Json = {}
        self.gaps = 0

    def receive(self, message: Json) -> bool:
        """Take a message in; whether the table may be different now."""
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "news":
            self._follow(message)
        else:
            return False
        return True

    def _follow(self, news: Json) -> None:
        for shown in news["events"]:
            self.gaps += shown["version"] != self.table["version"] + 1
            self.table = after(self.table, shown)
        changes = news.get("changes", {})
        view = self.table["view"]
        if view is not None:
            view = view | changes.get("view", {})
        choices = news.get("choices", self.table["choices"])
        self.table = self.table | changes | {"view": view, "choices": choices}
        self.table = news.get("table", self.table)


def after(table: Json, shown: Json) -> Json:
    """The table after one more event."""
    event, view = shown["event"] or {"type": None}, table["view"]
    found = table | {"version": shown["version"]}
    if view is None:
        return found
    for step in shown["followed"]:
        view = _moved(view, step, table["piles"])
        if step["type"] == "turn-began":
            found["turn_since"] = event["at"]
    view = view | {
        "recent": _recent([*view["recent"], *shown["followed"]]),
        "moment": view["moment"] + (event["type"] in ACTIONS),
    }
    if event["type"] == "spoke" and event["seat"] is not None:
        said = {key: event[key] for key in ("seat", "phrase", "text")}
        view["talk"] = [*view["talk"], {"moment": view["moment"], **said}]
    return found | {"view": view}


def _recent(steps: list[Json]) -> list[Json]:
    begins = [place for place, step in enumerate(steps) if step["type"] == "turn-began"]
    return steps[begins[-2] :] if len(begins) > 1 else steps


def _moved(view: Json, step: Json, piles: list[Json]) -> Json:
    """Cards move from one place to another."""
    match step["type"]:
        case "laid":
            return _laid(view, step, piles)
        case "taken-back":
            return _taken_back(view, step, piles)
        case "drawn":
            return _drawn(view, step)
        case "turn-began":
            return view | {"turn": step["seat"], "minimum": step["minimum"], "placed": []}
        case _:
            return view


def _laid(view: Json, step: Json, piles: list[Json]) -> Json:
    place, card = _place(piles, step["pile"]), step["card"]
    placed = {"card": card, "pile": step["pile"], "covers": view["tops"][place]}
    return _hand(view, step["seat"], -1, without=card) | {
        "tops": _put(view["tops"], place, card),
        "sizes": _put(view["sizes"], place, view["sizes"][place] + 1),
        "placed": [*view["placed"], placed],
        "laid": view["laid"] and _put_card(view["laid"], step["seat"], card),
    }


def _taken_back(view: Json, step: Json, piles: list[Json]) -> Json:
    place, card = _place(piles, step["pile"]), step["card"]
    laid = view["laid"] and [[one for one in deck if one != card] for deck in view["laid"]]
    if laid and len(laid) > 1:
        laid = _put(view["laid"], step["seat"], laid[step["seat"]])
    return _hand(view, step["seat"], 1, cards=[card]) | {
        "tops": _put(view["tops"], place, view["placed"][-1]["covers"]),
        "sizes": _put(view["sizes"], place, view["sizes"][place] - 1),
        "placed": view["placed"][:-1],
        "laid": laid,
    }


def _drawn(view: Json, step: Json) -> Json:
    sizes = view["stock_sizes"]
    stock = step["seat"] if len(sizes) > 1 else 0
    found = _hand(view, step["seat"], step["count"], cards=step["cards"] or [])
    return found | {"stock_sizes": _put(sizes, stock, sizes[stock] - step["count"])}


def _hand(
    view: Json, seat: int, count: int, cards: list[str] | None = None, without: str = ""
) -> Json:
    hand, sizes = view["hands"][seat], view["hand_sizes"]
    if hand is not None:
        hand = [card for card in (*hand, *(cards or ())) if card != without]
    return view | {
        "hands": _put(view["hands"], seat, hand),
        "hand_sizes": _put(sizes, seat, sizes[seat] + count),
    }


def _put_card(laid: list[list[str]], seat: int, card: str) -> list[list[str]]:
    deck = seat if len(laid) > 1 else 0
    return _put(laid, deck, [*laid[deck], card])


def _place(piles: list[Json], name: str) -> int:
    return next(place for place, pile in enumerate(piles) if pile["name"] == name)


def _put(values: list[Any], place: int, value: Any) -> list[Any]:
    return [*values[:place], value, *values[place + 1 :]]


def comparable(table: Json) -> Json:
    """A table without what differs for good reason: the clock, and the order of cards in a hand."""
    found = {key: value for key, value in table.items() if key != "now"}
    view = found["view"]
    if view is None:
        return found
    in_order = {key: _sorted(view[key]) for key in ("hands", "known", "laid")}
    return found | {"view": view | in_order}


def _sorted(rows: list[list[str] | None] | None) -> object:
    return rows and [None if row is None else sorted(row) for row in rows]
