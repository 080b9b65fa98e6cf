"""`upcard law sentences`."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from cyclopts import Parameter

from upcard.cli.law import evidence as ev
from upcard.cli.law.editions import AsJson
from upcard.cli.law.evidence import first_of
from upcard.cli.options import says
from upcard.cli.output import complain, console, say, show_json, table
from upcard.law import EDITIONS, Edition, edition, editions, sentence
from upcard.law.sentence import KEPT, Known, document, gaps, proof
from upcard.law.trace_evidence import Places, code_places, every_rule, read_record

INCOMPLETE = 1


def sentences(
    *ids: Annotated[str, Parameter(name="ID", help="The editions to list; all of them when none is named.")],
    strict: Annotated[bool, says("Refuse also what is marked as still to be named.")] = False,
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
    wanted = [edition(id) for id in ids or EDITIONS]
    known = what_is_known()
    if as_json:
        show_json({"sentences": [one for each in wanted for one in document(each, known.recorded)]})
    else:
        _print(wanted, known.recorded)
    faults = [gap for each in wanted for gap in gaps(each, sentence.sentences(each.id), known, strict=strict)]
    for gap in faults:
        complain(gap)
    if faults:
        complain(f"The sentences are not complete: {len(faults)} gaps.")
    return INCOMPLETE if faults else 0


def what_is_known() -> Known:
    """The tests and documents of the checkout, if this is one; the steps that there are, and the rules on signs."""
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


def _print(shown: list[Edition], recorded: Places) -> None:
    total: Counter[str] = Counter()
    for each in shown:
        made = table("sentence", "kept", "in our words", "proof", title=each.title)
        made.columns[0].no_wrap = made.columns[1].no_wrap = True
        found = sentence.sentences(each.id)
        for one, after in zip(found, (*found[1:], None), strict=True):
            proofs = proof(one, each, recorded)
            last = after is None or after.clause != one.clause
            made.add_row(one.id, one.kept, one.summary, first_of(proofs, "tests/"), end_section=last)
        console().print(made)
        total.update(one.kept for one in found)
    counts = ", ".join(f"{total[kind]} {kind}" for kind in KEPT)
    where = f"{len(shown)} editions" if len(shown) > 1 else shown[0].id
    say(f"{total.total()} sentences in {where}: {counts}.")
