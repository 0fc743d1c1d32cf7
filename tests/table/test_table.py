"""What people can do at a table, and what comes of it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tenback import Deal, Game, Rules
from tenback.core.errors import TenbackError
from tenback.core.moves import END
from tenback.core.outcome import Reason
from tenback.core.rules import TalkPolicy
from tenback.table import commands as c
from tenback.table import events as e
from tenback.table.actors import SYSTEM, BotAt
from tenback.table.bot_prompts import Prompt, PromptKind
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tenback.table.records import record
from tenback.table.results import Marks
from tenback.table.seats import Seat
from tenback.table.table import Table
from tenback.table.visibility import snapshot
from tests.table.lives import (
    deal_fairly,
    dealer,
    dealt,
    good_move,
    on_turn,
    opened,
    over,
    playing,
    seated,
)
from tests.table.refusals import refused

ORIGINAL = Rules.named("original")


# Gathering


def test_the_player_who_opens_a_table_has_the_first_seat_and_is_the_host() -> None:
    table = opened(players=3)
    assert (table.version, table.phase, table.host) == (1, Phase.GATHERING, "ann")
    assert [seat.person for seat in table.seats] == ["ann", None, None]


def test_a_name_is_looked_at_before_a_table_opens() -> None:
    with pytest.raises(TenbackError, match="has no number and tells nothing about cards"):
        Table.open("t", "ann", "I have 42", TableOptions("original", 2), 0.0, dealer())


def test_people_sit_down_where_they_like() -> None:
    table = opened(players=4)
    assert table.handle("ben", c.Sit(" Ben  B "), 1.0) == (e.Sat(1.0, 1, "ben", "Ben B"),)
    assert table.handle("cleo", c.Sit("Cleo", 3), 1.0) == (e.Sat(1.0, 3, "cleo", "Cleo"),)
    assert refused(table, "dora", c.Sit("Dora", 3)) == "table-seat-taken"
    assert refused(table, "dora", c.Sit("Dora", 4)) == "no-such-seat"
    assert refused(table, "ben", c.Sit("Ben")) == "table-already-seated"
    table.handle("dora", c.Sit("Dora"), 2.0)
    assert refused(table, "emil", c.Sit("Emil")) == "table-full"


def test_a_person_can_move_to_another_seat_before_the_deal_and_has_only_one() -> None:
    table = opened(players=3)
    table.handle("ann", c.Sit("Ann", 2), 1.0)
    assert [seat.person for seat in table.seats] == [None, None, "ann"]
    assert table.host == "ann"


def test_a_spectator_can_sit_down_and_the_other_way_round() -> None:
    table = opened(players=2)
    table.handle("ben", c.Watch("Ben"), 1.0)
    assert refused(table, "ben", c.Watch("Ben")) == "table-already-watching"
    table.handle("ben", c.Sit("Ben"), 2.0)
    assert not table.watching
    table.handle("ann", c.Watch("Ann"), 3.0)
    assert table.seats[0].open
    assert table.host == "ann"
    table.handle("ann", c.Rename("Anna"), 4.0)
    assert [guest.name for guest in table.watching] == ["Anna"]
    table.handle("ben", c.Rename("Benno"), 4.0)
    assert table.seats[1].name == "Benno"


def test_a_table_may_want_no_spectators() -> None:
    table = opened(players=2)
    for person in ("ben", "cleo"):
        table.handle(person, c.Watch("Somebody"), 1.0)
    table.handle("ann", c.SetOptions(TableOptions("original", 2, spectators=False)), 2.0)
    assert table.watching == ()
    assert refused(table, "ben", c.Watch("Ben")) == "table-no-spectators"


def test_the_host_sets_options_and_people_move_up() -> None:
    table = opened(players=4)
    table.handle("ben", c.Sit("Ben", 3), 1.0)
    table.handle("ann", c.SetOptions(TableOptions("face-to-face", 2)), 2.0)
    assert [seat.person for seat in table.seats] == ["ann", "ben"]
    assert (
        refused(table, "ann", c.SetOptions(TableOptions("original", 1))) == "table-too-many-seated"
    )


def test_the_host_seats_bots_and_takes_any_player_off_a_seat() -> None:
    table = opened(players=3)
    assert table.handle("ann", c.SeatBot("simple", 2), 1.0) == (e.BotSeated(1.0, 2, "simple"),)
    assert refused(table, "ann", c.SeatBot("simple", 0)) == "table-seat-taken"
    assert refused(table, "ann", c.SeatBot("No Bot")) == "table-bad-bot"
    assert refused(table, "ann", c.RemoveSeat(1)) == "table-seat-open"
    assert refused(table, "ann", c.RemoveSeat(7)) == "no-such-seat"
    table.handle("ann", c.RemoveSeat(2), 2.0)
    assert table.seats[2].open


# The host


def test_the_role_of_the_host_is_handed_on() -> None:
    table = seated(players=2)
    table.handle("fay", c.Watch("Fay"), 2.0)
    assert refused(table, "ann", c.HandOn("zed")) == "table-nobody-else"
    assert refused(table, "ann", c.HandOn("ann")) == "table-nobody-else"
    table.handle("ann", c.HandOn("fay"), 3.0)
    assert table.host == "fay"
    assert refused(table, "ann", c.Begin()) == "table-host-only"


def test_the_role_passes_on_when_the_host_leaves() -> None:
    table = seated(players=3)
    table.handle("fay", c.Watch("Fay"), 2.0)
    table.handle(SYSTEM, c.GoneAway("ben"), 2.0)
    events = table.handle("ann", c.Leave(), 3.0)
    assert events == (e.Left(3.0, "ann"), e.HostPassed(3.0, "cleo"))  # Ben is away
    table.handle("cleo", c.RemoveSeat(1), 4.0)
    assert table.handle("cleo", c.Leave(), 5.0)[-1] == e.HostPassed(5.0, "fay")
    assert table.handle("fay", c.Leave(), 6.0) == (e.Left(6.0, "fay"),)
    assert table.host is None
    assert table.handle("dora", c.Sit("Dora"), 7.0)[-1] == e.HostPassed(7.0, "dora")


def test_a_host_who_takes_off_their_own_seat_is_no_host_any_more() -> None:
    table = seated(players=2)
    table.handle("ann", c.RemoveSeat(0), 3.0)
    assert table.host == "ben"


@pytest.mark.parametrize("who", ["ann", SYSTEM], ids=str)
def test_a_closed_table_stays_closed(who: str) -> None:
    table = playing()
    table.handle(who, c.Close(), 30.0)
    assert table.phase is Phase.CLOSED
    for person in ("ann", "zed"):
        assert refused(table, person, c.Sit("Zed")) == "table-not-while-closed"


# Dealing


def test_every_seat_is_taken_before_the_deal() -> None:
    table = opened(players=3)
    with pytest.raises(TenbackError, match="still open: 1, 2"):
        table.handle("ann", c.Begin(), 1.0)


def test_a_fair_deal_from_the_first_promise_to_the_cards() -> None:
    table = seated(players=3, bots=1)
    (begun,) = table.handle("ann", c.Begin(), 3.0)
    assert isinstance(begun, e.Begun)
    assert begun.seats == (0, 1)
    assert str(table.phase) == "dealing"
    deal_fairly(table)
    assert isinstance(table.log[-1], e.CardsDealt)
    assert str(table.phase) == "agreeing"
    assert table.game is not None
    assert table.fair is not None
    assert table.game.deal == Deal.from_seed(ORIGINAL, 3, table.fair.seed)


def test_a_table_of_bots_needs_no_promises() -> None:
    table = opened(players=1)
    table.handle("ann", c.Watch("Ann"), 1.0)
    table.handle("ann", c.SeatBot("simple"), 2.0)
    events = table.handle("ann", c.Begin(), 3.0)
    assert [event.type for event in events] == ["begun", "cards-dealt"]


def test_the_system_can_deal_a_given_deal() -> None:
    table = seated(players=2)
    deal = Deal.from_seed(ORIGINAL, 2, "lighthouse")
    three = Deal.from_seed(ORIGINAL, 3, "lighthouse")
    assert refused(table, SYSTEM, c.DealThis(three)) == "table-other-deal"
    assert refused(table, SYSTEM, c.DealThis(Deal(deal.stocks * 2, ()))) == "wrong-hand-size"
    table.handle(SYSTEM, c.DealThis(deal, seen=True), 3.0)
    assert table.game is not None
    assert table.game.deal == deal
    assert table.fair is None
    assert table.marks == Marks(seen=True)


def test_a_given_deal_after_a_fair_one_is_not_called_fair() -> None:
    table = over(players=2)
    assert "Share 0" in dict(record(table).headers)
    table.handle(SYSTEM, c.DealThis(Deal.from_seed(ORIGINAL, 2, "lighthouse")), 50.0)
    assert table.number == 2
    assert table.fair is None
    assert "Share 0" not in dict(record(table).headers)


# Agreeing


@pytest.mark.rule("O3")
def test_people_take_the_first_turn_or_leave_it_to_a_bot() -> None:
    table = dealt(players=3, bots=1)
    table.handle("ann", c.Say(phrase="not-me"), 20.0)
    assert refused(table, "ann", c.Start(1)) == "table-not-yours-to-start"
    assert refused(table, BotAt(2), c.Start()) == "table-not-yours-to-start"
    assert refused(table, "ann", c.Start(5)) == "no-such-seat"
    table.handle("ann", c.Start(2), 21.0)
    assert table.game is not None
    assert table.game.turn == 2


@pytest.mark.rule("O3", "D2")
@pytest.mark.parametrize(("game", "players"), [("original", 1), ("face-to-face", 2)])
def test_alone_and_in_a_duel_no_player_is_asked(game: str, players: int) -> None:
    table = dealt(game, players)
    assert table.phase is Phase.PLAYING
    assert table.turn_since == 10.0


# Playing


def test_only_the_player_on_turn_plays() -> None:
    table = playing(players=2)
    assert table.game is not None
    move = str(table.game.legal_moves()[0])
    assert refused(table, "ben", c.Play(move)) == "table-not-your-turn"
    assert refused(table, "ben", c.TakeBack()) == "table-not-your-turn"
    assert refused(table, BotAt(1), c.Play(move)) == "table-people-only"
    assert refused(table, "ann", c.Play("nonsense")) == "bad-move"
    assert refused(table, "ann", c.Play("end")) == "minimum-not-met"
    assert table.handle("ann", c.Play(f" {move.upper()} "), 30.0) == (e.Moved(30.0, 0, move),)


def test_a_turn_counts_from_when_it_began() -> None:
    table = playing(players=2)
    game = table.game
    assert game is not None
    assert table.turn_since == 20.0
    for now in (30.0, 40.0):
        table.handle("ann", c.Play(str(game.legal_moves()[0])), now)
    assert table.turn_since == 20.0
    table.handle("ann", c.Play(str(END)), 50.0)
    assert table.turn_since == 50.0


@pytest.mark.rule("O17")
def test_takebacks_are_as_the_table_wants_them_and_mark_the_game() -> None:
    for takebacks, players, allowed in (
        (None, 1, True),
        (None, 2, False),
        (True, 2, True),
        (False, 1, False),
    ):
        table = playing(players=players, takebacks=takebacks)
        assert table.game is not None
        table.handle("ann", c.Play(str(table.game.legal_moves()[0])), 30.0)
        if not allowed:
            assert refused(table, "ann", c.TakeBack()) == "takebacks-off"
            continue
        version = table.version
        assert table.handle("ann", c.TakeBack(), 31.0) == (e.TakenBack(31.0, 0),)
        assert table.version == version + 1
        assert table.marks == Marks(takebacks=1)
        assert refused(table, "ann", c.TakeBack()) == "nothing-to-take-back"


def test_hints_mark_the_game() -> None:
    table = playing(players=2)
    assert table.handle("ann", c.Hint(), 30.0) == (e.HintAsked(30.0, 0),)
    table.handle("ann", c.Hint(), 31.0)
    assert table.marks.hints == 2


def test_a_player_who_is_not_on_turn_gets_no_mark_for_a_hint() -> None:
    table = playing(players=2)
    with pytest.raises(TenbackError) as refused:
        table.handle("ben", c.Hint(), 30.0)
    assert refused.value.code == "table-not-your-turn"
    assert table.marks.hints == 0


# Talk


def test_talk_goes_through_the_rules_of_talk() -> None:
    table = playing(players=2)
    assert table.handle("ben", c.Say(phrase="leave:u1"), 30.0) == (
        e.Spoke(30.0, 1, "ben", "leave:u1", ""),
    )
    assert table.handle("ben", c.Say(phrase="leave:u1"), 31.0) == ()  # it stands already
    assert refused(table, "ben", c.Say(text="mine is 37")) == "talk-number"
    assert refused(table, "ben", c.Say()) == "bad-remark"
    table.handle("ben", c.Say(phrase="unsay:leave:u1"), 32.0)
    assert table.game is not None
    assert [said.phrase for said in table.game.talk] == ["leave:u1", "unsay:leave:u1"]


def test_a_stricter_table_is_stricter() -> None:
    table = playing(players=2, talk="silent", free_text=False)
    assert refused(table, "ann", c.Say(phrase="thanks")) == "talk-silent"
    table.handle("ann", c.Resign(), 30.0)
    table.handle("ben", c.Resign(), 30.0)
    table.handle("ann", c.Say(phrase="thanks"), 31.0)
    assert refused(table, "ann", c.Say(text="well")) == "free-text-off"


def test_bots_talk_too() -> None:
    table = playing(players=2, bots=1)
    assert table.handle(BotAt(1), c.Say(phrase="leave:u1"), 30.0) == (
        e.Spoke(30.0, 1, None, "leave:u1", ""),
    )


@pytest.mark.rule("T6")
def test_a_spectator_talks_once_the_game_is_over() -> None:
    table = playing(players=1)
    table.handle("fay", c.Watch("Fay"), 30.0)
    assert refused(table, "fay", c.Say(text="hello")) == "not-seated"
    table.handle("ann", c.Resign(), 31.0)
    assert table.handle("fay", c.Say(text="it was the 37"), 32.0) == (
        e.Spoke(32.0, None, "fay", "", "it was the 37"),
    )
    assert refused(table, "fay", c.Say(phrase="thanks")) == "not-seated"
    assert refused(table, "fay", c.Say(text="x" * 501)) == "talk-too-long"
    assert refused(table, "fay", c.Say(text="\ud800")) == "bad-remark"
    assert table.game is not None
    assert table.game.talk == ()


# Resigning


@pytest.mark.rule("O16")
def test_a_team_resigns_when_all_its_people_agree() -> None:
    table = playing(players=4, bots=1)
    assert refused(table, "ann", c.PlayOn()) == "table-no-offer"
    assert table.handle("ann", c.Resign(), 30.0) == (e.ResignAgreed(30.0, 0),)
    assert refused(table, "ann", c.Resign()) == "table-already-agreed"
    table.handle("ben", c.Resign(), 31.0)
    table.handle("cleo", c.PlayOn(), 32.0)
    assert table.resigning == frozenset()
    for person in ("ben", "cleo"):
        assert table.handle(person, c.Resign(), 33.0)[0].type == "resign-agreed"
    assert table.handle("ann", c.Resign(), 34.0) == (e.Resigned(34.0, 0),)
    assert table.result is not None
    assert table.result.reason is Reason.RESIGNED


def test_the_table_waits_for_no_player_who_left_or_has_a_stand_in() -> None:
    table = playing(players=3)
    table.handle("ann", c.Resign(), 30.0)
    table.handle("ben", c.Leave(), 31.0)
    table.handle(SYSTEM, c.GoneAway("cleo"), 32.0)
    table.handle("ann", c.CallBot(2, "simple"), 92.0)
    assert table.handle("ann", c.Resign(), 93.0) == (e.Resigned(93.0, 0),)


@pytest.mark.parametrize("goes", [c.Leave(), c.Watch("Ben")], ids=lambda command: command.type)
def test_a_player_who_takes_a_seat_over_has_agreed_to_nothing(goes: c.Command) -> None:
    table = playing(players=3)
    table.handle("ben", c.Resign(), 30.0)
    table.handle("ben", goes, 31.0)
    table.handle("dora", c.Sit("Dora"), 32.0)
    table.handle("ann", c.Resign(), 33.0)
    assert table.handle("cleo", c.Resign(), 34.0) == (e.ResignAgreed(34.0, 2),)
    table.handle("ann", c.RemoveSeat(2), 35.0)
    table.handle("emil", c.Sit("Emil"), 36.0)
    assert table.handle("dora", c.Resign(), 37.0) == (e.ResignAgreed(37.0, 1),)
    assert table.handle("emil", c.Resign(), 38.0) == (e.Resigned(38.0, 2),)


@pytest.mark.rule("D10")
def test_in_a_duel_resigning_is_ones_own_choice() -> None:
    table = playing("face-to-face", 2)
    table.handle("ben", c.Resign(), 30.0)
    assert table.result is not None
    assert table.result.winner == 0


# Away


def test_a_bot_stands_in_after_a_minute_and_makes_room_again() -> None:
    table = playing(players=2)
    assert refused(table, "ben", c.CallBot(0, "simple")) == "table-not-away"
    table.handle(SYSTEM, c.GoneAway("ann"), 30.0)
    assert table.handle(SYSTEM, c.GoneAway("ann"), 31.0) == ()
    assert refused(table, "ben", c.CallBot(0, "simple"), 89.0) == "table-too-early"
    assert refused(table, "ben", c.CallBot(1, "simple"), 95.0) == "table-not-away"
    assert refused(table, "ben", c.CallBot(0, "A Bot"), 95.0) == "table-bad-bot"
    table.handle("ben", c.CallBot(0, "simple"), 90.0)
    assert refused(table, "ben", c.CallBot(0, "simple"), 95.0) == "table-not-away"
    assert on_turn(table) == BotAt(0)
    assert table.game is not None
    table.handle(BotAt(0), c.Play(str(table.game.legal_moves()[0])), 91.0)
    assert table.handle(SYSTEM, c.ComeBack("ann"), 92.0) == (e.CameBack(92.0, "ann"),)
    assert table.handle(SYSTEM, c.ComeBack("ann"), 93.0) == ()
    assert on_turn(table) == "ann"
    assert table.marks == Marks(stand_in=True)
    assert refused(table, SYSTEM, c.GoneAway("zed")) == "table-nobody-else"


def test_a_player_who_does_something_is_back() -> None:
    table = playing(players=2)
    table.handle(SYSTEM, c.GoneAway("ann"), 30.0)
    table.handle("ben", c.CallBot(0, "simple"), 90.0)
    events = table.handle("ann", c.Say(phrase="sorry"), 91.0)
    assert [event.type for event in events] == ["spoke", "came-back"]
    assert table.seats[0].held


def test_a_bot_that_fails_is_replaced() -> None:
    table = playing(players=3, bots=1)
    assert refused(table, SYSTEM, c.ReplaceBot(0, "simple")) == "table-no-bot"
    table.handle(SYSTEM, c.ReplaceBot(2, "careful"), 30.0)
    assert table.seats[2].bot == "careful"
    table.handle(SYSTEM, c.GoneAway("ben"), 31.0)
    table.handle("ann", c.CallBot(1, "simple"), 91.0)
    table.handle(SYSTEM, c.ReplaceBot(1, "careful"), 92.0)
    assert table.seats[1].stand_in == "careful"
    assert table.seats[1].person == "ben"


def test_a_spectator_who_goes_away_has_left() -> None:
    table = playing(players=2)
    table.handle("fay", c.Watch("Fay"), 30.0)
    assert table.handle(SYSTEM, c.GoneAway("fay"), 31.0) == (e.Left(31.0, "fay"),)
    assert table.watching == ()
    assert refused(table, SYSTEM, c.GoneAway("fay")) == "table-nobody-else"


# An open seat in a running game


def test_a_seat_left_in_a_running_game_can_be_taken_and_the_game_goes_on() -> None:
    table = playing(players=3)
    table.handle("ben", c.Leave(), 30.0)
    assert table.phase is Phase.PLAYING
    table.handle("dora", c.Sit("Dora"), 31.0)
    assert table.seats[1].person == "dora"
    table.handle("ann", c.RemoveSeat(1), 32.0)
    table.handle("ann", c.SeatBot("simple"), 33.0)
    assert table.seats[1].bot == "simple"
    assert table.marks == Marks(stand_in=True)


def test_no_player_plays_two_hands_they_have_seen() -> None:
    table = playing("face-to-face", 2)
    table.handle("ben", c.Leave(), 30.0)
    table.handle("ann", c.Watch("Ann"), 31.0)
    assert refused(table, "ann", c.Sit("Ann", 1)) == "table-saw-hand"
    assert table.handle("ann", c.Sit("Ann"), 32.0)[0] == e.Sat(32.0, 0, "ann", "Ann")
    assert table.marks == Marks()
    table.handle("fay", c.Watch("Fay"), 33.0)
    table.handle("fay", c.Sit("Fay"), 34.0)
    table.handle("fay", c.Leave(), 35.0)
    table.handle("ann", c.SeatBot("simple"), 36.0)
    assert refused(table, "fay", c.Sit("Fay")) == "table-seat-taken"


# Again


def test_a_rematch_with_a_new_deal() -> None:
    table = over(players=2)
    table.handle("fay", c.Watch("Fay"), 40.0)
    first = table.game
    table.handle("ben", c.Rematch(), 50.0)
    assert table.phase is Phase.DEALING
    deal_fairly(table, 51.0)
    assert table.number == 2
    assert table.game is not None
    assert first is not None
    assert table.game.deal != first.deal
    assert table.marks == Marks()
    assert table.result is None
    assert table.is_here("fay")


def test_a_rematch_with_the_same_deal_is_marked() -> None:
    table = over(players=2)
    first = table.game
    table.handle("ben", c.Rematch(same_deal=True), 50.0)
    assert table.phase is Phase.AGREEING
    assert table.game is not None
    assert first is not None
    assert table.game is not first
    assert table.game.deal == first.deal
    assert table.marks == Marks(seen=True)
    assert table.fair is not None


def test_a_rematch_needs_all_players() -> None:
    table = over(players=2)
    table.handle("ben", c.Leave(), 50.0)
    assert refused(table, "ann", c.Rematch()) == "table-seats-open"
    table.handle("ann", c.SetOptions(TableOptions("original", 1)), 51.0)
    assert table.phase is Phase.GATHERING
    assert table.game is None


def test_a_game_played_out_is_over() -> None:
    table = playing(players=2)
    rng = random.Random(3)
    while table.phase is Phase.PLAYING:
        table.handle(on_turn(table), c.Play(good_move(table, rng)), 60.0)
    assert table.phase is Phase.OVER
    assert table.turn_since is None
    assert refused(table, "ann", c.Play("end")) == "table-not-while-over"


# The log


def test_a_log_begins_with_the_opening() -> None:
    table = playing()
    with pytest.raises(TenbackError) as caught:
        Table.rebuilt(table.log[1:], table.dealer)
    assert caught.value.code == "table-bad-log"
    with pytest.raises(TenbackError):
        Table.rebuilt([], table.dealer)
    with pytest.raises(TenbackError):
        table.apply(table.log[0])


@pytest.mark.parametrize(
    "event", [e.Moved(1.0, 0, "end"), e.Committed(1.0, 0, "0" * 64), e.CardsDealt(1.0, None)]
)
def test_events_that_cannot_have_happened_are_refused(event: e.Event) -> None:
    table = opened()
    with pytest.raises(TenbackError) as caught:
        table.apply(event)
    assert caught.value.code == "table-bad-log"
    assert table == opened()


def test_tables_are_equal_by_what_happened_alone() -> None:
    assert opened() == opened()
    assert opened() != seated()
    assert opened() != "table"
    assert "gathering, version 1" in repr(opened())


# Around a game that lies there


def test_a_table_around_a_game_goes_on_where_the_game_is() -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "around"), starter=1)
    game.say(0, phrase="leave:d2")
    game.play(game.legal_moves()[0])
    seats = (Seat("ann"), Seat(bot="simple"))
    table = Table.around(game, TableOptions.of(rules, 2, TalkPolicy.NO_CLUES), seats)
    assert (table.game, table.phase, table.version) == (game, Phase.PLAYING, 1)
    assert table.prompts() == (Prompt(1, 2, 1, "simple", PromptKind.PLAY),)
    assert [str(stands.remark) for stands in snapshot(table, "ann").talk] == ["leave:d2"]
    events = table.handle("ann", c.Say("spare:u2"), 0.0)
    assert list(map(type, events)) == [e.Spoke]
    with pytest.raises(TenbackError) as caught:
        table.handle("ann", c.Say("back:u1"), 0.0)
    assert caught.value.code == "phrase-not-allowed"


def test_a_table_around_a_game_that_is_over() -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "around"), starter=1)
    game.resign(1)
    table = Table.around(game, TableOptions.of(rules, 2), (Seat(bot="simple"),) * 2)
    assert (table.phase, table.prompts()) == (Phase.OVER, ())
    assert table.result is not None


def test_the_options_of_rules_under_the_name_of_another_game() -> None:
    rules = replace(Rules.named("original"), minimum=1)
    options = TableOptions.of(rules, 3)
    assert options.rules == replace(rules, name="my-original")
    assert TableOptions.of(Rules.named("original"), 3) == TableOptions("original", 3)
