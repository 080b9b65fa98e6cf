"""What an act leads to under the rules: events, or a refusal that changes nothing."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from upcard.cards import rank_five
from upcard.errors import Refused
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.correction import (
    SETTLEMENT,
    correct_dealer,
    correct_hand,
    correct_progressive,
    correct_up_card,
    dealers_cards,
    revealed_again,
    take_back_deal,
)
from upcard.games.caribbean_stud.evolve import replay
from upcard.games.caribbean_stud.five_card import column, counts
from upcard.games.caribbean_stud.irregularity import irregularity, of_real_cards, voids_round
from upcard.games.caribbean_stud.main_wagers import MISDEAL_RETURNS, forfeits, qualifies, voided
from upcard.games.caribbean_stud.phases import NOW, PHASES, out_of_phase
from upcard.games.caribbean_stud.progressive import may_bring_envy
from upcard.games.caribbean_stud.resettlement import all_undone, undone
from upcard.games.caribbean_stud.round import Round, Seat, Step
from upcard.games.caribbean_stud.settlement import agenda, perform
from upcard.games.caribbean_stud.wagers import (
    check_amount,
    check_coupon,
    check_offered,
    check_placed,
    needs_ante,
)
from upcard.games.moves import could_be_dealt, is_card, keyed_twice
from upcard.games.option import act_name, check_whole
from upcard.games.settle import MOST_SEATS
from upcard.law.registry import implements
from upcard.number_format import multiple
from upcard.rules.caribbean_stud import CaribbeanStudRules

Events = tuple[e.Event, ...]


def decide(rules: CaribbeanStudRules, round: Round, command: c.Command) -> Events:
    """The events that follow from a command; a `Refused` names the rule that forbids it."""
    if type(command) not in PHASES[round.phase]:
        raise not_now(rules, round, command)
    match command:
        case c.PlaceWager():
            return _place(rules, round, command)
        case c.Settle():
            return _settle(rules, round, command)
        case c.Fold() | c.Bet():
            return _decision(rules, round, command)
        case c.TakeBackWager():
            return _take_back(rules, round, command)
        case c.PlaceCoupon():
            check_whole(command.cents, command.coupon)
            seat = _seated(rules, round, command.seat, needs_ante(rules, command.coupon))
            check_coupon(rules, seat, command.coupon, command.cents)
            lies = "match_play" if command.coupon == "match_play" else "progressive_coupon"
            check_placed(rules, round.seats, command.seat, lies, command.cents)
            return (e.CouponPlaced(command.seat, command.coupon, command.cents),)
        case c.CloseBets():
            return _close(rules, round)
        case c.Deal():
            return _deal(rules, round, command)
        case c.DealUnseen():
            return _deal_unseen(rules, round, command)
        case c.TurnUpCard():
            return _turn_up(rules, round, command)
        case c.CompleteDealer():
            return _complete_dealer(rules, round, command)
        case c.Reveal():
            return _reveal(rules, round, command)
        case c.ShowHand():
            return _show(rules, round, command)
        case c.CorrectHand():
            return correct_hand(rules, round, command)
        case c.CorrectDealer():
            return correct_dealer(rules, round, command)
        case c.CorrectUpCard():
            return correct_up_card(rules, round, command)
        case c.TakeBackDeal():
            return take_back_deal(rules, round)
        case c.CorrectProgressive():
            return correct_progressive(rules, round, command)
        case c.Report():
            return _report(rules, round, command)
        case c.Complete():
            return (e.RoundCompleted(),)
        case _:
            assert_never(command)


def not_now(rules: CaribbeanStudRules, round: Round, command: c.Command) -> Refused:
    """The refusal of an act that is not for this phase."""
    if round.void is not None:
        return rules.refuse(None, f"{act_name(command)} is not for now: the round is void; reconcile it first")
    rule = next((name for name in out_of_phase(round.phase, command) if name in rules.edition.citations), None)
    after = f"; wagers stand after {rules.law.wagers_frozen_after!r}" if rule == "wagers_frozen_after" else ""
    return rules.refuse(rule, f"{act_name(command)} is not for now: {NOW[round.phase]}{after}")


# --------------------------------------------------------------------------------------------- wagers


@implements(ante_required=True)
def _seated(rules: CaribbeanStudRules, round: Round, number: int, rule: str = "ante_required") -> Seat:
    if number not in round.seats:
        raise rules.refuse(rule, f"seat {number} has no ante")
    return round.seats[number]


def _place(rules: CaribbeanStudRules, round: Round, command: c.PlaceWager) -> Events:
    if not 1 <= command.seat <= MOST_SEATS:
        raise rules.refuse(None, f"there is no seat {command.seat}")
    if command.wager == "bet":
        bet = multiple(rules.law.bet_multiple, "the ante", "2 times")
        because = f"after the deal a player bets exactly {bet}: no bet is placed before"
        raise rules.refuse("bet_multiple", because)
    check_whole(command.cents, command.wager)
    check_offered(rules, command.wager)
    if command.wager == "ante":
        if command.seat in round.seats:
            raise rules.refuse(None, f"seat {command.seat} has an ante already: take it back and place it anew")
        seat = Seat()
    else:
        seat = _seated(rules, round, command.seat, needs_ante(rules, command.wager))
        if seat.wagers.get(command.wager) or (command.wager == "progressive" and seat.coupon):
            because = f"seat {command.seat} has a {command.wager} wager already: take it back and place it anew"
            raise rules.refuse(None, because)
    check_amount(rules, seat, command.wager, command.cents)
    check_placed(rules, round.seats, command.seat, command.wager, command.cents)
    return (e.WagerPlaced(command.seat, command.wager, command.cents),)


def _take_back(rules: CaribbeanStudRules, round: Round, command: c.TakeBackWager) -> Events:
    goes_back = command.wager == "cover_all" and rules.law.cover_all_unshown is not None
    if round.phase != "betting" and not goes_back:
        raise not_now(rules, round, command)
    seat = _seated(rules, round, command.seat)
    if command.wager == "ante":
        if seat.wagers or seat.match_play or seat.coupon:
            raise rules.refuse("ante_required", "the other wagers of the seat need the ante")
        return (e.WagerTakenBack(command.seat, "ante", seat.ante),)
    coupons = {"match_play": seat.match_play, "progressive_coupon": seat.coupon}
    cents = coupons.get(command.wager) or seat.wagers.get(command.wager)
    if not cents:
        raise rules.refuse(None, f"seat {command.seat} has no {command.wager} wager")
    if command.wager == "progressive" and rules.law.contribution_at == "token":
        raise rules.refuse("contribution_at", "a token that was accepted has moved the meter and stays")
    return (e.WagerTakenBack(command.seat, command.wager, cents),)


def _close(rules: CaribbeanStudRules, round: Round) -> Events:
    if not round.seats:
        raise rules.refuse("ante_required", "nobody has an ante down")
    if rules.cover_all is not None and any(s.wagers.get("cover_all") for s in round.seats.values()):
        hands = column(rules, round)
        if hands not in rules.cover_all:
            raise rules.refuse("cover_all_columns", f"there is no cover all column for {hands}")
    accepted = {number: round.seats[number].progressive for number in round.clockwise}
    return (e.BetsClosed({number: cents for number, cents in accepted.items() if cents}),)


# --------------------------------------------------------------------------------------------- the deal


def _deal(rules: CaribbeanStudRules, round: Round, command: c.Deal) -> Events:
    if command.hands.keys() != round.seats.keys():
        raise rules.refuse("ante_required", "cards go to every seat with an ante and to no other")
    cards = [card for hand in command.hands.values() for card in hand] + list(command.dealer)
    if because := keyed_twice(cards):
        raise rules.refuse("single_deck", because)
    if not 1 <= command.up <= max(len(command.dealer), 1):
        raise rules.refuse(None, "the dealer has no such card to turn up")
    size = rules.law.hand_size
    values = {n: rank_five(h) if len(h) == size else 0 for n, h in command.hands.items()}
    dealt = e.HandsDealt(command.hands, values, command.dealer, command.up, command.turned)
    return _after_deal(rules, round, dealt, {n: len(h) for n, h in command.hands.items()}, len(command.dealer))


def _deal_unseen(rules: CaribbeanStudRules, round: Round, command: c.DealUnseen) -> Events:
    if command.counts.keys() != round.seats.keys():
        raise rules.refuse("ante_required", "cards go to every seat with an ante and to no other")
    if not could_be_dealt((*command.counts.values(), command.dealer_count)):
        raise rules.refuse("single_deck", "one deck has not so many cards")
    up = command.up_card
    if up is not None and (command.dealer_count < 1 or not is_card(up)):
        raise rules.refuse(None, "up_card: the dealer has no such card")
    dealt = e.HandsDealtUnseen(command.counts, command.dealer_count, up)
    return _after_deal(rules, round, dealt, command.counts, command.dealer_count)


def _after_deal(
    rules: CaribbeanStudRules, round: Round, dealt: e.Event, counts: dict[int, int], dealer_count: int
) -> Events:
    """The deal, and what a wrong count makes of it."""
    events: list[e.Event] = [dealt]
    size = rules.law.hand_size
    for number, count in sorted(counts.items()):
        if count != size:
            rule = "player_wrong_count"
            if "deal" not in (rules.law.misdeal_found_at or ("deal",)):
                raise rules.refuse("misdeal_found_at", "a wrong number of cards is not found at the deal")
            payments = voided(rules, number, round.seats[number], rule)
            events.append(e.HandVoided(number, rule, payments))
    if dealer_count == rules.law.dealer_completes_from:
        events.append(e.DealerFellShort("dealer_completes_from", dealer_count))
    elif dealer_count != size:
        events += wrong_dealer(rules, replay(round, tuple(events)))
    return tuple(events)


def _turn_up(rules: CaribbeanStudRules, round: Round, command: c.TurnUpCard) -> Events:
    if round.up is not None:
        rule = "automated_shoe_up_card" if rules.law.automated_shoe_up_card else None
        raise rules.refuse(rule, "one of the dealer's cards lies face up already")
    if (command.card is None) == round.keyed:
        raise rules.refuse(None, "card: it is keyed exactly where the system does not know it")
    if command.card is None:
        return (e.UpCardTurned(round.dealer[round.up_place - 1]),)
    if not is_card(command.card):
        raise rules.refuse("single_deck", "that is no card of the deck")
    return (e.UpCardTurned(command.card),)


def wrong_dealer(rules: CaribbeanStudRules, round: Round) -> Events:
    """Under one law every hand is void; under another the hands play for the progressive. What was settled goes back,
    but for what the progressive brings in either case."""
    rule = "dealer_wrong_count"
    if round.misdealt or round.void is not None:
        raise rules.refuse(rule, "the round is misdealt or void already")
    if rules.law.dealer_wrong_count == "all-void":
        return _void_round(rules, round, rule, "dealer-wrong-count")
    forfeited = tuple(p for p in round.payments if p.result == "forfeit" and p.wager in MISDEAL_RETURNS)
    found = undone(rules, round, replay(round, (e.TableMisdealt(rule, (), forfeited),)))
    kept = [entry.step for entry in round.done if entry.step not in found.steps]
    steps = tuple(step for step in found.order if step not in kept)
    return (e.TableMisdealt(rule, steps, (*forfeited, *found.reversed)), *found.stays)


def _void_round(rules: CaribbeanStudRules, round: Round, rule: str, found: str) -> Events:
    payments = tuple(p for n in round.counter_clockwise for p in voided(rules, n, round.seats[n], rule))
    back = all_undone(round)
    return (e.RoundVoided(rule, found, payments, back.reversed), *back.stays)


@implements(dealer_completed_times=1)
def _complete_dealer(rules: CaribbeanStudRules, round: Round, command: c.CompleteDealer) -> Events:
    if (command.card is None) != round.keyed:
        raise rules.refuse(None, "the card is given exactly where the system deals the cards")
    if command.card is not None and keyed_twice([*round.lying(), *round.dealer, command.card]):
        raise rules.refuse("single_deck", "that card is not left in the deck")
    return (e.DealerCompleted(command.card, "dealer_completes_from"),)


# ------------------------------------------------------------------------------------------- decisions


def undecided(round: Round) -> tuple[int, ...]:
    """The seats still to be asked, clockwise."""
    return tuple(n for n in round.clockwise if round.seats[n].void is None and round.seats[n].decision is None)


@implements(bet_placed="after the deal")
def _decision(rules: CaribbeanStudRules, round: Round, command: c.Fold | c.Bet) -> Events:
    if round.up is None:
        raise rules.refuse("decision_choices", "one of the dealer's cards is turned up first")
    seat = _seated(rules, round, command.seat)
    if seat.void is not None:
        raise rules.refuse("player_wrong_count", f"the hand of seat {command.seat} is out of the round")
    if seat.decision is not None:
        rule = "decision_final" if rules.law.decision_final else "decision_choices"
        raise rules.refuse(rule, f"seat {command.seat} has decided, and a decision stands")
    if rules.law.asked_clockwise and command.seat != undecided(round)[0]:
        raise rules.refuse("asked_clockwise", f"seat {undecided(round)[0]} is asked first")
    if isinstance(command, c.Fold):
        return (e.HandFolded(command.seat, forfeits(rules, command.seat, seat)),)
    return (e.BetMade(command.seat, rules.law.bet_multiple * seat.ante),)


def _reveal(rules: CaribbeanStudRules, round: Round, command: c.Reveal) -> Events:
    if bool(command.dealer) != round.keyed:
        raise rules.refuse(None, "the dealer's cards are keyed exactly where the system does not know them")
    dealer = command.dealer or round.dealer
    if len(dealer) != rules.law.hand_size:
        raise rules.refuse("dealer_wrong_count", f"the dealer has {len(dealer)} cards: report it as an irregularity")
    if because := keyed_twice(dealer):
        raise rules.refuse("single_deck", because)
    if round.up not in dealer:
        because = (
            "the card that lies face up is not among the dealer's cards: key them as they lie, or have it corrected"
        )
        raise rules.refuse(None, because)
    if round.keyed and round.dealer:
        return revealed_again(rules, round, dealer)  # what was drawn beside the cards stays
    _check_draws(rules, round, command)
    value = rank_five(dealer)
    revealed = e.HoleCardsRevealed(dealer, value, qualifies(rules, value), command.magic_card, command.lucky, ())
    steps = agenda(rules, replay(round, (revealed,)))
    return (e.HoleCardsRevealed(dealer, value, revealed.qualifies, command.magic_card, command.lucky, steps),)


def _check_draws(rules: CaribbeanStudRules, round: Round, command: c.Reveal) -> None:
    if command.magic_card is not None and (rules.magic_card is None or not is_card(command.magic_card)):
        raise rules.refuse(None, "magic_card: no such card is drawn here")
    if command.lucky is not None and (rules.lucky is None or command.lucky not in ("dealer", *map(str, round.seats))):
        raise rules.refuse(None, "lucky: no such position is drawn here")


# ------------------------------------------------------------------------------------------ settlement


def unseen(rules: CaribbeanStudRules, round: Round, step: Step) -> tuple[int, ...]:
    """The seats whose cards the system must be told before a step can be done.

    A dealer without a hand has every player's cards collected before an award, all but those that win or bring envy.
    """
    if not round.keyed:
        return ()
    unknown = tuple(n for n in round.counter_clockwise if not round.seats[n].cards and round.seats[n].void is None)
    standing = tuple(n for n in unknown if round.seats[n].standing)
    match step.kind:
        case "misdeal" | "no_hand":
            return ()
        case "five_card":
            wagered = bool(round.seats[step.seat].wagers.get("five_card_player"))
            return tuple(n for n in unknown if n == step.seat and wagered)
        case "hand":
            return tuple(n for n in standing if n == step.seat)
        case "progressive":
            collected = round.qualifies is False and rules.law.no_hand_cards_collected is not None
            envy = collected and Step("envy") in round.agenda
            together = collected or rules.same_round_jackpots == "split"
            seats = ((n, round.seats[n]) for n in standing)
            return tuple(
                n
                for n, seat in seats
                if n == step.seat or (together and seat.progressive) or (envy and may_bring_envy(rules, round, seat))
            )
        case "envy":
            return tuple(n for n in standing if step.seat in (0, n) and may_bring_envy(rules, round, round.seats[n]))
        case "cover_all":
            return tuple(n for n in unknown if counts(rules, round.seats[n]))
        case _:
            assert_never(step.kind)


def _show(rules: CaribbeanStudRules, round: Round, command: c.ShowHand) -> Events:
    step = round.agenda[0]
    if command.seat not in unseen(rules, round, step):
        raise rules.refuse("settlement_order", f"the cards of seat {command.seat} are not called for now")
    if len(command.cards) != rules.law.hand_size:
        raise rules.refuse("player_wrong_count", f"a hand has {rules.law.hand_size} cards")
    if because := keyed_twice((*command.cards, *round.lying(), *dealers_cards(round))):
        raise rules.refuse("single_deck", because)
    return (e.HandShown(command.seat, command.cards, rank_five(command.cards)),)


def _settle(rules: CaribbeanStudRules, round: Round, command: c.Settle) -> Events:
    due = round.agenda[0]
    if (command.kind, command.seat) != (due.kind, due.seat):
        raise _out_of_turn(rules, round, due, Step(command.kind, command.seat))
    if missing := unseen(rules, round, due):
        raise rules.refuse(None, f"the cards of seat {missing[0]} have not been keyed")
    outcome = perform(rules, round, due, command.meters)
    return (e.StepSettled(due, outcome.payments, outcome.draws, outcome.shared),)


def _out_of_turn(rules: CaribbeanStudRules, round: Round, due: Step, asked: Step) -> Refused:
    """Why a step of the settlement is not done now."""
    if due.kind == "no_hand":
        return rules.refuse("no_hand_paid", "the dealer has no hand: every ante is paid first")
    if due.kind == "misdeal":
        return rules.refuse("dealer_wrong_count", "the dealer is misdealt: antes and bets go back first")
    if asked not in round.agenda:
        return _not_listed(rules, round, asked)
    rule = "settlement_order"
    if asked.kind == "cover_all":
        rule = "cover_all_last"
    elif asked.kind == "envy" and rules.law.envy_paid == "end of round":
        rule = "envy_paid"
    where = f" of seat {due.seat}" if due.seat else ""
    return rules.refuse(rule, f"{due.kind.replace('_', ' ')}{where} comes first")


# --------------------------------------------------------------------------------------- irregularities


SETTLED_UNDER = {"no_hand": "no_hand_paid", "misdeal": "dealer_wrong_count"}
"""The rules of steps that concern every seat at once; the others go by seats."""


def _not_listed(rules: CaribbeanStudRules, round: Round, asked: Step) -> Refused:
    """Why a step is no part of what is left to be settled."""
    whose, what = f"seat {asked.seat}" if asked.seat else "the round", asked.kind.replace("_", " ")
    if asked in [entry.step for entry in round.done]:
        return rules.refuse(SETTLED_UNDER.get(asked.kind, "settlement_order"), f"{what} of {whose} is settled already")
    seat = round.seats.get(asked.seat)
    match asked.kind:
        case "no_hand" if round.misdealt:
            return rules.refuse("dealer_wrong_count", "the dealer is misdealt: no hand of the dealer counts")
        case "no_hand":
            return rules.refuse("dealer_qualifies_with", "the dealer has a qualifying hand: hands are compared")
        case "misdeal":
            return rules.refuse("dealer_wrong_count", "the dealer is not misdealt")
        case "hand" | "progressive" if seat is not None and seat.folded:
            return rules.refuse("fold_forfeits_ante", f"seat {asked.seat} has folded")
        case "hand" if round.qualifies is False:
            return rules.refuse("no_hand_paid", "the dealer has no hand: no hand is compared")
        case "progressive":
            return rules.refuse("progressive_needs_wager", f"{whose} has no progressive wager")
        case _:
            return rules.refuse(None, f"{whose} has no {what} to be settled")


def _report(rules: CaribbeanStudRules, round: Round, command: c.Report) -> Events:
    found = irregularity(rules, command.irregularity)
    if round.phase not in found.phases:
        raise rules.refuse(found.rule, f"{command.irregularity} can only be found {found.when}; now {NOW[round.phase]}")
    if (found.effect == "void hand") != bool(command.seat):
        whom = "one seat: say which" if found.effect == "void hand" else "the whole table: name no seat"
        raise rules.refuse(None, f"seat: {command.irregularity} concerns {whom}")
    if of_real_cards(found) and not round.keyed:
        raise rules.refuse(None, "the system dealt these cards and knows how many each hand has")
    if found.effect == "void hand":
        if command.seat not in round.seats:
            raise rules.refuse(None, f"seat {command.seat} has no hand in this round")
        if round.seats[command.seat].void is not None:
            raise rules.refuse(found.rule, f"the hand of seat {command.seat} is out of the round already")
        return _void_hand(rules, round, command.seat, found.rule)
    if found.effect == "wrong dealer" or (found.effect == "short dealer" and round.completed):
        return wrong_dealer(rules, round)  # whoever is short after the card that completes the hand was dealt wrongly
    if round.void is not None:
        raise rules.refuse(found.rule, "the round is void already")
    if found.effect == "short dealer":
        return (e.DealerFellShort(found.rule, rules.law.hand_size - 1),)
    if voids_round(rules, found):
        return _void_round(rules, round, found.rule, command.irregularity)
    return (e.IrregularityNoted(command.irregularity, found.rule, command.seat),)


def _void_hand(rules: CaribbeanStudRules, round: Round, number: int, rule: str) -> Events:
    """All that the seat put down goes back; found while the round is settled, others may be settled again for it."""
    seat = round.seats[number]
    payments = voided(rules, number, seat, rule)
    if round.phase not in SETTLEMENT and not round.order:
        mine = tuple(p for p in round.payments if p.seat == number)
        return (e.HandVoided(number, rule, payments, mine),)
    out = replace(round, seats={**round.seats, number: replace(seat, void=rule)})
    found = undone(rules, round, out, number)
    return (e.HandVoided(number, rule, payments, found.reversed, found.steps, found.order), *found.stays)
