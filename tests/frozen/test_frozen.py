"""What this version promised, held to: journals, the JSON of commands, the documents of evenings, the interface.

README.md says what is frozen and how to make it anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.frozen.commands import DB, answered, run, unpacked
from tests.frozen.interface import interface
from tests.frozen.kept import COMMANDS, EVENINGS, HERE, archives, name_of, parted, read
from tests.frozen.site import Seen, Step, played

PLAYED = [archive for archive in archives() if not archive.name.endswith(("-keyed.tar.xz", "-virtual.tar.xz"))]
"""Those of houses that bots play, and go on with."""
PRODUCT = read(COMMANDS / "product.json.xz")


def held(case: dict[str, Any]) -> None:
    """A command answers what it answered."""
    found = answered(case["argv"], case["stdin"])
    command = f"upcard {' '.join(case['argv'])}"
    where = parted(case["out"], found["out"])
    assert (found["status"], where) == (case["status"], ""), f"{command}: {where or 'another exit status'}"
    assert found.get("files") == case.get("files"), command


@pytest.mark.parametrize("archive", archives(), ids=name_of)
def test_what_a_journal_says(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(unpacked(archive, tmp_path))
    cases = read(COMMANDS / f"{name_of(archive)}.json.xz")
    assert len(cases) > 12
    for case in cases:
        held(case)


@pytest.mark.parametrize("archive", PLAYED, ids=name_of)
def test_an_old_journal_goes_on(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(unpacked(archive, tmp_path))
    before = run(["audit", "round", *DB, "--limit", "1000", "--json"]).json["rounds"]
    going = ["floor", "run", "house.toml", "--bots", "--rounds", "6", "--seed", "later", "--close", *DB, "--json"]
    ran = run(going)
    assert ran.status == 0, ran.err
    assert list(ran.json) == ["house", "rounds", "events", "seconds", "events_per_second", "latency_ms", "refused",
                              "meters", "hits", "in_play", "journal"]  # fmt: skip
    after = run(["audit", "verify", "--settle", *DB, "--json"]).json
    assert after["ok"], after
    assert after["rounds"] >= sum(each["state"] != "in play" for each in before) + 6


@pytest.mark.parametrize("command", sorted({" ".join(case["argv"][:2]) for case in PRODUCT}))
def test_what_a_command_says(command: str) -> None:
    for case in PRODUCT:
        if " ".join(case["argv"][:2]) == command:
            held(case)


@pytest.mark.parametrize(
    "path", sorted(EVENINGS.glob("*.json.xz")), ids=lambda path: path.name.removesuffix(".json.xz")
)
def test_what_everybody_is_shown(path: Path) -> None:
    kept = read(path)
    steps = [Step(*each) for each in kept["steps"]]
    seen = played(kept["house"], steps)
    assert [[each.step, each.view] for each in seen] == [each[:2] for each in kept["seen"]], "other acts were answered"
    others = [place for place, each in enumerate(seen) if each.digest != kept["seen"][place][2]]
    assert not others, told(kept, seen, others)


def told(kept: dict[str, Any], seen: list[Seen], others: list[int]) -> str:
    """The first document that is another one, and the first of which the whole was kept, with where it parts."""
    first = seen[others[0]]
    whole = next((place for place in others if str(place) in kept["full"]), None)
    said = f"{len(others)} of {len(seen)} documents differ, first {first.view} after act {first.step + 1}"
    if whole is None:
        return f"{said}; none of them was kept whole. It is now {first.text[:2000]}"
    (status, before), (now, text) = (each.split(" ", 1) for each in (kept["full"][str(whole)], seen[whole].text))
    where = parted(before, text) if status == now else f"the status was {status} and is {now}: {text[:300]}"
    return f"{said}; {seen[whole].view} after act {seen[whole].step + 1}: {where}"


def test_what_programs_are_promised() -> None:
    kept = read(HERE / "interface.json.xz")
    assert len(kept["paths"]) > 30
    assert len(kept["acts"]) > 80
    assert interface(read(EVENINGS / "sd-2015-virtual.json.xz")["house"]) == kept


def test_where_two_answers_part_is_said() -> None:
    one, other = '{"a": [{"b": "1.00"}, 2]}', '{"a": [{"b": "1.01"}, 2]}'
    assert parted(one, other) == "$.a[0].b: it was '1.00' and is '1.01'"
    assert parted(one, one.replace(": ", ":")) == "the same JSON, written in other bytes"
    assert parted('{"a": 1, "b": 2}', '{"b": 2, "a": 1}').startswith("$: it was")
    assert parted("[1]", "[true]").startswith("$[0]")
    assert parted(f"{one}\n{one}", f"{one}\n{other}").startswith("line 2, $.a[0].b")
