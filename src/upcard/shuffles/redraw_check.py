"""The shuffles of a table drawn again: every order, cut, deal and draw follows from a secret, or did not happen.

Once a shuffle was drawn for a deck, the round on that deck is dealt from it or is void. So what comes from it is held
against it, and whatever would bring other cards there does not follow: a deck that nobody drew, cards that people tell,
a secret that is shown although nothing has ended, an end without the secret.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from upcard.cards import cut
from upcard.games.game import game_of_round
from upcard.games.moves import SINGLY, STACKS
from upcard.shuffles.events import FairEvent, ShuffleDrawn, ShuffleRevealed
from upcard.shuffles.key_derivation import cut_of, order_of
from upcard.shuffles.service import drawn_in
from upcard.shuffles.state import Fair, Shuffle, bets_closed_on, counting, ended_by, evolve, least_cut, lying
from upcard.store.store import StoreError
from upcard.tables import Table
from upcard.tables import events as te
from upcard.tables import evolve as evolve_table


class Redrawn:
    """What was drawn and revealed since something last happened at a table: the next event there answers for it.

    With `strict`, tables of before whose opening does not say whose cards are played with are judged as well; without,
    a house is not kept from opening by what an older version let pass.
    """

    def __init__(self, *, strict: bool = False) -> None:
        self._strict = strict
        self._pins = False
        """Whether an opening has said whose cards are played with: from then on each one does."""
        self._before: dict[str, tuple[Shuffle, ...]] = {}
        self._fresh: dict[str, Shuffle] = {}

    def forget(self) -> None:
        """What was drawn and revealed by an act that was refused after all."""
        self._before.clear()
        self._fresh.clear()

    # ---- shuffles

    def shuffle(self, fair: Fair, table: Table, event: FairEvent) -> None:
        """Take the next event of a table's shuffles; one that does not follow is a `StoreError`."""
        match event:
            case ShuffleDrawn():
                if event.contributions != counting(fair, table):
                    raise StoreError(f"draws shuffle {event.number} with other words than the players had given")
                self._before.setdefault(event.table, fair.drawn)
                self._fresh[event.table] = evolve(fair, event).drawn[-1]
            case ShuffleRevealed():
                self._before.setdefault(event.table, fair.drawn)
            case _:
                pass

    # ---- the table

    def at_table(self, name: str, opened: te.TableOpened | None, fair: Fair, table: Table, event: te.Event) -> None:
        """Take the next event at a table, as it stood before; one that does not follow is a `StoreError`."""
        before, fresh = self._before.pop(name, fair.drawn), self._fresh.pop(name, None)
        if isinstance(event, te.TableOpened):
            self._opened(table, event)
        if not fair.number or (opened is not None and opened.mode is UNSET and not self._strict):
            return
        mode = opened.mode if opened is not None else UNSET
        self._ended(replace(fair, drawn=before), fair, table, event)
        if fresh is not None and not isinstance(event, te.DeckShuffled):
            raise StoreError(f"is not the {fresh.deck} deck that shuffle {fresh.number} was drawn for")
        match event:
            case te.DeckShuffled() if fresh is not None:
                _shuffled(name, fresh, event, keyed=mode == "keyed")
            case te.DeckShuffled() if mode == "virtual" or lying(fair, event.deck):
                raise StoreError(f"shuffles the {event.deck} deck otherwise than the system, which draws its cards")
            case te.DeckCut() if any(each.deck == event.deck for each in fair.drawn):
                _cut(name, opened, fair, table, event)
            case te.CardsLeftDeck() if event.deck != table.current and (fair.drawn or mode == "virtual"):
                raise StoreError(f"deals from the {event.deck} deck, but the {table.current} deck is in play")
            case te.Played():
                _in_round(name, fair, table, event, virtual=mode == "virtual")
            case te.RoundReconciled():
                unused = next((each for each in before if each.deck == table.current and not each.dealt), None)
                if unused is not None and getattr(table.round, "void", None) is None:
                    raise StoreError(f"ends a round that was not void, and was not dealt from shuffle {unused.number}")
            case _:
                pass

    def _opened(self, table: Table, event: te.TableOpened) -> None:
        if table.is_open:
            raise StoreError("opens a table that is open")
        if self._pins and event.mode is UNSET:
            raise StoreError("opens a table without saying whose cards are played with")
        self._pins = event.mode is not UNSET

    def _ended(self, before: Fair, fair: Fair, table: Table, event: te.Event) -> None:
        """A shuffle is revealed when it has come to its end: not before, and not never."""
        told = [each.number for each in before.drawn if each.number not in {one.number for one in fair.drawn}]
        ends = [each.number for each in ended_by(before, table, event)]
        for number in ends:
            if number not in told:
                raise StoreError(f"is the end of shuffle {number}, which was not revealed")
        for number in told:
            if number not in ends:
                raise StoreError(f"is not the end of shuffle {number}, which was revealed before it")


def _shuffled(name: str, shuffle: Shuffle, event: te.DeckShuffled, *, keyed: bool) -> None:
    if keyed:
        raise StoreError(f"is shuffle {shuffle.number} at a table that was opened with real cards")
    if event.deck != shuffle.deck:
        raise StoreError(f"is not the {shuffle.deck} deck that shuffle {shuffle.number} was drawn for")
    if event.order != order_of(shuffle.key(name)):
        raise StoreError(f"has another order than follows from shuffle {shuffle.number}")


def _cut(name: str, opened: te.TableOpened | None, fair: Fair, table: Table, event: te.DeckCut) -> None:
    """A cut moves cards from the top to the bottom; after the end of the bets the system draws how many."""
    if event.order != cut(table.decks[event.deck].order, event.cards):
        raise StoreError(f"changes more than a cut of {event.cards} cards does")
    if not bets_closed_on(table, event.deck):
        return
    shuffle = lying(fair, event.deck)
    least = least_cut(opened.held) if opened is not None else 1
    if shuffle is None or event.cards != cut_of(shuffle.key(name), shuffle.cuts + 1, least):
        raise StoreError(f"cuts the {event.deck} deck after the end of the bets otherwise than its shuffle has it")


def _in_round(name: str, fair: Fair, table: Table, played: te.Played, *, virtual: bool) -> None:
    event, round = played.event, table.round
    core = game_of_round(round).core
    shuffle = fair.of_round(table.number)
    drawn = shuffle or lying(fair, table.current)
    if isinstance(event, core.TOLD) and (drawn is not None or virtual):
        raise StoreError("tells cards by hand in a round whose cards the system draws")
    if core.leaving(event, SINGLY) is not None:
        if drawn is not None or virtual or not round.keyed:
            _dealt(table, shuffle, drawn, event)
    elif drawn is None:
        return
    elif hasattr(event, "irregularity") and evolve_table(table, played).discarded != table.discarded:
        raise StoreError("takes a card off a deck that the system drew, which nothing that is allowed does")
    elif shuffle and (draws := core.house_draws(event)) and draws != drawn_in(name, shuffle, round):
        raise StoreError(f"has another draw than follows from shuffle {shuffle.number}")
    elif not core.lies_right(round, event):
        raise StoreError(f"turns other cards than were dealt from shuffle {drawn.number}")


def _dealt(table: Table, shuffle: Shuffle | None, drawn: Shuffle | None, event: Any) -> None:
    """The next cards of the deck to whom they are due; how hands come was said with the shuffle."""
    if shuffle is None and drawn is not None:
        raise StoreError(f"deals cards that did not leave the deck of shuffle {drawn.number}")
    ways = (SINGLY, STACKS) if shuffle is None or shuffle.deal is UNSET else (shuffle.deal,)
    gone = table.round.dealt + (0 if shuffle is not None else table.discarded)
    core = game_of_round(table.round).core
    cards = [tuple(going.card for going in core.leaving(event, way)) for way in ways]
    if not core.lies_right(table.round, event) or table.deck.order[gone : gone + len(cards[0])] not in cards:
        of = f" of shuffle {shuffle.number}" if shuffle is not None else ""
        raise StoreError(f"deals other cards than lie on top of the deck{of}")
