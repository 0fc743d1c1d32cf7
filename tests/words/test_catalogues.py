"""The catalogues say the same things in every language, and the loader finds them all."""

from __future__ import annotations

import subprocess
import sys
from string import Formatter

import pytest

from tenback.core.errors import TenbackError
from tenback.core.messages import MESSAGES
from tenback.core.outcome import Reason
from tenback.core.rules import TalkPolicy
from tenback.core.svg.words import WORDS, english
from tenback.core.variants import GAMES, options_of
from tenback.words import LANGUAGES, Entry, Words, catalogue

EVERY_ID = sorted(catalogue("en"))


def texts(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def placeholders(text: str) -> set[tuple[str, str | None]]:
    fields = Formatter().parse(text)
    return {(name, conversion) for _, name, _, conversion in fields if name is not None}


def all_placeholders(entry: Entry) -> set[tuple[str, str | None]]:
    return set().union(*map(placeholders, texts(entry)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_ids(language: str) -> None:
    assert sorted(catalogue(language)) == EVERY_ID


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY_ID)
def test_every_entry_has_the_same_form_and_placeholders(language: str, name: str) -> None:
    english, entry = catalogue("en")[name], catalogue(language)[name]
    assert isinstance(entry, str) == isinstance(english, str)
    assert all_placeholders(entry) == all_placeholders(english)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY_ID)
def test_every_entry_formats(language: str, name: str) -> None:
    entry = catalogue(language)[name]
    for text in texts(entry):
        assert text.strip()
        assert text.format(**{field: "7" for field, _ in placeholders(text)})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_both_forms(language: str) -> None:
    words = Words(language)
    for name, entry in catalogue(language).items():
        if not isinstance(entry, str):
            params = {field: "x" for field, _ in all_placeholders(entry)} | {"count": "x"}
            for count, form in ((1, "one"), (7, "other")):
                expected = entry[form].format(**(params | {"count": str(count)}))
                assert words(name, **{**params, "count": count}) == expected


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


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_every_error_code_is_translated(code: str) -> None:
    english = MESSAGES[code]
    assert catalogue("en")[f"refusals.{code}"] == english
    for language in ("fr", "de"):
        entry = catalogue(language)[f"refusals.{code}"]
        assert isinstance(entry, str)
        assert placeholders(entry) == placeholders(english)


@pytest.mark.parametrize("key", sorted(WORDS))
def test_every_word_of_a_picture_is_translated(key: str) -> None:
    assert catalogue("en")[f"picture.{key}"] == WORDS[key]
    assert all(f"picture.{key}" in Words(language) for language in LANGUAGES)
    params = {field: "7" for field, _ in all_placeholders(WORDS[key])}
    for count in (None, 0, 1, 2):
        told = params | {"count": count}
        assert Words("en").picture(key, **told) == english(key, **told)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_its_words_in_a_picture(reason: Reason) -> None:
    assert reason in WORDS


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
    assert Words("fr")("outcome.left", count=0) == "Il restait 1 carte."
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
        with pytest.raises(TenbackError, match="the languages are en, fr, de") as caught:
            refused(language)
        assert caught.value.code == "unknown-language"


def test_importing_reads_nothing() -> None:
    script = (
        "import sys, tenback.words, tenback.words.catalogues as c;"
        "print(c.catalogue.cache_info().currsize, 'tenback.words.rulebook' in sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert said.split() == ["0", "False"]
