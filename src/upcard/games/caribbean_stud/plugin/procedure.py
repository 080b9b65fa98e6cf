"""What the law wants done next in a round of Caribbean stud, before it goes on."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.games.caribbean_stud.plugin.award_procedure import documents, verification
from upcard.games.caribbean_stud.plugin.racking import cards, dealers_hand, folded_cards
from upcard.games.caribbean_stud.round import Round
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.dealing import dealing_of
from upcard.tables.due import Due
from upcard.tables.procedure import broken_off, stub_step
from upcard.tables.state import Table


def due(t: TableRules, table: Table) -> Iterator[Due]:
    """The steps that stand before anything else, the first of them first."""
    rules: CaribbeanStudRules = t.rules
    round: Round = table.round
    match round.phase:
        case "closed":
            counted = table.chips or (not accepted_chips(round) and "right")
            if rules.law.progressive_chips_counted and counted != "right":
                yield Due("CountChips", "progressive_chips_counted")
        case "deciding" | "decided" | "settling" | "settled" if table.stub == "out" and not broken_off(table):
            yield stub_step(t, table)
        case "deciding" | "decided" if round.up is None:
            dealing = dealing_of(t, table)
            assert dealing is not None
            yield Due("TurnUpCard", dealing.turned_under)
        case "deciding" | "decided":
            yield from folded_cards(rules, table, round)
        case "settling":
            yield from cards(rules, table, round)
            yield from verification(rules, table, round, round.agenda[0])
        case "settled" if round.void is not None:
            yield from documents(table)
        case "settled":
            yield from cards(rules, table, round)
            yield from documents(table)
            yield from dealers_hand(rules, table)


def accepted_chips(round: Round) -> int:
    """How many progressive wagers lie there in chips; coupons are none."""
    return sum(bool(seat.wagers.get("progressive")) for seat in round.seats.values())
