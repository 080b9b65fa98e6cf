"""Whose signature counts: not at once that of somebody whom one licensee alone has made, changed or given a password.

A new person of the staff, another role and a password that somebody else has set count after a waiting time, in which
everybody who watches can see them, or as soon as another licensee confirms them. Whoever lost the own password comes
back by the own recovery code, which nobody else has, and waits for nothing. So a code is made by whoever has had a
password of the own for as long, and it is good until another that somebody else began has become the own one.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from upcard.people.database import Run

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
