"""The one list of languages, `languages.toml`, and what CLDR knows about each of them.

The page reads the same file (`web/words.ts`) and asks its browser's `Intl` for the same CLDR data.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from babel import Locale

_LISTED: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("languages.toml").read_text("utf-8")
)

LANGUAGES = tuple(_LISTED)
"""The code of every language. The first is English, in which the code itself writes errors."""

PLURAL_FORMS = frozenset(("zero", "one", "two", "few", "many", "other"))
"""The plural categories of CLDR. Every language has `other`, and some of the rest."""


def preferred(tags: Iterable[str]) -> str:
    """The first listed language among tags such as `de-CH` or `fr_FR.UTF-8`, else English."""
    codes = (re.split(r"[-_.@]", tag.strip().lower(), maxsplit=1)[0] for tag in tags)
    return next((code for code in codes if code in _LISTED), LANGUAGES[0])


@cache
def locale(language: str) -> Locale:
    """The CLDR locale of a language."""
    # Babel takes longer to import than a command line takes to be refused.
    from babel import Locale

    return Locale.parse(_LISTED[language]["locale"], sep="-")


def plural_form(language: str, count: float) -> str:
    """Which of the plural forms of a language goes with a number."""
    return locale(language).plural_form(count)
