"""What may be done to a jackpot or a tray now: what it asks for, who may do it, and whether two people sign it."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from upcard.document import doc, one_of
from upcard.money.jackpot_end import EASIER, OTHER_GAME, OTHER_LICENSEE, easier_hands, petition_ways
from upcard.money.link import Link, Member, Petition
from upcard.number_format import money
from upcard.rules.house import House
from upcard.rules.jackpot import ORDERED, jackpots_of, show_rate
from upcard.units import show_cents
from upcard.web.act_codec import OfferedAct
from upcard.web.projection import StateSnapshot
from upcard.web.views.guest_actions import chips
from upcard.web.views.irregularity_actions import ChipKey


class Field(TypedDict):
    """Something that an act of the house asks for."""

    into: Annotated[str, doc("The field of the act; a dot leads into one.")]
    label: Annotated[str, doc("What is asked for, in words.")]
    kind: Annotated[
        str,
        one_of("text", "day", "dollars", "micros", "cents", "millionths", "choice"),
        doc("How the answer is written in the act."),
    ]
    value: Annotated[str, doc("What stands there at first.")]
    of: Annotated[list[str] | None, doc("What may be chosen.")]
    optional: Annotated[bool, doc("Whether it may be left out.")]
    chips: NotRequired[Annotated[list[ChipKey], doc("Denominations that an amount may be keyed by.")]]
    ways: NotRequired[Annotated[list[str], doc("The ways of ending a jackpot that ask for it; else all do.")]]


class HouseAction(TypedDict):
    """Something that may be done to a jackpot, a tray or the shift."""

    key: Annotated[str, doc("Its name.")]
    label: Annotated[str, doc("What the button says.")]
    statement: Annotated[str, doc("What it does.")]
    act: Annotated[OfferedAct, doc("What is sent.")]
    fields: Annotated[list[Field], doc("What has to be said first.")]
    second: Annotated[bool, doc("Whether a second person signs it.")]
    done: Annotated[str, doc("What is told once it is done, or empty.")]
    lists: NotRequired[Annotated[list[str], doc("What whoever does it should know first, line by line.")]]


class LeverFor(HouseAction):
    """The same before it is known who looks."""

    roles: NotRequired[tuple[str, ...]]


BOTH = ("supervisor", "licensee")
LICENSEE = ("licensee",)


def field(
    into: str, label: str, kind: str = "text", value: str = "", *, of: list[str] | None = None, optional: bool = False
) -> Field:
    """Something that an act asks for; `into` is the field of the act, `kind` how it is written there."""
    return {"into": into, "label": label, "kind": kind, "value": value, "of": of, "optional": optional}


def lever(
    key: str,
    label: str,
    statement: str,
    act: dict[str, Any],
    *fields: Field,
    roles: tuple[str, ...] = BOTH,
    second: bool = False,
    done: str = "",
) -> LeverFor:
    return {"key": key, "label": label, "statement": statement, "act": act, "fields": list(fields), "second": second,
            "done": done, "roles": roles}  # fmt: skip


REASON = field("reason", "Reason")


def levers(moment: StateSnapshot, house: House, name: str) -> list[LeverFor]:
    """Every act that the state of the jackpot has room for."""
    link = moment.links.get(name)
    if link is None:
        return [lever("open", "Put into play", f"{name} is put into play as the house elected.",
                       {"act": "OpenJackpot", "jackpot": name})]  # fmt: skip
    if link.ended:
        return _petitions(house, link) if link.owed else []
    return [*_running(house, link), *_membership(moment, house, link), *_meters(house, link), *_ending(house, link)]


def trays(table: str, *, idle: bool) -> list[LeverFor]:
    """What the cage does at a table: fills and credits, and counts; a tray is counted between rounds."""
    dollars: Field = {**field("amount", "Amount in dollars", "dollars"), "chips": chips()}
    found = [
        lever("fill", "Fill the tray", f"Chips go from the cage to the tray of {table}.",
               {"act": "FillTray", "table": table}, dollars, done=f"The tray of {table} is filled."),
        lever("credit", "Credit the tray", f"Chips go from the tray of {table} back to the cage.",
               {"act": "CreditTray", "table": table}, dollars, done=f"The credit of {table} is recorded."),
        lever("drop", "Count the drop", f"The drop box of {table} is emptied, and what was in it is counted.",
               {"act": "CountDrop", "table": table}, dollars, done=f"The drop of {table} is counted."),
    ]  # fmt: skip
    if idle:
        said = f"Enter what is in the tray of {table}. A difference from the books is recorded and raises an alert."
        found.append(lever("count", "Count the tray", said, {"act": "CountTray", "table": table}, dollars,
                           done=f"The tray of {table} is counted."))  # fmt: skip
    return found


def _law(house: House, link: Link) -> Any:
    return house.tables_on(link.name)[0].rules.law


def _running(house: House, link: Link) -> list[LeverFor]:
    if link.suspended:
        if all(one.ordered for one in link.causes):
            return []
        said = f"{link.name} takes wagers again. It stood still: {link.suspended}"
        if any(one.ordered for one in link.causes):
            said = f"{link.name} goes on standing still until the regulator ends it, or its term: {link.suspended}"
        return [lever("resume", "Resume", said, {"act": "ResumeLink", "jackpot": link.name}, second=True)]
    said = f"{link.name} is suspended: no wagers are taken for it until two people resume it."
    causes, days = _law(house, link).suspension_causes, _law(house, link).suspension_days
    ours = [cause for cause in causes or () if cause != ORDERED]
    fields = [field("cause", "Cause", "choice", ours[0], of=ours)] if ours else []
    if days is not None:
        said += f" Every sign says why, and until when: {days} days at most."
        fields.append(field("until", "Until (UTC), such as 2026-03-01T20:00"))
    return [lever("suspend", "Suspend", said, {"act": "SuspendLink", "jackpot": link.name}, *fields, REASON)]


def _membership(moment: StateSnapshot, house: House, link: Link) -> list[LeverFor]:
    """Tables come and go between rounds, and the last one stays."""
    found: list[LeverFor] = []
    elected = house.tables_on(link.name)
    for t in house.tables:
        member = link.members.get(t.name)
        if (member is None and t not in elected) or not moment.tables[t.name].without_wagers:
            continue
        anew = t in elected and member != Member(*jackpots_of(t).fed_by(t, link.name))
        if not anew and t in elected and list(link.members) == [t.name]:
            continue
        act, label = ("JoinTable", "Join") if anew else ("LeaveLink", "Take off")
        said = f"{t.name} {'no longer plays' if act == 'LeaveLink' else 'plays'} for {link.name}, from its next round."
        document = {"act": act, "jackpot": link.name, "table": t.name}
        found.append(lever(f"table {t.name}", f"{label} {t.name}", said, document))
    return found


def _meters(house: House, link: Link) -> list[LeverFor]:
    found: list[LeverFor] = []
    table = house.tables_on(link.name)[0]
    _, approved = jackpots_of(table).approved_values(house.jackpots[link.name], table.rules.law)
    approval = (
        field("approval.reference", f"Approval of the {' and the '.join(approved)}: its reference"),
        field("approval.date", "Approval: its date, such as 2026-03-01"),
    ) if approved else ()  # fmt: skip
    for name, tier in link.tiers.items():
        of = name.replace("_", " ")
        found.append(
            lever(
                f"correct {name}", f"Correct {of}",
                f"The meter {of} of {link.name} is put right after a malfunction, by a new entry that both sign.",
                {"act": "CorrectMeter", "jackpot": link.name, "level": name},
                field("micros", "By how many dollars (with a minus to take away)", "micros"), REASON,
                second=True,
            )
        )  # fmt: skip
        if link.operating:
            continue
        level = tier.level
        found.append(
            lever(
                f"change {name}", f"Change {of}",
                f"The meter {of} of {link.name} has other parameters from now on, within the law.",
                {"act": "ChangeLevel", "jackpot": link.name, "level": name, "after": {"overflow": level.overflow}},
                field("after.seed", "Seed, in dollars", "cents", show_cents(level.seed)),
                field("after.rate", "Of each wager to the meter, in percent", "millionths",
                       show_rate(level.rate).removesuffix("%")),
                field("after.reserve_rate", "Of each wager to the reserve, in percent", "millionths",
                       show_rate(level.reserve_rate).removesuffix("%")),
                field("after.limit", "Limit, in dollars (empty for none)", "cents",
                       "" if level.limit is None else show_cents(level.limit), optional=True),
                field("after.overflow", "What a limit turns away goes to", "choice", level.overflow,
                       of=["reserve", "revenue"]),
                *approval, REASON, second=True,
            )
        )  # fmt: skip
    return found


def _ending(house: House, link: Link) -> list[LeverFor]:
    """How a jackpot comes to its end: announced, or petitioned for and granted."""
    found: list[LeverFor] = []
    if not link.ends_after_top:
        said = f"{link.name} is suspended once its top award has been won, and may then be ended."
        found.append(lever("announce", "Announce the end", said, {"act": "AnnounceEnd", "jackpot": link.name}))
    found += _petitions(house, link)
    if link.top_won and not link.operating:
        said = f"{link.name} is offered no more: its top award has been won."
        found.append(lever("end", "End the jackpot", said, {"act": "EndJackpot", "jackpot": link.name}, second=True))
    return found


def _petitions(house: House, link: Link) -> list[LeverFor]:
    """What is asked of the authority, and what it has granted."""
    found: list[LeverFor] = []
    hands = easier_hands(house, link)
    ways = [way for way in petition_ways(house, link) if hands or way != EASIER]
    if ways:
        asked = f"A petition to end {link.name} early, for the authority to decide."
        if link.ended:
            asked = f"A petition to move the {money(link.owed)} that {link.name} held for players when it ended."
        found.append(lever(
            "petition", "Record a petition", asked,
            {"act": "RecordPetition", "jackpot": link.name},
            field("way", "What is asked for", "choice", ways[0], of=ways),
            *(_where(EASIER, field("to", "Hand that wins it from then on", "choice", hands[0], of=list(hands)))
              for _ in hands[:1]),
            _where(OTHER_GAME, field("to", "Jackpot that takes it over")),
            _where(OTHER_LICENSEE, field("to", "Licensee that takes it over")),
            field("grounds", "Grounds"),
            _where(OTHER_LICENSEE, field("stated", "Date of the statement that the business closes", "day")),
            _where(OTHER_LICENSEE, field("document", "Reference of that statement")),
            roles=LICENSEE, done=f"The petition for {link.name} is recorded. The regulator sees it at once.",
        ))  # fmt: skip
    if link.operating:
        return found
    granted = [petition for petition in link.petitions if petition.granted and not petition.used and ways]
    for petition in granted:
        said = f"Petition {petition.number} is carried out: {petition.way}, {petition.to.replace('_', ' ')}."
        document = {"act": "EndJackpot", "jackpot": link.name, "petition": petition.number}
        found.append(
            lever(f"end {petition.number}", f"Carry out petition {petition.number}", said, document, second=True)
        )
    return found


def _where(way: str, asked: Field) -> Field:
    """A field that only this way of ending a jackpot asks for."""
    return {**asked, "ways": [way]}


def decisions(link: Link, petition: Petition) -> list[HouseAction]:
    """What the authority may decide about a petition, under its own reference."""
    asked = f"petition {petition.number} for {link.name}: {petition.way}, {petition.to.replace('_', ' ')}"
    grants = f"You grant {asked}. Two people of the house may then carry it out."
    found: list[HouseAction] = []
    for granted, label, said in ((True, "Grant", grants), (False, "Refuse", f"You refuse {asked}.")):
        act = {"act": "DecidePetition", "jackpot": link.name, "number": petition.number, "granted": granted}
        offered = lever(label.lower(), label, said, act, field("reference", "Reference of the decision"))
        offered.pop("roles")
        found.append(offered)
    return found
