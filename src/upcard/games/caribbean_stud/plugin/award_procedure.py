"""Who must see an award before it is paid, who pays it, and what is written down about it."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards import Category, category
from upcard.games.caribbean_stud.correction import SETTLEMENT
from upcard.games.caribbean_stud.decide import unseen
from upcard.games.caribbean_stud.progressive import may_bring_envy
from upcard.games.caribbean_stud.round import Round, Seat, Step, StepKind
from upcard.games.payment import Payment
from upcard.law.registry import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.commands import DEALER, FLOORPERSON, SUPERVISOR, Due, Role, first_rule
from upcard.tables.state import DEALER as DEALERS_PLACE
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
    """What stands before the next step of the settlement is paid, once every hand that it waits for has been seen."""
    if unseen(rules, round, step):
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
    return isinstance(award, For) and isinstance(lowest, For) and award.ratio >= lowest.ratio


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


# ---- Which hands stay on the table, until when, and which go to the rack -----------------------------------
# spread, counted, in the order of the law.


def folded_cards(rules: CaribbeanStudRules, table: Table, round: Round) -> Iterator[Due]:
    """Folded hands before the hole cards are turned: at once where the law says so, else when all have decided.

    Where a wager keeps the cards on the table, what the fold gives up is collected all the same. A hand that turns out
    void has given up nothing, and its cards are collected all the same.
    """
    first = rules.law.forfeits_collected_first
    if round.phase == "deciding" and rules.law.folded_cards_collected != "at once":
        return
    rule = "forfeits_collected_first" if first and round.phase == "decided" else "fold_forfeits_ante"
    for number in round.clockwise:
        seat = round.seats[number]
        if not seat.folded or number in table.racked:
            continue
        if not _kept_by_wager(seat):
            under = rule if seat.void is None else "folded_cards_collected"
            yield Due("RackCards", under, number, any_order=not first)
        elif ("CollectForfeits", number) not in table.done:
            yield Due("CollectForfeits", rule, number)


def _kept_by_wager(seat: Seat) -> bool:
    """A folded hand is still judged for the five card hand bonus that was wagered on it, unless it is void."""
    return bool(seat.wagers.get("five_card_player")) and seat.void is None


def cards(rules: CaribbeanStudRules, table: Table, round: Round) -> Iterator[Due]:
    """While the round is settled: hands whose turn is over are racked, or left for what is still to be paid on them."""
    if round.agenda and round.agenda[0].kind in ("no_hand", "misdeal"):
        return
    if _outranks(rules, table, round, round.dealer_value, DEALERS_PLACE):
        yield Due("LeaveExposed", _exposed_rule(rules, table, round.dealer_value), DEALERS_PLACE)
    in_turn = rules.law.progressive_settled == "in turn"
    waiting = {step.seat for step in round.agenda if step.kind == "hand" or in_turn}
    for number in sorted(round.counter_clockwise, key=lambda n: round.seats[n].void is not None):
        seat = round.seats[number]
        later = seat.void is not None and round.agenda and not _collects_all(rules, round)
        if number in table.racked or number in waiting or later:
            continue
        if seat.standing and _outranks(rules, table, round, seat.value, number):
            yield Due("LeaveExposed", _exposed_rule(rules, table, seat.value), number)
        elif not _stays(rules, table, round, number):
            yield _racked(rack_rule(rules, table, round, number), number)


def _racked(rule: str, number: int) -> Due:
    """A hand goes to the rack: with no hand to beat in any order, and once it is verified by nobody who is named."""
    whose = "" if rule == "supervisor_verifies" else None
    return Due("RackCards", rule, number, any_order=rule == "no_hand_cards_collected", whose=whose)


def dealers_hand(rules: CaribbeanStudRules, table: Table) -> Iterator[Due]:
    """The dealer's own hand goes last, where the law has every card racked so that hands can be made again."""
    if rules.law.hands_reconstructable and DEALERS_PLACE not in table.racked:
        yield Due("RackCards", "hands_reconstructable", DEALERS_PLACE)


# ------------------------------------------------------------------------------------- what is still to be paid


def wins_progressive(rules: CaribbeanStudRules, seat: Seat) -> bool:
    """Whether a hand that is known wins the progressive."""
    return (
        rules.progressive is not None
        and bool(seat.progressive)
        and bool(seat.value)
        and category(seat.value) in rules.progressive.lines
    )


def envy_at_stake(rules: CaribbeanStudRules, round: Round, seat: Seat) -> bool:
    """Whether the hand may bring envy, to somebody else, that is paid when the round ends."""
    carries = rules.progressive is not None and bool(rules.progressive.envy)
    wagered = any(other.progressive and other.void is None for other in round.seats.values() if other is not seat)
    return carries and wagered and may_bring_envy(rules, round, seat)


def brings_envy(rules: CaribbeanStudRules, round: Round, seat: Seat) -> bool:
    """Whether a hand that is known brings envy that is paid when the round ends."""
    found = bool(seat.value) and category(seat.value).key in rules.law.envy_hands
    return found and envy_at_stake(rules, round, seat)


def _stays(rules: CaribbeanStudRules, table: Table, round: Round, number: int) -> tuple[str, str] | None:
    """The rule that leaves a hand whose turn is over on the table for now, and why; None where it does not stay."""
    seat = round.seats[number]
    for _, rule, hand in table.documents:
        if number == hand:
            return rule, f"the award on the cards of seat {number} is documented first"
    if table.candidate == number and Step("cover_all") in round.agenda:
        return "cover_all_hands_stay", f"the hand of seat {number} stays exposed for the cover all wagers"
    if not round.agenda or rules.law.progressive_settled == "in turn" or not seat.standing:
        return None
    unseen = not seat.cards
    if brings_envy(rules, round, seat):
        return "envy_hand_stays", f"the hand of seat {number} brings envy: it lies face up until all payments are made"
    if Step("progressive", number) in round.agenda and (unseen or wins_progressive(rules, seat)):
        left = "no_hand_cards_collected" if round.qualifies is False else "cards_racked_in_turn"
        until = "is turned up first: it may win" if unseen else "lies face up until its progressive wager is settled"
        return left, f"the hand of seat {number} {until}"
    if unseen and envy_at_stake(rules, round, seat):
        return "envy_hand_stays", f"the hand of seat {number} is turned up first: it may bring envy"
    return None


def why_kept(rules: CaribbeanStudRules, table: Table, round: Round, number: int) -> tuple[str | None, str]:
    """Why cards do not go to the rack now: the rule that keeps them, where there is one, and in words."""
    law, seat = rules.law, round.seats.get(number)
    if number in table.racked:
        return None, "these cards are in the rack"
    whose = f"seat {number}" if number else "the dealer"
    if round.phase in ("betting", "closed") and table.drawn:
        return None, f"what was dealt is keyed before the cards of {whose} are racked"
    if (number and seat is None) or round.phase in ("betting", "closed"):
        return None, f"{whose} has no cards"
    documented = [rule for _, rule, hand in table.documents if hand == number]
    if documented:
        return documented[0], f"the award on the cards of {whose} is documented first"
    if round.void is not None:
        return None, "the round is void: its cards are collected when it is reconciled"
    if seat is None and not law.hands_reconstructable:
        return None, "the dealer's own hand is collected when the round is reconciled"
    if seat is None:
        return None, "the dealer's own hand is racked last"
    if seat.void is not None and (round.phase in SETTLEMENT or not seat.folded):
        return None, f"the cards of seat {number} are void: they are collected when the round is settled"
    if seat.folded and _kept_by_wager(seat):
        return "fold_keeps", f"the five card hand bonus wager on the cards of seat {number} is still to be settled"
    if seat.folded:
        return "folded_cards_collected", "folded cards are collected when everybody has decided"
    if round.agenda and round.agenda[0].kind == "no_hand":
        return "no_hand_paid", "every ante is paid first"
    waits = round.phase not in SETTLEMENT or Step("hand", number) in round.agenda
    if not waits and _outranks(rules, table, round, seat.value, number):
        return _exposed_rule(rules, table, seat.value), f"the hand of seat {number} is left exposed"
    if not waits and (stays := _stays(rules, table, round, number)):
        return stays
    in_turn = "hands_reconstructable" if law.hands_reconstructable else "cards_racked_in_turn"
    return in_turn, f"seat {number} is still to be settled"


def _collects_all(rules: CaribbeanStudRules, round: Round) -> bool:
    """Whether every player's cards are collected, void ones too: the dealer has no hand, and the law says so."""
    return round.qualifies is False and bool(rules.law.no_hand_cards_collected)


def rack_rule(rules: CaribbeanStudRules, table: Table, round: Round, number: int) -> str:
    """The rule under which a hand goes to the rack."""
    seat, law = round.seats[number], rules.law
    if seat.folded and seat.void is None and ("CollectForfeits", number) not in table.done:
        return "fold_forfeits_ante"
    if seat.void is not None and not _collects_all(rules, round):
        return "hands_reconstructable" if law.hands_reconstructable else "cards_racked_in_turn"
    if law.envy_hand_stays and brings_envy(rules, round, seat):
        return "envy_hand_stays"
    if law.supervisor_verifies and wins_progressive(rules, seat):
        return "supervisor_verifies"
    if round.agenda and number in table.candidates:
        return "cover_all_replaced"
    if _collects_all(rules, round):
        return "no_hand_cards_collected"
    return "cards_racked_in_turn"


# ------------------------------------------------------------------------------------- the highest hand at the table


@implements(cover_all_replaced="by a higher hand")
def _outranks(rules: CaribbeanStudRules, table: Table, round: Round, value: int, place: int) -> bool:
    """Whether a hand must stay exposed as the highest at the table so far, for the cover all wagers."""
    lowest = rules.law.cover_all_also_stays or rules.law.cover_all_hands_stay
    if Step("cover_all") not in round.agenda or place in table.candidates or lowest is None:
        return False
    best = 0
    if table.candidate is not None:
        best = round.dealer_value if table.candidate == DEALERS_PLACE else round.seats[table.candidate].value
    return category(value) >= Category[lowest.upper()] and value > best


def _exposed_rule(rules: CaribbeanStudRules, table: Table, value: int) -> str:
    if table.candidates:
        return "cover_all_replaced"
    named = rules.law.cover_all_hands_stay
    listed = named is not None and category(value) >= Category[named.upper()]
    return "cover_all_hands_stay" if listed else "cover_all_also_stays"
