"""Every lesson is a legal deal, can be played through as it is written, and has all its words."""

from __future__ import annotations

import random

import pytest

from tenback import Game
from tenback.core.moves import END
from tenback.core.notation import parse_move
from tenback.core.rules import TalkPolicy
from tenback.core.variants import GAMES as PUBLISHED
from tenback.lessons import GAMES, Coach, lesson
from tenback.lessons.lesson import LEARNER, SCRIPTED, NoLesson
from tenback.talk.phrases import sayable
from tenback.talk.speech import speak
from tenback.talk.standing_remarks import standing
from tenback.words import LANGUAGES, Words, catalogue
from tests.lessons.learner import asked_move

PARTS = {"piles", "hand", "line", "start", "end", "stock", "talk"}


def test_every_published_game_has_one() -> None:
    assert set(PUBLISHED) <= set(GAMES)
    assert "original-on-fire" in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_is_legal(game: str) -> None:
    found = lesson(game)
    assert found.deal.checked(found.rules) == found.deal
    assert found.deal.seed is None
    assert 2 <= found.minutes <= 5


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_played_as_written(game: str) -> None:
    """The learner does what the steps ask for, the coach what the script says; nothing is left."""
    found, coach, rng = lesson(game), Coach(), random.Random(1)
    play, made, turns = Game(found.rules, found.deal), 0, 0
    for step in found.steps:
        _check_points(step.point, play)
        if step.do == "start":
            assert coach.willing(play.view(SCRIPTED), rng) == "not-me"
            play.start(LEARNER)
        elif step.do == "":  # no turn ends by itself while a learner reads
            assert play.view(LEARNER).legal_moves() != (END,)
        elif step.do.startswith("say "):
            assert speak(play, LEARNER, phrase=step.do.removeprefix("say "))
        elif step.do == "watch" and play.turn == LEARNER:  # nothing else fits: it ends by itself
            assert play.view(LEARNER).legal_moves() == (END,)
            play.play(END)
        elif (move := asked_move(step, play.view(LEARNER))) is not None:
            options = play.view(LEARNER).options()
            assert not any(lay.loses for lay in options.lays if str(lay.move) == move)
            play.play(parse_move(move))
        while play.turn == SCRIPTED and step.do == "watch":
            asked = coach.move(play.view(SCRIPTED), rng)
            assert asked == found.script[made]
            made += 1
            play.play(asked)
            if play.turn == LEARNER:
                turns += 1
                for phrase in coach.say(play.view(SCRIPTED), found.rules.talk, rng):
                    assert speak(play, SCRIPTED, phrase=phrase)
                    assert phrase in map(str, standing(play.view()))
    assert made == len(found.script)
    assert len(found.says) <= turns + 1
    assert play.outcome is None


def _check_points(points: tuple[str, ...], play: Game) -> None:
    """Whatever is pointed at is there."""
    view = play.view(LEARNER)
    for point in points:
        part, _, which = point.partition(" ")
        if part == "card":
            assert which in view.hand
        elif part == "seat":
            assert int(which) < play.players
        else:
            assert part in PARTS | {"pile"}
            assert not which or which in [pile.name for pile in view.rules.layout]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_may_be_said(game: str) -> None:
    found = lesson(game)
    allowed = set(sayable(found.rules, found.rules.talk))
    asked = {step.do.removeprefix("say ") for step in found.steps if step.do.startswith("say ")}
    assert asked | {phrase for turn in found.says for phrase in turn} <= allowed


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_are_there_and_no_others(language: str) -> None:
    wanted = {
        f"lessons.{game}.{step.id}.{kind}"
        for game in GAMES
        for step in lesson(game).steps
        for kind in (("text", "wrong") if step.tries else ("text",))
    }
    assert {name for name in catalogue(language) if name.startswith("lessons.")} == wanted
    assert all(len(Words(language)(name)) <= 190 for name in wanted), "it stands on small phones"


@pytest.mark.parametrize("game", GAMES)
def test_steps_have_names_of_their_own(game: str) -> None:
    names = [step.id for step in lesson(game).steps]
    assert len(names) == len(set(names))


def test_the_policies_are_those_of_the_rules() -> None:
    assert lesson("original").rules.talk is TalkPolicy.NO_NUMBERS
    assert lesson("original-on-fire").rules.talk is TalkPolicy.NO_CLUES


@pytest.mark.parametrize("game", ["original-expert", "", "../original", "chess"])
def test_other_games_have_none(game: str) -> None:
    with pytest.raises(NoLesson) as caught:
        lesson(game)
    assert caught.value.code == "lesson-no-game"
