"""Rounds, payments, journal entries and simulated figures as Arrow tables, which pandas, polars and many others read.

In come the values that the rest of Upcard works with, out goes a `pyarrow.Table`. Amounts are decimals, never floats,
fractions are texts "p/q", times are in UTC. `pip install upcard[arrow]` brings what it needs.

    to_arrow(upcard.settle(round))          the payments of a settlement, with their clauses
    to_arrow(played.payments)               payments, with the rules that decided
    to_arrow([played])                      rounds, a row for each seat
    to_arrow(journal)                       every entry, with the money that it moved
    to_arrow(figures(table, run.tally))     what a simulation says beside the exact figures
    rounds(journal.store), payments(journal.store)     the rounds of a journal that are over, and what they paid
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from upcard.audit.round_reader import Follower
from upcard.audit.round_record import Story
from upcard.cards import describe, show_cards
from upcard.errors import Refused
from upcard.games.payment import Payment, net
from upcard.games.settle import Settlement
from upcard.journal.journal import Journal
from upcard.number_format import ratio
from upcard.simulate.figures import Figure
from upcard.store.store import Entry, Reading

if TYPE_CHECKING:
    import pyarrow

Kind: TypeAlias = Literal["text", "whole", "cents", "micros", "time", "float", "moved"]
Columns: TypeAlias = Mapping[str, tuple[Kind, Callable[[Any], Any]]]
"""By name, what a column holds and how it is read off a value."""

BATCH = 10_000
"""Rows that are gathered before they become Arrow's."""


def to_arrow(values: Any) -> pyarrow.Table:
    """A settlement, a journal, or payments, rounds, entries or figures, as a table."""
    if isinstance(values, Settlement):
        return _table(_LINE, values["payments"])
    if isinstance(values, Journal):
        return entries(values.store)
    listed = iter(values)
    first = next(listed, None)
    if first is None:
        raise Refused(None, "to_arrow: nothing is given, and its columns hang on what it is")
    every = chain([first], listed)
    if hasattr(first, "clockwise"):
        return _table(_SEAT, chain.from_iterable(_seats(at, round) for at, round in enumerate(every, 1)))
    return _table(_columns(first), every)


def entries(reading: Reading) -> pyarrow.Table:
    """Every entry of a journal."""
    return _table(_ENTRY, reading.entries())


def rounds(reading: Reading) -> pyarrow.Table:
    """Every round of a journal that is over."""
    return _table(_STORY, _over(reading))


def payments(reading: Reading) -> pyarrow.Table:
    """What every round of a journal that is over has paid."""
    return _table(_PAID, _paid(reading))


OF_JOURNAL = {"entries": entries, "rounds": rounds, "payments": payments}


def library() -> Any:
    """Arrow, or a sentence that says how to get it."""
    try:
        import pyarrow  # noqa: PLC0415 - only who asks for it needs it
    except ImportError:
        raise Refused(None, "pyarrow is not installed: install upcard[arrow] for Arrow and Parquet") from None
    return pyarrow


# ---- what becomes rows -----------------------------------------------------------------------------------------------


def _over(reading: Reading) -> Iterator[Story]:
    follower = Follower()
    for entry in reading.entries():
        story = follower.feed(entry)
        if story is not None and story.round is not None:
            yield story


def _paid(reading: Reading) -> Iterator[tuple[Story, dict[str, Any]]]:
    for story in _over(reading):
        for line in (story.settlement or {"payments": ()})["payments"]:
            yield story, line


def _seats(at: int, round: Any) -> Iterator[tuple[int, int, Any, Any]]:
    return ((at, seat, round.seats[seat], round) for seat in round.clockwise)


# ---- columns ---------------------------------------------------------------------------------------------------------


def _field(name: str) -> Callable[[Any], Any]:
    return lambda value: getattr(value, name)


def _member(name: str) -> Callable[[Any], Any]:
    return lambda line: line[name]


def _cents(name: str) -> Callable[[Any], int]:
    return lambda line: int(Decimal(line[name]).scaleb(2))


def _of_line(get: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda row: get(row[1])


_MONEY = ("staked", "returned", "paid")
_LINE: Columns = {
    "seat": ("whole", lambda line: int(line["seat"])),
    "wager": ("text", _member("wager")),
    "result": ("text", _member("result")),
    **{name: ("cents", _cents(name)) for name in _MONEY},
    "source": ("text", _member("source")),
    "clause": ("text", _member("clause")),
}
_PAYMENT: Columns = {
    "seat": ("whole", _field("seat")),
    "wager": ("text", _field("wager")),
    "result": ("text", _field("result")),
    **{name: ("cents", _field(name)) for name in _MONEY},
    "source": ("text", _field("source")),
    "rule": ("text", _field("rule")),
    "odds": ("text", _field("odds")),
}
_SEAT: Columns = {
    "round": ("whole", lambda row: row[0]),
    "seat": ("whole", lambda row: row[1]),
    "ante": ("cents", lambda row: row[2].ante),
    "cards": ("text", lambda row: show_cards(row[2].cards)),
    "hand": ("text", lambda row: describe(row[2].value) if row[2].value else None),
    "decided": ("text", lambda row: row[2].decided or None),
    "void": ("text", lambda row: row[2].void),
    "net": ("cents", lambda row: net(row[3].payments, row[1])),
}
_ENTRY: Columns = {
    "seq": ("whole", _field("seq")),
    "stream": ("text", _field("stream")),
    "version": ("whole", _field("version")),
    "command": ("text", _field("command")),
    "at": ("time", _field("at")),
    "by": ("text", _field("by")),
    "kind": ("text", _field("kind")),
    "event": ("text", _field("event")),
    "moved": ("moved", _field("moved")),
    "hash": ("text", lambda entry: entry.hash.hex()),
}
_STORY: Columns = {
    "id": ("text", _field("id")),
    "table": ("text", _field("table")),
    "number": ("whole", _field("number")),
    "edition": ("text", lambda story: story.rules.edition.id),
    "ended": ("time", lambda story: story.steps[-1].entry.at),
    "seats": ("whole", lambda story: len(story.round.seats)),
    "net": ("cents", lambda story: sum(net(story.round.payments, seat) for seat in story.round.seats)),
    "void": ("text", _field("void")),
    "first": ("whole", lambda story: story.steps[0].entry.seq),
    "last": ("whole", lambda story: story.steps[-1].entry.seq),
}
_PAID: Columns = {
    "round": ("text", lambda row: row[0].id),
    **{name: (kind, _of_line(get)) for name, (kind, get) in _LINE.items()},
}
_FIGURE: Columns = {
    "wager": ("text", _field("wager")),
    "staked": ("cents", _field("staked")),
    "return": ("text", lambda figure: ratio(figure.return_)),
    "exact": ("text", lambda figure: None if figure.exact is None else ratio(figure.exact)),
    "standard_error": ("float", _field("standard_error")),
    "z": ("float", _field("z")),
    "note": ("text", _field("note")),
}


def _columns(value: Any) -> Columns:
    for kind, columns in ((Payment, _PAYMENT), (Entry, _ENTRY), (Figure, _FIGURE), (Story, _STORY)):
        if isinstance(value, kind):
            return columns
    raise Refused(None, f"to_arrow: {type(value).__name__} is no round, payment, entry or figure")


# ---- Arrow -----------------------------------------------------------------------------------------------------------


def _types(arrow: Any) -> dict[Kind, Any]:
    micros = arrow.decimal128(28, 8)
    return {
        "text": arrow.string(),
        "whole": arrow.int64(),
        "cents": arrow.decimal128(20, 2),
        "micros": micros,
        "time": arrow.timestamp("us", tz="UTC"),
        "float": arrow.float64(),
        "moved": arrow.list_(arrow.struct([("account", arrow.string()), ("amount", micros)])),
    }


_READ: dict[Kind, Callable[[Any], Any]] = {
    "cents": lambda cents: Decimal(cents).scaleb(-2),
    "micros": lambda micros: Decimal(micros).scaleb(-8),
    "time": datetime.fromisoformat,
    "moved": lambda moved: [{"account": name, "amount": Decimal(by).scaleb(-8)} for name, by in moved.items()],
}


def _table(columns: Columns, values: Iterable[Any]) -> pyarrow.Table:
    arrow = library()
    types = _types(arrow)
    schema = arrow.schema([(name, types[kind]) for name, (kind, _) in columns.items()])
    batches = [arrow.RecordBatch.from_pylist(rows, schema) for rows in _batched(columns, values)]
    return arrow.Table.from_batches(batches, schema)


def _batched(columns: Columns, values: Iterable[Any]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    for value in values:
        rows.append({name: _cell(kind, get(value)) for name, (kind, get) in columns.items()})
        if len(rows) == BATCH:
            yield rows
            rows = []
    if rows:
        yield rows


def _cell(kind: Kind, value: Any) -> Any:
    return value if value is None or kind not in _READ else _READ[kind](value)
