"""The house as its licensee and its supervisors see it."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from upcard.people.person import Role as PersonRole
from upcard.web.schemas.acts import OfferedAct
from upcard.web.schemas.people import HousePerson
from upcard.web.schemas.schema import one_of
from upcard.web.schemas.slips import Slip
from upcard.web.schemas.supervisor import Alert
from upcard.web.schemas.types import EditionId, ExactMoney, Level, Liability, Mode, Money, Rate, Why


class Field(TypedDict):
    """Something that an act of the house asks for."""

    into: Annotated[str, "The field of the act; a dot leads into one."]
    label: Annotated[str, "What is asked for, in words."]
    kind: Annotated[
        str, one_of("text", "micros", "cents", "millionths", "choice"), "How the answer is written in the act."
    ]
    value: Annotated[str, "What stands there at first."]
    of: Annotated[list[str] | None, "What may be chosen."]
    optional: Annotated[bool, "Whether it may be left out."]


class HouseAction(TypedDict):
    """Something that may be done to a jackpot, a tray or the shift."""

    key: Annotated[str, "Its name."]
    label: Annotated[str, "What the button says."]
    statement: Annotated[str, "What it does."]
    act: Annotated[OfferedAct, "What is sent."]
    fields: Annotated[list[Field], "What has to be said first."]
    second: Annotated[bool, "Whether a second person signs it."]


class LeverFor(HouseAction):
    """The same before it is known who looks."""

    roles: NotRequired[tuple[str, ...]]


class PostedSign(TypedDict):
    """What the law wants posted at a table."""

    title: Annotated[str, "Its heading."]
    why: Annotated[Why | None, "The rule that wants it."]
    lines: Annotated[list[list[str]], "Its lines: what, and how much."]


class Account(TypedDict):
    """What an account of a table holds."""

    label: Annotated[str, "The account."]
    amount: Annotated[ExactMoney, "What it holds."]


class HouseTable(TypedDict):
    """A table with its signs and accounts."""

    name: Annotated[str, "Its name."]
    slug: Annotated[str, "Its name in addresses."]
    edition: Annotated[EditionId, "The law that it plays under."]
    title: Annotated[str, "That law in words."]
    mode: Annotated[Mode, "Whose cards it plays with."]
    seats: Annotated[int, "How many seats it has."]
    taken: Annotated[int, "How many are taken."]
    open: Annotated[bool, "Whether it is open."]
    round: Annotated[int, "The number of the present round."]
    dealer: Annotated[str, "Who deals, or empty."]
    limits: Annotated[str, "What may be wagered, in words."]
    liability: Annotated[Liability, "What the wagers there could come to cost."]
    version: Annotated[int, "The version of the table."]
    act: Annotated[OfferedAct | None, "What opens or closes it, where that may be done."]
    waits: Annotated[str, "What it waits for before it opens or closes, or empty."]
    signs: Annotated[list[PostedSign], "What the law wants posted there."]
    accounts: Annotated[list[Account], "What its accounts hold."]
    acts: Annotated[list[HouseAction], "What the cage may do there."]


class HouseLevel(TypedDict):
    """A meter with its parameters."""

    level: Annotated[Level, "Its name."]
    label: Annotated[str, "Its name in words."]
    amount: Annotated[Money | None, "What it shows, once it is in play."]
    seed: Annotated[Money, "What it starts from."]
    rate: Annotated[Rate, "What of each wager goes to it."]
    reserve: Annotated[Rate, "What of each wager goes to its reserve."]
    limit: Annotated[Money | None, "Where it stops."]
    overflow: Annotated[str, one_of("reserve", "revenue"), "What a limit turns away goes there."]
    wagered: Annotated[Money | None, "All that was wagered on it."]
    won: Annotated[Money | None, "All that was won off it."]
    hits: Annotated[int, "How often it was won."]


class PetitionShown(TypedDict):
    """A petition to end a jackpot early."""

    number: Annotated[int, "Its number."]
    text: Annotated[str, "What it asks for."]
    grounds: Annotated[str, "Why."]
    state: Annotated[str, "What the authority says."]


class HouseJackpot(TypedDict):
    """A jackpot with what may be done to it."""

    name: Annotated[str, "Its name."]
    schedule: Annotated[str, "The schedule of its awards."]
    edition: Annotated[EditionId, "The law that it is run by."]
    tables: Annotated[list[str], "The tables that may play for it."]
    in_play: Annotated[bool, "Whether it was put into play."]
    state: Annotated[str, "How it stands, in words."]
    operating: Annotated[bool, "Whether it takes wagers."]
    ends_after_top: Annotated[bool, "Whether it ends with its top award."]
    eased: Annotated[str, "The hand that wins the top award since a petition was granted, or empty."]
    members: Annotated[list[str], "The tables that play for it now."]
    pending: Annotated[int, "How many awards are not paid yet."]
    version: Annotated[int, "The version of the jackpot."]
    why: Annotated[Why | None, "The rule by which it ends."]
    wager: Annotated[str, "Another wager than its schedule lists, or empty."]
    approval: Annotated[str, "Under which reference the values of its meters were approved, and when, or empty."]
    levels: Annotated[list[HouseLevel], "Its meters."]
    petitions: Annotated[list[PetitionShown], "Petitions to end it."]
    acts: Annotated[list[HouseAction], "What may be done to it."]


class HousePage(TypedDict):
    """The whole house."""

    seq: Annotated[int, "The entry after which this is so."]
    house: Annotated[str, "The name of the house."]
    role: Annotated[str, one_of("supervisor", "licensee"), "The role of whoever looks."]
    locked: Annotated[str, "Why play has stopped, or empty."]
    alerts: Annotated[list[Alert], "What somebody should look at."]
    tables: Annotated[list[HouseTable], "The tables."]
    jackpots: Annotated[list[HouseJackpot], "The jackpots."]
    slips: Annotated[list[Slip], "The slips that whoever looks may sign."]
    shift: Annotated[list[HouseAction], "What ends the shift."]
    cage: Annotated[int, "The version of the cage, which the end of a shift by two people is meant for."]
    closed: Annotated[bool, "Whether no table is open."]
    people: NotRequired[Annotated[list[HousePerson], "The people; only for a licensee."]]
    roles: NotRequired[Annotated[list[PersonRole], "The roles that they may have; only for a licensee."]]
