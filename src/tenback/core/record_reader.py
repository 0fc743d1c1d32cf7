"""The forgiving reader of records: it accepts what is clear and reports every problem by line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from tenback.core.deal import Deal, DealCode
from tenback.core.engine import check_seat
from tenback.core.errors import InvalidNotation, InvalidRecord, Part, Problem, TenbackError
from tenback.core.game import Game
from tenback.core.moves import END
from tenback.core.notation import parse_action
from tenback.core.position import Position
from tenback.core.record import HEADER, OWN_HEADERS, Note, Record
from tenback.core.record_writer import FIRST_LINE, result
from tenback.core.rules import Rules
from tenback.core.talk import Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenback.core.state import Hand

_T = TypeVar("_T")
ENOUGH = 20
"""After so many problems the text is probably no record; more problems would not help."""

_HEADER_LINE = re.compile(rf"({HEADER.pattern})\s*:(.*)", re.ASCII)
_LABEL = re.compile(r"([0-9]{1,6})[.:]?\s*(?:\[\s*([0-9]|-)\s*\])?[:.]?(?=\s|$)", re.ASCII)
_TOKEN = re.compile(
    r"""\{(?P<comment>(?:[^{}\\]|\\.)*)\}
      | <\s*(?P<seat>[0-9])\s+(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<phrase>[a-z0-9:-]+))\s*>
      | (?P<word>[A-Za-z0-9-]+)(?P<mark>[!?]*)(?=\s|$|[{<])""",
    re.VERBOSE | re.ASCII,
)
_WORD = re.compile(r"\S+")
_OWN = {header.lower(): header for header in OWN_HEADERS}
_FLAGS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def read(text: str) -> Record:
    """Read a record, or raise `InvalidRecord` with everything that is wrong with it."""
    return _Reader().read(text)


@dataclass
class _Reader:
    """One text on its way to become a record."""

    problems: list[Problem] = field(default_factory=list)
    headers: dict[str, tuple[int, str]] = field(default_factory=dict)
    others: list[tuple[str, str]] = field(default_factory=list)
    toml: list[tuple[int, str]] = field(default_factory=list)
    talk: list[Said] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    game: Game | None = None
    starter: int | None = None
    label: int = 0

    def read(self, text: str) -> Record:
        lines = list(self._lines(text))
        body = self._read_headers(lines)
        self.game = self._begin()
        for number, line in body:
            if len(self.problems) >= ENOUGH:
                break
            self._read_line(number, line)
        self._start(self.headers.get("Starter", (0, ""))[0])
        self._check_result()
        if self.problems or self.game is None:
            raise InvalidRecord(sorted(self.problems, key=lambda problem: problem.line))
        return self._record(self.game)

    def _lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines that count, with their numbers."""
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        for number, line in enumerate(plain.split("\n"), start=1):
            stripped = line.strip()
            if stripped and not stripped.startswith("#"):
                yield number, stripped

    def _problem(self, line: int, code: str, **params: object) -> None:
        self.problems.append(Problem(line, InvalidNotation(code, **params)))

    def _try(self, line: int, do: Callable[[], _T]) -> _T | None:
        """Do it, or note what is wrong with that line."""
        try:
            return do()
        except TenbackError as error:
            self.problems.append(Problem(line, error))
            return None

    # Headers

    def _read_headers(self, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Take the headers in; returns the lines after them."""
        if lines and lines[0][1].lower() == FIRST_LINE:
            lines = lines[1:]
        else:
            first = lines[0] if lines else (1, "")
            self._problem(first[0], "record-header", text=first[1][:80])
        for place, (number, line) in enumerate(lines):
            if line.startswith("|"):
                self.toml.append((number, line[1:].removeprefix(" ")))
            elif found := _HEADER_LINE.fullmatch(line):
                self._header(number, found[1], " ".join(found[2].split()))
            else:
                return lines[place:]
        return []

    def _header(self, line: int, key: str, value: str) -> None:
        own = _OWN.get(key.lower())
        if own is None:
            self.others.append((key, value))
        elif own in self.headers:
            self._problem(line, "record-twice", key=own)
        else:
            self.headers[own] = (line, value)

    def _begin(self) -> Game | None:
        rules = self._rules()
        if rules is None:
            return None
        origin = self._origin(rules)
        takebacks, sealed = self._flag("Takebacks"), bool(self._flag("Sealed"))
        self.starter = self._seat("Starter")
        if origin is None:
            return None
        if isinstance(origin, Position):
            return Game.from_position(origin, takebacks=takebacks, sealed=sealed)
        line = min(self.headers[key][0] for key in ("Deal", "Hands") if key in self.headers)
        deal = origin
        game = self._try(
            line, lambda: Game(rules, deal, agree=True, takebacks=takebacks, sealed=sealed)
        )
        if game is not None and self.starter is None and "Starter" not in self.headers:
            self.starter = deal.settled_starter
        return game

    def _rules(self) -> Rules | None:
        line, name = self.headers.get("Rules", (0, ""))
        if self.toml:
            text = "\n".join(text for _, text in self.toml)
            rules = self._try(self.toml[0][0], lambda: Rules.from_toml(text))
            if rules is not None and name and name.lower() != rules.name:
                allowed = Part("allowed-name-below", name=rules.name)
                self._problem(line, "record-bad-header", key="Rules", value=name, allowed=allowed)
            return rules
        if not name:
            self._problem(line, "record-no-rules")
            return None
        return self._try(line, lambda: Rules.named(name.lower()))

    def _origin(self, rules: Rules) -> Deal | Position | None:
        if "Position" in self.headers:
            line, text = self.headers["Position"]
            return self._try(line, lambda: Position.parse(text, rules))
        if "Deal" in self.headers:
            line, code = self.headers["Deal"]
            return self._try(line, lambda: _deal(code, rules))
        if "Hands" in self.headers and "Stocks" in self.headers:
            seed = self.headers.get("Seed", (0, "null"))
            return Deal(
                hands=_hands(self.headers["Hands"][1]),
                stocks=_hands(self.headers["Stocks"][1]),
                starter=self._seat("Lot"),
                seed=self._try(seed[0], lambda: _seed(seed[1])),
            )
        self._problem(0, "record-no-deal")
        return None

    def _seat(self, key: str) -> int | None:
        line, value = self.headers.get(key, (0, "-"))
        if value == "-":
            return None
        if re.fullmatch("[0-7]", value, re.ASCII):
            return int(value)
        allowed = Part("allowed-seat")
        self._problem(line, "record-bad-header", key=key, value=value[:40], allowed=allowed)
        return None

    def _flag(self, key: str) -> bool | None:
        line, value = self.headers.get(key, (0, ""))
        if line and value.lower() not in _FLAGS:
            allowed = Part("allowed-on-off")
            self._problem(line, "record-bad-header", key=key, value=value[:40], allowed=allowed)
        return _FLAGS.get(value.lower())

    # Turns

    def _read_line(self, number: int, line: str) -> None:
        label = _LABEL.match(line)
        if label is not None:
            line = line[label.end() :]
            self._turn_label(number, int(label[1]), label[2])
        place = 0
        while place < len(line) and len(self.problems) < ENOUGH:
            if line[place].isspace():
                place += 1
                continue
            token = _TOKEN.match(line, place)
            if token is None:
                end = _WORD.match(line, place).end()  # type: ignore[union-attr]
                self._problem(number, "record-token", text=line[place : min(end, place + 80)])
                place = end
            else:
                self._read_token(number, token)
                place = token.end()

    def _turn_label(self, line: int, number: int, seat: str | None) -> None:
        """A new turn; one that was not ended in so many words ends here."""
        if number > 0:
            self._start(line)
        game = self.game
        if game is None:
            return
        if self.label and number != self.label and game.state.placed and END in game.legal_moves():
            self._do(line, "end")
        self.label = number
        turn = "-" if game.turn is None else str(game.turn)
        if seat is not None and seat != turn and self.game is not None:
            self._problem(line, "record-wrong-seat", written=seat, turn=turn)

    def _start(self, line: int) -> None:
        """The turns begin: the starter that the headers name starts."""
        game, starter = self.game, self.starter
        if game is None or starter is None or game.starter is not None:
            return
        if self._try(line, lambda: game.start(starter)) is None:
            self.game = None

    def _read_token(self, line: int, token: re.Match[str]) -> None:
        game = self.game
        moment = game.moment if game else 0
        if token["comment"] is not None:
            text = _unescape(token["comment"])
            if text:
                self.notes.append(Note(moment, text=text))
        elif token["seat"] is not None:
            said = self._try(line, lambda: _said(moment, token))
            if said is not None and game is not None:
                self._try(line, lambda: check_seat(game.state, said.seat))
                self.talk.append(said)
        else:
            self._do(line, token["word"])
            if token["mark"] and self.game is not None:
                after = self.game.moment
                note = self._try(line, lambda: Note(after, mark=token["mark"]))
                self.notes += [note] if note else []

    def _do(self, line: int, word: str) -> None:
        """Play on; after the first illegal move only the words themselves are checked."""
        action = self._try(line, lambda: parse_action(word))
        if action is None:
            self.game = None
            return
        self._start(line)
        game = self.game
        if game is not None and self._try(line, lambda: game.act(action)) is None:
            self.game = None

    def _check_result(self) -> None:
        line, written = self.headers.get("Result", (0, ""))
        if not line or self.game is None:
            return
        actual = result(self.game.outcome)
        if written.lower() != actual:
            self._problem(line, "record-wrong-result", written=written[:60], result=actual)

    def _record(self, game: Game) -> Record:
        return replace(
            Record.of(game),
            talk=tuple(self.talk),
            notes=tuple(self.notes),
            headers=tuple(self.others),
        )


def _deal(code: str, rules: Rules) -> Deal:
    return DealCode.parse(code, rules).deal()


def _hands(text: str) -> tuple[Hand, ...]:
    return tuple(
        tuple(card for card in re.split(r"[,\s]+", part.lower()) if card)
        for part in text.split("/")
    )


def _seed(text: str) -> str | None:
    try:
        seed = json.loads(text)
    except (ValueError, RecursionError):
        seed = text
    return seed if isinstance(seed, str) or seed is None else text


def _said(moment: int, token: re.Match[str]) -> Said:
    text = ""
    if token["text"] is not None:
        try:
            text = json.loads(token["text"], strict=False)
        except ValueError:
            raise InvalidNotation("record-token", text=token[0][:80]) from None
    return Said(moment, int(token["seat"]), token["phrase"] or "", text)


def _unescape(text: str) -> str:
    plain = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: plain.get(found[1], found[1]), text)
