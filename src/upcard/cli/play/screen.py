"""Where it is shown: a terminal whose picture stays in its place, or a transcript in a pipe or a file."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.text import Text

from upcard.cli.card_text import WIDTH

with contextlib.suppress(ImportError):  # a system without such terminals: keys are lines
    import termios
    import tty

LONGEST_KEY = 16
"""Bytes that one key sends: an arrow sends three."""
END = "\x04"
"""Ctrl-D."""
LOWEST, TALLEST = 24, 32
"""Lines of a terminal that are used: with more, a picture would only have more blank lines."""
ERASE_LINE, ERASE_BELOW, HOME = "\x1b[K", "\x1b[J", "\x1b[H"
OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"

LETTERS = str.maketrans(dict(zip("♣♦♥♠╭╮╰╯─│▒·→…", "cdhs++++-|#.>~", strict=True)))
"""For a terminal that has no such signs."""


class Left(Exception):
    """The player leaves the table."""


class Screen:
    """Standard output and input, as a picture (`live`) or as a transcript."""

    def __init__(self, *, live: bool) -> None:
        self.console = Console(file=sys.stdout, width=WIDTH, markup=False, highlight=False, emoji=False)
        self.live = live and not self.console.is_dumb_terminal
        self.signs = _can_show("♠╭▒→", getattr(sys.stdout, "encoding", None))

    @property
    def height(self) -> int:
        """The lines for a picture: all but the prompt and the line after it."""
        return min(max(LOWEST, Console(file=sys.stdout).size.height), TALLEST) - 2

    def __enter__(self) -> Screen:
        if self.live:
            self._write(OTHER_SCREEN + HOME + ERASE_BELOW)
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self._write(FIRST_SCREEN)

    def show(self, texts: Iterable[Text]) -> None:
        """A whole picture, or the next lines of the transcript."""
        with self.console.capture() as captured:
            for text in texts:
                self.console.print(text, no_wrap=True, overflow="ellipsis", crop=True)
        drawn = "".join(part.rstrip(" ") + "\n" for part in captured.get().split("\n")[:-1])
        drawn = drawn if self.signs else drawn.translate(LETTERS)
        if self.live:
            self._write(HOME + drawn.replace("\n", ERASE_LINE + "\n") + ERASE_BELOW)
        else:
            self._write(drawn)

    def show_whole(self, text: str) -> None:
        """A line that is not cut, however long."""
        self._write(text + "\n")

    def ask(self, prompt: str) -> str:
        """A line from the player; the end of the input is a wish to leave."""
        try:
            answer = input(prompt if self.signs else prompt.translate(LETTERS))
        except (EOFError, KeyboardInterrupt):
            self._write("\n")
            raise Left from None
        except (OSError, ValueError) as error:  # an input that cannot be read, or is not text
            self._write("\n")
            raise Left from error
        if not self.live and not sys.stdin.isatty():
            self._write(answer + "\n")  # nobody typed it, so nobody has seen it
        return answer.strip().lower()

    def key(self, prompt: str) -> str:
        """One key, without Enter, where somebody sits before a terminal; Enter is empty. Otherwise a line.

        What was typed before the question is no answer to it: it must not decide a hand.
        """
        if not self.live or "tty" not in globals():
            return self.ask(prompt)
        stream = sys.stdin.fileno()
        before = termios.tcgetattr(stream)
        try:
            tty.setcbreak(stream)  # and what waits is thrown away, before the question is seen
            self._write(prompt if self.signs else prompt.translate(LETTERS))
            pressed = os.read(stream, LONGEST_KEY).decode("utf-8", "replace")
        except (OSError, KeyboardInterrupt):
            pressed = END
        finally:
            termios.tcsetattr(stream, termios.TCSADRAIN, before)
        self._write("\n")
        if pressed in ("", END):
            raise Left
        return pressed.strip().lower() if pressed.isprintable() or pressed.isspace() else "that key"

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _can_show(signs: str, encoding: str | None) -> bool:
    with contextlib.suppress(UnicodeEncodeError, LookupError):
        signs.encode(encoding or "utf-8")
        return True
    return False


def terminal() -> bool:
    """Whether somebody sits before it."""
    streams: tuple[Any, ...] = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)
