"""Finished rounds for a trace by value: every schedule, every wager, every hand, and what goes wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any

from tests.games.houses import MA_SCHEDULES, SD_SCHEDULES
from upcard.cards import DECK, Category, category, parse_cards, rank_five, show_card
from upcard.games.settle import settle_or_error

Document = dict[str, Any]
Probe = Callable[[], Iterable[str]]

HANDS = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "9h 8h 7h 6h 5h",
    "four_of_a_kind": "7c 7d 7h 7s 2c",
    "full_house": "6c 6d 6h 3s 3c",
    "flush": "Kd Jd 9d 4d 2d",
    "straight": "9c 8d 7s 6c 5h",
    "three_of_a_kind": "4c 4d 4h 9s 2d",
    "two_pair": "8c 8h 3d 3h Kc",
    "pair": "Tc Td 5h 4s 2s",
    "low_pair": "9d 9c 5h 4s 2s",
    "high_card": "Ac Qd 9h 7s 3d",
}
SECOND_ROYAL, SECOND_FLUSH = "Ah Kh Qh Jh Th", "8d 7d 6d 5d 4d"
METERS = {"main": ("50123.456789", "10000.00", "120.00"), "five_card": ("33333.337", "10000.00", "77.00")}
LEVELS = {
    "PTMGLML01": ("major", "minor"),
    "PTMGLML02": ("mega", "major", "minor"),
    "PTMGLML03": ("mega", "major", "minor"),
}
FIVE_DOLLARS = ("PMG-02", "PTMGL02")
IRREGULARITIES = (
    "hole-card-exposed",
    "hole-card-exposed-late",
    "face-up-card",
    "face-up-cards",
    "shoe-jam",
    "stub-51",
    "stub-52",
    "stub-53",
    "stub-30",
    "card-drawn-in-error",
    "nothing-known",
)


def _cards(text: str) -> list[str]:
    return text.split()


def _meters(schedule: str | None) -> Document:
    levels = LEVELS.get(schedule or "", ("main",)) if schedule else ()
    amount, seed, reserve = METERS["main"]
    found = {level: {"amount": amount, "seed": seed, "reserve": reserve} for level in levels}
    amount, seed, reserve = METERS["five_card"]
    return found | {"five_card": {"amount": amount, "seed": seed, "reserve": reserve}}


@cache
def others(given: str, count: int, dealer: str) -> tuple[str, ...]:
    """The dealer's hand, as it is wanted, and so many others, none of them above a pair."""
    rng, used = Random(f"{given} {count} {dealer}"), parse_cards(given)
    left = [card for card in DECK if card not in used]
    while True:
        rng.shuffle(left)
        hands = [tuple(left[place * 5 : place * 5 + 5]) for place in range(count + 1)]
        values = [rank_five(hand) for hand in hands]
        plain = category(values[0]) is Category.HIGH_CARD
        ace_king = plain and {"A", "K"} <= {show_card(card)[0] for card in hands[0]}
        if max(map(category, values)) <= Category.PAIR and (
            ace_king if dealer == "ace-king" else plain and not ace_king
        ):
            return tuple(" ".join(map(show_card, hand)) for hand in hands)


def _round(
    id: str,
    house: Document,
    hands: list[str],
    *,
    folds: tuple[int, ...] = (),
    wagers: Document | None = None,
    dealer: str = "ace-king",
    count: int = 3,
    own_dealer: str | None = None,
    ante: str = "10.00",
    **more: Any,
) -> Document:
    """Hands that are given from seat 1 on, and others, all with the same wagers."""
    given = " ".join([*hands, own_dealer or ""]).strip()
    dealt = others(given, max(count - len(hands), 0), dealer)
    seats = [*hands, *dealt[1:]]
    down = {"ante": ante, **(wagers or {})}
    return {
        "edition": id,
        "house": house,
        "dealer": _cards(own_dealer or dealt[0]),
        "meters": _meters(house.get("progressive")),
        "seats": {
            str(n): {"cards": _cards(hand), "decision": "fold" if n in folds else "bet", "wagers": dict(down)}
            for n, hand in enumerate(seats, 1)
        },
    } | more


def _probe(documents: list[Document]) -> Probe:
    def run() -> Iterable[str]:
        return (json.dumps(settle_or_error(document, readings=True)) for document in documents)

    return run


# ---- Caribbean stud --------------------------------------------------------------------------------------------


def _schedules(id: str) -> dict[str, list[Document]]:
    """Each schedule with each hand, an opponent who is paid envy and one who folds."""
    found = {}
    for name in MA_SCHEDULES if id == "ma" else SD_SCHEDULES:
        stakes = ("5.00",) if name in FIVE_DOLLARS else ("1.00", "5.00") if name == "D" else ("1.00",)
        for hand, cards in HANDS.items():
            found[f"settle {name} {hand}"] = [
                _round(id, {"progressive": name, **more}, [cards], folds=(3,), wagers={"progressive": stake})
                for stake in stakes
                for more in ({}, {"awards_from": "meter"})[: 1 + (id == "ma")]
            ]
        found[f"settle {name} wagers"] = [
            _round(id, {"progressive": name}, [], wagers={"progressive": stake})
            for stake in ("1.00", "2.00", "4.00", "5.00", "6.00")
        ]
        two: tuple[Document, ...] = ({}, {"same_round_jackpots": "split"}, {"same_round_jackpots": "in-turn"})
        found[f"settle {name} twice"] = [
            _round(id, {"progressive": name, **more}, [first, second], wagers={"progressive": stakes[0]})
            for more in two
            for first, second in ((HANDS["royal_flush"], SECOND_ROYAL), (HANDS["straight_flush"], SECOND_FLUSH))
        ]
    return found


def _base(id: str) -> dict[str, list[Document]]:
    """Ante and bet, folds, ties, dealers without a hand, and wrong numbers of cards."""
    first = "PMG-01" if id != "ma" else "D"
    wagers: Document = {"progressive": "1.00"} | ({"tip": "5.00"} if id != "ma" else {})
    house = {"progressive": first}
    found = {
        f"settle bet {hand}": [
            _round(id, house, [cards], wagers=wagers, dealer=dealer) for dealer in ("ace-king", "none")
        ]
        for hand, cards in HANDS.items()
    }
    tie = "Ah Kc 9s 5d 3c"
    royals = [HANDS["royal_flush"], SECOND_ROYAL]
    plain = _round(id, house, royals, wagers=wagers)
    wrong = []
    for seat, cards in (("1", 4), ("1", 6), ("2", 0), ("3", 4)):
        document = json.loads(json.dumps(plain))
        spare = [show_card(c) for c in DECK if show_card(c) not in json.dumps(plain)]
        held = document["seats"][seat]["cards"]
        document["seats"][seat]["cards"] = held[:cards] + spare[: max(cards - 5, 0)]
        wrong.append(document)
    dealers = []
    for count in (3, 4, 6):
        document = _round(id, house, royals, wagers=wagers, folds=(3,))
        spare = [show_card(c) for c in DECK if show_card(c) not in json.dumps(document)]
        document["dealer"] = document["dealer"][:count] + spare[: max(count - 5, 0)]
        dealers.append(document)
    found |= {
        "settle tie": [_round(id, house, ["As Kd 9h 5c 3d"], wagers=wagers, own_dealer=tie)],
        "settle folds": [_round(id, house, royals, wagers=wagers, folds=folds) for folds in ((1,), (2, 3), (1, 2, 3))],
        "settle wrong counts": wrong,
        "settle dealer counts": dealers,
        "settle no progressive": [_round(id, {}, [], dealer=dealer) for dealer in ("ace-king", "none")],
        "settle refusals": _refusals(id, house, wagers),
    }
    return found


def _refusals(id: str, house: Document, wagers: Document) -> list[Document]:
    def changed(seat: Document, **more: Any) -> Document:
        document = _round(id, house, [], wagers=wagers)
        document["seats"]["1"] |= seat
        return document | more

    downs: list[Document] = [
        {"bet": "20.00"},
        {"bonus": "5.00"},
        {"five_card_player": "1.00"},
        {"five_card_dealer": "1.00"},
        {"cover_all": "5.00"},
        {"tip": "10.00"},
        {"tip": "10.01"},
        {"tip": "1.00"},
        {"insurance": "5.00"},
        {"ante": "33.00"},
        {"ante": "33.34"},
        {"ante": "50.00"},
        {"ante": "50.01"},
        {"ante": "0.00"},
    ]
    found = [changed({"wagers": {"ante": "10.00", **down}}) for down in downs]
    for elected in ("total", "each-wager"):
        for ante in ("32.99", "33.00", "33.01", "49.50", "49.51", "50.00", "99.00", "99.01"):
            over: Document = {"wagers": {"ante": ante, "progressive": "1.00"}}
            found.append(changed(over, house={**house, "limit_applies_to": elected}))
    found += [changed({"decision": decision}) for decision in (None, "stand", "card")]
    found += [changed({"coupons": {"match_play": face}}) for face in ("5.00", "10.00", "10.01")]
    coupon = {"wagers": {"ante": "10.00"}}
    found += [changed({**coupon, "coupons": {"progressive": face}}) for face in ("1.00", "2.00", "5.00")]
    found += [changed({}, irregularity=kind) for kind in IRREGULARITIES]
    found += [changed({}, house={**house, "exposed_hole_card": "play-on"}, irregularity="hole-card-exposed-late")]
    elections: list[Document] = [
        {"limit": "100.01"},
        {"limit": "100.00"},
        {"limit": "20.00"},
        {"limit_applies_to": "nothing"},
        {"awards_from": "meter"},
        {"same_round_jackpots": "split"},
        {"cover_all_after_fold": "stands"},
        {"cover_all_counts": "players"},
        {"exposed_hole_card": "void"},
        {"five_card_wager": "1.00"},
        {"progressive": "Z"},
        {"bonus": "Z"},
        {"bonus": "A"},
        {"five_card": True},
        {"cover_all": True},
        {"magic_card": "1/2"},
    ]
    found += [changed({}, house={**house, **elected}) for elected in elections]
    twice = changed({})
    twice["seats"]["2"]["cards"] = twice["seats"]["1"]["cards"]
    return [*found, twice, changed({}, magic_card="As"), changed({}, lucky="1")]


def _massachusetts() -> dict[str, list[Document]]:
    """The side wagers that only Massachusetts has."""
    found: dict[str, list[Document]] = {}
    for table in ("A", "B", "C"):
        for hand, cards in HANDS.items():
            document = _round("ma", {"bonus": table}, [cards], wagers={"bonus": "5.00"}, folds=(3,))
            found[f"settle bonus {table} {hand}"] = [document]
    five = {"five_card": True}
    both = {"five_card_player": "1.00", "five_card_dealer": "1.00"}
    for hand, cards in HANDS.items():
        found[f"settle five card {hand}"] = [
            _round("ma", five, [cards], wagers=both, folds=folds, lucky=lucky, magic_card=cards.split()[0])
            for folds, lucky in (((), "1"), ((1,), "dealer"))
        ] + [_round("ma", five, [], wagers=both, own_dealer=cards, magic_card=cards.split()[0], folds=(2,))]
        found[f"settle five card {hand}"].append(
            _round("ma", five, [], wagers={"five_card_dealer": "5.00"}, own_dealer=cards)
        )
    for hands in range(2, 9):
        for hand, cards in HANDS.items():
            found[f"settle cover all {hands} {hand}"] = [
                _round(
                    "ma",
                    {"cover_all": True, **more},
                    [cards],
                    wagers={"cover_all": "5.00"},
                    count=hands - 1,
                    folds=folds,
                )
                for more, folds in (
                    ({}, ()),
                    ({"cover_all_after_fold": "stands"}, (1,)),
                    ({"cover_all_counts": "players"}, ()),
                )
            ]
    void = _round("ma", {"cover_all": True}, [HANDS["royal_flush"]], wagers={"cover_all": "5.00"}, count=3)
    void["seats"]["1"]["cards"].pop()
    nine = _round("ma", {"cover_all": True}, [], wagers={"cover_all": "5.00"}, count=8)
    coupons = _round("ma", {"progressive": "D"}, [HANDS["flush"]])
    for seat in coupons["seats"].values():
        seat["coupons"] = {"match_play": "10.00", "progressive": "1.00"}
    lost = json.loads(json.dumps(coupons)) | {"dealer": _cards(HANDS["straight_flush"])}
    found["settle cover all void"] = [void, nine]
    found["settle coupons"] = [coupons, lost]
    return found


# ---- Bonus 6 ---------------------------------------------------------------------------------------------------

SIX = {
    "royal_flush": ("As Ks Qs Js", "Ts"),
    "straight_flush": ("9h 8h 7h 6h", "5h"),
    "four_of_a_kind": ("7c 7d 7h 7s", "2c"),
    "full_house": ("6c 6d 6h 3s", "3c"),
    "flush": ("Kd Jd 9d 4d", "2d"),
    "straight": ("9c 8d 7s 6c", "5h"),
    "three_of_a_kind": ("4c 4d 4h 9s", "2d"),
    "two_pair": ("8c 8h 3d 3h", "Kc"),
    "pair": ("6c 6d Th 4s", "2s"),
    "better pair": ("7c 7d Th 4s", "2s"),
    "low_pair": ("5c 5d Th 4s", "2s"),
    "high_card": ("Ac Qd 9h 7s", "3d"),
}


def _six(cards: str, community: str, decisions: str, **more: Any) -> Document:
    seat = {"cards": cards.split(), "decisions": decisions.split(), "wagers": {"ante": "10.00"}} | more
    house = {"pay_table": "black-hawk", "minimum": "5.00", "maximum": "100.00"}
    return {"edition": "sd-bonus6", "house": house, "community": community, "seats": {"2": seat}}


def _bonus_six() -> dict[str, list[Document]]:
    insured = {"wagers": {"ante": "10.00", "insurance": "5.00"}}
    tips = {"tips": ["2.00", "2.00", "2.00"]}
    found = {}
    for hand, (cards, community) in SIX.items():
        found[f"settle {hand}"] = [
            _six(cards, community, decisions, **more)
            for decisions in ("bet bet stand", "bet bet discard", "bet bet card")
            for more in ({}, insured, {**insured, **tips})
        ]
        sixth = _six(f"{cards} 8s", community, "bet bet card", **insured) if "8s" not in cards else None
        found[f"settle {hand}"] += [sixth] if sixth else []
    cards, community = SIX["flush"]
    two = _six(cards, community, "bet bet stand", **tips)
    two["seats"]["5"] = {
        "cards": ["Ac", "Ad"],
        "decisions": ["fold"],
        "wagers": {"ante": "20.00", "insurance": "10.00"},
    }
    two["seats"]["1"] = {
        "cards": ["Qc", "Qs", "3c"],
        "decisions": ["bet", "fold"],
        "wagers": {"ante": "5.00"},
        "tips": ["1.00", "1.00"],
    }
    found["settle folds"] = [two]
    found["settle wrong counts"] = [
        _six(" ".join(cards.split()[:count]), community, decisions, **{**insured, **tips})
        for count in (1, 2, 3, 4)
        for decisions in ("fold", "bet fold", "bet bet stand", "bet bet card")
    ]
    found["settle refusals"] = [
        _six(cards, community, "bet bet stand", irregularity="card-off-table", **insured),
        _six(cards, community, "bet bet stand", irregularity="exposed-card"),
        *(
            _six(cards, community, decided)
            for decided in ("bet bet", "bet", "bet bet bet", "raise", "bet bet stand card")
        ),
        *(
            _six(cards, community, "bet bet stand", tips=t)
            for t in (["2.00"] * 4, ["2.00", "3.00"], ["2.00"], ["0.00", "2.00"])
        ),
        *(
            _six(cards, community, "bet bet stand", wagers={"ante": a})
            for a in ("4.99", "5.00", "100.00", "100.01", "0.00")
        ),
        *(
            _six(cards, community, "bet bet stand", wagers={"ante": "10.00", "insurance": fee})
            for fee in ("3.33", "3.34", "5.00", "5.01", "10.00")
        ),
        _six(cards, cards.split()[0], "bet bet stand"),
    ]
    houses: list[Document] = [
        {},
        {"pay_table": "other"},
        {"pay_table": "black-hawk", "further_tips": False},
        {"pay_table": {"pair": 1, "two_pair": 2}},
        {"pay_table": "black-hawk", "minimum": "50.00", "maximum": "20.00"},
    ]
    found["settle elections"] = [_six(cards, community, "bet bet stand", **tips) | {"house": house} for house in houses]
    return found


@cache
def _documents(id: str) -> dict[str, list[Document]]:
    if id == "sd-bonus6":
        return _bonus_six()
    return {**_base(id), **_schedules(id), **(_massachusetts() if id == "ma" else {})}


def probes(id: str) -> dict[str, Probe]:
    return {name: _probe(documents) for name, documents in _documents(id).items()}
