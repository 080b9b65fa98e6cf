"""A jackpot and the tables that play for it: what the law wants of a meter, of a link, and of other titles on it."""

from __future__ import annotations

from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.obeys import plays
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.election import Elections
from upcard.rules.jackpot import FIVE_CARD, Jackpot, parse_rate, show_rate
from upcard.rules.progressive import Schedule
from upcard.rules.table import TableRules
from upcard.units import parse_dollars, show_dollars

DOLLAR = 100


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


def _check_rate(house: Elections, jackpot: Jackpot, law: CaribbeanStudLaw) -> None:
    """The lowest rate of progression, all the levels of a wager together; and every meter can progress."""
    for name, level in jackpot.levels.items():
        rule = "progression_rate_minimum" if law.progression_rate_minimum is not None else "contribution_at"
        if not level.rate:
            raise house.error(f"levels.{name}.rate", "a meter without a rate never progresses", rule)
        if level.limit == level.seed:
            raise house.error(f"levels.{name}.limit", "a meter whose limit is its seed never progresses", rule)
    if law.progression_rate_minimum is None:
        return
    if jackpot.rate >= parse_rate(law.progression_rate_minimum):
        _check_overflow(house, jackpot, law.progression_rate_minimum)
        return
    field = f"levels.{next(iter(jackpot.levels))}.rate" if len(jackpot.levels) == 1 else "levels"
    because = f"the rate of progression is {show_rate(jackpot.rate)}, below {law.progression_rate_minimum}"
    raise house.error(field, because, "progression_rate_minimum")


def _check_overflow(house: Elections, jackpot: Jackpot, least: str) -> None:
    """What a limit turns away to the house progresses no meter; what it turns to the reserve comes back to players."""
    kept = sum(level.rate for level in jackpot.levels.values() if not level.to_revenue)
    if kept >= parse_rate(least):
        return
    name = next(name for name, level in jackpot.levels.items() if level.to_revenue)
    because = (
        f"beyond the limit {show_rate(kept)} of a wager would go to the players, below {least}: the rest is reserve"
    )
    raise house.error(f"levels.{name}.overflow", because, "progression_rate_minimum")


def _check_seeds(house: Elections, jackpot: Jackpot, schedule: Schedule) -> None:
    """Where the law lists seeds they follow the wager: listed for one dollar, in proportion for more."""
    for level, listed in schedule.seeds.items():
        due = listed * schedule.wagers[0] // DOLLAR
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
