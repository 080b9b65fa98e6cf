"""The shuffles of a whole journal drawn again: every order, cut, deal and draw must follow from its secret."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from upcard.cards import cut
from upcard.floor.casino import Casino
from upcard.floor.codec import TABLE, fair_event, table_event
from upcard.floor.fair.draw import order_of
from upcard.floor.fair.events import SHUFFLE, ShuffleDrawn
from upcard.floor.fair.live import drawn_in, recut_too_late
from upcard.floor.fair.rotation import SINGLY, STACKS, Dealt, leaving
from upcard.floor.fair.state import Fair, Shuffle, counting, evolve, fault
from upcard.floor.store.entry import Entry
from upcard.floor.store.store import StoreError
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.tables import Table
from upcard.tables import events as te
from upcard.tables import evolve as evolve_table

DRAWN = '{"type":"ShuffleDrawn"'
CUT = '{"type":"DeckCut"'
IN_ROUND = tuple(
    f'{{"type":"Played","event":{{"type":"{name}"'
    for name in (
        "stud.HoleCardsRevealed", "stud.IrregularityNoted", "stud.HandsDealt", "six.HandsDealt", "six.StreetDealt",
        "six.BonusCardDealt",
    )
)  # fmt: skip
"""How the entries begin that are looked at: most are not, and need not be read for it."""


class Redrawn:
    """What was drawn and is not yet a deck, and how many cards were dealt from the one in play, by table."""

    def __init__(self) -> None:
        self._due: dict[str, Shuffle] = {}
        self._gone: dict[str, int] = {}

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
        elif name not in casino.fair:
            return
        elif entry.event.startswith(CUT):
            self._cut(casino.fair[name], casino.tables[name], table_event(entry.event))
        elif entry.event.startswith(IN_ROUND):
            self._in_round(casino, name, table_event(entry.event))

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

    def _cut(self, fair: Fair, table: Table, event: te.Event) -> None:
        if not isinstance(event, te.DeckCut) or all(each.deck != event.deck for each in fair.drawn):
            return
        if event.order != cut(table.decks[event.deck].order, event.cards):
            raise StoreError(f"changes more than a cut of {event.cards} cards does")
        if recut_too_late(table, event.deck):
            raise StoreError(f"cuts the {event.deck} deck after the end of the bets")

    def _in_round(self, casino: Casino, name: str, played: te.Event) -> None:
        table, fair = casino.tables[name], casino.fair[name]
        assert isinstance(played, te.Played)
        event: Any = played.event
        shuffle = fair.of_round(table.number)
        match event:
            case stud.IrregularityNoted():
                drawn = any(each.deck == table.current for each in fair.drawn)
                if drawn and evolve_table(table, played).discarded != table.discarded:
                    raise StoreError("takes a card off a deck that the system drew, which nothing that is allowed does")
            case stud.HoleCardsRevealed() if shuffle is not None and isinstance(table.round, StudRound):
                if (event.magic_card, event.lucky) != drawn_in(name, shuffle, table.round):
                    raise StoreError(f"has another draw than follows from shuffle {shuffle.number}")
            case stud.HandsDealt() | six.HandsDealt() | six.StreetDealt() | six.BonusCardDealt() if shuffle is not None:
                self._dealt(name, table, shuffle, event)

    def _dealt(self, name: str, table: Table, shuffle: Shuffle, event: Dealt) -> None:
        """The next cards of the deck; how the hands of stud come was said with the shuffle."""
        if isinstance(event, stud.HandsDealt | six.HandsDealt):
            self._gone[name] = 0
        gone = self._gone.get(name, 0)
        ways = (SINGLY, STACKS) if shuffle.deal is UNSET else (shuffle.deal,)
        cards = [tuple(going.card for going in leaving(event, way)) for way in ways]
        self._gone[name] = gone + len(cards[0])
        if table.deck.order[gone : self._gone[name]] not in cards:
            raise StoreError(f"deals other cards than lie on top of the deck of shuffle {shuffle.number}")
