"""What follows at a jackpot from what happened at a table: a keyed award is locked, and closed once it is paid.

The amount is frozen with its number when the verification of the hand begins and its turn has come, so that of two
tables that hit within a moment the journal says who was first, and each is paid what the meter then held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.decide import unseen
from upcard.games.caribbean_stud.outcome import Outcome
from upcard.games.caribbean_stud.round import Round, Step
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.meter import Meter
from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.link import Hit
from upcard.money.payment_postings import share_of
from upcard.money.slip import issue
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import events as te
from upcard.tables.award_procedure import supervised_under
from upcard.tables.due import refuse
from upcard.tables.state import Table
from upcard.units import FULL_PERCENT, Share

BEGUN: dict[str, tuple[str, ...]] = {
    "progressive": ("VerifyAward", "VerifyHand"),
    "five_card": ("VerifyFiveCard",),
}
"""The steps of the settlement that draw on a meter, and what begins their verification beside the winner key."""

WAGER = {"progressive": "progressive", "five_card": "five_card_player"}


class Ruled(Protocol):
    """A table by its name and the rules in force there; an audit knows no more of it."""

    @property
    def name(self) -> str: ...

    @property
    def rules(self) -> CaribbeanStudRules | BonusSixRules: ...


def follows(t: Ruled, books: Books, table: Table, event: te.Event) -> Iterator[e.MoneyEvent]:
    """The events at jackpots and slips, one after the other; the books know each before the next is asked for."""
    match event:
        case te.WinnerKeyed(lit=False):
            found = _open(books, t.name, Step("progressive", event.seat))
            if found is not None:
                yield e.HitRejected(found[0], found[1].number, "the winner key was taken back")
        case te.Played(event=stud.StepSettled() as settled):
            found = _open(books, t.name, settled.step)
            if found is not None:
                yield e.HitPaid(found[0], found[1].number)
            yield from _slips(t, books, table, settled, found[1] if found else None)
            yield from _keyed(t, books, table)
        case te.Played(event=stud.RoundCompleted()):
            yield from _unwon(t, books, table)
        case te.WinnerKeyed() | te.StepDone() | te.Played(event=stud.HandShown()):
            yield from _keyed(t, books, table)
        case _:
            return


def _unwon(t: Ruled, books: Books, table: Table) -> Iterator[e.HitUnwon]:
    """The top awards that were paid in a round that is over, where no hand has won one that stood."""
    assert isinstance(table.round, Round)
    lines = [line.odds for entry in table.round.done for line in entry.payments if line.result == "win"]
    for jackpot in books.jackpots_of(t.name):
        link = books.links[jackpot]
        if str(Share(FULL_PERCENT, link.top)) not in lines:
            for hit in link.last:
                if (hit.table, hit.round, hit.state) == (t.name, table.number, "paid") and link.top in hit.emptied:
                    yield e.HitUnwon(jackpot, hit.number)


def _slips(t: Ruled, books: Books, table: Table, settled: stud.StepSettled, hit: Hit | None) -> Iterator[e.SlipIssued]:
    """A slip for each percentage that was paid; of an award that was divided, for each part of it."""
    drawn_now = [draw.each for draw in settled.draws]
    for payment in settled.payments:
        if share_of(payment) is None:
            continue
        jackpot = books.jackpot_of[t.name, payment.wager]
        if hit is not None and drawn_now and drawn_now[0] == payment.paid:
            del drawn_now[0]
            number = hit.number
        else:  # a part of what was worked out at an earlier seat
            number = books.divided[t.name, jackpot]
        yield issue(books.slips, jackpot, number, t.name, table.number, payment)


def _keyed(t: Ruled, books: Books, table: Table) -> Iterator[e.HitLocked]:
    step = present(table)
    if step is None or step.kind not in BEGUN:
        return
    begun = any((act, step.seat) in table.done for act in BEGUN[step.kind])
    if begun or (step.kind == "progressive" and step.seat in table.winners):
        yield from lock(t, books, table)


def present(table: Table) -> Step | None:
    """The step that is settled next."""
    round = table.round
    return round.agenda[0] if isinstance(round, Round) and round.phase == "settling" else None


def _open(books: Books, table: str, step: Step) -> tuple[str, Hit] | None:
    for jackpot in books.jackpots_of(table):
        if hit := books.links[jackpot].hit_at(table, step.kind, step.seat):
            return jackpot, hit
    return None


def _worth(t: Ruled, books: Books, table: Table, step: Step) -> Outcome | None:
    assert isinstance(t.rules, CaribbeanStudRules)
    assert isinstance(table.round, Round)
    return worth(t.rules, table.round, step, books.readings(t.name))


def worth(rules: CaribbeanStudRules, round: Round, step: Step, meters: Mapping[str, Meter]) -> Outcome | None:
    """What the step would pay, where a percentage of a meter is among it that is not worked out yet."""
    if step.kind not in BEGUN or unseen(rules, round, step):
        return None
    outcome = perform(rules, round, step, meters)
    shares = outcome.draws and any(share_of(payment) for payment in outcome.payments)
    return outcome if shares else None


def lock(t: Ruled, books: Books, table: Table) -> Iterator[e.HitLocked]:
    """The award of the present step, frozen."""
    step = present(table)
    assert step is not None
    if _open(books, t.name, step) is not None:
        return
    outcome = _worth(t, books, table, step)
    if outcome is None:
        return
    jackpot = books.jackpot_of[t.name, WAGER[step.kind]]
    readings = books.readings(t.name)
    hand = next(p.hand for p in outcome.payments if share_of(p))
    yield e.HitLocked(
        jackpot, books.links[jackpot].sequence + 1, t.name, table.number, step.kind, step.seat, hand or 0,
        outcome.draws, {draw.level: readings[draw.level] for draw in outcome.draws},
    )  # fmt: skip


def paid_from(t: Ruled, books: Books, table: Table) -> tuple[dict[str, Meter], str]:
    """The meters that the present step is paid from: as they were locked for it, else as they stand.

    With them, why it may not be paid yet, or empty: a percentage is not paid before it was locked and validated.
    """
    readings = books.readings(t.name)
    step = present(table)
    if step is None:
        return readings, ""
    found = _open(books, t.name, step)
    if found is not None:
        jackpot, hit = found
        waits = f"hit {hit.number} of {jackpot} is validated by a supervisor before it is paid"
        return {**readings, **hit.readings}, waits if hit.state != "validated" else ""
    due = _worth(t, books, table, step) is not None
    return readings, "the award is keyed and validated before it is paid" if due else ""


def validated_under(t: TableRules, table: Table, kind: str) -> str | None:
    """The rule that has an award of that kind seen to before it is paid, where the edition has one."""
    names: tuple[str, ...] = ("five_card_verification",)
    if kind != "five_card" and isinstance(t.rules, CaribbeanStudRules) and isinstance(table.round, Round):
        names = "award_verification", supervised_under(t.rules, table.round), "supervisor_called"
    return next((name for name in names if name in t.edition.citations), None)


def readings_for(t: TableRules, books: Books, table: Table) -> dict[str, Meter]:
    """The meters that the present step is paid from; refused where an award waits for somebody."""
    readings, because = paid_from(t, books, table)
    if because:
        step = present(table)
        raise refuse(t, validated_under(t, table, step.kind if step else ""), because)
    return readings
