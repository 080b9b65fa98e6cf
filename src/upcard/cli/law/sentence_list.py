"""`upcard law sentences`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.law.list_editions import AsJson

if TYPE_CHECKING:
    from upcard.law import Edition
    from upcard.law.sentence import Known
    from upcard.law.trace_evidence import Places

INCOMPLETE = 1


def sentences(
    *ids: Annotated[str, Parameter(name="ID", help="The editions to list; all of them when none is named.")],
    strict: Annotated[bool, Parameter(help="Refuse also what is marked as still to be named.")] = False,
    as_json: AsJson = False,
) -> int:
    """List every sentence of the law, how it is kept, and what proves it.

    A sentence is a full sentence of the text, or one item of a list or line
    of a pay table that has a duty of its own. It is

      enforced   nothing else is accepted, and the refusal cites the clause
      computed   the program works it out
      shown      a step of the procedure or a sign says it in its moment
      recorded   it is kept in the journal, with who and when
      not-ours   no software can keep it; the reason stands beside it

    and each has the tests, steps, signs or documents that prove it. The table
    names the first of them; --json and the page of the law name all. The list
    fails, with exit status 1 and a line for each gap, when a clause has no
    sentence, a number is missing, a rule or a line of a step has no sentence,
    a test, step, sign or document that is named does not exist, or nothing
    proves a sentence.

    upcard law sentences
    upcard law sentences ma
    upcard law sentences sd-2015 --json
    """
    from upcard.cli.output import complain, show_json
    from upcard.law import EDITIONS, edition
    from upcard.law.sentence import document, gaps
    from upcard.law.sentence import sentences as of

    editions = [edition(id) for id in ids or EDITIONS]
    known = what_is_known()
    if as_json:
        show_json({"sentences": [one for each in editions for one in document(each, known.recorded)]})
    else:
        _print(editions, known.recorded)
    faults = [gap for each in editions for gap in gaps(each, of(each.id), known, strict=strict)]
    for gap in faults:
        complain(gap)
    if faults:
        complain(f"The sentences are not complete: {len(faults)} gaps.")
    return INCOMPLETE if faults else 0


def what_is_known() -> Known:
    """The tests and documents of the checkout, if this is one; the steps that there are, and the rules on signs."""
    from upcard.cli.law import evidence as ev
    from upcard.law import editions
    from upcard.law.sentence import Known
    from upcard.law.trace_evidence import code_places, every_rule, read_record
    from upcard.web.act_codec import kinds

    folder = ev.checkout_tests()
    docs = folder.parent / "docs" if folder else None
    signs = [file.read_text(encoding="utf-8") for file in ev.PACKAGE.rglob("signs.py")]
    steps = {kind.name for kind in kinds().values()}
    steps |= {line.id for each in editions() for lines in each.steps.values() for line in lines}
    return Known(
        recorded=read_record(),
        tests=frozenset(ev.read_tests(folder)[0]) if folder else None,
        steps=steps,
        signs={rule for text in signs for rule in code_places("signs.py", text, every_rule())} if signs else None,
        documents={f"docs/{file.name}" for file in docs.glob("*.md")} if docs and docs.is_dir() else None,
    )


# ---- for people ----------------------------------------------------------------------------------------------


def _print(editions: list[Edition], recorded: Places) -> None:
    from collections import Counter

    from upcard.cli.output import console, say, table
    from upcard.law.sentence import KEPT, proof
    from upcard.law.sentence import sentences as of

    total: Counter[str] = Counter()
    for edition in editions:
        made = table("sentence", "kept", "in our words", "proof", title=edition.title)
        made.columns[0].no_wrap = made.columns[1].no_wrap = True
        found = of(edition.id)
        for one, after in zip(found, (*found[1:], None), strict=True):
            proofs = proof(one, edition, recorded)
            last = after is None or after.clause != one.clause
            made.add_row(one.id, one.kept, one.summary, _short(proofs), end_section=last)
        console().print(made)
        total.update(one.kept for one in found)
    counts = ", ".join(f"{total[kind]} {kind}" for kind in KEPT)
    where = f"{len(editions)} editions" if len(editions) > 1 else editions[0].id
    say(f"{total.total()} sentences in {where}: {counts}.")


def _short(proofs: tuple[str, ...]) -> str:
    """The first proof, and how many more there are.

    >>> _short(("tests/tables/test_deal.py::test_a", "step CutDeck")), _short(())
    ('tables/test_deal.py::test_a (+1)', 'NONE')
    """
    if not proofs:
        return "NONE"
    more = f" (+{len(proofs) - 1})" if len(proofs) > 1 else ""
    return proofs[0].removeprefix("tests/") + more
