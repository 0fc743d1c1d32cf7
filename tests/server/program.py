"""A server to be killed: `python -m tests.server.program PORT DATABASE` tells when it is ready."""

from __future__ import annotations

import sys

from tenback.core.errors import TenbackError
from tenback.host.surroundings import Habits, Surroundings
from tenback.server import serving
from tenback.server.services import World
from tenback.server.settings import Quotas, Settings
from tests.server.worlds import WIDE


def main(
    port: str, database: str, *, quotas: Quotas = WIDE, around: Surroundings | None = None
) -> int:
    serving.set_up_logs(verbose=False, lines=False)
    try:
        bound = serving.bind(Settings(port=int(port), quotas=quotas))
        quick = World(around or Surroundings(), Habits(pace=0.0))
        serving.serve(bound, database, quick, lambda: print("ready", flush=True))
    except TenbackError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
