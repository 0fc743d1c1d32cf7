"""What was said, as a record keeps it. What may be said is decided in `tenback.talk`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tenback.core.errors import InvalidNotation

_PHRASE = re.compile(r"[a-z][a-z0-9]*([-:][a-z0-9]+)*", re.ASCII)
# Halves of characters have no form in UTF-8, so that no file could hold them.
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Said:
    """One remark: after how many things done, by which seat, a phrase's id or free text."""

    moment: int
    seat: int
    phrase: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        phrase = bool(self.phrase) and bool(_PHRASE.fullmatch(self.phrase))
        text = bool(self.text) and not _SURROGATE.search(self.text)
        if phrase == text or (self.phrase and self.text):
            raise InvalidNotation("bad-remark", text=(self.phrase or self.text)[:80])
