"""The metrics: what is counted, in the text format of Prometheus, and documented."""

from __future__ import annotations

import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tenback.server.metrics import BUCKETS, Metrics
from tests.server.harness import play_together, server_harness

DOCUMENT = Path(__file__).parents[2] / "docs" / "hosting.md"


def samples(text: str) -> dict[str, float]:
    """Every sample by its name and labels, as Prometheus reads them."""
    return {
        f"{sample.name}{sorted(sample.labels.items())}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def names(text: str) -> set[str]:
    """The names under which Prometheus knows the metrics."""
    return set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))


def test_counters_histograms_and_gauges() -> None:
    metrics = Metrics()
    metrics.refusals.labels('a "b"\\\n').inc()
    metrics.refusals.labels("c").inc()
    metrics.refusals.labels("c").inc()
    metrics.commands.inc()
    metrics.gauge("here", "Those who are here", lambda: 7)
    for seconds in (0.0005, 0.001, 0.3, 99.0):
        metrics.command_seconds.observe(seconds)
    found = samples(metrics.exposition().decode())
    assert found["tenback_refusals_total[('code', 'c')]"] == 2
    assert found["tenback_refusals_total[('code', 'a \"b\"\\\\\\n')]"] == 1
    assert found["tenback_commands_total[]"] == 1
    assert found["tenback_here[]"] == 7
    assert found["tenback_command_seconds_bucket[('le', '0.001')]"] == 2
    assert found["tenback_command_seconds_bucket[('le', '+Inf')]"] == 4
    assert found["tenback_command_seconds_count[]"] == 4
    assert sum("command_seconds_bucket" in name for name in found) == len(BUCKETS) + 1


def test_each_server_has_metrics_of_its_own() -> None:
    first, second = Metrics(), Metrics()
    first.commands.inc()
    assert samples(second.exposition().decode())["tenback_commands_total[]"] == 0


async def test_a_server_that_was_used() -> None:
    async with server_harness() as found:
        client = await found.guest("Ann")
        table, (ann,) = await found.playing(client)
        await ann.do("play", move="nonsense")
        await play_together([ann])
        await client.get(f"/api/tables/{table}")
        await client.get("/api/tables/nothing-there")
        text = (await client.get("/metrics")).body.decode()
        counted = samples(text)
        path = "('path', '/api/tables/{table}')"
        assert counted[f"tenback_requests_total[{path}, ('status', '404')]"] == 1
        assert counted["tenback_refusals_total[('code', 'host-no-table')]"] == 1
        assert counted["tenback_connections[]"] == 1
        assert counted["tenback_tables_in_memory[]"] == 1
        commands = counted["tenback_commands_total[]"]
        assert commands == counted["tenback_command_seconds_count[]"] > 10
        assert counted["process_cpu_seconds_total[]"] > 0
        assert "_created" not in text
        assert table not in text
        assert client.id not in text


async def test_every_metric_is_documented() -> None:
    async with server_harness() as found:
        text = (await (await found.client()).get("/metrics")).body.decode()
    documented = set(re.findall(r"^\| `(\w+)", DOCUMENT.read_text(), re.MULTILINE))
    assert names(text) <= documented
    ours = {name for name in documented if name.startswith("tenback_")}
    assert ours <= names(text), "what is documented exists"
