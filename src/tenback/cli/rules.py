"""`tenback rules NAME`: how a game is played, or its rules as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, add_variant, chosen_rules, chosen_words, parser
from tenback.words.rulebook import as_text, rulebook

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Print the rule book of one game."""
    arguments = parser("rules", "Tell how a game is played.")
    add_variant(arguments)
    add_language(arguments)
    arguments.add_argument(
        "--toml", action="store_true", help="print the rules as a variant's file"
    )
    found = arguments.parse(words)
    rules = chosen_rules(found)
    if found.toml:
        print(rules.to_toml(), end="")
    else:
        print(as_text(rulebook(rules, chosen_words(found.language).language)).rstrip())
    return 0
