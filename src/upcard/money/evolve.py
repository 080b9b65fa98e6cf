"""What an event makes of the books beside the balances: total, and without asking the law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from upcard.money import account
from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.link import LAST_HITS, Cause, Emptied, Hit, Link, Member, Petition, Tier
from upcard.money.slip import Signature, Slip
from upcard.rules.jackpot import TOP_AWARD_WON
from upcard.units import DAY, later, time_of, whole_cents

NOTHING_MOVED: Mapping[str, int] = {}


def evolve(books: Books, event: e.MoneyEvent, by: str, at: str, moved: Mapping[str, int] = NOTHING_MOVED) -> None:
    """The books after one event by somebody at some time; what it moved, in micros by account, is moved before."""
    match event:
        case e.JackpotOpened():
            books.links[event.jackpot] = Link(
                event.jackpot, event.edition, event.schedule, event.top,
                {name: Tier(level, put_up=level.seed) for name, level in event.levels.items()}, event.titles,
                event.ends_by,
                wager="" if event.wager is UNSET else event.wager,
                approval=None if event.approval is UNSET else event.approval,
            )  # fmt: skip
        case e.HouseOpened():
            books.house = event.name
        case e.SlipIssued() | e.SlipSigned() | e.SlipVoided():
            _slip(books, event, by, at)
        case (
            e.TrayFilled() | e.TrayCredited() | e.ChipsBought() | e.DropCounted() | e.TrayCounted()
            | e.AlertAcknowledged() | e.TitleWagered()
        ):  # fmt: skip
            pass
        case e.ShiftClosed():
            books.close_shift(event.day, event.shift)
            if event.last:
                books.close_day(event.day)
        case _:
            before = books.links[event.jackpot]
            link = _link(before, event, by, at)
            books.links[event.jackpot] = link
            if isinstance(event, e.HitRejected):
                _rename_eras(books, before, link, before.open[event.number])
                _owed(books, before, before.open[event.number], moved)
            if isinstance(event, e.HitPaid):
                hit = before.open[event.number]
                if any(draw.ways > 1 for draw in hit.draws):
                    books.divided[hit.table, event.jackpot] = hit.number
            if isinstance(event, e.FundTransferred) and event.levels:
                _brought(books, event, moved)
            if isinstance(event, e.TableJoined):
                books.join(event.table, event.jackpot)
                for other in event.stands_in:
                    books.links[other] = _counted(books.links[other], event.table)
            if isinstance(event, e.TableLeft):
                books.leave(event.table, event.jackpot)


def _rename_eras(books: Books, before: Link, after: Link, hit: Hit) -> None:
    """Contributions follow their money: what was added since goes on in the era before, or what was won comes back.

    A later award keeps the reserve that this one poured out, so that there the era stays.
    """
    for level, was in hit.emptied.items():
        poured = {hit.number: was.era}
        names = dict(poured)
        if before.tiers[level].era != hit.number:
            names[was.era] = after.tiers[level].era
        for key, fed in books.fed.items():
            books.fed[key] = tuple(
                one._replace(era=names.get(one.era, one.era), reserve_era=poured.get(one.reserved_in, one.reserved_in))
                if (one.jackpot, one.level) == (after.name, level)
                else one
                for one in fed
            )


def _owed(books: Books, before: Link, hit: Hit, moved: Mapping[str, int]) -> None:
    """What a level could not give back for the award is owed; where it could, all that was owed has gone out."""
    link = books.links[before.name]
    tiers = dict(link.tiers)
    for level in hit.eras:
        was = hit.emptied.get(level)
        due = before.tiers[level].owed + (was.seed + was.void_meter if was is not None else 0)
        gone = -sum(moved.get(of(link.name, level), 0) for of in (account.meter, account.reserve, account.pending))
        tiers[level] = replace(tiers[level], owed=max(0, due - gone))
    books.links[link.name] = replace(link, tiers=tiers)


def _brought(books: Books, event: e.FundTransferred, moved: Mapping[str, int]) -> None:
    """A debt that was taken over is owed to players like their wagers: the jackpot does not end over it."""
    other = books.links[event.to]
    tiers = dict(other.tiers)
    for level, tier in tiers.items():
        micros = moved.get(account.meter(event.to, level), 0) + moved.get(account.reserve(event.to, level), 0)
        if micros > 0:
            tiers[level] = replace(tier, since_reset=tier.since_reset + 1 + whole_cents(micros))
    books.links[event.to] = replace(other, tiers=tiers)


_LinkEvent = (
    e.TableJoined | e.TableLeft | e.LinkSuspended | e.LinkResumed | e.LevelChanged | e.MeterCorrected | e.SignRead
    | e.HitLocked | e.HitValidated | e.HitRejected | e.HitPaid | e.HitUnwon | e.HitStands | e.EndAnnounced
    | e.PetitionRecorded | e.PetitionDecided | e.CriteriaEased | e.FundTransferred | e.JackpotEnded
)  # fmt: skip


def _link(link: Link, event: _LinkEvent, by: str, at: str) -> Link:
    match event:
        case e.TableJoined():
            member = Member(event.wagers, event.fed_at)
            return replace(_counted(link, event.table), members={**link.members, event.table: member})
        case e.TableLeft():
            left = replace(link, members={name: m for name, m in link.members.items() if name != event.table})
            return offered_at(left, event.table, at, is_open=False)
        case e.LinkSuspended():
            ordered = by.startswith("regulator ")
            return _still(link, at, *link.causes, Cause(event.notice, event.cause, event.until, ordered))
        case e.LinkResumed():
            stay = (one for one in link.causes if event.ordered is not UNSET and one.ordered != event.ordered)
            return _still(link, at, *stay)
        case e.LevelChanged():
            tier = replace(link.tiers[event.level], level=event.after)
            approval = link.approval if event.approval is UNSET else event.approval
            return replace(link, tiers={**link.tiers, event.level: tier}, approval=approval)
        case e.HitLocked():
            return _locked(link, event, by, at)
        case e.HitValidated():
            hit = replace(link.open[event.number], state="validated", closed_by=by)
            return replace(link, open={**link.open, event.number: hit})
        case e.HitRejected():
            hit = replace(link.open[event.number], state="rejected", closed_by=by, reason=event.reason)
            return _closed(_not_won(link, hit, at), hit)
        case e.HitPaid():
            return _closed(link, replace(link.open[event.number], state="paid"))
        case e.HitUnwon():
            hit = next(hit for hit in link.last if hit.number == event.number)
            unwon = replace(link, not_won=(*link.not_won, hit.number), eased_won=_won_since(link, hit))
            return unwon if unwon.top_won and not hit.stops else _offered_again(unwon, hit, at)
        case e.HitStands():
            hit = next(hit for hit in link.last if hit.number == event.number)
            won = hit.number if hit.eased and hit.eased == link.eased else link.eased_won
            stands = replace(link, not_won=tuple(n for n in link.not_won if n != hit.number), eased_won=won)
            stops = stands.operating or hit.stops
            return _stopped(stands, hit, at) if stands.top_won and stops else stands
        case e.EndAnnounced():
            return replace(link, ends_after_top=True, days=event.days)
        case e.PetitionRecorded():
            petition = Petition(
                event.number, event.way, event.to, event.grounds, stated=event.stated, document=event.document
            )
            return replace(link, petitions=(*link.petitions, petition))
        case e.PetitionDecided():
            return _petition(link, event.number, granted=event.granted, reference=event.reference)
        case e.CriteriaEased():
            return replace(_petition(link, event.petition, used=True), eased=event.hand, eased_won=0)
        case e.FundTransferred():
            return replace(_petition(link, event.petition, used=True), owed=0)
        case e.JackpotEnded():
            return replace(link, ended=event.way, owed=sum(event.owed.values()))
        case e.MeterCorrected():
            tier = link.tiers[event.level]
            tier = replace(tier, since_reset=tier.since_reset + 1 + whole_cents(abs(event.micros)))
            return replace(link, tiers={**link.tiers, event.level: tier})
        case e.SignRead():
            return link
        case _:
            assert_never(event)


def _counted(link: Link, table: str) -> Link:
    """The table is one of the jackpot's from now on, wherever it goes."""
    return replace(link, played=tuple(dict.fromkeys((*link.played, table))))


def _petition(link: Link, number: int, **changes: bool | str) -> Link:
    return replace(link, petitions=tuple(replace(p, **changes) if p.number == number else p for p in link.petitions))


STOPPED = "its top award has been keyed"


def _still(link: Link, at: str, *causes: Cause) -> Link:
    """The jackpot stands still for these from now on or, for none, is in operation; how long it did either is kept."""
    return replace(link, causes=causes, since=at, stood=link.stood_still(at))


def offered_at(link: Link, table: str, at: str, *, is_open: bool) -> Link:
    """A table on the link opens, or closes; how long the jackpot was offered until then is kept."""
    others = tuple(name for name in link.offering if name != table)
    offering = (*others, table) if is_open else others
    if link.operating and link.since:
        link = replace(link, since=at, stood=link.stood_still(at))
    return replace(link, offering=offering)


def _locked(link: Link, event: e.HitLocked, by: str, at: str) -> Link:
    tiers, emptied = dict(link.tiers), {}
    for level in dict.fromkeys(draw.level for draw in event.draws):
        tier, draws = tiers[level], [draw for draw in event.draws if draw.level == level]
        tiers[level] = replace(tier, hits=tier.hits + len(draws), won=tier.won + sum(draw.cents for draw in draws))
        if starts := sum(draw.resets for draw in draws):
            reading = event.readings[level]
            emptied[level] = Emptied(
                tier.era, tier.since_reset, starts, starts * reading.seed, reading.reserve, put_up=tier.put_up
            )
            tiers[level] = replace(
                tiers[level], resets=tier.resets + starts, era=event.number, since_reset=0,
                put_up=whole_cents(reading.seed),
            )  # fmt: skip
    hit = Hit(
        event.number, event.table, event.round, event.kind, event.seat, event.hand, event.draws, event.readings, by, at,
        title=event.title, emptied=emptied, eras={draw.level: link.tiers[draw.level].era for draw in event.draws},
        stops=event.stops is True,
    )  # fmt: skip
    if link.top in emptied:
        hit = replace(hit, eased=link.easier)
        link = _stopped(link, hit, at)
    won = hit.number if link.easier and link.top in emptied else link.eased_won
    waiting = {**link.open, hit.number: hit}
    return replace(link, tiers=tiers, sequence=event.number, open=waiting, eased_won=won)


def _stopped(link: Link, hit: Hit, at: str) -> Link:
    """Where its end is announced it stands still, for so many days from when its top award was keyed.

    The days count on, and other causes go on beside it; in old journals it took their place with all its days.
    """
    if not link.ends_after_top:
        return link
    keyed, now = time_of(hit.at), time_of(at)
    until = later(hit.at, link.days * DAY) if link.days else ""
    if hit.stops and until and keyed is not None and now is not None:
        left = link.days * DAY - link.stood_still(at).get(TOP_AWARD_WON, 0)
        until = later(at, min(left, keyed + link.days * DAY - now))
        if (time_of(until) or 0) <= now:
            return link
    others = link.causes if hit.stops else ()
    notice = f"{STOPPED}, until {until}" if until else STOPPED
    return _still(link, at, *others, Cause(notice, TOP_AWARD_WON, until, hit=hit.number if hit.stops else 0))


def _not_won(link: Link, hit: Hit, at: str) -> Link:
    """A rejected award was neither a hit nor won, and the meter was not emptied, whatever has happened to it since."""
    for level in hit.eras:
        tier, draws = link.tiers[level], [draw for draw in hit.draws if draw.level == level]
        cents = sum(draw.cents for draw in draws)
        tier = replace(tier, hits=tier.hits - len(draws), won=tier.won - cents)
        was = hit.emptied.get(level)
        if was is None:
            brought = cents if tier.era != hit.eras[level] else 0
            tier = replace(tier, since_reset=tier.since_reset + brought)
        elif tier.era == hit.number:
            since = was.since + tier.since_reset
            tier = replace(tier, resets=tier.resets - was.starts, era=was.era, since_reset=since, put_up=was.put_up)
        else:
            link = _passed_on(link, level, hit.number, was)
            tier = replace(tier, resets=tier.resets - was.starts, since_reset=tier.since_reset + was.since)
        link = replace(link, tiers={**link.tiers, level: tier})
    if link.top not in hit.emptied:
        return link
    return replace(_offered_again(link, hit, at), eased_won=_won_since(link, hit))


def _offered_again(link: Link, hit: Hit, at: str) -> Link:
    """The top award for which it stood still was none."""
    number = hit.number if hit.stops else 0
    stay = [one for one in link.causes if one.hit != number or not one.notice.startswith(STOPPED)]
    return _still(link, at, *stay) if len(stay) < len(link.causes) else link


def _won_since(link: Link, hit: Hit) -> int:
    """Which hit ended the easier terms now that this one was rejected: a later one, or none, and they hold again."""
    if not link.eased_won or link.eased_won != hit.number:
        return link.eased_won
    era = link.tiers[link.top].era
    return 0 if era in (hit.emptied[link.top].era, hit.number, *link.not_won) else era


def _passed_on(link: Link, level: str, era: int, was: Emptied) -> Link:
    """The reserve of a start that was none is with the award that carried it off, and waits with it."""
    waiting = dict(link.open)
    for number, hit in link.open.items():
        after = hit.emptied.get(level)
        if after is not None and after.era == era:
            owed = replace(
                after,
                era=was.era,
                put_up=was.put_up,
                reserve=after.reserve + was.reserve,
                void_reserve=after.void_reserve + was.void_reserve,
            )
            waiting[number] = replace(hit, emptied={**hit.emptied, level: owed})
    return replace(link, open=waiting)


def _closed(link: Link, hit: Hit) -> Link:
    """The hit is one of the last, and what was paid in the latest round of a table is kept: it may be in play."""
    waiting = {number: other for number, other in link.open.items() if number != hit.number}
    known = (*link.last, hit)
    latest = {one.table: one.round for one in known}
    kept = (h for h in known[:-LAST_HITS] if h.state == "paid" and not h.title and h.round == latest[h.table])
    return replace(link, open=waiting, last=(*kept, *known[-LAST_HITS:]))


def _slip(books: Books, event: e.SlipIssued | e.SlipSigned | e.SlipVoided, by: str, at: str) -> None:
    match event:
        case e.SlipIssued():
            books.keep(Slip(event, at))
        case e.SlipSigned():
            slip = books.slips[event.number]
            books.keep(replace(slip, signatures=(*slip.signatures, Signature(event.role, by, at))))
        case e.SlipVoided():
            books.keep(replace(books.slips[event.number], voided=event.reason))
        case _:
            assert_never(event)
