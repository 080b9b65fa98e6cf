"""Who acts at a table, what is due there, and what people do: each step that the law prompts has a command."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from upcard.cards import Card
from upcard.errors import Refused
from upcard.games.game import GameCommand
from upcard.rules.table import TableRules

# ---- Who acts at a table -----------------------------------------------------------------------------------
# Identities and times come in with each act; nothing here looks them up.


Role = Literal["player", "dealer", "floorperson", "supervisor", "cage", "licensee", "regulator"]

DEALER: tuple[Role, ...] = ("dealer",)
FLOORPERSON: tuple[Role, ...] = ("floorperson", "supervisor")
"""A floorperson or above."""
SUPERVISOR: tuple[Role, ...] = ("supervisor",)
STAFF: tuple[Role, ...] = ("dealer", "floorperson", "supervisor")


class Actor(msgspec.Struct, frozen=True):
    """A person by a personal identity and the role in which this act is done."""

    id: str
    role: Role


# ---- A step that is due, and what an edition says ----------------------------------------------------------
# the two words that every part of the procedure uses.


class Due(msgspec.Struct, frozen=True):
    """A step that is due: the command that does it, its rule, its seat or deck, and who may do it."""

    act: str
    rule: str
    seat: int = 0
    deck: str = ""
    roles: tuple[Role, ...] = DEALER
    any_order: bool = False
    """Whether the steps beside it that say the same may be done before it."""
    whose: str | None = None
    """The rule that gives it to those people, where it is another than its own; empty where no text does."""

    @property
    def given_by(self) -> str:
        """The rule that gives it to those who may do it, or empty."""
        return self.rule if self.whose is None else self.whose


def says(t: TableRules, rule: str) -> Any:
    """What the table's edition says under a rule, or None where it is silent or has no such rule."""
    return getattr(t.rules.law, rule, None)


NAMED: dict[str, tuple[Role, ...]] = {"dealer": DEALER, "floorperson": FLOORPERSON, "supervisor": SUPERVISOR}
"""Who may act where the law names a person: that one, or whoever stands above."""


def acting(t: TableRules, rule: str) -> tuple[Role, ...]:
    """Who may do what a rule gives to a person."""
    return NAMED[says(t, rule)]


def refuse(t: TableRules, rule: str | None, because: str) -> Refused:
    """A refusal under a rule, or under none where the edition does not have it."""
    known = rule if rule in t.edition.citations else None
    return Refused(known, because, clause=t.rules.clause(known) if known else None)


def first_rule(t: TableRules, *names: str) -> str | None:
    """The first of the rules that the edition has."""
    return next((name for name in names if name in t.edition.citations), None)


# ---- commands ----------------------------------------------------------------------------------------------


Hand = Literal["left", "right"]


class _Command(msgspec.Struct, frozen=True, tag=True):
    """An act, in the imperative."""


class OpenTable(_Command, frozen=True, tag=True):
    """The table opens; its decks are received."""


class CloseTable(_Command, frozen=True, tag=True):
    """The table closes between rounds."""


class RelieveDealer(_Command, frozen=True, tag=True):
    """Another dealer comes to the table, or with no name the dealer leaves it."""

    dealer: str


class InspectDeck(_Command, frozen=True, tag=True):
    """The dealer inspects a deck that was received."""

    deck: str


class VerifyDeck(_Command, frozen=True, tag=True):
    """The floorperson verifies it."""

    deck: str


class SpreadDeck(_Command, frozen=True, tag=True):
    """The cards are spread face up, by suit and in sequence, for the first player; idle ones are turned face up."""

    deck: str


class WashDeck(_Command, frozen=True, tag=True):
    """After the player's look the cards are turned down, washed and stacked."""

    deck: str


class ShuffleDeck(_Command, frozen=True, tag=True):
    """A deck is shuffled; where the cards come from the system, `order` is the shuffle."""

    deck: str
    method: str
    order: tuple[Card, ...] = ()


class ReportShufflerCount(_Command, frozen=True, tag=True):
    """What the shuffler counted."""

    deck: str
    cards: int


class ReportShufflerJam(_Command, frozen=True, tag=True):
    """The shuffler jammed or stopped short; the cards are shuffled again."""

    deck: str


class CutDeck(_Command, frozen=True, tag=True):
    """The deck is cut with one hand over the cover card, so many cards from the top.

    Once bets are closed on the system's own cards nobody chooses the cut: no number is said, and the system draws it.
    """

    deck: str
    cards: int = 0


class OrderRecut(_Command, frozen=True, tag=True):
    """A supervisor has the cards cut again."""

    deck: str


class ReplaceDeck(_Command, frozen=True, tag=True):
    """A fresh deck takes the place of one that was withdrawn, or that is found unfit before its first shuffle.

    `id` names it, or the house's next one comes.
    """

    deck: str
    id: str = ""


class SpreadIdle(_Command, frozen=True, tag=True):
    """Nobody plays: the cards are spread on the table, face up or face down."""

    face_up: bool = True


class InstallDevice(_Command, frozen=True, tag=True):
    """A shuffler or shoe comes to the table."""

    device: str


class RemoveDevice(_Command, frozen=True, tag=True):
    """A shuffler or shoe leaves the table."""

    device: str


class ChangeDealing(_Command, frozen=True, tag=True):
    """The table is dealt in another of the ways registered for it, or by hand where the text has it and those fail."""

    dealing: str


class TakeSeat(_Command, frozen=True, tag=True):
    """A player sits down."""

    seat: int
    player: str


class LeaveSeat(_Command, frozen=True, tag=True):
    """A player gets up."""

    seat: int


class LockOut(_Command, frozen=True, tag=True):
    """'No more bets': the dealer closes the bets and locks the progressive."""


class CountChips(_Command, frozen=True, tag=True):
    """The dealer counts the progressive chips against the system's accepted wagers."""

    chips: int


class DealCards(_Command, frozen=True, tag=True):
    """The next cards leave the deck, as the way of dealing has them; real ones are keyed after it."""

    drawing_hand: Hand | None = None
    holding_hand: Hand | None = None


class RackStub(_Command, frozen=True, tag=True):
    """The stub goes to the discard rack unseen."""


class CountStub(_Command, frozen=True, tag=True):
    """The stub is counted face down; `misdealt` is what the dealer finds when the count is wrong.

    `hands` is how many cards all the hands hold together: only with them is it known that no card is missing.
    """

    cards: int
    misdealt: bool = False
    hands: int | None = None


class KeyWinner(_Command, frozen=True, tag=True):
    """The dealer keys a progressive winner; a second press takes it back."""

    seat: int


class CallSupervisor(_Command, frozen=True, tag=True):
    """The dealer calls a supervisor."""


class AnswerCall(_Command, frozen=True, tag=True):
    """A supervisor has come to the table that called."""


class EndCall(_Command, frozen=True, tag=True):
    """The supervisor is done with what the call was for."""


class VerifyAward(_Command, frozen=True, tag=True):
    """A games supervisor verifies a progressive hand and announces its amount."""

    seat: int


class VerifyHand(_Command, frozen=True, tag=True):
    """The dealer verifies that a hand wins the progressive."""

    seat: int


class VerifyLight(_Command, frozen=True, tag=True):
    """The dealer verifies that the seat's light is on."""

    seat: int


class ConfirmHand(_Command, frozen=True, tag=True):
    """A floorperson or above verifies a hand that wins the progressive."""

    seat: int


class ValidateAward(_Command, frozen=True, tag=True):
    """A supervisor validates a progressive payment."""

    seat: int


class VerifyFiveCard(_Command, frozen=True, tag=True):
    """The dealer verifies that a hand wins the five card hand bonus."""

    seat: int


class ValidateFiveCard(_Command, frozen=True, tag=True):
    """A floorperson or above verifies a large five card hand bonus."""

    seat: int


class DocumentAward(_Command, frozen=True, tag=True):
    """The documents of what a seat was not paid from tray or account are complete."""

    seat: int


class CollectForfeits(_Command, frozen=True, tag=True):
    """The dealer collects what a folded hand gives up; its cards stay for a wager that is still to be settled."""

    seat: int


class LeaveExposed(_Command, frozen=True, tag=True):
    """The highest hand so far stays exposed for the cover all wagers; seat 0 is the dealer's own."""

    seat: int


class RackCards(_Command, frozen=True, tag=True):
    """A player's cards are spread, counted and racked; seat 0 is the dealer's own hand."""

    seat: int


class Reconcile(_Command, frozen=True, tag=True):
    """Everything is reconciled: the dealer presses the keypad and the table is ready for the next round."""


class TakeBackStep(_Command, frozen=True, tag=True):
    """The last step that a dealer keyed was keyed by mistake; `step` is the id of the act that keyed it."""

    step: str


class Play(_Command, frozen=True, tag=True):
    """An act in the round itself; a wager is made in chips or plaques, or spoken with cash in hand."""

    command: GameCommand
    tender: Literal["chips", "plaques", "cash"] = "chips"


Command: TypeAlias = (
    OpenTable | CloseTable | RelieveDealer | InspectDeck | VerifyDeck | SpreadDeck | WashDeck | ShuffleDeck
    | ReportShufflerCount | ReportShufflerJam | CutDeck | OrderRecut | ReplaceDeck | SpreadIdle | InstallDevice
    | RemoveDevice | ChangeDealing | TakeSeat | LeaveSeat | LockOut | CountChips | DealCards | RackStub | CountStub
    | KeyWinner | CallSupervisor | AnswerCall | EndCall | VerifyAward | VerifyHand | VerifyLight | ConfirmHand
    | ValidateAward | VerifyFiveCard | ValidateFiveCard | DocumentAward | CollectForfeits | LeaveExposed | RackCards
    | Reconcile | TakeBackStep | Play
)  # fmt: skip


class Act(msgspec.Struct, frozen=True):
    """A command with who gives it and when; both are given, never looked up."""

    by: Actor
    at: str
    command: Command
