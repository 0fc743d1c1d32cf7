"""What if hands were larger and the minimum 3? A designer's variant, played by the simple bot.

python examples/what_if.py
"""

from __future__ import annotations

import random
import statistics

from tenback import Deal, Game, Rules
from tenback.bots.simple import Simple

VARIANT = """
name = "what-if"
minimum = {minimum}

[deck]
numbers = "2..99"

[piles]
up = [1, 1]
down = [100, 100]

[hands]
3 = {hand}

[trick]
distance = 10
"""


def cards_left(rules: Rules, seed: str) -> int:
    """Play one game and count what is left."""
    game, rng = Game(rules, Deal.from_seed(rules, 3, seed), starter=0), random.Random(seed)
    while game.turn is not None:
        game.play(Simple().move(game.view(game.turn), rng))
    assert game.outcome is not None
    return game.outcome.left


def main(games: int = 30) -> None:
    for hand in (6, 8):
        for minimum in (2, 3):
            rules = Rules.from_toml(VARIANT.format(hand=hand, minimum=minimum))
            left = [cards_left(rules, f"what if {number}") for number in range(games)]
            print(f"hands of {hand}, minimum {minimum}: {statistics.mean(left):.1f} cards left")


if __name__ == "__main__":
    main()
