"""Every figure of a PAR sheet is the one of the exact mathematics, and every line cites a clause that exists."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.exact.sheets import EVERY, STUD, Page, check_figures, close, example, number, read, table
from tests.house_texts import house_text
from upcard import __version__
from upcard.exact import caribbean_stud
from upcard.exact.cover_all import cover_all_wager
from upcard.exact.progressive import five_card, five_card_long_run, long_run, progressive
from upcard.exact.side_wagers import bonus_wager
from upcard.reports.blocks import Table
from upcard.reports.par import sheet
from upcard.reports.par.sheet import Entry, page
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import read_house
from upcard.rules.house_warnings import long_run as advised
from upcard.rules.jackpot import show_rate
from upcard.units import micros


def stud_rules(name: str, at: int) -> CaribbeanStudRules:
    rules = table(name, at).rules
    assert isinstance(rules, CaribbeanStudRules)
    return rules


# ---- who and what --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "at"), EVERY)
def test_the_sheet_says_what_it_is_about(name: str, at: int) -> None:
    page, of = read(name, at), table(name, at)
    said = {key: row[1] for key, row in page.grids["identity/identity"].figures.items()}
    assert said["house"] == example(name).name
    assert said["table"] == of.name
    assert said["seats"] == str(of.seats)
    assert said["edition"] == f"{of.edition.id}: {of.edition.title}"
    assert said["digest"] == of.edition.digest
    assert said["software"] == f"Upcard {__version__}"
    assert (str(of.edition.effective) in said["in_force"]) is (of.edition.effective is not None)
    elected = page.grids["identity/elections"]
    by_house = {row[0] for row in elected.rows if row[2] == "by the house"}
    assert by_house >= {key.replace("_", " ").capitalize() for key in of.rules.elections if key != "five_card"}


def test_elections_show_their_values() -> None:
    elections = {row[0]: row[1] for row in read("massachusetts", 0).grids["identity/elections"].rows}
    assert elections["Awards from"] == "meter"
    assert elections["Magic card"] == "1/26"
    assert elections["Maximum"] == "$500"
    assert {row[0]: row[2] for row in read("massachusetts", 2).grids["identity/elections"].rows}["Awards from"] == (
        "nothing elected"
    )


def test_a_jackpot_that_pays_back_too_much_is_told() -> None:
    said = read("massachusetts", 2).grids["identity/warnings"].column("Warning")
    assert any("PAYS BACK MORE THAN IS WAGERED" in each for each in said)
    assert "identity/warnings" not in read("massachusetts", 1).grids
    assert "was in force until" in read("deadwood-2011", 0).grids["identity/warnings"].rows[0][1]


# ---- clauses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "at"), EVERY)
def test_every_clause_and_reading_exists_and_every_line_that_pays_has_one(name: str, at: int) -> None:
    page, edition = read(name, at), table(name, at).edition
    clauses = {clause.id for clause in edition.clauses}
    numbers = {str(reading.number) for reading in edition.readings}
    cited: set[str] = set()
    for grid_name, grid in page.grids.items():
        if "Clause" not in grid.columns:
            continue
        pays = [column for column in grid.columns if column in ("Pays", "Bet pays", "Envy")]
        for row in (dict(zip(grid.columns, cells, strict=True)) for cells in grid.rows):
            clause, _, reading = row["Clause"].partition("; reading ")
            if not clause:
                assert all(row[column] == "lost" for column in pays), (grid_name, row)
                continue
            assert clause in clauses, (grid_name, row)
            assert not reading or reading in numbers, (grid_name, row)
            if grid_name != "clauses/clauses":
                cited.add(clause)
    assert {row[0] for row in page.grids["clauses/clauses"].rows} == cited
    for clause, summary in page.grids["clauses/clauses"].rows:
        assert summary == edition.clause(clause).summary


@pytest.mark.parametrize(("name", "at"), STUD)
def test_every_end_of_a_round_cites_the_rule_that_orders_it(name: str, at: int) -> None:
    rules = [f"bet_{line}" for line in caribbean_stud.LINES]
    rules += ["no_hand_ante", "tie", "fold_forfeits_ante", "higher_hand_wins"]
    cited = [cell.partition(";")[0] for cell in read(name, at).grids["ante-and-bet/outcomes"].column("Clause")]
    assert cited == [table(name, at).edition.citations[rule].clause for rule in rules]


def test_lines_cite_the_clauses_that_order_them() -> None:
    south_dakota = read("deadwood", 2)
    assert south_dakota.grids["ante-and-bet/outcomes"].row("Full house")["Clause"] == "sd-2015(17)(d)"
    assert south_dakota.grids["progressive/pays-100"].row("Flush")["Clause"] == "sd-2015(21)(e)"
    massachusetts = read("massachusetts", 0)
    assert massachusetts.grids["bonus/pays"].row("Flush")["Clause"] == "ma-11(c)"
    assert massachusetts.grids["five-card/pays"].row("Lucky")["Clause"] == "ma-11(e)(3)"
    assert massachusetts.grids["progressive/envy"].rows[0][2] == "ma-11(d)(7)"
    assert massachusetts.grids["cover-all/pays-8"].row("Straight")["Clause"] == "ma-12(k)"
    assert read("bonus-6", 0).grids["uninsured/outcomes"].row("Flush")["Clause"] == "sd-bonus6(1); reading 23"


# ---- ante and bet --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "at"), STUD)
def test_ante_and_bet(name: str, at: int) -> None:
    page, best = read(name, at), caribbean_stud.solve()
    figures = page.grids["ante-and-bet/figures"]
    ahead = sum(best.outcomes[end] for end in (*caribbean_stud.LINES, "no_hand"))
    expected = {
        "house_edge": best.house_edge,
        "return": best.return_,
        "hit_frequency": Fraction(ahead, best.deals),
        "average_wager": best.average_wager,
        "element_of_risk": best.element_of_risk,
        "variance": best.variance,
    }
    check_figures(page, "ante-and-bet/figures", expected)
    assert number(figures.figures["net"][1]) == best.net == -1_041_372_912_372
    assert close(figures.figures["standard_deviation"][1], Fraction(best.standard_deviation))
    grid = page.grids["ante-and-bet/outcomes"]
    assert [number(cell) for cell in grid.column("Deals")] == list(best.outcomes.values())
    assert [number(cell) * best.deals for cell in grid.column("Probability, exactly")] == list(best.outcomes.values())
    nets = [number(cell) for cell in grid.column("Net, antes")]
    assert sum(net * deals for net, deals in zip(nets, best.outcomes.values(), strict=True)) == best.net
    for row, net, deals in zip(grid.rows, nets, best.outcomes.values(), strict=True):
        assert close(row[-1], net * Fraction(deals, best.deals))
        assert close(row[-2], Fraction(best.deals, deals))
    assert number(grid.total[4]) == best.deals
    assert close(grid.total[-1], -best.house_edge)


def test_odds_of_the_bet_and_other_strategies() -> None:
    page = read("deadwood", 0)
    odds = page.grids["ante-and-bet/outcomes"].column("Pays")[:9]
    assert odds == [f"{each} to 1" for each in (100, 50, 20, 7, 5, 4, 3, 2, 1)]
    strategies = page.grids["ante-and-bet/strategies"]
    assert number(strategies.row("Every hand")["Result over all deals, antes"]) == -3_310_360_338_060
    assert number(strategies.row("Any pair or better")["Result over all deals, antes"]) == -1_090_272_101_460
    assert len(strategies.rows) == 7


def test_long_runs_stray_by_the_normal_law() -> None:
    runs, best = read("deadwood", 0).grids["ante-and-bet/runs"], caribbean_stud.solve()
    rounds, strays, low, high = runs.rows[1]
    expected = 1.644854 * float(best.standard_deviation) / 100
    assert number(rounds) == 10_000
    assert abs(float(number(strays)) - expected) < 1e-5
    assert abs(number(low) + number(high) - 2 * best.return_) < Fraction(1, 50_000)


# ---- the progressive -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "at"), STUD)
def test_progressive(name: str, at: int) -> None:
    page, of, rules = read(name, at), table(name, at), stud_rules(name, at)
    schedule = rules.progressive
    assert schedule is not None
    assert of.jackpot is not None
    jackpot = example(name).jackpots[of.jackpot]
    seeds = {level: micros(each.seed) for level, each in jackpot.levels.items()}
    alone = progressive(schedule, meters=seeds)
    parts = {f"per_meter_dollar.{level}": part for level, part in alone.per_meter_dollar.items()}
    figures = {"hit_frequency": alone.hit_frequency, "fixed": alone.fixed, "envy": alone.envy, **parts}
    check_figures(page, "progressive/figures", figures)
    returns = page.grids["progressive/returns"]
    company = [0, of.seats - 1] if schedule.envy else [0]
    cases = [(wager, opponents) for wager in schedule.wagers for opponents in company]
    for row, (wager, opponents) in zip(returns.rows, cases, strict=True):
        found = progressive(schedule, wager=wager, opponents=opponents, meters=seeds)
        assert number(row[2]) == found.return_
        assert close(row[1], found.return_)
        assert close(row[3], found.house_edge)
        assert close(row[4], Fraction(found.standard_deviation))
        if found.break_even is not None:
            assert close(row[5], found.break_even)
    for wager in schedule.wagers:
        grid = page.grids[f"progressive/pays-{wager}"]
        found = progressive(schedule, wager=wager, meters=seeds)
        assert [number(cell) for cell in grid.column("Hands")] == list(found.counts.values())
        assert [number(cell) for cell in grid.column("Probability, exactly")] == [
            Fraction(count, found.deals) for count in found.counts.values()
        ]
        assert close(grid.total[-1], found.return_)
    for row, level in zip(page.grids["progressive/meters"].rows, jackpot.levels.values(), strict=True):
        assert number(row[1]) * 100 == level.seed
        assert row[2:4] == [show_rate(level.rate), show_rate(level.reserve_rate)]


@pytest.mark.parametrize(("name", "at"), STUD)
def test_the_long_run_is_that_of_the_house_check_and_the_sum_of_its_parts(name: str, at: int) -> None:
    page, house, of = read(name, at), example(name), table(name, at)
    assert of.jackpot is not None
    grid = page.grids["progressive/long-run"]
    checked = advised(house, house.jackpots[of.jackpot])
    schedule = stud_rules(name, at).progressive
    assert schedule is not None
    back = long_run(schedule, house.jackpots[of.jackpot], opponents=of.seats - 1, from_meter=checked.from_meter).payback
    assert back.total - back.envy == checked.total - checked.envy, "but for the seats of the fullest table"
    assert number(grid.total[3]) == back.total
    assert sum(number(cell) for cell in grid.column("Exactly")) == back.total
    parts = dict.fromkeys(("Fixed awards", "Meters", "Seeds", "Envy"), Fraction(0))
    for part, _, decimal, exactly in grid.rows:
        parts[part] += number(exactly)
        assert close(decimal, number(exactly))
    assert parts["Fixed awards"] == (0 if back.from_meter else back.fixed)
    assert (parts["Meters"], parts["Seeds"], parts["Envy"]) == (back.meters, back.seeds, back.envy)
    jackpot = house.jackpots[of.jackpot]
    shown = page.grids["progressive/meters"].column("Mean, as a wager finds it")
    means = long_run(schedule, jackpot, from_meter=back.from_meter).mean_meters
    limited = any(level.limit is not None for level in jackpot.levels.values())
    assert (means is None) == (back.from_meter or limited)
    if means is None:
        assert set(shown) == {"not worked out"}
    else:
        assert all(close(cell, mean) for cell, mean in zip(shown, means.values(), strict=True))


def test_break_even_of_each_level_while_the_others_stand_at_their_seeds() -> None:
    """A break-even of several levels is worked out by the sheet itself, so that it is proven here."""
    page, schedule = read("massachusetts", 2), stud_rules("massachusetts", 2).progressive
    assert schedule is not None
    seeds = {
        level: micros(each.seed) for level, each in example("massachusetts").jackpots["Tri-Game Link"].levels.items()
    }
    row = page.grids["progressive/returns"].row("$1, 6 opponents")
    for level in schedule.levels:
        even = number(row[f"Break-even, {level}"])
        for shift, ahead in ((Fraction(-1, 100), False), (Fraction(1, 100), True)):
            meters = {**seeds, level: micros(round((even + shift) * 100))}
            assert (progressive(schedule, opponents=6, meters=meters).return_ > 1) is ahead, level


def test_break_evens_that_were_published() -> None:
    """A schedule of 500, 100 and 50 dollars with a straight flush of 5,000: worked out by hand."""
    row = read("deadwood", 2).grids["progressive/returns"].row("$1")
    by_hand = Fraction(2_598_960 - 36 * 5000 - 624 * 500 - 3744 * 100 - 5108 * 50, 4)
    assert close(row["Break-even"], by_hand)


# ---- the other wagers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1])
def test_bonus(at: int) -> None:
    page, rules = read("massachusetts", at), stud_rules("massachusetts", at)
    assert rules.bonus is not None
    found = bonus_wager(rules.bonus)
    figures = {"return": found.return_, "house_edge": found.house_edge, "hit_frequency": found.hit_frequency}
    check_figures(page, "bonus/figures", figures)
    grid = page.grids["bonus/pays"]
    assert [number(cell) for cell in grid.column("Deals")] == list(found.counts.values())
    assert grid.row("Pair, tens or better")["Pays"] == "1 to 1"
    assert sum((number(cell) for cell in grid.column("Adds to the return")), Fraction(0)) == pytest.approx(
        float(found.return_), abs=1e-5
    )


def test_five_card() -> None:
    page, rules, of = read("massachusetts", 0), stud_rules("massachusetts", 0), table("massachusetts", 0)
    jackpot = example("massachusetts").jackpots["Five Card"]
    draws = {"magic_card": Fraction(1, 26), "lucky": Fraction(1, 20)}
    own = five_card(rules, draws=draws, positions=8)  # type: ignore[arg-type]
    assert own.break_even is not None
    expected = {
        "return": own.return_,
        "house_edge": own.house_edge,
        "hit_frequency": own.hit_frequency,
        "fixed": own.fixed,
        "per_meter_dollar.five_card": own.per_meter_dollar["five_card"],
        "draws.magic_card": Fraction(1, 26) * Fraction(5, 52) * 20,
        "draws.lucky": Fraction(1, 20) * Fraction(1, 8) * 5,
        "break_even.five_card": own.break_even,
    }
    check_figures(page, "five-card/figures", expected)
    assert close(page.grids["five-card/pays"].total[-1], own.return_)
    added = sum(number(cell) for cell in page.grids["five-card/pays"].column("Adds to the return"))
    assert added == pytest.approx(float(own.return_), abs=1e-5)
    dealer = page.grids["five-card/dealer-hand"]
    assert dealer.column("Wagers on it") == ["1", "2", str(of.seats)]
    for row in dealer.rows:
        backed = five_card(rules, hand="dealer", backers=int(row[0]), draws=draws, positions=8)  # type: ignore[arg-type]
        assert number(row[2]) == backed.return_
    run = five_card_long_run(rules, jackpot, draws=draws, positions=8)  # type: ignore[arg-type]
    long = page.grids["five-card/long-run"]
    assert long.column("Part")[-2:] == ["Draws", "Draws"]
    assert number(long.total[3]) == run.return_ == sum(number(cell) for cell in long.column("Exactly"))


def test_cover_all() -> None:
    page, rules = read("massachusetts", 0), stud_rules("massachusetts", 0)
    columns = page.grids["cover-all/columns"]
    assert [int(row[0]) for row in columns.rows] == list(range(2, 9))
    for row in columns.rows:
        found = cover_all_wager(rules, int(row[0]))
        assert number(row[-1]) == found.return_
        assert close(row[3], found.house_edge)
        assert close(row[4], found.hit_frequency)
        grid = page.grids[f"cover-all/pays-{row[0]}"]
        assert [number(cell) for cell in grid.column("Deals")] == list(found.counts.values())
        assert number(grid.total[3]) == found.deals
        shown = [number(cell) for cell in grid.column("Probability")]
        assert all(
            abs(each / Fraction(count, found.deals) - 1) < Fraction(1, 10**11)
            for each, count in zip(shown, found.counts.values(), strict=True)
        )


# ---- the summary ---------------------------------------------------------------------------------------------


def test_the_summary_has_every_wager_of_the_table() -> None:
    glance = read("massachusetts", 0).grids["glance/glance"]
    rules = stud_rules("massachusetts", 0)
    assert glance.column("Wager") == [
        "Ante and bet",
        "Progressive of $1 at its seeds, 6 opponents",
        "Progressive of $1 in the long run, 6 opponents, at least",
        "Bonus",
        "Five card hand bonus at its seed, player's hand",
        "Five card hand bonus in the long run, player's hand",
        "Cover all, column 8, if never folded",
    ]
    assert close(glance.column("House edge")[-1], cover_all_wager(rules, 8).house_edge)
    assert all(
        number(row[2]) + number(row[3]) == 1 for name, at in EVERY for row in read(name, at).grids["glance/glance"].rows
    )


# ---- other houses --------------------------------------------------------------------------------------------


def test_columns_of_players_and_no_draws() -> None:
    """Nine hands at a table of eight seats, whose folds keep the cover all wager and whose system draws nothing."""
    text = house_text("massachusetts")
    for elected, other in (
        ('cover_all_counts = "hands"', 'cover_all_counts = "players"'),
        ('cover_all_after_fold = "forfeited"', 'cover_all_after_fold = "stands"'),
        ('magic_card = "1/26"', ""),
        ('lucky = "1/20"', ""),
        ("seats = 7 ", "seats = 8 "),
    ):
        assert elected in text
        text = text.replace(elected, other)
    house = read_house(text)
    found = Page(page(Entry(sheet(house, house.tables[0]), "page.html", "print.pdf")))
    columns = found.grids["cover-all/columns"]
    assert [(row[0], row[1]) for row in columns.rows] == [(str(each), str(each + 1)) for each in range(2, 9)]
    rules = house.tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    assert number(columns.rows[-1][-1]) == cover_all_wager(rules, 8).return_
    said = "".join(found.text["p"])
    assert "folds leave the figures what they are" in said
    assert "lucky position" not in said
    assert not [key for key in found.grids["five-card/figures"].figures if key.startswith("draws.")]
    assert found.grids["glance/glance"].rows[-1][0] == "Cover all, column 8"


def test_a_lone_seat_without_a_progressive() -> None:
    house = read_house(
        'name = "Lone"\n[[table]]\nname = "One"\nedition = "sd-2015"\nseats = 1\ndesignated = true\n'
        'devices = ["progressive system", "signage"]\nsigns = ["bet schedule"]\ndealing = "singly"\n'
    )
    made = sheet(house, house.tables[0])
    assert [section.name for section in made.sections] == ["glance", "identity", "ante-and-bet", "clauses"]
    summary = made.sections[0].blocks[1]
    assert isinstance(summary, Table)
    assert [row[0] for row in summary.rows] == ["Ante and bet"]
