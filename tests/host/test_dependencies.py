"""The real world: unguessable ids, secrets, bots that are ready."""

from __future__ import annotations

import re

import pytest

from tenback.core.bot_spec import BotSpec, InvalidBot
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


def test_a_bot_gets_ready_as_long_as_its_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[BotSpec] = []

    def seconds_left(spec: BotSpec) -> float:
        asked.append(spec)
        return 4.5

    monkeypatch.setattr(dependencies, "seconds_left", seconds_left)
    assert Dependencies().ready_in("master:deep") == 4.5
    assert asked == [BotSpec("master", "deep")]


def test_a_bot_without_kernels_is_ready() -> None:
    for name in ("simple", COACH):
        assert Dependencies().ready_in(name) is None
    with pytest.raises(InvalidBot):
        Dependencies().ready_in("run:./mybot.py")


def test_names_of_programs_run_nothing() -> None:
    deps = Dependencies()
    for name in ("run:./mybot.py", "run:true"):
        with pytest.raises(InvalidBot):
            deps.check_bot(name)
        with pytest.raises(InvalidBot):
            deps.make_bot(name)
