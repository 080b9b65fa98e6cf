"""What an event in a round of Caribbean stud changes of the table around it: total, and without asking the law."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from upcard.games.caribbean_stud import events as stud
from upcard.games.payment import Payment, percentage
from upcard.tables.state import COUNT_AGAIN, DEALER, Table

KEYED = (stud.HandsDealt, stud.HandsDealtUnseen, stud.DealerCompleted)
"""What the round knows of the cards that left the deck."""

PROGRESSIVE = "progressive_verification"
"""The rule that an award of the progressive is documented under; any other is of the five card hand bonus."""

FIVE_CARD = ("VerifyFiveCard", "ValidateFiveCard")
"""What is verified of an award of the five card hand bonus."""


def table_after(table: Table, event: Any) -> Table:
    """What an event changes of the table; the round itself has changed already."""
    match event:
        case stud.IrregularityNoted(irregularity="face-up-card"):
            return replace(table, discarded=table.discarded + 1)
        case stud.HandVoided():
            return _looked_at_again(table, event.seat, event.reversed)
        case stud.HandCorrected():
            return _out_of_rack(_looked_at_again(table, event.seat, event.reversed), event.seat)
        case stud.DealerCorrected():
            done = tuple(step for step in table.done if step[0] not in FIVE_CARD)  # it may stand on the dealer's hand
            return _out_of_rack(_looked_at_again(replace(table, done=done), DEALER, event.reversed), DEALER)
        case stud.RoundVoided():
            kept = [
                (line.seat, line.wager == "progressive")
                for line in table.round.payments
                if percentage(line) is not None
            ]
            papers = tuple(paper for paper in table.documents if (paper[0], paper[1] == PROGRESSIVE) in kept)
            return replace(table, winners=(), candidates=(), documents=papers)
        case stud.ProgressiveCorrected():
            return replace(table, chips="corrected")
        case stud.DealTakenBack():
            return _keyed_again(table)
        case stud.StepSettled() if event.step.kind == "progressive":
            return replace(table, call=table.standing_call)
        case _ if isinstance(event, KEYED):
            return replace(table, drawn=False)
        case _:
            return table


def _keyed_again(table: Table) -> Table:
    """The cards of a deal that was taken back lie there and are not keyed; a stub counted with it is counted again."""
    again = replace(table, drawn=True, winners=(), done=(), candidates=())
    counted = table.stub == "racked" and not table.since_count
    return replace(again, stub="out", since_count=COUNT_AGAIN) if counted else again


def _looked_at_again(table: Table, seat: int, reversed: tuple[Payment, ...]) -> Table:
    """A hand was corrected or is void: its winner key is off, whatever was verified of it is verified anew.

    Nothing is written down about fixed awards off a meter that are reversed with it; a percentage that stays with its
    winner keeps its own document.
    """
    papers = list(table.documents)
    for back in [(payment.seat, PROGRESSIVE) for payment in reversed if payment.source == "meter"]:
        of_it = [at for at, paper in enumerate(papers) if paper[:2] == back]
        if of_it:
            del papers[of_it[-1]]
    return replace(
        table,
        winners=tuple(n for n in table.winners if n != seat),
        done=tuple(step for step in table.done if step[1] != seat or step[0] == "CollectForfeits"),
        candidates=tuple(n for n in table.candidates if n != seat),
        documents=tuple(papers),
    )


def _out_of_rack(table: Table, seat: int) -> Table:
    """A hand that was made again from the rack lies on the table."""
    return replace(table, racked=tuple(n for n in table.racked if n != seat))
