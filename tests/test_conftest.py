"""No test hangs, and none minds being run in the background."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import up

ROOT = Path(__file__).resolve().parent.parent

HANGING = """
import subprocess, sys, threading

import pytest

@pytest.fixture(scope="session")
def never_there():
    threading.Event().wait()

@pytest.fixture
def never_over():
    yield
    thread = threading.Thread(target=threading.Event().wait)
    thread.start()
    thread.join()

def test_waits_for_a_fixture(never_there): ...

def test_fails_and_does_not_end(never_over):
    raise AssertionError

def test_waits_for_a_process():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"])

@pytest.mark.parametrize("number", range(10))
def test_passes(number): ...
"""

INTERRUPTED = """
import signal, subprocess, sys

def test_a_child_can_be_interrupted():
    program = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
    assert subprocess.run([sys.executable, "-c", program], stderr=subprocess.DEVNULL).returncode == -signal.SIGINT
"""


def run(folder: Path, tests: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Tests of their own, under what holds for every test here."""
    shutil.copy(ROOT / "conftest.py", folder)
    (folder / "test_planted.py").write_text(tests, encoding="utf-8")
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}  # others take long to load
    command = [sys.executable, "-m", "pytest", "-p", "xdist", *arguments, str(folder)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_whatever_hangs_is_stopped_with_its_stack_and_the_run_goes_on(tmp_path: Path) -> None:
    done = run(tmp_path, HANGING, "-n2", "--time-limit=3", "-rA")
    assert done.returncode == 1
    for name in ("waits_for_a_fixture", "fails_and_does_not_end", "waits_for_a_process"):
        assert f"crashed while running 'test_planted.py::test_{name}'" in done.stdout
    assert done.stdout.count("PASSED test_planted.py::test_passes") == 10
    for name in ("never_there", "never_over", "test_waits_for_a_process"):
        assert f"in {name}\n" in done.stderr
    assert done.stderr.count("Timeout") == 3


@pytest.mark.skipif(os.name != "posix", reason="only a POSIX shell starts what runs in the background so")
@pytest.mark.parametrize("workers", ["-n0", "-n1"])
def test_children_hear_a_signal_that_the_run_was_told_to_ignore(tmp_path: Path, workers: str) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = run(tmp_path, INTERRUPTED, workers)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == 0, done.stdout


def test_a_step_that_does_not_end_is_stopped(capfd: pytest.CaptureFixture[str]) -> None:
    step = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    assert up.ended(step, 0.1) == 1
    assert step.poll() is not None
    assert "STOPPED: this step had not ended after" in capfd.readouterr().out
    assert up.ended(subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])) == 3
