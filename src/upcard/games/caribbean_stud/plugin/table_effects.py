"""What an event in a round of Caribbean stud changes of the table around it: total, and without asking the law."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.five_card import column
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.payment import Payment, percentage
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.commands import says
from upcard.tables.dealing import obstacle
from upcard.tables.devices import cover_all_unseen
from upcard.tables.procedure import Stranded, stopped_under
from upcard.tables.state import DEALER, Table

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
    return replace(again, stub="out", count_again="stub") if counted else again


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


# ---- Wagers of Caribbean stud that lose what they play for before the bets are closed ----------------------
# Another player leaves, a jackpot stands still, a device fails and the table cannot be dealt. An accepted token has
# moved the meter, and plays whatever happens. After the bets are closed only a cover all wager falls, with the
# shuffler that shows what it pays.


PLAYED_AS = {"progressive_coupon": "progressive"}
"""A coupon by the wager that it is."""


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    """The wagers that cannot stand as things are, clockwise."""
    round: Round = table.round
    if round.phase == "closed":
        because = cover_all_unseen(t, table) if says(t, "cover_all_unshown") else ""
        covers = [seat for seat in round.clockwise if because and round.seats[seat].wagers.get("cover_all")]
        return tuple(Stranded(seat, "cover_all", "cover_all_unshown", because) for seat in covers)
    if (stands := obstacle(t, table)) is not None:
        all_lie = ((seat, wager) for seat in round.clockwise for wager in _all_back(t, round, seat))
        return tuple(Stranded(seat, wager, stands.rule, stands.because) for seat, wager in all_lie)
    lying = ((seat, wager, _falls(t, table, round, wager)) for seat in round.clockwise for wager in _lie(round, seat))
    return tuple(
        Stranded(seat, wager, *why, _mended(t, table, round, why[0])) for seat, wager, why in lying if why is not None
    )


def _mended(t: TableRules, table: Table, round: Round, rule: str) -> bool:
    """Whether a wager stands after all when more of those who sit there play."""
    rules: CaribbeanStudRules = t.rules
    if rule != "cover_all_columns":
        return False
    more = len(table.players.keys() - round.seats.keys())
    return any(column(rules, round) + joining in (rules.cover_all or ()) for joining in range(1, more + 1))


def _lie(round: Round, number: int) -> tuple[str, ...]:
    seat: Seat = round.seats[number]
    coupon = ("progressive_coupon",) if seat.coupon else ()
    return (*(wager for wager, cents in seat.wagers.items() if cents), *coupon)


def _all_back(t: TableRules, round: Round, number: int) -> tuple[str, ...]:
    """All that a seat takes back, the ante last; nothing where a token that was accepted holds it there."""
    token = round.seats[number].wagers.get("progressive") and says(t, "contribution_at") == "token"
    coupon = ("match_play",) if round.seats[number].match_play else ()
    return () if token else (*_lie(round, number), *coupon, "ante")


def _falls(t: TableRules, table: Table, round: Round, wager: str) -> tuple[str, str] | None:
    """Why a wager cannot stand, under its rule."""
    rules: CaribbeanStudRules = t.rules
    if wager == "cover_all" and rules.cover_all is not None:
        if because := cover_all_unseen(t, table):
            return "cover_all_display", because
        count = column(rules, round)
        return None if count in rules.cover_all else ("cover_all_columns", f"there is no cover all column for {count}")
    played = PLAYED_AS.get(wager, wager)
    because = t.stopped.get(played, "")
    token = wager == "progressive" and rules.law.contribution_at == "token"
    return (stopped_under(t, played), because) if because and not token else None
