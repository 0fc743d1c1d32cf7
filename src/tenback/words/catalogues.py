"""The catalogues: one folder a language, one TOML file a subject, an id for every sentence.

The key `stuck` of the file `outcome.toml` has the id `outcome.stuck`; keys of nested tables are
joined by dots. An entry is a text with placeholders, or a table of its plural forms, from which the
parameter `count` chooses by the rules of CLDR; a missing form falls back to `other`. A new
file in the folders is found without being named. The page reads the same format (`web/words.ts`).
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
from tenback.words.languages import LANGUAGES, PLURAL_FORMS, plural_form

if TYPE_CHECKING:
    from tenback.core.errors import Problem
    from tenback.core.outcome import Outcome

Entry: TypeAlias = str | Mapping[str, str]
"""A text, or its plural forms."""


@cache
def catalogue(language: str) -> Mapping[str, Entry]:
    """Every entry of a language by its id."""
    # Reading costs more than everything else here, and many programs import this and never read.
    import tomllib
    from importlib import resources

    _check(language)
    entries: dict[str, Entry] = {}
    for file in resources.files("tenback.words").joinpath(language).iterdir():
        subject, dot, kind = file.name.rpartition(".")
        if dot and kind == "toml":
            entries.update(flattened(subject, tomllib.loads(file.read_text("utf-8"))))
    if language == LANGUAGES[0]:
        # Core itself writes errors and pictures in English; it knows no catalogue.
        from tenback.core.svg.words import WORDS

        entries.update((f"refusals.{code}", text) for code, text in MESSAGES.items())
        entries.update((f"picture.{key}", entry) for key, entry in WORDS.items())
    return MappingProxyType(entries)


def _check(language: object) -> None:
    if language not in LANGUAGES:
        shown, allowed = str(language)[:80], ", ".join(LANGUAGES)
        raise TenbackError("unknown-language", language=shown, allowed=allowed)


def flattened(name: str, found: Any) -> Iterator[tuple[str, Entry]]:
    """The entries of a file or of a table in it, each with its id."""
    if isinstance(found, str) or is_plural(found):
        yield name, found
        return
    for key, inner in found.items():
        yield from flattened(f"{name}.{key}", inner)


def is_plural(found: Mapping[str, Any]) -> bool:
    """Whether a table holds the plural forms of one entry; `other` is among them everywhere."""
    return isinstance(found.get("other"), str) and found.keys() <= PLURAL_FORMS


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
        text = entry if isinstance(entry, str) else self._form(entry, params["count"])
        return text.format(**params)

    def _form(self, forms: Mapping[str, str], count: object) -> str:
        """The form for a number, or the general one where there is no number."""
        chosen = plural_form(self.language, count) if isinstance(count, int) else "other"
        return forms.get(chosen, forms["other"])

    def refusal(self, error: TenbackError) -> str:
        """What was wrong, in this language; what it quotes stays as it was written."""
        if isinstance(error, InvalidRecord):
            return "\n".join(map(self._problem, error.problems))
        return self._sentence(error)

    def _sentence(self, error: TenbackError | Part) -> str:
        params = {
            key: self._sentence(value) if isinstance(value, Part) else value
            for key, value in error.params.items()
        }
        return self(f"refusals.{error.code}", **params)

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

        In a duel `seat` is the reader's; without one the reader is a spectator. `minimum` is how
        many cards the last turn needed; with it, a game that got stuck is explained more precisely.
        """
        if duel:
            return self._duel(outcome, seat, minimum)
        why = self._why("outcome", outcome, minimum)
        reason = self(why, count=minimum)
        if outcome.won:
            return reason
        mark = "left_excellent" if outcome.excellent else "left"
        return f"{reason} {self(f'outcome.{mark}', count=outcome.left)}"

    def _duel(self, outcome: Outcome, seat: int | None, minimum: int | None) -> str:
        winner = outcome.winner or 0
        why = self._why("outcome.duel", outcome, minimum)
        side = "seen" if seat is None else "won" if seat == winner else "lost"
        return self(f"{why}.{side}", winner=winner, loser=1 - winner, count=minimum)

    def _why(self, subject: str, outcome: Outcome, minimum: int | None) -> str:
        exact = outcome.reason is Reason.STUCK and minimum is not None
        return f"{subject}.{outcome.reason}{'_at' if exact else ''}"
