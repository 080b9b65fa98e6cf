"""What a round of Bonus 6 could come to cost the tray, and whether a house takes that upon itself."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from upcard.cards import Category
from upcard.games.bonus_six.round import Seat
from upcard.games.liability import most_owed, refuse_beyond
from upcard.rules.bonus_six import BonusSixRules

Seats = Mapping[int, Seat]


def liability(rules: BonusSixRules, seats: Seats) -> int:
    """The most that these seats can be paid, in cents, should each of them make both bets with all tips."""
    return most_owed(_costs(rules, seat) for seat in seats.values())


def check_liability(rules: BonusSixRules, seats: Seats) -> None:
    """Refuses wagers that could come to cost too much."""
    refuse_beyond(rules, liability(rules, seats))


def with_wager(seats: Seats, number: int, wager: str, cents: int) -> dict[int, Seat]:
    """The seats with an ante or tip more."""
    seat = seats.get(number, Seat())
    return {**seats, number: replace(seat, ante=cents) if wager == "ante" else replace(seat, tips=(cents,))}


def _costs(rules: BonusSixRules, seat: Seat) -> dict[Category, int]:
    wagers = seat.ante * rules.times("ante")
    tips = max(seat.tips[0] * rules.times("tip"), sum(seat.tips)) if seat.tips else 0
    return {hand: odds.pays(wagers) + odds.pays(tips) for hand, odds in rules.schedule.lines.items()}
