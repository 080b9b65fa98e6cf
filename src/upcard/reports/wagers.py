"""Each wager of a table as blocks: what it pays by which clause, how often, and what comes back, all of it exact.

PAR sheets show them with the meters at their seeds, the odds page with the meters as they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from upcard.cards import Category
from upcard.exact.advice import best_play_named, dealt_columns
from upcard.exact.bonus_six import BonusSix, bonus_six, fair_card_fee
from upcard.exact.caribbean_stud import Solution, best_play
from upcard.exact.cover_all import cover_all_wager, hands_in
from upcard.exact.cover_all_folded import given_up
from upcard.exact.priced_wager import Priced, PricedLine, PricedWager
from upcard.exact.progressive import Draw, Hand, five_card, progressive
from upcard.exact.side_wagers import all_hands, bonus_wager
from upcard.exact.stud_chart import always_bet
from upcard.law import Edition
from upcard.number_format import chance, count, exactly, money, multiple, percent, title, words
from upcard.reports.blocks import Cite, Fact, Facts, Table, Value, cite, headed
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_METER, BonusTable, CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import Schedule
from upcard.rules.table import TableRules
from upcard.units import Micros

When = Literal["at its seeds", "now"]
"""Which meters the figures are for."""
Meters = Mapping[str, Micros]
Row = tuple[Value, ...]

GLANCE = headed("Wager", "For each", "Return|percent", "House edge|percent", "Hit frequency|rough",
                "Standard deviation|deviation")  # fmt: skip
ENDS = headed("End of the round", "Pays", "Clause|clause", "Net, antes|signed", "Deals|count",
              "Probability, exactly|exact", "One in|one_in", "Adds to the net|percent")  # fmt: skip
PAYS = headed("Hand", "Pays", "Clause|clause", "Deals|exact", "Probability|exact", "One in|one_in",
              "Adds to the return|percent")  # fmt: skip
MOST_DEALS = 10**15
ANY = "at any meter"


class WagerReport(NamedTuple):
    """A wager, or a game: a sentence, its figures, its tables, and its rows in the summary of a sheet."""

    key: str
    title: str
    said: str
    figures: Facts
    tables: tuple[Table, ...] = ()
    glances: tuple[Row, ...] = ()


def glance(wager: str, per: str, found: Solution | Priced) -> Row:
    return (wager, per, found.return_, found.house_edge, found.hit_frequency, found.variance)


def _cited(edition: Edition, line: PricedLine) -> Cite | str:
    return cite(edition, line.rule) if line.rule else ""


# ---- the games -------------------------------------------------------------------------------------------------


def _ends(edition: Edition, found: Solution | BonusSix) -> Table:
    rows = tuple(
        (each.name, each.pays, _cited(edition, each), each.brings, each.deals, each.chance, each.chance, each.adds)
        for each in found.lines
    )
    total = ("All deals", "", "", "", found.deals, "1", "1", -found.house_edge)
    return Table("outcomes", "Every end of a round at best play", ENDS, rows, total)


def stud_game(rules: CaribbeanStudRules) -> WagerReport:
    """Ante and bet at best play."""
    best = best_play(rules)
    facts = (
        Fact("house_edge", "House edge, of the ante", best.house_edge, "percent"),
        Fact("return", "Return, of the ante", best.return_, "percent"),
        Fact("net", "Result over all deals, in antes", best.net, "count"),
        Fact("hit_frequency", "Hit frequency: the player ends ahead", best.hit_frequency, "percent"),
        Fact("average_wager", "Ante and bet in the mean, in antes", best.average_wager, "decimal",
             cite(rules.edition, "bet_multiple")),
        Fact("element_of_risk", "Element of risk: loss for all that is wagered", best.element_of_risk, "percent"),
        Fact("standard_deviation", "Standard deviation of a round, in antes", best.variance, "deviation"),
        Fact("variance", "Variance, in antes squared", best.variance, "decimal"),
    )  # fmt: skip
    return WagerReport(
        "game",
        "Ante and bet",
        "Counted over all deals of five cards to the player, an up-card and four more cards to the dealer: "
        f"{count(best.deals)} of them. The ante is the unit and the bet is "
        f"{multiple(rules.law.bet_multiple, 'the ante')}.",
        Facts("figures", "The game for each ante", facts),
        (_ends(rules.edition, best),),
        (glance("Ante and bet", "ante", best),),
    )


def six_game(rules: BonusSixRules, found: BonusSix) -> WagerReport:
    """Bonus 6 at best play, insured in every round or in none."""
    facts = (
        Fact("house_edge", "House edge, of the ante", found.house_edge, "percent"),
        Fact("return", "Return, of the ante", found.return_, "percent"),
        Fact("hit_frequency", "Hit frequency: a hand is paid", found.hit_frequency, "percent"),
        Fact("average_wager", "Ante and bets in the mean, in antes", found.average_wager, "decimal"),
        Fact("average_fees", "Fees in the mean, in antes", found.average_fees, "decimal"),
        Fact("element_of_risk", "Element of risk: loss for all ante and bets", found.element_of_risk, "percent"),
        Fact("standard_deviation", "Standard deviation of a round, in antes", found.variance, "deviation"),
        Fact("first_bets", "Sets of three cards that are bet on, of 22,100", found.first_bets, "count"),
        Fact("second_bets", "Sets of four cards that are bet on, of 270,725", found.second_bets, "count"),
    )
    return WagerReport(
        "insured" if found.insured else "uninsured",
        f"The game, {'insured' if found.insured else 'without insurance'}",
        f"Counted over {count(found.deals)} deals of three cards in no order and one card for each later street, the "
        "sixth among them. The ante is the unit; ante and both bets are each paid at the odds of the hand.",
        Facts("figures", "The game for each ante", facts),
        (_ends(rules.edition, found),),
        (glance("Insured in every round" if found.insured else "Without insurance", "ante", found),),
    )


_FAIR: dict[str, Fraction | None] = {}


def _fair_card_fee(rules: BonusSixRules) -> Fraction | None:
    """Worked out once for each pay table."""
    key = str(rules.schedule)
    if key not in _FAIR:
        _FAIR[key] = fair_card_fee(rules)
    return _FAIR[key]


def six_insurance(rules: BonusSixRules, found: BonusSix) -> WagerReport:
    """What insurance and the sixth card are worth, and at which fees they would be fair."""
    fair, edition = _fair_card_fee(rules), rules.edition
    said = "less than it costs: best play never buys it" if found.insurance_value < 0 else "what it costs, or more"
    facts = (
        Fact("insurance_fee", "Insurance fee, in antes", found.insurance_fee, "decimal",
             cite(edition, "insurance_divisor")),
        Fact("insurance_worth", "Worth of insurance before its fee, which is its fair fee", found.insurance_worth,
             "decimal"),
        Fact("insurance_value", "Value of insurance after its fee", found.insurance_value, "decimal"),
        Fact("card_fee", "Fee of the sixth card, in antes", Fraction(rules.law.bonus_card_multiple), "decimal",
             cite(edition, "bonus_card_multiple")),
        Fact("card_worth", "Worth of a sixth card that is bought, before its fee",
             "none is bought" if found.card_worth is None else found.card_worth, "decimal"),
        Fact("fair_card_fee", "Fee of the sixth card at which insurance would be fair",
             "none: it is not worth its fee even with a free card" if fair is None else fair, "decimal"),
    )  # fmt: skip
    return WagerReport(
        "insurance",
        "Insurance and the sixth card",
        f"Insurance buys the choice of a sixth card for a hand that does not win. It is worth {said}.",
        Facts("insurance", "In antes, for each ante", facts),
    )


# ---- wagers at fixed odds --------------------------------------------------------------------------------------


def _figures(found: PricedWager, caption: str, hits_by: Cite, *more: Fact, now: str = "") -> Facts:
    """What every wager is asked for; a rule says which hands it pays."""
    return Facts(
        "figures",
        caption,
        (
            Fact("return", f"Return{now}", found.return_, "percent"),
            Fact("house_edge", f"House edge{now}", found.house_edge, "percent"),
            Fact("hit_frequency", "Hit frequency" + ", envy apart" * bool(found.envy), found.hit_frequency, "percent",
                 hits_by),
            Fact("standard_deviation", "Standard deviation, for each dollar", found.variance, "deviation"),
            *more,
        ),
    )  # fmt: skip


def pays(edition: Edition, name: str, caption: str, found: PricedWager) -> Table:
    """Every line with its clause, its deals and its part of the return.

    Where so many deals give a fraction too many digits, its decimals are shown: the deals beside it are exact.
    """
    rows = tuple(
        (each.name, each.pays, _cited(edition, each), each.deals,
         each.chance if found.deals < MOST_DEALS else chance(each.chance, 12), each.chance, each.adds)
        for each in found.lines
    )  # fmt: skip
    whole = "" if found.draws else "1"
    return Table(name, caption, PAYS, rows, ("All deals", "", "", found.deals, whole, whole, found.return_))


def bonus(rules: CaribbeanStudRules, table: BonusTable) -> WagerReport:
    """The bonus wager, paid on the player's five cards."""
    found = bonus_wager(table)
    played = "and best play folds no hand that it pays"
    if not always_bet(rules, min(table.lines), table.lowest_pair):
        played = "and the figures are those of a player who bets every hand that it pays"
    return WagerReport(
        "bonus",
        "Bonus wager",
        f"Paid on the player's own five cards, whoever has the higher hand. A fold gives it up, {played}.",
        _figures(found, "For each dollar wagered", cite(rules.edition, "bonus_tables")),
        (pays(rules.edition, "pays", f"Pay table {table.name}", found),),
        (glance("Bonus", "dollar", found),),
    )


def cover_all_columns(table: TableRules, rules: CaribbeanStudRules) -> dict[int, PricedWager]:
    """Cover all in each column that can be dealt at a table, if no hand is folded."""
    return {column: cover_all_wager(rules, column) for column in dealt_columns(table, rules)}


def cover_all(table: TableRules, rules: CaribbeanStudRules) -> WagerReport:
    """Cover all in each column that can be dealt at the table."""
    found = cover_all_columns(table, rules)
    costs = {column: given_up(rules, column) for column in found}
    forfeited, fullest = rules.cover_all_after_fold == "forfeited", max(found)
    elected, other = cite(rules.edition, "cover_all_after_fold"), cite(rules.edition, "cover_all_columns")
    given, kept, played = costs[fullest], found[fullest], best_play_named(rules, "best play")
    facts = [
        Fact("return_forfeited", f"Return in column {fullest} with {played}, where a fold gives the wager up",
             given.forfeited, "rough", elected if forfeited else None),
        Fact("return", f"Return in column {fullest}, where no fold takes the wager away", kept.return_, "percent",
             other if forfeited else elected),
    ]  # fmt: skip
    facts = facts if forfeited else facts[::-1]
    facts.append(Fact("house_edge", "House edge, where no fold takes the wager away", kept.house_edge, "percent"))
    folds = (
        "A player who folds gives the wager up here, and the figures by column are those of a player who bets every "
        f"hand: with {best_play_named(rules)} of ante and bet {percent(given.forfeited, 2)} comes back in column "
        f"{fullest}, and best play with this wager folds less often than without."
        if forfeited
        else "Best play folds no hand that could be paid, so folds leave the figures what they are."
        if always_bet(rules, rules.lowest_cover_all or Category.PAIR)
        else "A fold leaves the wager on the table, so folds leave the figures what they are."
    )
    columns = headed("Column|number", "Hands dealt|number", "Return|percent", "House edge|percent",
                     "Hit frequency|percent", "If a fold gives it up|rough", "Standard deviation|deviation",
                     "Return, exactly|exact")  # fmt: skip
    rows = tuple(
        (column, hands_in(rules, column), each.return_, each.house_edge, each.hit_frequency, costs[column].forfeited,
         each.variance, each.return_)
        for column, each in found.items()
    )  # fmt: skip
    named = f"Cover all, column {fullest}" + ", if never folded" * forfeited
    return WagerReport(
        "cover_all",
        "Cover all",
        f"Pays on the best of all hands in the round, the dealer's among them. {folds}",
        Facts("figures", "In the fullest column, for each dollar wagered", tuple(facts)),
        (Table("columns", "By column, for each dollar wagered", columns, rows),),
        (glance(named, "dollar", kept),),
    )


# ---- wagers with a meter ---------------------------------------------------------------------------------------


def _meter_facts(found: PricedWager, when: When) -> tuple[Fact, ...]:
    """The parts of the return; each meter as it stands, and the one at which all would come back."""
    facts = [Fact("fixed", "Fixed part of the return", found.fixed, "percent")]
    for level, even in found.break_evens.items():
        name = "" if len(found.break_evens) == 1 else f" {words(level)}"
        shown = "now" if when == "now" else "at its seed"
        facts += [
            Fact(f"per_meter_dollar.{level}", f"Return for each dollar on the meter{name}",
                 found.per_meter_dollar[level], "chance"),
            Fact(f"meter.{level}", f"Meter{name} {shown}", found.meters[level], "dollars"),
            Fact(f"break_even.{level}", f"Break-even meter{name}", ANY if even is None else even, "dollars"),
        ]  # fmt: skip
    return tuple(facts)


def _returns(name: str, caption: str, first: str, listed: Mapping[str, PricedWager]) -> Table:
    """Returns and break-evens of several wagers on the same meters."""
    levels = list(next(iter(listed.values())).break_evens)
    evens = [f"Break-even{f', {level}' * (len(levels) > 1)}|dollars" for level in levels]
    columns = headed(first, "Return|percent", "Exactly|exact", "House edge|percent",
                     "Standard deviation, for each dollar|deviation", *evens)  # fmt: skip
    rows = tuple(
        (each, found.return_, found.return_, found.house_edge, found.variance,
         *(ANY if even is None else even for even in found.break_evens.values()))
        for each, found in listed.items()
    )  # fmt: skip
    return Table(name, caption, columns, rows)


def company(opponents: int) -> str:
    return "alone" if not opponents else f"{opponents} opponent{'s' * (opponents > 1)}"


def among(schedule: Schedule, opponents: int) -> str:
    """Company, where it makes a difference."""
    return f", {company(opponents)}" if schedule.envy else ""


def companies(table: TableRules, schedule: Schedule) -> tuple[int, ...]:
    """Alone, and at a full table where envy makes a difference."""
    return (0, table.seats - 1) if schedule.envy and table.seats > 1 else (0,)


def progressive_wager(
    table: TableRules, rules: CaribbeanStudRules, schedule: Schedule, meters: Meters, when: When
) -> WagerReport:
    """The progressive at these meters, for each wager that it takes, alone and in company."""
    stake, seen = schedule.wagers[0], companies(table, schedule)
    priced = {
        (wager, opponents): progressive(schedule, wager=wager, opponents=opponents, meters=meters)
        for wager in schedule.wagers
        for opponents in seen
    }
    alone, most = priced[stake, 0], priced[stake, seen[-1]]
    shown = "now" if when == "now" else "at the seeds"
    columns = headed("Hand", "Pays", "Clause|clause", "Hands|count", "Probability, exactly|exact", "One in|one_in",
                     f"Paid {shown}|dollars", "Adds to the return|percent")  # fmt: skip
    lines = tuple(
        Table(
            f"pays-{wager}", f"Schedule {schedule.name}, for a wager of {money(wager)}", columns,
            tuple(
                (each.name, each.pays, _cited(rules.edition, each), each.deals, each.chance, each.chance,
                 each.brings * Fraction(wager, 100), each.adds)
                for each in priced[wager, 0].lines
            ),
            ("All hands", "", "", alone.deals, "1", "1", "", priced[wager, 0].return_),
        )
        for wager in schedule.wagers
    )  # fmt: skip
    others = "; each break-even is with the other meters as they are" if len(schedule.levels) > 1 else ""
    at = "With the meters as they stand" if when == "now" else "With the meters at their seeds"
    listed = {f"{money(wager)}{among(schedule, opponents)}": each for (wager, opponents), each in priced.items()}
    return WagerReport(
        "progressive",
        f"Progressive {schedule.name}",
        f"Schedule {schedule.name} on the jackpot {table.jackpot}. Every hand that the schedule pays is taken as "
        "played to the end, as best play does; a percentage is taken whole, before it is rounded down to the cent."
        + f" {schedule.name} carries no envy." * (not schedule.envy),
        _figures(
            alone, f"For each dollar of a {money(stake)} wager, alone at the table",
            cite(rules.edition, "progressive_payout_hand"), *_meter_facts(alone, when),
            Fact("envy", "Envy, for each opponent", alone.envy, "percent"), now=f" {shown}",
        ),
        (*lines, *_envy(rules, schedule), _returns("returns", at + others, "Wager", listed)),
        (glance(f"Progressive of {money(stake)} {when}{among(schedule, seen[-1])}", "dollar", most),),
    )  # fmt: skip


def _envy(rules: CaribbeanStudRules, schedule: Schedule) -> tuple[Table, ...]:
    if not schedule.envy:
        return ()
    hands = all_hands()
    rows: list[Row] = []
    total = Fraction(0)
    for category in schedule.envy:
        part = Fraction(hands.of(category), hands.deals)
        amounts = " or ".join(
            f"{money(schedule.envy_cents(category, wager))} for {money(wager)}" for wager in schedule.wagers
        )
        each = part * Fraction(schedule.envy_cents(category, schedule.wagers[0]), schedule.wagers[0])
        total += each
        named, cited = title(category.key).lower(), cite(rules.edition, schedule.envy_rule)
        rows.append((f"Another player's {named}", amounts, cited, part, each, each))
    columns = headed("Hand", "Envy", "Clause|clause", "One in|one_in", "Adds for each opponent|percent",
                     "Exactly|exact")  # fmt: skip
    return (Table("envy", "Envy, for each opponent", columns, tuple(rows), ("", "", "", "", total, total)),)


def five_card_draws(table: TableRules) -> dict[Draw, Fraction]:
    return {draw: table.draws[draw] for draw in DRAWS if draw in table.draws}


def five_card_bonus(table: TableRules, rules: CaribbeanStudRules, meters: Meters, when: When) -> WagerReport:
    """The five card hand bonus on either hand, at this meter."""
    draws, positions = five_card_draws(table), table.seats + 1
    wagers = rules.five_card_wagers or (rules.five_card_least,)

    def priced(hand: Hand = "player", backers: int = 1, wager: int | None = None) -> PricedWager:
        return five_card(
            rules, hand=hand, wager=wager, backers=backers, meter=meters[FIVE_CARD_METER], draws=draws,
            positions=positions,
        )  # fmt: skip

    own, edition = priced(), rules.edition
    amounts = " or ".join(money(wager) for wager in wagers)
    drawn = f" A draw is independent of the cards and is paid beside the table; a lucky position is one of {positions}."
    at = "as it stands" if when == "now" else "at its seed"
    more = (
        Fact("wager", "The wager", amounts, "text", cite(edition, "five_card_wager")),
        *_meter_facts(own, when),
        *(Fact(f"draws.{draw}", f"{title(draw)}, drawn in {exactly(often)} of the rounds", own.draws[draw], "percent",
               cite(edition, "draw_probability")) for draw, often in draws.items()),
        Fact("seed_minimum", "Least seed", str(rules.law.five_card_seed_minimum), "text",
             cite(edition, "five_card_seed_minimum")),
    )  # fmt: skip
    dollar = f"for each dollar of a {money(own.wager_cents)} wager"
    tables = [pays(edition, "pays", f"Five card table, {dollar}, with the meter {at}", own)]
    if len(wagers) > 1:
        by_wager = {money(wager): priced(wager=wager) for wager in wagers}
        tables.insert(0, _returns("by-wager", "On the player's hand, by wager", "Wager", by_wager))
    if "dealer" in (rules.law.five_card_hands or ()):
        backed = {str(many): priced("dealer", many) for many in sorted({1, min(2, table.seats), table.seats})}
        shared = "On the dealer's hand, a percentage award being divided among all who wagered on it"
        tables.append(_returns("dealer-hand", shared, "Wagers on it", backed))
    return WagerReport(
        "five_card",
        "Five card hand bonus",
        f"Plays for the jackpot {table.five_card_jackpot}, on the player's hand, the dealer's, or both. A fold does "
        f"not give the wager up. It is {amounts}: odds follow the wager, percentages of the meter do not."
        + drawn * bool(draws),
        _figures(own, f"On the player's hand, {dollar}, with the meter {at}", cite(edition, "five_card_table"), *more,
                 now=" now" * (when == "now")),
        tuple(tables),
        (glance(f"Five card hand bonus {'now' if when == 'now' else 'at its seed'}, player's hand", "dollar", own),),
    )  # fmt: skip


def wager_reports(table: TableRules, meters: Meters, when: When) -> list[WagerReport]:
    """Every wager of a table; none of a game that nobody counts."""
    listed = WAGERS.get(table.edition.game)
    return listed(table, table.rules, meters, when) if listed is not None else []


def _six_wagers(table: TableRules, rules: BonusSixRules, meters: Meters, when: When) -> list[WagerReport]:
    del table, meters, when
    plain, insured = (bonus_six(rules, insured=each) for each in (False, True))
    return [six_game(rules, plain), six_game(rules, insured), six_insurance(rules, insured)]


def _stud_wagers(table: TableRules, rules: CaribbeanStudRules, meters: Meters, when: When) -> list[WagerReport]:
    found = [stud_game(rules)]
    if rules.progressive is not None:
        levels = {level: meters[level] for level in rules.progressive.levels}
        found.append(progressive_wager(table, rules, rules.progressive, levels, when))
    if rules.bonus is not None:
        found.append(bonus(rules, rules.bonus))
    if rules.five_card is not None:
        found.append(five_card_bonus(table, rules, meters, when))
    if rules.cover_all is not None:
        found.append(cover_all(table, rules))
    return found


WAGERS: dict[str, Callable[[TableRules, Any, Meters, When], list[WagerReport]]] = {
    "caribbean-stud": _stud_wagers,
    "bonus-six": _six_wagers,
}
"""By the key of a game that is counted."""
