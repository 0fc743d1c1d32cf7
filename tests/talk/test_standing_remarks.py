"""What stands, and what ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from tenback import Game, Position, Record
from tenback.core.events import moments
from tenback.core.talk import Said
from tenback.talk.speech import speak
from tenback.talk.standing_remarks import Standing, standing
from tenback.talk.timeline import timeline
from tests.cases import SOAK
from tests.rules.situations import dealt, game_at, play
from tests.talk.conversations import Talking, talking

if TYPE_CHECKING:
    from collections.abc import Callable


def stands(game: Game) -> list[str]:
    """`1 leave:u1` for all that stands."""
    return [f"{said.seat} {said}" for said in standing(game.view())]


def say(game: Game, *said: str) -> None:
    for remark in said:
        seat, phrase = remark.split()
        assert speak(game, int(seat), phrase=phrase)


def table() -> Game:
    """Seat 0 is on turn; no player holds a card that would end the game soon."""
    return game_at(
        hands="21 22 31 41 51 61 / 23 24 32 42 52 62 / 25 26 33 43 53 63",
        stock="70 71 72 73 74 75 76 77 78",
        u1="20",
        d1="90",
    )


def test_what_is_said_stands() -> None:
    game = table()
    say(game, "1 leave:u1", "2 thanks", "1 wait")
    assert stands(game) == ["1 leave:u1", "2 thanks", "1 wait"]
    assert standing(game.view())[0] == Standing(seat=1, phrase="leave", subject="u1", moment=0)


def test_free_text_and_what_is_no_phrase_never_stands() -> None:
    game = table()
    game.say(1, text="leave:u1")
    for phrase in ("hum", "leave:u9", "leave", "thanks:u1", "colour:red", "start"):
        game.say(1, phrase=phrase)
    assert stands(game) == []


def test_its_speaker_takes_it_back() -> None:
    game = table()
    say(game, "1 leave:u1", "2 leave:u1", "1 leave:u2", "1 unsay:leave:u1")
    assert stands(game) == ["2 leave:u1", "1 leave:u2"]


def test_a_pile_that_changes_ends_what_is_about_it() -> None:
    game = table()
    say(game, "1 leave:u1", "1 leave:d1", "2 want:u1", "2 back:u1", "2 tight")
    play(game, "21-u1")
    assert stands(game) == ["1 leave:d1", "2 tight"]


@pytest.mark.parametrize(
    ("moves", "still"),
    [
        ("21-u1 22-u1", True),
        ("22-u1 51-u2 end 23-u1 24-u1 end 25-u1 26-u1", True),
        ("22-u1 51-u2 end 23-u1 32-u1", False),
        ("31-u1", False),
        ("61-d1", True),
    ],
)
def test_no_big_jump_outlives_small_steps(moves: str, still: bool) -> None:
    game = table()
    say(game, "2 small:u1", "2 leave:u2")
    play(game, moves)
    assert ("2 small:u1" in stands(game)) is still


def test_a_jump_back_is_far_as_well() -> None:
    game = game_at(hands="10 50 51 / 60 61", stock="70 71 72", u1="20", d1="90")
    say(game, "1 small:u1")
    play(game, "10-u1")
    assert stands(game) == []


def test_a_jump_is_measured_from_where_the_pile_was() -> None:
    game = table()
    say(game, "2 small:u1")
    play(game, "22-u1 21-d1 end")
    say(game, "0 small:u1")
    play(game, "23-u1 32-u1")
    assert stands(game) == []
    game = table()
    play(game, "22-u1 21-d1 end")
    say(game, "0 small:u1")
    play(game, "23-u1 24-u1")
    assert stands(game) == ["0 small:u1"]


def test_the_end_of_its_speakers_turn_ends_it() -> None:
    game = table()
    say(game, "1 leave:d1", "1 wait", "2 bad")
    play(game, "21-u1 22-u1 end")
    assert stands(game) == ["1 leave:d1", "1 wait", "2 bad"]
    play(game, "23-u1 24-u1 end")
    assert stands(game) == ["2 bad"]


def test_what_is_said_in_ones_own_turn_is_meant_for_what_follows() -> None:
    game = table()
    play(game, "21-u1")
    say(game, "0 leave:d1", "0 tight")
    play(game, "22-u1 end")
    assert stands(game) == ["0 leave:d1", "0 tight"]
    play(game, "23-u1 24-u1 end 25-u1 26-u1 end")
    assert stands(game) == ["0 leave:d1", "0 tight"]
    play(game, "31-u1 41-u1 end")
    assert stands(game) == []


def test_the_start_ends_what_is_about_it() -> None:
    game = dealt(starter=None)
    say(game, "1 start", "2 not-me", "0 leave:u1", "0 wait")
    assert stands(game) == ["1 start", "2 not-me", "0 leave:u1", "0 wait"]
    game.start(1)
    assert stands(game) == ["0 leave:u1", "0 wait"]


@pytest.mark.parametrize("what", ["start", "lay", "back", "end", "resign"])
def test_a_courtesy_lasts_until_something_is_done(what: str) -> None:
    game = dealt(starter=None) if what == "start" else table()
    game.takebacks = True
    if what in ("back", "end"):
        play(game, "21-u1 22-u1")
    say(game, "1 thanks")
    assert stands(game) == ["1 thanks"]
    does: dict[str, Callable[[], object]] = {
        "start": lambda: game.start(0),
        "lay": lambda: game.play("21-u1"),
        "back": game.take_back,
        "end": lambda: game.play("end"),
        "resign": lambda: game.resign(0),
    }
    does[what]()
    assert stands(game) == []


def test_a_colour_that_is_shown_is_told_no_more() -> None:
    game = game_at("quick-and-easy", hands="r2 b5 / r7 g8", stock="y1 y2 y3", u1="p1", d1="p9")
    say(game, "0 colour:red", "0 high:blue", "1 colour:red")
    play(game, "r2-u1")
    assert stands(game) == ["0 high:blue", "1 colour:red"]


def test_one_does_not_mean_two_things_of_one_pile() -> None:
    game = table()
    say(game, "1 leave:u1", "1 leave:u2", "2 leave:u1", "1 go:u1")
    assert stands(game) == ["1 leave:u2", "2 leave:u1", "1 go:u1"]
    play(game, "21-d1")
    say(game, "1 want:u1", "1 back:u1", "1 leave:u1")
    assert stands(game) == ["1 leave:u2", "2 leave:u1", "1 want:u1", "1 back:u1", "1 leave:u1"]


def test_a_lay_taken_back_restores_nothing() -> None:
    game = table()
    game.takebacks = True
    say(game, "1 leave:u1", "1 small:u2")
    play(game, "21-u1 61-u2")
    assert stands(game) == []
    game.take_back()
    game.take_back()
    assert stands(game) == []
    assert len(game.talk) == 2


def test_taking_back_is_a_change_as_well() -> None:
    game = table()
    game.takebacks = True
    play(game, "61-u1")
    say(game, "1 leave:u1", "2 small:u1")
    game.take_back()
    assert stands(game) == []


def test_a_small_step_taken_back_is_no_jump() -> None:
    game = table()
    game.takebacks = True
    say(game, "2 small:u1")
    play(game, "22-u1")
    game.take_back()
    play(game, "22-u1")
    game.take_back()
    assert stands(game) == ["2 small:u1"]


def test_a_position_in_the_middle_of_a_turn() -> None:
    game = table()
    play(game, "22-u1")
    again = Game.from_position(Position(game.state), takebacks=True)
    say(again, "0 leave:d2", "2 small:u1")
    again.take_back()
    play(again, "22-u1 21-d1 end")
    assert stands(again) == ["0 leave:d2", "2 small:u1"]


def test_the_end_of_the_game_ends_everything() -> None:
    game = table()
    say(game, "1 leave:u1", "2 tight")
    game.resign(0)
    assert stands(game) == []
    say(game, "1 thanks")
    assert stands(game) == ["1 thanks"]


# Views without memory


def test_without_memory_older_remarks_are_left_out() -> None:
    game = table()
    say(game, "2 leave:d1")
    play(game, "21-u1 22-u1 end")
    say(game, "0 leave:d2")
    assert [str(s) for s in standing(game.view(0, memory=False))] == ["leave:d1", "leave:d2"]
    play(game, "23-u1 24-u1 end 25-u1 26-u1 end")
    say(game, "1 tight")
    short = game.view(1, memory=False)
    assert [str(s) for s in standing(short)] == ["tight"]
    assert [str(s) for s in standing(game.view())] == ["leave:d2", "tight"]
    assert short.talk == game.talk
    assert short.moment == game.moment == game.view().moment


# Laws


@settings(max_examples=3_000 if SOAK else 150)
@given(talking())
def test_what_stands_keeps_every_law(table: Talking) -> None:
    """Making a table costs more than a law, so that all are checked at the same one."""
    a_second_opinion_agrees(table)
    every_seat_finds_the_same(table.game)
    without_memory_nothing_more_stands(table.game)
    a_record_replays_to_the_same(table.game)
    a_replay_has_heard_what_was_said_by_then(table.game)
    the_timeline_is_in_order_and_complete(table.game)


def a_second_opinion_agrees(table: Talking) -> None:
    found = {(said.seat, str(said)) for said in standing(table.game.view())}
    assert found == table.stands()


def every_seat_finds_the_same(game: Game) -> None:
    shared = standing(game.view())
    assert all(standing(game.view(seat)) == shared for seat in range(game.players))
    assert len(set(shared)) == len({(s.seat, str(s)) for s in shared}) == len(shared)


def without_memory_nothing_more_stands(game: Game) -> None:
    view = game.view(0)
    short = view.without_memory()
    everything = standing(view)
    assert set(standing(short)) <= set(everything)
    assert short.moment == view.moment == game.moment
    recent = [s for s in everything if s.moment >= short.forgotten]
    assert list(standing(short)) == recent


def a_record_replays_to_the_same(game: Game) -> None:
    for record in (
        game.record(),
        Record.parse(str(game.record())),
        Record.from_json(game.record().to_json()),
    ):
        assert standing(record.game().view()) == standing(game.view())


def a_replay_has_heard_what_was_said_by_then(game: Game) -> None:
    record = game.record()
    again = record.beginning()
    assert again.talk == tuple(said for said in record.talk if said.moment == 0)
    for moment, _ in enumerate(record.steps(again), start=1):
        assert again.talk == tuple(said for said in record.talk if said.moment <= moment)
    assert again.talk == record.talk


def the_timeline_is_in_order_and_complete(game: Game) -> None:
    line = list(timeline(game.events, game.talk))
    assert [moment for moment, _ in line] == sorted(moment for moment, _ in line)
    assert tuple(thing for _, thing in line if isinstance(thing, Said)) == game.talk
    assert tuple(thing for _, thing in line if not isinstance(thing, Said)) == game.events
    assert max(moments(game.events)) == game.moment
