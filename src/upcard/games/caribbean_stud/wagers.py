"""Whether a wager may lie where it is put: who offers it, how much it may be, and the limit over all of them."""

from __future__ import annotations

from upcard.games.caribbean_stud.round import Seat
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.units import show_dollars

OFFERED_BY = {
    "progressive": "progressive_tables",
    "bonus": "bonus_tables",
    "five_card_player": "five_card_table",
    "five_card_dealer": "five_card_table",
    "cover_all": "cover_all_placed",
    "tip": "tip_area",
}
"""The rule that says whether a wager is taken."""


@implements(cover_all_placed="before the round")
def check_offered(rules: CaribbeanStudRules, wager: str) -> None:
    """Refuses a wager that this table does not take."""
    if wager == "ante" or wager in rules.wagers:
        return
    if wager not in OFFERED_BY:
        raise rules.refuse(None, f"{wager!r} is no wager of this game")
    rule = OFFERED_BY[wager]
    if wager == "progressive" and rules.law.classic_wager is not None:
        rule = "progressive_device"
    raise rules.refuse(rule, f"this table takes no {wager} wager")


def needs_ante(rules: CaribbeanStudRules, wager: str) -> str:
    """The rule by which a wager or coupon lies with an ante."""
    if wager == "progressive" and rules.progressive_coupon is not None:
        return "progressive_amount"
    return "match_play" if wager == "match_play" and rules.match_play is not None else "ante_required"


def listed(rules: CaribbeanStudRules, wager: str) -> tuple[int, ...]:
    """The amounts that a wager is taken at, where it is taken at certain amounts only."""
    if wager == "progressive" and rules.progressive is not None:
        return rules.progressive.wagers
    return rules.five_card_wagers if wager in FIVE_CARD_WAGERS else ()


def most(rules: CaribbeanStudRules, seat: Seat, wager: str) -> int | None:
    """The largest amount that the limits leave for a wager, or None where nothing bounds it."""
    limit, combined = rules.limit, rules.limit_takes_progressive
    bounds = [bound for bound in (house_maximum(rules, wager),) if bound is not None]
    if wager == "tip" and rules.law.tip_ceiling == "ante":
        bounds.append(seat.ante)
    if limit is not None and wager == "ante":
        bounds.append((limit - combined * seat.progressive) // rules.limited_antes)
    if limit is not None and wager == "progressive":
        bounds.append(limit - combined * rules.limited_antes * seat.ante)
    return min(bounds) if bounds else None


def house_maximum(rules: CaribbeanStudRules, wager: str) -> int | None:
    """The most that the house itself takes on a wager."""
    return rules.maximum if wager == "ante" else rules.maxima.get(wager)


def check_amount(rules: CaribbeanStudRules, seat: Seat, wager: str, cents: int) -> None:
    """Refuses an amount that a rule or the house does not allow."""
    if cents <= 0:
        raise rules.refuse(None, f"{wager}: a wager is more than nothing")
    amounts = listed(rules, wager)
    if amounts and cents not in amounts:
        shown = " or ".join(show_dollars(w) for w in amounts)
        if wager == "progressive" and rules.progressive is not None:
            schedule = rules.progressive
            as_listed = f", {rules.law.progressive_amount}" if schedule.wager_rule != "classic_wager" else ""
            if "progressive_wager" in rules.elections:
                as_listed = ", as the house has elected"
            raise rules.refuse(schedule.wager_rule, f"the progressive wager of {schedule.name} is {shown}{as_listed}")
        raise rules.refuse("five_card_wager", f"{wager}: the five card hand bonus wager is {shown}")
    if wager == "ante" and cents < rules.minimum:
        raise rules.refuse(None, f"ante: the house takes no less than {show_dollars(rules.minimum)}")
    house_most = house_maximum(rules, wager)
    if house_most is not None and cents > house_most:
        raise rules.refuse(None, f"{wager}: the house takes no more than {show_dollars(house_most)}")
    if wager == "tip" and rules.law.tip_ceiling == "ante" and cents > seat.ante:
        raise rules.refuse("tip_ceiling", "a tip wager is no larger than the ante")
    highest = most(rules, seat, wager)
    if highest is not None and cents > highest:
        limit, bet = show_dollars(rules.limit or 0), rules.law.bet_multiple
        beside = f" beside an ante of {show_dollars(seat.ante)} and its bet" if rules.limit_takes_progressive else ""
        more = f" with its bet of {bet} times as much" if wager == "ante" else beside
        raise rules.refuse("limit", f"{wager}: {show_dollars(cents)}{more} does not fit the limit of {limit}")


def check_coupon(rules: CaribbeanStudRules, seat: Seat, coupon: str, cents: int) -> None:
    """Refuses a coupon that this table does not honour."""
    match coupon:
        case "match_play":
            if rules.match_play is None:
                raise rules.refuse(None, f"{rules.edition.id} knows no match play coupon")
            if seat.match_play:
                raise rules.refuse("match_play", "one match play coupon lies with an ante")
            if cents <= 0:
                raise rules.refuse(None, "match_play: a coupon has a face value")
            if rules.law.match_play_ceiling == "ante" and cents > seat.ante:
                because = f"a match play coupon doubles the ante that it lies with: its face is {show_dollars(cents)}"
                raise rules.refuse("match_play_ceiling", f"{because}, more than {show_dollars(seat.ante)}")
        case "progressive":
            if rules.progressive_coupon is None:
                raise rules.refuse(None, f"{rules.edition.id} knows no progressive coupon")
            check_offered(rules, "progressive")
            if seat.progressive:
                raise rules.refuse("progressive_coupon", "a progressive coupon stands for the wager, not beside it")
            if cents != rules.progressive_coupon:
                raise rules.refuse("progressive_coupon", "a progressive coupon is one dollar")
            check_amount(rules, seat, "progressive", cents)
        case _:
            raise rules.refuse(None, f"{coupon!r} is no coupon of this game")
