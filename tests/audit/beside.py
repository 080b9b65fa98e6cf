"""What an insider may change beside an untouched journal: a seal, a signed head, an approval."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from tests.audit.insider import Evidence
from tests.audit.witness import STRANGER, numbered
from tests.journal.proof.forgeries import signed_line
from upcard.people.person import Approval
from upcard.store.store import Seal

ANOTHER = STRANGER.public_key().public_bytes_raw()


class Beside(NamedTuple):
    """What lies beside a journal, to be changed in place."""

    seals: list[Seal]
    heads: list[bytes]
    approvals: list[Approval]


Change = Callable[[Beside, Random], None]


def beside_of(night: Evidence) -> Beside:
    return Beside(list(night.seals), list(night.heads), list(night.approvals))


# ---- seals -------------------------------------------------------------------------------------------------------


def a_seal_changed(found: Beside, random: Random) -> None:
    place = random.randrange(len(found.seals))
    field = random.choice(("hash", "answers", "before", "signature"))
    seal: dict[str, Any] = found.seals[place]._asdict()
    seal[field] = bytes([seal[field][0] ^ 1]) + seal[field][1:]
    found.seals[place] = Seal(**seal)


def a_seal_removed(found: Beside, random: Random) -> None:
    del found.seals[random.randrange(len(found.seals))]


def the_last_seals_removed(found: Beside, random: Random) -> None:
    del found.seals[random.randrange(len(found.seals)) :]


def seals_of_another_key(found: Beside, random: Random) -> None:
    """From one on all made anew, each on top of the other."""
    start = random.randrange(len(found.seals))
    for place in range(start, len(found.seals)):
        before = found.seals[place - 1].digest if place else found.seals[0].before
        bare = found.seals[place]._replace(signer=ANOTHER, before=before)
        found.seals[place] = bare._replace(signature=STRANGER.sign(bare.message))


# ---- heads -------------------------------------------------------------------------------------------------------


def a_head_changed(found: Beside, random: Random) -> None:
    """One that vouches for another entry, with every later line on top of it."""
    place = random.randrange(1, len(found.heads))
    found.heads[place] = re.sub(
        rb'("hash":")(.)', lambda was: was[1] + (b"7" if was[2] != b"7" else b"8"), found.heads[place]
    )
    for later in range(place + 1, len(found.heads)):
        before = sha256(found.heads[later - 1][:-1]).hexdigest().encode()
        found.heads[later] = re.sub(rb'("before":")[0-9a-f]+', rb"\g<1>" + before, found.heads[later])


def a_head_removed(found: Beside, random: Random) -> None:
    del found.heads[random.randrange(len(found.heads) - 1)]


def heads_of_another_key(found: Beside, random: Random) -> None:
    """From one on all made anew, each on top of the other."""
    for place in range(random.randrange(1, len(found.heads)), len(found.heads)):
        seq, hash_, at = re.findall(r'"seq":(\d+),"hash":"(\w+)","at":"([^"]+)"', found.heads[place].decode())[0]
        before = sha256(found.heads[place - 1][:-1]).hexdigest()
        found.heads[place] = signed_line(STRANGER, int(seq), hash_, at, ANOTHER.hex(), before, 0)


def the_last_heads_removed(found: Beside, random: Random) -> None:
    del found.heads[random.randrange(1, len(found.heads)) :]


# ---- approvals ---------------------------------------------------------------------------------------------------


def _used(found: Beside, random: Random) -> int:
    return random.choice([place for place, each in enumerate(found.approvals) if each.command != "refused"])


def an_approval_removed(found: Beside, random: Random) -> None:
    del found.approvals[_used(found, random)]


def an_approval_changed(found: Beside, random: Random) -> None:
    """It is of another act, or of another person, or signed by nobody."""
    place = _used(found, random)
    one = found.approvals[place]
    digest = ("1" if one.digest[0] == "0" else "0") + one.digest[1:]
    changes = ({"digest": digest}, {"by": f"{one.by}x"}, {"signer": "", "signature": ""}, {"at": one.at + 1})
    found.approvals[place] = replace(one, **random.choice(changes))


def an_approval_of_another_key(found: Beside, random: Random) -> None:
    place = _used(found, random)
    found.approvals[place] = numbered(found.approvals[place], found.approvals[place].number, STRANGER)


def an_approval_added(found: Beside, random: Random) -> None:
    """A second one of an act that was done, with an own key; or one in the house's name of an act that was not."""
    one = found.approvals[_used(found, random)]
    number = len(found.approvals) + 1
    twice, made_up = numbered(one, number, STRANGER), replace(one, command="never done", number=number)
    found.approvals.append(random.choice((twice, made_up)))


def an_unused_approval_removed(found: Beside, random: Random) -> None:
    found.approvals[:] = [each for each in found.approvals if each.command != "refused"]


def _named(*changes: Change) -> dict[str, Change]:
    return {each.__name__.replace("_", " "): each for each in changes}


BY: dict[str, dict[str, Change]] = {
    "seals": _named(a_seal_changed, a_seal_removed, the_last_seals_removed, seals_of_another_key),
    "heads": _named(a_head_changed, a_head_removed, heads_of_another_key),
    "approvals": _named(
        an_approval_removed, an_approval_changed, an_approval_of_another_key, an_approval_added
    ),
    "NOT FOUND": _named(the_last_heads_removed, an_unused_approval_removed),
}  # fmt: skip
"""By what finds it."""
