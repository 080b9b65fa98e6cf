"""What a jackpot owed, worked out again from the bare facts of a journal in fractions of a dollar.

Nothing of the books is used: the facts are which wagers were accepted, which awards were keyed and which were given up,
in the order in which the journal has them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from tests.journal.racing.linked import JACKPOT, PENDING, Flavour, Terms
from upcard.store.store import Entry

CENT = 1_000_000
MICROS = 100 * CENT
"""To the dollar."""


class Award(NamedTuple):
    """What was due to one keyed award: the whole meter in cents, in so many equal parts."""

    table: str
    cents: int
    ways: int


class Ledger:
    """The meter and its reserve in dollars, and the awards by their number."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.meter = terms.seed
        self.reserve = Fraction(0)
        self.awards: dict[int, Award] = {}
        self.open: set[int] = set()
        self.rejected: set[int] = set()
        self.paid: dict[int, list[int]] = {}
        self._starts: list[int] = []
        """The awards after which the meter has started again, the last one last."""
        self._poured: dict[int, Fraction] = {}
        """The reserve that is given back if an award is rejected."""

    def take(self, cents: int) -> None:
        """A wager; what does not go onto a full meter is kept for the next."""
        wager = Fraction(cents, 100)
        share = wager * self.terms.rate
        room = share if self.terms.limit is None else max(Fraction(0), self.terms.limit - self.meter)
        self.meter += min(share, room)
        self.reserve += wager * self.terms.reserve + share - min(share, room)

    def key(self, number: int, table: str, ways: int) -> None:
        assert number == len(self.awards) + 1, "hits are numbered one after the other"
        each = floor(self.meter * 100) // ways
        cents = each * ways
        self.awards[number] = Award(table, cents, ways)
        self.open.add(number)
        self._poured[number] = self.reserve
        self.meter += self.terms.seed + self.reserve - Fraction(cents, 100)
        self.reserve = Fraction(0)
        self._starts.append(number)

    def reject(self, number: int) -> None:
        """The award goes back, and its seed out: one has come in for each award that stands.

        The reserve goes back too, unless the meter was won since, when it would have been poured out anyhow.
        """
        self.open.remove(number)
        self.rejected.add(number)
        self.meter += Fraction(self.awards[number].cents, 100) - self.terms.seed
        reserve = self._poured[number]
        at = self._starts.index(number)
        following = self._starts[at + 1 : at + 2]
        self._starts.remove(number)
        if not following:
            self.meter -= reserve
            self.reserve += reserve
        elif following[0] in self.open:
            self._poured[following[0]] += reserve

    def pay(self, number: int) -> None:
        self.open.remove(number)
        self.paid[number] = []


def ledger_of(flavour: Flavour, entries: Iterable[Entry]) -> Ledger:
    """The jackpot by its facts; what the journal says of amounts is held against what is due."""
    ledger = Ledger(flavour.terms)
    acting, settled = ("", ""), dict[str, Any]()
    for entry in entries:
        event = json.loads(entry.event)
        table = entry.stream.removeprefix("table/")
        match event:
            case {"type": "MeterCorrected", "micros": amount}:
                ledger.meter += Fraction(amount, MICROS)
            case {"type": "Played", "event": {"type": "stud.BetsClosed", "accepted": accepted}}:
                if flavour.edition != "sd-2011":
                    ledger.take(sum(accepted.values()))
            case {"type": "Played", "event": {"type": "stud.WagerPlaced", "wager": "progressive", "cents": cents}}:
                if flavour.edition == "sd-2011":
                    ledger.take(cents)
            case {"type": "Played", "event": {"type": "stud.StepSettled", "step": {"kind": "progressive"}} as step}:
                settled = {"table": table, "payments": step["payments"], "postings": json.loads(entry.postings)}
            case {"type": "HitLocked"}:
                assert acting[0] != entry.command or acting[1] == event["table"], "a lock follows its table's own act"
                ways = flavour.royals(event["table"]) if flavour.split else 1
                ledger.key(event["number"], event["table"], ways)
                assert drawn(event) == ledger.awards[event["number"]].cents, "the first is paid all, the next the seed"
            case {"type": "HitRejected", "number": number}:
                ledger.reject(number)
            case {"type": "HitPaid", "number": number}:
                ledger.pay(number)
            case {"type": "SlipIssued", "hit": number}:
                ledger.paid[number].append(event["number"])
                check_paid(ledger.awards[number], event, settled)
        if entry.stream.startswith("table/"):
            acting = entry.command, table
    return ledger


def drawn(event: dict[str, Any]) -> int:
    return sum(int(draw["each"] * draw["ways"]) for draw in event["draws"])


def check_paid(award: Award, slip: dict[str, Any], settled: dict[str, Any]) -> None:
    """The settlement before the slip has paid the award, or its part, to its own table and out of what waited."""
    each = award.cents // award.ways
    assert slip["jackpot"] == JACKPOT
    assert slip["table"] == settled["table"] == award.table, "the slip is for who has won"
    assert slip["cents"] == each
    assert [(p["seat"], p["paid"], p["drawn"]) for p in settled["payments"]] == [(slip["seat"], each, each)]
    assert settled["postings"][PENDING] == -each * CENT
    assert settled["postings"][f"seat/{award.table}/{slip['seat']}"] == each * CENT
