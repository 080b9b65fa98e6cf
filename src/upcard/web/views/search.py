"""The journal searched from its end backwards: by place, time, seat, hand, amount, clause, person and kind of event.

What is looked for is looked for in what may be seen: an entry that is hidden answers as it is shown, so that nobody
finds a card by searching for it. A search reads so many entries and no more, says how many it has looked at, and is
gone on with where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Annotated, Any, TypeAlias, TypedDict

import msgspec
from msgspec.structs import replace

from upcard.cards import parse_card, pretty
from upcard.document import doc, either
from upcard.errors import Refused
from upcard.reports.html import csv_text, no_formula
from upcard.rules.house import House
from upcard.store.store import Entry, Reading
from upcard.units import parse_cents, typed_amount
from upcard.web.views.disclosure import Disclosure
from upcard.web.views.entries import HiddenEntry, OpenEntry, Teller, Told, entry_document, shown_event
from upcard.web.views.event_kinds import is_of, kind_of

FoundEntry: TypeAlias = Annotated[Any, either(OpenEntry, HiddenEntry)]


class Search(TypedDict):
    """One page of what was looked for."""

    seq: Annotated[int, doc("The last entry of the journal.")]
    entries: Annotated[list[FoundEntry], doc("What was found, the newest first.")]
    looked: Annotated[int, doc("How many entries were looked at.")]
    next: Annotated[int | None, doc("Before which entry the search is gone on with.")]
    hashes_upto: Annotated[int, doc("Up to which entry hashes are told.")]
    full: Annotated[bool, doc("Whether the page is full.")]


PAGE = 50
"""Hits on a page."""

MOST = 10_000
"""Entries that one search looks at."""

LONGEST_LIST = 10_000
"""Entries on a list, after which it ends with where to go on."""

STRIDE = 1000

LONGEST = 100
"""Letters of what is looked for."""

AMOUNTS = ("cents", "tip", "fee", "staked", "returned", "paid", "each", "counted", "booked")
"""The fields of events that are sums of money."""


class Query(msgspec.Struct, frozen=True):
    """What is looked for; what is empty is not asked."""

    place: str = ""
    """A stream of the journal: a table, a jackpot, the cage, the slips."""
    since: str = ""
    until: str = ""
    seat: int | None = None
    hand: str = ""
    """Words that name a hand, or a card as two characters."""
    least: int | None = None
    most: int | None = None
    """An amount in cents, from and to."""
    clause: str = ""
    person: str = ""
    kind: str = ""
    """A kind of event, of one game or of every, or a whole subject."""
    before: int | None = None
    """Only entries before this one: where a search is gone on with."""


def read_query(asked: Mapping[str, str]) -> Query:
    """A query from the fields of a form; a `Refused` says which of them cannot be read.

    >>> query = read_query({"seat": "3", "least": "10", "hand": "As"})
    >>> query.seat, query.least, query.hand
    (3, 1000, 'a♠')
    """
    texts = {name: " ".join(value.split())[:LONGEST] for name, value in asked.items()}
    return Query(
        place=texts.get("place", ""),
        since=texts.get("since", "").replace(" ", "T"),
        until=texts.get("until", "").replace(" ", "T"),
        seat=_whole("seat", texts),
        hand=_hand(texts.get("hand", "")),
        least=_cents("least", texts),
        most=_cents("most", texts),
        clause=texts.get("clause", "").casefold(),
        person=texts.get("person", "").casefold(),
        kind=texts.get("kind", ""),
        before=_whole("before", texts),
    )


def _whole(name: str, texts: Mapping[str, str]) -> int | None:
    text = texts.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise Refused(None, f"{name}: {text!r} is not a whole number")
    return int(text)


def _cents(name: str, texts: Mapping[str, str]) -> int | None:
    text = typed_amount(texts.get(name, ""))
    try:
        return parse_cents(text) if text else None
    except ValueError as error:
        raise Refused(None, f"{name}: {error}") from error


def _hand(text: str) -> str:
    """A card, Ts or 10s, is looked for as it is written in the words of an entry."""
    try:
        return pretty(parse_card(text)).casefold() if len(text) in (2, 3) else text.casefold()
    except ValueError:
        return text.casefold()


# ---- the search ------------------------------------------------------------------------------------------------------


def search(reading: Reading, sealed: Disclosure, house: House, query: Query) -> dict[str, Any]:
    """One page of hits, the newest first."""
    teller, hashes_upto = Teller(reading, sealed, house), sealed.hashes_upto
    end = sealed.seq if query.before is None else min(sealed.seq, query.before - 1)
    hits: list[dict[str, Any]] = []
    looked, last = 0, 0
    for entry in _backwards(reading, end, query.place):
        looked, last = looked + 1, entry.seq
        if query.since and entry.at < query.since:
            last = 0
            break
        if _fits(entry, query) and _carries(entry, sealed, query):
            said = teller.tell(entry)
            if _tells(said, query):
                found = entry_document(entry, said, sealed, hashes_upto=hashes_upto)
                hits.append(found | {"round": teller.number(entry)})
        if len(hits) == PAGE or looked == MOST:
            break
    else:
        last = 0
    return {
        "seq": sealed.seq,
        "entries": hits,
        "looked": looked,
        "next": last if last > 1 else None,
        "hashes_upto": hashes_upto,
        "full": len(hits) == PAGE,
    }


COLUMNS = ("entry", "at", "round", "place", "role", "person", "event", "words", "clauses", "money", "hash")


def listed(reading: Reading, sealed: Disclosure, house: House, query: Query) -> str:
    """All hits as a list (CSV), the newest first; one that is cut short says before which entry it goes on."""
    rows: list[tuple[object, ...]] = []
    before, looked = query.before, 0
    while True:
        found = search(reading, sealed, house, replace(query, before=before))
        rows += map(_row, found["entries"])
        before, looked = found["next"], looked + found["looked"]
        if before is None:
            break
        if len(rows) >= LONGEST_LIST or looked >= 10 * MOST:
            rows.append(("", "", "", "", "", "", "", f"The list ends here: search on before entry {before}."))
            break
    return csv_text(COLUMNS, rows)


def _row(entry: dict[str, Any]) -> tuple[object, ...]:
    said = entry["said"]
    texts = (
        entry["place"], entry["role"], entry["person"], entry["label"], " ".join(one["text"] for one in said),
        " ".join(dict.fromkeys(one["clause"] for one in said if one["clause"])),
        "; ".join(f"{one['account']} {one['amount']}" for one in entry["moved"]), entry["hash"] or "",
    )  # fmt: skip
    return entry["seq"], entry["at"], entry["round"] or "", *map(no_formula, texts)


def _backwards(reading: Reading, end: int, place: str) -> Iterator[Entry]:
    """The journal, or one stream of it, from an entry backwards; longer strides where a stream has little in them."""
    stride = STRIDE
    while end > 0:
        found = list(reading.entries(max(0, end - stride), stream=place or None, upto=end))
        yield from reversed(found)
        end -= stride
        stride = stride * 4 if len(found) < STRIDE // 4 else STRIDE


def _fits(entry: Entry, query: Query) -> bool:
    """What can be said of an entry before it is read."""
    if query.until and entry.at[: len(query.until)] > query.until:
        return False
    if query.person and query.person not in entry.by.casefold():
        return False
    return not query.kind or is_of(kind_of(entry.event), query.kind)


def _tells(said: tuple[Told, ...], query: Query) -> bool:
    """Whether the words of an entry, which tell no card before the table saw it, name the hand and the clause."""
    if query.hand and not any(query.hand in one.text.casefold() for one in said):
        return False
    return not query.clause or any(query.clause in (one.clause or "").casefold() for one in said)


def _carries(entry: Entry, sealed: Disclosure, query: Query) -> bool:
    """Whether an entry, as it may be seen, concerns the seat and an amount within the bounds."""
    if query.seat is None and query.least is None and query.most is None:
        return True
    event, _ = shown_event(entry, sealed)
    if query.seat is not None and query.seat not in _under(event, ("seat",)):
        return False
    least, most = query.least, query.most
    if least is None and most is None:
        return True
    return any((least is None or n >= least) and (most is None or n <= most) for n in _under(event, AMOUNTS) if n)


def _under(value: Any, names: tuple[str, ...]) -> Iterator[int]:
    """Every whole number under one of the names, however deep."""
    match value:
        case dict():
            for name, each in value.items():
                if name in names and isinstance(each, int):
                    yield each
                else:
                    yield from _under(each, names)
        case list():
            for each in value:
                yield from _under(each, names)


# ---- dates that a form offers ------------------------------------------------------------------------------------


def ranges(now: str, shifts: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """From when to when, by the ends of the last shifts and by days, in universal time.

    >>> ranges("2026-03-01T20:00:00Z", ("2026-03-01T16:00:00.5Z",))[:2]
    [('This shift', '2026-03-01T16:00:00', ''), ('Today', '2026-03-01T00:00:00', '')]
    """
    found = [("This shift", shifts[-1][:19], "")] if shifts else []
    if len(shifts) > 1:
        found.append(("The shift before", shifts[-2][:19], shifts[-1][:19]))
    today = date.fromisoformat(now[:10])
    yesterday, week = (today - timedelta(days=days) for days in (1, 6))
    return [
        *found,
        ("Today", f"{today}T00:00:00", ""),
        ("Yesterday", f"{yesterday}T00:00:00", f"{yesterday}T23:59:59"),
        ("Seven days", f"{week}T00:00:00", ""),
    ]
