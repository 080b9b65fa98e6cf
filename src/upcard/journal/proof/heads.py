"""Signed heads: what the journal was, written down outside the database.

Whoever may write the database can also hash its chain anew. They cannot sign. So about once a second the end of the
journal is signed and appended to a text file, a line each:

    {"seq":…,"hash":"…","at":"…","sealed":…,"key":"…","before":"…","signature":"…"}

`before` is the SHA-256 of the line before without its line break (zeros for the first), so that the lines are a chain
too, and the last signature vouches for every line. `signature` is Ed25519 over the line with the signature left out:
the bytes before `,"signature"` and a closing brace. Hexadecimal is in small letters, and there is no other white space.

`sealed` is the entry after which every turn has a seal of the key in the database (`store/seal.py`). It stands here,
outside the database, so that nobody can remove the seals and say that there never were any. The first line of a new
journal has it, at entry 0; lines from before there were seals do not.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import urlsplit

from upcard.journal.proof.key import load_or_make, signed_by
from upcard.store.files import Held, WriterLock
from upcard.store.store import Head, Store, StoreError

LINE = re.compile(
    rb'(\{"seq":(0|[1-9][0-9]{0,18}),"hash":"([0-9a-f]{64})","at":"([ -!#-\[\]-~]*)",'
    rb'(?:"sealed":(0|[1-9][0-9]{0,18}),)?"key":"([0-9a-f]{64})","before":"([0-9a-f]{64})"),"signature":"([0-9a-f]{128})"\}'
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
    sealed: int | None = None
    """The entry after which every turn is sealed; None in lines from before there were seals."""


def heads_beside(database: Path) -> Path:
    """Where the heads of an SQLite journal are unless somebody says otherwise."""
    return database.with_name(f"{database.name}.heads")


def heads_of_schema(address: str, schema: str) -> Path:
    """Where the heads of a journal on PostgreSQL are unless somebody says otherwise: in the working directory.

    >>> heads_of_schema("postgresql://floor@db/casino", "pit_2").as_posix()
    'casino.pit_2.heads'
    """
    database = re.sub("[^A-Za-z0-9_-]+", "-", urlsplit(address).path).strip("-")
    return Path(f"{database or 'postgres'}.{schema}.heads")


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


def signed_heads(path: Path, begin: int = 0) -> Iterator[SignedHead]:
    """The lines of a file, unproven. A last line that was torn by a crash is none."""
    for number, line in enumerate(_lines(path, begin), 1):
        found = LINE.fullmatch(line)
        if found is None:
            raise Forged(0, f"line {number} of {path} is not a signed head")
        seq, hash_, at, sealed, key, before, signature = found.groups()[1:]
        yield SignedHead(
            Head(int(seq), bytes.fromhex(hash_.decode())),
            at.decode(),
            bytes.fromhex(key.decode()),
            bytes.fromhex(before.decode()),
            bytes.fromhex(signature.decode()),
            found[1] + b"}",
            sha256(line).digest(),
            None if sealed is None else int(sealed),
        )


LAST_PLACE = 2**63 - 1
NEWEST = 1 << 20
"""Bytes at the end of a file among which the newest heads are looked for: more than half an hour of them."""
AT_A_START = 1 << 24
"""Bytes at the end of a file that a start proves: a night of heads in less than a second. `audit verify` proves all."""


def newest_head(path: Path, upto: int) -> Head | None:
    """The newest head up to an entry, unproven, from the end of a file; None where there is none near it."""
    with _reading(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - NEWEST))
        lines = file.read().split(b"\n")
    for line in reversed(lines):
        found = LINE.fullmatch(line)
        if found and 0 < int(found[2]) <= upto:
            return Head(int(found[2]), bytes.fromhex(found[3].decode()))
    return None


def proven(path: Path, key: bytes | None = None, begin: int = 0) -> SignedHead | None:
    """The last signed head, after proof that the whole file was written by the owner of a public key.

    The chain is followed through every line and the last signature is checked, which binds all the others; only where
    something is wrong is each signature checked, to name the first line that is. Without a key the first line's is
    taken, which proves no more than that one hand wrote the file. `begin` is a byte from which on this is done.
    """
    last: SignedHead | None = None
    for number, line in enumerate(signed_heads(path, begin), 1):
        key = line.key if key is None else key
        fault = _fault(last, line, key) if last or not begin else ""
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
    if last and last.sealed is not None and line.sealed != last.sealed:
        return "says otherwise than the line before where the seals begin"
    begins = last is not None and last.sealed is None and line.sealed is not None
    if last and (line.head.seq < last.head.seq or (line.head.seq == last.head.seq and not begins)):
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
    """The heads of one journal. One process at a time appends to a file; another on it stands by and takes over."""

    def __init__(self, path: Path, key: Path | None = None, *, sync: bool = False) -> None:
        """Open or begin a file of heads; `sync` waits for the disk after each line."""
        self._path, self._sync = path, sync
        self.told: Callable[[str], None] = lambda line: None
        """Told of every line that this process has written."""
        secret = key or path.with_suffix(".key")
        if path.exists() and path.stat().st_size and not secret.exists():
            raise StoreError(f"{path} holds signed heads, but their key {secret} is missing")
        if key is None and secret.exists() and not path.exists():
            raise StoreError(f"the key {secret} has signed heads, but {path} is missing")
        # The file comes before the key, so that a crash between the two is not taken for heads that were removed.
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from error
        self._lock: WriterLock | None = None
        self._behind = False
        """Whether this process took the file over and has yet to come to where the other signed."""
        self._begins: int | None = None
        self.signed_here = 0
        """How many heads this process has signed."""
        self.began = False
        """Whether this process wrote down that the seals begin."""
        try:
            self._key = load_or_make(secret)
            self.public = self._key.public_key().public_bytes_raw()
            if not self._take():
                self._last = proven(path, self.public, _near_end(path))
        except BaseException:
            self.close()
            raise

    def _take(self) -> bool:
        """Whether this process is the one that appends: it is once nobody else is."""
        if self._lock is not None:
            return True
        try:
            self._lock = WriterLock(str(self._path))
        except Held:
            return False
        begin = _near_end(self._path)
        self._last = proven(self._path, self.public, begin)
        self._behind = True
        self._end = begin + sum(len(line) + 1 for line in _lines(self._path, begin))
        self._cut = self._end < os.fstat(self._file).st_size
        return True

    @property
    def path(self) -> Path:
        return self._path

    @property
    def standing_by(self) -> bool:
        """Whether another process on this machine signs."""
        return self._lock is None

    def signature(self, message: bytes) -> bytes:
        """The signature of something else that is kept beside the heads."""
        return self._key.sign(message)

    def signed(self, signature: bytes, message: bytes) -> bool:
        """Whether this key signed it."""
        return signed_by(self.public, signature, message)

    @property
    def last(self) -> Head | None:
        """The last head that was signed, by this process or by the one that signs while this one stands by."""
        if self.standing_by:
            return newest_head(self._path, LAST_PLACE)
        return self._last.head if self._last and self._last.head.seq else None

    @property
    def sealed(self) -> int | None:
        """The entry after which every turn is sealed by this key; None where it has never sealed any."""
        return self._last.sealed if self._last and self._last.sealed is not None else self._begins

    def begin_seals(self, head: Head, after: int, at: str) -> None:
        """Write down, before the first seal is made, that every turn after an entry is sealed."""
        if self.sealed is None:
            self._begins, self.began = after, True
            if self._take():
                self._line(head, at)

    @property
    def last_at(self) -> str:
        """When it was signed, or empty."""
        return self._last.at if self._last else ""

    def sign(self, head: Head, at: str) -> None:
        """Append a head. One that is signed already, or that of an empty journal, needs no line."""
        if not self._take():
            return
        after = self._last.head if self._last else Head(0, START)
        if head.seq == after.seq:
            if self._last and head != after:
                raise StoreError(f"entry {head.seq} was signed with another hash")
            return
        if head.seq < after.seq:
            if self._behind:
                return
            raise StoreError(f"entry {head.seq} comes before entry {after.seq}, which is signed")
        self._line(head, at)

    def _line(self, head: Head, at: str) -> None:
        self._behind = False
        before = self._last.digest if self._last else START
        sealed = self.sealed
        begins = "" if sealed is None else f'"sealed":{sealed},'
        rest = (
            f'{{"seq":{head.seq},"hash":"{head.hash.hex()}","at":"{at}",'
            f'{begins}"key":"{self.public.hex()}","before":"{before.hex()}"'
        ).encode()
        message = rest + b"}"
        signature = self._key.sign(message)
        line = rest + f',"signature":"{signature.hex()}"}}'.encode()
        if not LINE.fullmatch(line):
            raise StoreError(f"a head cannot be signed at {at!r}")
        self._append(line + b"\n")
        self._last = SignedHead(head, at, self.public, before, signature, message, sha256(line).digest(), sealed)
        self.signed_here += 1
        self.told(line.decode())

    def check(self, store: Store) -> None:
        """Prove that the last signed head is in the journal, or say in a `StoreError` that it is not.

        For the start of a house: a database put back from an older copy is refused here, before a hand is dealt. The
        chain binds every earlier entry to this one; a full verification looks up every head there is.
        """
        if self._last is None or not self._last.head.seq:
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
        if self._lock is not None:
            self._lock.release()
            self._lock = None

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


@contextmanager
def _reading(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error


def _lines(path: Path, begin: int = 0) -> Iterator[bytes]:
    """The whole lines; a last one whose end, or some of whose bytes, never came to the disk is none."""
    with _reading(path) as file:
        file.seek(begin)
        waiting = b""
        for line in file:
            if waiting:
                yield waiting[:-1]
            waiting = line
        if waiting.endswith(b"\n") and b"\0" not in waiting:
            yield waiting[:-1]


def _near_end(path: Path) -> int:
    """Where a line begins after which not more of a file is left than a start has the time to prove."""
    with _reading(path) as file:
        left_out = os.fstat(file.fileno()).st_size - AT_A_START
        if left_out <= 0:
            return 0
        file.seek(left_out)
        file.readline()
        return file.tell()
