"""Twin worlds: a client cannot tell which cards the others have.

A whole game is played on a real server, over real sockets. At random moments a client is taken
aside: cards that they cannot know of are dealt in another way, on another server with the same
clock, the same ids and the same commitments, and every client does the same again. Whatever that
person has received until then is the same, byte for byte. How long it took is out of scope.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from tenback import Deal, sim
from tenback.core.errors import TenbackError
from tenback.core.variants import every
from tenback.host import daily
from tenback.host.daily import DAILY_VARIANTS
from tenback.table import commands as c
from tenback.table.events import CardsDealt, Event
from tenback.table.fairness import Dealer
from tenback.table.phases import Phase
from tenback.table.table import Table
from tests.cases import SOAK
from tests.server.clients import Reply
from tests.server.scripted_tables import (
    ANONYMOUS,
    SPECTATOR,
    STRANGER,
    ScriptedTable,
    Step,
    next_step,
    scripted_daily_table,
    scripted_table,
)
from tests.table.lives import dealer, digest
from tests.table.twins import other_deal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from datetime import date

    from tenback import Rules
    from tenback.core.cards import Card

MOMENTS = 8 if SOAK else 1
"""How much is tried in each game."""

TODAY = "2027-01-15"

ELSEWHERE = (SPECTATOR, STRANGER, ANONYMOUS)

TRIES = 100
"""How many deals are looked at until one would have led to the same."""

LONGEST = 300
"""After how many steps people keep to their game."""

PUBLIC_PATHS = (
    "/metrics",
    "/healthz",
    "/api/about",
    "/api/tables",
    "/api/daily",
)
OWN_PATHS = ("/api/me", "/api/me/tables", "/api/me/games", "/api/me/statistics", "/api/me/hook")
TABLE_PATHS = (
    "",
    "/events",
    "/events?after=7",
    "/record",
    "/replay",
    "/replay?seat=1&number=1",
    "/replay?open=true",
)

GARBAGE = ("{", "[]", '{"type":"do"}', '{"type":"do","id":"x","command":{"type":"deal-this"}}')


# What people do beside playing


def aside(names: list[str], rng: random.Random) -> Step:
    """Ask for something: what one may know, what one may not, and what makes no sense."""
    who = rng.choice(names)
    if rng.random() < 0.1:
        return Step("ann", "wait", rng.choice([1, 7]))
    if who == ANONYMOUS or rng.random() < 0.4:
        return _request(who, rng)
    return _message(who, names, rng)


def _request(who: str, rng: random.Random) -> Step:
    """Something over HTTP."""
    table = "/api/tables/{table}"
    if rng.random() < 0.2:
        return Step(who, "POST", {"moves": _plan(rng)}, f"{table}/plan")
    if rng.random() < 0.2:
        return Step(who, "POST", {"command": _trial(rng)}, f"{table}/commands")
    paths = [*PUBLIC_PATHS, *OWN_PATHS, *(table + path for path in TABLE_PATHS * 2)]
    return Step(who, "GET", None, rng.choice(paths))


def _message(who: str, names: list[str], rng: random.Random) -> Step:
    """Something over the socket."""
    other = rng.choice([name for name in names if name != ANONYMOUS])
    found = [
        Step(who, "do", _trial(rng)),
        Step(who, "do", _trial(rng)),
        Step(who, "do", {"type": "say", "phrase": rng.choice(["thanks", "leave:u1"])}),
        Step(who, "do", {"type": "mute", "person": f"{{{other}}}"}),
        Step(who, "do", {"type": "rename", "name": rng.choice(["Somebody", ""])}),
        Step(who, "ask", {"type": "plan", "moves": _plan(rng)}),
        Step(who, "ask", {"type": "events", "after": rng.randrange(-1, 40)}),
        Step(who, "send", '{"type":"table"}'),
        Step(who, "send", rng.choice(GARBAGE)),
        Step(who, "back", 0),
        Step(who, "back", 7),
    ]
    return rng.choice(found)


def _trial(rng: random.Random) -> dict[str, Any]:
    """A command that may well be refused."""
    return rng.choice(
        [
            {"type": "play", "move": _lay(rng)},
            {"type": "play", "move": _lay(rng)},
            {"type": "play", "move": "end"},
            {"type": "take-back"},
            {"type": "start"},
        ]
    )


def _plan(rng: random.Random) -> list[str]:
    return [_lay(rng) for _ in range(rng.randrange(1, 12))]


def _lay(rng: random.Random) -> str:
    """Any card: one's own, another's, or one that is in the stock."""
    card = rng.choice([str(rng.randrange(2, 100)), f"{rng.choice('rygbp')}{rng.randrange(1, 11)}"])
    return f"{card}-{rng.choice('ud')}{rng.choice('12')}"


async def asked_out(found: ScriptedTable, who: str, rng: random.Random) -> list[Step]:
    """A client tries everything that might reveal cards that they cannot see."""
    table = "/api/tables/{table}"
    paths = [*PUBLIC_PATHS, *OWN_PATHS, *(table + path for path in TABLE_PATHS)]
    lays = await found.look(lambda seen: _hidden(seen, found.clients[who].id))
    plans = [rng.sample(lays, min(12, len(lays))) for _ in range(4)]
    plays = [{"type": "play", "move": move} for move in rng.sample(lays, min(4, len(lays)))]
    steps = [Step(who, "GET", None, path) for path in paths]
    steps += [Step(who, "POST", {"moves": moves}, f"{table}/plan") for moves in plans[:2]]
    steps += [Step(who, "POST", {"command": play}, f"{table}/commands") for play in plays[:2]]
    if who == ANONYMOUS:
        return steps
    return [
        *steps,
        *(Step(who, "ask", {"type": "plan", "moves": moves}) for moves in plans[2:]),
        *(Step(who, "do", play) for play in plays[2:]),
        Step(who, "ask", {"type": "events", "after": 0}),
        Step(who, "send", '{"type":"table"}'),
        Step(who, "back", 0),
    ]


def _hidden(table: Table, person: str) -> list[str]:
    """Lays of cards that others have, or that are in the stock."""
    game, seat = table.game, table.seat_of(person)
    assert game is not None
    hands = [hand for owner, hand in enumerate(game.state.hands) if owner != seat]
    own = () if seat is None else game.state.hands[seat]
    cards = {card for row in (*hands, *game.state.stocks) for card in row if card not in own}
    piles = list(game.rules.pile_index)
    return sorted(f"{card}-{pile}" for card in cards for pile in piles)


# A real evening


@dataclass(frozen=True)
class Story:
    """What happened in the real world, and what each client received of it."""

    options: dict[str, Any]
    bots: tuple[str, ...]
    steps: list[Step]
    codes: list[str | None]
    versions: list[int]
    marks: list[dict[str, int]]
    heard: dict[str, list[object]]
    log: tuple[Event, ...]
    ids: dict[str, str]
    asked: dict[str, list[int]]
    """When a client had just tried everything."""
    today: str = ""
    """Which game it is whose deal of the day is played."""

    def at(self, moment: int) -> Table:
        """The table as it stood before a step."""
        return Table.rebuilt(self.log[: self.versions[moment]], dealer("real"))

    def moments(self) -> list[int]:
        """When something is hidden: from the last deal on, until the game is over."""
        first = max(v for v, event in enumerate(self.log, 1) if isinstance(event, CardsDealt))
        table = Table.rebuilt(self.log[:first], dealer("real"))
        while table.running:
            table.apply(self.log[table.version])
        return [n for n, version in enumerate(self.versions) if first <= version < table.version]

    def received(self, who: str, moment: int) -> list[object]:
        return self.heard[who][: self.marks[moment][who]]


async def story_of(
    options: dict[str, Any],
    bots: tuple[str, ...],
    rng: random.Random,
    games: int = 1,
    *,
    hints: bool = False,
) -> Story:
    """A game from the deal to the end, with much going on beside it."""
    async with scripted_table(options, bots) as found:
        names, asked = list(found.clients), dict[str, list[int]]()
        curious = [*names[: -len(ELSEWHERE)], *ELSEWHERE] * MOMENTS
        rng.shuffle(curious)
        while (step := await coming(found, games, rng)) is not None:
            await found.take(step)
            while rng.random() < 0.25 and len(found.steps) < LONGEST:
                await found.take(aside(names, rng))
            last = await found.look(lambda table: table.running and table.number == games)
            if last and curious and rng.random() < 0.1:
                who = curious.pop()
                for step in await asked_out(found, who, rng):
                    await found.take(step)
                asked.setdefault(who, []).append(len(found.steps))
            if hints and (step := await hint(found, rng)) is not None:
                await found.take(step)
        return await written_down(found, options, bots, asked)


async def written_down(
    found: ScriptedTable,
    options: dict[str, Any],
    bots: tuple[str, ...],
    asked: dict[str, list[int]],
    today: str = "",
) -> Story:
    return Story(
        options,
        bots,
        found.steps,
        found.codes,
        found.versions,
        found.marks,
        await heard(found),
        await found.look(lambda table: tuple(table.log)),
        {name: client.id for name, client in found.clients.items()},
        asked,
        today,
    )


async def story_of_today(game: str, rng: random.Random) -> Story:
    """The deal of the day from its beginning to its end, and what is tried after that."""
    async with scripted_daily_table(game) as found:
        names, asked = list(found.clients), dict[str, list[int]]()
        asks = {rng.randrange(5, 40): who for who in names}
        while (step := await coming(found, 1, rng)) is not None:
            await found.take(step)
            while rng.random() < 0.25 and len(found.steps) < LONGEST:
                await found.take(aside(names, rng))
            if (who := asks.pop(await found.look(moves), None)) is not None:
                await ask_all(found, who, game, rng, asked)
        for who in names:
            await ask_all(found, who, game, rng, asked)
        await found.take(Step("ann", "wait", 1))
        daily = DAILY_VARIANTS[game]
        return await written_down(found, {}, daily.companions, asked, game)


def moves(table: Table) -> int:
    return len(table.game.actions) if table.game and table.running else -1


async def ask_all(
    found: ScriptedTable, who: str, game: str, rng: random.Random, asked: dict[str, list[int]]
) -> None:
    """Everything that may tell of cards, of the day's deal, and of its secret."""
    for path in (f"/api/daily/{TODAY}/{game}", f"/api/daily/{TODAY}/secret"):
        await found.take(Step(who, "GET", None, path))
    for step in await asked_out(found, who, rng):
        await found.take(step)
    asked.setdefault(who, []).append(len(found.steps))


async def hint(found: ScriptedTable, rng: random.Random) -> Step | None:
    """The player on turn asks for a hint, now and then."""
    turn = await found.look(lambda table: table.game.turn if table.game else None)
    if turn is None or rng.random() < 0.9:
        return None
    person = await found.look(lambda table: table.seats[turn].person)
    if rng.random() < 0.5:
        return Step(found.name(person), "POST", {}, "/api/tables/{table}/hint")
    return Step(found.name(person), "ask", {"type": "hint"})


async def coming(found: ScriptedTable, games: int, rng: random.Random) -> Step | None:
    """What moves the evening on; every game but the last is given up at once."""
    phase, number = await found.look(lambda table: (table.phase, table.number))
    if phase is Phase.OVER:
        return Step("ann", "do", {"type": "rematch"}) if number < games else None
    if number < games and phase is not Phase.DEALING:
        ready = await found.look(lambda table: table.resigning)
        names = [name for name in found.clients if name not in ELSEWHERE]
        return Step(names[len(ready)], "do", {"type": "resign"})
    return await next_step(found, rng)


async def heard(found: ScriptedTable) -> dict[str, list[object]]:
    """Everything that each client received, and the operator's log."""
    received = {name: list(client.heard) for name, client in found.clients.items()}
    return received | {"log": list(found.here.log.lines)}


# A twin


@dataclass(frozen=True)
class InTurn(Dealer):
    """Publishes what any dealer does, and deals these cards, one game after the other."""

    cards: Iterator[Deal]

    def deal(self, rules: Rules, players: int, seed: str) -> Deal:
        return next(self.cards)


def twins_deal(story: Story, who: str, moment: int, rng: random.Random) -> Deal | None:
    """Other cards with which this person, and every bot, would have seen the same until then.

    Bots act by what they see. So do people, but here they do again what they have done; only what
    was refused to the others must be refused again. None if no such cards turn up.
    """
    table = story.at(moment)
    seats, mine = watching(story, table, who), story.ids[who]
    for _ in range(TRIES):
        deal = shuffled(table, seats, rng) if story.bots else other_deal(table, mine, rng)
        if is_other(deal, table) and looks_the_same(story, table, deal, who, moment):
            return deal
    return None


def is_other(deal: Deal, table: Table) -> bool:
    """Whether some card lies elsewhere."""
    assert table.game is not None
    assert table.game.deal is not None
    real = table.game.deal
    return (deal.hands, deal.stocks) != (real.hands, real.stocks)


def watching(story: Story, table: Table, who: str) -> list[int | None]:
    """The seats by whose sight a twin is judged; None is what every client may know."""
    bots = [place for place, seat in enumerate(table.seats) if seat.bot]
    return [*bots, table.seat_of(story.ids[who])]


def shuffled(table: Table, seats: list[int | None], rng: random.Random) -> Deal:
    """The same deal, with the cards exchanged that none of these seats has seen yet."""
    game, rules = table.game, table.options.rules
    assert game is not None
    assert game.deal is not None
    turned: list[dict[Card, Card]] = []
    for deck, stock in enumerate(game.state.stocks):
        hidden = [*stock]
        for seat, hand in enumerate(game.state.hands):
            hidden += hand if seat not in seats and rules.deck_of(seat) == deck else ()
        turned.append(dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True)))

    def other(deck: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(turned[deck].get(card, card) for card in cards)

    dealt = enumerate(game.deal.hands)
    hands = tuple(rules.sort(other(rules.deck_of(seat), hand)) for seat, hand in dealt)
    stocks = tuple(other(deck, stock) for deck, stock in enumerate(game.deal.stocks))
    return replace(game.deal, hands=hands, stocks=stocks)


def looks_the_same(story: Story, table: Table, deal: Deal, who: str, moment: int) -> bool:
    """Whether the same could have happened with these cards."""
    try:
        twin = repeated(story, table, deal, who, moment)
    except (TenbackError, Otherwise):
        return False
    assert table.game is not None
    assert twin.game is not None
    seats = watching(story, table, who)
    return all(table.game.view(seat) == twin.game.view(seat) for seat in seats)


def repeated(story: Story, table: Table, deal: Deal, who: str, moment: int) -> Table:
    """The table with other cards; raises where another client would have had another answer."""
    log, dealt = list(table.log), table.dealt_at
    event = log[dealt - 1]
    assert isinstance(event, CardsDealt)
    log[dealt - 1] = replace(event, deal=deal)
    twin = Table.rebuilt(log[:dealt], dealer("real"))
    for number in range(moment):
        while twin.version < story.versions[number]:
            twin.apply(log[twin.version])
        code, command = story.codes[number], meant(story.steps[number])
        refused = code is not None and twin.version == story.versions[number]
        if refused and command is not None and story.steps[number].who not in (who, ANONYMOUS):
            check_refused(twin, story.ids[story.steps[number].who], command, code)
    for event in log[twin.version :]:
        twin.apply(event)
    return twin


class Otherwise(Exception):
    """Another client would have had another answer."""


def check_refused(twin: Table, person: str, command: c.Command, code: str | None) -> None:
    try:
        twin.handle(person, command, twin.log[-1].at)
    except TenbackError as error:
        if error.code == code:
            return
    raise Otherwise


def meant(step: Step) -> c.Command | None:
    """The command of a step whose answer depends on cards, if it is one."""
    what = step.what
    sent = what.get("command", what) if isinstance(what, dict) else {}
    if sent.get("type") == "play":
        return c.Play(sent["move"])
    return c.TakeBack() if sent.get("type") == "take-back" else None


# The proof


def comparable(heard: object) -> object:
    """What was heard, without how long anything took and how large the process is."""
    if isinstance(heard, Reply) and b"tenback_request_seconds" in heard.body:
        lines = heard.body.splitlines()
        return heard.status, [
            line for line in lines if line.startswith(b"tenback_") and b"_seconds" not in line
        ]
    return heard


async def check(story: Story, who: str, moment: int, rng: random.Random) -> bool:
    """Compare with a twin world, where there is one with other cards; tells whether there is."""
    deal = twins_deal(story, who, moment, rng)
    if deal is None:
        return False
    async with twin_evening(story, moment, deal) as found:
        for step in story.steps[len(found.steps) : moment]:
            await found.take(step)
        twin = await heard(found)
    for one in (who, "log"):
        real = story.received(one, moment)
        assert len(twin[one]) == len(real), (one, twin[one][-1], real[-1])
        for ours, theirs in zip(real, twin[one], strict=True):
            assert comparable(ours) == comparable(theirs), one
    return True


@asynccontextmanager
async def twin_evening(story: Story, moment: int, deal: Deal) -> AsyncIterator[ScriptedTable]:
    """The same evening with these cards in the game that is played then."""
    if story.today:
        with dealing_today(deal):
            async with scripted_daily_table(story.today) as found:
                yield found
        return
    deals = [event.deal for event in story.log if isinstance(event, CardsDealt)]
    played = [cards for cards in deals[: story.at(moment).number - 1] if cards is not None]
    cards = InTurn(dealer("real").draw_secret, iter([*played, deal]))
    async with scripted_table(story.options, story.bots, cards) as found:
        yield found


@contextmanager
def dealing_today(deal: Deal) -> Iterator[None]:
    """The day has another deal with another seed, with the same commitment."""

    def seed(_secret: bytes, day: date, game: str) -> str:
        return digest("twin", day, game)

    def dealt(own: daily.DailyVariant, secret: bytes, day: date) -> Deal:
        return replace(deal, seed=seed(secret, day, own.game))

    with patch.object(daily, "seed", seed), patch.object(daily.DailyVariant, "deal", dealt):
        yield


def cases() -> Iterator[tuple[str, int]]:
    """Every game, with several players: alone, only the stock is hidden. All numbers in a soak."""
    for place, rules in enumerate(every()):
        several = [players for players in rules.player_counts if players > 1]
        one = several[place % len(several)]
        yield from ((rules.name, players) for players in (rules.player_counts if SOAK else [one]))


@pytest.mark.rule("V1", "V4")
@pytest.mark.parametrize(("game", "players"), list(cases()))
async def test_twin_worlds_look_the_same(game: str, players: int) -> None:
    rng = random.Random(f"{game} {players}")
    await check_some(await story_of(wanted(game, players, rng), (), rng), rng)


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [
        ("original-on-fire", 3, ("simple",)),
        ("quick-and-easy", 4, ("strong", "simple")),
        ("face-to-face", 2, ("simple",)),
    ],
)
async def test_nor_does_it_show_in_what_bots_do(
    game: str, players: int, bots: tuple[str, ...]
) -> None:
    rng = random.Random(f"{game} {bots}")
    await check_some(await story_of(wanted(game, players, rng), bots, rng), rng)


async def test_nor_in_a_second_game() -> None:
    rng = random.Random("again")
    await check_some(await story_of(wanted("original", 2, rng), (), rng, games=2), rng)


@pytest.mark.rule("V3")
@pytest.mark.parametrize(
    "game", DAILY_VARIANTS if SOAK else ["original", "quick-and-easy", "face-to-face"]
)
async def test_nor_in_a_deal_of_the_day_not_even_after_its_end(game: str) -> None:
    rng = random.Random(f"today {game}")
    story = await story_of_today(game, rng)
    chosen = [(who, moment) for who, moments in story.asked.items() for moment in moments]
    if not SOAK:
        chosen = [("ann", story.asked["ann"][-1]), *rng.sample(chosen, 3)]
    others = [await check(story, who, moment, rng) for who, moment in chosen]
    assert any(others)
    assert others[0] or SOAK, "after the end there is still something to hide"
    check_quiet("\n".join(map(str, story.heard["log"])), story)


async def test_a_hint_depends_on_what_one_sees() -> None:
    sim.warm_up()  # no client waits for kernels
    rng = random.Random("hint")
    story = await story_of(wanted("original", 3, rng), (), rng, hints=True)
    hinted = [n for n, step in enumerate(story.steps) if is_hint(step) and not story.codes[n]]
    for number in rng.sample(hinted, 2):
        assert await check(story, story.steps[number].who, number + 1, rng)


def is_hint(step: Step) -> bool:
    return step.path.endswith("/hint") or step.what == {"type": "hint"}


def wanted(game: str, players: int, rng: random.Random) -> dict[str, Any]:
    """Options for a table."""
    aid, text = rng.random() < 0.5, rng.random() < 0.5
    options = {"game": game, "players": players, "memory_aid": aid, "free_text": text}
    return options | {"listed": True, "takebacks": rng.choice([None, True])}


async def check_some(story: Story, rng: random.Random) -> None:
    """Take people aside: those who have tried everything, and one at any moment at all."""
    chosen = [(who, moment) for who, moments in story.asked.items() for moment in moments]
    chosen = [*rng.sample(chosen, min(2 * MOMENTS, len(chosen)))]
    chosen += [(rng.choice([*story.ids]), rng.choice(story.moments())) for _ in range(MOMENTS)]
    others = [await check(story, who, moment, rng) for who, moment in chosen]
    assert any(others)
    check_quiet("\n".join(map(str, story.heard["log"])), story)


def check_quiet(log: str, story: Story) -> None:
    """The log holds no move, no name, and no id of a private table."""
    assert "socket-open" in log
    assert not re.search(r"[0-9]-[ud][12]", log)
    for event in story.log:
        private = {getattr(event, name, None) for name in ("person", "name", "text", "table")}
        assert not any(word and str(word) in log for word in private), event
