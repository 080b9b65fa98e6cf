"""Caribbean stud as a bot plays it: the wagers of a seat, a short rule for its decision, and what may go wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upcard.cards import Category, below, parse_cards, rank_five
from upcard.cards.lowest_hand import lowest_value
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud.decide import undecided
from upcard.games.caribbean_stud.five_card import column
from upcard.games.caribbean_stud.irregularity import IN_THE_DEAL, IRREGULARITIES, Irregularity, voids_round
from upcard.games.caribbean_stud.plugin.table_commands import TOLD_LATE
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.wagers import listed, most
from upcard.games.option import SIDES, first_ante
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.dealing import AUTOMATED_SHOE
from upcard.tables.devices import cover_all_device
from upcard.tables.state import Table

ACE_KING = lowest_value("ace-king")
LEAST_BET = rank_five(parse_cards("As Kd Jh 3c 2c"))
"""Ace, king and jack: the hand from which it is sound to bet."""

NO_WHIM_FROM = Category.TWO_PAIR << 20
"""Nobody folds such a hand on a whim."""


def choose(rules: CaribbeanStudRules, round: Round, number: int, *, whim: bool, late_whim: bool) -> c.Command:
    """A bet from ace, king and jack upwards; on a whim the other way round, as long as little is lost by it.

    Against a dealer who qualifies with less, from that hand upwards, but with an ace and a queen at least.
    """
    value, dealer = round.seats[number].value, rules.qualifies_from
    bets = value >= (LEAST_BET if dealer >= ACE_KING else max(dealer, lowest_value("ace-queen")))
    if whim and value < NO_WHIM_FROM:
        bets = not bets
    return c.Bet(number) if bets else c.Fold(number)


def choose_for_absent(rules: CaribbeanStudRules, round: Round, number: int) -> c.Command:
    return c.Fold(number)


def to_decide(round: Round) -> tuple[int, ...]:
    """One after the other."""
    return tuple(undecided(round)[:1])


def to_price(t: TableRules, table: Table, number: int) -> Mapping[str, Any] | None:
    """What a player who decides knows, once the cards may be looked at."""
    round, seat = table.round, table.round.seats[number]
    asked = round.phase == "deciding" and seat.decision is None and seat.void is None and round.up is not None
    if table.stub == "out" or not asked:
        return None
    covered = seat.wagers.get("cover_all", 0)
    laid = {wager: seat.wagers[wager] for wager in t.rules.law.fold_forfeits if wager in seat.wagers}
    return {"cards": seat.cards, "up": round.up, "covered": covered, "column": column(t.rules, round), "laid": laid}


def laid(seat: Seat) -> tuple[Any, ...]:
    """What lies at a seat while bets are open."""
    return seat.ante, seat.match_play, seat.coupon, *seat.wagers.items()


def covered(t: TableRules, table: Table, players: int) -> bool:
    """Whether a cover all wager is taken, and paid with so many players in the round."""
    rules: CaribbeanStudRules = t.rules
    if rules.cover_all is None or cover_all_device(t, table):
        return False
    return players + (rules.cover_all_counts == "hands") in rules.cover_all


def wagers(
    rules: CaribbeanStudRules, seat: int, variant: int, stream: Iterator[int], *, covered: bool, afford: int | None
) -> Iterator[c.Command]:
    """Most seats play for the progressive, many make each other wager, a few bring a coupon or think again."""
    ante = first_ante(rules.minimum, most(rules, Seat(), "ante"), variant, stream, afford)
    yield c.PlaceWager(seat, "ante", ante)
    made: list[str] = []
    for wager in rules.wagers:
        chosen, size = below(8, stream), below(len(SIDES), stream)
        if wager == "cover_all" and not covered:
            continue
        if wager == "progressive" and rules.progressive is not None and (chosen or not variant):
            if chosen == 1 and variant and rules.progressive_coupon is not None:
                yield c.PlaceCoupon(seat, "progressive", rules.progressive_coupon)
            amounts = rules.progressive.wagers
            yield c.PlaceWager(seat, "progressive", amounts[size % len(amounts)])
        elif wager != "progressive" and (chosen < (2 if wager == "tip" else 4) or not variant):
            amounts = listed(rules, wager) or SIDES
            cents = min(amounts[size % len(amounts)], rules.maxima.get(wager, SIDES[-1]))
            yield c.PlaceWager(seat, wager, min(cents, ante) if wager == "tip" else cents)
            made.append(wager)
    if rules.match_play is not None and not below(6, stream):
        yield c.PlaceCoupon(seat, "match_play", ante)
    if len(made) > 1 and variant and not below(4, stream):
        yield c.TakeBackWager(seat, made[0])


# ------------------------------------------------------------------------------------------- what may go wrong

MARKED = ("void round", "as elected")

OF_A_STEP = ("stub-count", "chips-miscounted", "wrong-deck")
"""What is found by a step of the table, or of real cards alone."""


def mishaps(t: TableRules) -> Iterator[tuple[str, str, str, bool]]:
    """What is reported, in which phase, by whom, and whether at a seat.

    The system's own cards are dealt at once: no dealer is short, and none lies there while bets are just closed.
    """
    for known in IRREGULARITIES:
        if _known(t, t.rules, known):
            role = "supervisor" if known.kind == "hole-card-exposed-late" else "dealer"
            for phase in known.phases:
                late = phase not in IN_THE_DEAL and known.kind == "shoe-jam"  # the system knows that all were dealt
                late |= phase in TOLD_LATE.get(known.kind, ())
                if phase != "short" and not late and (known.kind, phase) != ("hole-card-exposed-late", "closed"):
                    yield known.kind, phase, role, False


def _known(t: TableRules, rules: CaribbeanStudRules, known: Irregularity) -> bool:
    if known.rule not in rules.edition.citations or known.kind in OF_A_STEP:
        return False
    if known.kind == "shoe-jam":
        return t.dealing is not None and t.dealing.device == AUTOMATED_SHOE
    if known.effect == "as elected":
        return voids_round(rules, known)
    return known.effect in MARKED or known.kind == "face-up-card"
