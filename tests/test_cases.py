"""What the tests themselves rely on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import NO_KERNELS
from tests.cases import SEED, check_each, random_source


def test_a_loop_names_every_item_that_fails() -> None:
    checked = []

    def check(number: int) -> None:
        checked.append(number)
        assert number % 2, "even"
        if number == 3:
            raise KeyError("three")

    with pytest.raises(AssertionError, match="3 failed:") as caught:
        check_each([1, 2, 3, 4], check)
    assert checked == [1, 2, 3, 4]
    assert [line[:2] for line in str(caught.value).splitlines()[1:] if line[:1].isdigit()] == [
        "2:",
        "3:",
        "4:",
    ]
    check_each([1, 5], check)
    check_each([], check)


def test_a_printed_seed_repeats_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(SEED, raising=False)
    first, other = random_source().random(), random_source().random()
    assert first != other
    printed = capsys.readouterr().out.splitlines()[0]
    monkeypatch.setenv(SEED, printed.partition(f"{SEED}=")[2])
    assert random_source().random() == first


@pytest.mark.parametrize("quick", [True, False])
def test_quick_tests_cannot_load_kernels(quick: bool) -> None:
    script = "import tests, tenback.sim.batch"
    env = {name: value for name, value in os.environ.items() if name != NO_KERNELS}
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        env=env | ({NO_KERNELS: "1"} if quick else {}),
        check=False,
    )
    assert (done.returncode, NO_KERNELS in done.stderr) == (quick, quick)
