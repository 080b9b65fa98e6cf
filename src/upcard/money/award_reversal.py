"""What goes where when an award is rejected, so that all is as if it had never been keyed.

A full award had its level start again: one seed came in from the house, and the reserve was poured out. The seed goes
out with the rejection in any case, also where another full award has carried the one that came in off since: that award
stands at what it was frozen at, and the seed is made good out of the amount that comes back. The reserve goes back
where nothing has emptied the level since; where something has, it would have been poured out then, and waits there.
"""

from __future__ import annotations

from typing import NamedTuple

from upcard.money import account
from upcard.money.books import Books
from upcard.money.link import Hit
from upcard.units import micros


class Returned(NamedTuple):
    """One level, in micros."""

    award: int
    void: int
    """Contributions that were found void while the award waited: to the house."""
    seed: int
    """To the house too, with what was still owed."""
    to_reserve: int
    void_reserve: int
    """What goes from the reserve to the house after that."""
    owed: int
    """What the meter did not have."""


def returned(books: Books, jackpot: str, hit: Hit, level: str) -> Returned:
    """What a rejection moves at a level, before the books know of it."""
    tier = books.links[jackpot].tiers[level]
    award = micros(sum(draw.cents for draw in hit.draws if draw.level == level))
    held = books.balances.get(account.meter(jackpot, level), 0) + award
    was = hit.emptied.get(level)
    void, seed = (was.void_meter, was.seed) if was is not None else (0, 0)
    taken = min(void, held)
    back = min(seed + tier.owed, held - taken)
    owed = void + seed + tier.owed - taken - back
    if was is None or tier.era != hit.number:
        return Returned(award, taken, back, 0, 0, owed)
    poured = min(was.reserve, held - taken - back)
    return Returned(award, taken, back, poured, min(was.void_reserve, poured), owed)
