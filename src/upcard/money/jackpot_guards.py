"""What a jackpot has to say to an act at a table, before the table itself is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.money.books import Books, Standing
from upcard.money.commands import SuspendLink
from upcard.money.jackpot_awards import hand_of, readings_for
from upcard.money.link import Cause, Hit, Link, MeterContribution, came_off, counted_as
from upcard.money.slip import unsigned
from upcard.money.table_postings import Posted
from upcard.rules.jackpot import AWARD_VERIFIED, ORDERED, PETITION_GRANTED, TOP_AWARD_WON
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as te
from upcard.tables.commands import Actor, first_rule, refuse
from upcard.tables.state import Table, is_beside
from upcard.tables.take_back import last_step, taken
from upcard.units import DAY, time_of

# ---- When a jackpot may stand still ------------------------------------------------------------------------
# for a cause that its law knows, and for a term that everybody can read.
#
# A jackpot that takes no wagers is not offered, and a licensee may not stop offering it. So its law lists what it may
# stand still for, and how long; a licensee who wants to be rid of it petitions.


def check_suspension(now: Standing, link: Link, by: Actor, command: SuspendLink) -> None:
    """Refuses to let a jackpot stand still for no cause of its law, without a term, or again and again."""
    ends = time_of(command.until) if command.until else None
    if command.until and ends is None:
        raise Refused(None, f"until: {command.until!r} is no day and hour such as 2026-03-01T20:00")
    rules = now.house.tables_on(link.name)[0].rules
    _check_cause(rules, link, by, command)
    _check_term(rules, time_of(now.at), ends)
    if by.role != "regulator":
        _check_days(rules, link, command.cause, now.at, ends)


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
    keyed = top.era in link.open
    return {
        TOP_AWARD_WON: link.top_won and (link.ends_after_top if keyed else not top.since_reset),
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


def _check_days(rules: Any, link: Link, cause: str, at: str, ends: int | None) -> None:
    """The days count on until the jackpot has been offered for as long; more is for the authority.

    Those for any cause that the books cannot tell count together, or one fault could follow another for ever.
    """
    days, now, stood = rules.law.suspension_days, time_of(at), link.stood_still(at).get(counted_as(cause), 0)
    if days is None or now is None or ends is None or ends <= now + days * DAY - stood:
        return
    if ends > now + days * DAY:
        because = f"until: a jackpot is suspended for {days} days at most; more is for the regulator, or for a petition"
        raise rules.refuse("suspension_days", because)
    hours = max(0, days * DAY - stood) * 24 // DAY
    because = (
        f"until: {link.name} has stood still for {counted_as(cause)} before, which counts until it has been offered "
        f"for as long: {hours} hours are left of {days} days. More is for the regulator, or for a petition"
    )
    raise rules.refuse("suspension_days", because)


def over(link: Link, one: Cause, at: str) -> bool:
    """Whether the term of what a jackpot stands still for is over, or it is no longer so."""
    now, ends = time_of(at), time_of(one.until)
    past = now is not None and ends is not None and now > ends
    return past or (bool(link.ends_by) and not _is_so(link, one.cause))  # other laws list no causes


def lapsed(link: Link, at: str) -> bool:
    """Whether a jackpot stands still beyond every term or cause."""
    return bool(link.causes) and not link.ended and all(over(link, one, at) for one in link.causes)


# ---- jackpot guards ----------------------------------------------------------------------------------------


def gated(t: TableRules, books: Books, table: Table, by: Actor, command: c.Command) -> c.Command:
    """The act with the meters that it is paid from.

    Whoever asks for a payment does not say what the meters hold: they are read here.
    """
    match command:
        case c.DocumentAward() | c.RackCards() | c.Reconcile():
            signed_first(t, books, table, type(command).__name__, getattr(command, "seat", 0))
        case c.TakeBackStep():
            check_taken_back(t, books, table)
        case c.KeyWinner():
            _stays_keyed(t, books, table, command.seat)
        case c.Play(command=inner):
            if by.role == "player" and hasattr(inner, "coupon"):
                raise refuse(t, None, "a coupon goes to the dealer, who looks at it and places it")
            if (seat := game_of(t).core.undoes(inner)) is not None:
                together = (inner.seat, *inner.also) if getattr(inner, "also", None) else (seat,)
                for each in together:
                    _rejected_first(t, books, table, each)
                _nothing_drawn_before(t, books, table, inner)
            if hasattr(inner, "meters"):
                return replace(command, command=replace(inner, meters=readings_for(t, books, table)))
    return command


def _rejected_first(t: TableRules, books: Books, table: Table, seat: int) -> None:
    """No cards are corrected that an award waits for: it is rejected first."""
    for jackpot, hit in _open(t, books, table):
        if seat == hit.seat or any(draw.ways > 1 for draw in hit.draws):
            because = f"hit {hit.number} of {jackpot} is open: the award is rejected first"
            raise refuse(t, None, because)


def check_void(t: TableRules, books: Books, table: Table, events: Iterable[te.Event]) -> None:
    """No hand is void that an award waits for, whatever makes it so: the award is rejected first."""
    moves = game_of(t).core.moves
    for jackpot, hit in _open(t, books, table):
        played = (event.event for event in events if isinstance(event, te.Played))
        if any(hit.seat in moves(table.round, each).void for each in played):
            raise refuse(t, None, f"hit {hit.number} of {jackpot} is open: the award is rejected first")


def _open(t: TableRules, books: Books, table: Table) -> list[tuple[str, Hit]]:
    """The awards of the round that are keyed and not paid."""
    found = ((jackpot, hit) for jackpot in books.jackpots_of(t.name) for hit in books.links[jackpot].open.values())
    here = (t.name, table.number)
    return [(jackpot, hit) for jackpot, hit in found if (hit.table, hit.round) == here and not hit.title]


def _nothing_drawn_before(t: TableRules, books: Books, table: Table, command: Any) -> None:
    """An award that waits was frozen in its turn: nothing that draws on a meter comes up again before it.

    It goes on to wait while only cards are corrected that change nothing about it.
    """
    core, waiting = game_of(t).core, _open(t, books, table)
    if not waiting or table.round is None:
        return
    try:
        events = core.decide(t.rules, table.round, command)
    except Refused:
        return  # the table says why
    after = core.replay(table.round, events)
    for jackpot, hit in waiting:
        readings = {**books.readings(t.name), **hit.readings}
        outcome = core.worth(t.rules, after, core.Step(hit.kind, hit.seat), readings)
        if not hasattr(events[0], "undone") or outcome is None or hand_of(outcome) != hit.hand:
            raise refuse(t, None, f"hit {hit.number} of {jackpot} is open: the award is rejected first")
        if outcome.draws != hit.draws:
            because = f"hit {hit.number} of {jackpot} is open and would be divided otherwise: it is rejected first"
            raise refuse(t, None, because)
    if any(step.kind in core.METER_STEPS for event in events for step in getattr(event, "undone", ())):
        jackpot, hit = waiting[0]
        because = (
            f"hit {hit.number} of {jackpot} is open, and what comes before it is settled again: it is rejected first"
        )
        raise refuse(t, None, because)


def awards_keyed(links: Iterable[Link], name: str, table: Table) -> list[tuple[str, Hit]]:
    """The awards that were keyed in the round of a table, paid or not; one that was rejected was none."""
    found = ((link.name, hit) for link in links for hit in (*link.open.values(), *link.last) if not hit.title)
    here = (name, table.number)
    return [(jackpot, hit) for jackpot, hit in found if (hit.table, hit.round) == here and hit.state != "rejected"]


def check_taken_back(t: TableRules, books: Books, table: Table) -> None:
    """Refuses to take back a step once an award of the round was locked, or where a meter cannot give back its part."""
    step = last_step(table)
    if step is None:
        return  # the table says why
    for jackpot, hit in awards_keyed(books.links.values(), t.name, table):
        because = f"hit {hit.number} of {jackpot} was keyed in this round: what it stands on is not taken back"
        raise refuse(t, first_rule(t, "award_verification", "supervisor_verifies", "winner_key"), because)
    event = taken(t.rules, table, step)
    known = zip(table.past[-step.events :], books.posted_at(t.name, table)[-step.events :], strict=True)
    for posted in [moved.posted for n, (one, moved) in enumerate(known) if not is_beside(event, n, one.event)]:
        if posted.fixed or posted.unfixed or posted.spared:
            raise refuse(t, "settlement_order", "fixed awards off a meter were paid or reversed with it: they stand")
        won = (one for one in posted.fed if not _in_meter(books, books.fed_now(t.name, one)))
        stays = (one for one in posted.unfed if not came_off(one, posted.unfed, posted.transfers)[0])
        waits = (one for one in stays if not _won(books, one))
        ended = (one for one in (*posted.fed, *posted.unfed) if books.links[one.jackpot].ended)
        for one in (*won, *waits, *ended):
            because = f"the {one.level} meter of {one.jackpot} was emptied since: what the step moved there stands"
            raise refuse(t, None, because)
        _held(t, books, posted)


def _in_meter(books: Books, one: MeterContribution | None) -> bool:
    """Whether a contribution lies in its meter, and no award has carried it off."""
    return one is not None and books.links[one.jackpot].tiers[one.level].era == one.era


def _won(books: Books, one: MeterContribution) -> bool:
    """Whether an award that waits no more has carried a contribution off."""
    link = books.links[one.jackpot]
    waiting = (hit.emptied[one.level].era for hit in link.open.values() if one.level in hit.emptied)
    return link.tiers[one.level].era != one.era and one.era not in waiting


def _held(t: TableRules, books: Books, posted: Posted) -> None:
    """Refuses to take more off a meter than it holds, or than it holds above its seed once it has paid fixed awards."""
    for one in posted.fed:
        meter, tier = books.meter(one.jackpot, one.level), books.links[one.jackpot].tiers[one.level]
        least = meter.seed if tier.fixed > one.fixed else 0
        if meter.amount - one.contribution.meter < least or meter.reserve < one.contribution.reserve:
            because = f"the {one.level} meter of {one.jackpot} has paid since, and cannot give back what the step added"
            raise refuse(t, None, because)


def signed_first(t: TableRules, books: Books, table: Table, act: str, seat: int = 0) -> None:
    """The cards of an award stay until its documents are complete: its slip has every signature."""
    slip = unsigned(t, books.slips.values(), table.number, act, seat)
    if slip is not None:
        missing = " and a ".join(slip.missing)
        raise refuse(t, slip.rule, f"slip {slip.issued.number} lacks the signature of a {missing}: it is signed first")


def _stays_keyed(t: TableRules, books: Books, table: Table, seat: int) -> None:
    """A key may be taken back until its award is validated; after that a supervisor rejects it or it is paid."""
    for jackpot in books.jackpots_of(t.name):
        hit = books.links[jackpot].hit_at(t.name, table.number, "progressive", seat)
        if hit is not None and hit.state == "validated":
            raise refuse(t, None, f"hit {hit.number} of {jackpot} is validated: a supervisor may reject it")
