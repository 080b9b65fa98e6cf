"""What the next step of a table waits for where a jackpot or a slip holds it up, as console and queue both say it."""

from __future__ import annotations

from upcard.games.game import game_of
from upcard.money.jackpot_reactions import present
from upcard.money.link import Hit
from upcard.rules.table import TableRules
from upcard.tables import Table
from upcard.tables.next_step import guide
from upcard.web.act_codec import OfferedAct
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views.irregularity_actions import Irregularity
from upcard.web.views.slips import signatures_wanted


def hits_at(moment: StateSnapshot, name: str) -> list[tuple[str, Hit]]:
    """Awards of this table that wait to be paid."""
    return [(link.name, hit) for link in moment.links.values() for hit in link.open.values() if hit.table == name]


def held_up(hits: list[tuple[str, Hit]], act: OfferedAct) -> bool:
    """Whether an award that waits stands in the way of an act: a key stays once it is validated, cards all the time."""
    seat = act.get("seat", 0)
    match act["act"]:
        case "KeyWinner":
            return any((hit.kind, hit.seat, hit.state) == ("progressive", seat, "validated") for _, hit in hits)
        case "CorrectHand" | "CorrectDealer":
            return any(seat == hit.seat or any(draw.ways > 1 for draw in hit.draws) for _, hit in hits)
        case _:
            return False


def reportable(found: list[Irregularity], hits: list[tuple[str, Hit]]) -> list[Irregularity]:
    """What may be reported while awards wait: nothing about hands that one of them stands on."""
    divided = any(draw.ways > 1 for _, hit in hits for draw in hit.draws)
    waits = {hit.seat for _, hit in hits}
    left: list[Irregularity] = []
    for one in found:
        match one["act"]["irregularity"]:
            case "dealer-wrong-count" | "dealer-short" | "shoe-jam" | "wrong-deck" if hits:
                continue
            case "player-wrong-count" if hits:
                seats = [] if divided else [seat for seat in one["seats"] or () if seat not in waits]
                left += [{**one, "seats": seats}] if seats else []
            case _:
                left.append(one)
    return left


def not_keyed(moment: StateSnapshot, t: TableRules, table: Table) -> str:
    """The jackpot that an award is due from which nobody has keyed, or whose key was rejected; else empty."""
    step, following, core = present(table), guide(t, table), game_of(t).core
    if step is None or following is None or following.act != "Settle" or step.kind not in core.METER_STEPS:
        return ""
    if any((hit.kind, hit.seat) == (step.kind, step.seat) for _, hit in hits_at(moment, t.name)):
        return ""
    jackpot = t.jackpot if step.kind == "progressive" else t.five_card_jackpot
    if jackpot not in moment.links or t.name not in moment.links[jackpot].members:
        return ""
    return jackpot if core.worth(t.rules, table.round, step, moment.readings[t.name]) is not None else ""


def waited_for(moment: StateSnapshot, t: TableRules, table: Table) -> str:
    """What the next step waits for, where it is an award or its documents."""
    due, step = present(table), guide(t, table)
    if step is not None and (waits := signatures_wanted(moment, t, table, step.act, step.seat)):
        return waits
    if due is None or step is None or step.act != "Settle":
        return ""
    for jackpot, hit in hits_at(moment, t.name):
        if (hit.kind, hit.seat) == (due.kind, due.seat) and hit.state == "pending":
            return f"Award {hit.number} of {jackpot} waits for two people to validate it."
    if not_keyed(moment, t, table):
        return "Key the award again, or have the hand corrected." if t.mode == "keyed" else "Key the award again."
    return ""
