"""An award that waits to be validated: every share of it with its hand, its line of the pay table and its amount.

Whoever signs for an award signs for all its shares: those of hands that divide it, and those of all who backed the
dealer's hand. A hand that still lies face down is counted and not named.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from upcard.cards import category, describe, show_card
from upcard.document import CardText, Money, Time, Wager, doc, one_of
from upcard.games.game import game_of
from upcard.games.payment import AwardShare
from upcard.journal.act_table import ACTS
from upcard.money.jackpot_awards import may_validate
from upcard.money.link import Hit, Link
from upcard.present.payment import WAGERS
from upcard.tables.commands import Actor
from upcard.units import show_cents, show_dollars, whole_cents
from upcard.web.act_codec import OfferedAct
from upcard.web.projection import StateSnapshot
from upcard.web.views.award_steps import AwardStep, award_steps
from upcard.web.views.irregularity_actions import Rejection
from upcard.web.views.jackpots import hit_document
from upcard.web.views.labels import Why, why


class Share(TypedDict):
    """One seat's share of an award."""

    seat: Annotated[int, doc("Whose share it is.")]
    whose: Annotated[str, one_of("player", "dealer"), doc("On whose hand.")]
    wager: Annotated[Wager, doc("By which wager.")]
    label: Annotated[str, doc("The wager in words.")]
    staked: Annotated[Money, doc("What was staked.")]
    cards: Annotated[list[CardText], doc("The cards of the hand.")]
    hand: Annotated[str, doc("What they are.")]
    line: Annotated[str, doc("The line of the pay table.")]
    amount: Annotated[Money, doc("How much it is.")]
    why: Annotated[Why | None, doc("The rule behind it.")]


class MeterLine(TypedDict):
    """How a meter stood, or stands."""

    text: Annotated[str, doc("Which meter, and when.")]
    amount: Annotated[Money, doc("What it showed, or what was taken.")]


class Approval(TypedDict):
    """How an award is validated."""

    act: Annotated[OfferedAct, doc("What is sent.")]
    expects: Annotated[Money, doc("The amount that is signed for, to be sent with it.")]
    second: Annotated[Literal[True], doc("A second person signs it.")]
    statement: Annotated[str, doc("What both sign.")]


class Award(TypedDict):
    """One award, from its key until it is paid and its slips are signed."""

    key: Annotated[str, doc("Its name in the queue.")]
    kind: Annotated[str, one_of("hit", "paid"), doc("An award that waits, or one that is paid and not yet signed for.")]
    state: Annotated[Literal["pending", "validated", "paid", "rejected"], doc("How it stands.")]
    title: Annotated[str, doc("What it is, in words.")]
    since: Annotated[Time, doc("When it was locked.")]
    jackpot: Annotated[str, doc("The jackpot.")]
    number: Annotated[int, doc("Its number at that jackpot.")]
    table: Annotated[str, doc("The table, or empty where another game title won it.")]
    slug: Annotated[str | None, doc("The table's name in addresses.")]
    seat: Annotated[int | None, doc("The seat.")]
    whose: Annotated[Annotated[str, one_of("player", "dealer")] | None, doc("On whose hand the first share is.")]
    cards: Annotated[list[CardText], doc("The cards of that hand.")]
    hand: Annotated[str, doc("What they are.")]
    lamp: Annotated[Literal["accepted"] | None, doc("The lamp of a progressive wager.")]
    wager: Annotated[Money | None, doc("What was staked.")]
    wager_label: Annotated[str | None, doc("The wager in words.")]
    line: Annotated[str, doc("The line of the pay table, or empty.")]
    why: Annotated[Why | None, doc("The rule behind it.")]
    shares: Annotated[list[Share], doc("Every share on a hand that lies face up.")]
    hidden: Annotated[int, doc("How many more there are on hands that lie face down.")]
    amount: Annotated[Money, doc("What it takes off the meters.")]
    frozen_at: Annotated[int | None, doc("The entry that froze it.")]
    frozen_version: Annotated[int | None, doc("The version of the jackpot with that entry.")]
    version: Annotated[int, doc("The version of the jackpot now.")]
    meter: Annotated[list[MeterLine], doc("The meters that it draws on.")]
    by: Annotated[str, doc("Who locked it: a role and a name.")]
    waits: Annotated[str, doc("Who is needed, where whoever looks may not validate it; else empty.")]
    approve: Annotated[Approval | None, doc("How it is validated, while that is due and whoever looks may do it.")]
    reject: Annotated[Rejection | None, doc("How it is rejected, until it is paid, by whoever looks if they may.")]
    steps: Annotated[list[AwardStep], doc("Everything that it takes: what is done, what is missing, who can give it.")]


OTHERS = (
    "You have keyed it: another supervisor validates it; or you and a second person reject it, and it is keyed again."
)
"""Who is needed where whoever looks may not validate an award."""


def award_document(moment: StateSnapshot, link: Link, hit: Hit, slugs: dict[str, str], by: Actor) -> Award:
    """An award, complete enough to decide on, by whoever looks where that may be one of the two."""
    decides = by.role in ACTS["ValidateHit"].roles
    found, may = hit_document(moment, hit, link.name), may_validate(moment.rules, hit, by.id)
    t, parts = moment.rules.get(hit.table), parts_of(moment, hit)
    first = parts[0] if parts else None
    hand = describe(first.value) if first else found["hand"]
    whose = "the dealer's hand" if first and first.whose == "dealer" else f"seat {hit.seat}" if hit.seat else ""
    place = ", ".join(part for part in (hit.title, hit.table, whose) if part)
    version = moment.versions.get(f"jackpot/{link.name}", 0)
    frozen = moment.frozen.get((link.name, hit.number))
    hidden = sum(draw.ways for draw in hit.draws) - len(parts) if parts else 0
    statement = _statement(link.name, hit, hand, place, parts, hidden)
    if frozen is not None:
        statement += f" Frozen by entry {frozen.seq}, version {frozen.version} of the jackpot."
    return {
        "key": f"hit {link.name} {hit.number}",
        "kind": "paid" if hit.state == "paid" else "hit",
        "state": hit.state,
        "title": f"{hand[:1].upper()}{hand[1:]}, {place}",
        "since": hit.at,
        "jackpot": link.name,
        "number": hit.number,
        "table": hit.table,
        "slug": slugs.get(hit.table),
        "seat": hit.seat or None,
        "whose": first.whose if first else None,
        "cards": [show_card(card) for card in first.cards] if first else [],
        "hand": hand,
        "lamp": "accepted" if first and first.wager == "progressive" else None,
        "wager": show_cents(first.staked) if first else None,
        "wager_label": WAGERS[first.wager] if first else None,
        "line": _line(first) if first else "",
        "why": why(t.rules, first.rule) if t is not None and first else None,
        "shares": [_share(part, t.rules if t is not None else None) for part in parts],
        "hidden": hidden,
        "amount": found["amount"],
        "frozen_at": frozen.seq if frozen is not None else None,
        "frozen_version": frozen.version if frozen is not None else None,
        "version": version,
        "meter": _meter(moment, link, hit),
        "by": hit.by,
        "waits": OTHERS if decides and hit.state == "pending" and not may else "",
        "approve": {
            "act": {"act": "ValidateHit", "jackpot": link.name, "number": hit.number},
            "expects": found["amount"],
            "second": True,
            "statement": statement,
        }
        if decides and hit.state == "pending" and may
        else None,
        "reject": {
            "act": {"act": "RejectHit", "jackpot": link.name, "number": hit.number},
            "asks": [{"name": "reason", "kind": "text", "label": "Reason", "optional": False}],
            "second": True,
            "statement": f"Not paid, and back on the meter: {statement}",
        }
        if decides and hit.state != "paid"
        else None,
        "steps": award_steps(moment, link, hit, by),
    }


def _statement(jackpot: str, hit: Hit, hand: str, place: str, parts: list[AwardShare], hidden: int) -> str:
    """What two people sign: the whole award, and where it is divided every share of it."""
    in_round = f", round {hit.round}" if hit.round else ""
    said = f"Award {hit.number} of {jackpot}: {show_dollars(hit.cents)} for {hand}, {place}{in_round}."
    if len(parts) + hidden > 1:
        shares = [f"{show_dollars(part.cents)} to seat {part.seat} ({_words(part)})" for part in parts]
        if hidden:
            shares.append(f"{hidden} more on hands that are not turned up yet")
        said += f" Shares: {'; '.join(shares)}."
    return said


def _words(part: AwardShare) -> str:
    cards = " ".join(show_card(card) for card in part.cards)
    return f"{'the dealer’s ' if part.whose == 'dealer' else ''}{describe(part.value)}, {cards}"


def _line(part: AwardShare) -> str:
    return f"{category(part.value).key}: {part.award}".replace("_", " ")


def _share(part: AwardShare, rules: Any) -> Share:
    return {
        "seat": part.seat,
        "whose": part.whose,
        "wager": part.wager,
        "label": WAGERS[part.wager],
        "staked": show_cents(part.staked),
        "cards": [show_card(card) for card in part.cards],
        "hand": describe(part.value),
        "line": _line(part),
        "amount": show_cents(part.cents),
        "why": why(rules, part.rule) if rules is not None else None,
    }


def _meter(moment: StateSnapshot, link: Link, hit: Hit) -> list[MeterLine]:
    """The meters that it draws on: as displayed when it was keyed, what it takes, and as they stand now."""
    now = moment.meters[link.name]
    found: list[tuple[str, int]] = [
        (f"{level}: as displayed when it was keyed", whole_cents(reading.amount))
        for level, reading in hit.readings.items()
    ]
    found += [
        (f"{draw.level}: {draw.ways} shares of {show_dollars(draw.each)}", draw.cents)
        for draw in hit.draws
        if draw.ways > 1
    ]
    found += [(f"{level}: as it stands now", whole_cents(now[level])) for level in hit.readings if level in now]
    return [{"text": text.replace("_", " "), "amount": show_cents(cents)} for text, cents in found]


def parts_of(moment: StateSnapshot, hit: Hit) -> list[AwardShare]:
    """The shares of an award on hands that lie face up; none where its round is not at a table of this house."""
    t, table = moment.rules.get(hit.table), moment.tables.get(hit.table)
    round = table.round if table is not None and table.number == hit.round else None
    if hit.title or t is None or round is None:
        return []
    shares: list[AwardShare] = game_of(t).core.award_shares(t.rules, round, hit.kind, hit.seat, hit.draws, hit.readings)
    return shares
