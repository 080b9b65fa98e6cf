"""Whether an ante, an insurance fee or a tip may lie where it is put."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from upcard.cards import Category
from upcard.games.bonus_six.phases import DECIDED_BY
from upcard.games.bonus_six.round import Round, Seat
from upcard.games.bonus_six.settlement import discarded_under
from upcard.games.moves import refuse_beyond
from upcard.games.option import STATES, Labels, Offer, bounds_said
from upcard.law.registry import implements
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.election import most_owed
from upcard.units import show_dollars


@implements(ante_required=True, ante_range="posted")
def check_ante(rules: BonusSixRules, cents: int) -> None:
    if cents <= 0:
        raise rules.refuse("ante_required", "ante: before any card each player makes an ante")
    if cents < rules.minimum:
        raise rules.refuse("ante_range", f"ante: the posted minimum is {show_dollars(rules.minimum)}")
    if rules.maximum is not None and cents > rules.maximum:
        raise rules.refuse("ante_range", f"ante: the posted maximum is {show_dollars(rules.maximum)}")


def check_insurance(rules: BonusSixRules, ante: int, cents: int) -> None:
    if ante % rules.law.insurance_divisor:
        because = f"insurance: half of {show_dollars(ante)} is no whole number of cents: this ante cannot be insured"
        raise rules.refuse("insurance_divisor", because)
    if cents * rules.law.insurance_divisor != ante:
        raise rules.refuse("insurance_divisor", "insurance: the fee is exactly half the ante")


def check_tip(rules: BonusSixRules, cents: int) -> None:
    """A tip bet has no minimum in law; a house may post a maximum."""
    if cents <= 0:
        raise rules.refuse(None, "tip: a tip bet is more than nothing")
    if (most := rules.maxima.get("tip")) is not None and cents > most:
        raise rules.refuse(None, f"tip: the house takes no more than {show_dollars(most)}")


def check_tips(rules: BonusSixRules, seat: Seat) -> None:
    """Tips lie with the ante and with bets that were made; later ones equal the first."""
    for tip in seat.tips:
        if tip:
            check_tip(rules, tip)
    if len(seat.tips) > seat.bets + 1:
        raise rules.refuse("further_tips", "tips: there are more tip bets than wagers that they could lie with")
    if any(seat.tips[:1]) and not rules.law.tip_with_ante:
        raise rules.refuse("tip_with_ante", "tips: none is taken with the ante")
    for tip in seat.tips[1:]:
        if tip and not rules.further_tips:
            raise rules.refuse("further_tips", "tips: this house takes a tip with the ante only")
        if tip and tip != seat.tips[0] and rules.law.further_tips_equal:
            raise rules.refuse("further_tips_equal", "tips: a later tip bet equals the one on the ante")


# ---- The wagers that a table of Bonus 6 takes, what lies at a seat, and what a decision puts down ----------


INSURANCE = "Half the ante, for the right to buy a bonus card; a fee that does not come back."


def offers(rules: BonusSixRules, seat: Seat | None) -> tuple[Offer, ...]:
    """Every wager that the table takes, in order; the fee is known once an ante lies there."""
    half = rules.law.insurance_divisor
    fee = (seat.ante // half,) if seat is not None else None
    return (
        Offer("ante", "ante_range", rules.minimum, rules.maximum),
        Offer("insurance", "insurance_divisor", amounts=fee, instead=INSURANCE, of="ante", divisor=half, exact=True),
        Offer("tip", "tip_with_ante", None, rules.maxima.get("tip")),
    )


def limits(rules: BonusSixRules) -> str:
    """Such as: Ante $5 to $100; Insurance, Tip."""
    tip = f" {bounds_said(1, rules.maxima['tip'])}" if "tip" in rules.maxima else ""
    return f"Ante {bounds_said(rules.minimum, rules.maximum)}; Insurance, Tip{tip}"


def placed(seat: Seat) -> dict[str, int]:
    """The wagers that lie at a seat before the deal."""
    found = {"ante": seat.ante, "insurance": seat.insurance, "tip": sum(seat.tips[:1])}
    return {wager: cents for wager, cents in found.items() if cents or wager == "ante"}


def decided(rules: BonusSixRules, round: Round, number: int, act: str) -> tuple[int, str]:
    """What a decision puts down beside a tip, and the rule that it is made under."""
    ante, law = round.seats[number].ante, rules.law
    match act:
        case "Bet":
            first = round.phase == "second"
            return ante * (law.first_bet_multiple if first else law.second_bet_multiple), DECIDED_BY[round.phase]
        case "BuyCard":
            return ante * law.bonus_card_multiple, "bonus_card_multiple"
        case "Stand":
            return 0, "winning_hand_stands"
        case "Discard":
            return 0, discarded_under(round.seats[number])
        case _:
            return 0, DECIDED_BY[round.phase]


# ---- What a round of Bonus 6 could come to cost the tray, and whether a house takes that upon itself -------


Seats = Mapping[int, Seat]


def liability(rules: BonusSixRules, seats: Seats) -> int:
    """The most that these seats can be paid, in cents, should each of them make both bets with all tips."""
    return most_owed(_costs(rules, seat) for seat in seats.values())


def check_liability(rules: BonusSixRules, seats: Seats, wager: str = "") -> None:
    """Refuses wagers that could come to cost too much; an ante is then beyond the range that is posted."""
    refuse_beyond(rules, liability(rules, seats), "ante_range" if wager == "ante" else None)


def with_wager(seats: Seats, number: int, wager: str, cents: int) -> dict[int, Seat]:
    """The seats with an ante or tip more."""
    seat = seats.get(number, Seat())
    return {**seats, number: replace(seat, ante=cents) if wager == "ante" else replace(seat, tips=(cents,))}


def _costs(rules: BonusSixRules, seat: Seat) -> dict[Category, int]:
    wagers = seat.ante * rules.times("ante")
    tips = max(seat.tips[0] * rules.times("tip"), sum(seat.tips)) if seat.tips else 0
    return {hand: odds.pays(wagers) + odds.pays(tips) for hand, odds in rules.schedule.lines.items()}


# ---- What the things of Bonus 6 are called -----------------------------------------------------------------


LABELS = Labels(
    wagers={
        "ante": "Ante", "bet_1": "First bet", "bet_2": "Second bet", "insurance": "Insurance", "tip": "Tip",
        "bonus_card": "Bonus card",
    },
    states={**STATES, "stand": "stands", "discard": "discards", "card": "bonus card"},
    decisions={
        "Fold": ("Fold", "f"), "Bet": ("Bet", "b"), "Stand": ("Stand", "t"), "Discard": ("Discard", "d"),
        "BuyCard": ("Bonus card", "c"),
    },
    steps={
        "DealUnseen": "Key what was dealt",
        "DealStreet": "Deal the next card",
        "TurnCommunity": "Turn the community card",
        "ShowHand": "Key seat {seat}'s cards",
        "DealBonusCard": "Bonus card for seat {seat}",
        "SettleSeat": "Settle seat {seat}",
    },
    settlement={},
    irregularities={
        "wrong-deck": ("A card lies there twice, or is none of the 52", ""),
        "wrong-count": ("A hand has a wrong number of cards", ""),
        "card-off-table": ("A card left the table", ""),
        "exposed-card": ("A card was exposed", "It is turned over, and the round goes on with it."),
        "community-card-exposed": ("The community card was exposed", "It is turned over, and the deal goes on."),
    },
    short={"bet_1": "Bet 1", "bet_2": "Bet 2", "insurance": "Insur", "bonus_card": "Card"},
)  # fmt: skip
