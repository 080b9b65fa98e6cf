"""Jackpot slips from the journal: every number that was ever used, what it was for, and who has signed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from upcard.cards import Card, describe, pretty, show_cards
from upcard.games.caribbean_stud import events as stud
from upcard.games.payment import draw, share_of
from upcard.journal.proof.heads import newest_head
from upcard.money import events as e
from upcard.money.slip import SIGNERS, signers
from upcard.reports.blocks import Fact, Facts, Paper, Prose, Section, Signature, Signatures, Table, Value, headed, show
from upcard.reports.money.ledger_replay import LedgerEntry, LedgerReplay
from upcard.reports.money.meters import Award, Awards, Drawn, see_award
from upcard.store.store import Entry, Head
from upcard.tables import events as te
from upcard.units import Share, parse_award, show_dollars

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
    percent: int | str
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
    mine = (one for one in award.draws if (one.level, one.percent) == (share.level, share.shown))
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
        issued.number, moment.entry.at, award, share.level, share.shown, issued.table, issued.seat, issued.round,
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
    said = [f"{share.shown}% of the {meter}, which held {held} when the award was keyed, down to the cent."]
    if cents != draw(drawn.before, level, share, drawn.ways).each:
        said.append("The hand was paid before its cards were put right: this is what it is due beside what stays.")
    if drawn.ways > 1:
        said.append(f"The award is divided into {drawn.ways} equal parts, each down to the cent.")
    if terms.limit is None:
        said.append(f"The {meter} has no limit.")
    else:
        goes = "its reserve" if terms.overflow == "reserve" else "the house"
        said.append(f"The {meter} is limited to {show_dollars(terms.limit)}; what is above goes to {goes}.")
    if share.whole:
        reserve = show(drawn.before.reserve, "micros")
        said.append(f"It started again from its seed of {show_dollars(terms.seed)} and a reserve of {reserve}.")
    least = next(least for least, _ in reversed(SIGNERS) if cents >= least)
    from_ = f"of {show_dollars(least)} or more" if least else "of any amount"
    said.append(f"An award {from_} is signed by {', '.join(signers(cents))}.")
    return tuple(said)


# ---- an amount in words, as a slip repeats it so that no digit can be added -------------------------------------

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ("", "thousand", "million", "billion", "trillion", "quadrillion")


def in_words(cents: int) -> str:
    """
    >>> in_words(1_234_567)
    'twelve thousand three hundred forty-five dollars and sixty-seven cents'
    >>> in_words(101), in_words(2_000_000_00)
    ('one dollar and one cent', 'two million dollars and no cents')
    """
    dollars, rest = divmod(cents, 100)
    whole = f"{number(dollars)} dollar{'s' * (dollars != 1)}"
    part = f"{number(rest)} cent{'s' * (rest != 1)}" if rest else "no cents"
    return f"{whole} and {part}"


def number(value: int) -> str:
    """
    >>> number(0), number(110), number(1_000_021)
    ('zero', 'one hundred ten', 'one million twenty-one')
    """
    if value < 0 or value >= 1000 ** len(_GROUPS):
        raise ValueError(f"{value} is no amount that a slip is written for")
    said: list[str] = []
    for at in range(len(_GROUPS) - 1, -1, -1):
        group = value // 1000**at % 1000
        if group:
            said += [_below_thousand(group), *([_GROUPS[at]] if at else [])]
    return " ".join(said) or _ONES[0]


def _below_thousand(value: int) -> str:
    hundreds, rest = divmod(value, 100)
    said = [_ONES[hundreds], "hundred"] if hundreds else []
    if 0 < rest < len(_ONES):
        said.append(_ONES[rest])
    elif rest:
        tens, ones = divmod(rest, 10)
        said.append(f"{_TENS[tens]}-{_ONES[ones]}" if ones else _TENS[tens])
    return " ".join(said)


# ---- on paper: the register first, then one slip a page ---------------------------------------------------------

REGISTER = headed("number:No.|number", "state:State", "issued:Issued|time", "jackpot:Jackpot",
                  "hit:Hit|number", "table:Table", "seat:Seat|number", "amount:Amount|cents",
                  "replaces:Replaces|number", "replaced_by:Replaced by|number", "reason:Void because|long")  # fmt: skip
LISTING = (
    *REGISTER[:7],
    *headed("round:Round|number", "player:Player", "wager:Wager|wager", "staked:Staked|cents", "hand:Hand",
            "cards:Cards", "level:Level|words", "percent:Percent|number"),
    *REGISTER[7:8],
    *headed("words:In words", "keyed_by:Keyed by", "keyed:Keyed|time", "validated_by:Validated by",
            "validated:Validated|time"),
    *REGISTER[8:],
    *headed("voided_by:Voided by", "voided:Voided|time", "policies:Caps and policies",
            "signatures:Signatures", "missing:Still to sign"),
)  # fmt: skip


def slips_paper(slips: Slips, house: str = "", numbers: Collection[int] = ()) -> Paper:
    """The register of all numbers, and the slips that were asked for, or all of them."""
    wanted = [slip for slip in slips.slips if not numbers or slip.number in numbers]
    register = Table("register", "Every number that was used", REGISTER, tuple(_row(slip) for slip in slips.slips))
    sections = [Section("register", "Register", (Prose(_gaps(slips), strong=bool(slips.gaps)), register))]
    sections += [_slip(slip, house) for slip in wanted]
    listing = Table("slips", "Jackpot slips", LISTING, tuple(_whole_row(slip) for slip in wanted))
    return Paper("slips", "Jackpot slips", house, slips.head, tuple(sections), listing)


def _gaps(slips: Slips) -> str:
    if not slips.slips:
        return "No slip has been issued."
    if slips.gaps:
        return f"MISSING: {', '.join(map(str, slips.gaps))}."
    void = sum(slip.state == "void" for slip in slips.slips)
    open_ = sum(slip.state == "open" for slip in slips.slips)
    last = slips.slips[-1].number
    return f"Numbers 1 to {last} without a gap; {void} void and kept, {open_} not signed by everybody yet."


def _row(slip: JackpotSlip) -> tuple[Value, ...]:
    award = slip.award
    return (
        slip.number, slip.state, slip.issued_at, award.jackpot, award.number, slip.table, slip.seat, slip.cents,
        slip.replaces or None, slip.replaced_by or None, slip.voided,
    )  # fmt: skip


def _whole_row(slip: JackpotSlip) -> tuple[Value, ...]:
    row, award = _row(slip), slip.award
    signed = "; ".join(f"{line.by}, {line.at}" for line in slip.signatures if line.by)
    missing = ", ".join(line.role for line in slip.signatures if not line.by)
    return (
        *row[:7], slip.round, slip.player, slip.wager, slip.staked, slip.hand, show_cards(slip.cards), slip.level,
        slip.percent, slip.cents, slip.words, award.keyed_by, award.keyed_at, award.validated_by, award.validated_at,
        *row[8:], slip.voided_by, slip.voided_at, " ".join(slip.policies), signed, missing,
    )  # fmt: skip


def _slip(slip: JackpotSlip, house: str) -> Section:
    award = slip.award
    paid_for = Fact("staked", "Wagered", slip.staked, "cents") if slip.staked else Fact("staked", "Wagered", "a coupon")
    facts = (
        Fact("casino", "Casino", house or "______________________________"),
        Fact("issued", "Date and time", slip.issued_at, "time"),
        Fact("table", "Table", slip.table),
        Fact("seat", "Seat", slip.seat, "number"),
        Fact("round", "Round", slip.round, "number"),
        Fact("player", "Player", slip.player or None),
        Fact("wager", "Wager", slip.wager, "wager"),
        paid_for,
        Fact("hand", "Hand", slip.hand or None),
        Fact("cards", "Cards", " ".join(pretty(card) for card in slip.cards) or None),
        Fact("jackpot", "Jackpot", award.jackpot),
        Fact("hit", "Hit", award.number, "number"),
        Fact("award", "Award", f"{slip.percent}% of {show(slip.level, 'words')}"),
        Fact("keyed", "Keyed", _who(award.keyed_by, award.keyed_at)),
        Fact("validated", "Validated", _who(award.validated_by, award.validated_at)),
    )
    amount = (Fact("amount", "Amount", slip.cents, "cents"), Fact("words", "In words", slip.words))
    blocks: list[Prose | Facts | Signatures] = []
    if slip.voided_at:
        follows = f" Slip {slip.replaced_by} replaces it." if slip.replaced_by else ""
        blocks.append(Prose(f"VOID: {slip.voided}, by {_who(slip.voided_by, slip.voided_at)}.{follows}", strong=True))
    if slip.replaces:
        blocks.append(Prose(f"Replaces slip {slip.replaces}, which is void.", strong=True))
    blocks += [
        Facts("award", "The award", facts),
        Facts("amount", "To be paid", amount),
        Prose("Caps and policies that applied: " + " ".join(slip.policies)),
        Signatures(tuple(Signature(line.role, line.by, line.at) for line in slip.signatures)),
    ]
    mark = "VOID" if slip.state == "void" else ""
    return Section(f"slip-{slip.number}", f"Jackpot slip No. {slip.number}", tuple(blocks), alone=True, mark=mark)


def _who(by: str, at: str) -> str | None:
    return f"{by}, {at[:10]} {at[11:19]} UTC" if by else None


# ---- the newest signed head, on every slip and every day's report -----------------------------------------------
# They leave the house and lie with players, accountants and the regulator: a head on them is one that is kept
# elsewhere, which shows later whether anything before it was cut away or made anew.

PRINTED = ("slips", "day")


def with_signed_head(paper: Paper, heads: Path | None, upto: int | None = None) -> Paper:
    """The document with the newest head of a file on every part, up to an entry; slips and days alone have it."""
    if paper.kind not in PRINTED:
        return paper
    end = paper.head.seq if upto is None else min(upto, paper.head.seq)
    line = Prose(said(newest_head(heads, end) if heads is not None and heads.exists() else None))
    return replace(paper, sections=tuple(replace(part, blocks=(*part.blocks, line)) for part in paper.sections))


def said(head: Head | None) -> str:
    """
    >>> said(None)
    'No signed head is known.'
    """
    if head is None:
        return "No signed head is known."
    return f"Newest signed head: {head.seq}:{head.hash.hex()}. Keep it: `upcard audit verify --head` takes it."
