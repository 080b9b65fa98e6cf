"""The log of approvals: who signed which act of two people, bound to the act itself and signed by the house.

An approval is written before the act is sent to the floor, once the second person has proved to be that person. It
holds the digest of the whole command, so that it is good for that act and no other, and a signature with the key of the
house, so that nobody makes one by writing to the database of people.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from upcard.people.person import ID
from upcard.store.store import StoreError

if TYPE_CHECKING:
    from upcard.people.database import Run

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
