"""What the law permits and a licensee should still know before a house opens."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from upcard.number_format import percent
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.jackpot import FIVE_CARD
from upcard.rules.payback import PARTS, Payback, draw_steps, envy_steps, payback
from upcard.units import show_dollars


class Advice(msgspec.Struct, frozen=True):
    """A warning: the election it is about, a sentence, and the clause behind it, if there is one."""

    field: str
    message: str
    clause: str | None = None

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        return f"{self.field}: {self.message}{cited}"


def long_run(house: House, jackpot: Jackpot) -> Payback:
    """What a jackpot of the house gives back at its full tables."""
    tables = house.tables_on(jackpot.name)
    rules = [t.rules for t in tables if isinstance(t.rules, CaribbeanStudRules)]
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


def advise(house: House) -> tuple[Advice, ...]:
    """Every warning, tables first."""
    found = [advice for table in house.tables for advice in _about_table(table)]
    return (*found, *(advice for jackpot in house.jackpots.values() for advice in _about_jackpot(house, jackpot)))


def _about_table(table: TableRules) -> Iterator[Advice]:
    def advice(field: str, message: str, rule: str | None = None) -> Advice:
        return Advice(f"table {table.name!r}.{field}", message, table.rules.clause(rule) if rule else None)

    edition = table.edition
    if edition.ended is not None:
        yield advice("edition", f"{edition.id} was in force until {edition.ended}; a table of today needs a later one")
    rules = table.rules
    if not isinstance(rules, CaribbeanStudRules):
        return
    if rules.awards_from == "meter":
        if rules.progressive is None:
            yield advice("awards_from", "it has no effect: no progressive is offered", "awards_from")
        elif len(rules.progressive.levels) > 1:
            because = f"it has no effect: {rules.progressive.name} has several levels, and its fixed awards come"
            yield advice("awards_from", f"{because} from the tray", "awards_from")
    if rules.same_round_jackpots == "split" and rules.progressive is None:
        yield advice("same_round_jackpots", "it has no effect: no progressive is offered", "same_round_jackpots")
    if rules.misdeal_envy == "all-hands" and (rules.progressive is None or not rules.progressive.envy):
        yield advice("misdeal_envy", "it has no effect: no envy is paid here", "misdeal_envy")
    if rules.cover_all is None:
        for field, value in (("after_fold", rules.cover_all_after_fold), ("counts", rules.cover_all_counts)):
            if value in ("stands", "players"):
                yield advice(f"cover_all_{field}", "it has no effect: cover all is not offered", f"cover_all_{field}")
    else:
        if rules.cover_all_counts == "players":
            lone = "a lone player cannot make the cover all wager: there is no column for one"
            yield advice("cover_all_counts", lone, "cover_all_counts")
        if table.dealing is not None and table.dealing.order.deal != "stacks":
            shown = "the shuffler counts the hands that it deals; dealt one card at a time it has none to count"
            yield advice("cover_all", shown, "cover_all_display")
    if table.shuffler is not None and table.shuffler.counts and table.stub_count_due_after is not None:
        due = f"the stub is counted every {table.stub_count_due_after} rounds all the same"
        yield advice("shuffler", f"{due}: a counting shuffler spares it with an automated shoe", "counting_shuffler")
    highest = _highest_ante(rules)
    if rules.maximum is not None and highest is not None and rules.maximum > highest:
        yield advice("maximum", f"the limit ends antes at {show_dollars(highest)}, so that the bet fits", "limit")


def _highest_ante(rules: CaribbeanStudRules) -> int | None:
    """The largest ante whose bet still fits within the limit, where there is one."""
    if rules.limit is None:
        return None
    return rules.limit // rules.limited_antes


def _about_jackpot(house: House, jackpot: Jackpot) -> Iterator[Advice]:
    where = f"jackpot {jackpot.name!r}"
    tables = house.tables_on(jackpot.name)
    rules = tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    for name, level in jackpot.levels.items():
        if level.overflow == "revenue" and level.limit is None:
            yield Advice(f"{where}.levels.{name}.overflow", "it has no effect: the meter has no limit")
    if jackpot.schedule != FIVE_CARD:
        assert rules.progressive is not None
        if rules.progressive.linked and not jackpot.titles:
            alone = f"{jackpot.schedule} is a table for several game titles, and no other title shares this jackpot"
            yield Advice(f"{where}.titles", alone, rules.clause("link_tables"))
        elected = {t.rules.awards_from for t in tables if isinstance(t.rules, CaribbeanStudRules)}
        if len(elected) > 1:
            differ = "some of its tables take fixed awards off the meter and some do not"
            yield Advice(f"{where}.tables", differ, rules.clause("awards_from"))
    long = long_run(house, jackpot)
    if long.total > 1:
        parts = ((words, long.part(part)) for part, words in PARTS.items())
        sums = ", ".join(f"{percent(share, 1)} in {words}" for words, share in parts if share)
        meant = "" if long.bound == "exactly" else f"{long.bound} "
        message = f"PAYS BACK MORE THAN IS WAGERED, {meant}{percent(long.total, 1)} in the long run: {sums}"
        rule = "five_card_seed_minimum" if jackpot.schedule == FIVE_CARD else "awards_from"
        yield Advice(f"{where}.levels", message, rules.clause(rule))
