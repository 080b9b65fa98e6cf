"""The end of a jackpot: after its top award has been won, or as a petition that was granted says.

Until then it is offered. What moves to another jackpot or licensee moves whole, fund and debt together.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from upcard.cards import Category
from upcard.errors import Refused
from upcard.games.game import core_of_round
from upcard.law.registry import plays
from upcard.money import account
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.books import IN_CHARGE, Books, Standing, for_role, refuse_ending, standing_still, two_people
from upcard.money.jackpot_awards import present
from upcard.money.link import Link, Member, Petition
from upcard.rules.house import House
from upcard.rules.jackpot import FIVE_CARD, TOP_AWARD_WON, jackpots_of
from upcard.rules.table import TableRules, reads_as
from upcard.tables.commands import Actor
from upcard.tables.state import Table
from upcard.units import is_day, whole_cents

EASIER = "easier criteria"
OTHER_GAME = "liability to another game"
OTHER_LICENSEE = "liability and fund to another licensee"
ENDED_HOLDS = "ended_jackpot_holds"


def announce_end(now: Standing, by: Actor, command: c.AnnounceEnd) -> tuple[e.JackpotEvent, ...]:
    for_role(by, IN_CHARGE, "announcing the end of a jackpot")
    link = now.link(command.jackpot)
    if link.ends_after_top:
        raise Refused(None, f"the end of {link.name} is announced already")
    tables = now.house.tables_on(link.name)
    days = tables[0].rules.law.suspension_days if tables else None
    return (e.EndAnnounced(link.name, days or 0),)


def petition_ways(house: House, link: Link) -> tuple[str, ...]:
    """What a petition may ask for: nothing, where the law of the jackpot knows no petition.

    Where the jackpot has ended nobody wins it on easier terms.
    """
    law = next((t.rules.law.jackpot_ends_by for t in house.tables_on(link.name)), None)
    never = {TOP_AWARD_WON, EASIER} if link.ended else {TOP_AWARD_WON}
    return tuple(way for way in link.ends_by or law or () if way not in never)


def easier_hands(house: House, link: Link) -> tuple[str, ...]:
    """The hands that could win the jackpot on easier terms, the best first; none where each level has its hand."""
    if len(link.tiers) > 1:
        return ()
    wins = _wins(house, link)
    return tuple(hand.key for hand in sorted(Category, reverse=True) if hand < wins)


def _wins(house: House, link: Link) -> Category:
    """The least hand that wins the jackpot now."""
    if link.easier:
        return next(hand for hand in Category if hand.key == link.easier)
    t = house.tables_on(link.name)[0]
    top: Category = jackpots_of(t).top_hand(t.rules, five_card=link.schedule == FIVE_CARD)
    return top


def record_petition(now: Standing, by: Actor, command: c.RecordPetition) -> tuple[e.JackpotEvent, ...]:
    for_role(by, ("licensee",), "a petition")
    link = _holding(now, command.jackpot)
    _check_way(now, link, command.way)
    if not command.grounds.strip():
        raise Refused(None, "grounds: a petition has its grounds")
    _check_target(now, link, command.way, command.to)
    if command.way == OTHER_LICENSEE:
        _check_statement(now, link, command)
    elif command.stated or command.document:
        raise refuse_ending(now, link, f"that the business closes is stated for {OTHER_LICENSEE!r} alone")
    return (
        e.PetitionRecorded(
            link.name, len(link.petitions) + 1, command.way, command.to, command.grounds, command.stated,
            command.document.strip(),
        ),
    )  # fmt: skip


def _check_statement(now: Standing, link: Link, command: c.RecordPetition) -> None:
    """A jackpot goes to another licensee when this one closes: that is stated, on a day and in a document."""
    if not is_day(command.stated):
        because = "stated: the licensee states that the business closes, on a day such as 2026-03-01"
        raise refuse_ending(now, link, because)
    today = now.at[:10]
    if is_day(today) and command.stated > today:
        raise refuse_ending(now, link, f"stated: {command.stated} is yet to come")
    if not command.document.strip():
        raise refuse_ending(now, link, "document: the statement that the business closes has a reference")


def _check_way(now: Standing, link: Link, way: str) -> None:
    ways = petition_ways(now.house, link)
    if not ways:
        raise Refused(None, f"the law of {link.name} knows no petition: the jackpot goes on by its own schedule")
    if way not in ways:
        raise refuse_ending(now, link, f"a petition is for {', '.join(ways)}, not for {way!r}")


def _check_target(now: Standing, link: Link, way: str, to: str) -> None:
    """What the petition asks for must be something that can be done."""
    if way == EASIER:
        _check_easier(now, link, to)
    if way == OTHER_GAME:
        for table in now.house.tables_on(link.name):
            plays(table.rules.law, "liability_moves_to", "any other jackpot")
        other = now.books.links.get(to)
        known = {name.casefold() for name in (*now.books.links, *now.house.jackpots)}
        outside = other is None and to.strip() == to != "" and to.casefold() not in known
        if not outside and (other is None or other.ended or other.name == link.name):
            raise refuse_ending(now, link, f"to: {to!r} is no other jackpot in play")
    ours = {reads_as(name) for name in (now.house.name, *now.books.links, *now.house.jackpots)}
    if way == OTHER_LICENSEE and (not to.strip() or reads_as(to) in ours):
        raise refuse_ending(now, link, "to: a petition names the other licensee who takes it over")


def _check_easier(now: Standing, link: Link, to: str) -> None:
    """A lesser hand than the one that wins the jackpot now; where every level has its hand, there is none."""
    hand = next((hand for hand in Category if hand.key == to), None)
    if hand is None:
        raise refuse_ending(now, link, f"to: {to!r} is no hand that could win the jackpot")
    if len(link.tiers) > 1:
        raise refuse_ending(now, link, f"each level of {link.name} has its hand: none can be given another's")
    wins = _wins(now.house, link)
    if hand >= wins:
        raise refuse_ending(now, link, f"to: {to} is no lesser hand than the {wins.key} that wins {link.name} now")


def decide_petition(now: Standing, by: Actor, command: c.DecidePetition) -> tuple[e.JackpotEvent, ...]:
    """What the authority decided, under its own reference."""
    for_role(by, ("regulator",), "the decision on a petition")
    link = _holding(now, command.jackpot)
    petition = _petition(link, command.number)
    if petition.granted is not None:
        raise Refused(None, f"petition {petition.number} has been decided")
    if not command.reference.strip():
        raise Refused(None, "reference: a decision has a reference")
    return (e.PetitionDecided(link.name, petition.number, command.granted, command.reference),)


def _petition(link: Link, number: int) -> Petition:
    found = next((p for p in link.petitions if p.number == number), None)
    if found is None:
        raise Refused(None, f"{link.name} has no petition {number}")
    return found


def end_jackpot(now: Standing, by: Actor, command: c.EndJackpot) -> tuple[e.JackpotEvent, ...]:
    """Two people, a link that stands still, and nothing on any layout that plays for it."""
    for_role(by, IN_CHARGE, "ending a jackpot")
    link = _holding(now, command.jackpot)
    two_people(by, command.second, "ending a jackpot")
    if not command.petition:
        now.link(command.jackpot)
        if not link.top_won or link.open or any(tier.since_reset for tier in link.tiers.values()):
            because = f"{link.name} is offered until its top award has been won and no meter holds players' money"
            raise refuse_ending(now, link, because)
        _still(now, link)
        return (e.JackpotEnded(link.name, TOP_AWARD_WON, _players_own(now, link)),)
    petition = _petition(link, command.petition)
    if not petition.granted or petition.used:
        state = "has been acted on" if petition.used else "has not been granted"
        raise refuse_ending(now, link, f"petition {petition.number} {state}")
    _check_way(now, link, petition.way)
    _still(now, link)
    _check_target(now, link, petition.way, petition.to)
    if petition.way == EASIER:
        return (e.CriteriaEased(link.name, petition.number, petition.to),)
    other = now.books.links.get(petition.to) if petition.way == OTHER_GAME else None
    levels = _onto(link, other) if other is not None else {}
    moved = e.FundTransferred(link.name, petition.number, petition.to, levels)
    return (moved,) if link.ended else (moved, e.JackpotEnded(link.name, petition.way))


def _holding(now: Standing, jackpot: str) -> Link:
    """A jackpot in play, or one that has ended and holds money of players: that leaves by a petition, too."""
    link = now.books.links.get(jackpot)
    return link if link is not None and link.owed else now.link(jackpot)


def _players_own(now: Standing, link: Link) -> dict[str, int]:
    """By level, the cents above what the house put up: a reserve is players' money, poured or not."""
    for table in now.house.tables_on(link.name):
        plays(table.rules.law, ENDED_HOLDS, "the seed alone")
    found: dict[str, int] = {}
    for level, tier in link.tiers.items():
        kept = (account.meter(link.name, level), account.reserve(link.name, level))
        above = whole_cents(sum(now.books.balances.get(name, 0) for name in kept)) - tier.put_up
        if above > 0:
            found[level] = above
    return found


def _still(now: Standing, link: Link) -> None:
    standing_still(link, "a jackpot does not end")
    for name, member in link.members.items():
        if now.wagered(name, member.wagers):
            raise refuse_ending(now, link, f"a wager for {link.name} lies at {name}")


def _onto(link: Link, other: Link) -> dict[str, str]:
    """Each level onto the level of the same name, else onto the other's highest."""
    return {level: level if level in other.tiers else other.top for level in link.tiers}


# ---- What is out of the ordinary about a table's jackpots --------------------------------------------------
# easier terms, an end, wagers that are not taken.
#
# Easier terms hold where a petition for them was granted: until the top award is won, and for that award.
#
# The award is locked before it is paid, and ends the terms when it is locked. The hand that won it is still paid by
# them, and so is everyone with whom it is divided. Where it is rejected, or the hand that was paid turns out not to
# have won it, they hold again from that moment at every table, but not for an award that was locked in the meantime:
# that one is paid as it was locked, to all who divide it.


ENDED: Final = "ended"

Terms: TypeAlias = Category | Literal["ended"] | None
"""The hand that wins on easier terms, that the jackpot has ended, or nothing out of the ordinary."""


def terms_at(books: Books, jackpot: str, name: str, table: Table | None) -> Terms:
    """What is out of the ordinary about a jackpot for a table as it stands."""
    link = books.links.get(jackpot)
    return ENDED if link is not None and link.ended else easier_hand(books, jackpot, name, table)


def easier_hand(books: Books, jackpot: str, name: str, table: Table | None) -> Category | None:
    """The hand from which the whole top meter is won at a table as it stands, where that is not the schedule's."""
    link = books.links.get(jackpot)
    if link is None or not link.eased:
        return None
    if _worked_out(link, name, table) if link.easier else not _won_here(link, name, table):
        return None
    return next(hand for hand in Category if hand.key == link.eased)


def _won_here(link: Link, name: str, table: Table | None) -> bool:
    """Whether what is settled next at the table is an award that was locked by the terms, or a part of one."""
    step = _meter_step(table)
    if table is None or step is None:
        return False
    here = (name, table.number, step.kind, link.eased)
    return any(
        hit.seat == step.seat or any(draw.ways > 1 for draw in hit.draws)
        for hit in (*link.open.values(), *link.last)
        if (hit.table, hit.round, hit.kind, hit.eased) == here and hit.state != "rejected" and not hit.title
    )


def _worked_out(link: Link, name: str, table: Table | None) -> bool:
    """Whether what is settled next at the table was locked, or is divided already, while the terms did not hold."""
    step = _meter_step(table)
    if table is None or step is None:
        return False
    divided = core_of_round(table.round).divided(table.round, step.kind)
    return divided or link.hit_at(name, table.number, step.kind, step.seat) is not None


def _meter_step(table: Table | None) -> Any:
    """What is settled next at the table, where it draws on a meter."""
    step = present(table) if table is not None else None
    return step if step and table and step.kind in core_of_round(table.round).METER_STEPS else None


PLAYS_FOR = {"progressive": "jackpot", "five_card_player": "five_card_jackpot", "five_card_dealer": "five_card_jackpot"}


def stopped_at(books: Books, t: TableRules) -> tuple[tuple[str, str], ...]:
    """The wagers for a jackpot that the table has lost or that stands still, each with why it is not taken."""
    found = []
    for wager, elected in PLAYS_FOR.items():
        name: str | None = getattr(t, elected)
        jackpot = books.jackpot_of(t.name, wager)
        if jackpot != name and name is not None:
            instead = f" but on that of {jackpot}, which it leaves first" if jackpot is not None else ""
            found.append((wager, f"{t.name} is not on the link of {name}{instead}: it takes no {wager} wager"))
        elif name is not None and books.links[name].members[t.name] != Member(*jackpots_of(t).fed_by(t, name)):
            because = f"{t.name} joined {name} under another edition: it takes no {wager} wager until it joins anew"
            found.append((wager, because))
        elif jackpot is not None and not (link := books.links[jackpot]).operating:
            found.append((wager, f"{jackpot} takes no wagers: {link.ended or link.suspended}"))
    return tuple(found)
