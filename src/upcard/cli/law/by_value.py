"""A trace by value: each value of an edition is changed, and a fixed set of probes says what comes out otherwise.

A *probe* is a function without arguments that plays something under the editions as they stand and yields what people
and programs would see of it, line by line. The probes stand with the tests (`tests/law/probes.py`), since they are made
of the same transcripts, houses and desks. Only probes that read a rule are run again for it: the law that they are
first played under writes down what is asked of it.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from msgspec.structs import replace

from upcard.cli.law.evidence import PACKAGE, Evidence
from upcard.cli.output import Advance, steps
from upcard.errors import Refused
from upcard.law import Edition
from upcard.law.edition import instead
from upcard.law.flip import Leaf, flips, leaves
from upcard.law.trace import BROKEN, OUTCOMES, Recorded, Traced, by_rule, read_outcomes
from upcard.law.trace_evidence import for_edition

Probe = Callable[[], Iterable[str]]

PROBES = "law/probes.py"
LONGEST = 20
"""Seconds after which a probe that does not end is taken to have come out otherwise."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came out of a probe under an edition as it is written, what it asked of the law, and how long it took."""

    outcome: str
    asked: frozenset[str]
    seconds: float


def digest(outcome: str) -> str:
    """What is kept of an outcome: a hash, or the error that ended it."""
    last = outcome.rpartition("\n")[2]
    if last.startswith(BROKEN):
        return last
    return hashlib.sha256(outcome.encode()).hexdigest()[:16]


def read_probes(tests: Path, id: str) -> dict[str, Probe]:
    """The probes of an edition, from the tests of a checkout; none where the folder has none."""
    if not (tests / PROBES).is_file():
        return {}
    root = str(tests.resolve().parent)
    if root not in sys.path:
        sys.path.insert(0, root)
    try:
        found: dict[str, Probe] = importlib.import_module(f"{tests.name}.law.probes").probes(id)
    except ModuleNotFoundError as error:
        how = "`python3 up.py law trace` installs it; --by-name does without"
        raise Refused(None, f"trace by value needs what the tests need, and {error.name} is missing: {how}") from error
    return found


# ---- playing a probe -------------------------------------------------------------------------------------------


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Ends what a changed value keeps from ending."""

    def late(_: int, __: FrameType | None) -> None:
        raise TimeoutError("it does not end")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def outcome(probe: Probe) -> str:
    """What comes out of a probe, the error that ends it included."""
    lines: list[str] = []
    try:
        with _at_most(LONGEST):
            lines.extend(probe())
    except Exception as error:  # whatever a changed value leads to is what comes out
        lines.append(f"{BROKEN}{type(error).__name__}: {error}")
    return "\n".join(lines)


class _Citations(dict[str, Any]):
    """The citations of an edition, which write down what is asked of them."""

    def __init__(self, citations: dict[str, Any], asked: set[str]) -> None:
        super().__init__(citations)
        self._asked = asked

    def get(self, key: Any, default: Any = None) -> Any:
        self._asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: Any) -> Any:
        self._asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: Any) -> bool:
        self._asked.add(key)
        return super().__contains__(key)


def listening(edition: Edition, asked: set[str]) -> Edition:
    """The edition with a law that writes down which rules it is asked for."""
    kind: Any = type(edition.law)
    rules = frozenset(kind.__struct_fields__)

    def ask(self: Any, name: str) -> Any:
        if name in rules:
            asked.add(name)
        return super(heard, self).__getattribute__(name)

    heard: Any = type(kind)(kind.__name__, (kind,), {"__getattribute__": ask, "__module__": kind.__module__})
    fields = {name: getattr(edition.law, name) for name in kind.__struct_fields__}
    return replace(edition, law=heard(**fields), citations=_Citations(edition.citations, asked))


def play(edition: Edition, probes: dict[str, Probe], advance: Advance = lambda *_: None) -> dict[str, Played]:
    """Every probe under an edition as it is written."""
    found: dict[str, Played] = {}
    for name, probe in probes.items():
        asked: set[str] = set()
        with instead(listening(edition, asked)):
            outcome(probe)
        with instead(edition):
            start = time.perf_counter()
            out = outcome(probe)
            found[name] = Played(out, frozenset(asked), time.perf_counter() - start)
        advance()
    return found


# ---- changing a value ------------------------------------------------------------------------------------------


def _likeliest(leaf: Leaf, played: dict[str, Played], lately: list[str]) -> list[str]:
    """The probes that asked for the rule: first those whose names share a word with the leaf."""
    words = {str(key) for key in leaf.path}
    asking = [name for name, one in played.items() if leaf.rule in one.asked]

    def rank(name: str) -> tuple[int, int, float]:
        named = len(words & set(name.replace(",", " ").split()))
        return -named, lately.index(name) if name in lately else len(lately), played[name].seconds

    return sorted(asking, key=rank)


def seen_by(
    edition: Edition,
    probes: dict[str, Probe],
    played: dict[str, Played],
    wanted: Iterable[Leaf],
    hints: dict[str, list[str]],
    advance: Advance = lambda *_: None,
) -> dict[str, list[str]]:
    """For each leaf, the first probe that sees it changed; the one that did so before is tried first."""
    found: dict[str, list[str]] = {}
    lately: list[str] = []
    for leaf in wanted:
        others = list(flips(edition, leaf))
        before = [name for name in hints.get(leaf.name, ()) if name in probes]
        name = _first(others, before, probes, played)
        name = name or _first(others, _likeliest(leaf, played, lately), probes, played)
        found[leaf.name] = [name] if name is not None else []
        lately = [*found[leaf.name], *(one for one in lately if one != name)]
        advance(1, leaf.rule)
    return found


def _first(others: list[Edition], names: list[str], probes: dict[str, Probe], played: dict[str, Played]) -> str | None:
    """The first probe that comes out otherwise under one of the editions."""
    for other in others if names else ():
        with instead(other):
            for name in names:
                if outcome(probes[name]) != played[name].outcome:
                    return name
    return None


def recorded(edition: Edition, played: dict[str, Played], seen: dict[str, list[str]]) -> Recorded:
    """All of it, to be kept."""
    law = edition.law
    values = {rule: getattr(law, rule) for rule in law.__struct_fields__ if rule in edition.citations}
    rules = msgspec.json.decode(msgspec.json.encode(values))
    return Recorded(rules, seen, {name: digest(one.outcome) for name, one in played.items()})


# ---- whole editions --------------------------------------------------------------------------------------------


def trace(editions: Iterable[Edition], tests: Path) -> dict[str, Recorded]:
    """Every value of every one of the editions."""
    every = [(undated(one), read_probes(tests, one.id)) for one in editions]
    before = read_outcomes()
    total = sum(len(leaves(one)) + len(probes) for one, probes in every)
    found: dict[str, Recorded] = {}
    with steps("playing", total) as advance:
        for one, probes in every:
            played = play(one, probes, advance)
            hints = before[one.id].seen_by if one.id in before else {}
            found[one.id] = recorded(one, played, seen_by(one, probes, played, leaves(one), hints, advance))
    return found


def undated(edition: Edition) -> Edition:
    """The edition without the digest of its text, which would make every change of it an effect."""
    return replace(edition, digest="")


def statuses(edition: Edition, evidence: Evidence, tried: dict[str, Recorded]) -> dict[str, Traced]:
    """What became of each rule; nothing where no value was tried."""
    if edition.id not in tried:
        return {}
    return by_rule(edition, tried[edition.id].seen_by, dict(for_edition(evidence.tests, edition)))


def write_outcomes(tried: dict[str, Recorded], package: Path = PACKAGE) -> Path:
    """Keeps what came of each value beside the texts of law, that of other editions as it was."""
    path = package / "law" / OUTCOMES
    kept = {id: msgspec.to_builtins(one) for id, one in sorted((read_outcomes() | tried).items())}
    path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    read_outcomes.cache_clear()
    return path
