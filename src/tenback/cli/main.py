"""The entry point: finds the command, and turns every error into one clear line."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.core.errors import TenbackError
    from tenback.words import Words

COMMANDS = {
    "serve": "run a server where people play in their browsers",
    "play": "play a game here, line by line",
    "variants": "list the games and their options",
    "rules": "tell how a game is played",
    "deal": "show the deal behind a code",
    "bots": "list who can play with you",
    "hint": "tell what to play at a table of your own",
    "replay": "show a recorded game again",
    "simulate": "play many games and tell how they end",
    "compare": "tell whether one table does better than another",
    "sweep": "change the rules step by step and tell what happens",
    "train": "teach a network to play a game, your own included",
    "difficulty": "tell how hard a game is, up the ladder of bots",
    "arena": "bots together against the game, and against each other",
    "warm-up": "compile the kernels for this machine now, once",
    "verify": "check that the cards of a recorded game were dealt fairly",
    "backup": "copy the database of tables to a file",
    "export": "write tables and records to one file, for another database",
    "import": "bring such a file into a database",
}

_MODULES = {"import": "import_", "warm-up": "warm_up"}
"""Commands whose names are no names of modules."""

_HERE = (
    *("--lan", "--host", "--port", "--public-url", "--database", "--open", "--no-browser"),
    *("--language", "--log", "--verbose", "--open-metrics", "--trusted-proxy"),
)
"""Options of plain `tenback`, which serves here and opens the browser."""

_USAGE = (
    "usage: tenback [--lan]\n       tenback COMMAND ...\n\n"
    "The card games around The Game. Without a command it serves them here and opens your browser;"
    "\n--lan lets all devices in your network in.\n\ncommands:\n"
)
_HELP = ("-h", "--help", "help")

# Of a file that is no record at all, nearly every word is a problem.
_PROBLEMS = 5


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    _prepare_streams()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone.
        _drop_output()
        return 141
    except OSError as error:
        _drop_output()
        print(f"tenback: {error.strerror or error}.", file=sys.stderr)
        return 2
    return status


def _prepare_streams() -> None:
    """Make up for streams that are closed, and for terminals that cannot show a letter."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Point the output elsewhere, or Python complains while closing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if words and words[0] in _HELP and len(words) == 1:
        print(_help())
        return 0
    if not words or words[0] in _HERE:
        return _run_command("serve", words, plain=True)
    if words[0] in _HELP:
        words = [words[1], "--help"]
    if words[0] == "--version":
        from tenback import __version__

        print(f"tenback {__version__}")
        return 0
    if words[0] not in COMMANDS:
        return _unknown(*words)
    return _run_command(words[0], words[1:])


def _run_command(name: str, words: list[str], **how: bool) -> int:
    from tenback.cli.arguments import words_for_refusals
    from tenback.cli.build_progress import BuildProgress
    from tenback.core.errors import TenbackError
    from tenback.sim.watcher import watched_by
    from tenback.words.usage import UsageError

    try:
        with watched_by(BuildProgress(lambda: words_for_refusals(words))):
            command = import_module(f"tenback.cli.{_MODULES.get(name, name)}")
            status: int = command.run(words, **how)
    except TenbackError as error:
        # The notes are the names of the files at fault.
        where = "".join(f"{file}: " for file in getattr(error, "__notes__", ()))
        sentences = _sentences(error, words_for_refusals(words))
        return _refuse(name, *(f"{where}{sentence}" for sentence in sentences))
    except UsageError as error:
        return _refuse(name, error.sentence(words_for_refusals(words)))
    except SystemExit as done:
        # argparse has printed its help.
        return int(done.code or 0)
    return status


def _sentences(error: TenbackError, say: Words) -> list[str]:
    """One for each problem, up to a number that a user still reads."""
    from tenback.core.errors import InvalidRecord

    if not isinstance(error, InvalidRecord):
        return [say.refusal(error)]
    shown = [say.refusal(InvalidRecord([problem])) for problem in error.problems[:_PROBLEMS]]
    more = len(error.problems) - len(shown)
    return [*shown, say("terminal.more-problems", count=more)] if more else shown


def _refuse(command: str, *sentences: str) -> int:
    """One line for each sentence, which may quote a file of another person."""
    from tenback.words.printable import printable

    for sentence in sentences:
        print(f"tenback {command}: {printable(sentence)}", file=sys.stderr)
    return 2


def _unknown(word: str, *more: str) -> int:
    from tenback.core.errors import nearest
    from tenback.words.command import command

    games = _games(word)
    near = nearest(word, (*COMMANDS, "--help", "--version", *games))
    hint = f"did you mean {near}?" if near else f"the commands are {', '.join(COMMANDS)}."
    if near in games:
        hint = f"did you mean {command('play', near, *more)}?"
    print(f"tenback: {word[:80]!r} is not a command; {hint}", file=sys.stderr)
    return 2


def _games(word: str) -> list[str]:
    """What `play` would play: the games, and this word if it is a deal code."""
    from tenback.core.deal import DealCode
    from tenback.core.errors import TenbackError
    from tenback.core.variants import ALIASES, every

    games = [*ALIASES, *(rules.name for rules in every())]
    try:
        return [*games, str(DealCode.parse(word))]
    except TenbackError:
        return games


def _help() -> str:
    lines = [f"  {name:<10} {purpose}" for name, purpose in COMMANDS.items()]
    return f"{_USAGE}{chr(10).join(lines)}\n\ntenback COMMAND --help tells more about one."


if __name__ == "__main__":
    sys.exit(main())
