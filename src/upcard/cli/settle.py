"""`upcard settle`: finished rounds in, settlements out, a line for a line."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from math import isfinite
from typing import Annotated, Any, BinaryIO, NoReturn

from upcard.cli.options import says
from upcard.cli.output import complain, steps
from upcard.errors import Refused

LONGEST_LINE = 1_000_000
"""In bytes, so that no input can fill the memory; a round takes a few thousand at most."""

LONGEST_NUMBER = 18
"""In digits; rounds write their amounts as text, and the numbers in a pay table are small."""

BIG_FILE = 4_000_000
"""In bytes: some seconds of work, so that a progress bar has something to say."""

SOME_REFUSED = 1


def settle(
    file: Annotated[
        str, says("A file with one round per line; - or nothing is standard input.", allow_leading_hyphen=True)
    ] = "-",
    /,
    *,
    readings: Annotated[
        bool, says("Add to each settlement the names of our readings of the law that touched it.")
    ] = False,
) -> int:
    """Settle finished rounds: one JSON object per line, in and out.

    A line that cannot be settled gives in its place
    {"error": {"message": ..., "clause": ...}}, and the rest go on.
    The exit status is 0; 1 if there was such a line; 2 if the input cannot
    be read at all.

    upcard settle rounds.jsonl > settled.jsonl
    upcard settle --readings < rounds.jsonl
    """
    from upcard.games.settle import settle_or_error

    settler = partial(settle_or_error, readings=readings)
    status = 0
    with _opened(file) as stream:
        size = _regular_size(stream)
        each_line = size is None or sys.stdout.isatty()  # somebody may be waiting for each answer
        whole = _one_round(stream, size)
        big = size is not None and size >= BIG_FILE and not sys.stdout.isatty()
        with steps("Settling", size or 0, shown=big) as advance:
            for line in [whole] if whole is not None else _lines(_bounded(stream, file, advance)):
                document = _settled(line, settler)
                if "error" in document:
                    status = SOME_REFUSED
                sys.stdout.write(json.dumps(document) + "\n")
                if each_line:
                    sys.stdout.flush()
    return status


# ---- one line ------------------------------------------------------------------------------------------------


def _settled(line: bytes | None, settle: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    try:
        return settle(_parse(line))
    except _Malformed as error:
        return _error(f"round: {error}")
    except RecursionError:
        return _error("round: it is nested too deeply")
    except Exception as fault:
        # A fault of ours in one round must not lose the thousands behind it; the line says whose fault it is.
        return _error(f"a fault in Upcard, not in the law, kept this round from being settled: {fault!r}")


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "clause": None}}


class _Malformed(Exception):
    """Why a line is not a JSON object that can be read in one way only."""


def _parse(line: bytes | None) -> Any:
    if line is None:
        raise _Malformed(f"the line is longer than {LONGEST_LINE:,} bytes")
    if not line.strip():
        raise _Malformed("the line is empty")
    try:
        return _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _Malformed(f"byte {error.start + 1} is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise _Malformed(f"malformed JSON at character {error.pos + 1}: {error.msg}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Malformed(f"{twice!r} stands twice in one object")
    return found


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _Malformed(f"a number has more than {LONGEST_NUMBER} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise _Malformed("a number is too large")
    return number


def _constant(name: str) -> NoReturn:
    raise _Malformed(f"{name} is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)

# ---- the input -----------------------------------------------------------------------------------------------


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    if file == "-":
        if sys.stdin is None:
            raise Refused(None, "FILE: there is no standard input to read")
        if sys.stdin.isatty():
            complain("Reading rounds from the terminal, one per line; Ctrl-D ends.")
        return nullcontext(sys.stdin.buffer)  # it is not ours to close
    if file.startswith("-"):
        raise Refused(None, f"settle has no option {file!r}; a file of that name is ./{file}")
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:
        because = error.strerror if isinstance(error, OSError) else str(error)
        raise Refused(None, f"FILE: {file!r} cannot be read: {because}") from error


def _one_round(stream: BinaryIO, size: int | None) -> bytes | None:
    """A file that is one object written over several lines, as people write their first round; else nothing is read."""
    if size is None or size > LONGEST_LINE or not stream.seekable() or stream.tell():
        return None
    whole = stream.read()
    stream.seek(0)
    if b"\n" not in whole.strip():
        return None
    try:
        return whole if isinstance(json.loads(whole.decode("utf-8-sig")), dict) else None
    except (ValueError, RecursionError):
        return None


def _start(line: bytes, file: str) -> bytes:
    """The first line; a whole file in another encoding cannot be read, a stray byte is its line's own error."""
    start = line[:4]
    if start[:2] in (b"\xff\xfe", b"\xfe\xff") or (b"{" in start and b"\0" in start):
        raise Refused(None, f"FILE: {file!r} is not encoded in UTF-8")
    return line.removeprefix(b"\xef\xbb\xbf")  # a mark that some editors put in front


def _regular_size(stream: BinaryIO) -> int | None:
    """The size of a file on disk; None for a pipe or a terminal."""
    try:
        found = os.fstat(stream.fileno())
    except OSError:
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _lines(lines: Iterable[bytes | None]) -> Iterator[bytes | None]:
    """The lines in order, blank ones only where another line follows."""
    blank = 0
    for line in lines:
        if line is not None and not line.strip():
            blank += 1
            continue
        for _ in range(blank):
            yield b""
        blank = 0
        yield line


def _bounded(stream: BinaryIO, file: str, advance: Callable[[int], None]) -> Iterator[bytes | None]:
    """Line after line, None for one that is too long."""

    def more() -> bytes:
        try:
            line = stream.readline(LONGEST_LINE + 1)
        except OSError as error:
            raise Refused(None, f"FILE: {file!r} cannot be read: {error.strerror}") from error
        advance(len(line))
        return line

    line = _start(more(), file)
    while line:
        if len(line) <= LONGEST_LINE:
            yield line
        else:
            while line and not line.endswith(b"\n"):
                line = more()
            yield None
        line = more()
