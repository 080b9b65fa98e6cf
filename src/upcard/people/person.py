"""A person as the house knows one and as the store keeps one: what ids, names and passwords must be like, what was
tried in that name, and how long things last.
"""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from upcard.errors import Refused
from upcard.store.store import StoreError

if TYPE_CHECKING:
    from upcard.people.database import Run


# ---- Whose signature counts --------------------------------------------------------------------------------
# not at once that of somebody whom one licensee alone has made, changed or given a password.
#
# A new person of the staff, another role and a password that somebody else has set count after a waiting time, in
# which everybody who watches can see them, or as soon as another licensee confirms them. Whoever lost the own
# password comes back by the own recovery code, which nobody else has, and waits for nothing. So a code is made by
# whoever has had a password of the own for as long, and it is good until another that somebody else began has become
# the own one.


RECOVERY_BYTES = 12


class Signing(msgspec.Struct, frozen=True):
    """From when on somebody signs, in milliseconds since 1970, and who made it wait: for the role, for the password."""

    role_from: int = 0
    role_by: str = ""
    password_from: int = 0
    password_by: str = ""

    def waits(self, now: int) -> bool:
        return max(self.role_from, self.password_from) > now

    def waiting_for(self, now: int) -> frozenset[str]:
        """Who did what still waits: none of them confirms it."""
        found = ((self.role_from, self.role_by), (self.password_from, self.password_by))
        return frozenset(by for since, by in found if since > now)

    def why(self, now: int) -> str:
        """What is waited for, or empty.

        >>> Signing(role_from=86_400_000, role_by="lee").why(0)
        'lee alone gave the role: it signs from 1970-01-02 00:00 UTC, or when another licensee confirms it'
        """
        if not self.waits(now):
            return ""
        what = [f"{self.role_by} alone gave the role"] if self.role_from > now else []
        what += [f"{self.password_by} set a password"] if self.password_from > now else []
        until = moment(max(self.role_from, self.password_from))
        told = f"it signs from {until}, or when another licensee confirms it"
        return f"{' and '.join(what)}: {told}"


def moment(at: int) -> str:
    """Milliseconds since 1970 in words."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def wait(run: Run, id: str, what: str, until: int, by: str) -> None:
    """What somebody did to an identity counts from then on; `what` is the role or the password."""
    _row(run, id)
    run(f"UPDATE signer SET {what}_from = ?, {what}_by = ? WHERE id = ?", (until, by, id))


def settle(run: Run, id: str, *, password_alone: bool = False) -> None:
    """Nothing is waited for any longer, or nothing because of a password."""
    role = "" if password_alone else "role_from = 0, role_by = '', "
    run(f"UPDATE signer SET {role}password_from = 0, password_by = '' WHERE id = ?", (id,))


def new_recovery(run: Run, secret: bytes, id: str) -> str:
    """A code that its owner alone is shown, once; an older one is worth nothing any longer."""
    code = secrets.token_hex(RECOVERY_BYTES)
    _row(run, id)
    run("UPDATE signer SET recovery = ?, own_from = 0 WHERE id = ?", (_hashed(secret, id, code), id))
    return "-".join(code[at : at + 6] for at in range(0, len(code), 6))


def is_recovery(run: Run, secret: bytes, id: str, code: str) -> bool:
    """Whether it is the code of that person."""
    found = run("SELECT recovery FROM signer WHERE id = ?", (id,))
    given = _hashed(secret, id, "".join(letter for letter in code.lower() if letter.isalnum()))
    return hmac.compare_digest(given, found[0][0] if found and found[0][0] else "-" * len(given))


def use_recovery(run: Run, id: str) -> None:
    """A code is good once, and what another set in the meantime holds nobody up."""
    settle(run, id, password_alone=True)
    void_recovery(run, id)
    own_from(run, id, 0)


def void_recovery(run: Run, id: str) -> None:
    """The code is worth nothing any longer."""
    run("UPDATE signer SET recovery = '' WHERE id = ?", (id,))


def own_from(run: Run, id: str, at: int) -> None:
    """The password is the own one from then on."""
    _row(run, id)
    run("UPDATE signer SET own_from = ? WHERE id = ?", (at, id))


def _row(run: Run, id: str) -> None:
    if not run("SELECT 1 FROM signer WHERE id = ?", (id,)):
        run("INSERT INTO signer (id) VALUES (?)", (id,))


def _hashed(secret: bytes, id: str, code: str) -> str:
    return hmac.digest(secret, f"recovery:{id}:{code}".encode("utf-8", "surrogatepass"), "sha256").hex()


# ---- person ------------------------------------------------------------------------------------------------


Role: TypeAlias = Literal["player", "dealer", "floorperson", "supervisor", "surveillance", "regulator", "licensee"]
ROLES: tuple[Role, ...] = get_args(Role)

STAFF: frozenset[Role] = frozenset(ROLES) - {"player"}
"""Whose signature may count."""

Purpose: TypeAlias = Literal["sign-in", "approval", "own password", "recovery"]
Outcome: TypeAlias = Literal["ok", "failed", "locked"]


class Person(msgspec.Struct, frozen=True):
    """A personal identity with its one role; nobody shares it."""

    id: str
    name: str
    role: Role
    locked: bool = False
    """Whether somebody locked it; a lock-out after failures passes by itself and does not show here."""
    demo: bool = False
    first_password: bool = False
    """Whether somebody else has set the password: it is good for choosing the own one, and for nothing else."""
    signing: Signing = Signing()
    """From when on this person signs; a player signs nothing and waits for nothing, and a session does not say."""


class Attempt(msgspec.Struct, frozen=True):
    """Somebody tried to prove who they are; `at` is in milliseconds since 1970."""

    number: int
    at: int
    id: str
    purpose: Purpose
    outcome: Outcome
    address: str
    about: str = ""
    """What an approval was for: the act, its state and its amount."""


class Change(msgspec.Struct, frozen=True):
    """What was done to an identity, and by whom."""

    number: int
    at: int
    by: str
    id: str
    what: str


class Limits(msgspec.Struct, frozen=True):
    """How many failures lock an identity out, and how long everything lasts, in milliseconds."""

    failures: int = 5
    lock_out: int = 15 * 60_000
    idle: int = 30 * 60_000
    longest: int = 12 * 3_600_000
    waiting: int = 24 * 3_600_000
    """How long what one licensee did alone does not sign."""
    remembered: int = 2_000
    """How long a session is taken from memory before the store is asked again."""
    touched: int = 60_000
    """How often the store is told that a session is in use."""


# ---- in the store, with what nobody outside gets to see ---------------------------------------------------------

COLUMNS = "id, name, role, locked, demo, first_password, hash, failures, locked_until"
_SIGNING = "coalesce(role_from, 0), coalesce(role_by, ''), coalesce(password_from, 0), coalesce(password_by, '')"
_OWN = "coalesce(own_from, 0)"
SELECT = (
    f"SELECT {', '.join(f'person.{each}' for each in COLUMNS.split(', '))}, {_OWN}, {_SIGNING}"
    " FROM person LEFT JOIN signer ON signer.id = person.id"
)


class Kept(NamedTuple):
    """A person with what nobody outside gets to see."""

    person: Person
    hash: str
    failures: int
    locked_until: int
    own_from: int
    """From when on the password is the own one, where it was chosen in place of one that somebody else had set."""

    def is_own(self, now: int) -> bool:
        """Whether the owner has had a password of the own for long enough."""
        return not self.person.first_password and self.own_from <= now

    def outlived_code(self, now: int) -> bool:
        """Whether a password that somebody else began has become the own one: a code from before it is another's."""
        return self.own_from > 0 and self.is_own(now)


def read_row(row: tuple[Any, ...]) -> Kept:
    id, name, role, locked, demo, first, hash, failures, until, own_from, *waits = row
    signing = Signing(*waits) if role in STAFF else Signing()  # what waits is kept, for when a player is given a role
    person = Person(id, name, role, bool(locked), bool(demo), bool(first), signing)
    return Kept(person, hash, failures, until, own_from)


# ---- what somebody is called, and proves it by; anything else is refused in a sentence ----------------------------

ID = re.compile(r"[a-z0-9._-]{2,40}")
SHORTEST = 10
LONGEST = 200
"""Letters of a password: so few are guessed, and so many are nobody's."""
LONGEST_NAME = 60
RESERVED = "house"
"""Who acts in the journal for the house itself."""
UNFIT = "(no id)"
"""What stands in the log for text that could not be anybody's id: it may be a password typed in the wrong place."""


def fit_id(id: str) -> str:
    if not ID.fullmatch(id):
        raise Refused(None, "an id is 2 to 40 of the letters a to z, digits, dots, dashes and underscores")
    if id == RESERVED:
        raise Refused(None, f"{RESERVED} is the id of the house itself")
    return id


def fit_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(None, f"a name has 1 to {LONGEST_NAME} characters")
    return name


def fit_password(password: str, id: str, name: str, *, demo: bool = False) -> str:
    """The password as it is hashed; the ones of a demonstration are known to everybody and may be short."""
    password = normal(password)
    if len(password) > LONGEST or (not demo and len(password) < SHORTEST):
        raise Refused(None, f"a password has {SHORTEST} to {LONGEST} characters")
    if password.casefold() in (id.casefold(), name.casefold()):
        raise Refused(None, "a password is not the id or the name")
    return password


def normal(password: str) -> str:
    """The same letters typed on another keyboard are the same password."""
    return unicodedata.normalize("NFC", password)


def loggable(id: str) -> str:
    """The id as the log of attempts keeps it.

    >>> loggable("sam"), loggable("My Secret!")
    ('sam', '(no id)')
    """
    return id if ID.fullmatch(id) else UNFIT


# ---- The log of approvals ----------------------------------------------------------------------------------
# who signed which act of two people, bound to the act itself and signed by the house.
#
# An approval is written before the act is sent to the floor, once the second person has proved to be that person. It
# holds the digest of the whole command, so that it is good for that act and no other, and a signature with the key of
# the house, so that nobody makes one by writing to the database of people.


_COLUMNS = "at, command, digest, by, signer, signature, number"


class Approval(msgspec.Struct, frozen=True):
    """A second person has signed a command; `at` is in milliseconds since 1970, the rest is hexadecimal or words."""

    at: int
    command: str
    """The id of the command, as the journal has it."""
    digest: str
    """The digest of the command, as the journal has it."""
    by: str
    """Both people, as the entries name them."""
    signer: str = ""
    """The public key of the house; empty where nothing is signed."""
    signature: str = ""
    number: int = 0

    @property
    def message(self) -> bytes:
        """What is signed."""
        lines = ("upcard approval", self.at, self.command, self.digest, self.by, self.signer)
        return "\n".join(map(str, lines)).encode()


Sign = tuple[bytes, Callable[[bytes], bytes]]
"""A public key, and how to sign with it."""


def is_personal(id: str) -> bool:
    """Whether somebody signs in with an id; the names of bots have spaces in them."""
    return ID.fullmatch(id) is not None


def approve(run: Run, approval: Approval, sign: Sign | None) -> None:
    """Log an approval; one for the same act by the same two people is logged once, however often it is sent."""
    known = run("SELECT digest, by FROM approval WHERE command = ?", (approval.command,))
    if (approval.digest, approval.by) in known:
        return
    if sign is not None:
        approval = msgspec.structs.replace(approval, signer=sign[0].hex())
        approval = msgspec.structs.replace(approval, signature=sign[1](approval.message).hex())
    values = (approval.at, approval.command, approval.digest, approval.by, approval.signer, approval.signature)
    run(
        f"INSERT INTO approval ({_COLUMNS}) SELECT ?, ?, ?, ?, ?, ?, coalesce(max(number), 0) + 1 FROM approval",
        values,
    )


def read_approvals(url: str) -> list[Approval] | str:
    """The approvals of the people beside a journal, read without touching them; or why they cannot be."""
    from upcard.people.open import place_of

    try:
        rows = place_of(url).approvals(f"SELECT {_COLUMNS} FROM approval ORDER BY number")
    except StoreError as error:
        return str(error)
    return rows if isinstance(rows, str) else [Approval(*row) for row in rows]
