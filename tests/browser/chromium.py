"""The machine's Chromium. `python -m tests.browser.chromium` installs it where it can.

The headless shell is preferred: the same engine without the windows of a desktop, which needs
half the time for a page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
INSTALL = ("apt-get", "install", "--yes", "--no-install-recommends", SHELL)


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
    """Debian's package, where the user may install it."""
    if is_root() and shutil.which(INSTALL[0]):
        subprocess.run((INSTALL[0], "update"), check=False)
        subprocess.run(INSTALL, check=False)


def main() -> int:
    if not shutil.which(SHELL):
        install()
    try:
        program()
    except NoChromium as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
