"""A table drawn as it looked after an entry, as one viewer could see it then; in the shape of a table's document.

It needs no house file: what is drawn follows from the rules that the table was opened with. The cards are kept apart
from the rest, since they are what viewers see differently.
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from upcard.document import CardText, Game, Phase, SeatNumber, SeatState, SignedMoney, Stub, doc, one_of
from upcard.games.game import CORES, core_of_round
from upcard.games.game import GameRound as Round
from upcard.games.scene import Eye, Scene
from upcard.games.settle import Rules
from upcard.present.labels import LAMPS
from upcard.present.table_document import (
    DealerHand,
    DeckShown,
    WagerLine,
    decks,
    phase_words,
    seat_drawn,
    shared_cards,
    shown,
)
from upcard.tables import Table


class BoardSeat(TypedDict):
    """A seat without its cards."""

    seat: Annotated[int, doc("Its number.")]
    player: Annotated[str | None, doc("Who sat there.")]
    wagers: Annotated[list[WagerLine], doc("What lay there.")]
    lamp: Annotated[str, one_of("", *LAMPS.values()), doc("The lamp of the progressive wager in words, or empty.")]
    state: Annotated[SeatState, doc("How it stood.")]
    words: Annotated[str, doc("How it stood, in words.")]
    winner: Annotated[bool, doc("Whether its winner key was lit.")]
    racked: Annotated[bool, doc("Whether its cards lay in the rack.")]
    net: Annotated[SignedMoney | None, doc("What it had won or lost.")]


class Board(TypedDict):
    """The table without its cards, the same whoever looks."""

    phase: Annotated[Phase, doc("How far the round was.")]
    words: Annotated[str, doc("The same in words.")]
    decks: Annotated[list[DeckShown], doc("The decks.")]
    stub: Annotated[Stub, doc("Where the rest of the deck was.")]
    devices: Annotated[list[str], doc("The devices at the table.")]
    back: Annotated[str, doc("The colour of the backs of the cards in play.")]
    called: Annotated[bool, doc("Whether a supervisor was called.")]
    dealer: Annotated[str, doc("Who dealt, or empty.")]
    game: Annotated[Game, doc("The game.")]
    seats: Annotated[list[BoardSeat], doc("The seats.")]


class HandSeen(TypedDict):
    """A seat's cards as one viewer could see them."""

    cards: Annotated[list[CardText | None], doc("The cards; null where one lay face down.")]
    hand: Annotated[str | None, doc("What they were, where all were seen.")]


class HandsSeen(TypedDict):
    """All cards as one viewer could see them."""

    dealer: Annotated[DealerHand, doc("The dealer's hand.")]
    community: Annotated[CardText | None, doc("The community card of Bonus 6.")]
    community_dealt: NotRequired[Annotated[bool, doc("Whether it lay there; only in Bonus 6.")]]
    seats: Annotated[dict[SeatNumber, HandSeen], doc("By seat, its hand.")]


# ---- what everybody sees alike ---------------------------------------------------------------------------------------


def board(rules: Rules, table: Table, seats: int) -> Board:
    """The table without its cards; the same whoever looks."""
    round = table.round
    scene: Scene = CORES[rules.edition.game].scene(rules, round, "sign")
    return {
        "phase": round.phase if round is not None else "closed table",
        "words": phase_words(round),
        "decks": decks(table, {back: f"{back} deck {deck.id}".rstrip() for back, deck in table.decks.items()}),
        "stub": table.stub,
        "devices": list(table.devices),
        "back": table.current or "red",
        "called": table.called,
        "dealer": table.dealer,
        "game": rules.edition.game,
        "seats": [_seat(table, scene, number) for number in range(1, seats + 1)],
    }


def _seat(table: Table, scene: Scene, number: int) -> BoardSeat:
    seat = seat_drawn(table, scene, number)
    return {
        "seat": number,
        "player": table.players.get(number),
        "wagers": seat.wagers,
        "lamp": seat.lamp_words,
        "state": seat.state,
        "words": seat.words,
        "winner": number in table.winners,
        "racked": number in table.racked,
        "net": seat.net,
    }


# ---- what each viewer sees -------------------------------------------------------------------------------------------


def hands(rules: Rules, round: Round | None, eye: Eye) -> HandsSeen:
    """The cards as one viewer could see them; null where one lay face down for that viewer."""
    if round is None:
        return {"dealer": {"cards": [], "hand": None, "qualifies": None}, "community": None, "seats": {}}
    scene: Scene = core_of_round(round).scene(rules, round, eye)
    found = shared_cards(scene)
    seats: dict[str, HandSeen] = {
        str(number): {"cards": shown(place.cards), "hand": place.hand} for number, place in scene.seats.items()
    }
    return {"dealer": found["dealer"], "community": None, **found, "seats": seats}
