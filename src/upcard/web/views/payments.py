"""Payments as a screen shows them: each with its arithmetic and clause, where it goes, and the chips to cut.

Only what the tray pays to a player is cut in chips; what comes off a meter, goes to a game account or is the dealer's
has a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias, TypedDict, assert_never

from upcard.cards import describe, show_card
from upcard.document import CardText, Money, SignedMoney, Wager, doc, named, one_of
from upcard.games.caribbean_stud.progressive import may_bring_envy
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.round import Step
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.meter import Meter
from upcard.games.payment import Payment, Result, Source, net
from upcard.money.link import Hit
from upcard.present.labels import WAGERS
from upcard.present.table_document import DealerHand
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import Table, view
from upcard.tables.next_step import guide
from upcard.units import show_cents
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views.citation import Why, arithmetic, why
from upcard.web.views.labels import step_label

Destination: TypeAlias = Annotated[str, one_of("tray→player", "meter, documented", "account", "dealer's tips")]

Chips: TypeAlias = Annotated[
    list[str | int],
    named(
        "Chips",
        description="A denomination in dollars, and how many chips of it.",
        type="array",
        prefixItems=[{"type": "string", "pattern": r"^[0-9]+(\.[0-9]{2})?$"}, {"type": "integer", "minimum": 1}],
        items=False,
        minItems=2,
    ),
]


class PaymentLine(TypedDict):
    """What became of one wager."""

    seat: Annotated[int, doc("Whose wager it is.")]
    wager: Annotated[Wager, doc("The wager.")]
    label: Annotated[str, doc("The wager in words.")]
    result: Annotated[Result, doc("What became of it.")]
    staked: Annotated[Money, doc("What lay there.")]
    returned: Annotated[Money, doc("What of it goes back.")]
    paid: Annotated[Money, doc("What is paid on top.")]
    odds: Annotated[str | None, doc("The odds or the award that it won.")]
    hand: Annotated[str | None, doc("The hand that it was judged by.")]
    source: Annotated[Source | None, doc("Where the money comes from.")]
    to: Annotated[Destination | None, doc("Where the money goes.")]
    why: Annotated[Why | None, doc("The rule, and the arithmetic.")]


class Sum(TypedDict):
    """What goes to one place for one seat."""

    to: Annotated[Destination, doc("Where it goes.")]
    seat: Annotated[int, doc("Whose it is.")]
    amount: Annotated[Money, doc("How much.")]


class Cut(TypedDict):
    """Chips to be cut for one seat."""

    seat: Annotated[int, doc("Whose they are.")]
    amount: Annotated[Money, doc("What they are worth.")]
    chips: Annotated[list[Chips], doc("The fewest that make it.")]


class Pay(TypedDict):
    """What one step of the settlement pays and collects."""

    title: Annotated[str, doc("The step in words.")]
    seat: Annotated[int | None, doc("The seat that it is about; none where it is about all.")]
    hand: Annotated[str | None, doc("The hand that it is about, where it lies face up.")]
    lines: Annotated[list[PaymentLine], doc("Every wager that it settles.")]
    pay: Annotated[Money, doc("What goes from the tray to players.")]
    collect: Annotated[Money, doc("What goes into the tray.")]
    sums: Annotated[list[Sum], doc("What goes where.")]
    chips: Annotated[list[Chips], doc("The chips, where one seat alone is paid.")]
    cuts: Annotated[list[Cut], doc("The chips for each seat.")]
    done: Annotated[bool, doc("Whether the step lies behind.")]


class Receipt(TypedDict):
    """A seat's last finished round."""

    round: Annotated[int, doc("The number of the round.")]
    lines: Annotated[list[PaymentLine], doc("What became of every wager.")]
    staked: Annotated[Money, doc("All that was staked.")]
    back: Annotated[Money, doc("All that came back.")]
    net: Annotated[SignedMoney, doc("What was won or lost.")]
    cards: Annotated[list[CardText], doc("The seat's own cards.")]
    hand: Annotated[str | None, doc("What they are.")]
    community: Annotated[CardText | None, doc("The card that all hands share, in Bonus 6.")]
    dealer: Annotated[DealerHand, doc("The hand that they played against.")]


CHIPS = (500000, 100000, 50000, 10000, 2500, 500, 100, 50, 25, 10, 5, 1)
"""Denominations in cents, the largest first."""


def chips(cents: int) -> list[Chips]:
    """The fewest chips that make an amount.

    >>> chips(14050)
    [['100', 1], ['25', 1], ['5', 3], ['0.50', 1]]
    """
    found: list[Chips] = []
    for worth in CHIPS:
        number, cents = divmod(cents, worth)
        if number:
            found.append([show_cents(worth).removesuffix(".00"), number])
    return found


AGAINST_DEALER = ("ante", "bet", "match_play", "tip")
"""The wagers that a dealer without a hand settles alike, whatever the player has."""

TRAY, METER, ACCOUNT, TIPS = "tray→player", "meter, documented", "account", "dealer's tips"
"""Where the money of a payment goes."""


def payment_document(rules: Any, payment: Payment, *, no_hand: bool = False) -> PaymentLine:
    """One payment; `no_hand` where the dealer had none, so that no hand won the wagers against it."""
    against = payment.wager in AGAINST_DEALER and payment.result in ("win", "push")
    unjudged = payment.rule in ("no_hand_ante", "no_hand_bet") or (no_hand and against)
    hand = describe(payment.hand) if payment.hand and not unjudged else None
    label = WAGERS.get(payment.wager, payment.wager)
    because = "the dealer has no hand" if unjudged else hand
    return {
        "seat": payment.seat,
        "wager": payment.wager,
        "label": label,
        "result": payment.result,
        "staked": show_cents(payment.staked),
        "returned": show_cents(payment.returned),
        "paid": show_cents(payment.paid),
        "odds": payment.odds,
        "hand": hand,
        "source": payment.source,
        "to": next((to for to, _ in _destinations(payment)), None),
        "why": why(rules, payment.rule, arithmetic(payment, because, label.lower())),
    }


def _destinations(payment: Payment) -> list[tuple[str, int]]:
    """Where a payment goes, in cents. A winning tip is the dealer's, stake and winnings."""
    if payment.wager == "tip" and payment.result == "win":
        return [(TIPS, payment.returned + payment.paid)]
    if payment.source == "account":
        return [(ACCOUNT, payment.paid)]
    found = ((METER, payment.drawn), (TRAY, payment.paid - payment.drawn))
    return [(to, cents) for to, cents in found if cents]


def paid_document(
    rules: Any,
    title: str,
    seat: int,
    payments: Iterable[Payment],
    hand: str | None,
    *,
    no_hand: bool = False,
    done: bool = False,
) -> Pay:
    """What is paid in one step, to whom and from where, and what is collected; `done` where the step lies behind.

    A stake is collected also where it won 'for 1', since such an award keeps it.
    """
    lines = list(payments)
    sums: dict[tuple[str, int], int] = {}
    for p in lines:
        for to, cents in _destinations(p):
            sums[to, p.seat] = sums.get((to, p.seat), 0) + cents
    ordered = sorted(sums.items(), key=lambda found: (TRAY, METER, ACCOUNT, TIPS).index(found[0][0]))
    cuts = [(to_seat, cents) for (to, to_seat), cents in ordered if to == TRAY]
    kept = sum(p.staked - p.returned for p in lines if p.result in ("win", "lose", "forfeit", "fee"))
    return {
        "title": title,
        "seat": seat or None,
        "hand": hand,
        "lines": [payment_document(rules, p, no_hand=no_hand) for p in lines],
        "pay": show_cents(sum(cents for _, cents in cuts)),
        "collect": show_cents(kept),
        "sums": [{"to": to, "seat": to_seat, "amount": show_cents(cents)} for (to, to_seat), cents in ordered],
        "chips": chips(cuts[0][1]) if len(cuts) == 1 else [],
        "cuts": [{"seat": number, "amount": show_cents(cents), "chips": chips(cents)} for number, cents in cuts],
        "done": done,
    }


def preview(
    rules: CaribbeanStudRules, round: StudRound, step: Step, readings: dict[str, Meter]
) -> tuple[Payment, ...] | None:
    """What the next step of the settlement pays; None as long as a hand that it judges lies face down."""
    if not _face_up(rules, round, step):
        return None
    return perform(rules, round, step, readings).payments


def _face_up(rules: CaribbeanStudRules, round: StudRound, step: Step) -> bool:
    """Whether every hand that a step judges is turned up; one that backs the dealer's hand alone is not judged."""
    match step.kind:
        case "misdeal":
            return True
        case "no_hand":
            return round.qualifies is not None
        case "five_card":
            seat = round.seats[step.seat]
            return round.qualifies is not None and (seat.shown or not seat.wagers.get("five_card_player"))
        case "progressive" if rules.same_round_jackpots == "split":
            rivals = (seat for seat in round.seats.values() if seat.standing and seat.progressive)
            return all(seat.shown for seat in rivals)
        case "hand" | "progressive":
            return round.seats[step.seat].shown
        case "envy":
            holders = (seat for n, seat in round.seats.items() if step.seat in (0, n))
            return all(seat.shown for seat in holders if may_bring_envy(rules, round, seat))
        case "cover_all":
            return round.qualifies is not None and all(s.shown for s in round.seats.values() if s.standing)
        case _:
            assert_never(step.kind)


def receipt(rules: Any, number: int, round: Any, seat: int) -> Receipt:
    """A seat's finished round: a receipt that adds up."""
    lines = [p for p in round.payments if p.seat == seat]
    place = round.seats[seat]
    staked = sum(p.staked for p in lines)
    gained = net(round.payments, seat)
    dealer = getattr(round, "dealer", ())
    value = getattr(round, "dealer_value", 0)
    return {
        "round": number,
        "lines": [payment_document(rules, p, no_hand=getattr(round, "qualifies", None) is False) for p in lines],
        "staked": show_cents(staked),
        "back": show_cents(staked + gained),
        "net": show_cents(gained),
        "cards": [show_card(card) for card in place.cards],
        "hand": describe(place.value) if place.value else None,
        "community": _community(round),
        "dealer": {
            "cards": [show_card(card) for card in dealer] if getattr(round, "qualifies", None) is not None else [],
            "hand": describe(value) if value else None,
            "qualifies": getattr(round, "qualifies", None),
        },
    }


def _community(round: Any) -> str | None:
    """The card that every hand of a Bonus 6 round shares, where it was turned up."""
    shared = getattr(round, "community", None)
    return show_card(shared) if shared is not None and round.turned else None


def pay_document(moment: StateSnapshot, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> Pay | None:
    """What the dealer pays, or has just paid."""
    return _due(moment, t, table, hits) or _done(t, table)


def _due(moment: StateSnapshot, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> Pay | None:
    round = table.round
    if not isinstance(round, StudRound) or round.phase != "settling" or not isinstance(t.rules, CaribbeanStudRules):
        return None
    step, following = round.agenda[0], guide(t, table)
    if following is None or following.act != "Settle":
        return None
    readings = dict(moment.readings[t.name])
    for _, hit in hits:
        if (hit.kind, hit.seat) == (step.kind, step.seat):
            readings |= hit.readings
    lines = preview(t.rules, round, step, readings)
    if lines is None:
        return None
    title, none = step_label("Settle", step.seat, kind=step.kind), round.qualifies is False
    return paid_document(t.rules, title, step.seat, lines, _judged(round, step), no_hand=none)


def _judged(round: StudRound, step: Step) -> str | None:
    """The hand that a step is about, where it lies face up: a seat's own, or the dealer's that it backs."""
    if not step.seat:
        return None
    seat = round.seats[step.seat]
    if step.kind == "five_card" and not seat.wagers.get("five_card_player"):
        return f"the dealer's {describe(round.dealer_value)}"
    return describe(seat.value) if seat.shown and seat.value else None


def _done(t: TableRules, table: Table) -> Pay | None:
    round = table.round
    seen = view(t, table, "dealer").round
    lines = seen.payments if seen is not None else ()
    if not lines or round is None or round.phase not in ("settling", "settled", "cards"):
        return None
    last = lines[-1].seat
    tail = tuple(p for p in lines if p.seat == last)
    place: Any = round.seats[last]
    down = seen is None or None in seen.seats[last].cards  # a bonus card lies face down until its seat is settled
    hand = describe(place.value) if place.shown and place.value and not down else None
    none = getattr(round, "qualifies", None) is False
    return paid_document(t.rules, f"Seat {last}", last, tail, hand, no_hand=none, done=True)
