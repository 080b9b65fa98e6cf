"""A game that lives in the tests alone is installed like any other package's, and plays through the house."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_a_game_of_another_package_plays_through_everything() -> None:
    """In a process of its own: which games there are is settled when the tables are first imported."""
    where = os.pathsep.join([str(HERE), str(HERE.parent.parent)])
    files = [str(HERE / name) for name in ("evenings.py", "served.py", "screens.py")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    env = {**os.environ, "PYTHONPATH": where}
    done = subprocess.run(command, env=env, cwd=HERE.parent.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
