"""Hints: for the player on turn, from one hand, and marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tenback import Rules
from tenback.analysis.hints import Choice, Hint
from tenback.core.errors import TenbackError
from tenback.core.rules import TalkPolicy
from tenback.host import hints
from tenback.host.errors import HostError
from tenback.host.live_table import SentCommand
from tenback.table import commands as c
from tenback.table.phases import Phase
from tests.host.harness import (
    ScriptedPlayers,
    refusal_code,
    running_host,
    started_table,
)

if TYPE_CHECKING:
    from tenback.core.views import View


ORIGINAL = Rules.named("original").to_toml()
NO_WAY_BACK = ORIGINAL.replace("distance = 10", 'distance = "none"').replace('"original"', '"ours"')


async def on_turn(party: ScriptedPlayers) -> str:
    """The player on turn."""
    seen = await party.seen("ann")
    assert seen.view is not None
    return "ann" if seen.view.turn == seen.seat else "ben"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[View, str, bool]]:
    """What the adviser was shown; it answers nothing."""
    seen: list[tuple[View, str, bool]] = []

    def find_hint(view: View, _bot: object, seed: str, *, remembered: bool) -> Hint:
        seen.append((view, seed, remembered))
        return Hint((Choice((), 0.5, 0.5, 0),), ())

    monkeypatch.setattr(hints, "find_hint", find_hint)
    monkeypatch.setattr(hints, "adviser", lambda _level: None)
    return seen


async def test_a_bot_without_training_says_so(asked: list[tuple[View, str, bool]]) -> None:
    """Whatever the table's policy of talk: that makes no other game."""
    async with running_host() as host:
        for game, expected in (("original", []), (NO_WAY_BACK, ["untrained"])):
            party = await started_table(host, game, 2, talk=TalkPolicy.SILENT)
            hint = await host.hint(party.table, await on_turn(party))
            assert [reason.id for reason in hint.reasons] == expected


@pytest.mark.parametrize("memory_aid", [False, True])
async def test_a_hint_marks_the_game_and_sees_one_hand(
    asked: list[tuple[View, str, bool]], memory_aid: bool
) -> None:
    async with running_host() as host:
        party = await started_table(host, "original", 2, memory_aid=memory_aid)
        person = await on_turn(party)
        await host.hint(party.table, person, "h1")
        await host.hint(party.table, person, "h1")
        seen = await party.seen(person)
        assert seen.marks is not None
        assert seen.marks.hints == 1
        (view, seed, remembered), again = asked
        assert (view, seed, remembered) == again
        assert view.seat == seen.seat
        assert sum(hand is not None for hand in view.hands) == 1
        assert remembered is memory_aid
        assert seed.startswith(party.table)


async def test_hints_that_get_ready_are_refused() -> None:
    async with running_host(ready_in=lambda _name: 7.2) as host:
        party = await started_table(host, "original", 2)
        person = await on_turn(party)
        with pytest.raises(HostError, match="in about 8 s") as caught:
            await host.hint(party.table, person)
        assert caught.value.code == "host-unready"
        marks = (await party.seen(person)).marks
        assert marks is not None
        assert marks.hints == 0


async def test_a_hint_that_cannot_be_had_marks_no_game() -> None:
    def fail(_name: str) -> float:
        raise TenbackError("no-compiler")

    async with running_host(ready_in=fail) as host:
        party = await started_table(host, "original", 2)
        person = await on_turn(party)
        with pytest.raises(TenbackError) as caught:
            await host.hint(party.table, person)
        assert caught.value.code == "no-compiler"
        marks = (await party.seen(person)).marks
        assert marks is not None
        assert marks.hints == 0


async def test_only_the_player_on_turn_gets_a_hint(asked: list[tuple[View, str, bool]]) -> None:
    async with running_host() as host:
        party = await started_table(host)
        other = "ben" if await on_turn(party) == "ann" else "ann"
        assert await refusal_code(host.hint(party.table, other)) == "table-not-your-turn"
        assert await refusal_code(host.hint(party.table, "zed")) == "table-no-seat"
        seen = await party.seen("ann")
        assert seen.marks is not None
        assert seen.marks.hints == 0
        assert not asked


# A hint is never given without its mark


async def marks(party: ScriptedPlayers) -> int:
    found = (await party.seen("ann")).marks
    assert found is not None
    return found.hints


@pytest.mark.parametrize("fingerprints", [True, False])
async def test_a_hint_under_the_id_of_another_command_is_refused(
    fingerprints: bool, asked: list[tuple[View, str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the log was written before commands had fingerprints."""
    async with running_host() as host:
        party = await started_table(host, "original", 2)
        person = await on_turn(party)
        with monkeypatch.context() as patch:
            if not fingerprints:
                patch.setattr(SentCommand, "fingerprint", None)
            await host.command(party.table, person, c.Rename("Zoe"), "r1")
        assert await refusal_code(host.hint(party.table, person, "r1")) == "host-command-id-used"
        assert (await marks(party), asked) == (0, [])


async def test_the_id_of_an_earlier_hint_gives_none_at_another_moment(
    asked: list[tuple[View, str, bool]],
) -> None:
    async with running_host() as host:
        party = await started_table(host, "original", 1)
        await host.hint(party.table, "ann", "h1")
        await party.step()
        assert await refusal_code(host.hint(party.table, "ann", "h1")) == "table-stale"
        await host.hint(party.table, "ann", "h2")
        assert (await marks(party), len(asked)) == (2, 2)


async def test_the_id_of_a_hint_in_another_game_gives_none(
    asked: list[tuple[View, str, bool]],
) -> None:
    async with running_host() as host:
        party = await started_table(host, "original", 1)
        await host.hint(party.table, "ann", "h1")
        await party.play()
        await party.ask("ann", c.Rematch())
        await party.play(lambda seen: seen.phase is Phase.PLAYING)
        assert await refusal_code(host.hint(party.table, "ann", "h1")) == "table-stale"
        assert (await marks(party), len(asked)) == (0, 1)


async def test_the_adviser_proposes_what_can_be_played() -> None:
    async with running_host() as host:
        party = await started_table(host)
        person = await on_turn(party)
        explained = await host.hint(party.table, person)
        for move in explained.choices[0].moves:
            await party.ask(person, c.Play(str(move)))
