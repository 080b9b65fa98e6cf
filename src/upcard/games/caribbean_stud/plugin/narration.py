"""What happened in a round of Caribbean stud. No card is told before the table saw it."""

from __future__ import annotations

from typing import assert_never

from upcard.cards import describe, pretty
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.plugin.award_procedure import settled_under
from upcard.games.caribbean_stud.round import Round, Step
from upcard.games.payment import KEPT, Payment
from upcard.present.payment import Sentence, cards, count, known, money, wager_name
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import DealingMethod

COUPONS = {"match_play": "a match play coupon", "progressive": "a progressive coupon"}
IRREGULAR = {
    "dealer-wrong-count": "The dealer's hand has a wrong number of cards",
    "hole-card-exposed": "A hole card of the dealer was exposed before the bets were closed",
    "hole-card-exposed-late": "A hole card of the dealer was exposed",
    "face-up-card": "A card was found face up in the deck",
    "face-up-cards": "More cards were found face up in the deck",
    "card-drawn-in-error": "A card was drawn in error",
    "shoe-jam": "The shoe jammed or did not deal all cards",
    "wrong-deck": "The deck is not one deck of 52 cards",
    "stub-count": "The count of the stub is wrong",
    "chips-miscounted": "The progressive chips are not as many as the wagers that were accepted",
}
PLACED_UNDER = {
    "ante": ("ante_required",),
    "tip": ("tip_area",),
    "progressive": ("progressive_amount", "progressive_tables"),
    "bonus": ("bonus_tables",),
    "five_card_player": ("five_card_table",),
    "five_card_dealer": ("five_card_table",),
    "cover_all": ("cover_all_columns",),
}
"""The rules that permit a wager; the first that the edition has."""

STEPS = {
    "misdeal": "The dealer is misdealt: antes, bets and tips go back.",
    "no_hand": "The dealer has no hand: antes are paid, then bets go back.",
    "hand": "Seat {seat} is settled.",
    "progressive": "Seat {seat}'s progressive wager is settled.",
    "envy": "Envy on seat {seat}'s hand is settled.",
    "five_card": "Seat {seat}'s five card hand bonus is settled.",
    "cover_all": "The cover all wagers are settled.",
}


BET_PAID = "The dealer has no hand: antes are paid, then bets."


def narrate(rules: CaribbeanStudRules, method: DealingMethod, round: Round, event: e.Event) -> tuple[Sentence, ...]:
    """The sentences for an event that led to the round."""
    match event:
        case e.WagerPlaced():
            rule = known(rules, *PLACED_UNDER.get(event.wager, ()))
            if event.wager == "progressive" and rules.progressive is not None and rules.law.classic_wager is None:
                rule = rules.progressive.wager_rule
            return (Sentence(f"Seat {event.seat}: {wager_name(event.wager)} {money(event.cents)}.", rule),)
        case e.WagerTakenBack():
            text = f"Seat {event.seat} takes back {wager_name(event.wager)} {money(event.cents)}."
            return (Sentence(text.replace("_", " ")),)
        case e.CouponPlaced():
            text = f"Seat {event.seat}: {COUPONS[event.coupon]} of {money(event.cents)}."
            return (
                Sentence(text, known(rules, "match_play" if event.coupon == "match_play" else "progressive_coupon")),
            )
        case e.BetsClosed():
            return (_closed(rules, method, round, event),)
        case e.HandsDealt():
            way = "one card at a time" if method.order.deal == "singly" else "five cards at a time"
            up = f"; the dealer shows {pretty(event.dealer[event.up - 1])}" if event.dealer and event.turned else ""
            return (Sentence(f"Dealt to {count(len(event.hands), 'seat')} {way}{up}.", method.order_rule),)
        case e.HandsDealtUnseen():
            up = "no card" if event.up_card is None else pretty(event.up_card)
            return (Sentence(f"{_unseen(event)}; the dealer shows {up}.", method.order_rule),)
        case e.UpCardTurned():
            return (Sentence(f"The dealer turns up {pretty(event.card)}.", method.turned_under),)
        case e.DealerFellShort():
            return (Sentence(f"The dealer has only {count(event.held, 'card')} and is to get another.", event.rule),)
        case e.DealerCompleted():
            return (Sentence("The dealer's hand is completed.", event.rule),)
        case e.HandVoided():
            dead = rules.law.player_wrong_count
            return (Sentence(f"Seat {event.seat}'s hand has a wrong number of cards: it is {dead}.", event.rule),)
        case e.RoundVoided():
            return (Sentence(f"{IRREGULAR[event.irregularity]}: every hand is void.", event.rule),)
        case e.TableMisdealt():
            text = "The dealer's hand has a wrong number of cards: the hands play for the progressive alone."
            return (Sentence(text, event.rule),)
        case e.IrregularityNoted():
            at = f" at seat {event.seat}" if event.seat else ""
            return (Sentence(f"{IRREGULAR[event.irregularity]}{at}; the round goes on.", event.rule),)
        case e.HandFolded():
            return (Sentence(f"Seat {event.seat} folds.", "fold_forfeits_ante"),)
        case e.BetMade():
            return (Sentence(f"Seat {event.seat} bets {money(event.cents)}.", "bet_multiple"),)
        case e.HoleCardsRevealed():
            return _revealed(event)
        case e.HandShown():
            return (Sentence(f"Seat {event.seat} shows {cards(event.cards)}: {describe(event.value)}."),)
        case e.HandCorrected():
            now = f"{cards(event.cards)}: {describe(event.value)}"
            return (Sentence(f"Seat {event.seat}'s cards were keyed wrongly: not {cards(event.before)} but {now}."),)
        case e.DealerCorrected():
            verdict = "dealer qualifies" if event.qualifies else "dealer doesn't qualify"
            now = f"{cards(event.dealer)}: {describe(event.value)}, {verdict}"
            text = f"The dealer's cards were keyed wrongly: not {cards(event.before)} but {now}."
            return (Sentence(text, "dealer_qualifies_with"),)
        case e.AwardKept():
            reading = "" if event.rule == KEPT else f" ({rules.edition.citations[KEPT].reading})"
            text = f"{money(event.cents)}, {event.odds}, was paid to seat {event.seat} and stays there{reading}"
            return (Sentence(f"{text}: what the house may claim is for the cage and the regulator.", event.rule),)
        case e.PartsReturned():
            text = f"Of {event.odds}, {count(event.parts, 'part')} ({money(event.parts * event.each)})"
            return (Sentence(f"{text} that nobody is due any more: back to the meter.", event.rule),)
        case e.UpCardCorrected():
            text = f"The dealer's face-up card was keyed wrongly: not {pretty(event.before)} but {pretty(event.card)}."
            return (Sentence(text, method.order_rule),)
        case e.DealTakenBack():
            return (Sentence("The deal was keyed wrongly: it is taken back and keyed again.", method.order_rule),)
        case e.ProgressiveCorrected():
            return (_progressive(event),)
        case e.StepSettled():
            return (_settled(rules, event.step, event.payments, settled_under(rules, round, event.step)),)
        case e.RoundCompleted():
            return ()
        case _:
            assert_never(event)


def _unseen(event: e.HandsDealtUnseen) -> str:
    """How many cards went where, at length only where somebody got another number than the rest."""
    if set(event.counts.values()) == {event.dealer_count}:
        return f"Dealt: {event.dealer_count} cards to each of {count(len(event.counts), 'seat')} and the dealer"
    each = ", ".join(f"{number} to seat {seat}" for seat, number in event.counts.items())
    return f"Dealt: {each}, {event.dealer_count} to the dealer"


LOCKED = {"keypad": "The keypad is pressed: no more bets.", "no more bets": "No more bets."}
"""How the bets are closed, as the law has it."""


def _closed(rules: CaribbeanStudRules, method: DealingMethod, round: Round, event: e.BetsClosed) -> Sentence:
    """Which wagers the sensors took; a coupon among them is no chip, and is not counted with the chips."""
    seats = ", ".join(f"{seat} (a coupon)" if round.seats[seat].coupon else str(seat) for seat in event.accepted)
    lit = f" Progressive wagers accepted: seat{'s' * (len(event.accepted) > 1)} {seats}." if seats else ""
    return Sentence(f"{LOCKED[rules.law.lock_out]}{lit}", method.lock_out_rule)


def _progressive(event: e.ProgressiveCorrected) -> Sentence:
    what = "progressive coupon" if event.wager == "progressive_coupon" else "progressive wager"
    if event.cents:
        return Sentence(f"Seat {event.seat}'s {what} of {money(event.cents)} was accepted: it is taken.", event.rule)
    return Sentence(f"Seat {event.seat}'s {what} of {money(event.before)} was not accepted: it is struck.", event.rule)


def _revealed(event: e.HoleCardsRevealed) -> tuple[Sentence, ...]:
    verdict = "dealer qualifies" if event.qualifies else "dealer doesn't qualify"
    text = f"The dealer turns up {cards(event.dealer)}: {describe(event.value)}, {verdict}."
    found = [Sentence(text, "dealer_qualifies_with" if event.qualifies else "no_hand_paid")]
    if event.magic_card is not None:
        found.append(Sentence(f"The magic card is {pretty(event.magic_card)}.", "magic_card"))
    if event.lucky is not None:
        place = "the dealer's hand" if event.lucky == "dealer" else f"seat {event.lucky}"
        found.append(Sentence(f"The lucky position is {place}.", "lucky"))
    return tuple(found)


def _settled(rules: CaribbeanStudRules, step: Step, payments: tuple[Payment, ...], rule: str) -> Sentence:
    told = BET_PAID if step.kind == "no_hand" and rules.no_hand_bet is not None else STEPS[step.kind]
    text = told.format(seat=step.seat).replace("seat 0's hand", "all hands")
    return Sentence(text if payments else f"{text.removesuffix('.')}: nothing is due.", rule)
