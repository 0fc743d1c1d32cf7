"""The simulator: the same rules compiled, for millions of games. Numba is loaded on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenback.sim.comparing import Comparison as Comparison
    from tenback.sim.comparing import compare as compare
    from tenback.sim.comparing import stream_comparison as stream_comparison
    from tenback.sim.playing import play as play
    from tenback.sim.playing import play_deals as play_deals
    from tenback.sim.playing import stream as stream
    from tenback.sim.playing import warm_up as warm_up
    from tenback.sim.results import Results as Results
    from tenback.sim.setting import InvalidSetting as InvalidSetting
    from tenback.sim.setting import Setting as Setting
    from tenback.sim.stepping import Games as Games
    from tenback.sim.stepping import Step as Step
    from tenback.sim.workers import Workers as Workers

_HOMES = {
    "Comparison": "comparing",
    "Games": "stepping",
    "InvalidSetting": "setting",
    "Results": "results",
    "Setting": "setting",
    "Step": "stepping",
    "Workers": "workers",
    "compare": "comparing",
    "play": "playing",
    "play_deals": "playing",
    "stream": "playing",
    "stream_comparison": "comparing",
    "warm_up": "playing",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
