"""What may be done now: exactly what `decide` would accept, with its bounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

from upcard.errors import Refused
from upcard.games.caribbean_stud.correction import (
    correctable,
    deal_correctable,
    dealer_correctable,
    up_card_correctable,
)
from upcard.games.caribbean_stud.decide import undecided, unseen, wrong_dealer
from upcard.games.caribbean_stud.five_card import column
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES, of_real_cards
from upcard.games.caribbean_stud.round import ALL, Round, Seat
from upcard.games.caribbean_stud.wagers import check_coupon, liability_with, listed, most
from upcard.games.moves import largest
from upcard.games.option import Option, range_of
from upcard.games.settle import MOST_SEATS
from upcard.rules.caribbean_stud import CaribbeanStudRules


def options(rules: CaribbeanStudRules, round: Round) -> tuple[Option, ...]:
    """Every act that would be accepted now."""
    match round.phase:
        case "betting":
            return (*_betting(rules, round), *_reports(rules, round))
        case "closed":
            deals = (Option(act="Deal"), Option(act="DealUnseen"))
            unshown = rules.law.cover_all_unshown is not None
            covers = [n for n in round.clockwise if unshown and round.seats[n].wagers.get("cover_all")]
            back = (Option(act="TakeBackWager", fields={"seat": n, "wager": "cover_all"}) for n in covers)
            return (*deals, *back, *_progressives(rules, round), *_reports(rules, round))
        case "short":
            return (Option(act="CompleteDealer"), *_corrections(rules, round), *_reports(rules, round))
        case "deciding" | "decided" if round.up is None:
            return (Option(act="TurnUpCard"), *_corrections(rules, round), *_reports(rules, round))
        case "deciding":
            asked = undecided(round)[: 1 if rules.law.asked_clockwise else None]
            choices = [Option(act=act, fields={"seat": seat}) for seat in asked for act in ("Fold", "Bet")]
            return (*choices, *_corrections(rules, round), *_reports(rules, round))
        case "decided":
            return (Option(act="Reveal"), *_corrections(rules, round), *_reports(rules, round))
        case "settling":
            due, wrong = round.agenda[0], (*_corrections(rules, round), *_reports(rules, round))
            if missing := unseen(rules, round, due):
                return (*(Option(act="ShowHand", fields={"seat": seat}) for seat in missing), *wrong)
            return (Option(act="Settle", fields={"kind": due.kind, "seat": due.seat}), *wrong)
        case "settled":
            return (Option(act="Complete"), *_corrections(rules, round), *_reports(rules, round))
        case "complete":
            return ()
        case _:
            assert_never(round.phase)


def _corrections(rules: CaribbeanStudRules, round: Round) -> tuple[Option, ...]:
    found = [Option(act="CorrectHand", fields={"seat": seat}) for seat in correctable(round)]
    found += [Option(act="CorrectDealer")] if dealer_correctable(round) else []
    found += [Option(act="CorrectUpCard")] if up_card_correctable(round) else []
    found += [Option(act="TakeBackDeal")] if deal_correctable(rules, round) else []
    return tuple(found)


def _progressives(rules: CaribbeanStudRules, round: Round) -> list[Option]:
    """The progressive wagers that may be struck, or taken where none was."""
    if not rules.law.progressive_chips_counted or rules.progressive is None:
        return []
    found = []
    for number, seat in round.seats.items():
        high = most(rules, seat, "progressive")
        taken = tuple(
            cents
            for cents in listed(rules, "progressive")
            if (high is None or cents <= high) and _fits(rules, round, number, "progressive", cents)
        )
        if seat.accepted and seat.accepted[1]:
            taken = (seat.accepted[1],)
        amounts = (0,) if seat.progressive else taken
        if amounts:
            found.append(Option(act="CorrectProgressive", fields={"seat": number}, amounts=amounts))
    return found


def _betting(rules: CaribbeanStudRules, round: Round) -> list[Option]:
    found = []
    free = [number for number in range(1, MOST_SEATS + 1) if number not in round.seats]
    low, high = rules.minimum, most(rules, Seat(), "ante")
    if free:
        high = _covered(rules, round, free[0], "ante", high, low)
    for number in range(1, MOST_SEATS + 1):
        if number in round.seats:
            found += _seat(rules, round, number, round.seats[number])
        elif range_of(low, high):
            found.append(Option(act="PlaceWager", fields={"seat": number, "wager": "ante"}, low=low, high=high))
    if round.seats and _column_exists(rules, round):
        found.append(Option(act="CloseBets"))
    return found


def _column_exists(rules: CaribbeanStudRules, round: Round) -> bool:
    if rules.cover_all is None or not any(s.wagers.get("cover_all") for s in round.seats.values()):
        return True
    return column(rules, round) in rules.cover_all


def _cost(rules: CaribbeanStudRules, round: Round, number: int, wager: str, cents: int) -> int:
    return liability_with(rules, round.seats, number, wager, cents)


def _fits(rules: CaribbeanStudRules, round: Round, number: int, wager: str, cents: int) -> bool:
    """Whether the house takes upon itself what a wager could come to cost."""
    return rules.liability_limit is None or _cost(rules, round, number, wager, cents) <= rules.most_owed


def _covered(
    rules: CaribbeanStudRules, round: Round, number: int, wager: str, high: int | None, low: int = 1
) -> int | None:
    """The most of a wager that the house takes upon itself, at most `high`; 0 where that is less than `low`."""
    if rules.liability_limit is None:
        return high
    limit = rules.most_owed
    least_odds = 10  # whatever wins is paid 1 to 10 at least
    most_paid = least_odds * limit if high is None else min(high, least_odds * limit)
    cost = partial(_cost, rules, round, number, wager)
    return largest(low, most_paid, cost, limit) or 0


def _seat(rules: CaribbeanStudRules, round: Round, number: int, seat: Seat) -> list[Option]:
    found = []
    for wager in rules.wagers:
        if seat.wagers.get(wager) or (wager == "progressive" and seat.coupon):
            continue
        fields, high = {"seat": number, "wager": wager}, most(rules, seat, wager)
        if taken := listed(rules, wager):
            within = (cents for cents in taken if high is None or cents <= high)
            amounts = tuple(cents for cents in within if _fits(rules, round, number, wager, cents))
            if amounts:
                found.append(Option(act="PlaceWager", fields=fields, amounts=amounts))
        elif range_of(1, high := _covered(rules, round, number, wager, high)):
            found.append(Option(act="PlaceWager", fields=fields, low=1, high=high))
    face = seat.ante if rules.law.match_play_ceiling == "ante" else None
    face = _covered(rules, round, number, "match_play", face)
    if _honours(rules, seat, "match_play", 1) and range_of(1, face):
        found.append(Option(act="PlaceCoupon", fields={"seat": number, "coupon": "match_play"}, low=1, high=face))
    coupon_face = rules.progressive_coupon
    if coupon_face is not None and _honours(rules, seat, "progressive", coupon_face):
        fields = {"seat": number, "coupon": "progressive"}
        if _fits(rules, round, number, "progressive_coupon", coupon_face):
            found.append(Option(act="PlaceCoupon", fields=fields, amounts=(coupon_face,)))
    for wager in seat.wagers:
        if wager != "progressive" or rules.law.contribution_at != "token":
            found.append(Option(act="TakeBackWager", fields={"seat": number, "wager": wager}))
    for coupon, lies in (("match_play", seat.match_play), ("progressive_coupon", seat.coupon)):
        if lies:
            found.append(Option(act="TakeBackWager", fields={"seat": number, "wager": coupon}))
    if not (seat.wagers or seat.match_play or seat.coupon):
        found.append(Option(act="TakeBackWager", fields={"seat": number, "wager": "ante"}))
    return found


def _honours(rules: CaribbeanStudRules, seat: Seat, coupon: str, cents: int) -> bool:
    return _accepted(partial(check_coupon, rules, seat, coupon, cents))


def _reports(rules: CaribbeanStudRules, round: Round) -> list[Option]:
    found: list[Option] = []
    if round.void is not None:
        return found
    for known in IRREGULARITIES:
        if round.phase not in known.phases or known.rule not in rules.edition.citations:
            continue
        if of_real_cards(known) and not round.keyed:
            continue
        if known.effect == "wrong dealer" and not _accepted(partial(wrong_dealer, rules, round)):
            continue
        seats = [n for n in round.clockwise if round.seats[n].void is None] if known.effect == "void hand" else [ALL]
        found += [Option(act="Report", fields={"irregularity": known.kind, "seat": seat}) for seat in seats]
    return found


def _accepted(act: Callable[[], object]) -> bool:
    try:
        act()
    except Refused:
        return False
    return True
