"""What a PAR sheet adds to the wagers beside the game: their rules, their meters, and their long run."""

from __future__ import annotations

from fractions import Fraction

from upcard.cards import Category
from upcard.exact.five_card import five_card, five_card_long_run
from upcard.exact.progressive import LongRun, long_run, progressive
from upcard.number_format import dollars, money, percent, title
from upcard.reports.blocks import Block, Picture, Prose, Table, headed, rules_behind
from upcard.reports.par import drawings
from upcard.reports.wagers import Row, among, companies, company, cover_all_columns, five_card_draws, pays
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import Schedule
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.house_warnings import long_run as advised
from upcard.rules.jackpot import show_rate
from upcard.rules.payback import PARTS
from upcard.units import Micros, micros

Added = tuple[tuple[Block, ...], tuple[Row, ...]]
"""Blocks, and rows of the summary."""


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
