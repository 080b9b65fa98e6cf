"""The command line, in this process: what is asked of each journal and of the product itself, and what is answered."""

from __future__ import annotations

import io
import json
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.cli.running import Ran
from upcard.cli import main

MASKED: dict[str, tuple[str, str]] = {
    "places in the code and the tests": (r'(?s)"(code|tests)": \[(?:\]|.*?\n *\])', r'"\1": []'),
    "tests that prove a sentence": (r'\n *"tests/[^"]*",?', ""),
    "how long a run took": (r'"(seconds|events_per_second|p50|p95|p99|max)": "?[\d.]+"?', r'"\1": 0'),
    "the version in a bundle": (r'"upcard": "[\d.]+"', '"upcard": ""'),
}
"""What depends on the time of day, the machine, the version or where a line stands: a pattern, and what is put in."""

UNFROZEN = ("verify_journal.py", "check_manifest.py", "README.txt", "manifest.json", "manifest.sig")
"""Files of a bundle whose bytes are programs and pages, or follow from those."""

DB = ("--db", "sqlite:house.db")
HOUSES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")
EDITIONS = ("sd-2011", "sd-2015", "ma", "sd-bonus6")

Case = dict[str, Any]
"""A command with what it answered: `argv`, `stdin`, `status`, `out`, and of a bundle its `files`."""


def run(argv: list[str], stdin: str = "") -> Ran:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", given):
        status = main(argv)
    return Ran(status, *(said.buffer.getvalue().decode() for said in (out, err)))


def answered(argv: list[str], stdin: str = "") -> Case:
    """A command and its answer. What a command says of its progress is not kept, its refusals are."""
    ran = run(argv, stdin)
    text = ran.out or ran.err
    for pattern, masked in MASKED.values():
        text = re.sub(pattern, masked, text)
    case: Case = {"argv": argv, "stdin": stdin, "status": ran.status, "out": text}
    if argv[:2] == ["audit", "export"]:
        case["files"] = bundled(Path(argv[argv.index("--output") + 1]))
        case["out"] = re.sub(r'"manifest": "[0-9a-f]+"', '"manifest": ""', text)
    return case


def bundled(path: Path) -> dict[str, str]:
    """The files of a bundle with their digests."""
    with zipfile.ZipFile(path) as bundle:
        return {
            name: "" if name in UNFROZEN else sha256(bundle.read(name)).hexdigest()
            for name in sorted(bundle.namelist())
        }


def unpacked(archive: Path, folder: Path) -> Path:
    with tarfile.open(archive) as kept:
        kept.extractall(folder, filter="data")
    return folder


# ---- what is asked ---------------------------------------------------------------------------------------------------


def of_journal(folder: Path) -> tuple[list[Case], list[str]]:
    """Everything that is asked of a journal; and each of its rounds as `settle` reads it, one a line."""
    with chdir(folder):
        listed = run(["audit", "round", *DB, "--limit", "1000", "--json"]).json["rounds"]
        over = [each["id"] for each in listed if each["state"] != "in play"]
        lines = [json.dumps(run(["audit", "round", id, *DB, "--json"]).json["round"]) for id in over]
        meters = run(["audit", "meters", *DB, "--json"]).json["parts"]
        jackpots = [part["title"] for part in meters if part["name"].startswith("jackpot-")]
        shown = _some(listed)
        asked = [
            ["audit", "verify", "--settle", *DB, "--json"],
            ["audit", "replay", *DB, "--json"],
            ["audit", "round", *DB, "--limit", "1000", "--json"],
            *(["audit", "round", id, *DB, "--json"] for id in shown),
            *(["audit", "shuffle", id, *DB, "--json"] for id in shown[:2]),
            *(["audit", paper, *DB, "--json"] for paper in ("slips", "tax", "day", "meters")),
            *(["audit", "jackpot", name, "--by", "round", *DB, "--json"] for name in jackpots),
            ["audit", "export", "--output", "bundle.zip", *DB, "--json"],
        ]
        return [answered(argv) for argv in asked], lines


def _some(listed: list[dict[str, Any]]) -> list[str]:
    """The first two rounds of every state that there is, and those in which a jackpot was hit."""
    found: dict[str, list[str]] = {}
    for each in listed:
        found.setdefault(each["state"] + (" hit" if each["hits"] else ""), []).append(each["id"])
    return [id for ids in found.values() for id in ids[:2]]


def of_product(rounds: list[str], examples: Path) -> Iterator[tuple[list[str], str]]:
    """What is asked of the law, of houses, of finished rounds and of the mathematics: commands and their input."""
    for argv in (
        ["list"], *(["show", edition] for edition in EDITIONS), ["show", "ma", "--clause", "6(c)"],
        *(["diff", one, other] for one, other in permutations(EDITIONS[:3], 2)), ["diff", "sd-2015", "sd-bonus6"],
        ["sentences"],
        *(["on", day] for day in ("2010-12-31", "2011-01-10", "2013-06-01", "2015-05-12", "2026-01-01", "nonsense")),
        ["on", "2015-05-13", "--all"],
    ):  # fmt: skip
        yield ["law", *argv, "--json"], ""
    for house in HOUSES:
        text = run(["house", "example", house]).out
        yield ["house", "example", house], ""
        yield ["house", "check", "-", "--json"], text
    yield ["house", "check", "-", "--json"], (examples / "too-low-a-rate.toml").read_text(encoding="utf-8")
    every = [line for name in EXAMPLES for line in (examples / name).read_text(encoding="utf-8").splitlines()]
    every += rounds
    yield ["settle", "--readings"], "".join(f"{line}\n" for line in (*every, *wrong(every)))
    for argv in EXACT:
        yield ["exact", *argv, "--json"], ""


EXAMPLES = ("straight-flush.json", "over-the-limit.json", "rounds.jsonl")


def wrong(rounds: list[str]) -> Iterator[str]:
    """Rounds that cannot be settled, each for another reason."""
    yield from ("{}", "nonsense", '{"edition": "sd-1999"}')
    for line in rounds[-40::4]:
        found = json.loads(line)
        seat, held = next(iter(found["seats"].items()))
        changes: tuple[dict[str, Any], ...] = (
            {"cards": [*held.get("cards", ())][:3]}, {"wagers": held["wagers"] | {"ante": "1000000.00"}},
            {"wagers": held["wagers"] | {"side": "1.00"}}, {"wagers": {}}, {"decision": "sleep"},
        )  # fmt: skip
        for change in changes:
            yield json.dumps(found | {"seats": found["seats"] | {seat: held | change}})


EXACT = (
    ["caribbean-stud"], ["caribbean-stud", "--strategy", "AKJ83"],
    ["caribbean-stud", "--pays", "200,50,20,7,5,4,3,2,1"],
    ["hand", "--player", "As Kd Qh Jc 3s", "--up", "2d"], ["hand", "--player", "2s 2d 9h Jc 3s", "--up", "Ad"],
    ["hand", "--player", "2s 2s 9h Jc 3s", "--up", "Ad"],
    ["progressive", "--edition", "ma", "--schedule", "D", "--opponents", "6"],
    ["progressive", "--edition", "ma", "--schedule", "D", "--opponents", "6", "--seed", "10000", "--rate", "70%"],
    ["progressive", "--edition", "sd-2015", "--schedule", "PMG-01", "--meter", "100000"],
    ["progressive", "--edition", "sd-2011", "--schedule", "classic-10pct", "--meter", "52114.07"],
    ["progressive", "--edition", "ma", "--schedule", "PTMGLML02", "--meter", "mega=250000", "--meter", "major=5000",
     "--meter", "minor=500"],
    *(["bonus", "--table", table] for table in "ABC"),
    ["bonus", "--pays", "full_house=20,two_pair=2,pair=1", "--lowest-pair", "T", "--for-one"],
    ["five-card"], ["five-card", "--meter", "50000", "--magic-card", "1/26", "--lucky", "1/20"],
    ["five-card", "--hand", "dealer", "--backers", "3"],
    *(["cover-all", "--hands", str(hands)] for hands in (2, 8, 9)),
    ["bonus-six", "--pay-table", "black-hawk"], ["bonus-six", "--pay-table", "black-hawk", "--insured"],
    ["bonus-six", "--pay-table", "black-hawk", "--cards", "5c 6d Ah"],
)  # fmt: skip
"""Those that answer within two seconds once the kernels are compiled."""
