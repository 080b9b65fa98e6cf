"""The key that signs heads: made at first use, kept beside the heads, never written twice.

The private key is the only thing that somebody who may write the database must not be able to read.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.store.store import StoreError


def load_or_make(path: Path) -> Ed25519PrivateKey:
    """The key in a file; a new one where there is no file yet. Its public half is laid beside as `.pub`."""
    if not path.exists():
        create(path, secrets.token_bytes(32).hex(), 0o600)
    key = Ed25519PrivateKey.from_private_bytes(read_key(path))
    public = path.with_suffix(".pub")
    if not public.exists():
        create(public, key.public_key().public_bytes_raw().hex(), 0o644)
    if read_key(public) != key.public_key().public_bytes_raw():
        raise StoreError(f"{public} is not the public half of {path}")
    return key


def public_key(heads: Path) -> bytes:
    """The public key that lies beside a file of heads."""
    return read_key(heads.with_suffix(".pub"))


def signed_by(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the owner of a public key signed the message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def read_key(path: Path) -> bytes:
    """The 32 bytes of a key, which a file holds in hexadecimal."""
    try:
        found = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read as a key: {error}") from error
    if len(found) != 32:
        raise StoreError(f"{path} cannot be read as a key: it holds {len(found)} bytes, not 32")
    return found


def create(path: Path, text: str, mode: int) -> None:
    """A whole file or none: of two processes that make a key at once, the second takes the first one's."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            with open(file, "w", encoding="ascii") as writing:
                writing.write(f"{text}\n")
                writing.flush()
                os.fsync(file)
            os.link(draft, path)
        finally:
            draft.unlink()
    except FileExistsError:
        return
    except OSError as error:
        raise StoreError(f"{path} cannot be made: {error.strerror}") from error
