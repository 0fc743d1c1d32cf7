"""Tests. Where `TENBACK_NO_KERNELS` is set, as for the quick ones, none of them loads a kernel."""

import os
import sys

NO_KERNELS = "TENBACK_NO_KERNELS"


class _NoKernels:
    """Refuses entries and Numba: `make test` builds the kernels meanwhile, and no test does so."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> None:
        if name in ("numba", "tenback.sim.compiler"):
            raise ImportError(f"what needs kernels is none of the QUICK tests ({NO_KERNELS})")


if os.environ.get(NO_KERNELS):
    sys.meta_path.insert(0, _NoKernels())
