"""The table that is simulated: its rules by name, who wagers what, how each seat plays, and what feeds the meters.

It is small and made of plain values, so that it can be sent to any machine, which then makes its own prices from it.

>>> lone = stud_table(caribbean_stud("sd-2015"), [{"ante": 1000}])
>>> lone.game, lone.seats, lone.rules.edition.id
('caribbean-stud', 1, 'sd-2015')
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

import msgspec

from upcard.errors import HouseError, Refused
from upcard.exact.caribbean_stud import STRATEGIES
from upcard.games.bonus_six.round import Seat as SixSeat
from upcard.games.bonus_six.wagers import check_ante, check_insurance, check_tips
from upcard.games.bonus_six.wagers import check_liability as check_six_liability
from upcard.games.caribbean_stud.round import Seat
from upcard.games.caribbean_stud.wagers import check_amount, check_liability, check_offered
from upcard.rules.bonus_six import BonusSixRules, bonus_six
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_METER, SIDE_WAGERS, CaribbeanStudRules, caribbean_stud
from upcard.rules.jackpot import PER_UNIT, Level, parse_rate
from upcard.units import show_cents, show_dollars

MOST_SEATS = 7
MOST_STAKE = 2**31
"""In cents: no round of a larger one could be held in the sums."""
DEFAULT_STRATEGY = "optimal"
DEFAULT_SEED = 1_000_000
DEFAULT_RATE = "25%"
"""Of a meter for which nobody elected anything: $10,000, and the least rate of the law or a quarter."""

Wagers: TypeAlias = Mapping[str, int]


@lru_cache(maxsize=64)
def _stud(edition: str, elections: str) -> CaribbeanStudRules:
    return caribbean_stud(edition, json.loads(elections))


@lru_cache(maxsize=64)
def _six(edition: str, elections: str) -> BonusSixRules:
    return bonus_six(json.loads(elections), edition)


class StudTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of Caribbean stud with its players; seat 1 is the first of each tuple."""

    game: ClassVar[str] = "caribbean-stud"
    edition: str
    elections: str
    """As JSON, in the form of `upcard settle`."""
    stakes: tuple[tuple[tuple[str, int], ...], ...]
    strategies: tuple[str, ...]
    levels: tuple[tuple[str, Level], ...] = ()
    draws: tuple[tuple[str, int, int], ...] = ()
    """How often the system draws a magic card or a lucky position, as a fraction."""

    @property
    def seats(self) -> int:
        return len(self.stakes)

    @property
    def rules(self) -> CaribbeanStudRules:
        return _stud(self.edition, self.elections)

    def staked(self, wager: str) -> tuple[int, ...]:
        """What each seat puts on a wager, in cents."""
        return tuple(dict(seat).get(wager, 0) for seat in self.stakes)

    @property
    def antes(self) -> tuple[int, ...]:
        return self.staked("ante")

    @property
    def played_by(self) -> str:
        """How the seats play, in words."""
        return ", ".join(dict.fromkeys(self.strategies))

    @property
    def lone_strategy(self) -> str | None:
        """How the one player plays at a table where nothing but an ante is put down."""
        return self.strategies[0] if self.seats == 1 and self.before_the_deal == self.antes[0] else None

    def document(self) -> dict[str, Any]:
        """Seats and draws as plain values."""
        seats = [
            {"strategy": strategy, **{wager: show_cents(cents) for wager, cents in stakes}}
            for strategy, stakes in zip(self.strategies, self.stakes, strict=True)
        ]
        return {"seats": seats, "draws": {draw: f"{of}/{every}" for draw, of, every in self.draws}}

    @property
    def before_the_deal(self) -> int:
        """All that is put down before the deal, in cents."""
        return sum(cents for seat in self.stakes for _, cents in seat)

    @property
    def metered(self) -> bool:
        """Whether rounds depend on those before them."""
        return bool(self.levels)


class SixTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of Bonus 6 with its players, all of them insured or none."""

    game: ClassVar[str] = "bonus-six"
    metered: ClassVar[bool] = False
    lone_strategy: ClassVar[str | None] = None
    levels: ClassVar[tuple[tuple[str, Level], ...]] = ()
    draws: ClassVar[tuple[tuple[str, int, int], ...]] = ()
    edition: str
    elections: str
    antes: tuple[int, ...]
    tips: tuple[int, ...]
    """With the ante, and with each bet where the house takes them."""
    insured: bool = False

    @property
    def seats(self) -> int:
        return len(self.antes)

    @property
    def rules(self) -> BonusSixRules:
        return _six(self.edition, self.elections)

    @property
    def played_by(self) -> str:
        return f"{'insured' if self.insured else 'not insured'}, best play"

    def document(self) -> dict[str, Any]:
        seats = [
            {"ante": show_cents(ante), **({"tip": show_cents(tip)} if tip else {})}
            for ante, tip in zip(self.antes, self.tips, strict=True)
        ]
        return {"insured": self.insured, "seats": seats}


Table: TypeAlias = StudTable | SixTable


# ---- made and checked -----------------------------------------------------------------------------------------


def _seats(many: int) -> None:
    if not 1 <= many <= MOST_SEATS:
        raise Refused(None, f"seats: {many} cannot play at one table; 1 to {MOST_SEATS} can")


def stud_table(
    rules: CaribbeanStudRules,
    wagers: Sequence[Wagers],
    *,
    strategies: Sequence[str] | None = None,
    levels: Mapping[str, Level] | None = None,
    draws: Mapping[str, Fraction] | None = None,
) -> StudTable:
    """A table with these wagers in cents, seat 1 first; what the law or the house refuses is a `Refused`."""
    _seats(len(wagers))
    chosen = tuple(strategies or (DEFAULT_STRATEGY,) * len(wagers))
    if len(chosen) != len(wagers):
        raise Refused(None, f"strategy: {len(chosen)} strategies do not fit {len(wagers)} seats")
    for strategy in chosen:
        if strategy not in STRATEGIES:
            raise Refused(None, f"strategy: {strategy!r} is not one of {', '.join(STRATEGIES)}")
    for seat in wagers:
        _check_wagers(rules, seat, len(wagers))
    sides = [Seat(seat["ante"], {wager: cents for wager, cents in seat.items() if wager != "ante"}) for seat in wagers]
    check_liability(rules, dict(enumerate(sides)))
    given = default_levels(rules) if levels is None else dict(levels)
    if set(given) != set(rules.levels):
        raise HouseError("levels", f"the meters are {', '.join(rules.levels) or 'none'}, not {', '.join(given)}")
    found = {draw: chance for draw, chance in (draws or {}).items() if chance}
    for draw, chance in found.items():
        if draw not in DRAWS or rules.five_card is None or getattr(rules, draw) is None or not 0 < chance <= 1:
            raise HouseError(draw, "it is drawn with a probability up to 1 where the five card bonus offers it")
    return StudTable(
        edition=rules.edition.id,
        elections=json.dumps(rules.elections, sort_keys=True),
        stakes=tuple(tuple((wager, cents) for wager, cents in seat.items() if cents) for seat in wagers),
        strategies=chosen,
        levels=tuple((level, given[level]) for level in _played_for(rules, wagers)),
        draws=tuple((draw, chance.numerator, chance.denominator) for draw, chance in sorted(found.items())),
    )


def _played_for(rules: CaribbeanStudRules, wagers: Sequence[Wagers]) -> tuple[str, ...]:
    """The meters that somebody's wager plays for."""
    made = {wager for seat in wagers for wager, cents in seat.items() if cents}
    five = bool(made & {"five_card_player", "five_card_dealer"})
    return tuple(level for level in rules.levels if (five if level == FIVE_CARD_METER else "progressive" in made))


def _check_stake(wager: str, cents: int) -> None:
    if cents > MOST_STAKE:
        raise Refused(None, f"{wager}: wagers of this size could pay more in one round than a simulation can hold")


def _check_wagers(rules: CaribbeanStudRules, wagers: Wagers, seats: int) -> None:
    """Each wager is one that the table takes, of an amount that it takes."""
    for wager, cents in wagers.items():
        _check_stake(wager, cents)
    ante = wagers.get("ante", 0)
    check_amount(rules, Seat(), "ante", ante)
    for wager, cents in wagers.items():
        if wager == "ante":
            continue
        if cents or wager not in SIDE_WAGERS:
            check_offered(rules, wager)
        if cents:
            check_amount(rules, Seat(ante=ante), wager, cents)
    if wagers.get("cover_all"):
        assert rules.cover_all is not None
        column = seats + (rules.cover_all_counts == "hands")
        if column not in rules.cover_all:
            raise rules.refuse("cover_all_columns", f"cover_all: there is no column for {column}")


def default_levels(rules: CaribbeanStudRules) -> dict[str, Level]:
    """The meters of rules without a house: the seeds that the law lists, and the least rate that it asks for."""
    found: dict[str, Level] = {}
    if rules.progressive is not None:
        least = parse_rate(rules.law.progression_rate_minimum or DEFAULT_RATE)
        each = -(-least // len(rules.progressive.levels))
        for level in rules.progressive.levels:
            listed = rules.progressive.seed_cents(level)
            seed = DEFAULT_SEED if listed is None else listed
            found[level] = Level(seed=seed, rate=each)
    if rules.five_card is not None:
        found[FIVE_CARD_METER] = Level(seed=DEFAULT_SEED, rate=PER_UNIT // 4)
    return found


def six_table(
    rules: BonusSixRules, antes: Sequence[int], *, tips: Sequence[int] | None = None, insured: bool = False
) -> SixTable:
    """A table with these antes in cents; an insured one pays the insurance fee in every round."""
    _seats(len(antes))
    given = tuple(tips or (0,) * len(antes))
    if len(given) != len(antes):
        raise Refused(None, f"tip: {len(given)} tips do not fit {len(antes)} seats")
    most = max(line.odds for line in rules.schedule.lines.values())
    for ante, tip in zip(antes, given, strict=True):
        _check_stake("ante", ante * max(most, 1))
        _check_stake("tip", tip * max(most, 1))
        check_ante(rules, ante)
        check_tips(rules, SixSeat(ante=ante, tips=(tip,)))
        if insured and ante % rules.law.insurance_divisor:
            because = f"ante: half of {show_dollars(ante)} is no whole number of cents, and that is the insurance fee"
            raise rules.refuse("insurance_divisor", because)
        if insured:
            check_insurance(rules, ante, ante // rules.law.insurance_divisor)
    seats = (SixSeat(ante=ante, tips=(tip,)) for ante, tip in zip(antes, given, strict=True))
    check_six_liability(rules, dict(enumerate(seats)))
    return SixTable(
        edition=rules.edition.id,
        elections=json.dumps(rules.elections, sort_keys=True),
        antes=tuple(antes),
        tips=given,
        insured=insured,
    )


def side_wagers(rules: CaribbeanStudRules, seats: int) -> dict[str, int]:
    """Every side wager that the table offers, tips apart, at a common amount in cents: a dollar, or what is taken."""
    found: dict[str, int] = {}
    for wager in rules.wagers:
        if wager == "progressive":
            assert rules.progressive is not None
            found[wager] = rules.progressive.wagers[0]
        elif wager == "cover_all":
            assert rules.cover_all is not None
            if seats + (rules.cover_all_counts == "hands") in rules.cover_all:
                found[wager] = min(100, rules.maxima.get(wager, 100))
        elif wager != "tip":
            found[wager] = min(100, rules.maxima.get(wager, 100))
    return found
