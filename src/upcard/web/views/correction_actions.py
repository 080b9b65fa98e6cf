"""What was keyed wrongly: an award is keyed again; cards, the deal or a wager are put right by two people."""

from __future__ import annotations

from typing import Any

from upcard.cards import pretty
from upcard.games.game import game_of
from upcard.games.option import Option
from upcard.money.jackpot_awards import present
from upcard.money.jackpot_guards import awards_keyed
from upcard.money.link import Hit
from upcard.number_format import money
from upcard.present.narration import step_said
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table, options
from upcard.tables import commands as c
from upcard.tables.commands import says
from upcard.tables.dealing import dealing_of
from upcard.tables.next_step import guide
from upcard.tables.options import Options
from upcard.tables.round_commands import corrected_under
from upcard.tables.take_back import last_step, stays, taken
from upcard.web.act_codec import OfferedAct, write_act
from upcard.web.projection import StateSnapshot
from upcard.web.views.irregularity_actions import Ask, Choice, Irregularity, choice
from upcard.web.views.labels import why
from upcard.web.views.money_reports import signatures_wanted

# ---- waiting -----------------------------------------------------------------------------------------------
# What the next step of a table waits for where a jackpot or a slip holds it up, as console and queue both say it.


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
        here = (hit.round, hit.kind, hit.seat) == (table.number, due.kind, due.seat)
        if here and hit.state == "pending":
            return f"Award {hit.number} of {jackpot} waits for two people to validate it."
    if not_keyed(moment, t, table):
        return "Key the award again, or have the hand corrected." if t.mode == "keyed" else "Key the award again."
    return ""


# ---- correction actions ------------------------------------------------------------------------------------


def keyed_again(moment: StateSnapshot, t: TableRules, table: Table, by: Actor) -> list[Choice]:
    """Keying the award once more: an act of the house, not of the table; a supervisor's only where the text has it so.

    Elsewhere a supervisor who keyed it could not validate it.
    """
    jackpot, step = not_keyed(moment, t, table), present(table)
    keys = ("dealer", "supervisor") if says(t, "supervisor_verifies") else ("dealer",)
    if not jackpot or step is None or by.role not in keys:
        return []
    rule = "winner_key" if "winner_key" in t.edition.citations else "award_verification"
    act = {"act": "LockHit", "jackpot": jackpot, "table": t.name}
    again = choice(f"Key the award of seat {step.seat} again", act, seat=step.seat, why=why(t.rules, rule))
    return [{**again, "house": True}]


NO_CHANGE = (
    "Only what was keyed is taken back. The player's decision is not changed: it is keyed again as it was made. "
    "What goes back: {what}."
)
"""What is asked before a decision goes back: nobody decides anew."""


def taken_back(moment: StateSnapshot, t: TableRules, table: Table, by: Actor) -> list[Choice]:
    """The last step that was keyed, to be taken back, named by what it had said; nothing where it stands."""
    step = last_step(table)
    if t.mode != "keyed" or by.role != "dealer" or step is None or stays(table, step) is not None:
        return []
    if awards_keyed(moment.links.values(), t.name, table):
        return []
    event = taken(t.rules, table, step)
    said = next(step_said(t.rules, table, event, dealing_of(t, table))).text.rstrip(".")
    what = f"{said[:1].lower()}{said[1:]}"
    act, cited = write_act(c.TakeBackStep(step.command)), why(t.rules, event.rule)
    relied = step.signed(f"{by.role} {by.id}")
    found = choice(f"Take back: {what}", act, key="u", why=cited, second=bool(relied))
    if relied:
        found["note"] = f"A supervisor signs it: {relied}."
    return [{**found, "confirm": NO_CHANGE.format(what=what)} if step.act in game_of(t).DECISIONS else found]


BEFORE_DECISIONS = ("CorrectUpCard", "TakeBackDeal", "CorrectProgressive")
"""What a dealer may ask for, too, where a supervisor signs it."""


def with_a_supervisor(t: TableRules, table: Table) -> list[Choice]:
    """What a dealer may have put right, as it is offered now."""
    may = options(t, table, Actor("", "supervisor"))
    return [choice for choice in corrections(t, table, may) if choice["act"]["act"] in BEFORE_DECISIONS]


def corrections(t: TableRules, table: Table, may: Options) -> list[Choice]:
    """What was keyed and may still be put right, as it is offered now; it takes two people."""
    found: list[Choice] = []
    for option in may.in_round:
        if option.act == "CorrectProgressive" and table.chips == "wrong" and t.mode == "keyed":
            found += [_progressive(t, table, option.fields["seat"], cents) for cents in option.amounts or ()]
        elif option.act == "TakeBackDeal":
            found.append(_choice(t, table, "Take the keyed deal back", {"act": option.act}))
        elif option.act in game_of(t).CORRECTIONS and option.act != "CorrectProgressive":
            found.append(_cards(t, table, option, may))
    return found


def _choice(t: TableRules, table: Table, label: str, act: OfferedAct, *asks: Ask, seat: int = 0) -> Choice:
    rule = corrected_under(t, table, act["act"])
    return choice(label, act, *asks, seat=seat, why=why(t.rules, rule), second=True)


def _progressive(t: TableRules, table: Table, seat: int, cents: int) -> Choice:
    what = f"of {money(cents)} was accepted" if cents else "was not accepted"
    act = write_act(c.Play(game_of(t).core.CorrectProgressive(seat, cents)))
    label = f"Seat {seat}'s progressive wager {what}"
    return _choice(t, table, label, act, seat=seat)


def _cards(t: TableRules, table: Table, option: Option, may: Options) -> Choice:
    """Cards that were keyed wrongly; a hand together with whatever cards of it were exchanged with."""
    seat: int = option.fields.get("seat", 0)
    asks = [_lying(table, option)]
    if option.act == "CorrectHand":
        others = (other for other in may.in_round if other.act in EXCHANGED and other.fields != option.fields)
        asks += [_exchanged(table, other) for other in others]
    act = {"act": option.act, **option.fields}
    found = _choice(t, table, f"Correct {_what(option)}", act, *asks, seat=seat)
    if option.act not in SINGLE:
        cards = table.round.seats[seat].cards if seat else table.round.dealer
        found["note"] = f"Keyed: {' '.join(map(pretty, cards))}. Key all of them as they lie on the table."
    return found


def _what(option: Option) -> str:
    seat = option.fields.get("seat", 0)
    return SINGLE.get(option.act) or f"the cards of {f'seat {seat}' if seat else 'the dealer'}"


def _lying(table: Table, option: Option) -> Ask:
    """The cards that an act puts right."""
    seat: int = option.fields.get("seat", 0)
    round: Any = table.round
    name, label, count = "card", "The card that lies there", None
    if option.act not in SINGLE:
        name, whose = ("cards", f"seat {seat}") if seat else ("dealer", "the dealer")
        label, count = f"The cards that lie there, {whose}", len(round.seats[seat].cards if seat else round.dealer)
    return {
        "name": name,
        "kind": "card" if count is None else "cards",
        "label": label,
        "count": count,
        "seats": None,
        "of": None,
        "value": None,
        "optional": False,
    }


def _exchanged(table: Table, option: Option) -> Ask:
    """Another place's cards, which lie there if some were exchanged while they were keyed."""
    ask, what = _lying(table, option), _what(option)
    name, label = f"also.{option.fields.get('seat', 0)}", f"If exchanged with it: {what}"
    return {**ask, "name": name, "kind": "cards", "label": label, "count": ask["count"] or 1, "optional": True}


SINGLE = {"CorrectCommunity": "the community card", "CorrectUpCard": "the dealer's face-up card"}

EXCHANGED = ("CorrectHand", "CorrectDealer", "CorrectCommunity")
"""What may be put right together with a hand."""
