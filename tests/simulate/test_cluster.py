"""A cluster of two workers on the loopback: the same bits as one core, and plain words where there is none."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from tests.simulate.tables import lone, massachusetts, six
from upcard.errors import Refused
from upcard.simulate import run as rooms
from upcard.simulate.run import run, run_on_cluster, work
from upcard.simulate.table import Table

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="DASK IS NOT INSTALLED: nothing is known about clusters; it comes with upcard[cluster]",
)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers, each a process of its own with one thread."""
    from distributed import LocalCluster

    made: Any = LocalCluster
    with made(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@needs_dask
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("table", [massachusetts(), lone(), lone("AKJ83"), six(2, insured=True)])
def test_a_cluster_gives_the_bits_of_one_core(scheduler: str, table: Table) -> None:
    asked = work(table, "cluster", 200_000, block=15_000)
    here = run(asked, cores=1).tally  # and the kernels are compiled once, before two workers want them
    told: list[int] = []
    found = run_on_cluster(asked, scheduler, advance=told.append)
    assert found.tally == here
    assert sum(told) == 200_000
    assert len(told) == 14, "every block was a stretch of its own"
    assert not found.interrupted


@needs_dask
@pytest.mark.filterwarnings("default")
def test_what_a_worker_refuses_is_said(scheduler: str) -> None:
    asked = work(massachusetts(), "cluster", 2**26, block=2**24)
    with pytest.raises(Refused, match="block"):
        run_on_cluster(asked, scheduler)


@needs_dask
@pytest.mark.filterwarnings("default")
def test_nobody_at_an_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "CONNECT_SECONDS", 0.5)
    with pytest.raises(Refused, match="cluster: nobody answers at"):
        run_on_cluster(work(lone(), "", 10), "tcp://127.0.0.1:9")


@pytest.mark.parametrize("address", ["nowhere at all", "foo", "tcp://", "tcp://127.0.0.1", "127.0.0.1:8786", ""])
def test_what_is_no_address_is_said_before_anybody_is_asked(address: str) -> None:
    with pytest.raises(Refused, match="is not an address such as tcp://"):
        run_on_cluster(work(lone(), "", 10), address)


def test_a_missing_dask_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(rooms, "import_module", missing)
    with pytest.raises(Refused, match=r"cluster: Dask is not installed; pip install 'upcard\[cluster\]'"):
        run_on_cluster(work(lone(), "", 10), "tcp://127.0.0.1:9")
