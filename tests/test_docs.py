"""The documents say what is so: diagrams are drawn from the tables of phases, and the README's examples run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.money.pit import example
from upcard.cli import main
from upcard.games.bonus_six import phases as six
from upcard.games.caribbean_stud import phases as stud

ROOT = Path(__file__).parents[1]
PHASES = ROOT / "docs" / "phases.md"


def diagram(transitions: tuple[tuple[str, str, str], ...]) -> str:
    lines = [f"    {start} --> {end}: {act}" for start, act, end in transitions]
    return "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {transitions[0][0]}", *lines, "```"])


def document() -> str:
    return "\n".join(
        [
            "# Phases",
            "",
            "Drawn from `games/*/phases.py`; a test keeps this page and the tables equal.",
            "",
            "## Caribbean stud",
            "",
            diagram(stud.TRANSITIONS),
            "",
            "## Bonus 6",
            "",
            diagram(six.TRANSITIONS),
            "",
        ]
    )


def test_the_diagrams_are_drawn_from_the_phases() -> None:
    if os.environ.get("UPCARD_REWRITE"):
        PHASES.write_text(document(), encoding="utf-8")
    assert PHASES.read_text(encoding="utf-8") == document()


@pytest.mark.parametrize("module", [stud, six], ids=["caribbean-stud", "bonus-six"])
def test_every_phase_is_in_the_diagram(module: object) -> None:
    phases = module.PHASES  # type: ignore[attr-defined]
    transitions = module.TRANSITIONS  # type: ignore[attr-defined]
    drawn = {start for start, _, _ in transitions} | {end for _, _, end in transitions}
    assert drawn == set(phases)
    for start, act, _ in transitions:
        command = re.sub(r"^last | \(.*\)$", "", act).split(" or ")[0]
        assert command in {"decision", *(kind.__name__ for kind in phases[start])}


def test_the_python_in_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried
    assert not failed


README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def shown(command: str) -> str:
    """What a command prints, its errors after its output."""
    words = shlex.split(command)
    assert words[0] == "upcard"
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-m", "upcard", *words[1:]],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("Compiling ")]
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def test_the_readme_shows_what_the_commands_print() -> None:
    text = README.read_text(encoding="utf-8")

    def run(match: re.Match[str]) -> str:
        commands = re.findall(r"^\$ (.*)$", match[1], re.MULTILINE)
        assert commands
        return "```console\n" + "\n".join(f"$ {command}\n{shown(command)}" for command in commands) + "\n```"

    printed = BLOCK.sub(run, text)
    if os.environ.get("UPCARD_REWRITE"):
        README.write_text(printed, encoding="utf-8")
    assert BLOCK.search(text)
    assert printed == README.read_text(encoding="utf-8")


def test_the_drill_for_a_backup_runs_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    drill = re.search(r"<!-- tried by the tests, in this order -->\n```sh\n(.*?)```", text, re.DOTALL)
    assert drill is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text(example("deadwood"), encoding="utf-8")
    assert main(["floor", "run", "house.toml", "--bots", "--rounds", "2"]) == 0
    for line in drill[1].splitlines():
        words = shlex.split(line)
        assert words[0] == "upcard"
        assert main(words[1:]) == 0, (line, capsys.readouterr().err)
