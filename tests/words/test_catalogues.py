"""The catalogues say the same things in every language, and the loader finds them all."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tenback.core.errors import TenbackError
from tenback.core.messages import MESSAGES
from tenback.core.outcome import Reason
from tenback.core.rules import TalkPolicy
from tenback.core.svg.words import WORDS, english
from tenback.core.variants import GAMES, options_of
from tenback.words import LANGUAGES, Words, catalogue
from tests.cases import check_each
from tests.words.gaps import FOLDERS, ROOT, gaps, parameters, texts


def test_nothing_is_missing_in_any_language() -> None:
    assert [gap for language in LANGUAGES for gap in gaps(language)] == []


def test_every_folder_of_catalogues_belongs_to_a_listed_language() -> None:
    for folder in FOLDERS:
        found = {file.parent.name for file in (ROOT / folder).glob("*/*.toml")}
        assert found == set(LANGUAGES), folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_formats(language: str) -> None:
    def check(name: str) -> None:
        entry = catalogue(language)[name]
        fields = {field: "7" for field, _ in parameters(entry)}
        assert all(text.format(**fields) for text in texts(entry))

    check_each(catalogue(language), check)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_shouts(language: str) -> None:
    for name, entry in catalogue(language).items():
        if name != "refusals.bad-note":  # it quotes the mark itself
            assert "!" not in "".join(texts(entry)).replace("!r}", "}"), name


def test_french_keeps_its_punctuation_together() -> None:
    for name, entry in catalogue("fr").items():
        for text in texts(entry):
            for apart in (" :", " ;", " »", "« "):
                assert apart not in text, name


def test_english_takes_errors_and_pictures_from_core() -> None:
    refusals = {code: catalogue("en")[f"refusals.{code}"] for code in MESSAGES}
    assert refusals == dict(MESSAGES)

    def check(key: str) -> None:
        fields = {field: "7" for field, _ in parameters(WORDS[key])}
        for count in (None, 0, 1, 2):
            params = fields | {"count": count}
            assert Words("en").picture(key, **params) == english(key, **params)

    check_each(WORDS, check)


def test_every_reason_has_its_words_in_a_picture() -> None:
    assert WORDS.keys() >= {*Reason}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_and_option_has_a_name_and_a_line(language: str) -> None:
    words = Words(language)
    wanted = [f"game.{game}" for game in GAMES]
    wanted += [f"option.{option}" for game in GAMES for option in options_of(game)]
    for thing in wanted:
        assert words(f"games.{thing}.name")
        assert words(f"games.{thing}.line").endswith(".")


def test_every_talk_policy_and_reason_has_its_sentence() -> None:
    words = Words("en")
    assert all(f"rulebook.talk.{policy}" in words for policy in TalkPolicy)
    assert all(f"outcome.{reason}" in words for reason in Reason)
    assert all(f"outcome.duel.{reason}.seen" in words for reason in Reason)


def test_the_count_chooses_the_plural_form() -> None:
    assert Words("en")("outcome.left", count=1) == "1 card was left."
    assert Words("en")("outcome.left", count=0) == "0 cards were left."
    assert Words("fr")("outcome.left", count=0) == "Il restait 0 carte."
    assert Words("fr")("outcome.left", count=1_000_000) == "Il restait 1000000 cartes."
    assert Words("de")("outcome.left", count=2) == "2 Karten blieben übrig."


def test_parameters_that_a_text_does_not_use_do_no_harm() -> None:
    assert Words("de")("outcome.stuck", left=7) == "Es passen nicht mehr genug Karten."


def test_an_unknown_id_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        Words("en")("outcome.nonsense")
    assert "outcome.nonsense" not in Words("en")


@pytest.mark.parametrize("language", ["es", "", "EN", "../en"])
def test_an_unknown_language_is_refused(language: str) -> None:
    for refused in (Words, catalogue):
        with pytest.raises(
            TenbackError, match=f"the languages are {', '.join(LANGUAGES)}"
        ) as caught:
            refused(language)
        assert caught.value.code == "unknown-language"


def test_importing_reads_nothing() -> None:
    script = (
        "import sys, tenback.words, tenback.words.catalogues as c;"
        "lazy = {'tenback.words.rulebook', 'babel'} & {*sys.modules};"
        "print(c.catalogue.cache_info().currsize, lazy)"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert said.split() == ["0", "set()"]
