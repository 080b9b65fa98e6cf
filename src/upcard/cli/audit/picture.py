"""The felt as it looked after a step of a round: the dealer's cards, the seats, what lay there, the lamps, the meters.

A card that lay face down is drawn face down. Once the round is over all hands are drawn open, as for surveillance.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from rich.text import Text

from upcard.cards import Card, best_of_six, describe, rank_five
from upcard.cli.play.felt import HAND, chips, row
from upcard.cli.play.words import DECIDED, LAMPS, METERS, signed, so_far
from upcard.floor.audit.story import Meters, Story
from upcard.floor.audit.words.payment import wager_name
from upcard.floor.audit.words.said import money
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.settlement import bets, card_fee
from upcard.games.bonus_six.view import view as six_view
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.stakes import put_down
from upcard.games.caribbean_stud.view import view as stud_view
from upcard.games.payment import net
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables.state import DEALER, Round
from upcard.units import show_dollars

INDENT = 8
WIDTH = 116
NAME, CARDS = 18, 17
RACKED = "racked"
ROOM = WIDTH - INDENT - 2 - NAME - CARDS


def picture(story: Story, round: Round, meters: Meters, racked: tuple[int, ...] = ()) -> list[Text]:
    """The felt in a frame of its own; `racked` are the seats whose cards are off it, 0 for the dealer's."""
    seats = _six(story, round) if isinstance(round, SixRound) else _stud(story, round, racked)
    inside = [*_meters(meters), *seats]
    room = WIDTH - INDENT - 2
    edge = "─" * room
    return [
        Text(" " * INDENT + f"╭{edge}", "dim"),
        *(Text(" " * INDENT + "│ ", "dim") + line for line in inside),
        Text(" " * INDENT + f"╰{edge}", "dim"),
    ]


def _meters(meters: Meters) -> list[Text]:
    shown = (f"{METERS.get(level, level.capitalize())} {show_dollars(m.displayed)}" for level, m in meters.items())
    return [Text("   ".join(shown))] if meters else []


def _lines(name: str, cards: tuple[Card | None, ...], places: int, says: str, wagers: str = "") -> list[Text]:
    """Whose cards, the cards, and what is to be said of them; what lies there goes on below where it is much."""
    told = "; ".join(part for part in (says, wagers) if part)
    first, *more = wrap(told, ROOM, break_on_hyphens=False) or [""]
    head = row((name, NAME), (chips(cards, places), CARDS), (first, ROOM))
    return [head, *(row(("", NAME + CARDS), (part, ROOM)) for part in more)]


def _name(story: Story, seat: int) -> str:
    player = story.players.get(seat, "")
    return f"{seat} {player}" if player else f"Seat {seat}"


# ---- Caribbean stud ----------------------------------------------------------------------------------------------


def _stud(story: Story, round: StudRound, racked: tuple[int, ...]) -> list[Text]:
    rules = story.rules
    assert isinstance(rules, CaribbeanStudRules)
    seen = stud_view(rules, round, "surveillance")
    says = ""
    if round.qualifies is not None:
        says = f"{describe(round.dealer_value)}: {'the hand plays' if round.qualifies else 'no hand'}"
    elif round.misdealt or round.void is not None:
        says = "misdealt" if round.misdealt else "every hand is void"
    says = ", ".join(filter(None, (says, RACKED if DEALER in racked else "")))
    lines = _lines("Dealer", () if DEALER in racked else seen.dealer, HAND, says)
    for number, seat in sorted(round.seats.items()):
        shown = seen.seats[number]
        found = tuple(card for card in shown.cards if card is not None)
        named = describe(rank_five(found)) if len(found) == HAND else ""
        dead = "dead hand" if seat.void is not None and round.void is None else ""
        decided = dead or (DECIDED[seat.decision] if seat.decision else "")
        away = RACKED if number in racked else ""
        parts = (named, decided, away, _gain(round, number))
        lamp = f" ({LAMPS[shown.lamp]})" if shown.lamp in ("placed", "accepted") else ""
        settled = {payment.wager for payment in round.payments if payment.seat == number}
        faces = {"match_play": seat.match_play, "progressive": seat.coupon}
        there = [
            f"{wager_name(wager)} {money(stake) if stake else f'coupon {money(faces[wager])}'}"
            + (lamp if wager == "progressive" else "")
            for wager, stake in put_down(rules, seat)
            if wager not in settled
        ]
        wagers = " · ".join(there).replace("coupon coupon", "coupon")
        cards = () if away else shown.cards
        lines += _lines(_name(story, number), cards, HAND, ", ".join(filter(None, parts)), wagers)
    return lines


def _gain(round: Any, number: int) -> str:
    return signed(net(round.payments, number)) if round.phase in ("settled", "complete") else ""


# ---- Bonus 6 -----------------------------------------------------------------------------------------------------


def _six(story: Story, round: SixRound) -> list[Text]:
    rules = story.rules
    assert isinstance(rules, BonusSixRules)
    seen = six_view(rules, round, "surveillance")
    dealt = round.phase not in ("betting", "closed")
    lines = _lines("Community card", (seen.community,) if dealt else (), 1, "")
    for number, seat in sorted(round.seats.items()):
        shown = seen.seats[number]
        parts = (_six_hand(shown.cards, seen.community), _six_state(seat), _gain(round, number))
        settled = {payment.wager for payment in round.payments if payment.seat == number}
        there = [*bets(rules, seat), ("insurance", seat.insurance), ("bonus_card", card_fee(rules, seat))]
        there += [("tip", sum(seat.tips))]
        names = [f"{wager_name(wager)} {money(cents)}" for wager, cents in there if cents and wager not in settled]
        wagers = " · ".join(names)
        lines += _lines(_name(story, number), shown.cards, HAND, ", ".join(filter(None, parts)), wagers)
    return lines


def _six_hand(cards: tuple[Card | None, ...], community: Card | None) -> str:
    found = [card for card in (*cards, community) if card is not None]
    if not any(card is not None for card in cards):
        return ""
    if len(found) < HAND:
        return so_far(tuple(found))
    return describe(best_of_six(found) if len(found) > HAND else rank_five(found))


def _six_state(seat: Any) -> str:
    if seat.void is not None:
        return "void"
    return DECIDED[seat.last] if seat.last else ""
