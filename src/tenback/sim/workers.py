"""The workers of a batch: threads of this machine, or another back end of joblib."""

from __future__ import annotations

import re
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.sim.simulation_setting import InvalidSetting
from tenback.sim.sources import fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

THREADS = "threading"  # kernels run without the GIL, so threads suffice
CLUSTER = "dask"
LOCAL = (THREADS, "loky")
MOST_CORES = 1_000

ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}", re.ASCII)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Workers:
    """All cores of this machine by default; with `backend` "dask" the cluster at an address."""

    cores: int | None = None
    backend: str = THREADS
    address: str | None = None

    def __post_init__(self) -> None:
        if self.cores is not None and not _is_count(self.cores):
            raise InvalidSetting("bad-cores", cores=str(self.cores)[:40], limit=MOST_CORES)
        if self.backend not in (*LOCAL, CLUSTER):
            allowed = ", ".join((*LOCAL, CLUSTER))
            raise InvalidSetting("unknown-backend", name=str(self.backend)[:40], allowed=allowed)
        if self.backend == CLUSTER and not ADDRESS.fullmatch(self.address or ""):
            raise InvalidSetting("cluster-needs-address")
        if self.backend == CLUSTER and self.cores:
            raise InvalidSetting("cores-with-cluster")
        if self.backend != CLUSTER and self.address:
            raise InvalidSetting("address-without-cluster", name=self.backend)

    @property
    def count(self) -> int:
        """How many pieces of work run at once."""
        from joblib import cpu_count

        return self.cores or int(cpu_count())

    def each(
        self, work: Callable[..., Result], pieces: Iterable[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """Do every piece of work; yield each result as soon as it is done."""
        from joblib import delayed

        with self._parallel() as parallel:
            task, kernels = delayed(_do), fingerprint()
            done = parallel(task(kernels, work, piece) for piece in pieces)
            try:
                # Not `yield from`, which would close `done` outside the filter of warnings below.
                for result in done:  # noqa: UP028
                    yield result
            finally:
                with warnings.catch_warnings():
                    # joblib warns if the caller does not wait for the end, as after Ctrl-C.
                    warnings.simplefilter("ignore")
                    done.close()

    @contextmanager
    def _parallel(self) -> Iterator[Any]:
        """A `Parallel` of joblib; its global configuration is restored."""
        from joblib import Parallel, parallel_config

        order = "generator_unordered"
        if self.backend != CLUSTER:
            yield Parallel(n_jobs=self.count, backend=self.backend, return_as=order)
            return
        with self._client() as client:
            with parallel_config(backend=CLUSTER, client=client, n_jobs=-1):
                parallel = Parallel(return_as=order)
            yield parallel

    def _client(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise InvalidSetting("cluster-not-installed") from None
        try:
            return Client(self.address, timeout="10s")  # type: ignore[no-untyped-call]
        except (OSError, ValueError, ImportError) as error:
            raise InvalidSetting("cluster-unreachable", address=str(self.address)[:200]) from error


def _do(kernels: str, work: Callable[..., Result], piece: tuple[Any, ...]) -> Result:
    """Run in a worker, which refuses if its version of the simulator would give other results."""
    if kernels != fingerprint():
        raise InvalidSetting("cluster-differs")
    return work(*piece)


def _is_count(cores: object) -> bool:
    return type(cores) is int and 1 <= cores <= MOST_CORES
