"""What the disk itself does: a block written and made safe, one after the other."""

from __future__ import annotations

import os
import time
from pathlib import Path

SYNCS = 1_000
BLOCK = bytes(4096)


def syncs(path: Path) -> float:
    """How often in a second a block of a log reaches the disk."""
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        os.write(file, bytes(SYNCS * len(BLOCK)))
        os.fsync(file)
        os.lseek(file, 0, os.SEEK_SET)
        begun = time.perf_counter()
        for _ in range(SYNCS):
            os.write(file, BLOCK)
            os.fdatasync(file)
        return SYNCS / (time.perf_counter() - begun)
    finally:
        os.close(file)
