"""The real world: unguessable ids, secrets, bots that are ready."""

from __future__ import annotations

import re
import time

import pytest

from tenback.bots.registry import InvalidBot
from tenback.bots.seating import THINKERS
from tenback.host import surroundings
from tenback.host.surroundings import Surroundings
from tenback.lessons import COACH


def test_ids_and_secrets_cannot_be_guessed() -> None:
    around = Surroundings()
    ids = {around.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", name) for name in ids)
    assert re.fullmatch(r"[0-9a-f]{64}", around.dealer.draw_secret())
    assert around.dealer.draw_secret() != around.dealer.draw_secret()


def test_bots_come_from_the_registry() -> None:
    around = Surroundings()
    assert around.make_bot("simple").name == "simple"
    with pytest.raises(InvalidBot):
        around.check_bot("nobody")


async def test_kernels_that_are_only_loaded_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter([False, False, True, True])
    monkeypatch.setattr(surroundings, "_begin_to_warm_up", time.monotonic)
    monkeypatch.setattr(surroundings, "is_warm", lambda: next(looks))
    assert await Surroundings().is_ready("strong")
    assert next(looks, None) is None


async def test_kernels_that_have_to_be_compiled_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(surroundings, "MOMENTS", 0.0)
    monkeypatch.setattr(surroundings, "is_warm", lambda: False)
    monkeypatch.setattr(surroundings, "in_background", begun.extend)
    surroundings._begin_to_warm_up.cache_clear()
    for _ in range(3):
        assert not await Surroundings().is_ready("master:deep")
    surroundings._begin_to_warm_up.cache_clear()
    assert begun == list(THINKERS)  # once, by whoever asks first


async def test_whoever_does_not_think_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "is_warm", lambda: False)
    for name in ("simple", "careful", COACH):
        assert await Surroundings().is_ready(name)


def test_names_of_programs_run_nothing() -> None:
    around = Surroundings()
    for name in ("run:./mybot.py", "run:true"):
        with pytest.raises(InvalidBot):
            around.check_bot(name)
        with pytest.raises(InvalidBot):
            around.make_bot(name)
