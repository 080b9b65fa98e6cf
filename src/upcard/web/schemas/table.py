"""A table as one viewer may see it: what all see, and what is only for a seat, the dealer or a sign."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from upcard.web.schemas.acts import Choice, Irregularity, NextStep, OfferedAct, PlayerStep
from upcard.web.schemas.jackpots import Hit, Jackpot, Meter
from upcard.web.schemas.payments import DealerHand, Pay, PaymentLine, Receipt
from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.types import (
    Card,
    Clock,
    EditionId,
    Game,
    Hash,
    Lamp,
    Liability,
    Mode,
    Money,
    Phase,
    SeatState,
    SignedMoney,
    Stage,
    Stub,
    Wager,
    Why,
)
from upcard.web.views.labels import LAMPS, SIX_STRIP, STUD_STRIP


class TableFacts(TypedDict):
    """What a table is."""

    name: Annotated[str, "Its name."]
    slug: Annotated[str, "Its name in addresses."]
    edition: Annotated[EditionId, "The law that it plays under."]
    title: Annotated[str, "That law in words."]
    game: Annotated[Game, "Its game."]
    mode: Annotated[Mode, "Whose cards it plays with."]
    open: Annotated[bool, "Whether it is open."]
    round: Annotated[int, "The number of the present round."]
    dealer: Annotated[str, "Who deals, or empty."]
    seats: Annotated[int, "How many seats it has."]
    limits: Annotated[str, "What may be wagered, in words."]


class StripStep(TypedDict):
    """A step of a round."""

    key: Annotated[str, one_of(*dict.fromkeys(key for key, *_ in (*STUD_STRIP, *SIX_STRIP))), "Its name."]
    label: Annotated[str, "Its name in words."]
    state: Annotated[str, one_of("done", "now", "todo"), "Whether it lies behind, is under way or is to come."]
    why: Annotated[Why | None, "The rule of the step that is under way."]


class DeckShown(TypedDict):
    """A deck at the table."""

    back: Annotated[str, "The colour of its back."]
    words: Annotated[str, "The deck as the house describes it: its id, its design, the cards that lie with it."]
    stage: Annotated[Stage, "What has been done with it."]
    current: Annotated[bool, "Whether it is the one in play, or next in play."]


class StubShown(TypedDict):
    """What is left of the deck after the deal."""

    state: Annotated[Stub, "Where it is, or empty before the deal."]
    count_in: Annotated[int | None, "In how many rounds it is counted next, where it is counted."]


class WagerLine(TypedDict):
    """A wager that lies at a seat."""

    wager: Annotated[Wager, "The wager."]
    label: Annotated[str, "The wager in words."]
    amount: Annotated[Money, "What lies there."]


class Seat(TypedDict):
    """A seat of the table."""

    seat: Annotated[int, "Its number."]
    player: Annotated[str | None, "Who sits there."]
    you: Annotated[bool, "Whether it is that of whoever looks."]
    cards: Annotated[list[Card | None], "Its cards; null where one lies face down."]
    hand: Annotated[str | None, "What they are, where all are seen."]
    wagers: Annotated[list[WagerLine], "What lies there."]
    lamp: Annotated[Lamp | None, "The lamp of the progressive wager, where there is one."]
    lamp_words: NotRequired[Annotated[str, one_of("", *LAMPS.values()), "That lamp in words; only while in a round."]]
    state: Annotated[SeatState, "How it stands."]
    words: Annotated[str, "How it stands, in words."]
    winner: Annotated[bool, "Whether its winner key is lit."]
    net: Annotated[SignedMoney | None, "What it has won or lost in this round."]


class LogLine(TypedDict):
    """One sentence of the table's log."""

    seq: Annotated[int, "The entry that it tells of."]
    at: Annotated[Clock, "When that was."]
    text: Annotated[str, "What happened."]
    clause: Annotated[str | None, "The clause that it stands under."]


class ShuffleInUse(TypedDict):
    """A shuffle that cards are dealt from."""

    number: Annotated[int, "Its number at this table."]
    commitment: Annotated[Hash, "The hash of its secret."]
    deck: Annotated[str, "The deck that it put in order."]


class ShuffleRevealed(TypedDict):
    """A shuffle whose round is over."""

    number: Annotated[int, "Its number at this table."]
    round: Annotated[int | None, "The round that was dealt from it."]
    commitment: Annotated[Hash, "The hash of its secret."]
    secret: Annotated[str, "The secret itself."]


class Fairness(TypedDict):
    """What everybody may know of the shuffles of a table."""

    number: Annotated[int | None, "The number of the next shuffle."]
    commitment: Annotated[Hash | None, "The hash of its secret."]
    contributions: Annotated[dict[str, str], "By player, the own word for the shuffles to come."]
    in_use: Annotated[list[ShuffleInUse], "Those that cards are dealt from."]
    revealed: Annotated[ShuffleRevealed | None, "The last whose round is over."]


class TableSeen(TypedDict):
    """What everybody sees of a table."""

    seq: Annotated[int, "The entry after which this last changed."]
    version: Annotated[int, "How many entries the table has: an act may name it."]
    table: Annotated[TableFacts, "What the table is."]
    phase: Annotated[Phase, "How far the round is."]
    words: Annotated[str, "How far the round is, in words."]
    strip: Annotated[list[StripStep], "The steps of a round."]
    decks: Annotated[list[DeckShown], "The decks."]
    stub: Annotated[StubShown, "What is left of the deck."]
    devices: Annotated[list[str], "The devices at the table."]
    meters: Annotated[list[Meter], "The meters that it plays for."]
    back: Annotated[str, "The colour of the backs of the cards in play."]
    dealer: Annotated[DealerHand, "The dealer's hand."]
    magic_card: NotRequired[Annotated[Card | None, "The magic card that was drawn; only in a round of Caribbean stud."]]
    lucky: NotRequired[Annotated[str | None, "The lucky position that was drawn; only in a round of Caribbean stud."]]
    community: NotRequired[Annotated[Card | None, "The community card, once it is turned; only in Bonus 6."]]
    community_dealt: NotRequired[Annotated[bool, "Whether the community card lies there; only in Bonus 6."]]
    seats: Annotated[list[Seat], "The seats."]
    payments: Annotated[list[PaymentLine], "What was paid in this round so far."]
    hits: Annotated[list[Hit], "Awards of this table that are not paid yet."]
    called: Annotated[bool, "Whether a supervisor is called."]
    locked: Annotated[str, "Why play has stopped, or empty."]
    fair: Annotated[Fairness | None, "The shuffles, where the system makes them."]
    log: Annotated[list[LogLine], "The last things that happened."]


class WagerOffer(TypedDict):
    """A wager that the table takes, for the seat of whoever looks."""

    wager: Annotated[Wager, "The wager."]
    label: Annotated[str, "The wager in words."]
    low: Annotated[Money | None, "The least that is taken."]
    high: Annotated[Money | None, "The most that is taken."]
    amounts: Annotated[list[Money] | None, "The only amounts that are taken."]
    open: Annotated[bool, "Whether it may be made now."]
    placed: Annotated[Money | None, "What lies there."]
    back: Annotated[OfferedAct | None, "The act that takes it back, where that may be done."]
    limit: Annotated[str, "The limits in words."]
    why: Annotated[Why | None, "The rule that sets them."]


class Sign(TypedDict):
    """What the law wants posted."""

    title: Annotated[str, "Its heading."]
    clause: Annotated[str | None, "The clause that wants it."]
    lines: Annotated[list[list[str]], "Its lines: what, and how much."]


_Nobody: TypeAlias = Annotated[None, "Whoever looks sits nowhere."]
_Seat = TypedDict(
    "_Seat",
    {
        "as": Annotated[Literal["seat"], "As whom the table is seen."],
        "you": Annotated[int | None, "The seat of whoever looks."],
    },
)
_Dealer = TypedDict("_Dealer", {"as": Annotated[Literal["dealer"], "As whom the table is seen."], "you": _Nobody})
_Sign = TypedDict("_Sign", {"as": Annotated[Literal["sign"], "As whom the table is seen."], "you": _Nobody})
_Watch = TypedDict("_Watch", {"as": Annotated[Literal["surveillance"], "As whom the table is seen."], "you": _Nobody})


class SeatTable(_Seat, TableSeen):
    """A table as a player sees it; without a seat, as everybody does."""

    next: Annotated[PlayerStep, "What the player does next."]
    choices: Annotated[list[Choice], "The player's decisions."]
    wagers: Annotated[list[WagerOffer], "The wagers that may be made."]
    receipt: Annotated[Receipt | None, "The player's last finished round."]


class DealerTable(_Dealer, TableSeen):
    """A table as its console shows it."""

    next: Annotated[NextStep | None, "The one next step."]
    pay: Annotated[Pay | None, "What is to be paid, or was just paid."]
    liability: Annotated[Liability, "What the wagers could come to cost."]
    choices: Annotated[list[Choice], "What else may be done."]
    irregularities: Annotated[list[Irregularity], "What may be reported."]


class SignTable(_Sign, TableSeen):
    """A table as its sign shows it."""

    signs: Annotated[list[Sign], "What the law wants posted."]
    jackpots: Annotated[list[Jackpot], "The jackpots that it plays for."]


class WatchedTable(_Watch, TableSeen):
    """A table as surveillance sees it."""


Table: TypeAlias = Annotated[SeatTable | DealerTable | SignTable | WatchedTable, Form("Table")]
