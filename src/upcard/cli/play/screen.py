"""Where it is shown: a terminal whose picture stays in its place, or a transcript in a pipe or a file."""

from __future__ import annotations

import contextlib
import sys
import textwrap
from collections.abc import Iterable, Sequence
from time import sleep
from typing import Any

from rich.console import Console
from rich.text import Text

from upcard.cli.play.local_table import Session, staked
from upcard.cli.play.narration import Line, lines
from upcard.cli.play.table_text import WIDTH, felt, header, height, rule
from upcard.tables import Table
from upcard.tables.events import Recorded
from upcard.tables.step_lines import Line as ByHand

MOMENT = 0.12
"""Seconds for the smallest step of the dealer."""

LOWEST = 24
MOST_STEPS = 4
ERASE_LINE, ERASE_BELOW, HOME = "\x1b[K", "\x1b[J", "\x1b[H"
OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"

LETTERS = str.maketrans(dict(zip("♣♦♥♠╭╮╰╯─│▒·→…", "cdhs++++-|#.>~", strict=True)))
"""For a terminal that has no such signs."""


class Left(Exception):
    """The player leaves the table."""


class Screen:
    """Standard output and input, as a picture (`live`) or as a transcript."""

    def __init__(self, *, live: bool, fast: bool) -> None:
        self.console = Console(file=sys.stdout, width=WIDTH, markup=False, highlight=False, emoji=False)
        self.live = live and not self.console.is_dumb_terminal
        self.fast = fast
        self.signs = _can_show("♠╭▒→", getattr(sys.stdout, "encoding", None))

    @property
    def height(self) -> int:
        """The lines for a picture: all but the prompt and the line after it."""
        return max(LOWEST, Console(file=sys.stdout).size.height) - 2

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

    def wait(self, moments: int) -> None:
        if self.live and not self.fast:
            sleep(moments * MOMENT)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


class Silence(Screen):
    """A screen that shows nothing."""

    def show(self, texts: Iterable[Text]) -> None:
        pass

    def wait(self, moments: int) -> None:
        pass


class Stage:
    """The table on a screen: it follows the events, line by line, and draws the felt when it changes."""

    def __init__(self, screen: Screen, title: str, me: int, others: Sequence[int], bankroll: int) -> None:
        self.screen = screen
        self.title = title
        self.me = me
        self.others = others
        self.bankroll = bankroll
        """What the player has, between rounds."""
        self.steps: list[Line] = []
        self.session: Session | None = None
        self.number = 0
        """The round that is shown, where it is not the one on the table."""
        self.preview: Table | None = None
        """The table with wagers that are still being chosen."""

    def seen(self, recorded: tuple[Recorded, ...]) -> None:
        """What the session tells of every act."""
        assert self.session is not None
        for entry in recorded:
            for found in lines(self.session.t, self.session.table, entry.event):
                self._say(found)

    def by_hand(self, found: tuple[ByHand, ...]) -> None:
        """What is done by hand at an act, before what came of it."""
        for line in found:
            first, *rest = textwrap.wrap(f"{line.do}  {line.cites}", WIDTH - 6, break_on_hyphens=False)
            for text in (f"  {first}", *(f"    {one}" for one in rest)):
                self._say(Line(text, None, 1))

    def _say(self, found: Line) -> None:
        self.steps.append(found)
        if self.screen.live:
            self.draw()
        else:
            self.screen.show([_step(found)])
        self.screen.wait(found.weight)

    def _header(self) -> list[Text]:
        assert self.session is not None
        number = self.number or self.session.table.number
        there = (self.preview or self.session.table).round
        left = self.bankroll - (staked(self.session.t, there, self.me) if there is not None else 0)
        return header(self.session, self.title, left, f"round {number}")

    def draw(self, notice: str = "") -> None:
        """The felt with the last steps below it, and a notice in the place of the last one."""
        assert self.session is not None
        said = Text(f" {notice}" if notice else "", "bold")
        if not self.screen.live:
            self.screen.show(
                [*felt(self.session, self.preview or self.session.table, self.me, self.others, large=False), said]
            )
            return
        large, steps = self._layout()
        kept = steps - bool(notice)
        shown = [_step(found) for found in self.steps[-kept:]] if kept else []
        shown += [said] if notice else []
        blank = [Text() for _ in range(steps - len(shown))]
        picture = felt(self.session, self.preview or self.session.table, self.me, self.others, large=large)
        self.screen.show([*self._header(), *picture, rule(), *blank, *shown])

    def _layout(self) -> tuple[bool, int]:
        """Whether the own cards are large, and how many steps of the dealer have room."""
        assert self.session is not None
        room = self.screen.height - len(self._header()) - 1
        large = room - height(self.session, self.others, large=True) >= 2
        return large, max(1, min(MOST_STEPS, room - height(self.session, self.others, large=large)))

    def page(self, texts: Sequence[Text]) -> None:
        """Another picture than the felt, under the same header and as high, so that the prompt stays in its place."""
        if not self.screen.live:
            self.screen.show(texts)
            return
        assert self.session is not None
        large, steps = self._layout()
        missing = height(self.session, self.others, large=large) + 1 + steps - len(texts)
        self.screen.show([*self._header(), *texts, *[Text()] * missing])

    def leaf(self, texts: Sequence[Text]) -> None:
        """Pages of text, one screen at a time."""
        if not self.screen.live:
            self.screen.show(texts)
            return
        size = self.screen.height - len(self._header())
        rest = list(texts)
        while rest:
            self.page(rest[:size])
            rest = rest[size:]
            while rest and not rest[0].plain:
                rest.pop(0)
            self.screen.ask(" [Enter] more > " if rest else " [Enter] back to the table > ")


def _step(found: Line) -> Text:
    text = Text(f" {found.text}", "dim")
    return text.append(f"  {found.clause}", "dim italic") if found.clause else text


def _can_show(signs: str, encoding: str | None) -> bool:
    with contextlib.suppress(UnicodeEncodeError, LookupError):
        signs.encode(encoding or "utf-8")
        return True
    return False


def terminal() -> bool:
    """Whether somebody sits before it."""
    streams: tuple[Any, ...] = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)
