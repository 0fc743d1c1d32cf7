"""Saying something in a game: what is heard, what is refused, and what changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenback import Game, Record
from tenback.core.errors import IllegalTalk
from tenback.core.rules import TalkPolicy
from tenback.core.talk import Said
from tenback.talk.phrases import sayable
from tenback.talk.policy import choices
from tenback.talk.speech import (
    alternatives,
    check_name,
    in_force,
    possible_phrases,
    speak,
    suggested_phrase,
)
from tenback.talk.standing_remarks import standing
from tenback.testing.strategies import games
from tenback.words import LANGUAGES, Words
from tests.cases import SOAK
from tests.rules.situations import dealt, play
from tests.talk.conversations import Talking, talking

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Sequence

    from tenback.core.rules import Rules


@dataclass
class Verdict:
    """What a filter says: the stand-in refuses every text that holds the word `number`."""

    code: str | None = None
    found: str = ""


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, TalkPolicy, list[str]]]:
    """A filter that notes what it was asked."""
    asked: list[tuple[str, TalkPolicy, list[str]]] = []

    def judge(
        text: str, policy: TalkPolicy, earlier: Sequence[str] = (), piles: Collection[str] = ()
    ) -> Verdict:
        asked.append((text, policy, list(earlier)))
        free = policy is TalkPolicy.FREE or "number" not in text
        return Verdict() if free else Verdict("talk-number", "number")

    def meaning(text: str, rules: Rules) -> str | None:
        return "leave:u1" if "leave" in text else "back:u1" if "back" in text else None

    def judge_name(name: str) -> Verdict:
        return judge(name, TalkPolicy.NO_NUMBERS)

    def guesses(text: str, *_about: object, card: bool) -> list[tuple[str, ...]]:
        return [("back:u1", "back:u2"), ("leave:u1", "leave:u2")] if "two" in text and card else []

    for function in (judge, meaning, guesses, judge_name):
        monkeypatch.setattr(f"tenback.talk.filter.{function.__name__}", function, raising=False)
    return asked


def refused(game: Game, seat: int | None, **said: object) -> IllegalTalk:
    """Why it was refused; no seat has heard anything."""
    before = game.record()
    with pytest.raises(IllegalTalk) as caught:
        speak(game, seat, **said)  # type: ignore[arg-type]
    assert game.record() == before
    return caught.value


def test_a_phrase_is_heard_by_all() -> None:
    game = dealt()
    said = speak(game, 1, phrase="leave:u1")
    assert said == Said(moment=1, seat=1, phrase="leave:u1")
    assert game.talk == (said,)
    assert all(game.view(seat).talk == (said,) for seat in (None, 0, 1, 2))


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("nonsense", "unknown-phrase"),
        ("leave:u1:u2", "phrase-needs-pile"),
        ("Leave:u1", "unknown-phrase"),
        ("unsay", "unknown-phrase"),
        ("unsay:nonsense", "unknown-phrase"),
        ("leave", "phrase-needs-pile"),
        ("leave:u3", "phrase-needs-pile"),
        ("leave:red", "phrase-needs-pile"),
        ("thanks:u1", "phrase-goes-alone"),
        ("colour:red", "phrase-not-in-game"),
        ("start", "phrase-too-late"),
        ("unsay:leave:u1", "nothing-to-unsay"),
        ("unsay:leave", "phrase-needs-pile"),
        ("unsay:colour:red", "phrase-not-in-game"),
    ],
)
def test_what_cannot_be_said_in_the_original(phrase: str, code: str) -> None:
    error = refused(dealt(), 0, phrase=phrase)
    assert error.code == code
    assert all(Words(language).refusal(error) for language in LANGUAGES)


@pytest.mark.parametrize("phrase", ["colour", "high:pink", "colour:r"])
def test_a_colour_is_one_of_the_deck(phrase: str) -> None:
    error = refused(dealt("quick-and-easy"), 0, phrase=phrase)
    assert error.code == "phrase-needs-colour"
    assert error.params["colours"] == "red, yellow, green, blue, purple"


@pytest.mark.parametrize("phrase", ["back:u1", "trick:u1"])
def test_a_refusal_names_the_policy(phrase: str) -> None:
    error = refused(dealt("on-fire"), 0, phrase=phrase)
    assert error.code == "phrase-not-allowed"
    assert error.params == {"phrase": phrase, "policy": "no-clues"}
    assert "this table talks by no-clues" in str(error)


@pytest.mark.parametrize("phrase", ["leafe:u1", "unsay:leafe:u1"])
def test_an_error_suggests_the_right_word(phrase: str) -> None:
    assert str(refused(dealt(), 0, phrase=phrase)).endswith("Did you mean leave?")


def test_all_subjects_of_a_refusal_are_named() -> None:
    assert refused(dealt(), 0, phrase="leave").params["piles"] == "u1, u2, d1, d2"


@pytest.mark.parametrize("seat", [None, -1, 3, True, "0"])
def test_only_seats_talk(seat: int | None) -> None:
    assert refused(dealt(), seat, phrase="thanks").code == "not-seated"


def test_nothing_and_both_cannot_be_said() -> None:
    assert refused(dealt(), 0).code == "bad-remark"
    assert refused(dealt(), 0, phrase="thanks", text="thanks").code == "bad-remark"


# Repeating


def test_repeating_what_stands_is_not_sent() -> None:
    game = dealt()
    said = speak(game, 0, phrase="leave:u1")
    assert speak(game, 0, phrase="leave:u1") is None
    play(game, str(game.legal_moves()[-1]))
    assert speak(game, 0, phrase="leave:u1") is None
    assert game.talk == (said,)
    assert speak(game, 1, phrase="leave:u1") is not None


def test_courtesies_cannot_be_counted_either() -> None:
    game = dealt()
    assert speak(game, 0, phrase="thanks")
    assert speak(game, 0, phrase="thanks") is None


def test_what_was_taken_back_waits_for_the_next_move() -> None:
    game = dealt()
    speak(game, 0, phrase="leave:d2")
    speak(game, 0, phrase="unsay:leave:d2")
    assert refused(game, 0, phrase="leave:d2").code == "phrase-said-before"
    assert refused(game, 0, phrase="unsay:leave:d2").code == "nothing-to-unsay"
    assert speak(game, 1, phrase="leave:d2")
    game.play(next(move for move in game.legal_moves() if str(move).endswith("u1")))
    assert speak(game, 0, phrase="leave:d2")


def test_no_player_counts_by_changing_their_mind() -> None:
    game = dealt()
    for phrase in ("leave:d2", "go:d2", "spare:d2", "small:d2"):
        assert speak(game, 0, phrase=phrase)
    for phrase in ("leave:d2", "go:d2", "spare:d2"):
        assert refused(game, 0, phrase=phrase).code == "phrase-said-before"
    assert speak(game, 0, phrase="small:d2") is None


# Policies


def test_a_table_may_be_stricter_never_looser() -> None:
    game = dealt()
    assert speak(game, 0, phrase="back:u1")
    strict = {"phrase": "back:u2", "policy": TalkPolicy.NO_CLUES}
    assert refused(game, 0, **strict).code == "phrase-not-allowed"
    assert refused(game, 0, phrase="thanks", policy=TalkPolicy.FREE).code == "looser-policy"
    error = refused(dealt("on-fire"), 0, phrase="thanks", policy=TalkPolicy.NO_NUMBERS)
    assert error.code == "looser-policy"


@pytest.mark.usefixtures("judged")
def test_a_silent_table_says_nothing_at_all() -> None:
    game = dealt()
    for said in ({"phrase": "thanks"}, {"text": "hello"}, {"phrase": "nonsense"}):
        assert refused(game, 0, **said, policy=TalkPolicy.SILENT).code == "talk-silent"


@pytest.mark.usefixtures("judged")
def test_a_table_may_do_without_free_text() -> None:
    game = dealt()
    assert refused(game, 0, text="hello", free_text=False).code == "free-text-off"
    assert speak(game, 0, phrase="thanks", free_text=False)


@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize("policy", [None, TalkPolicy.NO_CLUES, TalkPolicy.SILENT])
def test_limits_lapse_with_the_end(policy: TalkPolicy | None) -> None:
    game = dealt()
    game.resign(0)
    assert in_force(game.view(), policy) is TalkPolicy.FREE
    assert speak(game, 0, text="my number was 37", policy=policy)
    assert speak(game, 0, phrase="back:u1", policy=policy)
    assert refused(game, 0, phrase="start", policy=policy).code == "phrase-too-late"


# Free text


def test_free_text_is_judged_with_all_that_its_speaker_has_said_before(
    judged: list[tuple[str, TalkPolicy, list[str]]],
) -> None:
    game = dealt()
    speak(game, 0, text="hello")
    speak(game, 1, text="hi there")
    speak(game, 0, phrase="thanks")
    assert speak(game, 0, text=" How are you? ") == Said(1, 0, text=" How are you? ")
    assert judged[-1] == (" How are you? ", TalkPolicy.NO_NUMBERS, ["hello"])
    speak(game, 0, text="well", policy=TalkPolicy.NO_CLUES)
    assert judged[-1] == ("well", TalkPolicy.NO_CLUES, ["hello", " How are you? "])


@pytest.mark.usefixtures("judged")
def test_what_the_filter_refuses_is_not_delivered() -> None:
    error = refused(dealt(), 0, text="a number")
    assert (error.code, error.params) == ("talk-number", {"found": "number", "phrases": ""})
    error = refused(dealt(), 0, text="leave it, number and all")
    assert error.params == {"found": "number", "phrases": "leave:u1"}


@pytest.mark.usefixtures("judged")
def test_for_what_is_refused_the_likeliest_is_offered_that_can_be_said() -> None:
    game, text = dealt(), "a number or two"
    assert refused(game, 0, text=text).params["phrases"] == "back:u1, back:u2"
    strict = refused(game, 0, text=text, policy=TalkPolicy.NO_CLUES)
    assert strict.params["phrases"] == "leave:u1, leave:u2"
    speak(game, 0, phrase="back:u1")
    assert refused(game, 0, text=text).params["phrases"] == "back:u2"
    assert alternatives(game.view(), 0, text, card=False) == ()


@pytest.mark.usefixtures("judged")
def test_in_free_talk_numbers_may_be_told_and_repeated() -> None:
    game = dealt("face-to-face", 2)
    assert speak(game, 0, text="a number")
    assert speak(game, 0, text="a number")
    assert refused(game, 1, text="a number", policy=TalkPolicy.NO_NUMBERS).code == "talk-number"


@pytest.mark.usefixtures("judged")
def test_a_text_said_again_at_once_is_not_sent() -> None:
    game = dealt()
    assert speak(game, 0, text="knock")
    assert speak(game, 0, text=" Knock  ") is None
    assert speak(game, 1, text="knock")
    play(game, str(game.legal_moves()[0]))
    assert speak(game, 0, text="knock")


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_half_a_character_cannot_be_said(text: str) -> None:
    assert refused(dealt("face-to-face", 2), 0, text=text).code == "bad-remark"


@pytest.mark.usefixtures("judged")
def test_a_phrase_is_offered_where_it_could_be_said() -> None:
    game = dealt()
    assert suggested_phrase(game.view(), 0, "please leave it") == "leave:u1"
    assert suggested_phrase(game.view(), 0, "I can go back") == "back:u1"
    assert suggested_phrase(game.view(), 0, "I can go back", TalkPolicy.NO_CLUES) == ""
    assert suggested_phrase(game.view(), 0, "hello") == ""
    speak(game, 0, phrase="leave:u1")
    assert suggested_phrase(game.view(), 0, "please leave it") == ""
    assert suggested_phrase(game.view(), 1, "please leave it") == "leave:u1"
    assert suggested_phrase(game.view(1), 1, "please leave it") == "leave:u1"


@pytest.mark.usefixtures("judged")
def test_names_pass_the_filter_too() -> None:
    check_name("Linus")
    with pytest.raises(IllegalTalk, match="cannot be a name here") as caught:
        check_name("number one")
    assert caught.value.code == "bad-name"


# Laws


@settings(max_examples=2_000 if SOAK else 100)
@given(games(), st.data())
def test_everything_sayable_is_accepted_and_everything_else_refused(
    game: Game, data: st.DataObject
) -> None:
    policy = data.draw(st.sampled_from(choices(game.rules.talk)))
    seat = data.draw(st.integers(0, game.players - 1))
    now = in_force(game.view(), policy)
    can = set(possible_phrases(game.view(), seat, policy))
    assert can <= set(sayable(game.rules, now))
    late = {"start", "not-me"} if not game.view().agreeing else set()
    assert can == {phrase for phrase in sayable(game.rules, now) if phrase not in late}
    everything = set(sayable(game.rules, TalkPolicy.FREE)) | late | {"back:u1", "colour:red", "x"}
    for phrase in sorted(everything):
        twin = game.copy()
        if phrase in can:
            assert speak(twin, seat, phrase=phrase, policy=policy) is not None
            assert phrase in {str(stands) for stands in standing(twin.view())}
        else:
            refused(twin, seat, phrase=phrase, policy=policy)


@settings(max_examples=2_000 if SOAK else 100)
@given(talking(), st.randoms(use_true_random=False))
def test_talk_keeps_every_law(table: Talking, rng: random.Random) -> None:
    """Making a table costs more than a law, so that all are checked at the same one."""
    seat = rng.randrange(table.game.players)
    what_is_possible_is_exactly_what_is_heard(table.game, seat)
    a_view_is_enough_to_know_what_can_be_said(table.game, seat, rng)
    talk_never_changes_the_state(table.game)


def what_is_possible_is_exactly_what_is_heard(game: Game, seat: int) -> None:
    can = set(possible_phrases(game.view(), seat))
    for phrase in sayable(game.rules, TalkPolicy.FREE):
        try:
            heard = speak(game.copy(), seat, phrase=phrase) is not None
        except IllegalTalk:
            heard = False
        assert heard == (phrase in can)


def a_view_is_enough_to_know_what_can_be_said(game: Game, seat: int, rng: random.Random) -> None:
    """Bots have nothing else. What is hidden makes no difference: a twin world says the same."""
    view = game.view(seat)
    can = list(possible_phrases(view, seat))
    assert can == list(possible_phrases(game.view(), seat))
    if game.outcome is None:
        twin = view.sample(rng).view(seat)
        assert standing(twin) == standing(view)
        assert list(possible_phrases(twin, seat)) == can


def talk_never_changes_the_state(game: Game) -> None:
    mute = Record.of(game)
    silent = type(mute)(**{f: getattr(mute, f) for f in mute.__slots__} | {"talk": ()}).game()
    assert silent.state == game.state
    assert silent.events == game.events
    assert silent.legal_moves() == game.legal_moves()
    before = game.state
    for phrase in list(possible_phrases(game.view(), 0))[:5]:
        speak(game, 0, phrase=phrase)
    assert game.state is before


@settings(max_examples=4_000 if SOAK else 200)
@given(st.text(max_size=40) | st.from_regex(r"(unsay:)?[a-z-]{1,8}(:[a-z0-9]{1,3})?"), st.data())
def test_whatever_is_given_as_a_phrase(phrase: str, data: st.DataObject) -> None:
    game = dealt(data.draw(st.sampled_from(["original", "quick-and-easy", "face-to-face"])), 2)
    try:
        said = speak(game, 0, phrase=phrase)
        assert said is None or game.talk == (said,)
    except IllegalTalk as error:
        assert all(Words(language).refusal(error) for language in LANGUAGES)
