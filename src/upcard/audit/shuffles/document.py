"""A shuffle written down: what everybody may see while it is in use, and the whole proof once its round is over."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from upcard.audit.opened_rules import pinned
from upcard.audit.shuffles.history import At, Cut, Drawn, Trail
from upcard.cards import Card, show_card
from upcard.games.deal_order import SINGLY, Going
from upcard.games.game import CORES
from upcard.shuffles.state import Fair, least_cut
from upcard.store.entry import Entry
from upcard.tables import Table

KIND = "upcard shuffle 1"


def public(fair: Fair) -> dict[str, Any]:
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


def _cut(trail: Trail, cut: Cut) -> dict[str, Any]:
    """A cut; where the system drew it, which of its own it was, and the fewest cards that it could be."""
    made: dict[str, Any] = {"cards": cut.event.cards, "order": _cards(cut.event.order)}
    least = least_cut(pinned(trail.opened).rules.edition)
    return made | ({"drawn": {"turn": cut.turn, "least": least}} if cut.turn else {"drawn": None})


def _shuffle(drawn: Drawn) -> dict[str, Any]:
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


def _draws(trail: Trail) -> dict[str, Any] | None:
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


def _entry(entry: Entry) -> dict[str, Any]:
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
