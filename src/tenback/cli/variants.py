"""`tenback variants`: the games, their options and for how many they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, flag, parser
from tenback.core.rules import Rules
from tenback.core.variants import ALIASES, GAMES, needs_of, options_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """List every game."""
    arguments = parser("variants", "List the games and their options.")
    add_language(arguments)
    say = chosen_words(arguments.parse(words).language)
    for game in GAMES:
        counts = Rules.named(game).player_counts
        span = f"{counts[0]}-{counts[-1]}" if len(counts) > 1 else str(counts[0])
        print(f"{game} ({say('terminal.players', players=span)})")
        print(f"    {say(f'games.game.{game}.line')}")
        for option in options_of(game):
            needs = needs_of(game, option)
            on_top = f" ({say('terminal.needs', option=flag(needs))})" if needs else ""
            print(f"  {flag(option)}{on_top}")
            print(f"    {say(f'games.option.{option}.line')}")
    for alias, meant in ALIASES.items():
        print(f"{alias} = {meant}")
    return 0
