"""What the system recorded in the product's own sentences, each with the clause that it stands under."""

from __future__ import annotations

import re
from typing import Any

from tests.rounds.header import Header
from upcard.errors import Refused
from upcard.games.payment import Payment, net, tips
from upcard.present.narration import at_table
from upcard.tables import Table
from upcard.tables import events as e
from upcard.tables.dealing import dealing_of
from upcard.units import show_dollars, show_meter

CAMEL = re.compile(r"\b(?:[A-Z][a-z]+){2,}\b")


class Speech:
    """Says what happened at one table."""

    def __init__(self, header: Header) -> None:
        self.t = header.rules
        self.names = {seat: name for name, seat in header.seats.items()}

    def cite(self, rule: str | None) -> str:
        """The clause of a rule, and our reading of it where it needed one."""
        citation = self.t.edition.citations.get(rule or "")
        if citation is None:
            return "[no clause]"
        return f"[{citation.clause}; reading {citation.reading}]" if citation.reading else f"[{citation.clause}]"

    def refusal(self, error: Refused) -> str:
        because = CAMEL.sub(lambda found: re.sub("(?<!^)([A-Z])", r" \1", found[0]).lower(), error.because)
        for seat, name in self.names.items():
            because = because.replace(f"seat {seat}", f"seat {seat} ({name})")
        return f"REFUSED: {because}. {self.cite(error.rule)}"

    def lines(self, table: Table, event: e.Event, before: Table) -> list[str]:
        """An event that led to the table."""
        said = at_table(self.t.rules, event, table.round, dealing_of(self.t, table), before)
        return [f"{one.text} {self.cite(one.rule)}" if one.rule else one.text for one in said]

    def meters(self, meters: dict[str, Any]) -> list[str]:
        shown = (f"{level} ${_grouped(show_meter(meter.amount))}" for level, meter in meters.items())
        return [f"Meters now: {'; '.join(shown)}."] if meters else []

    def nets(self, payments: tuple[Payment, ...]) -> str:
        seats = dict.fromkeys(p.seat for p in sorted(payments, key=lambda p: p.seat))
        parts = [f"{self.names.get(seat, f'seat {seat}')} {_signed(net(payments, seat))}" for seat in seats]
        given = f"; tips to the dealer {show_dollars(tips(payments))}" if tips(payments) else ""
        return f"Net of the round: {', '.join(parts) or 'nothing'}{given}."


def _grouped(amount: str) -> str:
    whole, _, rest = amount.partition(".")
    return f"{int(whole):,}.{rest}"


def _signed(cents: int) -> str:
    return show_dollars(cents) if cents <= 0 else "+" + show_dollars(cents)
