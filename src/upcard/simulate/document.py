"""A simulation as one document of plain values: fractions are "p/q", counts and amounts are text."""

from __future__ import annotations

from typing import Any

import msgspec

from upcard.number_format import ratio
from upcard.simulate.engine_check import Checked
from upcard.simulate.figures import Figure, mean_meter
from upcard.simulate.job import Work
from upcard.simulate.local_run import Run
from upcard.simulate.table import SixTable, Table
from upcard.simulate.tally import Tally
from upcard.units import show_cents, show_meter


def _decimal(value: float | None) -> str | None:
    return None if value is None else f"{value:.10g}"


def _table(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {
        "edition": table.edition,
        "game": table.game,
        "elections": msgspec.json.decode(table.elections),
    }
    if isinstance(table, SixTable):
        seats = [
            {"ante": show_cents(ante), **({"tip": show_cents(tip)} if tip else {})}
            for ante, tip in zip(table.antes, table.tips, strict=True)
        ]
        return {**found, "insured": table.insured, "seats": seats}
    seats = [
        {"strategy": strategy, **{wager: show_cents(cents) for wager, cents in stakes}}
        for strategy, stakes in zip(table.strategies, table.stakes, strict=True)
    ]
    return {**found, "seats": seats, "draws": {draw: f"{of}/{all_}" for draw, of, all_ in table.draws}}


def _figure(figure: Figure, rounds: int) -> dict[str, Any]:
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
    if isinstance(table, SixTable):
        return {}
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
        "wagers": [_figure(figure, tally.rounds) for figure in figures],
        "meters": _meters(asked.table, tally) if tally.rounds else {},
        "outcomes": {name: str(count) for name, count in tally.outcomes.items()},
        "highest_hand": {name: str(count) for name, count in tally.best.items()},
        "besides": {name: show_cents(cents) for name, cents in tally.besides.items()},
        "checked": {"rounds": str(checked.rounds), "jackpots": str(checked.jackpots)},
        "seconds": _decimal(ran.seconds),
        "rounds_per_second": _decimal(tally.rounds / ran.seconds if ran.seconds else 0.0),
    }
