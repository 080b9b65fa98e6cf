"""The progressive wager: its schedule, its meters, its envy, its break-even and its long run."""

from __future__ import annotations

from fractions import Fraction

from upcard.cards import Category
from upcard.exact.progressive import LongRun, Progressive, fixed_cents, long_run, meter_part, progressive
from upcard.exact.side_wagers import all_hands
from upcard.reports.par import plots
from upcard.reports.par.blocks import (
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
from upcard.reports.par.number_format import (
    NONE,
    cents,
    count,
    decimal,
    deviation,
    dollars,
    exactly,
    hand,
    one_in,
    percent,
)
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import Schedule
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.house_warnings import long_run as advised
from upcard.rules.jackpot import show_rate
from upcard.rules.payback import PARTS
from upcard.units import Micros, micros


def at_seeds(jackpot: Jackpot) -> dict[str, Micros]:
    """The meters of a jackpot as they start."""
    return {name: micros(level.seed) for name, level in jackpot.levels.items()}


def meter_table(jackpot: Jackpot, per_dollar: dict[str, Fraction], run: LongRun, per: str) -> Table:
    """The meters with what feeds them, what a dollar on them is worth, and where they stand in the mean."""
    rows = []
    for name, level in jackpot.levels.items():
        mean = dollars(run.mean_meters[name]) if run.mean_meters else "not worked out"
        limit = "none" if level.limit is None else f"{cents(level.limit)}, then to {level.overflow}"
        rows.append(
            (
                name.replace("_", " ").capitalize(), cents(level.seed), show_rate(level.rate),
                show_rate(level.reserve_rate), limit, exactly(per_dollar[name]), mean,
            )
        )  # fmt: skip
    columns = (
        Column("Meter"), Column("Seed", "number"), Column("Rate", "number"), Column("Reserve", "number"),
        Column("Limit", "number"), Column(per, "exact"), Column("Mean, as a wager finds it", "number"),
    )  # fmt: skip
    return Table("meters", f"Meters of the jackpot {jackpot.name}", columns, tuple(rows))


def derivation(run: LongRun, caption: str) -> Table:
    """The long run as the sum of its terms."""
    back = run.payback
    # Off the meter, fixed awards and what flows in are one sum of money: the larger of the two is paid.
    covered = ("meters" if back.fixed > back.meters else "fixed") if back.from_meter else None
    terms = [step for step in back.steps if step.part != covered]
    assert sum(step.share for step in terms) == run.return_, "the terms are all of it"
    rows = tuple(
        (
            PARTS[step.part].capitalize(), step.because.replace("_", " ").capitalize(), percent(step.share),
            exactly(step.share),
        )
        for step in terms
    )  # fmt: skip
    columns = (
        Column("Part"), Column("Where it comes from", "long"), Column("Of each dollar", "number"),
        Column("Exactly", "exact"),
    )  # fmt: skip
    total = (f"In the long run{meant(run)}", "", percent(run.return_), exactly(run.return_))
    return Table("long-run", caption, columns, rows, total)


# ---- the wager -----------------------------------------------------------------------------------------------


def _pays(rules: CaribbeanStudRules, schedule: Schedule, wager: int, jackpot: Jackpot) -> Table:
    """Every line with its clause, its hands, and its part of the return at the seeds."""
    hands = all_hands()
    rows: list[tuple[Cell, ...]] = []
    hits, back = 0, Fraction(0)
    for category, line in schedule.lines.items():
        part = Fraction(hands.of(category), hands.deals)
        given = Fraction(fixed_cents(line.award, wager))
        for name, level in jackpot.levels.items():
            given += meter_part(line.award, name) * level.seed
        hits, back = hits + hands.of(category), back + part * given / wager
        rows.append(
            (
                hand(category.key), str(line.award), cite(rules.edition, line.rule), count(hands.of(category)),
                exactly(part), one_in(part), dollars(given / 100), percent(part * given / wager),
            )
        )  # fmt: skip
    missed = Fraction(hands.deals - hits, hands.deals)
    lost = cite(rules.edition, schedule.lost_rule)
    rows.append(
        ("Any other hand", "lost", lost, count(hands.deals - hits), exactly(missed), one_in(missed), "$0.00", "0.0000%")
    )
    columns = (
        Column("Hand"), Column("Pays"), Column("Clause", "clause"), Column("Hands", "number"),
        Column("Probability, exactly", "exact"), Column("One in", "number"), Column("Paid at the seeds", "number"),
        Column("Adds to the return", "number"),
    )  # fmt: skip
    caption = f"Schedule {schedule.name}, for a wager of {cents(wager)}"
    total = ("All hands", "", "", count(hands.deals), "1", "1", "", percent(back))
    return Table(f"pays-{wager}", caption, columns, tuple(rows), total)


def _envy(rules: CaribbeanStudRules, schedule: Schedule) -> Table | Prose:
    if not schedule.envy:
        return Prose(f"{schedule.name} carries no envy.")
    hands = all_hands()
    rows: list[tuple[Cell, ...]] = []
    total = Fraction(0)
    for category in schedule.envy:
        part = Fraction(hands.of(category), hands.deals)
        amounts = " or ".join(
            f"{cents(schedule.envy_cents(category, wager))} for {cents(wager)}" for wager in schedule.wagers
        )
        each = part * Fraction(schedule.envy_cents(category, schedule.wagers[0]), schedule.wagers[0])
        total += each
        rows.append(
            (f"Another player's {hand(category.key).lower()}", amounts, cite(rules.edition, schedule.envy_rule),
             one_in(part), percent(each), exactly(each))
        )  # fmt: skip
    columns = (
        Column("Hand"), Column("Envy"), Column("Clause", "clause"), Column("One in", "number"),
        Column("Adds for each opponent", "number"), Column("Exactly", "exact"),
    )  # fmt: skip
    return Table(
        "envy", "Envy, for each opponent", columns, tuple(rows), ("", "", "", "", percent(total), exactly(total))
    )


def meant(run: LongRun) -> str:
    """Where the long run is a bound, in words."""
    return "" if run.payback.bound == "exactly" else f", {run.payback.bound}"


def _even(found: Progressive, jackpot: Jackpot, level: str) -> str:
    """The break-even of a meter while the others stand at their seeds."""
    if found.break_even is not None:
        return dollars(found.break_even)
    if len(found.per_meter_dollar) == 1:
        return "at any meter"
    short = (1 - found.return_) / found.per_meter_dollar[level] + Fraction(jackpot.levels[level].seed, 100)
    return dollars(short) if short > 0 else "at any meter"


def _at(schedule: Schedule, jackpot: Jackpot, wager: int, opponents: int) -> Progressive:
    return progressive(schedule, wager=wager, opponents=opponents, meters=at_seeds(jackpot))


def _returns(schedule: Schedule, jackpot: Jackpot, company: tuple[int, ...]) -> Table:
    """Returns at the seeds and break-evens, alone and in company, for each wager."""
    rows = []
    for wager in schedule.wagers:
        for opponents in company:
            found = _at(schedule, jackpot, wager, opponents)
            rows.append(
                (
                    f"{cents(wager)}{_among(schedule, opponents)}", percent(found.return_), exactly(found.return_),
                    percent(found.house_edge), deviation(found.variance),
                    *(_even(found, jackpot, level) for level in schedule.levels),
                )
            )  # fmt: skip
    one = len(schedule.levels) == 1
    evens = tuple(Column("Break-even" if one else f"Break-even, {level}", "number") for level in schedule.levels)
    columns = (
        Column("Wager"), Column("Return", "number"), Column("Exactly", "exact"), Column("House edge", "number"),
        Column("Standard deviation, for each dollar", "number"), *evens,
    )  # fmt: skip
    others = "" if one else "; each break-even is with the other meters at their seeds"
    return Table("returns", f"With the meters at their seeds{others}", columns, tuple(rows))


def _company(opponents: int) -> str:
    return "alone" if not opponents else f"{opponents} opponent{'s' * (opponents > 1)}"


def _among(schedule: Schedule, opponents: int) -> str:
    """Company, where it makes a difference."""
    return f", {_company(opponents)}" if schedule.envy else ""


def _figures(rules: CaribbeanStudRules, found: Progressive) -> Facts:
    per = ((f"per_meter_dollar.{level}", level, part) for level, part in found.per_meter_dollar.items())
    facts = (
        Fact("hit_frequency", "Hit frequency, envy apart", percent(found.hit_frequency), exactly(found.hit_frequency),
             cite(rules.edition, "progressive_payout_hand")),
        Fact("fixed", "Fixed part of the return", percent(found.fixed), exactly(found.fixed)),
        *(Fact(key, f"Return for each dollar on the meter {level}", decimal(part, 12), exactly(part))
          for key, level, part in per),
        Fact("envy", "Envy, for each opponent", percent(found.envy), exactly(found.envy)),
    )  # fmt: skip
    return Facts("figures", f"For each dollar of a {cents(found.wager_cents)} wager", facts)


def _plot(schedule: Schedule, jackpot: Jackpot, company: tuple[int, ...]) -> Picture:
    wager = schedule.wagers[0]
    found = {opponents: _at(schedule, jackpot, wager, opponents) for opponents in company}
    panels = []
    for level in schedule.levels:
        seed = Fraction(jackpot.levels[level].seed, 100)
        slopes = tuple(
            plots.Slope(
                f"{cents(wager)} wager{_among(schedule, opponents)}",
                each.return_ - each.per_meter_dollar[level] * seed,
                each.per_meter_dollar[level],
            )
            for opponents, each in found.items()
        )
        panels.append(plots.Panel(level, seed, slopes))
    words = "; ".join(
        f"meter {panel.level}, {slope.name}: {percent(slope.at(panel.seed), 2)} at the seed of {dollars(panel.seed, 0)}"
        + (f", all comes back at {dollars(slope.break_even, 0)}" if slope.break_even else "")
        for panel in panels
        for slope in panel.slopes
    )
    words = words[0].upper() + words[1:] + "."
    caption = f"Return against the meter, for a wager of {cents(wager)}"
    return Picture("meters", caption, words, plots.meters(panels))


def progressive_wager(house: House, table: TableRules, rules: CaribbeanStudRules, schedule: Schedule) -> Part:
    """The progressive of a table, on the meters of its jackpot."""
    assert table.jackpot is not None
    jackpot = house.jackpots[table.jackpot]
    linked = house.tables_on(jackpot.name)
    back = advised(house, jackpot)
    others = table.seats - 1
    run = long_run(schedule, jackpot, opponents=others, from_meter=back.from_meter)
    assert run.return_ - run.payback.envy == back.total - back.envy, (
        "but for envy it is what the house was checked with"
    )
    company = (0, others) if others and schedule.envy else (0,)
    alone = _at(schedule, jackpot, schedule.wagers[0], 0)
    shared = f"{len(linked)} tables" if len(linked) > 1 else "this table alone"
    titles = "".join(f", and {title.name}" for title in jackpot.titles)
    section = Section(
        "progressive",
        "Progressive wager",
        (
            Prose(
                f"Schedule {schedule.name} on the jackpot {jackpot.name}, fed by {shared}{titles}. Every hand that the "
                "schedule pays is taken as played to the end, as best play does; a percentage is taken whole, "
                "before it is rounded down to the cent."
            ),
            _figures(rules, alone),
            *(_pays(rules, schedule, wager, jackpot) for wager in schedule.wagers),
            _envy(rules, schedule),
            meter_table(jackpot, alone.per_meter_dollar, run, "Return for each dollar on it"),
            _returns(schedule, jackpot, company),
            _plot(schedule, jackpot, company),
            Prose(_derived(run, schedule, others)),
            derivation(run, f"Long run of the jackpot, for each dollar of {cents(schedule.wagers[0])} wagers"),
            _sources(rules, schedule),
        ),
    )
    most = _at(schedule, jackpot, schedule.wagers[0], company[-1])
    dollar = cents(schedule.wagers[0])
    seen = (
        Glance(
            f"Progressive of {dollar} at its seeds{_among(schedule, company[-1])}", "dollar", percent(most.return_),
            percent(most.house_edge), percent(most.hit_frequency, 2), deviation(most.variance),
        ),
        Glance(
            f"Progressive of {dollar} in the long run{_among(schedule, others)}{meant(run)}", "dollar",
            percent(run.return_), percent(run.house_edge), NONE, NONE,
        ),
    )  # fmt: skip
    return Part(seen, section)


def _sources(rules: CaribbeanStudRules, schedule: Schedule) -> Table:
    """The clauses that the wager, its meters and its awards stand on."""
    named = [
        ("Wager", " or ".join(cents(wager) for wager in schedule.wagers), schedule.wager_rule),
        ("Percentage awards come from", rules.law.percentage_source, "percentage_source"),
        ("Fixed awards come from", rules.awards_from, "awards_from"),
        ("An emptied meter starts again from", rules.law.full_award_resets_to, "full_award_resets_to"),
        ("Several awards in a round", rules.same_round_jackpots, "same_round_jackpots"),
    ]
    if rules.law.progression_rate_minimum is not None:
        named.append(("Least rate of progression", rules.law.progression_rate_minimum, "progression_rate_minimum"))
    if schedule.seeds:
        listed = ", ".join(f"{level} {cents(seed)}" for level, seed in schedule.seeds.items())
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
    envy = f" Envy is that of this table when it is full, {_company(opponents)}." if schedule.envy and opponents else ""
    return (
        f"Long run: whatever flows into a meter and its reserve flows out again in awards, and {full} puts the seed of "
        f"the house on top. {paid}{envy} Limits of the meters are not taken into account."
    )
