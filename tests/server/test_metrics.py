"""What is counted, in a form that Prometheus reads."""

from __future__ import annotations

import re

from tenback.server.metrics import STEPS, Metrics
from tests.server.rooms import room, together

NAME = r"tenback_[a-z_]+"
LABEL = r'[a-z_]+="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"({NAME})(?:\{{{LABEL}(?:,{LABEL})*\}})? (-?[0-9.e+-]+|\+Inf|NaN)")
TYPE = re.compile(rf"# TYPE ({NAME}) (counter|gauge|histogram)")


def check(text: str) -> dict[str, str]:
    """Every line is one of Prometheus' text format; the names with their types."""
    assert text.endswith("\n")
    types: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            told = TYPE.fullmatch(line)
            assert told, line
            assert told[1] not in types, "a type is told once"
            types[told[1]] = told[2]
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            base = re.sub(r"_(bucket|sum|count)$", "", sample[1])
            assert sample[1] in types or types[base] == "histogram", line
    return types


def test_counters_times_and_gauges() -> None:
    metrics = Metrics()
    metrics.count("things", kind='a "b"\\\n')
    metrics.count("things", kind="c")
    metrics.count("things", kind="c")
    metrics.count("plain")
    metrics.gauge("here", lambda: 7)
    for seconds in (0.0005, 0.001, 0.3, 99.0):
        metrics.time("work", seconds)
    assert check(str(metrics)) == {
        "tenback_things_total": "counter",
        "tenback_plain_total": "counter",
        "tenback_work_seconds": "histogram",
        "tenback_here": "gauge",
    }
    lines = str(metrics).splitlines()
    assert 'tenback_things_total{kind="c"} 2' in lines
    assert r'tenback_things_total{kind="a \"b\"\\\n"} 1' in lines
    assert "tenback_plain_total 1" in lines
    assert "tenback_here 7" in lines
    buckets = [line for line in lines if "_bucket" in line]
    assert len(buckets) == len(STEPS) + 1
    assert buckets[0] == 'tenback_work_seconds_bucket{le="0.001"} 2'
    assert buckets[-1] == 'tenback_work_seconds_bucket{le="+Inf"} 4'
    assert "tenback_work_seconds_count 4" in lines


def test_nothing_counted_yet() -> None:
    assert str(Metrics()) == ""


async def test_a_server_that_was_used() -> None:
    async with room() as found:
        client = await found.guest("Ann")
        table, (ann,) = await found.playing(client)
        await ann.do("play", move="nonsense")
        await together([ann])
        await client.get(f"/api/tables/{table}")
        await client.get("/api/tables/nothing-there")
        reply = await client.get("/metrics")
        types = check(reply.body.decode())
        assert types["tenback_commands_total"] == "counter"
        assert types["tenback_command_seconds"] == "histogram"
        assert types["tenback_connections"] == "gauge"
        told = reply.body.decode()
        assert 'tenback_requests_total{path="/api/tables/{table}",status="404"} 1' in told
        assert 'tenback_refusals_total{code="host-no-table"} 1' in told
        assert "tenback_connections 1\n" in told
        assert table not in told
        assert client.id not in told
