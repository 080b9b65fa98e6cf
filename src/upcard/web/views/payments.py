"""Payments as a screen shows them: each with its arithmetic and clause, where it goes, and the chips to cut.

Only what the tray pays to a player is cut in chips; what comes off a meter, goes to a game account or is the dealer's
has a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias, TypedDict

from upcard.cards import describe, show_card
from upcard.document import CardText, Money, SignedMoney, Wager, doc, named, one_of
from upcard.games.game import CORES, game_of
from upcard.games.option import Scene
from upcard.games.payment import Payment, Result, Source, net
from upcard.money.jackpot_awards import present
from upcard.money.link import Hit
from upcard.present.payment import WAGERS, decided_by
from upcard.present.table_document import DealerHand, shared_cards
from upcard.rules.table import TableRules
from upcard.tables import Table, view
from upcard.tables.next_step import guide
from upcard.units import show_cents
from upcard.web.projection import StateSnapshot
from upcard.web.views.labels import Why, arithmetic, settled_kind, step_label, why

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


TRAY, METER, ACCOUNT, TIPS = "tray→player", "meter, documented", "account", "dealer's tips"
"""Where the money of a payment goes."""


def payment_document(rules: Any, round: Any, payment: Payment, whole: Any = None) -> PaymentLine:
    """One payment; the round is as it may be seen, and `whole` the round itself, of which the log says as much."""
    unjudged = CORES[rules.edition.game].why_unjudged(round, payment)
    hand = describe(payment.hand) if payment.hand and not unjudged else None
    label = WAGERS.get(payment.wager, payment.wager)
    because = unjudged or hand
    on = decided_by(whole or round, payment) if payment.result in ("lose", "push") else ""
    least = rules.least_paid(payment.wager) if payment.result == "lose" else ""
    lost_to = f"{on}; the least hand that it pays is {least}" if least else on
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
        "why": why(rules, payment.rule, arithmetic(payment, because, label.lower(), lost_to)),
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
    rules: Any, round: Any, title: str, seat: int, payments: Iterable[Payment], hand: str | None, *, done: bool = False
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
        "lines": [payment_document(rules, round, p) for p in lines],
        "pay": show_cents(sum(cents for _, cents in cuts)),
        "collect": show_cents(kept),
        "sums": [{"to": to, "seat": to_seat, "amount": show_cents(cents)} for (to, to_seat), cents in ordered],
        "chips": chips(cuts[0][1]) if len(cuts) == 1 else [],
        "cuts": [{"seat": number, "amount": show_cents(cents), "chips": chips(cents)} for number, cents in cuts],
        "done": done,
    }


def receipt(rules: Any, number: int, round: Any, seat: int) -> Receipt:
    """A seat's finished round: a receipt that adds up."""
    lines = [p for p in round.payments if p.seat == seat]
    scene: Scene = CORES[rules.edition.game].scene(rules, round, seat)
    shared, own = shared_cards(scene), scene.seats[seat]
    staked, gained = sum(p.staked for p in lines), net(round.payments, seat)
    unseen: DealerHand = {"cards": [], "hand": None, "qualifies": None}
    return {
        "round": number,
        "lines": [payment_document(rules, round, p) for p in lines],
        "staked": show_cents(staked),
        "back": show_cents(staked + gained),
        "net": show_cents(gained),
        "cards": [show_card(card) for card in own.cards if card is not None],
        "hand": own.hand,
        "community": shared.get("community"),
        "dealer": unseen if None in scene.dealer else shared["dealer"],
    }


def pay_document(moment: StateSnapshot, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> Pay | None:
    """What the dealer pays, or has just paid."""
    return _due(moment, t, table, hits) or _done(t, table)


def _due(moment: StateSnapshot, t: TableRules, table: Table, hits: list[tuple[str, Hit]]) -> Pay | None:
    step, following = present(table), guide(t, table)
    if step is None or following is None or following.act != "Settle":
        return None
    readings = dict(moment.readings[t.name])
    for _, hit in hits:
        if (hit.kind, hit.seat) == (step.kind, step.seat):
            readings |= hit.readings
    found = game_of(t).core.preview(t.rules, table.round, step, readings)
    if found is None:
        return None
    title = step_label("Settle", step.seat, kind=settled_kind(t, table, step.kind, step.seat), law=t.rules.law)
    return paid_document(t.rules, table.round, title, step.seat, *found)


def _done(t: TableRules, table: Table) -> Pay | None:
    round = table.round
    seen = view(t, table, "dealer").round
    lines = seen.payments if seen is not None else ()
    if not lines or round is None or round.phase not in ("settling", "settled", "cards"):
        return None
    last = lines[-1].seat
    tail = tuple(p for p in lines if p.seat == last)
    scene: Scene = game_of(t).core.scene(t.rules, round, "dealer")
    return paid_document(t.rules, round, f"Seat {last}", last, tail, scene.seats[last].hand, done=True)
