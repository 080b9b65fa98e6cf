"""What a running floor does at a virtual table: it commits itself, draws the cards, and counts what it knows itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.option import act_name
from upcard.rules.table import TableRules
from upcard.shuffles.events import (
    CommitShuffle,
    Contribute,
    ContributionGiven,
    FairCommand,
    FairEvent,
    ShuffleCommitted,
    ShuffleDrawn,
    ShuffleRevealed,
)
from upcard.shuffles.key_derivation import Draws, Source, commitment_of, cut_of, draws_of, order_of
from upcard.shuffles.state import Fair, Shuffle, bets_closed_on, counting, ended_by, least_cut, lying
from upcard.tables import Table
from upcard.tables import commands as c
from upcard.tables import events as te
from upcard.tables.commands import Actor, refuse, says
from upcard.tables.dealing import dealing_of
from upcard.tables.deck import FULL
from upcard.tables.procedure import taken_back_for

LONGEST_WORD = 64


# ---- what is recorded around an event at a table -----------------------------------------------------------------


def committed(t: TableRules, fair: Fair, source: Source) -> ShuffleCommitted:
    """The next commitment."""
    secret = source.secret().hex()
    return ShuffleCommitted(t.name, fair.number + 1, commitment_of(secret), secret)


def before(t: TableRules, fair: Fair, table: Table, event: te.Event, *, drawing: bool) -> tuple[FairEvent, ...]:
    """What is recorded just before an event: shuffles that it ends are revealed, one that it needs is drawn."""
    ended = ended_by(fair, table, event)
    revealed = tuple(ShuffleRevealed(t.name, each.number, each.dealt) for each in ended)
    if drawing and isinstance(event, te.DeckShuffled):
        return (*revealed, _drawn(t, fair, table, event.deck))
    return revealed


def _drawn(t: TableRules, fair: Fair, table: Table, deck: str) -> ShuffleDrawn:
    assert fair.next is not None
    chances = {name: _written(chance) for name, chance in sorted(t.draws.items())}
    dealing = dealing_of(t, table)
    deal = dealing.order.deal if dealing else UNSET
    return ShuffleDrawn(t.name, fair.next.number, deck, counting(fair, table), chances, deal)


def _written(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


# ---- what is done to an act before it is judged ------------------------------------------------------------------


IMPOSSIBLE = frozenset({
    "player-wrong-count", "dealer-wrong-count", "dealer-short", "wrong-count", "face-up-card", "face-up-cards",
    "card-drawn-in-error", "card-off-table", "community-card-exposed", "chips-miscounted", "hole-card-exposed",
    "hole-card-exposed-late", "shoe-jam", "wrong-deck",
})  # fmt: skip
"""What cannot happen to cards and wagers that the system itself holds, and so is not reported."""

FOR_THE_ABSENT = ("Fold", "Stand", "Discard", "PlaceCoupon")
"""What a dealer may do at a seat in its player's name: give up the hand of one who is gone, and take in a coupon."""


PLAYER_HAS = 60
"""Seconds that a player has, before a dealer may give up the hand in the player's name."""


def check_waited(t: TableRules, table: Table, by: Actor, ask: c.Command, seconds: float) -> None:
    """Refuses to decide for a player who has had no time to: so many seconds since the table's last entry."""
    if by.role == "player" or t.mode != "virtual" or not isinstance(ask, c.Play) or seconds >= PLAYER_HAS:
        return
    if type(ask.command).__name__ in FOR_THE_ABSENT and type(ask.command).__name__ in game_of(t).DECISIONS:
        raise refuse(t, None, f"a player has {PLAYER_HAS} seconds to decide")


def own_act(t: TableRules, table: Table, by: Actor, ask: c.Command) -> None:
    """Refuses what only a player does, where players have screens of their own, but to hand back what cannot stand."""
    if by.role == "player":
        return
    if isinstance(ask, c.TakeSeat):
        raise refuse(t, None, "a player sits down for himself at this table")
    if not isinstance(ask, c.Play):
        return
    name = type(ask.command).__name__
    game = game_of(t)
    if name in game.BY_PLAYERS and name not in FOR_THE_ABSENT and taken_back_for(t, table, ask.command) is None:
        rule = None if name in (*game.STAKES, "TakeBackWager") else game.decided_under(table.round, name)
        raise refuse(t, rule, f"{act_name(ask.command)} is the player's own act at this table")


def filled(t: TableRules, fair: Fair, table: Table, ask: c.Command) -> c.Command:
    """An act at a virtual table with what the system draws; what the system itself knows better is refused."""
    match ask:
        case c.Play():
            return replace(ask, command=_in_round(t, fair, table, ask.command))
        case c.ShuffleDeck():
            if ask.order:
                raise refuse(t, None, "the system draws the cards of this table: nobody brings an order")
            return replace(ask, order=_order(t, fair, table))
        case c.CutDeck() if bets_closed_on(table, ask.deck) and table.deck.stage == "shuffled":
            return replace(ask, cards=_drawn_cut(t, fair, ask))
        case c.ReportShufflerCount() if ask.cards != FULL:
            raise refuse(t, None, f"cards: the system's own deck has {FULL} cards, and none is missing")
        case c.CountChips() if table.round is not None:
            held = game_of(t).accepted_chips(table.round)
            if ask.chips == held:
                return ask
            raise refuse(t, "progressive_chips_counted", f"the system has accepted {held}, and holds them")
        case c.CountStub() if table.round is not None and dealing_of(t, table) is not None:
            left = left_in_stub(t, table)
            if ask.cards != left or ask.hands not in (None, table.round.dealt):
                because = f"the system's own deck has {left} cards left, and none is missing"
                raise refuse(t, "full_count_racked", because)
            return ask
        case _:
            return ask


def _drawn_cut(t: TableRules, fair: Fair, ask: c.CutDeck) -> int:
    """A recut after the end of the bets: it follows from the shuffle, and nobody chooses it."""
    if ask.cards:
        raise refuse(t, "recut_ordered_by", "the bets are closed: the system draws this cut, and nobody says how deep")
    shuffle = lying(fair, ask.deck)
    if shuffle is None:
        raise Refused(None, f"the {ask.deck} deck does not lie in a shuffle of the system")
    return cut_of(shuffle.key(t.name), shuffle.cuts + 1, least_cut(t.edition))


def _order(t: TableRules, fair: Fair, table: Table) -> tuple[int, ...]:
    if fair.next is None:
        raise Refused(None, "nothing is shuffled before the system has committed itself")
    return order_of(replace(fair.next, contributions=counting(fair, table)).key(t.name))


def _in_round(t: TableRules, fair: Fair, table: Table, command: Any) -> Any:
    """An act in the round, with the draws that follow from the shuffle that it was dealt from."""
    game, name, kind = game_of(t), type(command).__name__, getattr(command, "irregularity", "")
    if kind in IMPOSSIBLE:
        raise refuse(t, None, f"the system deals at this table, and knows that there is no {kind}")
    if name in game.CORRECTIONS and name not in game.UNSEEN:
        raise refuse(t, "progressive_chips_counted", "the system itself took the wagers of this table")
    shuffle = fair.of_round(table.number)
    if not _draws(t, command) or shuffle is None:
        return command
    return replace(command, **drawn_in(t.name, shuffle, table.round)._asdict())


def _draws(t: TableRules, command: Any) -> bool:
    """Whether the house draws for an act; nobody brings a draw with it."""
    brought = game_of(t).core.house_draws(command)
    if any(each is not None for each in brought or ()):
        raise refuse(t, "draw_probability", "the system draws where the house offers it, and nobody brings a draw")
    return brought is not None


def drawn_at_keyed(t: TableRules, table: Table, ask: c.Command, source: Source) -> c.Command:
    """The house's draws where the cards are real ones: the system's all the same, and nobody brings them."""
    if not isinstance(ask, c.Play) or table.round is None or not _draws(t, ask.command) or not t.draws:
        return ask
    chances = {name: _written(chance) for name, chance in t.draws.items()}
    drawn = draws_of(source.secret(), chances, table.round.clockwise)
    return replace(ask, command=replace(ask.command, **drawn._asdict()))


def drawn_in(name: str, shuffle: Shuffle, round: Any) -> Draws:
    """The house's draws in a round that was dealt from a shuffle."""
    return draws_of(shuffle.key(name), shuffle.draws, round.clockwise)


def left_in_stub(t: TableRules, table: Table) -> int:
    """How many cards of the system's own deck lie in the stub."""
    left: int = (says(t, "full_count_racked") or FULL) - table.round.dealt - table.discarded
    return left


# ---- what is asked of the shuffles themselves --------------------------------------------------------------------


def decide(t: TableRules, fair: Fair, table: Table, by: Actor, ask: FairCommand) -> tuple[FairEvent, ...]:
    """What an act leads to; a missing commitment follows by itself, after every act at the table."""
    match ask:
        case Contribute():
            return (_contributed(t, fair, table, by, ask),)
        case CommitShuffle():
            if by.role != "licensee" or not table.is_open or fair.next is not None:
                raise Refused(None, "the house commits itself at an open table that has no commitment")
            return ()
        case _:
            assert_never(ask)


def _contributed(t: TableRules, fair: Fair, table: Table, by: Actor, ask: Contribute) -> ContributionGiven:
    """A player's word, from somebody who sits at a table whose cards the system draws."""
    if fair.next is None or t.mode != "virtual":
        raise Refused(None, "the cards of this table are not drawn by the system")
    if by.role != "player" or by.id not in table.players.values():
        raise Refused(None, "a contribution comes from a player who sits at the table")
    if len(ask.value) > LONGEST_WORD or not ask.value.isprintable():
        raise Refused(None, f"a contribution is up to {LONGEST_WORD} characters")
    if ask.value == fair.given.get(by.id, ""):
        raise Refused(None, "that is the contribution already" if ask.value else "there is none to take back")
    return ContributionGiven(t.name, by.id, ask.value)
