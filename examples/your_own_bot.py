"""A bot is anything that turns a view into a move. This one plays a table by itself.

python examples/your_own_bot.py
"""

from __future__ import annotations

import random

from tenback import Deal, EndTurn, Game, Move, Rules, View


class Cautious:
    """Takes the smallest step that does not lose, and ends the turn as soon as it may."""

    name = "cautious"

    def move(self, view: View, rng: random.Random) -> Move:
        options = view.options()
        if options.may_end and not options.end_loses:
            return EndTurn()
        lays = [lay for lay in options.lays if not lay.loses] or list(options.lays)
        if not lays:
            return EndTurn()
        best = min(lays, key=lambda lay: (not lay.covers_fire, lay.step, rng.random()))
        return best.move


def play(seed: str, players: int = 3) -> Game:
    """One game of On Fire among cautious bots; each of them sees its own view only."""
    rules = Rules.named("original", on_fire=True)
    game = Game(rules, Deal.from_seed(rules, players, seed), starter=0)
    bot, rng = Cautious(), random.Random(seed)
    while game.turn is not None:
        game.play(bot.move(game.view(game.turn), rng))
    return game


def main() -> None:
    for number in range(5):
        outcome = play(f"example {number}").outcome
        assert outcome is not None
        print(f"game {number}: {outcome.reason}, {outcome.left} cards left")


if __name__ == "__main__":
    main()
