"""The key that signs heads: made at first use, kept beside the heads, never written twice.

The private key is the only thing that somebody who may write the database must not be able to read.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections import deque
from pathlib import Path
from urllib.request import Request, urlopen

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


# ---- Heads sent elsewhere as they are signed ---------------------------------------------------------------
# to another file, or to an address that the regulator keeps.
#
# A head that is kept where nobody of the house can reach it proves later that nothing before it was cut away. It is
# sent by a thread of its own. A place that cannot be reached is logged and never stops play; the newest head vouches
# for every one that was lost on the way.


LONGEST = 10.0
"""Seconds that an address has for its answer."""
MOST_WAITING = 100

_log = logging.getLogger("upcard.heads")


class Push:
    """Sends lines of heads to one place, in order."""

    def __init__(self, to: str) -> None:
        """`to` is an http or https address, or the path of a file to append to."""
        self.to = to
        self.failed = ""
        """Why the last head was not sent, or empty."""
        self._address = to if to.startswith(("http://", "https://")) else ""
        if not self._address and "://" in to:
            raise StoreError(f"heads are sent to a file or to an http or https address, not to {to!r}")
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="upcard-push", daemon=True)
        self._thread.start()

    def send(self, line: str) -> None:
        """One more head; this returns at once."""
        with self._changed:
            self._waiting.append(line)
            self._changed.notify()

    def close(self) -> None:
        """Send what waits, for as long as one answer may take, and end."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(LONGEST + 1)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    if self._closing:
                        return
                    self._changed.wait()
                line = self._waiting.popleft()
            try:
                if self._address:
                    asked = Request(self._address, line.encode(), {"Content-Type": "application/json"}, method="POST")
                    with urlopen(asked, timeout=LONGEST) as answer:
                        answer.read(1)
                else:
                    with Path(self.to).open("a", encoding="ascii") as file:
                        file.write(f"{line}\n")
                self.failed = ""
            except Exception as error:  # whatever it is, play goes on
                if not self.failed:
                    _log.error("heads cannot be sent to %s: %s", self.to, error)
                self.failed = str(error) or type(error).__name__
