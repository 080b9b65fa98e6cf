"""Jackpot slips on paper: the register first, then one slip a page."""

from __future__ import annotations

from collections.abc import Collection

from upcard.cards import pretty, show_cards
from upcard.reports.money.blocks import (
    Column,
    Fact,
    Facts,
    Paper,
    Part,
    Prose,
    Signature,
    Signatures,
    Table,
    Value,
    show,
)
from upcard.reports.money.slips import JackpotSlip, Slips

REGISTER = (
    Column("number", "No.", "number"),
    Column("state", "State"),
    Column("issued", "Issued", "time"),
    Column("jackpot", "Jackpot"),
    Column("hit", "Hit", "number"),
    Column("table", "Table"),
    Column("seat", "Seat", "number"),
    Column("amount", "Amount", "cents"),
    Column("replaces", "Replaces", "number"),
    Column("replaced_by", "Replaced by", "number"),
    Column("reason", "Void because", "long"),
)
LISTING = (
    *REGISTER[:7],
    Column("round", "Round", "number"),
    Column("player", "Player"),
    Column("wager", "Wager", "wager"),
    Column("staked", "Staked", "cents"),
    Column("hand", "Hand"),
    Column("cards", "Cards"),
    Column("level", "Level", "words"),
    Column("percent", "Percent", "number"),
    *REGISTER[7:8],
    Column("words", "In words"),
    Column("keyed_by", "Keyed by"),
    Column("keyed", "Keyed", "time"),
    Column("validated_by", "Validated by"),
    Column("validated", "Validated", "time"),
    *REGISTER[8:],
    Column("voided_by", "Voided by"),
    Column("voided", "Voided", "time"),
    Column("policies", "Caps and policies"),
    Column("signatures", "Signatures"),
    Column("missing", "Still to sign"),
)


def slips_paper(slips: Slips, house: str = "", numbers: Collection[int] = ()) -> Paper:
    """The register of all numbers, and the slips that were asked for, or all of them."""
    wanted = [slip for slip in slips.slips if not numbers or slip.number in numbers]
    register = Table("register", "Every number that was used", REGISTER, tuple(_row(slip) for slip in slips.slips))
    parts = [Part("register", "Register", (Prose(_gaps(slips), strong=bool(slips.gaps)), register))]
    parts += [_slip(slip, house) for slip in wanted]
    listing = Table("slips", "Jackpot slips", LISTING, tuple(_whole_row(slip) for slip in wanted))
    return Paper("slips", "Jackpot slips", house, slips.head, tuple(parts), listing)


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


def _slip(slip: JackpotSlip, house: str) -> Part:
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
    amount = (
        Fact("amount", "Amount", slip.cents, "cents"),
        Fact("words", "In words", slip.words),
    )
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
    return Part(f"slip-{slip.number}", f"Jackpot slip No. {slip.number}", tuple(blocks), alone=True, mark=mark)


def _who(by: str, at: str) -> str | None:
    return f"{by}, {at[:10]} {at[11:19]} UTC" if by else None
