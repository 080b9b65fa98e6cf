"""A round as a film: every entry of it, and the table after each as every viewer could see it."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from upcard.web.schemas.events import HiddenEvent, RecordedEvent
from upcard.web.schemas.journal import Recorded, Sentence, Verification
from upcard.web.schemas.payments import DealerHand, PaymentLine
from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.table import DeckShown, WagerLine
from upcard.web.schemas.types import (
    Card,
    EditionId,
    ExactMoney,
    Game,
    Hash,
    Level,
    Money,
    Phase,
    SeatNumber,
    SeatState,
    SignedMoney,
    Stub,
    Time,
    Value,
    Why,
)
from upcard.web.views.labels import LAMPS

_EYE = Form(type="string", pattern="^(surveillance|dealer|sign|known|[1-9][0-9]?)$")


class FilmTable(TypedDict):
    """The table of the round."""

    name: Annotated[str, "Its name."]
    slug: Annotated[str, "Its name in addresses."]
    edition: Annotated[EditionId, "The law that the round was played under."]
    title: Annotated[str, "That law in words."]
    citation: Annotated[str, "How it is cited."]
    game: Annotated[Game, "The game."]


class Pinned(TypedDict):
    """What the rounds of the table were pinned to when it was opened."""

    edition: Annotated[EditionId, "The edition."]
    digest: Annotated[Hash, "The hash of its text."]
    same_text: Annotated[bool, "Whether that is the text here."]
    elections: Annotated[dict[str, Value], "What the house had elected."]
    engine: Annotated[str, "The version of the program."]


class Chain(TypedDict):
    """Whether every entry of the round stands on the one before."""

    whole: Annotated[bool | None, "Whether it does; null where there are too many to look at."]
    broken_at: Annotated[int | None, "The first that does not."]
    before: Annotated[Hash | None, "The hash that the round stands on."]
    first: Annotated[Hash | None, "The hash of its first entry."]
    last: Annotated[Hash | None, "The hash of its last entry."]


class MeterTaken(TypedDict):
    """What an award did to a meter."""

    before: Annotated[ExactMoney, "What it was before."]
    after: Annotated[ExactMoney, "What it was after."]


class HitAct(TypedDict):
    """What was done about an award."""

    act: Annotated[str, one_of("locked", "validated", "rejected", "paid"), "What."]
    entry: Annotated[int, "The entry that records it."]
    at: Annotated[Time, "When."]
    by: Annotated[str, "By whom: a role and a name."]


class FilmHit(TypedDict):
    """An award of the round."""

    jackpot: Annotated[str, "The jackpot."]
    number: Annotated[int, "Its number at that jackpot."]
    seat: Annotated[str, "The seat."]
    hand: Annotated[str, "The hand."]
    amount: Annotated[Money, "What it took off the meters."]
    meters: Annotated[dict[Level, MeterTaken], "By meter, what it did to it."]
    acts: Annotated[list[HitAct], "What was done about it."]


class FilmSlip(TypedDict):
    """A slip of the round."""

    number: Annotated[int, "Its number."]
    hit: Annotated[int, "The number of the award."]
    seat: Annotated[str, "The seat."]
    amount: Annotated[Money, "The amount."]


class Viewer(TypedDict):
    """Somebody whose eyes the film may be seen with."""

    key: Annotated[str, _EYE, "The name in the hands of a step."]
    label: Annotated[str, "Who it is."]


class SaidWhy(Sentence):
    """What an entry says, and the rule behind it."""

    why: Annotated[Why | None, "The rule with its clause."]


class _Told(Recorded):
    said: Annotated[list[SaidWhy], "The same in words."]


class _Shown(_Told):
    board: Annotated[int, "Which of the boards the table was after it."]
    hands: Annotated[dict[Annotated[str, _EYE], int], "By viewer, which of the hands were seen after it."]
    meters: Annotated[list[FilmMeter], "The meters after it."]


class FilmMeter(TypedDict):
    """A meter."""

    level: Annotated[Level, "Its name."]
    amount: Annotated[Money, "What it showed."]


class OpenStep(_Shown):
    """An entry of the round of which everything may be seen."""

    hidden: Annotated[Literal[False], "Nothing is kept back."]
    event: Annotated[RecordedEvent, "What happened."]


class HiddenStep(_Shown):
    """An entry of the round of which something is kept back until it is over."""

    hidden: Annotated[Literal[True], "Something is kept back."]
    event: Annotated[HiddenEvent, "What happened, as far as it may be seen."]


class LaterEntry(_Told):
    """An entry about a slip of the round that came after its end; nothing in it is ever kept back."""

    hidden: Annotated[Literal[False], "Nothing is kept back."]
    event: Annotated[RecordedEvent, "What happened."]


class BoardSeat(TypedDict):
    """A seat without its cards."""

    seat: Annotated[int, "Its number."]
    player: Annotated[str | None, "Who sat there."]
    wagers: Annotated[list[WagerLine], "What lay there."]
    lamp: Annotated[str, one_of("", *LAMPS.values()), "The lamp of the progressive wager in words, or empty."]
    state: Annotated[SeatState, "How it stood."]
    words: Annotated[str, "How it stood, in words."]
    winner: Annotated[bool, "Whether its winner key was lit."]
    racked: Annotated[bool, "Whether its cards lay in the rack."]
    net: Annotated[SignedMoney | None, "What it had won or lost."]


class Board(TypedDict):
    """The table without its cards, the same whoever looks."""

    phase: Annotated[Phase, "How far the round was."]
    words: Annotated[str, "The same in words."]
    decks: Annotated[list[DeckShown], "The decks."]
    stub: Annotated[Stub, "Where the rest of the deck was."]
    devices: Annotated[list[str], "The devices at the table."]
    back: Annotated[str, "The colour of the backs of the cards in play."]
    called: Annotated[bool, "Whether a supervisor was called."]
    dealer: Annotated[str, "Who dealt, or empty."]
    game: Annotated[Game, "The game."]
    seats: Annotated[list[BoardSeat], "The seats."]


class HandSeen(TypedDict):
    """A seat's cards as one viewer could see them."""

    cards: Annotated[list[Card | None], "The cards; null where one lay face down."]
    hand: Annotated[str | None, "What they were, where all were seen."]


class HandsSeen(TypedDict):
    """All cards as one viewer could see them."""

    dealer: Annotated[DealerHand, "The dealer's hand."]
    community: Annotated[Card | None, "The community card of Bonus 6."]
    community_dealt: NotRequired[Annotated[bool, "Whether it lay there; only in Bonus 6."]]
    seats: Annotated[dict[SeatNumber, HandSeen], "By seat, its hand."]


class Film(TypedDict):
    """A round as a film."""

    seq: Annotated[int, "The last entry of the journal."]
    id: Annotated[str, "The round by its table and number."]
    table: Annotated[FilmTable, "Its table."]
    number: Annotated[int, "Its number."]
    state: Annotated[str, one_of("in play", "void", "misdealt", "complete"), "How it ended."]
    over: Annotated[bool, "Whether it is over."]
    drawn: Annotated[bool, "Whether the system shuffles at this table."]
    began: Annotated[Time, "When it began."]
    ended: Annotated[Time | None, "When it ended."]
    pinned: Annotated[Pinned, "What it was played by."]
    players: Annotated[dict[SeatNumber, str], "By seat, who played."]
    entries: Annotated[list[int], "Its first and its last entry."]
    before: Annotated[int | None, "The number of the round before."]
    after: Annotated[int | None, "The number of the round after."]
    shortened: Annotated[bool, "Whether it has more entries than are shown."]
    chain: Annotated[Chain, "Whether it stands in the chain."]
    settles_again: Annotated[bool | None, "Whether it comes out the same when it is settled anew; null where unknown."]
    not_keyed: Annotated[list[SeatNumber], "Seats whose cards nobody keyed."]
    hits: Annotated[list[FilmHit], "Its awards."]
    slips: Annotated[list[FilmSlip], "Its slips."]
    payments: Annotated[list[PaymentLine], "What was paid, once it is over."]
    viewers: Annotated[list[Viewer], "Whose eyes it may be seen with."]
    steps: Annotated[list[OpenStep | HiddenStep], "Its entries."]
    boards: Annotated[list[Board], "The tables that the steps show, each once."]
    hands: Annotated[list[HandsSeen], "The cards that the steps show, each once."]
    afterwards: Annotated[list[LaterEntry], "Entries about it that came after its end."]
    proof: Annotated[Verification, "How the proof of the journal stands."]
