"""The checks and generators of the project's own tests, for authors of bots and variants.

The checks take a game, rules or a deal and raise `AssertionError` if a law is broken; `check_bot`
and `check_program` check a bot.
`tenback.testing.strategies` generates rules, deals and games for Hypothesis (the extra `testing`).
"""

from tenback.testing.bots import check_bot, check_program
from tenback.testing.checks import (
    cards_are_conserved,
    ends_when_it_should,
    illegal_moves_change_nothing,
    legal_moves_are_exact,
    moves_round_trip,
    noninterference,
    position_round_trips,
    record_round_trips,
    rules_round_trip,
)
from tenback.testing.deals import nearly_sorted

__all__ = [
    "cards_are_conserved",
    "check_bot",
    "check_program",
    "ends_when_it_should",
    "illegal_moves_change_nothing",
    "legal_moves_are_exact",
    "moves_round_trip",
    "nearly_sorted",
    "noninterference",
    "position_round_trips",
    "record_round_trips",
    "rules_round_trip",
]
