"""One thing forged in a lawful journal and all else made to fit: the audit finds it, or says what it takes to find it.

    UPCARD_LONG=1 .venv/bin/python -m pytest -s tests/floor/audit/test_forgeries.py

tries a thousand, and prints what found which kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.effort import effort
from tests.floor.audit.forgery import BY_HEADS_ALONE, BY_THE_AUDIT, WHERE_IT_MATTERS, Forgery
from tests.floor.audit.insider import WITNESSES, Evidence, evidence, heads_left, honest, laid_down, remade
from tests.floor.audit.random_rounds import Walk
from tests.floor.audit.test_random_rounds import MEMORY
from tests.floor.audit.walked_houses import EDITIONS, MODES
from upcard.cli.audit.verify import all_differences, proven
from upcard.floor.proof import Bad, Vouched, heads_beside
from upcard.floor.store.entry import Entry
from upcard.floor.store.open import open_store

KINDS = BY_THE_AUDIT | WHERE_IT_MATTERS | BY_HEADS_ALONE
EACH = effort(1, 60)
"""How often each kind is forged, in one journal after the other: with 17 kinds a thousand times in a long run."""


@pytest.fixture(scope="module")
def nights() -> Iterator[list[Evidence]]:
    """A short night of every edition and mode; a keyed one as it is served, with second persons."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        yield [
            honest(Path(folder) / f"{edition} {mode}", edition, mode, "forged", effort(10, 24), sourced=mode == "keyed")
            for edition in EDITIONS
            for mode in MODES
        ]


def found_by(night: Evidence, laid: tuple[Path, list[Entry]], touched: int, witness: str) -> str:
    """What finds a forgery that is laid down, with whatever still vouches for the journal; empty for nothing."""
    path, made = laid
    heads = heads_beside(path)
    heads.write_bytes(heads_left(night, made, touched, witness))
    noted = night.noted if witness == "a noted head" else None
    who = Vouched(heads, night.key, noted)
    # Where something vouches, the books find it: the long way is gone only where they do not.
    for books_only in (True, False)[witness == "no head" :]:
        proof, approvals, again = proven(f"sqlite:{path}", who, settle=True, books_only=books_only)
        if found := all_differences(proof, approvals, again):
            break
    else:
        return ""
    if isinstance(proof, Bad):
        vouched = any(word in proof.what for word in ("signed", "noted", "vouche"))
        return ("a noted head" if noted else "signed heads") if vouched else "the books"
    if "is not what follows" in found[0].what:
        return "the replay"
    return "settling" if "paid otherwise than it settles" in found[0].what else "judging anew"


def forged(nights: list[Evidence], kind: str, number: int) -> tuple[Evidence, Forgery] | None:
    """The forgery in the first of the journals that has something of the kind."""
    for turn in range(len(nights)):
        night = nights[(number + turn) % len(nights)]
        made = KINDS[kind](list(night.entries), Random(f"{kind} {number}"))
        if made is not None:
            return night, made
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_forged_is_found(kind: str, nights: list[Evidence], tmp_path: Path) -> None:
    told: dict[str, Counter[str]] = {witness: Counter() for witness in WITNESSES}
    for number in range(EACH):
        made = forged(nights, kind, number)
        assert made is not None, f"no journal has anything of {kind}"
        night, forgery = made
        laid = laid_down(night, forgery.entries, tmp_path)
        for witness in WITNESSES:
            by = found_by(night, laid, forgery.touched, witness)
            told[witness][by or "NOT FOUND"] += 1
            nothing_left = forgery.touched > len(laid[1])  # no entry after the forgery that a head could be made for
            unvouched = witness == "no head" or (witness == "own heads" and nothing_left)
            alone = unvouched and kind not in BY_THE_AUDIT
            assert alone or by, f"{kind} {number} at entry {forgery.touched} of {night.path.parent.name}: {witness}"
    for witness, by_what in told.items():
        print(f"{kind:24} with {witness:14} {', '.join(f'{by} {times}' for by, times in by_what.most_common())}")
    if kind in BY_HEADS_ALONE:
        assert told["no head"].keys() == {"NOT FOUND"}, "found without a head: it belongs to the others"


def test_another_lawful_end_is_found_by_heads_alone(tmp_path: Path) -> None:
    """Whoever plays the last rounds again by the rules, with other cards and decisions, leaves nothing to be judged."""
    one, other = (
        Walk(open_store(f"sqlite:{tmp_path / name}"), "sd-2015", "keyed", "end") for name in ("one.db", "two.db")
    )
    for walk in (one, other):
        walk.walk(10)
    touched = one.floor.casino.seq + 1
    other.rng.seed("another end")
    one.walk(16)
    other.walk(16)
    truth = evidence(one, tmp_path / "one.db")
    lawful = tuple(other.floor.store.entries())
    other.floor.store.close()
    assert lawful[: touched - 1] == truth.entries[: touched - 1]
    assert lawful[touched - 1 :] != truth.entries[touched - 1 :]
    laid = laid_down(truth, lawful, tmp_path)
    found = {witness: found_by(truth, laid, touched, witness) for witness in WITNESSES}
    assert found == {
        "heads": "signed heads", "own heads": "signed heads", "no head": "", "a noted head": "a noted head"
    }  # fmt: skip


def test_what_the_insider_makes_fit_fits(nights: list[Evidence], tmp_path: Path) -> None:
    """An untouched journal that was made anew is byte for byte the same, and nothing is found in it."""
    for night in nights[:2]:
        made, balances = remade(night.entries)
        assert tuple(made) == night.entries
        assert balances
        laid = laid_down(night, night.entries, tmp_path)
        assert {found_by(night, laid, night.noted.seq + 1, witness) for witness in WITNESSES} == {""}


def test_every_difference_is_listed(nights: list[Evidence], tmp_path: Path) -> None:
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
    path, _ = laid_down(night, entries, tmp_path)
    found = all_differences(*proven(f"sqlite:{path}", Vouched(), settle=True, books_only=False))
    assert touched <= {each.seq for each in found}
