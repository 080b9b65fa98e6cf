"""What waits for a supervisor: awards to be validated, calls, verifications, documents, decisions; pace and slips."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from msgspec import Meta

from upcard.document import SECOND, Time, doc, either, one_of
from upcard.journal.act_table import ACTS
from upcard.journal.casino import OUTDATED
from upcard.money.link import Hit as LockedHit
from upcard.money.link import Link
from upcard.money.slip import Slip as IssuedSlip
from upcard.number_format import money
from upcard.tables import Actor, Table
from upcard.tables.next_step import guide
from upcard.tables.options import Options, options
from upcard.units import show_cents
from upcard.web.act_codec import OfferedAct
from upcard.web.projection import StateSnapshot
from upcard.web.views import actions
from upcard.web.views.award import Award, award_document
from upcard.web.views.correction_actions import corrections, held_up, hits_at, reportable, waited_for
from upcard.web.views.irregularity_actions import Choice, Irregularity, choice, irregularities
from upcard.web.views.jackpots import Hit, Liability, hit_document, liability_document
from upcard.web.views.labels import STEPS, Why, why
from upcard.web.views.money_reports import Slip, signatures_wanted, slip_document


class Call(TypedDict):
    """A table that calls."""

    key: Annotated[str, doc("Its name in the queue.")]
    kind: Annotated[Literal["call"], doc("It is a call.")]
    title: Annotated[str, doc("What it is, in words.")]
    since: Annotated[Time, doc("When it was called, or answered.")]
    table: Annotated[str, doc("The table.")]
    slug: Annotated[str, doc("The table's name in addresses.")]
    act: Annotated[OfferedAct | None, doc("What a supervisor sends who has come, or is done.")]
    label: Annotated[str, doc("What that says.")]


class FloorStep(TypedDict):
    """A step of the procedure that is the floor's."""

    key: Annotated[str, doc("Its name in the queue.")]
    kind: Annotated[str, one_of("step", "document"), doc("A step, or documents to be completed.")]
    title: Annotated[str, doc("What it is, in words.")]
    since: Annotated[Time, doc("Since when it is due.")]
    table: Annotated[str, doc("The table.")]
    slug: Annotated[str, doc("The table's name in addresses.")]
    seat: Annotated[int | None, doc("The seat.")]
    version: Annotated[int, doc("The version of the table that it is meant for.")]
    act: Annotated[OfferedAct | None, doc("What is sent, where nothing is waited for.")]
    waits: Annotated[str, doc("What it waits for, or empty.")]
    why: Annotated[Why | None, doc("The rule behind it.")]


Waiting: TypeAlias = Annotated[Any, either(Award, Call, FloorStep)]


class FloorTable(TypedDict):
    """What whoever looks may do at a table at any time."""

    table: Annotated[str, doc("The table.")]
    slug: Annotated[str, doc("The table's name in addresses.")]
    dealer: Annotated[str, doc("Who deals, or empty.")]
    open: Annotated[bool, doc("Whether it is open.")]
    liability: Annotated[Liability, doc("What the wagers there could come to cost.")]
    version: Annotated[int, doc("The version of the table.")]
    choices: Annotated[list[Choice], doc("What may be done.")]
    irregularities: Annotated[list[Irregularity], doc("What may be reported.")]


class Alert(TypedDict):
    """Something that somebody should look at."""

    key: Annotated[str, doc("Its name.")]
    text: Annotated[str, doc("What it is.")]
    at: Annotated[Annotated[str, Meta(pattern=f"^({SECOND})?$")], doc("When it was, where that is known.")]
    acknowledged: Annotated[str, doc("Who has seen it and when, or empty.")]
    act: Annotated[OfferedAct, doc("What is sent by whoever has seen it.")]


class Pace(TypedDict):
    """How fast a table plays."""

    table: Annotated[str, doc("The table.")]
    slug: Annotated[str, doc("The table's name in addresses.")]
    rounds_hour: Annotated[str | None, doc("Rounds an hour, once enough have ended.")]
    since: Annotated[Time | None, doc("When its present step began.")]


class ClosedHit(Hit):
    """An award that was paid or rejected."""

    reason: Annotated[str, doc("Why it was rejected, or empty.")]
    closed_by: Annotated[str, doc("Who closed it: a role and a name.")]


class Supervisor(TypedDict):
    """The queue, oldest first, and how the pit goes."""

    seq: Annotated[int, doc("The entry after which this last changed.")]
    role: Annotated[str, one_of("floorperson", "supervisor"), doc("The role of whoever looks.")]
    locked: Annotated[str, doc("Why play has stopped, or empty.")]
    queue: Annotated[list[Waiting], doc("What waits.")]
    validated: Annotated[list[Award], doc("Awards that are validated and not yet paid.")]
    tables: Annotated[list[FloorTable], doc("What may be done at each table.")]
    alerts: Annotated[list[Alert], doc("What somebody should look at.")]
    pace: Annotated[list[Pace], doc("How fast each table plays.")]
    slips: Annotated[list[Slip], doc("Jackpot slips, the newest first.")]
    hits: Annotated[list[ClosedHit], doc("The last awards that were paid or rejected.")]


NOTHING = Options((), ())
NOT_FOR_THE_QUEUE = ("dealer", "player")
OF_THE_CALL = ("CallSupervisor", "AnswerCall", "EndCall")
"""What has its place in the queue."""


def supervisor_document(moment: StateSnapshot, slugs: dict[str, str], by: Actor | None) -> Supervisor:
    """The queue, oldest first, and how the pit goes."""
    role = by.role if by is not None else ""
    awards = _awards(moment, slugs, by) if by is not None else []
    queue: list[Award | Call | FloorStep] = [
        *(one for one in awards if one["state"] != "validated"),
        *(item for name in moment.tables for item in _at_table(moment, name, slugs[name], role, awards)),
    ]
    return {
        "seq": moment.seq,
        "role": role,
        "locked": moment.locked,
        "queue": sorted(queue, key=lambda item: item["since"]),
        "validated": [one for one in awards if one["state"] == "validated"],
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


def _slips(moment: StateSnapshot) -> list[IssuedSlip]:
    """The newest first; one that misses a signature stays on the list however old it is."""
    found = list(moment.slips.values())
    late = [slip for slip in found[:-LATEST] if slip.missing and not slip.voided]
    return [*found[-LATEST:][::-1], *late[::-1]]


def _awards(moment: StateSnapshot, slugs: dict[str, str], by: Actor) -> list[Award]:
    """Awards that are not paid, and paid ones about which something is still missing."""
    waiting = [
        award_document(moment, link, hit, slugs, by)
        for link in moment.links.values()
        for hit in (*link.open.values(), *(hit for hit in link.last if hit.state == "paid"))
    ]
    return [one for one in waiting if any(step["state"] != "done" for step in one["steps"])]


def _told(awards: list[Award], table: str, seat: int, act: str) -> bool:
    """Whether a step of a table is told with an award already."""
    of_seat = (step for one in awards if (one["table"], one["seat"]) == (table, seat) for step in one["steps"])
    return any(step["step"] == act and step["state"] != "done" for step in of_seat)


def _at_table(moment: StateSnapshot, name: str, slug: str, role: str, awards: list[Award]) -> list[Call | FloorStep]:
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
                "act": {"act": answer} if role in ACTS[answer].roles else None,
                "label": label,
            }
        )
    step = guide(t, table) if table.is_open and name not in moment.outdated else None
    theirs = step is not None and role in step.roles and not set(step.roles) & set(NOT_FOR_THE_QUEUE)
    if step is not None and step.command is not None and theirs and not _told(awards, name, step.seat, step.act):
        waits = waited_for(moment, t, table)
        found.append(
            {
                "key": f"step {name} {step.act} {step.seat}",
                "kind": "document" if step.act == "DocumentAward" else "step",
                "title": f"{name}: {actions.label(t, table, step)}",
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
            *_opening(moment, name, table, by),
        ],
        "irregularities": reportable(irregularities(t, table, by, may), hits_at(moment, name)),
    }


def _opening(moment: StateSnapshot, name: str, table: Table, by: Actor | None) -> list[Choice]:
    """A table that is closed may be opened from here."""
    if table.is_open or name in moment.outdated or by is None or by.role not in ACTS["OpenTable"].roles:
        return []
    return [choice(STEPS["OpenTable"], {"act": "OpenTable"})]


def _offered(moment: StateSnapshot, name: str, table: Table, choice: Choice) -> bool:
    """Nobody here calls a supervisor, and documents are complete only when every slip of the seat is signed."""
    act = choice["act"]
    if act["act"] == "DocumentAward":
        return not signatures_wanted(moment, moment.rules[name], table, "DocumentAward", act["seat"])
    return str(act["act"]) != "CallSupervisor"


def alerts(moment: StateSnapshot) -> list[Alert]:
    """What somebody should look at, and who has: what stands still, counts that were wrong, many coupons."""
    found = [(f"Play has stopped: {moment.locked}", moment.at)] if moment.locked else []
    for link in moment.links.values():
        version = moment.versions.get(f"jackpot/{link.name}", 0)
        if link.suspended:
            found.append((f"{link.name} is suspended ({version}): {link.suspended}", ""))
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
        for key, text, at in (*shown, *variances(moment), *_coupons(moment))
    ]


def variances(moment: StateSnapshot) -> Iterator[tuple[str, str, str]]:
    """What was counted or read and was not what the books say."""
    for one in moment.variances:
        apart = f"{money(abs(one.found - one.booked))} {'over' if one.found > one.booked else 'short'}"
        what = one.what[:1].upper() + one.what[1:]
        text = (
            f"{what}: {money(one.found)} found, {money(one.booked)} in the books, {apart} (entry {one.seq}, {one.by})"
        )
        yield one.key, text, one.at


def _coupons(moment: StateSnapshot) -> Iterator[tuple[str, str, str]]:
    """Tables whose coupons have passed what the house elected, in this gaming day; it is told each time they do."""
    since = f"since the gaming day {moment.day} ended" if moment.day else "since the house opened"
    for name, one in moment.coupons.items():
        if passed := one.face // moment.coupon_alert * moment.coupon_alert:
            key = f"{name}: coupons of ${show_cents(passed)} or more {since}"
            told = f"{one.number} of them, ${show_cents(one.face)} in all, ${show_cents(one.paid)} paid on them"
            yield key, f"{key}: {told}", ""


def _rejected(link: Link) -> list[LockedHit]:
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
