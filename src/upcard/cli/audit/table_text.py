"""The felt as it looked after a step of a round: the dealer's cards, the seats, what lay there, the lamps, the meters.

A card that lay face down is drawn face down. Once the round is over all hands are drawn open, as for surveillance.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from rich.text import Text

from upcard.audit.narration.sentence import money
from upcard.audit.round_record import Meters, Story
from upcard.cards import Card
from upcard.cli.audit.columns import CARDS, Layout, name_of, wrapped
from upcard.cli.card_text import HAND, chips, row, signed, so_far
from upcard.games.game import GameRound as Round
from upcard.games.game import core_of_round
from upcard.games.payment import net
from upcard.games.scene import Scene, SeatScene, hand_name
from upcard.present.labels import STATES, WAGERS, meter_label
from upcard.tables.state import DEALER
from upcard.units import show_dollars

RACKED = "racked"
LAMPS = ("placed", "accepted")


def picture(story: Story, round: Round, meters: Meters, layout: Layout, racked: tuple[int, ...] = ()) -> list[Text]:
    """The felt in a frame of its own; `racked` are the seats whose cards are off it, 0 for the dealer's."""
    scene: Scene = core_of_round(round).scene(story.rules, round, "surveillance")
    hands = [_house(scene, racked), *(_seat(story, round, scene, number, racked) for number in sorted(round.seats))]
    inside = [*_meters(meters, layout), *(line for hand in hands for line in _lines(hand, layout))]
    indent, edge = " " * layout.indent, "─" * layout.felt
    return [
        Text(f"{indent}╭{edge}", "dim"),
        *(Text(f"{indent}│ ", "dim") + line for line in inside),
        Text(f"{indent}╰{edge}", "dim"),
    ]


def _meters(meters: Meters, layout: Layout) -> list[Text]:
    shown = (f"{meter_label(level)} {show_dollars(m.displayed)}" for level, m in meters.items())
    # A meter's name and its amount stay together.
    joined = "   ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in shown)
    return [Text(line.replace("\N{NO-BREAK SPACE}", " ")) for line in wrapped(joined, layout.felt)]


class _Hand(NamedTuple):
    """Whose cards, the cards, and what is to be said of them and of what lies there."""

    name: str
    cards: tuple[Card | None, ...]
    places: int
    says: str
    wagers: str = ""


def _lines(hand: _Hand, layout: Layout) -> list[Text]:
    """A hand in its columns; a long name and many wagers go on below."""
    told = wrapped("; ".join(part for part in (hand.says, hand.wagers) if part), layout.told)
    columns = (wrapped(hand.name, layout.name - 1), [chips(hand.cards, hand.places)], told)
    return [
        row((name, layout.name), (cards, CARDS), (text, layout.told))
        for name, cards, text in zip_longest(*columns, fillvalue="")
    ]


def _house(scene: Scene, racked: tuple[int, ...]) -> _Hand:
    """What lies before the dealer: the dealer's own cards, or the one that all hands share."""
    if scene.community is not None:
        return _Hand("Community card", scene.community, 1, "")
    plays = {True: ": the hand plays", False: ": no hand", None: ""}[scene.qualifies]
    named = f"{hand_name(scene.dealer)}{plays}" if plays else scene.note
    says = ", ".join(filter(None, (named, RACKED if DEALER in racked else "")))
    return _Hand("Dealer", () if DEALER in racked else scene.dealer, HAND, says)


def _seat(story: Story, round: Round, scene: Scene, number: int, racked: tuple[int, ...]) -> _Hand:
    place, away = scene.seats[number], number in racked
    decided = "" if place.state == "deciding" else STATES[place.state]
    over = round.phase in ("settled", "complete")
    gain = signed(net(round.payments, number)) if over else ""
    parts = (_named(place, scene.community or ()), decided, RACKED if away else "", gain)
    settled = {payment.wager for payment in round.payments if payment.seat == number}
    lamp = f" ({place.lamp})" if place.lamp in LAMPS else ""
    there = [
        f"{WAGERS[wager].lower()} {money(cents)}" + (lamp if wager.startswith("progressive") else "")
        for wager, cents in place.wagers
        if wager.removesuffix("_coupon") not in settled
    ]
    cards = () if away else place.cards
    return _Hand(name_of(story, number), cards, HAND, ", ".join(filter(None, parts)), " · ".join(there))


def _named(place: SeatScene, community: tuple[Card | None, ...]) -> str:
    """The hand by its name, also before all of its cards are there."""
    seen = [card for card in (*place.cards, *community) if card is not None]
    short = len(seen) < HAND and any(card is not None for card in place.cards)
    return so_far(seen) if short else place.hand or ""
