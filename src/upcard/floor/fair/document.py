"""A shuffle written down: what everybody may see while it is in use, and the whole proof once its round is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from upcard.cards import Card, show_card
from upcard.floor.audit.pinned import pinned
from upcard.floor.fair.state import Fair
from upcard.floor.fair.trail import At, Drawn, Left, Trail
from upcard.floor.store.entry import Entry
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud

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


class Going(NamedTuple):
    """A card that left the deck, and where it went."""

    to: str
    card: Card


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
        "cuts": [{"cards": cut.event.cards, "order": _cards(cut.event.order)} for cut in drawn.cuts],
        "skipped": trail.left[0].skipped if trail.left else 0,
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
            "revealed": _entry(drawn.revealed.entry) if drawn.revealed else None,
            "over": _entry(trail.over),
        },
    }


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
    """What was drawn when the dealer's cards were turned, and the places that could have been lucky."""
    if trail.hole is None:
        return None
    hole = trail.hole.event
    magic = show_card(hole.magic_card) if hole.magic_card is not None else None
    return {"places": [*map(str, seats(trail)), "dealer"], "magic_card": magic, "lucky": hole.lucky}


def seats(trail: Trail) -> tuple[int, ...]:
    """The seats that were dealt in."""
    first = trail.left[0].event if trail.left else None
    return tuple(sorted(first.hands)) if isinstance(first, stud.HandsDealt | six.HandsDealt) else ()


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [show_card(card) for card in cards]


def _entry(entry: Entry) -> dict[str, Any]:
    return {"seq": entry.seq, "at": entry.at, "hash": entry.hash.hex()}


# ---- the order in which cards left the deck ----------------------------------------------------------------------


def dealt(trail: Trail) -> tuple[Going, ...]:
    """Every card that left the deck, from its top on."""
    return tuple(each for left in trail.left for each in _left(trail, left))


def _left(trail: Trail, left: Left) -> Iterator[Going]:
    event = left.event
    match event:
        case stud.HandsDealt():
            yield from _stud(trail, left, event)
        case six.HandsDealt():
            yield Going("burnt", event.burnt)
            for place in range(max(map(len, event.hands.values()), default=0)):
                yield from (Going(str(seat), event.hands[seat][place]) for seat in sorted(event.hands))
            yield Going("community", event.community)
        case six.StreetDealt():
            yield from (Going(str(seat), event.cards[seat]) for seat in sorted(event.cards))
        case six.BonusCardDealt():
            if event.card is not None:
                yield Going(str(event.seat), event.card)


def _stud(trail: Trail, left: Left, event: stud.HandsDealt) -> Iterator[Going]:
    """Singly or in stacks, as the table deals; the dealer's own hand is always the last."""
    hands = [(str(seat), event.hands[seat]) for seat in sorted(event.hands)] + [("dealer", event.dealer)]
    method = pinned(trail.opened).dealt_by(left.order[left.skipped :], event)
    if method.order.deal != "singly":
        yield from (Going(to, card) for to, hand in hands for card in hand)
        return
    for place in range(len(event.dealer)):
        yield from (Going(to, hand[place]) for to, hand in hands)
