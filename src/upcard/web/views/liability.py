"""What the wagers on a table could come to cost the house, for those who answer for it."""

from __future__ import annotations

from upcard.games.bonus_six.liability import liability as six_liability
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.liability import liability as stud_liability
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import show_cents
from upcard.web.shapes.parts import Liability
from upcard.web.views.why import money

OVER = ("settled", "complete")


def most_owed(t: TableRules, table: Table) -> int:
    """The most that the round on the table can come to cost the tray, in cents."""
    round, rules = table.round, t.rules
    if round is None or round.phase in OVER:
        return 0
    if isinstance(round, SixRound):
        assert isinstance(rules, BonusSixRules)
        return six_liability(rules, round.seats)
    assert isinstance(rules, CaribbeanStudRules)
    return stud_liability(rules, round.seats)


def liability_document(t: TableRules, table: Table) -> Liability:
    """The bound, the limit that the house has elected against it, and both in a sentence."""
    most, limit = most_owed(t, table), t.rules.liability_limit
    played_for = "; what the meters pay comes besides" if t.jackpot or t.five_card_jackpot else ""
    taken = f", of {money(limit)} that the house takes upon itself" if limit is not None else ""
    words = f"These wagers cost the tray no more than {money(most)}, whatever is dealt{taken}{played_for}."
    return {
        "most": show_cents(most),
        "limit": None if limit is None else show_cents(limit),
        "words": words if most or limit is not None else "",
    }
