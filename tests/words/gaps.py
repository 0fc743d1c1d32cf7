"""What a language lacks, by name: files, entries, parameters and plural forms.

    python -m tests.words.gaps pl

prints it for a language that languages.toml lists. English is what the others are compared with.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from babel import Locale

from tenback.core.messages import MESSAGES
from tenback.core.svg.words import WORDS
from tenback.words import Entry
from tenback.words.catalogues import flattened

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
LIST = "src/tenback/words/languages.toml"
FOLDERS = ("src/tenback/words", "web/src/locales")
"""Where every language has a folder of catalogues."""

COUNTED = range(1000)
"""The numbers whose plural forms a language needs; larger ones may be told in the form `other`."""

Catalogue = Mapping[str, Entry]


def texts(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def placeholders(text: str) -> set[tuple[str, str | None]]:
    fields = Formatter().parse(text)
    return {(name, conversion) for _, name, _, conversion in fields if name is not None}


def parameters(entry: Entry) -> set[tuple[str, str | None]]:
    return set().union(*map(placeholders, texts(entry)))


def read(file: Path) -> Catalogue:
    return dict(flattened(file.stem, tomllib.loads(file.read_text("utf-8"))))


@cache
def reference(root: Path = ROOT) -> dict[str, Catalogue]:
    """What every language needs: English entries by their file, whose path has {} for a language.

    Core holds the English of errors and pictures itself.
    """
    files = {
        f"{folder}/{{}}/{file.name}": read(file)
        for folder in FOLDERS
        for file in sorted((root / folder / "en").glob("*.toml"))
    }
    own: dict[str, Catalogue] = {"refusals": MESSAGES, "picture": WORDS}
    return files | {
        f"{FOLDERS[0]}/{{}}/{subject}.toml": {f"{subject}.{key}": e for key, e in entries.items()}
        for subject, entries in own.items()
    }


def listed(root: Path = ROOT) -> dict[str, dict[str, str]]:
    return tomllib.loads((root / LIST).read_text("utf-8"))


def forms(locale: str) -> dict[str, list[int]]:
    """The plural forms that a language has, each with the numbers that it stands for."""
    rule = Locale.parse(locale, sep="-").plural_form
    found: dict[str, list[int]] = {form: [] for form in (*sorted(rule.tags), "other")}
    for number in COUNTED:
        found[rule(number)].append(number)
    return found


def gaps(language: str, root: Path = ROOT) -> Iterator[str]:
    """Everything that is missing or wrong in a language's catalogues, one line each."""
    if language not in listed(root):
        yield f"{LIST}: {language} is missing"
        return
    missing = {"name", "locale"} - listed(root)[language].keys()
    yield from (f"{LIST}: {language} has no {key}" for key in sorted(missing))
    known = forms(listed(root)[language].get("locale", language))
    for pattern, english in reference(root).items():
        name = pattern.format(language)
        file = root / name
        if file.is_file():
            yield from (f"{name}: {line}" for line in _compared(read(file), english, known))
        elif language != "en":  # what core holds has no file in English
            yield f"{name} is missing"
    yield from _unknown_files(language, root)


def _unknown_files(language: str, root: Path) -> Iterator[str]:
    known = {pattern.format(language) for pattern in reference(root)}
    for folder in FOLDERS:
        for file in (root / folder / language).glob("*"):
            name = file.relative_to(root).as_posix()
            if name not in known:
                yield f"{name} is in no other language"


def _compared(found: Catalogue, english: Catalogue, known: dict[str, list[int]]) -> Iterator[str]:
    yield from (f"{name} is missing" for name in english if name not in found)
    yield from (f"{name} is in no other language" for name in found if name not in english)
    for name in english.keys() & found.keys():
        yield from (f"{name} {line}" for line in _flaws(found[name], english[name], known))


def _flaws(entry: Entry, english: Entry, known: dict[str, list[int]]) -> Iterator[str]:
    if not all(text.strip() for text in texts(entry)):
        yield "is blank"
    if parameters(entry) != parameters(english):
        yield f"has the parameters {_named(entry)}, and in English {_named(english)}"
    if not isinstance(entry, str):
        yield from _plural_flaws(entry, english, known)
    elif not isinstance(english, str):
        yield "needs plural forms"


def _plural_flaws(
    entry: Mapping[str, str], english: Entry, known: dict[str, list[int]]
) -> Iterator[str]:
    if isinstance(english, str) and ("count", None) not in parameters(english):
        yield "cannot have plural forms: nothing is counted there"
    for form, numbers in known.items():
        if form not in entry and (numbers or form == "other"):
            yield f"lacks the plural form {form}"
    for form, text in entry.items():
        if form not in known:
            yield f"has the plural form {form}, which the language does not have"
        elif len(known[form]) > 1 and re.search(r"(?<![\w{])\d+ ", text):
            yield f"writes a number out in the form {form}, which stands for several: use {{count}}"


def _named(entry: Entry) -> str:
    return ", ".join(sorted(name for name, _ in parameters(entry))) or "none"


if __name__ == "__main__":
    print("\n".join(gaps(sys.argv[1])) or "Nothing is missing.")
