"""Verify a journal of casino tables with nothing but Python's standard library: one file, to be read before it is run.

    python verify_journal.py JOURNAL [--heads FILE] [--key PUBLIC_HEX_OR_FILE] [--head SEQ:HASH] [--seals FILE]

JOURNAL is an SQLite database (a copy together with its -wal will do) or a file with one entry a line in JSON, whose
seals are in a file of their own. Nothing is written. Exit status 0 and one line that says what was checked, or 1 and
what is first wrong.

The hash of an entry is the SHA-256 of the hash before it (32 zero bytes at first) and of its FIELDS but the last, with
line breaks between. A signed head is a line of its own file; its signature is Ed25519 (RFC 8032) over the line with
`,"signature":"…"` left out; `before` is the SHA-256 of the line before. Without --key the signatures prove only that
one hand made them all, and nothing of what was done before the first; without --head, all may have been cut back.

A seal is made with the same key when entries are appended: its FIRST and LAST entry, the hash of the last, the SHA-256
of the answers that hold them (id, digest, first, last, a line each), the SHA-256 of the seal before, the key and the
signature. What is signed is `upcard seal` and the fields, a line each; the SHA-256 of a seal is over that, a line break
and the signature. A head's `sealed` is the entry after which every entry must have a seal of the key.
"""

import argparse
import hashlib
import json
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

FIELDS = ("seq", "stream", "version", "command", "at", "by", "event", "postings", "hash")
WATCHED = ("meter/", "reserve/", "pending/")
SIGNED_HEAD = re.compile(
    rb'(\{"seq":(0|[1-9][0-9]{0,18}),"hash":"([0-9a-f]{64})","at":"[ -!#-\[\]-~]*",'
    rb'(?:"sealed":(0|[1-9][0-9]{0,18}),)?"key":"([0-9a-f]{64})","before":"([0-9a-f]{64})"),"signature":"([0-9a-f]{128})"\}'
)


class Bad(Exception):
    """The first thing that is wrong."""


def require(true: object, what: str) -> None:
    if not true:
        raise Bad(what)


# ---- Ed25519: the curve -x² + y² = 1 + dx²y² over the integers modulo P; points are (X, Y, Z, XY/Z) ------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * D * p[3] * q[3] % P, 2 * p[2] * q[2] % P
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def combined(s: int, p: Point, k: int, q: Point) -> Point:
    choice = (total := (0, 1, 1, 0), p, q, add(p, q))
    for bit in reversed(range(256)):
        total = add(add(total, total), choice[(s >> bit & 1) + 2 * (k >> bit & 1)])
    return total


def point(encoded: bytes) -> Point | None:
    """The point that 32 bytes stand for: y, and the parity of x in the highest bit."""
    y, odd = int.from_bytes(encoded, "little") % 2**255, encoded[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and odd):
        return None
    x = P - x if x % 2 != odd else x
    return x, y, 1, x * y % P


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether S·B - k·A is R, with k the hash of R, A and the message. Each number has one encoding and no other."""
    a, base = point(key), point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    s = int.from_bytes(signature[32:], "little")
    if a is None or base is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    x, y, z, _ = combined(s, base, k, (P - a[0], a[1], 1, P - a[3]))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y + (x % 2) * 2**255).to_bytes(32, "little") == signature[:32]


def signed_heads(path: Path, key: bytes | None) -> tuple[dict[int, set[bytes]], bytes | None, int | None]:
    """The heads by their places, their key, and after which entry every other is sealed, if any is.

    Each line holds the digest of the one before, so the last signature binds them all.
    """
    heads, proofs, before, last, fault = dict[int, set[bytes]](), [], "0" * 64, -1, ""
    since: str | None = None
    lines = path.read_bytes().split(b"\n")[:-1]  # a last line that a crash tore, or left with holes in it, is none
    for number, line in enumerate(lines[:-1] if lines and b"\0" in lines[-1] else lines, 1):
        found = SIGNED_HEAD.fullmatch(line)
        if not found:
            fault = f"line {number} of the signed heads is not one"
            break
        words: list[Any] = [each and each.decode() for each in found.groups()]
        rest, digits, hash_, sealed, by, standing, signature = words
        seq, key = int(digits), key or bytes.fromhex(by)
        name, ours = f"line {number} of the signed heads, at entry {seq},", by == key.hex()
        proofs += [(f"{name} is not signed by the key", bytes.fromhex(signature), f"{rest}}}".encode())] * ours
        forward = seq > last or (seq == last and since is None and sealed is not None)
        if not ours or standing != before or not forward or since not in (None, sealed):
            fault = f"{name} {'does not follow the line before' if ours else 'has another key'}"
            break
        heads.setdefault(seq, set()).add(bytes.fromhex(hash_))
        before, last, since = hashlib.sha256(line).hexdigest(), seq, sealed
    if key and (fault or (proofs and not is_signed(key, *proofs[-1][1:]))):
        for what, proof, message in proofs:
            require(is_signed(key, proof, message), what)
    require(not fault, fault)
    return heads, key, since if since is None else int(since)


def verify_seals(seals: Any, key: bytes | None, since: int | None, end: int, hashes: dict[int, bytes]) -> str:
    """Check that the seals follow on each other and cover every entry after `since`; what was found, in words.

    A seal has seven fields, and perhaps an eighth: the digest of the answers as they are now.
    """
    covered, before, made = since or 0, None, list[tuple[int, bytes, bytes]]()
    for first, last, hash_, answers, standing, signer, signature, *now in seals:
        if since is None and before is None:
            since = covered = first - 1
        fields = (hash_, answers, standing, signer)
        require(all(type(each) is bytes for each in (*fields, signature)), f"entry {first} has a seal that is none")
        ours, message = (
            last > since,
            "\n".join(map(str, ("upcard seal", first, last, *(each.hex() for each in fields)))),
        )
        require(before is None or standing == before, f"entry {first} has a seal that does not follow the one before")
        require(not ours or first == covered + 1, f"entry {covered + 1} is not sealed")
        require(hashes.get(last) == hash_, f"entry {last} is not the one that was sealed")
        require(not now or now[0] == answers, f"entry {first} was sealed with other answers")
        require(not ours or signer == (key := key or signer), f"entry {first} is sealed with another key")
        before = hashlib.sha256(f"{message}\n{signature.hex()}".encode()).digest()
        covered = max(covered, last)
        made += [(first, signature, message.encode())] * ours
    require(since is None or covered == max(end, since), f"entry {covered + 1} is not sealed")
    if key and made and not is_signed(key, *made[-1][1:]):
        for first, signature, text in made:
            require(is_signed(key, signature, text), f"entry {first} has a seal that the key did not make")
    return f"{len(made)} seals from entry {since + 1}" if since is not None else "no seals"


def sealed_in(database: sqlite3.Connection) -> Any:
    """The seals in a database, each with the digest of the answers that are there."""
    if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seal'").fetchone():
        return
    held = "SELECT id, digest, first, last FROM command WHERE refusal = '' AND last >= first ORDER BY first"
    answers = database.execute(held)
    waiting = next(answers, None)
    for seal in database.execute("SELECT * FROM seal ORDER BY last"):
        digest = hashlib.sha256()
        while waiting and waiting[2] <= seal[1]:
            if waiting[2] >= seal[0]:
                digest.update(f"{waiting[0]}\n{waiting[1].hex()}\n{waiting[2]}\n{waiting[3]}\n".encode())
            waiting = next(answers, None)
        yield *seal, digest.digest()


def seals_of(path: Path) -> Any:
    with path.open("rb") as lines:
        for seal in map(json.loads, lines):
            yield [*seal[:2], *map(bytes.fromhex, seal[2:])]


def opened(path: Path) -> sqlite3.Connection:
    """A database to read only. One that is in use has a -shm beside it; else none is made, not even to read a -wal."""
    still = sys.platform != "win32" and not Path(f"{path}-shm").exists()
    options = "mode=ro&vfs=unix-none" if still else "mode=ro"
    database = sqlite3.connect(f"file:{quote(str(path.absolute()))}?{options}", uri=True, isolation_level=None)
    database.execute(f"PRAGMA locking_mode = {'exclusive' if still else 'normal'}")
    database.execute("BEGIN")
    return database


def lines_of(path: Path) -> Any:
    with path.open("rb") as lines:
        for entry in map(json.loads, lines):
            yield (*(entry[field] for field in FIELDS[:8]), bytes.fromhex(entry["hash"]))


def verify(
    entries: Any, known: dict[int, set[bytes]], hashes: dict[int, bytes], told: bool
) -> tuple[int, bytes, dict[str, int], int]:
    """Check every entry against those before it; how many, the last hash, the accounts, how many without an event."""
    before, versions, held, untold = bytes(32), dict[str, int](), dict[str, int](), 0
    for seq in range(1, 2**63):
        try:
            if (row := next(entries, None)) is None:
                break
            require(row[0] == seq, f"entry {seq} is missing: entry {row[0]} stands in its place")
            require(type(row[0]) is type(row[2]) is int, f"entry {seq} has a number that is none")
            text = "\n".join((str(seq), row[1], str(row[2]), *row[3:6], row[6] or "", row[7])).encode()
            require(row[6] is not None or not told, f"entry {seq} has no event")
            untold += row[6] is None  # an event that nobody may know yet: its hash is taken as given
            fits = row[6] is None or hashlib.sha256(before + text).digest() == row[8]
            require(fits, f"entry {seq} does not fit its hash")
            require(text.count(b"\n") == 7, f"entry {seq} has a line break in a field")
            require(row[2] == versions.get(row[1], 0) + 1, f"entry {seq} is not the next version of {row[1]}")
            before, versions[row[1]], hashes[seq] = row[8], row[2], row[8]
            moved = json.loads(row[7], object_pairs_hook=list)
            proper = len(dict(moved)) == len(moved) and all(type(micros) is int for _, micros in moved)
            require(proper, f"entry {seq} has an account twice, or an amount that is no whole number")
            require(not sum(micros for _, micros in moved), f"entry {seq} has postings that do not sum to zero")
            for account, micros in moved:
                held[account] = held.get(account, 0) + micros
                require(held[account] >= 0 or not account.startswith(WATCHED), f"entry {seq} overdraws {account}")
            require(known.get(seq, {before}) == {before}, f"entry {seq} is not the one that was signed or noted")
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            raise Bad(f"entry {seq} cannot be read: {error}") from error
    for place in sorted(known):
        require(place < seq, f"entry {place} was signed or noted, but the journal ends at entry {seq - 1}")
    return seq - 1, before, held, untold


def verify_tables(database: sqlite3.Connection, entries: int, held: dict[str, int]) -> None:
    """Check what must follow from the entries: the command that each one answers, and the balances."""
    mine = "id = command AND refusal = '' AND seq BETWEEN first AND last"
    alone = f"SELECT seq, command FROM entry LEFT JOIN command ON {mine} WHERE id IS NULL ORDER BY seq LIMIT 1"
    wrong = f"last - first + 1 <> (SELECT count(*) FROM entry WHERE {mine})"
    claims = f"SELECT first, id FROM command WHERE {wrong} ORDER BY first LIMIT 1"
    for seq, command in (*database.execute(alone), *database.execute(claims)):
        raise Bad(f"entry {seq} and the answer to command {command} do not belong together")
    stored = dict(database.execute("SELECT account, micros FROM balance"))
    for account in sorted(stored.keys() | held.keys(), key=str):
        has, should = stored.get(account), held.get(account)
        require(type(has) is int and has == should, f"the balance of {account} is {has}, its postings make {should}")
    counts = database.execute("SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM balance)").fetchone()
    require(counts == (entries, len(stored)), "there are more entries, or more balances, than can be in order")


def main() -> str:
    parser = argparse.ArgumentParser(description="Verify a journal.")
    parser.add_argument("journal", type=Path)
    parser.add_argument("--heads", type=Path, help="the file of signed heads")
    parser.add_argument("--key", help="the public key, in hexadecimal or in a file")
    parser.add_argument("--head", help="SEQ:HASH, a head that was noted down")
    parser.add_argument("--seals", type=Path, help="the file of seals, where the journal is a file of lines")
    given = parser.parse_args()
    key = given.key and bytes.fromhex(Path(given.key).read_text() if Path(given.key).is_file() else given.key)
    heads, key, since = signed_heads(given.heads, key) if given.heads else ({}, key, None)
    noted, _, hash_ = (given.head or "0:").partition(":")
    known = heads | {int(noted): heads.get(int(noted), set()) | {bytes.fromhex(hash_)}}
    with given.journal.open("rb") as file:
        database = opened(given.journal) if file.read(16) == b"SQLite format 3\0" else None
    in_order = f"SELECT {', '.join(FIELDS)} FROM entry ORDER BY seq"
    hashes, rows = dict[int, bytes](), database.execute(in_order) if database else lines_of(given.journal)
    entries, head, held, untold = verify(rows, known, hashes, bool(database))
    if database:
        verify_tables(database, entries, held)
    found = sealed_in(database) if database else seals_of(given.seals) if given.seals else None
    seals = verify_seals(found, key, since, entries, hashes) if found is not None else "no file of --seals was given"
    require(not given.heads or int(noted) <= max(heads, default=0), f"entry {noted} was noted, but never signed")
    require(heads or not (given.key or given.heads), "no signed head is there, though --key or --heads asks for them")
    tables = f"answers, {len(held)} balances, " if database else ""
    signed = f"{len(heads)} signed heads{f' from entry {min(heads)} to {max(heads)}' if heads else ''}"
    signed += f"; {untold} without their events, whose hashes were taken as given" if untold else ""
    return f"verified {entries} entries: chain, postings, {tables}{signed}, {seals}; {entries}:{head.hex()}\n"


if __name__ == "__main__":
    try:
        sys.stdout.write(main())
    except (Bad, OSError, ValueError, sqlite3.Error) as error:
        sys.exit(f"{error}")
