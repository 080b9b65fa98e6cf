"""The strategy chart: every ace-king hand against every up-card, in one picture.

A filled square is a bet and a dot a fold; a square that is half filled says that suits decide. The ranks behind ace and
king name a row.
"""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from upcard.cards import RANKS
from upcard.exact.caribbean_stud import Cell
from upcard.reports.par.svg_style import FIRST, INK, RULE, SOFT, WASH, figure, style, text_of

PANELS = 4
HIGH_FIRST = RANKS[::-1]
SIDE = 0.74


def _order(ranks: str) -> tuple[int, ...]:
    return tuple(-RANKS.index(rank) for rank in ranks)


def rows(cells: Mapping[tuple[str, str], Cell]) -> tuple[str, ...]:
    """The hands, best first."""
    return tuple(sorted({ranks for ranks, _ in cells}, key=_order))


def chart(cells: Mapping[tuple[str, str], Cell]) -> str:
    """The best play of every ace-king hand."""
    hands = rows(cells)
    each = -(-len(hands) // PANELS)
    with style():
        drawing = figure(0.62 + 0.158 * (each + 1))
        drawing.set_layout_engine("none")
        wide = 1 / PANELS
        for panel in range(PANELS):
            axes = drawing.add_axes((panel * wide, 0.0, wide * 0.97, 0.945))
            _panel(axes, hands[panel * each : (panel + 1) * each], cells, each)
        key = drawing.add_axes((0, 0.945, 1, 0.055))
        _key(key)
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


def _panel(axes: Axes, hands: tuple[str, ...], cells: Mapping[tuple[str, str], Cell], most: int) -> None:
    axes.set_axis_off()
    axes.set_xlim(-3.4, len(HIGH_FIRST) - 0.4)
    axes.set_ylim(most - 0.4, -1.7)
    for at, up in enumerate(HIGH_FIRST):
        axes.text(at, -1, up, ha="center", va="center", fontsize=5.6, fontweight="bold", color=INK)
    for row, ranks in enumerate(hands):
        if row and ranks[2] != hands[row - 1][2]:
            axes.plot([-3.3, len(HIGH_FIRST) - 0.5], [row - 0.5] * 2, color=RULE, linewidth=0.7)
        behind = " ".join(ranks[2:])
        axes.text(-0.8, row, behind, ha="right", va="center", fontsize=5.8, color=INK)
    _cells(
        axes,
        {
            (at, row): cells[ranks, up]
            for row, ranks in enumerate(hands)
            for at, up in enumerate(HIGH_FIRST)
            if (ranks, up) in cells
        },
    )


def _key(axes: Axes) -> None:
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
    said = "Rows: the cards behind ace and king. Columns: the dealer's up-card. T is a ten."
    axes.text(59.6, 0.3, said, va="center", ha="right", fontsize=7, color=INK)
