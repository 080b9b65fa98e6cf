"""A jackpot and the tables that play for it: what the law wants of a meter, of a link, and of other titles on it.

And what it pays back in the long run, with what a licensee should know of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from upcard.cards import DECK, Category
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.registry import implements, plays
from upcard.number_format import percent
from upcard.rules.caribbean_stud import FIVE_CARD_METER, FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import Schedule, schedules
from upcard.rules.election import Caution, Elections
from upcard.rules.house_warnings import DEALS, HANDS, PARTS, Payback, Step, payback
from upcard.rules.jackpot import FIVE_CARD, Jackpot, parse_rate, show_rate
from upcard.rules.table import TableRules
from upcard.units import FULL_PERCENT, Award, For, Share, parse_dollars, show_cents, show_dollars

# ---- What a jackpot changes of the rules of its tables -----------------------------------------------------
# Easier terms, where a petition for them was granted: a lesser hand wins the whole of it. And its end: the wager for
# it is not offered any more, and no sign speaks of it.


RULE = "jackpot_ends_by"


def top_hand(rules: CaribbeanStudRules, *, five_card: bool) -> Category:
    """The least hand that wins the whole of the highest meter."""
    if five_card:
        assert rules.five_card is not None
        whole = Share(FULL_PERCENT, FIVE_CARD_METER)
        return min(hand for hand, award in rules.five_card.items() if award == whole)
    assert rules.progressive is not None
    award = rules.progressive.lines[rules.progressive.top_hand].award
    return min(hand for hand, line in rules.progressive.lines.items() if line.award == award)


@implements(eased_hand_paid="the larger award", eased_terms_end="with the top award")
def eased(rules: CaribbeanStudRules, hand: Category, *, five_card: bool) -> CaribbeanStudRules:
    """The rules under which that hand, and any better one, wins it, or its own award where that is more."""
    if five_card:
        assert rules.five_card is not None
        whole = Share(FULL_PERCENT, FIVE_CARD_METER)
        better: dict[Category, Award] = {h: whole for h in sorted(Category, reverse=True) if h >= hand}
        less = {h: award for h, award in rules.five_card.items() if h < hand}
        own = {h: award for h, award in rules.five_card.items() if h >= hand and isinstance(award, For)}
        return replace(rules, five_card={**better, **less}, five_card_instead=own)
    assert rules.progressive is not None
    rule = RULE if RULE in rules.edition.citations else None
    return replace(rules, progressive=rules.progressive.eased(hand, rule))


def without(t: TableRules, *, five_card: bool) -> TableRules:
    """What the table is run by without its progressive, or without its five card hand bonus and the draws for it."""
    rules: CaribbeanStudRules = t.rules
    gone = FIVE_CARD_WAGERS if five_card else ("progressive",)
    wagers = tuple(wager for wager in rules.wagers if wager not in gone)
    if five_card:
        rules = replace(rules, five_card=None, five_card_wagers=(), five_card_instead={}, wagers=wagers)
        return replace(t, rules=rules, five_card_jackpot=None, draws={})
    return replace(t, rules=replace(rules, progressive=None, wagers=wagers), jackpot=None)


# ---- jackpots ----------------------------------------------------------------------------------------------


__all__ = [
    "approved_values", "check_approval", "check_jackpot", "check_values", "eased", "fed_by", "long_run",
    "schedule_names", "top_hand", "top_level", "wager_shown", "warnings", "without",
]  # fmt: skip


def schedule_names(law: CaribbeanStudLaw) -> list[str]:
    """The schedules that a jackpot may have."""
    return [*schedules(law), *([FIVE_CARD] if law.five_card_table else [])]


def wager_shown(jackpot: Jackpot, rules: CaribbeanStudRules) -> str | None:
    """What its tables take for it; the five card hand bonus is elected table by table."""
    schedule = rules.progressive if jackpot.schedule != FIVE_CARD else None
    return None if schedule is None else " or ".join(show_cents(each) for each in schedule.wagers)


def top_level(jackpot: Jackpot, rules: CaribbeanStudRules) -> str:
    """The meter that its top award empties."""
    return FIVE_CARD_METER if jackpot.schedule == FIVE_CARD else rules.levels[0]


def fed_by(t: TableRules, jackpot: str) -> tuple[tuple[str, ...], str]:
    """The wagers of a table that feed a jackpot, and when they do."""
    if jackpot == t.five_card_jackpot:
        return FIVE_CARD_WAGERS, "lock-out"
    return ("progressive",), t.law.contribution_at


def check_jackpot(jackpot: Jackpot, tables: tuple[TableRules, ...]) -> None:
    """Refuses whatever the edition of its tables does not permit."""
    first: CaribbeanStudRules = tables[0].rules
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
    if len(tables) > 1 and first.tables_may_link is False:
        raise house.error("tables", "each table has a jackpot of its own", "tables_may_link")
    if len(editions) > 1:
        because = f"its tables are under {' and '.join(editions)}; games that share a jackpot are under one edition"
        raise house.error("tables", because)


def _check_levels(house: Elections, jackpot: Jackpot, schedule: Schedule) -> None:
    if set(jackpot.levels) != set(schedule.levels):
        rule = schedule.lines[schedule.top_hand].rule
        raise house.error("levels", f"{schedule.name} has the levels {', '.join(schedule.levels)}, no others", rule)


def _check_titles(house: Elections, jackpot: Jackpot, schedule: Schedule, law: CaribbeanStudLaw) -> None:
    """Other titles on the jackpot: a link table, and the same pay table, wager and decks everywhere."""
    if not jackpot.titles:
        if schedule.linked:
            alone = f"{schedule.name} is a table for several game titles, and no other title shares this jackpot"
            raise house.error("titles", alone, "link_tables")
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


def _check_progress(house: Elections, jackpot: Jackpot, rule: str | None) -> None:
    """Every meter can progress."""
    for name, level in jackpot.levels.items():
        if not level.rate:
            raise house.error(f"levels.{name}.rate", "a meter without a rate never progresses", rule)
    _check_limits(house, jackpot, rule)


def _check_limits(house: Elections, jackpot: Jackpot, rule: str | None) -> None:
    """No meter stands where it starts; a limit below its seed cannot be at all."""
    for name, level in jackpot.levels.items():
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
    rules: CaribbeanStudRules = tables[0].rules
    house = Elections(rules.edition, {}, f"jackpot {jackpot.name!r}")
    for name, level in jackpot.levels.items():
        if level.limit is not None and rules.law.contribution_at == "token":
            because = "each token that is accepted advances the meter: it has no limit"
            raise house.error(f"levels.{name}.limit", because, "contribution_at")
    rule, values = approved_values(jackpot, rules.law)
    if not values:
        return
    # The text wants the rate of a five card meter submitted, and says nothing of how high it is.
    _check_progress(house, jackpot, None if jackpot.schedule == FIVE_CARD else rule)
    for name, level in jackpot.levels.items():
        if not level.seed:
            because = "the amount that a meter starts from and goes back to is more than nothing"
            raise house.error(f"levels.{name}.seed", because, rule)


def check_approval(jackpot: Jackpot, tables: tuple[TableRules, ...]) -> None:
    """Refuses a jackpot that does not say where its values were approved, before it is put into play."""
    check_values(jackpot, tables)
    rules: CaribbeanStudRules = tables[0].rules
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
    _check_limits(house, jackpot, None)
    lowest = parse_dollars(law.five_card_seed_minimum or "$0")
    if jackpot.levels[FIVE_CARD_METER].seed < lowest:
        because = f"the initial and reset amount is at least {show_dollars(lowest)}"
        raise house.error(f"levels.{FIVE_CARD_METER}.seed", because, "five_card_seed_minimum")


# ---- the long run --------------------------------------------------------------------------------------------


def long_run(jackpot: Jackpot, tables: tuple[TableRules, ...]) -> Payback:
    """What a jackpot gives back at its full tables."""
    rules: list[CaribbeanStudRules] = [t.rules for t in tables]
    first = rules[0]
    if jackpot.schedule == FIVE_CARD:
        assert first.five_card is not None
        drawn = (draw_steps(first, table.draws, table.seats + 1) for table in tables)
        most = max(drawn, key=lambda steps: sum(step.share for step in steps))
        least = min(each.five_card_least for each in rules)
        return payback(jackpot, first.five_card, least, from_meter=False, besides=most)
    schedule = first.progressive
    assert schedule is not None
    return payback(
        jackpot,
        {hand: line.award for hand, line in schedule.lines.items()},
        schedule.wagers[0],
        from_meter=len(jackpot.levels) == 1 and all(r.awards_from == "meter" for r in rules),
        besides=envy_steps(schedule, max(t.seats for t in tables) - 1),
    )


def envy_steps(schedule: Schedule, opponents: int) -> tuple[Step, ...]:
    """What envy gives back for each dollar wagered among that many other players."""
    wager = schedule.wagers[0]
    steps = []
    for hand in schedule.envy if opponents else ():
        cents = schedule.envy_cents(hand, wager)
        often = f"{hand.words}, {HANDS[hand]:,} of {DEALS:,} hands, of each of {opponents} others"
        share = Fraction(opponents * HANDS[hand] * cents, DEALS * wager)
        steps.append(Step("envy", f"{often}, pays {show_dollars(cents)} on {show_dollars(wager)}", share))
    return tuple(steps)


def draw_steps(rules: CaribbeanStudRules, draws: Mapping[str, Fraction], positions: int) -> tuple[Step, ...]:
    """What magic card and lucky bonus give back, drawn as often as the house elected."""
    steps = []
    for draw, elected in draws.items():
        odds = rules.magic_card if draw == "magic_card" else rules.lucky
        assert odds is not None
        size = rules.law.hand_size
        met, of = (Fraction(size, len(DECK)), f"{size} of {len(DECK)} cards") if draw == "magic_card" else (
            Fraction(1, positions), f"one of {positions} positions"
        )  # fmt: skip
        often = f"{draw.replace('_', ' ')}, drawn in {elected.numerator} of {elected.denominator} rounds, {of}"
        steps.append(Step("draws", f"{often}, pays {odds}", elected * met * odds.ratio))
    return tuple(steps)


def warnings(jackpot: Jackpot, tables: tuple[TableRules, ...]) -> Iterator[Caution]:
    """What a licensee should know of a jackpot: tables that differ, a payback of more than is wagered."""
    rules: CaribbeanStudRules = tables[0].rules
    if jackpot.schedule != FIVE_CARD:
        assert rules.progressive is not None
        elected = {t.rules.awards_from for t in tables}
        if len(elected) > 1:
            differ = "some of its tables take fixed awards off the meter and some do not"
            yield ("tables", differ, "awards_from")
    long = long_run(jackpot, tables)
    if long.total > 1:
        parts = ((words, long.part(part)) for part, words in PARTS.items())
        sums = ", ".join(f"{percent(share, 1)} in {words}" for words, share in parts if share)
        meant = "" if long.bound == "exactly" else f"{long.bound} "
        message = f"PAYS BACK MORE THAN IS WAGERED, {meant}{percent(long.total, 1)} in the long run: {sums}"
        rule = "five_card_seed_minimum" if jackpot.schedule == FIVE_CARD else "awards_from"
        yield ("levels", message, rule)
