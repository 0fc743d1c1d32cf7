"""What `?` answers: how moves are typed, and the rules in a few words, all from the rules' data."""

from __future__ import annotations

from dataclasses import dataclass

from tenback.core.cards import card
from tenback.core.rules import Rules
from tenback.words import Words
from tenback.words.lists import numbers

MARK = "*"
"""Follows a fire card where it can be chosen."""


@dataclass(frozen=True)
class Help:
    """Help for one game; `book` is the command that prints all its rules, if there is one.

    `phrase` is an example of what can be said, empty at a silent table; `text` says whether players
    may use their own words.
    """

    say: Words
    rules: Rules
    book: str = ""
    phrase: str = ""
    text: bool = True

    def lines(self) -> list[str]:
        """Everything."""
        book = [self.say("terminal.help.rules", command=self.book)] if self.book else []
        return [
            self._typing(),
            " ".join(self._directions()),
            *self._tricks(),
            *self.fire(),
            self.say("terminal.help.commands"),
            *self._talk(),
            *book,
        ]

    def lay(self) -> str:
        """A lay of this game as an example."""
        return self._lays()[0]

    def fire(self, *, marked: bool = True) -> list[str]:
        """Which cards burn (F1), if any, and how they are marked in a hand."""
        if not self.rules.fire:
            return []
        sentence = self.say("terminal.fire", numbers=numbers(self.say, sorted(self.rules.fire)))
        return [f"{sentence} {self.say('terminal.fire-mark')}" if marked else sentence]

    def _talk(self) -> list[str]:
        if not self.phrase:
            return []
        lines = [self.say("terminal.help.talk", phrase=self.phrase)]
        return lines + [self.say("terminal.help.text")] * self.text

    def _typing(self) -> str:
        lays = self._lays()[: self.rules.maximum]
        end = self.say("terminal.command.end").split()[0]
        line, joined = " ".join([*lays, end]), lays[0].replace(" ", "-")
        return self.say("terminal.help.lay", lay=lays[0], joined=joined, line=line)

    def _lays(self) -> list[str]:
        """Two cards for the first pile, which could go there one after the other."""
        values = sorted(self.rules.deck.numbers)
        first = next(n for n in (37, 7, values[len(values) // 2]) if n in values)
        pile = self.rules.layout[0]
        after = [n for n in values if (n > first if pile.up else n < first)]
        second = (after[:1] if pile.up else after[-1:]) or [first]
        colour = (self.rules.deck.colours or ("",))[0]
        return [f"{card(n, colour)} {pile.name}" for n in dict.fromkeys([first, *second])]

    def _directions(self) -> list[str]:
        piles = self.rules.piles
        ways = [way for way, bases in (("up", piles.up), ("down", piles.down)) if bases]
        return [self.say(f"terminal.help.{way}") for way in ways]

    def _tricks(self) -> list[str]:
        trick = self.rules.trick
        back = [] if trick.distance is None else [trick.distance]
        lines = [self.say("terminal.help.distance", distance=distance) for distance in back]
        return lines + [self.say("terminal.help.colour")] * trick.same_colour
