"""What holds for every test: signals as in the foreground, and a time after which it is stopped.

A test that hangs may wait in C, in a thread, in an example of hypothesis or in a browser, where an exception is not
heard or is taken for something else. So its process writes the stacks of all threads to standard error and ends. Under
`-n` that is one worker: the test has failed, another worker takes its place, and the run goes on.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
from collections.abc import Generator

import pytest

USUAL, LONG = 300, 6 * 3600
"""Seconds: five times what the slowest test takes on a busy machine, and more where somebody asked for a long run."""

STACKS = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    long = os.environ.get("UPCARD_LONG") or os.environ.get("UPCARD_SLOW")
    parser.addoption(
        "--time-limit",
        type=float,
        default=LONG if long else USUAL,
        metavar="SECONDS",
        help="how long the set-up, the body or the end of a test may take before the process is stopped",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[STACKS] = os.dup(2)  # standard error itself, before each test's own is caught
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts what runs in the background so
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """The tests themselves stay for good: nobody looks through them for garbage again and again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    os.close(config.stash[STACKS])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def _limited(item: pytest.Item) -> Generator[None, object, object]:
    """Each part anew, since pytest takes back what faulthandler was told when a part before it has failed."""
    faulthandler.dump_traceback_later(item.config.getoption("time_limit"), exit=True, file=item.config.stash[STACKS])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = _limited
