"""Golden transcripts: scripted games as they read at the keyboard.

python -m tests.terminal.make      writes them anew
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from tenback import Deal, Game, Rules
from tests.terminal.typist import Typist, table

GOLDEN = Path(__file__).parent / "golden"

SMALL = """
name = "small"
minimum = 1
maximum = 2
deck = { numbers = "1..12", colours = ["white", "orange"] }
piles = { up = [0, "any"], down = [13] }
hands = { 2 = 3, 3 = 3 }
trick = { distance = 3, same_colour = true }
fire = [6]
"""


@dataclass(frozen=True)
class Script:
    """Who plays what, the lines typed first, and how many turns follow before giving up."""

    rules: Rules
    players: int
    people: int
    first: tuple[str, ...] = ()
    turns: int = 1000
    language: str = "en"
    takebacks: bool | None = None


SCRIPTS = {
    "original-alone": Script(
        Rules.named("original"),
        1,
        1,
        ("?", "options", "lok", "37", "14 u1 xyz", "end", "5 u1", "12 u7", "14 u1", "back", "look"),
        turns=5,
    ),
    "original-expert-with-bots": Script(Rules.named("original-expert"), 4, 1, turns=5),
    "original-watched": Script(Rules.named("original-expert-short-hands"), 2, 0),
    "on-fire-hot-seat": Script(
        Rules.named("on-fire"), 2, 2, ("78 d1 77 d1", "options", "end", "look"), turns=6
    ),
    "on-fire-alone": Script(
        Rules.named("on-fire"),
        1,
        1,
        ("99 d1 80 d1 end", "14 u2 44 u1", "end", "18 u2 20 u2", "options", "e"),
    ),
    "quick-and-easy-hot-seat": Script(Rules.named("quick-and-easy"), 4, 3, ("back",)),
    "quick-and-easy-professional": Script(
        Rules.named("quick-and-easy-professional"), 3, 2, ("end", "options")
    ),
    "face-to-face-with-bot": Script(Rules.named("face-to-face"), 2, 1, ("options",)),
    "face-to-face-hot-seat": Script(Rules.named("face-to-face"), 2, 2, turns=9),
    "own-variant-takebacks": Script(Rules.from_toml(SMALL), 3, 2, ("look", "back"), takebacks=True),
    "on-fire-french": Script(
        Rules.named("on-fire"),
        2,
        2,
        ("aide", "78 d1 77 d1", "choix", "fni", "fin", "table"),
        turns=6,
        language="fr",
    ),
    "talk-with-bots": Script(
        Rules.named("original"),
        3,
        1,
        (
            *("?", "say", "say leave u1", "say leave u1", "say small d1", "say back u9"),
            *('"Good luck, everybody', '"I have the 37', "unsay", "unsay leave u1", "say leave u1"),
            *("say tihgt", "look", "say thanks"),
        ),
        turns=3,
    ),
    "talk-french": Script(
        Rules.named("on-fire"),
        2,
        2,
        ("dire", "dire laisse d2", "dire recule u1", "dire serre", '"Bonne chance', "table"),
        turns=5,
        language="fr",
    ),
    "talk-german": Script(
        Rules.named("quick-and-easy"),
        3,
        2,
        ("sag", "sag hoch grün", "sag trick u1", '"Viel Glück', '"Ich habe die Sieben', "tisch"),
        turns=5,
        language="de",
    ),
    "face-to-face-german": Script(
        Rules.named("face-to-face"), 2, 2, ("hilfe", "optionen", "zrück"), turns=6, language="de"
    ),
}


def transcript(name: str) -> str:
    """What is printed, and what is typed."""
    script = SCRIPTS[name]
    deal = Deal.from_seed(script.rules, script.players, "b")
    game = Game(script.rules, deal, takebacks=script.takebacks)
    out = io.StringIO()
    typist = Typist(game, out, script.first, script.turns)
    table(game, script.people, typist, out, script.language).run()
    return out.getvalue()


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for name in SCRIPTS:
        (GOLDEN / f"{name}.txt").write_text(transcript(name), "utf-8")


if __name__ == "__main__":
    main()
