#!/usr/bin/env python3
"""Set up Upcard beside its source and run it.

    python3 up.py play        any arguments go to the `upcard` command
    python3 up.py test        the whole check: style, types, tests, law trace
    python3 up.py cover       how much of the rules of play their tests go through
    python3 up.py docs        the manual as a site of plain files, in the folder site
    python3 up.py bench ...   the benchmarks
    python3 up.py planted ... bugs planted in a copy, and whether the tests catch them
    python3 up.py pin         requirements.txt anew, with the hash of every file of each package

The environment is `.venv` beside this file. It is made when it is missing and renewed when pyproject.toml,
requirements.txt or the version of Python has changed. Set-up speaks on standard error only.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "upcard-stamp.json"
PINS = ROOT / "requirements.txt"
WINDOWS = sys.platform == "win32"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
UPCARD = VENV / ("Scripts/upcard.exe" if WINDOWS else "bin/upcard")

COVERED_ROOMS = ("law", "rules", "games", "tables", "money")
ALSO_COVERING = ("cards", "rounds", "cli/test_house.py", "cli/test_law.py", "cli/test_trace.py")
"""Tests that exercise those rooms besides their own."""
COVERED_PERCENT = 97
"""Measuring makes a test four times as long, so it has a command of its own; long walks bear the mark `no_cover`."""
PYTEST = ("pytest", "--dist", "worksteal", "--durations=15", "--max-worker-restart=4")
"""A test that hangs takes its worker with it; where one after the other hangs, the rest is not waited for."""
LONGEST_STEP = 40 * 60
"""Seconds: what hangs outside any test is stopped too."""


def main(arguments: list[str]) -> int:
    if sys.version_info < OLDEST:
        stop(f"Upcard needs Python {OLDEST[0]}.{OLDEST[1]} or newer, and this is {platform.python_version()}.")
    verb = arguments[:1]
    if verb == ["test"]:
        if arguments[1:]:
            stop(f"`up.py test` runs everything and takes no arguments. For some tests: {PYTHON} -m pytest")
        ready("test")
        return check()
    if verb == ["cover"]:
        ready("test")
        return cover()
    if verb in (["bench"], ["planted"]):
        ready("bench" if verb == ["bench"] else "test")
        os.chdir(ROOT)
        return become(PYTHON, "-m", "bench" if verb == ["bench"] else "tests.planted", *arguments[1:])
    if verb == ["docs"]:
        ready()
        return become(PYTHON, "-m", "upcard.web.manual", *arguments[1:])
    if verb == ["pin"]:
        return become(PYTHON if PYTHON.exists() else Path(sys.executable), str(ROOT / "pin.py"))
    ready(*(["test"] if arguments[:2] == ["law", "trace"] else []))  # it plays what the tests play
    return become(UPCARD, *arguments)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def stop(text: str) -> NoReturn:
    say(text)
    raise SystemExit(1)


def become(program: Path, *arguments: str) -> int:
    """Hand the terminal, the signals and the exit status over to the program."""
    command = [str(program), *arguments]
    if not WINDOWS:
        sys.stdout.flush()
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    while True:
        with contextlib.suppress(KeyboardInterrupt):  # the child hears Ctrl-C too, and decides
            return child.wait()


# ---- the environment ---------------------------------------------------------------------------------------


def ready(*extras: str) -> None:
    """Make sure that `.venv` is up to date and has these extras."""
    if is_ready(extras):
        return
    with alone():
        if is_ready(extras):  # another run has just done it
            return
        stamp = read_stamp()
        now = fingerprint()
        same_python = stamp.get("python") == now["python"] and stamp.get("root") == now["root"]
        if not (same_python and PYTHON.exists()):
            say("upcard: making .venv")
            make_venv()
            stamp = {}
        wanted = sorted({*stamp.get("extras", "").split(), *extras})
        if stamp.get("files") != now["files"]:
            STAMP.unlink(missing_ok=True)  # a renewal that breaks off is begun afresh next time
        say("upcard: installing" + (f" ({', '.join(wanted)})" if wanted else "") + ", a minute or two")
        install(wanted)
        written = STAMP.with_suffix(".new")
        written.write_text(json.dumps({**now, "extras": " ".join(wanted)}), encoding="utf-8")
        written.replace(STAMP)


def fingerprint() -> dict[str, str]:
    """What the environment depends on; it cannot be moved, so its own place is part of it."""
    files = hashlib.sha256()
    for name in ("pyproject.toml", "requirements.txt"):
        files.update(hashlib.sha256((ROOT / name).read_bytes()).digest())
    python = f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}"
    return {"files": files.hexdigest(), "python": python, "root": str(ROOT)}


def read_stamp() -> dict[str, str]:
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def is_ready(extras: tuple[str, ...]) -> bool:
    stamp = read_stamp()
    has_extras = set(extras) <= set(stamp.pop("extras", "").split())
    return has_extras and stamp == fingerprint() and PYTHON.exists() and UPCARD.exists()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """One set-up at a time: the others wait here, and the system frees the lock of a run that dies."""
    try:
        lock = open(ROOT / ".venv.lock", "a+b")  # noqa: SIM115 - closed below
    except OSError as error:
        stop(f"Upcard keeps its environment beside its source, and cannot write there: {error}")
    with lock:
        waited = False
        while not try_lock(lock.fileno()):
            if not waited:
                say("upcard: waiting for another set-up to finish")
                waited = True
            time.sleep(0.2)
        yield


def try_lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - there is one on Windows only

            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - and the other elsewhere

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def make_venv() -> None:
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        stop(
            "This Python cannot make a virtual environment: its `venv` or `ensurepip` module is missing. "
            f"On Debian and Ubuntu install the package python{version}-venv; elsewhere use a full Python."
        )
    base = getattr(sys, "_base_executable", None) or sys.executable  # also when run from inside .venv itself
    quietly("Python could not make .venv.", base, "-m", "venv", "--clear", str(VENV))


def install(extras: list[str]) -> None:
    """What requirements.txt pins for these extras, each file held against its hash; then the project, editable."""
    wanted = VENV / "upcard-pins.txt"
    wanted.write_text(chosen(PINS.read_text(encoding="utf-8"), extras), encoding="utf-8")
    for command in install_commands(wanted):
        quietly("pip could not install what Upcard needs.", *command)


def install_commands(wanted: Path) -> tuple[tuple[str, ...], ...]:
    """Nothing is asked of the index but what is listed, so that nothing comes in without a hash."""
    pip = (str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps")
    return (
        (*pip, "--require-hashes", "--requirement", str(wanted)),
        (*pip, "--no-build-isolation", "--editable", "."),
    )


class Pin(NamedTuple):
    """A package of requirements.txt: its version, where it is needed, and the hashes of its files."""

    name: str
    version: str
    marker: str
    extras: tuple[str, ...]
    """What it is for; nothing where everybody needs it."""
    hashes: tuple[str, ...]


def read_pins(text: str) -> list[Pin]:
    """The packages of requirements.txt; a line `# for bench, test` stands before one that only those extras need."""
    pins: list[Pin] = []
    extras: tuple[str, ...] = ()
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith("# for "):
            extras = tuple(line.removeprefix("# for ").split(", "))
        if not line.strip() or line.startswith("#"):
            continue
        needed, *hashes = line.split("--hash=sha256:")
        pinned, _, marker = needed.partition(";")
        name, _, version = pinned.strip().partition("==")
        pins.append(Pin(name, version, marker.strip(), extras, tuple(each.strip() for each in hashes)))
        extras = ()
    return pins


def chosen(text: str, extras: list[str]) -> str:
    """What pip is given: the packages that everybody needs, and those of these extras."""
    wanted = [pin for pin in read_pins(text) if not pin.extras or set(pin.extras) & set(extras)]
    return "".join(
        f"{pin.name}=={pin.version}{f' ; {pin.marker}' if pin.marker else ''}"
        + "".join(f" --hash=sha256:{each}" for each in pin.hashes)
        + "\n"
        for pin in wanted
    )


TAMPERED = (
    "A file that the package index gave is not the one that requirements.txt names, and was not installed. Try again "
    "later; if it stays so, somebody has changed one of the two: tell whoever you have Upcard from."
)
"""What is said where a hash is another, which pip says in these words:"""
MISMATCH = "DO NOT MATCH THE HASHES"


def quietly(on_failure: str, *command: str) -> None:
    """Run a step of the set-up, and show what it said only when it fails."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        say(done.stdout.rstrip())
        stop(f"\n{TAMPERED if MISMATCH in done.stdout else f'{on_failure} Its own words are above.'}")


# ---- the check ---------------------------------------------------------------------------------------------


def check() -> int:
    """Run every step, even after one has failed, and close with one summary."""
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="upcard-") as directory:
        results = Path(directory)
        steps = {
            "ruff check": ["ruff", "check", "."],
            "ruff format": ["ruff", "format", "--check", "."],
            # Browsers, servers and databases keep a worker waiting: others use the time.
            "tests": [*PYTEST, "-n3", f"--junitxml={results / 'tests.xml'}"],
        }
        environment = dict(os.environ)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # every worker and server would compile everything again
        types = beside(results / "mypy.txt", ["mypy", "--strict"])
        for name, command in steps.items():
            print(f"\n== {name}", flush=True)
            if ended(subprocess.Popen([PYTHON, "-m", *command], cwd=ROOT, env=environment)):
                failed.append(name)
        print("\n== mypy", flush=True)
        if ended(types):
            failed.append("mypy")
        print((results / "mypy.txt").read_text(encoding="utf-8", errors="replace").rstrip(), flush=True)
        print("\n== law trace", flush=True)
        command = ["upcard", "law", "trace", "--by-name"]
        if ended(subprocess.Popen([PYTHON, "-m", *command], cwd=ROOT, stdout=subprocess.DEVNULL)):
            failed.append("law trace")
        print("\n== summary")
        if not sum_up_tests(results / "tests.xml") and "tests" not in failed:
            failed.append("tests")
    print(f"FAILED: {', '.join(failed)}" if failed else "All good.", flush=True)
    return 1 if failed else 0


def cover() -> int:
    """The tests of the rooms that the rules of play are in, measured."""
    with tempfile.TemporaryDirectory(prefix="upcard-") as directory:
        covered = Path(directory, "coverage.json")
        environment = {**os.environ, "COVERAGE_FILE": str(Path(directory, "coverage"))}
        rooms = [f"tests/{room}" for room in (*COVERED_ROOMS, *ALSO_COVERING)]
        command = [str(PYTHON), "-m", *PYTEST, "-n2", "--cov", "--cov-report=", *rooms]
        failed = ended(subprocess.Popen(command, cwd=ROOT, env=environment))
        report = [str(PYTHON), "-m", "coverage", "json", "--quiet", "-o", str(covered)]
        subprocess.run(report, cwd=ROOT, env=environment, check=False)
        good = sum_up_coverage(covered)
    return 0 if good and not failed else 1


def beside(told: Path, command: list[str]) -> subprocess.Popen[bytes]:
    """A step that uses one core, begun beside those that wait now and then; what it says goes to a file."""
    with told.open("wb") as file:
        return subprocess.Popen([PYTHON, "-m", *command], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT)


def ended(step: subprocess.Popen[bytes], longest: float = LONGEST_STEP) -> int:
    """The exit status of a step, which is stopped if it does not end by itself, or when we are stopped."""
    try:
        return step.wait(longest)
    except subprocess.TimeoutExpired:
        print(f"STOPPED: this step had not ended after {longest / 60:g} minutes.", flush=True)
        return 1
    finally:
        step.kill()  # its workers end when they do not hear it any more
        step.wait()


def sum_up_tests(results: Path) -> bool:
    """Print how the tests went, each skip by name."""
    try:
        cases = list(ET.parse(results).getroot().iter("testcase"))
    except (OSError, ET.ParseError):
        print("tests: no results")
        return False
    broken = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skips = [(case, skip) for case in cases for skip in case.findall("skipped")]
    passed = len(cases) - len(broken) - len(skips)
    print(f"tests: {passed} passed, {len(broken)} failed, {len(skips)} skipped")
    for case in broken:
        print(f"  FAILED   {name_of(case)}")
    for case, skip in skips:
        print(f"  SKIPPED  {name_of(case)}: {skip.get('message') or 'no reason given'}")
    return passed > 0 and not broken


def name_of(case: ET.Element) -> str:
    return "::".join(part for part in (case.get("classname"), case.get("name")) if part)


def sum_up_coverage(covered: Path) -> bool:
    """Print the coverage of the four rooms together; lines and branches must both reach the mark."""
    try:
        files = json.loads(covered.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError):
        print("coverage: no results")
        return False
    homes = tuple(f"src/upcard/{room}/" for room in COVERED_ROOMS)
    sums = [file["summary"] for path, file in files.items() if path.replace("\\", "/").startswith(homes)]
    if not sums:
        print(f"coverage: nothing was measured in {', '.join(COVERED_ROOMS)}")
        return False
    good = True
    for kind, hit, total in (
        ("lines", "covered_lines", "num_statements"),
        ("branches", "covered_branches", "num_branches"),
    ):
        part, whole = sum(one[hit] for one in sums), sum(one[total] for one in sums)
        short = part * 100 < whole * COVERED_PERCENT
        percent = part * 1000 // whole if whole else 1000
        print(
            f"coverage of {', '.join(COVERED_ROOMS)}: {percent // 10}.{percent % 10}% of {whole} {kind}"
            + (f", BELOW {COVERED_PERCENT}%" if short else "")
        )
        good = good and not short
    return good


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        say("\nupcard: stopped")
        raise SystemExit(130) from None
