"""A casino to measure: `upcard serve` as a process of its own, with a house of two idle tables."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOUSE = """
name = "Measured House"

[[table]]
name = "Busy"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
minimum = "5.00"

[[table]]
name = "Idle"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
minimum = "5.00"
"""


@contextmanager
def served(folder: Path, *more: str) -> Iterator[int]:
    """The port of a server that ends with the block."""
    house = folder / "house.toml"
    house.write_text(HOUSE, encoding="utf-8")
    command = [sys.executable, "-m", "upcard", "serve", str(house), "--demo", "--port", "0"]
    command += ["--db", f"sqlite:{folder / 'measured.db'}", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder)
    try:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        yield int(line.rstrip("/").rsplit(":", 1)[1])
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()
