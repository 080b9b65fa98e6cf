"""What the commands print on a terminal of 80 columns: no line is longer."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run, apart

COMMANDS = (
    "law list", "law show sd-2015", "law diff sd-2011 sd-2015", "law sentences ma", "law on 2013-06-01",
    "law on 1980-01-01", "exact cover-all --hands 3", "exact five-card", "exact exposure",
    "simulate --rounds 2000 --edition ma --seats 3 --block 500", "house check house.toml",
)  # fmt: skip


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(apart("house", "example", "massachusetts").out)
    for name, value in {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)


def test_a_wager_of_a_full_table_has_one_line(upcard: Run, terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said = upcard("simulate", "--rounds", "2000", "--edition", "ma", "--seats", "7", "--ante", "200")
    assert re.search(r"^ ante and bet +\$1,400\.00 +[\d.]+% +±[\d.]+% +[\d.]+% +[+-][\d.]+ *$", said.out, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_longer_than_the_terminal(
    upcard: Run, terminal: None, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said = upcard(*command.split())
    assert said.out
    assert [line for line in re.sub(r"\x1b\[[0-9;]*m", "", said.out).splitlines() if len(line.rstrip()) > 80] == []
