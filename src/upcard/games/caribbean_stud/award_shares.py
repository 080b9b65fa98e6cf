"""Who shares an award: the hands that divide it, and all who backed the dealer's hand, as far as they lie face up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from upcard.cards import category
from upcard.games.award_share import AwardShare
from upcard.games.caribbean_stud.progressive import sharing
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.meter import Draw, Meter
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import Award, Share


def award_shares(
    rules: CaribbeanStudRules, round: Round, kind: str, seat: int, draws: Sequence[Draw], readings: Mapping[str, Meter]
) -> list[AwardShare]:
    """The shares of an award on hands that lie face up."""
    if kind == "progressive":
        return _progressive(rules, round, seat, draws, readings)
    return _five_card(rules, round, seat, list(draws))


def _progressive(
    rules: CaribbeanStudRules, round: Round, number: int, draws: Sequence[Draw], readings: Mapping[str, Meter]
) -> list[AwardShare]:
    """The seat whose award it is, then whoever divides it with that seat."""
    assert rules.progressive is not None
    lines = rules.progressive.lines
    own = round.seats[number]
    line = lines.get(category(own.value)) if own.value else None
    if line is None:
        return []
    (draw,) = draws
    rivals = [n for n in round.counter_clockwise if n != number and draw.ways > 1]
    most = 0
    if rivals and isinstance(line.award, Share):
        most = sharing(rules, round, line.award, readings[draw.level])[1].most
    found = [(number, own), *((n, round.seats[n]) for n in rivals)]
    return [
        _own(n, "progressive", seat.progressive, seat, lines[category(seat.value)].award, line.rule, draw.each)
        for n, seat in found
        if seat.shown and seat.standing and seat.progressive and seat.value
        if (its := lines.get(category(seat.value))) is not None and its.award == line.award
        if n == number or its.least(seat.progressive) <= most
    ]


def _own(number: int, wager: str, staked: int, seat: Seat, award: Award, rule: str, cents: int) -> AwardShare:
    return AwardShare(number, wager, staked, "player", seat.cards, seat.value, award, rule, cents)


def _five_card(rules: CaribbeanStudRules, round: Round, number: int, draws: list[Draw]) -> list[AwardShare]:
    """On the player's own hand, and on the dealer's for all who backed it: in the order in which they are drawn."""
    assert rules.five_card is not None
    found = []
    seat = round.seats[number]
    staked = seat.wagers.get("five_card_player", 0)
    award = rules.five_card.get(category(seat.value)) if staked and seat.shown and seat.value else None
    if isinstance(award, Share) and draws:
        each = draws.pop(0).each
        found.append(_own(number, "five_card_player", staked, seat, award, "five_card_table", each))
    award = rules.five_card.get(category(round.dealer_value)) if round.dealer_value else None
    if isinstance(award, Share) and draws:
        value, draw = round.dealer_value, draws.pop(0)
        backers = [
            (n, cents)
            for n in round.counter_clockwise
            if draw.ways > 1 or n == number
            if round.seats[n].void is None and (cents := round.seats[n].wagers.get("five_card_dealer", 0))
        ]
        found += [
            AwardShare(
                n, "five_card_dealer", cents, "dealer", round.dealer, value, award, "dealer_award_divided", draw.each
            )
            for n, cents in backers
        ]
    return found
