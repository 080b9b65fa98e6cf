"""The proof of a shuffle, for whoever wants to check that the cards of a round that is over were drawn as promised."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from upcard.audit.shuffles.checks import judged_document
from upcard.audit.shuffles.history import trail
from upcard.web.document import CardText, EditionId, Game, Hash, Ratio, Time, doc, either, one_of
from upcard.web.router import SIGNED_IN, Room
from upcard.web.routes.surveillance import followed
from upcard.web.site import Site, site_of
from upcard.web.wire import answer, failure


class Check(TypedDict):
    """One promise, and whether it was kept."""

    what: Annotated[
        str,
        one_of("commitment", "turn", "given up", "published", "contributions", "order", "cut", "terms", "dealt",
               "draws", "revealed"),
        doc("Which one."),
    ]  # fmt: skip
    ok: Annotated[bool, doc("Whether it was kept.")]
    text: Annotated[str, doc("The same in words.")]
    entries: Annotated[list[int], doc("The entries that show it.")]


class Contributed(TypedDict):
    """A player's own word in a shuffle."""

    seat: Annotated[int, doc("The seat.")]
    player: Annotated[str, doc("The player.")]
    value: Annotated[str, doc("The word.")]
    entry: Annotated[int | None, doc("The entry that records it.")]


class Shuffle(TypedDict):
    """What a shuffle was drawn from."""

    number: Annotated[int, doc("Its number at this table.")]
    deck: Annotated[str, doc("The deck that it put in order.")]
    commitment: Annotated[Hash, doc("The hash that was published before it.")]
    secret: Annotated[str, doc("The secret that the hash is of.")]
    contributions: Annotated[list[Contributed], doc("The players' words.")]
    chances: Annotated[dict[str, Ratio], doc("By what the house draws, the chance of it.")]


class CutDrawn(TypedDict):
    """How the system came to a cut after the end of the bets."""

    turn: Annotated[int, doc("Which of its own cuts of this shuffle it was, from 1 on.")]
    least: Annotated[int, doc("The fewest cards that it could take.")]


class CutMade(TypedDict):
    """A cut."""

    cards: Annotated[int, doc("How many cards went from the top to the bottom.")]
    order: Annotated[list[CardText], doc("The deck after it.")]
    drawn: Annotated[CutDrawn | None, doc("How the system drew it; nothing where somebody chose it.")]


class CardDealt(TypedDict):
    """A card that left the deck."""

    to: Annotated[str, Meta(pattern="^([1-9][0-9]?|dealer|burnt|community)$"), doc("Where it went: a seat or a place.")]
    card: Annotated[CardText, doc("The card.")]


class HouseDrew(TypedDict):
    """What the house drew when the dealer's cards were turned."""

    places: Annotated[list[str], doc("The places that could have been lucky.")]
    magic_card: Annotated[CardText | None, doc("The magic card, if one was drawn.")]
    lucky: Annotated[str | None, doc("The lucky place, if one was drawn.")]


class EntryMark(TypedDict):
    """An entry of the journal."""

    seq: Annotated[int, doc("Its number.")]
    at: Annotated[Time, doc("When.")]
    hash: Annotated[Hash | None, doc("Its hash, where no card could be guessed by it.")]


class ShuffleEntries(TypedDict):
    """The entries that the proof rests on."""

    committed: Annotated[EntryMark, doc("The commitment.")]
    drawn: Annotated[EntryMark, doc("The draw.")]
    shuffled: Annotated[EntryMark | None, doc("The deck in its order.")]
    cuts: Annotated[list[EntryMark], doc("The cuts.")]
    bets_closed: Annotated[EntryMark | None, doc("The end of the bets.")]
    dealt: Annotated[list[EntryMark], doc("The deals.")]
    told: Annotated[list[EntryMark], doc("Where people told cards by hand: nowhere, where all was as promised.")]
    revealed: Annotated[EntryMark | None, doc("The secret.")]
    over: Annotated[EntryMark, doc("The end of the round.")]


class _Judged(TypedDict):
    ok: Annotated[bool, doc("Whether every promise was kept.")]
    checks: Annotated[list[Check], doc("The promises.")]
    document: Annotated[Literal["upcard shuffle 1"], doc("What this document is.")]
    table: Annotated[str, doc("The table.")]
    round: Annotated[int, doc("The number of the round.")]
    game: Annotated[Game, doc("The game.")]
    edition: Annotated[EditionId, doc("The law.")]


class NoShuffle(_Judged):
    """A round whose cards nobody had committed himself to."""

    shuffle: Annotated[None, doc("There was none.")]


class ShuffleJudged(_Judged):
    """A shuffle of ours, with all that is needed to check it."""

    shuffle: Annotated[Shuffle, doc("What it was drawn from.")]
    order: Annotated[list[CardText], doc("The deck in its order.")]
    cuts: Annotated[list[CutMade], doc("The cuts.")]
    skipped: Annotated[int, doc("Cards on top that were not dealt: none, where all was as promised.")]
    deal: Annotated[Literal["singly", "stacks"] | None, doc("How hands are dealt, where the game leaves a choice.")]
    void: Annotated[str | None, doc("The rule that made every hand void, if one did.")]
    voided: Annotated[list[int], doc("The rounds just before it that were void.")]
    dealt: Annotated[list[CardDealt], doc("The cards in the order in which they left the deck.")]
    drawn: Annotated[HouseDrew | None, doc("What the house drew, where it draws.")]
    given_up: Annotated[list[int], doc("Shuffles of the same deck before it from which no card was dealt.")]
    entries: Annotated[ShuffleEntries, doc("Where all of this stands in the journal.")]


ShuffleProof: TypeAlias = Annotated[Any, either(NoShuffle, ShuffleJudged, name="ShuffleProof")]


room = Room("fair shuffles")

DIGITS = 18


def _judged(site: Site, table: str, number: int) -> dict[str, Any]:
    """The proof, without hashes by which cards at other tables could be guessed: one chain runs through all."""
    with site.journal.store.snapshot() as reading:
        found = judged_document(trail(reading, table, number))
    if "entries" in found:
        found["entries"] = _told(found["entries"], followed(site).hashes_upto)
    return found


def _told(entries: Any, upto: int) -> Any:
    """Entries with their hashes, as far as those may be told."""
    match entries:
        case {"seq": seq}:
            return entries if seq <= upto else entries | {"hash": None}
        case dict():
            return {name: _told(each, upto) for name, each in entries.items()}
        case list():
            return [_told(each, upto) for each in entries]
        case _:
            return entries


@room.get(
    "/api/rounds/{slug}/{number}/shuffle", SIGNED_IN, summary="The proof of the shuffle of a round that is over",
    response=ShuffleProof, fails=("422",),
)  # fmt: skip
async def shuffle(request: Request) -> Response:
    """What was promised, what was drawn and what was dealt; a round in play is refused."""
    site, number = site_of(request), str(request.path_params["number"])
    table = site.named.get(str(request.path_params["slug"]))
    if table is None or not (number.isascii() and number.isdigit() and len(number) <= DIGITS):
        return failure(404, "there is no such table, or that is not the number of a round")
    if not site.moment.has_round(table, int(number)):  # the journal need not be read to know that
        return failure(422, f"ID: {table} has no round {number}")
    return answer(await site.in_thread(_judged, site, table, int(number)))
