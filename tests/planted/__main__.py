"""`python -m tests.planted [NAME...] [--json]`: plants each bug in a copy of the tree, and asks its tests.

A bug is caught where a test that passes without it fails with it. A file that does not compile, a name that is missing
or a test that cannot be collected proves nothing and is said to be broken.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.planted.bugs import PACKAGE, ROOT, Bug, read_bugs

LONGEST = 240
"""Seconds for the tests of one bug."""
LEFT_OUT = shutil.ignore_patterns(".venv*", ".git", "__pycache__", ".*_cache", ".hypothesis", "*.db*")
SLIPS = ("NameError", "ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError", "UnboundLocalError")
"""Errors that say that the planted text itself is no program."""


def main() -> int:
    bugs = read_bugs()
    parser = argparse.ArgumentParser(
        prog="planted", description="Plant bugs in a copy and see whether tests catch them."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="bugs, rooms or files (all when none is named)")
    parser.add_argument("--json", action="store_true", help="one JSON document at the end instead of the table")
    asked = parser.parse_args()
    chosen = [bug for bug in bugs.values() if not asked.names or {bug.name, bug.room, bug.file} & {*asked.names}]
    if unknown := {*asked.names} - {word for bug in bugs.values() for word in (bug.name, bug.room, bug.file)}:
        parser.error(f"no bug, room or file: {', '.join(sorted(unknown))}")
    found: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="upcard-planted-") as directory:
        copy = Path(directory, "upcard")
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        say("the tests as they are, without a bug")
        before = failures(copy, sorted({test for bug in chosen for test in bug.tests}), 20 * 60)
        if before != []:
            say(f"They do not pass, so that nothing can be seen: {before if before is None else before[0]}")
            return 1
        for at, bug in enumerate(chosen, 1):
            began = time.monotonic()
            found[bug.name] = verdict, why = tried(copy, bug)
            say(f"{at:3}/{len(chosen)} {verdict:7} {time.monotonic() - began:4.0f} s  {bug.room:9} {bug.name}: {why}")
    not_caught = [name for name, (verdict, _) in found.items() if verdict != "caught"]
    if asked.json:
        told = {
            name: {"verdict": verdict, "by": why, "wrong": bugs[name].wrong} for name, (verdict, why) in found.items()
        }
        print(json.dumps(told, indent=1))
    say(
        f"{len(found) - len(not_caught)} of {len(found)} caught"
        + (f"; not: {', '.join(not_caught)}" if not_caught else "")
    )
    return 1 if not_caught else 0


def say(text: str) -> None:
    print(text, file=sys.stderr if "--json" in sys.argv else sys.stdout, flush=True)


def tried(copy: Path, bug: Bug) -> tuple[str, str]:
    """Whether the tests see the bug, and which does."""
    place = copy / PACKAGE / bug.file
    right = place.read_bytes()
    try:
        place.write_text(bug.planted(copy), encoding="utf-8")
        if place.suffix == ".py":
            compile(place.read_bytes(), bug.file, "exec")
        seen = failures(copy, bug.tests, LONGEST)
    except (SyntaxError, ValueError) as error:
        return "broken", str(error)
    finally:
        place.write_bytes(right)
    if seen is None:
        return "broken", "the tests did not come to an end, or could not be collected"
    if not seen:
        return "missed", bug.wrong
    test, why = seen[0]
    return ("broken" if why.startswith(SLIPS) else "caught"), f"{test} ({why[:80]})"


def failures(copy: Path, tests: list[str] | tuple[str, ...], longest: float) -> list[tuple[str, str]] | None:
    """The tests that fail, with the first line of why; None where they were not run to the end."""
    results = copy.with_name("results.xml")
    results.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"--junitxml={results}", *tests]
    child = subprocess.Popen(
        command,
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        status = child.wait(longest)
    except subprocess.TimeoutExpired:
        return None
    finally:
        child.kill()
        child.wait()
    if status not in (0, 1) or not results.exists():
        return None
    cases = ET.parse(results).getroot().iter("testcase")
    return [
        (case.get("name") or "", (why.get("message") or "").partition("\n")[0])
        for case in cases
        for why in (*case.findall("failure"), *case.findall("error"))
    ]


if __name__ == "__main__":
    raise SystemExit(main())
