"""What an event makes of a round: total, and without asking the law, so that old journals replay for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.round import Done, Phase, Round, Seat, Step, StepKind
from upcard.games.payment import Payment, award_alone, percentage, stake_alone


def replay(round: Round, events: Iterable[e.Event]) -> Round:
    """The round after all of the events.

    >>> replay(Round(), [e.WagerPlaced(3, "ante", 1000)]).seats[3].ante
    1000
    """
    for event in events:
        round = evolve(round, event)
    return round


def evolve(round: Round, event: e.Event) -> Round:
    """The round after one event."""
    match event:
        case e.WagerPlaced():
            return _placed(round, event)
        case e.StepSettled():
            return _settled(round, event)
        case e.WagerTakenBack():
            return _taken_back(round, event)
        case e.CouponPlaced():
            seat = round.seats[event.seat]
            if event.coupon == "match_play":
                return _with(round, event.seat, replace(seat, match_play=event.cents))
            return _with(round, event.seat, replace(seat, coupon=event.cents))
        case e.BetsClosed():
            return replace(round, phase="closed")
        case e.HandsDealt():
            return _dealt(round, event)
        case e.HandsDealtUnseen():
            seats = {n: replace(seat, count=event.counts[n]) for n, seat in round.seats.items()}
            return replace(
                round,
                phase="deciding",
                seats=seats,
                dealer_count=event.dealer_count,
                up=event.up_card,
                keyed=True,
            )
        case e.UpCardTurned():
            return replace(round, up=event.card, up_place=0)
        case e.DealerFellShort():
            return replace(round, phase="short", dealer_count=event.held)
        case e.DealerCompleted():
            dealer = round.dealer if event.card is None else (*round.dealer, event.card)
            complete = replace(round, dealer=dealer, dealer_count=round.dealer_count + 1, completed=True)
            return _asked(replace(complete, phase="deciding"))
        case e.HandVoided():
            return _voided(round, event)
        case e.RoundVoided():
            seats = {n: replace(seat, void=event.rule) for n, seat in round.seats.items()}
            void = replace(
                _unjudged(round), phase="settled", seats=seats, void=event.rule, agenda=(), order=(), done=()
            )
            kept = (line for line in round.payments if percentage(line) is not None and line not in event.reversed)
            return replace(void, shared={}, payments=(*map(award_alone, kept), *event.payments))
        case e.TableMisdealt():
            return _misdealt(round, event)
        case e.IrregularityNoted():
            return round
        case e.HandFolded():
            seat = replace(round.seats[event.seat], decision="fold")
            return _asked(replace(_with(round, event.seat, seat), payments=round.payments + event.payments))
        case e.BetMade():
            return _asked(_with(round, event.seat, replace(round.seats[event.seat], decision="bet")))
        case e.HoleCardsRevealed():
            revealed = replace(
                round,
                phase="settling" if event.agenda else "settled",
                dealer=event.dealer,
                dealer_count=len(event.dealer),
                dealer_value=event.value,
                qualifies=event.qualifies,
                magic_card=event.magic_card,
                lucky=event.lucky,
                agenda=event.agenda,
                order=event.agenda,
            )
            return _turned_up(revealed)
        case e.HandShown():
            seat = replace(round.seats[event.seat], cards=event.cards, value=event.value, shown=True)
            return _with(round, event.seat, seat)
        case e.HandCorrected():
            return _corrected(round, event)
        case e.DealerCorrected():
            corrected = replace(
                round,
                dealer=event.dealer,
                dealer_value=event.value,
                up=round.up if round.up in event.dealer else event.dealer[0],
                qualifies=event.qualifies,
            )
            return _again(corrected, event.undone, event.reversed, event.order or event.agenda)
        case e.AwardKept():
            return _kept(round, event)
        case e.PartsReturned():
            key = divided_as(event.wager, event.odds)
            return replace(round, unpaid={**round.unpaid, key: round.unpaid.get(key, event.parts) - event.parts})
        case e.UpCardCorrected():
            return replace(round, up=event.card)
        case e.DealTakenBack():
            seats = {n: replace(seat, count=0, void=None, shown=False) for n, seat in round.seats.items()}
            return Round(phase="closed", seats=seats)
        case e.ProgressiveCorrected():
            seat = round.seats[event.seat]
            wagers = {wager: cents for wager, cents in seat.wagers.items() if wager != "progressive"}
            coupon = event.cents if event.wager == "progressive_coupon" else 0
            if event.cents and not coupon:
                wagers["progressive"] = event.cents
            first = seat.accepted or (event.wager, event.before)
            accepted = None if event.cents == first[1] else first
            return _with(round, event.seat, replace(seat, wagers=wagers, coupon=coupon, accepted=accepted))
        case e.RoundCompleted():
            return replace(round, phase="complete")
        case _:
            assert_never(event)


def _with(round: Round, number: int, seat: Seat) -> Round:
    return replace(round, seats={**round.seats, number: seat})


def _without(payments: tuple[Payment, ...], reversed: tuple[Payment, ...]) -> tuple[Payment, ...]:
    return tuple(p for p in payments if p not in reversed)


def _placed(round: Round, event: e.WagerPlaced) -> Round:
    if event.wager == "ante":
        return _with(round, event.seat, Seat(ante=event.cents))
    seat = round.seats[event.seat]
    return _with(round, event.seat, replace(seat, wagers={**seat.wagers, event.wager: event.cents}))


def _taken_back(round: Round, event: e.WagerTakenBack) -> Round:
    if event.wager == "ante":
        return replace(round, seats={n: seat for n, seat in round.seats.items() if n != event.seat})
    seat = round.seats[event.seat]
    if event.wager == "match_play":
        return _with(round, event.seat, replace(seat, match_play=0))
    if event.wager == "progressive_coupon":
        return _with(round, event.seat, replace(seat, coupon=0))
    wagers = {wager: cents for wager, cents in seat.wagers.items() if wager != event.wager}
    return _with(round, event.seat, replace(seat, wagers=wagers))


def _dealt(round: Round, event: e.HandsDealt) -> Round:
    seats = {
        n: replace(seat, cards=event.hands[n], count=len(event.hands[n]), value=event.values[n])
        for n, seat in round.seats.items()
    }
    dealt = replace(round, phase="deciding", seats=seats, dealer=event.dealer, dealer_count=len(event.dealer))
    if not event.turned:
        return replace(dealt, up_place=event.up)
    return replace(dealt, up=event.dealer[event.up - 1] if event.dealer else None)


def _asked(round: Round) -> Round:
    """Deciding ends when every hand still in the round has been decided on."""
    if round.phase != "deciding" or any(s.void is None and s.decision is None for s in round.seats.values()):
        return round
    return replace(round, phase="decided")


def _corrected(round: Round, event: e.HandCorrected) -> Round:
    """The hand as it lies, and what is settled again for it."""
    seat = replace(round.seats[event.seat], cards=event.cards, value=event.value, shown=True)
    corrected = _with(round, event.seat, seat)
    if not event.payments:
        again = _again(corrected, event.undone, event.reversed, round.order)
        return replace(again, phase=round.phase) if round.phase == "decided" else again
    at_once = Step("hand", event.seat)
    done = tuple(Done(at_once, event.payments) if entry.step == at_once else entry for entry in round.done)
    return _paid(corrected, round.without_steps, done)


def _voided(round: Round, event: e.HandVoided) -> Round:
    """The hand is out, with all that it was paid; in the settlement it may leave others to be settled again."""
    seat = replace(round.seats[event.seat], void=event.rule)
    out = _with(round, event.seat, seat)
    if round.phase not in ("settling", "settled") and not round.order:
        payments = _without(round.payments, event.reversed) + event.payments
        return _asked(replace(out, payments=payments))
    again = _again(out, event.undone, event.reversed, event.order, void=event.seat)
    again = replace(again, phase=round.phase) if round.phase == "decided" else again  # the dealer's card comes first
    return _paid(again, again.without_steps + event.payments, again.done)


def _kept(round: Round, event: e.AwardKept) -> Round:
    """The award, wherever it stands, under the rule by which it stays."""
    round = replace(round, stays=(*round.stays, (event.seat, event.wager, event.odds)))

    def named(line: Payment) -> Payment:
        kept = (line.seat, line.wager, line.odds) == (event.seat, event.wager, event.odds)
        return replace(line, rule=event.rule) if kept else line

    done = tuple(Done(entry.step, tuple(map(named, entry.payments))) for entry in round.done)
    return _paid(round, tuple(map(named, round.without_steps)), done)


def divided_as(wager: str, odds: str) -> str:
    """The name by which a round knows an award that is divided."""
    return wager if wager == "five_card_dealer" else odds


def _unpaid(round: Round, event: e.StepSettled) -> dict[str, int]:
    """The parts of divided awards that are left; a step that works one out draws all of them, and it last."""
    unpaid = dict(round.unpaid)
    for line in event.payments:
        key = divided_as(line.wager, line.odds or "")
        if key in event.shared and event.draws:
            unpaid[key] = unpaid.get(key, 0) + event.draws[-1].ways
        if percentage(line) is not None and key in unpaid:
            unpaid[key] -= 1
    return unpaid


def _parts(round: Round, event: e.StepSettled) -> dict[str, int]:
    found = {f"{p.wager} {p.odds}": event.shared.get(divided_as(p.wager, p.odds or "")) for p in event.payments}
    return round.parts | {name: each for name, each in found.items() if each is not None}


def _unjudged(round: Round) -> Round:
    """The dealer's hand, whatever was keyed for it, is no hand that others are held against."""
    return replace(round, dealer_value=0, qualifies=None)


def _misdealt(round: Round, event: e.TableMisdealt) -> Round:
    """What the settlement paid and does not stand goes back, and comes up again as far as it stands in the agenda."""
    undone = tuple(
        entry.step for entry in round.done
        if entry.step in event.agenda or any(line in event.reversed for line in entry.payments)
    )  # fmt: skip
    stands = [entry.step for entry in round.done if entry.step not in undone]
    first = (step for step in event.agenda if step not in round.order)
    order = (*first, *(step for step in round.order if step in event.agenda or step in stands))
    misdealt = _again(replace(_unjudged(round), misdealt=True), undone, event.reversed, order)
    return _paid(misdealt, _without(misdealt.without_steps, event.reversed), misdealt.done)


def _paid(round: Round, beside: tuple[Payment, ...], done: tuple[Done, ...]) -> Round:
    """The payments in order: first what stands beside the settlement, then its steps."""
    return replace(round, done=done, payments=(*beside, *(line for entry in done for line in entry.payments)))


def _again(
    round: Round, undone: tuple[Step, ...], reversed: tuple[Payment, ...], order: tuple[Step, ...], void: int = 0
) -> Round:
    """The round without the steps that are undone, which come up again as far as they stand in the order."""
    back = list(reversed)
    done, kept = [], []
    for entry in round.done:
        lines = []
        for line in entry.payments:
            if percentage(line) is not None and stake_alone(line) in back:
                kept.append(award_alone(line))
            elif line.seat != void and not (entry.step in undone and line in back):
                lines.append(line)
            elif line in back:
                back.remove(line)
        if lines or entry.step not in undone:
            done.append(Done(entry.step, tuple(lines)))
    was_done = [entry.step for entry in round.done if entry.step not in undone]
    agenda = tuple(step for step in order if step in round.agenda or step not in was_done)
    beside = tuple(line for line in round.without_steps if line.seat != void or percentage(line) is not None)
    phase: Phase = "settling" if agenda else "settled"
    return _turned_up(replace(_paid(round, (*beside, *kept), tuple(done)), phase=phase, agenda=agenda, order=order))


SHOWS: tuple[StepKind, ...] = ("hand", "progressive", "envy", "five_card")
"""The steps at which a player's cards are turned up."""


def _turned_up(round: Round) -> Round:
    """The hand whose turn has come lies face up before anyone asks what it wins."""
    for step in round.agenda[:1]:
        if step.kind not in ("progressive", "five_card"):
            continue
        seat = round.seats[step.seat]
        if seat.standing or seat.wagers.get("five_card_player"):
            return _with(round, step.seat, replace(seat, shown=True))
    return round


def _seen_with(round: Round, event: e.StepSettled) -> tuple[int, ...]:
    """The seats whose hands are turned up with a step; a shared award shows all who might share it."""
    standing = tuple(n for n, seat in round.seats.items() if seat.standing)
    wagered = tuple(n for n in standing if round.seats[n].progressive)
    step = event.step
    if step.kind == "misdeal" or (step.kind == "progressive" and event.shared):
        return wagered
    if step.seat:
        own = step.seat in standing or round.seats[step.seat].wagers.get("five_card_player")
        return (step.seat,) if step.kind in SHOWS and own else ()
    return standing


def _settled(round: Round, event: e.StepSettled) -> Round:
    agenda = round.agenda[1:]
    up = _seen_with(round, event)
    settled = replace(
        round,
        phase="settling" if agenda else "settled",
        seats={n: replace(seat, shown=True) if n in up else seat for n, seat in round.seats.items()},
        agenda=agenda,
        shared={**round.shared, **event.shared} if event.shared else round.shared,
        unpaid=_unpaid(round, event) if event.shared or round.unpaid else round.unpaid,
        parts=_parts(round, event) if event.shared else round.parts,
    )
    return _turned_up(_paid(settled, round.without_steps, _done(round, event)))


def _done(round: Round, event: e.StepSettled) -> tuple[Done, ...]:
    """The steps that were done with one more, which stands in its place and may complete what was kept of it."""
    step, lines = event.step, event.payments
    for entry in round.done:
        if entry.step == step:
            first = any(line.wager == "five_card_player" for line in lines)
            lines = (*lines, *entry.payments) if first else (*entry.payments, *lines)
    later = round.order[round.order.index(step) + 1 :]
    others = [entry for entry in round.done if entry.step != step]
    at = next((place for place, entry in enumerate(others) if entry.step in later), len(others))
    return (*others[:at], Done(step, lines), *others[at:])
