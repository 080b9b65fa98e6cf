"""When a jackpot may stand still: for a cause that its law knows, and for a term that everybody can read.

A jackpot that takes no wagers is not offered, and a licensee may not stop offering it. So its law lists what it may
stand still for, and how long; a licensee who wants to be rid of it petitions.
"""

from __future__ import annotations

from typing import Any

from upcard.errors import Refused
from upcard.money.commands import SuspendLink
from upcard.money.context import Standing
from upcard.money.link import Link, counted_as
from upcard.rules.jackpot import AWARD_VERIFIED, ORDERED, PETITION_GRANTED, TOP_AWARD_WON
from upcard.tables.actor import Actor
from upcard.units import DAY, time_of


def check_suspension(now: Standing, link: Link, by: Actor, command: SuspendLink) -> None:
    """Refuses to let a jackpot stand still for no cause of its law, without a term, or again and again."""
    ends = time_of(command.until) if command.until else None
    if command.until and ends is None:
        raise Refused(None, f"until: {command.until!r} is no day and hour such as 2026-03-01T20:00")
    rules = now.house.tables_on(link.name)[0].rules
    _check_cause(rules, link, by, command)
    _check_term(rules, time_of(now.at), ends)
    if by.role != "regulator":
        _check_counted(rules, link, command.cause, now.at, ends)


def _check_cause(rules: Any, link: Link, by: Actor, command: SuspendLink) -> None:
    causes = rules.law.suspension_causes
    if causes is None:
        return
    if command.cause not in causes:
        because = f"cause: a jackpot is offered; it is suspended for one of {', '.join(causes)}"
        raise rules.refuse("suspension_causes", because)
    if command.cause == ORDERED and by.role != "regulator":
        raise rules.refuse("suspension_causes", f"cause: an {ORDERED} is for the regulator to give")
    if not _is_so(link, command.cause):
        raise rules.refuse("suspension_causes", f"cause: {command.cause!r} is not so: {link.name} is offered")


def _is_so(link: Link, cause: str) -> bool:
    """Whether a cause holds, as far as the books can tell."""
    top = link.tiers[link.top]
    return {
        TOP_AWARD_WON: link.top_won and top.era not in link.open and not top.since_reset,
        PETITION_GRANTED: any(petition.granted and not petition.used for petition in link.petitions),
        AWARD_VERIFIED: bool(link.open),
    }.get(cause, True)


def _check_term(rules: Any, at: int | None, ends: int | None) -> None:
    days = rules.law.suspension_days
    if days is not None and ends is None:
        raise rules.refuse("suspension_days", "until: a jackpot is suspended for a term: say until when")
    if at is None or ends is None:
        return
    if ends <= at:
        raise Refused(None, "until: the term is over before it begins")
    if days is not None and ends > at + days * DAY:
        because = f"until: a jackpot is suspended for {days} days at most; after that it is reviewed"
        raise rules.refuse("suspension_days", because)


def _check_counted(rules: Any, link: Link, cause: str, at: str, ends: int | None) -> None:
    """The days count on until the jackpot has been offered for as long; more is for the authority.

    Those for any cause that the books cannot tell count together, or one fault could follow another for ever.
    """
    days, now, stood = rules.law.suspension_days, time_of(at), link.stood_still(at).get(counted_as(cause), 0)
    if days is None or now is None or ends is None or ends <= now + days * DAY - stood:
        return
    hours = max(0, days * DAY - stood) * 24 // DAY
    because = (
        f"until: {link.name} has stood still for {counted_as(cause)} before, which counts until it has been offered "
        f"for as long: {hours} hours are left of {days} days. More is for the regulator, or for a petition"
    )
    raise rules.refuse("suspension_days", because)


def lapsed(link: Link, at: str) -> bool:
    """Whether a jackpot stands still beyond its term, or beyond its cause."""
    now, ends = time_of(at), time_of(link.until)
    over = now is not None and ends is not None and now > ends
    past = bool(link.ends_by) and not _is_so(link, link.cause)  # other laws list no causes
    return bool(link.suspended) and not link.ended and (over or past)
