"""Acts by POST: each under an id that its sender made, so that a retry is harmless; on disk before it is answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from upcard.document import Money, doc
from upcard.errors import Conflict
from upcard.games.game import game_of
from upcard.journal.act_table import ACTS
from upcard.journal.command import AnyCommand, Command, Reply, invalid_reason, valid_id
from upcard.money.commands import AcknowledgeAlert, BuyChips
from upcard.rules.table import TableRules
from upcard.shuffles.events import Contribute
from upcard.store.store import Entry, StoreError
from upcard.tables.commands import Actor, Play, RelieveDealer, TakeSeat
from upcard.units import parse_cents
from upcard.web.act_codec import ID, LONGEST_ID, OfferedAct, Unreadable, choices, read_act
from upcard.web.page import Message, Refusal, answer, failure, received, refusal
from upcard.web.router import DEALERS, SIGNED_IN, Roles, Room, Who
from upcard.web.security.authorize import Denied, Second, address_of, check_signs, second_of
from upcard.web.site import Site, acting, site_of, who_of
from upcard.web.views.seat import stay
from upcard.web.views.supervisor import alerts


class Done(TypedDict):
    """An act that is on disk."""

    id: Annotated[str, doc("The id that its sender made.")]
    seq: Annotated[int, doc("The last entry of the journal that it made.")]
    again: Annotated[bool, doc("Whether it had been done before, under the same id.")]
    entries: Annotated[int, doc("How many entries it made.")]


room = Room("acts")

LONGEST = 58
"""Letters of an id: with its sender's own before it, as many as the journal keeps."""

MAY_ACT: Roles = SIGNED_IN - {"surveillance"}


_ID = Meta(description="Made by the sender; a retry repeats it.", extra_json_schema=ID)


class Act(Message, frozen=True):
    """An act under its id, meant for one version of a table or jackpot where that is named."""

    id: Annotated[str, _ID]
    act: Any
    version: Annotated[int | None, doc("The version that the act is meant for.")] = None
    second: Annotated[Second | None, doc("The second person's own sign-in, for an act that takes two.")] = None
    expects: Annotated[str | None, doc("The amount as it was shown to whoever approves it.")] = None


class TableAct(Act, frozen=True):
    """An act at a table."""

    act: Annotated[Any, Meta(extra_json_schema=choices(at_table=True))]


class HouseAct(Act, frozen=True):
    """An act at a jackpot, the cage or a slip."""

    act: Annotated[Any, Meta(extra_json_schema=choices(at_table=False))]


@room.post(
    "/api/tables/{slug}/acts", MAY_ACT, summary="Act at a table", body=TableAct, response=Done,
)  # fmt: skip
async def at_table(request: Request) -> Response:
    site = site_of(request)
    name = site.table(request)
    game = site.moment.rules[name].edition.game
    return await _acted(request, site, name, game)


@room.post("/api/acts", MAY_ACT, summary="Act at a jackpot, the cage or a slip", body=HouseAct, response=Done)
async def in_house(request: Request) -> Response:
    return await _acted(request, site_of(request), "", "")


DONE, MOVED_ON = 200, 409
MOST_ACTS = 100
"""How many acts are sent at once: every wager of every seat, with room to spare."""


class SeveralActs(Message, frozen=True):
    """Acts at a table, one after the other."""

    id: Annotated[str, _ID]
    acts: Annotated[
        list[Any],
        doc("The acts, in their order."),
        Meta(extra_json_schema={"items": choices(at_table=True), "maxItems": MOST_ACTS}),
    ]
    version: Annotated[int | None, doc("The version that they are meant for.")] = None
    in_order: Annotated[
        bool, doc("Whether each is done only if those before it were, and nothing else happened there in between.")
    ] = False


class RefusedAct(TypedDict):
    """An act that was not done."""

    act: Annotated[OfferedAct, doc("The act.")]
    error: Annotated[Refusal, doc("Why it was refused.")]


class SeveralDone(TypedDict):
    """What came of several acts."""

    id: Annotated[str, doc("The id that their sender made.")]
    seq: Annotated[int, doc("The last entry of the journal that they made.")]
    done: Annotated[int, doc("How many were done.")]
    refused: Annotated[list[RefusedAct], doc("Those that were not.")]


@room.post(
    "/api/tables/{slug}/several", DEALERS, summary="Several acts at a table", body=SeveralActs, response=SeveralDone,
)  # fmt: skip
async def several(request: Request) -> Response:
    """Each as if it were sent alone: one that is refused leaves the others as they are, or ends those in order.

    The first is done at the version that is named, or none of them; the others follow in one turn of the store, and
    those in order each in a turn of its own.
    """
    site, sent = site_of(request), await received(request, SeveralActs)
    name = site.table(request)
    if not 0 < len(sent.acts) <= MOST_ACTS:
        return failure(400, f"acts: 1 to {MOST_ACTS} of them")
    game = site.moment.rules[name].edition.game
    if sent.in_order:
        return _several_done(sent, await _in_order(request, site, name, game, sent))
    asked = [Act(f"{sent.id}.{number}", act, None if number else sent.version) for number, act in enumerate(sent.acts)]
    first, *others = [await _checked(request, site, name, game, one) for one in asked]
    replies = [await _done_or_not(site, first)]
    if replies[0].status_code == MOVED_ON:
        return replies[0]
    replies += await asyncio.gather(*(_done_or_not(site, one) for one in others))
    return _several_done(sent, replies)


async def _in_order(request: Request, site: Site, name: str, game: str, sent: SeveralActs) -> list[Response]:
    """The replies up to the first act that is not done; each is meant for the version that the one before it left."""
    replies: list[Response] = []
    version = sent.version
    for number, act in enumerate(sent.acts):
        command = await _checked(request, site, name, game, Act(f"{sent.id}.{number}", act, version))
        if isinstance(command, Response):
            return [*replies, command]
        reply, entries = await _sent(site, command)
        replies.append(reply)
        if reply.status_code != DONE:
            return replies
        version = max((entry.version for entry in entries if entry.stream == command.stream), default=version)
    return replies


def _several_done(sent: SeveralActs, replies: list[Response]) -> Response:
    """What came of several acts; those behind the last reply were not tried."""
    found: SeveralDone = {"id": sent.id, "seq": 0, "done": 0, "refused": []}
    for act, reply in zip(sent.acts, replies, strict=False):
        said = msgspec.json.decode(reply.body)
        if "error" in said:
            found["refused"].append({"act": act, "error": said["error"]})
        else:
            found["seq"], found["done"] = said["seq"], found["done"] + 1
    return answer(found) if found["done"] else replies[0]


async def _acted(request: Request, site: Site, table: str, game: str) -> Response:
    return await _done_or_not(site, await _checked(request, site, table, game, await received(request, Act)))


async def _done_or_not(site: Site, asked: Command | Response) -> Response:
    return asked if isinstance(asked, Response) else await done(site, asked)


async def _checked(request: Request, site: Site, table: str, game: str, sent: Act) -> Command | Response:
    """The command that an act is, or why it is none of this person's."""
    who = who_of(request)
    by = acting(who)
    name = sent.act.get("act") if isinstance(sent.act, dict) else None
    if (invalid := _invalid_id(sent.id)) is not None:
        return invalid
    rule = ACTS.get(name) if isinstance(name, str) else None
    if rule is not None and (by is None or who.role not in rule.roles):
        return failure(403, f"{name} is not for a {who.role}")
    try:
        asked = read_act(sent.act, game)
    except Unreadable as error:
        return failure(400, str(error))
    assert by is not None
    if table and by.role == "dealer" and _told_by_the_hand(site.moment.rules[table], str(name)):
        rules = site.moment.rules[table].rules
        return refusal(rules.refuse("hands_concealed", f"{name} is for the player: only the player sees the hand"))
    asked = _ended(site, who, table, asked)
    if because := _not_standing(site, asked):
        return failure(422, because)
    if because := await _not_theirs(site, who, table, asked):
        return failure(422, because)
    try:
        if rule is not None and rule.people == "one who signs":
            check_signs(site, await site.ask_people(site.people.get, who.id))
        second = await second_of(
            site,
            who,
            table,
            asked,
            sent.version,
            sent.second,
            sent.expects,
            address=address_of(request),
            command=sent.id,
        )
    except Denied as denied:
        wanting = "two_people" if sent.second is None else "second_person"
        known = denied.status in (403, 429)
        return failure(denied.status, str(denied), wanting if known else None, headers=denied.headers)
    if second is not None and hasattr(asked, "second"):
        asked = msgspec.structs.replace(asked, second=second.id)
    command = Command(_own(who, sent.id), by, asked, table, sent.version, second)
    if because := invalid_reason(command):
        return failure(400, because)
    return command


def _invalid_id(id: str) -> Response | None:
    """The refusal of an id that nobody can be answered under, if it is one."""
    if valid_id(id) and len(id) <= LONGEST_ID:
        return None
    return failure(400, f"id: an act has an id of up to {LONGEST_ID} printable characters")


def _own(who: Who, id: str) -> str:
    """Ids are their sender's own: nobody can guess, or use up, another's."""
    return f"{who.id}/{id}"


def _not_standing(site: Site, asked: AnyCommand) -> str:
    """Why an alert is not acknowledged: nobody sees it, now or before; or empty."""
    if not isinstance(asked, AcknowledgeAlert) or asked.alert in site.moment.acknowledged:
        return ""  # one that was acknowledged may be gone when that is sent again
    return "" if any(one["key"] == asked.alert for one in alerts(site.moment)) else "alert: no such alert stands there"


async def _not_theirs(site: Site, who: Who, table: str, asked: AnyCommand) -> str:
    """Why somebody on the staff may not do this in a player's place, or give a table to that dealer; or empty."""
    if who.role == "player" or not table:
        return ""
    if isinstance(asked, RelieveDealer) and asked.dealer:
        known = await site.ask_people(site.people.get, asked.dealer)
        deals = known is not None and known.role == "dealer" and not known.locked
        return "" if deals else f"dealer: {asked.dealer} is no dealer of this house"
    if isinstance(asked, TakeSeat):
        known = await site.ask_people(site.people.get, asked.player.strip().lower())
        return f"{asked.player} is on the staff, and takes no seat" if known and known.role != "player" else ""
    return ""


def _ended(site: Site, who: Who, table: str, asked: AnyCommand) -> AnyCommand:
    """What is decided for an absent player, whose hand nobody else sees: a winning one is kept where it can be."""
    if who.role == "player" or not isinstance(asked, Play) or type(asked.command).__name__ != "Fold":
        return asked
    t, round = site.moment.rules[table], site.moment.tables[table].round
    if t.mode != "virtual" or round is None or asked.command.seat not in round.seats:
        return asked
    return Play(game_of(t).choose_for_absent(t.rules, round, asked.command.seat))


async def done(site: Site, command: Command) -> Response:
    """The answer to a command, when it is on disk."""
    return (await _sent(site, command))[0]


async def _sent(site: Site, command: Command) -> tuple[Response, Sequence[Entry]]:
    """The answer to a command with its entries, when it is on disk."""
    began, outcome, act = time.monotonic(), "unavailable", type(getattr(command.ask, "command", command.ask)).__name__
    try:
        reply = await site.send(command)
        match reply.error:
            case None:
                outcome = "done"
            case Conflict():
                outcome = "conflict"
            case _:
                outcome = "refused"
    except StoreError as error:
        said = f"Play has stopped: {site.floor.locked or error.public}. Try again under the same id."
        return failure(503, said, headers={"Retry-After": "2"}), ()
    finally:
        where = f" at {command.table}" if command.table else ""
        site.monitor.acted(f"{act}{where}", outcome, time.monotonic() - began)
    if reply.error is not None:
        return refusal(reply.error), ()
    return answer(_done(site, command, reply)), reply.entries


def _done(site: Site, command: Command, reply: Reply) -> dict[str, Any]:
    last = reply.entries[-1].seq if reply.entries else site.moment.seq
    return {"id": command.id.split("/", 1)[-1], "seq": last, "again": reply.again, "entries": len(reply.entries)}


class Contribution(Message, frozen=True):
    """A player's contribution to the shuffles to come."""

    id: Annotated[str, _ID]
    value: Annotated[str, doc("The player's own word.")]


@room.post(
    "/api/tables/{slug}/contribution", frozenset({"player"}), summary="A player's own word for the next shuffle",
    body=Contribution, response=Done,
)  # fmt: skip
async def contribution(request: Request) -> Response:
    site, who = site_of(request), who_of(request)
    name = site.table(request)
    sent = await received(request, Contribution)
    if (invalid := _invalid_id(sent.id)) is not None:
        return invalid
    return await done(site, Command(_own(who, sent.id), Actor(who.id, "player"), Contribute(sent.value), name))


class Purchase(Message, frozen=True):
    """Chips that a player asks for."""

    id: Annotated[str, _ID]
    amount: Annotated[Money, doc("What they are worth.")]


@room.post(
    "/api/tables/{slug}/chips", frozenset({"player"}), summary="Buy chips at a table that deals by itself",
    body=Purchase, response=Done,
)  # fmt: skip
async def chips(request: Request) -> Response:
    """Sold by the dealer as the system is one: in a demonstration, where no cash changes hands."""
    site, who = site_of(request), who_of(request)
    name = site.table(request)
    sent = await received(request, Purchase)
    if (invalid := _invalid_id(sent.id)) is not None:
        return invalid
    table = site.moment.tables[name]
    seat = next((seat for seat, player in table.players.items() if player == who.id), 0)
    if not seat:
        return failure(422, "you sit nowhere at this table")
    if not site.demo or table.dealer or site.moment.rules[name].mode != "virtual":
        return failure(422, "the dealer of this table sells chips, for cash")
    if sent.amount not in (own["sells"] if (own := stay(site.moment, name, seat)) else ()):
        return failure(422, "amount: these chips are not sold here")
    ask = BuyChips(name, seat, parse_cents(sent.amount))
    return await done(site, Command(_own(who, sent.id), Actor(f"{name} dealer", "dealer"), ask))


def _told_by_the_hand(t: TableRules, name: str) -> bool:
    """Whether an act at a virtual table tells what a hand is."""
    return t.mode == "virtual" and name in game_of(t).BY_THE_HAND
