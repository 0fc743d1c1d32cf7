"""Shared libraries from object code, by the C compiler of the machine."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COMPILERS = ("cc", "gcc", "clang")


def link(code: Path, library: Path) -> bool:
    """Make a shared library of object code; False if this machine has no working linker."""
    for name in COMPILERS:
        if command := shutil.which(name):
            done = subprocess.run(  # noqa: S603
                [command, "-shared", "-o", str(library), str(code), "-lm"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
            if done.returncode == 0:
                return True
    return False
