"""What a hostile client does to tables that others play at.

    python bench/attack.py [--seconds 5] [--only NAME ...]

The server is a process of its own with the limits that a host would have, and 1,024 descriptors;
each attack meets a new one. At each of the victims' ten tables three scripted players of
`original`, at 127.0.0.2, make a move every 0.3 s over real sockets; the attacker, at 127.0.0.3, is
a process of its own. First the tables play for as long without it, so that both figures are of one
run. Latency counts from the moment at which a move is due until its player has the news. An attack
stops after its time, or after so many requests. The tables withstand it if their p99 is below
twice the quiet one, or below 100 ms. In the middle of an attack a newcomer at 127.0.0.4 asks for
something. CPU time is what the server spends beyond what the quiet tables cost, for each hostile
request. Log lines are those that the server, with `--log json`, wrote meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
from measuring import show
from wires import PING, Entrance, Player, Table, Wire, chosen

from tenback.server import run
from tenback.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from multiprocessing.connection import Connection

    from wires import Choices

VICTIM, ATTACKER, NEWCOMER = "127.0.0.2", "127.0.0.3", "127.0.0.4"
DESCRIPTORS = 1024
SILENT = 1100
VICTIMS = 10
"""How many tables others play at; together they have fewer identities than one address may."""
EVERY = 0.3
"""Seconds between two moves of one of these tables."""
WANTED_RATIO, WANTED_SECONDS = 2.0, 0.1
MOST = 20_000
"""How many hostile requests an attack has at most."""
MOST_FRAMES = 1_000_000
"""How many frames, which cost an attacker less."""
AT_ONCE = 8
"""How many connections an attacker uses side by side."""
PATIENCE = 20.0
"""Seconds that a newcomer waits."""
RENAMED = 110
"""How many entries a log has before old commands are sent again; more would be too fast."""
NONCE = "0" * 64
COMMITMENT = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"

WITHHELD = (
    b"POST /api/me HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 14\r\n\r\n"
)
BOMB = "\n".join(".".join(["a"] * 990) + f".k{line} = 1" for line in range(9))
FALLING = """
name = "falling-{distance}"
minimum = 6
minimum_without_stock = 1

[deck]
numbers = "2..99"

[piles]
down = [100, 100, 100, 100, 100, 100, 100, 100]

[hands]
1 = 12

[trick]
distance = {distance}
"""


# The server


def serve(database: str, log: str, ready: Connection) -> None:
    """A server as a host would run it, with few descriptors."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
    bound = run.bind(Settings(port=0))
    run.set_up_logs(verbose=True, json_lines=True)
    run.serve(bound, database, ready=lambda: ready.send(bound.settings.port))


@dataclass
class Served:
    """The server, its CPU time and its log."""

    port: int
    process: psutil.Process
    log: Path

    def cpu(self) -> float:
        """Seconds of CPU time so far, of all threads."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def lines(self) -> int:
        """How many lines the log has."""
        return self.log.read_bytes().count(b"\n")


@contextmanager
def served() -> Iterator[Served]:
    """A server that runs for a while, in a folder of its own."""
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = spawn.Pipe()
        log = Path(folder) / "log"
        words = (str(Path(folder) / "tables.db"), str(log), theirs)
        process = spawn.Process(target=serve, args=words, daemon=True)
        process.start()
        try:
            yield Served(ours.recv(), psutil.Process(process.pid), log)
        finally:
            process.terminate()
            process.join(30)


# The victim


async def delays(tables: list[Table], seconds: float) -> list[float]:
    """How long each move took at tables that take turns."""
    each = [
        delays_at(table, place * EVERY / len(tables), seconds) for place, table in enumerate(tables)
    ]
    return [delay for found in await asyncio.gather(*each) for delay in found]


async def delays_at(table: Table, first: float, seconds: float) -> list[float]:
    """How long each move took, when one is due again and again; games follow each other."""
    found: list[float] = []
    due = time.perf_counter() + first
    end = due + seconds
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        done_at = await table.move()
        if done_at is None:
            await table.deal(again=True)
            due = time.perf_counter()
            continue
        found.append(done_at - due)
        due += EVERY
    return found


async def newcomer(port: int) -> float | None:
    """How long somebody waits who comes in just now, in seconds; None: for nothing."""

    def ask() -> float:
        begun = time.perf_counter()
        asking = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=PATIENCE, source_address=(NEWCOMER, 0)
        )
        asking.request("GET", "/api/about")
        asking.getresponse().read()
        return time.perf_counter() - begun

    with suppress(OSError):
        return await asyncio.to_thread(ask)
    return None


# The attacker


class Asking:
    """A connection for one request after the other."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port = port
        self._cookie = cookie
        self._wire: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> int:
        """The status of an answer; 0 where none came."""
        try:
            return await self._ask(method, path, body)
        except (OSError, EOFError):
            self._wire = None
            await asyncio.sleep(0.01)
            return 0

    async def _ask(self, method: str, path: str, body: object) -> int:
        if self._wire is None:
            self._wire = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(ATTACKER, 0)
            )
        reader, writer = self._wire
        text = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self._cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        writer.write(head.encode() + text)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(answer.split(b"content-length: ")[1].split(b"\r\n")[0]))
        return int(answer.split()[1])


@dataclass
class Attack:
    """An attack while it lasts: until a moment, and at most so many requests."""

    port: int
    end: float
    sent: int = 0
    served: int = 0
    kept: list[Any] = field(default_factory=list)

    def entrance(self) -> Entrance:
        """A way in for the attacker's identities."""
        return Entrance(self.port, ATTACKER)

    @property
    def goes_on(self) -> bool:
        """Whether there is time, and something left to send."""
        return time.monotonic() < self.end and self.sent < MOST

    async def flood(self, cookie: str, *asked: tuple[str, str, object]) -> None:
        """Send requests one after the other, over several connections side by side."""

        async def one() -> None:
            asking = Asking(self.port, cookie)
            while self.goes_on:
                method, path, body = asked[self.sent % len(asked)]
                self.sent += 1
                status = await asking.ask(method, path, body)
                self.served += status == http.client.OK

        await asyncio.gather(*(one() for _ in range(AT_ONCE)))

    async def hold(self, first: bytes) -> None:
        """Open connections that send this, and nothing after it."""
        for _ in range(SILENT):
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=(ATTACKER, 0)
                )
                self.kept.append((reader, writer))
                writer.write(first)
            self.sent += 1
        await asyncio.sleep(self.end - time.monotonic())

    async def pour(self, wires: list[Wire], *messages: tuple[bytes, int]) -> None:
        """Send messages over sockets, as fast as they are taken."""
        while time.monotonic() < self.end and self.sent < MOST_FRAMES:
            for wire in wires:
                for message, kind in messages:
                    self.sent += 1
                    wire.send(message, kind)
            full = any(wire.waiting > 2**16 for wire in wires)
            await asyncio.sleep(0.01 if full else 0)
            if all(wire.closed for wire in wires):
                return

    async def play_on(self, player: Player) -> None:
        """Make the largest steps that do not lose, so that soon few cards go onwards."""
        while self.goes_on:
            choices, player.choices = player.choices, None
            with suppress(RuntimeError):
                if choices is not None and (choices.lays or choices.may_end):
                    self.sent += 1
                    await player.ask(type="play", move=farthest(choices))
            await asyncio.sleep(0.05)

    async def at_own_table(self, **options: Any) -> tuple[Player, str]:
        """Somebody at a table of their own."""
        entrance = self.entrance()
        player = entrance.person("Mallory")
        table = entrance.opened(player, options.get("game", "original"), 1)
        await player.come(table)
        return player, table

    async def playing(self, **options: Any) -> tuple[Player, str]:
        """The same, on turn."""
        player, table = await self.at_own_table(**options)
        await player.ask(type="begin")
        await player.ask(type="commit", commitment=COMMITMENT)
        await player.ask(type="reveal", nonce=NONCE)
        with suppress(RuntimeError):  # alone, nobody has to be asked
            await player.ask(type="start")
        return player, table


def farthest(choices: Choices) -> str:
    """The lay that moves a pile most; then little goes onwards, and much has to be searched."""
    good = [lay for lay in choices.lays if not lay.loses]
    if not good or choices.may_end:
        return "end" if choices.may_end else chosen(choices)
    best = max(good, key=lambda lay: lay.step)
    return f"{best.move.card}-{best.move.pile}"


def spelled(number: int) -> str:
    """A name for each number, without figures, which no name may have."""
    return "Mallory " + "".join("abcdefghij"[int(figure)] for figure in str(number))


async def silent(attack: Attack) -> None:
    """Connections that send nothing."""
    await attack.hold(b"")


async def bodies(attack: Attack) -> None:
    """Requests whose bodies are withheld."""
    await attack.hold(WITHHELD)


async def pings(attack: Attack) -> None:
    """Ping frames and empty fragments, which are no messages."""
    player, _ = await attack.at_own_table()
    assert player.wire is not None
    await attack.pour([player.wire], (b"", PING), (b"x", PING), (b"", 0x01), (b"", 0x80))


async def bombs(attack: Attack) -> None:
    """Variants of nested dotted keys."""
    paths = ("/api/games/check", "/api/games/rulebook")
    await attack.flood("", *(("POST", path, {"game": BOMB}) for path in paths))


async def choices(attack: Attack) -> None:
    """Variants whose choices take long."""
    players = [
        await attack.playing(game=FALLING.format(distance=distance)) for distance in range(1, 6)
    ]
    playing = [asyncio.create_task(attack.play_on(player)) for player, _ in players]
    await asyncio.gather(
        *playing,
        *(
            attack.flood(
                player.cookie,
                ("GET", f"/api/tables/{table}", None),
                ("POST", f"/api/tables/{table}/plan", {"moves": ["50-d1"]}),
            )
            for player, table in players
        ),
    )


async def pictures(attack: Attack) -> None:
    """The document of the interface, and QR codes."""
    _, table = await attack.at_own_table()
    await attack.flood(
        "", ("GET", "/api/openapi.json", None), ("GET", f"/api/tables/{table}/qr", None)
    )


async def renames(attack: Attack) -> None:
    """New names again and again."""
    player, table = await attack.at_own_table()
    path = f"/api/tables/{table}/commands"
    bodies = [
        {"id": f"r{number}", "command": {"type": "rename", "name": spelled(number)}}
        for number in range(MOST)
    ]
    await attack.flood(player.cookie, *(("POST", path, body) for body in bodies))


async def hints(attack: Attack) -> None:
    """Hints."""
    player, table = await attack.playing()
    await attack.flood(
        player.cookie,
        *(("POST", f"/api/tables/{table}/hint", {"id": f"h{number}"}) for number in range(MOST)),
    )


async def tables(attack: Attack) -> None:
    """New tables, of several people."""
    people = [attack.entrance().person("Mallory") for _ in range(20)]
    body = {"options": {"game": "original", "players": 5}}
    await asyncio.gather(
        *(attack.flood(person.cookie, ("POST", "/api/tables", body)) for person in people)
    )


async def resends(attack: Attack) -> None:
    """The same old command, at a table with a long log."""
    player, table = await attack.at_own_table()
    path = f"/api/tables/{table}/commands"
    bodies = [
        {"id": f"r{number}", "command": {"type": "rename", "name": spelled(number)}}
        for number in range(RENAMED)
    ]
    asking = Asking(attack.port, player.cookie)
    for body in bodies:
        await asking.ask("POST", path, body)
    await attack.flood(player.cookie, ("POST", path, bodies[0]))


async def nothing(attack: Attack) -> None:
    """No attack: what two quiet times differ by."""
    await asyncio.sleep(attack.end - time.monotonic())


ATTACKS: dict[str, tuple[str, Callable[[Attack], Awaitable[None]]]] = {
    "nothing": ("nothing", nothing),
    "silent": (f"{SILENT:,} silent connections", silent),
    "bodies": (f"{SILENT:,} withheld bodies", bodies),
    "pings": ("ping frames, empty fragments", pings),
    "bombs": ("TOML of nested keys", bombs),
    "choices": ("eight falling piles", choices),
    "pictures": ("openapi.json, QR codes", pictures),
    "renames": ("renames", renames),
    "hints": ("hints", hints),
    "tables": ("new tables", tables),
    "resends": ("old commands again", resends),
}


def be_hostile(name: str, port: int, seconds: float, answer: Connection) -> None:
    """The attacker's process: says when it begins, and how many requests there were."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))

    async def strike() -> Attack:
        answer.send("begun")
        attack = Attack(port, time.monotonic() + seconds)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds + 1):
                    await ATTACKS[name][1](attack)
        finally:
            answer.send((attack.sent, attack.served))
        return attack

    asyncio.run(strike())


# A line of the table


@dataclass
class Line:
    """What came of an attack; times in seconds."""

    name: str
    quiet: list[float]
    attacked: list[float]
    sent: int
    served: int
    cpu: float
    lines: int
    waited: float | None
    failed: str = ""

    def row(self) -> list[str]:
        """As it is printed."""
        before, after = (_quantiles(times) for times in (self.quiet, self.attacked))
        each = 1e6 * self.cpu / self.sent if self.sent else 0.0
        return [
            ATTACKS[self.name][0],
            *(f"{1000 * time:.1f}" for time in (*before, *after)),
            self.failed or ("holds" if self._holds(before[1], after[1]) else "falls short"),
            "never" if self.waited is None else f"{1000 * self.waited:.0f}",
            f"{self.sent:,}",
            f"{self.served:,}",
            f"{each:,.0f}",
            f"{self.lines:,}",
        ]

    @staticmethod
    def _holds(quiet: float, attacked: float) -> bool:
        return attacked < max(WANTED_RATIO * quiet, WANTED_SECONDS)


HEAD = [
    "attack",
    "quiet p50, ms",
    "p99",
    "attacked p50, ms",
    "p99",
    "the table",
    "newcomer, ms",
    "requests",
    "served",
    "µs each",
    "log lines",
]


def _quantiles(times: list[float]) -> tuple[float, float]:
    if len(times) < 2:
        return float("inf"), float("inf")
    cuts = statistics.quantiles(times, n=100)
    return cuts[49], cuts[98]


async def measure(name: str, seconds: float) -> Line:
    """One attack on a new server."""
    with served() as server:
        entrance = Entrance(server.port, VICTIM)
        tables = [entrance.table() for _ in range(VICTIMS)]
        for table in tables:
            await table.gather()
            await table.deal()
        await delays(tables, 1.0)  # what is done once
        cpu = server.cpu()
        quiet = await delays(tables, seconds)
        usual = server.cpu() - cpu
        found = await attacked(name, server, tables, seconds, quiet)
        found.cpu -= usual
        for table in tables:
            table.go()
        return found


async def attacked(
    name: str, server: Served, tables: list[Table], seconds: float, quiet: list[float]
) -> Line:
    """The victims' tables while the attacker is at work."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=be_hostile, args=(name, server.port, seconds, theirs))
    process.start()
    await asyncio.to_thread(ours.recv)
    cpu, lines = server.cpu(), server.lines()
    arriving = asyncio.create_task(_later(seconds / 2, newcomer(server.port)))
    times, failed = list[float](), ""
    try:
        async with asyncio.timeout(4 * seconds + PATIENCE):
            times = await delays(tables, seconds)
    except (TimeoutError, RuntimeError, OSError) as error:
        failed = f"fails: {error or type(error).__name__}"
    sent, answered = await asyncio.to_thread(ours.recv)
    found = Line(name, quiet, times, sent, answered, 0.0, 0, await arriving, failed)
    found.cpu, found.lines = server.cpu() - cpu, server.lines() - lines
    process.join(10)
    process.kill()
    return found


async def _later(seconds: float, work: Awaitable[float | None]) -> float | None:
    await asyncio.sleep(seconds)
    return await work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=ATTACKS, nargs="+", default=[*ATTACKS])
    parser.add_argument("--seconds", type=float, default=5.0, help="of each attack")
    found = parser.parse_args()
    rows = [HEAD]
    for name in found.only:
        rows.append(asyncio.run(measure(name, found.seconds)).row())
        print(*rows[-1], sep=" · ", file=sys.stderr)
    show(rows)


if __name__ == "__main__":
    main()
