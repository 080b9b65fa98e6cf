"""The law sentence by sentence: every one is there, each gap is named, and this checkout has none."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from upcard.cli.law.editions import what_is_known
from upcard.errors import LawError
from upcard.law import EDITIONS, edition
from upcard.law.sentence import KEPT, Known, Sentence, gaps, proof, read_sentences, sentences

COUNTS = [line.split("\t") for line in (Path(__file__).parent / "sentences.tsv").read_text("utf-8").splitlines()[1:]]
"""How many sentences each clause of the texts has, counted by hand."""


@cache
def known() -> Known:
    return what_is_known()


def found(id: str, changed: tuple[Sentence, ...], **other: Any) -> list[str]:
    return list(gaps(edition(id), changed, known()._replace(**other)))


# ---- this checkout -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EDITIONS)
def test_there_are_as_many_sentences_as_each_clause_has(id: str) -> None:
    clauses = {clause.id for clause in edition(id).clauses}
    counted = {clause: int(number) for clause, number in COUNTS if clause in clauses}
    assert counted.keys() == clauses
    listed = [one.clause for one in sentences(id)]
    assert {clause: listed.count(clause) for clause in counted} == counted


@pytest.mark.parametrize("id", EDITIONS)
def test_nothing_is_missing(id: str) -> None:
    assert list(gaps(edition(id), sentences(id), known())) == []


def test_nothing_is_left_to_do() -> None:
    assert [one.id for id in EDITIONS for one in sentences(id) if one.todo] == []


@pytest.mark.parametrize("id", EDITIONS)
def test_every_summary_is_a_whole_sentence(id: str) -> None:
    for one in sentences(id):
        assert one.kept in KEPT
        assert one.summary[0].isupper() or one.summary[0] == "'", one.id
        assert one.summary.endswith("."), one.id
        assert "  " not in one.summary, one.id


def test_a_sentence_like_another_has_its_words_and_none_of_its_transcripts() -> None:
    text = files("upcard.law").joinpath("sentences", "sd-2011.toml").read_text("utf-8")
    like = {one["id"]: one["like"] for one in tomllib.loads(text)["sentence"] if "like" in one}
    new = {one.id: one for one in sentences("sd-2015")}
    assert len(like) > 70
    for one in sentences("sd-2011"):
        if one.id in like:
            other = new[like[one.id]]
            assert (one.summary, one.kept, one.signs) == (other.summary, other.kept, other.signs)
            assert [step.split("/")[0] for step in one.steps] == [step.split("/")[0] for step in other.steps]
            assert not any("sd-2015" in step for step in one.steps)
            assert not any(test.startswith("tests/rounds/sd-2015/") for test in one.tests)
            assert set(one.tests) >= {test for test in other.tests if not test.startswith("tests/rounds/")}


# ---- gaps ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EDITIONS)
def test_any_sentence_that_goes_is_missed(id: str) -> None:
    whole = sentences(id)
    for at, one in enumerate(whole):
        left = whole[:at] + whole[at + 1 :]
        last = at + 1 == len(whole) or whole[at + 1].clause != one.clause
        missed = found(id, left)
        if last and one.number != "1":  # the count by hand finds it
            assert [other.clause for other in left].count(one.clause) != int(dict(COUNTS)[one.clause])
        else:
            assert any(gap.startswith(one.clause) for gap in missed), one.id


def test_each_gap_is_named() -> None:
    first, *rest = sentences("ma")

    def gap(**fields: Any) -> list[str]:
        return found("ma", (replace(first, **fields), *rest))

    assert gap() == []
    assert gap(tests=("tests/law/test_nix.py::test_nix",)) == [
        f"{first.id}: there is no test tests/law/test_nix.py::test_nix"
    ]
    assert gap(steps=("JumpTable",)) == [f"{first.id}: there is no step JumpTable"]
    assert gap(signs=("hand_size",)) == [f"{first.id}: there is no sign under hand_size"]
    assert gap(documents=("docs/nix.md",)) == [f"{first.id}: there is no document docs/nix.md"]
    assert gap(rules=("nix",)) == [f"{first.id}: ma has no rule nix"]
    assert gap(because="it is late") == [
        f"{first.id}: a reason is given where the sentence is not ours, and only there"
    ]
    assert gap(kept="not-ours") == [
        f"{first.id}: a reason is given where the sentence is not ours, and only there",
        f"{first.id}: nothing proves it",
    ]
    bare: dict[str, Any] = {"rules": (), "tests": (), "steps": (), "signs": (), "documents": ()}
    assert gap(**bare, kept="enforced") == [f"{first.id}: nothing proves it"]
    assert gap(**bare | {"tests": first.tests}, kept="shown") == [
        f"{first.id}: it is shown, and neither a step nor a sign is named"
    ]
    other = next(test for test in (known().tests or ()) if test.startswith("tests/rounds/sd-2015/"))
    assert gap(tests=(other,)) == [f"{first.id}: {other} is of another edition"]
    line = f"CutDeck/{edition('sd-2015').clauses[0].id}/1"
    assert found("ma", (replace(first, steps=(line,)), *rest), steps={*known().steps, line}) == [
        f"{first.id}: {line} is of another edition"
    ]


def test_a_rule_without_a_sentence_is_missed() -> None:
    for id in EDITIONS:
        for rule, citation in edition(id).citations.items():
            without = tuple(
                replace(one, rules=tuple(name for name in one.rules if name != rule))
                if one.clause == citation.clause
                else one
                for one in sentences(id)
            )
            assert f"{citation.clause}: no sentence rests on {rule}" in found(id, without), rule


def test_a_line_of_a_step_without_a_sentence_is_missed() -> None:
    whole, line = sentences("ma"), f"CutDeck/{edition('ma').clauses[0].id}/99"
    steps = {*known().steps, line, f"CutDeck/{edition('sd-2015').clauses[0].id}/99"}
    assert found("ma", whole, steps=steps) == [f"{line}: no sentence names this line of a step"]
    named = (replace(whole[0], steps=(*whole[0].steps, line)), *whole[1:])
    assert found("ma", named, steps=steps) == []


def test_every_test_that_is_named_and_goes_is_missed() -> None:
    there = known().tests
    assert there is not None
    for id in EDITIONS:
        for one in sentences(id):
            for test in one.tests:
                assert f"{one.id}: there is no test {test}" in gaps(
                    edition(id), (one,), known()._replace(tests=there - {test})
                )


def test_what_is_left_to_do_is_a_gap_where_that_is_asked_for() -> None:
    first, *rest = sentences("sd-bonus6")
    open_ = (replace(first, todo="name the test"), *(replace(one, todo="") for one in rest))
    law = edition("sd-bonus6")
    assert list(gaps(law, open_, known())) == []
    assert list(gaps(law, open_, known(), strict=True)) == [f"{first.id}: still to do: name the test"]


def test_where_nothing_in_particular_is_named_the_tests_of_its_rules_prove_it() -> None:
    law = edition("ma")
    one = Sentence(id=f"{law.clauses[0].id}.1", kept="computed", summary="It is.", rules=("tie",))
    recorded = {"tie": ("tests/a.py::test_a", "tests/rounds/ma/a.txt", "tests/rounds/sd-2015/b.txt")}
    assert proof(one, law, recorded) == ("tests/rounds/ma/a.txt", "tests/a.py::test_a")
    assert proof(replace(one, steps=("CutDeck",)), law, recorded) == ("step CutDeck",)


# ---- the file ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("nothing = 1", "nothing"),
        ("[[sentence]", "sentence"),
        ('[[sentence]]\nid = "ma-1.1"\nkept = "mentioned"\nsummary = "It is."', "mentioned"),
        ('[[sentence]]\nid = "ma-1.1"\nkept = "shown"\nsummary = "It is."\ncolour = "red"', "colour"),
        ('[[sentence]]\nid = "ma-1.1"\nlike = "ma-1.2"', "no sentence of another edition"),
        ('[[sentence]]\nid = "sd-2011.1"\nlike = "ma-1.99"', "there is no sentence"),
    ],
)
def test_a_file_that_is_not_in_order(text: str, because: str) -> None:
    with pytest.raises(LawError, match=because):
        read_sentences("sentences/x.toml", text)


def test_an_edition_that_is_not_there() -> None:
    with pytest.raises(LawError, match="nix"):
        sentences("nix")
