"""`tenback serve`: tables for everybody who opens a link; plain `tenback` for oneself."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

from tenback.bots.warming import in_background
from tenback.cli.arguments import add_language, chosen_words, number, parser
from tenback.cli.databases import add_database, chosen_database
from tenback.cli.neighbours import neighbour, noted, own_url
from tenback.cli.usage import UsageError
from tenback.server.logs import drop, log
from tenback.server.settings import BadSettings, Settings
from tenback.store import StoreError
from tenback.store.opening import is_postgres

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from tenback.server.serving import Bound
    from tenback.words import Words

PORT = 8000
ANY_PORT = 0
EVERYWHERE = "0.0.0.0"  # noqa: S104 (only when somebody asks for it)
HERE = "127.0.0.1"


def run(words: Sequence[str], *, plain: bool = False) -> int:
    """Serve until Ctrl-C. `plain`: for oneself, with a browser, wherever there is room."""
    found = _arguments(words)
    _check(found)
    found.browser = (plain or found.open) and not found.no_browser
    say = chosen_words(found.language)
    try:
        _serve(found, _bound(found, plain=plain), say)
    except StoreError as error:
        url = _running_already(error) if plain and not _wants_more(found) else None
        if url is None:
            raise
        print(say("server.running", url=url), flush=True)
        if found.browser and has_screen():
            webbrowser.open(url)
        return 0
    _leave()
    return 0


def _serve(found: argparse.Namespace, bound: Bound, say: Words) -> None:
    from tenback.host.surroundings import Habits
    from tenback.server import serving
    from tenback.server.services import World

    serving.set_up_logs(verbose=found.verbose, lines=found.log == "json")
    database = chosen_database(found.database)
    # Another process may serve the same database wherever one can.
    world = World(habits=Habits(shared=is_postgres(database)))
    with ExitStack() as stack:

        def ready() -> None:
            stack.enter_context(noted(database, bound.settings))
            _ready(bound, found, say)

        serving.serve(bound, database, world, ready)


def _running_already(error: StoreError) -> str | None:
    """Where the server is that has the database open."""
    return neighbour(str(error.params["file"])) if error.code == "store-in-use" else None


def _wants_more(found: argparse.Namespace) -> bool:
    """Whether somebody wants what the server that runs already may not offer."""
    return found.lan or any((found.host, found.public_url)) or found.port is not None


def _check(found: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    for first, second in (("--lan", "--host"), ("--open", "--no-browser")):
        values = (getattr(found, name[2:].replace("-", "_")) for name in (first, second))
        if all(values):
            raise UsageError("not-together", first=first, second=second)


def _leave() -> None:
    """Go, although a bot may still be thinking; nobody waits for its answer any more."""
    if any(thread.name.startswith("tenback") for thread in threading.enumerate()):
        sys.stdout.flush()
        os._exit(0)


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    arguments = parser("serve", "Run a server where people play in their browsers.")
    arguments.add_argument("--host", help=f"the address to listen at; {HERE} by default")
    arguments.add_argument("--port", type=number, help=f"the port; {PORT} by default")
    add_database(arguments)
    arguments.add_argument(
        "--public-url", metavar="URL", help="how browsers reach it behind a proxy, with https"
    )
    arguments.add_argument(
        "--lan", action="store_true", help="let everybody in your network in, by a link"
    )
    arguments.add_argument(
        "--trusted-proxy",
        metavar="ADDRESS",
        help="whose X-Forwarded-For is believed besides this machine's: addresses or networks, "
        "with commas between them; * is anybody's",
    )
    arguments.add_argument(
        "--open-metrics", action="store_true", help="let everybody read /metrics"
    )
    arguments.add_argument("--open", action="store_true", help="open the browser")
    arguments.add_argument("--no-browser", action="store_true", help="do not")
    arguments.add_argument("--verbose", action="store_true", help="tell what happens")
    arguments.add_argument("--log", choices=("text", "json"), default="text", help="how it is told")
    add_language(arguments)
    return arguments.parse(words)


def _bound(found: argparse.Namespace, *, plain: bool) -> Bound:
    """The address; plain `tenback` takes another port where the usual one is taken."""
    from tenback.server.serving import bind

    wanted = Settings(
        host=found.host or (EVERYWHERE if found.lan else HERE),
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
    """Tell where the server is, and open the browser for whoever sits in front of it."""
    settings = bound.settings
    _tell("\n".join(_greeting(settings, say)), sys.stdout)
    # Before anybody waits for a bot or a hint.
    in_background(("master",), lambda: _tell_of_compiling(found, say))
    if found.browser and has_screen():
        # Some browsers keep whoever calls them waiting.
        threading.Thread(target=webbrowser.open, args=(own_url(settings),), daemon=True).start()


def _greeting(settings: Settings, say: Words) -> Iterator[str]:
    yield say("server.at", url=settings.url)
    if settings.public_url is not None:
        yield say("server.listens", address=settings.listens_at)
    if settings.only_here:
        yield say("server.share")
    else:
        yield f"{say('server.friends')} {settings.url}"
        yield qr_code(settings.url).removesuffix("\n")
    yield say("server.stop")


def _tell_of_compiling(found: argparse.Namespace, say: Words) -> None:
    """Whoever reads JSON wants nothing else on the standard error."""
    if found.log == "json":
        log("bots-compiling")
    else:
        _tell(say("server.compiling"), sys.stderr)


def _tell(text: str, stream: TextIO) -> None:
    """Say something that nobody has to read: a server goes on although its output is closed."""
    try:
        print(text, file=stream, flush=True)
    except OSError:
        drop(stream)


def has_screen() -> bool:
    """Whether a browser would have a window; in a terminal it would only be in the way."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def qr_code(url: str) -> str:
    """A link for the camera of a phone."""
    from qrcode.main import QRCode

    code = QRCode(border=2)
    code.add_data(url)
    text = StringIO()
    # Dark on light, whatever the terminal's colours: cameras want it so.
    code.print_ascii(out=text, invert=True)
    return text.getvalue()
