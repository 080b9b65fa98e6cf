"""The rules of one table of a house: its game, and everything around the game that the law has a say in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from upcard.errors import HouseError, LawError
from upcard.law import EDITIONS, Edition, edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.implements import plays
from upcard.rules.bonus_six import BonusSixRules, resolve_bonus_six
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_WAGERS, CaribbeanStudRules, resolve_caribbean_stud
from upcard.rules.dealing import DealingMethod, dealing_methods
from upcard.rules.election import Elections
from upcard.rules.jackpot import FIVE_CARD, Jackpot
from upcard.rules.owned_deck import COLORS, OwnedDeck, backs_of, read_decks
from upcard.rules.progressive import schedules
from upcard.units import show_dollars

Rules: TypeAlias = CaribbeanStudRules | BonusSixRules
MOST_SEATS = 9
DEFAULT_SEATS = 7


class Shuffler(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An automated shuffler and what it can do."""

    counts: bool = False
    cover_all_mode: bool = False


class TableRules(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one table is run by."""

    name: str
    rules: Any
    """The rules of the game, of its own kind."""
    seats: int
    mode: Literal["virtual", "keyed"]
    ways: tuple[DealingMethod, ...]
    """The ways of dealing that the house has registered; the table opens with the first."""
    shuffle: str
    shuffler: Shuffler | None
    backs: tuple[str, ...]
    shoe_side: Literal["left", "right"]
    jackpot: str | None
    five_card_jackpot: str | None
    draws: dict[str, Fraction]
    """How often a magic card or lucky position is drawn, where the house offers it."""
    decks: tuple[OwnedDeck, ...] = ()
    """The decks that the house owns for this table, where it describes them."""
    stopped: dict[str, str] = {}
    """By wager that the table takes no more of, why: the jackpot that it plays for stands still, or is lost."""

    @property
    def law(self) -> Any:
        return self.rules.law

    @property
    def edition(self) -> Edition:
        found: Edition = self.rules.edition
        return found

    @property
    def dealing(self) -> DealingMethod | None:
        """The way of dealing that the table opens with, where the game leaves a choice."""
        return self.ways[0] if self.ways else None

    @property
    def equipment(self) -> dict[str, Any]:
        """What the house file says of a table beside its elections, as JSON has it."""
        names = [method.name for method in self.ways]
        return {
            "seats": self.seats,
            "dealing": names if len(names) > 1 else "".join(names),
            "shuffle": self.shuffle,
            "shuffler": msgspec.to_builtins(self.shuffler),
            "shoe_side": self.shoe_side,
            "jackpot": self.jackpot,
            "five_card_jackpot": self.five_card_jackpot,
            "draws": {name: f"{chance.numerator}/{chance.denominator}" for name, chance in self.draws.items()},
        }

    @property
    def stub_count_due_after(self) -> int | None:
        """How many rounds may pass between stub counts as the table opens, or None where none is required."""
        method = self.dealing
        if method is None or method.count_every is None:
            return None
        spared = method.counting_shuffler_rule is not None and getattr(self.rules.law, "counted_deck_spared", None)
        return None if spared and self.shuffler is not None and self.shuffler.counts else method.count_every


def _edition(value: Any, where: str) -> Edition:
    if value is None:
        raise HouseError(f"{where}.edition", f"a table is played under an edition: {', '.join(EDITIONS)}")
    try:
        return edition(str(value))
    except LawError as error:
        raise HouseError(f"{where}.edition", str(error)) from error


def _texts(house: Elections, field: str) -> tuple[str, ...]:
    value = house.take(field)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise house.error(field, "a list of names is expected")
    return tuple(value)


def _choice(house: Elections, field: str, choices: tuple[str, ...], default: str) -> str:
    value = house.take(field)
    if value is None:
        return default
    if value not in choices:
        raise house.error(field, f"{value!r} is not one of {', '.join(choices)}")
    return str(value)


def _seats(house: Elections) -> int:
    value = house.take("seats")
    if value is None:
        return DEFAULT_SEATS
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_SEATS:
        raise house.error("seats", f"a table has 1 to {MOST_SEATS} seats")
    return value


class _Equipment(NamedTuple):
    devices: tuple[str, ...]
    signs: tuple[str, ...]


def _equipment(house: Elections, found: Edition) -> _Equipment:
    """A table that is set aside for the game, with its devices and the signs that the law wants posted."""
    law = found.law
    if not house.offered("designated", True, "designation") and law.designated_table:
        raise house.error("designated", "the table must be designated for this game", "designated_table")
    devices, signs = _texts(house, "devices"), _texts(house, "signs")
    if isinstance(law, CaribbeanStudLaw):
        for device in law.required_devices or ():
            if device not in devices:
                raise house.error("devices", f"the table needs its {device}", "required_devices")
        if law.bet_schedule_posted and "bet schedule" not in signs:
            raise house.error("signs", "the bet schedule stands on a sign or the layout", "bet_schedule_posted")
    elif law.pay_schedule_posted and "pay schedule" not in signs:
        raise house.error("signs", "the pay schedule stands on a sign or the layout", "pay_schedule_posted")
    return _Equipment(devices, signs)


def _progressive_equipment(house: Elections, rules: CaribbeanStudRules, equipment: _Equipment) -> None:
    """Where the progressive is offered: each seat's device for it and, where signs are required, its schedule."""
    if rules.progressive is None:
        return
    device = rules.law.progressive_device
    if device not in equipment.devices:
        raise house.error("devices", f"a progressive wager takes the {device} at each seat", "progressive_device")
    if "signage" in (rules.law.required_devices or ()) and "progressive schedule" not in equipment.signs:
        rule = rules.progressive.lines[rules.progressive.top_hand].rule
        raise house.error("signs", "the progressive schedule stands on a sign or the layout", rule)


def _shuffler(house: Elections, where: str) -> Shuffler | None:
    value = house.take("shuffler")
    if value is None:
        return None
    if value is True:
        return Shuffler()
    try:
        return msgspec.convert(value, Shuffler)
    except msgspec.ValidationError as error:
        raise HouseError(f"{where}.shuffler", str(error)) from error


def _shuffle(house: Elections, law: Any, shuffler: Shuffler | None) -> str:
    """How the deck is shuffled after every round; a device at the table is the one that does it."""
    methods: tuple[str, ...] = getattr(law, "shuffle_methods", ("hand", "shuffler"))
    first = "shuffler" if shuffler else "hand"
    ordered = tuple(dict.fromkeys((first, *methods)))
    method = house.one_of("shuffle", ordered, rule="shuffle_methods", default=first)
    if method == "pre-shuffled":
        because = "pre-shuffled cards open a table; after a round they are shuffled by hand or by a device"
        raise house.error("shuffle", because, "shuffled_every_round")
    if method == "shuffler" and shuffler is None:
        raise house.error("shuffle", "there is no shuffler at the table", "shuffle_methods")
    if method == "hand" and shuffler is not None and getattr(law, "device_removed_first", None):
        raise house.error("shuffle", "a shuffler leaves the table before another way is used", "device_removed_first")
    return method


def _backs(house: Elections, law: Any, shuffler: Shuffler | None, decks: tuple[OwnedDeck, ...]) -> tuple[str, ...]:
    """The backs of the decks: one, or where the law permits it two that alternate."""
    backs = backs_of(house, decks, _texts(house, "backs"))
    if len(backs) <= law.single_deck:
        return backs
    if getattr(law, "second_deck_needs", None) is None or len(backs) > law.single_deck + 1:
        raise house.error("backs", f"{len(backs)} decks: the game is dealt from one", "single_deck")
    if shuffler is None:
        raise house.error("backs", "a second deck needs an automated shuffler", "second_deck_needs")
    if len({COLORS.get(color := back.strip().casefold(), color) for back in backs}) != len(backs):
        raise house.error("backs", "the two decks have backs of different colours", "second_deck_alternates")
    return backs


def _ways(house: Elections, law: CaribbeanStudLaw, shuffle: str) -> tuple[DealingMethod, ...]:
    """The ways of dealing of a table, each with what it needs: one, or a list whose first the table opens with."""
    methods = dealing_methods(law)
    value = house.take("dealing")
    if value is None:
        raise house.error("dealing", f"a way to deal must be elected: {' or '.join(methods)}")
    listed = value if isinstance(value, list) else [value]
    for name in listed or [value]:
        if not isinstance(name, str) or name not in methods:
            rule = next(iter(methods.values())).permit_rule
            raise house.error("dealing", f"{name!r} is not permitted; it is {' or '.join(methods)}", rule)
    ways = tuple(methods[name] for name in listed)
    if len(set(listed)) != len(listed):
        raise house.error("dealing", "each way to deal is named once", ways[0].permit_rule)
    for method in ways:
        if method.needs == "shuffler" and shuffle != "shuffler":
            raise house.error("dealing", "dealing from the hand takes an automated shuffler", method.needs_rule)
        if method.device == "shuffler" and shuffle != "shuffler":
            raise house.error("dealing", "groups of five come from the device that shuffles", method.order_rule)
    shoes = [method for method in ways if method.device in ("manual-shoe", "automated-shoe")]
    if shoes and not house.offered("shoe_approved", True, "shoe"):
        raise house.error("shoe_approved", "the shoe and its place are approved for this table", shoes[0].permit_rule)
    return ways


_CHANCE = re.compile(r"([0-9]{1,9})/([1-9][0-9]{0,8})")


def _chance(value: Any) -> Fraction:
    """A probability written as a fraction; anything else is none at all."""
    match = _CHANCE.fullmatch(value) if isinstance(value, str) else None
    return Fraction(int(match[1]), int(match[2])) if match else Fraction(0)


def _draws(house: Elections, rules: CaribbeanStudRules) -> dict[str, Fraction]:
    """The probability of each draw that the house offers."""
    found: dict[str, Fraction] = {}
    for draw in DRAWS:
        value = house.take(draw)
        if value is None:
            continue
        if rules.five_card is None:
            raise house.error(draw, "it is paid on the five card hand bonus, which is not offered", draw)
        chance = _chance(value)
        plays(rules.law, "draw_probability", "elected")
        if not 0 < chance <= 1:
            raise house.error(draw, 'its probability must be elected, such as "1/52"', "draw_probability")
        found[draw] = chance
    return found


def _jackpot(house: Elections, field: str, jackpots: Mapping[str, Jackpot]) -> Jackpot | None:
    value = house.take(field)
    if value is None:
        return None
    if not isinstance(value, str) or value not in jackpots:
        raise house.error(field, f"the house has no jackpot {value!r}")
    return jackpots[value]


def _play_for(house: Elections, found: Edition, jackpot: Jackpot | None, five_card: Jackpot | None) -> None:
    """What a table offers because of the jackpots that it plays for."""
    law = found.law
    assert isinstance(law, CaribbeanStudLaw)
    if jackpot is not None:
        known = schedules(law)
        if jackpot.schedule not in known:
            because = f"{found.id} does not know its schedule {jackpot.schedule}; it knows {', '.join(known)}"
            raise house.error("jackpot", because, "progressive_tables")
        house.put("progressive", jackpot.schedule, "jackpot")
        if jackpot.wager is not None:
            house.put("progressive_wager", jackpot.wager, "jackpot")
        elif house.has("progressive_wager"):
            because = f"all that play for {jackpot.name} take the same wager: elect it there"
            raise house.error("progressive_wager", because, "elected_wager_tables")
    if five_card is not None:
        if law.five_card_table is None:
            raise house.error("five_card_jackpot", f"{found.id} knows no five card hand bonus")
        if five_card.schedule != FIVE_CARD:
            because = f"{five_card.name} is no jackpot for the five card hand bonus: its schedule is {FIVE_CARD!r}"
            raise house.error("five_card_jackpot", because, "five_card_table")
        house.put("five_card", True, "five_card_jackpot")


def _check_range(house: Elections, rules: CaribbeanStudRules) -> None:
    """The house's own range must leave something to wager within the limit of the law."""
    if rules.limit is None:
        return
    shown = show_dollars(rules.limit)
    if rules.maximum is not None and rules.maximum > rules.limit:
        raise house.error("maximum", f"an ante stays within the limit of {shown}", "limit")
    least = rules.minimum * rules.limited_antes
    if least > rules.limit:
        because = f"the smallest ante and its bet do not fit within the limit of {shown}"
        raise house.error("minimum", because, "limit")
    wager = rules.progressive.wagers[0] if rules.progressive else 0
    if wager + (least if rules.limit_takes_progressive else 0) > rules.limit:
        because = f"{shown} leaves no room for the progressive wager of {show_dollars(wager)}"
        raise house.error("limit", because, "limit")


def _check_liability(house: Elections, least: int, limit: int | None) -> None:
    """An elected limit must leave room for the smallest wager."""
    if limit is not None and least > limit:
        because = f"the smallest ante alone could come to cost {show_dollars(least)}"
        raise house.error("liability_limit", because)


def _cover_all(house: Elections, rules: CaribbeanStudRules, seats: int, shuffler: Shuffler | None) -> None:
    if rules.cover_all is None:
        return
    plays(rules.law, "cover_all_shuffler_mode", "cover all")
    if shuffler is None or not shuffler.cover_all_mode:
        raise house.error("cover_all", "the shuffler must be set to its cover all mode", "cover_all_shuffler_mode")
    fullest = seats + (rules.cover_all_counts == "hands")
    if fullest not in rules.cover_all:
        raise house.error("cover_all", f"there is no column for a full table ({fullest})", "cover_all_columns")


def _at_a_table(house: Elections, rules: CaribbeanStudRules) -> CaribbeanStudRules:
    """At a table a five card hand bonus wager has an amount, whether or not the house elected one."""
    if rules.five_card is None:
        return rules
    if any(rules.maxima.get(wager, rules.five_card_least) < rules.five_card_least for wager in FIVE_CARD_WAGERS):
        because = f"the five card hand bonus wager is {show_dollars(rules.five_card_least)}"
        raise house.error("five_card_maximum", because, "five_card_wager")
    return msgspec.structs.replace(rules, five_card_wagers=rules.five_card_wagers or (rules.five_card_least,))


def read_table(value: Mapping[str, Any], jackpots: Mapping[str, Jackpot]) -> TableRules:
    """One table of a house, checked against its edition."""
    name = value.get("name")
    if not isinstance(name, str) or not name:
        raise HouseError("table.name", "a table has a name")
    where = f"table {name!r}"
    found = _edition(value.get("edition"), where)
    house = Elections(found, {k: v for k, v in value.items() if k not in ("name", "edition")}, where)
    seats = _seats(house)
    mode = _choice(house, "mode", ("virtual", "keyed"), "virtual")
    shoe_side = _choice(house, "shoe_side", ("left", "right"), "left")
    equipment = _equipment(house, found)
    shuffler = _shuffler(house, where)
    law = found.law
    shuffle = _shuffle(house, law, shuffler)
    decks = read_decks(house, law)
    backs = _backs(house, law, shuffler, decks)
    jackpot: Jackpot | None = None
    five_card: Jackpot | None = None
    ways: tuple[DealingMethod, ...] = ()
    draws: dict[str, Fraction] = {}
    rules: Rules
    if isinstance(law, CaribbeanStudLaw):
        jackpot = _jackpot(house, "jackpot", jackpots)
        five_card = _jackpot(house, "five_card_jackpot", jackpots)
        _play_for(house, found, jackpot, five_card)
        ways = _ways(house, law, shuffle)
        rules = _at_a_table(house, resolve_caribbean_stud(house, found))
        draws = _draws(house, rules)
        if rules.progressive is not None and jackpot is None:
            raise house.error("progressive", "the table needs a jackpot whose meter it plays for")
        if rules.five_card is not None and five_card is None:
            raise house.error("five_card", "the table needs a five_card_jackpot whose meter it plays for")
        _progressive_equipment(house, rules, equipment)
        _cover_all(house, rules, seats, shuffler)
        _check_range(house, rules)
        bets = max(odds.pays(rules.law.bet_multiple * rules.minimum) for odds, _ in rules.bet.values())
        _check_liability(house, rules.ante.pays(rules.minimum) + bets, rules.liability_limit)
    else:
        rules = resolve_bonus_six(house, found)
        if rules.maximum is None:
            because = "an ante lies within the range that the house has posted: its upper end is named"
            raise house.error("maximum", because, "ante_range")
        if rules.minimum > 1 and "limits" not in equipment.signs:
            raise house.error("signs", "a minimum wager is posted at the table", "ante_range")
        wagers = rules.minimum * rules.times("ante")
        best = max(odds.pays(wagers) for odds in rules.schedule.lines.values())
        _check_liability(house, best, rules.liability_limit)
    house.done()
    return TableRules(
        name=name, rules=rules, seats=seats, mode=_mode(mode), ways=ways, shuffle=shuffle, shuffler=shuffler,
        backs=backs, shoe_side="left" if shoe_side == "left" else "right", jackpot=jackpot.name if jackpot else None,
        five_card_jackpot=five_card.name if five_card else None, draws=draws, decks=decks,
    )  # fmt: skip


def _mode(mode: str) -> Literal["virtual", "keyed"]:
    return "keyed" if mode == "keyed" else "virtual"
