"""`tenback warm-up`: builds the kernels now, so that no later command waits for them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, parser
from tenback.sim.builder.jobs import all_libraries

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Build what is missing, with a progress bar."""
    arguments = parser("warm-up", "Compile the kernels for this machine, once; wheels hold them.")
    add_language(arguments)
    say = chosen_words(arguments.parse(words).language)
    began, job = time.monotonic(), all_libraries()
    if not job.is_running():
        print(say("warmup.ready"))
        return 0
    job.wait()
    if not job.is_private:
        print(say("warmup.done", seconds=round(time.monotonic() - began)))
    return 0
