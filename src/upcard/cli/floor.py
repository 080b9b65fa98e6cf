"""`upcard floor run`, the load generator and soak test; `floor backup` and `restore`, and `audit export`."""

from __future__ import annotations

import os
import signal
import sys
import time
import uuid
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from upcard.audit.bundle import STRIDE, bundle
from upcard.bots import Pit, virtual
from upcard.bots.table_bot import Playing
from upcard.cli.options import (
    AsJson,
    Db,
    HeadsFile,
    HouseFile,
    NewKey,
    NoHeads,
    PushHeads,
    Whole,
    reading,
    says,
    text_of,
    vouched,
)
from upcard.cli.output import complain, console, say, show_json, steps, table
from upcard.errors import Refused
from upcard.journal.backup import Copied
from upcard.journal.backup import backup as copy
from upcard.journal.backup import restore as bring_back
from upcard.journal.floor import Floor
from upcard.journal.journal import opened
from upcard.people import open_people
from upcard.rules.house import read_house
from upcard.shuffles.key_derivation import Source
from upcard.store.files import NotMade, new_file
from upcard.store.open import DEFAULT, open_store, without_password
from upcard.units import show_dollars, show_meter

SECONDS_PER_HOUR = 3600
PERCENTILES = (50, 95, 99)
BETWEEN_PICTURES = 0.25


def run(
    house: HouseFile,
    /,
    *,
    bots: Annotated[bool, says("Let bots deal, play every seat and supervise.")] = False,
    rounds: Annotated[Whole | None, says("Stop after so many rounds, all tables together.")] = None,
    seconds: Annotated[float | None, says("Stop after so many seconds.")] = None,
    seed: Annotated[str | None, says("Any text: shuffle from it; else from the operating system.")] = None,
    pace: Annotated[float | None, says("Rounds an hour at each table; as fast as it goes by default.")] = None,
    close: Annotated[bool, says("Close the tables at the end, when their last rounds are over.")] = False,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    no_heads: NoHeads = False,
    new_key: NewKey = False,
    push_heads: PushHeads = "",
    json: AsJson = False,
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
        return complain("Nobody would play: add --bots.")
    for name, value in (("--rounds", rounds), ("--seconds", seconds), ("--pace", pace)):
        if value is not None and not value > 0:
            return complain(f"{name}: {value} is not more than nothing.")
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


# ---- what a run came to ----------------------------------------------------------------------------------------


class Measured:
    """What happened since the floor was opened by this run."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._started = time.perf_counter()
        self._first = floor.casino.seq
        self.rounds = 0
        self.refused = 0
        self._waits = array("d")

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def events(self) -> int:
        return self._floor.casino.seq - self._first

    def steps(self, playing: Playing) -> Iterator[None]:
        """One act at every table after the other, each timed from when it was sent until it was on disk."""
        while True:
            commands = list(playing.acts())
            sent = time.perf_counter()
            replies = self._floor.process(commands)
            took = time.perf_counter() - sent
            self._waits.extend([took] * len(commands))
            self.refused += sum(reply.error is not None for reply in replies)
            self.rounds += sum(
                entry.event.startswith('{"type":"RoundReconciled"') for reply in replies for entry in reply.entries
            )
            yield

    def latency(self) -> dict[str, float]:
        """Milliseconds until an act was on disk, at the percentiles, and the longest."""
        waits = sorted(self._waits)
        if not waits:
            return {}
        at = {f"p{p}": waits[min(len(waits) - 1, len(waits) * p // 100)] for p in PERCENTILES}
        return {name: round(seconds * 1000, 3) for name, seconds in {**at, "max": waits[-1]}.items()}


def document(floor: Floor, measured: Measured) -> dict[str, Any]:
    books = floor.casino.books
    seconds = measured.seconds
    return {
        "house": floor.casino.house.name,
        "rounds": measured.rounds,
        "events": measured.events,
        "seconds": round(seconds, 3),
        "events_per_second": round(measured.events / seconds, 1),
        "latency_ms": measured.latency(),
        "refused": measured.refused,
        "meters": {
            name: {level: show_meter(books.meter(name, level).amount) for level in link.tiers}
            for name, link in books.links.items()
        },
        "hits": {name: link.sequence for name, link in books.links.items()},
        "in_play": [name for name, table in floor.casino.tables.items() if table.round and table.round.seats],
        "journal": {"entries": floor.casino.seq, "head": floor.casino.hash.hex()},
    }


def tell(floor: Floor, measured: Measured, *, signed: bool, as_json: bool) -> None:
    """The summary, for a program or for a person."""
    facts = document(floor, measured)
    if as_json:
        show_json(facts)
        return
    waits = facts["latency_ms"]
    say(
        f"{facts['house']}: {facts['rounds']:,} rounds and {facts['events']:,} events in {facts['seconds']:,.1f} s, "
        f"{facts['events_per_second']:,.0f} events a second."
    )
    if waits:
        listed = ", ".join(f"{name} {value:.1f} ms" for name, value in waits.items())
        say(f"An act was on disk after: {listed}.")
    books = floor.casino.books
    if books.links:
        rows = (
            (name, level, show_dollars(meter.displayed), show_dollars(meter.reserve // 1_000_000),
             show_dollars(tier.wagered), str(tier.hits), show_dollars(tier.won), show_dollars(tier.fixed))
            for name, link in books.links.items()
            for level, tier in link.tiers.items()
            for meter in [books.meter(name, level)]
        )  # fmt: skip
        columns = ("jackpot", "level", "meter", "reserve", "wagered", "hits", "won", "fixed")
        console().print(table(*columns, title="Meters", rows=rows))
    if left := facts["in_play"]:
        say(f"Rounds are left in play at {', '.join(left)}: the next run takes them up.")
    journal = facts["journal"]
    unsigned = "" if signed else " Nothing is signed (--no-heads)."
    say(f"The journal has {journal['entries']:,} entries; its head is {journal['head'][:16]}.{unsigned}")


# ---- the floor while it plays, on standard error where that is a terminal --------------------------------------


@contextmanager
def picture(floor: Floor, measured: Measured, rounds: int | None) -> Iterator[Callable[[], None]]:
    """A picture that is drawn anew a few times a second, and gone at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.live import Live

    due = 0.0
    with Live(console=Console(stderr=True, markup=False), transient=True, auto_refresh=False) as live:

        def draw() -> None:
            nonlocal due
            if (moment := time.monotonic()) >= due:
                due = moment + BETWEEN_PICTURES
                live.update(_drawn(floor, measured, rounds), refresh=True)

        yield draw


def _drawn(floor: Floor, measured: Measured, rounds: int | None) -> Any:
    from rich.console import Group
    from rich.text import Text

    books = floor.casino.books
    of = f" of {rounds:,}" if rounds else ""
    speed = measured.events / max(measured.seconds, 0.001)
    line = f"{measured.rounds:,}{of} rounds, {measured.events:,} events, {speed:,.0f} a second"
    tables = table("table", "round", "phase", "players")
    for name in floor.casino.rules:
        found = floor.casino.tables.get(name)
        if found is not None and found.round is not None:
            tables.add_row(name, str(found.number), found.round.phase, str(len(found.players)))
    meters = table("jackpot", "level", "meter", "hits", "waiting")
    for name, link in books.links.items():
        for level, tier in link.tiers.items():
            waiting = ", ".join(f"{hit.table} {show_dollars(hit.cents)}" for hit in link.open.values())
            meters.add_row(name, level, show_dollars(books.meter(name, level).displayed), str(tier.hits), waiting)
    return Group(Text(line), tables, meters)


# ---- `upcard floor backup`, `restore` and `regulator-code`, and `upcard audit export` ----------------------
# what is carried out of a house.


def backup(
    file: Annotated[Path, says("The copy, a new file.")],
    /,
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    as_json: AsJson = False,
) -> None:
    """Copy a house while it is in use: journal, people, signed heads, public key.

    The copy is one file, an SQLite journal that carries the rest,
    whichever database the store is on. It is whole, of one moment, on disk
    when the command ends, and readable by its owner alone. It is never
    written over an existing file. The private key of the heads is not in it.
    Note down the head that it prints, where nobody here can reach it:
    `upcard audit verify --db sqlite:FILE --head SEQ:HASH` checks a copy
    against it.

    upcard floor backup friday.db
    """
    _tell(copy(db, str(file), heads), str(file), as_json=as_json)


def restore(
    file: Annotated[Path, says("A copy that `upcard floor backup` made.")],
    /,
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    key: Annotated[Path | None, says("The private key of the heads, if you have it: they go on.")] = None,
    upto: Annotated[
        Whole | None, says("Leave out what comes after this entry, such as one that is not sealed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Bring a copy back into an empty store of either kind.

    The chain of the copy is checked before and after. Where anything of a
    house is already, nothing is touched. Everybody signs in as before, and
    nobody is signed in. Without the private key the heads are kept as they
    are, under the name of the last entry that they vouch for, and a new key
    signs from there on.

    upcard floor restore friday.db --db sqlite:again.db
    upcard floor restore friday.db --db postgresql://floor@db/casino
    upcard floor restore friday.db --db sqlite:again.db --upto 1200
    """
    _tell(bring_back(str(file), db, heads, key, upto), without_password(db), as_json=as_json)


def _tell(copied: Copied, place: str, *, as_json: bool) -> None:
    head = copied.head
    if as_json:
        found = {"ok": True, "at": place, "events": head.seq, "head": head.hash.hex()}
        show_json(found | {"people": copied.people, "signed": copied.signed or None, "new_key": copied.new_key})
        return
    say(f"{place} holds {head.seq:,} entries.")
    say("It holds the people of the house." if copied.people else "It holds no people: there are none yet.")
    if not copied.signed:
        say("It holds no signed heads.")
    elif copied.new_key:
        say(f"Signed heads vouch for it to entry {copied.signed:,}. From there on a new key signs.")
    else:
        say(f"Signed heads vouch for it to entry {copied.signed:,}.")
    say(f"Note this down elsewhere: --head {head.seq}:{head.hash.hex()}")


def regulator_code(*, db: Db = DEFAULT, as_json: AsJson = False) -> None:
    """Print the code by which the next regulator is enrolled.

    It is for the regulator alone, who enrols at /regulator. A code is good
    for one person; the next one has another. Nobody of the house makes,
    changes or locks a regulator.

    upcard floor regulator-code --db sqlite:upcard.db
    """
    open_store(db, read_only=True).close()  # a house that is not there has no code
    with open_people(db) as people:
        code = people.regulator_code()
    if as_json:
        show_json({"code": code})
    else:
        say(code)


BUNDLED = ("events", "head", "manifest", "signed", "files")


def export(
    *,
    output: Annotated[Path, says("The zip to write, or a .parquet or .arrow file; no file is written over.")],
    of: Annotated[
        Literal["entries", "rounds", "payments"], says("What a .parquet or .arrow file lists; entries by default.")
    ] = "entries",
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    as_json: AsJson = False,
) -> None:
    """Copy the journal for a regulator, with everything that is needed to check it.

    A zip: the journal as lines of JSON, balances, answers, the signed heads
    with their public key, a verifier that is one file of plain Python, a page
    that says how to use it, and a signed manifest. The same journal gives the
    same bytes. Only its owner can read the file: it holds the secrets of rounds
    that are in play.

    A file that ends in .parquet or .arrow is a table for programs instead:
    every entry, round or payment, with exact amounts.

    upcard audit export --output journal.zip
    upcard audit export --output payments.parquet --of payments
    """
    if output.suffix in (".parquet", ".arrow"):
        _export_table(output, of, db, as_json=as_json)
        return
    if of != "entries":
        raise Refused(None, f"--of: {str(output)!r} is the whole journal; write a .parquet or .arrow file for its {of}")
    found = vouched(db, heads).heads
    with reading(db) as journal, steps("Copying", journal.head().seq // STRIDE) as advance:
        if output.exists():
            raise Refused(None, f"--output: {str(output)!r} exists already, and is not written over")
        try:
            with new_file(str(output)) as part, open(part, "wb") as file:
                written = bundle(journal, file, found, advance=advance)
        except NotMade as error:
            raise Refused(None, f"--output: {str(output)!r} cannot be written: {error}") from error
    if as_json:
        show_json({"output": str(output), **{name: getattr(written, name) for name in BUNDLED}})
        return
    say(f"{written.events:,} entries are in {output}; the SHA-256 of its manifest is {written.manifest}.")
    if not written.signed:
        say("The manifest is not signed: the key of the heads is not here.")


def _export_table(output: Path, of: str, db: str, *, as_json: bool) -> None:
    from upcard.arrow import OF_JOURNAL, library

    arrow = library()
    if output.exists():
        raise Refused(None, f"--output: {str(output)!r} exists already, and is not written over")
    with reading(db) as journal:
        table = OF_JOURNAL[of](journal)
    try:
        with new_file(str(output)) as part:
            if output.suffix == ".parquet":
                from pyarrow import parquet

                parquet.write_table(table, part)
            else:
                with arrow.ipc.new_file(part, table.schema) as file:
                    file.write_table(table)
    except NotMade as error:
        raise Refused(None, f"--output: {str(output)!r} cannot be written: {error}") from error
    if as_json:
        show_json({"output": str(output), "of": of, "rows": table.num_rows})
    else:
        say(f"{table.num_rows:,} {of} are in {output}.")
