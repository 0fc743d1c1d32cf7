"""What a server counts, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper ends of the classes of a histogram, in seconds."""


class Metrics:
    """Counters by name and labels, times by name, and gauges that are asked when somebody looks."""

    def __init__(self) -> None:
        self._counters: dict[str, Counter[tuple[tuple[str, str], ...]]] = defaultdict(Counter)
        self._times: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()
        self._gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, **labels: str) -> None:
        """One more."""
        self._counters[name][tuple(labels.items())] += 1

    def time(self, name: str, seconds: float) -> None:
        """It took so long."""
        classes = self._times.get(name)
        if classes is None:
            classes = self._times[name] = [0] * (len(STEPS) + 1)
        classes[bisect_left(STEPS, seconds)] += 1
        self._sums[name] += seconds  # type: ignore[assignment]

    def gauge(self, name: str, ask: Callable[[], float]) -> None:
        """What can be asked at any time."""
        self._gauges[name] = ask

    def __str__(self) -> str:
        lines = [*self._counter_lines(), *self._time_lines(), *self._gauge_lines()]
        return "".join(f"{line}\n" for line in lines)

    def _counter_lines(self) -> Iterator[str]:
        for name, counts in sorted(self._counters.items()):
            yield f"# TYPE tenback_{name}_total counter"
            for labels, count in sorted(counts.items()):
                yield f"tenback_{name}_total{_labels(labels)} {count}"

    def _time_lines(self) -> Iterator[str]:
        for name, classes in sorted(self._times.items()):
            yield f"# TYPE tenback_{name}_seconds histogram"
            so_far = 0
            for end, count in zip((*map(str, STEPS), "+Inf"), classes, strict=True):
                so_far += count
                yield f'tenback_{name}_seconds_bucket{{le="{end}"}} {so_far}'
            yield f"tenback_{name}_seconds_sum {self._sums[name]}"
            yield f"tenback_{name}_seconds_count {so_far}"

    def _gauge_lines(self) -> Iterator[str]:
        for name, ask in sorted(self._gauges.items()):
            yield f"# TYPE tenback_{name} gauge"
            yield f"tenback_{name} {ask()}"


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{key}="{_escaped(value)}"' for key, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
