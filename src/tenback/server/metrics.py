"""What a server counts and measures, for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

if TYPE_CHECKING:
    from collections.abc import Callable

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histograms, in seconds."""

# A creation time beside each counter would double the output; the start of the process says it.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of one server, in a registry of its own. docs/hosting.md lists them all.

    Labels hold what the program itself is made of (paths of routes, codes, names of types and
    bots), never what a client has sent.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests that were answered", "path", "status")
        self.request_seconds = self._histogram("request_seconds", "Time to answer a request")
        self.commands = self._counter("commands", "Commands that were carried out")
        self.command_seconds = self._histogram(
            "command_seconds", "Time to carry out a command that came over a socket"
        )
        self.refusals = self._counter("refusals", "Refusals, by their code", "code")
        self.errors = self._counter("errors", "Unexpected errors", "where", "kind")
        self.bot_failures = self._counter("bot_failures", "Bots that lost a seat", "bot", "why")
        self.cut = self._counter("connections_cut", "Connections that were cut", "why")
        self.loop_lag = self._histogram("loop_lag_seconds", "How late the event loop is")
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)

    def _counter(self, name: str, purpose: str, *labels: str) -> Counter:
        return Counter(f"tenback_{name}", purpose, labels, registry=self.registry)

    def _histogram(self, name: str, purpose: str) -> Histogram:
        return Histogram(f"tenback_{name}", purpose, buckets=BUCKETS, registry=self.registry)

    def gauge(self, name: str, purpose: str, read: Callable[[], float]) -> None:
        """A value that is read when the metrics are."""
        gauge = Gauge(f"tenback_{name}", purpose, registry=self.registry)
        gauge.set_function(read)

    def exposition(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
