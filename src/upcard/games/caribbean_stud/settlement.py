"""One step of the settlement of a round.

`agenda` lists the steps as the law orders them; `perform` does one of them. Live rounds and finished rounds read back
from a file go through the same two functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from upcard.cards import Category, category
from upcard.games.caribbean_stud.five_card import cover_all, covers, five_card
from upcard.games.caribbean_stud.main_wagers import Meters, Outcome, hand, misdealt, no_hand, paid_at_once
from upcard.games.caribbean_stud.progressive import envy, progressive
from upcard.games.caribbean_stud.round import Round, Step
from upcard.games.payment import Payment
from upcard.law.registry import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules


def perform(rules: CaribbeanStudRules, round: Round, step: Step, meters: Meters) -> Outcome:
    """One step of the agenda. Nothing changes: the meters are the caller's to draw down."""
    match step.kind:
        case "misdeal":
            return Outcome(misdealt(rules, round))
        case "no_hand":
            standing = [s for s in round.counter_clockwise if round.seats[s].standing]
            lines = [p for s in standing for p in no_hand(rules, round, s)]
            return Outcome(
                tuple(sorted(lines, key=lambda p: p.wager == "bet"))
            )  # all antes are paid before a bet goes back
        case "hand":
            return Outcome(hand(rules, round, step.seat))
        case "progressive":
            return progressive(rules, round, step.seat, meters)
        case "envy":
            return Outcome(envy(rules, round, step.seat))
        case "five_card":
            return five_card(rules, round, step.seat, meters)
        case "cover_all":
            return Outcome(cover_all(rules, round))
        case _:
            assert_never(step.kind)


# ---- The order of a settlement -----------------------------------------------------------------------------
# its steps as the law lists them, which depend on no player's cards.


FIVE_CARD = ("five_card_player", "five_card_dealer")


@implements(side_wagers_settled="in every case", settlement_order="counter-clockwise from the dealer's right")
def agenda(rules: CaribbeanStudRules, round: Round) -> tuple[Step, ...]:
    """The steps of the settlement in the order of the law; they depend on no player's cards."""
    law = rules.law
    live = [s for s in round.counter_clockwise if round.seats[s].void is None]
    standing = [s for s in live if not round.seats[s].folded]
    wagered = [s for s in live if round.seats[s].progressive]
    carries_envy = rules.progressive is not None and bool(rules.progressive.envy) and bool(wagered)

    def base(seat: int) -> tuple[Step, ...]:
        """Ante, bet and bonus; of a seat that was paid at once the bonus alone."""
        left = not at_once or (not round.misdealt and bool(round.seats[seat].wagers.get("bonus")))
        return (Step("hand", seat),) if seat in standing and left else ()

    def progressive(seat: int) -> tuple[Step, ...]:
        return (Step("progressive", seat),) if seat in standing and seat in wagered else ()

    def side(seat: int) -> tuple[Step, ...]:
        """What is settled in a seat's own turn after ante and bet."""
        steps = progressive(seat)
        if law.envy_paid == "in turn" and carries_envy and seat in standing:
            steps += (Step("envy", seat),)
        wagers = round.seats[seat].wagers
        kept = FIVE_CARD if seat in standing else law.fold_keeps
        if any(wagers.get(wager) for wager in FIVE_CARD if wager in kept):
            steps += (Step("five_card", seat),)
        return steps

    steps: tuple[Step, ...] = ()
    at_once = round.misdealt or paid_at_once(rules, round)
    if at_once:
        steps += (Step("misdeal" if round.misdealt else "no_hand"),) if live else ()
    for seat in live:
        steps += base(seat)
        if law.progressive_settled == "in turn":
            steps += side(seat)
    if law.progressive_settled == "after all":
        for seat in live:
            steps += progressive(seat)
    if law.envy_paid == "end of round" and carries_envy:
        steps += (Step("envy"),)
    if law.cover_all_last and any(covers(rules, round.seats[s]) for s in live):
        steps += (Step("cover_all"),)
    return steps


# ---- Which rules touched a round ---------------------------------------------------------------------------
# those behind each payment and behind how it was worked out.


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
