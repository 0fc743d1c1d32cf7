"""`tenback serve`: a server for players with a link; plain `tenback` for one's own browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import replace
from io import StringIO
from math import ceil
from typing import TYPE_CHECKING

from tenback.bots.warmup import begin, seconds_left
from tenback.cli.arguments import add_language, chosen_words, number, parser
from tenback.cli.databases import add_database, chosen_database
from tenback.cli.running_server import advertised, own_url, running_url
from tenback.core.bot_spec import MASTER, BotSpec
from tenback.server.logs import detach, log
from tenback.server.settings import BadSettings, Settings
from tenback.sim.levels import level
from tenback.store import StoreError
from tenback.store.urls import is_postgres
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from tenback.server.run import Bound
    from tenback.words import Words

PORT = 8000
ANY_PORT = 0
ALL_INTERFACES = "0.0.0.0"  # noqa: S104 (only where the user asks for it)
LOOPBACK = "127.0.0.1"


def run(words: Sequence[str], *, plain: bool = False) -> int:
    """Serve until Ctrl-C. `plain`: on this machine, with a browser, at any free port."""
    found = _arguments(words)
    _check(found)
    found.browser = (plain or found.open) and not found.no_browser
    say = chosen_words(found.language)
    try:
        _serve(found, _bound(found, plain=plain), say)
    except StoreError as error:
        url = _running_already(error) if plain and not _has_own_settings(found) else None
        if url is None:
            raise
        print(say("server.running", url=url), flush=True)
        if found.browser and has_screen():
            webbrowser.open(url)
        return 0
    _exit()
    return 0


def _serve(found: argparse.Namespace, bound: Bound, say: Words) -> None:
    from tenback.host.dependencies import HostConfig
    from tenback.server import run
    from tenback.server.services import ServerDependencies

    run.set_up_logs(verbose=found.verbose, json_lines=found.log == "json")
    database = chosen_database(found.database)
    # Several processes may serve one PostgreSQL database.
    deps = ServerDependencies(config=HostConfig(shared=is_postgres(database)))
    with ExitStack() as stack:

        def ready() -> None:
            stack.enter_context(advertised(database, bound.settings))
            _ready(bound, found, say)

        run.serve(bound, database, deps, ready)


def _running_already(error: StoreError) -> str | None:
    """The URL of the server that has the database open."""
    return running_url(str(error.params["file"])) if error.code == "store-in-use" else None


def _has_own_settings(found: argparse.Namespace) -> bool:
    """Whether options ask for what the running server may not offer."""
    return found.lan or any((found.host, found.public_url)) or found.port is not None


def _check(found: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    for first, second in (("--lan", "--host"), ("--open", "--no-browser")):
        values = (getattr(found, name[2:].replace("-", "_")) for name in (first, second))
        if all(values):
            raise UsageError("not-together", first=first, second=second)
    level()  # an impossible TENBACK_CPU is refused before anything runs


def _exit() -> None:
    """Exit without waiting for threads in which a bot still thinks."""
    if any(thread.name.startswith("tenback") for thread in threading.enumerate()):
        sys.stdout.flush()
        os._exit(0)


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    arguments = parser("serve", "Run a server where people play in their browsers.")
    arguments.add_argument("--host", help=f"the address to listen at; {LOOPBACK} by default")
    arguments.add_argument("--port", type=number, help=f"the port; {PORT} by default")
    add_database(arguments)
    arguments.add_argument(
        "--public-url", metavar="URL", help="how browsers reach it behind a proxy, with https"
    )
    arguments.add_argument(
        "--lan", action="store_true", help="let players in your network in, by a link"
    )
    arguments.add_argument(
        "--trusted-proxy",
        metavar="ADDRESS",
        help="whose X-Forwarded-For is believed besides this machine's: addresses or networks, "
        "with commas between them; * is every client's",
    )
    arguments.add_argument(
        "--open-metrics", action="store_true", help="let other machines read /metrics"
    )
    arguments.add_argument("--open", action="store_true", help="open the browser")
    arguments.add_argument("--no-browser", action="store_true", help="do not")
    arguments.add_argument("--verbose", action="store_true", help="log connections, too")
    arguments.add_argument(
        "--log", choices=("text", "json"), default="text", help="the format of the log"
    )
    add_language(arguments)
    return arguments.parse(words)


def _bound(found: argparse.Namespace, *, plain: bool) -> Bound:
    """The bound address; plain `tenback` takes another port where the default is in use."""
    from tenback.server.run import bind

    wanted = Settings(
        host=found.host or (ALL_INTERFACES if found.lan else LOOPBACK),
        port=PORT if found.port is None else found.port,
        public_url=found.public_url,
        trusted_proxies=found.trusted_proxy,
        open_metrics=found.open_metrics,
    )
    try:
        return bind(wanted)
    except BadSettings as error:
        if found.port is not None or not plain or error.code != "server-cannot-listen":
            raise
        return bind(replace(wanted, port=ANY_PORT))


def _ready(bound: Bound, found: argparse.Namespace, say: Words) -> None:
    """Print where the server is, and open the browser."""
    settings = bound.settings
    _print_line("\n".join(_greeting(settings, say)), sys.stdout)
    # Before a player waits for a bot or a hint.
    if begin(nice=True):
        _announce_warm_up(found, say)
    if found.browser and has_screen():
        # Some browsers block their caller.
        threading.Thread(target=webbrowser.open, args=(own_url(settings),), daemon=True).start()


def _greeting(settings: Settings, say: Words) -> Iterator[str]:
    yield say("server.at", url=settings.url)
    if settings.public_url is not None:
        yield say("server.listens", address=settings.listen_address)
    if settings.local_only:
        yield say("server.share")
    else:
        yield f"{say('server.friends')} {settings.url}"
        yield qr_code(settings.url).removesuffix("\n")
    yield say("server.stop")


def _announce_warm_up(found: argparse.Namespace, say: Words) -> None:
    """Say when bots are ready; as JSON, where the log on the standard error is JSON."""
    seconds = ceil(seconds_left(BotSpec(MASTER)) or 0)
    if found.log == "json":
        log("bots-warming", seconds=seconds)
    else:
        _print_line(say("server.warming", seconds=seconds), sys.stderr)


def _print_line(text: str, stream: TextIO) -> None:
    """Print a line; the server goes on where its output is closed."""
    try:
        print(text, file=stream, flush=True)
    except OSError:
        detach(stream)


def has_screen() -> bool:
    """Whether a browser can open a window."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def qr_code(url: str) -> str:
    """A link for the camera of a phone."""
    from qrcode.main import QRCode

    code = QRCode(border=2)
    code.add_data(url)
    text = StringIO()
    # Dark on light, as cameras need it, whatever the terminal's colours.
    code.print_ascii(out=text, invert=True)
    return text.getvalue()
