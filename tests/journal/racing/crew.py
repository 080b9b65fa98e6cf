"""What each of several processes does: it opens the house with the others and plays tables of its own."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.synchronize import Barrier

from tests.journal.racing.linked import Flavour, deck, house_of, in_round
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.journal.floor import Floor
from upcard.store.open import open_store

LUCKY = 2
"""The round in which every table has a royal flush."""


def crew(url: str, flavour: Flavour, tables: Sequence[str], rounds: int, run: str, gun: Barrier | None = None) -> None:
    """Ends when every one of the tables has played its rounds; anything that is refused is an error."""
    house = house_of(flavour)
    store = open_store(url)
    if gun is not None:
        gun.wait()
    floor = Floor(house, store)
    mine = [t for t in house.tables if t.name in tables]
    pits = {t.name: Pit(t, "crews", 2, rig=in_round(LUCKY, deck(t, flavour.royals(t.name)))) for t in mine}
    playing = Playing(floor, pits, run)
    while pits:
        _, replies = playing.step()
        for reply in replies:
            if reply.error is not None:
                raise reply.error
        for name in [name for name in pits if floor.casino.tables[name].number > rounds]:
            del pits[name]
    store.close()
