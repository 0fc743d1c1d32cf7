"""The instruction sets that libraries are compiled for, and the best one that this CPU has."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path
from typing import Final

from tenback.core.errors import TenbackError

CPU_INFO = Path("/proc/cpuinfo")

# By architecture: the levels from the best to the one that every CPU has, and the flags of each.
LEVELS: Final = {
    "x86_64": {
        "x86-64-v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave",
        "x86-64": "",
    },
    "aarch64": {"generic": ""},
}
NAMES: Final = {"amd64": "x86_64", "arm64": "aarch64"}


class InvalidLevel(TenbackError):
    """The error for a level that this machine does not have."""


def architecture() -> str:
    """The architecture of this machine."""
    machine = platform.machine().lower()
    return NAMES.get(machine, machine)


def levels() -> tuple[str, ...]:
    """The levels of this architecture, the best one first."""
    return tuple(LEVELS.get(architecture(), {"generic": ""}))


@cache
def level() -> str:
    """The level that this process uses: the best one, or the one in `TENBACK_CPU`."""
    possible = _possible()
    wanted = os.environ.get("TENBACK_CPU") or possible[0]
    if wanted not in possible:
        raise InvalidLevel("unknown-cpu", cpu=wanted, possible=", ".join(possible))
    return wanted


def _possible() -> tuple[str, ...]:
    """The levels that this CPU can run."""
    flags = _flags()
    known = LEVELS.get(architecture(), {"generic": ""})
    return tuple(name for name, needed in known.items() if flags.issuperset(needed.split()))


def _flags() -> frozenset[str]:
    """The flags of the CPU; none where the system does not list them."""
    try:
        lines = CPU_INFO.read_text("utf-8", "replace").splitlines()
    except OSError:
        return frozenset()
    found = next((line for line in lines if line.startswith("flags")), ":")
    return frozenset(found.partition(":")[2].split())
