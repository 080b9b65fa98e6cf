"""What was keyed wrongly, put right until the round is over: cards only where they are real.

What would have come out otherwise is reversed and comes up again, to be settled by the cards that lie there. The order
of the settlement depends on no player's cards, so it stays when a hand is corrected. The deal itself is taken back and
keyed again, as long as nobody has decided on it; so is a progressive wager put right before any card is dealt.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from upcard.cards import Card, rank_five
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.main_wagers import qualifies
from upcard.games.caribbean_stud.resettlement import undone
from upcard.games.caribbean_stud.round import Round
from upcard.games.caribbean_stud.wagers import check_amount, check_liability, check_offered, with_wager
from upcard.games.moves import EXCHANGED, is_card, keyed_twice
from upcard.games.option import check_whole
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import show_dollars

Keyed = dict[int, tuple[Card, ...]]
"""By seat, the cards that lie there."""

DEALER = 0
"""The place of the dealer's hand among what is corrected together."""

SETTLEMENT = ("settling", "settled")
"""The phases in which hands lie face up, until the round is over."""


def dealers_cards(round: Round) -> tuple[Card, ...]:
    """What is known of the dealer's hand; a misdealt one does not count, one that lacked a card is keyed anew."""
    if round.misdealt:
        return ()
    if round.dealer and round.phase in SETTLEMENT:
        return round.dealer
    return (round.up,) if round.up is not None else ()


def correctable(round: Round) -> tuple[int, ...]:
    """The seats whose keyed cards may be corrected, also while the dealer's are keyed again."""
    if not round.keyed or round.phase not in (*SETTLEMENT, "decided"):
        return ()
    return tuple(n for n in round.clockwise if round.seats[n].cards and round.seats[n].void is None)


def dealer_correctable(round: Round) -> bool:
    """Whether the dealer's cards were keyed and may be corrected."""
    judged = round.phase in SETTLEMENT and round.void is None and not round.misdealt
    return round.keyed and judged and bool(round.dealer)


def up_card_correctable(round: Round) -> bool:
    """Whether the dealer's face-up card was keyed and the hole cards were not."""
    return round.keyed and round.up is not None and round.phase in ("short", "deciding", "decided")


def deal_correctable(rules: CaribbeanStudRules, round: Round) -> bool:
    """Whether the deal was keyed and nothing has come after it but what its own counts made of it."""
    size = rules.law.hand_size
    if not round.keyed or round.completed or round.dealer or round.done or round.phase == "complete":
        return False
    if any(seat.decision or seat.cards for seat in round.seats.values()):
        return False
    if round.void is not None or round.misdealt:
        return round.void in (None, "dealer_wrong_count") and round.dealer_count != size
    return all(seat.void is None or seat.count != size for seat in round.seats.values())


def correct_up_card(rules: CaribbeanStudRules, round: Round, command: c.CorrectUpCard) -> tuple[e.Event, ...]:
    """The card that lies face up, before the hole cards are keyed with it."""
    if not up_card_correctable(round) or round.up is None:
        raise rules.refuse(None, "no face-up card has been keyed")
    if not is_card(command.card):
        raise rules.refuse("single_deck", "that is no card of the deck")
    if command.card == round.up:
        raise rules.refuse(None, "this is the card that was keyed")
    return (e.UpCardCorrected(round.up, command.card),)


def take_back_deal(rules: CaribbeanStudRules, round: Round) -> tuple[e.Event, ...]:
    """The deal that was keyed, with all that followed from it."""
    if not deal_correctable(rules, round):
        raise rules.refuse(None, "a deal is taken back that was keyed and that nothing has followed yet")
    return (e.DealTakenBack(round.payments),)


def correct_progressive(rules: CaribbeanStudRules, round: Round, command: c.CorrectProgressive) -> tuple[e.Event, ...]:
    """The wager of a seat as the device took it: struck where it took none, taken where it took one."""
    rule = "progressive_chips_counted"
    if not rules.law.progressive_chips_counted:
        raise rules.refuse(None, "this edition has no count of the progressive chips")
    if command.seat not in round.seats:
        raise rules.refuse("ante_required", f"seat {command.seat} has no ante")
    seat = round.seats[command.seat]
    check_whole(command.cents, "progressive")
    if bool(command.cents) == bool(seat.progressive):
        because = "has a progressive wager already" if command.cents else "has no progressive wager"
        raise rules.refuse(rule, f"seat {command.seat} {because}")
    before = seat.accepted if rules.law.chips_miscounted else None  # until it was read another wager could come back
    wager, accepted = before or ("progressive_coupon" if seat.coupon else "progressive", seat.progressive)
    if command.cents and accepted not in (0, command.cents):
        because = (
            f"seat {command.seat}: a wager of {show_dollars(accepted)} was accepted, and no other is put in its place"
        )
        raise rules.refuse("wagers_frozen_after", because)
    if command.cents:
        check_offered(rules, "progressive")
        check_amount(rules, seat, "progressive", command.cents)
        check_liability(rules, with_wager(round.seats, command.seat, "progressive", command.cents))
    return (e.ProgressiveCorrected(command.seat, wager, seat.progressive, command.cents, rule),)


def correct_hand(rules: CaribbeanStudRules, round: Round, command: c.CorrectHand) -> tuple[e.Event, ...]:
    """The cards of a seat, alone or together with others, and what is settled again by them."""
    if command.seat in command.also:
        raise rules.refuse(None, f"the cards of seat {command.seat} are told twice")
    for number in (command.seat, *command.also):
        if number == DEALER and number != command.seat:
            _check_dealer(rules, round)
        elif number not in correctable(round):
            raise rules.refuse(None, f"no cards of seat {number} have been keyed")
    keyed = {command.seat: command.cards, **command.also}
    _check(rules, round, keyed)
    return _settled_again(rules, round, keyed, command.also)


def correct_dealer(rules: CaribbeanStudRules, round: Round, command: c.CorrectDealer) -> tuple[e.Event, ...]:
    """The dealer's cards, and the settlement that follows from them."""
    _check_dealer(rules, round)
    _check(rules, round, {DEALER: command.dealer})
    return _settled_again(rules, round, {DEALER: command.dealer}, {})


def revealed_again(rules: CaribbeanStudRules, round: Round, dealer: tuple[Card, ...]) -> tuple[e.Event, ...]:
    """The dealer's hand with the card that it was found to lack after it had been keyed as whole."""
    if because := keyed_twice((*dealer, *round.lying())):
        raise rules.refuse("single_deck", because)
    return _settled_again(rules, round, {DEALER: dealer}, {})


def _check_dealer(rules: CaribbeanStudRules, round: Round) -> None:
    if not dealer_correctable(round):
        raise rules.refuse(None, "no cards of the dealer have been keyed")


def _check(rules: CaribbeanStudRules, round: Round, keyed: Keyed) -> None:
    """Refuses what cannot lie there together, and what was keyed already."""
    size = rules.law.hand_size
    for number, cards in keyed.items():
        if len(cards) != size:
            rule = "dealer_wrong_count" if number == DEALER else "player_wrong_count"
            raise rules.refuse(rule, f"a hand has {size} cards: another number is reported as it lies")
    seats = {n: replace(seat, cards=keyed.get(n, seat.cards)) for n, seat in round.seats.items()}
    right = replace(round, seats=seats, dealer=keyed.get(DEALER, round.dealer))
    if because := keyed_twice((*right.lying(), *dealers_cards(right))):
        raise rules.refuse("single_deck", f"{because}; {EXCHANGED}")
    for number, cards in keyed.items():
        if set(cards) == set(round.dealer if number == DEALER else round.seats[number].cards):
            raise rules.refuse(None, "these are the cards that were keyed")


def _settled_again(rules: CaribbeanStudRules, round: Round, keyed: Keyed, also: Keyed) -> tuple[e.Event, ...]:
    """Each place as it lies, the dealer's last; what all of them make otherwise stands with the last."""
    values = {number: rank_five(cards) for number, cards in keyed.items()}
    hands = [number for number in keyed if number != DEALER]
    changed = {n: replace(round.seats[n], cards=keyed[n], value=values[n]) for n in hands}
    right = replace(round, seats={**round.seats, **changed})
    if DEALER in keyed:
        plays = qualifies(rules, values[DEALER])
        right = replace(right, dealer=keyed[DEALER], dealer_value=values[DEALER], qualifies=plays)
    found = undone(rules, round, right)
    told = {hands[0]: also} if also else {}
    events: list[e.HandCorrected | e.DealerCorrected] = [
        e.HandCorrected(n, round.seats[n].cards, keyed[n], values[n], (), (), also=told.get(n, UNSET)) for n in hands
    ]
    if DEALER in keyed:
        kept = [entry.step for entry in round.done if entry.step not in found.steps]
        agenda = tuple(step for step in found.order if step in round.agenda or step not in kept)
        events.append(e.DealerCorrected(round.dealer, keyed[DEALER], values[DEALER], plays, agenda, order=found.order))
    return (*events[:-1], replace(events[-1], reversed=found.reversed, undone=found.steps), *found.stays)
