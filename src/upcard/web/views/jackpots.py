"""Jackpots as a sign shows them: meters, awards that wait, the last hits."""

from __future__ import annotations

from upcard.cards import describe
from upcard.money.link import Hit, Link
from upcard.money.suspension import overdue
from upcard.units import show_cents, whole_cents
from upcard.web.schemas.jackpots import Hit as HitShown
from upcard.web.schemas.jackpots import Jackpot, JackpotLevel, Jackpots
from upcard.web.state_snapshot import StateSnapshot


def hit_document(moment: StateSnapshot, hit: Hit, jackpot: str) -> HitShown:
    """An award off a meter."""
    return {
        "jackpot": jackpot,
        "number": hit.number,
        "table": hit.table,
        "seat": hit.seat or None,
        "round": hit.round,
        "amount": show_cents(hit.cents),
        "state": hit.state,
        "hand": describe(hit.hand) if hit.hand else hit.title,
        "at": hit.at,
        "by": hit.by,
    }


def jackpot_document(moment: StateSnapshot, link: Link) -> Jackpot:
    """One jackpot."""
    levels: list[JackpotLevel] = [
        {
            "level": level,
            "label": level.replace("_", " ").capitalize(),
            "amount": show_cents(whole_cents(moment.meters[link.name][level])),
        }
        for level in link.tiers
    ]
    return {
        "name": link.name,
        "schedule": link.schedule,
        "edition": link.edition,
        "levels": levels,
        "suspended": link.suspended or link.ended,
        "tables": list(link.members),
        "pending": [hit_document(moment, hit, link.name) for hit in link.open.values()],
        "last": [hit_document(moment, hit, link.name) for hit in reversed(link.last) if hit.state == "paid"][:10],
    }


def still(moment: StateSnapshot, at: str) -> list[str]:
    """The jackpots that take no wagers, why and until when, and whether that term is over."""
    return [
        f"{link.name} stands still: {link.suspended}{OVER if overdue(link, at) else ''}"
        for link in moment.links.values()
        if link.suspended and not link.ended
    ]


OVER = ". The term is over: it is resumed, or suspended anew for a cause that holds"


def jackpots_document(moment: StateSnapshot) -> Jackpots:
    """Every jackpot of the house that is in play; one that has ended is on no sign."""
    return {
        "seq": moment.seq,
        "house": moment.house_name,
        "locked": moment.locked,
        "jackpots": [jackpot_document(moment, link) for link in moment.links.values() if not link.ended],
    }
