"""A copy of the journal for the regulator: everything that is needed to check it, and nothing that must be trusted.

A zip with the journal as lines of JSON, the balances, the answers, the seals, the signed heads with their public key,
the verifier that is one file of plain Python, and a page that says how to use it. The manifest has the SHA-256 of each
file; its signature is made with the key of the heads. The same journal gives the same bytes.

Nothing waits for a round that is not over. The events of such a round are left out, and its entries are there with
their hashes, so that the chain goes on and a later copy can tell no other events. Entries whose hashes would give cards
away follow in a file of their own, without them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import IO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from upcard import __version__
from upcard.journal.command import told_in_part
from upcard.journal.proof import exported, public_key
from upcard.journal.proof.heads import lines_upto
from upcard.journal.proof.key import load_or_make
from upcard.store.store import Entry, Reading, SealedReading, StoreError

STRIDE = 1000
OLDEST = (1980, 1, 1, 0, 0, 0)
"""The first day that a zip knows: no file tells when it was written, so that the bytes stay the same."""

README = "README.txt"


class Bundled(NamedTuple):
    """What was written."""

    events: int
    head: str
    manifest: str
    """The SHA-256 of the manifest."""
    signed: bool
    files: tuple[str, ...]
    withheld: dict[str, int]
    """By stream, how many entries are there without their events."""


def bundle(
    reading: SealedReading,
    output: IO[bytes],
    heads: Path | None = None,
    *,
    advance: Callable[[], None] = lambda: None,
    hides: Callable[[Entry], bool] = lambda entry: False,
    after: Iterable[Entry] = (),
) -> Bundled:
    """Write the copy. `heads` is the file of signed heads; its key, where it lies beside, signs the manifest.

    `hides` says of which entries the events are left out, `after` are entries whose hashes are told to nobody yet.
    """
    digests: dict[str, str] = {}
    withheld: Counter[str] = Counter()

    def line(entry: Entry) -> bytes:
        if hides(entry):
            withheld[entry.stream] += 1
            return told_in_part(entry).encode() + b"\n"
        return exported(entry).encode() + b"\n"

    head = reading.head()
    with ZipFile(output, "w", ZIP_DEFLATED, compresslevel=6) as archive:

        def put(name: str, parts: Iterator[bytes]) -> None:
            digest = sha256()
            with archive.open(_file(name), "w", force_zip64=True) as inside:
                for part in parts:
                    inside.write(part)
                    digest.update(part)
            digests[name] = digest.hexdigest()

        put("journal.jsonl", _journal(reading, head.seq, advance, line))
        later = (line(entry._replace(hash=b"")) for entry in after)
        if (first := next(later, None)) is not None:
            put("unproven.jsonl", chain((first,), later))
        put("balances.json", iter([_json(dict(sorted(reading.balances().items())))]))
        put("answers.jsonl", _answers(reading))
        put("seals.jsonl", _seals(reading))
        if heads is not None:
            put("heads.jsonl", (line for line, _ in lines_upto(heads, head.seq)))
            put("heads.pub", iter([public_key(heads).hex().encode() + b"\n"]))
        put("verify_journal.py", iter([_text("upcard.audit.standalone", "verify_journal.py")]))
        put("check_manifest.py", iter([_text("upcard.audit.standalone", "check_manifest.py")]))
        page = _text("upcard.audit.standalone", README).decode()
        page = page.replace("{head}", f"{head.seq}:{head.hash.hex()}").replace("{withheld}", _withheld(withheld))
        put(README, iter([page.encode()]))
        facts = {"upcard": __version__, "entries": head.seq, "head": head.hash.hex(), "withheld": withheld}
        manifest = _json(facts | {"files": digests})
        put("manifest.json", iter([manifest]))
        signature = _signature(heads, manifest)
        if signature:
            put("manifest.sig", iter([signature.hex().encode() + b"\n"]))
    return Bundled(head.seq, head.hash.hex(), digests["manifest.json"], bool(signature), tuple(digests), dict(withheld))


def _file(name: str) -> ZipInfo:
    found = ZipInfo(name, OLDEST)
    found.compress_type = ZIP_DEFLATED
    found.external_attr = 0o644 << 16
    found.create_system = 3
    return found


def _text(package: str, name: str) -> bytes:
    return files(package).joinpath(name).read_bytes()


def _json(value: object) -> bytes:
    return json.dumps(value, indent=2).encode() + b"\n"


def _withheld(withheld: Mapping[str, int]) -> str:
    """What is left out, as the page says it."""
    if not withheld:
        return "Nothing is left out of this copy."
    listed = "".join(f"\n    {stream}: {count:,}" for stream, count in sorted(withheld.items()))
    return f"Entries of this copy without their events, because a round was not over:{listed}"


def _journal(
    reading: Reading, upto: int, advance: Callable[[], None], line: Callable[[Entry], bytes]
) -> Iterator[bytes]:
    for entry in reading.entries(upto=upto):
        yield line(entry)
        if entry.seq % STRIDE == 0:
            advance()


def _answers(reading: Reading) -> Iterator[bytes]:
    for answer in reading.answers():
        found = answer._asdict() | {"digest": answer.digest.hex()}
        yield json.dumps(found).encode() + b"\n"


def _seals(reading: SealedReading) -> Iterator[bytes]:
    for seal, _ in reading.seals():
        yield json.dumps([field.hex() if isinstance(field, bytes) else field for field in seal]).encode() + b"\n"


def _signature(heads: Path | None, manifest: bytes) -> bytes:
    """By the key of the heads, which only the house has; a copy without it is a copy all the same."""
    secret = heads.with_suffix(".key") if heads is not None else None
    if secret is None or not secret.exists():
        return b""
    try:
        return load_or_make(secret).sign(manifest)
    except ValueError as error:
        raise StoreError(f"{secret} cannot sign: {error}") from error
