"""Where the secrets of a running floor come from."""

from __future__ import annotations

import os

SECRET = 32
"""Bytes: more than the orders of a deck need, which are fewer than two to the power of 226."""


class Source:
    """The operating system's own entropy, asked anew for every secret."""

    def secret(self) -> bytes:
        return os.urandom(SECRET)
