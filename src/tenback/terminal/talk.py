"""What people say at the keyboard: phrases by short words, free text after a quote mark."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.bots.match import NOW, person_at
from tenback.core.errors import TenbackError
from tenback.core.rules import TalkPolicy
from tenback.table.commands import Say
from tenback.talk.phrase_text import TypedPhrases, sentence
from tenback.talk.phrases import PHRASES, UNSAY, About, Remark, read, subjects
from tenback.talk.speech import in_force, possible_phrases, suggested_phrase
from tenback.talk.standing_remarks import standing
from tenback.terminal.typos import near
from tenback.words.printable import printable
from tenback.words.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.table.table import Table
    from tenback.words import Words

QUOTES = "\"'“”„«»‘’‚‹›"
"""One of them before a line makes it free text."""


class Talk:
    """The talk of one game at one keyboard.

    `sure` asks a question, given by its id and parameters, and returns whether the answer was yes.
    """

    def __init__(self, table: Table, say: Words, sure: Callable[..., bool]) -> None:
        self.table = table
        self.game = table.current_game()
        self.say = say
        self.policy = table.options.talk
        self.free_text = table.options.free_text
        self.sure = sure
        self.typing = TypedPhrases(say, self.game.rules)
        self.commands = {
            word: name
            for name in ("say", "unsay")
            for word in say(f"terminal.command.{name}").split()
        }

    def meant(self, line: str) -> bool:
        """Whether a line is talk: neither a move nor a command nor empty."""
        words = line.lower().split()
        return bool(words) and (_quoted(words[0]) or words[0] in self.commands)

    def answer(self, seat: int, line: str) -> list[str]:
        """Say what was typed; returns what its author has to know besides."""
        if self.game.players == 1:
            return [self.say("terminal.talk.alone")]
        try:
            return self._answer(seat, line)
        except TenbackError as error:
            return [self._refusal(error)]

    def example(self) -> str:
        """A phrase as a player types it at this table; empty at a silent one."""
        now = in_force(self.game.view(), self.policy)
        if self.game.players == 1 or now is TalkPolicy.SILENT:
            return ""
        about_piles = (p for p in PHRASES.values() if p.about is About.PILE and now in p.policies)
        phrase = next(about_piles)
        return self.typing.typed(Remark(phrase, subjects(self.game.rules, phrase)[0]))

    def advice(self, line: str) -> str:
        """What to type instead of a phrase without the word before it; empty for other lines."""
        known = bool(self.example()) and self.typing.knows(line.split()[0])
        return f"{self._command} {line}" if known else ""

    def how_to(self) -> list[str]:
        """How players talk at this table; nothing at a silent one."""
        phrase = self.example()
        sentence = self.say("terminal.talk.how-to", command=self._command, phrase=phrase)
        return [sentence] if phrase else []

    @property
    def _command(self) -> str:
        return self.say("terminal.command.say").split()[0]

    def _answer(self, seat: int, line: str) -> list[str]:
        command, *words = line.split()
        if _quoted(command):
            return self._say_text(seat, line)
        says = self.commands[command.lower()] == "say"
        if not words:
            return self._sayable(seat) if says else self._unsayable(seat)
        if says and _quoted(words[0]):
            return self._say_text(seat, " ".join(words))
        phrase = self.typing.read(words)
        return self._say(seat, phrase if says else f"{UNSAY}:{phrase}")

    def _say(self, seat: int, phrase: str = "", text: str = "") -> list[str]:
        said = self.table.handle(person_at(seat), Say(phrase, text), NOW)
        return [] if said else [self.say("terminal.talk.stands")]

    def _say_text(self, seat: int, quoted: str) -> list[str]:
        """Free text that plainly means a phrase is better said as one: every language knows it."""
        text = quoted.strip().strip(QUOTES).strip()
        if not text:
            return self.how_to() or [self.say("refusals.talk-silent")]
        phrase = suggested_phrase(self.game.view(), seat, text, self.policy)
        remark = read(phrase)
        if remark is not None and self.sure(
            "terminal.talk.offer", words=sentence(self.say, remark)
        ):
            return self._say(seat, phrase)
        return self._say(seat, text=text)

    # What there is

    def _sayable(self, seat: int) -> list[str]:
        """What can be said here and now."""
        now = in_force(self.game.view(), self.policy)
        if now is TalkPolicy.SILENT:
            return [self.say("refusals.talk-silent")]
        phrases = list(possible_phrases(self.game.view(), seat, self.policy))
        lines = [self._item(*line) for line in self.typing.choices(phrases)]
        return [*self._rule(), *lines, *[self.say("terminal.talk.own-words")] * self.free_text]

    def _rule(self) -> list[str]:
        """How this table talks, as a rule book says it."""
        rules = replace(self.game.rules, talk=in_force(self.game.view(), self.policy))
        title = self.say("rulebook.talk.title")
        book = rulebook(rules, self.say.language)
        return [text for section in book if section.title == title for text in section.paragraphs]

    def _unsayable(self, seat: int) -> list[str]:
        """What can be taken back."""
        own = [said.remark for said in standing(self.game.view()) if said.seat == seat]
        lines = [self._item(self.typing.typed(said), sentence(self.say, said)) for said in own]
        return lines or [self.say("terminal.talk.nothing-said")]

    def _item(self, typed: str, words: str) -> str:
        return self.say("terminal.item", name=typed, text=words)

    def _refusal(self, error: TenbackError) -> str:
        """Why not, with phrases and colours as players type them."""
        params = dict(error.params)
        phrase = str(params.get("phrase", "")).removeprefix(f"{UNSAY}:")
        remark = read(phrase)
        params["phrase"] = self.typing.typed(remark) if remark else phrase.replace(":", " ")
        if error.code == "unknown-phrase":
            params["hint"] = f" {self._hint(phrase)}"
        if "colours" in params:
            params["colours"] = ", ".join(map(self.typing.subject, self.game.rules.deck.colours))
        return printable(self.say.refusal(type(error)(error.code, **params)))

    def _hint(self, phrase: str) -> str:
        """The phrase that a player may have meant with a word that is none."""
        word = near(phrase.partition(":")[0], map(self.typing.word, PHRASES.values()))
        if word:
            return self.say("terminal.did-you-mean", word=word)
        return self.say("terminal.talk.own-words") if self.free_text else self.how_to()[0]


def _quoted(text: str) -> bool:
    return text.startswith(tuple(QUOTES))
