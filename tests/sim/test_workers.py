"""A real cluster: a scheduler and two worker processes, reached by their address."""

from __future__ import annotations

import json
import socket
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Rules, TenbackError, sim
from tenback.cli import main as cli
from tests.sim.test_runner import same

if TYPE_CHECKING:
    from collections.abc import Iterator

ORIGINAL = Rules.named("original")
GAMES = 1_700


@pytest.fixture(scope="module", name="address")
def cluster() -> Iterator[str]:
    from distributed import LocalCluster

    # Any free port: two test processes may each have a cluster.
    made: Any = LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",
        silence_logs=40,
    )
    with made:
        made.wait_for_workers(2, timeout=60)
        yield made.scheduler_address


def test_a_cluster_gives_the_same_results(address: str) -> None:
    workers = sim.Workers(backend="dask", address=address)
    bots = ("careful", "random")
    for keep in (False, True):
        far = sim.play(ORIGINAL, 3, bots, GAMES, "far", keep=keep, workers=workers)
        near = sim.play(ORIGINAL, 3, bots, GAMES, "far", keep=keep, workers=sim.Workers(cores=1))
        same(far, near)
    assert far.record(GAMES - 1) == near.record(GAMES - 1)


def test_the_work_is_done_there(address: str) -> None:
    from distributed import Client

    workers = sim.Workers(backend="dask", address=address)
    sim.play(ORIGINAL, 2, "greedy", GAMES, "far", workers=workers)
    with Client(address) as client:  # type: ignore[no-untyped-call]
        # The kernels were loaded in a process that only the work told to load them.
        loaded = client.run(lambda: "tenback.sim.batch" in __import__("sys").modules)
    assert len(loaded) == 2
    assert any(loaded.values())


def test_the_command_reaches_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "original", "--players", "3", "--games", "300", "--seed", "far", "--json"]
    assert cli.main(words) == 0
    near = counted(capsys)
    assert cli.main([*words, "--backend", "dask", "--address", address]) == 0
    assert counted(capsys) == near


def counted(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """What was printed, but for how long it took."""
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.parametrize(
    "address",
    ["", "nowhere", "tcp://", "tcp://a:b", "tcp://a:1 ", "spark://127.0.0.1:1", "a:123456"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(TenbackError) as caught:
        sim.Workers(backend="dask", address=address)
    assert caught.value.code == "cluster-needs-address"


@pytest.mark.parametrize(
    "address", ["a:1", "tcp://10.0.0.1:8786", "tls://[::1]:8786", "ws://x-y.z:1"]
)
def test_what_may_be_an_address_is_taken(address: str) -> None:
    assert sim.Workers(backend="dask", address=address).address == address


def test_a_cluster_that_does_not_answer_is_refused() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(TenbackError) as caught:
        reach(f"tcp://127.0.0.1:{port}")
    assert caught.value.code == "cluster-unreachable"


def reach(address: str) -> None:
    workers = sim.Workers(backend="dask", address=address)
    sim.play(ORIGINAL, 2, "greedy", 10, "far", workers=workers)


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TenbackError) as caught:
        reach("tcp://127.0.0.1:1")
    assert caught.value.code == "cluster-not-installed"
