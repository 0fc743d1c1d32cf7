"""The catalogues: one folder a language, one TOML file a subject, an id for every sentence.

The key `stuck` of the file `outcome.toml` has the id `outcome.stuck`; keys of nested tables are
joined by dots. An entry is a text with placeholders, or a table with the keys `one` and `other`
from which the parameter `count` chooses. A new file in the folders is found without being named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from tenback.core.errors import InvalidRecord, Part, TenbackError
from tenback.core.messages import MESSAGES
from tenback.core.outcome import Reason

if TYPE_CHECKING:
    from tenback.core.errors import Problem
    from tenback.core.outcome import Outcome

LANGUAGES = ("en", "fr", "de")

PLURAL_FORMS = frozenset(("one", "other"))

Entry: TypeAlias = str | Mapping[str, str]
"""A text, or its plural forms."""


@cache
def catalogue(language: str) -> Mapping[str, Entry]:
    """Every entry of a language by its id."""
    # Reading costs more than everything else here, and many who import this never read.
    import tomllib
    from importlib import resources

    _check(language)
    entries: dict[str, Entry] = {}
    for file in resources.files("tenback.words").joinpath(language).iterdir():
        subject, dot, kind = file.name.rpartition(".")
        if dot and kind == "toml":
            entries.update(_entries(subject, tomllib.loads(file.read_text("utf-8"))))
    if language == "en":
        # Core itself tells errors and draws pictures in English; it knows no catalogue.
        from tenback.core.svg.words import WORDS

        entries.update((f"refusals.{code}", text) for code, text in MESSAGES.items())
        entries.update((f"picture.{key}", entry) for key, entry in WORDS.items())
    return MappingProxyType(entries)


def _check(language: object) -> None:
    if language not in LANGUAGES:
        shown, allowed = str(language)[:80], ", ".join(LANGUAGES)
        raise TenbackError("unknown-language", language=shown, allowed=allowed)


def _entries(name: str, found: Any) -> Iterator[tuple[str, Entry]]:
    if isinstance(found, str) or found.keys() == PLURAL_FORMS:
        yield name, found
        return
    for key, inner in found.items():
        yield from _entries(f"{name}.{key}", inner)


@dataclass(frozen=True, slots=True)
class Words:
    """One language: called with an id and parameters, it returns the sentence."""

    language: str = "en"

    def __post_init__(self) -> None:
        _check(self.language)

    def __contains__(self, name: object) -> bool:
        return name in catalogue(self.language)

    def __call__(self, name: str, /, **params: object) -> str:
        """The sentence behind an id."""
        entry = catalogue(self.language)[name]
        text = entry if isinstance(entry, str) else entry[self._form(params["count"])]
        return text.format(**params)

    def _form(self, count: object) -> str:
        singular = (0, 1) if self.language == "fr" else (1,)
        return "one" if count in singular else "other"

    def refusal(self, error: TenbackError) -> str:
        """What was wrong, in this language; what it quotes stays as it was written."""
        if isinstance(error, InvalidRecord):
            return "\n".join(map(self._problem, error.problems))
        return self._told(error)

    def _told(self, told: TenbackError | Part) -> str:
        params = {
            key: self._told(value) if isinstance(value, Part) else value
            for key, value in told.params.items()
        }
        return self(f"refusals.{told.code}", **params)

    def _problem(self, problem: Problem) -> str:
        sentence = self.refusal(problem.error)
        if not problem.line:
            return sentence
        return self("problem.on_line", line=problem.line, sentence=sentence)

    def picture(self, name: str, /, **params: object) -> str:
        """The words of a picture: `draw(view, Words("fr").picture)`."""
        return self(f"picture.{name}", **params)

    def outcome(
        self, outcome: Outcome, duel: bool, seat: int | None = None, minimum: int | None = None
    ) -> str:
        """How the game ended.

        In a duel it is told to `seat`, or to a bystander without one. `minimum` is how many cards
        the last turn needed; with it, a game that got stuck is explained more precisely.
        """
        if duel:
            return self._duel(outcome, seat, minimum)
        why = self._why("outcome", outcome, minimum)
        told = self(why, count=minimum)
        if outcome.won:
            return told
        mark = "left_excellent" if outcome.excellent else "left"
        return f"{told} {self(f'outcome.{mark}', count=outcome.left)}"

    def _duel(self, outcome: Outcome, seat: int | None, minimum: int | None) -> str:
        winner = outcome.winner or 0
        why = self._why("outcome.duel", outcome, minimum)
        side = "seen" if seat is None else "won" if seat == winner else "lost"
        return self(f"{why}.{side}", winner=winner, loser=1 - winner, count=minimum)

    def _why(self, subject: str, outcome: Outcome, minimum: int | None) -> str:
        exact = outcome.reason is Reason.STUCK and minimum is not None
        return f"{subject}.{outcome.reason}{'_at' if exact else ''}"
