"""The instruction sets: the best one that the CPU has."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import pytest

from tenback.sim import levels
from tenback.sim.levels import LEVELS, InvalidLevel

if TYPE_CHECKING:
    from pathlib import Path

V3 = LEVELS["x86_64"]["x86-64-v3"]


@pytest.fixture(name="machine")
def an_intel_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platform, "machine", lambda: "AMD64")
    monkeypatch.setattr(levels, "CPU_INFO", tmp_path / "cpuinfo")
    monkeypatch.delenv("TENBACK_CPU", raising=False)
    return tmp_path / "cpuinfo"


def test_a_cpu_with_every_flag_has_the_best_level(machine: Path) -> None:
    machine.write_text(f"processor : 0\nflags\t\t: fpu {V3} sse\nbugs : none\n")
    assert levels.level.__wrapped__() == "x86-64-v3"
    assert levels.levels() == ("x86-64-v3", "x86-64")


@pytest.mark.parametrize("flag", V3.split())
def test_one_flag_less_is_the_level_of_every_cpu(machine: Path, flag: str) -> None:
    machine.write_text(f"flags : {' '.join(set(V3.split()) - {flag})}\n")
    assert levels.level.__wrapped__() == "x86-64"


@pytest.mark.parametrize("text", [None, "", "flags", "model name : fast"])
def test_an_unknown_cpu_has_the_level_of_every_cpu(machine: Path, text: str | None) -> None:
    if text is not None:
        machine.write_text(text)
    assert levels.level.__wrapped__() == "x86-64"


def test_a_level_can_be_chosen(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.write_text(f"flags : {V3}\n")
    monkeypatch.setenv("TENBACK_CPU", "x86-64")
    assert levels.level.__wrapped__() == "x86-64"


def test_a_level_that_the_cpu_does_not_have_is_refused(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.write_text("flags : fpu\n")
    monkeypatch.setenv("TENBACK_CPU", "x86-64-v3")
    with pytest.raises(InvalidLevel, match="possible: x86-64"):
        levels.level.__wrapped__()


@pytest.mark.parametrize(
    ("name", "level"), [("aarch64", "generic"), ("arm64", "generic"), ("vax", "generic")]
)
def test_other_machines_have_one_level(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: name)
    monkeypatch.delenv("TENBACK_CPU", raising=False)
    assert levels.level.__wrapped__() == level
    assert levels.levels() == (level,)
