"""`upcard serve` on its worst nights: a disk that ends under bots, a database that is restarted under open screens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faults.scale import LONG, progress
from tests.faults.test_kill_postgres import Server, server
from tests.web.served import STUD, NotServed, Process, until
from tests.web.visitor import Visitor, step
from upcard.journal.proof import Bad, Vouched, verify_sqlite

__all__ = ["server"]

LIMITS = 50 if LONG else 2
RESTARTS = 20 if LONG else 2
KIB = 1024
PATIENCE = 60.0
TOLD_WITHIN, BACK_WITHIN = 3.0, 5.0
"""Seconds, looked at only in the long run: a busy machine is no fault of the house."""

LIMITED = (
    "import resource, runpy, sys; limit = int(sys.argv.pop(1));"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)); runpy.run_module('upcard', run_name='__main__')"
)


def house(folder: Path) -> str:
    (folder / "house.toml").write_text(STUD, encoding="utf-8")
    return str(folder / "house.toml")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system sets no limits to files")
def test_a_served_house_whose_disk_is_full_opens_again_and_verifies(tmp_path: Path) -> None:
    """Bots play until no file grows any more; killed, and started again with room, it has lost nothing it told."""
    chance = Random(os.environ.get("UPCARD_SEED", "a full disk"))
    stopped = 0
    for number in progress(range(LIMITS), LIMITS, "disks"):
        folder = tmp_path / str(number)
        folder.mkdir()
        stopped += full_disk(folder, chance.randrange(60 * KIB, 700 * KIB))
    assert stopped * 2 >= LIMITS, "most limits are met while it plays"


def full_disk(folder: Path, limit: int) -> bool:
    arguments = (house(folder), "--db", f"sqlite:{folder / 'casino.db'}", "--bots", "--speed", "500")
    told = 0
    try:
        with Process(folder, *arguments, program=("-c", LIMITED, str(limit))) as serving:
            visitor = Visitor(serving.url)
            until(lambda: visitor.get("/api/lobby")["locked"], PATIENCE)
            told = visitor.get("/api/lobby")["seq"]
            visitor.close()
            serving.kill()
            assert "Play has stopped" in serving.errors.read_text()
    except NotServed:
        pass  # the disk was full before the house was open
    with Process(folder, *arguments) as serving:  # raises where the house does not open
        visitor = Visitor(serving.url)
        assert visitor.get("/api/lobby")["seq"] >= told
        until(lambda: visitor.get("/api/lobby")["seq"] > told, PATIENCE)
        visitor.close()
        assert serving.stop() == 0
    database = folder / "casino.db"
    found = verify_sqlite(database, Vouched(database.with_name("casino.db.heads"), demanded=True), processes=1)
    assert not isinstance(found, Bad), found
    replay = [sys.executable, "-m", "upcard", "audit", "verify", "--db", f"sqlite:{database}"]
    assert subprocess.run(replay, capture_output=True, check=False).returncode == 0
    return told > 0


class Screen:
    """A stream that somebody looks at, in a thread of its own: the newest document."""

    def __init__(self, url: str, view: str, visitor: Visitor) -> None:
        self.document: dict[str, Any] = {}
        self._thread = threading.Thread(target=self._look, args=(url, view, visitor), daemon=True)
        self._thread.start()
        until(lambda: self.document, PATIENCE)

    def _look(self, url: str, view: str, visitor: Visitor) -> None:
        try:
            for _, document in visitor.documents(view):
                self.document = document
        except Exception:  # the server has gone, and so is the screen
            self.document = {"broken": True}

    @property
    def locked(self) -> bool:
        return bool(self.document["locked"])


@contextmanager
def dealt(serving: Process) -> Iterator[tuple[Visitor, Visitor]]:
    """A dealer and a player, whose hand is dealt and who has to decide."""
    dealer, player = Visitor(serving.url, "dealer"), Visitor(serving.url, "player")
    dealer.do("stud-1", {"act": "RelieveDealer", "dealer": dealer.id})
    dealer.do("stud-1", {"act": "OpenTable"})
    player.do("stud-1", {"act": "TakeSeat", "seat": 3, "player": player.id})
    try:
        yield dealer, player
    finally:
        dealer.close()
        player.close()


def deal(dealer: Visitor, player: Visitor) -> None:
    player.do("stud-1", {"act": "PlaceWager", "seat": 3, "wager": "ante", "amount": "10.00"})
    while step(dealer, "stud-1"):
        pass
    assert dealer.table("stud-1", "dealer")["phase"] == "deciding"


def test_a_database_that_is_restarted_stops_the_round_and_no_more(server: Server, tmp_path: Path) -> None:
    """Every screen says so, and the same round goes on with the same cards, in the same process."""
    url = server.schema("restarted")
    with (
        Process(tmp_path, house(tmp_path), "--demo", "--db", url, "--heads", str(tmp_path / "heads")) as serving,
        dealt(serving) as (dealer, player),
    ):
        watchers = [Visitor(serving.url), Visitor(serving.url)]
        watchers[0].client.cookies = player.client.cookies
        screens = [
            Screen(serving.url, "table:stud-1:seat", watchers[0]),
            Screen(serving.url, "lobby", watchers[1]),
        ]
        times: list[tuple[float, float]] = []
        for number in progress(range(RESTARTS), RESTARTS, "restarts"):
            deal(dealer, player)
            before = player.table("stud-1")
            times.append(restart(server, screens, at_once=number % 2 == 0))
            after = player.table("stud-1")
            assert (after["seats"], after["dealer"]) == (before["seats"], before["dealer"])
            player.do("stud-1", {"act": "Bet", "seat": 3})
            while dealer.table("stud-1", "dealer")["phase"] != "betting":
                assert step(dealer, "stud-1")
        assert server.schema("restarted") == url, "it came back where it was"
        said = serving.errors.read_text()
        assert said.count("Play has stopped") >= RESTARTS
        assert said.count("Play goes on") >= RESTARTS
        assert serving.stop() == 0
        for visitor in watchers:
            visitor.close()
    worst = [max(column) for column in zip(*times, strict=True)]
    print(f"told within {worst[0]:.2f} s, back within {worst[1]:.2f} s", file=sys.__stderr__)
    if LONG:
        assert worst[0] <= TOLD_WITHIN
        assert worst[1] <= BACK_WITHIN


def restart(server: Server, screens: list[Screen], *, at_once: bool) -> tuple[float, float]:
    """Seconds until every screen says that play has stopped, and until each says that it goes on."""
    began = time.monotonic()
    if at_once:
        server.stop_at_once()
    else:
        server.stop(signal.SIGINT)
    until(lambda: all(screen.locked for screen in screens), PATIENCE)
    told = time.monotonic() - began
    server.start()
    began = time.monotonic()
    until(lambda: not any(screen.locked for screen in screens), PATIENCE)
    return told, time.monotonic() - began
