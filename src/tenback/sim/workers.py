"""Who does the work: threads of this machine, or whatever joblib has a back end for."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.sim.setting import InvalidSetting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

THREADS = "threading"  # kernels run without the GIL, so threads are enough
CLUSTER = "dask"
LOCAL = (THREADS, "loky")

ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}", re.ASCII)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Workers:
    """By default all cores of this machine; with `backend` "dask", a cluster at an address."""

    cores: int | None = None
    backend: str = THREADS
    address: str | None = None

    def __post_init__(self) -> None:
        if self.cores is not None and (type(self.cores) is not int or self.cores < 1):
            raise InvalidSetting("bad-cores", cores=str(self.cores)[:40])
        if self.backend not in (*LOCAL, CLUSTER):
            allowed = ", ".join((*LOCAL, CLUSTER))
            raise InvalidSetting("unknown-backend", name=str(self.backend)[:40], allowed=allowed)
        if self.backend == CLUSTER and not ADDRESS.fullmatch(self.address or ""):
            raise InvalidSetting("cluster-needs-address")
        if self.backend != CLUSTER and self.address:
            raise InvalidSetting("address-without-cluster", name=self.backend)

    @property
    def count(self) -> int:
        """How many pieces of work should be under way at once."""
        return self.cores or _usable_cores()

    def each(
        self, work: Callable[..., Result], pieces: Iterable[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """Do every piece of work; what is done comes first."""
        from joblib import Parallel, delayed

        with self._backend():
            parallel = Parallel(return_as="generator_unordered")
            yield from parallel(delayed(work)(*piece) for piece in pieces)

    @contextmanager
    def _backend(self) -> Iterator[None]:
        from joblib import parallel_config

        if self.backend != CLUSTER:
            with parallel_config(backend=self.backend, n_jobs=self.count):
                yield
            return
        with self._client() as client, parallel_config(backend=CLUSTER, client=client, n_jobs=-1):
            yield

    def _client(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise InvalidSetting("cluster-not-installed") from None
        try:
            return Client(self.address, timeout="10s")  # type: ignore[no-untyped-call]
        except (OSError, ValueError, ImportError) as error:
            raise InvalidSetting("cluster-unreachable", address=str(self.address)[:200]) from error


def _usable_cores() -> int:
    """The cores this process may use, which in a container are fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
