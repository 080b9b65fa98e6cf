"""What may be done now in Bonus 6: exactly what `decide` would accept, with its bounds."""

from __future__ import annotations

from typing import Any, assert_never

from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.correction import community_correctable, correctable, deal_correctable
from upcard.games.bonus_six.decide import IN_THE_DEAL, IRREGULARITIES, to_show
from upcard.games.bonus_six.round import (
    COMMUNITY_EXPOSED,
    OFF_TABLE,
    WRONG_DECK,
    Round,
    Seat,
    to_decide,
    to_judge,
    to_verify,
)
from upcard.games.bonus_six.wagers import LABELS, liability, with_wager
from upcard.games.moves import largest
from upcard.games.option import NOTED, Option, range_of
from upcard.games.settle import MOST_SEATS
from upcard.rules.bonus_six import BonusSixRules


def options(rules: BonusSixRules, round: Round) -> tuple[Option, ...]:
    """Every act that would be accepted now."""
    match round.phase:
        case "betting":
            closing = (Option(act="CloseBets"),) if round.seats else ()
            seats = range(1, MOST_SEATS + 1)
            return (*(option for n in seats for option in _wagers(rules, round, n, round.seats.get(n))), *closing)
        case "closed":
            return (Option(act="Deal"), Option(act="DealUnseen"), *_reports(round))
        case "turning":
            return (Option(act="TurnCommunity"), *_corrections(rules, round), *_reports(round))
        case "second" | "third":
            waiting = to_decide(round)
            street = () if waiting else (Option(act="DealStreet"),)
            return (
                *(o for n in waiting for o in _street(rules, n, round.seats[n])),
                *street,
                *_corrections(rules, round),
                *_reports(round),
            )
        case "fourth":
            choices = tuple(o for n in to_decide(round) for o in _final(rules, round, n))
            return (*choices, *_corrections(rules, round), *_reports(round))
        case "cards":
            return (*_cards(rules, round), *_corrections(rules, round), *_reports(round))
        case "settling":
            hidden = to_show(round)
            due = _seat("ShowHand", hidden[0]) if hidden else _seat("SettleSeat", to_judge(round)[0])
            return (due, *_corrections(rules, round), *_reports(round))
        case "settled":
            return (Option(act="Complete"), *_corrections(rules, round), *_reports(round))
        case "complete":
            return ()
        case _:
            assert_never(round.phase)


def _seat(act: str, number: int, **fields: Any) -> Option:
    return Option(act=act, fields={"seat": number, **fields})


def _covered(rules: BonusSixRules, round: Round, number: int, wager: str, high: int | None, low: int = 1) -> int | None:
    """The most of a wager that what it could come to cost leaves, at most `high`; 0 where that leaves nothing."""
    if rules.liability_limit is None:
        return high
    limit = rules.most_owed

    def cost(cents: int) -> int:
        return liability(rules, with_wager(round.seats, number, wager, cents))

    return largest(low, limit if high is None else min(high, limit), cost, limit) or 0


def _wagers(rules: BonusSixRules, round: Round, number: int, seat: Seat | None) -> list[Option]:
    place, take_back = "PlaceWager", "TakeBackWager"
    if seat is None:
        fields = {"seat": number, "wager": "ante"}
        low, high = rules.minimum, _covered(rules, round, number, "ante", rules.maximum, rules.minimum)
        return [Option(act=place, fields=fields, low=low, high=high)] if range_of(low, high) else []
    found = []
    half, odd = divmod(seat.ante, rules.law.insurance_divisor)
    if seat.insurance:
        found.append(_seat(take_back, number, wager="insurance"))
    elif not odd:
        found.append(Option(act=place, fields={"seat": number, "wager": "insurance"}, amounts=(half,)))
    if seat.tips:
        found.append(_seat(take_back, number, wager="tip"))
    elif range_of(1, high := _covered(rules, round, number, "tip", rules.maxima.get("tip"))):
        found.append(Option(act=place, fields={"seat": number, "wager": "tip"}, low=1, high=high))
    if not (seat.insurance or seat.tips):
        found.append(_seat(take_back, number, wager="ante"))
    return found


def _street(rules: BonusSixRules, number: int, seat: Seat) -> list[Option]:
    found = [_seat("Fold", number), _seat("Bet", number, tip=0)]
    if rules.further_tips and seat.tips and seat.tips[0]:
        found.append(_seat("Bet", number, tip=seat.tips[0]))
    return found


def _final(rules: BonusSixRules, round: Round, number: int) -> list[Option]:
    seat, law = round.seats[number], rules.law
    wins = None if round.keyed else rules.schedule.odds(seat.value) is not None
    acts = []
    if wins is not False:
        acts.append("Stand")
    if not (wins and law.winning_hand_stands) and (not seat.insurance or law.insured_may_discard):
        acts.append("Discard")
    if seat.insurance or not law.uninsured_discards:
        acts.append("BuyCard")
    return [_seat(act, number) for act in acts]


def _cards(rules: BonusSixRules, round: Round) -> list[Option]:
    if hidden := to_show(round):
        return [_seat("ShowHand", hidden[0])]
    number = to_verify(round)[0]
    winner = rules.schedule.odds(round.seats[number].value) is not None
    return [_seat("DealBonusCard", number, card=None) if winner or round.keyed else _seat("DealBonusCard", number)]


def _corrections(rules: BonusSixRules, round: Round) -> list[Option]:
    found = [_seat("CorrectHand", number) for number in correctable(round)]
    found += [Option(act="CorrectCommunity")] if community_correctable(round) else []
    return [*found, Option(act="TakeBackDeal")] if deal_correctable(rules, round) else found


def _reports(round: Round) -> list[Option]:
    seats = {n: seat for n, seat in round.seats.items() if seat.void is None}
    concerned = {
        WRONG_DECK: [0] if round.keyed and round.void is None else [],
        "wrong-count": [n for n in round.clockwise if round.keyed and n in seats],
        OFF_TABLE: [n for n in round.clockwise if n in seats],
        "exposed-card": [n for n in round.clockwise if round.phase in IN_THE_DEAL and n in seats and seats[n].in_play],
        COMMUNITY_EXPOSED: [] if round.turned else [0],
    }
    return [_seat("Report", n, irregularity=kind) for kind in IRREGULARITIES for n in concerned[kind]]


# ---- What came of a report, in a sentence ------------------------------------------------------------------


REPORTED_UNDER = IRREGULARITIES
"""The rule that speaks of what went wrong."""


def consequence(kind: str, event: e.Event) -> str:
    """What an event means for those at the table, or empty."""
    match event:
        case e.RoundVoided():
            settled = ", and what was collected or settled is reversed" * bool(event.reversed)
            return f"Every hand is void; all wagers and fees go back{settled}."
        case e.HandVoided():
            lost = ", and what it won or lost is reversed" if event.reversed else ""
            return f"That hand is void; all its wagers go back{lost}."
        case e.IrregularityNoted():
            return LABELS.irregularities.get(kind, ("", ""))[1] or NOTED
        case _:
            return ""
