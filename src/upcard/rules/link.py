"""A jackpot and the tables that play for it: what the law wants of a meter, of a link, and of other titles on it."""

from __future__ import annotations

from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.implements import plays
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.election import Elections
from upcard.rules.jackpot import FIVE_CARD, Jackpot, parse_rate, show_rate
from upcard.rules.progressive import Schedule
from upcard.rules.table import TableRules
from upcard.units import parse_dollars, show_dollars


def check_jackpot(jackpot: Jackpot, tables: tuple[TableRules, ...]) -> None:
    """Refuses whatever the edition of its tables does not permit."""
    first = tables[0].rules
    assert isinstance(first, CaribbeanStudRules)
    house = Elections(first.edition, {}, f"jackpot {jackpot.name!r}")
    _check_editions(house, tables)
    if jackpot.schedule == FIVE_CARD:
        _check_five_card(house, jackpot, first.law)
        return
    schedule = first.progressive
    assert schedule is not None
    _check_levels(house, jackpot, schedule)
    if (len(tables) > 1 or jackpot.titles) and schedule.name in (first.law.unlinked_tables or ()):
        raise house.error("schedule", f"table {schedule.name} may not be used on a shared jackpot", "unlinked_tables")
    _check_titles(house, jackpot, schedule, first.law)
    _check_rate(house, jackpot, first.law)
    plays(first.law, "seeds_scale", "with the wager")
    _check_seeds(house, jackpot, schedule)


def _check_editions(house: Elections, tables: tuple[TableRules, ...]) -> None:
    """The tables of a link are games under one text."""
    editions = list(dict.fromkeys(table.edition.id for table in tables))
    first = tables[0].law
    if len(tables) > 1 and isinstance(first, CaribbeanStudLaw) and first.tables_may_link is False:
        raise house.error("tables", "each table has a jackpot of its own", "tables_may_link")
    if len(editions) > 1:
        because = f"its tables are under {' and '.join(editions)}; games that share a jackpot are under one edition"
        raise house.error("tables", because, "tables_may_link")


def _check_levels(house: Elections, jackpot: Jackpot, schedule: Schedule) -> None:
    if set(jackpot.levels) != set(schedule.levels):
        rule = schedule.lines[schedule.top_hand].rule
        raise house.error("levels", f"{schedule.name} has the levels {', '.join(schedule.levels)}, no others", rule)


def _check_titles(house: Elections, jackpot: Jackpot, schedule: Schedule, law: CaribbeanStudLaw) -> None:
    """Other titles on the jackpot: a link table, and the same pay table, wager and decks everywhere."""
    if not jackpot.titles:
        return
    if law.link_tables is None:
        raise house.error("titles", "only tables of this game may share its jackpot", "tables_may_link")
    if not schedule.linked:
        because = f"{schedule.name} is not made for several game titles; these are: {', '.join(law.link_tables)}"
        raise house.error("schedule", because, "link_tables")
    for title in jackpot.titles:
        compared = {
            "pay table": (title.pay_table, schedule.name),
            "wager": (show_dollars(title.wager), show_dollars(schedule.wagers[0])),
            "decks": (title.decks, law.single_deck),
        }
        for what in law.linked_titles_share or ():
            theirs, ours = compared[what]
            if theirs != ours:
                because = f"{title.name} differs in its {what} ({theirs}) from this game ({ours})"
                raise house.error("titles", because, "linked_titles_share")


def _check_progress(house: Elections, jackpot: Jackpot, rule: str) -> None:
    """Every meter can progress."""
    for name, level in jackpot.levels.items():
        if not level.rate:
            raise house.error(f"levels.{name}.rate", "a meter without a rate never progresses", rule)
        if level.limit == level.seed:
            raise house.error(f"levels.{name}.limit", "a meter whose limit is its seed never progresses", rule)


def _check_rate(house: Elections, jackpot: Jackpot, law: CaribbeanStudLaw) -> None:
    """The lowest rate of progression, over all the levels of a wager or over each; and every meter can progress."""
    least = law.progression_rate_minimum
    _check_progress(house, jackpot, "progressive_needs_wager" if least is None else "progression_rate_minimum")
    if least is None:
        return
    rates = {name: level.rate for name, level in jackpot.levels.items()}
    single = f"levels.{next(iter(rates))}.rate" if len(rates) == 1 else "levels"
    judged = {f"levels.{name}.rate": rate for name, rate in rates.items()}
    for field, rate in ({single: jackpot.rate} if law.progression_rate_over == "all levels" else judged).items():
        if rate < parse_rate(least):
            raise house.error(
                field, f"the rate of progression is {show_rate(rate)}, below {least}", "progression_rate_minimum"
            )
    _check_overflow(house, jackpot, law, least)


def _check_overflow(house: Elections, jackpot: Jackpot, law: CaribbeanStudLaw, least: str) -> None:
    """What a limit turns away to the house progresses no meter; what it turns to the reserve comes back to players."""
    reserve_counts = law.progression_beyond_limit == "to the reserve"
    stopped = {
        name: level
        for name, level in jackpot.levels.items()
        if level.to_revenue or (level.limit is not None and not reserve_counts)
    }
    kept = sum(level.rate for name, level in jackpot.levels.items() if name not in stopped)
    if kept >= parse_rate(least):
        return
    name, level = next(iter(stopped.items()))
    because = f"beyond the limit {show_rate(kept)} of a wager would go to the players, below {least}: " + (
        "the rest is reserve" if reserve_counts else "a meter has no limit"
    )
    raise house.error(
        f"levels.{name}.{'overflow' if level.to_revenue else 'limit'}", because, "progression_beyond_limit"
    )


def check_values(jackpot: Jackpot, tables: tuple[TableRules, ...]) -> None:
    """Refuses values that nobody would approve where the law wants them approved: no seed, and a meter that stands.

    A limit, too, where each token advances the meter: at its limit it would advance no more.

    It is asked before a jackpot is put into play and when its values change; one that is in play goes on.
    """
    rules = tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    house = Elections(rules.edition, {}, f"jackpot {jackpot.name!r}")
    for name, level in jackpot.levels.items():
        if level.limit is not None and rules.law.contribution_at == "token":
            because = "each token that is accepted advances the meter: it has no limit"
            raise house.error(f"levels.{name}.limit", because, "contribution_at")
    rule, values = approved_values(jackpot, rules.law)
    if not values:
        return
    _check_progress(house, jackpot, rule)
    for name, level in jackpot.levels.items():
        if not level.seed:
            because = "the amount that a meter starts from and goes back to is more than nothing"
            raise house.error(f"levels.{name}.seed", because, rule)


def check_approval(jackpot: Jackpot, tables: tuple[TableRules, ...]) -> None:
    """Refuses a jackpot that does not say where its values were approved, before it is put into play."""
    check_values(jackpot, tables)
    rules = tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    rule, values = approved_values(jackpot, rules.law)
    if values and jackpot.approval is None:
        because = (
            f"the law wants the {' and the '.join(values)} of a meter submitted and approved: "
            'add approval = { reference = "…", date = "2026-03-01" }'
        )
        raise Elections(rules.edition, {}, f"jackpot {jackpot.name!r}").error("approval", because, rule)


def approved_values(jackpot: Jackpot, law: CaribbeanStudLaw) -> tuple[str, tuple[str, ...]]:
    """The rule that wants values of a meter approved, and which they are."""
    if jackpot.schedule == FIVE_CARD:
        return "five_card_submission", law.five_card_submission or ()
    return "meter_approval", law.meter_approval or ()


def _check_seeds(house: Elections, jackpot: Jackpot, schedule: Schedule) -> None:
    """Where the law lists seeds they follow the wager: listed for one dollar, in proportion for more."""
    for level in schedule.seeds:
        due = schedule.seed_cents(level) or 0
        if jackpot.levels[level].seed != due:
            because = f"the seed for a wager of {show_dollars(schedule.wagers[0])} is {show_dollars(due)}"
            raise house.error(f"levels.{level}.seed", because, "seeds_scale")


def _check_five_card(house: Elections, jackpot: Jackpot, law: CaribbeanStudLaw) -> None:
    if set(jackpot.levels) != {FIVE_CARD_METER}:
        because = f"a five card jackpot has the one level {FIVE_CARD_METER}"
        raise house.error("levels", because, "five_card_table")
    if jackpot.titles:
        raise house.error("titles", "the five card table is not made for several game titles", "link_tables")
    lowest = parse_dollars(law.five_card_seed_minimum or "$0")
    if jackpot.levels[FIVE_CARD_METER].seed < lowest:
        because = f"the initial and reset amount is at least {show_dollars(lowest)}"
        raise house.error(f"levels.{FIVE_CARD_METER}.seed", because, "five_card_seed_minimum")
