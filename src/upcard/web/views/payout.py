"""What is to be paid at a table now: by the next step where that is a payment, else what the last one paid."""

from __future__ import annotations

from typing import Any

from upcard.cards import describe
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.round import Step
from upcard.money.link import Hit
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import Table, view
from upcard.tables.next_step import guide
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views.labels import step_label
from upcard.web.views.payments import Pay, paid_document, preview


def pay_document(moment: StateSnapshot, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> Pay | None:
    """What the dealer pays, or has just paid."""
    return _due(moment, t, table, hits) or _done(t, table)


def _due(moment: StateSnapshot, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> Pay | None:
    round = table.round
    if not isinstance(round, StudRound) or round.phase != "settling" or not isinstance(t.rules, CaribbeanStudRules):
        return None
    step, following = round.agenda[0], guide(t, table)
    if following is None or following.act != "Settle":
        return None
    readings = dict(moment.readings[t.name])
    for _, hit in hits:
        if (hit.kind, hit.seat) == (step.kind, step.seat):
            readings |= hit.readings
    lines = preview(t.rules, round, step, readings)
    if lines is None:
        return None
    title, none = step_label("Settle", step.seat, kind=step.kind), round.qualifies is False
    return paid_document(t.rules, title, step.seat, lines, _judged(round, step), no_hand=none)


def _judged(round: StudRound, step: Step) -> str | None:
    """The hand that a step is about, where it lies face up: a seat's own, or the dealer's that it backs."""
    if not step.seat:
        return None
    seat = round.seats[step.seat]
    if step.kind == "five_card" and not seat.wagers.get("five_card_player"):
        return f"the dealer's {describe(round.dealer_value)}"
    return describe(seat.value) if seat.shown and seat.value else None


def _done(t: TableRules, table: Table) -> Pay | None:
    round = table.round
    seen = view(t, table, "dealer").round
    lines = seen.payments if seen is not None else ()
    if not lines or round is None or round.phase not in ("settling", "settled", "cards"):
        return None
    last = lines[-1].seat
    tail = tuple(p for p in lines if p.seat == last)
    place: Any = round.seats[last]
    down = seen is None or None in seen.seats[last].cards  # a bonus card lies face down until its seat is settled
    hand = describe(place.value) if place.shown and place.value and not down else None
    none = getattr(round, "qualifies", None) is False
    return paid_document(t.rules, f"Seat {last}", last, tail, hand, no_hand=none, done=True)
