"""What do you pay? A round is played to its end, and what it pays on one wager, or to one seat, is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upcard.cards import Category, category
from upcard.errors import Refused
from upcard.games.game import game_of, game_of_round
from upcard.games.payment import Meter, Payment
from upcard.games.play_round import Place, Situation
from upcard.present.payment import money, payment_said, wager_name
from upcard.rules.election import Rules
from upcard.rules.table import TableRules
from upcard.units import Award, Share, To, show_cents
from upcard.web.training.model import Exercise, Proof, Ticket, Wrong, arranged
from upcard.web.training.tables import RoundMoment, Walk, picture, walked

# ---- What a tired dealer might pay instead -----------------------------------------------------------------
# the other line, the forgotten stake, the wrong wager, the whole meter.


Meters = Mapping[str, Meter]
Mistake = tuple[int, str]
"""Cents, and what was mixed up."""


def worth(award: Award, stake: int, meters: Meters) -> int:
    """What an award hands over, stake included where it goes back."""
    if isinstance(award, Share):
        return int(meters[award.level].displayed * award.ratio)
    return award.pays(stake) + (stake if isinstance(award, To) else 0)


def mistakes(rules: Rules, round: Any, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    """Amounts that somebody might hand over, the likeliest first."""
    stake, ante = payment.staked, round.seats[payment.seat].ante
    if payment.paid and payment.returned:
        yield payment.paid, "The stake was forgotten: odds to 1 hand it back beside the winnings."
    if payment.paid and stake and not payment.returned:
        yield payment.paid + stake, "The wager itself is kept: the award is all that is paid."
    yield from _neighbours(rules, round, payment, meters)
    yield from game_of_round(round).exercises.mistakes(rules, round, payment)
    if payment.result != "push" and stake:
        yield stake, "Only the wager went back, as in a tie."
    if payment.result == "fee":
        yield stake // 2, "A fee is collected whole."
    if stake:
        yield 2 * stake, "That is even money."
    yield 0, "The wager was taken."
    yield from _meters(rules, payment, meters)
    for times in (3, 4, 6):
        yield times * (stake or ante), "No line of the schedule pays that."


def _neighbours(rules: Rules, round: Any, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    """The lines beside the right one, nearest first."""
    table: dict[Category, Award] = game_of_round(round).exercises.schedule(rules, round, payment.wager)
    if payment.hand is None:
        return
    stake = payment.staked or getattr(round.seats[payment.seat], "coupon", 0) or 0
    mine = category(payment.hand)
    for hand in sorted(table, key=lambda other: (abs(other - mine), other)):
        if hand is not mine:
            yield worth(table[hand], stake, meters), f"That is the line of a {hand.words}."


def _meters(rules: Rules, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    if payment.wager not in ("progressive", "five_card_player", "five_card_dealer", "envy"):
        return
    for level, meter in meters.items():
        yield meter.displayed, f"That is the whole {level.replace('_', ' ')} meter."
        yield meter.displayed // 10, f"That is a tenth of the {level.replace('_', ' ')} meter."


# ---- payouts -----------------------------------------------------------------------------------------------


MOST_CHOICES = 5
OF_ALL = ("envy", "cover_all")
"""What is paid on other hands than the seat's own."""


def subjects(t: TableRules) -> tuple[str, ...]:
    """What can be asked at a table."""
    return tuple(game_of(t).exercises.cases(t.rules))


def exercise(place: Place, ticket: Ticket, stream: Iterator[int]) -> Exercise | None:
    """The exercise, or None where chance has refused the wager that it is about."""
    try:
        exercises = game_of(place.t).exercises
        case = exercises.cases(place.t.rules)[ticket.subject]
        found, wager = exercises.situation(place, case, stream), case.wager
        walk = walked(place, found.plan, found.meters)
    except Refused:
        return None
    moment, payments = paid_at(walk, found.seat, wager)
    if moment is None:
        return None
    whole = ticket.level == 3
    mine = [p for m in walk.moments for p in m.payments if p.seat == found.seat] if whole else payments
    cents = sum(handed(p, whole=whole) for p in mine)
    rules: Any = place.t.rules
    seen = _first_settling(walk, moment) if whole else moment
    final: Any = walk.moments[-1].table.round
    everybody = whole or wager in OF_ALL
    faces = {n for n, seat in final.seats.items() if n == found.seat or (everybody and _stands(seat))}
    wrong = {
        show_cents(amount): note for amount, note in _wrong(rules, final, payments, seen, whole) if amount != cents
    }
    base: dict[str, Any] = {
        "ticket": ticket,
        "t": place.t,
        "question": _question(found.seat, wager, payments, whole),
        "situation": exercises.happened(final, found.seat, wager),
        "picture": picture(place.t, seen.table, seen.meters, faces, named=ticket.level == 1),
        "correct": _amount(cents),
        "rule": payments[0].rule,
        "arithmetic": " ".join(payment_said(final, p).text for p in payments),
        "told": tuple((payment_said(final, p).text, p.rule) for p in mine),
        "proof": Proof(_written(place, final, found), found.seat, None if whole else wager),
    }
    if ticket.level > 1:
        return Exercise(**base, kind="amount", answer=show_cents(cents), notes=wrong)
    listed = [Wrong(_amount(_cents(text)), note) for text, note in wrong.items()][: MOST_CHOICES - 1]
    choices, answer, notes = arranged(_amount(cents), listed, stream)
    return Exercise(**base, kind="choice", choices=choices, answer=answer, notes=notes)


def handed(payment: Payment, *, whole: bool) -> int:
    """What goes to the player; a tip that wins is the dealer's, and no part of what the seat gets."""
    if whole and payment.wager == "tip" and payment.result == "win":
        return 0
    return payment.returned + payment.paid


def paid_at(walk: Walk, seat: int, wager: str) -> tuple[RoundMoment | None, list[Payment]]:
    """The act that pays the wager, and its payments."""
    for moment in walk.moments:
        payments = [p for p in moment.payments if p.seat == seat and p.wager == wager]
        if payments:
            return moment, payments
    return None, []


def _first_settling(walk: Walk, moment: RoundMoment) -> RoundMoment:
    """Where the whole seat is asked for: before anything of it is settled."""
    phases = ("settling", "cards")
    return next((m for m in walk.moments if m.table.round is not None and m.table.round.phase in phases), moment)


def _stands(seat: Any) -> bool:
    return bool(getattr(seat, "standing", getattr(seat, "in_play", False)))


def _wrong(
    rules: Any, final: Any, payments: list[Payment], seen: RoundMoment, whole: bool
) -> Iterator[tuple[int, str]]:
    """Wrong amounts, each once, the likeliest first."""
    if whole:
        return
    told: set[int] = set()
    right = sum(handed(p, whole=False) for p in payments)
    for amount, note in mistakes(rules, final, payments[0], seen.meters):
        if amount >= 0 and amount != right and amount not in told:
            told.add(amount)
            yield amount, note


def _question(seat: int, wager: str, payments: list[Payment], whole: bool) -> str:
    if whole:
        return f"Everything of seat {seat} is settled: what goes to the player in all, stakes and winnings together?"
    named = wager_name(wager)
    if wager == "tip":
        return f"Seat {seat}'s tip: what goes to the dealer, stake and winnings together?"
    if not payments[0].staked:
        return f"Seat {seat}'s {named}: what is paid?"
    return f"Seat {seat}'s {named}: what goes to the player, stake and winnings together?"


def _written(place: Place, final: Any, found: Situation) -> dict[str, Any]:
    written: dict[str, Any] = game_of_round(final).core.written(place.t.rules, final, found.meters)
    return written


def _cents(text: str) -> int:
    return int(text.replace(".", ""))


def _amount(cents: int) -> str:
    return money(cents) if cents else "Nothing"
