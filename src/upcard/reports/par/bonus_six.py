"""Bonus 6 at best play: with insurance and without, what insurance is worth, and the sixth card."""

from __future__ import annotations

from fractions import Fraction

from upcard.cards import RANKS
from upcard.exact.bonus_six import BonusSix, Stakes, bonus_six, fair_card_fee
from upcard.reports.par import plots
from upcard.reports.par.bankroll import Outcome, fan
from upcard.reports.par.blocks import (
    Block,
    Cell,
    Column,
    Fact,
    Facts,
    Glance,
    Part,
    Picture,
    Prose,
    Section,
    Table,
    cite,
    rules_behind,
)
from upcard.reports.par.number_format import MINUS, count, decimal, deviation, exactly, hand, one_in, percent
from upcard.reports.par.volatility import runs, wandering
from upcard.rules.bonus_six import BonusSixRules

SETS_OF_THREE, SETS_OF_FOUR = 22_100, 270_725


def _signed(number: Fraction) -> str:
    sign = MINUS if number < 0 else "+" if number else ""
    return sign + decimal(abs(number), 0 if number.denominator == 1 else 1)


def _ends(rules: BonusSixRules, found: BonusSix) -> list[tuple[str, str, str, int, Fraction]]:
    """Every end of a round: its name, the odds, the rule, the deals and what it brings in antes."""
    stakes = Stakes.of(rules.law, insured=found.insured)
    paid = found.insurance_fee if found.insured else Fraction(0)
    fee = stakes.card_fee or Fraction(0)
    odds = {each.key: line for each, line in rules.schedule.lines.items()}
    ends = [
        (_hand(rules, key), str(odds[key]), "pay_tables", deals, stakes.last * odds[key].odds - paid)
        for key, deals in found.counts.stand.items()
    ]
    if found.insured:
        ends += [
            (f"{_hand(rules, key)}, sixth card", str(odds[key]), "best_five_of", deals,
             stakes.last * odds[key].odds - fee - paid)
            for key, deals in found.counts.card.items()
        ]  # fmt: skip
        ends.append(
            ("Lost with the sixth card", "lost", "bonus_card_multiple", found.counts.card_lost,
             -stakes.last - fee - paid)
        )  # fmt: skip
    discard = "insured_may_discard" if found.insured else "uninsured_discards"
    ends += [
        ("Discarded", "lost", discard, found.counts.discard, -stakes.last - paid),
        ("Folded at the second bet", "lost", "second_bet_multiple", found.counts.fold_second,
         -stakes.second - paid),
        ("Folded at the first bet", "lost", "first_bet_multiple", found.counts.fold_first,
         -stakes.first - paid),
    ]  # fmt: skip
    return ends


def _hand(rules: BonusSixRules, key: str) -> str:
    if key == "pair" and rules.schedule.lowest_pair:
        return f"Pair, {RANKS[rules.schedule.lowest_pair].replace('T', '10')}s or better"
    return hand(key)


def _table(rules: BonusSixRules, found: BonusSix) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, odds, rule, deals, net in _ends(rules, found):
        part = Fraction(deals, found.deals)
        rows.append(
            (name, odds, cite(rules.edition, rule), _signed(net), count(deals), exactly(part), one_in(part),
             percent(part * net))
        )  # fmt: skip
    columns = (
        Column("End of the round"), Column("Pays"), Column("Clause", "clause"), Column("Net, antes", "number"),
        Column("Deals", "number"), Column("Probability, exactly", "exact"), Column("One in", "number"),
        Column("Adds to the net", "number"),
    )  # fmt: skip
    total = ("All deals", "", "", "", count(found.deals), "1", "1", percent(-found.house_edge))
    return Table("outcomes", "Every end of a round at best play", columns, tuple(rows), total)


def _figures(found: BonusSix) -> Facts:
    return Facts(
        "figures",
        "The game for each ante",
        (
            Fact("house_edge", "House edge, of the ante", percent(found.house_edge), exactly(found.house_edge)),
            Fact("return", "Return, of the ante", percent(found.return_), exactly(found.return_)),
            Fact("hit_frequency", "Hit frequency: a hand is paid", percent(found.hit_frequency),
                 exactly(found.hit_frequency)),
            Fact("average_wager", "Ante and bets in the mean, in antes", decimal(found.average_wager),
                 exactly(found.average_wager)),
            Fact("average_fees", "Fees in the mean, in antes", decimal(found.average_fees),
                 exactly(found.average_fees)),
            Fact("element_of_risk", "Element of risk: loss for all ante and bets", percent(found.element_of_risk),
                 exactly(found.element_of_risk)),
            Fact("standard_deviation", "Standard deviation of a round, in antes", deviation(found.variance)),
            Fact("first_bets", f"Sets of three cards that are bet on, of {count(SETS_OF_THREE)}",
                 count(found.first_bets)),
            Fact("second_bets", f"Sets of four cards that are bet on, of {count(SETS_OF_FOUR)}",
                 count(found.second_bets)),
        ),
    )  # fmt: skip


def _rules(rules: BonusSixRules, found: BonusSix) -> Table:
    law = rules.law
    listed = [
        ("Odds are paid on", ", ".join(law.odds_apply_to).replace("_", " "), "odds_apply_to"),
        ("The first bet is", f"{law.first_bet_multiple} times the ante", "first_bet_multiple"),
        ("The second bet is", f"{law.second_bet_multiple} times the ante", "second_bet_multiple"),
        ("A winning hand", "stands", "winning_hand_stands"),
        ("Decks", str(law.single_deck), "single_deck"),
    ]
    if found.insured:
        listed += [
            ("Insurance costs", f"the ante divided by {law.insurance_divisor}", "insurance_divisor"),
            ("The sixth card costs", f"{law.bonus_card_multiple} times the ante", "bonus_card_multiple"),
            ("Fees come back when", ", ".join(law.fees_returned), "fees_returned"),
        ]
    return rules_behind(rules.edition, "rules", "Rules behind the game", listed)


def game(rules: BonusSixRules, *, insured: bool) -> Part:
    """The game, insured in every round or in none."""
    found = bonus_six(rules, insured=insured)
    word = "insured" if insured else "uninsured"
    first = (
        f"Counted over {count(found.deals)} deals of three cards in no order and one card for each later street, the "
        "sixth among them. The ante is the unit; ante and both bets are each paid at the odds of the hand."
    )
    second = (
        "Strategy assumed: best play, worked out backward from the last card over every set of cards that one "
        "player can see. Cards of other players are not looked at. Where two acts are worth the same, the cheaper one "
        "is played."
    )
    blocks: tuple[Block, ...] = (
        Prose(first), Prose(second), _figures(found), _table(rules, found), _rules(rules, found),
    )  # fmt: skip
    ends = [(name, deals, net) for name, _, _, deals, net in _ends(rules, found)]
    bars = [plots.Bar(name, _signed(net), Fraction(deals, found.deals)) for name, deals, net in ends]
    most = max(bars, key=lambda bar: bar.chance)
    blocks += (
        Picture(f"outcomes-{word}", f"How an {word} round ends",
                f"Most often: {most.name.lower()}, {percent(most.chance, 2)} of all deals.", plots.outcomes(bars)),
    )  # fmt: skip
    if not insured:
        outcomes = [Outcome(name, deals, net) for name, deals, net in ends]
        blocks += (*runs("ante", found.return_, found.variance), *wandering(fan(outcomes)))
    section = Section(word, f"The game, {'insured' if insured else 'without insurance'}", blocks)
    seen = Glance(
        "Insured in every round" if insured else "Without insurance", "ante", percent(found.return_),
        percent(found.house_edge), percent(found.hit_frequency, 2), deviation(found.variance),
    )  # fmt: skip
    return Part((seen,), section)


def insurance(rules: BonusSixRules) -> Section:
    """What insurance and the sixth card are worth, and at which fees they would be fair."""
    found = bonus_six(rules, insured=True)
    fair = fair_card_fee(rules)
    fee = Fraction(rules.law.bonus_card_multiple)
    said = "less than it costs: best play never buys it" if found.insurance_value < 0 else "what it costs, or more"
    none = "none: it is not worth its fee even with a free card"
    facts = (
        Fact("insurance_fee", "Insurance fee, in antes", decimal(found.insurance_fee), exactly(found.insurance_fee),
             cite(rules.edition, "insurance_divisor")),
        Fact("insurance_worth", "Worth of insurance before its fee, which is its fair fee",
             decimal(found.insurance_worth), exactly(found.insurance_worth)),
        Fact("insurance_value", "Value of insurance after its fee", decimal(found.insurance_value),
             exactly(found.insurance_value)),
        Fact("card_fee", "Fee of the sixth card, in antes", decimal(fee), exactly(fee),
             cite(rules.edition, "bonus_card_multiple")),
        Fact("card_worth", "Worth of a sixth card that is bought, before its fee",
             decimal(found.card_worth) if found.card_worth is not None else "none is bought",
             exactly(found.card_worth) if found.card_worth is not None else ""),
        Fact("fair_card_fee", "Fee of the sixth card at which insurance would be fair",
             decimal(fair) if fair is not None else none, exactly(fair) if fair is not None else ""),
    )  # fmt: skip
    return Section(
        "insurance",
        "Insurance and the sixth card",
        (
            Prose(f"Insurance buys the choice of a sixth card for a hand that does not win. It is worth {said}."),
            Facts("insurance", "In antes, for each ante", facts),
        ),
    )
