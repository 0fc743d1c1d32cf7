"""A server to be killed: `python -m tests.server.server_program PORT DATABASE`."""

from __future__ import annotations

import sys

from tenback.core.errors import TenbackError
from tenback.host.dependencies import Dependencies, HostConfig
from tenback.server import run
from tenback.server.services import ServerDependencies
from tenback.server.settings import RateLimits, Settings
from tests.server.in_process import NO_LIMITS, no_lag


def main(
    port: str,
    database: str,
    *,
    rate_limits: RateLimits = NO_LIMITS,
    deps: Dependencies | None = None,
) -> int:
    run.set_up_logs(verbose=False, json_lines=False)
    try:
        bound = run.bind(Settings(port=int(port), rate_limits=rate_limits))
        quick = ServerDependencies(deps or Dependencies(), HostConfig(pace=0.0), measure_lag=no_lag)
        run.serve(bound, database, quick, lambda: print("ready", flush=True))
    except TenbackError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
