"""Who is paid what, in which order, under which rule: the arithmetic of a Caribbean stud round.

`agenda` lists the steps of a settlement as the law orders them; `perform` does one of them. Live rounds and finished
rounds read back from a file go through the same two functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import msgspec

from upcard.cards import Category, category, pair_rank
from upcard.games.caribbean_stud.round import Round, Seat, Step
from upcard.games.meter import Draw, Meter, draw, drawn, take
from upcard.games.payment import Payment, Source, awarded, given_back, lost, won
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import Award, For, Share

Meters = Mapping[str, Meter]


class Outcome(msgspec.Struct, frozen=True):
    """What one step pays, what it takes from the meters, and awards worked out for seats still to come."""

    payments: tuple[Payment, ...]
    draws: tuple[Draw, ...] = ()
    shared: dict[str, int] = {}


def bet_of(rules: CaribbeanStudRules, seat: Seat) -> int:
    return rules.law.bet_multiple * seat.ante if seat.decision == "bet" else 0


def put_down(rules: CaribbeanStudRules, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Every wager of a seat and its stake, the bet included; coupons are no stake of the player's."""
    wagers = [("ante", seat.ante)]
    if seat.match_play:
        wagers.append(("match_play", 0))
    if seat.decision == "bet":
        wagers.append(("bet", bet_of(rules, seat)))
    wagers += [(wager, cents) for wager, cents in seat.wagers.items() if cents]
    if seat.coupon:
        wagers.append(("progressive", 0))
    return tuple(wagers)


# ---------------------------------------------------------------------------------------------- order


def agenda(rules: CaribbeanStudRules, round: Round) -> tuple[Step, ...]:
    """The steps of the settlement in the order of the law; they depend on no player's cards."""
    law = rules.law
    live = [s for s in round.counter_clockwise if round.seats[s].void is None]
    standing = [s for s in live if not round.seats[s].folded]
    wagered = [s for s in live if round.seats[s].progressive]
    carries_envy = rules.progressive is not None and bool(rules.progressive.envy) and bool(wagered)

    def base(seat: int) -> tuple[Step, ...]:
        return (Step("hand", seat),) if seat in standing else ()

    def progressive(seat: int) -> tuple[Step, ...]:
        return (Step("progressive", seat),) if seat in standing and seat in wagered else ()

    def side(seat: int) -> tuple[Step, ...]:
        """What is settled in a seat's own turn after ante and bet."""
        steps = progressive(seat)
        if law.envy_paid == "in turn" and carries_envy and seat in standing:
            steps += (Step("envy", seat),)
        wagers = round.seats[seat].wagers
        if wagers.get("five_card_player") or wagers.get("five_card_dealer"):
            steps += (Step("five_card", seat),)
        return steps

    steps: tuple[Step, ...] = ()
    at_once = round.misdealt or (round.qualifies is False and law.no_hand_paid == "at once")
    if at_once:
        steps += (Step("misdeal" if round.misdealt else "no_hand"),) if live else ()
    for seat in live:
        if not at_once:
            steps += base(seat)
        if law.progressive_settled == "in turn":
            steps += side(seat)
    if law.progressive_settled == "after all":
        for seat in live:
            steps += progressive(seat)
    if law.envy_paid == "end of round" and carries_envy:
        steps += (Step("envy"),)
    if law.cover_all_last and any(_covers(rules, round.seats[s]) for s in live):
        steps += (Step("cover_all"),)
    return steps


def perform(rules: CaribbeanStudRules, round: Round, step: Step, meters: Meters) -> Outcome:
    """One step of the agenda. Nothing changes: the meters are the caller's to draw down."""
    match step.kind:
        case "misdeal":
            return Outcome(_misdealt(rules, round))
        case "no_hand":
            standing = [s for s in round.counter_clockwise if round.seats[s].standing]
            return Outcome(tuple(p for s in standing for p in _no_hand(rules, s, round.seats[s], round)))
        case "hand":
            return Outcome(_hand(rules, round, step.seat))
        case "progressive":
            return _progressive(rules, round, step.seat, meters)
        case "envy":
            return Outcome(_envy(rules, round, step.seat))
        case "five_card":
            return _five_card(rules, round, step.seat, meters)
        case "cover_all":
            return Outcome(_cover_all(rules, round))
        case _:
            assert_never(step.kind)


# --------------------------------------------------------------------------- folds, void and dead hands


def forfeits(rules: CaribbeanStudRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    """What a fold gives up."""
    law = rules.law
    payments = [lost(number, "ante", seat.ante, "fold_forfeits_ante", result="forfeit")]
    if seat.match_play:
        payments.append(lost(number, "match_play", 0, "match_play", result="forfeit"))
    if tip := seat.wagers.get("tip"):
        payments.append(lost(number, "tip", tip, "fold_forfeits_ante", result="forfeit"))
    for wager in law.fold_forfeits:
        if stake := seat.wagers.get(wager):
            payments.append(lost(number, wager, stake, "fold_forfeits", result="forfeit"))
    if seat.coupon:
        payments.append(lost(number, "progressive", 0, "fold_forfeits", result="forfeit"))
    if (cover := seat.wagers.get("cover_all")) and rules.cover_all_after_fold == "forfeited":
        payments.append(lost(number, "cover_all", cover, "cover_all_after_fold", result="forfeit"))
    return tuple(payments)


def voided(rules: CaribbeanStudRules, number: int, seat: Seat, rule: str) -> tuple[Payment, ...]:
    """Everything that a seat put down, given back under the rule that voids it."""
    side = "void_hand_returns" if rule == "player_wrong_count" else rule
    return tuple(
        given_back(number, wager, stake, rule if wager in ("ante", "bet") else side, "void")
        for wager, stake in put_down(rules, seat)
    )


MISDEAL_RETURNS = ("ante", "bet", "tip")


def _misdealt(rules: CaribbeanStudRules, round: Round) -> tuple[Payment, ...]:
    """A misdealt dealer: antes, bets and tips go back, also to those who folded."""
    return tuple(
        given_back(number, wager, stake, "dealer_wrong_count", "void")
        for number in round.counter_clockwise
        if round.seats[number].void is None
        for wager, stake in put_down(rules, round.seats[number])
        if wager in MISDEAL_RETURNS
    )


# --------------------------------------------------------------------------------------- ante and bet


def _ante_won(rules: CaribbeanStudRules, number: int, seat: Seat, rule: str) -> list[Payment]:
    odds = rules.no_hand_ante if rule == "no_hand_ante" else rules.ante
    payments = [won(number, "ante", seat.ante, odds, rule, seat.value)]
    if seat.match_play and rules.match_play:
        paid = rules.match_play.pays(seat.match_play)
        payments.append(Payment(number, "match_play", "win", 0, 0, paid, "tray", "match_play", seat.value))
    return payments


def _tip_won(rules: CaribbeanStudRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    tip = seat.wagers.get("tip")
    if not tip or rules.tip is None:
        return ()
    return (won(number, "tip", tip, rules.tip, "tip_follows_ante", seat.value),)


def _no_hand(rules: CaribbeanStudRules, number: int, seat: Seat, round: Round) -> tuple[Payment, ...]:
    bet = given_back(number, "bet", bet_of(rules, seat), "no_hand_bet", "push", round.dealer_value)
    return (*_ante_won(rules, number, seat, "no_hand_ante"), bet, *_tip_won(rules, number, seat))


def _hand(rules: CaribbeanStudRules, round: Round, number: int) -> tuple[Payment, ...]:
    """Ante and bet against the dealer, then the bonus wager, whoever has the higher hand."""
    seat = round.seats[number]
    return (*_against_dealer(rules, round, number, seat), *_bonus(rules, number, seat))


def _against_dealer(rules: CaribbeanStudRules, round: Round, number: int, seat: Seat) -> tuple[Payment, ...]:
    if not round.qualifies:
        return _no_hand(rules, number, seat, round)
    ante, bet, tip = seat.ante, bet_of(rules, seat), seat.wagers.get("tip", 0)
    if seat.value > round.dealer_value:
        odds, rule = rules.bet[category(seat.value)]
        return (
            *_ante_won(rules, number, seat, "ante_odds"),
            won(number, "bet", bet, odds, rule, seat.value),
            *_tip_won(rules, number, seat),
        )
    push = seat.value == round.dealer_value
    rule = "tie" if push else "higher_hand_wins"
    lines: list[tuple[str, int, str]] = [("ante", ante, rule)]
    if seat.match_play:
        lines.append(("match_play", 0, "match_play"))
    lines.append(("bet", bet, rule))
    if tip:
        lines.append(("tip", tip, "tip_follows_ante"))
    if push:
        return tuple(given_back(number, wager, stake, why, "push", seat.value) for wager, stake, why in lines)
    return tuple(lost(number, wager, stake, why, seat.value) for wager, stake, why in lines)


def _bonus(rules: CaribbeanStudRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    stake = seat.wagers.get("bonus")
    if not stake or rules.bonus is None:
        return ()
    hand = category(seat.value)
    odds = rules.bonus.lines.get(hand)
    if odds is None or (hand is Category.PAIR and pair_rank(seat.value) < rules.bonus.lowest_pair):
        return (lost(number, "bonus", stake, "bonus_tables", seat.value),)
    return (won(number, "bonus", stake, odds, "bonus_tables", seat.value),)


# ---------------------------------------------------------------------------------------- progressive


def _meter(rules: CaribbeanStudRules, meters: Meters, level: str) -> Meter:
    if level not in meters:
        raise rules.refuse(None, f"meters.{level}: an award is due from this meter and its reading is missing")
    return meters[level]


def _line_award(rules: CaribbeanStudRules, seat: Seat) -> tuple[Award, str] | None:
    """What the schedule pays a hand, whatever the dealer has: its one highest line."""
    if rules.progressive is None:
        return None
    line = rules.progressive.lines.get(category(seat.value))
    return (line.award, line.rule) if line else None


def _sharers(rules: CaribbeanStudRules, round: Round, award: Share) -> int:
    """How many hands divide one award, where the house splits."""
    if rules.same_round_jackpots != "split":
        return 1
    hands = (seat for seat in round.seats.values() if seat.standing and seat.progressive)
    return sum(found is not None and found[0] == award for found in (_line_award(rules, s) for s in hands))


def _progressive(rules: CaribbeanStudRules, round: Round, number: int, meters: Meters) -> Outcome:
    assert rules.progressive is not None
    seat = round.seats[number]
    stake = seat.wagers.get("progressive", 0)
    found = _line_award(rules, seat)
    if found is None:
        rule = "misdeal_progressive" if round.misdealt else rules.progressive.lost_rule
        return Outcome((lost(number, "progressive", stake, rule, seat.value),))
    award, rule = found

    def paid(cents: int, source: Source) -> tuple[Payment, ...]:
        return (awarded(number, "progressive", stake, cents, source, rule, seat.value, award),)

    if isinstance(award, Share):
        key = str(award)
        if key in round.shared:
            return Outcome(paid(round.shared[key], "meter"))
        ways = _sharers(rules, round, award)
        taken = draw(_meter(rules, meters, award.level), award.level, award, ways)
        return Outcome(paid(taken.each, "meter"), (taken,), {key: taken.each} if ways > 1 else {})
    cents = award.pays(seat.progressive)
    levels = rules.progressive.levels
    if rules.awards_from == "meter" and len(levels) == 1:
        taken = take(_meter(rules, meters, levels[0]), levels[0], cents)
        line = awarded(number, "progressive", stake, cents, "meter", rule, seat.value, award)
        if taken.cents:
            return Outcome((msgspec.structs.replace(line, drawn=taken.cents),), (taken,))
    return Outcome(paid(cents, "tray"))


def _brings_envy(rules: CaribbeanStudRules, round: Round, seat: Seat) -> bool:
    """A hand still in play; at a misdealt table only one that plays for the progressive."""
    if not seat.standing or category(seat.value).key not in rules.law.envy_hands:
        return False
    return bool(seat.progressive) or not round.misdealt


def _envy(rules: CaribbeanStudRules, round: Round, only: int) -> tuple[Payment, ...]:
    """Envy to every other wagerer, for one seat's hand or, where `only` is 0, for all of them."""
    schedule = rules.progressive
    assert schedule is not None
    payments = []
    for number in round.counter_clockwise:
        receiver = round.seats[number]
        if not receiver.progressive or receiver.void is not None:
            continue
        for holder in round.counter_clockwise:
            hand = round.seats[holder]
            if holder == number or (only and holder != only) or not _brings_envy(rules, round, hand):
                continue
            cents = schedule.envy_cents(category(hand.value), receiver.progressive)
            if cents:
                payments.append(Payment(number, "envy", "win", 0, 0, cents, "tray", schedule.envy_rule, hand.value))
    return tuple(payments)


# ------------------------------------------------------------------------------- five card hand bonus

DEALER_AWARD = "five_card_dealer"


def _five_card(rules: CaribbeanStudRules, round: Round, number: int, meters: Meters) -> Outcome:
    """The player's hand before the dealer's; a percentage on the dealer's hand is divided among its backers."""
    assert rules.five_card is not None
    seat = round.seats[number]
    payments: list[Payment] = []
    draws: list[Draw] = []
    shared: dict[str, int] = {}
    after = dict(meters)

    def from_meter(award: Share, ways: int) -> int:
        taken = draw(_meter(rules, after, award.level), award.level, award, ways)
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
                awarded(number, "five_card_player", stake, cents, "meter", "five_card_table", seat.value, award)
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
            payments.append(awarded(number, "five_card_dealer", stake, cents, "meter", rule, value, award))
        else:
            payments.append(_credited(number, "five_card_dealer", stake, award, "five_card_table", round.dealer_value))
        payments += _draws(rules, number, stake, round.magic_card in round.dealer, round.lucky == "dealer")
    return Outcome(tuple(payments), tuple(draws), shared)


def _credited(number: int, wager: str, stake: int, award: Award, rule: str, value: int) -> Payment:
    assert isinstance(award, For)
    return awarded(number, wager, stake, award.pays(stake), "account", rule, value, award)


def _draws(rules: CaribbeanStudRules, number: int, stake: int, magic: bool, lucky: bool) -> list[Payment]:
    """Magic card and lucky bonus on one five card hand bonus wager."""
    hits = ((magic, "magic_card", rules.magic_card), (lucky, "lucky", rules.lucky))
    return [
        Payment(number, wager, "win", 0, 0, odds.pays(stake), "account", wager, None, str(odds))
        for hit, wager, odds in hits
        if hit and odds
    ]


# ------------------------------------------------------------------------------------------ cover all


def _covers(rules: CaribbeanStudRules, seat: Seat) -> bool:
    """Whether the seat's cover all wager is still to be settled."""
    forfeited = seat.folded and rules.cover_all_after_fold == "forfeited"
    return bool(seat.wagers.get("cover_all")) and seat.void is None and not forfeited


def column(rules: CaribbeanStudRules, round: Round) -> int:
    """The column that counts: hands dealt, the dealer's among them, or players; folded and void ones count too."""
    return len(round.seats) + (rules.cover_all_counts == "hands")


def _cover_all(rules: CaribbeanStudRules, round: Round) -> tuple[Payment, ...]:
    assert rules.cover_all is not None
    assert rules.lowest_cover_all is not None
    lines = rules.cover_all[column(rules, round)]
    best = max(round.dealer_value, *(s.value for s in round.seats.values() if s.standing), 0)
    odds = lines.get(category(best)) if category(best) >= rules.lowest_cover_all else None
    payments = []
    for number in round.counter_clockwise:
        seat = round.seats[number]
        if not _covers(rules, seat):
            continue
        stake = seat.wagers["cover_all"]
        if odds is None:
            payments.append(lost(number, "cover_all", stake, "cover_all_lowest", best))
        else:
            payments.append(won(number, "cover_all", stake, odds, "cover_all_columns", best))
    return tuple(payments)
