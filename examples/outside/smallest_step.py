#!/usr/bin/env python3
"""An outside bot in plain Python: the smallest step, a word about the pile it needs.

tenback play --players 3 --bots "run:python3 examples/outside/smallest_step.py"
"""

from __future__ import annotations

import json
import sys
from typing import Any


def move(question: dict[str, Any]) -> dict[str, Any]:
    """End as soon as that is safe; else lay the card that moves a pile least and does not lose."""
    options = question["options"]
    if options["may_end"] and not options["end_loses"]:
        return {"move": "end"}
    lays = sorted(options["lays"], key=lambda lay: (lay["loses"], lay["step"]))
    best = lays[0]["move"] if lays else None
    return {"move": f"{best['card']}-{best['pile']}" if best else "end"}


def talk(question: dict[str, Any], piles: list[str]) -> dict[str, Any]:
    """Ask to spare an ascending pile that an own card nearly touches; never in a duel."""
    view = question["view"]
    if view["rules"]["win"] == "first":
        return {"say": []}
    numbers = [number(card) for card in view["hands"][view["seat"]]]
    tops = dict(zip(piles, view["tops"], strict=True))
    near = {
        f"spare:{pile}"
        for pile, top in tops.items()
        if pile.startswith("u") and top and any(0 < n - number(top) <= 2 for n in numbers)
    }
    return {"say": [phrase for phrase in question["possible"] if phrase in near][:1]}


def number(card: str) -> int:
    """The number of a card, which may have the letter of its colour before it."""
    return int(card.lstrip("abcdefghijklmnopqrstuvwxyz"))


def willing(question: dict[str, Any]) -> dict[str, Any]:
    """Start with a card that lies beside a base."""
    view = question["view"]
    hand = view["hands"][view["seat"]]
    return {"willing": "start" if {"2", "99"} & set(hand) else "either"}


def answer(question: dict[str, Any], piles: list[str]) -> dict[str, Any] | None:
    """What to answer; None where no answer is expected."""
    match question["type"]:
        case "hello":
            return {"protocol": 1, "name": "smallest step", "abilities": ["talk", "willing"]}
        case "new-game":
            piles[:] = question["piles"]
        case "move":
            return move(question)
        case "talk":
            return talk(question, piles)
        case "willing":
            return willing(question)
    return None  # also for whatever a later version says


def main() -> None:
    piles: list[str] = []
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] == "bye":
            break
        found = answer(question, piles)
        if found is not None:
            print(json.dumps({"type": question["type"], **found}), flush=True)


if __name__ == "__main__":
    main()
