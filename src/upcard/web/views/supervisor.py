"""What waits for a supervisor: awards to be validated, calls, verifications, documents, decisions; pace and slips."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.journal.casino import OUTDATED
from upcard.money.link import Hit, Link
from upcard.money.slip import Slip
from upcard.money.suspension import overdue
from upcard.tables import Actor, Table
from upcard.tables.next_step import guide
from upcard.tables.options import Options, options
from upcard.units import show_cents
from upcard.web.act_roles import PERMITS
from upcard.web.schemas.acts import Choice
from upcard.web.schemas.supervisor import Alert, Award, Call, FloorStep, FloorTable, Supervisor
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views import actions
from upcard.web.views.award import award_document
from upcard.web.views.citation import why
from upcard.web.views.correction_actions import corrections
from upcard.web.views.irregularity_actions import irregularities
from upcard.web.views.jackpots import OVER, hit_document
from upcard.web.views.labels import concerned, step_label
from upcard.web.views.liability import liability_document
from upcard.web.views.slips import signatures_wanted, slip_document
from upcard.web.views.waiting import held_up, hits_at, reportable, waited_for

NOTHING = Options((), ())
NOT_FOR_THE_QUEUE = ("dealer", "player")
OF_THE_CALL = ("CallSupervisor", "AnswerCall", "EndCall")
"""What has its place in the queue."""


def supervisor_document(moment: StateSnapshot, slugs: dict[str, str], by: Actor | None) -> Supervisor:
    """The queue, oldest first, and how the pit goes."""
    role = by.role if by is not None else ""
    queue: list[Award | Call | FloorStep] = [
        *_hits(moment, slugs, "pending", by),
        *(item for name in moment.tables for item in _at_table(moment, name, slugs[name], role)),
    ]
    return {
        "seq": moment.seq,
        "role": role,
        "locked": moment.locked,
        "queue": sorted(queue, key=lambda item: item["since"]),
        "validated": _hits(moment, slugs, "validated", by),
        "tables": [_table(moment, name, slugs[name], by) for name in moment.tables],
        "alerts": alerts(moment),
        "pace": [
            {
                "table": name,
                "slug": slugs[name],
                "rounds_hour": _pace(moment.ends.get(name, ())),
                "since": moment.since.get(name),
            }
            for name in moment.tables
        ],
        "slips": [slip_document(moment, slip, by) for slip in _slips(moment)],
        "hits": [
            {**hit_document(moment, hit, link.name), "reason": hit.reason, "closed_by": hit.closed_by}
            for link in moment.links.values()
            for hit in reversed(link.last[-LAST:])
        ],
    }


LAST = 10
"""How many closed awards of a jackpot are listed."""

LATEST = 25
"""How many slips are listed, beside those that are not signed yet."""


def _slips(moment: StateSnapshot) -> list[Slip]:
    """The newest first; one that misses a signature stays on the list however old it is."""
    found = list(moment.slips.values())
    late = [slip for slip in found[:-LATEST] if slip.missing and not slip.voided]
    return [*found[-LATEST:][::-1], *late[::-1]]


def _hits(moment: StateSnapshot, slugs: dict[str, str], state: str, by: Actor | None) -> list[Award]:
    """Awards that wait for two people; or those that wait to be paid, and may still be rejected."""
    if by is None or by.role not in PERMITS["ValidateHit"]:
        return []
    return [
        award_document(moment, link, hit, slugs, by)
        for link in moment.links.values()
        for hit in link.open.values()
        if hit.state == state
    ]


def _at_table(moment: StateSnapshot, name: str, slug: str, role: str) -> list[Call | FloorStep]:
    """What the procedure waits for somebody of the floor to do at a table, and whether a supervisor is called."""
    t, table = moment.rules[name], moment.tables[name]
    found: list[Call | FloorStep] = []
    since = moment.since.get(name, moment.at)
    if table.call:
        answer, label = ("AnswerCall", "I am there") if table.called else ("EndCall", "Done")
        found.append(
            {
                "key": f"call {name}",
                "kind": "call",
                "title": f"{name} calls a supervisor" if table.called else f"{name}: a supervisor has come",
                "since": moment.called.get(name, since),
                "table": name,
                "slug": slug,
                "act": {"act": answer} if role in PERMITS[answer] else None,
                "label": label,
            }
        )
    step = guide(t, table) if table.is_open and name not in moment.outdated else None
    theirs = step is not None and role in step.roles and not set(step.roles) & set(NOT_FOR_THE_QUEUE)
    if step is not None and step.command is not None and theirs:
        waits = waited_for(moment, t, table)
        kind = table.round.agenda[0].kind if step.act == "Settle" and isinstance(table.round, StudRound) else ""
        found.append(
            {
                "key": f"step {name} {step.act} {step.seat}",
                "kind": "document" if step.act == "DocumentAward" else "step",
                "title": f"{name}: {step_label(step.act, step.seat, step.deck, kind, concerned(step.command))}",
                "since": since,
                "table": name,
                "slug": slug,
                "seat": step.seat or None,
                "version": moment.versions.get(f"table/{name}", 0),
                "act": actions.bare(step) if not waits else None,
                "waits": waits,
                "why": why(t.rules, step.rule),
            }
        )
    return found


def _table(moment: StateSnapshot, name: str, slug: str, by: Actor | None) -> FloorTable:
    """What a supervisor may do at a table at any time: recuts, devices, decisions that the law leaves to a person."""
    t, table = moment.rules[name], moment.tables[name]
    may = options(t, table, by) if by is not None and table.is_open and name not in moment.outdated else NOTHING
    return {
        "table": name,
        "slug": slug,
        "dealer": table.dealer,
        "open": table.is_open,
        "liability": liability_document(t, table),
        "version": moment.versions.get(f"table/{name}", 0),
        "choices": [
            *(
                choice
                for choice in actions.steps(t, table, may)
                if choice["act"]["act"] not in OF_THE_CALL and _offered(moment, name, table, choice)
            ),
            *(one for one in corrections(t, table, may) if not held_up(hits_at(moment, name), one["act"])),
        ],
        "irregularities": reportable(irregularities(t, table, by, may), hits_at(moment, name)),
    }


def _offered(moment: StateSnapshot, name: str, table: Table, choice: Choice) -> bool:
    """Nobody here calls a supervisor, and documents are complete only when every slip of the seat is signed."""
    act = choice["act"]
    if act["act"] == "DocumentAward":
        return not signatures_wanted(moment, name, table.number, act["seat"])
    return str(act["act"]) != "CallSupervisor"


def alerts(moment: StateSnapshot) -> list[Alert]:
    """What somebody should look at, and who has: what stands still, counts that were wrong, many coupons."""
    found = [(f"Play has stopped: {moment.locked}", moment.at)] if moment.locked else []
    for link in moment.links.values():
        version = moment.versions.get(f"jackpot/{link.name}", 0)
        if link.suspended:
            over = OVER if overdue(link, moment.at) else ""
            found.append((f"{link.name} is suspended ({version}): {link.suspended}{over}", ""))
        found += [(f"Award {hit.number} of {link.name} was rejected: {hit.reason}", hit.at) for hit in _rejected(link)]
    found += [(f"{name}: {OUTDATED}", "") for name in sorted(moment.outdated)]
    for name, table in moment.tables.items():
        at = moment.since.get(name, "")
        if table.chips == "wrong":
            found.append((f"{name}, round {table.number}: the progressive chips do not agree with the sensors", at))
        found += [
            (f"{name}, round {table.number}: the {back} deck is withdrawn", at)
            for back, deck in table.decks.items()
            if deck.stage == "withdrawn"
        ]
        if getattr(table.round, "void", None) is not None:
            found.append((f"{name}, round {table.number}: every hand is void", at))
    shown = [(text, text, at) for text, at in found]
    return [
        {
            "key": key,
            "text": text,
            "at": at,
            "acknowledged": moment.acknowledged.get(key, ""),
            "act": {"act": "AcknowledgeAlert", "alert": key},
        }
        for key, text, at in (*shown, *_coupons(moment))
    ]


def _coupons(moment: StateSnapshot) -> Iterator[tuple[str, str, str]]:
    """Tables whose coupons have passed what the house elected, in this gaming day; it is told each time they do."""
    since = f"since the gaming day {moment.day} ended" if moment.day else "since the house opened"
    for name, one in moment.coupons.items():
        if passed := one.face // moment.coupon_alert * moment.coupon_alert:
            key = f"{name}: coupons of ${show_cents(passed)} or more {since}"
            told = f"{one.number} of them, ${show_cents(one.face)} in all, ${show_cents(one.paid)} paid on them"
            yield key, f"{key}: {told}", ""


def _rejected(link: Link) -> list[Hit]:
    return [hit for hit in link.last[-3:] if hit.state == "rejected"]


def _pace(ends: tuple[str, ...]) -> str | None:
    """Rounds an hour, from the times at which the last rounds ended.

    >>> _pace(("2026-01-01T00:00:00.000000Z", "2026-01-01T00:01:00.000000Z", "2026-01-01T00:02:00.000000Z"))
    '60'
    """
    if len(ends) < 2:
        return None
    first, last = (datetime.fromisoformat(end) for end in (ends[0], ends[-1]))
    seconds = (last - first).total_seconds()
    return str(round((len(ends) - 1) * 3600 / seconds)) if seconds > 0 else None
