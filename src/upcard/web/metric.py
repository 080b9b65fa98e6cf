"""Figures of a running server in the text format of Prometheus: counted here, or read when they are asked for."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

MEDIA = "text/plain; version=0.0.4; charset=utf-8"

Labels: TypeAlias = Mapping[str, str]
Kind: TypeAlias = Literal["counter", "gauge", "histogram"]

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: the upper bounds of the buckets of an act."""


class Sample(NamedTuple):
    """One number under a name, perhaps one of several that labels tell apart."""

    value: float
    labels: Labels = MappingProxyType({})
    ending: str = ""


class Figure(NamedTuple):
    """A name with what it means, and its numbers."""

    name: str
    kind: Kind
    help: str
    samples: Iterable[Sample]


class Histogram:
    """How long things took; from any thread."""

    def __init__(self) -> None:
        self._one = Lock()
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        with self._one:
            self._counts[bisect_left(BOUNDS, seconds)] += 1
            self._sum += seconds

    def samples(self) -> list[Sample]:
        with self._one:
            counts, total = list(self._counts), self._sum
        found, sum_upto = [], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
            sum_upto += count
            found.append(Sample(sum_upto, {"le": bound}, "_bucket"))
        return [*found, Sample(total, ending="_sum"), Sample(sum_upto, ending="_count")]


class Tally:
    """Counts of a closed list of outcomes, all of which are told from the first; from any thread."""

    def __init__(self, label: str, outcomes: Iterable[str]) -> None:
        self._one = Lock()
        self._label = label
        self._counts: Counter[str] = Counter(dict.fromkeys(outcomes, 0))

    def add(self, outcome: str) -> None:
        with self._one:
            self._counts[outcome] += 1

    def samples(self) -> list[Sample]:
        with self._one:
            return [Sample(count, {self._label: outcome}) for outcome, count in self._counts.items()]

    def __getitem__(self, outcome: str) -> int:
        return self._counts[outcome]


def exposed(figures: Iterable[Figure]) -> str:
    """
    >>> print(exposed([Figure("acts_total", "counter", "Acts.", [Sample(2, {"outcome": 'a"b'})])]), end="")
    # HELP acts_total Acts.
    # TYPE acts_total counter
    acts_total{outcome="a\\"b"} 2
    """
    lines = []
    for name, kind, words, samples in figures:
        lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
        lines += [f"{name}{each.ending}{_labels(each.labels)} {_number(each.value)}" for each in samples]
    return "\n".join(lines) + "\n"


def _labels(labels: Labels) -> str:
    listed = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{listed}}}" if listed else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))
