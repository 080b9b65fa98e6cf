"""The felt: the dealer's cards, the other seats in a line each, and the own hand large, as the own seat may see them.

Everything has its place from the start, so nothing jumps when it comes: a table is as high before the deal as after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from upcard.cards import RANKS, Card, best_of_six, describe, pretty, rank_five, rank_of
from upcard.cli.play.bots import NAMES
from upcard.cli.play.local_table import Session, staked, wager_names
from upcard.cli.play.narration import LAMPS, METERS, WAGERS, decided, money, signed, so_far
from upcard.games import bonus_six as six
from upcard.games.payment import net
from upcard.rules.bonus_six import BonusSixRules
from upcard.tables import Table, view
from upcard.tables.view import TableView
from upcard.units import show_dollars

WIDTH = 80
HAND = 5
RED = (1, 2)
"""Diamonds and hearts."""

FEW = 4
"""So many wagers have room in one line."""

Seen = Sequence[Card | None]


def name_of(seat: int, me: int) -> str:
    return "You" if seat == me else NAMES[seat - 1]


# ---- cards -------------------------------------------------------------------------------------------------------


def _style(card: Card | None) -> str:
    if card is None:
        return "dim"
    return "bold red" if card & 3 in RED else "bold"


def chips(cards: Seen, places: int = HAND) -> Text:
    """Cards in a line, as wide with none as with all."""
    text = Text()
    for place in range(places):
        if place < len(cards):
            card = cards[place]
            text.append("▒▒" if card is None else pretty(card), _style(card))
        else:
            text.append("  ")
        text.append(" " if place < places - 1 else "")
    return text


def boxes(cards: Seen, places: int, *, large: bool) -> list[Text]:
    """Cards as boxes of three rows or five; a place without a card is only an outline."""
    rows = [Text() for _ in range(5 if large else 3)]
    for place in range(places):
        drawn = _box(cards[place] if place < len(cards) else None, place < len(cards), large)
        for row, (left, inside, right, style) in zip(rows, drawn, strict=True):
            frame = "" if place < len(cards) else "dim"
            row.append(left, frame).append(inside, style).append(right + " ", frame)
    return rows


def _box(card: Card | None, there: bool, large: bool) -> list[tuple[str, str, str, str]]:
    wide = 5 if large else 4
    blank = " " * wide
    if not there:
        edge = ("·", blank, "·", "dim")
        return [edge, *[(" ", blank, " ", "dim")] * (3 if large else 1), edge]
    top, bottom = ("╭", "─" * wide, "╮", ""), ("╰", "─" * wide, "╯", "")
    if card is None:
        return [top, *[("│", "▒" * wide, "│", "dim")] * (3 if large else 1), bottom]
    style, rank, suit = _style(card), RANKS[rank_of(card)], pretty(card)[1]
    if not large:
        return [top, ("│", f" {rank}{suit} ", "│", style), bottom]
    faces = (f"{rank}    ", f"  {suit}  ", f"    {rank}")
    return [top, *[("│", face, "│", style) for face in faces], bottom]


# ---- lines -------------------------------------------------------------------------------------------------------


def row(*columns: tuple[str | Text, int], style: str = "") -> Text:
    """Columns of fixed width; a negative width sets its text to the right."""
    text = Text(style=style)
    for content, width in columns:
        cell = content.copy() if isinstance(content, Text) else Text(content)
        cell.truncate(abs(width), overflow="ellipsis")
        gap = " " * (abs(width) - cell.cell_len)
        text.append_text(Text(gap) + cell if width < 0 else cell).append("" if width < 0 else gap)
    return text


def rule() -> Text:
    return Text("─" * WIDTH, style="dim")


def header(session: Session, title: str, bankroll: int, rounds: str) -> list[Text]:
    """Which table it is, its meters, and the money of the player; two lines and a rule."""
    meters = "   ".join(
        f"{METERS.get(level, level.capitalize())} {show_dollars(meter.displayed)}"
        for level, meter in session.meters.items()
    )
    return [
        row((f" {title}", 62), (f"{rounds} ", -18), style="bold"),
        row((f" {meters}" if meters else " Paid by the posted schedule", 62), (f"you have {money(bankroll)} ", -18)),
        rule(),
    ]


def dealer_title(seen: TableView) -> tuple[str, Seen, int]:
    """The heading, cards and number of places of what lies before the dealer."""
    round = seen.round
    if isinstance(round, six.RoundView):
        return "COMMUNITY CARD", () if round.community is None else (round.community,), 1
    return "DEALER", () if round is None else round.dealer, HAND


def dealer_says(seen: TableView) -> str:
    round = seen.round
    if round is None or isinstance(round, six.RoundView) or round.qualifies is None:
        return ""
    cards = tuple(card for card in round.dealer if card is not None)
    if len(cards) != HAND:
        return ""
    return f"{describe(rank_five(cards))}: {'the hand plays' if round.qualifies else 'no hand'}"


def hand_name(session: Session, seen: TableView, seat: int, *, verdict: bool) -> str:
    """The cards of a seat by name, as far as the viewer sees them, and whether they win where that is settled."""
    round: Any = seen.round
    if round is None or seat not in round.seats:
        return ""
    cards = [card for card in round.seats[seat].cards if card is not None]
    if not cards:
        return ""
    if isinstance(round, six.RoundView) and round.community is not None:
        cards.append(round.community)
    if len(cards) < HAND:
        return so_far(tuple(cards))
    value = best_of_six(cards) if len(cards) > HAND else rank_five(cards)
    rules = session.t.rules
    if not isinstance(rules, BonusSixRules) or not verdict:
        return describe(value)
    odds = rules.schedule.odds(value)
    return f"{describe(value)}: {f'wins {odds}' if odds else 'does not win'}"


def wagers(session: Session, seen: TableView, seat: int) -> tuple[str, ...]:
    """What lies at a seat, wager by wager."""
    round: Any = seen.round
    if round is None or seat not in round.seats:
        return ()
    there = round.seats[seat]
    found = [f"ante {money(there.ante)}"]
    if isinstance(round, six.RoundView):
        found += [f"insurance {money(there.insurance)}"] if there.insurance else []
        found += [f"{WAGERS[f'bet_{n + 1}']} {money(there.ante)}" for n in range(there.decisions.count("bet"))]
        tips = sum(there.tips)
        return (*found, *([f"tip {money(tips)}"] if tips else []))
    if there.decision == "bet":
        law: Any = session.t.rules.law
        found.append(f"bet {money(law.bet_multiple * there.ante)}")
    if there.lamp == "inviting":
        found.append(f"progressive {LAMPS[there.lamp]}")
    for wager, cents in there.wagers.items():
        lamp = f" ({LAMPS[there.lamp]})" if wager == "progressive" else ""
        found.append(f"{WAGERS[wager]} {money(cents)}{lamp}")
    return tuple(found)


def other_seat(session: Session, table: Table, seen: TableView, seat: int) -> Text:
    """Another player in one line: name, stakes, lamp, cards, decision."""
    round: Any = seen.round
    name = f" {seat} {NAMES[seat - 1]}"
    if round is None or seat not in round.seats:
        return row((name, 9), ("no wager", 20), style="dim")
    there = round.seats[seat]
    assert table.round is not None
    side = staked(session.t, table.round, seat)
    before = f"ante {money(there.ante)}"
    rest = f", {money(side)} in all" if side != there.ante else ""
    lamp = LAMPS[there.lamp] if hasattr(there, "lamp") and there.wagers.get("progressive") else ""
    outcome = decided(round, seat)
    if round.phase in ("settled", "complete"):
        outcome = f"{outcome:<12}{signed(net(round.payments, seat))}"
    style = "dim" if outcome.startswith(("folds", "discards")) else ""
    return row((name, 9), (before + rest, 24), (lamp, 10), (chips(there.cards), 16), (outcome, 21), style=style)


def felt(session: Session, table: Table, me: int, others: Sequence[int], *, large: bool) -> list[Text]:
    """The table as the seat sees it, always of the same height."""
    seen = view(session.t, table, me)
    heading, cards, places = dealer_title(seen)
    lines = [row((f" {heading}", 20), (dealer_says(seen), 59), style="bold")]
    lines += [Text("  ") + drawn for drawn in boxes(cards, places, large=False)]
    lines += [other_seat(session, table, seen, seat) for seat in others]
    lines.append(Text())
    there: Any = seen.round.seats.get(me) if seen.round is not None else None
    mine: Seen = there.cards if there is not None else ()
    lines.append(row((f" YOU, seat {me}", 20), (hand_name(session, seen, me, verdict=True), 59), style="bold"))
    lines += [Text("  ") + drawn for drawn in boxes(mine, HAND, large=large)]
    return [*lines, *_stakes(wagers(session, seen, me) or ("no wager yet",), _stake_lines(session))]


def height(session: Session, others: Sequence[int], *, large: bool) -> int:
    """How many lines a felt takes."""
    return 9 + len(others) + (2 if large else 0) + _stake_lines(session)


def _stake_lines(session: Session) -> int:
    """One line for the own wagers, or two at a table that offers many."""
    return 1 if len(wager_names(session.t)) <= FEW else 2


def _stakes(found: Sequence[str], count: int) -> list[Text]:
    """The wagers over so many lines, none of them torn apart."""
    texts = [""]
    for wager in found:
        joined = f"{texts[-1]} · {wager}" if texts[-1] else f" {wager}"
        if len(joined) > WIDTH and len(texts) < count:
            texts.append(f" {wager}")
        else:
            texts[-1] = joined
    return [row((text, WIDTH)) for text in texts + [""] * (count - len(texts))]
