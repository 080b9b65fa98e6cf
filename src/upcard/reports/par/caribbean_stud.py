"""The ante and the bet of Caribbean stud: pay schedule, outcomes, strategy, volatility."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from upcard.exact import caribbean_stud as exact
from upcard.exact.strategy import STRATEGIES
from upcard.reports.par import chart, plots
from upcard.reports.par.bankroll import Outcome, fan
from upcard.reports.par.blocks import (
    Block,
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
from upcard.rules.caribbean_stud import CaribbeanStudRules

ODDS_RULES = {line: f"bet_{line}" for line in exact.LINES}
OTHER_ENDS = {"no_hand": "no_hand_ante", "push": "tie", "fold": "fold_forfeits_ante", "dealer_wins": "higher_hand_wins"}
NAMES = {
    "pair_or_less": "Pair or less",
    "no_hand": "Dealer has no hand",
    "push": "Push",
    "fold": "Fold",
    "dealer_wins": "Dealer wins",
}
STRATEGY_NAMES = {
    "optimal": "Best play",
    "rules-of-thumb": "Rules of thumb",
    "AKJ83": "A-K-J-8-3 or better",
    "matching-rank": "A-K if the up-card matches a card held",
    "pair": "Any pair or better",
    "AK": "Any A-K or better",
    "always-raise": "Every hand",
}


def pays(rules: CaribbeanStudRules) -> tuple[int, ...]:
    """The odds of the bet by line, once it is sure that the game is the one that was counted."""
    law = rules.law
    assert (law.bet_multiple, rules.ante.odds, rules.no_hand_ante.odds, law.hand_size) == (2, 1, 1, 5)
    assert min(odds.odds for odds, _ in rules.bet.values()) >= 1, "every pair is worth a bet"
    assert (law.dealer_qualifies_with, law.no_hand_bet, law.tie) == ("ace-king", "returned", "push")
    by_rule = {rule: odds.odds for odds, rule in rules.bet.values()}
    return tuple(by_rule[ODDS_RULES[line]] for line in exact.LINES)


def worth(solution: exact.Solution) -> dict[str, int]:
    """What each end of a round brings, in antes."""
    won = {line: 1 + 2 * odds for line, odds in zip(exact.LINES, solution.pays, strict=True)}
    return {**won, "no_hand": 1, "push": 0, "fold": -1, "dealer_wins": -3}


def _signed(number: int) -> str:
    return f"{MINUS if number < 0 else '+' if number else ''}{abs(number)}"


def _name(end: str) -> str:
    return NAMES.get(end) or hand(end)


def _schedule(rules: CaribbeanStudRules, best: exact.Solution) -> Table:
    """Every end of a round, with its odds, its clause and its part of the result."""
    won = worth(best)
    odds = {line: f"{each} to 1" for line, each in zip(exact.LINES, best.pays, strict=True)}
    said = {"no_hand": "ante 1 to 1, bet returned", "push": "both returned", "fold": "ante lost", "dealer_wins": "lost"}
    rows = []
    for end, deals in best.outcomes.items():
        part = Fraction(deals, best.deals)
        rule = ODDS_RULES.get(end) or OTHER_ENDS[end]
        rows.append(
            (
                _name(end), odds.get(end) or said[end], cite(rules.edition, rule), _signed(won[end]), count(deals),
                exactly(part), one_in(part), percent(part * won[end]),
            )
        )  # fmt: skip
    columns = (
        Column("End of the round"), Column("Bet pays"), Column("Clause", "clause"), Column("Net, antes", "number"),
        Column("Deals", "number"), Column("Probability, exactly", "exact"), Column("One in", "number"),
        Column("Adds to the net", "number"),
    )  # fmt: skip
    total = ("All deals", "", "", "", count(best.deals), "1", "1", percent(-best.house_edge))
    return Table("outcomes", "Every end of a round at best play", columns, tuple(rows), total)


def _figures(rules: CaribbeanStudRules, best: exact.Solution) -> Facts:
    ahead = _ahead(best)
    multiple = cite(rules.edition, "bet_multiple")
    facts = (
        Fact("house_edge", "House edge, of the ante", percent(best.house_edge), exactly(best.house_edge)),
        Fact("return", "Return, of the ante", percent(best.return_), exactly(best.return_)),
        Fact("net", "Result over all deals, in antes", count(best.net)),
        Fact("hit_frequency", "Hit frequency: the player ends ahead", percent(ahead), exactly(ahead)),
        Fact("average_wager", "Ante and bet in the mean, in antes", decimal(best.average_wager),
             exactly(best.average_wager), multiple),
        Fact("element_of_risk", "Element of risk: loss for all that is wagered", percent(best.element_of_risk),
             exactly(best.element_of_risk)),
        Fact("standard_deviation", "Standard deviation of a round, in antes", deviation(best.variance)),
        Fact("variance", "Variance, in antes squared", decimal(best.variance), exactly(best.variance)),
    )  # fmt: skip
    return Facts("figures", "The game for each ante", facts)


def _ahead(best: exact.Solution) -> Fraction:
    won = worth(best)
    return Fraction(sum(deals for end, deals in best.outcomes.items() if won[end] > 0), best.deals)


def _strategies(odds: tuple[int, ...]) -> Table:
    rows = []
    for name in STRATEGIES:
        solved = exact.solve(odds, name)
        rows.append(
            (
                STRATEGY_NAMES[name], count(solved.net), percent(solved.house_edge), percent(solved.element_of_risk),
                deviation(solved.variance),
            )
        )  # fmt: skip
    columns = (
        Column("The player bets with"), Column("Result over all deals, antes", "number"),
        Column("House edge", "number"), Column("Element of risk", "number"), Column("Standard deviation", "number"),
    )  # fmt: skip
    return Table("strategies", "Other strategies under the same schedule", columns, tuple(rows))


def _chart(odds: tuple[int, ...]) -> Picture:
    cells = exact.chart(odds)
    kinds = list(cells.values())
    words = (
        f"Of {len(kinds):,} pairs of an ace-king hand and the rank of an up-card, {kinds.count('bet'):,} are a bet, "
        f"{kinds.count('fold'):,} a fold, and in {kinds.count('suits'):,} the suits decide."
    )
    return Picture("chart", "Best play with ace and king high", words, chart.chart(cells), tall=True)


def _rules(rules: CaribbeanStudRules) -> Table:
    law = rules.law
    listed = (
        ("The bet is", f"{law.bet_multiple} times the ante", "bet_multiple"),
        ("The dealer plays with", f"{law.dealer_qualifies_with} or better", "dealer_qualifies_with"),
        ("Without that the ante is paid", str(rules.no_hand_ante), "no_hand_ante"),
        ("Without that the bet is", law.no_hand_bet, "no_hand_bet"),
        ("A winning ante is paid", str(rules.ante), "ante_odds"),
        ("An equal hand is a", law.tie, "tie"),
        ("A fold gives up", ", ".join(("ante", *law.fold_forfeits)), "fold_forfeits"),
        *(
            [("After a fold cover all is", rules.cover_all_after_fold, "cover_all_after_fold")]
            if rules.cover_all
            else []
        ),
        ("Decks", str(law.single_deck), "single_deck"),
        ("Cards of a hand", str(law.hand_size), "hand_size"),
    )
    return rules_behind(rules.edition, "rules", "Rules behind the game", listed)


@cache
def _pictures(odds: tuple[int, ...]) -> tuple[Picture, Picture, tuple[Block, ...]]:
    """The chart, the ends of a round, and the bankroll; several tables of a house share them."""
    best = exact.solve(odds)
    won = worth(best)
    bars = [
        plots.Bar(_name(end), _signed(won[end]), Fraction(deals, best.deals)) for end, deals in best.outcomes.items()
    ]
    most, least = max(bars, key=lambda bar: bar.chance), min(bars, key=lambda bar: bar.chance)
    words = (
        f"Most often: {most.name.lower()}, {percent(most.chance, 2)} of all deals. Rarest: {least.name.lower()}, one "
        f"deal in {one_in(least.chance)}."
    )
    ends = [Outcome(end, deals, Fraction(won[end])) for end, deals in best.outcomes.items()]
    return _chart(odds), Picture("outcomes", "How a round ends", words, plots.outcomes(bars)), wandering(fan(ends))


def ante_and_bet(rules: CaribbeanStudRules) -> Part:
    """The main game at best play."""
    odds = pays(rules)
    best = exact.solve(odds)
    shown, ends, wandered = _pictures(odds)
    strategy = Prose(
        "Strategy assumed: best play. Every pair or better is bet and every hand below ace-king is folded; ace-king "
        "hands are played as the chart shows, by the player's own cards and the dealer's up-card alone. Other "
        "wagers on the hand and cards of other players are not looked at."
    )
    section = Section(
        "ante-and-bet",
        "Ante and bet",
        (
            Prose(
                "Counted over all deals of five cards to the player, an up-card and four more cards to the dealer: "
                f"{count(best.deals)} of them. The ante is the unit and the bet is twice the ante."
            ),
            _figures(rules, best),
            _schedule(rules, best),
            _rules(rules),
            ends,
            *runs("ante", best.return_, best.variance),
            *wandered,
            strategy,
            shown,
            _strategies(odds),
        ),
    )
    seen = Glance(
        "Ante and bet", "ante", percent(best.return_), percent(best.house_edge), percent(_ahead(best), 2),
        deviation(best.variance),
    )  # fmt: skip
    return Part((seen,), section)
