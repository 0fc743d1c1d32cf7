"""The entry point: finds the command, and turns every error into one clear line."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "play": "play a game here, line by line",
    "variants": "list the games and their options",
    "rules": "tell how a game is played",
    "deal": "show the deal behind a code",
    "replay": "show a recorded game again",
}

_USAGE = "usage: tenback COMMAND ...\n\nThe card games around The Game.\n\ncommands:\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a letter gets a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    try:
        status = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone. Point it elsewhere, or Python complains while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return status


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())
        return 0
    if words[0] == "--version":
        from tenback import __version__

        print(f"tenback {__version__}")
        return 0
    if words[0] not in COMMANDS:
        return _unknown(words[0])
    return _run_command(words[0], words[1:])


def _run_command(name: str, words: list[str]) -> int:
    from tenback.cli.arguments import UsageError, chosen_words
    from tenback.core.errors import TenbackError

    try:
        status: int = import_module(f"tenback.cli.{name}").run(words)
    except TenbackError as error:
        return _refuse(name, chosen_words(None).refusal(error))
    except UsageError as error:
        return _refuse(name, str(error))
    except UnicodeError:
        return _refuse(name, "The input is not text in UTF-8.")
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        return _refuse(name, f"{error.filename or 'file'}: {error.strerror or error}.")
    return status


def _refuse(command: str, sentence: str) -> int:
    print(f"tenback {command}: {sentence}", file=sys.stderr)
    return 2


def _unknown(word: str) -> int:
    from tenback.core.errors import nearest

    near = nearest(word, COMMANDS)
    hint = f"did you mean {near}?" if near else f"the commands are {', '.join(COMMANDS)}."
    print(f"tenback: {word!r} is not a command; {hint}", file=sys.stderr)
    return 2


def _help() -> str:
    lines = [f"  {name:<10} {purpose}" for name, purpose in COMMANDS.items()]
    return f"{_USAGE}{chr(10).join(lines)}\n\ntenback COMMAND --help tells more about one."


if __name__ == "__main__":
    sys.exit(main())
