"""The folders of compiled kernels: which are taken, and that no other user can write there."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tenback.sim import folders
from tenback.sim.folders import KernelsMissing, is_safe, readable
from tenback.sim.levels import level
from tenback.sim.sources import cache_key


@pytest.fixture(name="home")
def an_empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TENBACK_CACHE_DIR", str(tmp_path))
    return tmp_path


def writable() -> Path:
    """The folder as a new process would find it."""
    return folders.writable.__wrapped__()


def candidates(monkeypatch: pytest.MonkeyPatch, *places: Path) -> None:
    monkeypatch.setattr(folders, "_candidates", lambda: iter(places))


def test_the_chosen_folder_comes_first(home: Path) -> None:
    found = writable()
    assert found == home / f"kernels-{cache_key()}" / level()
    assert found.is_dir()
    assert found.stat().st_mode & 0o077 == 0
    assert next(readable()) == found


def test_shipped_libraries_come_last() -> None:
    assert [*readable()][-1] == folders.SHIPPED / level()


def test_where_nothing_can_be_written_the_next_place_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    occupied = tmp_path / "a file"
    occupied.write_text("")
    places = [occupied / "x", Path("/dev/null/x"), tmp_path / "a" / "b", tmp_path / "c"]
    candidates(monkeypatch, *places)
    assert writable() == tmp_path / "a" / "b" / level()


def test_the_last_place_is_for_one_process_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    candidates(monkeypatch, Path("/dev/null/x"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(folders, "_private", folders._Private())
    found = writable()
    assert found.is_relative_to(tmp_path)
    assert found.stat().st_mode & 0o077 == 0
    assert found in readable()


def test_a_machine_without_any_place_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    candidates(monkeypatch, Path("/dev/null/x"))
    monkeypatch.setattr("tempfile.tempdir", "/dev/null/x")
    with pytest.raises(KernelsMissing, match="TENBACK_CACHE_DIR"):
        writable()


def test_old_kernels_are_forgotten(home: Path) -> None:
    for name, age in (("kernels-old", 2 * folders.KEPT_FOR), ("kernels-new", 60), ("other", 1e9)):
        (home / name).mkdir()
        os.utime(home / name, (time.time() - age,) * 2)
    new = writable().parent.name
    assert {folder.name for folder in home.iterdir()} == {new, "kernels-new", "other"}


# What others can write to


@pytest.mark.parametrize(("mode", "safe"), [(0o700, True), (0o755, True), (0o777, False)])
def test_a_folder_that_others_can_write_to_is_not_safe(
    tmp_path: Path, mode: int, *, safe: bool
) -> None:
    tmp_path.chmod(mode)
    assert is_safe(tmp_path) == safe


def test_a_group_of_others_may_not_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many systems give every user a group of their own; that one may."""
    tmp_path.chmod(0o775)
    assert is_safe(tmp_path) == (tmp_path.stat().st_gid == os.getegid())
    monkeypatch.setattr(os, "getegid", lambda: tmp_path.stat().st_gid + 1)
    assert not is_safe(tmp_path)


def test_a_folder_of_another_user_is_not_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.chown(tmp_path, 12345, -1) if os.geteuid() == folders.ROOT else monkeypatch.setattr(
        os, "geteuid", lambda: 12345
    )
    assert not is_safe(tmp_path)


@pytest.mark.parametrize(("mode", "safe"), [(0o777, False), (0o1777, True)])
def test_a_folder_that_others_can_put_aside_is_not_safe(
    tmp_path: Path, mode: int, *, safe: bool
) -> None:
    """In a folder for temporary files they cannot."""
    (tmp_path / "above" / "folder").mkdir(parents=True, mode=0o700)
    (tmp_path / "above").chmod(mode)
    assert is_safe(tmp_path / "above" / "folder") == safe


def test_what_is_not_there_is_not_safe(tmp_path: Path) -> None:
    assert not is_safe(tmp_path / "none")


def test_a_folder_that_others_can_write_to_is_never_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_folder, private = tmp_path / "open", tmp_path / "private"
    open_folder.mkdir()
    open_folder.chmod(0o777)
    candidates(monkeypatch, open_folder, private)
    assert writable() == private / level()
