"""`tenback deal CODE`: the hands and the stock behind a deal code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.core.deal import DealCode

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Print a deal, every card of it."""
    arguments = parser("deal", "Show the deal behind a code, hidden cards included.")
    arguments.add_argument("code", metavar="CODE", help="such as original-3p-lighthouse")
    add_language(arguments)
    found = arguments.parse(words)
    say = chosen_words(found.language)
    code = DealCode.parse(found.code)
    deal = code.deal()
    print(code)
    for seat, hand in enumerate(deal.hands):
        print(f"{say('line.seat', seat=seat)}: {' '.join(hand)}")
    for place, stock in enumerate(deal.stocks):
        owner = f" ({say('line.seat', seat=place)})" if len(deal.stocks) > 1 else ""
        print(f"{say('line.stock')}{owner}: {' '.join(stock)}")
    if deal.starter is not None:
        print(say("line.lot", seat=deal.starter))
    return 0
