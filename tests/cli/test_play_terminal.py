"""`upcard play` in a real terminal: single keys without Enter, advice, and a way out."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest

pty = pytest.importorskip("pty")

PATIENCE = 60.0


class Terminal:
    """What somebody at a terminal sees and presses."""

    def __init__(self, master: int, program: int) -> None:
        self._master, self._program, self._seen, self.all = master, program, "", ""

    def press(self, keys: str) -> None:
        self._seen = ""
        os.write(self._master, keys.encode())

    def until(self, words: str) -> str:
        """Everything since the last key, once such words stand there."""
        end = monotonic() + PATIENCE
        while not re.search(words, self._seen):
            ready = select.select([self._master], [], [], max(0.0, end - monotonic()))[0]
            assert ready, f"{words!r} never came: {self._seen[-2000:]!r}"
            try:
                read = os.read(self._master, 65536)
            except OSError:  # the other end is closed
                read = b""
            assert read or re.search(words, self._seen), f"it ended without {words!r}: {self._seen[-2000:]!r}"
            text = read.decode("utf-8", "replace")
            self._seen, self.all = self._seen + text, self.all + text
        return self._seen

    def ended(self) -> int:
        """How the program ended; what it still says is read, so that it can."""
        with contextlib.suppress(OSError):
            while os.read(self._master, 65536):
                pass
        return os.waitstatus_to_exitcode(os.waitpid(self._program, 0)[1])


@contextmanager
def seat(*options: str) -> Iterator[Terminal]:
    """A seat at a table in a terminal of its own."""
    command = [sys.executable, "-m", "upcard", "play", "--seed", "keys", "--seats", "1", "--fast", *options]
    program, master = pty.fork()
    if not program:
        os.execve(command[0], command, {**os.environ, "TERM": "xterm", "NO_COLOR": "1"})
    try:
        yield Terminal(master, program)
    finally:
        with contextlib.suppress(OSError):
            os.kill(program, signal.SIGKILL)
            os.waitpid(program, 0)
        os.close(master)


def to_decision(terminal: Terminal) -> None:
    terminal.until(r"Ante.*> ")
    terminal.press("\r")
    for _ in range(4):
        seen = terminal.until(r"\[f\] Fold.*> |\] > ")
        if "[f] Fold" in seen:
            return
        terminal.press("\r")
    raise AssertionError("no decision is asked for")


def test_a_hand_is_decided_by_one_key_without_enter() -> None:
    with seat() as terminal:
        to_decision(terminal)
        terminal.press("f")
        assert "Total" in terminal.until(r"same wagers.*> ")
        terminal.press("q")
        terminal.until("You came with")
        assert terminal.ended() == 0
    shown, all = ("\x1b[?1049h", "YOU, seat", "\x1b[?1049l", "You came with"), terminal.all
    assert sorted(shown, key=all.index) == list(shown), "a screen of its own, and the terminal's own again at the end"
    assert "Traceback" not in all
    assert "\x1b[31m" not in all


def test_advice_is_one_key_and_decides_nothing() -> None:
    with seat() as terminal:
        to_decision(terminal)
        terminal.press("a")
        said = terminal.until(r"back to the table.*> ")
        assert re.search(r"folding loses|betting (wins|loses)", said)
        terminal.press("\r")
        terminal.until(r"\[f\] Fold.*> ")


@pytest.mark.parametrize("key", ["\r", "\x1b[A", "x"], ids=["Enter", "an arrow", "another letter"])
def test_no_other_key_decides(key: str) -> None:
    with seat() as terminal:
        to_decision(terminal)
        terminal.press(key)
        assert re.search("decides nothing here|is no choice here", terminal.until(r"\[f\] Fold.*> "))


def test_one_q_gives_no_hand_up() -> None:
    with seat() as terminal:
        to_decision(terminal)
        terminal.press("q")
        assert "Press q again to leave" in terminal.until(r"\[f\] Fold.*> ")
        terminal.press("x")
        terminal.until(r"is no choice here[\s\S]*\[f\] Fold.*> ")
        terminal.press("q")
        assert "Press q again to leave" in terminal.until(r"\[f\] Fold.*> "), "another key between takes it back"
        terminal.press("q")
        terminal.until("You left in the middle of a hand")
        assert terminal.ended() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_ctrl_c_and_ctrl_d_leave_in_the_middle_of_a_hand(key: str) -> None:
    with seat() as terminal:
        to_decision(terminal)
        terminal.press(key)
        terminal.until("You left in the middle of a hand")
        assert terminal.ended() == 0
