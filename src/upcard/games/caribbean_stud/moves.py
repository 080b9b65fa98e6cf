"""What the events of Caribbean stud move, and the steps of its settlement that draw on a meter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from upcard.cards import Card
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.decide import unseen
from upcard.games.caribbean_stud.five_card import DEALER_AWARD
from upcard.games.caribbean_stud.main_wagers import Outcome
from upcard.games.caribbean_stud.round import Round, Step
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.moves import STACKS, STILL, CouponMove, Going, MeterStep, Moves, Stake, clockwise, in_stacks, singly
from upcard.games.payment import Meter, Payment, share_of
from upcard.rules.caribbean_stud import CaribbeanStudRules

MATCH_PLAY, PROGRESSIVE = "match_play", "progressive"
COUPONS = {"match_play": MATCH_PLAY, "progressive_coupon": PROGRESSIVE}
"""How a coupon is called that is taken back."""

METER_STEPS = {
    "progressive": MeterStep(PROGRESSIVE, ("VerifyAward", "VerifyHand")),
    "five_card": MeterStep("five_card_player", ("VerifyFiveCard",)),
}

MAY_LOCK = (e.StepSettled, e.HandShown)
"""The events after which the next award may be known."""


def moves(round: Round | None, event: e.Event) -> Moves:
    """What an event moves; the round is as it was before."""
    match event:
        case e.WagerPlaced():
            stake = Stake(event.seat, event.wager, event.cents)
            return Moves(((event.seat, event.cents),), (stake,))
        case e.CouponPlaced():
            return Moves(coupons=(CouponMove(event.seat, event.coupon, 1, event.cents),))
        case e.WagerTakenBack() if event.wager in COUPONS:
            return Moves(coupons=(CouponMove(event.seat, COUPONS[event.wager], -1, -event.cents),))
        case e.WagerTakenBack():
            return Moves(((event.seat, -event.cents),), withdrawn=((event.seat, event.wager),))
        case e.ProgressiveCorrected() if event.cents:
            late = (Stake(event.seat, PROGRESSIVE, event.cents),)
            if event.wager == PROGRESSIVE:
                return Moves(((event.seat, event.cents),), late=late)
            return Moves(late=late, coupons=(CouponMove(event.seat, PROGRESSIVE, 1, event.cents),))
        case e.ProgressiveCorrected():
            withdrawn = ((event.seat, PROGRESSIVE),)
            if event.wager == PROGRESSIVE:
                return Moves(((event.seat, -event.before),), withdrawn=withdrawn)
            return Moves(withdrawn=withdrawn, coupons=(CouponMove(event.seat, PROGRESSIVE, -1, -event.before),))
        case e.BetMade():
            return Moves(((event.seat, event.cents),))
        case e.BetsClosed():
            assert round is not None
            return Moves(accepted=tuple(_accepted(round, event)))
        case e.StepSettled():
            return Moves(paid=event.payments, settled=event.step, draws=event.draws)
        case e.HandFolded():
            return Moves(paid=event.payments)
        case e.HandVoided():
            return Moves(void=(event.seat,), reversed=event.reversed, paid=event.payments)
        case e.RoundVoided():
            assert round is not None
            return Moves(void=tuple(sorted(round.seats)), reversed=event.reversed, paid=event.payments)
        case e.HandCorrected():
            return Moves(reversed=event.reversed, paid=event.payments)
        case e.DealerCorrected() | e.TableMisdealt():
            return Moves(reversed=event.reversed)
        case e.PartsReturned():
            return Moves(parts=((event.wager, event.level, event.parts * event.each),))
        case e.DealTakenBack():
            assert round is not None
            return Moves(late=tuple(_void(round)), reversed=event.reversed)
        case (
            e.HandsDealt() | e.HandsDealtUnseen() | e.UpCardTurned() | e.DealerFellShort() | e.DealerCompleted()
            | e.IrregularityNoted() | e.HoleCardsRevealed() | e.HandShown() | e.UpCardCorrected() | e.AwardKept()
            | e.RoundCompleted()
        ):  # fmt: skip
            return STILL
        case _:
            assert_never(event)


def _accepted(round: Round, event: e.BetsClosed) -> Iterator[Stake]:
    """From the dealer's left; of the progressive what the device has accepted, coupons among it."""
    for number in round.clockwise:
        wagers = {**round.seats[number].wagers, PROGRESSIVE: event.accepted.get(number, 0)}
        yield from (Stake(number, wager, cents) for wager, cents in wagers.items() if cents)


def _void(round: Round) -> Iterator[Stake]:
    """What lies at the seats whose hands are void, and plays again once the deal is taken back."""
    for number in round.clockwise:
        seat = round.seats[number]
        if seat.void is not None:
            yield from (Stake(number, wager, cents) for wager, cents in seat.wagers.items() if cents)
            if seat.coupon:
                yield Stake(number, PROGRESSIVE, seat.coupon, coupon=True)


def on_coupon(round: Round, payment: Payment) -> str | None:
    """The kind of coupon that a payment is made on."""
    seat = round.seats.get(payment.seat)
    if seat is None:
        return None
    if payment.wager == MATCH_PLAY:
        return MATCH_PLAY
    return PROGRESSIVE if seat.coupon and payment.wager in (PROGRESSIVE, "envy") else None


def present(round: Round) -> Step | None:
    """The step that is settled next."""
    return round.agenda[0] if round.phase == "settling" else None


def divided(round: Round, kind: str) -> bool:
    """Whether parts of an award of that step are worked out and wait to be paid."""
    backed = kind == "five_card"
    return any(parts for key, parts in round.unpaid.items() if (key == DEALER_AWARD) == backed)


def worth(rules: CaribbeanStudRules, round: Round, step: Step, meters: Mapping[str, Meter]) -> Outcome | None:
    """What the step would pay, where a percentage of a meter is among it that is not worked out yet."""
    if step.kind not in METER_STEPS or unseen(rules, round, step):
        return None
    outcome = perform(rules, round, step, meters)
    shares = outcome.draws and any(share_of(payment) for payment in outcome.payments)
    return outcome if shares else None


def undoes(command: c.Command) -> int | None:
    """The seat whose award, or 0 where everybody's, may turn out to be another by a command."""
    match command:
        case c.CorrectHand(also=also) if also:
            return 0
        case c.CorrectHand():
            return command.seat
        case c.CorrectDealer() | c.Report():
            return 0
        case _:
            return None


# ---- Which cards of a deck the events of a round bring to the table, and which cards people tell of --------


TOLD = (
    e.HandsDealtUnseen, e.DealerFellShort, e.DealerCompleted, e.HandShown, e.HandCorrected, e.DealerCorrected,
    e.UpCardCorrected, e.DealTakenBack,
)  # fmt: skip
"""What people tell of real cards: none of it happens where the system deals."""

HAND = 5


def leaving(event: Any, deal: str) -> tuple[Going, ...] | None:
    """The cards of one act, from the top of the deck on, singly or in stacks; None where it deals none.

    >>> hands = e.HandsDealt({1: (10, 11), 4: (12, 13)}, {}, (14, 15), 1)
    >>> [each.card for each in leaving(hands, "stacks")]
    [10, 11, 12, 13, 14, 15]
    >>> [each.card for each in leaving(hands, "singly")]
    [10, 12, 14, 11, 13, 15]
    """
    if not isinstance(event, e.HandsDealt):
        return None
    hands = [*clockwise(event.hands), ("dealer", event.dealer)]
    return tuple(in_stacks(hands) if deal == STACKS else singly(hands))


def lies_right(round: Round, event: Any) -> bool:
    """Whether cards go to those who are next, to each as many as to the others, and are turned as they were dealt."""
    match event:
        case e.HandsDealt():
            even = all(len(hand) == HAND for hand in (*event.hands.values(), event.dealer))
            return even and round.phase == "closed" and tuple(sorted(event.hands)) == round.clockwise
        case e.UpCardTurned():
            return event.card == round.dealer[round.up_place - 1]
        case e.HoleCardsRevealed():
            return event.dealer == round.dealer
        case _:
            return True


def house_draws(of: Any) -> tuple[Card | None, str | None] | None:
    """The magic card and the lucky position in an act or event that the house draws them for."""
    return (of.magic_card, of.lucky) if isinstance(of, c.Reveal | e.HoleCardsRevealed) else None
