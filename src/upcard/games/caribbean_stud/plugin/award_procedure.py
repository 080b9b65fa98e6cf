"""Who must see an award before it is paid, who pays it, and what is written down about it."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards import category
from upcard.games.caribbean_stud.decide import unseen
from upcard.games.caribbean_stud.plugin.racking import wins_progressive
from upcard.games.caribbean_stud.round import Round, Seat, Step, StepKind
from upcard.games.payment import Payment
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.actor import DEALER, FLOORPERSON, SUPERVISOR, Role
from upcard.tables.due import Due, first_rule
from upcard.tables.state import Table
from upcard.units import Award, For, Share, parse_award

VERIFIED: dict[str, tuple[str, tuple[Role, ...]]] = {
    "hand": ("VerifyHand", DEALER),
    "light": ("VerifyLight", DEALER),
    "supervisor": ("ValidateAward", SUPERVISOR),
}
"""What the law wants verified of a progressive award: the command that does it and whose it is."""


@implements(award_verification=("hand", "light", "supervisor"))
def verification(rules: CaribbeanStudRules, table: Table, round: Round, step: Step) -> Iterator[Due]:
    """What stands before the next step of the settlement is paid, once the hand of the seat has been seen."""
    if step.seat in unseen(rules, round, step):
        return
    if step.kind == "progressive":
        yield from _progressive(rules, table, round, step.seat)
    if step.kind == "five_card":
        yield from _five_card(rules, table, round, step.seat)


def _progressive(rules: CaribbeanStudRules, table: Table, round: Round, number: int) -> Iterator[Due]:
    law, seat = rules.law, round.seats[number]
    lit = number in table.winners
    wins = wins_progressive(rules, seat)
    if law.winner_key and lit != wins and seat.value:
        yield Due("KeyWinner", "winner_key", number)
    if not wins:
        return
    if law.supervisor_called and ("CallSupervisor", number) not in table.done and table.call != "passing":
        yield Due("CallSupervisor", "supervisor_called", number)
    steps: list[tuple[str, str, tuple[Role, ...]]] = []
    if law.supervisor_verifies:
        steps.append(("VerifyAward", supervised_under(rules, round), SUPERVISOR))
    for rule in ("progressive_verification", "award_verification"):
        for what in getattr(law, rule) or ():
            if what == "floorperson" and law.hand_confirmed_by is not None:
                steps.append(("ConfirmHand", "hand_confirmed_by", law.hand_confirmed_by))
            elif what in VERIFIED and VERIFIED[what][0] not in [act for act, _, _ in steps]:
                steps.append((VERIFIED[what][0], rule, VERIFIED[what][1]))
    for act, rule, roles in steps:
        if (act, number) not in table.done:
            yield Due(act, rule, number, roles=roles)


def supervised_under(rules: CaribbeanStudRules, round: Round) -> str:
    """The rule by which a games supervisor sees to an award: the text has one for a dealer without a hand."""
    without = round.qualifies is False and rules.law.supervisor_verifies_no_hand
    return "supervisor_verifies_no_hand" if without else "supervisor_verifies"


def settled_by(rules: CaribbeanStudRules, round: Round) -> tuple[tuple[Role, ...], str]:
    """Who does the next step of the settlement, and by which rule: under one text a supervisor pays what is won."""
    if any(_paid_by_supervisor(rules, round, step) for step in round.agenda[:1]):
        return SUPERVISOR, supervised_under(rules, round)
    return DEALER, "settlement_order"


def _paid_by_supervisor(rules: CaribbeanStudRules, round: Round, step: Step) -> bool:
    paid = rules.law.supervisor_verifies is not None and step.kind == "progressive"
    return paid and wins_progressive(rules, round.seats[step.seat])


SETTLED_UNDER: dict[StepKind, tuple[str, ...]] = {
    "misdeal": ("dealer_wrong_count",),
    "no_hand": ("no_hand_paid",),
    "hand": ("settlement_order",),
    "progressive": ("progressive_verification", "progressive_settled"),
    "envy": ("envy_paid",),
    "five_card": ("five_card_verification",),
    "cover_all": ("cover_all_last",),
}
"""The rules that order a step of the settlement of Caribbean stud; the first that the edition has is named."""


def settled_under(rules: CaribbeanStudRules, round: Round, step: Step) -> str:
    """The rule that orders a step of the settlement, for who is to do it and for the record of it."""
    if _paid_by_supervisor(rules, round, step):
        return supervised_under(rules, round)
    kind: StepKind = "no_hand" if step.kind == "hand" and round.qualifies is False else step.kind
    return next(name for name in SETTLED_UNDER[kind] if name in rules.edition.citations)


def shown_under(rules: CaribbeanStudRules, round: Round) -> str:
    """The rule that has a hand turned up: to be compared only where the dealer has a hand to compare it with."""
    if rules.law.progressive_settled == "in turn":
        return "settlement_order"  # each player's cards are turned up as that player's wagers are settled
    if round.misdealt:
        return "dealer_wrong_count"
    return "higher_hand_wins" if round.qualifies else "no_hand_cards_collected"


def validated_under(t: TableRules, round: Round, kind: str) -> str | None:
    """The rule that has an award of that kind seen to before it is paid, where the edition has one."""
    if kind == "five_card":
        return first_rule(t, "five_card_verification")
    return first_rule(t, "award_verification", supervised_under(t.rules, round), "supervisor_called")


def _verified_by_the_floor(rules: CaribbeanStudRules, award: Award) -> bool:
    """Percentages, and odds from those that the law names upwards."""
    if isinstance(award, Share):
        return True
    lowest = parse_award(rules.law.five_card_verified_from or "1 for 1")
    return isinstance(award, For) and isinstance(lowest, For) and award.odds >= lowest.odds


def _five_card(rules: CaribbeanStudRules, table: Table, round: Round, number: int) -> Iterator[Due]:
    won = five_card_awards(rules, round, number, round.seats[number])
    wanted = rules.law.five_card_verification or ()
    if not won:
        return
    if "hand" in wanted and ("VerifyFiveCard", number) not in table.done:
        yield Due("VerifyFiveCard", "five_card_verification", number)
    large = any(_verified_by_the_floor(rules, award) for award in won)
    if large and "floorperson" in wanted and ("ValidateFiveCard", number) not in table.done:
        yield Due("ValidateFiveCard", "five_card_verification", number, roles=FLOORPERSON)


def five_card_awards(rules: CaribbeanStudRules, round: Round, number: int, seat: Seat) -> list[Award]:
    """What the five card hand bonus wagers of a seat win, magic card and lucky bonus among it."""
    assert rules.five_card is not None
    found: list[Award | None] = []
    if seat.wagers.get("five_card_player") and seat.value:
        found.append(rules.five_card.get(category(seat.value)))
        found.append(rules.magic_card if round.magic_card in seat.cards else None)
        found.append(rules.lucky if round.lucky == str(number) else None)
    if seat.wagers.get("five_card_dealer"):
        found.append(rules.five_card.get(category(round.dealer_value)))
        found.append(rules.magic_card if round.magic_card in round.dealer else None)
        found.append(rules.lucky if round.lucky == "dealer" else None)
    return [award for award in found if award is not None]


def documented_under(rules: CaribbeanStudRules, payment: Payment) -> str | None:
    """The rule that wants an award documented before its cards are racked."""
    if payment.source != "meter":
        return None
    if payment.wager == "progressive":
        return "progressive_verification" if rules.law.progressive_verification else None
    return "five_card_verification" if rules.law.five_card_verification else None


def documents(table: Table) -> Iterator[Due]:
    """What is not written down yet."""
    for seat, rule, _ in table.documents:
        yield Due("DocumentAward", rule, seat, roles=FLOORPERSON)
