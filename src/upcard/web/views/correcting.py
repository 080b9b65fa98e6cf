"""What is done about an award or a hand that was keyed wrongly: key the award again, or have the cards corrected."""

from __future__ import annotations

from typing import Any

from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.money.follows import WAGER, present, worth
from upcard.money.link import Hit
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import Table
from upcard.tables.guide import guide
from upcard.tables.options import Options
from upcard.tables.play import CORRECTIONS
from upcard.web.moment import Moment
from upcard.web.shapes.acts import Ask, Choice
from upcard.web.views.why import why


def not_keyed(moment: Moment, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> str:
    """The jackpot that an award is due from which nobody has keyed, or whose key was rejected; else empty."""
    step, following = present(table), guide(t, table)
    if step is None or following is None or following.act != "Settle" or step.kind not in WAGER:
        return ""
    if any((hit.kind, hit.seat) == (step.kind, step.seat) for _, hit in hits):
        return ""
    assert isinstance(t.rules, CaribbeanStudRules)
    assert isinstance(table.round, StudRound)
    jackpot = t.jackpot if step.kind == "progressive" else t.five_card_jackpot
    if jackpot not in moment.links or t.name not in moment.links[jackpot].members:
        return ""
    return jackpot if worth(t.rules, table.round, step, moment.readings[t.name]) is not None else ""


def keyed_again(moment: Moment, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> list[Choice]:
    """Keying the award once more: an act of the house, not of the table."""
    jackpot, step = not_keyed(moment, t, table, hits), present(table)
    if not jackpot or step is None:
        return []
    return [
        {
            "label": f"Key the award of seat {step.seat} again",
            "key": "",
            "act": {"act": "LockHit", "jackpot": jackpot, "table": t.name},
            "asks": [],
            "seat": step.seat or None,
            "why": why(t.rules, "winner_key" if "winner_key" in t.edition.citations else "award_verification"),
            "second": False,
            "house": True,
        }
    ]


def corrections(t: TableRules, table: Table, options: Options) -> list[Choice]:
    """Cards that were keyed and may still be put right, as they are offered now; it takes two people."""
    found: list[Choice] = []
    for option in options.in_round:
        if option.act not in CORRECTIONS:
            continue
        seat: int = option.fields.get("seat", 0)
        round: Any = table.round
        what, name, there, count = "the community card", "card", "The card that lies there", None
        if option.act != "CorrectCommunity":
            whose, name = (f"seat {seat}", "cards") if seat else ("the dealer", "dealer")
            what, there = f"the cards of {whose}", f"The cards that lie there, {whose}"
            count = len(round.seats[seat].cards if seat else round.dealer)
        ask: Ask = {
            "name": name,
            "kind": "card" if count is None else "cards",
            "label": there,
            "count": count,
            "seats": None,
            "of": None,
            "value": None,
            "optional": False,
        }
        found.append(
            {
                "label": f"Correct {what}",
                "key": "",
                "act": {"act": option.act, **option.fields},
                "asks": [ask],
                "seat": seat or None,
                "why": why(t.rules, "settlement_order"),
                "second": True,
            }
        )
    return found
