"""What a round of Caribbean stud could come to cost the tray, and whether a house takes that upon itself."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from upcard.cards import Category
from upcard.games.caribbean_stud.round import Seat
from upcard.games.liability import most_owed, too_much
from upcard.rules.caribbean_stud import FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.units import Award, Share

Seats = Mapping[int, Seat]


def liability(rules: CaribbeanStudRules, seats: Seats) -> int:
    """The most that these seats can be paid from tray and account, in cents."""
    on_dealer = sum(seat.wagers.get("five_card_dealer", 0) for seat in seats.values())
    return (
        most_owed(_costs(rules, seats, number) for number in seats)
        + max(_five_card(rules, hand, on_dealer) for hand in Category)
        + _cover_all(rules, sorted((seat.wagers.get("cover_all", 0) for seat in seats.values()), reverse=True))
        + _drawn(rules, seats, on_dealer)
    )


def check_liability(rules: CaribbeanStudRules, seats: Seats) -> None:
    """Refuses wagers that could come to cost more than the house has elected."""
    limit = rules.liability_limit
    if limit is not None and (owed := liability(rules, seats)) > limit:
        raise rules.refuse(None, too_much(owed, limit))


def with_wager(seats: Seats, number: int, wager: str, cents: int) -> dict[int, Seat]:
    """The seats with one wager or coupon more."""
    seat = seats.get(number, Seat())
    match wager:
        case "ante":
            seat = replace(seat, ante=cents)
        case "match_play":
            seat = replace(seat, match_play=cents)
        case "progressive_coupon":
            seat = replace(seat, coupon=cents)
        case _:
            seat = replace(seat, wagers={**seat.wagers, wager: cents})
    return {**seats, number: seat}


def _costs(rules: CaribbeanStudRules, seats: Seats, number: int) -> dict[Category, int]:
    """What each hand of a seat brings it, and the others by envy."""
    seat = seats[number]
    bet = rules.law.bet_multiple * seat.ante
    always: int = rules.ante.pays(seat.ante)
    if rules.match_play is not None:
        always += rules.match_play.pays(seat.match_play)
    if rules.tip is not None:
        always += rules.tip.pays(seat.wagers.get("tip", 0))
    found = {}
    for hand in Category:
        cents = always + rules.bet[hand][0].pays(bet)
        if rules.bonus is not None and hand in rules.bonus.lines:
            cents += rules.bonus.lines[hand].pays(seat.wagers.get("bonus", 0))
        cents += _progressive(rules, hand, seat.progressive)
        cents += _five_card(rules, hand, seat.wagers.get("five_card_player", 0))
        if rules.progressive is not None and hand in rules.progressive.envy:
            others = sum(other.progressive for n, other in seats.items() if n != number)
            cents += rules.progressive.envy_cents(hand, others)
        found[hand] = cents
    return found


def _fixed(award: Award | None, wager: int) -> int:
    return 0 if award is None or isinstance(award, Share) else award.pays(wager)


def _progressive(rules: CaribbeanStudRules, hand: Category, wager: int) -> int:
    line = rules.progressive.lines.get(hand) if rules.progressive is not None else None
    return max(_fixed(line.award, wager), line.least(wager)) if line is not None and wager else 0


def _five_card(rules: CaribbeanStudRules, hand: Category, wager: int) -> int:
    if rules.five_card is None:
        return 0
    return max(_fixed(rules.five_card.get(hand), wager), _fixed(rules.five_card_instead.get(hand), wager))


def _cover_all(rules: CaribbeanStudRules, stakes: list[int]) -> int:
    """At the best line of a column; players may still get up, and the fewer there are, the more a column pays."""
    most = 0
    for players in range(1, len(stakes) + 1):
        lines = (rules.cover_all or {}).get(players + (rules.cover_all_counts == "hands"), {})
        most = max([most, *(odds.pays(sum(stakes[:players])) for odds in lines.values())])
    return most


def _drawn(rules: CaribbeanStudRules, seats: Seats, on_dealer: int) -> int:
    """A magic card and a lucky position each meet one hand: the dealer's, or one player's."""
    if rules.five_card is None:
        return 0
    wagered = max([on_dealer, *(seat.wagers.get(FIVE_CARD_WAGERS[0], 0) for seat in seats.values())])
    return sum(odds.pays(wagered) for odds in (rules.magic_card, rules.lucky) if odds is not None)
