"""`tenback bots`: who can take a seat."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from tenback.bots.registry import listings
from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.bots.registry import Listing
    from tenback.words import Words


def run(words: Sequence[str]) -> int:
    """List every bot, the weakest first."""
    arguments = parser("bots", "List the bots, the weakest first.")
    arguments.add_argument("--json", action="store_true", help="as JSON, for programs")
    add_language(arguments)
    found = arguments.parse(words)
    say = chosen_words(found.language)
    bots, problems = listings()
    if found.json:
        print(json.dumps([_data(bot, say) for bot in bots], ensure_ascii=False, indent=2))
    else:
        for line in _lines(bots, say):
            print(printable(line))
    for problem in problems:
        print(f"tenback bots: {printable(say.refusal(problem))}", file=sys.stderr)
    return 0


def _data(bot: Listing, say: Words) -> dict[str, object]:
    return {
        "name": bot.name,
        "description": bot.description(say),
        "strength": bot.strength,
        "speed": bot.speed,
        "levels": bot.levels,
        "package": bot.package or None,
    }


def _lines(bots: Sequence[Listing], say: Words) -> Iterator[str]:
    for bot in bots:
        yield say("bots.listed", name=bot.name, speed=say(f"bots.speed.{bot.speed}"))
        package = [say("bots.package", package=bot.package)] if bot.package else []
        levels = [say("bots.levels", levels=", ".join(bot.levels))] if bot.levels else []
        for text in filter(None, (bot.description(say), *package, *levels)):
            yield f"    {text}"
    yield say("bots.program")
    yield f"    {say('bots.bot.program')}"
