"""Packages contain the built page: a user who installs one needs no Node."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[BuilderConfig]):
    """Builds the page before wheels, source packages and editable installs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """A Node, where the page has to be built and the machine has none that is new enough."""
        page = self._page()
        return [] if page.is_fresh() or page.of_machine() else [page.PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build what has changed."""
        self._page().build()

    def _page(self) -> SimpleNamespace:
        """What is in web/build.py, which belongs to no package."""
        return SimpleNamespace(**runpy.run_path(str(Path(self.root, "web", "build.py"))))
