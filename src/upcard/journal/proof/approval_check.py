"""Acts of two people held against the log of approvals: whoever an entry names as the second person has signed it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from upcard.journal.proof.attestation import Sealed
from upcard.journal.proof.chain_check import Bad
from upcard.journal.proof.key import signed_by
from upcard.journal.proof.raw_reader import Snapshot
from upcard.people.approval import Approval, is_personal
from upcard.store.store import StoreError

SECOND = re.compile(r" with (?:dealer|supervisor|surveillance|licensee) (.+)")
"""How an entry's `by` names a second person."""


class Compared(NamedTuple):
    """Acts of two people in the sealed part of a journal."""

    compared: int = 0
    """Acts with exactly their approval."""
    by_bots: int = 0
    """Acts whose second person is a bot, as which nobody signs in: there is nothing to compare."""
    unused: int = 0
    """Approvals of acts that the floor refused or never saw."""
    not_compared: str = ""
    """Why nothing was compared; empty where everything was."""


def compare_approvals(snapshot: Snapshot, sealed: Sealed | None, approvals: Sequence[Approval] | str) -> Compared | Bad:
    """Hold every act of two people against its approval. The approvals are read after the moment of the journal:
    an approval is there before its act is.
    """
    try:
        acts = _acts(snapshot, sealed.first - 1 if sealed is not None else 0)
    except snapshot.unreadable as error:
        return Bad(0, f"the journal cannot be read: {error}")
    bots = sum(not is_personal(second) for _, _, second in acts.values())
    people = {command: act for command, act in acts.items() if is_personal(act[2])}
    if sealed is None and people:
        return Compared(by_bots=bots, not_compared="without seals nothing says which acts have approvals")
    if sealed is None or isinstance(approvals, str):
        return Compared(by_bots=bots, not_compared=approvals if people and isinstance(approvals, str) else "")
    logged: defaultdict[str, list[Approval]] = defaultdict(list)
    for approval in approvals:
        if approval.signer == sealed.key.hex() and not _signed(approval, sealed.key):
            return Bad(0, f"approval {approval.number}, of command {approval.command}, is not signed by the house")
        logged[approval.command].append(approval)
    used = 0
    for command, (seq, by, _) in people.items():
        if what := _fault(snapshot, command, by, logged[command], sealed.key):
            return Bad(seq, what)
        used += 1
    theirs = sum(approval.signer == sealed.key.hex() for approval in approvals)
    return Compared(used, bots, max(0, theirs - used))


def _acts(snapshot: Snapshot, after: int) -> dict[str, tuple[int, str, str]]:
    """By command, the first entry of an act of two people, both of them, and the second."""
    found: dict[str, tuple[int, str, str]] = {}
    for seq, command, by in snapshot.by_two(after):
        if command not in found and (second := SECOND.search(by)):
            found[command] = (seq, by, second[1])
    return found


def _fault(snapshot: Snapshot, command: str, by: str, logged: Sequence[Approval], key: bytes) -> str:
    try:
        answer = snapshot.reading.answer(command)
    except StoreError as error:
        return f"has an answer that cannot be read: {error}"
    digest = answer.digest.hex() if answer else ""
    right = [approval for approval in logged if (approval.digest, approval.by) == (digest, by)]
    if not right:
        return f"is by {by}, but nobody has approved it{' as it stands' if logged else ''}"
    if len(right) > 1:
        return f"is by {by}, and was approved {len(right)} times"
    return "" if _signed(right[0], key) else f"is by {by}, but its approval is not signed by the house"


def _signed(approval: Approval, key: bytes) -> bool:
    try:
        signature = bytes.fromhex(approval.signature)
    except ValueError:
        return False
    return approval.signer == key.hex() and signed_by(key, signature, approval.message)
