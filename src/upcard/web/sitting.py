"""A player's stay in a seat: the chips bought there, what is left of them, and the rounds since sitting down.

The books of a seat say what whoever sits there has more or less than before, and know of no purse. From the first chips
that are bought at the table on it is known what the player holds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.games.payment import net
from upcard.money import account
from upcard.store.store import Entry
from upcard.tables import events as te
from upcard.tables.state import Table
from upcard.units import micros, whole_cents

LAST = 20
"""How many finished rounds are kept of a stay, for their receipts."""


class Finished(NamedTuple):
    """A finished round: what each seat's receipt is made from."""

    number: int
    round: Any
    players: dict[int, str]


class Sitting(NamedTuple):
    """What came of it so far."""

    player: str
    since: str
    bought: int = 0
    """Cents of chips that were bought at the table."""
    micros: int = 0
    """What is left of them, what was won among it."""
    net: int = 0
    """Cents won or lost in finished rounds, what was credited to a game account among them."""
    rounds: int = 0
    finished: tuple[Finished, ...] = ()
    """The last of them."""

    @property
    def chips(self) -> int | None:
        """Cents of chips that the player holds; not known of a player who came with chips and bought none."""
        return max(0, whole_cents(self.micros)) if self.bought else None

    def buys(self, cents: int) -> Sitting:
        return self._replace(bought=self.bought + cents, micros=self.micros + micros(cents))

    def after(self, name: str, seat: int, entry: Entry, finished: Finished | None) -> Sitting:
        """After an entry of the table: what it moved, and the round that it ended."""
        gained = entry.moved.get(account.seat(name, seat), 0) if self.bought else 0
        found = self._replace(micros=self.micros + gained)
        if finished is None or seat not in finished.round.seats:
            return found
        return found._replace(
            net=self.net + net(finished.round.payments, seat),
            rounds=self.rounds + 1,
            finished=(*self.finished, finished)[-LAST:],
        )


def seated(
    sittings: dict[int, Sitting], name: str, entry: Entry, event: te.Event, table: Table, ended: Finished | None
) -> dict[int, Sitting]:
    """By seat, who sits at a table after one of its entries; `table` is as it is then."""
    found = {
        seat: one.after(name, seat, entry, ended)
        for seat, one in sittings.items()
        if table.players.get(seat) == one.player
    }
    if isinstance(event, te.SeatTaken):
        found[event.seat] = Sitting(event.player, entry.at)
    return found
