"""How far runs of rounds stray from the mean: by the normal approximation, and by exact sums."""

from __future__ import annotations

from fractions import Fraction

from upcard.exact.sqrt import root
from upcard.reports.par import plots
from upcard.reports.par.bankroll import Fan
from upcard.reports.par.blocks import Block, Column, Picture, Prose, Table
from upcard.reports.par.number_format import count, decimal, percent

NINETY = Fraction(1_644_854, 1_000_000)
"""Nine in ten of a normal law are within so many deviations."""

RUNS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def runs(unit: str, mean: Fraction, variance: Fraction) -> tuple[Block, ...]:
    """Where the return of long runs lies nine times in ten."""
    rows = []
    for rounds in RUNS:
        strays = NINETY * Fraction(root(variance / rounds, 12))
        rows.append((count(rounds), percent(strays, 3), percent(mean - strays, 3), percent(mean + strays, 3)))
    index = decimal(NINETY * Fraction(root(variance, 12)), 4)
    columns = (Column("Rounds", "number"), Column("Strays by", "number"), Column("From", "number"),
               Column("To", "number"))  # fmt: skip
    said = Prose(
        f"Volatility index: {index}, which is 1.644854 standard deviations. Divided by the root of the number of "
        "rounds it says how far the return of a run strays nine times in ten, as far as the normal approximation holds."
    )
    return said, Table(
        "runs", f"Return of the {unit} over a run, nine times in ten by the normal approximation", columns, tuple(rows)
    )


def wandering(found: Fan | None) -> tuple[Block, ...]:
    """The bankroll over a thousand rounds."""
    if found is None:
        return (Prose("No bankroll is drawn: the odds are so long that a few rounds decide everything."),)
    rounds = found.rounds[-1]
    shown = ", ".join(
        f"{percent(level, 0)} at or below {decimal(row[-1], 0 if row[-1].denominator == 1 else 1)}"
        for level, row in zip(found.levels, found.quantiles, strict=True)
    )
    words = f"After {count(rounds)} rounds of one ante each, in antes: {shown}."
    return (
        Picture("bankroll", f"A bankroll over {count(rounds)} rounds", words, plots.fan(found)),
        Prose(
            "The quantiles are those of sums of independent rounds, worked out from the outcomes above; nothing was "
            "simulated."
        ),
    )
