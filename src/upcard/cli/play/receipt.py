"""The receipt of a round: every payment with its odds, amount and clause, a sum that adds up, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from upcard.cards import describe
from upcard.cli.play.local_table import Meters, Session
from upcard.cli.play.narration import METERS, RESULTS, WAGERS, decided, money, signed
from upcard.cli.play.table_text import WIDTH, chips, dealer_says, dealer_title, hand_name, name_of, row, rule
from upcard.games.payment import Payment, net
from upcard.rules.table import TableRules
from upcard.tables import Table, view
from upcard.units import show_dollars


class Settled(NamedTuple):
    """A round that is over: the table before it was cleared, and the meters on which its awards were drawn."""

    number: int
    table: Table
    before: Meters
    """The meters as they stood when the settlement began."""
    after: Meters

    @property
    def round(self) -> Any:
        return self.table.round

    @property
    def payments(self) -> tuple[Payment, ...]:
        found: tuple[Payment, ...] = self.round.payments
        return found

    def net(self, seat: int) -> int:
        return net(self.payments, seat)


def back(payment: Payment) -> int:
    """What came back to the player; a tip that wins is the dealer's."""
    dealers = payment.wager == "tip" and payment.result == "win"
    return 0 if dealers else payment.returned + payment.paid


def receipt(session: Session, settled: Settled, me: int, others: Sequence[int], had: int) -> list[Text]:
    """The round as the seat has seen it, and what became of each of its wagers."""
    seen = view(session.t, settled.table, me)
    heading, cards, places = dealer_title(seen)
    name = heading.capitalize().removesuffix(" card")
    lines = [row((f" {name}", 11), (chips(cards, places), 16), (dealer_says(seen), 52))]
    lines += [_seat(session, settled, seat, me) for seat in others]
    lines.append(_seat(session, settled, me, me))
    lines.append(rule())
    mine = [payment for payment in settled.payments if payment.seat == me]
    if not mine:
        return [*lines, Text(" You sat this round out.")]
    lines.append(_columns("Wager", "", "Odds", "Put down", "Back", "Under", style="dim"))
    lines += [_payment(session.t, payment) for payment in mine]
    down, up = sum(payment.staked for payment in mine), sum(back(payment) for payment in mine)
    assert up - down == settled.net(me), "a receipt adds up"
    total = _columns("In all", "", "", show_dollars(down), show_dollars(up), signed(up - down), style="bold")
    return [*lines, total, Text(f" You had {show_dollars(had)} and have {show_dollars(had + up - down)}.")]


def _seat(session: Session, settled: Settled, seat: int, me: int) -> Text:
    seen = view(session.t, settled.table, me)
    round: Any = seen.round
    name = f" {seat} {name_of(seat, me)}"
    if seat not in round.seats:
        return row((name, 11), ("no wager", 20), style="dim")
    gain = settled.net(seat)
    colour = "green" if gain > 0 else "red" if gain < 0 else ""
    style = "bold" if seat == me else "dim" if decided(round, seat) in ("folds", "discards") else ""
    return row(
        (name, 11), (chips(round.seats[seat].cards), 16), (hand_name(session, seen, seat, verdict=False), 30),
        (decided(round, seat), 11), (Text(signed(gain), colour), -11), style=style,
    )  # fmt: skip


def _columns(wager: str, result: str, odds: str, down: str, up: str, under: str, style: str = "") -> Text:
    return row((f" {wager}", 19), (result, 9), (odds, 13), (down, -9), (up, -11), ("  " + under, 19), style=style)


def _payment(t: TableRules, payment: Payment) -> Text:
    result = "dealer's" if payment.wager == "tip" and payment.result == "win" else RESULTS[payment.result]
    clause = t.rules.clause(payment.rule) or ""
    odds = (payment.odds or "").replace("of five_card", "of meter").replace("of main", "of meter")
    down, up = show_dollars(payment.staked), show_dollars(back(payment))
    return _columns(WAGERS[payment.wager], result, odds, down, up, clause)


# ---- why -----------------------------------------------------------------------------------------------------------


def reasons(session: Session, settled: Settled, me: int) -> list[Text]:
    """For each payment of the seat: how it was worked out, the clause, and our reading of it where there was one."""
    edition = session.t.edition
    lines: list[Text] = []
    told: set[str] = set()
    for payment in settled.payments:
        if payment.seat != me:
            continue
        said = f"{WAGERS[payment.wager].capitalize()}: {_arithmetic(settled, payment)}"
        lines += _wrapped(said, " ", "bold")
        citation = edition.citations.get(payment.rule)
        if citation is not None:
            summary = "as above." if citation.clause in told else edition.clause(citation.clause).summary
            lines += _wrapped(f"{citation.clause}  {summary}")
            readings = [r for r in edition.readings if r.name == citation.reading and r.name not in told]
            lines += [part for r in readings for part in _wrapped(f"Our reading, {r.name}: {r.summary}")]
            told |= {citation.clause, citation.reading or ""}
        lines.append(Text())
    return lines


def _wrapped(sentence: str, indent: str = "   ", style: str = "") -> list[Text]:
    from textwrap import wrap

    return [Text(part, style) for part in wrap(sentence, WIDTH - 2, initial_indent=indent, subsequent_indent="   ")]


def _arithmetic(settled: Settled, payment: Payment) -> str:
    """Such as: full house, kings over twos, 7 to 1, bet $20 → $140."""
    wager, stake = WAGERS[payment.wager], money(payment.staked)
    hand = _hand(settled, payment)
    because = f"{hand}, " if hand else ""
    match payment.result:
        case "win":
            odds, on = payment.odds or "", f"{wager} {stake}" if payment.staked else ""
            if " of " in odds:
                odds, on = odds.partition(" of ")[0], f"of the {_meter(settled, payment)}"
            worked_out = ", ".join(part for part in (hand, odds, on) if part).replace("%, of", "% of")
            ends = ""
            if payment.wager == "tip":
                ends = "; tip and winnings are the dealer's"
            elif payment.staked and not payment.returned:
                ends = "; the wager itself is kept"
            elif payment.returned:
                ends = f", and the {stake} back"
            return f"{worked_out} → {money(payment.paid)}{ends}."
        case "lose":
            return f"{because}{stake} lost."
        case "forfeit":
            return f"the hand was given up, {stake} with it."
        case "fee":
            return f"a fee of {stake}, collected."
        case _:
            return f"{because}{stake} goes back."


def _meter(settled: Settled, payment: Payment) -> str:
    level = (payment.odds or "").rpartition(" ")[2]
    shown = METERS.get(level, level).lower()
    return f"{shown} meter, {show_dollars(settled.before[level].displayed)} when the settlement began"


def _hand(settled: Settled, payment: Payment) -> str:
    """The hand that decided, and whose it is where it is not the player's own."""
    if payment.hand is None:
        return ""
    named = describe(payment.hand)
    if payment.wager == "envy":
        return f"another player's {named}"
    if payment.wager == "cover_all":
        return f"highest hand {named}"
    round = settled.round
    no_hand = getattr(round, "qualifies", None) is False and payment.wager in ("ante", "bet", "tip")
    if no_hand:
        return f"dealer's {named} is no hand"
    if payment.wager == "five_card_dealer":
        return f"dealer's {named}"
    if (
        payment.wager in ("ante", "bet", "tip")
        and payment.result in ("lose", "push")
        and hasattr(round, "dealer_value")
    ):
        against = "loses to" if payment.result == "lose" else "equals"
        return f"{named} {against} the dealer's {describe(round.dealer_value)}"
    return named
