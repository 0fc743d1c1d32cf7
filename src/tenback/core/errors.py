"""The errors that bad input causes: a stable code, its parameters, and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tenback.core.messages import MESSAGES

if TYPE_CHECKING:
    from collections.abc import Iterable


class Part:
    """A piece of a sentence, such as what is allowed, with its own text in every language.

    It goes where a parameter goes, of an error or of another part; `str(part)` is English.
    """

    __slots__ = ("code", "params")

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return MESSAGES[self.code].format(**self.params)

    def __repr__(self) -> str:
        params = "".join(f", {key}={value!r}" for key, value in self.params.items())
        return f"Part({self.code!r}{params})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Part):
            return NotImplemented
        return (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash(self.code)


class TenbackError(Exception):
    """Base of every error that bad input can cause.

    `code` is stable and meant for programs, `params` are what the sentence is about, and
    `str(error)` is the sentence in English. A parameter is a piece of the input, a number, a
    name or a `Part`, never English. Hidden cards never become parameters.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(MESSAGES[code].format(**params))
        self.code = code
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.code, self.params)


def _rebuild(kind: type[TenbackError], code: str, params: dict[str, Any]) -> TenbackError:
    return kind(code, **params)


class IllegalMove(TenbackError):
    """The move cannot be made now; nothing has changed."""


class IllegalTalk(TenbackError):
    """The seat cannot say this at this table, or not now; no player has received it."""


class InvalidNotation(TenbackError):
    """A text that should be a move, a position or a deal code is none."""


class InvalidRules(TenbackError):
    """A variant that cannot be played; `params["key"]` names the key at fault."""


class InvalidDeal(TenbackError):
    """Hands and stocks that do not make up a deal."""


class InvalidView(TenbackError):
    """A view that does not hold what the question needs."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a record, and the line it stands on (0: the record as a whole)."""

    line: int
    error: TenbackError

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{self.error}"


class InvalidRecord(TenbackError):
    """A record that cannot be read; `problems` lists everything found, with its line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("bad-record", problems="\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[Any, ...]:
        return InvalidRecord, (self.problems,)


def nearest(word: str, words: Iterable[str]) -> str:
    """The right word that a wrong one most resembles, or "" when none comes close."""
    import difflib  # only wrong words need it

    found = difflib.get_close_matches(word.lower()[:80], list(words), n=1, cutoff=0.5)
    return found[0] if found else ""


def did_you_mean(word: str, words: Iterable[str], prefix: str = "") -> Part | str:
    """A question that ends a sentence: the nearest right word, or "" when none comes close."""
    near = nearest(word, words)
    return Part("did-you-mean", word=f"{prefix}{near}") if near else ""
