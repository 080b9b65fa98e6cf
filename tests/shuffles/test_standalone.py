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

from tests.audit.journals import HOUSES
from tests.shuffles.nights import night
from upcard.audit import listing
from upcard.audit.shuffles.document import proof_document
from upcard.audit.shuffles.history import trail
from upcard.audit.standalone import verify_shuffle

SCRIPT = Path(verify_shuffle.__file__)


def proofs(name: str) -> Iterator[dict[str, Any]]:
    for line in listing(night(name).memory, 1000):
        if line.state != "in play":
            yield json.loads(json.dumps(proof_document(trail(night(name).memory, line.table, line.number))))


@pytest.fixture(scope="module")
def proof() -> dict[str, Any]:
    """A round with contributions, a cut and hole cards, and shuffles before it."""
    rounds = (p for p in proofs("deadwood") if p["shuffle"]["number"] > 2)
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
    assert len(source.splitlines()) < 320
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
    assert "\nyours among them, after the commitment: seat " in done.stdout
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


UNBOUND = ("round", "edition", "deck", "at", "hash", "void")
"""What names the round in the journal, or what became of it, and is proven by the journal alone."""


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
    except (verify_shuffle.Bad, ValueError, LookupError, TypeError, AttributeError):
        return False


@pytest.mark.parametrize("which", ["proof", "drawing"])
def test_every_field_is_bound(which: str, request: pytest.FixtureRequest) -> None:
    honest: dict[str, Any] = request.getfixturevalue(which)
    assert stands(honest)
    bound = [path for path in leaves(honest) if not unbound(path)]
    assert len(bound) > 100
    assert [path for path in bound if stands(with_another(honest, path))] == []


def unbound(path: tuple[Any, ...]) -> bool:
    """What a proof cannot show alone, and what may be otherwise without harm."""
    return path[-1] in UNBOUND or path[:2] in (("entries", "over"), ("shuffle", "chances"))


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


# ---- what a prover might leave out or choose -------------------------------------------------------------------------


def said(proof: dict[str, Any], mine: str = "") -> str:
    try:
        return "\n".join(verify_shuffle.verify(proof, mine=mine))
    except verify_shuffle.Bad as bad:
        return f"BAD: {bad}"


@pytest.mark.parametrize("which", ["proof", "drawing"])
def test_nothing_may_be_left_out(which: str, request: pytest.FixtureRequest) -> None:
    honest: dict[str, Any] = request.getfixturevalue(which)
    kept = [name for name in honest if stands({key: value for key, value in honest.items() if key != name})]
    shuffle, entries = honest["shuffle"], honest["entries"]
    kept += [name for name in shuffle if stands(honest | {"shuffle": _without(shuffle, name)})]
    kept += [name for name in entries if stands(honest | {"entries": _without(entries, name)})]
    kept += [name for name in entries if entries[name] and stands(honest | {"entries": entries | {name: None}})]
    kept += [name for name in ("cuts", "dealt") if entries[name] and stands(honest | {"entries": entries | {name: []}})]
    assert kept == []


def _without(document: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != name}


def test_draws_are_left_out_of_void_rounds_alone(drawing: dict[str, Any]) -> None:
    assert "the draws are missing" in said(drawing | {"drawn": None})
    told = said(drawing | {"drawn": None, "void": "shoe_jam"})
    assert "ATTENTION: by the proof all hands were void (shoe_jam)" in told
    assert "lucky 1/2, magic card 1/2" in said(drawing)


def test_a_house_that_draws_nothing_says_so(proof: dict[str, Any], drawing: dict[str, Any]) -> None:
    """That it offers a draw all the same stands at the table: the script can but tell what the proof has."""
    assert "by the proof the house offers no draws at this table" in said(proof)
    nothing = drawing["drawn"] | {"magic_card": None, "lucky": None}
    bent = drawing | {"shuffle": drawing["shuffle"] | {"chances": {}}, "drawn": nothing}
    assert "by the proof the house offers no draws at this table" in said(bent)
    no_chances: list[Any] = [{"magic_card": "2/1"}, {"magic_card": "0/0"}, {"envy": "1/2"}, None, []]
    for chances in no_chances:
        assert not stands(drawing | {"shuffle": drawing["shuffle"] | {"chances": chances}})


@pytest.mark.parametrize("which", ["proof", "drawing"])
def test_the_way_of_dealing_is_not_the_prover_s_choice(which: str, request: pytest.FixtureRequest) -> None:
    """The same cards in the same order, told to have gone round the other way."""
    honest: dict[str, Any] = request.getfixturevalue(which)
    going = [each["to"] for each in honest["dealt"]]
    places = list(dict.fromkeys(going))
    singly, stacks = places * 5, [place for place in places for _ in range(5)]
    assert going == (stacks if honest["deal"] == "stacks" else singly)
    turned = singly if honest["deal"] == "stacks" else stacks
    dealt = [{"to": to, "card": each["card"]} for to, each in zip(turned, honest["dealt"], strict=True)]
    assert "did not go round" in said(honest | {"dealt": dealt})
    for deal in (None, "", "both"):
        assert "does not say how the hands are dealt" in said(honest | {"deal": deal})
    assert f"hands {'in stacks' if honest['deal'] == 'stacks' else 'singly'}" in said(honest)


def test_streets_go_clockwise_to_who_is_still_in() -> None:
    seats = ["1", "3", "5"]
    for right in ("", "1 3 5", "1 3 5 3 5", "3 5 5", "1 5 1 5 5", "1 1 1"):
        assert verify_shuffle.by_streets(right.split(), seats)
    for bad in ("3 1", "1 3 3 5", "1 2", "1 3 5 1 3 5 1 3 5 1", "1 1 1 1", "5 5 3"):
        assert not verify_shuffle.by_streets(bad.split(), seats)


def test_cards_of_bonus_6_are_not_told_to_have_gone_elsewhere() -> None:
    rounds = [p for p in proofs("bonus-6") if len({each["to"] for each in p["dealt"]}) > 3]
    long = max(rounds, key=lambda p: len(p["dealt"]))
    assert stands(long)
    dealt = deepcopy(long["dealt"])
    dealt[-1]["to"], dealt[-2]["to"] = dealt[-2]["to"], dealt[-1]["to"]
    assert dealt[-1]["to"] != dealt[-2]["to"]
    assert "did not go round" in said(long | {"dealt": dealt})
    assert "nobody deals Bonus 6 that way" in said(long | {"deal": "singly"})


def test_a_word_older_than_the_commitment_proves_nothing(proof: dict[str, Any]) -> None:
    given = proof["shuffle"]["contributions"]
    word, committed = given[0]["value"], proof["entries"]["committed"]["seq"]
    same = [each for each in given if each["value"] == word]
    assert "yours among them, after the commitment" in said(proof, word)
    old = [each | {"entry": committed - 1} if each in same else each for each in given]
    told = said(proof | {"shuffle": proof["shuffle"] | {"contributions": old}}, word)
    assert "yours among them" not in told
    assert "ATTENTION: your word counts, but it is OLDER than the commitment" in told
    assert f"{len(given)} contributions count, {len(given) - len(same)} of them given after" in told


def test_shuffles_that_were_given_up_are_told_aloud(proof: dict[str, Any], tmp_path: Path) -> None:
    number = proof["shuffle"]["number"]
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof | {"given_up": [number - 2, number - 1]}), encoding="utf-8")
    done = run(file)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].endswith(", but read what begins with ATTENTION")
    assert "ATTENTION: 2 shuffles of this deck were drawn before it and GIVEN UP without a card dealt: " in done.stdout
    for numbers in ([number], [number + 1], [number - 1, number - 2], [number - 1] * 2, [0], None, "no"):
        assert not stands(proof | {"given_up": numbers})
