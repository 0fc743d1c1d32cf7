"""Bots that are kernels, one file each.

A file defines `choose(rules, game)`, which returns `card * 8 + pile` or `END` for the seat on turn.
The name of the file is the name of the bot. A new kernel bot is a file here, a line in
`bots/registry.py` and a description in `words/*/bots.toml`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word
from tenback.sim.compiler import kernel
from tenback.sim.position import END

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _all() -> dict[str, Callable[..., Word]]:
    names = sorted(module.name for module in iter_modules(__path__))
    return {name: import_module(f"{__name__}.{name}").choose for name in names}


@kernel
def _no_bot(_bot: Word, _rules: RuleRow, _game: GameRow) -> Word:
    return END


def _one_of(bots: Sequence[Callable[..., Word]]) -> Callable[..., Word]:
    """A kernel that calls the bot of a number: a chain of conditions, which LLVM resolves."""
    first, *others = bots
    otherwise = _one_of(others) if others else _no_bot

    @kernel
    def choose(bot: Word, rules: RuleRow, game: GameRow) -> Word:
        if bot == ZERO:
            return first(rules, game)
        return otherwise(bot - ONE, rules, game)

    return choose


KERNEL_BOTS = _all()
choose = _one_of(list(KERNEL_BOTS.values()))
NUMBERS = {name: number for number, name in enumerate(KERNEL_BOTS)}
