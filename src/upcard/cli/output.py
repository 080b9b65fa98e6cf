"""What the commands say, and where: results on standard output, complaints and progress on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPED_WIDTH = 120
BAD_INPUT = 2
"""The exit status of a command that was asked for what cannot be."""


def say(text: str) -> None:
    """A line on standard output."""
    sys.stdout.write(text + "\n")


def tell(sentence: str) -> None:
    """A sentence on standard output; a terminal does not break it within a word."""
    if sys.stdout.isatty():
        columns = get_terminal_size().columns
        sentence = "\n".join(
            fill(line, columns, break_long_words=False, break_on_hyphens=False) for line in sentence.split("\n")
        )
    say(sentence)


LONGEST_COMPLAINT = 600
"""In characters: what somebody gave us may be longer than anybody wants to read again."""


def complain(sentence: str) -> int:
    """One line on standard error, whatever the sentence was made of; the exit status that goes with it."""
    line = " ".join(sentence.split())
    if len(line) > LONGEST_COMPLAINT:
        line = f"{line[: LONGEST_COMPLAINT // 2]} ... {line[-LONGEST_COMPLAINT // 2 :]}"
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
    return BAD_INPUT


def show_json(document: Any) -> None:
    """The one document that `--json` prints."""
    say(json.dumps(document, indent=2))


# ---- tables --------------------------------------------------------------------------------------------------------


def console(file: Any = None) -> Console:
    """Standard output, or a file, for tables; nothing in a text of law is taken for markup."""
    from rich.console import Console

    width = None if file is None and sys.stdout.isatty() else PIPED_WIDTH
    return Console(file=file or sys.stdout, width=width, markup=False, highlight=False, emoji=False)


def table(*columns: str, title: str | None = None, rows: Iterable[Iterable[str]] = ()) -> Table:
    """A table in the style of all of them; a column whose name begins with > stands to the right."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for column in columns:
        name = column.removeprefix(">")
        made.add_column(name, overflow="fold", justify="left" if name == column else "right")
    for row in rows:
        made.add_row(*row)
    return made


def pairs(lines: Iterable[Sequence[str]], *, right: bool = False) -> Table:
    """Names, or figures that stand to the right, with what is said of them beside."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, justify="right" if right else "left")
    grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row(*line)
    return grid


# ---- progress ------------------------------------------------------------------------------------------------------

Advance = Callable[..., None]
"""So many steps are done, one by default; the next, if it has a name of its own, is called this."""


@contextmanager
def steps(what: str, total: int, *, shown: bool = True) -> Iterator[Advance]:
    """A bar for work that takes a while: where standard error is a terminal, and nowhere else."""
    if not shown or sys.stderr is None or not sys.stderr.isatty():
        yield lambda more=1, name="": None
        return
    from rich.console import Console
    from rich.progress import Progress

    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(what, total=total)
        yield lambda more=1, name="": bar.update(task, advance=more, description=name or what)
