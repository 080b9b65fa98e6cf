"""What Tab offers: commands, options and choices; editions of the law, tables of the house, rounds of the journal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run, apart, one_sentence
from upcard.cli.completion import following


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a house file and the journal of two rounds at its table."""
    place = tmp_path_factory.mktemp("shift")
    (place / "house.toml").write_text(apart("house", "example", "deadwood-2011").out)
    ran = apart("floor", "run", "house.toml", "--bots", "--rounds", "2", "--seed", "1", cwd=place)
    assert ran.status == 0, ran
    return place


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["se"], ["serve", "settle"]),
        (["--v"], ["--version"]),
        (["frobnicate", ""], []),
        (["law", "sh"], ["show"]),
        (["law", "diff", "sd-2011", "s"], ["sd-2011", "sd-2015", "sd-bonus6"]),
        (["law", "show", "m"], ["ma"]),
        (["law", "show", "--cl"], ["--clause"]),
        (["house", "example", "mass"], ["massachusetts"]),
        (["exact", "caribbean-stud", "--strategy", "AK"], ["AKJ83", "AK"]),
        (["play", "--edition", "m"], ["ma"]),
        (["law", "list", "--j"], ["--json"]),
        (["serve", "--port", ""], []),
        (["serve", "--no-b"], ["--no-bots"]),
        (["exact", "progressive", "--empty"], []),
        (["exact", "caribbean-stud", "--strategy=AK"], ["--strategy=AKJ83", "--strategy=AK"]),
        (["exact", "progressive", "--edition", "sd-2015", "--schedule", "PMG"], ["PMG-01", "PMG-02"]),
        (["exact", "progressive", "--edition=sd-2015", "--schedule=PMG"], ["--schedule=PMG-01", "--schedule=PMG-02"]),
        (["simulate", "--strategy", "ma"], ["matching-rank"]),
        (["play", "--edition", "=", "m"], ["ma"]),
        (["play", "--edition", "="], ["sd-2011", "sd-2015", "ma", "sd-bonus6"]),
    ],
)
def test_what_may_stand_next(words: list[str], found: list[str]) -> None:
    assert following(words) == found


def test_tables_of_the_house_and_rounds_of_the_journal(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    tables = following(["play", "--house", "house.toml", "--table", ""])
    rounds = following(["audit", "round", ""])
    assert tables
    assert len(rounds) >= 2
    assert {each.rpartition(":")[0] for each in rounds} <= set(tables)
    assert set(following(["audit", "slips", "--table", ""])) <= set(tables)
    assert following_in(place, "audit", "round", "--db", "sqlite:nowhere.db", "") == []
    assert not (place / "nowhere.db").exists()


def test_bash_offers_what_the_program_says(place: Path, tmp_path: Path) -> None:
    """A name with a space is quoted as the shell wants it, and a colon does not part a round's name."""
    (tmp_path / "upcard").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m upcard "$@"\n')
    (tmp_path / "upcard").chmod(0o755)
    (tmp_path / "completion").write_text(apart("completion", "bash").out)

    def pressed(*words: str) -> list[str]:
        line = (
            'source "$0/completion"; COMP_WORDS=(upcard "$@"); COMP_CWORD=$#; _upcard; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            ["bash", "--norc", "-c", line, str(tmp_path), *words],
            capture_output=True, text=True, check=True, cwd=place, timeout=60,
            env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        )  # fmt: skip
        return done.stdout.splitlines()

    assert pressed("law", "show", "sd-2") == ["sd-2011", "sd-2015"]
    (first, *_) = sorted(following_in(place, "audit", "round", ""))
    table, _, number = first.rpartition(":")
    assert f"{table}:{number}".replace(" ", "\\ ") in pressed("audit", "round", table[:2])


def following_in(place: Path, *words: str) -> list[str]:
    return apart("completion", "next", *words, cwd=place).out.splitlines()


@pytest.mark.parametrize(
    ("shell", "sign"), [("bash", "complete -o default"), ("zsh", "#compdef upcard"), ("fish", "complete -c")]
)
def test_every_shell_has_its_script(upcard: Run, shell: str, sign: str) -> None:
    ran = upcard("completion", shell)
    assert ran.status == 0
    assert sign in ran.out
    assert "upcard completion next" in ran.out


def test_another_shell_is_refused(upcard: Run) -> None:
    assert "bash" in one_sentence(upcard("completion", "tcsh"))
