"""The proof of a shuffle."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.types import Card, EditionId, Game, Hash, Ratio, Time


class Check(TypedDict):
    """One promise, and whether it was kept."""

    what: Annotated[
        str,
        one_of("commitment", "turn", "given up", "published", "contributions", "order", "cut", "terms", "dealt",
               "draws", "revealed"),
        "Which one.",
    ]  # fmt: skip
    ok: Annotated[bool, "Whether it was kept."]
    text: Annotated[str, "The same in words."]
    entries: Annotated[list[int], "The entries that show it."]


class Contributed(TypedDict):
    """A player's own word in a shuffle."""

    seat: Annotated[int, "The seat."]
    player: Annotated[str, "The player."]
    value: Annotated[str, "The word."]
    entry: Annotated[int | None, "The entry that records it."]


class Shuffle(TypedDict):
    """What a shuffle was drawn from."""

    number: Annotated[int, "Its number at this table."]
    deck: Annotated[str, "The deck that it put in order."]
    commitment: Annotated[Hash, "The hash that was published before it."]
    secret: Annotated[str, "The secret that the hash is of."]
    contributions: Annotated[list[Contributed], "The players' words."]
    chances: Annotated[dict[str, Ratio], "By what the house draws, the chance of it."]


class CutDrawn(TypedDict):
    """How the system came to a cut after the end of the bets."""

    turn: Annotated[int, "Which of its own cuts of this shuffle it was, from 1 on."]
    least: Annotated[int, "The fewest cards that it could take."]


class CutMade(TypedDict):
    """A cut."""

    cards: Annotated[int, "How many cards went from the top to the bottom."]
    order: Annotated[list[Card], "The deck after it."]
    drawn: Annotated[CutDrawn | None, "How the system drew it; nothing where somebody chose it."]


class CardDealt(TypedDict):
    """A card that left the deck."""

    to: Annotated[
        str, Form(type="string", pattern="^([1-9][0-9]?|dealer|burnt|community)$"), "Where it went: a seat or a place."
    ]
    card: Annotated[Card, "The card."]


class HouseDrew(TypedDict):
    """What the house drew when the dealer's cards were turned."""

    places: Annotated[list[str], "The places that could have been lucky."]
    magic_card: Annotated[Card | None, "The magic card, if one was drawn."]
    lucky: Annotated[str | None, "The lucky place, if one was drawn."]


class EntryMark(TypedDict):
    """An entry of the journal."""

    seq: Annotated[int, "Its number."]
    at: Annotated[Time, "When."]
    hash: Annotated[Hash | None, "Its hash, where no card could be guessed by it."]


class ShuffleEntries(TypedDict):
    """The entries that the proof rests on."""

    committed: Annotated[EntryMark, "The commitment."]
    drawn: Annotated[EntryMark, "The draw."]
    shuffled: Annotated[EntryMark | None, "The deck in its order."]
    cuts: Annotated[list[EntryMark], "The cuts."]
    bets_closed: Annotated[EntryMark | None, "The end of the bets."]
    dealt: Annotated[list[EntryMark], "The deals."]
    told: Annotated[list[EntryMark], "Where people told cards by hand: nowhere, where all was as promised."]
    revealed: Annotated[EntryMark | None, "The secret."]
    over: Annotated[EntryMark, "The end of the round."]


class _Judged(TypedDict):
    ok: Annotated[bool, "Whether every promise was kept."]
    checks: Annotated[list[Check], "The promises."]
    document: Annotated[Literal["upcard shuffle 1"], "What this document is."]
    table: Annotated[str, "The table."]
    round: Annotated[int, "The number of the round."]
    game: Annotated[Game, "The game."]
    edition: Annotated[EditionId, "The law."]


class NoShuffle(_Judged):
    """A round whose cards nobody had committed himself to."""

    shuffle: Annotated[None, "There was none."]


class ShuffleJudged(_Judged):
    """A shuffle of ours, with all that is needed to check it."""

    shuffle: Annotated[Shuffle, "What it was drawn from."]
    order: Annotated[list[Card], "The deck in its order."]
    cuts: Annotated[list[CutMade], "The cuts."]
    skipped: Annotated[int, "Cards on top that were not dealt: none, where all was as promised."]
    deal: Annotated[Literal["singly", "stacks"] | None, "How hands are dealt, where the game leaves a choice."]
    void: Annotated[str | None, "The rule that made every hand void, if one did."]
    voided: Annotated[list[int], "The rounds just before it that were void."]
    dealt: Annotated[list[CardDealt], "The cards in the order in which they left the deck."]
    drawn: Annotated[HouseDrew | None, "What the house drew, where it draws."]
    given_up: Annotated[list[int], "Shuffles of the same deck before it from which no card was dealt."]
    entries: Annotated[ShuffleEntries, "Where all of this stands in the journal."]


ShuffleProof: TypeAlias = Annotated[NoShuffle | ShuffleJudged, Form("ShuffleProof")]
