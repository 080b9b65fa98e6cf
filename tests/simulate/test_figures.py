"""Every wager against the exact mathematics, with seeds that are fixed: far outside only where something is wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.simulate.tables import lone, massachusetts, six, south_dakota
from upcard.compiled import load
from upcard.exact.caribbean_stud import STRATEGIES
from upcard.exact.progressive import progressive
from upcard.rules import caribbean_stud
from upcard.simulate.figures import FEWEST_ROUNDS, FEWEST_WHOLE_AWARDS, SELDOM, Figure, figures, mean_meter
from upcard.simulate.price_arrays import prices
from upcard.simulate.run import run, work
from upcard.simulate.table import Table, stud_table
from upcard.units import Micros

FAR = 4.5


def found(table: Table, rounds: int, seed: str = "figures") -> dict[str, Figure]:
    tally = run(work(table, seed, rounds)).tally
    return {figure.wager: figure for figure in figures(table, tally)}


def near(figure: Figure) -> None:
    """Close to the exact figure by the run's own error, told or not."""
    assert figure.exact is not None, figure
    away = float(figure.return_ - figure.exact) / figure.standard_error
    assert abs(away) < FAR, figure
    assert figure.z == (None if figure.seldom else away)
    if figure.interval is not None:
        low, high = figure.interval
        assert low < float(figure.return_) < high


def test_what_is_written_after_the_return_is_the_margin_of_its_interval() -> None:
    """Not one standard error, which holds the true value only twice in three times."""
    figure = Figure(wager="ante", staked=100, return_=Fraction(95, 100), standard_error=0.01)
    assert figure.interval is not None
    assert figure.interval[1] == pytest.approx(0.9696, abs=1e-4)
    assert "± 1.9600% (95%)" in repr(figure)
    assert "±" not in repr(replace(figure, seldom=True)), "the run does not know its own error"


def test_a_run_that_saw_few_whole_awards_does_not_claim_to_know_its_error() -> None:
    """One royal flush more or less would change the spread by its like: intervals from such runs miss too often."""
    table = massachusetts()
    short = found(table, 100_000)
    for wager in ("progressive", "five_card_player", "five_card_dealer", "table"):
        assert (short[wager].interval, short[wager].z) == (None, None)
        assert SELDOM in str(short[wager].note)
    assert short["bonus"].interval is not None
    tally = run(work(table, "figures", 100_000)).tally
    for resets, told in ((FEWEST_WHOLE_AWARDS - 1, False), (FEWEST_WHOLE_AWARDS, True)):
        meters = {level: replace(meter, resets=resets) for level, meter in tally.meters.items()}
        every = {figure.wager: figure for figure in figures(table, replace(tally, meters=meters))}
        assert (every["progressive"].interval is not None) is told
        assert (every["table"].interval is not None) is told


@pytest.mark.parametrize("rounds", [FEWEST_ROUNDS - 1, FEWEST_ROUNDS])
def test_a_few_rounds_tell_no_interval(rounds: int) -> None:
    game = found(lone(), rounds)["game"]
    assert (game.interval is None) == (rounds < FEWEST_ROUNDS)
    assert (game.z is None) == (rounds < FEWEST_ROUNDS)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_ante_and_bet_by_every_strategy(strategy: str) -> None:
    every = found(lone(strategy), 1_000_000)
    assert set(every) == {"game"}
    near(every["game"])
    assert every["game"].standard_error < 0.004


def test_strategies_are_told_apart() -> None:
    # Ten antes in a thousand between them: a table that mixed up two strategies would be many errors off.
    loose = found(lone("always-raise"), 1_000_000)["game"]
    assert loose.exact is not None
    assert abs(float(loose.return_) - (1 - 0.16607)) < FAR * loose.standard_error


def test_every_wager_of_massachusetts() -> None:
    every = found(massachusetts(), 2_000_000)
    assert set(every) == {
        "game", "progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all", "table",
    }  # fmt: skip
    for name in set(every) - {"table"}:
        near(every[name])
    assert every["cover_all"].note is None


@pytest.mark.rule("cover_all_after_fold")
def test_cover_all_of_a_player_who_folds_otherwise_is_compared_as_if_it_stood() -> None:
    rules = caribbean_stud("ma", {"cover_all": True})
    seats = [{"ante": 1000, "cover_all": 500}] * 2
    every = found(stud_table(rules, seats, strategies=["optimal", "pair"]), 200_000)
    near(every["cover_all_if_it_stood"])
    assert (every["cover_all"].exact, every["table"].exact) == (None, None)
    assert every["cover_all"].return_ < every["cover_all_if_it_stood"].return_
    assert every["cover_all"].note is not None


def test_cover_all_that_is_forfeited_is_part_of_the_exact_table() -> None:
    rules = caribbean_stud("ma", {"cover_all": True})
    every = found(stud_table(rules, [{"ante": 1000, "cover_all": 500}] * 3), 1_000_000)
    near(every["cover_all"])
    near(every["table"])


def test_cover_all_that_stands_has_an_exact_figure_and_so_has_the_table() -> None:
    every = found(massachusetts(cover_all_after_fold="stands", awards_from="meter"), 1_000_000)
    near(every["cover_all"])
    near(every["table"])
    assert "cover_all_if_it_stood" not in every


@pytest.mark.parametrize("schedule", ["A", "PTMGL02", "PTMGL04", "PTMGLML03"])
def test_other_schedules_of_massachusetts(schedule: str) -> None:
    rules = caribbean_stud("ma", {"progressive": schedule})
    assert rules.progressive is not None
    wagers = {"ante": 1000, "progressive": rules.progressive.wagers[0]}
    near(found(stud_table(rules, [wagers] * 7), 1_000_000)["progressive"])


@pytest.mark.parametrize("schedule", ["classic-10pct", "PMG-01", "PMG-02"])
def test_every_wager_of_south_dakota(schedule: str) -> None:
    every = found(south_dakota(7, schedule), 1_000_000)
    assert set(every) == {"game", "tip", "progressive", "table"}
    for name in ("game", "tip", "progressive"):
        near(every[name])


def test_players_who_wager_different_amounts() -> None:
    rules = caribbean_stud("ma", {"progressive": "D", "five_card": True})
    seats = [
        {"ante": 500, "progressive": 500, "five_card_dealer": 100},
        {"ante": 2000, "progressive": 100, "five_card_player": 300, "five_card_dealer": 700},
        {"ante": 1000},
    ]
    every = found(stud_table(rules, seats, strategies=["pair", "optimal", "always-raise"]), 2_000_000)
    assert every["progressive"].staked == 600
    for name in ("game", "progressive", "five_card_player", "five_card_dealer", "table"):
        near(every[name])


@pytest.mark.parametrize("insured", [False, True])
@pytest.mark.parametrize("further", [False, True])
def test_bonus_six(insured: bool, further: bool) -> None:
    every = found(six(3, insured=insured, tip=100, further=further), 250_000)
    assert set(every) == {"game", "tip", "table"}
    near(every["game"])
    near(every["tip"])


def test_a_meter_that_nobody_hits_has_the_mean_of_a_straight_line() -> None:
    rules = caribbean_stud("sd-2015", {"progressive": "classic-10pct"})
    table = stud_table(rules, [{"ante": 1000, "progressive": 100}])
    tally = run(work(table, "straight line", 101)).tally
    assert not tally.meters["main"].awards
    rate = dict(table.levels)["main"].rate
    assert mean_meter(tally, "main") == 10**12 + Fraction(100 * rate * 102, 2)


def test_one_round_has_no_spread() -> None:
    (game,) = figures(lone(), run(work(lone(), "once", 1)).tally)
    assert game.standard_error == 0
    assert game.z is None


def test_the_exact_tip_counts_what_goes_back() -> None:
    # The published outcomes of best play: a tip wins with the ante, goes back on a push, and is lost otherwise.
    deals, push, lost = 19_933_230_517_200, 321_623_100, 9_523_005_974_460 + 2_726_592_727_512
    rules = caribbean_stud("sd-2015")
    tip = found(stud_table(rules, [{"ante": 1000, "tip": 500}]), 1000)["tip"]
    assert tip.exact == Fraction(2 * (deals - push - lost) + push, deals)


def test_every_outcome_of_ante_bet_and_tip_has_its_price() -> None:
    """A tie is too rare for the rounds that are settled again beside a simulation."""
    kernel = load("simulate.kernels.caribbean_stud")
    table = stud_table(caribbean_stud("sd-2015"), [{"ante": 1000, "tip": 500}])
    game, tip, own = (amounts[0].tolist() for amounts in prices(table, 1000).by_outcome)
    ends = (kernel.NO_HAND, kernel.PUSH, kernel.FOLD, kernel.DEALER_WINS)
    assert [game[end] for end in ends] == [1000, 0, -1000, -3000]
    assert [tip[end] for end in ends] == [1000, 500, 0, 0]
    assert [own[end] for end in ends] == [500, 0, -1500, -3500]
    assert (max(game), max(tip)) == (1000 + 100 * 2000, 1000)


@pytest.mark.parametrize("seats", [1, 2, 7])
def test_the_exact_progressive_has_envy_from_every_other_seat(seats: int) -> None:
    rules = caribbean_stud("sd-2015", {"progressive": "PMG-01"})
    table = stud_table(rules, [{"ante": 1000, "progressive": 100}] * seats)
    tally = run(work(table, "envy", 500)).tally
    assert rules.progressive is not None
    at_nothing = progressive(rules.progressive, meters={"main": Micros(0)})
    dollars = Fraction(round(mean_meter(tally, "main")), 10**8)
    due = at_nothing.fixed + at_nothing.per_meter_dollar["main"] * dollars + (seats - 1) * at_nothing.envy
    by_wager = {figure.wager: figure for figure in figures(table, tally)}
    assert by_wager["progressive"].exact == due
    assert at_nothing.envy > 0
