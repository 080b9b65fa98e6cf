"""The next step in a round of Caribbean stud."""

from __future__ import annotations

from upcard.games.caribbean_stud import commands as stud
from upcard.games.caribbean_stud.decide import undecided, unseen
from upcard.games.caribbean_stud.plugin.award_procedure import settled_by, settled_under, shown_under
from upcard.games.caribbean_stud.round import Round
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.dealing import deal_command, dealing_of
from upcard.tables.due import first_rule
from upcard.tables.next_step import PLAYERS, Next, deck_next, handed_back
from upcard.tables.procedure import deck_step
from upcard.tables.state import Table
from upcard.tables.stranded import stranded


def next_step(t: TableRules, table: Table) -> Next | None:
    """What comes next once the bets are closed and no step is due."""
    rules: CaribbeanStudRules = t.rules
    round: Round = table.round
    keyed = t.mode == "keyed"
    method = dealing_of(t, table)
    assert method is not None
    match round.phase:
        case "closed" if keyed and table.drawn:
            size = rules.law.hand_size
            counts = dict.fromkeys(round.clockwise, size)
            asks = ("counts", "dealer_count", *(() if method.turned_rule else ("up_card",)))
            suggests = {"counts": counts, "dealer_count": size}
            return Next(act="DealUnseen", rule=method.order_rule, asks=asks, suggests=suggests)
        case "short" if keyed and table.drawn:
            completed = c.Play(stud.CompleteDealer())  # face down: the system is told when the hand is turned up
            return Next(act="CompleteDealer", command=completed, rule="dealer_completes_from")
        case "closed" if fallen := stranded(t, table):
            return handed_back(t, fallen[0])
        case "closed" if (recut := deck_step(t, table, table.current)) is not None and not table.drawn:
            return deck_next(t, table, table.current, recut)
        case "closed" | "short":
            rule = method.order_rule if round.phase == "closed" else "dealer_completes_from"
            return Next(act="DealCards", command=deal_command(t, table), rule=rule)
        case "deciding":
            seats = undecided(round)
            return Next(act="Decide", rule="decision_choices", roles=PLAYERS, seat=seats[0])
        case "decided":
            turned = first_rule(t, "forfeits_collected_first", "dealer_qualifies_with")
            if not keyed:
                return Next(act="Reveal", command=c.Play(stud.Reveal()), rule=turned)
            return Next(act="Reveal", rule=turned, asks=("dealer",))
        case "settling":
            step = round.agenda[0]
            if missing := unseen(rules, round, step):
                return Next(act="ShowHand", rule=shown_under(rules, round), seat=missing[0], asks=("cards",))
            roles, rule = settled_by(rules, round)[0], settled_under(rules, round, step)
            settle = c.Play(stud.Settle(step.kind, step.seat))
            return Next(act="Settle", command=settle, rule=rule, roles=roles, seat=step.seat)
        case _:
            return None
