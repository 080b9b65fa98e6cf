"""A house in one file: the journal, its people, its signed heads and their public key; and a house made of it again.

The file is an SQLite journal with one table more, `carried`, which holds the other files in parts, each with its
SHA-256. It is taken while the house is in use. The journal is copied before the people, who are only ever added to: so
everybody who is named in the journal is in the copy. A head is signed after its entries are on disk; those of entries
that are not in the copy are left out.

The private key of the heads is in no backup. Whoever has it gives it to `restore`, and the heads go on. Without it they
are kept as they are, under the name of their last entry, and a new key signs from there on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import apsw

from upcard.journal.floor import now
from upcard.journal.journal import heads_of
from upcard.journal.proof.heads import Heads, earlier_heads, heads_until, lines_upto, proven
from upcard.journal.proof.key import create, read_key
from upcard.people.open import check_no_people, copy_people, place_of
from upcard.store.files import OWNER_ONLY, new_file, remove
from upcard.store.open import SqliteUrl, cut, open_store, opened_backup, parse, verified
from upcard.store.open import restore as restore_journal
from upcard.store.sql_store import SqlReading
from upcard.store.sqlite_file import CARRIED
from upcard.store.store import Head, SealedReading, StoreError

PART = 1 << 20
"""Bytes of a file that are kept in one row."""

PEOPLE = "people.db"
HEADS = ".heads"
PUBLIC = ".pub"
"""How the names of heads and keys end. The present ones have nothing before it, earlier ones the entry they end at."""


class Copied(NamedTuple):
    """What a backup holds, or what was made of it."""

    head: Head
    people: bool
    signed: int
    """The last entry that a signed head of it vouches for; 0 where there is none."""
    new_key: bool = False
    """Whether a new key goes on from there."""


# ---- out of a house --------------------------------------------------------------------------------------------------


def backup(url: str, to: str, heads: Path | None = None) -> Copied:
    """Everything that belongs to the house at an address, in a new file that only its owner reads."""
    store = open_store(url, read_only=True)
    people = f"{to}.people"
    try:
        with new_file(to) as part:
            remove(part)
            store.backup(part)
            remove(people)
            with_people = copy_people(url, Path(people))
            with opened_backup(part) as copied:
                end = copied.head()
            signed = _carry(part, end, Path(people) if with_people else None, heads_of(url, heads))
    finally:
        store.close()
        remove(people)
    return Copied(end, with_people, signed)


def _carry(part: str, end: Head, people: Path | None, heads: Path | None) -> int:
    """Puts the other files into a copy of the journal; the last entry that the heads vouch for."""
    signed = 0

    def lines(path: Path) -> Iterator[bytes]:
        nonlocal signed
        for line, seq in lines_upto(path, end.seq):
            signed = max(signed, seq)
            yield line

    try:
        connection = apsw.Connection(part)
        try:
            connection.pragma("journal_mode", "delete")
            connection.execute("BEGIN")
            connection.execute(f"CREATE TABLE {CARRIED} (name TEXT, part INTEGER, content BLOB, UNIQUE (name, part))")
            if people is not None:
                _put(connection, PEOPLE, _read(people))
            for path in (*earlier_heads(heads), heads) if heads is not None and heads.exists() else ():
                name = path.stem.rpartition(".")[2] if path != heads else ""
                _put(connection, f"{name}{HEADS}", lines(path))
                public = path.with_suffix(PUBLIC)
                if public.exists():
                    _put(connection, f"{name}{PUBLIC}", _read(public))
            connection.execute("COMMIT")
        finally:
            connection.close(True)
    except (apsw.Error, OSError) as error:
        raise StoreError(f"the backup cannot be written: {error}") from error
    return signed


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while some := file.read(PART):
            yield some


def _put(connection: apsw.Connection, name: str, content: Iterable[bytes]) -> None:
    """A file in parts; part 0 is its SHA-256."""
    digest, number, waiting = sha256(), 0, b""

    def keep(some: bytes) -> None:
        nonlocal number
        number += 1
        digest.update(some)
        connection.execute(f"INSERT INTO {CARRIED} VALUES (?, ?, ?)", (name, number, some))

    for some in content:
        waiting += some
        if len(waiting) >= PART:
            keep(waiting)
            waiting = b""
    keep(waiting)
    connection.execute(f"INSERT INTO {CARRIED} VALUES (?, 0, ?)", (name, digest.digest()))


# ---- and into one ----------------------------------------------------------------------------------------------------


def restore(file: str, url: str, heads: Path | None = None, key: Path | None = None, upto: int | None = None) -> Copied:
    """A house made of a backup, where there is none: all of it, or nothing; with `upto`, as far as that entry.

    `key` is the private key of the heads, with which they go on; a backup of the journal alone is restored as such.
    """
    with opened_backup(file) as whole, ExitStack() as failed:
        reading = whole if upto is None else cut(whole, upto)
        for _ in verified(reading):
            pass
        end, carried = reading.head(), _Carried(whole)
        signed = heads_of(url, heads) if HEADS in carried.names else None
        _check_target(url, carried, signed)
        if PEOPLE in carried.names:
            _bring_people(carried, url, f"{file}.people")
            failed.callback(place_of(url).discard)
        last, new_key = 0, False
        if signed is not None:
            last, new_key = _bring_heads(carried, reading, signed, key, failed.callback)
        elif key is not None:
            raise StoreError("--key: the backup holds no signed heads that a key could go on with")
        restore_journal(f"sqlite:{file}", url, upto)
        failed.pop_all()
    return Copied(end, PEOPLE in carried.names, last, new_key)


class _Carried:
    """The files in a backup; none in a plain journal."""

    def __init__(self, reading: SqlReading) -> None:
        self._reading = reading
        self.names = frozenset(reading.carried_names(CARRIED))

    def write(self, name: str, to: str) -> None:
        """A file of its own, as it was carried."""
        digest, kept = sha256(), b""
        with new_file(to) as part, open(part, "wb") as target:
            for number, content in self._reading.carried_parts(CARRIED, name):
                if number == 0:
                    kept = content
                    continue
                digest.update(content)
                target.write(content)
            if digest.digest() != kept:
                raise StoreError(f"{name} in the backup is not what was put there: its SHA-256 is another")


def _check_target(url: str, carried: _Carried, signed: Path | None) -> None:
    """Nothing of a house may be there, whatever of it: what is left of another one is its owner's to move."""
    match parse(url):
        case SqliteUrl(path, options):
            if options:
                raise StoreError("a restored file is given without options")
            if os.path.exists(path):
                what = "move it away, or name another store with --db"
                raise StoreError(f"{path} is there already, and is not written over: {what}")
        case _:
            with closing(open_store(url)) as store:
                if store.head().seq:
                    raise StoreError("a backup is restored into an empty store, and this one holds a journal")
    if PEOPLE in carried.names:
        check_no_people(url)
    if HEADS not in carried.names:
        return
    if signed is None:
        raise StoreError("the backup holds signed heads: say with --heads where they go")
    for there in (signed, *(signed.with_suffix(ending) for ending in (".key", PUBLIC)), *earlier_heads(signed)):
        if there.exists():
            raise StoreError(
                f"{there} is there already, from another journal: move it elsewhere with its key, "
                f"and name the key with --key if the heads are to go on with it"
            )


def _bring_people(carried: _Carried, url: str, draft: str) -> None:
    remove(draft)
    try:
        carried.write(PEOPLE, draft)
        place_of(url).bring(Path(draft))
    finally:
        remove(draft)


def _bring_heads(
    carried: _Carried, reading: SealedReading, signed: Path, key: Path | None, on_failure: Callable[..., object]
) -> tuple[int, bool]:
    """The last entry that the heads vouch for, and whether a new key goes on from there."""

    def bring(name: str, to: Path) -> None:
        if name in carried.names:
            carried.write(name, str(to))
            on_failure(remove, str(to))

    for name in sorted(carried.names):
        if name.startswith("until-"):
            bring(name, signed.with_name(f"{signed.stem}.{name}"))
    bring(PUBLIC, signed.with_suffix(PUBLIC))
    bring(HEADS, signed)
    end = reading.head()
    signed.write_bytes(b"".join(line for line, _ in lines_upto(signed, end.seq)))
    last = proven(signed, read_key(signed.with_suffix(PUBLIC)) if PUBLIC in carried.names else None)
    if last is None:
        return 0, False
    found = next(iter(reading.entries(last.head.seq - 1, upto=last.head.seq)), None)
    if found is None or found.hash != last.head.hash:
        raise StoreError(f"entry {last.head.seq} of the backup is not the one that was signed at {last.at}")
    private = signed.with_suffix(".key")
    on_failure(remove, str(private))
    if key is not None:
        create(private, read_key(key).hex(), OWNER_ONLY)
        Heads(signed).close()  # says so where it is not the key that signed them
        return last.head.seq, False
    earlier = heads_until(signed, last.head.seq)
    on_failure(remove, str(earlier))
    on_failure(remove, str(earlier.with_suffix(PUBLIC)))
    create(earlier.with_suffix(PUBLIC), last.key.hex(), OWNER_ONLY)
    remove(str(signed.with_suffix(PUBLIC)))
    signed.rename(earlier)
    with closing(Heads(signed, sync=True)) as going_on:
        going_on.begin_seals(end, end.seq, now())
    return last.head.seq, True
