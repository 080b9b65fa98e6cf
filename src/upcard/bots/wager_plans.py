"""The wagers of a seat before the deal: a walk from an empty place to a full one, found once and then looked up.

A plan names, for each state in which a seat can be found on the way, the wager that comes next. No state is met twice,
so that a seat which was left half way goes on from what lies there; one that is found in any other state is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from upcard.bots.seeded_random import lots
from upcard.cards import below
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.round import Seat
from upcard.games.caribbean_stud.wagers import listed, most
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import Act, Actor, Table, decide, evolve
from upcard.tables import commands as c

DOLLAR = 100
USUAL = 5 * DOLLAR
"""The ante of a table whose house names no minimum."""

ANTES = (1, 1, 2, 3, 5)
SIDES = (DOLLAR, DOLLAR, 2 * DOLLAR, 5 * DOLLAR)
Found: TypeAlias = tuple[Any, ...] | None
Plan: TypeAlias = dict[Found, c.Play]


def found(seat: Any) -> Found:
    """What lies at a seat while bets are open, as something to look up; None for an empty place."""
    if seat is None:
        return None
    if isinstance(seat, Seat):
        return seat.ante, seat.match_play, seat.coupon, *seat.wagers.items()
    return seat.ante, seat.insurance, seat.tips


def plan(t: TableRules, seed: str, seat: int, variant: int, *, covered: bool, purse: int | None = None) -> Plan:
    """One set of wagers for a seat, each of them tried; `covered` where a cover all wager would be paid.

    A `purse` covers them and whatever may be put down after them in the same hand.
    """
    by = Actor("", "player")
    table = Table()
    for command in (c.OpenTable(), c.TakeSeat(seat, by.id)):
        table = _after(t, table, Actor("", "dealer"), command)
    steps: Plan = {}
    for wager in _wanted(t, seed, seat, variant, covered=covered, purse=purse):
        coupon = not hasattr(wager, "wager")
        cost = 0 if coupon else getattr(wager, "cents", 0) * t.rules.times(wager.wager)
        if purse is not None and cost > purse:
            continue
        assert table.round is not None
        before = found(table.round.seats.get(seat))
        try:
            after = _after(t, table, by, c.Play(wager))
        except Refused:
            continue
        assert after.round is not None
        if found(after.round.seats.get(seat)) not in steps:
            steps[before] = c.Play(wager)
            table = after
            purse = None if purse is None else purse - cost
    return steps


def taken(t: TableRules, table: Table, command: Any) -> bool:
    """Whether the house still takes a wager that was planned, beside what the others have put down."""
    if (getattr(command, "wager", "") or getattr(command, "coupon", "")) in t.stopped:
        return isinstance(command, stud.TakeBackWager)
    if t.rules.liability_limit is None:
        return True
    game: Any = six if isinstance(t.rules, BonusSixRules) else stud
    try:
        game.decide(t.rules, table.round, command)
    except Refused:
        return False
    return True


def _after(t: TableRules, table: Table, by: Actor, command: c.Command) -> Table:
    for entry in decide(t, table, Act(by, "", command)):
        table = evolve(table, entry.event)
    return table


def _wanted(t: TableRules, seed: str, seat: int, variant: int, *, covered: bool, purse: int | None) -> Iterator[Any]:
    afford = None if purse is None else purse // t.rules.times("ante")
    stream = lots(seed, t.name, variant, f"wagers {seat}")
    if isinstance(t.rules, BonusSixRules):
        return _six(t.rules, seat, variant, stream, afford)
    return _stud(t.rules, seat, variant, stream, afford, covered=covered)


def _ante(low: int, high: int | None, variant: int, stream: Iterator[int], afford: int | None) -> int:
    """A few times the least ante, in whole dollars where the bounds leave one; the fullest plan stakes the least."""
    least = low if low > 1 or (high is not None and high < USUAL) else USUAL
    times = ANTES[below(len(ANTES), stream)]
    cents = least * (times if variant else 1)
    high = high if afford is None else min(afford, high or afford)
    return cents if high is None else max(low, min(cents, high - high % DOLLAR or high))


def _stud(
    rules: CaribbeanStudRules, seat: int, variant: int, stream: Iterator[int], afford: int | None, *, covered: bool
) -> Iterator[stud.Command]:
    """Most seats play for the progressive, many make each other wager, a few bring a coupon or think again."""
    ante = _ante(rules.minimum, most(rules, Seat(), "ante"), variant, stream, afford)
    yield stud.PlaceWager(seat, "ante", ante)
    made: list[str] = []
    for wager in rules.wagers:
        chosen, size = below(8, stream), below(len(SIDES), stream)
        if wager == "cover_all" and not covered:
            continue
        if wager == "progressive" and rules.progressive is not None and (chosen or not variant):
            if chosen == 1 and variant and rules.progressive_coupon is not None:
                yield stud.PlaceCoupon(seat, "progressive", rules.progressive_coupon)
            amounts = rules.progressive.wagers
            yield stud.PlaceWager(seat, "progressive", amounts[size % len(amounts)])
        elif wager != "progressive" and (chosen < (2 if wager == "tip" else 4) or not variant):
            amounts = listed(rules, wager) or SIDES
            cents = min(amounts[size % len(amounts)], rules.maxima.get(wager, SIDES[-1]))
            yield stud.PlaceWager(seat, wager, min(cents, ante) if wager == "tip" else cents)
            made.append(wager)
    if rules.match_play is not None and not below(6, stream):
        yield stud.PlaceCoupon(seat, "match_play", ante)
    if len(made) > 1 and variant and not below(4, stream):
        yield stud.TakeBackWager(seat, made[0])


def _six(
    rules: BonusSixRules, seat: int, variant: int, stream: Iterator[int], afford: int | None
) -> Iterator[six.Command]:
    """An ante that can be halved, insurance for about half the seats, now and then a tip."""
    cents = _ante(rules.minimum, rules.maximum, variant, stream, afford)
    divisor = rules.law.insurance_divisor
    even = cents + -cents % divisor
    ante = even if all(bound is None or even <= bound for bound in (rules.maximum, afford)) else cents
    yield six.PlaceWager(seat, "ante", ante)
    insured, tips, again = below(2, stream), below(3, stream), below(6, stream)
    if insured or not variant:
        yield six.PlaceWager(seat, "insurance", ante // divisor)
    if not tips or not variant:
        yield six.PlaceWager(seat, "tip", min(DOLLAR, rules.tip_maximum or DOLLAR))
        if not again and insured and variant:
            yield six.TakeBackWager(seat, "insurance")
