"""Settings that every test shares."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A shared machine is slow at times: no deadline, and no complaint about slow generation.
settings.register_profile(
    "test",
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("soak", settings.get_profile("test"), max_examples=5_000)
settings.load_profile("soak" if os.environ.get("TENBACK_SOAK") else "test")
