"""The five card hand bonus on either hand, with the magic card and the lucky bonus."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Category
from upcard.exact.five_card import (
    Draw,
    FiveCard,
    Hand,
    draw_chance,
    five_card,
    five_card_long_run,
)
from upcard.exact.progressive import fixed_cents, meter_part
from upcard.exact.side_wagers import all_hands
from upcard.reports.par import plots
from upcard.reports.par.blocks import Cell, Column, Fact, Facts, Glance, Part, Picture, Prose, Section, Table, cite
from upcard.reports.par.bonus_cover_all import PAY_COLUMNS, figures, glance
from upcard.reports.par.jackpot import at_seeds, derivation, meant, meter_table
from upcard.reports.par.number_format import NONE, cents, chance, count, dollars, exactly, hand, one_in, percent
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.house import House, Jackpot, TableRules
from upcard.units import Award


@dataclass(frozen=True, slots=True)
class _Wager:
    """The wager at one table, with the meter at its seed."""

    rules: CaribbeanStudRules
    jackpot: Jackpot
    lines: dict[Category, Award]
    seats: int
    draws: dict[Draw, Fraction]

    @property
    def positions(self) -> int:
        """From which a lucky one is drawn at a full table."""
        return self.seats + 1

    @property
    def seed(self) -> int:
        return self.jackpot.levels[FIVE_CARD_METER].seed

    def priced(self, hand: Hand = "player", backers: int = 1) -> FiveCard:
        meter = at_seeds(self.jackpot)[FIVE_CARD_METER]
        return five_card(
            self.rules, hand=hand, backers=backers, meter=meter, draws=self.draws, positions=self.positions
        )


def five_card_bonus(house: House, table: TableRules, rules: CaribbeanStudRules) -> Part:
    """The five card hand bonus of a table, on the meter of its jackpot."""
    assert table.five_card_jackpot is not None
    assert rules.five_card is not None
    draws: dict[Draw, Fraction] = {draw: table.draws[draw] for draw in DRAWS if draw in table.draws}
    wager = _Wager(rules, house.jackpots[table.five_card_jackpot], rules.five_card, table.seats, draws)
    own = wager.priced()
    run = five_card_long_run(rules, wager.jackpot, draws=draws, positions=wager.positions)
    drawn = (
        " A draw is independent of the cards and is paid beside the table; a lucky position is one of "
        f"{wager.positions}."
    )
    section = Section(
        "five-card",
        "Five card hand bonus",
        (
            Prose(
                f"Plays for the jackpot {wager.jackpot.name}, on the player's hand, the dealer's, or both. A fold does "
                f"not give the wager up. It is {_amounts(rules)}: odds follow the wager, percentages of the meter do "
                f"not.{drawn if draws else ''}"
            ),
            _figures(wager, own),
            _pays(wager, own),
            _dealer(wager),
            meter_table(wager.jackpot, own.per_meter_dollar, run, "Return for each dollar on it"),
            _picture(own),
            derivation(run, "Long run of wagers on players' hands"),
        ),
    )
    long = Glance(
        f"Five card hand bonus in the long run, player's hand{meant(run)}",
        "dollar",
        percent(run.return_),
        percent(run.house_edge),
        NONE,
        NONE,
    )
    return Part((glance("Five card hand bonus at its seed, player's hand", own), long), section)


def _amounts(rules: CaribbeanStudRules) -> str:
    return " or ".join(cents(wager) for wager in rules.five_card_wagers)


def _figures(wager: _Wager, own: FiveCard) -> Facts:
    edition = wager.rules.edition
    part = own.per_meter_dollar[FIVE_CARD_METER]
    even = own.break_even
    more = (
        Fact("fixed", "Fixed part of the return", percent(own.fixed), exactly(own.fixed)),
        Fact("per_meter_dollar.five_card", "Return for each dollar on the meter", chance(part), exactly(part)),
        *(
            Fact(
                f"draws.{draw}",
                f"{hand(draw)}, drawn in {exactly(often)} of the rounds",
                percent(own.draws[draw]),
                exactly(own.draws[draw]),
                cite(edition, "draw_probability"),
            )
            for draw, often in wager.draws.items()
        ),
        Fact("break_even", "Break-even meter", _even(own), "" if even is None else exactly(even)),
        Fact(
            "seed_minimum",
            "Least seed",
            str(wager.rules.law.five_card_seed_minimum),
            "",
            cite(edition, "five_card_seed_minimum"),
        ),
    )
    return figures(
        own,
        f"On the player's hand, for each dollar of a {cents(own.wager_cents)} wager, with the meter at its seed",
        more,
    )


def _pays(wager: _Wager, own: FiveCard) -> Table:
    """Every line and every draw, with its clause and its part of the return."""
    rules, hands = wager.rules, all_hands()
    rows: list[tuple[Cell, ...]] = []
    for category, award in wager.lines.items():
        part = Fraction(hands.of(category), hands.deals)
        paid = fixed_cents(award, own.wager_cents) + meter_part(award, FIVE_CARD_METER) * wager.seed
        rows.append(
            (
                hand(category.key), str(award).replace("_", " "), cite(rules.edition, "five_card_table"),
                count(hands.of(category)), exactly(part), one_in(part), percent(part * paid / own.wager_cents),
            )
        )  # fmt: skip
    odds = {"magic_card": rules.magic_card, "lucky": rules.lucky}
    for draw, often in wager.draws.items():
        met = draw_chance(draw, often, wager.positions)
        rows.append(
            (
                hand(draw), str(odds[draw]), cite(rules.edition, draw), NONE, exactly(met), one_in(met),
                percent(own.draws[draw]),
            )
        )  # fmt: skip
    shown = dollars(own.meters[FIVE_CARD_METER], 0)
    caption = f"Five card table, for each dollar of a {cents(own.wager_cents)} wager, with the meter at {shown}"
    total = ("All hands", "", "", count(own.deals), "", "", percent(own.return_))
    return Table("pays", caption, PAY_COLUMNS, tuple(rows), total)


def _even(found: FiveCard) -> str:
    return "at any meter" if found.break_even is None else dollars(found.break_even)


def _dealer(wager: _Wager) -> Table:
    rows = []
    for backers in sorted({1, min(2, wager.seats), wager.seats}):
        found = wager.priced("dealer", backers)
        rows.append((str(backers), percent(found.return_), exactly(found.return_), _even(found)))
    columns = (
        Column("Wagers on it", "number"), Column("Return", "number"), Column("Exactly", "exact"),
        Column("Break-even", "number"),
    )  # fmt: skip
    caption = "On the dealer's hand, a percentage award being divided among all who wagered on it"
    return Table("dealer-hand", caption, columns, tuple(rows))


def _picture(own: FiveCard) -> Picture:
    seed, part = own.meters[FIVE_CARD_METER], own.per_meter_dollar[FIVE_CARD_METER]
    slope = plots.Slope("on the player's hand", own.return_ - part * seed, part)
    words = f"{percent(own.return_, 2)} at the seed of {dollars(seed, 0)}"
    words += f"; all comes back at {dollars(slope.break_even, 0)}." if slope.break_even else "."
    drawing = plots.meters([plots.Panel("five card", seed, (slope,))])
    return Picture("five-card-meter", "Return against the meter of the five card hand bonus", words, drawing)
