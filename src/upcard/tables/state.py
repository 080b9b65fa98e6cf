"""A table as it stands: its decks and devices, who sits at it, the round on it and what the procedure has seen done."""

from __future__ import annotations

from typing import Literal

import msgspec

from upcard.games.game import GameRound
from upcard.rules.owned_deck import reads_as
from upcard.tables.deck import IN_USE, SPREAD, Deck

DEALER = 0
"""The dealer's own hand, where a seat is meant."""

COUNT_AGAIN = 1_000
"""More rounds than any law lets pass without a count of the stub."""


class Table(msgspec.Struct, frozen=True):
    """The state of a table; every field is what an event has left there."""

    is_open: bool = False
    decks: dict[str, Deck] = {}
    current: str = ""
    """The back of the deck in play, or next in play."""
    devices: tuple[str, ...] = ()
    dealing: str = ""
    """The way of dealing that was changed to; empty where it is the one that the table opened with."""
    accessories: tuple[str, ...] = ()
    """The cards that lie with a deck and are none of it."""
    players: dict[int, str] = {}
    dealer: str = ""
    """Who deals here, where somebody has taken the table by name."""
    number: int = 0
    """The number of the present round."""
    round: GameRound = None
    chips: Literal["", "right", "wrong", "corrected"] = ""
    """The count of progressive chips against what the system accepted; after a correction it is made again."""
    drawn: bool = False
    """Whether real cards have left the deck that are not keyed yet."""
    stub: Literal["", "out", "racked"] = ""
    since_count: int = 0
    """Rounds dealt since the stub was last counted, this one included, whether or not the table closed meanwhile."""
    uncounted: dict[str, int] = {}
    """Rounds dealt from each deck that was dealt here, by its id or else its back, since its stub was last counted."""
    hands_counted: bool = False
    """Whether the cards of the hands were counted with the stub of this round."""
    discarded: int = 0
    """Cards found face up in this round and racked unused."""
    winners: tuple[int, ...] = ()
    """The seats whose winner key is lit."""
    call: Literal["", "passing", "open", "answered"] = ""
    """A supervisor is called, or has come. A passing call, of an older journal, ends with the award or the round."""
    done: tuple[tuple[str, int], ...] = ()
    """The steps of verification done in this round, with their seats."""
    documents: tuple[tuple[int, str, int], ...] = ()
    """Awards not documented yet: the seat, the rule that wants it, and whose hand stays for it; 0 for the dealer's."""
    racked: tuple[int, ...] = ()
    """Whose cards lie in the rack, in the order they came there; 0 for the dealer's."""
    candidates: tuple[int, ...] = ()
    """Whose hand stayed exposed for the cover all wagers, the highest so far last; 0 for the dealer's."""
    holding_hand: str = ""
    withdrawn: dict[str, str] = {}
    """The decks of the house that were taken off this table, by id, each with the rule that took it."""

    @property
    def called(self) -> bool:
        """Whether a supervisor is called and has not come yet."""
        return self.call in ("passing", "open")

    @property
    def standing_call(self) -> Literal["", "open", "answered"]:
        """A call that outlasts the round."""
        return "" if self.call == "passing" else self.call

    @property
    def idle(self) -> bool:
        """Whether cards lie spread because nobody played."""
        return any(deck.idle and deck.stage in SPREAD for deck in self.decks.values())

    @property
    def deserted(self) -> bool:
        """Whether cards lay unspread while nobody sat here, whoever has come afterwards."""
        return any(deck.idle and deck.stage in IN_USE for deck in self.decks.values())

    @property
    def rounds_uncounted(self) -> int:
        """Rounds dealt since the stub was last counted: any, or that of the deck in play."""
        return max(self.since_count, self.uncounted.get(self.counted_as, 0))

    @property
    def counted_as(self) -> str:
        """The name under which the rounds of the deck in play are counted."""
        name = self.deck.id or self.current
        return self.dealt_as(name) or name

    def dealt_as(self, name: str) -> str:
        """The name under which a deck was dealt here before, however it is written now; else empty."""
        return next((known for known in self.uncounted if reads_as(known) == reads_as(name)), "")

    @property
    def stub_taken(self) -> bool:
        """Whether what is left of the deck has left shoe or hand, also where it is counted again after a correction."""
        return self.stub == "racked" or self.since_count >= COUNT_AGAIN

    @property
    def candidate(self) -> int | None:
        """Whose hand lies exposed as the highest so far."""
        return self.candidates[-1] if self.candidates else None

    @property
    def without_wagers(self) -> bool:
        """Whether nobody has a wager down: bets are open and none lies there, or the table is closed."""
        return self.round is None or (self.round.phase == "betting" and not self.round.seats)

    @property
    def deck(self) -> Deck:
        return self.decks.get(self.current, Deck())
