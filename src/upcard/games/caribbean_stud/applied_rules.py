"""Which rules touched a round: those behind each payment and behind how it was worked out."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards import Category, category
from upcard.games.caribbean_stud.round import Round
from upcard.games.payment import Payment
from upcard.rules.caribbean_stud import CaribbeanStudRules

ALWAYS = ("limit_applies_to",)
"""Rules that every round was held against."""

JUDGED = ("same_rank_decided_by",)
"""Rules behind a hand that was compared or paid."""

BEHIND: dict[str, tuple[str, ...]] = {
    "bonus": ("side_wagers_settled",),
    "progressive": ("side_wagers_settled", "progressive_payout_hand"),
    "envy": ("envy_scales", "envy_hands", "folded_hand_envy"),
    "five_card_player": ("side_wagers_settled", "fold_keeps", "five_card_wager"),
    "five_card_dealer": ("side_wagers_settled", "fold_keeps", "five_card_wager"),
    "magic_card": ("draws_paid_on",),
    "lucky": ("draws_paid_on",),
    "cover_all": ("cover_all_counts", "cover_all_excludes"),
}
"""Rules behind each wager that was judged, besides the one that its payment cites."""


def _behind(rules: CaribbeanStudRules, payment: Payment, *, misdealt: bool, coupon: bool) -> Iterator[str]:
    yield payment.rule
    if payment.rule == "jackpot_ends_by":
        yield "eased_hand_paid"
    if misdealt:
        yield from ("misdeal_progressive", "misdeal_envy")
    if payment.wager == "progressive" and coupon:
        yield "progressive_coupon"
    if payment.result == "void":
        yield "void_hand_returns"
        if payment.rule == "stub_count_wrong":
            yield "misdealt_deck_total"
        return
    if payment.result not in ("win", "lose", "push"):
        return
    yield from JUDGED
    yield from BEHIND.get(payment.wager, ())
    if payment.wager == "progressive" and payment.result == "win":
        yield "awards_from"
        if payment.hand is not None and category(payment.hand) is Category.ROYAL_FLUSH and _without_royal(rules):
            yield "straight_flush_includes_royal"
    if payment.source == "meter" and "%" in (payment.odds or ""):
        yield from ("percentage_source", "percentage_rounding", "full_award_resets_to", "same_round_jackpots")
        if rules.same_round_jackpots == "split":
            yield "split_odd_cents"
        if payment.wager == "five_card_dealer":
            yield "dealer_award_worked_out"


def _without_royal(rules: CaribbeanStudRules) -> bool:
    """Whether the schedule pays a royal flush as a straight flush."""
    lines = rules.progressive.lines if rules.progressive else {}
    royal, straight = lines.get(Category.ROYAL_FLUSH), lines.get(Category.STRAIGHT_FLUSH)
    return royal is not None and royal == straight


def applied(rules: CaribbeanStudRules, round: Round, payments: tuple[Payment, ...]) -> Iterator[str]:
    """The rules, some of them more than once."""
    yield from ALWAYS
    for payment in payments:
        coupon = bool(round.seats[payment.seat].coupon)
        yield from _behind(rules, payment, misdealt=round.misdealt, coupon=coupon)
