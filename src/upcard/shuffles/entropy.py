"""Where the secrets and the salts of a running floor come from."""

from __future__ import annotations

import os

SECRET = 32
"""Bytes: more than the orders of a deck need, which are fewer than two to the power of 226."""


SALT = 16
"""Bytes: nobody tries 2 to the power of 128 of them."""


class Source:
    """The operating system's own entropy, asked anew for every secret and every salt."""

    def secret(self) -> bytes:
        return os.urandom(SECRET)

    def salt(self) -> bytes:
        return os.urandom(SALT)
