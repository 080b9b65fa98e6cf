"""How long `upcard --help` takes from the shell, beside a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from bench.measure import Goal, Report, figure

RUNS = 15
SECONDS = 0.25


def _upcard() -> list[str]:
    """The command that is installed beside this Python, or what it would do."""
    name = "upcard.exe" if sys.platform == "win32" else "upcard"
    installed = Path(sys.executable).with_name(name)
    if installed.exists():
        return [str(installed)]
    return [sys.executable, "-c", "import sys; from upcard.cli import main; sys.exit(main())"]


def _seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def measure() -> Report:
    commands = {"upcard --help": [*_upcard(), "--help"], "python -c pass": [sys.executable, "-c", "pass"]}
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():  # the first run of each compiles and fills the caches of the disk
        _seconds(command)
    for _ in range(RUNS):
        for name, command in commands.items():
            seconds[name].append(_seconds(command))
    found = tuple(figure(name, "s", samples) for name, samples in seconds.items())
    help_takes = found[0].median
    goal = Goal("upcard --help", f"under {SECONDS:.2f} s", help_takes, help_takes < SECONDS)
    notes = [f"{RUNS} runs in turns, each after a first that is not counted."]
    if len(commands["upcard --help"]) > 2:
        notes.append("No upcard command is installed beside this Python: its function was called instead.")
    return Report("start", found, (goal,), tuple(notes))
