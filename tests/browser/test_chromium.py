"""Finding a Chromium, or saying what to install."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.browser import chromium

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", chromium.NAMES)
def test_by_any_of_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "is_root", lambda: False)
    program = tmp_path / name
    program.touch(0o755)
    assert chromium.program() == str(program)
    assert chromium.main() == 0


def test_installed_where_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "is_root", lambda: True)
    asked, installer = tmp_path / "asked", tmp_path / "apt-get"
    copy = f"{shutil.which('cp', path=os.defpath)} $0 {tmp_path / chromium.SHELL}"
    installer.write_text(f'#!/bin/sh\necho "$*" >> {asked}\n[ $1 = update ] || {copy}\n', "utf-8")
    installer.chmod(0o755)
    assert chromium.main() == 0
    assert asked.read_text("utf-8").splitlines()[-1] == (
        "install --yes --no-install-recommends chromium-headless-shell"
    )


def test_the_headless_shell_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in reversed(chromium.NAMES):
        (tmp_path / name).touch(0o755)
        assert chromium.program() == str(tmp_path / name)


def test_else_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for root in (False, True):
        monkeypatch.setattr(chromium, "is_root", lambda root=root: root)
        assert chromium.main() == 1
        assert "sudo apt-get install --yes --no-install-recommends chromium-headless-shell" in (
            capsys.readouterr().err
        )
    with pytest.raises(chromium.NoChromium):
        chromium.program()
