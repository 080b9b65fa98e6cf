"""The progressive wager and the envy that it gives a right to."""

from __future__ import annotations

import msgspec

from upcard.cards import category
from upcard.games.caribbean_stud.outcome import Meters, Outcome, meter_of
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.meter import draw, take
from upcard.games.payment import Payment, Source, awarded, lost
from upcard.law.obeys import obeys
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import Award, Share


@obeys("progressive_payout_hand", "progressive_awards_per_hand", "progressive_irrespective_of_dealer", "link_cards")
def _line_award(rules: CaribbeanStudRules, seat: Seat) -> tuple[Award, str] | None:
    """What the schedule pays a hand, whatever the dealer has: its one highest line."""
    assert rules.progressive is not None
    line = rules.progressive.lines.get(category(seat.value))
    return (line.award, line.rule) if line else None


def _sharers(rules: CaribbeanStudRules, round: Round, award: Share) -> int:
    """How many hands divide one award."""
    hands = (seat for seat in round.seats.values() if seat.standing and seat.progressive)
    return sum(found is not None and found[0] == award for found in (_line_award(rules, s) for s in hands))


def progressive(rules: CaribbeanStudRules, round: Round, number: int, meters: Meters) -> Outcome:
    assert rules.progressive is not None
    seat = round.seats[number]
    stake = seat.wagers.get("progressive", 0)
    found = _line_award(rules, seat)
    if found is None:
        rule = "misdeal_progressive" if round.misdealt else rules.progressive.lost_rule
        return Outcome((lost(number, "progressive", stake, rule, seat.value),))
    award, rule = found

    def paid(cents: int, source: Source) -> tuple[Payment, ...]:
        return (awarded(number, "progressive", stake, cents, source, rule, seat.value, award),)

    if isinstance(award, Share):
        key = str(award)
        if key in round.shared:
            return Outcome(paid(round.shared[key], rules.law.percentage_source))
        splits = rules.same_round_jackpots == "split"
        ways = _sharers(rules, round, award) if splits else 1
        taken = draw(meter_of(rules, meters, award.level), award.level, award, ways)
        return Outcome(paid(taken.each, rules.law.percentage_source), (taken,), {key: taken.each} if splits else {})
    cents = award.pays(seat.progressive)
    levels = rules.progressive.levels
    if rules.awards_from == "meter" and len(levels) == 1:
        taken = take(meter_of(rules, meters, levels[0]), levels[0], cents)
        line = awarded(number, "progressive", stake, cents, "meter", rule, seat.value, award)
        if taken.cents:
            return Outcome((msgspec.structs.replace(line, drawn=taken.cents),), (taken,))
    return Outcome(paid(cents, "tray"))


@obeys("folded_hand_envy", "void_hand_envy")
def _brings_envy(rules: CaribbeanStudRules, round: Round, seat: Seat) -> bool:
    """A hand still in play; at a misdealt table only one that plays for the progressive."""
    if not seat.standing or category(seat.value).key not in rules.law.envy_hands:
        return False
    return bool(seat.progressive) or not round.misdealt


def envy(rules: CaribbeanStudRules, round: Round, only: int) -> tuple[Payment, ...]:
    """Envy to every other wagerer, for one seat's hand or, where `only` is 0, for all of them."""
    schedule = rules.progressive
    assert schedule is not None
    order = round.counter_clockwise
    holders = [n for n in ((only,) if only else order) if _brings_envy(rules, round, round.seats[n])]
    if not holders:
        return ()
    payments = []
    for number in order:
        receiver = round.seats[number]
        if not receiver.progressive or receiver.void is not None:
            continue
        if receiver.folded and "envy" not in rules.law.fold_keeps:
            continue
        for holder in holders:
            if holder == number:
                continue
            value = round.seats[holder].value
            cents = schedule.envy_cents(category(value), receiver.progressive)
            assert cents, "a hand that brings envy has its amount"
            payments.append(Payment(number, "envy", "win", 0, 0, cents, "tray", schedule.envy_rule, value))
    return tuple(payments)
