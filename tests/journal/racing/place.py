"""Where the journals of these tests lie: in memory if there is such a place, for here processes die, not disks."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = "/dev/shm"


@contextmanager
def quick_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="upcard-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as name:
        yield Path(name)
