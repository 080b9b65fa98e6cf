"""A table as everybody draws it: on a live screen, in a film, in an exercise, in a terminal.

What lies there is the game's own scene, for one viewer; here it becomes text. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from upcard.cards import Card, show_card
from upcard.document import CardText, Money, Stage, Wager, doc
from upcard.games.game import core_of_round, game_of
from upcard.games.option import Cards, Eye, Scene, hand_name
from upcard.games.payment import net
from upcard.present.payment import LAMPS, SHORT, STATES, WAGERS
from upcard.rules.table import TableRules
from upcard.tables.dealing import idle_step, obstacle
from upcard.tables.state import Table
from upcard.units import show_cents


class WagerLine(TypedDict):
    """A wager that lies at a seat."""

    wager: Annotated[Wager, doc("The wager.")]
    label: Annotated[str, doc("The wager in words.")]
    short: Annotated[str, doc("The same, short enough for the felt.")]
    amount: Annotated[Money, doc("What lies there.")]


class DeckShown(TypedDict):
    """A deck at the table."""

    back: Annotated[str, doc("The colour of its back.")]
    words: Annotated[str, doc("The deck as the house describes it: its id, its design, the cards that lie with it.")]
    stage: Annotated[Stage, doc("What has been done with it.")]
    current: Annotated[bool, doc("Whether it is the one in play, or next in play.")]


class DealerHand(TypedDict):
    """The dealer's hand."""

    cards: Annotated[list[CardText | None], doc("Its cards; null where one lies face down.")]
    hand: Annotated[str | None, doc("What it is, where all of it is seen.")]
    qualifies: Annotated[bool | None, doc("Whether it plays; null before that is known.")]


class SharedCards(TypedDict):
    """The cards that are no seat's own."""

    dealer: Annotated[DealerHand, doc("The dealer's hand.")]
    community: NotRequired[Annotated[CardText | None, doc("The card that all hands share, once it is turned.")]]
    community_dealt: NotRequired[Annotated[bool, doc("Whether it lies there; only where hands share a card.")]]


class SeatDrawn(NamedTuple):
    """A seat as it is drawn."""

    cards: list[str | None]
    hand: str | None
    wagers: list[WagerLine]
    lamp: str | None
    lamp_words: str
    state: str
    words: str
    net: str | None


def scene_of(t: TableRules, table: Table, eye: Eye) -> Scene:
    """The felt as somebody may see it now: players pick their cards up when the stub is away."""
    found: Scene = game_of(t).core.scene(t.rules, table.round, eye, picked_up=table.stub != "out")
    return found


def face_down(t: TableRules, table: Table) -> frozenset[int]:
    """The seats whose hands, of the system's own cards, do not lie face up: no line of a step tells of those."""
    if t.mode == "keyed" or table.round is None:
        return frozenset()
    seats = scene_of(t, table, "dealer").seats
    return frozenset(number for number, place in seats.items() if None in place.cards)


def phase_words(round: Any) -> str:
    """How far a round is."""
    return str(core_of_round(round).NOW[round.phase]) if round is not None else "the table is closed"


NOT_YET = "no bets are taken yet"


def table_words(t: TableRules, table: Table) -> str:
    """How far the round is; bets are not called open while the table takes none."""
    closed = idle_step(t, table) is not None or obstacle(t, table) is not None
    betting = table.round is not None and table.round.phase == "betting"
    return NOT_YET if betting and closed else phase_words(table.round)


def decks(table: Table, words: Mapping[str, str]) -> list[DeckShown]:
    """The decks, each in its words."""
    return [
        {"back": back, "words": words[back], "stage": deck.stage, "current": back == table.current}
        for back, deck in table.decks.items()
    ]


def seat_drawn(table: Table, scene: Scene, number: int) -> SeatDrawn:
    """A seat, whether it plays or not."""
    place = scene.seats.get(number)
    if place is None:
        state = "seated" if number in table.players else "empty"
        return SeatDrawn([], None, [], None, "", state, STATES[state], None)
    paid = tuple(p for p in table.round.payments if p.seat == number)
    return SeatDrawn(
        cards=shown(place.cards),
        hand=place.hand,
        wagers=[
            {"wager": wager, "label": WAGERS[wager], "short": SHORT[wager], "amount": show_cents(c)}
            for wager, c in place.wagers
        ],
        lamp=place.lamp,
        lamp_words=LAMPS[place.lamp] if place.lamp else "",
        state=place.state,
        words=STATES[place.state],
        net=show_cents(net(paid, number)) if paid else None,
    )


def shared_cards(scene: Scene) -> SharedCards:
    """The dealer's hand, and the card that all hands share."""
    dealer: DealerHand = {
        "cards": shown(scene.dealer), "hand": hand_name(scene.dealer), "qualifies": scene.qualifies,
    }  # fmt: skip
    if scene.community is None:
        return {"dealer": dealer}
    turned = next(iter(scene.community), None)
    return {"dealer": dealer, "community": card_text(turned), "community_dealt": bool(scene.community)}


def shown(cards: Cards) -> list[str | None]:
    return [card_text(card) for card in cards]


def card_text(card: Card | None) -> str | None:
    return None if card is None else show_card(card)
