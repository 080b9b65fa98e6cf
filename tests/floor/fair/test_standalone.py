"""The verifier of one shuffle as a stranger runs it: a file, a bare Python, a proof."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.floor.audit.journals import HOUSES
from tests.floor.fair.nights import night
from upcard.floor.audit import listing
from upcard.floor.fair.document import proof_document
from upcard.floor.fair.standalone import verify_shuffle
from upcard.floor.fair.trail import trail

SCRIPT = Path(verify_shuffle.__file__)


def proofs(name: str) -> Iterator[dict[str, Any]]:
    for line in listing(night(name).memory, 1000):
        if line.state != "in play":
            yield json.loads(json.dumps(proof_document(trail(night(name).memory, line.table, line.number))))


@pytest.fixture(scope="module")
def proof() -> dict[str, Any]:
    """A round with contributions, a cut and hole cards."""
    rounds = proofs("deadwood")
    return next(p for p in rounds if len(p["shuffle"]["contributions"]) > 1 and p["cuts"] and p["drawn"])


@pytest.fixture(scope="module")
def drawing() -> dict[str, Any]:
    """A round in which the house may draw."""
    rounds = (p for p in proofs("massachusetts") if p["shuffle"]["chances"] and p["drawn"])
    return next(p for p in rounds if p["drawn"]["magic_card"] and not p["drawn"]["lucky"])


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Without our package, without any other, in a Python that looks at nothing around it."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_is_short_and_needs_nothing() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    assert len(source.splitlines()) < 250
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)


def test_a_stranger_runs_it(proof: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof), encoding="utf-8")
    shuffle = proof["shuffle"]
    done = run(file, "--commitment", shuffle["commitment"], "--mine", shuffle["contributions"][0]["value"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"verified: {proof['table']}, round {proof['round']}\n")
    assert "and the one that you noted down" in done.stdout
    assert ", yours among them" in done.stdout
    for given, what in (("--commitment", "not the one that you noted"), ("--mine", "is not among them")):
        done = run(file, given, "00" * 32)
        assert (done.returncode, done.stdout) == (1, "")
        assert what in done.stderr


def test_what_is_no_proof(tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"document": "upcard shuffle 1"}'):
        file = tmp_path / "proof.json"
        file.write_text(text, encoding="utf-8")
        done = run(file)
        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("not verified: ")


UNBOUND = ("round", "edition", "deck", "given_up", "at", "hash")
"""What names the round in the journal, and is proven by the journal alone."""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from leaves(inner, (*path, key))
        case list():
            for place, inner in enumerate(value):
                yield from leaves(inner, (*path, place))
        case _:
            yield path


def other(value: Any) -> Any:
    match value:
        case None:
            return "2c"
        case int():
            return value + 10_000
        case str() if value in verify_shuffle.DECK:
            return "2c" if value != "2c" else "3c"
        case _:
            return ("1" if value[:1] == "0" else "0") + value[1:]


def with_another(proof: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    bent = deepcopy(proof)
    inner: Any = bent
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = other(inner[path[-1]])
    return bent


def stands(proof: dict[str, Any]) -> bool:
    try:
        return bool(verify_shuffle.verify(proof))
    except (verify_shuffle.Bad, ValueError, KeyError, TypeError, IndexError):
        return False


@pytest.mark.parametrize("which", ["proof", "drawing"])
def test_every_field_is_bound(which: str, request: pytest.FixtureRequest) -> None:
    honest: dict[str, Any] = request.getfixturevalue(which)
    assert stands(honest)
    bound = [path for path in leaves(honest) if not unbound(honest, path)]
    assert len(bound) > 100
    assert [path for path in bound if stands(with_another(honest, path))] == []


def unbound(proof: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """What a proof cannot show alone, and what may be otherwise without harm."""
    later = path[:2] in (("entries", "over"), ("entries", "revealed"))
    useless = path[:2] == ("drawn", "places") and not proof["shuffle"]["chances"]
    return path[-1] in UNBOUND or later or useless or path[:2] == ("shuffle", "chances")


def test_other_chances_draw_otherwise(drawing: dict[str, Any]) -> None:
    bent = deepcopy(drawing)
    for chances in ({"lucky": "1/1", "magic_card": "1/1"}, {}, {"lucky": "0/1", "magic_card": "0/1"}):
        bent["shuffle"]["chances"] = chances
        came = [bool(bent["drawn"][name]) for name in ("lucky", "magic_card")]
        assert stands(bent) == (came == [chances.get(name) == "1/1" for name in ("lucky", "magic_card")])


@pytest.mark.parametrize("name", HOUSES)
def test_every_round_of_a_night(name: str) -> None:
    found = list(proofs(name))
    assert len(found) > 15
    assert all(map(stands, found))
