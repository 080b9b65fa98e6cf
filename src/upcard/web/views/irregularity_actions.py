"""What can go wrong at a table: what may be reported now, and what would follow from it under the table's own law.

What follows is not written here: the report is tried on the table as it stands, and the sentence says what came of it.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from upcard.cards import DECK
from upcard.document import doc
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six import events as six_events
from upcard.games.bonus_six.decide import IRREGULARITIES as SIX_IRREGULARITIES
from upcard.games.caribbean_stud import events as stud_events
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES as STUD_IRREGULARITIES
from upcard.games.game import CORES
from upcard.games.payment import Payment
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.table import TableRules
from upcard.shuffles.service import IMPOSSIBLE
from upcard.tables import Actor, Table, decide
from upcard.tables import commands as c
from upcard.tables.dealing import dealing_of
from upcard.tables.events import Played
from upcard.tables.late_void import voids_late
from upcard.tables.options import Options
from upcard.units import show_dollars
from upcard.web.act_codec import OfferedAct
from upcard.web.views.citation import Why, why

IRREGULARITIES = {kind: said for core in CORES.values() for kind, said in core.LABELS.irregularities.items()}


class WrongCount(TypedDict):
    """What another number of cards than the right one would lead to."""

    count: Annotated[int | None, doc("That number, or null for every other.")]
    effect: Annotated[str, doc("What would follow from it.")]
    why: Annotated[Why | None, doc("The rule that says what follows.")]


class Irregularity(TypedDict):
    """Something that can go wrong, and may be reported now."""

    label: Annotated[str, doc("What has happened.")]
    act: Annotated[OfferedAct, doc("The report; a seat is put into it where there are seats.")]
    seats: Annotated[list[int] | None, doc("The seats that it may concern.")]
    effect: Annotated[str, doc("What would follow from it.")]
    why: Annotated[Why | None, doc("The rule that says what follows.")]
    second: Annotated[bool, doc("Whether a second person signs it.")]


def irregularities(t: TableRules, table: Table, by: Actor | None, options: Options) -> list[Irregularity]:
    """What may be reported now: one line for each kind, with the seats that it may concern.

    A report that makes hands void once cards are out takes a second person.
    """
    found: dict[str, Irregularity] = {}
    for option in options.in_round:
        if option.act != "Report" or by is None:
            continue
        kind, seat = option.fields["irregularity"], option.fields.get("seat", 0)
        if t.mode == "virtual" and kind in IMPOSSIBLE:
            continue
        report = six.Report(**option.fields) if isinstance(t.rules, BonusSixRules) else stud.Report(**option.fields)
        if kind not in found:
            found[kind] = {
                "label": IRREGULARITIES.get(kind, (kind, ""))[0],
                "act": {"act": "Report", "irregularity": kind},
                "seats": None,
                "effect": _followed(t, table, by, kind, c.Play(report))[0],
                "why": why(t.rules, _rule(t, kind)),
                "second": False,
            }
        line = found[kind]
        for said in _stays(t, table, by, c.Play(report)):
            line["effect"] += "" if said in line["effect"] else said
        line["second"] |= voids_late(t, table, by, c.Play(report))
        if seat:
            line["seats"] = [*(line["seats"] or []), seat]
    return list(found.values())


def wrong_counts(
    t: TableRules, table: Table, by: Actor, dealt: dict[str, Any], name: str
) -> tuple[int, list[WrongCount]]:
    """The right number of cards at the seats or the dealer's, of what is `dealt` rightly, and what wrong ones do."""
    counts: dict[int, int] = dealt["counts"]
    right: int = next(iter(counts.values())) if name == "counts" else dealt["dealer_count"]
    dealing = dealing_of(t, table)
    turned_later = dealing is not None and dealing.turned_rule is not None

    def tried(count: int) -> tuple[str, str]:
        """What that number leads to, and its rule; the card that lies face up has no say in it."""
        seats = {**counts, next(iter(counts)): count} if name == "counts" else counts
        deal: Any = six.DealUnseen(seats)
        if not isinstance(t.rules, BonusSixRules):
            dealers = count if name == "dealer_count" else dealt["dealer_count"]
            deal = stud.DealUnseen(seats, dealers, None if turned_later else DECK[0])
        return _followed(t, table, by, "", c.Play(deal))

    others = tried(right + 1)
    one_short = tried(right - 1)
    found: list[WrongCount] = [{"count": None, "effect": others[0], "why": why(t.rules, others[1])}]
    if one_short != others:
        found.append({"count": right - 1, "effect": one_short[0], "why": why(t.rules, one_short[1])})
    return right, found


def _rule(t: TableRules, kind: str) -> str:
    if isinstance(t.rules, BonusSixRules):
        return SIX_IRREGULARITIES[kind]
    return next(known.rule for known in STUD_IRREGULARITIES if known.kind == kind)


def _followed(t: TableRules, table: Table, by: Actor, kind: str, command: c.Play) -> tuple[str, str]:
    """What the act would lead to, in a sentence, and the rule that says so."""
    try:
        recorded = decide(t, table, c.Act(by, "", command))
    except Refused as refused:
        return f"It cannot be reported now: {refused}.", refused.rule or ""
    happened: list[Any] = [entry.event.event for entry in recorded if isinstance(entry.event, Played)]
    return next(((said, event.rule) for event in happened if (said := _said(kind, event))), (NOTED, ""))


NOTED = "It is recorded, and the round goes on."


def _said(kind: str, event: Any) -> str:
    match event:
        case stud_events.RoundVoided():
            return f"Every hand is void; all wagers go back{_also(event.reversed)}."
        case stud_events.HandVoided() | six_events.HandVoided():
            lost = ", and what it won or lost is reversed" if event.reversed else ""
            return f"That hand is void; all its wagers go back{lost}."
        case stud_events.TableMisdealt():
            plays = any(step.kind == "progressive" for step in event.agenda)
            rest = "the hands play for the progressive alone" if plays else "no progressive wager is left to be settled"
            return f"Antes, bets and tips go back{_also(event.reversed)}; {rest}."
        case stud_events.DealerFellShort():
            return "The dealer gets another card and the round goes on."
        case stud_events.IrregularityNoted() | six_events.IrregularityNoted():
            return IRREGULARITIES.get(kind, ("", ""))[1] or NOTED
        case _:
            return ""


def _stays(t: TableRules, table: Table, by: Actor, command: c.Play) -> list[str]:
    """What is not taken back: percentages that were paid."""
    try:
        recorded = decide(t, table, c.Act(by, "", command))
    except Refused:
        return []
    played = [entry.event.event for entry in recorded if isinstance(entry.event, Played)]
    return [
        f" {show_dollars(kept.cents)}, {kept.odds}, stays with seat {kept.seat}, for the cage and the regulator."
        for kept in played
        if isinstance(kept, stud_events.AwardKept)
    ]


def _also(reversed: tuple[Payment, ...]) -> str:
    """To whom wagers go back as well, and what was settled already."""
    folded = any(payment.result == "forfeit" for payment in reversed)
    settled = any(payment.result != "forfeit" for payment in reversed)
    return ", also to those who folded" * folded + ", and what was settled is reversed" * settled
