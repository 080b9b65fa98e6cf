"""What waits for a supervisor or a floorperson."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from upcard.web.schemas.acts import Ask, Choice, Irregularity, OfferedAct
from upcard.web.schemas.jackpots import Hit
from upcard.web.schemas.schema import one_of
from upcard.web.schemas.slips import Slip
from upcard.web.schemas.types import Card, Liability, Money, Time, Wager, Why


class Share(TypedDict):
    """One seat's share of an award."""

    seat: Annotated[int, "Whose share it is."]
    whose: Annotated[str, one_of("player", "dealer"), "On whose hand."]
    wager: Annotated[Wager, "By which wager."]
    label: Annotated[str, "The wager in words."]
    staked: Annotated[Money, "What was staked."]
    cards: Annotated[list[Card], "The cards of the hand."]
    hand: Annotated[str, "What they are."]
    line: Annotated[str, "The line of the pay table."]
    amount: Annotated[Money, "How much it is."]
    why: Annotated[Why | None, "The rule behind it."]


class MeterLine(TypedDict):
    """How a meter stood, or stands."""

    text: Annotated[str, "Which meter, and when."]
    amount: Annotated[Money, "What it showed, or what was taken."]


class Approval(TypedDict):
    """How an award is validated."""

    act: Annotated[OfferedAct, "What is sent."]
    expects: Annotated[Money, "The amount that is signed for, to be sent with it."]
    second: Annotated[Literal[True], "A second person signs it."]
    statement: Annotated[str, "What both sign."]


class Rejection(TypedDict):
    """How an award is rejected."""

    act: Annotated[OfferedAct, "What is sent."]
    asks: Annotated[list[Ask], "What has to be said first."]
    second: Annotated[Literal[True], "A second person signs it."]
    statement: Annotated[str, "What both sign."]


class Award(TypedDict):
    """An award that waits for two people, or to be paid."""

    key: Annotated[str, "Its name in the queue."]
    kind: Annotated[Literal["hit"], "It is an award."]
    title: Annotated[str, "What it is, in words."]
    since: Annotated[Time, "When it was locked."]
    jackpot: Annotated[str, "The jackpot."]
    number: Annotated[int, "Its number at that jackpot."]
    table: Annotated[str, "The table, or empty where another game title won it."]
    slug: Annotated[str | None, "The table's name in addresses."]
    seat: Annotated[int | None, "The seat."]
    whose: Annotated[Annotated[str, one_of("player", "dealer")] | None, "On whose hand the first share is."]
    cards: Annotated[list[Card], "The cards of that hand."]
    hand: Annotated[str, "What they are."]
    lamp: Annotated[Literal["accepted"] | None, "The lamp of a progressive wager."]
    wager: Annotated[Money | None, "What was staked."]
    wager_label: Annotated[str | None, "The wager in words."]
    line: Annotated[str, "The line of the pay table, or empty."]
    why: Annotated[Why | None, "The rule behind it."]
    shares: Annotated[list[Share], "Every share on a hand that lies face up."]
    hidden: Annotated[int, "How many more there are on hands that lie face down."]
    amount: Annotated[Money, "What it takes off the meters."]
    frozen_at: Annotated[int | None, "The entry that froze it."]
    frozen_version: Annotated[int | None, "The version of the jackpot with that entry."]
    version: Annotated[int, "The version of the jackpot now."]
    meter: Annotated[list[MeterLine], "The meters that it draws on."]
    by: Annotated[str, "Who locked it: a role and a name."]
    waits: Annotated[str, "Who is needed, where whoever looks may not validate it; else empty."]
    approve: Annotated[Approval | None, "How it is validated, while that is due and whoever looks may do it."]
    reject: Annotated[Rejection, "How it is rejected."]


class Call(TypedDict):
    """A table that calls."""

    key: Annotated[str, "Its name in the queue."]
    kind: Annotated[Literal["call"], "It is a call."]
    title: Annotated[str, "What it is, in words."]
    since: Annotated[Time, "When it was called, or answered."]
    table: Annotated[str, "The table."]
    slug: Annotated[str, "The table's name in addresses."]
    act: Annotated[OfferedAct | None, "What a supervisor sends who has come, or is done."]
    label: Annotated[str, "What that says."]


class FloorStep(TypedDict):
    """A step of the procedure that is the floor's."""

    key: Annotated[str, "Its name in the queue."]
    kind: Annotated[str, one_of("step", "document"), "A step, or documents to be completed."]
    title: Annotated[str, "What it is, in words."]
    since: Annotated[Time, "Since when it is due."]
    table: Annotated[str, "The table."]
    slug: Annotated[str, "The table's name in addresses."]
    seat: Annotated[int | None, "The seat."]
    version: Annotated[int, "The version of the table that it is meant for."]
    act: Annotated[OfferedAct | None, "What is sent, where nothing is waited for."]
    waits: Annotated[str, "What it waits for, or empty."]
    why: Annotated[Why | None, "The rule behind it."]


class FloorTable(TypedDict):
    """What whoever looks may do at a table at any time."""

    table: Annotated[str, "The table."]
    slug: Annotated[str, "The table's name in addresses."]
    dealer: Annotated[str, "Who deals, or empty."]
    open: Annotated[bool, "Whether it is open."]
    liability: Annotated[Liability, "What the wagers there could come to cost."]
    version: Annotated[int, "The version of the table."]
    choices: Annotated[list[Choice], "What may be done."]
    irregularities: Annotated[list[Irregularity], "What may be reported."]


class Alert(TypedDict):
    """Something that somebody should look at."""

    key: Annotated[str, "Its name."]
    text: Annotated[str, "What it is."]
    at: Annotated[Time | Literal[""], "When it was, where that is known."]
    acknowledged: Annotated[str, "Who has seen it and when, or empty."]
    act: Annotated[OfferedAct, "What is sent by whoever has seen it."]


class Pace(TypedDict):
    """How fast a table plays."""

    table: Annotated[str, "The table."]
    slug: Annotated[str, "The table's name in addresses."]
    rounds_hour: Annotated[str | None, "Rounds an hour, once enough have ended."]
    since: Annotated[Time | None, "When its present step began."]


class ClosedHit(Hit):
    """An award that was paid or rejected."""

    reason: Annotated[str, "Why it was rejected, or empty."]
    closed_by: Annotated[str, "Who closed it: a role and a name."]


class Supervisor(TypedDict):
    """The queue, oldest first, and how the pit goes."""

    seq: Annotated[int, "The entry after which this last changed."]
    role: Annotated[str, one_of("floorperson", "supervisor"), "The role of whoever looks."]
    locked: Annotated[str, "Why play has stopped, or empty."]
    queue: Annotated[list[Award | Call | FloorStep], "What waits."]
    validated: Annotated[list[Award], "Awards that are validated and not yet paid."]
    tables: Annotated[list[FloorTable], "What may be done at each table."]
    alerts: Annotated[list[Alert], "What somebody should look at."]
    pace: Annotated[list[Pace], "How fast each table plays."]
    slips: Annotated[list[Slip], "Jackpot slips, the newest first."]
    hits: Annotated[list[ClosedHit], "The last awards that were paid or rejected."]
