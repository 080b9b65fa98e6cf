"""What waits for a supervisor: awards to be validated, calls, verifications, documents, decisions; pace and slips."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from upcard.cards import category, show_card
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.money.link import Hit, Link
from upcard.money.slip import Slip
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables import Person
from upcard.tables.guide import guide
from upcard.tables.options import Options, options
from upcard.units import show_cents, show_dollars, whole_cents
from upcard.web.moment import Moment
from upcard.web.views import doing
from upcard.web.views.jackpots import hit_document
from upcard.web.views.labels import step_label
from upcard.web.views.why import why

NOT_FOR_THE_QUEUE = ("dealer", "player")


def supervisor_document(moment: Moment, slugs: dict[str, str], by: Person | None) -> dict[str, Any]:
    """The queue, oldest first, and how the pit goes."""
    queue = [*_hits(moment, slugs), *(item for name in moment.tables for item in _at_table(moment, name, slugs[name]))]
    return {
        "seq": moment.seq,
        "locked": moment.locked,
        "queue": sorted(queue, key=lambda item: item["since"]),
        "tables": [_table(moment, name, slugs[name], by) for name in moment.tables],
        "alerts": _alerts(moment),
        "pace": [
            {
                "table": name,
                "slug": slugs[name],
                "rounds_hour": _pace(moment.ends.get(name, ())),
                "since": moment.since.get(name),
            }
            for name in moment.tables
        ],
        "slips": [_slip(slip) for slip in list(moment.slips.values())[-25:][::-1]],
    }


def _hits(moment: Moment, slugs: dict[str, str]) -> list[dict[str, Any]]:
    return [
        _hit(moment, link, hit, slugs)
        for link in moment.links.values()
        for hit in link.open.values()
        if hit.state == "pending"
    ]


def _hit(moment: Moment, link: Link, hit: Hit, slugs: dict[str, str]) -> dict[str, Any]:
    """An award, complete enough to decide on."""
    found = hit_document(moment, hit, link.name)
    table = moment.tables.get(hit.table)
    t = moment.rules.get(hit.table)
    round = table.round if table is not None else None
    place = round.seats.get(hit.seat) if isinstance(round, StudRound) else None
    cards = place.cards if place is not None and place.shown else ()
    if isinstance(round, StudRound) and not hit.seat:
        cards = round.dealer
    line, rule = "", None
    if t is not None and isinstance(t.rules, CaribbeanStudRules) and t.rules.progressive is not None and hit.hand:
        award = t.rules.progressive.lines.get(category(hit.hand))
        if award is not None:
            line, rule = f"{found['hand']}: {award.award}", award.rule
    amount = show_dollars(hit.cents)
    where = f"{hit.table}, seat {hit.seat}" if hit.seat else hit.table
    version = moment.versions.get(f"jackpot/{link.name}", 0)
    statement = (
        f"Award {hit.number} of {link.name}: {amount} to {where}, round {hit.round}, for {found['hand']}, "
        f"as frozen at version {version} of the jackpot."
    )
    return {
        "key": f"hit {link.name} {hit.number}",
        "kind": "hit",
        "title": f"{str(found['hand']).capitalize()}, {where}",
        "since": hit.at,
        "table": hit.table,
        "slug": slugs.get(hit.table),
        "seat": hit.seat or None,
        "cards": [show_card(card) for card in cards],
        "hand": found["hand"],
        "lamp": "accepted" if place is not None and place.progressive else None,
        "wager": show_cents(place.progressive) if place is not None else None,
        "line": line,
        "why": why(t.rules, rule) if t is not None else None,
        "amount": found["amount"],
        "frozen_at": version,
        "version": version,
        "meter": [
            {"text": f"{level}: as displayed when it was keyed", "amount": show_cents(whole_cents(reading.amount))}
            for level, reading in hit.readings.items()
        ]
        + [
            {"text": f"{level}: as it stands now", "amount": show_cents(whole_cents(moment.meters[link.name][level]))}
            for level in hit.readings
        ],
        "by": hit.by,
        "approve": {
            "act": {"act": "ValidateHit", "jackpot": link.name, "number": hit.number},
            "expects": found["amount"],
            "second": True,
            "statement": statement,
        },
        "reject": {
            "act": {"act": "RejectHit", "jackpot": link.name, "number": hit.number},
            "asks": [{"name": "reason", "kind": "text", "label": "Reason", "optional": False}],
        },
    }


def _at_table(moment: Moment, name: str, slug: str) -> list[dict[str, Any]]:
    """What the procedure waits for a supervisor to do at a table, and whether one is called."""
    t, table = moment.rules[name], moment.tables[name]
    found: list[dict[str, Any]] = []
    since = moment.since.get(name, moment.at)
    if table.called:
        found.append(
            {
                "key": f"call {name}",
                "kind": "call",
                "title": f"{name} calls a supervisor",
                "since": moment.called.get(name, since),
                "table": name,
                "slug": slug,
                "act": None,
            }
        )
    step = guide(t, table) if table.is_open else None
    if step is not None and step.command is not None and not set(step.roles) & set(NOT_FOR_THE_QUEUE):
        kind = table.round.agenda[0].kind if step.act == "Settle" and isinstance(table.round, StudRound) else ""
        found.append(
            {
                "key": f"step {name} {step.act} {step.seat}",
                "kind": "document" if step.act == "DocumentAward" else "step",
                "title": f"{name}: {step_label(step.act, step.seat, step.deck, kind)}",
                "since": since,
                "table": name,
                "slug": slug,
                "seat": step.seat or None,
                "version": moment.versions.get(f"table/{name}", 0),
                "act": doing.bare(step),
                "why": why(t.rules, step.rule),
            }
        )
    return found


def _table(moment: Moment, name: str, slug: str, by: Person | None) -> dict[str, Any]:
    """What a supervisor may do at a table at any time: recuts, devices, decisions that the law leaves to a person."""
    t, table = moment.rules[name], moment.tables[name]
    may = options(t, table, by) if by is not None and table.is_open else Options((), ())
    late = table.round is not None and table.round.phase not in ("betting", "closed")
    return {
        "table": name,
        "slug": slug,
        "dealer": table.dealer,
        "open": table.is_open,
        "version": moment.versions.get(f"table/{name}", 0),
        "choices": [choice for choice in doing.steps(t, may) if choice["act"]["act"] != "CallSupervisor"],
        "irregularities": doing.irregularities(t, may, late=late),
    }


def _alerts(moment: Moment) -> list[dict[str, Any]]:
    """What somebody should look at, and who has: play or a link that stands still, counts that were wrong."""
    found = [(f"Play has stopped: {moment.locked}", moment.at)] if moment.locked else []
    for link in moment.links.values():
        version = moment.versions.get(f"jackpot/{link.name}", 0)
        if link.suspended:
            found.append((f"{link.name} is suspended ({version}): {link.suspended}", ""))
        found += [(f"Award {hit.number} of {link.name} was rejected: {hit.reason}", hit.at) for hit in _rejected(link)]
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
    return [
        {
            "key": text,
            "text": text,
            "at": at,
            "acknowledged": moment.acknowledged.get(text, ""),
            "act": {"act": "AcknowledgeAlert", "alert": text},
        }
        for text, at in found
    ]


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


def _slip(slip: Slip) -> dict[str, Any]:
    issued = slip.issued
    return {
        "number": issued.number,
        "text": f"{issued.jackpot}: {show_dollars(issued.cents)}, {issued.table}, seat {issued.seat}",
        "voided": slip.voided,
        "href": f"/documents/slips/{issued.number}",
    }
