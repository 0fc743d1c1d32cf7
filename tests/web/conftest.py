"""What tests of building share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.trees import planted

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.trees import Tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return planted(tmp_path)
