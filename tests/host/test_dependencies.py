"""The real world: unguessable ids, secrets, bots that are ready."""

from __future__ import annotations

import re
import time

import pytest

from tenback.core.bot_spec import SEARCH_BOTS, BotSpec, InvalidBot
from tenback.host import dependencies
from tenback.host.dependencies import Dependencies
from tenback.lessons import COACH


def test_ids_and_secrets_cannot_be_guessed() -> None:
    deps = Dependencies()
    ids = {deps.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", name) for name in ids)
    assert re.fullmatch(r"[0-9a-f]{64}", deps.dealer.draw_secret())
    assert deps.dealer.draw_secret() != deps.dealer.draw_secret()


def test_bots_come_from_the_registry() -> None:
    deps = Dependencies()
    assert deps.make_bot("simple").name == "simple"
    with pytest.raises(InvalidBot):
        deps.check_bot("nobody")


async def test_kernels_that_are_only_loaded_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter([False, False, True, True])
    monkeypatch.setattr(dependencies, "_begin_to_warm_up", time.monotonic)
    monkeypatch.setattr(dependencies, "is_warm", lambda: next(looks))
    assert await Dependencies().is_ready("strong")
    assert next(looks, None) is None


async def test_kernels_that_have_to_be_compiled_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[BotSpec] = []
    monkeypatch.setattr(dependencies, "READY_TIMEOUT", 0.0)
    monkeypatch.setattr(dependencies, "is_warm", lambda: False)
    monkeypatch.setattr(dependencies, "in_background", begun.extend)
    dependencies._begin_to_warm_up.cache_clear()
    for _ in range(3):
        assert not await Dependencies().is_ready("master:deep")
    dependencies._begin_to_warm_up.cache_clear()
    assert begun == list(map(BotSpec, SEARCH_BOTS))  # once, by the first caller


async def test_a_bot_that_does_not_search_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "is_warm", lambda: False)
    for name in ("simple", "careful", COACH):
        assert await Dependencies().is_ready(name)


def test_names_of_programs_run_nothing() -> None:
    deps = Dependencies()
    for name in ("run:./mybot.py", "run:true"):
        with pytest.raises(InvalidBot):
            deps.check_bot(name)
        with pytest.raises(InvalidBot):
            deps.make_bot(name)
