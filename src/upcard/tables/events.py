"""What has happened at a table: past tense, frozen, recorded with who and when."""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

import msgspec

from upcard.cards import Card
from upcard.games.game import GameEvent
from upcard.law.edition import Edition, as_opened
from upcard.tables.commands import Actor
from upcard.tables.deck import Stage


class _Event(msgspec.Struct, frozen=True, tag=True):
    """A fact."""


class TableOpened(_Event, frozen=True, tag=True):
    """What the table's rounds are played by is pinned here: edition, hash of its text, elections, engine.

    `accessories` are the cards beside the deck, such as a cover card. `mode` says whose cards are played with, the
    system's own or real ones; `equipment` is the rest of what the house file says of it; `text` is the law itself, so
    that the journal can be judged by what it holds. Tables that were opened before these were pinned say nothing.
    """

    edition: str
    digest: str
    elections: dict[str, Any]
    engine: str
    decks: tuple[str, ...]
    devices: tuple[str, ...]
    game: str
    accessories: tuple[str, ...] = ()
    mode: str | msgspec.UnsetType = msgspec.UNSET
    equipment: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    deck_ids: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """Which of the house's decks were received, where it describes them."""
    text: str | msgspec.UnsetType = msgspec.UNSET
    """The text of the edition, whole, of which `digest` is the hash."""

    @property
    def held(self) -> Edition:
        """The edition as the journal holds it, else the one of that id here."""
        return as_opened(self.edition, self.digest, self.text or "")

    def __post_init__(self) -> None:
        """The same text, kept by many openings, is held once."""
        if self.text:
            msgspec.structs.force_setattr(self, "text", sys.intern(self.text))


class TableClosed(_Event, frozen=True, tag=True):
    pass


class DealerRelieved(_Event, frozen=True, tag=True):
    """Who deals from now on; no name where nobody does."""

    dealer: str


class DeckStaged(_Event, frozen=True, tag=True, omit_defaults=True):
    """A deck has gone through one step of its opening; `by` is who inspected it."""

    deck: str
    stage: Stage
    rule: str
    by: str = ""
    id: str | msgspec.UnsetType = msgspec.UNSET
    """Which of the house's decks was received."""


class DeckShuffled(_Event, frozen=True, tag=True):
    deck: str
    method: str
    order: tuple[Card, ...]
    ready: bool


class DeckCounted(_Event, frozen=True, tag=True):
    """The shuffler's count; a wrong one withdraws the deck."""

    deck: str
    cards: int
    rule: str


class ShufflerJammed(_Event, frozen=True, tag=True):
    deck: str
    rule: str


class DeckCut(_Event, frozen=True, tag=True):
    """`over` is the card that the cut was made over, where one lies with the deck."""

    deck: str
    cards: int
    order: tuple[Card, ...]
    over: str = ""


class RecutOrdered(_Event, frozen=True, tag=True):
    deck: str
    rule: str


class DeckWithdrawn(_Event, frozen=True, tag=True):
    deck: str
    rule: str


class DeckRemoved(_Event, frozen=True, tag=True):
    """A second deck has left the table with the device that it needs."""

    deck: str
    rule: str


class CardsSpreadIdle(_Event, frozen=True, tag=True):
    face_up: bool
    rule: str


class DeviceInstalled(_Event, frozen=True, tag=True):
    device: str


class DeviceRemoved(_Event, frozen=True, tag=True):
    device: str


class DealingChanged(_Event, frozen=True, tag=True):
    """Another way of dealing is used; decks that lay ready for the one before are shuffled again."""

    dealing: str
    rule: str


class SeatTaken(_Event, frozen=True, tag=True):
    seat: int
    player: str


class SeatLeft(_Event, frozen=True, tag=True):
    seat: int


class ChipsCounted(_Event, frozen=True, tag=True):
    chips: int
    accepted: int
    rule: str


class CardsLeftDeck(_Event, frozen=True, tag=True):
    """Cards were dealt; the stub is out until it is racked or counted."""

    deck: str
    drawing_hand: str = ""
    holding_hand: str = ""


class StubRacked(_Event, frozen=True, tag=True):
    rule: str


class StubCounted(_Event, frozen=True, tag=True):
    """`total` is what the count says of the deck with hands as they were dealt.

    `hands` is what the hands hold, where somebody counted them, and `in_all` what stub, hands and rack then make.
    """

    cards: int
    total: int
    rule: str
    hands: int | msgspec.UnsetType = msgspec.UNSET
    in_all: int | msgspec.UnsetType = msgspec.UNSET


class StubTakenBack(_Event, frozen=True, tag=True):
    """The stub, which was counted without the hands, comes out of the rack and is counted with them."""

    rule: str


class WinnerKeyed(_Event, frozen=True, tag=True):
    """The winner key of a seat is lit, or off again."""

    seat: int
    lit: bool
    rule: str


class SupervisorCalled(_Event, frozen=True, tag=True, omit_defaults=True):
    """A supervisor is called: for the award of a seat under its rule, or under none for anything else.

    `stands` where the call lasts until it is answered; older ones passed with the award or the round.
    """

    rule: str
    seat: int = 0
    stands: bool = False


class CallAnswered(_Event, frozen=True, tag=True):
    """A supervisor has come."""


class CallEnded(_Event, frozen=True, tag=True):
    """What the supervisor was called for is done."""


class StepDone(_Event, frozen=True, tag=True):
    """A step of verification at a seat."""

    step: str
    seat: int
    rule: str


class DocumentsOpened(_Event, frozen=True, tag=True):
    """An award came neither from the tray nor to an account: the hand that won it stays until it is documented.

    `hand` is the seat of that hand, or 0 where it is the dealer's.
    """

    seat: int
    rule: str
    hand: int


class AwardDocumented(_Event, frozen=True, tag=True):
    seat: int
    rule: str


class HandLeftExposed(_Event, frozen=True, tag=True):
    seat: int
    rule: str


class CardsRacked(_Event, frozen=True, tag=True):
    seat: int
    rule: str


class RoundReconciled(_Event, frozen=True, tag=True):
    """The round is closed and the next may begin; logged with its number."""

    number: int
    rule: str
    next_deck: str
    game: str


class StepTakenBack(_Event, frozen=True, tag=True):
    """What was keyed by mistake is taken back, and the table stands as if it had never been keyed.

    `step` is the id of the act that keyed it, and `act` and `seat` are what it did. It lies within the last `events`
    of the table; what happened among them and is no step of its own stands, and so does what players did themselves,
    at the places `own` among them.
    """

    step: str
    act: str
    seat: int
    events: int
    rule: str = ""
    own: tuple[int, ...] = ()


class Played(_Event, frozen=True, tag=True, omit_defaults=True):
    """Something happened in the round itself.

    `spares_seed` where a void contribution stays in its meter as far as fixed awards have carried it off. Journals of
    before do not say it: there all of it went back.
    """

    event: GameEvent
    spares_seed: bool = False


Event: TypeAlias = (
    TableOpened | TableClosed | DealerRelieved | DeckStaged | DeckShuffled | DeckCounted | ShufflerJammed | DeckCut
    | RecutOrdered | DeckWithdrawn | DeckRemoved | CardsSpreadIdle | DeviceInstalled | DeviceRemoved | DealingChanged
    | SeatTaken | SeatLeft | ChipsCounted | CardsLeftDeck | StubRacked | StubCounted | StubTakenBack | WinnerKeyed
    | SupervisorCalled | CallAnswered | CallEnded | StepDone | DocumentsOpened | AwardDocumented | HandLeftExposed
    | CardsRacked | RoundReconciled | StepTakenBack | Played
)  # fmt: skip


class Recorded(msgspec.Struct, frozen=True):
    """An event with who caused it and when."""

    by: Actor
    at: str
    event: Event
