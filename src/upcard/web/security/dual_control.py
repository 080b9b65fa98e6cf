"""Acts that take two people: which they are, whose the second signature may be, and what exactly it is given for.

The second person proves to be that person with the own password, for one act only. What is signed is bound to the state
that was shown: the floor does an act at one version of its table or jackpot and at no other, so that a signature cannot
be used for an amount or a state that the signer did not see, nor a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, ParamSpec, Protocol, TypeVar, cast

import msgspec

from upcard.document import doc
from upcard.journal.act_table import ACTS
from upcard.journal.command import AnyCommand, Command
from upcard.money.commands import CloseShift, ValidateHit
from upcard.money.jackpot_awards import may_validate
from upcard.money.link import Hit
from upcard.people import Busy, People
from upcard.people import Person as Known
from upcard.people.person import STAFF
from upcard.store.store import StoreError
from upcard.tables.actor import Actor
from upcard.tables.actor import Role as TableRole
from upcard.tables.commands import Command as TableCommand
from upcard.tables.commands import Play
from upcard.tables.late_void import voids_late
from upcard.units import parse_cents
from upcard.web.router import Role, Roles, Who
from upcard.web.security.security import Security
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.wire import Message

DEPARTMENTS: dict[Role, str] = {
    "dealer": "dealing",
    "floorperson": "supervision",
    "supervisor": "supervision",
    "surveillance": "surveillance",
    "licensee": "management",
}
"""The two people of an act are of different departments."""

SIGNERS: Roles = frozenset({"supervisor", "surveillance", "licensee"})
"""Who may sign as the second person, unless the first is of the same department."""
_SUPERVISOR: Roles = frozenset({"supervisor"})


class Denied(Exception):
    """What a person may not do, with the status that says so and a sentence that says why."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


class Second(Message, frozen=True):
    """The second person's own sign-in."""

    id: Annotated[str, doc("The id.")]
    password: Annotated[str, doc("The password.")]


P = ParamSpec("P")
T = TypeVar("T")


class Site(Protocol):
    """What is asked of a site."""

    people: People
    security: Security

    @property
    def moment(self) -> StateSnapshot: ...

    async def ask_people(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T: ...


async def second_of(
    site: Site,
    first: Who,
    table: str,
    asked: AnyCommand,
    version: int | None,
    given: Second | None,
    expects: str | None = None,
    *,
    address: str = "",
    command: str = "",
) -> Actor | None:
    """The second person of an act, or None where it takes only one; `Denied` where there is none or a wrong one."""
    made = asked.command if isinstance(asked, Play) else asked
    sent = Command("-", Actor(first.id, "player"), asked, table)
    name, stream, people = sent.act, sent.stream, ACTS[sent.act].people
    if not ACTS[name].two:
        return None
    now = site.moment.versions.get(stream, 0)
    late = people == "two if late" and _late_void(site.moment, table, first, asked)
    if (name == "CountStub" and not late) or (isinstance(made, CloseShift) and not made.reason):
        return None
    if version is None:
        raise Denied(400, f"version: {name} is meant for one state, which it names")
    if version > now:
        raise Denied(409, f"{stream} is at {now} here, and not at {version} yet: try again")
    if people == "two if late" and not late:
        return None
    keyed_by: tuple[str, ...] = ()
    if isinstance(made, ValidateHit) and version == now:
        # At an older version the floor refuses the act, or has done it already and says so again.
        hit = _shown(site.moment, made, expects)
        keyed_by = (hit.keyed_by,)
        if first.id == hit.keyed_by and may_validate(site.moment.rules, hit, first.id):
            keyed_by = ()  # the second person is the other one
    about = f"{name} {stream} at {version}, command {command}: {msgspec.json.encode(made).decode()}"
    check_signs(site, await site.ask_people(site.people.get, first.id))
    if first.id in keyed_by:
        raise Denied(403, "the person who keyed an award can't approve it")
    roles = _SUPERVISOR if first.role == "dealer" and people == "two with a supervisor" else SIGNERS
    if given is None:
        raise Denied(403, f"{name} takes a second person: {_signers(first, roles)} signs it too")
    who = await second_person(site, first, given, roles, not_by=keyed_by, address=address, about=about)
    return Actor(who.id, cast("TableRole", who.role))


def check_signs(site: Site, person: Known | None) -> None:
    """Refuses somebody whose signature does not count, or not yet."""
    if person is not None and person.role not in STAFF:
        raise Denied(403, f"{person.id} is a {person.role}, who signs nothing")
    if person is not None and (why := person.signing.why(site.people.now())):
        raise Denied(403, f"{person.id} does not sign yet: {why}")


def _late_void(moment: StateSnapshot, table: str, first: Who, asked: AnyCommand) -> bool:
    by = Actor(first.id, cast("TableRole", first.role))
    return voids_late(moment.rules[table], moment.tables[table], by, cast("TableCommand", asked))


def _shown(moment: StateSnapshot, ask: ValidateHit, expects: str | None) -> Hit:
    """The award, where its amount is the one that was shown."""
    link = moment.links.get(ask.jackpot)
    hit: Hit | None = link.open.get(ask.number) if link else None
    if hit is None:
        raise Denied(409, f"award {ask.number} of {ask.jackpot} is not open")
    try:
        shown = parse_cents(expects or "")
    except ValueError as error:
        raise Denied(400, f"expects: the amount as it was shown: {error}") from None
    if shown != hit.cents:
        raise Denied(409, "the award is another amount than the one that was shown")
    return hit


def _signers(first: Who, roles: Roles) -> str:
    ours = DEPARTMENTS.get(first.role)
    return " or ".join(sorted(role for role in roles if DEPARTMENTS[role] != ours))


async def second_person(
    site: Site,
    first: Who,
    given: Second,
    roles: Roles,
    *,
    not_by: Collection[str] = (),
    address: str = "",
    about: str = "",
) -> Who:
    """Another person than the first, who has just proved it, of one of these roles and of another department."""
    id, password = given.id.strip().lower(), given.password
    if not id or not password:
        raise Denied(400, "second: a second person gives an id and a password")
    if id == first.id:
        raise Denied(403, "a different person must sign")
    if id in not_by:
        raise Denied(403, "the person who keyed an award can't approve it")
    if wait := site.security.approvals.take(first.id):
        raise Denied(429, f"too many approvals were tried: try again in {wait} seconds", {"Retry-After": str(wait)})
    people = site.people
    try:
        found = await people.soon(people.check, id, password, purpose="approval", address=address, about=about)
    except Busy as busy:
        raise Denied(429, str(busy), {"Retry-After": "1"}) from None
    except StoreError as error:
        raise Denied(503, f"the approval could not be logged, so it is none: {error}") from error
    if found is None:
        raise Denied(403, "the second person's id or password is not right, or too many were tried and it is locked")
    if found.first_password:
        raise Denied(403, f"somebody else has set the password of {found.id}, who signs once the own one is chosen")
    if found.role not in roles or DEPARTMENTS.get(found.role) == DEPARTMENTS.get(first.role):
        raise Denied(403, f"{found.id} is a {found.role}; the second person is a {_signers(first, roles)}")
    check_signs(site, found)
    return Who(found.id, found.role, found.name)
