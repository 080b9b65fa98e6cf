"""The command line as a test runs it: in this process, or in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from upcard.cli import main


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs commands in this process."""

    def run(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = main(arguments)
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return run


def apart(*arguments: str, stdin: bytes = b"", cwd: Path | None = None) -> Ran:
    """Runs a command in a process of its own, as a shell would."""
    command = [sys.executable, "-m", "upcard", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, cwd=cwd, timeout=60)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def one_sentence(ran: Ran) -> str:
    """The one line that bad input ends with; nothing is on standard output and nothing looks like a traceback."""
    assert ran.status == 2, ran
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    assert "Traceback" not in ran.err
    return ran.err.strip()
