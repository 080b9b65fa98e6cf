"""The command line: one module for each command, each importing what it needs when it runs.

In: arguments, files, standard input. Out: tables for people, or with `--json` one JSON document and nothing else on
standard output. `main` returns the exit status: 0, or 1 where a command says so, or 2 with one sentence on standard
error for input that is wrong, or 130 after Ctrl-C. A new command is a function here and a line in `commands.py`.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
PIPE_CLOSED = 141
NOT_WRITTEN = 1
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, and return its exit status."""
    if sys.stdout is None:  # closed by whoever started us
        sys.stderr.write("There is no standard output to write the answer to.\n")
        return NOT_WRITTEN
    if arguments is None:  # a process of our own: while it starts it makes much and throws away little
        gc.set_threshold(50_000)
    try:
        from upcard.cli.commands import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more.
        _let_go_of_output()
        return PIPE_CLOSED
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        sys.stderr.write(f"The answer cannot be written to standard output: {error.strerror}.\n")
        _let_go_of_output()
        return NOT_WRITTEN


def _let_go_of_output() -> None:
    """What is still buffered would fail again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
