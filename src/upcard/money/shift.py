"""The end of a shift: what is still open then, and which shifts have ended before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from upcard.money.link import Link
from upcard.money.slip import Slip
from upcard.tables.state import Table


def unfinished(links: Mapping[str, Link], slips: Mapping[int, Slip], tables: Mapping[str, Table]) -> Iterator[str]:
    """What a shift leaves open, in words: awards, slips without a signature, tables."""
    for link in links.values():
        yield from (f"award {number} of {link.name} is not paid" for number in link.open)
    unsigned = [number for number, slip in slips.items() if slip.missing and not slip.voided]
    if unsigned:
        many = f"{len(unsigned)} slips miss" if len(unsigned) > 1 else "1 slip misses"
        yield f"{many} a signature, the oldest of them slip {unsigned[0]}"
    yield from (f"{name} is open" for name, table in tables.items() if table.is_open)


def out_of_order(ended: tuple[str, tuple[str, ...]], day_ended: str, day: str, shift: str) -> Iterator[str]:
    """What speaks against a shift of that day: `ended` are the last day of which a shift has ended, and its shifts."""
    last, shifts = ended
    if day < last:
        yield f"a shift of {last} has ended before"
    elif day == last and shift in shifts:
        yield f"shift {shift} of {day} has ended before"
    elif day == day_ended:
        yield f"the gaming day {day} has ended before"
