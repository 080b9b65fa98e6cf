"""The casino in the browser: from a click to other screens, commands among a crowd and under load, and the first page.

Beside them, in the same run, what a command takes when nobody looks, and what a line to a bare socket and back takes.
"""

from __future__ import annotations

import asyncio
import gc
import shutil
import tempfile
import time
from pathlib import Path

from bench.measure import Goal, Report, figure
from bench.web import first_page
from bench.web.first_page import NoBrowser
from bench.web.load import PAGE, loaded
from bench.web.screens import clicks, commands, crowd, dismissed
from bench.web.served import served

REPETITIONS = 3
SCREENS, CLICKS = 200, 30
PEOPLE, ACTS = 4, 300
IDLE, SLOW = 500, 50
LOADS = (64, 256)
"""Connections that ask for a page of law without a pause."""


async def _echo(times: int = 2000) -> float:
    """Milliseconds that a line takes to a bare server on this machine and back: nothing can be faster."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line)

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1])
    began = time.perf_counter()
    for _ in range(times):
        writer.write(b"x\n")
        await reader.readline()
    spent = time.perf_counter() - began
    writer.close()
    await writer.wait_closed()
    server.close()
    await asyncio.sleep(0.05)
    return spent * 1000 / times


async def _among(port: int) -> tuple[float, float, float]:
    """The p99 of commands alone and among the crowd, and the median alone."""
    alone = await commands(port, PEOPLE, ACTS)
    opened = await crowd(port, IDLE, SLOW)
    among = await commands(port, PEOPLE, ACTS)
    await dismissed(opened)
    return alone.p99, among.p99, alone.median


def _under(port: int, many: int) -> float:
    """The p99 of commands while so many connections ask for a page."""
    with loaded(port, many):
        return asyncio.run(commands(port, PEOPLE, ACTS)).p99


def measure() -> Report:
    """Everything a few times over, each on a server and a file of its own."""
    echo, half, last, alone, among, usual = [], [], [], [], [], []
    under: dict[int, list[float]] = {many: [] for many in LOADS}
    notes: list[str] = []
    sizes: list[float] = []
    seconds: list[float] = []
    folder = Path(tempfile.mkdtemp(prefix="upcard-bench-", dir="."))
    gc.disable()  # a pause of whoever measures is none of the server
    try:
        for repetition in range(REPETITIONS):
            place = (folder / str(repetition)).resolve()
            place.mkdir()
            echo.append(asyncio.run(_echo()))
            with served(place) as port:
                seen = asyncio.run(clicks(port, SCREENS, CLICKS))
                half.append(seen.median)
                last.append(seen.last)
                without, within, middle = asyncio.run(_among(port))
                alone.append(without)
                among.append(within)
                usual.append(middle)
                for many in LOADS:
                    under[many].append(_under(port, many))
                try:
                    size, usable = first_page.loaded(port, 3)
                    sizes.append(size)
                    seconds.append(usable)
                except NoBrowser as error:
                    notes.append(f"The first page was not measured: {error}.")
    finally:
        gc.enable()
        shutil.rmtree(folder, ignore_errors=True)
    ratios = [within / without for within, without in zip(among, alone, strict=True)]
    under_ratios = [within / without for each in under.values() for within, without in zip(each, alone, strict=True)]
    figures = [
        figure("a line to a bare socket and back", "ms", echo),
        figure(f"click to half of {SCREENS} screens", "ms", half),
        figure(f"click to the last of {SCREENS} screens", "ms", last),
        figure("a command, alone, median", "ms", usual),
        figure("a command, alone, p99", "ms", alone),
        figure(f"a command among {IDLE} idle streams and {SLOW} slow readers, p99", "ms", among),
        figure("that p99 against the one alone", "times", ratios),
        *(figure(f"a command while {many} connections ask for {PAGE}, p99", "ms", under[many]) for many in LOADS),
        figure("those p99 against the one alone", "times", under_ratios),
    ]
    goals = [
        Goal(f"click to another of {SCREENS} screens", "at most 150 ms", figures[1].median, figures[1].median <= 150),
        Goal("p99 among the crowd, in each run", "at most 2 times alone", max(ratios), max(ratios) <= 2),
        Goal("p99 under load, in each run", "at most 3 times alone", max(under_ratios), max(under_ratios) <= 3),
    ]
    if sizes:
        figures += [figure("first page", "kB", sizes), figure("first page usable", "s", seconds)]
        goals += [
            Goal("first page", "under 150 kB", figures[-2].median, figures[-2].median < 150),
            Goal("first page usable", "within 0.5 s", figures[-1].median, figures[-1].median <= 0.5),
        ]
    return Report("The casino in the browser", tuple(figures), tuple(goals), tuple(notes))
