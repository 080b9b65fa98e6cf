"""The probes of a trace by value: what people and programs see of an edition, played under it as it stands.

`probes(id)` gives them by name. Each yields lines: every transcript with the next step, the options and the signs after
each act; finished rounds for every schedule, wager and hand; houses that the law permits and refuses; evenings of bots
with jackpots that are hit, eased and ended. Whatever differs under a changed value was changed by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from tests.law import evenings, finished_rounds, houses_tried
from tests.rounds.header import read_header
from tests.rounds.stage import ACT, Stage
from upcard.games import settle
from upcard.law import edition
from upcard.law.trace import told
from upcard.tables import options
from upcard.tables.next_step import guide
from upcard.tables.options import view
from upcard.tables.signs import signs

Probe = Callable[[], Iterable[str]]

ROUNDS = Path(__file__).resolve().parents[1] / "rounds"


def probes(id: str) -> dict[str, Probe]:
    """Every probe of an edition."""
    found = {
        **finished_rounds.probes(id),
        **houses_tried.probes(id),
        **{f"tests/rounds/{id}/{file.name}": _transcript(file) for file in sorted((ROUNDS / id).glob("*.txt"))},
        **evenings.probes(id),
        "why": lambda: _why(id),
    }
    return {name: _afresh(probe) for name, probe in found.items()}


def _afresh(probe: Probe) -> Probe:
    """Without what was remembered under another edition of the same id."""

    def run() -> Iterable[str]:
        settle._rules.cache_clear()
        return probe()

    return run


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _transcript(file: Path) -> Probe:
    """A transcript, with what the table offers and shows after each act."""
    lines = [line.rstrip() for line in file.read_text(encoding="utf-8").splitlines()]
    start = next(number for number, line in enumerate(lines) if ACT.fullmatch(line))
    acts = [found.groups() for line in lines[start:] if (found := ACT.fullmatch(line))]

    def run() -> Iterator[str]:
        stage = Stage(read_header([line for line in lines[:start] if line]))
        desk = stage.desk
        for number, (time, actor, what) in enumerate(acts, 1):
            later = [line for _, who, line in acts[number:] if stage.header.people[who].role == "dealer"]
            yield from stage.act(time, actor, what, later)
            yield _shown(guide(desk.t, desk.table))
            yield _shown(options(desk.t, desk.table, stage.header.people[actor]))
            yield _shown(signs(desk.t, desk.table))
            yield _shown(view(desk.t, desk.table, 1))

    return run


def _why(id: str) -> Iterator[str]:
    """What a person is told of the edition, of each clause and of each reading, beside the rules that they give."""
    one = edition(id)
    yield f"{one.title}; {one.citation}; {one.jurisdiction}; {one.effective} to {one.ended}"
    for clause in one.clauses:
        yield f"{clause.id} {clause.duty} {_shown(told(clause))}"
    for reading in one.readings:
        yield f"{reading.number} {reading.name} {reading.reads} {_shown(told(reading))}"
