"""From a click to other screens, and commands among many who only look."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
import uuid
from typing import NamedTuple

from bench.web.client import Client, stream, versions

BETWEEN = 0.055
"""Seconds between the acts of one person, who may do twenty a second."""


BEHIND = 40
"""Changes after which a reader who does not read is behind."""


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
    """Several players put an ante down and take it back, each one act after the other."""
    dealer = await Client(port).become("dealer")
    await dealer.act("busy", "open", {"act": "OpenTable"})
    waits: list[float] = []

    async def play(seat: int) -> None:
        player = await Client(port).become("player")
        await player.act("busy", uuid.uuid4().hex, {"act": "TakeSeat", "seat": seat, "player": player.id})
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

    await asyncio.gather(*(play(seat) for seat in range(1, people + 1)))
    dealer.close()
    ordered = sorted(waits)
    return Waits(statistics.median(ordered) * 1000, ordered[len(ordered) * 99 // 100] * 1000)


async def crowd(port: int, idle: int, slow: int) -> list[asyncio.StreamWriter]:
    """Streams of a table at which nothing happens, and streams of a busy one that nobody reads."""
    opened = []
    for _ in range(idle):
        reader, writer = await stream(port, "table:idle:sign")
        await reader.readuntil(b"event: view")
        opened.append(writer)
    for _ in range(slow):
        _, writer = await stream(port, "table:busy:sign", buffer=4096)
        opened.append(writer)
    await _fall_behind(port)
    return opened


async def _fall_behind(port: int) -> None:
    """So much happens that whoever does not read has nothing more to be sent."""
    dealer = await Client(port).become("dealer")
    for number in range(BEHIND):
        body = {"act": "RelieveDealer", "dealer": dealer.id if number % 2 == 0 else ""}
        assert await dealer.act("busy", uuid.uuid4().hex, body) == 200
        await asyncio.sleep(BETWEEN)
    dealer.close()


async def dismissed(opened: list[asyncio.StreamWriter]) -> None:
    for writer in opened:
        writer.transport.abort()
    with contextlib.suppress(OSError):
        await asyncio.sleep(0.5)
