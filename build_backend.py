"""The backend of packages: Hatchling, which cannot ask for packages for wheels alone.

A wheel holds compiled kernels, so Numba and all that the kernels import must be there to build it.
An editable install compiles nothing, and `make play` should not wait for what it does not need.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from hatchling import build as hatchling
from hatchling.build import *  # noqa: F403


def get_requires_for_build_wheel(  # type: ignore[no-redef]
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """What has to be installed before a wheel is built."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    return [
        *hatchling.get_requires_for_build_wheel(config_settings),
        *project["dependencies"],
        *project["optional-dependencies"]["compile"],
    ]
