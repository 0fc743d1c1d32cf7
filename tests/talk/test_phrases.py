"""The vocabulary: its data, its words in every language, and how it is typed."""

from __future__ import annotations

from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback import Rules
from tenback.core.rules import TalkPolicy
from tenback.core.talk import Said
from tenback.talk.phrase_text import TypedPhrases, at_pile, sentence
from tenback.talk.phrases import (
    EXCLUSIVE,
    PHRASES,
    About,
    End,
    Remark,
    Strength,
    far_distance,
    read,
    replaced,
    sayable,
    subjects,
)
from tenback.talk.policy import choices
from tenback.testing.strategies import any_rules
from tenback.words import LANGUAGES, Words, catalogue

ORIGINAL = Rules.named("original")
QUICK = Rules.named("quick-and-easy")
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_phrase = pytest.mark.parametrize("id_", PHRASES)


def ids(rules: Rules, policy: TalkPolicy) -> set[str]:
    return {phrase.partition(":")[0] for phrase in sayable(rules, policy)}


# What can be said where


def test_ids_are_stable() -> None:
    """Records hold them: they may be joined by others, but never change."""
    assert list(PHRASES) == [
        *("leave", "spare", "small", "go", "want", "back", "trick"),
        *("colour", "low", "middling", "high"),
        *("start", "not-me", "wait", "tight", "bad"),
        *("thanks", "sorry", "well-done"),
    ]
    assert all(phrase.id == id_ for id_, phrase in PHRASES.items())


def test_a_plea_weighs_more_than_a_wish() -> None:
    assert PHRASES["leave"].strength is Strength.PLEA
    assert PHRASES["spare"].strength is Strength.WISH


def test_what_announces_a_trick_says_so() -> None:
    tricks = [phrase for phrase in PHRASES.values() if phrase.trick]
    assert [phrase.id for phrase in tricks] == ["back", "trick"]
    assert not [phrase for phrase in tricks if TalkPolicy.NO_CLUES in phrase.policies]


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (TalkPolicy.NO_NUMBERS, "leave spare small go want back trick start not-me wait tight bad"),
        (TalkPolicy.NO_CLUES, "leave spare small go want start not-me wait tight bad"),
        (TalkPolicy.COLOURS_ONLY, "want trick"),
        (TalkPolicy.FREE, "leave spare small go want back trick start not-me wait tight bad"),
        (TalkPolicy.SILENT, None),
    ],
)
def test_what_can_be_said_in_the_original(policy: TalkPolicy, said: str | None) -> None:
    courtesies = {"thanks", "sorry", "well-done"}
    assert ids(ORIGINAL, policy) == (set() if said is None else {*said.split(), *courtesies})


def test_what_can_be_said_in_quick_and_easy() -> None:
    vague, strict = ids(QUICK, TalkPolicy.VAGUE_HEIGHTS), ids(QUICK, TalkPolicy.COLOURS_ONLY)
    assert vague == set(PHRASES)
    assert strict == {"want", "trick", "colour", "thanks", "sorry", "well-done"}


def test_every_phrase_comes_with_all_it_can_be_about() -> None:
    said = set(sayable(QUICK, TalkPolicy.VAGUE_HEIGHTS))
    assert {"leave:u1", "leave:d1", "high:purple", "colour:red", "thanks"} <= said
    assert not {"leave", "leave:u2", "thanks:u1", "colour", "colour:u1"} & said


def test_a_game_without_a_trick_has_none_to_announce() -> None:
    rules = Rules.from_toml(
        'name = "plain"\nminimum = 1\nhands = {2 = 4}\ndeck.numbers = "1..30"\n'
        'piles = {up = [0]}\ntrick.distance = "none"\ntalk = "free"'
    )
    assert not {"back", "trick", "colour", "high"} & ids(rules, TalkPolicy.FREE)


@given(any_rules(), st.sampled_from(TalkPolicy))
def test_a_stricter_policy_allows_nothing_new(rules: Rules, edition: TalkPolicy) -> None:
    allowed = set(sayable(rules, edition))
    assert all(set(sayable(rules, policy)) <= allowed for policy in choices(edition))


# How it is written


@given(any_rules(), st.sampled_from(TalkPolicy))
def test_what_can_be_said_can_be_written_and_read(rules: Rules, policy: TalkPolicy) -> None:
    for phrase in sayable(rules, policy):
        remark = read(phrase)
        assert remark is not None
        assert str(remark) == remark.said == phrase
        back = read(f"unsay:{phrase}")
        assert back == Remark(remark.phrase, remark.subject, unsaid=True)
        assert (str(back), back.said) == (f"unsay:{phrase}", phrase)
        assert Said(0, 0, phrase=str(back)).phrase == f"unsay:{phrase}"


@pytest.mark.parametrize(
    "text", ["", ":", "unsay", "unsay:", "nonsense", "leave:", ":u1", "unsay:unsay:thanks", "Leave"]
)
def test_what_is_no_phrase_is_not_read(text: str) -> None:
    assert read(text) is None


# What ends it


def test_every_phrase_has_an_end() -> None:
    assert all(phrase.ends for phrase in PHRASES.values())
    for phrase in PHRASES.values():
        assert (phrase.about is About.COURTESY) == (End.MOVE in phrase.ends)
        assert (phrase.about is About.START) == (End.START in phrase.ends)


@pytest.mark.parametrize(
    ("phrases", "ends"),
    [
        ("leave spare go want back trick", {End.OWN_TURN, End.CHANGE}),
        ("small", {End.OWN_TURN, End.JUMP}),
        ("colour low middling high", {End.OWN_TURN, End.COLOUR}),
        ("start not-me", {End.START}),
        ("wait tight bad", {End.OWN_TURN}),
        ("thanks sorry well-done", {End.MOVE}),
    ],
)
def test_what_ends_it_is_data(phrases: str, ends: set[End]) -> None:
    assert [PHRASES[id_].ends for id_ in phrases.split()] == [ends] * len(phrases.split())


@pytest.mark.parametrize(
    ("name", "distance"), [("original", 10), ("quick-and-easy", 2), ("face-to-face", 6)]
)
def test_far_is_a_tenth_of_the_range_of_numbers(name: str, distance: int) -> None:
    assert far_distance(Rules.named(name)) == distance


def test_what_excludes_each_other_does_so_both_ways() -> None:
    assert replaced(PHRASES["go"]) == {"leave", "spare", "small", "want"}
    for group in EXCLUSIVE:
        assert len({PHRASES[id_].about for id_ in group}) == 1
        for id_ in group:
            assert group - {id_} <= replaced(PHRASES[id_])


# Its words


@every_language
@every_phrase
def test_every_phrase_has_its_words(language: str, id_: str) -> None:
    phrase, words = PHRASES[id_], catalogue(language)
    forms = {"word", "text"} | ({"here"} if phrase.about is About.PILE else set())
    found = {key.rpartition(".")[2] for key in words if key.startswith(f"phrases.{id_}.")}
    assert found == forms
    text = words[f"phrases.{id_}.text"]
    assert isinstance(text, str)
    named = {field for _, field, _, _ in Formatter().parse(text) if field is not None}
    about = phrase.about
    assert named == ({str(about)} if about in (About.PILE, About.COLOUR) else set())
    assert text.endswith(".")
    assert len(text) < 60


@every_language
def test_there_are_no_words_without_a_phrase(language: str) -> None:
    named = {key.split(".")[1] for key in catalogue(language) if key.startswith("phrases.")}
    assert named == set(PHRASES)


@every_language
def test_no_two_phrases_sound_the_same(language: str) -> None:
    say = Words(language)
    for form in (sentence, at_pile):
        said = [form(say, Remark(phrase, "u1")) for phrase in PHRASES.values()]
        assert len(set(said)) == len(said)


@every_language
def test_no_phrase_tells_a_number(language: str) -> None:
    for id_ in PHRASES:
        text = str(catalogue(language)[f"phrases.{id_}.text"])
        assert not any(letter.isdigit() for letter in text)


@pytest.mark.parametrize(
    ("language", "phrase", "text", "here"),
    [
        ("en", "leave:u1", "Please leave u1 alone.", "Please leave this pile alone."),
        (
            "fr",
            "leave:u1",
            "Laisse u1 tranquille, s’il te plaît.",
            "Laisse cette pile tranquille, s’il te plaît.",
        ),
        ("de", "leave:u1", "Bitte lass u1 in Ruhe.", "Bitte lass diesen Stapel in Ruhe."),
        ("en", "high:yellow", "I've got a rather high yellow one.", None),
        ("fr", "high:yellow", "J’ai du jaune, plutôt haut.", None),
        ("de", "high:yellow", "Eine von meinen ist gelb und eher hoch.", None),
        ("de", "unsay:thanks", "Danke.", None),
    ],
)
def test_how_it_sounds(language: str, phrase: str, text: str, here: str | None) -> None:
    remark = read(phrase)
    assert remark is not None
    assert sentence(Words(language), remark) == text
    assert at_pile(Words(language), remark) == (here or text)


# How it is typed


@every_language
@pytest.mark.parametrize("rules", [ORIGINAL, QUICK], ids=lambda rules: rules.name)
def test_everything_can_be_typed(language: str, rules: Rules) -> None:
    typing = TypedPhrases(Words(language), rules)
    for phrase in sayable(rules, TalkPolicy.FREE):
        remark = read(phrase)
        assert remark is not None
        assert typing.read(typing.typed(remark).split()) == phrase
        assert typing.read(phrase.split(":")) == phrase


@every_language
def test_no_word_means_two_phrases(language: str) -> None:
    say = Words(language)
    words = [word for id_ in PHRASES for word in say(f"phrases.{id_}.word").split()]
    assert len(set(words)) == len(words)
    for id_ in PHRASES:
        other = [word for word in words if word == id_]
        assert not other or id_ in say(f"phrases.{id_}.word").split()


@pytest.mark.parametrize(
    ("language", "typed", "phrase"),
    [
        ("en", "LEAVE U1", "leave:u1"),
        ("fr", "evite d2", "spare:d2"),
        ("fr", "Évite d2", "spare:d2"),
        ("de", "zuruck u1", "back:u1"),
        ("de", "hoch grün", "high:green"),
        ("de", "high green", "high:green"),
        ("en", "frobnicate u1", "frobnicate:u1"),
        ("en", "leave u1 please", "leave:u1:please"),
    ],
)
def test_ways_to_type(language: str, typed: str, phrase: str) -> None:
    assert TypedPhrases(Words(language), QUICK).read(typed.split()) == phrase


def test_what_can_be_said_is_listed_with_its_subjects() -> None:
    typing = TypedPhrases(Words("de"), QUICK)
    lines = dict(typing.choices(["leave:u1", "leave:d1", "high:red", "thanks"]))
    assert lines == {
        "lass u1/d1": "Bitte lass diesen Stapel in Ruhe.",
        "hoch rot": "Eine von meinen ist … und eher hoch.",
        "danke": "Danke.",
    }


def test_subjects_are_piles_and_colours() -> None:
    assert subjects(ORIGINAL, PHRASES["leave"]) == ("u1", "u2", "d1", "d2")
    assert subjects(QUICK, PHRASES["colour"]) == QUICK.deck.colours
    assert subjects(ORIGINAL, PHRASES["colour"]) == ()
    assert subjects(ORIGINAL, PHRASES["wait"]) == ("",)
