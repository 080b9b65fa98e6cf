"""Bonus 6 at a table: whose acts are whose, cards from the deck, and what the lines of a step depend on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from upcard.games.bonus_six import commands as six
from upcard.games.bonus_six import events as se
from upcard.games.bonus_six.decide import IRREGULARITIES
from upcard.games.bonus_six.phases import DEALT_BY, DECIDED_BY, SHOWN_BY
from upcard.games.bonus_six.round import OFF_TABLE, WRONG_DECK, Round, Seat, to_verify
from upcard.games.bonus_six.round_document import written
from upcard.games.bonus_six.view import view
from upcard.games.option import Option
from upcard.games.payment import Meter
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import DEALER, STAFF, Due, Role, first_rule, refuse
from upcard.tables.deck import deal_first
from upcard.tables.devices import ready_to_deal
from upcard.tables.preconditions import check_role
from upcard.tables.procedure import StepContext, Stranded, Values, turned_up
from upcard.tables.round_commands import played, withdrawn
from upcard.tables.state import Table

Events = tuple[e.Event, ...]

DEALERS_OWN: dict[str, tuple[str, ...]] = {
    "TurnCommunity": ("community_cards",),
    "DealBonusCard": ("bonus_card_order",),
}
"""The rules that have the dealer do something; the first that the edition has is named."""


def acting(t: TableRules, table: Table, act: str) -> tuple[tuple[Role, ...], str | None]:
    """Who does what no player does, and by which rule."""
    phase = table.round.phase
    if act in ("DealCards", "DealUnseen", "DealStreet"):
        return DEALER, DEALT_BY.get(phase)
    if act == "ShowHand":
        return DEALER, SHOWN_BY.get(phase)
    return DEALER, first_rule(t, *DEALERS_OWN.get(act, ("settlement_order",)))


def settled_by(rules: BonusSixRules, round: Round) -> tuple[tuple[Role, ...], str]:
    return DEALER, "settlement_order"


def check_dealers(t: TableRules, table: Table, command: Any) -> None:
    """The round itself says what is not for now."""


def decided_under(round: Round, act: str) -> str | None:
    """The rule that leaves the decision on a hand to its player; bets and folds have one on their own streets alone."""
    if act in ("Bet", "Fold"):
        return DECIDED_BY[round.phase] if round.phase in ("second", "third") else None
    return "final_choices"


def dealt(t: TableRules, table: Table) -> bool:
    """Cards leave the deck street by street: the round says when."""
    return False


def validated_under(t: TableRules, round: Round, kind: str) -> None:
    """No award is drawn from a meter."""


def check_stake(t: TableRules, table: Table, command: Any) -> None:
    """No wager takes anything that the table might lack."""


def offered(t: TableRules, table: Table, option: Option) -> bool:
    return True


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    """No wager loses what it plays for."""
    return ()


def due(t: TableRules, table: Table) -> Iterator[Due]:
    """No step stands before the next act of the round."""
    return iter(())


def accepted_chips(round: Round) -> int:
    """No wager feeds a meter."""
    return 0


def voids(round: Round, event: Any) -> bool:
    """Whether an event makes a hand or every hand void."""
    return isinstance(event, se.HandVoided | se.RoundVoided)


def why_kept(t: TableRules, table: Table, seat: int) -> None:
    """No rule keeps any."""


def documents(t: TableRules, events: Events) -> Events:
    return ()


def report(t: TableRules, table: Table, act: c.Act, command: six.Report) -> Events:
    """Something went wrong: it is said at once, also while real cards are dealt that are not keyed yet."""
    check_role(t, act, STAFF, None)
    if table.round.phase != "closed":
        leaves = withdrawn(table, IRREGULARITIES[WRONG_DECK]) if command.irregularity == WRONG_DECK else ()
        return (*played(t, table, command), *leaves)
    if t.mode == "virtual" and command.irregularity in IRREGULARITIES:
        raise refuse(t, IRREGULARITIES[command.irregularity], "no card has left the deck")
    if table.drawn:
        return played(t, table, command)
    ready_to_deal(t, table)
    return (e.CardsLeftDeck(table.current), *played(t, table, command))


def table_after(table: Table, event: Any) -> Table:
    """Real cards lie there unkeyed once a deal was taken back, or something went wrong with it before it was keyed."""
    unkeyed = table.drawn and table.round.phase == "closed"
    return replace(table, drawn=unkeyed or isinstance(event, se.DealTakenBack))


def deal(t: TableRules, table: Table, command: c.DealCards) -> Events:
    """The next cards of the system's own deck."""
    if t.mode != "virtual":
        raise refuse(t, None, "real cards are keyed, not dealt by the system")
    return played(t, table, _cards(t, table, table.round))


def _cards(t: TableRules, table: Table, round: Round) -> Any:
    rules: BonusSixRules = t.rules
    law, order = rules.law, table.deck.order
    if round.phase == "closed":
        burnt, hands, community = deal_first(order, round.clockwise, law.burn_cards, law.first_cards)
        return six.Deal(burnt, hands, community)
    dealt = law.burn_cards + law.community_cards + sum(seat.count for seat in round.seats.values())
    if round.phase == "cards":
        seat = to_verify(round)[0]
        wins = rules.schedule.odds(round.seats[seat].value) is not None
        return six.DealBonusCard(seat, None if wins else order[dealt])
    in_play = [n for n in round.clockwise if round.seats[n].in_play]
    return six.DealStreet(dict(zip(in_play, order[dealt:], strict=False)))


# ------------------------------------------------------------------------------------- the lines of a step


def by_hand(moment: StepContext) -> StepContext:
    """The step by the name that it has with real cards: where the system deals, one command stands for several."""
    if moment.act == "DealUnseen":
        return moment._replace(act="DealCards")
    if moment.act != "DealCards" or moment.table.round is None:
        return moment
    match moment.table.round.phase:
        case "second" | "third":
            return moment._replace(act="DealStreet")
        case "cards":
            return moment._replace(act="DealBonusCard", seat=to_verify(moment.table.round)[0])
        case _:
            return moment


def wagers_of(seat: Seat) -> Collection[str]:
    """The wagers besides the ante that lie at a seat."""
    return {name for name, placed in (("insurance", seat.insurance), ("tip", any(seat.tips))) if placed}


def _hand(moment: StepContext) -> Values:
    """Whether the seat's hand wins, once it is turned up; either, where the step turns it up."""
    round, rules = moment.table.round, moment.t.rules
    if not moment.seat or round is None or round.phase not in ("cards", "settling"):
        return ()
    if moment.seat in moment.hidden:
        return ("wins", "loses")
    values = [seat.value for seat in turned_up(moment) if seat.value]
    return tuple("wins" if rules.schedule.odds(value) is not None else "loses" for value in values)


def _bonus_card(moment: StepContext) -> Values:
    """Whether a bonus card lies at the seat although its hand is yet to be verified."""
    round = moment.table.round
    seat = round.seats.get(moment.seat) if round is not None else None
    return ("lies" if seat is not None and seat.stray else "to come",)


FACTS: dict[str, Callable[[StepContext], Values]] = {
    "bonus_card": _bonus_card,
    "hand": _hand,
    "offers": lambda moment: ("further tip",) if moment.t.rules.further_tips else (),
}


# ---- A round as `upcard settle` reads it, from what a journal tells ----------------------------------------
# in play, only the cards that lie face up.


def recorded(
    rules: BonusSixRules, round: Round, meters: Mapping[str, Meter], events: Sequence[e.Event], *, over: bool
) -> dict[str, Any]:
    """The round, and nothing of it before the community card is turned."""
    seen = view(rules, round, "surveillance")
    community = round.community if over else seen.community
    if community is None and round.void is None:
        return {"edition": rules.edition.id, "house": rules.elections, "community": None, "seats": {}}
    seats = {
        n: replace(seat, cards=tuple(card for card in seen.seats[n].cards if card is not None))
        for n, seat in round.seats.items()
    }
    document = written(rules, replace(round, community=community, seats=seats), meters)
    for number, seat in round.seats.items():
        found = document["seats"][str(number)]
        off_table = seat.void == "card_off_table"
        if off_table:
            found["irregularity"] = OFF_TABLE
        if seat.void is not None and over and (round.keyed or not off_table):
            found["cards"] = []  # they do not count, and what was keyed may lie elsewhere
        elif not off_table and len(found["cards"]) < seat.count:
            del found["cards"]  # nobody keyed them all
    return document
