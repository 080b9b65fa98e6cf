"""What an event makes of the books beside the balances: total, and without asking the law."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.link import LAST_HITS, Hit, Link, Member, Petition, Tier
from upcard.money.slip import Signature, Slip


def evolve(books: Books, event: e.MoneyEvent, by: str, at: str) -> None:
    """The books after one event by somebody at some time; its postings are moved before."""
    match event:
        case e.JackpotOpened():
            books.links[event.jackpot] = Link(
                event.jackpot, event.edition, event.schedule, event.top,
                {name: Tier(level) for name, level in event.levels.items()}, event.titles, event.ends_by,
            )  # fmt: skip
        case e.SlipIssued() | e.SlipSigned() | e.SlipVoided():
            _slip(books, event, by, at)
        case (
            e.TrayFilled() | e.TrayCredited() | e.ChipsBought() | e.DropCounted() | e.TrayCounted()
            | e.ShiftClosed() | e.TitleWagered()
        ):  # fmt: skip
            pass
        case _:
            link = _link(books.links[event.jackpot], event, by, at)
            books.links[event.jackpot] = link
            if isinstance(event, e.TableJoined):
                books.join(event.table, event.jackpot, event.wagers)
            if isinstance(event, e.TableLeft):
                books.leave(event.table, event.jackpot)


_LinkEvent = (
    e.TableJoined | e.TableLeft | e.LinkSuspended | e.LinkResumed | e.LevelChanged | e.MeterCorrected | e.SignRead
    | e.HitLocked | e.HitValidated | e.HitRejected | e.HitPaid | e.EndAnnounced | e.PetitionRecorded
    | e.PetitionDecided | e.CriteriaEased | e.FundTransferred | e.JackpotEnded
)  # fmt: skip


def _link(link: Link, event: _LinkEvent, by: str, at: str) -> Link:
    match event:
        case e.TableJoined():
            member = Member(event.wagers, event.fed_at)
            return replace(link, members={**link.members, event.table: member})
        case e.TableLeft():
            return replace(link, members={name: m for name, m in link.members.items() if name != event.table})
        case e.LinkSuspended():
            return replace(link, suspended=event.reason)
        case e.LinkResumed():
            return replace(link, suspended="")
        case e.LevelChanged():
            tier = replace(link.tiers[event.level], level=event.after)
            return replace(link, tiers={**link.tiers, event.level: tier})
        case e.HitLocked():
            return _locked(link, event, by, at)
        case e.HitValidated():
            hit = replace(link.open[event.number], state="validated", closed_by=by)
            return replace(link, open={**link.open, event.number: hit})
        case e.HitRejected():
            hit = replace(link.open[event.number], state="rejected", closed_by=by, reason=event.reason)
            return _closed(_not_won(link, hit), hit)
        case e.HitPaid():
            return _closed(link, replace(link.open[event.number], state="paid"))
        case e.EndAnnounced():
            return replace(link, ends_after_top=True)
        case e.PetitionRecorded():
            petition = Petition(event.number, event.way, event.to, event.grounds)
            return replace(link, petitions=(*link.petitions, petition))
        case e.PetitionDecided():
            return _petition(link, event.number, granted=event.granted, reference=event.reference)
        case e.CriteriaEased():
            return replace(_petition(link, event.petition, used=True), eased=event.hand)
        case e.FundTransferred():
            return _petition(link, event.petition, used=True)
        case e.JackpotEnded():
            return replace(link, ended=event.way)
        case e.MeterCorrected() | e.SignRead():
            return link
        case _:
            assert_never(event)


def _petition(link: Link, number: int, **changes: bool | str) -> Link:
    return replace(link, petitions=tuple(replace(p, **changes) if p.number == number else p for p in link.petitions))


def _locked(link: Link, event: e.HitLocked, by: str, at: str) -> Link:
    tiers = dict(link.tiers)
    for draw in event.draws:
        tier = tiers[draw.level]
        tiers[draw.level] = replace(
            tier,
            hits=tier.hits + 1,
            won=tier.won + draw.cents,
            resets=tier.resets + draw.resets,
            since_reset=0 if draw.resets else tier.since_reset,
        )
    hit = Hit(
        event.number, event.table, event.round, event.kind, event.seat, event.hand, event.draws, event.readings, by, at,
        title=event.title, resets={draw.level: tiers[draw.level].resets for draw in event.draws},
        since={draw.level: link.tiers[draw.level].since_reset for draw in event.draws},
    )  # fmt: skip
    emptied = any(draw.resets and draw.level == link.top for draw in event.draws)
    stops = "its top award has been keyed" if link.ends_after_top and emptied else link.suspended
    return replace(link, tiers=tiers, sequence=event.number, open={**link.open, hit.number: hit}, suspended=stops)


def _not_won(link: Link, hit: Hit) -> Link:
    """A rejected award was neither a hit nor won, and the meter was not emptied, unless it has been since."""
    tiers = dict(link.tiers)
    for level in hit.resets:
        tier, draws = tiers[level], [draw for draw in hit.draws if draw.level == level]
        starts = sum(draw.resets for draw in draws)
        last = starts and tier.resets == hit.resets[level]
        tiers[level] = replace(
            tier,
            hits=tier.hits - len(draws),
            won=tier.won - sum(draw.cents for draw in draws),
            resets=tier.resets - starts if last else tier.resets,
            since_reset=tier.since_reset + hit.since[level] if last else tier.since_reset,
        )
    return replace(link, tiers=tiers)


def _closed(link: Link, hit: Hit) -> Link:
    waiting = {number: other for number, other in link.open.items() if number != hit.number}
    return replace(link, open=waiting, last=(*link.last, hit)[-LAST_HITS:])


def _slip(books: Books, event: e.SlipIssued | e.SlipSigned | e.SlipVoided, by: str, at: str) -> None:
    match event:
        case e.SlipIssued():
            books.slips[event.number] = Slip(event, at)
        case e.SlipSigned():
            slip = books.slips[event.number]
            books.slips[event.number] = replace(slip, signatures=(*slip.signatures, Signature(event.role, by, at)))
        case e.SlipVoided():
            books.slips[event.number] = replace(books.slips[event.number], voided=event.reason)
        case _:
            assert_never(event)
