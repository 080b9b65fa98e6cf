"""The drawings of a PAR sheet, each as text that is the same on every run: outcomes, bankrolls, meters, the chart.

Letters are drawn as shapes, so that a drawing looks alike on a page and in print. Each colour has a name, by which a
page can put another one in its place when it is dark. Nothing is told by colour alone.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

from upcard.cards import RANKS
from upcard.exact.priced_wager import PricedWager
from upcard.exact.stud_chart import Cell, Chart
from upcard.number_format import MINUS, one_in
from upcard.reports.html import COLOURS
from upcard.reports.par.bankroll import Fan

INK, SOFT, RULE, FIRST, SECOND, WASH, PAPER = COLOURS

STYLE: dict[str, Any] = {
    "axes.edgecolor": SOFT,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 8.5,
    "figure.facecolor": "none",
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "grid.color": RULE,
    "grid.linewidth": 0.5,
    "hatch.linewidth": 0.8,
    "legend.frameon": False,
    "lines.linewidth": 1.5,
    "svg.fonttype": "path",
    "svg.hashsalt": "upcard",
    "text.color": INK,
    "xtick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
}

NOTHING = {"Creator": None, "Date": None, "Format": None, "Type": None}
WIDTH = 6.9
"""Inches: the width of a line in print."""


def figure(height: float) -> Figure:
    """An empty drawing; use it within `style`."""
    return Figure(figsize=(WIDTH, height), layout=ConstrainedLayoutEngine(wspace=0.04))


def style() -> AbstractContextManager[None]:
    """The settings that all drawings are made under, whatever the user's own are."""
    settings: Any = {name: value for name, value in mpl.rcParamsDefault.items() if name != "backend"}
    return mpl.rc_context(settings | STYLE)


def text_of(drawing: Figure) -> str:
    """The drawing as SVG, from its first tag."""
    written = io.StringIO()
    drawing.savefig(written, format="svg", metadata=NOTHING)
    found = written.getvalue()
    found = found[found.index("<svg") :]
    assert "<metadata" not in found, "nothing tells where and when it was drawn"
    found = re.sub(r"<!--.*?-->", "", found, flags=re.DOTALL)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', found))
    found = re.sub(r' id="([^"]+)"', lambda name: name[0] if name[1] in used else "", found)
    return "\n".join(line.strip() for line in found.splitlines() if line.strip()) + "\n"


def _plain(value: float, _: int | None = None) -> str:
    return f"{value:,.0f}".replace("-", MINUS)


def _log_percent(value: float, _: int | None = None) -> str:
    return f"{value * 100:.10f}".rstrip("0").rstrip(".") + "%"


# ---- outcomes of a round -------------------------------------------------------------------------------------


class Bar(NamedTuple):
    """One end of a round: its name, what it brings in antes, and how likely it is."""

    name: str
    net: str
    chance: Fraction


def outcomes(bars: Sequence[Bar]) -> str:
    """How likely each end of a round is, on a scale of powers of ten."""
    shown = [bar for bar in bars if bar.chance]
    with style():
        drawing = figure(0.75 + 0.2 * len(shown))
        axes = drawing.add_subplot()
        places = range(len(shown))
        least = float(min(bar.chance for bar in shown))
        start = 10.0 ** (len(str(int(1 / least))) * -1)
        widths = [float(bar.chance) - start for bar in shown]
        axes.barh(places, widths, left=start, height=0.62, color=WASH, edgecolor=FIRST, linewidth=0.8)
        for place, bar in zip(places, shown, strict=True):
            often = f" 1 in {one_in(bar.chance)}"
            axes.text(float(bar.chance), place, often, va="center", ha="left", fontsize=7, color=INK)
        axes.set_yticks(places, [f"{bar.name}  ({bar.net})" for bar in shown])
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.set_xlim(start, 12)
        axes.xaxis.set_major_locator(LogLocator(base=10, numticks=20))
        axes.set_xticks([tick for tick in (10.0**-power for power in range(10)) if tick >= start])
        axes.xaxis.set_major_formatter(FuncFormatter(_log_percent))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.spines["bottom"].set_bounds(start, 1)
        axes.tick_params(axis="x", labelsize=6.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("Chance of each end of a round; what it brings, in antes, stands behind its name")
        return text_of(drawing)


# ---- the wandering of a bankroll -----------------------------------------------------------------------------

DASHES = ((0, (1, 1.2)), (0, (4, 1.6)), "solid", (0, (4, 1.6)), (0, (1, 1.2)))


def fan(found: Fan) -> str:
    """The bankroll by quantiles, each line named at its end."""
    with style():
        drawing = figure(2.9)
        axes = drawing.add_subplot()
        rows = [[float(value) for value in row] for row in found.quantiles]
        axes.fill_between(found.rounds, rows[0], rows[-1], color=WASH, alpha=0.55, linewidth=0)
        axes.fill_between(found.rounds, rows[1], rows[-2], color=WASH, linewidth=0)
        labels: list[str] = []
        for row, level, dash in zip(rows, found.levels, DASHES, strict=True):
            middle = dash == "solid"
            axes.plot(found.rounds, row, color=FIRST, linestyle=dash, linewidth=1.8 if middle else 1.2)
            labels.append(f"{'half' if middle else f'{float(level):.0%}'} are at or below {_plain(row[-1])}")
        axes.axhline(0, color=SOFT, linewidth=0.8)
        _named_at_the_end(axes, float(found.rounds[-1]), [row[-1] for row in rows], labels)
        axes.set_xlim(0, found.rounds[-1])
        axes.xaxis.set_major_formatter(FuncFormatter(_plain))
        axes.yaxis.set_major_formatter(FuncFormatter(_plain))
        axes.set_xlabel("Rounds played, one ante each")
        axes.set_ylabel("Won or lost, in antes")
        return text_of(drawing)


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Places from low to high, moved away from the middle one until no two are closer than the gap.

    >>> spread([0, 1, 2, 2, 9], 2)
    [-2, 0, 2, 4, 9]
    """
    found = list(places)
    middle = len(found) // 2
    for at in range(middle + 1, len(found)):
        found[at] = max(found[at], found[at - 1] + gap)
    for at in range(middle - 1, -1, -1):
        found[at] = min(found[at], found[at + 1] - gap)
    return found


def _named_at_the_end(axes: Axes, end: float, values: Sequence[float], labels: Sequence[str]) -> None:
    """A label behind each line, with a leader where lines end too close together for it."""
    low, high = axes.get_ylim()
    for value, place, label in zip(values, spread(values, (high - low) * 0.085), labels, strict=True):
        leader = {"arrowstyle": "-", "color": SOFT, "linewidth": 0.5, "shrinkA": 1, "shrinkB": 0, "relpos": (0, 0.5)}
        axes.annotate(
            label, (end, value), (end * 1.025, place), va="center", size=7, arrowprops=leader, annotation_clip=False
        )


# ---- returns against meters ----------------------------------------------------------------------------------


class Slope(NamedTuple):
    """A return that rises with a meter: at nothing, and for each dollar."""

    name: str
    at_nothing: Fraction
    per_dollar: Fraction

    @classmethod
    def of(cls, name: str, wager: PricedWager, level: str) -> Slope:
        """With the other meters of the wager as they stand."""
        part = wager.per_meter_dollar[level]
        return cls(name, wager.return_ - part * wager.meters[level], part)

    def at(self, meter: Fraction) -> Fraction:
        return self.at_nothing + self.per_dollar * meter

    @property
    def break_even(self) -> Fraction | None:
        """The meter at which all comes back; none where all does at an empty one."""
        return (1 - self.at_nothing) / self.per_dollar if self.at_nothing < 1 else None


class Panel(NamedTuple):
    """One meter: its name, its seed in dollars, and the returns drawn against it."""

    level: str
    seed: Fraction
    slopes: tuple[Slope, ...]

    @property
    def widest(self) -> Fraction:
        """As far as the last break-even and some more, and the seed in view."""
        reached = [slope.break_even for slope in self.slopes if slope.break_even is not None]
        return max([each * Fraction(4, 3) for each in reached] + [self.seed * 2, Fraction(100)])


def meters(panels: Sequence[Panel]) -> str:
    """The return of a wager against each of its meters, with the seed and the break-even marked."""
    with style():
        drawing = figure(2.75)
        every = drawing.subplots(1, len(panels), squeeze=False)[0]
        for axes, panel in zip(every, panels, strict=True):
            _panel(axes, panel, alone=len(panels) == 1)
        every[0].set_ylabel("Return of each dollar wagered")
        return text_of(drawing)


def _panel(axes: Axes, panel: Panel, *, alone: bool) -> None:
    widest = panel.widest
    seed = float(panel.seed)
    lows = [slope.at_nothing for slope in panel.slopes]
    highs = [slope.at(widest) for slope in panel.slopes]
    low, high = min(float(min(lows)), 1.0), max(float(max(highs)), 1.0)
    room = (high - low) * 0.16
    axes.set_xlim(0, float(widest))
    axes.set_ylim(low - room, high + room)
    axes.axhline(1, color=INK, linewidth=0.8)
    axes.axvline(seed, color=SOFT, linewidth=0.8, linestyle=(0, (1, 1.5)))
    axes.annotate(f"seed ${_plain(seed)}", (seed, low - room), (3, 4), textcoords="offset points", size=6.5, color=SOFT)
    looks = ((FIRST, "solid", "o"), (SECOND, (0, (5, 2)), "s"))
    for slope, (colour, dash, mark), lift in zip(panel.slopes, looks, (-1, 1), strict=False):
        ends = [0.0, float(widest)]
        rises = [float(slope.at_nothing), float(slope.at(widest))]
        axes.plot(ends, rises, color=colour, linestyle=dash, label=slope.name)
        even = slope.break_even
        if even is None:
            continue
        axes.plot([float(even)], [1], marker=mark, markersize=5.5, color=colour, markeredgecolor=PAPER, zorder=5)
        axes.annotate(
            f"${_plain(float(even))}",
            (float(even), 1),
            (-4 if lift > 0 else 4, 9 * lift),
            textcoords="offset points",
            size=7,
            ha="right" if lift > 0 else "left",
            va="center",
            color=colour,
        )
    axes.set_title(f"Meter {panel.level}" if not alone else "")
    axes.xaxis.set_major_locator(MaxNLocator(5 if alone else 3))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: "$" + _plain(value)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0%}"))
    axes.tick_params(axis="x", labelsize=7 if alone else 6.5)
    axes.set_xlabel("On the meter" if alone else "")
    axes.grid(visible=True, color=RULE)
    axes.legend(loc="upper left", fontsize=7, handlelength=2.6)


# ---- the strategy chart ----------------------------------------------------------------------------------------
# Hands against every up-card: a filled square is a bet and a dot a fold; a square that is half filled says that suits
# decide. The ranks of a hand name a row, but for the first two where all rows have the same.

PANELS = 4
HIGH_FIRST = RANKS[::-1]
SIDE = 0.74


def chart(found: Chart) -> str:
    """The best play of the hands of a chart."""
    hands = found.rows
    each = -(-len(hands) // PANELS)
    with style():
        drawing = figure(0.62 + 0.158 * (each + 1))
        drawing.set_layout_engine("none")
        wide = 1 / PANELS
        for panel in range(PANELS):
            axes = drawing.add_axes((panel * wide, 0.0, wide * 0.97, 0.945))
            _chart_panel(axes, hands[panel * each : (panel + 1) * each], found, each)
        key = drawing.add_axes((0, 0.945, 1, 0.055))
        _key(key, "the cards behind ace and king" if found.one else "the hand")
        return text_of(drawing)


Corners = list[tuple[float, float]]


def _filled(axes: Axes, shapes: list[Corners], *, face: str, edge: str) -> None:
    """Many shapes as one, which draws fast and is written short."""
    if shapes:
        joined = Path.make_compound_path(*(Path([*shape, shape[0]], closed=True) for shape in shapes))
        axes.add_patch(PathPatch(joined, facecolor=face, edgecolor=edge, linewidth=0.5))


def _cells(axes: Axes, placed: Mapping[tuple[float, float], Cell]) -> None:
    squares: dict[Cell, list[Corners]] = {"bet": [], "suits": []}
    halves: list[Corners] = []
    folds: Corners = []
    for (at, row), cell in placed.items():
        left, right, top, low = at - SIDE / 2, at + SIDE / 2, row - SIDE / 2, row + SIDE / 2
        if cell == "fold":
            folds.append((at, row))
            continue
        squares[cell].append([(left, top), (right, top), (right, low), (left, low)])
        if cell == "suits":
            halves.append([(left, top), (right, low), (left, low)])
    _filled(axes, squares["bet"], face=FIRST, edge=FIRST)
    _filled(axes, squares["suits"], face=WASH, edge=FIRST)
    _filled(axes, halves, face=FIRST, edge="none")
    across, down = zip(*folds, strict=True) if folds else ((), ())
    axes.plot(across, down, marker=".", linestyle="none", markersize=2.4, color=SOFT, markeredgewidth=0)


def _chart_panel(axes: Axes, hands: tuple[str, ...], found: Chart, most: int) -> None:
    axes.set_axis_off()
    axes.set_xlim(-3.4, len(HIGH_FIRST) - 0.4)
    axes.set_ylim(most - 0.4, -1.7)
    for at, up in enumerate(HIGH_FIRST):
        axes.text(at, -1, up, ha="center", va="center", fontsize=5.6, fontweight="bold", color=INK)
    for row, ranks in enumerate(hands):
        if row and ranks[:3] != hands[row - 1][:3]:
            axes.plot([-3.3, len(HIGH_FIRST) - 0.5], [row - 0.5] * 2, color=RULE, linewidth=0.7)
        behind = " ".join(ranks[2:] if found.one else ranks)
        axes.text(-0.8, row, behind, ha="right", va="center", fontsize=5.8, color=INK)
    _cells(
        axes,
        {
            (at, row): found.cells[ranks, up]
            for row, ranks in enumerate(hands)
            for at, up in enumerate(HIGH_FIRST)
            if (ranks, up) in found.cells
        },
    )


def _key(axes: Axes, rows: str) -> None:
    axes.set_axis_off()
    axes.set_xlim(0, 60)
    axes.set_ylim(1.6, -0.9)
    cases: tuple[tuple[float, Cell, str], ...] = (
        (1, "bet", "bet"),
        (6, "fold", "fold"),
        (11.5, "suits", "suits decide"),
    )
    _cells(axes, {(at, 0.3): cell for at, cell, _ in cases})
    for at, _, named in cases:
        axes.text(at + 0.9, 0.3, named, va="center", fontsize=7, color=INK)
    said = f"Rows: {rows}. Columns: the dealer's up-card. T is a ten."
    axes.text(59.6, 0.3, said, va="center", ha="right", fontsize=7, color=INK)
