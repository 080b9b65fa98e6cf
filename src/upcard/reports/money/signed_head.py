"""The newest signed head, printed on every slip and every day's report.

Slips and reports leave the house: they lie with players, accountants and the regulator. A head on them is a head that
is kept elsewhere, which shows later whether anything before it was cut away or made anew.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from upcard.journal.proof.heads import newest_head
from upcard.reports.blocks import Paper, Prose, Section
from upcard.store.store import Head

PRINTED = ("slips", "day")


def with_signed_head(paper: Paper, heads: Path | None, upto: int | None = None) -> Paper:
    """The document with the newest head of a file on every part, up to an entry; slips and days alone have it."""
    if paper.kind not in PRINTED:
        return paper
    end = paper.head.seq if upto is None else min(upto, paper.head.seq)
    line = Prose(said(newest_head(heads, end) if heads is not None and heads.exists() else None))
    return replace(paper, sections=tuple(_signed(part, line) for part in paper.sections))


def _signed(part: Section, line: Prose) -> Section:
    return replace(part, blocks=(*part.blocks, line))


def said(head: Head | None) -> str:
    """
    >>> said(None)
    'No signed head is known.'
    """
    if head is None:
        return "No signed head is known."
    return f"Newest signed head: {head.seq}:{head.hash.hex()}. Keep it: `upcard audit verify --head` takes it."
