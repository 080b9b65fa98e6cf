"""What lies on the felt as one viewer sees it: cards, wagers, lamps and how each seat stands. Everybody draws this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from upcard.cards import Card, best_of_six, describe, rank_five
from upcard.games.option import Viewer

KNOWN: Literal["known"] = "known"
Eye: TypeAlias = Viewer | Literal["known"]
"""A viewer, or whoever looks at a round that is over and knows all that the journal knows."""

Cards: TypeAlias = tuple[Card | None, ...]
"""Cards; None where one lies face down."""


class SeatScene(NamedTuple):
    """What lies at a seat that plays."""

    cards: Cards
    hand: str | None
    """What they are, where all of it is seen."""
    wagers: tuple[tuple[str, int], ...]
    """The wagers in cents, coupons by their face."""
    state: str
    """void, deciding, in, or what was decided last."""
    lamp: str | None = None
    """The light of a wager that a device takes, where there is one."""


class Scene(NamedTuple):
    """What lies on the felt."""

    seats: Mapping[int, SeatScene]
    dealer: Cards = ()
    qualifies: bool | None = None
    community: Cards | None = None
    """Cards that belong to everybody, dealt or not, where the game has them."""
    magic_card: Card | None = None
    lucky: str | None = None
    note: str = ""
    """What is to be said of all hands at once."""


def seen_by(eye: Eye) -> Viewer:
    """The viewer who sees what somebody with this eye sees while a round is in play."""
    return "surveillance" if eye == KNOWN else eye


def hand_name(cards: Cards, community: Cards = ()) -> str | None:
    """A hand by its name, where all of it is seen.

    >>> from upcard.cards import parse_cards
    >>> hand_name(parse_cards("As Ks Qs Js Ts")), hand_name((*parse_cards("As Ks Qs Js"), None))
    ('royal flush', None)
    """
    up = tuple(card for card in cards if card is not None)
    if len(up) != len(cards):
        return None
    whole = (*up, *(card for card in community if card is not None))
    match len(whole):
        case 5:
            return describe(rank_five(whole))
        case 6:
            return describe(best_of_six(whole))
        case _:
            return None
