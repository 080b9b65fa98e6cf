"""The shuffles of a table as the journal leaves them: one that is committed to, those in use, and the last revealed."""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from upcard.law import Edition
from upcard.shuffles.events import (
    Contribution,
    ContributionGiven,
    FairEvent,
    ShuffleCommitted,
    ShuffleDrawn,
    ShuffleRevealed,
)
from upcard.shuffles.key_derivation import commitment_of, key_of
from upcard.tables import Table
from upcard.tables import events as te
from upcard.tables import evolve as evolve_table


class Shuffle(msgspec.Struct, frozen=True):
    """One shuffle, from its commitment to its end."""

    number: int
    commitment: str
    secret: str
    deck: str = ""
    """The deck that has its order; empty as long as it is not drawn."""
    contributions: tuple[Contribution, ...] = ()
    draws: dict[str, str] = {}
    deal: str | UnsetType = UNSET
    """Singly or in stacks, where the game leaves a choice."""
    dealt: int = 0
    """The round that was dealt from it, or 0."""
    cuts: int = 0
    """How often the system itself has cut its deck, after the end of the bets."""

    def key(self, table: str) -> bytes:
        return key_of(self.secret, table, self.number, self.contributions)


class Fair(msgspec.Struct, frozen=True):
    """The shuffles of one table."""

    number: int = 0
    """Of the last commitment."""
    next: Shuffle | None = None
    """Committed to, and not drawn yet."""
    drawn: tuple[Shuffle, ...] = ()
    """Drawn, and not revealed yet; the latest last."""
    last: Shuffle | None = None
    """The one that was revealed last."""
    given: dict[str, str] = {}
    """By player, the word for the shuffles to come."""

    def of_round(self, number: int) -> Shuffle | None:
        """What the cards of a round in play come from, where they come from a commitment."""
        return next((each for each in reversed(self.drawn) if each.dealt == number), None)


def fault(fair: Fair, event: FairEvent) -> str:
    """Why an event cannot have happened after what was there before, or empty."""
    match event:
        case ShuffleCommitted():
            if event.number != fair.number + 1 or fair.next is not None:
                return f"commits to shuffle {event.number} out of turn"
            right = event.commitment == commitment_of(event.secret)
            return "" if right else f"commits to shuffle {event.number} with what is not the hash of its secret"
        case ShuffleDrawn():
            right = fair.next is not None and event.number == fair.next.number
            return "" if right else f"draws shuffle {event.number}, which is not the one committed to"
        case ShuffleRevealed():
            right = (event.number, event.round) in [(each.number, each.dealt) for each in fair.drawn]
            return "" if right else f"reveals shuffle {event.number}, which was not in use"
        case ContributionGiven():
            return ""
        case _:
            assert_never(event)


def evolve(fair: Fair, event: FairEvent) -> Fair:
    """The shuffles after one event: total."""
    match event:
        case ShuffleCommitted():
            return replace(fair, number=event.number, next=Shuffle(event.number, event.commitment, event.secret))
        case ContributionGiven():
            kept = {player: value for player, value in fair.given.items() if player != event.player}
            return replace(fair, given={**kept, event.player: event.value} if event.value else kept)
        case ShuffleDrawn():
            committed = fair.next or Shuffle(event.number, "", "")
            drawn = replace(
                committed, deck=event.deck, contributions=event.contributions, draws=event.draws, deal=event.deal
            )
            return replace(fair, next=None, drawn=(*fair.drawn, drawn))
        case ShuffleRevealed():
            found = [each for each in fair.drawn if each.number == event.number]
            rest = tuple(each for each in fair.drawn if each not in found)
            return replace(fair, drawn=rest, last=found[-1] if found else fair.last)
        case _:
            assert_never(event)


def seen(fair: Fair, table: Table, event: te.Event) -> Fair:
    """The shuffles after something happened at their table, as it stood before."""
    match event:
        case te.CardsLeftDeck():
            last = next((each for each in reversed(fair.drawn) if each.deck == event.deck), None)
            if last is None or last.dealt:
                return fair
            dealt = tuple(replace(each, dealt=table.number) if each is last else each for each in fair.drawn)
            return replace(fair, drawn=dealt)
        case te.DeckCut() if bets_closed_on(table, event.deck):
            last = next((each for each in reversed(fair.drawn) if each.deck == event.deck), None)
            drawn = tuple(replace(each, cuts=each.cuts + 1) if each is last else each for each in fair.drawn)
            return replace(fair, drawn=drawn)
        case te.SeatLeft():
            gone = table.players.get(event.seat)
            return replace(fair, given={player: value for player, value in fair.given.items() if player != gone})
        case _:
            return fair


def bets_closed_on(table: Table, deck: str) -> bool:
    """Whether the bets on a deck are closed: whoever chose a cut then could do so knowing what is at stake."""
    return deck == table.current and table.round is not None and table.round.phase != "betting"


def least_cut(edition: Edition) -> int:
    """The fewest cards that a cut takes from the top."""
    return getattr(edition.law, "cut_minimum", None) or 1


def lying(fair: Fair, deck: str) -> Shuffle | None:
    """The shuffle that a deck lies in, of which no card was dealt yet."""
    return next((each for each in reversed(fair.drawn) if each.deck == deck and not each.dealt), None)


def counting(fair: Fair, table: Table) -> tuple[Contribution, ...]:
    """The words that count if the next shuffle is drawn now: those of the seated, in the order of their seats."""
    seated = sorted(table.players.items())
    return tuple(Contribution(seat, player, fair.given[player]) for seat, player in seated if player in fair.given)


def ended_by(fair: Fair, table: Table, event: te.Event) -> tuple[Shuffle, ...]:
    """The shuffles that are of no more use to anybody after an event: the round is over, or their deck is."""
    if not fair.drawn or isinstance(event, te.Played):
        return ()
    after = evolve_table(table, event)
    return tuple(each for each in fair.drawn if _ended(fair, each, after))


def _ended(fair: Fair, one: Shuffle, after: Table) -> bool:
    if not after.is_open:
        return True
    if one.dealt:
        return after.number != one.dealt
    latest = next(each for each in reversed(fair.drawn) if each.deck == one.deck)
    return latest is not one or one.deck not in after.decks or not after.decks[one.deck].order
