"""A progressive schedule: what it takes, what each hand is paid, from which meter, and the envy it brings."""

from __future__ import annotations

import msgspec

from upcard.cards import Category
from upcard.errors import LawError
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.clause import EnvyByWager, ScheduleText
from upcard.units import FULL_PERCENT, Award, Share, fixed, parse_award, parse_dollars

MAIN = "main"
DOLLAR = 100
"""What seeds are listed for, in cents."""


class Line(msgspec.Struct, frozen=True):
    """What one hand is paid, and the rule that says so."""

    award: Award
    rule: str
    instead: Line | None = None
    """What the hand is paid where that is more: its own line, under easier terms."""

    def least(self, stake: int) -> int:
        """What the hand is paid whatever the meter shows, in cents, where its terms were eased."""
        return fixed(self.instead.award if self.instead is not None else None, stake)

    def at(self, stake: int, shown: int) -> Line:
        """The line that pays more for this stake with so many cents on the meter."""
        return self.instead if self.instead is not None and self.least(stake) > shown else self


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """One progressive schedule, read from its edition."""

    name: str
    wagers: tuple[int, ...]
    """The wagers it takes, in cents; the first is the one that its dollar amounts are listed for."""
    wager_rule: str
    lines: dict[Category, Line]
    envy: dict[Category, int]
    """Cents of envy for the listed wager, by the hand that brings it."""
    envy_rule: str
    seeds: dict[str, int]
    """The listed seed of each level for a wager of one dollar, in cents, where the law lists one."""
    lost_rule: str
    """The rule under which a wager without a winning hand is lost."""
    linked: bool
    """Whether it is made for several game titles on one jackpot."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The meters that it draws on, highest first."""
        shares = (line.award for line in self.lines.values())
        return tuple(dict.fromkeys(award.level for award in shares if isinstance(award, Share)))

    def most(self, hand: Category, wager: int) -> int:
        """The most that a hand is paid that comes off no percentage of a meter, in cents."""
        line = self.lines.get(hand)
        return max(fixed(line.award, wager), line.least(wager)) if line is not None and wager else 0

    def envy_cents(self, hand: Category, wager: int) -> int:
        """Envy in proportion to the receiver's wager."""
        cents = self.envy.get(hand, 0) * wager
        assert cents % self.wagers[0] == 0, "envy for this wager is not a whole number of cents"
        return cents // self.wagers[0]

    def seed_cents(self, level: str) -> int | None:
        """The seed of a level for the wager that is taken, where the law lists one: it lists them for one dollar."""
        listed = self.seeds.get(level)
        return None if listed is None else listed * self.wagers[0] // DOLLAR

    def taking(self, wager: int) -> Schedule:
        """The same schedule for another wager, where the law lets a licensee take one: envy and seeds follow it.

        Odds 'for 1' follow the wager by themselves, and percentages are those of the meter.
        """
        amounts = [(cents, self.wagers[0]) for cents in self.envy.values()]
        amounts += [(cents, DOLLAR) for cents in self.seeds.values()]
        if any(cents * wager % listed_for for cents, listed_for in amounts):
            raise ValueError("envy and seeds for it are no whole number of cents")
        envy = {hand: self.envy_cents(hand, wager) for hand in self.envy}
        return msgspec.structs.replace(self, wagers=(wager,), envy=envy)

    def eased(self, hand: Category, rule: str | None) -> Schedule:
        """The schedule after a petition was granted: that hand and any better one win the whole highest meter.

        They are paid under the rule that lets the petition be granted, where the edition has one; a hand whose own line
        pays a fixed award is paid that where it is more.
        """
        top = self.lines[self.top_hand]
        better = {
            h: Line(top.award, rule or top.rule, None if isinstance(own.award, Share) else own)
            for h in sorted(Category, reverse=True)
            if h >= hand
            for own in [self.lines.get(h, top)]
        }
        return msgspec.structs.replace(self, lines=better | {h: line for h, line in self.lines.items() if h < hand})

    @property
    def top_hand(self) -> Category:
        """The hand that empties the highest meter."""
        return next(h for h, line in self.lines.items() if line.award == Share(FULL_PERCENT, self.levels[0]))


def _hands(texts: dict[str, str]) -> dict[Category, str]:
    """By category, best first."""
    return {hand: texts[hand.key] for hand in sorted(Category, reverse=True) if hand.key in texts}


def _includes_royal(law: CaribbeanStudLaw, lines: dict[Category, str]) -> dict[Category, str]:
    """A table whose best line is a straight flush pays a royal flush as one."""
    if law.straight_flush_includes_royal and Category.ROYAL_FLUSH not in lines:
        return {Category.ROYAL_FLUSH: lines[Category.STRAIGHT_FLUSH], **lines}
    return lines


def _check_proportion(envy: EnvyByWager) -> None:
    """The amounts listed for each wager are one table in proportion, which is how envy is worked out."""
    tables = {parse_dollars(w): {h: parse_dollars(c) for h, c in t.items()} for w, t in envy.wagers.items()}
    first = min(tables)
    for wager, amounts in tables.items():
        if any(cents * first != tables[first][hand] * wager for hand, cents in amounts.items()):
            raise LawError(f"envy_by_wager: the amounts for {wager} cents do not follow those for {first}")


def _listed(law: CaribbeanStudLaw, name: str, text: ScheduleText, rule: str) -> Schedule:
    by_wager = law.envy_by_wager
    if by_wager is not None and by_wager.table == name:
        envy = _hands(by_wager.wagers[text.wagers[0]])
        _check_proportion(by_wager)
        envy_rule = "envy_by_wager"
    else:
        envy = _hands(text.envy)
        envy_rule = "link_tables" if rule == "link_tables" else "envy_to"
    wager_rule = "link_tables" if rule == "link_tables" else "progressive_amount"
    lines = _includes_royal(law, _hands(text.lines))
    if envy:
        envy = _includes_royal(law, envy)
    return Schedule(
        name=name,
        wagers=tuple(parse_dollars(w) for w in text.wagers),
        wager_rule=wager_rule,
        lines={hand: Line(parse_award(award), rule) for hand, award in lines.items()},
        envy={hand: parse_dollars(cents) for hand, cents in envy.items()},
        envy_rule=envy_rule,
        seeds={level: parse_dollars(cents) for level, cents in text.seeds.items()},
        lost_rule="link_tables" if rule == "link_tables" else "progressive_needs_wager",
        linked=rule == "link_tables",
    )


def _classic(law: CaribbeanStudLaw, name: str, straight_flush: str) -> Schedule:
    texts = {
        Category.ROYAL_FLUSH: (law.classic_royal_flush, "classic_royal_flush"),
        Category.STRAIGHT_FLUSH: (straight_flush, "classic_straight_flush"),
        Category.FOUR_OF_A_KIND: (law.classic_four_of_a_kind, "classic_four_of_a_kind"),
        Category.FULL_HOUSE: (law.classic_full_house, "classic_full_house"),
        Category.FLUSH: (law.classic_flush, "classic_flush"),
    }
    assert law.classic_wager is not None
    return Schedule(
        name=name,
        wagers=(parse_dollars(law.classic_wager),),
        wager_rule="classic_wager",
        lines={hand: Line(parse_award(text), rule) for hand, (text, rule) in texts.items() if text is not None},
        envy={},
        envy_rule="envy_to",
        seeds={},
        lost_rule="progressive_needs_wager",
        linked=False,
    )


def schedules(law: CaribbeanStudLaw) -> dict[str, Schedule]:
    """Every progressive schedule that an edition lets a licensee choose.

    >>> from upcard.law import edition
    >>> list(schedules(edition("sd-2015").law))
    ['classic-10pct', 'classic-5000', 'PMG-01', 'PMG-02']
    """
    every = {name: _classic(law, name, text) for name, text in (law.classic_straight_flush or {}).items()}
    every |= {name: _listed(law, name, text, "progressive_tables") for name, text in law.progressive_tables.items()}
    return every | {name: _listed(law, name, text, "link_tables") for name, text in (law.link_tables or {}).items()}
