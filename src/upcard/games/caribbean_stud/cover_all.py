"""The cover all wager: the highest hand at the table, paid by how many hands were dealt."""

from __future__ import annotations

from upcard.cards import category
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.payment import Payment, lost, won
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules

AFTER_FOLD = {
    "forfeited": "Whoever folds gives up the cover all wager.",
    "stands": "The cover all wager of whoever folds stands, and is settled with the others.",
}
"""What becomes of the wager after a fold, by what the house elected."""


def covers(rules: CaribbeanStudRules, seat: Seat) -> bool:
    """Whether the seat's cover all wager is still to be settled."""
    forfeited = seat.folded and rules.cover_all_after_fold == "forfeited"
    return bool(seat.wagers.get("cover_all")) and seat.void is None and not forfeited


def counts(rules: CaribbeanStudRules, seat: Seat) -> bool:
    """Whether a hand may be the highest at the table."""
    excluded = rules.law.cover_all_excludes or ()
    return not ((seat.folded and "folded" in excluded) or (seat.void is not None and "void" in excluded))


@implements(cover_all_varies=True)
def column(rules: CaribbeanStudRules, round: Round) -> int:
    """The column that counts: hands dealt, the dealer's among them, or players; folded and void ones count too."""
    return len(round.seats) + (rules.cover_all_counts == "hands")


@implements(cover_all_awards=1)
def cover_all(rules: CaribbeanStudRules, round: Round) -> tuple[Payment, ...]:
    assert rules.cover_all is not None
    assert rules.lowest_cover_all is not None
    lines = rules.cover_all[column(rules, round)]
    best = max(round.dealer_value, *(s.value for s in round.seats.values() if counts(rules, s)), 0)
    odds = lines.get(category(best)) if category(best) >= rules.lowest_cover_all else None
    payments = []
    for number in round.counter_clockwise:
        seat = round.seats[number]
        if not covers(rules, seat):
            continue
        stake = seat.wagers["cover_all"]
        if odds is None:
            payments.append(lost(number, "cover_all", stake, "cover_all_lowest", best))
        else:
            payments.append(won(number, "cover_all", stake, odds, "cover_all_columns", best))
    return tuple(payments)
