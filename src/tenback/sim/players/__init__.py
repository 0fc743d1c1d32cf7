"""Players that live inside the kernels, one file each.

A file defines `choose(rules, game)`, which returns `card * 8 + pile` or `END` for the seat on
turn; its name is the player's, the first line of its docstring says what it does. To add a player,
add a file.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word
from tenback.sim.compiling import kernel
from tenback.sim.kernel import END

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _all() -> dict[str, Callable[..., Word]]:
    names = sorted(module.name for module in iter_modules(__path__))
    return {name: import_module(f"{__name__}.{name}").choose for name in names}


@kernel
def _nobody(_player: Word, _rules: RuleRow, _game: GameRow) -> Word:
    return END


def _one_of(players: Sequence[Callable[..., Word]]) -> Callable[..., Word]:
    """A kernel that asks the player of a number: a chain of questions, resolved by LLVM."""
    first, *others = players
    otherwise = _one_of(others) if others else _nobody

    @kernel
    def choose(player: Word, rules: RuleRow, game: GameRow) -> Word:
        if player == ZERO:
            return first(rules, game)
        return otherwise(player - ONE, rules, game)

    return choose


PLAYERS = _all()
choose = _one_of(list(PLAYERS.values()))
NUMBERS = {name: number for number, name in enumerate(PLAYERS)}
