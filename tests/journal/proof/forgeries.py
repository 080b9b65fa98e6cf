"""What somebody without the key can do to the file of signed heads, and which entry a verifier must name for it."""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.journal.proof.attacks import Attack
from tests.journal.proof.evidence import editing, honest, rows
from upcard.store import Head

HEX = "0123456789abcdef"


def edit_a_line(random: Random) -> Attack:
    """One character; a line that is none any more names no entry."""
    evidence = honest()
    lines = list(evidence.heads)
    number = random.randrange(len(lines))
    text = lines[number].decode()
    place = random.randrange(len(text) - 1)
    new = random.choice([sign for sign in f"{HEX}ABCDEF{{ \r" if sign != text[place]])
    lines[number] = f"{text[:place]}{new}{text[place + 1 :]}".encode()
    altered = re.findall(rb'"seq":(\d+)', lines[number])
    seqs = {0, evidence.signed[number], *map(int, altered)}
    return Attack(evidence._replace(heads=tuple(lines)), seqs)


def edit_and_chain_anew(random: Random) -> Attack:
    """Change what a line vouches for, and let every later line stand on it again."""
    evidence = honest()
    lines = list(evidence.heads)
    number = random.randrange(len(lines))
    field = random.choice([b"hash", b"at"])
    lines[number] = re.sub(
        rb'("%s":")(.)' % field, lambda found: found[1] + (b"7" if found[2] != b"7" else b"8"), lines[number]
    )
    for later in range(number + 1, len(lines)):
        before = sha256(lines[later - 1][:-1]).hexdigest().encode()
        lines[later] = re.sub(rb'("before":")[0-9a-f]+', rb"\g<1>" + before, lines[later])
    return Attack(evidence._replace(heads=tuple(lines)), {evidence.signed[number]})


def delete_a_line(random: Random) -> Attack:
    """Any but the last, whose loss nothing in the file can show."""
    evidence = honest()
    lines = list(evidence.heads)
    number = random.randrange(len(lines) - 1)
    del lines[number]
    return Attack(evidence._replace(heads=tuple(lines)), {evidence.signed[number + 1]})


def cut_the_heads_short(random: Random) -> Attack:
    """The last lines, found by whoever noted down the last head."""
    evidence = honest()
    with editing(evidence.database) as database:
        last = rows(database)[-1]
    left = random.randrange(len(evidence.heads))
    noted = Head(last[0], last[8])
    return Attack(evidence._replace(heads=evidence.heads[:left], noted=noted), {noted.seq})


def reorder_lines(random: Random) -> Attack:
    evidence = honest()
    lines = list(evidence.heads)
    one, two = sorted(random.sample(range(len(lines)), 2))
    lines[one], lines[two] = lines[two], lines[one]
    return Attack(evidence._replace(heads=tuple(lines)), {evidence.signed[two]})


def repeat_a_line(random: Random) -> Attack:
    evidence = honest()
    lines = list(evidence.heads)
    number = random.randrange(len(lines))
    lines.insert(number, lines[number])
    return Attack(evidence._replace(heads=tuple(lines)), {evidence.signed[number]})


def forge_a_line(random: Random) -> Attack:
    """A head of our own making at the end, for a journal that has one more entry: signed, but not with the key."""
    evidence = honest()
    stranger = Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
    claimed = random.choice([evidence.key, stranger.public_key().public_bytes_raw()])
    seq = evidence.signed[-1] + random.randint(1, 9)
    before = sha256(evidence.heads[-1][:-1]).hexdigest()
    line = signed_line(stranger, seq, random.randbytes(32).hex(), "2026-01-02T00:00:00Z", claimed.hex(), before)
    return Attack(evidence._replace(heads=(*evidence.heads, line)), {seq})


def swap_the_key(random: Random) -> Attack:
    """From some line on everything signed anew with another key."""
    evidence = honest()
    stranger = Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
    ours = stranger.public_key().public_bytes_raw().hex()
    start = random.randrange(len(evidence.heads))
    lines = list(evidence.heads[:start])
    for line in evidence.heads[start:]:
        before = sha256(lines[-1][:-1]).hexdigest() if lines else "0" * 64
        seq, hash_, at = re.findall(r'"seq":(\d+),"hash":"(\w+)","at":"([^"]+)"', line.decode())[0]
        lines.append(signed_line(stranger, int(seq), hash_, at, ours, before))
    return Attack(evidence._replace(heads=tuple(lines)), {evidence.signed[start]})


def signed_line(
    key: Ed25519PrivateKey, seq: int, hash_: str, at: str, public: str, before: str, sealed: int | None = None
) -> bytes:
    """A line as the house writes them, by whoever has a key."""
    begins = "" if sealed is None else f'"sealed":{sealed},'
    rest = f'{{"seq":{seq},"hash":"{hash_}","at":"{at}",{begins}"key":"{public}","before":"{before}"'
    return f'{rest},"signature":"{key.sign(f"{rest}}}".encode()).hex()}"}}\n'.encode()
