"""A program that answers line by line, with limits on all that it can do wrong."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from tenback.bots.stand_in import BotFailure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

MAX_LINE = 65_536
"""The longest answer, in bytes."""

MAX_NOISE = 1_048_576
"""How much may go to the standard error between two questions, in bytes."""

MAX_LAST = 1_024
"""How much of it is remembered, in bytes."""

PATIENCE = 1.0
"""Seconds in which a program may end by itself."""


class BotProcess:
    """One running program. A caller never waits longer than its time limit."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 (its owner asked for it)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # A group of its own, so that what it has started ends with it.
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError, IndexError) as error:
            raise BotFailure(
                "not-started", detail=getattr(error, "strerror", "") or str(error)
            ) from None
        self._noise = 0
        self._last = b""
        self._flooded = False
        self._waiting = b""
        self._asked: Thread | None = None
        self._listener = Thread(target=self._drain, daemon=True)
        self._listener.start()

    def queue(self, line: str) -> None:
        """Queue a line that needs no answer; it is sent with the next question."""
        self._waiting += line.encode() + b"\n"

    def ask(self, line: str, seconds: float) -> bytes:
        """One line for one line."""
        self.queue(line)
        answers: SimpleQueue[bytes] = SimpleQueue()
        self._noise = 0
        # A thread of its own, for a program may neither read nor write.
        self._asked = Thread(target=lambda: answers.put(self._exchange()), daemon=True)
        self._asked.start()
        try:
            answer = answers.get(timeout=seconds)
        except Empty:
            raise BotFailure("silent", seconds=f"{seconds:g}") from None
        return self._checked(answer)

    def _exchange(self) -> bytes:
        line, self._waiting = self._waiting, b""
        try:
            _write(self._process.stdin, line)
            return self._process.stdout.readline(MAX_LINE + 1) if self._process.stdout else b""
        except (OSError, ValueError):  # the pipe is broken, or closed
            return b""

    def _checked(self, answer: bytes) -> bytes:
        if self._flooded:
            raise BotFailure("floods", limit=MAX_NOISE)
        if not answer:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
            raise BotFailure("died", status=self._process.returncode)
        if len(answer) > MAX_LINE:
            raise BotFailure("too-long", limit=MAX_LINE)
        return answer

    def _drain(self) -> None:
        """Read the standard error, so that the program can go on; up to a limit."""
        errors = self._process.stderr
        with suppress(OSError, ValueError):
            while errors and (chunk := os.read(errors.fileno(), MAX_LINE)):
                self._last = (self._last + chunk)[-MAX_LAST:]
                self._noise += len(chunk)
                if self._noise > MAX_NOISE:
                    self._flooded = True
                    self._kill()

    @property
    def last_words(self) -> str:
        """The last line that went to the standard error; after `stop` all of it has been read."""
        lines = self._last.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def stop(self, farewell: str = "") -> None:
        """Let the program end, and make sure that it does."""
        if self._process.returncode is None:
            self._bid(farewell)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE if farewell else 0)
        self._kill()  # also what it has started and left running
        self._process.wait()
        self._close()

    def _bid(self, farewell: str) -> None:
        if farewell and not (self._asked and self._asked.is_alive()):
            self.queue(farewell)
            goodbye = Thread(target=self._leave, daemon=True)
            goodbye.start()
            goodbye.join(PATIENCE)

    def _leave(self) -> None:
        with suppress(OSError, ValueError):
            _write(self._process.stdin, self._waiting)
            if self._process.stdin:
                self._process.stdin.close()

    def _kill(self) -> None:
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _close(self) -> None:
        """Close the pipes, unless something that got away from us still holds one of them."""
        for thread in (self._asked, self._listener):
            if thread:
                thread.join(PATIENCE)
                if thread.is_alive():
                    return
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                if pipe:
                    pipe.close()


def _write(pipe: IO[bytes] | None, data: bytes) -> None:
    if pipe:
        pipe.write(data)
        pipe.flush()
