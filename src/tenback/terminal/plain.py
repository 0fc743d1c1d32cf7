"""The line mode: a whole game by typed lines, in a terminal, a pipe or with a screen reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tenback.bots.match import NOW, Match, person_at
from tenback.core.errors import TenbackError
from tenback.core.events import TurnEnded
from tenback.core.moves import END, Lay, Move
from tenback.core.talk import Said
from tenback.table import commands as c
from tenback.table.bot_prompts import PromptKind
from tenback.talk.timeline import timeline
from tenback.terminal.console import Ended
from tenback.terminal.help import Help
from tenback.terminal.hints import Hints
from tenback.terminal.narrator import Narrator
from tenback.terminal.talk import Talk
from tenback.terminal.typos import near
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tenback.analysis.hints import Considers
    from tenback.bots.base import Bot
    from tenback.bots.stand_in import LostSeat
    from tenback.core.events import Event
    from tenback.core.game import Game
    from tenback.core.rules import TalkPolicy
    from tenback.terminal.console import Console
    from tenback.words import Words

COMMANDS = ("end", "back", "options", "look", "hint", "say", "unsay", "resign", "help", "quit")

# A lay, whose card may carry the mark of a fire card, or any other word.
_TOKEN = re.compile(
    r"[\s,;]*(?:([a-z]?[0-9]{1,3})\*?[\s-]*([ud][1-9])(?=[\s,;]|$)|([^\s,;]+))", re.ASCII
)


class Leave(Exception):
    """A player left the table."""


class LineMode:
    """One game at one keyboard. Seats without a bot are people, who pass it on to each other.

    The bots draw their chance from `seed`. `keep` is called with the game after every turn and on
    leaving, however that comes about. `book` is the command that prints the rules of the game, if
    there is one. `policy` and `free_text` are what the table has chosen about talk, by default what
    the rules say. `adviser` gives the hints, by default `master`; `hinted` is called after each.
    """

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        say: Words,
        seed: str,
        console: Console,
        keep: Callable[[Game], None] | None = None,
        book: str = "",
        *,
        policy: TalkPolicy | None = None,
        free_text: bool = True,
        adviser: Considers | None = None,
        hinted: Callable[[], None] | None = None,
    ) -> None:
        self.game = game
        self.bots = bots
        self.say = say
        self.match = Match(game, bots, seed, policy=policy, free_text=free_text, on_lost=self._lost)
        self.table = self.match.table
        self.console = console
        self.keep = keep
        self.hints = Hints(game, say, seed, policy, adviser)
        self.hinted = hinted
        self.talk = Talk(self.table, say, self._sure)
        self.help = Help(say, game.rules, book, self.talk.example(), free_text)
        self.people = [seat for seat in range(game.players) if seat not in bots]
        # The only person reads along while bots play, and so does a spectator; several
        # people read what they missed when the keyboard reaches them.
        self.shared = len(self.people) > 1
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.holder: int | None = None
        self.events_read = {seat: _last_turn(game, seat) for seat in (None, *self.people)}
        self.heard = dict.fromkeys((None, *self.people), _long_ago(game))
        # What had happened before may have been printed before.
        self.resumed = len(game.events) if game.actions else 0
        self.commands = {
            word: command
            for command in COMMANDS
            for word in say(f"terminal.command.{command}").split()
        }

    def run(self) -> None:
        """Play to the end, or until a player leaves."""
        try:
            self._welcome()
            if self.game.turn is None and self.game.outcome is None:
                self._agree()
            while self.game.outcome is None:
                self._turn()
                self._keep()
            self._finish()
        except (Leave, Ended):
            self._left()
        except KeyboardInterrupt:
            self._print("")
            self._left()
            raise
        finally:
            self._keep()

    # The course of the game

    def _welcome(self) -> None:
        name, count = self.game.rules.name, self.game.players
        self._print(self.say("terminal.welcome", game=name, count=count))
        if self.reader is not None and self.bots:
            self._print(self.say("terminal.you-are", seat=self.reader))
        if self.bots:
            seats = ", ".join(f"{seat} ({name})" for seat, name in self.match.names.items())
            self._print(self.say("terminal.bots", count=len(self.bots), seats=seats))
        self._print(*self.help.fire(marked=bool(self.people)))

    def _agree(self) -> None:
        """All people look at their hands, then the team names who starts (O3)."""
        self.match.run(PromptKind.WILLING)
        for seat in self.people:
            self._take_keyboard(seat)
            self._narrate(seat)
            self._print(self._narrator(seat).hand(self.game.view(seat)))
        self._hide_hand()
        if self.shared:
            self._print(*map(self._narrator(None).remark, self.game.talk))
        self.match.run(PromptKind.START)
        last = self.game.players - 1
        while self.game.turn is None and self.game.outcome is None:
            answer = self._ask("terminal.who-starts", last=last)
            command = self.commands.get(answer.lower())
            if command == "help":
                self._print(*self.help.lines())
            elif command == "hint":
                self._hint(self.reader)
            elif self._talked(self.reader, answer):
                continue
            elif answer in map(str, range(self.game.players)):
                self._start(int(answer))
            else:
                self._print(self.say("terminal.not-a-seat", last=last))

    def _start(self, seat: int) -> None:
        """A person starts, or leaves it to a bot."""
        who = seat if seat in self.people else self.people[0]
        self.table.handle(person_at(who), c.Start(seat), NOW)

    def _turn(self) -> None:
        """One whole turn of the seat on turn."""
        seat = self.game.turn
        if seat is None:
            return
        self.match.run(PromptKind.SPEAK)
        if not self.shared:
            self._narrate(self.reader)
        if seat in self.bots:
            self.match.take_turn()
        else:
            self._take_keyboard(seat)
            self._narrate(seat)
            self._look(seat)
            self._person_turn(seat)

    def _person_turn(self, seat: int) -> None:
        done = len(self.game.actions)
        while self.game.turn == seat and END not in self.game.actions[done:]:
            self._command(seat, self._ask("terminal.prompt", seat=seat))

    def _finish(self) -> None:
        """Print what no reader has read yet, and the outcome. All cards lie open now (V3)."""
        self._narrate(self.reader)
        self._print(*self._narrator(self.reader).end(self.game.view(self.reader)))

    def _left(self) -> None:
        if self.holder is not None:
            self.console.wipe()
        self._print(self.say("terminal.left"))

    def _keep(self) -> None:
        if self.keep is not None:
            self.keep(self.game)

    # What people type

    def _command(self, seat: int, line: str) -> None:
        if self._talked(seat, line):
            return
        words = line.lower()
        match self.commands.get(words):
            case "help":
                self._print(*self.help.lines())
            case "look":
                self._look(seat)
            case "options":
                narrator, options = self._narrator(seat), self.game.view(seat).options()
                self._print(*narrator.lays(options), *narrator.choice(options))
            case "hint":
                self._hint(seat)
            case "back":
                if self._do(seat, c.TakeBack()):
                    self._stand(seat)
            case "resign":
                self._resign(seat)
            case _:
                self._moves(seat, words)

    def _talked(self, seat: int | None, line: str) -> bool:
        """Whether the line was talk; its author reads at once what all players hear."""
        if not self.talk.meant(line):
            return False
        if seat is None:
            # Several people sit around the keyboard, and none of them in particular is talking.
            self._print(self.say("terminal.talk.keyboard"))
            return True
        answer = self.talk.answer(seat, line)
        self._narrate(seat)
        self._print(*answer)
        return True

    def _moves(self, seat: int, words: str) -> None:
        """Play the moves of a line one after the other, as far as they go."""
        moves = self._read(words)
        done = len(self.game.actions)
        for move in moves:
            if not (self._meant(seat, move) and self._do(seat, c.Play(str(move)))):
                break
        if len(self.game.actions) > done and END not in self.game.actions[done:]:
            self._stand(seat)

    def _read(self, words: str) -> list[Move]:
        """The moves of a line; none at all when a part of it makes no sense."""
        moves: list[Move] = []
        for found in _TOKEN.finditer(words):
            ends = self.commands.get(found[3]) == "end"
            if END in moves or not (found[1] or ends):
                self._puzzled(words[found.start() :].strip(" ,;"))
                self._print(*[self.say("terminal.nothing-done")] * bool(moves))
                return []
            moves.append(END if ends else Lay(found[1], found[2]))
        return moves

    def _puzzled(self, text: str) -> None:
        text = text[:40]
        commands = [word for word in self.commands if len(word) > 1]
        meant = self.talk.advice(text) or near(text.split()[0], commands)
        hint = self.say("terminal.how-to", lay=self.help.lay())
        if meant:
            hint = self.say("terminal.did-you-mean", word=meant)
        self._print(f"{self.say('terminal.not-understood', text=text)} {hint}")

    def _meant(self, seat: int, move: Move) -> bool:
        """Whether to go on: the player confirms a move that loses the game."""
        view = self.game.view(seat)
        options = view.options()
        if move == END:
            if options.may_end:
                self._print(*self._narrator(seat).fires(view))
            return not options.end_loses or self._sure("terminal.sure-end")
        losing = any(lay.loses for lay in options.lays if lay.move == move)
        return not losing or self._sure("terminal.sure-lay")

    def _resign(self, seat: int) -> None:
        """Give up; in a team the person at the keyboard answers for all people (O16)."""
        others = [] if self.game.rules.duel else [one for one in self.people if one != seat]
        if self._sure("terminal.sure-resign-all" if others else "terminal.sure-resign"):
            for other in others:
                self.table.handle(person_at(other), c.Resign(), NOW)
            self._do(seat, c.Resign())

    def _do(self, seat: int, command: c.Command) -> bool:
        """Carry a command out and print what happened; or print why it is refused."""
        try:
            self.table.handle(person_at(seat), command, NOW)
        except TenbackError as error:
            self._print(self._refusal(error))
            return False
        self._narrate(seat)
        return True

    def _refusal(self, error: TenbackError) -> str:
        """Why not, for the player who typed it."""
        if error.code == "not-held":
            return self.say("terminal.not-held", **error.params)
        return self.say.refusal(error)

    def _sure(self, question: str, **params: object) -> bool:
        while True:
            answer = self._ask(question, **params).lower()
            if answer in self.say("terminal.yes").split():
                return True
            if answer in self.say("terminal.no").split():
                return False

    # What people read

    def _look(self, seat: int) -> None:
        view, narrator = self.game.view(seat), self._narrator(seat)
        self._print(*narrator.table(view), narrator.hand(view), *narrator.choice(view.options()))

    def _hint(self, seat: int | None) -> None:
        if seat is None:
            # Several people sit around the keyboard, and no hand is shown.
            self._print(self.say("hints.start.keyboard"))
            return
        lines, given = self.hints.lines(seat)
        if given and self.hinted is not None:
            self.hinted()
        self._print(*lines)

    def _lost(self, lost: LostSeat) -> None:
        self._print(printable(lost.sentence(self.say)))

    def _stand(self, seat: int) -> None:
        """How things stand in the middle of a turn."""
        if self.game.turn == seat:
            self._print(*self._narrator(seat).turn(self.game.view(seat)))

    def _narrate(self, seat: int | None) -> None:
        """Print for a seat what it has not read yet."""
        lines = self._narrator(seat).events(self._news(seat))
        # What one player has read at this keyboard is not printed for all at the end.
        for reader in {seat, None} if self.shared else {seat}:
            self.events_read[reader] = len(self.game.events)
            self.heard[reader] = len(self.game.talk)
        self._print(*lines)

    def _news(self, seat: int | None) -> Iterator[Event | Said]:
        """What happened and was said since a seat last read."""
        already_read = max(self.events_read[seat], min(self.resumed, self._recent(seat)))
        heard = self.heard[seat]
        for _, thing in timeline(self.game.received(seat), self.game.talk):
            if isinstance(thing, Said):
                heard -= 1
            else:
                already_read -= 1
            if (heard if isinstance(thing, Said) else already_read) < 0:
                yield thing

    def _recent(self, seat: int | None) -> int:
        """Where what a seat may be shown later on begins: this turn and the one before (V2)."""
        recent = self.game.view(seat, memory=False).history
        return len(self.game.events) - len(recent)

    def _narrator(self, seat: int | None) -> Narrator:
        return Narrator(self.say, self.game.rules, seat)

    def _take_keyboard(self, seat: int) -> None:
        if self.shared and self.holder != seat:
            self._hide_hand()
            self._ask("terminal.take-keyboard", seat=seat)
            self.holder = seat

    def _hide_hand(self) -> None:
        """Hide the hand of the player at the keyboard, who may still talk, from the next one."""
        if self.holder is None:
            return
        question = (
            "terminal.talk.pass-keyboard" if self.talk.example() else "terminal.pass-keyboard"
        )
        while line := self._ask(question):
            command = self.commands.get(line.lower())
            if command == "help":
                self._print(*self.help.lines())
            elif command == "hint" and self.game.turn is None:
                self._hint(self.holder)
            elif not self._talked(self.holder, line):
                self._print(*self.talk.how_to())
        self.console.wipe()
        self.holder = None

    def _print(self, *lines: str) -> None:
        self.console.print(lines)

    def _ask(self, question: str, **params: object) -> str:
        answer = self.console.ask(self.say(question, **params))
        if self.commands.get(answer.lower()) == "quit":
            raise Leave
        return answer


def _last_turn(game: Game, seat: int | None) -> int:
    """How many events are known already: to a seat those up to the end of its last turn."""
    received = game.received(seat)
    if seat is None:
        return len(received) if game.actions else 0
    ends = [place for place, event in enumerate(received, 1) if event == TurnEnded(seat)]
    return ends[-1] if ends else 0


def _long_ago(game: Game) -> int:
    """How many remarks are older than the running turn and the one before (V2)."""
    recent = game.view(memory=False).forgotten
    return sum(said.moment < recent for said in game.talk)
