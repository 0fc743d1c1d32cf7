"""The simulator: the rules of `core`, compiled, for millions of games. NumPy loads on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenback.sim.comparison import Comparison as Comparison
    from tenback.sim.comparison import compare as compare
    from tenback.sim.comparison import stream_comparison as stream_comparison
    from tenback.sim.games import Games as Games
    from tenback.sim.games import Step as Step
    from tenback.sim.results import Results as Results
    from tenback.sim.runner import play as play
    from tenback.sim.runner import play_deals as play_deals
    from tenback.sim.runner import stream as stream
    from tenback.sim.runner import warm_up as warm_up
    from tenback.sim.simulation_setting import InvalidSetting as InvalidSetting
    from tenback.sim.simulation_setting import Setting as Setting
    from tenback.sim.workers import Workers as Workers

_HOMES = {
    "Comparison": "comparison",
    "Games": "games",
    "InvalidSetting": "simulation_setting",
    "Results": "results",
    "Setting": "simulation_setting",
    "Step": "games",
    "Workers": "workers",
    "compare": "comparison",
    "play": "runner",
    "play_deals": "runner",
    "stream": "runner",
    "stream_comparison": "comparison",
    "warm_up": "runner",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
