"""T1 to T7: what may be said at the table. The filter itself is tested in tests/talk."""

from __future__ import annotations

import pytest

from tenback import Game, Rules
from tenback.core.errors import IllegalTalk
from tenback.core.rules import TalkPolicy
from tenback.core.variants import every
from tenback.talk.phrases import PHRASES, About, sayable
from tenback.talk.policy import choices
from tenback.talk.speech import speak
from tenback.talk.standing_remarks import standing
from tests.rules.situations import EVERY_GAME, dealt, game_at, play

PRO = "quick-and-easy-professional"
FRENCH = "original-on-fire"
every_game = pytest.mark.parametrize("name", [*EVERY_GAME, PRO])


def table(name: str = "original") -> Game:
    return dealt(name, 2)


def allowed(game: Game, said: str, policy: TalkPolicy | None = None) -> bool:
    """Whether seat 1 may say a text or, written with a colon, a phrase."""
    before, state = game.talk, game.state
    how = "phrase" if said.partition(":")[0] in PHRASES else "text"
    try:
        heard = speak(game, 1, **{how: said}, policy=policy)  # type: ignore[arg-type]
    except IllegalTalk:
        assert game.talk == before
        return False
    assert game.state is state
    assert heard is not None
    assert game.talk == (*before, heard)
    return True


# T1


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "said",
    [
        *("Don't place on the last pile", "Don't make a big jump on this pile"),
        *("leave the last pile alone", "no big jump here", "leave:d2", "small:u1"),
    ],
)
def test_t1_piles_may_be_asked_for(said: str) -> None:
    assert allowed(table(), said)


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "said",
    [
        "I have the 37",
        "I have thirty-seven",
        "who has 42?",
        "do you have the forty-two?",
        "mine is two above the top",
        "j'ai le trente-sept",
        "ich habe die siebenunddreißig",
    ],
)
def test_t1_no_number_is_told_or_asked(said: str) -> None:
    assert not allowed(table(), said)


@pytest.mark.rule("T1")
@pytest.mark.parametrize("said", ["I can go back on this pile", "back:u1", "trick:u1"])
def test_t1_a_trick_may_be_announced(said: str) -> None:
    assert allowed(table(), said)


# T2


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    "said",
    [
        *("ne joue pas sur cette base", "ne fais pas un trop gros saut sur cette base"),
        *("leave this pile", "no big jump here", "ne joue pas sur cette pile"),
        *("leave:u1", "small:u1"),
    ],
)
def test_t2_piles_may_be_asked_for(said: str) -> None:
    assert allowed(table(FRENCH), said)


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    "said",
    [
        "je peux reculer sur cette base",
        "je peux reculer sur cette pile",
        "I can go back on this pile",
        "hier kann ich zurück",
        "back:u1",
        "trick:u1",
    ],
)
def test_t2_a_trick_is_not_announced(said: str) -> None:
    assert not allowed(table(FRENCH), said)
    assert allowed(table(), said)


@pytest.mark.rule("T2")
def test_t2_no_phrase_announces_a_trick() -> None:
    game = table(FRENCH)
    assert not [p for p in sayable(game.rules, game.rules.talk) if PHRASES[p.split(":")[0]].trick]


@pytest.mark.rule("T2")
def test_t2_is_stricter_than_t1() -> None:
    rules = Rules.named("original")
    strict = set(sayable(rules, TalkPolicy.NO_CLUES))
    assert strict < set(sayable(rules, TalkPolicy.NO_NUMBERS))
    assert not allowed(table(FRENCH), "I have the 37")


# T3


@pytest.mark.rule("T3")
@pytest.mark.parametrize(
    "said",
    [
        "I've got a pretty high yellow and a medium blue card in my hand",
        "I have a rather high yellow one and a middling blue one",
        "high:yellow",
        "middling:blue",
        "low:red",
        "colour:green",
        "trick:u1",
        "who can lay on the ascending stack?",
    ],
)
def test_t3_colours_and_vague_heights_may_be_told(said: str) -> None:
    assert allowed(table("quick-and-easy"), said)


@pytest.mark.rule("T3")
@pytest.mark.parametrize(
    "said",
    [
        "My red card is two higher than the card on top",
        "my red one is two higher than the top card",
        "I have the red 7",
        "ich habe eine gelbe Drei",
    ],
)
def test_t3_no_number_is_told_neither_exact_nor_relative(said: str) -> None:
    assert not allowed(table("quick-and-easy"), said)


# T4


@pytest.mark.rule("T4")
@pytest.mark.parametrize(
    "said", ["colour:red", "want:u1", "trick:d1", "I have red and blue", "thanks"]
)
def test_t4_colours_the_stack_and_the_stack_for_the_trick(said: str) -> None:
    assert allowed(table(PRO), said)


@pytest.mark.rule("T4")
@pytest.mark.parametrize(
    "said",
    [
        "a rather high yellow one",
        "I have the red 7",
        "my hand is awful",
        "high:yellow",
        "leave:u1",
        "small:u1",
        "wait",
    ],
)
def test_t4_nothing_else(said: str) -> None:
    assert not allowed(table(PRO), said)


@pytest.mark.rule("T4")
def test_t4_every_phrase_that_is_left() -> None:
    rules = Rules.named(PRO)
    left = {phrase.partition(":")[0] for phrase in sayable(rules, rules.talk)}
    courtesies = {phrase.id for phrase in PHRASES.values() if phrase.about is About.COURTESY}
    assert left - courtesies == {"colour", "want", "trick"}


# T5


@pytest.mark.rule("T5")
@pytest.mark.parametrize("said", ["I have the 37", "you are doomed", "back:u1", "leave:u2"])
def test_t5_opponents_chat_freely(said: str) -> None:
    assert allowed(table("face-to-face"), said)


# T6


@pytest.mark.rule("T6")
@every_game
def test_t6_talk_is_possible_at_all_times(name: str) -> None:
    players = 2
    game = dealt(name, players, starter=None) if name != "face-to-face" else table(name)
    for seat in range(players):
        assert speak(game, seat, phrase="thanks")
    if game.turn is None:
        game.start(0)
    for seat in range(players):
        assert speak(game, seat, phrase="sorry")
    game.resign(0)
    for seat in range(players):
        assert speak(game, seat, phrase="well-done")


@pytest.mark.rule("T6")
@every_game
def test_t6_talk_never_changes_the_state(name: str) -> None:
    game, mute = table(name), table(name)
    state, events = game.state, game.events
    for seat in range(2):
        for phrase in sayable(game.rules, game.rules.talk):
            if PHRASES[phrase.partition(":")[0]].about is not About.START:
                speak(game, seat, phrase=phrase)
    assert len(game.talk) > 10
    assert game.state is state
    assert game.events == events
    assert game.legal_moves() == mute.legal_moves()
    assert game.moment == mute.moment
    assert game.record().game().state == mute.state


@pytest.mark.rule("T6")
@pytest.mark.parametrize("name", ["original", FRENCH, "quick-and-easy", PRO])
def test_t6_the_limits_lapse_with_the_end(name: str) -> None:
    game = table(name)
    assert not allowed(game, "I had the 37")
    game.resign(0)
    assert allowed(game, "I had the 37")
    assert allowed(game, "back:u1", TalkPolicy.SILENT)


@pytest.mark.rule("T6")
@pytest.mark.parametrize("policy", TalkPolicy)
def test_t6_courtesies_are_allowed_unless_all_is_silent(policy: TalkPolicy) -> None:
    game = table("face-to-face")
    for courtesy in ("thanks", "sorry", "well-done"):
        assert allowed(game, courtesy, policy) is (policy is not TalkPolicy.SILENT)
    for text in ("merci beaucoup", "hallo zusammen"):
        assert allowed(table("face-to-face"), text, policy) is (policy is not TalkPolicy.SILENT)


@pytest.mark.rule("T6")
def test_t6_spectators_do_not_talk_to_the_seats() -> None:
    game = table()
    with pytest.raises(IllegalTalk) as caught:
        speak(game, None, phrase="thanks")
    assert caught.value.code == "not-seated"


@pytest.mark.rule("T6")
def test_t6_every_player_hears_the_same() -> None:
    game = game_at(hands="21 22 60 / 23 24", stock="70 71 72", u1="20", d1="90")
    speak(game, 1, phrase="leave:d1")
    play(game, "21-u1")
    speak(game, 0, phrase="thanks")
    views = [game.view(seat) for seat in (None, 0, 1)]
    assert len({view.talk for view in views}) == 1
    assert len({standing(view) for view in views}) == 1


# T7


@pytest.mark.rule("T7")
@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("original", TalkPolicy.NO_NUMBERS),
        ("original-expert", TalkPolicy.NO_NUMBERS),
        (FRENCH, TalkPolicy.NO_CLUES),
        ("original-expert-on-fire", TalkPolicy.NO_CLUES),
        ("quick-and-easy", TalkPolicy.VAGUE_HEIGHTS),
        (PRO, TalkPolicy.COLOURS_ONLY),
        ("face-to-face", TalkPolicy.FREE),
    ],
)
def test_t7_every_edition_has_its_policy(name: str, policy: TalkPolicy) -> None:
    assert Rules.named(name).talk is policy


@pytest.mark.rule("T7")
@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_t7_a_table_may_choose_a_stricter_policy_and_no_other(rules: Rules) -> None:
    game = dealt(rules, rules.player_counts[-1])
    for policy in TalkPolicy:
        possible = policy in choices(rules.talk)
        assert allowed(game.copy(), "thanks", policy) is (
            possible and policy is not TalkPolicy.SILENT
        )
        assert set(sayable(rules, policy)) <= set(sayable(rules, rules.talk)) or not possible


@pytest.mark.rule("T7")
def test_t7_a_stricter_table_refuses_more() -> None:
    assert allowed(table(), "back:u1")
    assert not allowed(table(), "back:u1", TalkPolicy.NO_CLUES)
    assert not allowed(table(FRENCH), "back:u1", TalkPolicy.NO_NUMBERS)
