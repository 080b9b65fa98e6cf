"""A bar for work that takes a while: on standard error, where that is a terminal, and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Advance = Callable[[str | None], None]
"""One step is done; the next, if it has a name of its own, is called this."""


@contextmanager
def steps(what: str, total: int) -> Iterator[Advance]:
    """A bar of so many steps."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda name: bar.update(task, advance=1, description=name or what)
