"""Who may ask for what, and when."""

from __future__ import annotations

from itertools import product

import pytest

from tenback import Deal, Rules
from tenback.core.errors import TenbackError
from tenback.table import commands as c
from tenback.table import permissions
from tenback.table.actors import SYSTEM, Actor, BotAt
from tenback.table.commands import COMMANDS, Command
from tenback.table.events import GAME_CHANGES
from tenback.table.options import TableOptions
from tenback.table.permissions import FINISHING, PERMISSIONS, Role, roles
from tenback.table.phases import Phase
from tenback.table.table import Table
from tests.table.lives import dealt, over, playing, seated

ALWAYS = "gathering dealing agreeing playing over"
GAME = "agreeing playing"

EXPECTED = {
    "sit": ("person", ALWAYS),
    "watch": ("person", ALWAYS),
    "leave": ("present", ALWAYS),
    "rename": ("present", ALWAYS),
    "mute": ("present", ALWAYS),
    "unmute": ("present", ALWAYS),
    "set-options": ("host", "gathering over"),
    "seat-bot": ("host", ALWAYS),
    "remove-seat": ("host", ALWAYS),
    "hand-on": ("host", ALWAYS),
    "begin": ("host", "gathering"),
    "close": ("host system", ALWAYS),
    "commit": ("seated", "dealing"),
    "reveal": ("seated", "dealing"),
    "start": ("seated bot", "agreeing"),
    "play": ("seated bot", "playing"),
    "take-back": ("seated", "playing"),
    "say": ("present bot", f"{GAME} over"),
    "ask-hint": ("seated", GAME),
    "resign": ("seated", GAME),
    "play-on": ("seated", GAME),
    "call-bot": ("seated", GAME),
    "rematch": ("seated", "over"),
    "gone-away": ("system", ALWAYS),
    "come-back": ("system", ALWAYS),
    "run-out": ("system", "dealing"),
    "deal-this": ("system", "gathering over"),
    "replace-bot": ("system", ALWAYS),
}

SAMPLES: dict[str, Command] = {
    kind: sample
    for sample in (
        c.Sit("Zed"),
        c.Watch("Zed"),
        c.Leave(),
        c.Rename("Zed"),
        c.Mute("ben"),
        c.Unmute("ben"),
        c.SetOptions(TableOptions("original", 3)),
        c.SeatBot("simple"),
        c.RemoveSeat(1),
        c.HandOn("ben"),
        c.Begin(),
        c.Close(),
        c.Commit("0" * 64),
        c.Reveal("0" * 64),
        c.Start(),
        c.Play("end"),
        c.TakeBack(),
        c.Say(phrase="thanks"),
        c.Hint(),
        c.Resign(),
        c.PlayOn(),
        c.CallBot(1, "simple"),
        c.Rematch(),
        c.GoneAway("ben"),
        c.ComeBack("ben"),
        c.RunOut(),
        c.DealThis(Deal.from_seed(Rules.named("original"), 3, "x")),
        c.ReplaceBot(2, "simple"),
    )
    for kind in (sample.type,)
}

WHO: dict[Role, Actor] = {
    Role.PERSON: "zed",
    Role.PRESENT: "fay",
    Role.SEATED: "ben",
    Role.HOST: "ann",
    Role.BOT: BotAt(2),
    Role.SYSTEM: SYSTEM,
}
# The host of these tables has a seat too, so that they may do whatever the others may.
IS_ALSO = {
    Role.PRESENT: {Role.PERSON, Role.PRESENT},
    Role.SEATED: {Role.PERSON, Role.PRESENT, Role.SEATED},
    Role.HOST: {Role.PERSON, Role.PRESENT, Role.SEATED, Role.HOST},
}


def table_in(phase: Phase) -> Table:
    """A table of Ann, Ben and a bot, with a spectator."""
    if phase is Phase.DEALING:
        table = seated(players=3, bots=1)
        table.handle("ann", c.Begin(), 3.0)
    elif phase in (Phase.GATHERING, Phase.CLOSED):
        table = seated(players=3, bots=1)
    else:
        made = {Phase.AGREEING: dealt, Phase.PLAYING: playing, Phase.OVER: over}[phase]
        table = made(players=3, bots=1)
    table.handle("fay", c.Watch("Fay"), 40.0)
    if phase is Phase.CLOSED:
        table.handle("ann", c.Close(), 41.0)
    return table


def test_the_table_of_permits_is_as_it_should_be() -> None:
    found = {
        kind: (PERMISSIONS[command].roles, PERMISSIONS[command].phases)
        for kind, command in COMMANDS.items()
    }
    assert found == {
        kind: (frozenset(map(Role, who.split())), frozenset(map(Phase, when.split())))
        for kind, (who, when) in EXPECTED.items()
    }
    assert set(PERMISSIONS) == set(COMMANDS.values())
    assert SAMPLES.keys() == COMMANDS.keys()


@pytest.mark.parametrize("phase", Phase)
def test_every_actor_has_their_roles(phase: Phase) -> None:
    table = table_in(phase)
    assert table.phase is phase
    for role, who in WHO.items():
        assert roles(table, who) == IS_ALSO.get(role, {role})
    assert (
        roles(table, "")
        == roles(table, BotAt(0))
        == roles(table, BotAt(9))
        == roles(table, BotAt(-1))
        == set()
    )


@pytest.mark.parametrize("phase", Phase)
def test_who_may_ask_and_when(phase: Phase) -> None:
    start = table_in(phase)
    for kind, role in product(COMMANDS, Role):
        wanted, when = EXPECTED[kind]
        mine = IS_ALSO.get(role, {role})
        allowed = bool(mine & set(wanted.split()))
        table = Table.rebuilt(start.log, start.dealer)
        code = _refusal(table, WHO[role], SAMPLES[kind])
        if not allowed:
            assert code in _not_for(role, wanted), (kind, role, code)
        elif phase not in when.split():
            assert code == f"table-not-while-{phase}", (kind, role, code)
        else:
            assert code is None or not code.startswith("table-not-while"), (kind, role, code)
            assert code not in ("table-host-only", "table-no-seat", "table-house-only")


@pytest.mark.parametrize("who", ["", BotAt(0), BotAt(9), SYSTEM], ids=str)
def test_only_people_can_sit_down(who: Actor) -> None:
    assert _refusal(table_in(Phase.GATHERING), who, c.Sit("Zed")) == "table-people-only"


STALE = {"begin", "start", "play", "take-back", "ask-hint", "resign", "play-on", "rematch"}


@pytest.mark.parametrize("kind", COMMANDS)
@pytest.mark.parametrize("phase", [Phase.AGREEING, Phase.PLAYING, Phase.OVER])
def test_what_is_about_a_game_is_refused_when_the_game_has_changed(phase: Phase, kind: str) -> None:
    table = table_in(phase)
    command, role = SAMPLES[kind], Role(EXPECTED[kind][0].split()[0])
    now = max(v for v, event in enumerate(table.log, 1) if type(event) in GAME_CHANGES)
    fresh, stale = (_refusal(_again(table), WHO[role], command, seen=v) for v in (now, now - 1))
    if kind in STALE and not str(fresh).startswith("table-not-while"):
        assert (fresh == "table-stale", stale) == (False, "table-stale")
    else:
        assert fresh == stale


def test_talk_and_people_change_no_game() -> None:
    table = playing(players=2)
    seen = table.version
    table.handle("ben", c.Say(phrase="thanks"), 30.0)
    table.handle("fay", c.Watch("Fay"), 31.0)
    assert _refusal(_again(table), "ann", c.Play("end"), seen=seen) == "minimum-not-met"
    assert _refusal(_again(table), "ann", c.Play("end"), seen=-1) == "table-stale"
    assert _refusal(_again(table), "ann", c.Play("end"), seen=10**30) == "minimum-not-met"
    with pytest.raises(TenbackError) as caught:
        table.handle("ann", c.Play("end"), 40.0, seen=0)
    assert caught.value.params["version"] == table.version


def _again(table: Table) -> Table:
    return Table.rebuilt(table.log, table.dealer)


def _refusal(table: Table, who: Actor, command: Command, seen: int | None = None) -> str | None:
    try:
        table.handle(who, command, 500.0, seen=seen)
    except TenbackError as error:
        return error.code
    return None


def _not_for(role: Role, wanted: str) -> set[str]:
    if role in (Role.BOT, Role.SYSTEM):
        return {"table-people-only"}
    codes = {
        "host": "table-host-only",
        "seated": "table-no-seat",
        "present": "table-not-here",
        "system": "table-house-only",
    }
    return {codes[word] for word in wanted.split() if word in codes}


# A log has an end


def test_a_table_with_very_many_events_takes_only_what_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = playing(players=2)
    monkeypatch.setattr(permissions, "MAX_EVENTS", table.version)
    for command in (c.Rename("Zed"), c.Say(phrase="thanks"), c.TakeBack(), c.Hint(), c.Mute("ben")):
        with pytest.raises(TenbackError) as refused:
            table.handle("ann", command, 50.0)
        assert refused.value.code == "table-too-long"
    table.handle(SYSTEM, c.GoneAway("ben"), 51.0)
    while table.phase is Phase.PLAYING:
        game = table.current_game()
        person = "ann" if game.turn == 0 else "ben"
        table.handle(person, c.Play(str(game.legal_moves()[-1])), 52.0)
    with pytest.raises(TenbackError):
        table.handle("ann", c.Rematch(), 53.0)
    with pytest.raises(TenbackError):
        table.handle("zed", c.Sit("Zed"), 53.0)
    table.handle("ann", c.Leave(), 54.0)
    assert c.Close in FINISHING
