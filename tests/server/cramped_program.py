"""A server with few descriptors: `python -m tests.server.cramped_program PORT DATABASE`."""

from __future__ import annotations

import resource
import sys

from tests.server import server_program

DESCRIPTORS = 256


def main(port: str, database: str) -> int:
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
    return server_program.main(port, database)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
