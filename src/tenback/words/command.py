"""Commands inside sentences, as the reader can type them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

NAME = "tenback"


def command(*words: str) -> str:
    """A command line that calls us once more."""
    return " ".join([called(), *map(shlex.quote, words)])


def called() -> str:
    """Our name, or the path by which we were called where the name alone would not find us."""
    import shutil  # only sentences that name a command need it

    path = sys.argv[0]
    if Path(path).stem != NAME:
        # A module, a test, another program.
        return NAME
    found = shutil.which(NAME)
    return NAME if found and Path(found).resolve() == Path(path).resolve() else shlex.quote(path)
