"""Taking back the last step that a dealer keyed by mistake, one step after the other, back to the wrong one.

Nobody changes a decision here: what was keyed is not what was done at the table, and it is keyed again as it was done.
Nothing is taken back that others rely on: what a player did on the own screen, what was accepted when the bets
were closed, what was paid, and what somebody else has signed for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.games.game import game_of, game_of_round
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import DEALER, first_rule, refuse
from upcard.tables.dealing import dealing_of
from upcard.tables.preconditions import check_role
from upcard.tables.state import BESIDE, Past, Table

TABLES_OWN = {
    e.CardsRacked: "RackCards", e.HandLeftExposed: "LeaveExposed", e.WinnerKeyed: "KeyWinner",
    e.StubRacked: "RackStub", e.StubCounted: "CountStub", e.StubTakenBack: "CountStub",
}  # fmt: skip
"""The acts of the table's own steps, by their first event."""


class LastStep(NamedTuple):
    """The last step that was keyed: what it led to, and where that begins in the past of the table."""

    of: tuple[Past, ...]
    events: int
    """So many events of the table, the last ones, hold it."""
    own: tuple[Past, ...] = ()
    """What players have done since on screens of their own."""

    @property
    def command(self) -> str:
        return self.of[0].command

    @property
    def by(self) -> str:
        return self.of[0].by

    @property
    def in_round(self) -> tuple[tuple[Any, Any], ...]:
        """What happened in the round itself, each with the round as it was before."""
        return tuple((one.before.round, one.event.event) for one in self.of if isinstance(one.event, e.Played))

    @property
    def seat(self) -> int:
        return next((one.seat for one in self.of if isinstance(one.event, e.Played)), self.of[0].seat)

    @property
    def act(self) -> str:
        """What it did, by the name of the act."""
        for round, event in self.in_round:
            return type(game_of_round(round).core.asked(round, event, {})).__name__
        first = self.of[0].event
        return first.step if isinstance(first, e.StepDone) else TABLES_OWN.get(type(first), type(first).__name__)

    @property
    def decides(self) -> bool:
        """Whether it is a decision on a hand, or makes hands void."""
        games = [(game_of_round(round), round, event) for round, event in self.in_round]
        return any(self.act in game.DECISIONS or game.voids(round, event) for game, round, event in games)

    def signed(self, by: str) -> str:
        """Why a supervisor signs as the second person when somebody takes it back, or empty."""
        if any(" with " in one.by for one in self.of):
            return "two people keyed it"
        if by and self.by not in ("", by):
            return f"{self.by} keyed it"
        if any(self.act in game_of_round(round).KEYS_CARDS for round, _ in self.in_round):
            return "cards that were keyed are put right by two people"
        if self.act == "Report":
            return "what was reported of the cards is put right by two people"
        if self.decides and (self.own or any(one.acted for one in self.of)):
            return "another seat has acted since"
        return ""


def last_step(table: Table) -> LastStep | None:
    """The step that is taken back next, or None where none is left."""
    found: list[Past] = []
    own: list[Past] = []
    events = 0
    for number, one in enumerate(reversed(table.past), 1):
        if isinstance(one.event, BESIDE):
            continue
        if one.by.startswith("player "):
            if found:
                break
            own.append(one)
            continue
        if found and (not one.command or one.command != found[0].command):
            break
        found.insert(0, one)
        events = number
    return LastStep(tuple(found), events, tuple(own)) if found else None


def stays(table: Table, step: LastStep) -> tuple[tuple[str, ...], str] | None:
    """Why a step is not taken back: rules of which the first that the edition has is named, and in words."""
    game, role = game_of_round(table.round), step.by.partition(" ")[0]
    seats = [one.seat for one in step.own]
    stakes = (*game.STAKES, "TakeBackWager", *game.KEYS_CARDS)
    if step.own and (step.seat in (0, *seats) or step.act in stakes):
        return _of_a_player(step.own[0])
    if role not in ("", "dealer"):
        return (), f"a {role} did this: a dealer takes back what a dealer keyed"
    if step.act in game.CORRECTIONS:
        return (), "two people have put this right: it is put right again, and not taken back"
    for _, event in step.in_round:
        if any(each is not None for each in game.core.house_draws(event) or ()):
            because = "the house has drawn for these cards, and draws once: the cards are corrected instead"
            return ("draw_probability",), because
    return None


def _of_a_player(one: Past) -> tuple[tuple[str, ...], str]:
    """Why a player's own act stands, and what it stands on."""
    step = LastStep((one,), 1)
    game = game_of_round(one.before.round)
    rule = game.decided_under(one.before.round, step.act) if step.act in game.DECISIONS else None
    because = f"the player of seat {one.seat} did this on the player's own screen: no dealer has keyed it"
    return (rule or "wagers_frozen_after",), because


def take_back(t: TableRules, table: Table, act: c.Act, command: c.TakeBackStep) -> tuple[e.Event, ...]:
    """The last step that was keyed goes back, with all that it led to at this table."""
    check_role(t, act, DEALER, None)
    if t.mode != "keyed":
        raise refuse(t, None, "nothing is keyed here: the system deals, and players act for themselves")
    step = last_step(table)
    if step is None:
        if own := next((one for one in reversed(table.past) if one.by.startswith("player ")), None):
            rules, because = _of_a_player(own)
            raise refuse(t, first_rule(t, *rules), because)
        raise refuse(t, *_nothing_left(t, table))
    if command.step != step.command:
        raise refuse(t, None, "that is not the last step that was keyed: look at what is taken back")
    if (others := stays(table, step)) is not None:
        raise refuse(t, first_rule(t, *others[0]), others[1])
    return (taken(t.rules, table, step),)


def taken(rules: Any, table: Table, step: LastStep) -> e.StepTakenBack:
    """What is recorded; a decision names the rule that makes it final, or leaves it to its player: it was another."""
    game, before, final = game_of_round(table.round), step.of[0].before.round, "decision_final"
    rule = game.decided_under(before, step.act) if step.act in game.DECISIONS else ""
    if rule and final in rules.edition.citations:
        rule = final
    gone = table.past[-step.events :]
    own = tuple(place for place, one in enumerate(gone) if one in step.own)
    return e.StepTakenBack(step.command, step.act, step.seat, step.events, rule or "", own)


STANDS = {
    "TableOpened": "nothing was keyed in this round yet",
    "RoundReconciled": "nothing was keyed in this round yet; the round before is reconciled and stands",
    "DeckWithdrawn": "a deck was sent away since, and stays away: what was keyed before stands",
    "RoundVoided": "the wagers went back to the players, who place them anew",
    "SeatLeft": "a player has got up since: what was keyed before stands",
    "DeckStaged": "a fresh deck has come to the table since: what was keyed before stands",
    "CardsLeftDeck": "a card has left the deck for what was keyed before, which stands",
}
"""Why nothing goes back across these, whatever is played."""


def _nothing_left(t: TableRules, table: Table) -> tuple[str | None, str]:
    """The rule and the reason why no step is left to be taken back."""
    if table.stands in {kind.__name__ for kind in game_of(t).CLOSED}:
        dealing = dealing_of(t, table)
        rule = dealing.lock_out_rule if dealing else "ante_required"
        return rule, "the bets are closed: what was accepted stands, and nothing has been keyed since"
    if table.stands in STANDS:
        rules = {
            "SeatLeft": ("seated_players_only",),
            "RoundReconciled": ("keypad_reset", "lock_out_cleared", "hands_reconstructable"),
        }
        return first_rule(t, *rules.get(table.stands, ())), STANDS[table.stands]
    if table.stands:
        return "settlement_order", "what was paid or put right stands: the cards are corrected instead"
    return None, "nothing was keyed since this table was opened"
