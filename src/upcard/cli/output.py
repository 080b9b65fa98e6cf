"""What the commands say, and where: results on standard output, complaints on standard error."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPED_WIDTH = 120


def say(text: str) -> None:
    """A line on standard output."""
    sys.stdout.write(text + "\n")


LONGEST_COMPLAINT = 600
"""In characters: what somebody gave us may be longer than anybody wants to read again."""


def complain(sentence: str) -> None:
    """One line on standard error, whatever the sentence was made of."""
    line = " ".join(sentence.split())
    if len(line) > LONGEST_COMPLAINT:
        line = f"{line[: LONGEST_COMPLAINT // 2]} ... {line[-LONGEST_COMPLAINT // 2 :]}"
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def show_json(document: Any) -> None:
    """The one document that `--json` prints."""
    say(json.dumps(document, indent=2))


def console() -> Console:
    """Standard output for tables; nothing in a text of law is taken for markup."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return Console(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False)


def table(*columns: str, title: str | None = None) -> Table:
    """An empty table in the style of all of them."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for column in columns:
        made.add_column(column, overflow="fold")
    return made
