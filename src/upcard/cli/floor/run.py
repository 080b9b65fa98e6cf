"""`upcard floor run`: the load generator, the soak test and the first demonstration."""

from __future__ import annotations

import os
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from upcard.bots import Pit, virtual
from upcard.bots.runner import Playing
from upcard.cli.floor.live_status import picture
from upcard.cli.floor.summary import Measured, tell
from upcard.cli.house import text_of
from upcard.cli.integer_option import Whole
from upcard.cli.output import complain
from upcard.cli.signing import HeadsFile, NewKey, NoHeads, PushHeads
from upcard.journal.journal import opened
from upcard.rules.house import read_house
from upcard.shuffles.entropy import Source
from upcard.store.open import DEFAULT

BAD_INPUT = 2
SECONDS_PER_HOUR = 3600


def run(
    house: Annotated[str, Parameter(help="A house as TOML; - is standard input.", allow_leading_hyphen=True)],
    /,
    *,
    bots: Annotated[bool, Parameter(help="Let bots deal, play every seat and supervise.")] = False,
    rounds: Annotated[Whole | None, Parameter(help="Stop after so many rounds, all tables together.")] = None,
    seconds: Annotated[float | None, Parameter(help="Stop after so many seconds.")] = None,
    seed: Annotated[str | None, Parameter(help="Any text: shuffle from it; else from the operating system.")] = None,
    pace: Annotated[
        float | None, Parameter(help="Rounds an hour at each table; as fast as it goes unless said.")
    ] = None,
    close: Annotated[bool, Parameter(help="Close the tables at the end, when their last rounds are over.")] = False,
    db: Annotated[str, Parameter(help=f"The store: sqlite:PATH or postgresql://…; {DEFAULT} unless said.")] = DEFAULT,
    heads: HeadsFile = None,
    no_heads: NoHeads = False,
    new_key: NewKey = False,
    push_heads: PushHeads = "",
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> int:
    """Open the tables of a house on a store, and play.

    The floor goes on where the store stands, also after a crash: a round
    that was left half way is taken up with the same cards. Every act is on
    disk before the next. Ctrl-C stops cleanly, with the summary. What an
    open table is played by does not change: close the tables (--close)
    before the house is given other elections.

    upcard house example deadwood > house.toml
    upcard floor run house.toml --bots --rounds 1000
    upcard audit verify
    """
    if not bots:
        complain("Nobody would play: add --bots.")
        return BAD_INPUT
    for name, value in (("--rounds", rounds), ("--seconds", seconds), ("--pace", pace)):
        if value is not None and not value > 0:
            complain(f"{name}: {value} is not more than nothing.")
            return BAD_INPUT
    found = read_house(text_of(house))
    found = replace(found, tables=tuple(virtual(t) for t in found.tables))
    with opened(db, heads, signing=not no_heads, new_key=new_key, push=push_heads) as journal:
        if caution := journal.caution():
            complain(caution)
        floor = journal.floor(found)
        if drawn := bool(floor.casino.fair):  # who has committed himself to cards goes on drawing them
            floor.casino.source = Source()
        measured = Measured(floor)
        shuffled = seed if seed is not None else os.urandom(32).hex()
        pits = {t.name: Pit(t, shuffled, t.seats, sourced=drawn) for t in found.tables}
        playing = Playing(floor, pits, uuid.uuid4().hex)
        with stopped() as stop, picture(floor, measured, rounds) as draw:
            journal.sign(floor)
            for _ in measured.steps(playing):
                journal.checkpoint(floor, now=False)
                draw()
                enough = stop or (rounds and measured.rounds >= rounds) or (seconds and measured.seconds >= seconds)
                playing.closing = playing.closing or (close and bool(enough))
                if (enough and not close) or (playing.closing and playing.closed):
                    break
                if pace:
                    _wait(measured, pace * len(pits), stop)
        journal.checkpoint(floor)
    tell(floor, measured, signed=journal.heads is not None, as_json=json)
    return 0


def _wait(measured: Measured, pace: float, stop: list[int]) -> None:
    """As long as more rounds have been played than the pace allows."""
    while not stop and measured.rounds > measured.seconds * pace / SECONDS_PER_HOUR:
        time.sleep(0.01)


@contextmanager
def stopped() -> Iterator[list[int]]:
    """A list that holds a signal once somebody wants the floor to stop."""
    seen: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        seen.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield seen
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
