"""What each person may see, and above all what none may."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Deal, Game, Rules
from tenback.core.errors import TenbackError
from tenback.core.events import Drawn
from tenback.table import commands as c
from tenback.table import visibility
from tenback.table.actors import SYSTEM
from tenback.table.events import Begun, CardsDealt, Event, Muted, Revealed, Spoke, Unmuted
from tenback.table.fairness import Stage, commitment, verify
from tenback.table.phases import Phase
from tenback.table.resignation import Resignation
from tenback.table.table import Table
from tenback.talk.standing_remarks import standing
from tests.cases import IDS, TABLES
from tests.table.lives import (
    Life,
    TwinDealer,
    begin_life,
    dealer,
    dealt,
    nonce,
    opened,
    over,
    people_at,
    playing,
    seated,
)
from tests.table.test_event_json import SAMPLES
from tests.table.twins import check_nothing_shows, everything, other_deal

if TYPE_CHECKING:
    from collections.abc import Callable

STRANGER = "zed"


def onlookers(table: Table) -> list[str]:
    """All seated people, the spectators, and a stranger."""
    return [*people_at(table), *(guest.person for guest in table.watching), STRANGER]


# Nothing hidden shows


@pytest.mark.rule("V1", "V4")
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_twin_worlds_look_the_same_at_any_moment(rules: Rules, players: int) -> None:
    life = begin_life(rules, players, seed=players + 20)
    rng = random.Random(players)
    life.ask("fay", c.Watch("Fay"))
    compared = different = 0
    for _ in range(200):
        life.step()
        if life.table.running and rng.random() < 0.06:
            for who in onlookers(life.table):
                compared += 1
                different += check_nothing_shows(life.table, who, rng)
    assert compared
    assert different


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_the_same_commands_in_a_twin_world_are_answered_the_same(
    rules: Rules, players: int
) -> None:
    """As a server would: the twin's server publishes the same commitment and deals other cards."""
    rng = random.Random(f"{rules.name} {players}")
    table = playing(rules.name, players, bots=players // 2)
    life = Life(table, rng)
    accepted: list[tuple[object, object, float]] = []
    for _ in range(rng.randrange(40)):
        if table.phase is Phase.PLAYING:
            who, command = life.sensible()
            if life.ask(who, command):
                accepted.append((who, command, life.now))
    if table.phase is not Phase.PLAYING:
        return
    for who in people_at(table):
        other = seated(rules.name, players, bots=players // 2)
        cards = other_deal(table, who, rng)
        other.dealer = TwinDealer(dealer().draw_secret, cards)
        other.handle("ann", c.Begin(), 3.0)
        _repeat(other, accepted)
        assert everything(table, who) == everything(other, who)
        for _ in range(20):
            command = life.anything()
            if not isinstance(command, c.Begin | c.Rematch):
                assert _refusal(table, who, command) == _refusal(other, who, command)


def _repeat(table: Table, accepted: list[tuple[object, object, float]]) -> None:
    for stage in (c.Commit, c.Reveal):
        for person in people_at(table):
            number = nonce(person, 0)
            value = commitment(number) if stage is c.Commit else number
            table.handle(person, stage(value), 10.0)
    if table.phase is Phase.AGREEING:
        table.handle("ann", c.Start(), 20.0)
    for who, command, now in accepted:
        table.handle(who, command, now)  # type: ignore[arg-type]


def _refusal(table: Table, who: str, command: c.Command) -> object:
    """Why a copy of the table refuses a command, if it does."""
    copy = Table.rebuilt(table.log, table.dealer)
    try:
        copy.handle(who, command, 10_000.0)
    except TenbackError as error:
        return error.code, error.params
    return None


def _leaky_event(_table: Table, event: object, _who: str) -> object:
    return event


def _leaky_redaction(event: object, _seat: int | None) -> object:
    return event


def _leaky_parts(game: Game) -> visibility._ViewParts:
    return visibility._ViewParts(known=game.state.hands)


LEAKS: list[tuple[object, str, Callable[..., object]]] = [
    (visibility, "_view_parts", _leaky_parts),
    (visibility, "_seen", _leaky_event),
    (visibility, "redact", _leaky_redaction),
    (Table, "seat_of", lambda _table, _person: 1),
]


@pytest.mark.parametrize(
    ("where", "name", "leak"), LEAKS, ids=["fires", "event", "redaction", "seat"]
)
def test_a_leak_is_caught(
    where: object, name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = playing(players=3, memory_aid=True)
    rng = random.Random(1)
    assert check_nothing_shows(table, "ann", rng)
    twins = [other_deal(table, "ann", rng) for _ in range(3)]
    monkeypatch.setattr(where, name, leak)
    with pytest.raises(AssertionError):
        _compare(table, twins)


def _compare(table: Table, twins: list[Deal]) -> None:
    for cards in twins:
        log = [CardsDealt(e.at, cards) if isinstance(e, CardsDealt) else e for e in table.log]
        other = Table.rebuilt(log, table.dealer)
        assert everything(table, "ann") == everything(other, "ann")


def test_secret_nonces_and_seed_stay_closed_until_the_end() -> None:
    table = seated(players=2)
    table.handle("fay", c.Watch("Fay"), 2.0)
    table.handle("ann", c.Begin(), 3.0)
    begun = table.log[-1]
    assert isinstance(begun, Begun)
    closed = {begun.secret, nonce("ann", 0), nonce("ben", 0)}

    def check() -> None:
        for who in ("ann", "ben", "fay", STRANGER):
            shown = repr(everything(table, who))
            assert not [text for text in closed if text in shown]
            assert (begun.commitment in shown) == (who != STRANGER)

    check()
    for person in ("ann", "ben"):
        table.handle(person, c.Commit(commitment(nonce(person, 0))), 4.0)
        check()
    for person in ("ann", "ben"):
        table.handle(person, c.Reveal(nonce(person, 0)), 5.0)
        check()
    assert table.fair is not None
    closed.add(table.fair.seed)
    table.handle("ann", c.Start(), 6.0)
    check()
    table.handle("ann", c.Resign(), 7.0)
    check()
    table.handle("ben", c.Resign(), 8.0)
    for who in ("ann", "ben", "fay"):
        shown = repr(visibility.snapshot(table, who))
        assert all(text in shown for text in closed)
    assert not [text for text in closed if text in repr(everything(table, STRANGER))]


# What is shown


@pytest.mark.rule("V2")
@pytest.mark.parametrize("memory_aid", [False, True])
def test_events_show_what_the_view_shows(memory_aid: bool) -> None:
    table = playing("original", 3, memory_aid=memory_aid, takebacks=True)
    life = Life(table, random.Random(5))
    table.handle("fay", c.Watch("Fay"), 21.0)
    life.shadow = Table.rebuilt(table.log, table.dealer)
    while table.phase is Phase.PLAYING:
        assert table.game is not None
        for who in ("ann", "ben", "fay"):
            view = table.game.view(table.seat_of(who), memory=memory_aid)
            assert _followed(table, who) == view.history
        life.ask(*life.sensible())
    assert table.game is not None
    for who in ("ann", "ben", "fay"):
        assert _followed(table, who) == table.game.received(table.seat_of(who))


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_people_who_are_alike_are_shown_the_same(rules: Rules, players: int) -> None:
    life = begin_life(rules, players, seed=players + 7)
    life.ask("fay", c.Watch("Fay"))
    shared = 0
    for _ in range(120):
        life.step()
        table = life.table
        here = [who for who in onlookers(table) if table.is_here(who)]
        for after in range(max(0, table.version - 3), table.version):
            apart = visibility.audience(table, after)
            groups: dict[object, list[list[visibility.Shown]]] = {}
            for who in here:
                versions = range(after + 1, table.version + 1)
                shown = [visibility.shown(table, version, who) for version in versions]
                groups.setdefault(apart.key(who, table.seat_of(who)), []).append(shown)
            assert all(shown == group[0] for group in groups.values() for shown in group)
            shared += len(groups) < len(here)
    assert shared


def _followed(table: Table, who: str) -> tuple[object, ...]:
    versions = range(table.dealt_at, table.version + 1)
    shown = [visibility.shown(table, version, who) for version in versions]
    assert all(one.event is not None or not one.followed for one in shown)
    return tuple(event for one in shown for event in one.followed)


def test_a_move_is_shown_with_its_draw_to_its_player_alone() -> None:
    table = playing(players=2)
    game = table.game
    assert game is not None
    for lay in ("first", "second"):
        assert table.handle("ann", c.Play(str(game.legal_moves()[0])), 21.0), lay
    table.handle("ann", c.Play("end"), 22.0)
    own = visibility.shown(table, table.version, "ann").followed
    others = visibility.shown(table, table.version, "ben").followed
    drawn = next(event for event in own if isinstance(event, Drawn))
    assert drawn.cards is not None
    assert Drawn(0, 2, None) in others
    assert drawn not in others
    assert visibility.shown(table, table.version, STRANGER) == visibility.Shown(table.version)


def test_the_deal_is_shown_without_its_cards() -> None:
    table = dealt(players=2)
    shown = visibility.shown(table, table.version, "ann")
    assert isinstance(shown.event, CardsDealt)
    assert shown.event.deal is None
    assert "hands=" in repr(shown.followed)
    revealed = visibility.shown(table, table.version - 1, "ben").event
    assert isinstance(revealed, Revealed)
    assert revealed.nonce == visibility.HIDDEN


WITHHELD: dict[type[Event], dict[str, Any]] = {
    Begun: {"secret": ""},
    Revealed: {"nonce": visibility.HIDDEN},
    CardsDealt: {"deal": None},
}
"""What the people at the table do not see of an event."""


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_of_every_event_the_people_here_see_what_they_may(event: Event) -> None:
    table = playing(players=3)
    secret = isinstance(event, Muted | Unmuted)
    for who in people_at(table):
        expected = replace(event, **WITHHELD.get(type(event), {}))
        hidden = secret and who != "ann"
        assert visibility._seen(table, event, who) == (None if hidden else expected)


def test_an_event_of_an_unknown_type_is_not_shown() -> None:
    class Peeked:
        cards = "all"

    with pytest.raises(AssertionError):
        visibility._seen(playing(players=2), Peeked(), "ann")  # type: ignore[arg-type]


def test_a_stranger_sees_who_plays_what_and_no_more() -> None:
    table = playing(players=2)
    lobby = visibility.snapshot(table, STRANGER)
    assert (lobby.phase, lobby.options, lobby.seats) == (
        Phase.PLAYING,
        table.options,
        table.seats,
    )
    assert (lobby.view, lobby.choices, lobby.fair, lobby.marks) == (None, None, None, None)
    assert {visibility.shown(table, v, STRANGER).event for v in range(1, table.version + 1)} == {
        None
    }


def test_a_snapshot_holds_the_view_of_the_seat_and_its_choices() -> None:
    table = playing(players=3)
    game = table.game
    assert game is not None
    for seat, person in enumerate(people_at(table)):
        snapshot = visibility.snapshot(table, person)
        assert snapshot.seat == seat
        assert snapshot.view == game.view(seat, memory=False)
        assert snapshot.choices == game.view(seat).options()
    assert visibility.snapshot(table, "ann").choices != visibility.snapshot(table, "ben").choices
    assert visibility.snapshot(table, "ann").turn_since == 20.0


@pytest.mark.rule("V4")
def test_a_spectator_sees_no_hand_until_the_end() -> None:
    table = playing(players=2)
    table.handle("fay", c.Watch("Fay"), 21.0)
    view = visibility.snapshot(table, "fay").view
    assert view is not None
    assert view.hands == (None, None)
    table.handle("ann", c.Resign(), 22.0)
    table.handle("ben", c.Resign(), 22.0)
    view = visibility.snapshot(table, "fay").view
    assert view is not None
    assert None not in view.hands
    assert view.seed is not None


def test_a_player_who_leaves_their_seat_no_longer_sees_its_hand() -> None:
    table = playing(players=2)
    table.handle("ben", c.Watch("Ben"), 21.0)
    view = visibility.snapshot(table, "ben").view
    assert view is not None
    assert view.hands == (None, None)
    assert not [
        event
        for version in range(1, table.version + 1)
        for event in visibility.shown(table, version, "ben").followed
        if getattr(event, "hands", (None, None)) != (None, None)
    ]


def test_promises_are_shown_as_they_are_made() -> None:
    table = seated(players=2)
    table.handle("ann", c.Begin(), 3.0)
    assert visibility.snapshot(table, "ben").stage is Stage.PROMISING
    table.handle("ann", c.Commit(commitment(nonce("ann", 0))), 4.0)
    fair = visibility.snapshot(table, "ben").fair
    assert fair is not None
    assert fair.secret == ""
    assert [bool(share.commitment) for share in fair.shares] == [True, False]


# What has changed


def test_only_what_is_different_is_among_the_changes() -> None:
    table = playing(players=3)
    before = visibility.overview(table, "ben")
    assert visibility.changes(table, before, visibility.overview(table, "ben")) is None
    table.handle("ann", c.Say(phrase="leave:u1"), 21.0)
    after = visibility.overview(table, "ben")
    talk = visibility.snapshot(table, "ben").talk
    assert visibility.changes(table, before, after) == visibility.Changes(talk=talk)
    table.handle("ann", c.Rename("Anna"), 22.0)
    renamed = visibility.overview(table, "ben")
    assert visibility.changes(table, after, renamed) == visibility.Changes(seats=table.seats)
    table.handle("ann", c.Hint(), 23.0)
    hinted = visibility.changes(table, renamed, visibility.overview(table, "ben"))
    assert hinted == visibility.Changes(marks=table.marks)


def test_whether_resigning_ends_the_game_or_asks_the_others_is_told_and_is_so() -> None:
    """A player who goes leaves one person, who is asked by no one; in a duel each decides alone."""
    table = playing(players=3)
    assert visibility.snapshot(table, "ann").resignation is Resignation.OFFERS
    table.handle("ben", c.Leave(), 21.0)
    before = visibility.overview(table, "ann")
    table.handle("cleo", c.Leave(), 22.0)
    found = visibility.changes(table, before, visibility.overview(table, "ann"))
    assert found == visibility.Changes(seats=table.seats, resignation=Resignation.ENDS)
    assert [event.type for event in table.handle("ann", c.Resign(), 23.0)] == ["resigned"]
    duel = playing("face-to-face", 2)
    assert visibility.snapshot(duel, "ann").resignation is Resignation.LOSES


def test_a_lay_that_nothing_was_said_about_changes_only_the_way_back() -> None:
    table = playing(players=2)
    before = visibility.overview(table, "ben")
    move = str(table.current_game().legal_moves()[0])
    table.handle("ann", c.Play(move), 21.0)
    found = visibility.changes(table, before, visibility.overview(table, "ben"))
    backs = table.current_game().view().backs
    expected = None if set(backs) == {None} else visibility.ViewChanges(backs=backs)
    assert found == (None if expected is None else visibility.Changes(view=expected))


@pytest.mark.parametrize("how", ["deal", "end", "mute", "options"])
def test_where_nearly_everything_is_different_the_scene_is(how: str) -> None:
    table = dealt(players=2) if how == "mute" else seated(players=2)
    before = visibility.overview(table, "ann").scene
    if how == "mute":
        table.handle("ann", c.Mute("ben"), 21.0)
    elif how == "options":
        table.handle("ann", c.SetOptions(replace(table.options, takebacks=True)), 21.0)
    else:
        table = playing(players=2) if how == "deal" else over(players=2)
    assert visibility.overview(table, "ann").scene != before


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_what_stands_is_kept_as_it_would_be_found(rules: Rules, players: int) -> None:
    life = begin_life(rules, players, seed=players + 3)
    stood = 0
    for _ in range(150):
        life.step()
        game, kept = life.table.game, life.table.standing
        if game is not None and kept is not None:
            assert kept.now == standing(game.view())
            stood += bool(kept.now)
    assert stood or players == 1


# Muting


def test_only_the_person_who_muted_another_does_not_hear_them() -> None:
    table = playing(players=3)
    table.handle("ann", c.Say(phrase="leave:u1"), 21.0)
    table.handle("cleo", c.Mute("ann"), 22.0)
    table.handle("ann", c.Say(phrase="spare:u2"), 23.0)
    versions = range(1, table.version + 1)
    heard = {
        who: [
            event.phrase
            for version in versions
            if isinstance(event := visibility.shown(table, version, who).event, Spoke)
        ]
        for who in people_at(table)
    }
    said = ["leave:u1", "spare:u2"]
    assert heard == {"ann": said, "ben": said, "cleo": []}
    for who in ("ann", "ben"):
        assert [str(one) for one in visibility.snapshot(table, who).talk] == said
        assert visibility.snapshot(table, who).muted == frozenset()
    snapshot = visibility.snapshot(table, "cleo")
    assert snapshot.talk == ()
    assert snapshot.view is not None
    assert snapshot.view.talk == ()
    assert snapshot.muted == {"ann"}
    table.handle("cleo", c.Unmute("ann"), 24.0)
    assert [str(one) for one in visibility.snapshot(table, "cleo").talk] == said


def test_only_the_person_who_mutes_learns_of_it() -> None:
    table = playing(players=2)
    table.handle("ann", c.Mute("ben"), 21.0)
    assert isinstance(visibility.shown(table, table.version, "ann").event, Muted)
    assert visibility.shown(table, table.version, "ben") == visibility.Shown(table.version)


def test_a_remark_stays_its_speakers_when_another_has_the_seat() -> None:
    table = playing(players=3)
    table.handle("ben", c.Say(phrase="leave:u1"), 21.0)
    table.handle("cleo", c.Mute("ben"), 22.0)
    table.handle("ben", c.Leave(), 23.0)
    table.handle("dora", c.Sit("Dora"), 24.0)
    table.handle("dora", c.Say(phrase="leave:d1"), 25.0)
    assert [str(one) for one in visibility.snapshot(table, "cleo").talk] == ["leave:d1"]


# Records and bots


def test_a_record_is_for_those_here_once_the_game_is_over() -> None:
    table = playing(players=2)
    for who, code in (("ann", "table-not-over"), (STRANGER, "table-not-here")):
        with pytest.raises(TenbackError) as caught:
            visibility.record(table, who)
        assert caught.value.code == code
    table = over(players=2)
    assert verify(visibility.record(table, "ben")).fair
    with pytest.raises(TenbackError, match="not at this table"):
        visibility.record(table, STRANGER)
    with pytest.raises(TenbackError, match="not over yet"):
        visibility.record(opened(), "ann")


@pytest.mark.rule("V3")
def test_a_sealed_deal_stays_closed_after_the_end() -> None:
    rules = Rules.named("original")
    table = seated(players=1)
    deal = Deal.from_seed(rules, 1, "a day")
    table.handle(SYSTEM, c.DealThis(deal, sealed=True), 3.0)
    table.handle("ann", c.Resign(), 4.0)
    snapshot = visibility.snapshot(table, "ann")
    assert snapshot.phase is Phase.OVER
    assert snapshot.view is not None
    assert snapshot.view.stocks == (None,)
    assert snapshot.view.seed is None
    assert "a day" not in repr(everything(table, "ann"))
    with pytest.raises(TenbackError) as caught:
        visibility.record(table, "ann")
    assert caught.value.code == "table-sealed"
    table.handle("ann", c.Rematch(same_deal=True), 5.0)
    assert isinstance(table.game, Game)
    assert table.game.sealed


def test_a_bot_takes_the_tables_talk_policy_for_the_rules() -> None:
    table = dealt(players=2, bots=1, talk="no-clues")
    view = visibility.bot_view(table, 1)
    assert view.rules.talk == "no-clues"
    assert view.memory
    assert view.hands[0] is None
