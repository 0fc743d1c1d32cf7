"""The labelled messages, and how the filter does on them.

    python -m tests.talk.corpus evenings [--show]

prints, for every language and policy, the share of messages caught that must be refused and of
false alarms among those that may be delivered, with Wilson intervals of 95 %.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.core.rules import TalkPolicy
from tenback.talk.filter import Verdict, judge
from tenback.talk.filter.vocabulary import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

POLICIES = (
    TalkPolicy.NO_NUMBERS,
    TalkPolicy.NO_CLUES,
    TalkPolicy.VAGUE_HEIGHTS,
    TalkPolicy.COLOURS_ONLY,
)
_FOLDER = Path(__file__).parent / "corpus"
_NEXT = " ⏎ "


@dataclass(frozen=True)
class Labelled:
    """One line of the corpus: messages of one speaker, and which policies let them all through."""

    language: str
    messages: tuple[str, ...]
    allowed: frozenset[TalkPolicy]


def lines(half: str, language: str) -> Iterator[Labelled]:
    """The labelled messages of one half in one language."""
    text = (_FOLDER / half / f"{language}.tsv").read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        if line.strip() and not line.startswith("# "):
            *labels, message = line.split("\t")
            allowed = {
                policy for policy, label in zip(POLICIES, labels, strict=True) if label == "ok"
            }
            yield Labelled(language, tuple(message.split(_NEXT)), frozenset(allowed))


def verdict(labelled: Labelled, policy: TalkPolicy) -> Verdict:
    """The first refusal while the messages are sent one after the other, or the last verdict."""
    said: list[str] = []
    for message in labelled.messages:
        found = judge(message, policy, said)
        if not found.ok:
            return found
        said.append(message)
    return found


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The interval of 95 % for a share."""
    z, share = 1.96, hits / of
    middle = share + z * z / (2 * of)
    spread = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)
    return max(low, 0.0), min(high, 1.0)


@dataclass
class Score:
    """How many of how many."""

    hits: int = 0
    of: int = 0

    def __str__(self) -> str:
        low, high = wilson(self.hits, self.of) if self.of else (0.0, 1.0)
        share = self.hits / self.of if self.of else 0.0
        return f"{self.hits:4}/{self.of:<4} {share:7.2%} ({low:.1%} to {high:.1%})"


def scores(half: str, show: bool = False) -> dict[tuple[str, TalkPolicy, str], Score]:
    """Caught and false alarms, by language and policy."""
    found: dict[tuple[str, TalkPolicy, str], Score] = defaultdict(Score)
    for language in LANGUAGES:
        for labelled in lines(half, language):
            for policy in POLICIES:
                refused = verdict(labelled, policy)
                innocent = policy in labelled.allowed
                score = found[language, policy, "false alarms" if innocent else "caught"]
                score.hits += not refused.ok
                score.of += 1
                if show and refused.ok != innocent:
                    _show(labelled, policy, refused)
    return found


def _show(labelled: Labelled, policy: TalkPolicy, refused: Verdict) -> None:
    kind = "missed" if refused.ok else f"false alarm {refused.code} {refused.found!r}"
    print(f"{labelled.language} {policy}: {kind}: {_NEXT.join(labelled.messages)}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The filter on the labelled messages.")
    parser.add_argument("half", choices=("development", "heldout", "evenings", "unseen"))
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    given = parser.parse_args()
    found = scores(given.half, given.show)
    for kind in ("caught", "false alarms"):
        print(f"\n{kind}")
        for language in LANGUAGES:
            for policy in POLICIES:
                print(f"  {language} {policy:<14} {found[language, policy, kind]}")


if __name__ == "__main__":
    main()
