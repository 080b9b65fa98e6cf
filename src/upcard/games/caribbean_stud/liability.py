"""What a round of Caribbean stud could come to cost the tray, and whether a house takes that upon itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from upcard.cards import Category
from upcard.games.caribbean_stud.round import Seat
from upcard.games.liability import most_owed, refuse_beyond
from upcard.rules.caribbean_stud import FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.units import Award, Share

Seats = Mapping[int, Seat]


def liability(rules: CaribbeanStudRules, seats: Seats) -> int:
    """The most that these seats can be paid from tray and account, in cents."""
    on_dealer = sum(seat.wagers.get("five_card_dealer", 0) for seat in seats.values())
    return (
        most_owed(_costs(rules, seats))
        + max(_five_card(rules, hand, on_dealer) for hand in Category)
        + _cover_all(rules, sorted((seat.wagers.get("cover_all", 0) for seat in seats.values()), reverse=True))
        + _drawn(rules, seats, on_dealer)
    )


def check_liability(rules: CaribbeanStudRules, seats: Seats) -> None:
    """Refuses wagers that could come to cost too much."""
    refuse_beyond(rules, liability(rules, seats))


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


def _costs(rules: CaribbeanStudRules, seats: Seats) -> Iterator[dict[Category, int]]:
    """What each hand of a seat brings it, and the others by envy."""
    bonus = rules.bonus.lines if rules.bonus is not None else {}
    envy, unit = (rules.progressive.envy, rules.progressive.wagers[0]) if rules.progressive is not None else ({}, 1)
    wagered = sum(seat.progressive for seat in seats.values())
    for_one = {hand: _five_card(rules, hand, 1) for hand in Category}
    awards = {
        wager: {hand: _progressive(rules, hand, wager) for hand in Category}
        for wager in {seat.progressive for seat in seats.values()}
    }
    for seat in seats.values():
        always: int = rules.ante.pays(seat.ante)
        if rules.match_play is not None:
            always += rules.match_play.pays(seat.match_play)
        if rules.tip is not None:
            always += rules.tip.pays(seat.wagers.get("tip", 0))
        bet, own = rules.law.bet_multiple * seat.ante, awards[seat.progressive]
        on_bonus, on_five = seat.wagers.get("bonus", 0), seat.wagers.get("five_card_player", 0)
        others = wagered - seat.progressive
        yield {
            hand: always + odds.odds * bet + own[hand] + for_one[hand] * on_five
            + (bonus[hand].odds * on_bonus if hand in bonus else 0) + envy.get(hand, 0) * others // unit
            for hand, (odds, _) in rules.bet.items()
        }  # fmt: skip


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
    """At the best line of a column.

    Players may still get up, and the fewer there are, the more a column pays; or sit down, where there is none for so
    few.
    """
    best = {column: max(odds.odds for odds in lines.values()) for column, lines in (rules.cover_all or {}).items()}
    most = 0
    for players in range(1, len(stakes) + 1):
        column = min((c for c in best if c >= players + (rules.cover_all_counts == "hands")), default=0)
        most = max(most, best.get(column, 0) * sum(stakes[:players]))
    return most


def _drawn(rules: CaribbeanStudRules, seats: Seats, on_dealer: int) -> int:
    """A magic card and a lucky position each meet one hand: the dealer's, or one player's."""
    if rules.five_card is None:
        return 0
    wagered = max([on_dealer, *(seat.wagers.get(FIVE_CARD_WAGERS[0], 0) for seat in seats.values())])
    return sum(odds.pays(wagered) for odds in (rules.magic_card, rules.lucky) if odds is not None)
