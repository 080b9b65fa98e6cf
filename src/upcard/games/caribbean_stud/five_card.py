"""The five card hand bonus on the player's hand and on the dealer's, with the magic card and the lucky bonus."""

from __future__ import annotations

from upcard.cards import category
from upcard.games.caribbean_stud.outcome import Meters, Outcome, meter_of
from upcard.games.caribbean_stud.round import Round
from upcard.games.meter import Draw, draw, drawn
from upcard.games.payment import Payment, awarded, lost
from upcard.law.obeys import obeys
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import Award, For, Share

DEALER_AWARD = "five_card_dealer"


@obeys("dealer_award_worked_out")
def five_card(rules: CaribbeanStudRules, round: Round, number: int, meters: Meters) -> Outcome:
    """The player's hand before the dealer's; a percentage on the dealer's hand is divided among its backers."""
    assert rules.five_card is not None
    seat = round.seats[number]
    payments: list[Payment] = []
    draws: list[Draw] = []
    shared: dict[str, int] = {}
    after = dict(meters)
    source = rules.law.percentage_source

    def from_meter(award: Share, ways: int) -> int:
        taken = draw(meter_of(rules, after, award.level), award.level, award, ways)
        draws.append(taken)
        after[award.level] = drawn(after[award.level], taken)
        return taken.each

    if stake := seat.wagers.get("five_card_player"):
        award = rules.five_card.get(category(seat.value))
        if award is None:
            payments.append(lost(number, "five_card_player", stake, "five_card_table", seat.value))
        elif isinstance(award, Share):
            cents = from_meter(award, 1)
            payments.append(
                awarded(number, "five_card_player", stake, cents, source, "five_card_table", seat.value, award)
            )
        else:
            payments.append(_credited(number, "five_card_player", stake, award, "five_card_table", seat.value))
        payments += _draws(rules, number, stake, round.magic_card in seat.cards, round.lucky == str(number))
    if stake := seat.wagers.get("five_card_dealer"):
        award = rules.five_card.get(category(round.dealer_value))
        if award is None:
            payments.append(lost(number, "five_card_dealer", stake, "five_card_table", round.dealer_value))
        elif isinstance(award, Share):
            if DEALER_AWARD in round.shared:
                cents = round.shared[DEALER_AWARD]
            else:
                backers = (s for s in round.seats.values() if s.void is None)
                cents = from_meter(award, sum(bool(s.wagers.get("five_card_dealer")) for s in backers))
                shared[DEALER_AWARD] = cents
            rule, value = "dealer_award_divided", round.dealer_value
            payments.append(awarded(number, "five_card_dealer", stake, cents, source, rule, value, award))
        else:
            payments.append(_credited(number, "five_card_dealer", stake, award, "five_card_table", round.dealer_value))
        payments += _draws(rules, number, stake, round.magic_card in round.dealer, round.lucky == "dealer")
    return Outcome(tuple(payments), tuple(draws), shared)


def _credited(number: int, wager: str, stake: int, award: Award, rule: str, value: int) -> Payment:
    assert isinstance(award, For)
    return awarded(number, wager, stake, award.pays(stake), "account", rule, value, award)


@obeys("draws_paid_on")
def _draws(rules: CaribbeanStudRules, number: int, stake: int, magic: bool, lucky: bool) -> list[Payment]:
    """Magic card and lucky bonus on one five card hand bonus wager."""
    hits = ((magic, "magic_card", rules.magic_card), (lucky, "lucky", rules.lucky))
    return [
        Payment(number, wager, "win", 0, 0, odds.pays(stake), "account", wager, None, str(odds))
        for hit, wager, odds in hits
        if hit and odds
    ]
