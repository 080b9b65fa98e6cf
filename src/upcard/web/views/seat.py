"""What a seat shows its player alone: chips and how the stay goes, how long a step waits, what is asked once more.

None of it is a rule of the game: chips that were bought bound what their player puts down, and a question is answered
by pressing again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypedDict

from upcard.cards import Card, Category, category, describe, rank_five
from upcard.document import Money, SignedMoney, Time, doc
from upcard.games.game import game_of
from upcard.games.option import Scene
from upcard.money.purse import Purse, beyond
from upcard.number_format import money
from upcard.rules.table import TableRules
from upcard.shuffles.service import PLAYER_HAS
from upcard.tables.state import Table
from upcard.units import parse_cents, show_cents
from upcard.web.projection import StateSnapshot
from upcard.web.views.actions import WagerOffer
from upcard.web.views.irregularity_actions import Choice
from upcard.web.views.payments import Receipt, receipt

HAND = 5
BETS_WAIT, DECISION_WAITS = 30.0, 90.0
"""Seconds for which bots that deal wait for a wager, and for a decision."""
PURCHASES = (20, 50, 100)
"""What is sold with one press, in least antes."""
UNUSUAL = 5
"""Times what lay there last, or the least ante: more is asked about once."""


class Stay(TypedDict):
    """A player's chips, and how the stay goes."""

    since: Annotated[Time, doc("When the player sat down.")]
    chips: Annotated[Money | None, doc("What the player holds; none of a player who has bought no chips here.")]
    bought: Annotated[Money, doc("The chips that were bought here.")]
    net: Annotated[SignedMoney, doc("What was won or lost in finished rounds.")]
    rounds: Annotated[int, doc("How many rounds are finished.")]
    sells: Annotated[list[Money], doc("Chips that the table itself sells in a demonstration; a dealer sells any.")]


class Countdown(TypedDict):
    """How long a step waits for the player."""

    since: Annotated[Time, doc("When it began.")]
    seconds: Annotated[int, doc("How long it lasts.")]
    words: Annotated[str, doc("What happens then.")]


class Receipts(TypedDict):
    """The last finished rounds of a stay, the newest first."""

    receipts: Annotated[list[Receipt], doc("One for each round.")]


def stay(moment: StateSnapshot, name: str, seat: int) -> Stay | None:
    """What a player holds, where it is known since when the player sits there."""
    t, table, sitting = moment.rules[name], moment.tables[name], moment.sittings.get(name, {}).get(seat)
    if sitting is None:
        return None
    purse, sells = moment.purses.get((name, seat)), t.mode == "virtual" and not table.dealer
    least = max(t.rules.minimum, 100)
    return {
        "since": sitting.since,
        "chips": None if purse is None else show_cents(purse.chips),
        "bought": show_cents(purse.bought if purse is not None else 0),
        "net": show_cents(sitting.net),
        "rounds": sitting.rounds,
        "sells": [show_cents(times * least) for times in PURCHASES] if sells else [],
    }


def receipts(moment: StateSnapshot, name: str, player: str) -> Receipts:
    """The receipts of a player's stay at a table."""
    t, here = moment.rules[name], moment.sittings.get(name, {})
    seat, sitting = next(((seat, one) for seat, one in here.items() if one.player == player), (0, None))
    found = sitting.finished if sitting is not None else ()
    return {"receipts": [receipt(t.rules, one.number, one.round, seat) for one in reversed(found)]}


def countdown(moment: StateSnapshot, t: TableRules, table: Table, kind: str, pace: float) -> Countdown | None:
    """How long the bets stay open for a player, or a hand waits; `pace` is that of the bots that deal, if they do."""
    bots = pace if not table.dealer else 0.0
    if t.mode != "virtual" or kind not in ("wager", "decide") or not (bots or kind == "decide"):
        return None
    if kind == "wager":
        seconds, words = BETS_WAIT / bots, "The dealer closes the bets"
    elif bots:
        seconds, words = DECISION_WAITS / bots, "The dealer ends your hand for you"
    else:
        seconds, words = PLAYER_HAS, "The dealer may end your hand for you"
    return {"since": moment.since.get(t.name, moment.at), "seconds": round(seconds), "words": words}


# ---- what chips and habit say of wagers and decisions


def offered(t: TableRules, found: list[WagerOffer], purse: Purse | None, last: Receipt | None) -> list[WagerOffer]:
    """Wagers within what the player holds, each with the amount from which the page asks once more.

    Chips are kept back for the bets that may follow what lies there.
    """
    chips = purse.chips if purse is not None else None
    down = {one["wager"]: parse_cents(one["placed"]) for one in found if one["placed"] is not None}
    later = sum(cents * (t.rules.times(wager) - 1) for wager, cents in down.items())
    staked = {line["wager"]: parse_cents(line["staked"]) for line in last["lines"]} if last is not None else {}
    least = next((parse_cents(one["low"]) for one in found if one["low"] is not None), 100)
    asks: list[WagerOffer] = [
        {**one, "unusual": show_cents(UNUSUAL * max(staked.get(one["wager"], 0), least))} for one in found
    ]
    return asks if chips is None else [_within(one, chips, max(0, chips - later), t.rules.times) for one in asks]


def _within(one: WagerOffer, chips: int, free: int, times: Callable[[str], int]) -> WagerOffer:
    """An offer no higher than what is free, with the bets that may follow it."""
    most, found = free // times(one["wager"]), one.copy()
    if one["placed"] is not None:
        return found
    if one["amounts"] is not None:
        reached = [amount for amount in one["amounts"] if parse_cents(amount) <= most]
        found["amounts"], short = reached, len(reached) < len(one["amounts"])
    else:
        short = one["high"] is None or most < parse_cents(one["high"])
        found["high"] = show_cents(most) if short else one["high"]
    follow = ", and a bet may follow" if times(one["wager"]) > 1 else ""
    return {**found, "limit": f"{one['limit']} You hold {money(chips)}{follow}."} if short else found


def considered(
    t: TableRules, table: Table, scene: Scene, seat: int, found: list[Choice], purse: Purse | None
) -> list[Choice]:
    """A player's decisions: what gives the hand up says so, and what it holds; what chips do not reach says that."""
    held = worth_something([*scene.seats[seat].cards, *(scene.community or ())]) if found else ""
    return [_considered(t, table, seat, one, held, purse) for one in found]


def _considered(t: TableRules, table: Table, seat: int, one: Choice, held: str, purse: Purse | None) -> Choice:
    act = one["act"]
    if act["act"] in GIVES_UP:
        given: Choice = {**one, "gives_up": True}
        return {**given, "confirm": f"You hold {held}. {one['label']} it all the same?"} if held else given
    needs = game_of(t).core.decided(t.rules, table.round, seat, act["act"])[0] + parse_cents(act.get("tip", "0"))
    lacks = beyond(needs, purse) if purse is not None else ""
    return {**one, "lacks": lacks} if lacks else one


GIVES_UP = {"Fold", "Discard"}


def worth_something(cards: list[Card | None]) -> str:
    """A pair or better, in words; empty for less.

    >>> from upcard.cards import parse_cards
    >>> [worth_something(list(parse_cards(hand))) for hand in ("As Kd 9h 5c 2d", "4s 4d 9h 5c 2d", "4s 4d 9h", "4s 9h")]
    ['', 'a pair of fours', 'a pair', '']
    """
    known = [card for card in cards if card is not None]
    if len(known) == HAND:
        value = rank_five(tuple(known))
        said = describe(value)
        return "" if category(value) is Category.HIGH_CARD else f"a {said}" if said.startswith("pair") else said
    return "a pair" if len({card >> 2 for card in known}) < len(known) else ""
