"""A finished round of Caribbean stud as a document.

>>> from upcard.cards import DECK, byte_stream, shuffle
>>> from upcard.games.payment import net
>>> from upcard.games.play_round import play_caribbean_stud
>>> from upcard.games.settle import settle
>>> from upcard.rules import caribbean_stud
>>> rules = caribbean_stud("sd-2015", {"limit": "50.00"})
>>> order = shuffle(DECK, byte_stream(b"written"))
>>> round = play_caribbean_stud(rules, order, {1: {"ante": 1000}}, lambda cards, up: "bet")
>>> document = written(rules, round, {})
>>> document["house"], settle(document)["net"] == {"1": show_cents(net(round.payments, 1))}
({'limit': '50.00'}, True)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from upcard.cards import Card, describe, distinct, rank_five, show_card
from upcard.document import CardText, EditionId, ExactMoney, Level, Money, SeatNumber, Value, Wager, doc
from upcard.games import settle as read
from upcard.games.caribbean_stud.decide import unseen
from upcard.games.caribbean_stud.events import AwardKept
from upcard.games.caribbean_stud.five_card import column
from upcard.games.caribbean_stud.irregularity import Irregularity, finished_irregularity, voids_round
from upcard.games.caribbean_stud.main_wagers import MISDEAL_RETURNS, forfeits, qualifies, voided
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.settlement import agenda, perform
from upcard.games.caribbean_stud.wagers import check_amount, check_coupon, check_liability, check_offered, needs_ante
from upcard.games.payment import Meter, Payment, drawn, written_meters
from upcard.number_format import multiple
from upcard.rules.caribbean_stud import FIVE_CARD_METER, SIDE_WAGERS, CaribbeanStudRules
from upcard.units import show_cents

# ---- A finished round of Caribbean stud, whole -------------------------------------------------------------
# read, checked against the rules, and settled.


FIELDS = ("edition", "house", "meters", "dealer", "seats", "magic_card", "lucky", "irregularity")
SEAT_FIELDS = ("cards", "decision", "wagers", "coupons")
LEVELS = ("main", "mega", "major", "minor", "five_card")


def _wagers(rules: CaribbeanStudRules, seat: Mapping[str, Any], field: str) -> Seat:
    listed = read.mapping(read.required(seat, "wagers", field), f"{field}.wagers")
    if "bet" in listed:
        bet = multiple(rules.law.bet_multiple, "the ante")
        raise rules.refuse("bet_multiple", f"{field}.wagers.bet: the bet is not listed; it is {bet}")
    amounts = {wager: read.cents(value, f"{field}.wagers.{wager}") for wager, value in listed.items()}
    coupons = read.optional_mapping(seat.get("coupons"), f"{field}.coupons")
    faces = {name: read.cents(value, f"{field}.coupons.{name}") for name, value in coupons.items()}
    ante = amounts.pop("ante", 0)
    if not ante:
        raise rules.refuse(
            needs_ante(rules, "progressive" if amounts.get("progressive") else "ante"),
            f"{field}.wagers.ante: nobody is dealt in without an ante",
        )
    with read.within(f"{field}.wagers"):
        check_amount(rules, Seat(), "ante", ante)
        for wager, cents in amounts.items():
            if cents or wager not in SIDE_WAGERS:
                check_offered(rules, wager)
            if cents:
                check_amount(rules, Seat(ante=ante), wager, cents)
    found = Seat(ante=ante, wagers={wager: amounts[wager] for wager in SIDE_WAGERS if amounts.get(wager)})
    with read.within(f"{field}.coupons"):
        for coupon, cents in faces.items():
            if cents or coupon not in ("match_play", "progressive"):
                check_coupon(rules, found, coupon, cents)
    return msgspec.structs.replace(found, match_play=faces.get("match_play", 0), coupon=faces.get("progressive", 0))


def _decision(rules: CaribbeanStudRules, seat: Mapping[str, Any], field: str, needed: bool) -> Any:
    decision = seat.get("decision")
    if decision is None:
        if needed:
            raise rules.refuse("decision_choices", f"{field}.decision: each player folds or bets")
        return None
    if decision not in rules.law.decision_choices:
        raise rules.refuse("decision_choices", f"{field}.decision: {decision!r} is neither fold nor bet")
    return decision


def _draws(
    rules: CaribbeanStudRules, value: Mapping[str, Any], seats: Collection[int]
) -> tuple[Card | None, str | None]:
    magic, lucky = value.get("magic_card"), value.get("lucky")
    if magic is not None and rules.magic_card is None:
        raise read.malformed("magic_card", f"{rules.edition.id} knows no magic card")
    if lucky is not None and rules.lucky is None:
        raise read.malformed("lucky", f"{rules.edition.id} knows no lucky bonus")
    if lucky is not None and lucky not in read.POSITIONS:
        raise read.malformed("lucky", f"{lucky!r} is neither a seat nor 'dealer'")
    if lucky is not None and lucky != "dealer" and int(lucky) not in seats:
        raise read.malformed("lucky", f"nobody was dealt in at seat {lucky}")
    return (read.card(magic, "magic_card") if magic is not None else None), lucky


def _irregularity(rules: CaribbeanStudRules, value: Mapping[str, Any], hands: int) -> Irregularity | None:
    kind = value.get("irregularity")
    if kind is None:
        return None
    name = read.text(kind, "irregularity")
    found, full = finished_irregularity(rules, name), rules.law.full_count_racked
    if found.kind == "stub-count" and full is not None:
        most = full + hands * rules.law.hand_size
        if int(name.removeprefix("stub-")) > most:
            raise rules.refuse("full_count_racked", f"irregularity: {name!r} is no count: {most} is the most")
    return found


def read_round(rules: CaribbeanStudRules, value: Mapping[str, Any]) -> Round:
    """The round that a finished round describes, ready to be settled; a `Refused` says what is wrong with it."""
    read.known_fields(value, "", FIELDS)
    listed = read.seats(read.required(value, "seats"))
    found = _irregularity(rules, value, len(listed) + 1)
    void = found.rule if found and voids_round(rules, found) else None
    size = rules.law.hand_size
    if void is None or value.get("dealer") is not None:
        dealer = read.cards(read.required(value, "dealer"), "dealer")
    else:
        dealer = ()
    wrong_dealer = void is None and len(dealer) != size
    if wrong_dealer and len(dealer) == rules.law.dealer_completes_from:
        raise rules.refuse(
            "dealer_completes_from",
            "dealer: a dealer with four cards is dealt a fifth, so no finished round shows four",
        )
    if wrong_dealer and rules.law.dealer_wrong_count == "all-void":
        void = "dealer_wrong_count"
    misdealt = wrong_dealer and void is None
    seats: dict[int, Seat] = {}
    for number, seat in listed.items():
        field = f"seats.{number}"
        read.known_fields(seat, field, SEAT_FIELDS)
        placed = _wagers(rules, seat, field)
        hand = read.cards(seat["cards"], f"{field}.cards") if seat.get("cards") is not None else None
        dead = hand is not None and len(hand) != size
        decision = _decision(rules, seat, field, needed=not (dead or void or misdealt))
        seats[number] = msgspec.structs.replace(
            placed,
            cards=hand or (),
            count=size if hand is None else len(hand),
            decision=decision,
            void=void or ("player_wrong_count" if dead else None),
        )
    magic, lucky = _draws(rules, value, seats)
    round = Round(
        phase="settling", seats=seats, dealer=dealer, dealer_count=len(dealer), misdealt=misdealt, void=void,
        magic_card=magic, lucky=lucky,
    )  # fmt: skip
    if void is None:
        _check_columns(rules, round)  # a round may be void before the bets are closed, and with them the column
    with read.within("seats"):
        check_liability(rules, seats)
    if void not in ("stub_count_wrong", "wrong_deck") and not distinct(
        [*dealer, *(card for seat in seats.values() for card in seat.cards)]
    ):
        raise rules.refuse("single_deck", "a card stands twice: the game is dealt from one deck")
    return round if void else _judged(rules, round)


def _check_columns(rules: CaribbeanStudRules, round: Round) -> None:
    """A cover all wager needs a column for the number in the round."""
    if rules.cover_all is None or not any(s.wagers.get("cover_all") for s in round.seats.values()):
        return
    if column(rules, round) not in rules.cover_all:
        raise rules.refuse("cover_all_columns", f"there is no cover all column for {column(rules, round)}")


def _judged(rules: CaribbeanStudRules, round: Round) -> Round:
    """The round with its hands ranked and its agenda set; cards may be missing that no step of it needs."""
    size = rules.law.hand_size
    seats = {
        number: msgspec.structs.replace(seat, value=rank_five(seat.cards)) if len(seat.cards) == size else seat
        for number, seat in round.seats.items()
    }
    value = 0 if round.misdealt else rank_five(round.dealer)
    ready = msgspec.structs.replace(
        round,
        seats=seats,
        dealer_value=value,
        qualifies=None if round.misdealt else qualifies(rules, value),
    )
    steps = agenda(rules, ready)
    real = msgspec.structs.replace(ready, keyed=True)
    for step in steps:
        for number in unseen(rules, real, step):
            because = f"they are missing, and the settlement hangs on them: {step.kind.replace('_', ' ')}"
            raise read.malformed(f"seats.{number}.cards", because)
    return msgspec.structs.replace(ready, agenda=steps)


def _check_meters(rules: CaribbeanStudRules, round: Round, meters: Mapping[str, Meter]) -> None:
    """A wager that plays for a meter needs its reading, unless the round is void."""
    live = [seat for seat in round.seats.values() if seat.void is None]
    needed: tuple[str, ...] = ()
    if rules.progressive is not None and any(seat.progressive for seat in live):
        needed += rules.progressive.levels
    if any(seat.wagers.get("five_card_player") or seat.wagers.get("five_card_dealer") for seat in live):
        needed += (FIVE_CARD_METER,)
    for level in needed:
        if level not in meters:
            raise read.malformed(f"meters.{level}", "a wager plays for this meter and its reading is missing")


def settle(rules: CaribbeanStudRules, value: Mapping[str, Any], *, keyed: bool = False) -> read.Settled:
    """The settlement of a finished round in the form of `upcard settle`; who knew which cards does not matter."""
    round = read_round(rules, value)
    meters = read.meters(value.get("meters"), LEVELS)
    _check_meters(rules, round, meters)
    payments: list[Payment] = []
    for number in round.counter_clockwise:
        seat = round.seats[number]
        if seat.void is not None:
            payments += voided(rules, number, seat, seat.void)
    for number in round.clockwise:  # folds are asked for and collected clockwise, before the hole cards are seen
        seat = round.seats[number]
        if seat.void is None and seat.folded:
            lines = forfeits(rules, number, seat)
            payments += [p for p in lines if not (round.misdealt and p.wager in MISDEAL_RETURNS)]
    while round.agenda:
        outcome = perform(rules, round, round.agenda[0], meters)
        payments += outcome.payments
        for taken in outcome.draws:
            meters[taken.level] = drawn(meters[taken.level], taken)
        round = msgspec.structs.replace(
            round,
            agenda=round.agenda[1:],
            shared={**round.shared, **outcome.shared},
            payments=tuple(payments),
        )
    return read.Settled(msgspec.structs.replace(round, phase="settled"), tuple(payments), meters)


# ---- round document ----------------------------------------------------------------------------------------


class WrittenMeter(TypedDict):
    """A meter when the settlement began."""

    amount: Annotated[ExactMoney, doc("What it was.")]
    seed: Annotated[ExactMoney, doc("What it goes back to.")]
    reserve: Annotated[ExactMoney, doc("What its reserve was.")]


class Coupons(TypedDict):
    """Coupons at a seat."""

    match_play: NotRequired[Annotated[Money, doc("A match play coupon.")]]
    progressive: NotRequired[Annotated[Money, doc("A coupon for the progressive.")]]


class StudSeatWritten(TypedDict):
    """A seat of Caribbean stud."""

    cards: Annotated[list[CardText], doc("Its cards.")]
    decision: Annotated[Literal["bet", "fold"] | None, doc("What was decided.")]
    wagers: Annotated[dict[Wager, Money], doc("By name, its wagers.")]
    coupons: NotRequired[Annotated[Coupons, doc("Its coupons.")]]


class StudWritten(TypedDict):
    """A finished round of Caribbean stud, as `upcard settle` reads it."""

    edition: Annotated[EditionId, doc("The law.")]
    house: Annotated[dict[str, Value], doc("What the house had elected.")]
    meters: Annotated[dict[Level, WrittenMeter], doc("The meters when the settlement began.")]
    dealer: Annotated[list[CardText], doc("The dealer's cards.")]
    seats: Annotated[dict[SeatNumber, StudSeatWritten], doc("The seats.")]
    magic_card: NotRequired[Annotated[CardText, doc("The magic card that was drawn.")]]
    lucky: NotRequired[Annotated[str, doc("The lucky position that was drawn.")]]


# ---- written -----------------------------------------------------------------------------------------------
# A round written down in the form that `upcard settle` reads, with every hand face up; its payments in order.


def _seat(seat: Seat) -> dict[str, Any]:
    wagers = {"ante": seat.ante, **seat.wagers}
    document: dict[str, Any] = {
        "cards": [show_card(card) for card in seat.cards],
        "decision": seat.decision,
        "wagers": {name: show_cents(cents) for name, cents in wagers.items()},
    }
    coupons = {"match_play": seat.match_play, "progressive": seat.coupon}
    if any(coupons.values()):
        document["coupons"] = {name: show_cents(face) for name, face in coupons.items() if face}
    return document


def written(rules: CaribbeanStudRules, round: Round, meters: Mapping[str, Meter]) -> dict[str, Any]:
    """The round; `meters` are as they were displayed when its settlement began."""
    document: dict[str, Any] = {
        "edition": rules.edition.id,
        "house": rules.elections,
        "meters": written_meters(meters),
        "dealer": [show_card(card) for card in round.dealer],
        "seats": {str(number): _seat(round.seats[number]) for number in round.clockwise},
    }
    if round.magic_card is not None:
        document["magic_card"] = show_card(round.magic_card)
    if round.lucky is not None:
        document["lucky"] = round.lucky
    return document


def dealer_said(round: Round) -> dict[str, Any] | None:
    """What the settlement says of the dealer's hand."""
    judged = round.qualifies is not None
    return {"qualifies": round.qualifies, "hand": describe(round.dealer_value) if judged else None}


RETURNED = ("ante", "match_play", "bet", *SIDE_WAGERS)


def listed(round: Round) -> tuple[Payment, ...]:
    """The payments as a settlement lists them: dead hands, then folds, then the steps in their order."""
    return tuple(sorted(round.payments, key=lambda payment: _place(round, payment)))


def _place(round: Round, payment: Payment) -> tuple[int, int, int]:
    """The law does not say which wager of a void hand goes back first: they are listed as they are always listed."""
    if round.keeps(payment):
        return 2, 0, 0
    if round.seats[payment.seat].void is not None:
        coupon = payment.wager == "progressive" and not payment.staked
        return 0, -payment.seat, len(RETURNED) if coupon else RETURNED.index(payment.wager)
    if payment.result == "forfeit":
        return 1, payment.seat, 0
    return 2, 0, 0


def kept(payment: Payment) -> AwardKept:
    """What is recorded where a payment stays with its winner."""
    return AwardKept(payment.seat, payment.wager, payment.odds or "", payment.paid, payment.rule)
