"""The next step in a round of Bonus 6."""

from __future__ import annotations

from upcard.games.bonus_six import commands as six
from upcard.games.bonus_six.decide import to_show
from upcard.games.bonus_six.phases import DEALT_BY, DECIDED_BY, SHOWN_BY
from upcard.games.bonus_six.round import Round, to_decide, to_judge, to_verify
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.commands import first_rule, says
from upcard.tables.next_step import PLAYERS, Next
from upcard.tables.state import Table


def next_step(t: TableRules, table: Table) -> Next | None:
    """What comes next once the bets are closed."""
    round: Round = table.round
    keyed = t.mode == "keyed"
    deal = Next(act="DealCards", command=c.DealCards(), rule=first_rule(t, DEALT_BY.get(round.phase, "")))
    match round.phase:
        case "closed" if keyed:
            first: int = says(t, "first_cards")
            counts = dict.fromkeys(round.clockwise, first)
            return Next(act="DealUnseen", rule=deal.rule, asks=("counts",), suggests={"counts": counts})
        case "closed":
            return deal
        case "turning":
            rule = first_rule(t, "community_cards")
            if keyed:
                return Next(act="TurnCommunity", rule=rule, asks=("card",))
            return Next(act="TurnCommunity", command=c.Play(six.TurnCommunity()), rule=rule)
        case "second" | "third" | "fourth":
            waiting = to_decide(round)
            if waiting:
                return Next(act="Decide", rule=DECIDED_BY[round.phase], roles=PLAYERS, seat=waiting[0])
            if keyed:
                return Next(act="DealStreet", command=c.Play(six.DealStreet()), rule=deal.rule)
            return deal
        case "cards" if not keyed:
            return deal
        case "cards" | "settling":
            return _shown(t, round)
        case _:
            return None


def _shown(t: TableRules, round: Round) -> Next:
    """Hands are exposed, then bonus cards are dealt or seats are settled."""
    hidden = to_show(round)
    if hidden and t.mode == "keyed":
        return Next(act="ShowHand", rule=first_rule(t, SHOWN_BY[round.phase]), seat=hidden[0], asks=("cards",))
    if round.phase == "cards":
        seat = to_verify(round)[0]
        dealt = c.Play(six.DealBonusCard(seat))  # face down: the system is told when the hand is exposed
        return Next(act="DealBonusCard", command=dealt, rule=first_rule(t, "bonus_card_order"), seat=seat)
    seat = to_judge(round)[0]
    return Next(
        act="SettleSeat", command=c.Play(six.SettleSeat(seat)), rule=first_rule(t, "settlement_order"), seat=seat
    )
