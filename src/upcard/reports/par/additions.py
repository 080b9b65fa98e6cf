"""What a PAR sheet adds to a game and to each wager: rules, strategy, how rounds end, meters, and the long run."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from upcard.cards import Category
from upcard.cards.lowest_hand import ANY_HAND, or_better
from upcard.exact import caribbean_stud as exact
from upcard.exact.bonus_six import BonusSix, bonus_six
from upcard.exact.caribbean_stud import STRATEGIES
from upcard.exact.priced_wager import PricedLine
from upcard.exact.progressive import LongRun, five_card, five_card_long_run, long_run, progressive
from upcard.exact.stud_chart import Chart, chart
from upcard.exact.stud_terms import Pays, Terms
from upcard.number_format import count, decimal, dollars, money, multiple, one_in, percent, root, signed, title
from upcard.reports.blocks import Block, Picture, Prose, Table, headed, rules_behind
from upcard.reports.par import drawings
from upcard.reports.par.bankroll import Fan, Outcome, fan
from upcard.reports.wagers import (
    Row,
    WagerReport,
    among,
    companies,
    company,
    cover_all_columns,
    five_card_draws,
    pays,
)  # fmt: skip
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import Schedule
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.house_warnings import PARTS
from upcard.rules.house_warnings import long_run as advised
from upcard.rules.jackpot import show_rate
from upcard.units import Micros, micros

Added = tuple[tuple[Block, ...], tuple[Row, ...]]
"""Blocks, and rows of the summary."""

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


def added(house: House, table: TableRules, wager: WagerReport) -> Added:
    """What a sheet says of a wager beside its figures."""
    rules = table.rules
    if table.edition.game == "bonus-six":
        return (() if wager.key == "insurance" else six_blocks(rules, insured=wager.key == "insured")), ()
    match wager.key:
        case "game":
            return stud_blocks(rules), ()
        case "progressive" if rules.progressive is not None:
            return progressive_blocks(house, table, rules, rules.progressive)
        case "five_card":
            return five_card_blocks(house, table, rules)
        case "cover_all":
            return cover_all_blocks(table, rules), ()
        case _:
            return (), ()


# ---- Caribbean stud --------------------------------------------------------------------------------------------


def stud_blocks(rules: CaribbeanStudRules) -> tuple[Block, ...]:
    best = exact.best_play(rules)
    shown, ends, wandered = _stud_pictures(best.pays, best.terms)
    strategy = Prose(
        f"Strategy assumed: best play. {_strategy(chart(best.pays, best.terms))} Other wagers on the hand and cards of "
        "other players are not looked at."
    )
    strays = _runs("ante", best.return_, best.variance)
    return (_stud_rules(rules), ends, *strays, *wandered, strategy, *shown, _strategies(best.pays, best.terms))


def _strategy(found: Chart) -> str:
    """What is done with every hand."""
    above = or_better(found.above).removeprefix("a ")
    said = [f"every {above} is bet" if found.above != ANY_HAND else "every hand is bet"] * bool(found.above)
    said += [f"every hand below {found.below} is folded"] * bool(found.below)
    always = f"{' and '.join(said)}; ".capitalize() if said else ""
    if not found.cells:
        return f"{always.removesuffix('; ')}."
    played = f"{found.below} hands" if found.one else "the others" if said else "hands"
    shown = f"{always}{played} are played as the chart shows, by the player's own cards and the dealer's up-card alone."
    return shown[0].upper() + shown[1:]


@cache
def _stud_pictures(odds: Pays, terms: Terms) -> tuple[tuple[Picture, ...], Picture, tuple[Block, ...]]:
    """The chart, the ends of a round, and the bankroll; several tables of a house share them."""
    lines = exact.solve(odds, terms=terms).lines
    least = min(lines, key=lambda line: line.chance)
    ends = _ends("outcomes", "How a round ends", lines)
    rarest = f" Rarest: {least.name.lower()}, one deal in {one_in(least.chance)}."
    ends = Picture(ends.name, ends.caption, ends.words + rarest, ends.svg)
    return _chart(chart(odds, terms)), ends, _wandering(lines)


def _strategies(odds: Pays, terms: Terms) -> Table:
    solved = {name: exact.solve(odds, name, terms) for name in STRATEGIES}
    rows = tuple(
        (STRATEGY_NAMES[name], each.net, each.house_edge, each.element_of_risk, each.variance)
        for name, each in solved.items()
    )
    columns = headed("The player bets with", "Result over all deals, antes|count", "House edge|percent",
                     "Element of risk|percent", "Standard deviation|deviation")  # fmt: skip
    return Table("strategies", "Other strategies under the same schedule", columns, rows)


def _chart(found: Chart) -> tuple[Picture, ...]:
    if not found.cells:
        return ()
    kinds = list(found.cells.values())
    first, _, second = found.below.partition("-")
    hand, decide = "a hand between", "suits or other cards"
    if found.one:
        hand, decide = f"{'an' if first in ('ace', 'eight') else 'a'} {found.below} hand", "the suits"
    words = (
        f"Of {len(kinds):,} pairs of {hand} and the rank of an up-card, {kinds.count('bet'):,} are a bet, "
        f"{kinds.count('fold'):,} a fold, and in {kinds.count('suits'):,} {decide} decide."
    )
    caption = f"Best play with {first} and {second} high" if found.one else "Best play of the hands between"
    return (Picture("chart", caption, words, drawings.chart(found), tall=True),)


def _stud_rules(rules: CaribbeanStudRules) -> Table:
    law = rules.law
    paid = "paid " * (rules.no_hand_bet is not None)
    without = (
        [
            ("Without that the ante is paid", str(rules.no_hand_ante), "no_hand_ante"),
            ("Without that the bet is", f"{paid}{law.no_hand_bet}", "no_hand_bet"),
        ]
        if rules.qualifies_from
        else []
    )
    listed = [
        ("The bet is", multiple(law.bet_multiple, "the ante", "2 times"), "bet_multiple"),
        ("The dealer plays with", or_better(law.dealer_qualifies_with).removeprefix("a "), "dealer_qualifies_with"),
        *without,
        ("A winning ante is paid", str(rules.ante), "ante_odds"),
        ("An equal hand is a", law.tie, "tie") if law.tie == "push" else ("With equal hands", law.tie, "tie"),
        ("A fold gives up", ", ".join(("ante", *law.fold_forfeits)), "fold_forfeits"),
        ("Decks", str(law.single_deck), "single_deck"),
        ("Cards of a hand", str(law.hand_size), "hand_size"),
    ]
    if rules.cover_all:
        listed.insert(
            len(listed) - 2, ("After a fold cover all is", rules.cover_all_after_fold, "cover_all_after_fold")
        )
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


# ---- meters ----------------------------------------------------------------------------------------------------


def at_seeds(house: House, table: TableRules) -> dict[str, Micros]:
    """The meters that a table plays for, as they start."""
    jackpots = [house.jackpots[name] for name in (table.jackpot, table.five_card_jackpot) if name]
    return {level: micros(each.seed) for jackpot in jackpots for level, each in jackpot.levels.items()}


# ---- meters and the long run -----------------------------------------------------------------------------------


def _meters(jackpot: Jackpot, per_dollar: dict[str, Fraction], run: LongRun) -> Table:
    """The meters with what feeds them, what a dollar on them is worth, and where they stand in the mean."""
    rows = tuple(
        (
            title(name), money(level.seed), show_rate(level.rate), show_rate(level.reserve_rate),
            "none" if level.limit is None else f"{money(level.limit)}, then to {level.overflow}", per_dollar[name],
            run.mean_meters[name] if run.mean_meters else "not worked out",
        )
        for name, level in jackpot.levels.items()
    )  # fmt: skip
    columns = headed("Meter", "Seed|number", "Rate|number", "Reserve|number", "Limit|number",
                     "Return for each dollar on it|exact", "Mean, as a wager finds it|dollars")  # fmt: skip
    return Table("meters", f"Meters of the jackpot {jackpot.name}", columns, rows)


def _derivation(run: LongRun, caption: str) -> Table:
    """The long run as the sum of its terms."""
    back = run.payback
    # Off the meter, fixed awards and what flows in are one sum of money: the larger of the two is paid.
    covered = ("meters" if back.fixed > back.meters else "fixed") if back.from_meter else None
    terms = [step for step in back.steps if step.part != covered]
    assert sum(step.share for step in terms) == run.return_, "the terms are all of it"
    rows = tuple((PARTS[step.part].capitalize(), title(step.because), step.share, step.share) for step in terms)
    columns = headed("Part", "Where it comes from|long", "Of each dollar|percent", "Exactly|exact")
    return Table("long-run", caption, columns, rows, (f"In the long run{_meant(run)}", "", run.return_, run.return_))


def _meant(run: LongRun) -> str:
    """Where the long run is a bound, in words."""
    return "" if run.payback.bound == "exactly" else f", {run.payback.bound}"


def _plot(name: str, caption: str, panels: list[drawings.Panel]) -> Picture:
    """The return of a wager against its meters."""
    said = "; ".join(
        f"meter {panel.level}, {slope.name}: {percent(slope.at(panel.seed), 2)} at the seed of {dollars(panel.seed, 0)}"
        + (f", all comes back at {dollars(slope.break_even, 0)}" if slope.break_even else "")
        for panel in panels
        for slope in panel.slopes
    )
    return Picture(name, caption, f"{said[0].upper()}{said[1:]}.", drawings.meters(panels))


# ---- the wagers ------------------------------------------------------------------------------------------------


def progressive_blocks(house: House, table: TableRules, rules: CaribbeanStudRules, schedule: Schedule) -> Added:
    assert table.jackpot is not None
    jackpot, stake, others = house.jackpots[table.jackpot], schedule.wagers[0], table.seats - 1
    back = advised(house, jackpot)
    run = long_run(schedule, jackpot, opponents=others, from_meter=back.from_meter)
    assert run.return_ - run.payback.envy == back.total - back.envy, (
        "but for envy it is what the house was checked with"
    )
    meters = {level: micros(jackpot.levels[level].seed) for level in schedule.levels}
    found = {many: progressive(schedule, opponents=many, meters=meters) for many in companies(table, schedule)}
    panels = [
        drawings.Panel(
            level, found[0].meters[level],
            tuple(drawings.Slope.of(f"{money(stake)} wager{among(schedule, many)}", each, level)
                  for many, each in found.items()),
        )
        for level in schedule.levels
    ]  # fmt: skip
    linked = house.tables_on(jackpot.name)
    shared = f"{len(linked)} tables" if len(linked) > 1 else "this table alone"
    titles = "".join(f", and {other.name}" for other in jackpot.titles)
    blocks = (
        Prose(f"The jackpot {jackpot.name} is fed by {shared}{titles}."),
        _meters(jackpot, found[0].per_meter_dollar, run),
        _plot("meters", f"Return against the meter, for a wager of {money(stake)}", panels),
        Prose(_derived(run, schedule, others)),
        _derivation(run, f"Long run of the jackpot, for each dollar of {money(stake)} wagers"),
        _sources(rules, schedule),
    )
    named = f"Progressive of {money(stake)} in the long run{among(schedule, others)}{_meant(run)}"
    return blocks, ((named, "dollar", run.return_, run.house_edge, None, None),)


def _sources(rules: CaribbeanStudRules, schedule: Schedule) -> Table:
    """The clauses that the wager, its meters and its awards stand on."""
    named = [
        ("Wager", " or ".join(money(wager) for wager in schedule.wagers), schedule.wager_rule),
        ("Percentage awards come from", rules.law.percentage_source, "percentage_source"),
        ("Fixed awards come from", rules.awards_from, "awards_from"),
        ("An emptied meter starts again from", rules.law.full_award_resets_to, "full_award_resets_to"),
        ("Several awards in a round", rules.same_round_jackpots, "same_round_jackpots"),
    ]
    if rules.law.progression_rate_minimum is not None:
        named.append(("Least rate of progression", rules.law.progression_rate_minimum, "progression_rate_minimum"))
    if schedule.seeds:
        listed = ", ".join(f"{level} {money(seed)}" for level, seed in schedule.seeds.items())
        named.append(("Seeds that the law lists for $1", listed, "seeds_scale"))
    return rules_behind(rules.edition, "rules", "Rules behind the progressive", named)


def _derived(run: LongRun, schedule: Schedule, opponents: int) -> str:
    full = "each award of a whole meter" if Category.ROYAL_FLUSH in schedule.lines else "each whole award"
    paid = (
        "Fixed awards come off the meter down to its seed, so that they are not paid on top of what flows in; "
        "the mean of the meter is not worked out then."
        if run.payback.from_meter
        else "Fixed awards come beside that."
    )
    envy = f" Envy is that of this table when it is full, {company(opponents)}." if schedule.envy and opponents else ""
    return (
        f"Long run: whatever flows into a meter and its reserve flows out again in awards, and {full} puts the seed of "
        f"the house on top. {paid}{envy} Limits of the meters are not taken into account."
    )


def five_card_blocks(house: House, table: TableRules, rules: CaribbeanStudRules) -> Added:
    assert table.five_card_jackpot is not None
    jackpot, draws, positions = house.jackpots[table.five_card_jackpot], five_card_draws(table), table.seats + 1
    seed = micros(jackpot.levels[FIVE_CARD_METER].seed)
    own = five_card(rules, meter=seed, draws=draws, positions=positions)
    run = five_card_long_run(rules, jackpot, draws=draws, positions=positions)
    slope = drawings.Slope.of("on the player's hand", own, FIVE_CARD_METER)
    panel = drawings.Panel("five card", own.meters[FIVE_CARD_METER], (slope,))
    blocks = (
        _meters(jackpot, own.per_meter_dollar, run),
        _plot("five-card-meter", "Return against the meter of the five card hand bonus", [panel]),
        _derivation(run, "Long run of wagers on players' hands"),
    )
    named = f"Five card hand bonus in the long run, player's hand{_meant(run)}"
    return blocks, ((named, "dollar", run.return_, run.house_edge, None, None),)


def cover_all_blocks(table: TableRules, rules: CaribbeanStudRules) -> tuple[Block, ...]:
    forfeited = rules.cover_all_after_fold == "forfeited"
    counted = "hands, the dealer's among them" if rules.cover_all_counts == "hands" else "players"
    behind = (
        ("Lowest hand that is paid", title(str(rules.law.cover_all_lowest)), "cover_all_lowest"),
        ("A column counts", counted, "cover_all_counts"),
        ("After a fold the wager", "is " * forfeited + rules.cover_all_after_fold, "cover_all_after_fold"),
    )
    found = cover_all_columns(table, rules)
    hands = {column: column + (rules.cover_all_counts != "hands") for column in found}
    return (
        rules_behind(rules.edition, "rules", "Rules behind cover all", behind),
        *(pays(rules.edition, f"pays-{column}",
               f"Column {column}: {hands[column]} hands, {percent(each.house_edge, 2)} house edge", each)
          for column, each in found.items()),
    )  # fmt: skip
