"""What was keyed wrongly: an award is keyed again; cards, the deal or a wager are put right by two people."""

from __future__ import annotations

from typing import Any

from upcard.games.game import game_of
from upcard.games.option import Option
from upcard.money.jackpot_reactions import present
from upcard.number_format import money
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table, options
from upcard.tables import commands as c
from upcard.tables.due import says
from upcard.tables.options import Options
from upcard.tables.round_commands import corrected_under
from upcard.web.act_codec import OfferedAct, write_act
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views.choice import Ask, Choice, choice
from upcard.web.views.citation import why
from upcard.web.views.waiting import not_keyed


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
    return _choice(t, table, f"Correct {_what(option)}", act, *asks, seat=seat)


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
