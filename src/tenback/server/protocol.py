"""Every message between a server and its clients: the one place where they are described.

JSON Schema, the OpenAPI document and the page's TypeScript types are generated from here
(`tenback.server.schema`). Requests are read strictly: an unknown field is a mistake. Answers
are msgspec's own structs, with the frozen values of the layers below inside them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Union, get_args, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.structs import asdict

from tenback.core import events as core_events
from tenback.core.cards import Card
from tenback.core.choices import Choices
from tenback.core.outcome import Outcome
from tenback.core.rules import Pile, Rules, TalkPolicy
from tenback.core.state import Hand, Placed
from tenback.core.talk import Said
from tenback.core.views import Burning
from tenback.host.daily import Row, Rung, Try
from tenback.host.history import Streaks
from tenback.host.persistence import Listed
from tenback.table import commands as c
from tenback.table import events as table_events
from tenback.table.fairness import FairDeal, Stage
from tenback.table.options import TableOptions
from tenback.table.permissions import PERMISSIONS, Role
from tenback.table.phases import Phase
from tenback.table.resignation import Resignation
from tenback.table.results import Marks, Result
from tenback.table.seats import Seat, Spectator
from tenback.table.visibility import Changes
from tenback.talk.standing_remarks import Standing

# Values with a `type`, as structs that msgspec can tell apart


def mirrored(kind: Any, suffix: str) -> type[Struct]:
    """A struct with the fields of a dataclass, whose `type` is its tag."""
    tag = kind.__dataclass_fields__["type"].default
    return _struct(kind, f"{kind.__name__}{suffix}", strict=kind in PERMISSIONS, tag=tag)


def _struct(kind: Any, name: str, *, strict: bool, tag: str | None = None) -> type[Struct]:
    """A struct with the fields of a dataclass; a strict one refuses to have others."""
    hints = get_type_hints(kind)
    described: list[Any] = [
        (
            field.name,
            _STRICT.get(hints[field.name], hints[field.name]) if strict else hints[field.name],
            *(() if field.default is MISSING else (field.default,)),
        )
        for field in fields(kind)
        if field.init
    ]
    return defstruct(
        name,
        described,
        tag_field="type" if tag else None,
        tag=tag,
        forbid_unknown_fields=strict,
        frozen=True,
        module=kind.__module__,
        namespace={"__doc__": kind.__doc__},
    )


_STRICT: dict[Any, type[Struct]] = {}
_STRICT[TableOptions] = _struct(TableOptions, "OptionsAsked", strict=True)
"""What stands in a request for a value of the layers below, which would not mind other fields."""


def _one_of(kinds: tuple[type, ...], suffix: str) -> Any:
    return Union[tuple(mirrored(kind, suffix) for kind in kinds)]  # noqa: UP007 (made at run time)


PERSON_COMMANDS = tuple(
    kind
    for kind, permit in PERMISSIONS.items()
    if permit.roles - {Role.SYSTEM, Role.BOT} and kind is not c.Hint
)
"""The commands that a person can send. The others are the server's own; a hint is a request."""

if TYPE_CHECKING:
    OptionsAsked: TypeAlias = Any
    PersonsCommand: TypeAlias = Any
    TableEvent: TypeAlias = table_events.Event
    GameEvent: TypeAlias = core_events.Event
else:
    OptionsAsked = _STRICT[TableOptions]
    PersonsCommand = _one_of(PERSON_COMMANDS, "Command")
    TableEvent = _one_of(get_args(table_events.Event), "Event")
    GameEvent = _one_of(get_args(core_events.Event), "Step")


def to_command(command: PersonsCommand) -> c.Command:
    """The command that a client has sent."""
    kind = c.COMMANDS[command.__struct_config__.tag]
    if kind is c.SetOptions:
        return c.SetOptions(to_options(command.options))
    return kind(**asdict(command))


def is_own(game: str) -> bool:
    """Whether a game is a designer's own TOML, by the same sign as `read_rules`; else a name."""
    return "=" in game


def own_rules(command: PersonsCommand) -> str:
    """The game of a command that brings one, which may have to be parsed; else ""."""
    brings = c.COMMANDS[command.__struct_config__.tag] is c.SetOptions
    return str(command.options.game) if brings else ""


def to_options(options: OptionsAsked) -> TableOptions:
    """The options that a client wants; what cannot be played is refused."""
    return TableOptions(**asdict(options))


# Pieces

CommandId = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[!-}][!-~]*$")]
"""Chosen by the client: the same id again is the same command, and has one effect. Those that
begin with ~ are the server's."""

Name = Annotated[str, Meta(min_length=1, max_length=120)]
TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
GameText = Annotated[str, Meta(min_length=1, max_length=20_000)]
MoveText = Annotated[str, Meta(max_length=20)]


class Request(Struct, forbid_unknown_fields=True):
    """What a client sends."""


class Answer(Struct):
    """What the server sends."""


class Shown(Answer):
    """An event as one person may see it, and what followed from it in the game.

    Without `event` it is a number that this person knows nothing else about.
    """

    version: int
    event: TableEvent | None = None
    followed: tuple[GameEvent, ...] = ()


class Sight(Answer):
    """What one seat knows of the game; with `seat` null what every spectator may know.

    `hands` and `stocks` hold null where cards are hidden. `backs`: for each pile the number that
    would take it back by the trick's distance. `moment`: how many things have been done; starting
    is one of them. `laid`: the cards on the piles, deck by deck, where the table has a memory aid.
    `recent`: the running turn and the one before.
    """

    seat: int | None
    turn: int | None
    hands: tuple[Hand | None, ...]
    hand_sizes: tuple[int, ...]
    stocks: tuple[Hand | None, ...]
    stock_sizes: tuple[int, ...]
    tops: tuple[Card | None, ...]
    sizes: tuple[int, ...]
    minimum: int
    placed: tuple[Placed, ...]
    gift_used: bool
    burning: tuple[Burning, ...]
    known: tuple[Hand, ...]
    outcome: Outcome | None
    takebacks: bool
    seed: str | None
    talk: tuple[Said, ...]
    laid: tuple[Hand, ...] | None
    recent: tuple[GameEvent, ...]
    backs: tuple[int | None, ...]
    moment: int


# Over the socket of a table: what a client sends


class Do(Request, tag="do"):
    """Do this. `seen`: the last version that the client knew when the player decided on it."""

    id: CommandId
    command: PersonsCommand
    seen: int | None = None


class HintRequest(Request, tag="hint"):
    """What should I play? The game is marked."""

    id: CommandId


class PlanRequest(Request, tag="plan"):
    """Which lays of this plan still hold?"""

    id: CommandId
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=12)]


class EventsRequest(Request, tag="events"):
    """What happened behind this version?"""

    id: CommandId
    after: int


class TableRequest(Request, tag="table"):
    """How does the whole table stand?"""


class Ping(Request, tag="ping"):
    """Are you there?"""


FromClient: TypeAlias = Do | HintRequest | PlanRequest | EventsRequest | TableRequest | Ping


# Over the socket: what the server sends


class Table(Answer, tag="table"):
    """A whole table as this person may see it; it comes first, and whenever it is needed.

    `me` is the person's own id, `seat` their seat, `now` the server's clock. `piles` in the order
    of the view's tops; `phrases`: what can be said here in one tap. `daily`: the day whose deal
    this is, by UTC, if it is one of a day; the first try of it is not marked as `seen`.
    `resignation`: what comes of it when a player resigns: the other side of a duel wins (`loses`),
    the game ends (`ends`), or the others are asked (`offers`). A stranger finds everything behind
    `number` empty.
    """

    table: str
    version: int
    now: float
    me: str
    phase: Phase
    options: TableOptions
    rules: Rules
    piles: tuple[Pile, ...]
    phrases: tuple[str, ...]
    seats: tuple[Seat, ...]
    host: str | None
    watching: tuple[Spectator, ...]
    number: int
    seat: int | None
    view: Sight | None
    choices: Choices | None
    talk: tuple[Standing, ...]
    turn_since: float | None
    fair: FairDeal | None
    stage: Stage | None
    resigning: tuple[int, ...]
    resignation: Resignation | None
    marks: Marks | None
    result: Result | None
    muted: tuple[str, ...]
    daily: str | None


class News(Answer, tag="news"):
    """What has happened, and all that a client needs to know how the table stands after it.

    Cards move as the events say. `choices`: what this person can do now, if that is different.
    `done`: the id of the command of this connection that it came from; it is on the disk.
    `changes`: the parts of the table that are different now, if any. `table`: the whole of it,
    where nearly everything is different, as after a deal and at the end.
    """

    events: tuple[Shown, ...]
    choices: Choices | UnsetType | None = UNSET
    done: str | None = None
    changes: Changes | UnsetType = UNSET
    table: Table | UnsetType = UNSET


class Done(Answer, tag="done"):
    """A command has been carried out, and these versions came of it; none if nothing changed."""

    id: str
    versions: tuple[int, ...]


class Refused(Answer, tag="refused"):
    """This cannot be done; nothing has changed. `code` is stable, `message` for people to read.

    `id` is that of the message it answers, if that could be read.
    """

    code: str
    params: Mapping[str, Any]
    message: str
    id: str | None = None


class HintChoice(Answer):
    """A turn, its estimated chance to win, and the share of all cards that will be laid."""

    moves: tuple[str, ...]
    win: float
    progress: float


class HintReason(Answer):
    """Why the first turn is the best: an id of the catalogue, and what its sentence is about."""

    id: str
    params: Mapping[str, Any]


class Hint(Answer, tag="hint"):
    """The best turns, best first, and why."""

    id: str
    choices: tuple[HintChoice, ...]
    reasons: tuple[HintReason, ...]


class Plan(Answer, tag="plan"):
    """For every lay of a plan whether it could be made, one after the other."""

    id: str
    holds: tuple[bool, ...]


class Events(Answer, tag="events"):
    """Events behind a version, at most 500; `version` is that of the table now."""

    id: str
    version: int
    events: tuple[Shown, ...]


class Pong(Answer, tag="pong"):
    """Yes. `now` is the server's clock."""

    now: float


FromServer: TypeAlias = Table | News | Done | Refused | Hint | Plan | Events | Pong


# Over HTTP: what a client sends


class Named(Request):
    """Be called this."""

    name: Name


class Follow(Request):
    """Follow the link of another device."""

    code: Annotated[str, Meta(max_length=100)]


class Open(Request):
    """Open a table. The same `id` again finds the same table."""

    options: OptionsAsked
    id: CommandId | None = None


class Send(Request):
    """A command for a table, as over the socket."""

    command: PersonsCommand
    id: CommandId | None = None
    seen: int | None = None


class Advise(Request):
    """Ask for a hint."""

    id: CommandId | None = None


class Planned(Request):
    """A plan to be checked."""

    moves: Annotated[tuple[MoveText, ...], Meta(max_length=12)]


class HookAt(Request):
    """Where a person wants to be notified."""

    url: Annotated[str, Meta(min_length=1, max_length=2000)]


class GameAsked(Request):
    """A game by its name, or the text of a variant's TOML file."""

    game: GameText


# Over HTTP: what the server sends


class Game(Answer):
    """A game that can be played, for how many, and the policies of talk there: the first is the
    edition's own, the others are stricter. `duel`: the seats play against each other.
    """

    name: str
    players: tuple[int, ...]
    talk: tuple[TalkPolicy, ...]
    daily: bool
    duel: bool


class BotKind(Answer):
    """A bot that can have a seat."""

    name: str
    description: str


class About(Answer):
    """The server. `link` is what friends can open; null where only this machine can reach it, and
    then `share` is the command that changes it. `me` is null for a client without a name.
    `companions`: how many can play beside a person, at the same device. `absence`: how many seconds
    a player is away before a bot can be called to their seat.
    """

    version: str
    link: str | None
    share: str | None
    me: Me | None
    companions: int
    absence: float
    games: tuple[Game, ...]
    bots: tuple[BotKind, ...]


class Me(Answer):
    """The person behind a cookie."""

    id: str
    name: str
    since: float


class Link(Answer):
    """What makes another device this person's: once, within some minutes."""

    code: str
    url: str
    until: float


class TableAt(Answer):
    """A table, and the link to it."""

    table: str
    url: str


class MyTable(Answer):
    """A table at which the person sits or watches."""

    table: str
    game: str
    phase: Phase
    number: int
    version: int
    seat: int | None
    turn: int | None
    seats: tuple[Seat, ...]
    since: float


class MyTables(Answer):
    """The tables at which the person sits or watches."""

    tables: tuple[MyTable, ...]


class Played(Answer):
    """A person's finished games, the latest first. `more`: ask again with this as `after`."""

    games: tuple[Result, ...]
    more: int | None


class Tally(Answer):
    """Some games: how many were won, and where the true rate lies with 95 % confidence."""

    games: int
    wins: int
    rate: float | None
    low: float | None
    high: float | None
    left: float | None


class Line(Answer):
    """A variant with so many players; games with a mark count apart."""

    game: str
    players: int
    plain: Tally
    marked: Tally
    streaks: Streaks


class Statistics(Answer):
    """What a person's games add up to."""

    lines: tuple[Line, ...]


class Hook(Answer):
    """Where a person is notified, and the secret that signs the calls; null where they are not."""

    url: str | None
    secret: str | None


class Lobby(Answer):
    """Listed tables; `more` is the last one, to ask for those after it."""

    tables: tuple[Listed, ...]
    more: str | None


class Receipt(Answer):
    """The versions that came of a command."""

    versions: tuple[int, ...]


class EventsAfter(Answer):
    """Events behind a version, at most 500; `version` is that of the table now."""

    version: int
    events: tuple[Shown, ...]


class Holds(Answer):
    """For every lay of a plan whether it could be made, one after the other."""

    holds: tuple[bool, ...]


class HintAnswer(Answer):
    """The best turns, best first, and why."""

    choices: tuple[HintChoice, ...]
    reasons: tuple[HintReason, ...]


class Replay(Answer):
    """A finished game as one sight for each step, the first at the deal."""

    rules: Rules
    piles: tuple[Pile, ...]
    steps: tuple[Sight, ...]


class DailyGame(Answer):
    """A game with a deal of the day; `tried` is the person's own counted try. `duel`: as in `Game`,
    so that a result is won or lost, and the cards left say nothing.
    """

    game: str
    companions: tuple[str, ...]
    tried: Try | None
    duel: bool


class Today(Answer):
    """The deals of today (UTC). `promised` is the SHA-256 of today's secret."""

    day: str
    promised: str
    games: tuple[DailyGame, ...]


class Board(Answer):
    """How people and the ladder of bots did on a deal of the day."""

    day: str
    game: str
    rows: tuple[Row, ...]
    ladder: tuple[Rung, ...]


class Secret(Answer):
    """The secret of a day that is over."""

    day: str
    secret: str


class LessonAbout(Answer):
    """A game that can be learnt, and about how many minutes that takes."""

    game: str
    minutes: int


class Lessons(Answer):
    """What can be learnt here, in the best order."""

    lessons: tuple[LessonAbout, ...]


class LessonStep(Answer):
    """One idea of a lesson. `point`: where to look, as `card 5`, `pile u1`, `seat 1`, or a part of
    the table by its name. `do`: what leads on, as `lay 5-u1`, `trick`, `end`, `start`,
    `say leave:d1`; `watch` until it is the learner's turn; empty where there is only text to
    read. `wrong` answers every other try.
    """

    text: str
    point: tuple[str, ...]
    do: str
    wrong: str


class Lesson(Answer):
    """A table where a lesson begins, and what is learnt there step by step."""

    table: str
    game: str
    steps: tuple[LessonStep, ...]


class RuleSection(Answer):
    """One subject of a rule book."""

    name: str
    title: str
    paragraphs: tuple[str, ...]


class RuleBook(Answer):
    """How to play. `example`: a top card and one that goes back on it, by their numbers."""

    rules: Rules
    piles: tuple[Pile, ...]
    example: tuple[int, int] | None
    sections: tuple[RuleSection, ...]


class Health(Answer):
    """Whether the server can do its work."""

    status: str
    version: str
    tables: int
    connections: int
