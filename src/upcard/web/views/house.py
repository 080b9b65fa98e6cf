"""The house as its licensee sees it: tables with their signs and accounts, jackpots with what may be done to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypedDict, cast

from upcard.document import EditionId, ExactMoney, Level, Money, Rate, doc, one_of
from upcard.games.game import game_of
from upcard.journal.act_table import ACTS
from upcard.journal.command import TABLE
from upcard.money import account
from upcard.money.books import IN_CHARGE
from upcard.money.link import Link, Petition
from upcard.number_format import money
from upcard.people.person import Person
from upcard.people.person import Role as PersonRole
from upcard.rules.house import House
from upcard.rules.jackpot import Jackpot, show_rate
from upcard.rules.table import TableRules
from upcard.tables.commands import Actor as Signer
from upcard.tables.commands import Role as TableRole
from upcard.tables.signs import in_force
from upcard.tables.state import Table
from upcard.units import show_cents, show_meter, whole_cents
from upcard.web.act_codec import OfferedAct
from upcard.web.projection import StateSnapshot
from upcard.web.router import Who
from upcard.web.views.actions import closing_question
from upcard.web.views.house_actions import HouseAction, levers, trays
from upcard.web.views.jackpots import Liability, TableBasics, liability_document, most_owed
from upcard.web.views.labels import Why, why
from upcard.web.views.money_reports import Slip, may_sign, slip_document
from upcard.web.views.pay_tables import posted_signs
from upcard.web.views.shift import OpenItem, closing, still_open
from upcard.web.views.supervisor import Alert, alerts


class PostedSign(TypedDict):
    """What the law wants posted at a table."""

    title: Annotated[str, doc("Its heading.")]
    why: Annotated[Why | None, doc("The rule that wants it.")]
    lines: Annotated[list[list[str]], doc("Its lines: what, and how much.")]


class Account(TypedDict):
    """What an account of a table holds."""

    label: Annotated[str, doc("The account.")]
    amount: Annotated[ExactMoney, doc("What it holds.")]


class HouseTable(TableBasics):
    """A table with its signs and accounts."""

    seats: Annotated[int, doc("How many seats it has.")]
    taken: Annotated[int, doc("How many are taken.")]
    liability: Annotated[Liability, doc("What the wagers there could come to cost.")]
    version: Annotated[int, doc("The version of the table.")]
    act: Annotated[OfferedAct | None, doc("What opens or closes it, where that may be done.")]
    confirm: Annotated[str, doc("What is asked before it closes, or empty.")]
    waits: Annotated[str, doc("What it waits for before it opens or closes, or empty.")]
    signs: Annotated[list[PostedSign], doc("What the law wants posted there.")]
    accounts: Annotated[list[Account], doc("What its accounts hold.")]
    acts: Annotated[list[HouseAction], doc("What the cage may do there.")]


class HouseLevel(TypedDict):
    """A meter with its parameters."""

    level: Annotated[Level, doc("Its name.")]
    label: Annotated[str, doc("Its name in words.")]
    amount: Annotated[Money | None, doc("What it shows, once it is in play.")]
    seed: Annotated[Money, doc("What it starts from.")]
    rate: Annotated[Rate, doc("What of each wager goes to it.")]
    reserve: Annotated[Rate, doc("What of each wager goes to its reserve.")]
    limit: Annotated[Money | None, doc("Where it stops.")]
    overflow: Annotated[str, one_of("reserve", "revenue"), doc("What a limit turns away goes there.")]
    wagered: Annotated[Money | None, doc("All that was wagered on it.")]
    won: Annotated[Money | None, doc("All that was won off it.")]
    hits: Annotated[int, doc("How often it was won.")]


class PetitionShown(TypedDict):
    """A petition to end a jackpot early."""

    number: Annotated[int, doc("Its number.")]
    text: Annotated[str, doc("What it asks for.")]
    grounds: Annotated[str, doc("Why.")]
    state: Annotated[str, doc("What the authority says.")]


class HouseJackpot(TypedDict):
    """A jackpot with what may be done to it."""

    name: Annotated[str, doc("Its name.")]
    schedule: Annotated[str, doc("The schedule of its awards.")]
    edition: Annotated[EditionId, doc("The law that it is run by.")]
    tables: Annotated[list[str], doc("The tables that may play for it.")]
    in_play: Annotated[bool, doc("Whether it was put into play.")]
    state: Annotated[str, doc("How it stands, in words.")]
    operating: Annotated[bool, doc("Whether it takes wagers.")]
    ends_after_top: Annotated[bool, doc("Whether it ends with its top award.")]
    eased: Annotated[str, doc("The hand that wins the top award since a petition was granted, or empty.")]
    members: Annotated[list[str], doc("The tables that play for it now.")]
    pending: Annotated[int, doc("How many awards are not paid yet.")]
    version: Annotated[int, doc("The version of the jackpot.")]
    why: Annotated[Why | None, doc("The rule by which it ends.")]
    wager: Annotated[str, doc("Another wager than its schedule lists, or empty.")]
    approval: Annotated[str, doc("Under which reference the values of its meters were approved, and when, or empty.")]
    levels: Annotated[list[HouseLevel], doc("Its meters.")]
    petitions: Annotated[list[PetitionShown], doc("Petitions to end it.")]
    acts: Annotated[list[HouseAction], doc("What may be done to it.")]


class HousePage(TypedDict):
    """The whole house."""

    seq: Annotated[int, doc("The entry after which this is so.")]
    house: Annotated[str, doc("The name of the house.")]
    role: Annotated[str, one_of("supervisor", "licensee"), doc("The role of whoever looks.")]
    locked: Annotated[str, doc("Why play has stopped, or empty.")]
    alerts: Annotated[list[Alert], doc("What somebody should look at.")]
    tables: Annotated[list[HouseTable], doc("The tables.")]
    jackpots: Annotated[list[HouseJackpot], doc("The jackpots.")]
    slips: Annotated[list[Slip], doc("The slips that whoever looks may sign.")]
    shift: Annotated[list[HouseAction], doc("What ends the shift.")]
    open: Annotated[list[OpenItem], doc("What a shift that ended now would leave open.")]
    cage: Annotated[int, doc("The version of the cage, which the end of a shift by two people is meant for.")]
    liability: Annotated[str, doc("What the rounds on all tables together could come to cost the trays, or empty.")]
    closed: Annotated[bool, doc("Whether no table is open.")]
    people: NotRequired[Annotated[list[HousePerson], doc("The people; only for a licensee.")]]
    roles: NotRequired[Annotated[list[PersonRole], doc("The roles that they may have; only for a licensee.")]]
    checklist: NotRequired[
        Annotated[list[Task], doc("What a new house still needs before it plays, until all is done; for a licensee.")]
    ]


class Task(TypedDict):
    """Something that a house needs before it plays."""

    text: Annotated[str, doc("What it is.")]
    done: Annotated[bool, doc("Whether it is done.")]
    detail: Annotated[str, doc("How it stands, or why it is needed.")]
    href: Annotated[str, doc("Where it is done.")]


class HousePerson(TypedDict):
    """Somebody of the house."""

    id: Annotated[str, doc("The id.")]
    name: Annotated[str, doc("The name.")]
    role: Annotated[PersonRole, doc("The one role.")]
    locked: Annotated[bool, doc("Whether somebody has locked the id.")]
    first_password: Annotated[bool, doc("Whether the password is one that somebody else has set.")]
    you: Annotated[bool, doc("Whether it is whoever asks.")]
    waits: Annotated[str, doc("Why what this person signs does not count yet, or empty.")]
    confirm: Annotated[bool, doc("Whether whoever asks may confirm it.")]


def house_page(
    moment: StateSnapshot, house: House, slugs: Mapping[str, str], who: Who, balances: Mapping[str, int]
) -> HousePage:
    """All that the page is drawn from but its people, who are not for everyone here."""
    by, told = Signer(who.id, cast("TableRole", who.role)), alerts(moment)
    open_ = still_open(moment, slugs, who, balances, told)
    return {
        "seq": moment.seq,
        "house": moment.house_name,
        "role": who.role,
        "locked": moment.locked,
        "alerts": told,
        "tables": [_table(moment, name, slugs[name], who, balances) for name in moment.tables],
        "jackpots": [_jackpot(moment, house, name, who) for name in house.jackpots],
        "slips": [slip_document(moment, slip, by) for slip in moment.slips.values() if may_sign(slip, by)],
        "shift": [lever for lever in closing(moment, open_) if who.role in lever.pop("roles")],
        "open": open_,
        "cage": moment.versions.get("cage", 0),
        "liability": _liability(moment),
        "closed": not any(table.is_open for table in moment.tables.values()),
    }


def _liability(moment: StateSnapshot) -> str:
    """The bounds of all tables together, where more than one has wagers."""
    owed = [most for name, table in moment.tables.items() if (most := most_owed(moment.rules[name], table))]
    if len(owed) < 2:
        return ""
    return f"The most that all trays together can lose in the rounds on the tables is {money(sum(owed))}."


# ---- tables ----------------------------------------------------------------------------------------------------


def _table(moment: StateSnapshot, name: str, slug: str, who: Who, balances: Mapping[str, int]) -> HouseTable:
    t, table = moment.rules[name], moment.tables[name]
    may = who.role in ACTS["OpenTable"].roles
    waits = _waits(table, may=may)
    act = None if waits else {"act": "CloseTable" if table.is_open else "OpenTable"}
    return {
        "name": name,
        "slug": slug,
        "edition": t.edition.id,
        "title": t.edition.title,
        "mode": t.mode,
        "seats": t.seats,
        "taken": len(table.players),
        "open": table.is_open,
        "round": table.number,
        "dealer": table.dealer,
        "limits": game_of(t).core.limits(in_force(t, table)),
        "liability": liability_document(t, table),
        "version": moment.versions.get(TABLE + name, 0),
        "act": act,
        "confirm": closing_question(table) if act and table.is_open else "",
        "waits": waits,
        "signs": _signs(t, table),
        "accounts": _accounts(name, balances),
        "acts": [lever for lever in trays(name, idle=table.without_wagers) if who.role in lever.pop("roles")],
    }


def _waits(table: Table, *, may: bool) -> str:
    """What a table needs before it opens or closes."""
    if not may:
        return "A dealer or a supervisor closes it." if table.is_open else "A dealer or a supervisor opens it."
    if table.is_open and not table.without_wagers:
        return "It closes between rounds: a round is being played."
    return ""


def _signs(t: TableRules, table: Table) -> list[PostedSign]:
    """What the law wants posted there."""
    return [
        {"title": one.title, "why": why(t.rules, one.rule), "lines": [list(line) for line in one.lines]}
        for one in posted_signs(t, table)
    ]


def _accounts(name: str, balances: Mapping[str, int]) -> list[Account]:
    """What the table's own accounts hold, in dollars."""
    kept = (
        ("Tray", account.tray(name)), ("On the felt", account.felt(name)), ("Drop box", account.drop(name)),
        ("Tips", account.tips(name)), ("Fees", account.fees(name)),
    )  # fmt: skip
    counts = balances.get(account.variance(name), 0)  # what a count finds over comes out of this account
    found: list[Account] = [{"label": label, "amount": show_meter(balances.get(of, 0))} for label, of in kept]
    return [*found, {"label": f"Counts {'short' if counts > 0 else 'over'}", "amount": show_meter(abs(counts))}]


# ---- jackpots --------------------------------------------------------------------------------------------------


def _state(link: Link) -> str:
    ordered = ", which the regulator ends before its term" if any(one.ordered for one in link.causes) else ""
    return link.ended or (link.suspended and f"{link.suspended}{ordered}") or "in operation"


def _jackpot(moment: StateSnapshot, house: House, name: str, who: Who) -> HouseJackpot:
    jackpot = house.jackpots[name]
    link = moment.links.get(name)
    rules = house.tables_on(name)[0].rules
    found: HouseJackpot = {
        "name": name,
        "schedule": jackpot.schedule,
        "edition": rules.edition.id,
        "tables": [t.name for t in house.tables_on(name)],
        "in_play": link is not None,
        "state": "not in play" if link is None else _state(link),
        "operating": link is not None and link.operating,
        "ends_after_top": link is not None and link.ends_after_top,
        "eased": link.easier.replace("_", " ") if link else "",
        "members": list(link.members) if link else [],
        "pending": len(link.open) if link else 0,
        "version": moment.versions.get(f"jackpot/{name}", 0),
        "why": why(rules, "jackpot_ends_by"),
        "wager": link.wager if link else jackpot.wager or "",
        "approval": _approval(jackpot, link),
        "levels": _levels(moment, jackpot),
        "petitions": [],
        "acts": [],
    }
    if link is not None:
        found["petitions"] = [_petition(one) for one in link.petitions]
    if who.role in IN_CHARGE:
        found["acts"] = [lever for lever in levers(moment, house, name) if who.role in lever.pop("roles")]
    return found


def _approval(jackpot: Jackpot, link: Link | None) -> str:
    """Under what the values of its meters were approved, as the journal has it once it is in play."""
    approval = link.approval if link is not None else jackpot.approval
    return str(approval) if approval is not None else ""


def _petition(one: Petition) -> PetitionShown:
    state = "waits for the authority"
    if one.granted is not None:
        state = f"{'granted' if one.granted else 'refused'}, {one.reference}"
    closes = f"; closing stated on {one.stated}, {one.document}" if one.stated else ""
    return {
        "number": one.number, "text": f"{one.way}: {one.to.replace('_', ' ')}", "grounds": one.grounds + closes,
        "state": state,
    }  # fmt: skip


def _levels(moment: StateSnapshot, jackpot: Jackpot) -> list[HouseLevel]:
    link = moment.links.get(jackpot.name)
    rows: list[HouseLevel] = []
    for name, elected in jackpot.levels.items():
        tier = link.tiers[name] if link else None
        level = tier.level if tier else elected
        shown = show_cents(whole_cents(moment.meters[jackpot.name][name])) if link else None
        rows.append(
            {
                "level": name,
                "label": name.replace("_", " ").capitalize(),
                "amount": shown,
                "seed": show_cents(level.seed),
                "rate": show_rate(level.rate),
                "reserve": show_rate(level.reserve_rate),
                "limit": None if level.limit is None else show_cents(level.limit),
                "overflow": level.overflow,
                "wagered": show_cents(tier.wagered) if tier else None,
                "won": show_cents(tier.won) if tier else None,
                "hits": tier.hits if tier else 0,
            }
        )
    return rows


# ---- people ----------------------------------------------------------------------------------------------------


def person_document(person: Person, me: str, now: int) -> HousePerson:
    may = me not in (person.id, *person.signing.waiting_for(now))
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "locked": person.locked,
        "first_password": person.first_password,
        "you": person.id == me,
        "waits": person.signing.why(now),
        "confirm": may and person.signing.waits(now),
    }
