"""The real world: unguessable ids, secrets, bots that are ready."""

from __future__ import annotations

import re

import pytest

from tenback.bots.registry import InvalidBot
from tenback.host.surroundings import Surroundings


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


def test_names_of_programs_run_nothing() -> None:
    around = Surroundings()
    for name in ("run:./mybot.py", "run:true"):
        with pytest.raises(InvalidBot):
            around.check_bot(name)
        with pytest.raises(InvalidBot):
            around.make_bot(name)
