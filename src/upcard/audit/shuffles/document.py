"""A shuffle written down: what everybody may see while it is in use, and the whole proof once its round is over."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from msgspec import UNSET, Meta

from upcard.audit.opened_rules import pinned
from upcard.audit.shuffles.history import At, Cut, Drawn, Trail
from upcard.cards import Card, show_card
from upcard.document import CardText, EditionId, Game, Hash, Ratio, Time, doc, either, one_of
from upcard.games.game import CORES
from upcard.games.moves import SINGLY, Going
from upcard.shuffles.state import Fair, least_cut
from upcard.store.store import Entry
from upcard.tables import Table


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


class ShuffleInUse(TypedDict):
    """A shuffle that cards are dealt from."""

    number: Annotated[int, doc("Its number at this table.")]
    commitment: Annotated[Hash, doc("The hash of its secret.")]
    deck: Annotated[str, doc("The deck that it put in order.")]


class ShuffleRevealed(TypedDict):
    """A shuffle whose round is over."""

    number: Annotated[int, doc("Its number at this table.")]
    round: Annotated[int | None, doc("The round that was dealt from it.")]
    commitment: Annotated[Hash, doc("The hash of its secret.")]
    secret: Annotated[str, doc("The secret itself.")]


class Fairness(TypedDict):
    """What everybody may know of the shuffles of a table."""

    number: Annotated[int | None, doc("The number of the next shuffle.")]
    commitment: Annotated[Hash | None, doc("The hash of its secret.")]
    contributions: Annotated[dict[str, str], doc("By player, the own word for the shuffles to come.")]
    in_use: Annotated[list[ShuffleInUse], doc("Those that cards are dealt from.")]
    revealed: Annotated[ShuffleRevealed | None, doc("The last whose round is over.")]


KIND = "upcard shuffle 1"


def public(fair: Fair) -> Fairness:
    """What everybody may see: of shuffles that are in use, or to come, the commitment alone."""
    return {
        "number": fair.next.number if fair.next else None,
        "commitment": fair.next.commitment if fair.next else None,
        "contributions": dict(fair.given),
        "in_use": [{"number": each.number, "commitment": each.commitment, "deck": each.deck} for each in fair.drawn],
        "revealed": {
            "number": fair.last.number,
            "round": fair.last.dealt or None,
            "commitment": fair.last.commitment,
            "secret": fair.last.secret,
        }
        if fair.last
        else None,
    }


def proof_document(trail: Trail) -> dict[str, Any]:
    """The proof of a round that is over, for whoever wants to check it alone."""
    head: dict[str, Any] = {
        "document": KIND,
        "table": trail.table,
        "round": trail.round,
        "game": trail.opened.game,
        "edition": trail.opened.edition,
    }
    if trail.drawn is None:
        return head | {"shuffle": None}
    drawn = trail.drawn
    shuffled = drawn.shuffled
    return head | {
        "shuffle": _shuffle(drawn),
        "order": _cards(shuffled.event.order) if shuffled else [],
        "cuts": [_cut(trail, cut) for cut in drawn.cuts],
        "skipped": skipped(trail),
        "deal": deal_of(trail),
        "void": trail.void,
        "voided": list(trail.voided),
        "dealt": [{"to": each.to, "card": show_card(each.card)} for each in dealt(trail)],
        "drawn": _draws(trail),
        "given_up": [each.event.number for each in trail.unused],
        "entries": {
            "committed": _entry(drawn.committed.entry),
            "drawn": _entry(drawn.drawn.entry),
            "shuffled": _entry(shuffled.entry) if shuffled else None,
            "cuts": [_entry(cut.entry) for cut in drawn.cuts],
            "bets_closed": _entry(trail.closed) if trail.closed else None,
            "dealt": [_entry(left.entry) for left in trail.left],
            "told": [_entry(entry) for entry in trail.told],
            "revealed": _entry(drawn.revealed.entry) if drawn.revealed else None,
            "over": _entry(trail.over),
        },
    }


def _cut(trail: Trail, cut: Cut) -> CutMade:
    """A cut; where the system drew it, which of its own it was, and the fewest cards that it could be."""
    least = least_cut(pinned(trail.opened).rules.edition)
    drawn: CutDrawn | None = {"turn": cut.turn, "least": least} if cut.turn else None
    return {"cards": cut.event.cards, "order": _cards(cut.event.order), "drawn": drawn}


def _shuffle(drawn: Drawn) -> Shuffle:
    event = drawn.drawn.event
    return {
        "number": event.number,
        "deck": event.deck,
        "commitment": drawn.committed.event.commitment,
        "secret": drawn.committed.event.secret,
        "contributions": [
            {"seat": each.seat, "player": each.player, "value": each.value, "entry": _given_at(drawn, each.player)}
            for each in event.contributions
        ],
        "chances": event.draws,
    }


def _given_at(drawn: Drawn, player: str) -> int | None:
    given: At[Any] | None = drawn.given.get(player)
    return given.entry.seq if given else None


def _draws(trail: Trail) -> HouseDrew | None:
    """What was drawn in the round, and the places that could have been lucky."""
    if trail.draws is None:
        return None
    drawn = trail.draws.event
    magic = show_card(drawn.magic_card) if drawn.magic_card is not None else None
    return {"places": [*map(str, seats(trail)), "dealer"], "magic_card": magic, "lucky": drawn.lucky}


def seats(trail: Trail) -> tuple[int, ...]:
    """The seats that were dealt in."""
    return tuple(sorted({int(each.to) for each in dealt(trail) if each.to.isdigit()}))


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [show_card(card) for card in cards]


def _entry(entry: Entry) -> EntryMark:
    return {"seq": entry.seq, "at": entry.at, "hash": entry.hash.hex()}


# ---- the order in which cards left the deck ----------------------------------------------------------------------


def dealt(trail: Trail) -> tuple[Going, ...]:
    """Every card that left the deck, from its top on."""
    core, deal = CORES[trail.opened.game], deal_of(trail) or SINGLY
    return tuple(each for left in trail.left for each in core.leaving(left.event, deal))


def skipped(trail: Trail) -> int:
    """The cards that were taken off before or between those that were dealt."""
    return max((left.skipped for left in trail.left), default=0)


def deal_of(trail: Trail) -> str | None:
    """Singly or in stacks, as it was said when the deck was shuffled; journals that do not say it are asked how."""
    opened = pinned(trail.opened)
    ways = opened.ways_at(Table())
    if ways and trail.drawn is not None and trail.drawn.drawn.event.deal is not UNSET:
        return trail.drawn.drawn.event.deal
    found = (opened.dealt_by(Table(), left.order, left.event) for left in trail.left)
    return next((method.order.deal for method in (*found, *ways) if method), None)
