"""The kernel bots at a table: `random`, `greedy` and `careful` of the simulator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from tenback.core.moves import Move
    from tenback.core.views import View


@dataclass(frozen=True)
class KernelBot:
    """Plays as the bot of that name in `sim.kernel_bots` does, on what its view shows."""

    name: str

    def move(self, view: View, rng: random.Random) -> Move:
        """Let the kernel choose."""
        from tenback.sim.view_rows import choose_move  # loads Numba, which listing bots need not

        return choose_move(view, self.name, rng)
