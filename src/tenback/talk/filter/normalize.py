"""Reduce the many ways to write a letter to one: styles, scripts, accents, signs as letters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

# Letters of other scripts that look like Latin ones; a transliteration by sound may differ.
_LOOKALIKES = dict(
    zip(
        "авеѕікмнорсухтԁԛԝһјνοαρτυικχβεзьԍѵəǝʌɟɹɥʍɯɐɔʇıƨɛ",
        "abesikmhopcyxtdqwhjvoaptuikxbe3bgveevfrhwmacti2e",
        strict=True,
    )
)
_LOOKALIKES |= {small.upper(): big.upper() for small, big in _LOOKALIKES.items()}
_TURNED = re.compile("[ǝʌɟɹɥʍɯɐɔʇı]")
_OTHER_WAY_UP = str.maketrans("unpdbqmw", "nudpqbwm")
_QUOTES = dict.fromkeys("’‘ʼ`´ʹ′", "'")
# Signs that stand for letters when they touch letters.
_DRAWN = (("|_|", "u"), ("><", "x"), ("|=", "f"), ("|-|", "h"), ("\\/", "v"), ("|<", "k"))
_SIGNS = {
    **dict(zip("0345789@$€£×¡¥¢§+6", "oeastbgaselxiycstg", strict=True)),
    "2": "z",
    "(": "c",
}
_READINGS = tuple(str.maketrans({**_SIGNS, **dict.fromkeys("1!|", bar)}) for bar in "il")
_EDGES = ".,;:!?\"'()[]{}-_~*…<>=/"
# Categories of characters that may be styled Latin letters or digits. Letters without case belong
# to scripts in which no number words of our languages are written.
_WITH_LATIN = ("Ll", "Lu", "Lt", "Lm", "Nd", "Nl", "No")
SIGNS = re.compile(r"[a-z][^a-z\s]|[^a-z\s][a-z]")
_STRETCH = re.compile(r"(.)\1+")


def fold(text: str) -> str:
    """A text in plain lower-case letters; other signs stay. The function is idempotent."""
    return text.lower() if text.isascii() else unaccent(text).lower()


def unaccent(text: str) -> str:
    """A text in plain letters, with capitals."""
    return text if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=1024)
def _plain(char: str) -> str:
    if char.isascii():
        return char
    if char in _QUOTES:
        return "'"
    if char in _LOOKALIKES:
        return _LOOKALIKES[char]
    kind = unicodedata.category(char)
    if kind in ("Cf", "Mn", "Me", "Cn", "Co", "Cs"):
        return ""  # joiners, marks and variation selectors are invisible
    if kind in _WITH_LATIN or (kind == "So" and _is_styled_letter(char)):
        return anyascii(char).replace(" ", "") or char
    return " " if kind.startswith("Z") else char


def _is_styled_letter(char: str) -> bool:
    """Whether a symbol is a letter in a circle, a square or a flag."""
    plain = anyascii(char)
    return len(plain) == 1 and plain.isalpha()


def upside_down(text: str) -> str:
    """A text turned by 180 degrees; "" if it has no turned letter."""
    if not _TURNED.search(text):
        return ""
    return unaccent(text)[::-1].lower().translate(_OTHER_WAY_UP)


def decoded(chunk: str) -> tuple[str, ...]:
    """The readings of a chunk with its signs as letters: `s3v3n`, `h|_|it`."""
    for drawn, letter in _DRAWN:
        chunk = chunk.replace(drawn, letter)
    chunk = chunk.strip(_EDGES)
    return tuple(dict.fromkeys(chunk.translate(reading) for reading in _READINGS))


def unstretched(word: str) -> str:
    """A word with every run of one letter reduced to that letter."""
    return _STRETCH.sub(r"\1", word)
