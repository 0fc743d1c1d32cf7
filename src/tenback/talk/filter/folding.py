"""Many ways of writing a letter become one: styles, scripts, accents, signs used as letters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

# Letters of other scripts that look like Latin ones; by their sound some would become others.
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
# Kinds of characters that may be Latin letters or digits in another dress. Letters without capitals
# belong to scripts that number words of our languages are not written in.
_WITH_LATIN = ("Ll", "Lu", "Lt", "Lm", "Nd", "Nl", "No")
SIGNS = re.compile(r"[a-z][^a-z\s]|[^a-z\s][a-z]")
_STRETCH = re.compile(r"(.)\1+")


def fold(text: str) -> str:
    """A text in plain small letters; what has no letters stays as it is. Folding twice changes
    nothing."""
    return text.lower() if text.isascii() else unaccent(text).lower()


def unaccent(text: str) -> str:
    """A text in plain letters, capitals kept."""
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
        return ""  # joiners, marks, variation selectors: nobody sees them
    if kind in _WITH_LATIN or (kind == "So" and _is_dressed_letter(char)):
        return anyascii(char).replace(" ", "") or char
    return " " if kind.startswith("Z") else char


def _is_dressed_letter(char: str) -> bool:
    """A letter in a circle, a square or a flag: a symbol by name only."""
    plain = anyascii(char)
    return len(plain) == 1 and plain.isalpha()


def upside_down(text: str) -> str:
    """What a text says from the other side of the table; "" when no letter stands on its head."""
    if not _TURNED.search(text):
        return ""
    return unaccent(text)[::-1].lower().translate(_OTHER_WAY_UP)


def decoded(chunk: str) -> tuple[str, ...]:
    """What a chunk says when its signs are read as letters: `s3v3n`, `h|_|it`."""
    for drawn, letter in _DRAWN:
        chunk = chunk.replace(drawn, letter)
    chunk = chunk.strip(_EDGES)
    return tuple(dict.fromkeys(chunk.translate(reading) for reading in _READINGS))


def unstretched(word: str) -> str:
    """The word with every letter once where it stands several times in a row."""
    return _STRETCH.sub(r"\1", word)
