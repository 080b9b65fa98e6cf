"""One thing forged in a lawful journal and all else made to fit: the audit finds it, or says what it takes to find it.

    UPCARD_LONG=1 .venv/bin/python -m pytest -s tests/audit/test_forgeries.py

forges a thousand things, covers each up in every way, and prints what found which kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.audit.beside import BY, beside_of
from tests.audit.forgery import BY_HEADS_ALONE, BY_THE_AUDIT, WHERE_IT_MATTERS, Forgery
from tests.audit.insider import Evidence, Laid, evidence, honest, laid_down, remade, sign_on
from tests.audit.random_rounds import Walk
from tests.audit.test_random_rounds import MEMORY
from tests.audit.walked_houses import EDITIONS, MODES
from tests.audit.witness import SEALED, WAYS, covered, finder, lay_approvals, lay_seals
from tests.effort import effort
from upcard.cli.audit.verify import all_differences, proven
from upcard.journal.journal import opened
from upcard.journal.proof import Bad, Vouched, heads_beside

KINDS = BY_THE_AUDIT | WHERE_IT_MATTERS | BY_HEADS_ALONE
EACH = effort(1, 46)
"""How often each kind is forged, in one journal after the other: with what lies beside a journal more than a thousand
forgeries in a long run, each of the first covered up in every way."""
BESIDE = {kind: (by, change) for by, kinds in BY.items() for kind, change in kinds.items()}
EACH_BESIDE = effort(1, 20)

NOT_FOUND = "NOT FOUND"
JOURNAL = {"the books", "the replay", "judging anew", "settling"}
COLUMNS = (
    "heads",
    "seals",
    "a noted head",
    "approvals",
    "the books",
    "the replay",
    "judging anew",
    "settling",
    NOT_FOUND,
)


class Told(NamedTuple):
    """What found what."""

    kinds: defaultdict[str, Counter[str]]
    """By the kind, whatever the insider did about the witnesses."""
    alone: defaultdict[str, Counter[str]]
    """By the kind, where only the journal itself can tell."""
    ways: defaultdict[str, Counter[str]]
    """By what the insider did about the witnesses."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory(dir=MEMORY) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def nights(folder: Path) -> list[Evidence]:
    """A short night of every edition and mode; a keyed one as it is served, with second persons."""
    return [
        honest(folder / f"{edition} {mode}", edition, mode, "forged", effort(10, 12), sourced=mode == "keyed")
        for edition in EDITIONS
        for mode in MODES
    ]


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    found = Told(defaultdict(Counter), defaultdict(Counter), defaultdict(Counter))
    yield found
    for title, rows in zip(("forged", "forged, the journal alone to tell", "covered up"), found, strict=True):
        tell(title, rows)


def tell(title: str, rows: Mapping[str, Counter[str]]) -> None:
    columns = [column for column in COLUMNS if any(row[column] for row in rows.values())]
    print(f"\n| {title} | {' | '.join(columns)} |\n|---{'|---' * len(columns)}|")
    for kind, row in rows.items():
        print(f"| {kind} | {' | '.join(str(row[column] or '') for column in columns)} |")


def by_witness(path: Path, who: Vouched) -> str:
    """What the books and the approvals find; empty for nothing."""
    proof, approvals, _ = proven(f"sqlite:{path}", who, settle=False, books_only=True)
    if isinstance(proof, Bad):
        for word, name in (("noted", "a noted head"), ("vouche", "heads"), ("signed", "heads"), ("seal", "seals")):
            if word in proof.what:
                return name
        return "the books"
    return "approvals" if isinstance(approvals, Bad) else ""


def by_itself(path: Path) -> str:
    """What finds a forgery where nothing vouches for the journal."""
    proof, approvals, again = proven(f"sqlite:{path}", Vouched(), settle=True, books_only=False)
    found = all_differences(proof, approvals, again)
    if isinstance(proof, Bad):
        return "the books"
    if not found:
        return NOT_FOUND
    if "is not what follows" in found[0].what:
        return "the replay"
    return "settling" if "paid otherwise than it settles" in found[0].what else "judging anew"


def found_by(night: Evidence, laid: Laid) -> dict[str, str]:
    """What finds a forgery, by the way that it is covered up."""
    covered(night, laid, "seals and heads all gone")
    itself = by_itself(laid.path)
    return {name: by_witness(laid.path, covered(night, laid, name)) or itself for name in WAYS}


def forged(nights: list[Evidence], kind: str, number: int) -> tuple[Evidence, Forgery]:
    """The forgery in the first of the journals that has something of the kind."""
    for turn in range(len(nights)):
        night = nights[(number + turn) % len(nights)]
        made = KINDS[kind](list(night.entries), Random(f"{kind} {number}"))
        if made is not None:
            return night, at_a_moment(night, made) if kind == "end" else made
    raise AssertionError(f"no journal has anything of {kind}")


def at_a_moment(night: Evidence, forgery: Forgery) -> Forgery:
    """The journal as it once was: it ends where a turn did."""
    last = max(seal.last for seal in night.seals if seal.last < forgery.touched)
    return Forgery(forgery.entries[:last], last + 1)


def expected(kind: str, name: str, by: str) -> set[str]:
    """What may find a kind of forgery that is covered up one way; `by` is the witness that must."""
    if by:
        # What overdraws a meter is told by the books, perhaps before a witness is heard.
        return {by, "the books"} if kind in BY_THE_AUDIT else {by}
    if name == "house's key, approvals kept" and kind == "approval":
        return {"approvals"}
    if name == "house's key, approvals kept" and kind == "repetition":
        return JOURNAL | {"approvals"}
    if kind in BY_THE_AUDIT:
        return JOURNAL
    return JOURNAL | {NOT_FOUND} if kind in WHERE_IT_MATTERS else {NOT_FOUND}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_forged_is_found(kind: str, nights: list[Evidence], folder: Path, told: Told) -> None:
    for number in range(EACH):
        night, forgery = forged(nights, kind, number)
        laid = laid_down(night, forgery, folder)
        where = f"{kind} {number} at entry {forgery.touched} of {night.path.parent.name}"
        for name, found in found_by(night, laid).items():
            by = finder(night, laid, name)
            assert found in expected(kind, name, by), f"{where}: {name}: {found}"
            told.kinds[kind][found] += 1
            told.ways[name][found] += 1
            if not by:
                told.alone[kind][found] += 1


@pytest.mark.parametrize("kind", BESIDE)
def test_what_is_changed_beside_a_journal_is_found(kind: str, nights: list[Evidence], folder: Path, told: Told) -> None:
    by, change = BESIDE[kind]
    served = [night for night in nights if len(night.approvals) > 1]
    for number in range(EACH_BESIDE):
        night = served[number % len(served)]
        laid = laid_down(night, Forgery(list(night.entries), night.noted.seq + 1), folder)
        lies = beside_of(night)
        change(lies, Random(f"{kind} {number}"))
        who = covered(night, laid, "seals kept, heads kept")
        lay_seals(laid, lies.seals)
        lay_approvals(night, laid, lies.approvals)
        heads_beside(laid.path).write_bytes(b"".join(lies.heads))
        found = by_witness(laid.path, who) or NOT_FOUND
        told.kinds[kind][found] += 1
        assert found == by, f"{kind} {number} of {night.path.parent.name}"
        noted = by_witness(laid.path, who._replace(noted=night.noted)) or NOT_FOUND
        assert noted == ("a noted head" if kind == "the last heads removed" else by)


def test_another_lawful_end_is_found_by_witnesses_alone(folder: Path) -> None:
    """Whoever plays the last rounds again by the rules, with other cards and decisions, leaves nothing to be judged."""
    with opened(f"sqlite:{folder / 'one.db'}") as journal, opened(f"sqlite:{folder / 'two.db'}") as another:
        one, other = (Walk(each.store, "sd-2015", "keyed", "end") for each in (journal, another))
        sign_on(one, journal, 10)
        sign_on(other, another, 10)
        touched = one.floor.casino.seq + 1
        other.rng.seed("another end")
        sign_on(one, journal, 16)
        sign_on(other, another, 16)
        lawful = list(another.store.entries())
    truth = evidence(folder / "one.db")
    assert lawful[: touched - 1] == list(truth.entries[: touched - 1])
    assert lawful[touched - 1 :] != list(truth.entries[touched - 1 :])
    laid = laid_down(truth, Forgery(lawful, touched), folder)
    assert found_by(truth, laid) == {name: WAYS[name].by or NOT_FOUND for name in WAYS}


def test_a_turn_cut_in_two_is_found_by_its_seal(nights: list[Evidence], folder: Path) -> None:
    """Cutting entries, seals and heads back together goes unseen only where the journal once ended."""
    night = nights[0]
    turn = next(seal for seal in reversed(night.seals) if seal.last > seal.first)
    laid = laid_down(night, Forgery(list(night.entries[: turn.first]), turn.first + 1), folder)
    assert by_witness(laid.path, covered(night, laid, "seals cut, heads cut")) == "seals"
    whole = laid_down(night, Forgery(list(night.entries[: turn.last]), turn.last + 1), folder)
    assert by_witness(whole.path, covered(night, whole, "seals cut, heads cut")) == ""


def test_what_the_insider_makes_fit_fits(nights: list[Evidence], folder: Path) -> None:
    """An untouched journal that was made anew is byte for byte the same, and nothing is found in it."""
    for night in nights[1:2]:
        made, balances = remade(night.entries)
        assert tuple(made) == night.entries
        assert balances
        laid = laid_down(night, Forgery(list(night.entries), night.noted.seq + 1), folder)
        found = found_by(night, laid)
        another = {name for name in SEALED if WAYS[name].named and WAYS[name].seals in ("gone", "all own")}
        assert {name for name, by in found.items() if by != NOT_FOUND} == another


def test_every_difference_is_listed(nights: list[Evidence], folder: Path) -> None:
    """Three payments forged in three rounds are three differences at least, each at its own entry."""
    night = nights[0]
    entries = list(night.entries)
    touched: set[int] = set()
    for number in range(90):
        made = KINDS["payment"](entries, Random(number))
        assert made is not None
        if len(touched) < 3 and all(abs(made.touched - each) > 12 for each in touched):
            entries = made.entries
            touched.add(made.touched)
    assert len(touched) == 3
    path = laid_down(night, Forgery(entries, min(touched)), folder).path
    found = all_differences(*proven(f"sqlite:{path}", Vouched(), settle=True, books_only=False))
    assert touched <= {each.seq for each in found}
