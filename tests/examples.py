"""The examples in documents: sessions at a prompt are run in order, each page in a folder of its own.

A block ```console has lines `$ upcard …`, each followed by what it prints. Where a line of that is … alone, any lines
may stand in its place. Where … stands in a line, anything may, with some space after it: times, keys, hashes.
`> FILE` writes to a file. What `upcard serve` prints is read until it is ready; then it is stopped.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.served import Process
from upcard.cli import main

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
ANY_LINES, ANY = "\n(?:.*\n)*?", ".*?"


def documents() -> list[Path]:
    """Every document with an example in it."""
    return [file for file in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))) if BLOCK.search(file.read_text("utf-8"))]


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a document with what it is said to print."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
            command, _, said = part.removeprefix("$ ").partition("\n")
            yield command, said.rstrip("\n")


def printed(command: str, folder: Path) -> str:
    """What a command prints, its complaints after its answer."""
    words = shlex.split(command)
    assert words[0] == "upcard", command
    if words[1] == "serve":
        with Process(folder, *words[2:]) as process:
            assert process.stop() == 0
            return re.sub(r":\d+/", ":8000/", f"Upcard is at {process.url}/")
    file = folder / words[-1] if words[-2:-1] == [">"] else None
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        main(words[1:-2] if file else words[1:])
    if file:
        file.write_text(out.getvalue(), encoding="utf-8")
        out = io.StringIO()
    lines = [line for line in (out.getvalue() + err.getvalue()).splitlines() if not line.startswith("Compiling ")]
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def agrees(said: str, found: str) -> bool:
    """Whether a command printed what a document says.

    >>> agrees("a\\n…\\nd", "a\\nb\\nc\\nd"), agrees("took … s", "took 3 s"), agrees("a", "b")
    (True, True, False)
    """
    pattern = re.escape(f"\n{said}\n").replace("\\\n…\\\n", ANY_LINES)
    pattern = re.sub(r"…(?:\\ )+", lambda _: f"{ANY} +", pattern).replace("…", ANY)
    return re.fullmatch(pattern, f"\n{found}\n") is not None


def left_open(said: str, found: str) -> str:
    """What a command prints now, with … where the document had it.

    >>> left_open("at …  a\\nb\\n…\\ne\\nold", "at 12 a\\nb\\nc\\nd\\ne\\nnew")
    'at …  a\\nb\\n…\\ne\\nnew'
    """
    old, lines = said.split("\n"), found.split("\n")
    for before, _, after in (old[at - 1 : at + 2] for at, line in enumerate(old[:-1]) if line == "…" and at):
        first = next((at for at, line in enumerate(lines) if agrees(before, line)), None)
        last = next(
            (at for at, line in enumerate(lines) if agrees(after, line) and first is not None and at > first), None
        )
        if first is not None and last is not None:
            lines[first + 1 : last] = ["…"]
    open_lines = [line for line in old if "…" in line.strip("…")]
    return "\n".join(next((each for each in open_lines if agrees(each, line)), line) for line in lines)


def run(document: Path, folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Where the examples of a document are not what the commands print; with UPCARD_REWRITE it is written anew."""
    (folder / "examples").symlink_to(ROOT / "examples")
    patch.chdir(folder)
    patch.setenv("COLUMNS", "100")
    patch.setenv("NO_COLOR", "1")
    text = document.read_text(encoding="utf-8")
    wrong = []
    for command, said in sessions(text):
        found = printed(command, folder)
        if not agrees(said, found):
            wrong.append(f"$ {command}\n{found}")
            old, new = (
                f"$ {command}\n{each}\n" if each else f"$ {command}\n" for each in (said, left_open(said, found))
            )
            text = text.replace(old, new, 1)
    if os.environ.get("UPCARD_REWRITE"):
        document.write_text(text, encoding="utf-8")
    return wrong
