"""The shuffles of a whole journal drawn again: every order and every draw must follow from its secret."""

from __future__ import annotations

from upcard.floor.casino import Casino
from upcard.floor.codec import TABLE, fair_event, table_event
from upcard.floor.fair.draw import order_of
from upcard.floor.fair.events import SHUFFLE, ShuffleDrawn
from upcard.floor.fair.live import drawn_in
from upcard.floor.fair.state import Fair, Shuffle, counting, evolve, fault
from upcard.floor.store.entry import Entry
from upcard.floor.store.store import StoreError
from upcard.games.caribbean_stud.events import HoleCardsRevealed
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.tables import Table
from upcard.tables import events as te

DRAWN, SHUFFLED = (f'{{"type":"{name}"' for name in ("ShuffleDrawn", "DeckShuffled"))
REVEALED = '{"type":"Played","event":{"type":"stud.HoleCardsRevealed"'


class Redrawn:
    """What was drawn and is not yet a deck, by table."""

    def __init__(self) -> None:
        self._due: dict[str, Shuffle] = {}

    def feed(self, casino: Casino, entry: Entry) -> None:
        """Take the next entry, which `casino` has not seen; one that does not follow is a `StoreError`."""
        if entry.stream.startswith(SHUFFLE):
            if entry.event.startswith(DRAWN):
                self._drawn(casino, entry.stream.removeprefix(SHUFFLE), entry)
            return
        if not entry.stream.startswith(TABLE):
            return
        name = entry.stream.removeprefix(TABLE)
        if name in self._due:
            self._shuffled(name, table_event(entry.event))
        elif name in casino.fair and entry.event.startswith(REVEALED):
            self._revealed(casino, name, table_event(entry.event))

    def _drawn(self, casino: Casino, name: str, entry: Entry) -> None:
        event = fair_event(entry.event)
        fair = casino.fair.get(name, Fair())
        if isinstance(event, ShuffleDrawn) and event.contributions != counting(fair, casino.tables.get(name, Table())):
            raise StoreError(f"draws shuffle {event.number} with other words than the players had given")
        if not fault(fair, event):
            self._due[name] = evolve(fair, event).drawn[-1]

    def _shuffled(self, name: str, event: te.Event) -> None:
        shuffle = self._due.pop(name)
        if not isinstance(event, te.DeckShuffled) or event.deck != shuffle.deck:
            raise StoreError(f"is not the {shuffle.deck} deck that shuffle {shuffle.number} was drawn for")
        if event.order != order_of(shuffle.key(name)):
            raise StoreError(f"has another order than follows from shuffle {shuffle.number}")

    def _revealed(self, casino: Casino, name: str, event: te.Event) -> None:
        table = casino.tables[name]
        shuffle = casino.fair[name].of_round(table.number)
        if shuffle is None or not isinstance(table.round, StudRound) or not isinstance(event, te.Played):
            return
        found = event.event
        if isinstance(found, HoleCardsRevealed) and (found.magic_card, found.lucky) != drawn_in(
            name, shuffle, table.round
        ):
            raise StoreError(f"has another draw than follows from shuffle {shuffle.number}")
