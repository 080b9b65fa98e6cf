"""What an act leads to under the rules of Bonus 6: events, or a refusal that changes nothing."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from upcard.cards import Card
from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.correction import correct_community, correct_hand, take_back_deal
from upcard.games.bonus_six.phases import DEALT_BY, DECIDED_BY, NOW, PHASES, out_of_phase
from upcard.games.bonus_six.round import (
    COMMUNITY_EXPOSED,
    OFF_TABLE,
    WRONG_DECK,
    Phase,
    Round,
    Seat,
    to_decide,
    to_judge,
    to_verify,
)
from upcard.games.bonus_six.settlement import carded, discarded, ended, folded, hand_value, stood, voided
from upcard.games.bonus_six.wagers import (
    check_ante,
    check_insurance,
    check_liability,
    check_tip,
    check_tips,
    with_wager,
)
from upcard.games.moves import could_be_dealt, keyed_twice
from upcard.games.option import act_name, check_whole
from upcard.games.settle import MOST_SEATS
from upcard.law.registry import implements, plays
from upcard.rules.bonus_six import BonusSixRules

Events = tuple[e.Event, ...]

IRREGULARITIES = {
    WRONG_DECK: "wrong_deck",
    "wrong-count": "wrong_count",
    OFF_TABLE: "card_off_table",
    "exposed-card": "exposed_card",
    COMMUNITY_EXPOSED: "exposed_card",
}
"""What can go wrong, and the rule that speaks of it; only an exposed card leaves the hand alive."""

IN_THE_DEAL: tuple[Phase, ...] = ("closed", "turning", "second", "third", "fourth", "cards")
"""As long as cards are dealt face down: afterwards all are turned up, and none is exposed by mistake."""


def decide(rules: BonusSixRules, round: Round, command: c.Command) -> Events:
    """The events that follow from a command; a `Refused` names the rule that forbids it."""
    if type(command) not in PHASES[round.phase]:
        raise rules.refuse(
            out_of_phase(round.phase, command), f"{act_name(command)} is not for now: {NOW[round.phase]}"
        )
    match command:
        case c.PlaceWager():
            return _place(rules, round, command)
        case c.TakeBackWager():
            return _take_back(rules, round, command)
        case c.CloseBets():
            if not round.seats:
                raise rules.refuse("ante_required", "nobody has an ante down")
            return (e.BetsClosed(),)
        case c.Deal():
            return _deal(rules, round, command)
        case c.DealUnseen():
            if command.counts.keys() != round.seats.keys():
                raise rules.refuse("ante_required", "cards go to every seat with an ante and to no other")
            if not could_be_dealt(command.counts.values()):
                raise rules.refuse("single_deck", "one deck has not so many cards")
            return (e.HandsDealtUnseen(command.counts), *_miscounted(rules, round, command.counts))
        case c.TurnCommunity():
            return _turn(rules, round, command)
        case c.Fold():
            seat = _asked(rules, round, command.seat)
            return (e.HandFolded(command.seat, folded(rules, command.seat, seat)),)
        case c.Bet():
            return _bet(rules, round, command)
        case c.DealStreet():
            return _street(rules, round, command)
        case c.Stand() | c.Discard() | c.BuyCard():
            return _final(rules, round, command)
        case c.ShowHand():
            return _show(rules, round, command)
        case c.CorrectHand():
            return correct_hand(rules, round, command)
        case c.CorrectCommunity():
            return correct_community(rules, round, command)
        case c.TakeBackDeal():
            return take_back_deal(rules, round)
        case c.DealBonusCard():
            return _bonus_card(rules, round, command)
        case c.SettleSeat():
            return _settle(rules, round, command)
        case c.Report():
            return _report(rules, round, command)
        case c.Complete():
            return (e.RoundCompleted(),)
        case _:
            assert_never(command)


# --------------------------------------------------------------------------------------------- wagers


def _seated(rules: BonusSixRules, round: Round, number: int) -> Seat:
    if number not in round.seats:
        raise rules.refuse("ante_required", f"seat {number} has no ante")
    return round.seats[number]


def _place(rules: BonusSixRules, round: Round, command: c.PlaceWager) -> Events:
    if not 1 <= command.seat <= MOST_SEATS:
        raise rules.refuse(None, f"there is no seat {command.seat}")
    check_whole(command.cents, command.wager)
    match command.wager:
        case "ante":
            if command.seat in round.seats:
                raise rules.refuse(None, f"seat {command.seat} has an ante already: take it back and place it anew")
            check_ante(rules, command.cents)
        case "insurance":
            seat = _seated(rules, round, command.seat)
            if seat.insurance:
                raise rules.refuse(None, f"seat {command.seat} is insured already")
            check_insurance(rules, seat.ante, command.cents)
        case "tip":
            seat = _seated(rules, round, command.seat)
            if seat.tips:
                raise rules.refuse(None, f"seat {command.seat} has a tip with the ante already")
            check_tip(rules, command.cents)
        case "bet":
            raise rules.refuse("first_bet_multiple", "a bet is made after the first cards, not before them")
        case "bonus_card":
            raise rules.refuse("bonus_card_multiple", "a bonus card is bought at the last decision")
        case _:
            raise rules.refuse(None, f"{command.wager!r} is no wager of this game")
    if command.wager != "insurance":
        check_liability(rules, with_wager(round.seats, command.seat, command.wager, command.cents), command.wager)
    return (e.WagerPlaced(command.seat, command.wager, command.cents),)


def _take_back(rules: BonusSixRules, round: Round, command: c.TakeBackWager) -> Events:
    seat = _seated(rules, round, command.seat)
    held = {"ante": seat.ante, "insurance": seat.insurance, "tip": sum(seat.tips)}
    cents = held.get(command.wager, 0)
    if not cents:
        raise rules.refuse(None, f"seat {command.seat} has no {command.wager}")
    if command.wager == "ante" and (seat.insurance or seat.tips):
        raise rules.refuse("ante_required", "the fee and tip of the seat need the ante")
    return (e.WagerTakenBack(command.seat, command.wager, cents),)


# ---------------------------------------------------------------------------------------------- the deal


def _known(round: Round) -> list[Card]:
    """Every card that the system knows to have left the deck."""
    return round.lying() + [card for card in (round.burnt, round.community) if card is not None]


def _fresh(rules: BonusSixRules, round: Round, cards: list[Card]) -> None:
    if because := keyed_twice([*_known(round), *cards]):
        raise rules.refuse("single_deck", because)


def _miscounted(rules: BonusSixRules, round: Round, counts: dict[int, int]) -> Events:
    first = rules.law.first_cards
    wrong = [n for n, count in sorted(counts.items()) if count != first and round.seats[n].void is None]
    return tuple(e.HandVoided(n, "wrong_count", voided(rules, n, round.seats[n], "wrong_count")) for n in wrong)


def _deal(rules: BonusSixRules, round: Round, command: c.Deal) -> Events:
    if command.hands.keys() != round.seats.keys():
        raise rules.refuse("ante_required", "cards go to every seat with an ante and to no other")
    _fresh(rules, round, [command.burnt, command.community, *(x for h in command.hands.values() for x in h)])
    dealt = e.HandsDealt(command.burnt, command.hands, command.community)
    return (dealt, *_miscounted(rules, round, {n: len(hand) for n, hand in command.hands.items()}))


def _turn(rules: BonusSixRules, round: Round, command: c.TurnCommunity) -> Events:
    if (command.card is not None) != round.keyed:
        raise rules.refuse(None, "the card is keyed exactly where the system does not know it")
    if command.card is not None:
        _fresh(rules, round, [command.card])
    card = command.card if command.card is not None else round.community
    assert card is not None
    return (e.CommunityTurned(card),)


def _street(rules: BonusSixRules, round: Round, command: c.DealStreet) -> Events:
    if waiting := to_decide(round):
        raise rules.refuse(DEALT_BY[round.phase], f"seat {waiting[0]} has not decided")
    seats = tuple(n for n in round.clockwise if round.seats[n].in_play)
    if command.cards.keys() != (set() if round.keyed else set(seats)):
        raise rules.refuse(DEALT_BY[round.phase], "a card goes to every hand in play and to no other")
    _fresh(rules, round, list(command.cards.values()))
    assert round.community is not None
    values = {}
    for number, card in command.cards.items():
        seat = round.seats[number]
        values[number] = hand_value(rules, replace(seat, cards=(*seat.cards, card)), round.community)
    return (e.StreetDealt(command.cards, seats, values),)


# ------------------------------------------------------------------------------------------- decisions


def _asked(rules: BonusSixRules, round: Round, number: int) -> Seat:
    seat = _seated(rules, round, number)
    if number not in to_decide(round):
        raise rules.refuse(DECIDED_BY[round.phase], f"seat {number} has nothing to decide now")
    return seat


def _bet(rules: BonusSixRules, round: Round, command: c.Bet) -> Events:
    seat = _asked(rules, round, command.seat)
    check_whole(command.tip, "tip")
    if command.tip < 0:
        raise rules.refuse("further_tips_equal", "a tip bet is not less than nothing")
    if command.tip:
        padded = (*(seat.tips or (0,)), *(0,) * (seat.bets + 1 - len(seat.tips or (0,))), command.tip)
        tipped = replace(seat, decisions=(*seat.decisions, "bet"), tips=padded)
        check_tips(rules, tipped)
        check_liability(rules, {**round.seats, command.seat: tipped})
    multiple = rules.law.second_bet_multiple if seat.bets else rules.law.first_bet_multiple
    return (e.BetMade(command.seat, multiple * seat.ante, command.tip),)


def _final(rules: BonusSixRules, round: Round, command: c.Stand | c.Discard | c.BuyCard) -> Events:
    number = command.seat
    seat, law = _asked(rules, round, number), rules.law
    choice = {c.Stand: "stand", c.Discard: "discard", c.BuyCard: "card"}[type(command)]
    if choice not in law.final_choices:
        raise rules.refuse("final_choices", f"a player may {', '.join(law.final_choices)} and nothing else")
    wins = None if round.keyed else rules.schedule.odds(seat.value) is not None
    match command:
        case c.Stand():
            if wins is False:
                raise rules.refuse("final_choices", "a losing hand does not stand")
            return (e.FinalDecided(number, "stand", stood(rules, number, seat)),)
        case c.Discard():
            if wins and law.winning_hand_stands:
                raise rules.refuse("winning_hand_stands", "a winning hand is not discarded")
            if seat.insurance and not law.insured_may_discard:
                raise rules.refuse("insured_may_discard", "an insured hand is not discarded")
            return (e.FinalDecided(number, "discard", discarded(rules, number, seat)),)
        case c.BuyCard():
            if not seat.insurance and law.uninsured_discards:
                raise rules.refuse("uninsured_discards", "a bonus card takes the insurance fee first")
            return (e.FinalDecided(number, "card", (), rules.law.bonus_card_multiple * seat.ante),)
        case _:
            assert_never(command)


# ------------------------------------------------------------------------------- bonus cards and the end


def to_show(round: Round) -> tuple[int, ...]:
    """The seat whose cards the system must be told before the next step."""
    waiting = to_verify(round) if round.phase == "cards" else to_judge(round)
    return tuple(n for n in waiting[:1] if len(round.seats[n].cards) < round.seats[n].count)


def _show(rules: BonusSixRules, round: Round, command: c.ShowHand) -> Events:
    if command.seat not in to_show(round):
        raise rules.refuse("hands_concealed", f"the cards of seat {command.seat} are not called for now")
    seat = round.seats[command.seat]
    if len(command.cards) != seat.count:
        raise rules.refuse("wrong_count", f"{seat.count} cards were dealt to seat {command.seat}")
    if command.cards[: len(seat.cards)] != seat.cards:
        raise rules.refuse(None, "the cards keyed before stand first")
    _fresh(rules, _with_none(round, command.seat), list(command.cards))
    assert round.community is not None
    value = hand_value(rules, replace(seat, cards=command.cards), round.community)
    return (e.HandShown(command.seat, command.cards, value),)


def _with_none(round: Round, number: int) -> Round:
    return replace(round, seats={**round.seats, number: replace(round.seats[number], cards=())})


@implements(bonus_card_order="clockwise from the dealer's left")
def _bonus_card(rules: BonusSixRules, round: Round, command: c.DealBonusCard) -> Events:
    waiting = to_verify(round)
    if command.seat != waiting[0]:
        raise rules.refuse("bonus_card_order", f"the hand of seat {waiting[0]} is verified first")
    if to_show(round):
        raise rules.refuse("bonus_card_order", f"seat {command.seat} exposes the hand first")
    seat = round.seats[command.seat]
    winner = rules.schedule.odds(seat.value) is not None
    payments = carded(rules, command.seat, seat, winner=winner)
    if winner:
        if command.card is not None:
            raise rules.refuse("bonus_card_fee_on_winner", "a winning hand gets no bonus card")
        return (e.BonusCardRefused(command.seat, payments),)
    if (command.card is None) != round.keyed:
        raise rules.refuse(None, "a card is given exactly where the system deals the cards")
    value = 0
    if command.card is not None:
        _fresh(rules, round, [command.card])
        assert round.community is not None
        value = hand_value(rules, replace(seat, cards=(*seat.cards, command.card)), round.community)
    return (e.BonusCardDealt(command.seat, command.card, value, payments),)


@implements(settlement_order="counter-clockwise from the dealer's right")
def _settle(rules: BonusSixRules, round: Round, command: c.SettleSeat) -> Events:
    due = to_judge(round)[0]
    if command.seat != due:
        raise rules.refuse("settlement_order", f"seat {due} is settled first")
    if to_show(round):
        raise rules.refuse(None, f"the cards of seat {due} have not been keyed")
    lying = tuple(p for p in round.payments if p.seat == due)
    owed = ended(rules, due, round.seats[due])
    fees = tuple(p for p in lying if round.seats[due].last == "stand" and p not in owed)
    return (e.SeatSettled(due, tuple(p for p in owed if p not in lying), fees),)


def _report(rules: BonusSixRules, round: Round, command: c.Report) -> Events:
    """What voids the wagers does so whenever it is found, also where they have been collected or paid already."""
    rule = IRREGULARITIES.get(command.irregularity)
    if rule is None:
        raise rules.refuse(None, f"irregularity: {rules.edition.id} knows no {command.irregularity!r}")
    if command.irregularity == WRONG_DECK:
        return _wrong_deck(rules, round, command)
    if command.irregularity == COMMUNITY_EXPOSED:
        return _community_exposed(rules, round, command)
    if command.seat not in round.seats:
        raise rules.refuse(None, f"seat {command.seat} has no hand in this round")
    seat = round.seats[command.seat]
    if seat.void is not None:
        raise rules.refuse(rule, f"the hand of seat {command.seat} is out of the round already")
    if rule == "wrong_count":
        if round.phase == "closed":
            raise rules.refuse(None, "how many cards each hand has is told when the deal is keyed")
        if not round.keyed:
            raise rules.refuse(None, "the system dealt these cards and knows how many each hand has")
    if rule == "exposed_card" and not seat.in_play:
        raise rules.refuse(rule, f"the hand of seat {command.seat} was thrown in and collected: it is over")
    if rule == "exposed_card" and round.phase not in IN_THE_DEAL:
        raise rules.refuse(rule, f"a card can only be exposed while cards are being dealt; now {NOW[round.phase]}")
    if getattr(rules.law, rule) == "play on":
        return (e.IrregularityNoted(command.irregularity, rule, command.seat),)
    plays(rules.law, rule, "void")
    mine = tuple(p for p in round.payments if p.seat == command.seat)
    return (e.HandVoided(command.seat, rule, voided(rules, command.seat, seat, rule), mine),)


@implements(wrong_deck="all void")
def _wrong_deck(rules: BonusSixRules, round: Round, command: c.Report) -> Events:
    """No hand was dealt from one deck: whatever was decided or settled, everything goes back."""
    rule = IRREGULARITIES[WRONG_DECK]
    if not round.keyed:
        because = f"once real cards are dealt; now {NOW[round.phase]}"
        raise rules.refuse(rule, f"{WRONG_DECK} can only be found {because}")
    if command.seat:
        raise rules.refuse(None, f"seat: {WRONG_DECK} concerns the whole table: name no seat")
    if round.void is not None:
        raise rules.refuse(rule, "the round is void already")
    back = tuple(p for n in round.clockwise for p in voided(rules, n, round.seats[n], rule))
    return (e.RoundVoided(rule, WRONG_DECK, back, round.payments),)


def _community_exposed(rules: BonusSixRules, round: Round, command: c.Report) -> Events:
    """The card that is everybody's was seen before it was to be turned."""
    rule = IRREGULARITIES[command.irregularity]
    if command.seat:
        raise rules.refuse(None, "the community card is no seat's")
    if round.turned:
        raise rules.refuse(rule, f"the community card lies face up as it should; now {NOW[round.phase]}")
    plays(rules.law, rule, "play on")
    return (e.IrregularityNoted(command.irregularity, rule, command.seat),)
