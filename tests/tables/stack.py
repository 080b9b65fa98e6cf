"""Decks in an order that deals what a test wants."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.cards import DECK, Card, parse_cards

Hands = dict[int, tuple[Card, ...]]


def hand(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def _filled(wanted: list[Card | None], used: Iterable[Card]) -> tuple[Card, ...]:
    """The order with what is not wanted put where nothing is, and below."""
    taken = set(used)
    assert len(taken) == sum(card is not None for card in wanted), "a card stands twice"
    rest = [card for card in DECK if card not in taken]
    order = [card if card is not None else rest.pop(0) for card in wanted]
    return (*order, *rest)


def stud_order(hands: Hands, dealer: tuple[Card, ...], *, singly: bool, top: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """A deck that deals five-card hands from the dealer's left and the dealer's last, below the cards on top."""
    every = [*(hands[seat] for seat in sorted(hands)), dealer]
    if singly:
        dealt = [cards[place] for place in range(5) for cards in every]
    else:
        dealt = [card for cards in every for card in cards]
    return _filled([*top, *dealt], [*top, *dealt])


def six_order(hands: Hands, community: Card, streets: tuple[tuple[int, ...], ...]) -> tuple[Card, ...]:
    """A deck that burns a card, deals two each, the community card, then each street's cards and the bonus cards.

    `streets` names the seats that get a third card, a fourth one, and a bonus card.
    """
    seats = sorted(hands)
    left = {seat: list(hands[seat]) for seat in seats}
    wanted: list[Card | None] = [None]
    for _ in range(2):
        wanted += [left[seat].pop(0) for seat in seats]
    wanted.append(community)
    for street in streets:
        wanted += [left[seat].pop(0) if left[seat] else None for seat in street]
    return _filled(wanted, [card for card in wanted if card is not None])


def before_cuts(order: tuple[Card, ...], cards: int) -> tuple[Card, ...]:
    """The order that a cut of so many cards turns into this one."""
    cut = cards % len(order)
    return (*order[len(order) - cut :], *order[: len(order) - cut])
