"""The look of the drawings, and how one becomes text that is the same on every run.

Letters are drawn as shapes, so that a drawing looks alike on a page and in print. Each colour has a name, by which a
page can put another one in its place when it is dark. Nothing is told by colour alone.
"""

from __future__ import annotations

import io
import re
from contextlib import AbstractContextManager
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

INK = "#1b1e23"
SOFT = "#59616c"
RULE = "#c9ced7"
FIRST = "#0b5a9d"
SECOND = "#a04000"
WASH = "#cfe1f1"
PAPER = "#fefeff"

COLOURS = {INK: "ink", SOFT: "soft", RULE: "rule", FIRST: "first", SECOND: "second", WASH: "wash", PAPER: "paper"}

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


def on_page(svg: str, name: str) -> str:
    """The drawing as a part of a page: its names made its own, its colours those of the page."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)
    for colour, named in COLOURS.items():
        svg = svg.replace(colour, f"var(--{named})")
    return svg
