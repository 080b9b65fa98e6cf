"""What happened in a round of Bonus 6. No card is told before the table saw it."""

from __future__ import annotations

from typing import assert_never

from upcard.cards import describe, pretty
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import Round
from upcard.present.payment import Sentence, cards, count, money, wager_name
from upcard.rules.bonus_six import BonusSixRules

PLACED_UNDER = {"ante": "ante_required", "insurance": "insurance_divisor", "tip": "tip_with_ante"}
VOIDED = {
    "wrong_count": "Seat {seat}'s hand has a wrong number of cards: it is void.",
    "card_off_table": "A card of seat {seat} has left the table: the hand is void.",
}


def narrate(rules: BonusSixRules, method: None, round: Round, event: e.Event) -> tuple[Sentence, ...]:
    """The sentences for an event that led to the round."""
    match event:
        case e.WagerPlaced():
            rule = PLACED_UNDER.get(event.wager)
            return (Sentence(f"Seat {event.seat}: {wager_name(event.wager)} {money(event.cents)}.", rule),)
        case e.WagerTakenBack():
            return (Sentence(f"Seat {event.seat} takes back {wager_name(event.wager)} {money(event.cents)}."),)
        case e.BetsClosed():
            return (Sentence("No more bets.", "ante_required"),)
        case e.HandsDealt():
            text = f"One card is burnt; two cards to {count(len(event.hands), 'seat')}, and a community card face down."
            return (Sentence(text, "first_cards"),)
        case e.HandsDealtUnseen():
            counts = ", ".join(f"seat {seat} {number}" for seat, number in event.counts.items())
            return (Sentence(f"Cards dealt: {counts}.", "first_cards"),)
        case e.CommunityTurned():
            return (Sentence(f"The community card is {pretty(event.card)}.", "community_cards"),)
        case e.HandFolded():
            rule = event.payments[0].rule if event.payments else "first_bet_multiple"
            return (Sentence(f"Seat {event.seat} folds.", rule),)
        case e.BetMade():
            tip = f", with a tip of {money(event.tip)}" if event.tip else ""
            rule = "second_bet_multiple" if round.seats[event.seat].bets > 1 else "first_bet_multiple"
            return (Sentence(f"Seat {event.seat} bets {money(event.cents)}{tip}.", rule),)
        case e.StreetDealt():
            which = {1: "third", 2: "fourth"}.get(round.dealt_street, "next")
            seats = ", ".join(str(seat) for seat in event.seats)
            rule = "final_choices" if round.dealt_street > 1 else "second_bet_multiple"
            return (Sentence(f"A {which} card to seat{'s' * (len(event.seats) > 1)} {seats}.", rule),)
        case e.FinalDecided():
            return (_final(event),)
        case e.HandShown():
            return (Sentence(f"Seat {event.seat} shows {cards(event.cards)}: {describe(event.value)}."),)
        case e.HandCorrected():
            now = cards(event.cards) + (f": {describe(event.value)}" if event.value else "")
            return (Sentence(f"Seat {event.seat}'s cards were keyed wrongly: not {cards(event.before)} but {now}."),)
        case e.CommunityCorrected():
            text = f"The community card was keyed wrongly: not {pretty(event.before)} but {pretty(event.card)}."
            return (Sentence(text, "community_cards"),)
        case e.DealTakenBack():
            return (Sentence("The deal was keyed wrongly: it is taken back and keyed again.", "first_cards"),)
        case e.BonusCardDealt():
            text = f"Seat {event.seat}'s hand is verified and does not win: a bonus card, face down."
            return (Sentence(text, "bonus_card_multiple"),)
        case e.BonusCardRefused():
            text = f"Seat {event.seat}'s hand is verified and wins as it is: no bonus card, and its fee goes back."
            refused = Sentence(text, "bonus_card_fee_on_winner")
            away = f"The bonus card that seat {event.seat} was dealt is taken away and discarded."
            return (refused, *[Sentence(away, "stray_bonus_card")] * round.seats[event.seat].stray)
        case e.HandVoided():
            return (Sentence(VOIDED[event.rule].format(seat=event.seat), event.rule),)
        case e.RoundVoided():
            return (Sentence("The deck is not one deck of 52 cards: every hand is void.", event.rule),)
        case e.IrregularityNoted():
            what = f"A card of seat {event.seat}" if event.seat else "The community card"
            return (Sentence(f"{what} was exposed; play goes on.", event.rule),)
        case e.SeatSettled():
            return (_settled(round, event),)
        case e.RoundCompleted():
            return ()
        case _:
            assert_never(event)


def _settled(round: Round, event: e.SeatSettled) -> Sentence:
    seat = round.seats[event.seat]
    community = () if round.community is None else (round.community,)
    return Sentence(
        f"Seat {event.seat} is settled: {cards(seat.cards)} with {cards(community)}, {describe(seat.value)}.",
        "settlement_order",
    )


def _final(event: e.FinalDecided) -> Sentence:
    match event.decision:
        case "stand":
            return Sentence(f"Seat {event.seat} stands.", "winning_hand_stands")
        case "discard":
            return Sentence(f"Seat {event.seat} discards.", event.payments[0].rule if event.payments else None)
        case "card":
            return Sentence(f"Seat {event.seat} puts down {money(event.fee)} for a bonus card.", "bonus_card_multiple")
        case _:
            return Sentence(f"Seat {event.seat} decides: {event.decision}.")
