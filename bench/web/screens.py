"""From a click to other screens, and commands among many who only look."""

from __future__ import annotations

import asyncio
import statistics
import time
import uuid
from typing import NamedTuple

from bench.web.client import Client, slowly, stream, versions

BETWEEN = 0.055
"""Seconds between the acts of one person, who may do twenty a second."""


BEHIND = 60
"""Changes after which a slow reader is behind: what the system keeps for it is full."""


class Clicks(NamedTuple):
    """Milliseconds from a click to other screens: to half of them, and to the last."""

    median: float
    last: float


async def clicks(port: int, screens: int, times: int) -> Clicks:
    """A dealer clicks; every screen that shows the table is asked when it knew."""
    dealer = await Client(port).become("dealer")
    await dealer.act("busy", "open", {"act": "OpenTable"})
    arrived: dict[int, list[float]] = {}
    present = asyncio.Semaphore(0)

    async def watch() -> None:
        reader, writer = await stream(port, "table:busy:sign")
        first = True
        try:
            async for version in versions(reader):
                arrived.setdefault(version, []).append(time.perf_counter())
                if first:
                    present.release()
                    first = False
        finally:
            writer.close()

    watching = [asyncio.create_task(watch()) for _ in range(screens)]
    for _ in range(screens):
        await present.acquire()
    halves, lasts = [], []
    known = max(arrived)
    for number in range(times):
        body = {"act": "RelieveDealer", "dealer": dealer.id if number % 2 == 0 else ""}
        began = time.perf_counter()
        assert await dealer.act("busy", uuid.uuid4().hex, body) == 200
        known += 1
        while len(arrived.get(known, ())) < screens:
            await asyncio.sleep(0.001)
        halves.append(statistics.median(arrived[known]) - began)
        lasts.append(max(arrived[known]) - began)
        await asyncio.sleep(BETWEEN)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    dealer.close()
    return Clicks(statistics.median(halves) * 1000, statistics.median(lasts) * 1000)


class Waits(NamedTuple):
    """Milliseconds that a command takes."""

    median: float
    p99: float


async def commands(port: int, people: int, times: int) -> Waits:
    """Several players, who all sit already, put an ante down and take it back, each one act after the other."""
    dealer = await Client(port).become("dealer")
    await dealer.act("busy", "open", {"act": "OpenTable"})
    players = [await _seated(port, seat) for seat in range(1, people + 1)]
    waits: list[float] = []

    async def play(player: Client, seat: int) -> None:
        for number in range(times):
            placed = {"act": "PlaceWager", "seat": seat, "wager": "ante", "amount": "10.00"}
            act = placed if number % 2 == 0 else {"act": "TakeBackWager", "seat": seat, "wager": "ante"}
            began = time.perf_counter()
            status = await player.act("busy", uuid.uuid4().hex, act)
            waits.append(time.perf_counter() - began)
            assert status == 200, status
            await asyncio.sleep(BETWEEN)
        await player.act("busy", uuid.uuid4().hex, {"act": "LeaveSeat", "seat": seat})
        player.close()

    await asyncio.gather(*(play(player, seat) for seat, player in enumerate(players, 1)))
    dealer.close()
    ordered = sorted(waits)
    return Waits(statistics.median(ordered) * 1000, ordered[len(ordered) * 99 // 100] * 1000)


async def _seated(port: int, seat: int) -> Client:
    player = await Client(port).become("player")
    await player.act("busy", uuid.uuid4().hex, {"act": "TakeSeat", "seat": seat, "player": player.id})
    return player


class Crowd(NamedTuple):
    """Everybody who only looks."""

    idle: list[asyncio.StreamWriter]
    slow: list[asyncio.Task[None]]


async def crowd(port: int, idle: int, slow: int) -> Crowd:
    """Streams of a table at which nothing happens, and slow readers of a busy one."""
    opened = []
    for _ in range(idle):
        reader, writer = await stream(port, "table:idle:sign")
        await reader.readuntil(b"event: view")
        opened.append(writer)
    found = Crowd(opened, [asyncio.create_task(slowly(port, "table:busy:sign")) for _ in range(slow)])
    await _fall_behind(port)
    return found


async def _fall_behind(port: int) -> None:
    """So much happens that whoever reads slowly is behind."""
    dealer = await Client(port).become("dealer")
    for number in range(BEHIND):
        body = {"act": "RelieveDealer", "dealer": dealer.id if number % 2 == 0 else ""}
        assert await dealer.act("busy", uuid.uuid4().hex, body) == 200
        await asyncio.sleep(BETWEEN)
    dealer.close()


async def dismissed(found: Crowd) -> None:
    for writer in found.idle:
        writer.transport.abort()
    for task in found.slow:
        assert not task.done(), "a slow reader was cut off"
        task.cancel()
    await asyncio.gather(*found.slow, return_exceptions=True)
    await asyncio.sleep(0.5)
