"""What a house file is asked about a table of Caribbean stud: what it needs, what is said of it, what is warned of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from upcard.cards import Category
from upcard.document import Money, Ratio, Wager, doc
from upcard.law import Edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.clause import DealOrder
from upcard.law.registry import plays
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_WAGERS, CaribbeanStudRules, jackpots, resolve_at_table
from upcard.rules.caribbean_stud.progressive import Schedule, schedules
from upcard.rules.election import Caution, Elected, Elections, check_least, most_owed
from upcard.rules.jackpot import FIVE_CARD, Jackpot
from upcard.rules.table import DealingMethod, Setup, Shuffler, TableRules
from upcard.units import FULL_PERCENT, parse_dollars, show_cents, show_dollars

# ---- The ways to deal Caribbean stud that the editions know ------------------------------------------------


def dealing_methods(law: CaribbeanStudLaw) -> dict[str, DealingMethod]:
    """The ways to deal that an edition permits, by name.

    >>> from upcard.law import edition
    >>> list(dealing_methods(edition("ma").law))
    ['manual-shoe', 'from-hand', 'automated-shoe']
    """
    found = [*_south_dakota(law), *_massachusetts(law)]
    for method in found:
        _as_known(law, method)
    return {method.name: method for method in found}


def _as_known(law: CaribbeanStudLaw, method: DealingMethod) -> None:
    """Each is dealt in one way: unread cards face down, the stub unseen, the bets locked first, drawn by one hand."""
    if method.hidden_rule != method.order_rule:
        plays(law, method.hidden_rule, True)
    plays(law, method.stub_rule, "unexposed")
    if method.lock_out_rule == "automated_shoe_lock_out":
        plays(law, method.lock_out_rule, "before the first stack")
    if method.drawing_hand_rule is not None:
        plays(law, method.drawing_hand_rule, "nearest the shoe")
    if method.counting_shuffler_rule is not None:
        plays(law, method.counting_shuffler_rule, "no stub count")


def _south_dakota(law: CaribbeanStudLaw) -> list[DealingMethod]:
    pairs = (("singly", law.dealt_singly, "dealt_singly"), ("groups", law.dealt_in_groups, "dealt_in_groups"))
    return [
        DealingMethod(
            name=name, order=order, order_rule=rule, permit_rule=rule, hidden_rule=rule, lock_out_rule="lock_out",
            stub_rule="stub_racked", device="shuffler" if order.deal == "stacks" else None,
        )
        for name, order, rule in pairs if order is not None
    ]  # fmt: skip


def _massachusetts(law: CaribbeanStudLaw) -> list[DealingMethod]:
    found = []
    if law.manual_shoe is not None and law.manual_shoe_order is not None:
        found.append(
            DealingMethod(
                name="manual-shoe", order=law.manual_shoe_order, order_rule="manual_shoe_order",
                permit_rule="manual_shoe", device="manual-shoe", drawing_hand_rule="manual_shoe_drawing_hand",
                hidden_rule="manual_shoe_hidden", lock_out_rule="lock_out", stub_rule="manual_shoe_stub",
                count_every=law.stub_counted_every, count_rule="stub_counted_every",
            )
        )  # fmt: skip
    if law.from_hand is not None and law.from_hand_order is not None:
        found.append(
            DealingMethod(
                name="from-hand", order=law.from_hand_order, order_rule="from_hand_order", permit_rule="from_hand",
                needs=law.from_hand_needs, needs_rule="from_hand_needs", hidden_rule="from_hand_hidden",
                lock_out_rule="from_hand_needs", stub_rule="from_hand_stub",
                count_every=law.from_hand_stub_count, count_rule="from_hand_stub_count",
            )
        )  # fmt: skip
    if law.automated_shoe is not None and law.automated_shoe_order is not None:
        order = DealOrder(law.automated_shoe_order, law.automated_shoe_up_card or law.hand_size)
        found.append(
            DealingMethod(
                name="automated-shoe", order=order, order_rule="automated_shoe_order", permit_rule="automated_shoe",
                turned_rule="automated_shoe_up_card" if law.automated_shoe_up_card else None,
                device="automated-shoe", hidden_rule="automated_shoe_hidden", lock_out_rule="automated_shoe_lock_out",
                stub_rule="automated_shoe_stub", count_every=law.automated_shoe_stub_count,
                count_rule="automated_shoe_stub_count", counting_shuffler_rule="counting_shuffler",
            )
        )  # fmt: skip
    return found


# ---- house -------------------------------------------------------------------------------------------------


__all__ = ["ELECTED", "JACKPOTS", "dealing_methods", "equip", "lines", "sample", "summary", "touches", "warnings"]


class StudElected(Elected):
    """What a table of Caribbean stud is run by."""

    game: Annotated[Literal["caribbean-stud"], doc("Its game.")]
    dealing: Annotated[str | None, doc("How cards are dealt when it opens.")]
    ways: Annotated[list[str], doc("Every way of dealing that the house has registered for it.")]
    stub_count_every: Annotated[int | None, doc("After how many rounds the stub is counted.")]
    limit: Annotated[Money | None, doc("The most that may be at risk.")]
    wagers: Annotated[list[Wager], doc("The wagers that it takes.")]
    progressive: Annotated[str | None, doc("The schedule of its progressive.")]
    bonus: Annotated[str | None, doc("The pay table of its bonus wager.")]
    jackpot: Annotated[str | None, doc("The jackpot that it plays for.")]
    five_card_jackpot: Annotated[str | None, doc("The jackpot of its five card wager.")]
    draws: Annotated[dict[str, Ratio], doc("By what is drawn, the chance of it.")]
    elections: Annotated[dict[str, str], doc("The choices that the law leaves open, as they were made.")]


JACKPOTS = jackpots
ELECTED = StudElected


def equip(house: Elections, t: TableRules, setup: Setup) -> TableRules:
    """The table with its rules: its devices and signs, how it deals, what it draws and which jackpots it plays for."""
    law: CaribbeanStudLaw = setup.edition.law
    for device in law.required_devices or ():
        if device not in setup.devices:
            raise house.error("devices", f"the table needs its {device}", "required_devices")
    if law.bet_schedule_posted and "bet schedule" not in setup.signs:
        raise house.error("signs", "the bet schedule stands on a sign or the layout", "bet_schedule_posted")
    jackpot = _jackpot(house, "jackpot", setup.jackpots)
    five_card = _jackpot(house, "five_card_jackpot", setup.jackpots)
    _play_for(house, setup.edition, jackpot, five_card)
    ways = _ways(house, law, t.shuffle)
    rules = _at_a_table(house, resolve_at_table(house, setup.edition))
    draws = _draws(house, rules)
    if rules.progressive is not None and jackpot is None:
        raise house.error("progressive", "the table needs a jackpot whose meter it plays for")
    if rules.five_card is not None and five_card is None:
        raise house.error("five_card", "the table needs a five_card_jackpot whose meter it plays for")
    _progressive_equipment(house, rules, setup)
    _cover_all(house, rules, t.seats, t.shuffler)
    _check_range(house, rules)
    _check_liability(house, rules, t.seats)
    return msgspec.structs.replace(
        t, rules=rules, ways=ways, draws=draws, jackpot=jackpot.name if jackpot else None,
        five_card_jackpot=five_card.name if five_card else None,
    )  # fmt: skip


def _progressive_equipment(house: Elections, rules: CaribbeanStudRules, equipment: Setup) -> None:
    """Where the progressive is offered: each seat's device for it and, where signs are required, its schedule."""
    if rules.progressive is None:
        return
    device = rules.law.progressive_device
    if device not in equipment.devices:
        raise house.error("devices", f"a progressive wager takes the {device} at each seat", "progressive_device")
    if "signage" in (rules.law.required_devices or ()) and "progressive schedule" not in equipment.signs:
        rule = rules.progressive.lines[rules.progressive.top_hand].rule
        raise house.error("signs", "the progressive schedule stands on a sign or the layout", rule)


def _ways(house: Elections, law: CaribbeanStudLaw, shuffle: str) -> tuple[DealingMethod, ...]:
    """The ways of dealing of a table, each with what it needs: one, or a list whose first the table opens with."""
    methods = dealing_methods(law)
    house.offers("dealing", "list", methods)
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
        house.offers(draw, "other" if rules.five_card is not None else "decided")
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
    house.offers(field, "choice", jackpots)
    value = house.take(field)
    if value is None:
        return None
    if not isinstance(value, str) or value not in jackpots:
        raise house.error(field, f"the house has no jackpot {value!r}")
    return jackpots[value]


def _play_for(house: Elections, found: Edition, jackpot: Jackpot | None, five_card: Jackpot | None) -> None:
    """What a table offers because of the jackpots that it plays for."""
    law: CaribbeanStudLaw = found.law
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


def _check_liability(house: Elections, rules: CaribbeanStudRules, seats: int) -> None:
    """A limit leaves room for the smallest ante with its bet and, for a jackpot in play, its wager at every seat."""
    schedule = rules.progressive
    costs = {hand: rules.most_won(rules.minimum, hand) for hand in Category}
    if schedule is None:
        check_least(house, max(costs.values()), rules.liability_limit)
        return
    wager = max(schedule.wagers)
    each = {h: c + schedule.most(h, wager) + schedule.envy_cents(h, wager * (seats - 1)) for h, c in costs.items()}
    what = "the smallest ante with its bet and the progressive wager at every seat"
    check_least(house, most_owed([each] * seats), rules.liability_limit, what, "progressive_device")


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


# ---- what is said of it ----------------------------------------------------------------------------------------

_FEATURES = {
    "progressive": ("progressive_", "classic_", "schedule_", "awards_", "percentage_", "same_round", "split_",
                    "full_award", "seeds_", "envy_", "folded_hand_envy", "straight_flush_includes", "misdeal_envy",
                    "meter_floor", "chips_"),
    "five_card": ("five_card", "draw", "dealer_award"),
    "cover_all": ("cover_all",),
}  # fmt: skip
"""What the names of rules begin with that matter only where a wager is offered."""


def _feature(rule: str) -> str | None:
    return next((feature for feature, starts in _FEATURES.items() if rule.startswith(starts)), None)


def touches(rules: CaribbeanStudRules, rule: str) -> bool:
    """Whether a rule matters here: not where it is only about a wager that is not offered."""
    feature = _feature(rule)
    return feature is None or getattr(rules, feature) is not None


def _elections(rules: CaribbeanStudRules) -> dict[str, str]:
    """The choices that the law leaves open, as they were made."""
    fields = (
        "limit_applies_to", "same_round_jackpots", "awards_from", "cover_all_after_fold", "cover_all_counts",
        "exposed_hole_card", "misdeal_envy",
    )  # fmt: skip
    open_to_choice = (field for field in fields if len(getattr(rules.law, field) or ()) > 1)
    offered = (field for field in open_to_choice if (of := _feature(field)) is None or getattr(rules, of) is not None)
    found = {field: getattr(rules, field) for field in offered}
    if rules.five_card_wagers:
        found["five_card_wager"] = " or ".join(show_cents(wager) for wager in rules.five_card_wagers)
    return found


def summary(t: TableRules) -> dict[str, Any]:
    """How it is dealt, what is wagered, which tables and jackpots it pays by, and what was elected."""
    rules: CaribbeanStudRules = t.rules
    return {
        "dealing": t.dealing.name if t.dealing else None,
        "ways": [method.name for method in t.ways],
        "stub_count_every": t.stub_count_due_after,
        "limit": None if rules.limit is None else show_cents(rules.limit),
        "wagers": ["ante", "bet", *rules.wagers],
        "progressive": rules.progressive.name if rules.progressive else None,
        "bonus": rules.bonus.name if rules.bonus else None,
        "jackpot": t.jackpot,
        "five_card_jackpot": t.five_card_jackpot,
        "draws": {draw: f"{chance.numerator}/{chance.denominator}" for draw, chance in t.draws.items()},
        "elections": _elections(rules),
    }


def lines(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The summary in words."""
    count = facts["stub_count_every"]
    stub = f"; stub counted every {count} rounds" if count else ""
    wagers = ", ".join(facts["wagers"]).replace("_", " ")
    found = [("dealing", f"{', or '.join(facts['ways'])}{stub}"), ("wagers", wagers)]
    if facts["jackpot"]:
        found.append(("progressive", f"{facts['progressive']}, for the jackpot {facts['jackpot']}"))
    if facts["bonus"]:
        found.append(("bonus", f"pay table {facts['bonus']}"))
    if facts["five_card_jackpot"]:
        draws = "".join(f"; {draw.replace('_', ' ')} drawn {chance}" for draw, chance in facts["draws"].items())
        found.append(("five card bonus", f"for the jackpot {facts['five_card_jackpot']}{draws}"))
    if facts["elections"]:
        found.append(("elections", ", ".join(f"{name} = {value}" for name, value in facts["elections"].items())))
    return found


def warnings(t: TableRules) -> Iterator[Caution]:
    """What was elected without effect, or with another than one would expect."""
    rules: CaribbeanStudRules = t.rules
    if rules.awards_from == "meter" and rules.progressive is None:
        yield ("awards_from", "it has no effect: no progressive is offered", "awards_from")
    if rules.same_round_jackpots == "split" and rules.progressive is None:
        yield ("same_round_jackpots", "it has no effect: no progressive is offered", "same_round_jackpots")
    if rules.misdeal_envy == "all-hands" and (rules.progressive is None or not rules.progressive.envy):
        yield ("misdeal_envy", "it has no effect: no envy is paid here", "misdeal_envy")
    if rules.cover_all is None:
        for field, value in (("after_fold", rules.cover_all_after_fold), ("counts", rules.cover_all_counts)):
            if value in ("stands", "players"):
                yield (f"cover_all_{field}", "it has no effect: cover all is not offered", f"cover_all_{field}")
    else:
        if rules.cover_all_counts == "players":
            lone = "a lone player cannot make the cover all wager: there is no column for one"
            yield ("cover_all_counts", lone, "cover_all_counts")
        if t.dealing is not None and t.dealing.order.deal != "stacks":
            shown = "the shuffler counts the hands that it deals; dealt one card at a time it has none to count"
            yield ("cover_all", shown, "cover_all_display")
    if t.shuffler is not None and t.shuffler.counts and t.stub_count_due_after is not None:
        due = f"the stub is counted every {t.stub_count_due_after} rounds all the same"
        yield ("shuffler", f"{due}: a counting shuffler spares it with an automated shoe", "counting_shuffler")
    if rules.maximum is not None and rules.limit is not None:
        highest = rules.limit // rules.limited_antes
        if rules.maximum > highest:
            yield ("maximum", f"the limit ends antes at {show_dollars(highest)}, so that the bet fits", "limit")


# ---- A house made from an edition alone: each table has a schedule, a bonus table and a way to deal of its own -----


APPROVAL = {"reference": "Sample", "date": "2020-01-01"}
SAMPLE_SEED, SAMPLE_SEATS, COMMON_RATE = 10_000_00, 5, 20

Fields = dict[str, Any]


def sample(edition: Edition) -> tuple[list[Fields], list[Fields]]:
    """Tables and jackpots that together offer all that the edition lets a licensee offer."""
    law: CaribbeanStudLaw = edition.law
    progressives, ways = schedules(law), list(dealing_methods(law))
    bonus = list(law.bonus_tables.tables) if law.bonus_tables else []
    count = max(len(progressives), len(bonus), len(ways), 1)
    each: list[Schedule | None] = [*progressives.values(), *([None] * count)][:count]
    jackpots = [_sample_jackpot(law, schedule) for schedule in progressives.values()]
    tables = [_sample_table(law, place, schedule, bonus, ways) for place, schedule in enumerate(each, 1)]
    if law.five_card_table:
        rate, lowest = _rate(law, 1), parse_dollars(law.five_card_seed_minimum or "$1")
        levels = {"five_card": {"seed": show_cents(max(SAMPLE_SEED, lowest)), "rate": f"{rate}%"}}
        for number, table in enumerate(tables, 1):
            name = f"Five {number}"
            jackpots.append({"name": name, "schedule": FIVE_CARD, "levels": levels, "approval": APPROVAL})
            table |= {"five_card_jackpot": name}
            table |= {draw: "1/4" for draw in DRAWS if getattr(law, draw)}
    return tables, jackpots


def _rate(law: CaribbeanStudLaw, levels: int) -> int:
    """What each of so many meters takes of a wager, in hundredths: what the law wants at least, or a common rate."""
    least = int((law.progression_rate_minimum or "0%").removesuffix("%"))
    if law.progression_rate_over != "each level":
        least = -(-least // levels)
    return max(least, COMMON_RATE if levels * COMMON_RATE <= FULL_PERCENT else 0)


def _sample_jackpot(law: CaribbeanStudLaw, schedule: Schedule) -> Fields:
    levels = {
        level: {
            "seed": show_cents(schedule.seed_cents(level) or SAMPLE_SEED // (place * place * 4 or 1)),
            "rate": f"{_rate(law, len(schedule.levels))}%",
        }
        for place, level in enumerate(schedule.levels)
    }
    titles = {"name": "Another title", "pay_table": schedule.name, "wager": show_cents(schedule.wagers[0]), "decks": 1}
    shared = {"titles": [titles]} if schedule.linked else {}
    return {"name": schedule.name, "schedule": schedule.name, "levels": levels, "approval": APPROVAL} | shared


def _sample_table(
    law: CaribbeanStudLaw, place: int, schedule: Schedule | None, bonus: list[str], ways: list[str]
) -> Fields:
    cover_all = set(map(int, law.cover_all_columns or ()))
    fullest = min(SAMPLE_SEATS + 1, max(cover_all, default=SAMPLE_SEATS + 1))
    players = law.cover_all_counts is not None and law.cover_all_counts[0] == "players"
    seats = fullest if players else fullest - 1
    return {
        "name": str(place),
        "designated": True,
        "seats": seats,
        "devices": [*(law.required_devices or ()), law.progressive_device],
        "signs": ["bet schedule", "progressive schedule"],
        "shuffler": {"counts": True, "cover_all_mode": True},
        "dealing": ways[place % len(ways)] if ways else "none",
        "minimum": "5.00",
        **({"shoe_approved": True} if ways and ways[place % len(ways)].endswith("shoe") else {}),
        **({"jackpot": schedule.name} if schedule else {}),
        **({"bonus": bonus[place % len(bonus)]} if bonus else {}),
        **({"cover_all": True} if fullest in cover_all else {}),
    }
