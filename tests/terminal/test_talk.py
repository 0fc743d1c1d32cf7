"""Talk in the line mode: who can say what where, who reads it, and what stands at its pile."""

from __future__ import annotations

import io

import pytest

from tenback import Deal, Game, Rules
from tenback.core.errors import IllegalTalk
from tenback.core.rules import TalkPolicy
from tenback.core.talk import Said
from tenback.talk.phrases import PHRASES
from tenback.terminal.narrator import Narrator
from tenback.terminal.plain import COMMANDS
from tenback.words import LANGUAGES, Words
from tests.rules.situations import dealt
from tests.terminal.test_plain import new, screens
from tests.terminal.typist import read, table


def said(game: Game) -> list[str]:
    return [f"{remark.seat} {remark.phrase or remark.text}" for remark in game.talk]


# What is typed


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "say leave u1"),
        ("en", "s leave u1"),
        ("en", "SAY Leave U1"),
        ("fr", "dire laisse u1"),
        ("fr", "say leave u1"),
        ("de", "sagen lass u1"),
        ("de", "sag lass u1"),
    ],
)
def test_ways_to_say_a_phrase(language: str, line: str) -> None:
    game = new(players=3)
    out = read(game, 1, "0", line, language=language)
    assert said(game) == ["0 leave:u1"]
    assert Words(language)("phrases.leave.text", pile="u1") in out


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "unsay leave u1"), ("fr", "retirer laisse u1"), ("de", "widerrufen lass u1")],
)
def test_ways_to_take_it_back(language: str, line: str) -> None:
    game = new(players=3)
    read(game, 1, "0", "say leave u1", line, language=language)
    assert said(game) == ["0 leave:u1", "0 unsay:leave:u1"]


@pytest.mark.parametrize(
    "line",
    [
        *('"Good luck', '"Good luck"', "“Good luck”", "„Good luck“", "« Good luck »"),
        *("'Good luck", "‚Good luck‘", 'say "Good luck', "SAY 'Good luck'"),
    ],
)
def test_free_text_follows_a_quote_mark(line: str) -> None:
    game = new("face-to-face", 2)
    assert "\nYou: Good luck\n" in read(game, 1, line)
    assert [remark.text for remark in game.talk] == ["Good luck"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_can_be_taken_for_a_move_or_a_command(language: str) -> None:
    """They follow a word of their own, and that word is no card, no pile and no other command."""
    say = Words(language)
    talk = {word for name in ("say", "unsay") for word in say(f"terminal.command.{name}").split()}
    others = [name for name in COMMANDS if name not in ("say", "unsay")]
    assert not talk & {word for name in others for word in say(f"terminal.command.{name}").split()}
    game = new(players=2)
    for id_ in PHRASES:
        for word in say(f"phrases.{id_}.word").split():
            read(game, 1, "0", f"say {word}", f"say {word} u1", f"unsay {word}", language=language)
    assert game.actions == ()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("say leave", "leave needs one pile: u1, u2, d1, d2."),
        ("say leave u9", "leave needs one pile"),
        ("say leave u1 u2", "leave needs one pile"),
        ("unsay leave", "leave needs one pile"),
        (
            "say hello",
            "There is no phrase 'hello'. Your own words follow a quote mark: \"good luck",
        ),
        ("unsay hello", "There is no phrase 'hello'."),
        ("say leafe u1", "There is no phrase 'leafe u1'. Did you mean leave?"),
        ("unsay leave u1", "leave u1 is nothing that you have said and that still stands."),
        ("say colour red", "colour is about something that this game does not have."),
        ("say start", "start is about who starts, and the game has started."),
        ('"', "Talk like this: say leave u1. Type say to see everything that can be said."),
        ('say "', "Talk like this: say leave u1."),
        ("sya leave u1", "Did you mean say?"),
        ("leave u1", "I do not understand 'leave u1'. Did you mean say leave u1?"),
        ("Thanks", "Did you mean say thanks?"),
        ("back u1", "Did you mean say back u1?"),
        ("unsay", "Nothing that you have said stands."),
    ],
)
def test_a_wrong_line_says_nothing(line: str, answer: str) -> None:
    game = new(players=2)
    out = read(game, 1, "0", line)
    assert answer in out
    assert not game.talk


def test_a_refusal_speaks_the_language_of_the_keyboard() -> None:
    game = new("quick-and-easy", 2)
    out = read(game, 1, "0", "sag hoch rosa", "sag lieber", "sag zurueck", language="de")
    assert "Zu hoch gehört genau eine Farbe: rot, gelb, grün, blau, lila." in out
    assert "Zu zurück gehört genau ein Stapel: u1, d1." in out
    assert "leave" not in out


def test_repeating_is_reported_and_not_sent() -> None:
    game = new(players=2)
    assert "You have said that already, and it stands." in read(
        game, 1, "0", "say leave u1", "say leave u1"
    )
    assert said(game) == ["0 leave:u1"]


def test_what_can_be_said_is_listed() -> None:
    game = new(players=2)
    before, after = read(game, 1, "say", "0", "say wait", "say").split("say wait")
    assert "leave u1/u2/d1/d2: Please leave this pile alone.\n" in before
    assert "\nstart: I'd start.\n" in before
    assert "\nwait: I can wait.\n" in before
    assert 'Your own words follow a quote mark: "good luck' in before
    assert "start: " not in after
    assert "wait: " not in after


@pytest.mark.parametrize(
    ("policy", "rule"),
    [
        (TalkPolicy.NO_NUMBERS, "You may also announce a trick.\nleave u1/u2/d1/d2: "),
        (TalkPolicy.NO_CLUES, '"I can go back here" already says too much.\nleave u1/u2/d1/d2: '),
    ],
)
def test_the_list_begins_with_how_this_table_talks(policy: TalkPolicy, rule: str) -> None:
    assert rule in at_table(new(players=2), policy, "0", "say")


def test_what_can_be_taken_back_is_listed() -> None:
    out = read(new(players=2), 1, "0", "say leave u1", "say tight", "unsay")
    assert out.partition("> unsay\n")[2].startswith(
        "leave u1: Please leave u1 alone.\ntight: It's getting tight for me.\n"
    )


@pytest.mark.parametrize(
    ("answer", "heard"), [("yes", "0 leave:u1"), ("no", "0 would you leave that one to me")]
)
def test_text_that_means_a_phrase_is_offered_as_one(
    monkeypatch: pytest.MonkeyPatch, answer: str, heard: str
) -> None:
    monkeypatch.setattr(
        "tenback.talk.filter.meaning", lambda _text, _rules: "leave:u1", raising=False
    )
    game = new(players=2)
    out = read(game, 1, "0", '"would you leave that one to me', "perhaps", answer)
    assert out.count("all players understand: Please leave u1 alone. (yes or no)?") == 2
    assert said(game) == [heard]


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_that_tells_a_number_is_not_delivered(language: str) -> None:
    game = new(players=2)
    out = read(game, 1, "0", '"I have the 37', language=language)
    error = IllegalTalk("talk-number", found="37", phrase="")
    assert f"{Words(language).refusal(error)}\n" in out
    assert not game.talk


# Which tables talk


def test_alone_there_is_no_partner_to_talk_to() -> None:
    game = new(players=1)
    for line in ("say leave u1", '"hello', "say"):
        assert "You play alone; there is no other player to talk to." in read(game, 1, line)
    assert not game.talk
    assert "say " not in read(game, 1, "?")


def at_table(
    game: Game, policy: TalkPolicy, *lines: str, free_text: bool = True, people: int = 1
) -> str:
    """What is printed at a table that has chosen how to talk."""
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    table(game, people, source, out, policy=policy, free_text=free_text).run()
    return out.getvalue()


def test_a_stricter_table() -> None:
    game = new(players=2)
    out = at_table(game, TalkPolicy.NO_CLUES, "0", "say back u1", "say")
    assert "back u1 may not be said here: this table talks by no-clues." in out
    assert "I can go back here." not in out
    assert not game.talk


def test_a_silent_table() -> None:
    game = new(players=2)
    out = at_table(game, TalkPolicy.SILENT, "0", "say thanks", "say", '"hi')
    assert out.count("There is no talk at this table until the game is over.") == 3
    assert not game.talk


def test_a_table_without_free_text() -> None:
    out = at_table(new(players=2), TalkPolicy.NO_NUMBERS, "0", '"hi', "say", free_text=False)
    assert "This table talks in phrases only." in out
    assert "own words" not in out


def test_help_explains_how_to_talk() -> None:
    assert "say leave u1 says it" in read(new(players=2), 1, "?")
    assert "say want u1 says it" in read(new("quick-and-easy-professional", 2), 1, "?")
    assert "sagen lass u1 sagt es" in read(new(players=2), 1, "?", language="de")
    assert "dire laisse u1 le dit" in read(new(players=2), 1, "?", language="fr")


# When, and who reads it


def test_players_talk_while_agreeing_who_starts() -> None:
    game = new(players=3)
    out = read(game, 1, "say start", "say not-me", "0")
    assert said(game) == ["0 start", "0 not-me"]
    assert [remark.moment for remark in game.talk] == [0, 0]
    assert "You: Rather not me.\nWho starts?" in out


def test_several_people_talk_while_they_look_at_their_hands() -> None:
    game = new(players=2)
    out = read(game, 2, "", "say start", "", "", "say not-me", "", "say thanks", "0", "")
    assert said(game) == ["0 start", "1 not-me"]
    second = out.partition("Seat 1, take the keyboard.")[2]
    assert second.index("Seat 0: I'd start.") < second.index("Your hand:")
    together = second.partition("hide your hand. \n")[2]
    assert together.startswith("Seat 0: I'd start.\nSeat 1: Rather not me.\nWho starts?")
    assert "Talk while you hold the keyboard, before you hide your hand." in together


def test_a_line_that_is_no_talk_does_not_hide_the_hand() -> None:
    game = new(players=2)
    out = read(game, 2, "", "sya start", "?", "say start", "", "", "", "0", "")
    first, _, rest = out.partition("Seat 1, take the keyboard.")
    assert first.count("Say something or press Enter to hide your hand.") == 4
    assert "sya start\nTalk like this: say leave u1." in first
    assert "say leave u1 says it" in first
    assert "Seat 0: I'd start." in rest


def test_at_a_silent_table_no_bot_is_asked_to_talk() -> None:
    out = at_table(new(players=2), TalkPolicy.SILENT, "", "hello", '"', "", people=2)
    assert out.count("Press Enter to hide your hand.") == 3
    assert "Say something" not in out
    assert "There is no talk at this table" in out


def test_a_variant_of_ones_own_talks_about_all_its_piles() -> None:
    rules = Rules.from_toml(
        'name = "five"\nminimum = 1\nhands = {2 = 4}\ndeck.numbers = "1..60"\n'
        "piles = {up = [0, 0, 0], down = [61, 61]}"
    )
    game = Game(rules, Deal.from_seed(rules, 2, "b"))
    out = read(game, 1, "0", "say leave u3", "look")
    assert said(game) == ["0 leave:u3"]
    assert "u3, up from 0: empty\n  You: Please leave this pile alone.\n" in out


def test_the_next_one_reads_what_was_said_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    game = new(players=2)
    turn = ("say leave u1", "99 d1", "say thanks", "80 d1", "end", "say tight", "")
    *_, fourth, _ = screens(game, 2, "", "", "", "", "0", "", *turn, "")
    before, _, table_shown = fourth.partition("Your turn")
    assert before.splitlines()[1:] == [
        "Seat 0: Please leave u1 alone.",
        "Seat 0 lays 99 on d1 (+1).",
        "Seat 0: Thanks.",
        "Seat 0 lays 80 on d1 (+19).",
        "Seat 0 draws 2 cards.",
    ]
    assert "Seat 0: It's getting tight for me." in table_shown
    assert "Thanks." not in table_shown


def test_what_stands_is_shown_at_its_pile() -> None:
    game = new(players=3)
    game.start(0)
    game.say(1, phrase="leave:d1")
    game.say(2, phrase="tight")
    game.say(2, phrase="thanks")
    out = read(game, 1, "say small d1", "look", "14 u1")
    looks = out.partition("> look\n")[2]
    assert (
        "d1, down from 100: empty\n"
        "  Seat 1: Please leave this pile alone.\n"
        "  You: No big jump here.\n"
        "d2, down" in looks
    )
    assert "Stock: 80\nSeat 2: It's getting tight for me.\nYour hand" in looks
    after = out.partition("You lay 14 on u1 (+13).\n")[2].splitlines()
    assert after[1:4] == [
        "Seat 1: Please leave d1 alone.",
        "Seat 2: It's getting tight for me.",
        "You: No big jump on d1.",
    ]
    assert out.count("Thanks.") == 1


def test_what_has_ended_is_shown_no_more() -> None:
    game = new(players=3)
    game.start(0)
    game.say(1, phrase="leave:u1")
    out = read(game, 1, "14 u1", "look").partition("You lay 14")[2]
    assert "leave" not in out


def test_a_resumed_game_prints_recent_remarks_once() -> None:
    game = dealt(players=2)
    game.say(1, phrase="wait")
    first = game.state.hands[0]
    game.play(f"{first[0]}-u1")
    game.play(f"{first[1]}-u1")
    game.say(1, phrase="thanks")
    out = read(game.record().game(), 1, "look")
    assert out.count("Seat 1: Thanks.") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_record_holds_can_be_printed(language: str) -> None:
    say = Words(language)
    narrator = Narrator(say, dealt().rules, None)
    for phrase in ("hum", "leave", "leave:u9", "thanks:u1", "unsay:x", "colour:red"):
        assert narrator.remark(Said(0, 1, phrase=phrase)).endswith(phrase)
    assert narrator.remark(Said(0, 1, text="a\x1bb")).endswith("a\ufffdb")
    taken = narrator.remark(Said(0, 1, phrase="unsay:leave:u1"))
    assert say("phrases.leave.text", pile="u1") in taken
    assert taken == say("terminal.unsaid.seat", seat=1, words=say("phrases.leave.text", pile="u1"))
