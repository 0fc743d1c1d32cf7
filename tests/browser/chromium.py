"""The machine's Chromium. `python -m tests.browser.chromium` installs it where it can."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
INSTALL = ("apt-get", "install", "--yes", "--no-install-recommends", "chromium")


class NoChromium(Exception):
    """There is none, and what to do about it."""


def program() -> str:
    """Where it is."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    raise NoChromium(
        "The tests of the page need a Chromium that is called one of "
        f"{', '.join(NAMES)}. On Debian, run: sudo {' '.join(INSTALL)}"
    )


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install() -> None:
    """Debian's package, for whoever may install it."""
    if is_root() and shutil.which(INSTALL[0]):
        subprocess.run((INSTALL[0], "update"), check=False)
        subprocess.run(INSTALL, check=False)


def main() -> int:
    try:
        program()
    except NoChromium:
        install()
    try:
        program()
    except NoChromium as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
