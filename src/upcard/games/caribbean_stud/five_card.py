"""The five card hand bonus on the player's hand and on the dealer's, with the magic card and the lucky bonus."""

from __future__ import annotations

from upcard.cards import category
from upcard.games.caribbean_stud.main_wagers import Meters, Outcome, meter_of
from upcard.games.caribbean_stud.progressive import at_most, divided, drawn_by, with_kept
from upcard.games.caribbean_stud.round import Round, Seat, Step
from upcard.games.payment import Draw, Payment, awarded, covered, draw, drawn, lost, won
from upcard.law.registry import implements
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

    def from_meter(wager: str, stake: int, award: Share, seats: list[int], ways: int, rule: str, value: int) -> Payment:
        if covered(award, round.kept(number, wager)):
            return awarded(number, wager, stake, 0, "account", rule, value, award)
        meter = meter_of(rules, after, award.level)
        taken, each = drawn_by(round, number, wager, meter, award, seats, ways)
        if taken is None:
            return awarded(number, wager, stake, 0, "account", rule, value, award)
        draws.append(taken)
        after[award.level] = drawn(meter, taken)
        if wager == DEALER_AWARD:
            shared[DEALER_AWARD] = each
        return awarded(number, wager, stake, taken.each, source, rule, value, award)

    if stake := wagers.get("five_card_player"):
        award = rules.five_card.get(category(seat.value))
        if award is None:
            payments.append(lost(number, "five_card_player", stake, "five_card_table", seat.value))
        elif isinstance(award, Share) and not _own_is_more(rules, round, after, award, number):
            rule, value = "five_card_table", seat.value
            payments.append(from_meter("five_card_player", stake, award, [number], 1, rule, value))
        else:
            award = _own(rules, seat.value, award)
            payments.append(_credited(round, number, "five_card_player", award, seat.value))
        payments += _draws(rules, number, stake, round.magic_card in seat.cards, round.lucky == str(number))
    if stake := wagers.get("five_card_dealer"):
        award = rules.five_card.get(category(round.dealer_value))
        if award is None:
            payments.append(lost(number, "five_card_dealer", stake, "five_card_table", round.dealer_value))
        elif isinstance(award, Share) and (among := _backers(rules, round, after, award, number)) is not None:
            rule, value = "dealer_award_divided", round.dealer_value
            if round.divides(DEALER_AWARD) and not round.kept(number, DEALER_AWARD):
                cents = round.shared[DEALER_AWARD]
                payments.append(awarded(number, "five_card_dealer", stake, cents, source, rule, value, award))
            else:
                seats, ways, most = among
                payments.append(from_meter(DEALER_AWARD, stake, award, seats, ways, rule, value))
                if rules.five_card_instead and shared:
                    shared[at_most(DEALER_AWARD)] = most
        else:
            award = _own(rules, round.dealer_value, award)
            payments.append(_credited(round, number, "five_card_dealer", award, round.dealer_value))
        payments += _draws(rules, number, stake, round.magic_card in round.dealer, round.lucky == "dealer")
    return Outcome(tuple(payments), tuple(draws), shared)


def _own(rules: CaribbeanStudRules, value: int, award: Award) -> Award:
    """What a hand is paid without the meter: the table's odds or, under easier terms, those of its own line."""
    return rules.five_card_instead[category(value)] if isinstance(award, Share) else award


def _least(rules: CaribbeanStudRules, value: int, stake: int) -> int:
    """What a hand whose terms were eased is paid whatever the meter shows."""
    own = rules.five_card_instead.get(category(value))
    return own.pays(stake) if own is not None else 0


def _own_is_more(rules: CaribbeanStudRules, round: Round, meters: Meters, award: Share, number: int) -> bool:
    seat, meter = round.seats[number], meter_of(rules, meters, award.level)
    own = _least(rules, seat.value, seat.wagers["five_card_player"])
    whole = draw(with_kept(round, "five_card_player", meter, award, [number]), award.level, award)
    return bool(own) and own > whole.cents


def _backers(
    rules: CaribbeanStudRules, round: Round, meters: Meters, award: Share, number: int
) -> tuple[list[int], int, int] | None:
    """Who backs the dealer's hand, how many divide an award on it, and the most that an own award of theirs is.

    None where this seat's own award is more.
    """
    value, stake = round.dealer_value, round.seats[number].wagers["five_card_dealer"]
    own = _least(rules, value, stake)
    most = round.shared.get(at_most(DEALER_AWARD), own)
    if own > most:
        return None  # it does not share, also when all who do are paid
    if round.divides(DEALER_AWARD) or f"{DEALER_AWARD} {award}" in round.parts:
        return [], 1, most
    left = {step.seat for step in round.agenda if step.kind == "five_card"}
    stakes = {
        seat: cents
        for seat, s in round.seats.items()
        if s.void is None and (cents := s.wagers.get("five_card_dealer")) and (not own or seat in left)
    }
    meter = with_kept(round, DEALER_AWARD, meter_of(rules, meters, award.level), award, stakes)
    whole = draw(meter, award.level, award).cents
    among = divided(whole, [_least(rules, value, cents) for cents in stakes.values()])
    return ([*stakes], *among) if among.ways and own <= among.most else None


def _credited(round: Round, number: int, wager: str, award: Award, value: int) -> Payment:
    """A fixed award, as far as it is more than percentages that stay with the seat."""
    assert isinstance(award, For)
    stake = round.seats[number].wagers[wager]
    cents = max(0, award.pays(stake) - sum(line.paid for line in round.kept(number, wager)))
    return awarded(number, wager, stake, cents, "account", "five_card_table", value, award)


@implements(draws_paid_on="each five card hand bonus wager")
def _draws(rules: CaribbeanStudRules, number: int, stake: int, magic: bool, lucky: bool) -> list[Payment]:
    """Magic card and lucky bonus on one five card hand bonus wager."""
    hits = ((magic, "magic_card", rules.magic_card), (lucky, "lucky", rules.lucky))
    return [
        Payment(number, wager, "win", 0, 0, odds.pays(stake), "account", wager, None, str(odds))
        for hit, wager, odds in hits
        if hit and odds
    ]


# ---- The cover all wager -----------------------------------------------------------------------------------
# the highest hand at the table, paid by how many hands were dealt.


AFTER_FOLD = {
    "forfeited": "Whoever folds gives up the cover all wager.",
    "stands": "The cover all wager of whoever folds stands, and is settled with the others.",
}
"""What becomes of the wager after a fold, by what the house elected."""


def covers(rules: CaribbeanStudRules, seat: Seat) -> bool:
    """Whether the seat's cover all wager is still to be settled."""
    forfeited = seat.folded and rules.cover_all_after_fold == "forfeited"
    return bool(seat.wagers.get("cover_all")) and seat.void is None and not forfeited


def counts(rules: CaribbeanStudRules, seat: Seat) -> bool:
    """Whether a hand may be the highest at the table."""
    excluded = rules.law.cover_all_excludes or ()
    return not ((seat.folded and "folded" in excluded) or (seat.void is not None and "void" in excluded))


@implements(cover_all_varies=True)
def column(rules: CaribbeanStudRules, round: Round) -> int:
    """The column that counts: hands dealt, the dealer's among them, or players; folded and void ones count too."""
    return len(round.seats) + (rules.cover_all_counts == "hands")


@implements(cover_all_awards=1)
def cover_all(rules: CaribbeanStudRules, round: Round) -> tuple[Payment, ...]:
    assert rules.cover_all is not None
    assert rules.lowest_cover_all is not None
    lines = rules.cover_all[column(rules, round)]
    best = max(round.dealer_value, *(s.value for s in round.seats.values() if counts(rules, s)), 0)
    odds = lines.get(category(best)) if category(best) >= rules.lowest_cover_all else None
    payments = []
    for number in round.counter_clockwise:
        seat = round.seats[number]
        if not covers(rules, seat):
            continue
        stake = seat.wagers["cover_all"]
        if odds is None:
            payments.append(lost(number, "cover_all", stake, "cover_all_lowest", best))
        else:
            payments.append(won(number, "cover_all", stake, odds, "cover_all_columns", best))
    return tuple(payments)
