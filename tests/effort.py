"""How much is tried: less in the ordinary run, which everybody waits for, and more with UPCARD_LONG."""

from __future__ import annotations

import os


def effort(usual: int, long: int) -> int:
    """So many examples, or more in a long run."""
    return long if os.environ.get("UPCARD_LONG") else usual
