"""The progressive wager and the envy that it gives a right to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from upcard.cards import category
from upcard.games.caribbean_stud.main_wagers import Meters, Outcome, meter_of
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.payment import Draw, Meter, Payment, Source, awarded, covered, draw, lost, percentage, take
from upcard.law.registry import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import Line
from upcard.units import Award, Share, micros

# ---- award split -------------------------------------------------------------------------------------------
# An award off a meter among several hands, some of which have an award of their own that may be more.
#
# Who keeps a percentage that was paid before the cards were found to be others is paid what the right award is more.
# It is worked out as if what the sharers keep of that meter lay there still, and divided among all of them, also
# those who are due nothing more; each then draws what is due at the own turn.


class Division(NamedTuple):
    """Among how many an award is divided, and the most that the own award of one of them is."""

    ways: int
    most: int


def divided(whole: int, owns: Iterable[int]) -> Division:
    """Whoever would be paid more without the award does not share in it, the best paid first.

    >>> divided(100_000, [0, 0]), divided(100_000, [0, 60_000]), divided(100_000, [500_000])
    (Division(ways=2, most=0), Division(ways=1, most=0), Division(ways=0, most=0))
    """
    left = sorted(owns)
    while left and left[-1] > whole // len(left):
        left = [own for own in left if own < left[-1]]
    return Division(len(left), left[-1] if left else 0)


def at_most(key: str) -> str:
    """Where a round keeps the most that the own award of one who shares in an award is.

    >>> at_most("100% of main")
    '100% of main, own award at most'
    """
    return f"{key}, own award at most"


def with_kept(round: Round, wager: str, meter: Meter, award: Share, seats: Iterable[int]) -> Meter:
    """A meter with what these seats keep of it, but for who is due nothing more of such an award."""
    kept = [lines for lines in (round.kept(seat, wager) for seat in seats) if not covered(award, lines)]
    shares = [(line.paid, percentage(line)) for lines in kept for line in lines]
    back = sum(cents for cents, share in shares if share is not None and share.level == award.level)
    return Meter(meter.amount + micros(back), meter.seed, meter.reserve)


def drawn_by(
    round: Round, seat: int, wager: str, meter: Meter, award: Share, seats: list[int], ways: int
) -> tuple[Draw | None, int]:
    """What a seat draws of an award that so many of the seats divide, for all of them where none keeps anything.

    With it, what each of them is due in all. Nothing is drawn where what the seat keeps is as much.
    """
    name, kept = f"{wager} {award}", sum(line.paid for line in round.kept(seat, wager))
    each = round.parts.get(name)
    if each is None:
        each = draw(with_kept(round, wager, meter, award, seats), award.level, award, ways).each
        if not any(round.kept(other, wager) for other in seats):
            return draw(meter, award.level, award, ways), each
    if kept >= each:
        return None, each
    due = min(each - kept, meter.displayed)
    starts = name not in round.parts or meter.amount - micros(due) < meter.seed  # a later part is there already, or not
    return Draw(award.level, due, 1, starts and award.whole), each


# ---- progressive -------------------------------------------------------------------------------------------


def line_award(rules: CaribbeanStudRules, seat: Seat) -> tuple[Award, str] | None:
    """What the schedule pays a hand, whatever the dealer has: its one highest line."""
    line = _line(rules, seat)
    return (line.award, line.rule) if line else None


@implements(
    progressive_payout_hand="as the schedule pays", progressive_awards_per_hand=1,
    progressive_irrespective_of_dealer=True, progressive_needs_wager=True, link_cards=5,
)  # fmt: skip
def _line(rules: CaribbeanStudRules, seat: Seat) -> Line | None:
    assert rules.progressive is not None
    return rules.progressive.lines.get(category(seat.value))


def sharers(rules: CaribbeanStudRules, round: Round, award: Share) -> int:
    """How many hands divide one award."""
    hands = (seat for seat in round.seats.values() if seat.standing and seat.progressive)
    return sum(found is not None and found[0] == award for found in (line_award(rules, s) for s in hands))


def _least(rules: CaribbeanStudRules, seat: Seat) -> int:
    """What a hand whose terms were eased is paid whatever the meter shows."""
    line = _line(rules, seat)
    return line.least(seat.progressive) if line is not None else 0


def sharing(rules: CaribbeanStudRules, round: Round, award: Share, meter: Meter) -> tuple[list[int], Division]:
    """Who may divide an award, and how many do; whoever is still to be settled counts, where terms were eased."""
    left = {step.seat for step in round.agenda if step.kind == "progressive"}
    seats = [
        number
        for number, seat in round.seats.items()
        if seat.standing and seat.progressive and ((line := _line(rules, seat)) is not None and line.award == award)
        if line.instead is None or number in left
    ]
    whole = draw(with_kept(round, "progressive", meter, award, seats), award.level, award).cents
    return seats, divided(whole, [_least(rules, round.seats[number]) for number in seats])


@implements(misdeal_progressive="judged")
def progressive(rules: CaribbeanStudRules, round: Round, number: int, meters: Meters) -> Outcome:
    assert rules.progressive is not None
    seat = round.seats[number]
    stake = seat.wagers.get("progressive", 0)
    line = _line(rules, seat)
    if line is None:
        rule = "misdeal_progressive" if round.misdealt else rules.progressive.lost_rule
        return Outcome((lost(number, "progressive", stake, rule, seat.value),))
    if isinstance(line.award, Share):
        outcome = _share(rules, round, number, line.award, meters)
        if outcome is not None:
            return outcome
        assert line.instead is not None, "only a hand with an award of its own does not share"
        line = line.instead
    award, rule = line.award, line.rule
    assert not isinstance(award, Share)

    def paid(cents: int, source: Source) -> tuple[Payment, ...]:
        return (awarded(number, "progressive", stake, cents, source, rule, seat.value, award),)

    kept = sum(p.paid for p in round.kept(number, "progressive"))
    cents = max(0, award.pays(seat.progressive) - kept)
    levels = rules.progressive.levels
    if rules.awards_from == "meter" and len(levels) == 1:
        meter = meter_of(rules, meters, levels[0])
        taken = take(meter, levels[0], cents, meter.seed if rules.law.meter_floor == "seed" else 0)
        found = awarded(number, "progressive", stake, cents, "meter", rule, seat.value, award)
        if taken.cents:
            return Outcome((msgspec.structs.replace(found, drawn=taken.cents),), (taken,))
    return Outcome(paid(cents, "tray"))


@implements(
    percentage_rounding="down to the cent",
    split_odd_cents="stay in the meter",
    full_award_resets_to="seed plus reserve",
)
def _share(rules: CaribbeanStudRules, round: Round, number: int, award: Share, meters: Meters) -> Outcome | None:
    """A percentage of a meter; None where the hand's own award, of easier terms, is more."""
    seat = round.seats[number]
    stake, line, own = seat.wagers.get("progressive", 0), _line(rules, seat), _least(rules, seat)
    assert line is not None
    source = rules.law.percentage_source

    def paid(cents: int) -> tuple[Payment, ...]:
        return (awarded(number, "progressive", stake, cents, source, line.rule, seat.value, award),)

    key = str(award)
    if own > round.shared.get(at_most(key), own):
        return None  # it does not share, also when all who do are paid
    kept = round.kept(number, "progressive")
    nothing = Outcome((awarded(number, "progressive", stake, 0, "tray", line.rule, seat.value, award),))
    if covered(award, kept):
        return nothing
    if round.divides(key) and not kept:
        return Outcome(paid(round.shared[key]))
    meter = meter_of(rules, meters, award.level)
    splits = rules.same_round_jackpots == "split"
    if f"progressive {key}" in round.parts:
        seats, among = [number], Division(1, own)
    elif splits:
        seats, among = sharing(rules, round, award, meter)
    else:
        seats, whole = [number], draw(with_kept(round, "progressive", meter, award, [number]), award.level, award)
        among = divided(whole.cents, [own])
    if not among.ways or own > among.most:
        return None
    taken, each = drawn_by(round, number, "progressive", meter, award, seats, among.ways)
    if taken is None:
        return nothing
    shared = {key: each} if splits else {}
    assert rules.progressive is not None
    if splits and any(one.instead is not None for one in rules.progressive.lines.values()):
        shared[at_most(key)] = round.shared.get(at_most(key), among.most)
    return Outcome(paid(taken.each), (taken,), shared)


def may_bring_envy(rules: CaribbeanStudRules, round: Round, seat: Seat) -> bool:
    """Whether a hand is in play for envy; at a misdealt table only one for the progressive, unless all are elected."""
    plays = bool(seat.progressive) or not round.misdealt or rules.misdeal_envy == "all-hands"
    return seat.standing and plays


@implements(folded_hand_envy="brings none", void_hand_envy="brings none, receives none")
def _brings_envy(rules: CaribbeanStudRules, round: Round, seat: Seat) -> bool:
    """A hand still in play that is a straight flush or better."""
    return may_bring_envy(rules, round, seat) and category(seat.value).key in rules.law.envy_hands


@implements(envy_to="other players with the progressive wager", envy_scales="with the receiver's wager")
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
