"""A new language is what CONTRIBUTING.md says: an entry in a list, and two folders of catalogues.

A language with the plural rules of Polish is added to a copy of the source tree. Then the library,
the command line, the server and the page offer it, without a line of code.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from babel import Locale

from tenback.talk.filter import vocabulary
from tenback.words import LANGUAGES
from tests.words.gaps import COUNTED, FOLDERS, LIST, ROOT, gaps, read, reference
from tests.words.newcomer import NAME, Copy, grown

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.words import Entry

LANGUAGE, LOCALE = "pl", "pl"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    assert LANGUAGE not in LANGUAGES, "choose another language with these plural rules"
    return grown(tmp_path_factory.mktemp("language"), LANGUAGE, LOCALE)


def answered(copy: Copy, script: str) -> Any:
    ran = copy.python(f"import json\n{script}")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


# What it needs


def test_contributing_names_every_place() -> None:
    said = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert {name.partition("/{}/")[0] for name in reference()} == set(FOLDERS)
    assert LIST in said
    assert all(f"{folder}/xx/" in said for folder in FOLDERS)


def test_nothing_else_is_needed(copy: Copy) -> None:
    assert list(gaps(LANGUAGE, copy.root)) == []


def test_what_is_missing_is_named(copy: Copy) -> None:
    """Every file; and in a file of each folder an entry, a plural form and a parameter."""
    there = {file: file.read_text("utf-8") for file in copy.files()}
    for file in there:
        file.unlink()
    names = [file.relative_to(copy.root).as_posix() for file in there]
    assert list(gaps(LANGUAGE, copy.root)) == [f"{name} is missing" for name in names]
    for file, text in there.items():
        file.write_text(text, "utf-8")
    for place in ("src/tenback/words/{}/outcome.toml", "web/src/locales/{}/hand.toml"):
        check_entries(copy, copy.root / place.format(LANGUAGE))


def check_entries(copy: Copy, file: Path) -> None:
    name, whole = file.relative_to(copy.root).as_posix(), dict(read(file))
    plural = next(key for key, entry in whole.items() if not isinstance(entry, str))
    forms = whole[plural]
    assert isinstance(forms, dict)
    cases: tuple[tuple[dict[str, Entry], str], ...] = (
        ({}, f"{plural} is missing"),
        ({plural: {form: forms[form] for form in forms if form != "few"}}, "plural form few"),
        ({plural: forms | {"two": "{count}"}}, "plural form two"),
        ({plural: forms | {"few": "3 cards"}}, "writes a number out in the form few"),
        ({plural: "{count}"}, "needs plural forms"),
        ({plural: dict.fromkeys(forms, "cards")}, "in English count"),
    )
    for changed, line in cases:
        others: dict[str, Entry] = {key: entry for key, entry in whole.items() if key != plural}
        copy.rewrite(file, others | changed)
        [gap] = gaps(LANGUAGE, copy.root)
        assert gap.startswith(f"{name}: {plural} ")
        assert line in gap
    copy.rewrite(file, whole)


def test_a_language_that_is_not_listed_is_named(copy: Copy) -> None:
    assert list(gaps("cs", copy.root)) == [f"{LIST}: cs is missing"]


# The library, the command line and the server


def test_the_library_speaks_it(copy: Copy) -> None:
    script = f"""
from tenback.words import LANGUAGES, Words, lists
from tenback.words.rulebook import rulebook
from tenback.core.rules import Rules
words = Words({LANGUAGE!r})
left = [words("outcome.left", count=count) for count in range({len(COUNTED)})]
book = rulebook(Rules.named("original"), {LANGUAGE!r})
print(json.dumps([LANGUAGES, left, lists.every(words, ["a", "b", "c"]), book[0].title]))
"""
    languages, left, several, title = answered(copy, script)
    form = Locale.parse(LOCALE).plural_form
    assert languages == [*LANGUAGES, LANGUAGE]
    assert left == [f"[{form(count)}: {count} cards were left.]" for count in COUNTED]
    assert [form(count) for count in (1, 2, 5, 12, 22)] == ["one", "few", "many", "many", "few"]
    assert several == "a, b i c"
    assert title.startswith("[")


def test_the_command_line_offers_it(copy: Copy) -> None:
    asked = copy.command("variants", "--language", LANGUAGE)
    assert asked.returncode == 0, asked.stderr
    assert "[The team tries to lay all 98 cards" in asked.stdout
    usual = copy.command("variants", LC_ALL=f"{LANGUAGE}_PL.UTF-8")
    assert usual.stdout == asked.stdout
    wrong = copy.command("variants", "--language", "zz")
    assert wrong.returncode == 2
    assert f"{LANGUAGES[-1]}, {LANGUAGE}" in wrong.stderr
    assert f"{LANGUAGES[-1]}, {LANGUAGE}" in copy.command("variants", "--help").stdout


def test_the_server_answers_in_it(copy: Copy) -> None:
    script = f"""
import asyncio
from tests.server.harness import server_harness
async def ask():
    async with server_harness() as found:
        client = await found.client()
        asked = {{"accept-language": "zz, {LANGUAGE}-PL;q=0.9, en;q=0.8"}}
        return (await client.ask("GET", "/api/nothing", **asked)).json["message"]
print(json.dumps(asyncio.run(ask())))
"""
    assert answered(copy, script) == "[There is nothing here.]"


def test_free_text_is_filtered_by_the_languages_that_the_filter_has(copy: Copy) -> None:
    """Without data of its own a language is one of `others.toml`, or foreign."""
    script = """
from tenback.core.rules import TalkPolicy
from tenback.talk.filter import judge, vocabulary
texts = ["37", "thirty-seven", "siebenunddreißig", "cztery", "proszę"]
print(json.dumps([vocabulary.LANGUAGES, [judge(t, TalkPolicy.NO_NUMBERS).ok for t in texts]]))
"""
    assert answered(copy, script) == [[*vocabulary.LANGUAGES], [False, False, False, False, True]]


# The page


def test_the_page_reads_the_same_catalogues(copy: Copy) -> None:
    """Its reader and Python's find the same entries, and CLDR chooses the same forms in both."""
    script = f"""
import {{ complete, languages }} from "{copy.root}/web/words.ts";
const rules = new Intl.PluralRules({LOCALE!r});
const forms = Array.from({{ length: {len(COUNTED)} }}, (_, count) => rules.select(count));
console.log(JSON.stringify([languages(), complete({LANGUAGE!r}), forms]));
"""
    ran = copy.node(script)
    assert ran.returncode == 0, ran.stderr
    languages, catalogue, forms = json.loads(ran.stdout)
    assert languages[LANGUAGE] == {"name": NAME, "locale": LOCALE}
    entries = {name: entry for file in copy.files() for name, entry in read(file).items()}
    assert catalogue.items() <= entries.items()
    own = [file for file in copy.files() if file.is_relative_to(copy.root / FOLDERS[1])]
    assert catalogue.keys() >= {name for file in own for name in read(file)}
    assert forms == list(map(Locale.parse(LOCALE).plural_form, COUNTED))


def test_the_page_is_not_built_without_its_words(copy: Copy) -> None:
    script = f'import {{ complete }} from "{copy.root}/web/words.ts"; complete({LANGUAGE!r});'
    file = copy.root / FOLDERS[1] / LANGUAGE / "hand.toml"
    whole = dict(read(file))
    first, *others = whole
    copy.rewrite(file, {key: whole[key] for key in others})
    assert first in copy.node(script).stderr
    file.unlink()
    assert f"{LANGUAGE}/hand.toml" in copy.node(script).stderr
    copy.rewrite(file, whole)


def test_the_built_page_offers_it(copy: Copy, tmp_path: Path) -> None:
    script = f"""
import {{ build }} from "vite";
await build({{ root: "{copy.root}/web", logLevel: "error", build: {{ outDir: "{tmp_path}" }} }});
"""
    ran = copy.node(script)
    assert ran.returncode == 0, ran.stderr
    scripts = [file.read_text("utf-8") for file in tmp_path.glob("assets/*.js")]
    assert sum(NAME in text for text in scripts) == 1
    assert sum("[few: {count} cards were left.]" in text for text in scripts) == 1
    assert (
        f'<p lang="{LANGUAGE}">[tenback needs JavaScript' in (tmp_path / "index.html").read_text()
    )
