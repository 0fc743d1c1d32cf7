"""The line mode: a whole game by typed lines, in a terminal, a pipe or with a screen reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TextIO

from tenback.core.deal import DealCode
from tenback.core.errors import TenbackError
from tenback.core.events import Over
from tenback.core.moves import BACK, END, Action, Lay, Move, Resign
from tenback.terminal.narrator import Narrator

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from tenback.bots.base import Bot
    from tenback.core.game import Game
    from tenback.words import Words

# A clean slate for the next person: wipe the screen and the lines scrolled away, go to the top.
WIPE = "\x1b[2J\x1b[3J\x1b[H"

_MOVE = re.compile(r"\s*(?:([a-z]?[0-9]{1,3})[\s-]*([ud][1-9])|(end|e))(?:[,;]|(?=\s|$))", re.ASCII)
_YES = {"y", "yes", "o", "oui", "j", "ja"}


class Leave(Exception):
    """Somebody left the table, or the input ended."""


class LineMode:
    """One game at one keyboard. Seats without a bot are people, who pass it on to each other."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        say: Words,
        rng: random.Random,
        source: TextIO,
        out: TextIO,
    ) -> None:
        self.game = game
        self.bots = bots
        self.say = say
        self.rng = rng
        self.source = source
        self.out = out
        self.people = [seat for seat in range(game.players) if seat not in bots]
        # Who reads along while bots play: the only person, or spectators; several people are told
        # what they missed when the keyboard reaches them.
        self.shared = len(self.people) > 1
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.told = {seat: len(game.received(seat)) for seat in (None, *self.people)}

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._print(self.say("line.welcome", game=self.game.rules.name, count=self.game.players))
        try:
            if self.game.turn is None and self.game.outcome is None:
                self._agree()
            while self.game.outcome is None:
                self._turn()
        except Leave:
            self._print(self.say("line.left"))
        else:
            self._finish()

    # The course of the game

    def _agree(self) -> None:
        """Everybody looks at their hand, then the team names who starts (O3)."""
        for seat in self.people:
            self._take_keyboard(seat)
            self._print(self._narrator(seat).hand(self.game.view(seat)))
            self._pass_keyboard()
        last = self.game.players - 1
        while self.game.turn is None and self.game.outcome is None:
            answer = self._ask(self.say("line.who-starts", last=last)) if self.people else "0"
            if answer in ("q", "quit"):
                raise Leave
            if answer in ("?", "help"):
                self._print(self.say("line.help"))
            elif answer in map(str, range(self.game.players)):
                self.game.start(int(answer))
                self._narrate(self.reader)
            else:
                self._print(self.say("line.not-a-seat", last=last))

    def _turn(self) -> None:
        """One whole turn of whoever is on turn."""
        seat = self.game.turn
        if seat is None:
            return
        if seat in self.bots:
            self._bot_turn(self.bots[seat])
        else:
            self._take_keyboard(seat)
            self._narrate(seat)
            self._look(seat)
            self._person_turn(seat)
            self._pass_keyboard()

    def _bot_turn(self, bot: Bot) -> None:
        move: Move | None = None
        while self.game.turn is not None and move != END:
            move = bot.move(self.game.view(self.game.turn), self.rng)
            self.game.play(move)
            if not self.shared:
                self._narrate(self.reader)

    def _person_turn(self, seat: int) -> None:
        actions = len(self.game.actions)
        while self.game.turn == seat and END not in self.game.actions[actions:]:
            self._command(seat, self._ask(self.say("line.prompt", seat=seat)).lower())

    def _finish(self) -> None:
        """Everything lies open now (V3)."""
        view = self.game.view(self.reader)
        narrator = self._narrator(self.reader)
        if self.shared and view.outcome is not None:
            self._print(narrator.event(Over(view.outcome)))
        self._print(*narrator.hands(view))
        if self.game.deal is not None and self.game.deal.seed is not None:
            code = DealCode(self.game.rules, self.game.players, self.game.deal.seed)
            self._print(self.say("line.deal-was", code=code))

    # What people type

    def _command(self, seat: int, words: str) -> None:
        narrator, options = self._narrator(seat), self.game.view(seat).options()
        match words:
            case "":
                pass
            case "?" | "help":
                self._print(self.say("line.help"))
            case "look" | "l":
                self._look(seat)
            case "options" | "o":
                self._print(*narrator.lays(options), narrator.owed(options))
            case "quit" | "q":
                raise Leave
            case "back" | "b":
                self._do(seat, BACK)
            case "resign":
                if self._sure("line.sure-resign"):
                    self._do(seat, Resign(seat))
            case _:
                self._moves(seat, words)

    def _moves(self, seat: int, words: str) -> None:
        """Play the moves of a line one after the other, as far as they go."""
        place = 0
        while place < len(words) and self.game.turn == seat:
            found = _MOVE.match(words, place)
            if found is None:
                self._print(self.say("line.not-understood", text=words[place:].strip()[:40]))
                return
            move: Move = END if found[3] else Lay(found[1], found[2])
            if not (self._warned(seat, move) and self._do(seat, move)) or move == END:
                return
            place = found.end()
        if self.game.turn == seat:
            view = self.game.view(seat)
            self._print(self._narrator(seat).hand(view), self._narrator(seat).owed(view.options()))

    def _warned(self, seat: int, move: Move) -> bool:
        """Whether to go on: a move that loses the game is made only by somebody who means it."""
        options = self.game.view(seat).options()
        if move == END:
            if options.leaves_burning and options.may_end:
                self._print(
                    self.say("line.leaves-burning", piles=", ".join(options.leaves_burning))
                )
            return not options.end_loses or self._sure("line.sure-end")
        losing = any(lay.loses for lay in options.lays if lay.move == move)
        return not losing or self._sure("line.sure-lay")

    def _do(self, seat: int, action: Action) -> bool:
        """Do it and tell; or tell why not."""
        try:
            self.game.act(action)
        except TenbackError as error:
            self._print(self.say.refusal(error))
            return False
        self._narrate(seat)
        return True

    def _sure(self, question: str) -> bool:
        return self._ask(self.say(question)).lower() in _YES

    # What people read

    def _look(self, seat: int) -> None:
        view, narrator = self.game.view(seat), self._narrator(seat)
        self._print(*narrator.table(view), narrator.hand(view), narrator.owed(view.options()))

    def _narrate(self, seat: int | None) -> None:
        """Tell a seat what it has not been told yet."""
        received = self.game.received(seat)
        lines = map(self._narrator(seat).event, received[self.told[seat] :])
        self.told[seat] = len(received)
        self._print(*filter(None, lines))

    def _narrator(self, seat: int | None) -> Narrator:
        return Narrator(self.say, self.game.rules, seat)

    def _take_keyboard(self, seat: int) -> None:
        if self.shared:
            self._ask(self.say("line.take-keyboard", seat=seat))

    def _pass_keyboard(self) -> None:
        """Hide the hand of whoever has just played from whoever comes next."""
        if self.shared and self.game.outcome is None:
            self._ask(self.say("line.pass-keyboard"))
            if self.out.isatty():
                self.out.write(WIPE)

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self.out)

    def _ask(self, prompt: str) -> str:
        self.out.write(f"{prompt} ")
        self.out.flush()
        line = self.source.readline()
        if not self.source.isatty():
            self.out.write("\n")
        if not line:
            raise Leave
        return line.strip()
