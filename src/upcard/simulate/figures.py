"""What a simulation says about each wager, beside what the exact mathematics says.

A return is what comes back of each unit that was put on the wager it is named for: of the ante, for ante and bet. Its
standard error is that of rounds, seats added up within each. The exact return of a wager that plays for a meter is the
one at the mean of what the meter showed when rounds were settled; what awards of the same round take from one another
is not in it, and is far below any error that a simulation has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, Literal

import msgspec

from upcard.cards import Category
from upcard.document import displayed
from upcard.exact.bonus_six import bonus_six
from upcard.exact.caribbean_stud import PAYS, Solution, solve
from upcard.exact.cover_all import cover_all_wager
from upcard.exact.cover_all_folded import given_up
from upcard.exact.progressive import Draw, five_card, progressive
from upcard.exact.side_wagers import bonus_wager
from upcard.exact.stud_chart import always_bet
from upcard.exact.stud_terms import USUAL, pays_of, terms_of
from upcard.number_format import percent, ratio
from upcard.rules.caribbean_stud import FIVE_CARD_METER
from upcard.simulate.engine_check import Checked
from upcard.simulate.run import Run, Work
from upcard.simulate.table import SixTable, StudTable, Table
from upcard.simulate.tally import Line, Tally
from upcard.units import Micros, show_cents, show_meter

CONFIDENT = 1.959963984540054
"""Standard errors on either side that hold the true value nineteen times in twenty."""

FEWEST_ROUNDS, FEWEST_WHOLE_AWARDS = 1000, 30
"""Below these a run tells nothing about its own error: one whole award more or less would change it by its like."""
SELDOM = "whole awards came too seldom to say how far off it may be"
METERED = ("progressive", "five_card_player", "five_card_dealer")
AT_MEAN = "exact at the mean of the meter in this run"
FORFEITED = "a fold forfeits it, which no exact figure is known for"


@displayed
class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One wager: simulated and, where it is known, exact."""

    wager: str
    staked: int
    """Cents in each round, of all seats, that the return is of."""
    return_: Fraction
    standard_error: float
    exact: Fraction | None = None
    note: str | None = None
    seldom: bool = False
    """Whether what pays most came too seldom for the spread of this run to be that of the wager."""

    def _line(self) -> str:
        exact = "" if self.exact is None else f", exactly {percent(self.exact)}"
        around = "" if self.margin is None else f" ± {self.margin:.4%} (95%)"
        return f"{self.wager}, return {percent(self.return_)}{around}{exact}"

    @property
    def margin(self) -> float | None:
        """What the interval is on either side of the return, where the run is long enough for one."""
        return None if self.seldom else CONFIDENT * self.standard_error

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of 95% confidence, where the run is long enough for one."""
        if self.margin is None:
            return None
        return float(self.return_) - self.margin, float(self.return_) + self.margin

    @property
    def z(self) -> float | None:
        """How many standard errors the simulation is above the exact figure."""
        if self.exact is None or self.seldom or not self.standard_error:
            return None
        return float(self.return_ - self.exact) / self.standard_error


def _figure(
    wager: str, line: Line, rounds: int, staked: int, put_down: int, exact: Fraction | None, note: str | None = None
) -> Figure:
    """From a line whose rounds came to what was won plus `put_down`."""
    mean = Fraction(line.sum, rounds)
    variance = Fraction(line.squares, rounds) - mean * mean
    error = sqrt(float(variance) / max(rounds - 1, 1)) / staked
    return Figure(
        wager=wager,
        staked=staked,
        return_=1 + (mean - put_down) / staked,
        standard_error=error,
        exact=exact,
        note=note,
        seldom=rounds < FEWEST_ROUNDS,
    )


def figures(table: Table, tally: Tally) -> tuple[Figure, ...]:
    """Every wager that was made, then the whole table."""
    if not tally.rounds:
        return ()
    return tuple(FIGURES[table.game](table, tally))


# ---- Caribbean stud ------------------------------------------------------------------------------------------


def _stud(table: StudTable, tally: Tally) -> Iterator[Figure]:
    antes = sum(table.staked("ante"))
    every = [_figure("game", tally.lines["game"], tally.rounds, antes, 0, _game(table))]
    seldom = False
    for wager, exact in EXACT.items():
        if not (staked := sum(table.staked(wager))):
            continue
        known = exact(table, tally)
        note = FORFEITED if wager == "cover_all" and known is None else AT_MEAN if wager in METERED else None
        figure = _figure(wager, tally.lines[wager], tally.rounds, staked, staked, known, note)
        if wager in METERED and _seldom(tally, five_card=wager != "progressive"):
            figure = msgspec.structs.replace(figure, seldom=True, note=f"{AT_MEAN}; {SELDOM}")
            seldom = True
        every.append(figure)
        if note == FORFEITED:
            every.append(_had_it_stood(table, tally, staked))
    yield from every
    if len(every) == 1:
        return
    side = sum(cents for seat in table.stakes for wager, cents in seat if wager not in ("ante", "tip"))
    down = table.before_the_deal
    whole = _figure("table", tally.lines["table"], tally.rounds, down, side, None)
    exact_whole = _whole(every, down, tipped=any(table.staked("tip")))
    yield msgspec.structs.replace(
        whole, exact=exact_whole, seldom=whole.seldom or seldom, note=SELDOM if seldom else None
    )


def _seldom(tally: Tally, *, five_card: bool) -> bool:
    """Whether a meter that the wager plays for was emptied too seldom."""
    mine = [meter for level, meter in tally.meters.items() if (level == FIVE_CARD_METER) == five_card]
    return min((meter.resets for meter in mine), default=0) < FEWEST_WHOLE_AWARDS


def _whole(every: list[Figure], down: int, *, tipped: bool) -> Fraction | None:
    """Of all that lies on the table before the deal, where each part is known; a tip is no wager of the player's."""
    total = Fraction(0)
    for figure in every:
        if figure.exact is None or tipped:
            return None
        total += (figure.exact - 1) * figure.staked
    return 1 + total / down


def _solutions(table: StudTable) -> tuple[Solution, ...]:
    return tuple(solve(pays_of(table.rules), strategy, terms_of(table.rules)) for strategy in table.strategies)


def _each(table: StudTable, wager: str, one: Callable[[int, int], Fraction]) -> Fraction:
    """The return of a wager over all seats, from that of each (its place and stake)."""
    stakes = table.staked(wager)
    return sum((stake * one(seat, stake) for seat, stake in enumerate(stakes) if stake), Fraction(0)) / sum(stakes)


def _game(table: StudTable) -> Fraction:
    solved = _solutions(table)
    return _each(table, "ante", lambda seat, _: solved[seat].return_)


def _tip(table: StudTable, tally: Tally) -> Fraction | None:
    """A tip follows the ante: it wins where the ante does."""
    if table.rules.tip is None:
        return None
    solved, odds = _solutions(table), table.rules.tip.ratio

    def one(seat: int, _: int) -> Fraction:
        counts = solved[seat].outcomes
        lost = counts["fold"] + counts["dealer_wins"]
        wins = solved[seat].deals - lost - counts["push"]
        return Fraction(wins * (1 + odds) + counts["push"], solved[seat].deals)

    return _each(table, "tip", one)


def mean_meter(tally: Tally, level: str) -> Fraction:
    """What a meter stood at in the mean when rounds were settled, in millionths of a cent."""
    return Fraction(tally.meters[level].shown, tally.rounds)


def _bets_all(table: StudTable, hand: Category, lowest_pair: int = 0) -> bool:
    """Whether nobody folds a hand of that kind or better: every strategy but the best bets each pair."""
    return "optimal" not in table.strategies or always_bet(table.rules, hand, lowest_pair)


def _progressive(table: StudTable, tally: Tally) -> Fraction | None:
    schedule = table.rules.progressive
    assert schedule is not None
    if not _bets_all(table, min((*schedule.lines, *schedule.envy))):
        return None
    shown = {level: Micros(round(mean_meter(tally, level))) for level in schedule.levels}

    def one(_: int, stake: int) -> Fraction:
        return progressive(schedule, wager=stake, opponents=table.seats - 1, meters=shown).return_

    return _each(table, "progressive", one)


def _bonus(table: StudTable, tally: Tally) -> Fraction | None:
    assert table.rules.bonus is not None
    if not _bets_all(table, min(table.rules.bonus.lines), table.rules.bonus.lowest_pair):
        return None
    return bonus_wager(table.rules.bonus).return_


def _five(hand: Literal["player", "dealer"]) -> Callable[[StudTable, Tally], Fraction | None]:
    wager = f"five_card_{hand}"

    def exact(table: StudTable, tally: Tally) -> Fraction | None:
        backers = sum(stake > 0 for stake in table.staked(wager)) if hand == "dealer" else 1
        shown = Micros(round(mean_meter(tally, FIVE_CARD_METER)))
        chances: dict[Draw, Fraction] = {}
        for draw, numerator, denominator in table.draws:
            chances["magic_card" if draw == "magic_card" else "lucky"] = Fraction(numerator, denominator)

        def one(_: int, stake: int) -> Fraction:
            return five_card(
                table.rules, hand=hand, wager=stake, backers=backers, meter=shown, draws=chances,
                positions=table.seats + 1,
            ).return_  # fmt: skip

        return _each(table, wager, one)

    return exact


def _column(table: StudTable) -> int:
    return table.seats + (table.rules.cover_all_counts == "hands")


def _covers_all(table: StudTable) -> bool:
    """Whether no fold can forfeit the wager."""
    return table.rules.cover_all_after_fold == "stands" or set(table.strategies) == {"always-raise"}


def _cover_all(table: StudTable, tally: Tally) -> Fraction | None:
    if _covers_all(table):
        return cover_all_wager(table.rules, _column(table)).return_
    usual = (pays_of(table.rules), terms_of(table.rules)) == (PAYS, USUAL)
    return given_up(table.rules, _column(table)).forfeited if usual and set(table.strategies) == {"optimal"} else None


def _had_it_stood(table: StudTable, tally: Tally, staked: int) -> Figure:
    """The wager as if a fold did not forfeit it, from the highest hands at the table, which the exact figure is of."""
    lines = (table.rules.cover_all or {})[_column(table)]
    stakes = table.staked("cover_all")
    back = {
        name: sum(stake + lines[hand].pays(stake) for stake in stakes)
        for name in tally.best if (hand := Category[name.upper()]) in lines
    }  # fmt: skip
    total = sum(count * back.get(name, 0) for name, count in tally.best.items())
    squares = sum(count * back.get(name, 0) ** 2 for name, count in tally.best.items())
    exact = cover_all_wager(table.rules, _column(table)).return_
    note = "as if a fold did not forfeit it"
    return _figure("cover_all_if_it_stood", Line(total, squares), tally.rounds, staked, staked, exact, note)


EXACT: dict[str, Callable[[StudTable, Tally], Fraction | None]] = {
    "tip": _tip,
    "progressive": _progressive,
    "bonus": _bonus,
    "five_card_player": _five("player"),
    "five_card_dealer": _five("dealer"),
    "cover_all": _cover_all,
}
"""The exact return of each side wager."""


# ---- Bonus 6 -------------------------------------------------------------------------------------------------


def _six(table: SixTable, tally: Tally) -> Iterator[Figure]:
    solved = bonus_six(table.rules, insured=table.insured)
    antes = sum(table.antes)
    yield _figure("game", tally.lines["game"], tally.rounds, antes, 0, solved.return_)
    if tips := sum(table.tips):
        odds = {hand.key: line.odds for hand, line in table.rules.schedule.lines.items()}
        counts, whole = solved.counts, 3 if table.rules.further_tips else 1
        won = sum(n * (1 + odds[hand]) for each in (counts.stand, counts.card) for hand, n in each.items()) * whole
        staked = solved.deals * whole
        if table.rules.further_tips:
            staked -= 2 * counts.fold_first + counts.fold_second
        yield _figure("tip", tally.lines["tip"], tally.rounds, tips, 0, 1 + Fraction(won - staked, solved.deals))
        yield _figure("table", tally.lines["table"], tally.rounds, antes, 0, None)


FIGURES: dict[str, Callable[[Any, Tally], Iterator[Figure]]] = {StudTable.game: _stud, SixTable.game: _six}


# ---- as one document of plain values: fractions are "p/q", counts and amounts are text -----------------------


def _decimal(value: float | None) -> str | None:
    return None if value is None else f"{value:.10g}"


def _table(table: Table) -> dict[str, Any]:
    elections = msgspec.json.decode(table.elections)
    return {"edition": table.edition, "game": table.game, "elections": elections, **table.document()}


def _figure_document(figure: Figure, rounds: int) -> dict[str, Any]:
    return {
        "wager": figure.wager,
        "rounds": str(rounds),
        "staked": show_cents(figure.staked),
        "return": ratio(figure.return_),
        "standard_error": None if figure.seldom else _decimal(figure.standard_error),
        "interval": None if figure.interval is None else [_decimal(end) for end in figure.interval],
        "exact": None if figure.exact is None else ratio(figure.exact),
        "z": _decimal(figure.z),
        "note": figure.note,
    }


def _meters(table: Table, tally: Tally) -> dict[str, Any]:
    seeds = {name: level.seed for name, level in table.levels}
    return {
        level: {
            "seed": show_cents(seeds[level]),
            "mean": show_meter(round(mean_meter(tally, level))),
            "awards": str(meter.awards),
            "resets": str(meter.resets),
            "drawn": show_cents(meter.drawn),
            "added": show_meter(meter.added),
            "reserved": show_meter(meter.reserved),
            "revenue": show_meter(meter.revenue),
        }
        for level, meter in tally.meters.items()
    }


def document(asked: Work, ran: Run, figures: tuple[Figure, ...], checked: Checked) -> dict[str, Any]:
    """Everything that a simulation found; nothing but `seconds` and what follows from it differs between machines."""
    tally = ran.tally
    return {
        **_table(asked.table),
        "seed": asked.seed,
        "block": str(asked.block),
        "rounds_asked": str(asked.rounds),
        "rounds": str(tally.rounds),
        "interrupted": ran.interrupted,
        "wagers": [_figure_document(figure, tally.rounds) for figure in figures],
        "meters": _meters(asked.table, tally) if tally.rounds else {},
        "outcomes": {name: str(count) for name, count in tally.outcomes.items()},
        "highest_hand": {name: str(count) for name, count in tally.best.items()},
        "besides": {name: show_cents(cents) for name, cents in tally.besides.items()},
        "checked": {"rounds": str(checked.rounds), "jackpots": str(checked.jackpots)},
        "seconds": _decimal(ran.seconds),
        "rounds_per_second": _decimal(tally.rounds / ran.seconds if ran.seconds else 0.0),
    }
