"""A player's stay in a seat: the rounds since sitting down. The chips that were bought there are in the books."""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.games.payment import net
from upcard.store.store import Entry
from upcard.tables import events as te
from upcard.tables.state import Table

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
    net: int = 0
    """Cents won or lost in finished rounds, what was credited to a game account among them."""
    rounds: int = 0
    finished: tuple[Finished, ...] = ()
    """The last of them."""

    def after(self, seat: int, finished: Finished | None) -> Sitting:
        """After an entry of the table, which may have ended a round."""
        if finished is None or seat not in finished.round.seats:
            return self
        return self._replace(
            net=self.net + net(finished.round.payments, seat),
            rounds=self.rounds + 1,
            finished=(*self.finished, finished)[-LAST:],
        )


def seated(
    sittings: dict[int, Sitting], entry: Entry, event: te.Event, table: Table, ended: Finished | None
) -> dict[int, Sitting]:
    """By seat, who sits at a table after one of its entries; `table` is as it is then."""
    found = {seat: one.after(seat, ended) for seat, one in sittings.items() if table.players.get(seat) == one.player}
    if isinstance(event, te.SeatTaken):
        found[event.seat] = Sitting(event.player, entry.at)
    return found
