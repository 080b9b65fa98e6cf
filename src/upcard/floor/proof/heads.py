"""Signed heads: what the journal was, written down outside the database.

Whoever may write the database can also hash its chain anew. They cannot sign. So about once a second the end of the
journal is signed and appended to a text file, a line each:

    {"seq":…,"hash":"…","at":"…","key":"…","before":"…","signature":"…"}

`before` is the SHA-256 of the line before without its line break (zeros for the first), so that the lines are a chain
too, and the last signature vouches for every line. `signature` is Ed25519 over the line with the signature left out:
the bytes before `,"signature"` and a closing brace. Hexadecimal is in small letters, and there is no other white space.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from upcard.floor.proof.key import load_or_make, signed_by
from upcard.floor.store.store import Head, Store, StoreError

LINE = re.compile(
    rb'(\{"seq":([1-9][0-9]{0,18}),"hash":"([0-9a-f]{64})","at":"([ -!#-\[\]-~]*)",'
    rb'"key":"([0-9a-f]{64})","before":"([0-9a-f]{64})"),"signature":"([0-9a-f]{128})"\}'
)
START = bytes(32)
"""What the first line stands on."""


class Forged(StoreError):
    """A line of the heads that the key did not sign, or not there."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(what)
        self.seq = seq


class SignedHead(NamedTuple):
    """A line of the heads."""

    head: Head
    at: str
    key: bytes
    before: bytes
    signature: bytes
    message: bytes
    """The bytes that are signed."""
    digest: bytes
    """The SHA-256 of the whole line: what the next one stands on."""


def heads_beside(database: Path) -> Path:
    """Where the heads of an SQLite journal are unless somebody says otherwise."""
    return database.with_name(f"{database.name}.heads")


def heads_until(heads: Path, seq: int) -> Path:
    """Where the heads of an earlier key are kept once another key goes on: named after the last entry they vouch for.

    >>> heads_until(Path("upcard.db.heads"), 20).name
    'upcard.db.until-20.heads'
    """
    return heads.with_name(f"{heads.stem}.until-{seq}.heads")


def earlier_heads(heads: Path) -> list[Path]:
    """The heads of earlier keys, the oldest first."""
    name = re.compile(rf"{re.escape(heads.stem)}\.until-([0-9]{{1,19}})\.heads")
    found = [(int(match[1]), each) for each in heads.parent.glob("*.heads") if (match := name.fullmatch(each.name))]
    return [each for _, each in sorted(found)]


def lines_upto(path: Path, upto: int) -> Iterator[tuple[bytes, int]]:
    """The lines up to an entry, with the entries that they vouch for; one that was signed meanwhile, or later, vouches
    for entries that a copy does not have.
    """
    with path.open("rb") as lines:
        for line, signed in zip(lines, signed_heads(path), strict=False):
            if signed.head.seq > upto:
                return
            yield line, signed.head.seq


def signed_heads(path: Path) -> Iterator[SignedHead]:
    """The lines of a file, unproven. A last line that was torn by a crash is none."""
    for number, line in enumerate(_lines(path), 1):
        found = LINE.fullmatch(line)
        if found is None:
            raise Forged(0, f"line {number} of {path} is not a signed head")
        seq, hash_, at, key, before, signature = found.groups()[1:]
        yield SignedHead(
            Head(int(seq), bytes.fromhex(hash_.decode())),
            at.decode(),
            bytes.fromhex(key.decode()),
            bytes.fromhex(before.decode()),
            bytes.fromhex(signature.decode()),
            found[1] + b"}",
            sha256(line).digest(),
        )


def proven(path: Path, key: bytes | None = None) -> SignedHead | None:
    """The last signed head, after proof that the whole file was written by the owner of a public key.

    The chain is followed through every line and the last signature is checked, which binds all the others; only where
    something is wrong is each signature checked, to name the first line that is. Without a key the first line's is
    taken, which proves no more than that one hand wrote the file.
    """
    last: SignedHead | None = None
    for number, line in enumerate(signed_heads(path), 1):
        key = line.key if key is None else key
        fault = _fault(last, line, key)
        if fault:
            _name_the_first(path, key, number)
            raise Forged(line.head.seq, f"line {number} of {path}, the head at entry {line.head.seq}, {fault}")
        last = line
    if last is not None and key is not None and not signed_by(key, last.signature, last.message):
        _name_the_first(path, key)
    return last


def _fault(last: SignedHead | None, line: SignedHead, key: bytes) -> str:
    if line.key != key:
        return "is signed with another key"
    if line.before != (last.digest if last else START):
        return "does not follow on the line before"
    if last and line.head.seq <= last.head.seq:
        return "does not go forward"
    return ""


def _name_the_first(path: Path, key: bytes, upto: int | None = None) -> None:
    """Raise for the first line whose own signature is wrong, if there is one among the first `upto` lines."""
    for number, line in enumerate(signed_heads(path), 1):
        if line.key == key and not signed_by(key, line.signature, line.message):
            seq = line.head.seq
            raise Forged(seq, f"line {number} of {path}, the head at entry {seq}, is not signed by the key")
        if number == upto:
            return


class Heads:
    """The heads of one journal, to which this process appends. One process to a file: a second one is noticed."""

    def __init__(self, path: Path, key: Path | None = None, *, sync: bool = False) -> None:
        """Open or begin a file of heads; `sync` waits for the disk after each line."""
        self._path, self._sync = path, sync
        secret = key or path.with_suffix(".key")
        if path.exists() and path.stat().st_size and not secret.exists():
            raise StoreError(f"{path} holds signed heads, but their key {secret} is missing")
        if key is None and secret.exists() and not path.exists():
            raise StoreError(f"the key {secret} has signed heads, but {path} is missing")
        # The file comes before the key, so that a crash between the two is not taken for heads that were removed.
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from error
        self._key = load_or_make(secret)
        self.public = self._key.public_key().public_bytes_raw()
        self._last = proven(path, self.public)
        self._end = _whole(path)
        self._cut = self._end < os.fstat(self._file).st_size
        self.signed_here = 0
        """How many heads this process has signed."""

    @property
    def path(self) -> Path:
        return self._path

    def signature(self, message: bytes) -> bytes:
        """The signature of something else that is kept beside the heads."""
        return self._key.sign(message)

    def signed(self, signature: bytes, message: bytes) -> bool:
        """Whether this key signed it."""
        return signed_by(self.public, signature, message)

    @property
    def last(self) -> Head | None:
        """The last head that was signed."""
        return self._last.head if self._last else None

    @property
    def last_at(self) -> str:
        """When it was signed, or empty."""
        return self._last.at if self._last else ""

    def sign(self, head: Head, at: str) -> None:
        """Append a head. One that is signed already, or that of an empty journal, needs no line."""
        after = self._last.head if self._last else Head(0, START)
        if head.seq == after.seq:
            if self._last and head != after:
                raise StoreError(f"entry {head.seq} was signed with another hash")
            return
        if head.seq < after.seq:
            raise StoreError(f"entry {head.seq} comes before entry {after.seq}, which is signed")
        before = self._last.digest if self._last else START
        rest = (
            f'{{"seq":{head.seq},"hash":"{head.hash.hex()}","at":"{at}",'
            f'"key":"{self.public.hex()}","before":"{before.hex()}"'
        ).encode()
        message = rest + b"}"
        signature = self._key.sign(message)
        line = rest + f',"signature":"{signature.hex()}"}}'.encode()
        if not LINE.fullmatch(line):
            raise StoreError(f"a head cannot be signed at {at!r}")
        self._append(line + b"\n")
        self._last = SignedHead(head, at, self.public, before, signature, message, sha256(line).digest())
        self.signed_here += 1

    def check(self, store: Store) -> None:
        """Prove that the last signed head is in the journal, or say in a `StoreError` that it is not.

        For the start of a house: a database put back from an older copy is refused here, before a hand is dealt. The
        chain binds every earlier entry to this one; a full verification looks up every head there is.
        """
        if self._last is None:
            return
        seq, hash_ = self._last.head
        found = next(iter(store.entries(seq - 1, upto=seq)), None)
        if found is None:
            end = store.head().seq
            raise StoreError(f"entry {seq} was signed at {self._last.at}, but the journal ends at entry {end}")
        if found.hash != hash_:
            raise StoreError(f"entry {seq} is not the one that was signed at {self._last.at}")

    def close(self) -> None:
        """Let go of the file; what was signed is on disk."""
        if self._file >= 0:
            os.fsync(self._file)
            os.close(self._file)
            self._file = -1

    def _append(self, line: bytes) -> None:
        try:
            if self._cut:
                os.ftruncate(self._file, self._end)
                self._cut = False
            if os.fstat(self._file).st_size != self._end:
                raise StoreError(f"somebody else has written to {self._path}")
            self._cut = True
            os.lseek(self._file, self._end, os.SEEK_SET)
            written = os.write(self._file, line)
            if written != len(line):
                raise StoreError(f"{self._path} took {written} of {len(line)} bytes")
            if self._sync:
                os.fsync(self._file)
        except OSError as error:
            raise StoreError(f"{self._path} cannot be written: {error.strerror}") from error
        self._cut = False
        self._end += len(line)


def _lines(path: Path) -> Iterator[bytes]:
    """The whole lines; a last one whose end, or some of whose bytes, never came to the disk is none."""
    try:
        with path.open("rb") as file:
            waiting = b""
            for line in file:
                if waiting:
                    yield waiting[:-1]
                waiting = line
            if waiting.endswith(b"\n") and b"\0" not in waiting:
                yield waiting[:-1]
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error


def _whole(path: Path) -> int:
    """How many bytes of a file are whole lines."""
    return sum(len(line) + 1 for line in _lines(path))
