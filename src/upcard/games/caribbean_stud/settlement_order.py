"""The order of a settlement: its steps as the law lists them, which depend on no player's cards."""

from __future__ import annotations

from upcard.games.caribbean_stud.cover_all import covers
from upcard.games.caribbean_stud.round import Round, Step
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules

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
        return (Step("hand", seat),) if seat in standing else ()

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
    at_once = round.misdealt or (round.qualifies is False and law.no_hand_paid == "at once")
    if at_once:
        steps += (Step("misdeal" if round.misdealt else "no_hand"),) if live else ()
    for seat in live:
        if not at_once:
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
