"""Jackpot slips from the journal: every number that was ever used, what it was for, and who has signed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from upcard.cards import Card, describe
from upcard.games.caribbean_stud import events as stud
from upcard.games.meter import draw
from upcard.money import events as e
from upcard.money.payment_postings import share_of
from upcard.money.slip import SIGNERS, signers
from upcard.reports.money.amount_in_words import in_words
from upcard.reports.money.award_history import Award, Awards, Drawn, see_award
from upcard.reports.money.blocks import show
from upcard.reports.money.ledger_replay import LedgerEntry, LedgerReplay
from upcard.store.entry import Entry
from upcard.store.store import Head
from upcard.tables import events as te
from upcard.units import FULL_PERCENT, Share, parse_award, show_dollars

DEALERS_HAND = "five_card_dealer"


class Signed(msgspec.Struct, frozen=True):
    """A line that a role signs; empty as long as nobody has."""

    role: str
    by: str = ""
    at: str = ""


class JackpotSlip(msgspec.Struct, frozen=True):
    """One slip with all that it says."""

    number: int
    issued_at: str
    award: Award
    level: str
    percent: int
    table: str
    seat: int
    round: int
    player: str
    wager: str
    staked: int
    hand: str
    cards: tuple[Card, ...]
    cents: int
    policies: tuple[str, ...]
    signatures: tuple[Signed, ...]
    replaces: int = 0
    replaced_by: int = 0
    voided: str = ""
    voided_by: str = ""
    voided_at: str = ""

    @property
    def words(self) -> str:
        return in_words(self.cents)

    @property
    def state(self) -> Literal["void", "complete", "open"]:
        if self.voided_at:
            return "void"
        return "complete" if all(line.by for line in self.signatures) else "open"


class Slips(msgspec.Struct, frozen=True):
    """The register: the numbers from 1 without a gap."""

    slips: tuple[JackpotSlip, ...]
    head: Head

    @property
    def gaps(self) -> tuple[int, ...]:
        """Numbers that are missing; there is none in a journal of ours."""
        used = {slip.number for slip in self.slips}
        return tuple(number for number in range(1, max(used, default=0) + 1) if number not in used)


def slips(entries: Iterable[Entry]) -> Slips:
    """All slips of a journal, in the order of their numbers."""
    journal = LedgerReplay()
    found: dict[int, JackpotSlip] = {}
    awards: Awards = {}
    shares: dict[tuple[str, int, int, str], Share] = {}
    for moment in journal.read(entries):
        see_award(awards, journal, moment)
        match moment.event:
            case te.Played(event=stud.StepSettled() as settled):
                for payment in settled.payments:
                    if share_of(payment):
                        share = parse_award(payment.odds or "")
                        assert isinstance(share, Share)
                        shares[moment.table, moment.round, payment.seat, payment.wager] = share
            case e.SlipIssued() as issued:
                share = shares[issued.table, issued.round, issued.seat, issued.wager]
                award = awards[issued.jackpot, issued.hit]
                found[issued.number] = _issued(journal, moment, issued, award, share, found.get(issued.replaces))
                if issued.replaces:
                    found[issued.replaces] = replace(found[issued.replaces], replaced_by=issued.number)
            case e.SlipSigned(number, role):
                found[number] = _signed(found[number], role, moment)
            case e.SlipVoided(number, reason):
                by, at = moment.entry.by, moment.entry.at
                found[number] = replace(found[number], voided=reason, voided_by=by, voided_at=at)
            case _:
                pass
    return Slips(tuple(found[number] for number in sorted(found)), journal.head)


def _part(award: Award, share: Share, cents: int) -> Drawn | None:
    """What an award drew for parts of so many cents."""
    mine = (one for one in award.draws if (one.level, one.percent) == (share.level, share.percent))
    return next((one for one in mine if one.cents == one.ways * cents), None)


def _issued(
    journal: LedgerReplay,
    moment: LedgerEntry,
    issued: e.SlipIssued,
    award: Award,
    share: Share,
    first: JackpotSlip | None,
) -> JackpotSlip:
    """What is known at the table when it is written out; a slip that replaces another says what that one said."""
    if first is not None:
        cards, player = first.cards, first.player
    else:
        dealers = issued.wager == DEALERS_HAND
        cards = journal.cards(issued.table, issued.seat, issued.hand, dealers=dealers)
        player = journal.player(issued.table, issued.seat)
    return JackpotSlip(
        issued.number, moment.entry.at, award, share.level, share.percent, issued.table, issued.seat, issued.round,
        player, issued.wager, issued.staked, describe(issued.hand) if issued.hand else "", cards, issued.cents,
        policies(award, share, issued.cents), tuple(Signed(role) for role in issued.signers), issued.replaces,
    )  # fmt: skip


def _signed(slip: JackpotSlip, role: str, moment: LedgerEntry) -> JackpotSlip:
    """The first line of that role that is still empty."""
    at = next(at for at, line in enumerate(slip.signatures) if line.role == role and not line.by)
    line = Signed(role, moment.entry.by, moment.entry.at)
    return replace(slip, signatures=(*slip.signatures[:at], line, *slip.signatures[at + 1 :]))


def policies(award: Award, share: Share, cents: int) -> tuple[str, ...]:
    """The caps and policies that applied to an award, each in a sentence."""
    drawn = _part(award, share, cents) or next(one for one in award.draws if one.level == share.level)
    terms, level = drawn.terms, drawn.level
    meter = f"{show(level, 'words')} meter"
    held = show(drawn.before.amount, "micros")
    said = [f"{share.percent}% of the {meter}, which held {held} when the award was keyed, down to the cent."]
    if cents != draw(drawn.before, level, share, drawn.ways).each:
        said.append("The hand was paid before its cards were put right: this is what it is due beside what stays.")
    if drawn.ways > 1:
        said.append(f"The award is divided into {drawn.ways} equal parts, each down to the cent.")
    if terms.limit is None:
        said.append(f"The {meter} has no limit.")
    else:
        goes = "its reserve" if terms.overflow == "reserve" else "the house"
        said.append(f"The {meter} is limited to {show_dollars(terms.limit)}; what is above goes to {goes}.")
    if share.percent == FULL_PERCENT:
        reserve = show(drawn.before.reserve, "micros")
        said.append(f"It started again from its seed of {show_dollars(terms.seed)} and a reserve of {reserve}.")
    least = next(least for least, _ in reversed(SIGNERS) if cents >= least)
    from_ = f"of {show_dollars(least)} or more" if least else "of any amount"
    said.append(f"An award {from_} is signed by {', '.join(signers(cents))}.")
    return tuple(said)
