"""What everybody has seen of the cards of a round, by the rules of the game and not by the code that draws it.

The dealer's one card lies face up from the deal on, or is turned up when the stub is racked; the others when they are
turned up; a hand is picked up by its player when the stub is racked, and is the player's own until it is shown; the
community card is everybody's once it is turned. Whoever reads the journal knows all when the round is over. Everything
else is hidden: hole cards, hands, burnt cards, the stub, and every deck still to be dealt.
"""

from __future__ import annotations

from tests.web.secrecy.stage import NOBODY, SEATED, WATCHERS, WHO
from upcard.cards import DECK, Card
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.tables import Table

Cards = frozenset[Card]

READERS = (*WATCHERS, "lee")
"""Whoever may read, or take a copy of, the journal of rounds that are over."""

OWN = 4
"""Of Bonus 6, the cards of a hand that its player looks at: a bonus card is face down until the seat is settled."""


class Known:
    """By viewer, every card that was seen since the round began."""

    def __init__(self, number: int) -> None:
        self.seen: dict[str, Cards] = dict.fromkeys(WHO, frozenset())
        self.number = number
        self.over = False
        self.lies: dict[str, Cards] = {}
        """Where the cards of the round lie: `hole`, and the hands of the seats; what is missing is in the stub."""
        self.drawn: Cards = frozenset()
        """Cards that the house has drawn by name: they say nothing of the deck."""

    def note(self, table: Table) -> None:
        """The table after an act."""
        if table.number != self.number or not table.is_open:
            self.over = True
            for reader in READERS:
                self.seen[reader] = frozenset(DECK)
            return
        round = table.round
        public: Cards = frozenset()
        own: dict[int, Cards] = {}
        if isinstance(round, StudRound):
            public, own = self._stud(round)
            own = {} if table.stub == "out" else own
        elif isinstance(round, SixRound):
            public, own = self._six(round)
        for who in self.seen:
            self.seen[who] |= public
        for seat, player in SEATED.items():
            self.seen[player] |= own.get(seat, frozenset())

    def _stud(self, round: StudRound) -> tuple[Cards, dict[int, Cards]]:
        public = {round.up} if round.up is not None else set()
        if round.qualifies is not None:
            public |= set(round.dealer)
        self.drawn |= {round.magic_card} if round.magic_card is not None else set()
        for seat in round.seats.values():
            public |= set(seat.cards) if seat.shown else set()
        if round.dealer:
            self.lies["hole"] = frozenset(round.dealer) - {round.up}
        self._hands(round)
        return frozenset(public), {n: frozenset(seat.cards) for n, seat in round.seats.items()}

    def _six(self, round: SixRound) -> tuple[Cards, dict[int, Cards]]:
        public = {round.community} if round.community is not None and round.phase != "turning" else set()
        own = {}
        for number, seat in round.seats.items():
            own[number] = frozenset(seat.cards[:OWN])
            if seat.shown:
                public |= set(seat.cards if number in round.settled else seat.cards[:OWN])
        if round.community is not None:
            self.lies["hole"] = frozenset({round.community})
        if round.burnt is not None:
            self.lies["burnt"] = frozenset({round.burnt})
        self._hands(round)
        return frozenset(public), own

    def _hands(self, round: StudRound | SixRound) -> None:
        self.lies |= {f"seat {n}": frozenset(seat.cards) for n, seat in round.seats.items() if seat.cards}

    @property
    def public(self) -> Cards:
        return self.seen[NOBODY]
