"""The real engine beside the simulation: the same deals, settled by the law, must pay the same to the cent.

The cards of a round are dealt anew from its counter in plain Python, the decisions are made anew, and the round is
settled as `upcard settle` would settle it. Line by line, seat by seat and meter by meter it must come to what the
kernel made of it. The first rounds of the first block are checked in their order, their meters with them, and then
rounds in which a meter was hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from upcard.cards import Card, show_card
from upcard.exact.bonus_six import decision
from upcard.exact.stud_terms import pays_of, terms_of
from upcard.games.bonus_six.round_document import settle as settle_six
from upcard.games.caribbean_stud.round_document import settle as settle_stud
from upcard.games.payment import Meter, Payment, contribute, net, written_meters
from upcard.rules.caribbean_stud import FIVE_CARD_METER
from upcard.simulate import bonus_six, caribbean_stud
from upcard.simulate.price_arrays import decides
from upcard.simulate.run import Work
from upcard.simulate.table import SixTable, StudTable
from upcard.simulate.tally import Logged, Tally, cards, draws, hands, key_of
from upcard.units import micros, show_cents

DEFAULT_ROUNDS = 200


class Differs(Exception):
    """The simulation and the engine do not agree about a round; one of them is wrong."""


class Checked(msgspec.Struct, frozen=True):
    """How many rounds were settled by both."""

    rounds: int
    jackpots: int
    """Of them, rounds in which a meter was hit, found by the simulation."""


def check(asked: Work, tally: Tally, rounds: int = DEFAULT_ROUNDS) -> Checked:
    """Settle that many rounds again, and as many of those that hit a meter; a difference is a `Differs`."""
    first = min(rounds, asked.length(0))
    jackpots = CHECK[asked.table.game](asked.table, asked, first, tally.log[:rounds])
    return Checked(first + jackpots, jackpots)


# ---- Caribbean stud ------------------------------------------------------------------------------------------


def _check_stud_rounds(table: StudTable, asked: Work, first: int, hit: tuple[Logged, ...]) -> int:
    """The first rounds in their order, then those in which a meter was hit; how many those are."""
    if caribbean_stud.base_threshold(table) is not None:
        for round in range(first):
            _check_base(table, asked.seed, round)
        return 0
    meters = caribbean_stud.fresh(table, asked.block)
    standing = {name: Meter(micros(level.seed), micros(level.seed)) for name, level in table.levels}
    for round in range(first):
        standing = _fed(table, standing)
        found = caribbean_stud.play(table, key_of(asked.seed), round, 1, meters, asked.block)
        standing = _check_stud(table, asked.seed, round, standing, found, meters)
    for logged in hit:
        _check_hit(table, asked, logged)
    return len(hit)


def _fed(table: StudTable, meters: Mapping[str, Meter]) -> dict[str, Meter]:
    """The meters after the wagers of one round, put down one by one."""
    after = dict(meters)
    levels = dict(table.levels)
    for seat in table.stakes:
        for wager, cents in seat:
            five = wager in ("five_card_player", "five_card_dealer")
            for name in levels if five or wager == "progressive" else ():
                if (name == FIVE_CARD_METER) != five:
                    continue
                level, before = levels[name], after[name]
                fed = contribute(before, cents, level.rate, level.reserve_rate)
                over = 0 if level.limit is None else max(0, fed.amount - max(micros(level.limit), before.amount))
                kept = over if level.overflow == "reserve" else 0
                after[name] = Meter(fed.amount - over, fed.seed, fed.reserve + kept)
    return after


def stud_document(table: StudTable, seed: str, round: int, meters: Mapping[str, Meter]) -> dict[str, Any]:
    """A round of the simulation in the form that `upcard settle` reads."""
    key, pays, terms = key_of(seed), pays_of(table.rules), terms_of(table.rules)
    fast = caribbean_stud.base_threshold(table) is not None
    *players, dealer = caribbean_stud.base_hands(seed, round) if fast else hands(key, round, table.seats + 1)
    chances = {draw: (numerator, denominator) for draw, numerator, denominator in table.draws}
    magic, lucky = draws(key, round, chances, table.seats + 1)
    document: dict[str, Any] = {
        "edition": table.edition,
        "house": msgspec.json.decode(table.elections),
        "meters": written_meters(meters),
        "dealer": [show_card(card) for card in dealer],
        "seats": {
            str(number): {
                "cards": [show_card(card) for card in hand],
                "decision": "bet" if decides(strategy, pays, hand, dealer[-1], terms) else "fold",
                "wagers": {wager: show_cents(cents) for wager, cents in stakes},
            }
            for number, (hand, strategy, stakes) in enumerate(
                zip(players, table.strategies, table.stakes, strict=True), 1
            )
        },
    }
    if magic is not None:
        document["magic_card"] = show_card(magic)
    if lucky is not None:
        document["lucky"] = "dealer" if lucky == table.seats else str(lucky + 1)
    return document


LINES: dict[str, tuple[str, ...]] = {
    "tip": ("tip",),
    "progressive": ("progressive", "envy"),
    "bonus": ("bonus",),
    "cover_all": ("cover_all",),
}
"""The payments behind a line; the two five card wagers are compared together, for draws are paid on either."""


def _back(payments: tuple[Payment, ...], wagers: tuple[str, ...]) -> int:
    return sum(payment.returned + payment.paid for payment in payments if payment.wager in wagers)


def _check_stud(
    table: StudTable,
    seed: str,
    round: int,
    standing: Mapping[str, Meter],
    found: Tally,
    meters: caribbean_stud.Meters,
) -> dict[str, Meter]:
    """One round by the engine against the kernel; the meters as the engine leaves them."""
    settled = settle_stud(table.rules, stud_document(table, seed, round, standing))
    payments = settled.payments
    staked = sum(payment.staked for payment in payments if payment.wager in ("ante", "bet"))
    said = _Said(seed, round)
    said.same("ante and bet", found.lines["game"].sum, _back(payments, ("ante", "bet")) - staked)
    for line, wagers in LINES.items():
        said.same(line, found.lines[line].sum, _back(payments, wagers))
    five = found.lines["five_card_player"].sum + found.lines["five_card_dealer"].sum
    said.same("five card", five, _back(payments, ("five_card_player", "five_card_dealer", "magic_card", "lucky")))
    for at, seat in enumerate(table.stakes):
        aside = sum(cents for wager, cents in seat if wager not in ("ante", "tip"))
        said.same(f"seat {at + 1}", found.seats[at] - aside, net(payments, at + 1))
    for at, (level, _) in enumerate(table.levels):
        after = settled.meters[level]
        said.same(f"the meter {level} in millionths", meters.amounts[at], after.amount, show=str)
        said.same(f"the reserve of {level} in millionths", meters.reserves[at], after.reserve, show=str)
    return settled.meters


def _check_base(table: StudTable, seed: str, round: int) -> None:
    """A round of the base game alone."""
    payments = settle_stud(table.rules, stud_document(table, seed, round, {})).payments
    _Said(seed, round).same(
        "ante and bet", caribbean_stud.play_base(table, seed, round, 1).lines["game"].sum, net(payments, 1)
    )


def _check_hit(table: StudTable, asked: Work, logged: Logged) -> None:
    """A round in which a meter was hit, from the meters that its settlement found."""
    standing = {
        name: Meter(amount, micros(level.seed), reserve)
        for (name, level), amount, reserve in zip(table.levels, logged.amounts, logged.reserves, strict=True)
    }
    meters = caribbean_stud.fresh(table, asked.block)
    meters.state[0], meters.state[2] = logged.amounts, logged.reserves
    found = caribbean_stud.play(table, key_of(asked.seed), logged.round, 1, meters, asked.block, fed=True)
    _check_stud(table, asked.seed, logged.round, standing, found, meters)


class _Said:
    """What both say about a round."""

    def __init__(self, seed: str, round: int) -> None:
        self._where = f"round {round} of the seed {seed!r}"

    def same(self, what: str, simulated: int, engine: int, show: Any = show_cents) -> None:
        if simulated != engine:
            raise Differs(f"{self._where}: {what}: the simulation says {show(simulated)}, the engine {show(engine)}")


# ---- Bonus 6 -------------------------------------------------------------------------------------------------


def _six_seat(table: SixTable, dealt: tuple[Card, ...], seat: int) -> dict[str, Any]:
    """A seat's cards and decisions, each made on what lies before it then."""
    many, rules = table.seats, table.rules
    community = dealt[2 * many]
    own = [dealt[2 * seat], dealt[2 * seat + 1]]
    decisions: list[str] = []
    for street in (2, 3):
        act = decision(rules, (*own, community), insured=table.insured).best
        decisions.append(act)
        if act == "fold":
            break
        own.append(dealt[street * many + 1 + seat])
    else:
        decisions.append(decision(rules, (*own, community), insured=table.insured).best)
        if decisions[-1] == "card":
            own.append(dealt[4 * many + 1 + seat])
    tips = 1 + decisions.count("bet") * rules.further_tips
    wagers = {"ante": show_cents(table.antes[seat])}
    if table.insured:
        wagers["insurance"] = show_cents(table.antes[seat] // rules.law.insurance_divisor)
    return {
        "cards": [show_card(card) for card in own],
        "decisions": decisions,
        "wagers": wagers,
        "tips": [show_cents(table.tips[seat])] * tips if table.tips[seat] else [],
    }


def six_document(table: SixTable, seed: str, round: int) -> dict[str, Any]:
    """A round of the simulation in the form that `upcard settle` reads."""
    dealt = cards(key_of(seed), round, 5 * table.seats + 1)
    return {
        "edition": table.edition,
        "house": msgspec.json.decode(table.elections),
        "community": show_card(dealt[2 * table.seats]),
        "seats": {str(seat + 1): _six_seat(table, dealt, seat) for seat in range(table.seats)},
    }


def _check_six(table: SixTable, seed: str, round: int) -> None:
    payments = settle_six(table.rules, six_document(table, seed, round)).payments
    found = bonus_six.play(table, key_of(seed), round, 1)
    said = _Said(seed, round)
    tips = [payment for payment in payments if payment.wager == "tip"]
    others = [payment for payment in payments if payment.wager != "tip"]
    for line, listed in (("game", others), ("tip", tips)):
        said.same(line, found.lines[line].sum, sum(p.returned + p.paid - p.staked for p in listed))
    for seat in range(table.seats):
        said.same(f"seat {seat + 1}", found.seats[seat], net(payments, seat + 1))


def _check_six_rounds(table: SixTable, asked: Work, first: int, hit: tuple[Logged, ...]) -> int:
    for round in range(first):
        _check_six(table, asked.seed, round)
    return len(hit)


CHECK: dict[str, Callable[[Any, Work, int, tuple[Logged, ...]], int]] = {
    StudTable.game: _check_stud_rounds,
    SixTable.game: _check_six_rounds,
}
