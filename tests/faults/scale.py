"""How much is tried: what fits into a test run, or with UPCARD_LONG set as much as the house is promised on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

LONG = bool(os.environ.get("UPCARD_LONG"))

EVERY = 10.0
"""Seconds from one word of progress to the next."""


def progress(steps: Iterable[T], number: int, what: str) -> Iterator[T]:
    """So many steps, with a word now and then on how far they are where they take long."""
    began = said = time.monotonic()
    for done, step in enumerate(steps, 1):
        yield step
        if LONG and time.monotonic() - said > EVERY:
            said = time.monotonic()
            print(f"{done} of {number} {what}, {said - began:.0f} s", file=sys.__stderr__, flush=True)
