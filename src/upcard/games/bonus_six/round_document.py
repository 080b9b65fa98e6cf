"""A finished round of Bonus 6 as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec

from upcard.cards import Card, distinct, show_card
from upcard.document import CardText, EditionId, Money, SeatNumber, Value, doc
from upcard.games import settle as read
from upcard.games.bonus_six.round import OFF_TABLE, WRONG_DECK, Decision, Round, Seat
from upcard.games.bonus_six.settlement import FEES, carded, discarded, folded, hand_value, judged, stood, voided
from upcard.games.bonus_six.wagers import check_ante, check_insurance, check_liability, check_tips
from upcard.games.payment import Meter, Payment
from upcard.law.registry import implements
from upcard.rules.bonus_six import BonusSixRules
from upcard.units import show_cents

# ---- A finished round of Bonus 6, whole --------------------------------------------------------------------
# read, checked against the rules, and settled.


FIELDS = ("edition", "house", "community", "seats", "irregularity", "meters")
SEAT_FIELDS = ("cards", "decisions", "wagers", "tips", "irregularity")
UNSEEN = (("fold",), ("discard",))
"""The last decisions of hands that may be thrown in unseen."""


def _wagers(rules: BonusSixRules, seat: Mapping[str, Any], field: str) -> tuple[int, int]:
    listed = read.mapping(read.required(seat, "wagers", field), f"{field}.wagers")
    read.known_fields(listed, f"{field}.wagers", ("ante", "insurance"))
    amounts = {wager: read.cents(value, f"{field}.wagers.{wager}") for wager, value in listed.items()}
    ante, insurance = amounts.get("ante", 0), amounts.get("insurance", 0)
    with read.within(f"{field}.wagers"):
        check_ante(rules, ante)
        if insurance:
            check_insurance(rules, ante, insurance)
    return ante, insurance


def _decisions(rules: BonusSixRules, seat: Mapping[str, Any], field: str) -> tuple[Any, ...]:
    listed = seat.get("decisions")
    if listed is None:
        return ()
    if not isinstance(listed, list | tuple):
        raise read.malformed(f"{field}.decisions", "a list of decisions is expected")
    for street, (decision, choices, rule) in enumerate(
        zip(
            listed,
            (("bet", "fold"), ("bet", "fold"), rules.law.final_choices),
            ("first_bet_multiple", "second_bet_multiple", "final_choices"),
            strict=False,
        )
    ):
        if decision not in choices:
            allowed = " or ".join(choices)
            raise rules.refuse(rule, f"{field}.decisions: decision {street + 1} is {allowed}, not {decision!r}")
        if decision == "fold" and len(listed) > street + 1:
            raise rules.refuse(rule, f"{field}.decisions: nothing is decided after a fold")
    if len(listed) > 3:
        raise rules.refuse("final_choices", f"{field}.decisions: there are three decisions at most")
    return tuple(listed)


def _right_count(rules: BonusSixRules, seat: Seat) -> int:
    """How many own cards belong to the decisions made."""
    streets = len(seat.decisions) - (seat.last in ("fold", "stand", "discard"))
    return rules.law.first_cards + streets


def _check_finished(rules: BonusSixRules, seat: Seat, field: str) -> None:
    unfinished = {0: "first_bet_multiple", 1: "second_bet_multiple", 2: "final_choices"}
    if seat.last in (None, "bet"):
        rule = unfinished[len(seat.decisions)]
        raise rules.refuse(rule, f"{field}.decisions: the hand has a decision to make yet")


def _check_final(rules: BonusSixRules, seat: Seat, community: Card, field: str, *, keyed: bool) -> Seat:
    """The last decision against the hand; the seat comes back with the value of its last hand.

    Real cards that are tucked away are seen by nobody but their player: a losing hand that stood is found when it is
    exposed, and is collected.
    """
    four = msgspec.structs.replace(seat, cards=seat.cards[: rules.law.first_cards + 2])
    wins = rules.schedule.odds(hand_value(rules, four, community)) is not None
    match seat.last:
        case "stand" if not wins and not keyed:
            raise rules.refuse("final_choices", f"{field}.decisions: a losing hand does not stand")
        case "discard" if wins and rules.law.winning_hand_stands:
            raise rules.refuse("winning_hand_stands", f"{field}.decisions: a winning hand is not discarded")
        case "card" if wins and len(seat.cards) > len(four.cards):
            because = "a winning hand gets no bonus card; one that was dealt is taken away: leave it out"
            raise rules.refuse("bonus_card_fee_on_winner", f"{field}.cards: {because}")
        case _:
            return msgspec.structs.replace(seat, value=hand_value(rules, seat, community))


def _tips(listed: Sequence[Any], field: str) -> tuple[int, ...]:
    """The tip bets in order; one of nothing after the others is none."""
    tips = [read.cents(tip, f"{field}.tips") for tip in listed]
    while tips and not tips[-1]:
        tips.pop()
    return tuple(tips)


def _seat(rules: BonusSixRules, value: Mapping[str, Any], field: str, void: str | None) -> Seat:
    """What lies at a seat and what was decided there, before any hand is ranked; `void` where every hand is."""
    read.known_fields(value, field, SEAT_FIELDS)
    irregular = value.get("irregularity")
    if irregular == "exposed-card":
        because = "an exposed card is no misdeal, and the hand is settled as any other: leave it out"
        raise rules.refuse("exposed_card", f"{field}.irregularity: {because}")
    if irregular not in (None, OFF_TABLE):
        raise rules.refuse(None, f"{field}.irregularity: {rules.edition.id} knows no {irregular!r}")
    ante, insurance = _wagers(rules, value, field)
    decisions, cards = _decisions(rules, value, field), value.get("cards")
    if cards is None and not (irregular or void) and decisions[-1:] not in UNSEEN:
        raise read.malformed(f"{field}.cards", "they are missing, and the hand is judged by them")
    listed = value.get("tips")
    if listed is not None and not isinstance(listed, list | tuple):
        raise read.malformed(f"{field}.tips", "a list of amounts is expected")
    seat = Seat(
        ante=ante,
        insurance=insurance,
        tips=_tips(listed or (), field),
        cards=() if cards is None else read.cards(cards, f"{field}.cards"),
        decisions=decisions,
    )
    with read.within(field):
        check_tips(rules, seat)
    if seat.last == "discard" and seat.insurance and not rules.law.insured_may_discard:
        raise rules.refuse("insured_may_discard", f"{field}.decisions: an insured hand is not discarded")
    if seat.last == "card" and not seat.insurance and rules.law.uninsured_discards:
        raise rules.refuse("uninsured_discards", f"{field}.decisions: a bonus card takes the insurance fee first")
    return msgspec.structs.replace(seat, void=void or ("card_off_table" if irregular else None))


def _judged(
    rules: BonusSixRules, seat: Seat, field: str, community: Card | None, *, keyed: bool, thrown_in: bool
) -> Seat:
    """The seat with its hand ranked and its decisions held against it, or void; unseen if it was so `thrown_in`."""
    if seat.void is not None or thrown_in:
        return seat
    if len(seat.cards) == _right_count(rules, seat):
        _check_finished(rules, seat, field)
    elif not _stands_instead(rules, seat, community):
        return msgspec.structs.replace(seat, void="wrong_count")
    if seat.last == "fold":
        return seat
    if community is None:
        raise read.malformed("community", "it is missing")
    return _check_final(rules, seat, community, field, keyed=keyed)


def _stands_instead(rules: BonusSixRules, seat: Seat, community: Card | None) -> bool:
    """Whether a card was asked for by a hand that wins already, and rightly not dealt."""
    if seat.last != "card" or len(seat.cards) != _right_count(rules, seat) - 1:
        return False
    if community is None:
        raise read.malformed("community", "it is missing")
    return rules.schedule.odds(hand_value(rules, seat, community)) is not None


def read_round(rules: BonusSixRules, value: Mapping[str, Any], *, keyed: bool = False) -> Round:
    """The round that a finished round describes; a `Refused` says what is wrong with it."""
    read.known_fields(value, "", FIELDS)
    listed = read.seats(read.required(value, "seats"))
    given = value.get("community")
    community = read.card(given, "community") if given is not None else None
    void = _irregularity(rules, value)
    seats = {number: _seat(rules, seat, f"seats.{number}", void) for number, seat in listed.items()}
    with read.within("seats"):
        check_liability(rules, seats)
    dealt = [card for seat in seats.values() for card in seat.cards]
    if void is None and not distinct([*dealt, community] if community is not None else dealt):
        raise rules.refuse("single_deck", "a card stands twice: the game is dealt from one deck")
    ranked = {
        n: _judged(rules, seat, f"seats.{n}", community, keyed=keyed, thrown_in=listed[n].get("cards") is None)
        for n, seat in seats.items()
    }
    return Round(phase="settling", seats=ranked, community=community, void=void)


def _irregularity(rules: BonusSixRules, value: Mapping[str, Any]) -> str | None:
    """The rule that voids the round, where what went wrong with it does."""
    kind = value.get("irregularity")
    if kind not in (None, WRONG_DECK):
        raise rules.refuse(None, f"irregularity: {kind!r} is none that a finished round of {rules.edition.id} names")
    return None if kind is None else "wrong_deck"


@implements(settlement_order="counter-clockwise from the dealer's right", wrong_count="void", card_off_table="void")
def settle(rules: BonusSixRules, value: Mapping[str, Any], *, keyed: bool = False) -> read.Settled:
    """The settlement of a finished round in the form of `upcard settle`."""
    round = read_round(rules, value, keyed=keyed)
    payments: list[Payment] = []
    seats = {number: round.seats[number] for number in round.clockwise}
    for number, seat in seats.items():
        if seat.void is not None:
            payments += voided(rules, number, seat, seat.void)
    live = {number: seat for number, seat in seats.items() if seat.void is None}
    for bets in (0, 1):  # folds on two cards are collected before those on three
        for number, seat in live.items():
            if seat.last == "fold" and seat.bets == bets:
                payments += folded(rules, number, seat)
    for number, seat in live.items():
        if seat.last == "discard":
            payments += discarded(rules, number, seat)
        elif seat.last == "stand":
            payments += stood(rules, number, seat)
    for number, seat in live.items():
        if seat.last == "card":
            payments += carded(rules, number, seat, winner=len(seat.cards) < _right_count(rules, seat))
    for number in round.counter_clockwise:
        if round.seats[number].in_play:
            payments += judged(rules, number, round.seats[number])
    return read.Settled(msgspec.structs.replace(round, phase="settled", payments=tuple(payments)), tuple(payments), {})


# ---- round document ----------------------------------------------------------------------------------------


class SixWagers(TypedDict):
    """The wagers of a seat of Bonus 6."""

    ante: Annotated[Money, doc("The ante.")]
    insurance: Annotated[Money, doc("The insurance.")]


class SixSeatWritten(TypedDict):
    """A seat of Bonus 6."""

    cards: Annotated[list[CardText], doc("Its cards.")]
    decisions: Annotated[list[Decision], doc("What was decided, in order.")]
    wagers: Annotated[SixWagers, doc("Its wagers.")]
    tips: Annotated[list[Money], doc("Its tips.")]


class SixWritten(TypedDict):
    """A finished round of Bonus 6, as `upcard settle` reads it."""

    edition: Annotated[EditionId, doc("The law.")]
    house: Annotated[dict[str, Value], doc("What the house had elected.")]
    community: NotRequired[Annotated[CardText, doc("The community card.")]]
    seats: Annotated[dict[SeatNumber, SixSeatWritten], doc("The seats.")]
    irregularity: NotRequired[Annotated[str, doc("What made the round void.")]]


# ---- written -----------------------------------------------------------------------------------------------
# A round written down in the form that `upcard settle` reads, with every hand face up; its payments in order.


def written(rules: BonusSixRules, round: Round, meters: Mapping[str, Meter]) -> dict[str, Any]:
    """The round; it plays for no `meters`. One that is void may be so before the community card was turned."""
    assert round.community is not None or round.void is not None
    return {
        "edition": rules.edition.id,
        "house": rules.elections,
        **({} if round.community is None else {"community": show_card(round.community)}),
        "seats": {
            str(number): {
                "cards": [show_card(card) for card in round.seats[number].cards],
                "decisions": list(round.seats[number].decisions),
                "wagers": {
                    "ante": show_cents(round.seats[number].ante),
                    "insurance": show_cents(round.seats[number].insurance),
                },
                "tips": [show_cents(tip) for tip in round.seats[number].tips],
            }
            for number in round.clockwise
        },
        **({} if round.void is None else {"irregularity": WRONG_DECK}),
    }


def dealer_said(round: Round) -> dict[str, Any] | None:
    """The dealer has no hand."""
    return None


def listed(round: Round) -> tuple[Payment, ...]:
    """The payments as a settlement lists them: void hands, folds by street, last decisions, then the hands judged."""
    return tuple(sorted(round.payments, key=lambda payment: _place(round, payment)))


def _place(round: Round, payment: Payment) -> tuple[int, int]:
    seat, number = round.seats[payment.seat], payment.seat
    if seat.void is not None:
        return 0, number
    match seat.last:
        case "fold":
            return 1 + seat.bets, number
        case "discard":
            return 3, number
        case "stand" if payment.wager in FEES:
            return 3, number
        case "card" if payment.wager in FEES:
            return 4, number
        case _:
            return 5, -number


def applied(rules: BonusSixRules, round: Round, payments: tuple[Payment, ...]) -> Iterator[str]:
    """The rules behind each payment and behind how it was worked out, some of them more than once."""
    for payment in payments:
        yield payment.rule
        if payment.result == "void":
            yield "void_means"
        elif payment.result in ("win", "lose"):
            yield from ("pay_tables", "hand_ranks", "odds_apply_to")
