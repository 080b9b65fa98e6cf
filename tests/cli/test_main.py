"""The front door: help, version, completion, and how a command ends."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run, apart, one_sentence
from upcard import __version__
from upcard.cli.commands import COMMANDS


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_alone_it_teaches(upcard: Run, arguments: tuple[str, ...]) -> None:
    ran = upcard(*arguments)
    assert ran.status == 0
    assert "Examples:" in ran.out
    for command in COMMANDS:
        assert f"  {command.name} " in ran.out
        assert command.purpose in ran.out


def test_help_loads_no_command_and_no_library() -> None:
    """What takes long is not loaded for a page of text."""
    code = (
        "import sys; from upcard.cli import main; main(['--help']);"
        "print([m for m in ('cyclopts', 'rich', 'msgspec', 'upcard.law', 'upcard.games') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version(upcard: Run) -> None:
    assert upcard("--version").out == f"{__version__}\n"


def test_commands_have_distinct_names_and_places() -> None:
    assert len({command.name for command in COMMANDS}) == len(COMMANDS)
    assert {"settle", "law", "completion"} <= {command.name for command in COMMANDS}


@pytest.mark.parametrize(
    "command", [*(["settle"], ["law"], ["completion"]), *(["law", s] for s in ("list", "show", "diff", "on", "trace"))]
)
def test_every_command_has_help(upcard: Run, command: list[str]) -> None:
    ran = upcard(*command, "--help")
    assert ran.status == 0
    assert f"Usage: upcard {' '.join(command)}" in ran.out


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["setle"], "did you mean 'settle'"),
        (["sim"], "did you mean 'simulate'"),
        (["--versio"], "did you mean '--version'"),
        (["--frobnicate"], "there are --help, --version, --install-completion."),
        (["audit", "verify"], "--db"),
        (["audit", "verify", "--db", "upcard.db"], "sqlite:upcard.db"),
        (["frobnicate"], "settle"),
        (["--frobnicate"], "--frobnicate"),
        ([""], "''"),
        (["law", "shwo"], "show"),
        (["law", "show"], "ID"),
        (["law", "show", "ma", "sd-2015"], "sd-2015"),
        (["law", "show", "ma", "--frobnicate"], "--frobnicate"),
        (["law", "show", "nowhere"], "sd-2011, sd-2015, ma, sd-bonus6"),
        (["law", "trace", "nowhere"], "sd-2011, sd-2015, ma, sd-bonus6"),
        (["law", "diff", "ma"], "B"),
        (["completion", "tcsh"], "bash"),
        (["settle", "one", "two"], "two"),
        (["settle", "--frobnicate"], "--frobnicate"),
        (["settle", "there is no\nsuch file"], "FILE"),
        (["settle", "nul\0byte"], "FILE"),
    ],
)
def test_bad_arguments_end_with_one_sentence(upcard: Run, arguments: list[str], names: str) -> None:
    assert names in one_sentence(upcard(*arguments))


def test_as_a_module() -> None:
    assert apart("--version") == (0, f"{__version__}\n", "")


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_bytes(b"{}\n" * 20_000)
    command = [sys.executable, "-m", "upcard", "settle", str(rounds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
def test_ctrl_c_is_quiet() -> None:
    command = [sys.executable, "-m", "upcard", "settle"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"{}\n")
        assert process.stdout.readline().startswith(b'{"error"')  # it answers while the pipe is open
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b""


def test_a_terminal_without_the_signs_shows_others() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "upcard", "law", "list"]
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert b"sd-2015" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_an_answer_that_cannot_be_written_is_said_in_one_sentence() -> None:
    for command in (["law", "list"], ["exact", "bonus", "--table", "A", "--json"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "upcard", *command], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
            )
        assert done.returncode == 1
        assert done.stderr.decode() == "The answer cannot be written to standard output: No space left on device.\n"


def test_a_closed_standard_output_is_said_in_one_sentence() -> None:
    command = f"{shlex.quote(sys.executable)} -m upcard law list >&-"
    done = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr.decode() == "There is no standard output to write the answer to.\n"
