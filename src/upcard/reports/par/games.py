"""What a PAR sheet adds to a game: its rules, its strategy, how its rounds end, and how far runs of them stray."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from upcard.exact import caribbean_stud as exact
from upcard.exact.bonus_six import BonusSix, bonus_six
from upcard.exact.caribbean_stud import STRATEGIES
from upcard.exact.priced_wager import PricedLine
from upcard.number_format import count, decimal, one_in, percent, root, signed
from upcard.reports.blocks import Block, Picture, Prose, Table, headed, rules_behind
from upcard.reports.par import drawings
from upcard.reports.par.bankroll import Fan, Outcome, fan
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules

STRATEGY_NAMES = {
    "optimal": "Best play",
    "rules-of-thumb": "Rules of thumb",
    "AKJ83": "A-K-J-8-3 or better",
    "matching-rank": "A-K if the up-card matches a card held",
    "pair": "Any pair or better",
    "AK": "Any A-K or better",
    "always-raise": "Every hand",
}

NINETY = Fraction(1_644_854, 1_000_000)
"""Nine in ten of a normal law are within so many deviations."""

RUNS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


# ---- Caribbean stud --------------------------------------------------------------------------------------------


def stud_blocks(rules: CaribbeanStudRules) -> tuple[Block, ...]:
    best = exact.best_play(rules)
    assert min(best.pays) >= 1, "every pair is worth a bet"
    shown, ends, wandered = _stud_pictures(best.pays)
    strategy = Prose(
        "Strategy assumed: best play. Every pair or better is bet and every hand below ace-king is folded; ace-king "
        "hands are played as the chart shows, by the player's own cards and the dealer's up-card alone. Other "
        "wagers on the hand and cards of other players are not looked at."
    )
    strays = _runs("ante", best.return_, best.variance)
    return (_stud_rules(rules), ends, *strays, *wandered, strategy, shown, _strategies(best.pays))


@cache
def _stud_pictures(odds: tuple[int, ...]) -> tuple[Picture, Picture, tuple[Block, ...]]:
    """The chart, the ends of a round, and the bankroll; several tables of a house share them."""
    lines = exact.solve(odds).lines
    least = min(lines, key=lambda line: line.chance)
    ends = _ends("outcomes", "How a round ends", lines)
    rarest = f" Rarest: {least.name.lower()}, one deal in {one_in(least.chance)}."
    ends = Picture(ends.name, ends.caption, ends.words + rarest, ends.svg)
    return _chart(odds), ends, _wandering(lines)


def _strategies(odds: tuple[int, ...]) -> Table:
    solved = {name: exact.solve(odds, name) for name in STRATEGIES}
    rows = tuple(
        (STRATEGY_NAMES[name], each.net, each.house_edge, each.element_of_risk, each.variance)
        for name, each in solved.items()
    )
    columns = headed("The player bets with", "Result over all deals, antes|count", "House edge|percent",
                     "Element of risk|percent", "Standard deviation|deviation")  # fmt: skip
    return Table("strategies", "Other strategies under the same schedule", columns, rows)


def _chart(odds: tuple[int, ...]) -> Picture:
    cells = exact.chart(odds)
    kinds = list(cells.values())
    words = (
        f"Of {len(kinds):,} pairs of an ace-king hand and the rank of an up-card, {kinds.count('bet'):,} are a bet, "
        f"{kinds.count('fold'):,} a fold, and in {kinds.count('suits'):,} the suits decide."
    )
    return Picture("chart", "Best play with ace and king high", words, drawings.chart(cells), tall=True)


def _stud_rules(rules: CaribbeanStudRules) -> Table:
    law = rules.law
    listed = [
        ("The bet is", f"{law.bet_multiple} times the ante", "bet_multiple"),
        ("The dealer plays with", f"{law.dealer_qualifies_with} or better", "dealer_qualifies_with"),
        ("Without that the ante is paid", str(rules.no_hand_ante), "no_hand_ante"),
        ("Without that the bet is", law.no_hand_bet, "no_hand_bet"),
        ("A winning ante is paid", str(rules.ante), "ante_odds"),
        ("An equal hand is a", law.tie, "tie"),
        ("A fold gives up", ", ".join(("ante", *law.fold_forfeits)), "fold_forfeits"),
        ("Decks", str(law.single_deck), "single_deck"),
        ("Cards of a hand", str(law.hand_size), "hand_size"),
    ]
    if rules.cover_all:
        listed.insert(7, ("After a fold cover all is", rules.cover_all_after_fold, "cover_all_after_fold"))
    return rules_behind(rules.edition, "rules", "Rules behind the game", listed)


# ---- Bonus 6 ---------------------------------------------------------------------------------------------------


def six_blocks(rules: BonusSixRules, *, insured: bool) -> tuple[Block, ...]:
    found = bonus_six(rules, insured=insured)
    word = "insured" if insured else "uninsured"
    strategy = Prose(
        "Strategy assumed: best play, worked out backward from the last card over every set of cards that one player "
        "can see. Cards of other players are not looked at. Where two acts are worth the same, the cheaper one is "
        "played."
    )
    ends = _ends(f"outcomes-{word}", f"How an {word} round ends", found.lines)
    blocks: tuple[Block, ...] = (strategy, _six_rules(rules, found), ends)
    return blocks if insured else (*blocks, *_runs("ante", found.return_, found.variance), *_wandering(found.lines))


def _six_rules(rules: BonusSixRules, found: BonusSix) -> Table:
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


# ---- how rounds end, and how far runs of them stray ------------------------------------------------------------


def _ends(name: str, caption: str, lines: Iterable[PricedLine]) -> Picture:
    bars = [drawings.Bar(line.name, signed(line.brings), line.chance) for line in lines]
    most = max(bars, key=lambda bar: bar.chance)
    words = f"Most often: {most.name.lower()}, {percent(most.chance, 2)} of all deals."
    return Picture(name, caption, words, drawings.outcomes(bars))


def _runs(unit: str, mean: Fraction, variance: Fraction) -> tuple[Block, ...]:
    """Where the return of long runs lies nine times in ten."""
    strays = {rounds: NINETY * Fraction(root(variance / rounds, 12)) for rounds in RUNS}
    rows = tuple(
        (rounds, percent(each, 3), percent(mean - each, 3), percent(mean + each, 3)) for rounds, each in strays.items()
    )
    index = decimal(NINETY * Fraction(root(variance, 12)), 4)
    said = Prose(
        f"Volatility index: {index}, which is 1.644854 standard deviations. Divided by the root of the number of "
        "rounds it says how far the return of a run strays nine times in ten, as far as the normal approximation holds."
    )
    caption = f"Return of the {unit} over a run, nine times in ten by the normal approximation"
    return said, Table("runs", caption, headed("Rounds|count", "Strays by|number", "From|number", "To|number"), rows)


def _wandering(lines: Iterable[PricedLine]) -> tuple[Block, ...]:
    """The bankroll over a thousand rounds: by exact sums."""
    found: Fan | None = fan(Outcome(line.name, line.deals or 0, line.brings) for line in lines)
    if found is None:
        return (Prose("No bankroll is drawn: the odds are so long that a few rounds decide everything."),)
    rounds = count(found.rounds[-1])
    shown = ", ".join(
        f"{percent(level, 0)} at or below {decimal(row[-1], 0 if row[-1].denominator == 1 else 1)}"
        for level, row in zip(found.levels, found.quantiles, strict=True)
    )
    words = f"After {rounds} rounds of one ante each, in antes: {shown}."
    return (
        Picture("bankroll", f"A bankroll over {rounds} rounds", words, drawings.fan(found)),
        Prose(
            "The quantiles are those of sums of independent rounds, worked out from the outcomes above; nothing was "
            "simulated."
        ),
    )
