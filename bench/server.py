"""What a move costs on the server, beside a bare endpoint that sends each message to three sockets.

    python bench/server.py [--tables 1 100 1000] [--moves 3000] [--database URL] [--only talk|cost]

Tables of three scripted players over real sockets. The server, the bare Starlette endpoint and the
clients are processes of their own; both servers run uvicorn with the same settings. A move is a
`play` whose news all three sockets have received; what the server does for it, in all its threads,
is CPU time. The bare endpoint gets messages of the mean size of these news, and its figures are
taken in turn with ours. Tables play as fast as they can; for the latency they keep to a timetable
of half of that load, and it counts from the moment at which a move was due. Memory is that of 500
tables in the middle of their games, each with three who listen without a socket: what Python has
allocated for them by tracemalloc, and by how much the process has grown for another 500. There are
500 already by then, so that caches are full that are the same size for any number of tables.

A second scenario has two talking `strong` bots and one person at each table, and a spectator; both
people send what the page sends, and fetch the whole table where the page would. It counts CPU time
for a move of any seat, of the event loop's thread alone too, for the bots think in others; messages
and bytes to each client; and fetches.

TENBACK_BENCH_PROFILE=FILE writes a profile of the server's main thread.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import multiprocessing
import os
import resource
import statistics
import tempfile
import time
import tracemalloc
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
from measuring import show
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from wires import BotTable, Echo, Entrance, PageClient, Table

from tenback import sim
from tenback.host.dependencies import HostConfig
from tenback.host.host import Host
from tenback.server import run
from tenback.server.services import ServerDependencies
from tenback.server.settings import Rate, RateLimits, Settings
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.fairness import commitment
from tenback.table.options import TableOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection

    from starlette.websockets import WebSocket

    from tenback.host.subscriptions import Subscription

WANTED = 2.5
WANTED_KB = 50
BUSY = 100
"""How many tables play when latency is measured."""
TALKERS = ("strong", "strong")
TALK_TABLES = 4
"""How many tables with talking bots play at the same time."""
THINKING = 20
MASTERS = 4
LIVE = 500
MID_GAME = 50
MOST = 30_000
"""Tables play whole games, unless there would be more moves than this."""
LEAVING = HostConfig().grace + 5
"""Seconds until clients that hang up count as away, and until that is stored for all."""
NONCE = "0" * 64
PROFILE = "TENBACK_BENCH_PROFILE"

ANY = Rate(1e9, 10**9)
WIDE_OPEN = RateLimits(
    connection=ANY,
    person=ANY,
    address=ANY,
    files=ANY,
    new_identities=ANY,
    new_tables=ANY,
    commands=ANY,
    changes=ANY,
    slow_requests=ANY,
    sockets=10**6,
)


# The processes that are measured


def run_server(database: str, ready: Connection) -> None:
    """Our server, as a host would run it."""
    bound = run.bind(Settings(port=0, rate_limits=WIDE_OPEN))
    run.set_up_logs(verbose=False, json_lines=False)
    profile = cProfile.Profile() if PROFILE in os.environ else None
    if profile is not None:
        profile.enable()
    run.serve(bound, database, ready=lambda: ready.send(bound.settings.port))
    if profile is not None:
        profile.disable()
        profile.dump_stats(os.environ[PROFILE])


def run_talk_server(database: str, ready: Connection) -> None:
    """The same, with bots that are compiled and make no pause between two lays."""
    sim.warm_up()
    bound = run.bind(Settings(port=0, rate_limits=WIDE_OPEN))
    run.set_up_logs(verbose=False, json_lines=False)
    world = ServerDependencies(config=HostConfig(pace=0.0))
    run.serve(bound, database, world, ready=lambda: ready.send(bound.settings.port))


def run_bare(_database: str, ready: Connection) -> None:
    """An endpoint that sends whatever it receives to the sockets of the same path."""
    groups: dict[str, list[WebSocket]] = {}

    async def endpoint(socket: WebSocket) -> None:
        await socket.accept()
        group = groups.setdefault(socket.url.path, [])
        group.append(socket)
        try:
            while True:
                message = await socket.receive_text()
                for other in group:
                    await other.send_text(message)
        except WebSocketDisconnect:
            group.remove(socket)

    settings = Settings(port=0)
    bound = run.bind(settings)
    config = run._config(Starlette(routes=[WebSocketRoute("/{name}", endpoint)]), settings)
    config.lifespan = "off"
    server = run._Server(config, lambda: ready.send(bound.settings.port))
    asyncio.run(server.serve(sockets=[bound.listening]))


@dataclass
class Measured:
    """A server in a process of its own."""

    port: int
    process: psutil.Process

    def cpu(self) -> float:
        """Seconds of CPU time so far, of all threads."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def loop_cpu(self) -> float:
        """The same of the thread in which the event loop runs."""
        main = next(one for one in self.process.threads() if one.id == self.process.pid)
        return float(main.user_time + main.system_time)


@contextmanager
def measured(run: Any, database: str = "") -> Iterator[Measured]:
    """A server that runs for a while."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=run, args=(database, theirs), daemon=True)
    process.start()
    try:
        yield Measured(ours.recv(), psutil.Process(process.pid))
    finally:
        process.terminate()
        process.join(30)


# CPU time


@dataclass
class Spent:
    """What some moves or messages cost, in seconds."""

    count: int = 0
    cpu: float = 0.0
    wall: float = 0.0

    @property
    def each(self) -> float:
        """Microseconds of CPU time for one."""
        return 1e6 * self.cpu / self.count

    @property
    def rate(self) -> float:
        """How many there were in a second."""
        return self.count / self.wall


@contextmanager
def spending(on: Spent, server: Measured) -> Iterator[None]:
    """Add what a server spends meanwhile."""
    cpu, begun = server.cpu(), time.perf_counter()
    yield
    on.wall += time.perf_counter() - begun
    on.cpu += server.cpu() - cpu


@dataclass
class Group:
    """Tables that play at the same time, on our server and on the bare one."""

    server: Measured
    bare: Measured
    tables: list[Table]
    echoes: list[Echo]
    ours: Spent = field(default_factory=Spent)
    theirs: Spent = field(default_factory=Spent)
    games: int = 0
    sizes: list[int] = field(default_factory=list)

    @classmethod
    async def of(cls, server: Measured, bare: Measured, count: int) -> Group:
        """So many tables, with all players connected."""
        entrance = Entrance(server.port)
        tables = [entrance.table() for _ in range(count)]
        await asyncio.gather(*(table.gather() for table in tables))
        echoes = [await Echo.at(bare.port, str(number)) for number in range(count)]
        group = cls(server, bare, tables, echoes)
        for player in tables[0].players:
            player.sizes = group.sizes
        return group

    def go(self) -> None:
        """All players hang up."""
        for table in self.tables:
            table.go()
        for echo in self.echoes:
            echo.go()

    async def deal(self) -> None:
        """A new game at each table, as soon as the one before is over."""
        again = self.games > 0
        await asyncio.gather(*(played(table) for table in self.tables if again))
        await asyncio.gather(*(table.deal(again=again) for table in self.tables))
        self.games += 1
        self.sizes.clear()

    async def play(self) -> None:
        """Play all games to the end, and send as many messages of the same size."""
        with spending(self.ours, self.server):
            most = MOST // len(self.tables)
            moves = await asyncio.gather(*(played(table, most) for table in self.tables))
        self.ours.count += sum(moves)
        message = b"x" * round(statistics.mean(self.sizes))
        each = sum(moves) // len(moves)
        with spending(self.theirs, self.bare):
            await asyncio.gather(*(sent(echo, message, each) for echo in self.echoes))
        self.theirs.count += each * len(self.echoes)


async def played(table: Table, most: int = MOST) -> int:
    """Play a game to the end, or so many moves; how many it had."""
    for moves in range(most):
        if await table.move() is None:
            return moves
    return most


async def sent(echo: Echo, message: bytes, times: int) -> None:
    """Send a message again and again."""
    for _ in range(times):
        await echo.send(message)


async def costs(server: Measured, bare: Measured, tables: int, moves: int) -> Group:
    """Let so many tables play whole games until there were so many moves."""
    group = await Group.of(server, bare, tables)
    while group.ours.count < moves:
        await group.deal()
        await group.play()
    return group


# Talking bots


@dataclass
class Talk:
    """What games with talking bots cost, and what came over the wire."""

    moves: int = 0
    cpu: float = 0.0
    loop: float = 0.0
    tables: list[BotTable] = field(default_factory=list)

    async def play(self, server: Measured, moves: int) -> None:
        """Whole games at several tables, until there were so many moves."""
        entrance = Entrance(server.port)
        self.tables = [entrance.bot_table("original", len(TALKERS)) for _ in range(TALK_TABLES)]
        for table in self.tables:
            await table.gather(TALKERS)
        while sum(table.player.moves for table in self.tables) < moves:
            again = self.tables[0].player.moves > 0
            await asyncio.gather(*(table.deal(again=again) for table in self.tables))
            cpu, loop = server.cpu(), server.loop_cpu()
            await asyncio.gather(*(table.play() for table in self.tables))
            self.cpu += server.cpu() - cpu
            self.loop += server.loop_cpu() - loop
        self.moves = sum(table.player.moves for table in self.tables)

    def rows(self) -> list[list[str]]:
        """A line for each kind of client."""
        players = [table.player for table in self.tables]
        spectators = [table.spectator for table in self.tables]
        return [self._row("player", players), self._row("spectator", spectators)]

    def _row(self, name: str, clients: Sequence[PageClient]) -> list[str]:
        moves = self.moves
        return [
            name,
            f"{moves:,}",
            f"{1e6 * self.cpu / moves:,.0f}",
            f"{1e6 * self.loop / moves:,.0f}",
            f"{sum(each.messages for each in clients) / moves:.2f}",
            f"{sum(each.fetches for each in clients) / moves:.2f}",
            f"{sum(each.received for each in clients) / moves:,.0f}",
        ]


async def measure_talk(server: Measured, moves: int) -> None:
    """Print the figures of tables with talking bots."""
    talk = Talk()
    await talk.play(server, moves)
    show([TALK, *talk.rows()])
    for table in talk.tables:
        table.go()


# Latency


async def delays(tables: Sequence[Table], rate: float, seconds: float) -> list[float]:
    """How long each move took, in seconds, when so many a second are due."""
    found: list[float] = []
    pace = len(tables) / rate

    async def keep_time(number: int, table: Table) -> None:
        due = begun + number / rate
        while due < begun + seconds:
            await asyncio.sleep(due - time.perf_counter())
            done_at = await table.move()
            if done_at is None:
                return
            found.append(done_at - due)
            due += pace

    begun = time.perf_counter() + 0.1
    await asyncio.gather(*(keep_time(*numbered) for numbered in enumerate(tables)))
    return found


async def latencies(group: Group, rate: float, moves: int) -> list[float]:
    """The delays of so many moves."""
    found: list[float] = []
    while len(found) < moves:
        await group.deal()
        # Shorter than most games, so that no table is missing.
        found += await delays(group.tables, rate, MID_GAME * len(group.tables) / rate)
    return found


async def let_masters_think(server: Measured) -> None:
    """Tables where only bots play."""
    entrance = Entrance(server.port)
    for _ in range(THINKING):
        host = entrance.person("Dan")
        await host.come(entrance.opened(host, "original", MASTERS))
        await host.ask(type="watch", name="Dan")
        for _ in range(MASTERS):
            await host.ask(type="seat-bot", bot="master")
        await host.ask(type="begin")


# Memory


def run_memory(database: str, ready: Connection) -> None:
    """Measure how many bytes a live table takes, by tracemalloc and by the process's size."""
    ready.send(asyncio.run(live(database)))


async def live(database: str) -> tuple[float, float]:
    """Tables in the middle of their games, each with three who listen."""
    async with await open_store(database) as store, Host(store) as host:
        kept = await many_in_mid_game(host, 0)  # whatever is made once for all
        process = psutil.Process()
        size = process.memory_info().rss
        kept += await many_in_mid_game(host, LIVE)
        grown = process.memory_info().rss - size
        tracemalloc.start()
        kept += await many_in_mid_game(host, 2 * LIVE)
        traced = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return traced / LIVE, grown / LIVE


async def many_in_mid_game(host: Host, first: int) -> list[Any]:
    """Tables, numbered from `first` on, and nothing that is not needed any more."""
    kept = await asyncio.gather(*(in_mid_game(host, first + number) for number in range(LIVE)))
    gc.collect()
    return kept


async def in_mid_game(host: Host, number: int) -> list[Any]:
    """A table after some moves; what has to be kept so that its listeners stay."""
    people = {f"{name} {number}": name for name in ("Ann", "Ben", "Cat")}
    first, *others = people
    table = await host.open(first, people[first], TableOptions("original", len(people)))
    for person in others:
        await host.command(table, person, c.Sit(people[person]))
    await host.command(table, first, c.Begin())
    for command in (c.Commit(commitment(NONCE)), c.Reveal(NONCE)):
        for person in people:
            await host.command(table, person, command)
    await host.command(table, first, c.Start())
    contexts = [host.listen(table, person) for person in people]
    listeners = [await context.__aenter__() for context in contexts]
    for place in range(MID_GAME):
        turn, move = await host.inspect(table, lambda seen: _next(seen.current_game()))
        if turn is None:
            break
        await host.command(table, (first, *others)[turn], c.Play(move), f"c{place}")
        # What waits to be read would be counted, too.
        for listener in listeners:
            await _drain(listener)
    return [contexts, listeners]


def _next(game: Any) -> tuple[int | None, str]:
    if game.turn is None:
        return None, ""
    options = game.view(game.turn).options()
    if options.may_end:
        return game.turn, "end"
    good = [lay for lay in options.lays if not lay.loses] or options.lays
    return game.turn, str(min(good, key=lambda lay: lay.step).move)


async def _drain(listener: Subscription) -> None:
    listener.post(None)
    while await anext(listener) is not None:
        pass


def memory(folder: str) -> tuple[float, float]:
    """Kilobytes of a live table, by both measures."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=run_memory, args=(str(Path(folder) / "live.db"), theirs))
    process.start()
    traced, grown = ours.recv()
    process.join()
    return traced / 1000, grown / 1000


# All of it


async def measure(server: Measured, bare: Measured, found: argparse.Namespace) -> None:
    """Print the figures of the two servers."""
    rows = [COSTS]
    for tables in found.tables:
        group = await costs(server, bare, tables, found.moves)
        rows.append(cost_row(group))
        group.go()
        await asyncio.sleep(LEAVING)
    show(rows)
    if found.only == "cost":
        return
    group = await costs(server, bare, BUSY, 1)
    half = group.ours.rate / 2
    rows = [LATENCY]
    name = f"{BUSY} tables"
    rows.append(latency_row(name, half, await latencies(group, half, found.moves)))
    await let_masters_think(server)
    await asyncio.sleep(found.warm)
    name += f", and {THINKING} with {MASTERS} master bots"
    rows.append(latency_row(name, half, await latencies(group, half, found.moves)))
    group.go()
    show(rows)


COSTS = ["tables", "moves", "moves/s", "µs a move", "bare: µs a message", "of", "ratio", "wanted"]
TALK = [
    "two strong bots: each",
    "moves",
    "µs a move",
    "of them in the event loop",
    "messages a move",
    "fetches a move",
    "bytes a move",
]
LATENCY = ["latency at half the load", "moves/s", "moves", "p50", "p99"]
MEMORY = ["memory", "traced", "process", "wanted"]


def cost_row(group: Group) -> list[str]:
    """A line of the table of CPU time."""
    ours, theirs = group.ours, group.theirs
    return [
        f"{len(group.tables):,}",
        f"{ours.count:,}",
        f"{ours.rate:,.0f}",
        f"{ours.each:.0f}",
        f"{theirs.each:.0f}",
        f"{statistics.mean(group.sizes):.0f} bytes",
        f"{ours.each / theirs.each:.2f}",
        f"{WANTED} at most",
    ]


def latency_row(name: str, rate: float, found: list[float]) -> list[str]:
    """A line of the table of latencies."""
    cuts = statistics.quantiles(found, n=100)
    shown = [f"{1000 * cut:.1f} ms" for cut in (cuts[49], cuts[98])]
    return [name, f"{rate:,.0f}", f"{len(found):,}", *shown]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 100, 1000])
    parser.add_argument("--moves", type=int, default=3000, help="for each figure, at least")
    parser.add_argument("--only", choices=("talk", "cost"), help="one scenario only")
    parser.add_argument("--database", help="by default SQLite in a temporary folder")
    parser.add_argument("--warm", type=float, default=10.0, help="seconds for bots to get going")
    found = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        if found.only != "cost":
            with measured(run_talk_server, str(Path(folder) / "talk.db")) as server:
                asyncio.run(measure_talk(server, found.moves))
        if found.only == "talk":
            return
        database = found.database or str(Path(folder) / "tables.db")
        with measured(run_server, database) as server, measured(run_bare) as bare:
            asyncio.run(measure(server, bare, found))
        if found.only == "cost":
            return
        traced, grown = memory(folder)
    sizes = [f"{traced:.1f} kB", f"{grown:.1f} kB"]
    show([MEMORY, ["a live table, sockets excluded", *sizes, f"{WANTED_KB} kB at most"]])


if __name__ == "__main__":
    main()
