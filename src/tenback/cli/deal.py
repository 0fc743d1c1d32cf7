"""`tenback deal CODE`: the hands and the stock behind a deal code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis.input_files import read_rules
from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.core.deal import DealCode
from tenback.terminal.narrator import Narrator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.words import Words


def run(words: Sequence[str]) -> int:
    """Print a deal, every card of it."""
    arguments = parser("deal", "Show the deal behind a code, hidden cards included.")
    arguments.add_argument("code", metavar="CODE", help="such as original-3p-lighthouse")
    arguments.add_argument(
        "--rules", metavar="FILE", help="the TOML file, if the code is of a variant of your own"
    )
    add_language(arguments)
    found = arguments.parse(words)
    own = None if found.rules is None else read_rules(found.rules)
    for line in _lines(DealCode.parse(found.code, own), chosen_words(found.language)):
        print(line)
    return 0


def _lines(code: DealCode, say: Words) -> Iterator[str]:
    deal = code.deal()
    yield str(code)
    yield from Narrator(say, code.rules, None).hands(deal.hands)
    for seat, stock in enumerate(deal.stocks):
        name = "terminal.stock-of" if len(deal.stocks) > 1 else "terminal.stock"
        yield say(name, seat=seat, cards=" ".join(stock) or say("terminal.none"))
    if deal.starter is not None:
        yield say("terminal.lot", seat=deal.starter)
