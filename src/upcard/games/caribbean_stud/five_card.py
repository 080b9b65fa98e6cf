"""The five card hand bonus on the player's hand and on the dealer's, with the magic card and the lucky bonus."""

from __future__ import annotations

from upcard.cards import category
from upcard.games.caribbean_stud.award_split import Division, at_most, divided
from upcard.games.caribbean_stud.outcome import Meters, Outcome, meter_of
from upcard.games.caribbean_stud.round import Round, Step
from upcard.games.meter import Draw, draw, drawn
from upcard.games.payment import Payment, awarded, lost
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import Award, For, Share

DEALER_AWARD = "five_card_dealer"


@implements(
    dealer_award_worked_out="at the first backer's turn", dealer_award_divided="equally",
    percentage_rounding="down to the cent", full_award_resets_to="seed plus reserve",
)  # fmt: skip
def five_card(rules: CaribbeanStudRules, round: Round, number: int, meters: Meters) -> Outcome:
    """The player's hand before the dealer's; a percentage on the dealer's hand is divided among its backers.

    Where the step is done again for one of the two hands, what stands on the other is not paid twice.
    """
    assert rules.five_card is not None
    seat = round.seats[number]
    payments: list[Payment] = []
    draws: list[Draw] = []
    shared: dict[str, int] = {}
    after = dict(meters)
    source = rules.law.percentage_source
    stands = {line.wager for entry in round.done if entry.step == Step("five_card", number) for line in entry.payments}
    wagers = {wager: cents for wager, cents in seat.wagers.items() if wager not in stands}

    def from_meter(award: Share, ways: int) -> int:
        taken = draw(meter_of(rules, after, award.level), award.level, award, ways)
        draws.append(taken)
        after[award.level] = drawn(after[award.level], taken)
        return taken.each

    if stake := wagers.get("five_card_player"):
        award = rules.five_card.get(category(seat.value))
        if award is None:
            payments.append(lost(number, "five_card_player", stake, "five_card_table", seat.value))
        elif isinstance(award, Share) and not _own_is_more(rules, after, award, seat.value, stake):
            cents = from_meter(award, 1)
            payments.append(
                awarded(number, "five_card_player", stake, cents, source, "five_card_table", seat.value, award)
            )
        else:
            award = _own(rules, seat.value, award)
            payments.append(_credited(number, "five_card_player", stake, award, "five_card_table", seat.value))
        payments += _draws(rules, number, stake, round.magic_card in seat.cards, round.lucky == str(number))
    if stake := wagers.get("five_card_dealer"):
        award = rules.five_card.get(category(round.dealer_value))
        if award is None:
            payments.append(lost(number, "five_card_dealer", stake, "five_card_table", round.dealer_value))
        elif isinstance(award, Share) and (among := _backers(rules, round, after, award, number)) is not None:
            if round.divides(DEALER_AWARD):
                cents = round.shared[DEALER_AWARD]
            else:
                cents = from_meter(award, among.ways)
                shared[DEALER_AWARD] = cents
                if rules.five_card_instead:
                    shared[at_most(DEALER_AWARD)] = among.most
            rule, value = "dealer_award_divided", round.dealer_value
            payments.append(awarded(number, "five_card_dealer", stake, cents, source, rule, value, award))
        else:
            award = _own(rules, round.dealer_value, award)
            payments.append(_credited(number, "five_card_dealer", stake, award, "five_card_table", round.dealer_value))
        payments += _draws(rules, number, stake, round.magic_card in round.dealer, round.lucky == "dealer")
    return Outcome(tuple(payments), tuple(draws), shared)


def _own(rules: CaribbeanStudRules, value: int, award: Award) -> Award:
    """What a hand is paid without the meter: the table's odds or, under easier terms, those of its own line."""
    return rules.five_card_instead[category(value)] if isinstance(award, Share) else award


def _least(rules: CaribbeanStudRules, value: int, stake: int) -> int:
    """What a hand whose terms were eased is paid whatever the meter shows."""
    own = rules.five_card_instead.get(category(value))
    return own.pays(stake) if own is not None else 0


def _own_is_more(rules: CaribbeanStudRules, meters: Meters, award: Share, value: int, stake: int) -> bool:
    own = _least(rules, value, stake)
    return bool(own) and own > draw(meter_of(rules, meters, award.level), award.level, award).cents


def _backers(rules: CaribbeanStudRules, round: Round, meters: Meters, award: Share, number: int) -> Division | None:
    """Among whom an award on the dealer's hand is divided; None where this seat's own award is more."""
    value, stake = round.dealer_value, round.seats[number].wagers["five_card_dealer"]
    own = _least(rules, value, stake)
    most = round.shared.get(at_most(DEALER_AWARD), own)
    if own > most:
        return None  # it does not share, also when all who do are paid
    if round.divides(DEALER_AWARD):
        return Division(0, most)
    left = {step.seat for step in round.agenda if step.kind == "five_card"}
    stakes = [
        cents
        for seat, s in round.seats.items()
        if s.void is None and (cents := s.wagers.get("five_card_dealer")) and (not own or seat in left)
        if not round.keeps(seat, DEALER_AWARD)
    ]
    whole = draw(meter_of(rules, meters, award.level), award.level, award).cents
    among = divided(whole, [_least(rules, value, cents) for cents in stakes])
    return among if among.ways and own <= among.most else None


def _credited(number: int, wager: str, stake: int, award: Award, rule: str, value: int) -> Payment:
    assert isinstance(award, For)
    return awarded(number, wager, stake, award.pays(stake), "account", rule, value, award)


@implements(draws_paid_on="each five card hand bonus wager")
def _draws(rules: CaribbeanStudRules, number: int, stake: int, magic: bool, lucky: bool) -> list[Payment]:
    """Magic card and lucky bonus on one five card hand bonus wager."""
    hits = ((magic, "magic_card", rules.magic_card), (lucky, "lucky", rules.lucky))
    return [
        Payment(number, wager, "win", 0, 0, odds.pays(stake), "account", wager, None, str(odds))
        for hit, wager, odds in hits
        if hit and odds
    ]
