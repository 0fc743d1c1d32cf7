"""Figures as a language writes them: 1,234.5 and 4.5% in English, 1.234,5 and 4,5 % in German."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.words.languages import locale

if TYPE_CHECKING:
    from tenback.words.catalogues import Words

_AS_MANY_AS_THERE_ARE = ".######"


def decimal(words: Words, value: float, places: int | None = 0, *, signed: bool = False) -> str:
    """A number with so many decimals, or without superfluous ones; `signed`: with + or -."""
    pattern = f"#,##0{_fraction(places)}"
    return _formatted(words, value, f"+{pattern};-{pattern}" if signed else pattern)


def significant(words: Words, value: float, digits: int) -> str:
    """A number with no more digits than mean something: 0.012."""
    return _formatted(words, value, "@" + "#" * (digits - 1))


def percent(words: Words, share: float, places: int | None = 0) -> str:
    """A share of one as a percentage."""
    whole = locale(words.language).percent_formats[None].pattern
    return _formatted(words, share, whole.replace("0", f"0{_fraction(places)}", 1))


def _fraction(places: int | None) -> str:
    if places is None:
        return _AS_MANY_AS_THERE_ARE
    return f".{'0' * places}" if places else ""


def _formatted(words: Words, value: float, pattern: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(value, pattern, locale(words.language))
