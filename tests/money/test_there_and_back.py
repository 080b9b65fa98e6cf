"""Any corrections in any order: each has what was kept or what the cards earn, and back again as before."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.effort import effort
from tests.money.keyed import SAM, Keyed, hand
from tests.money.test_correct import (
    HOUSES,
    PLAYS,
    massachusetts,
    off_the_meter,
)
from tests.money.test_paid_percentage import five_card, levels, over, paid, split, validated, won_by
from upcard.audit.round_reader import find
from upcard.cards import category, rank_five
from upcard.games import caribbean_stud as stud
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import Share, micros

DEALERS = {"royal": "Ah Kh Qh Jh Th", "straight flush": "9h 8h 7h 6h 5h", "quads": "8h 8d 8c 8s 2h", "nothing": PLAYS}
BACKERS = {1: "2c 4d Ts Jc Kc", 2: "2s 4s 6d Js Qc", 3: "3s 5c Tc Jd Ks"}
HELD: dict[int, tuple[str, ...]] = {
    1: ("Ac Kc Qc Jc Tc", "9c 8c 7c 6c 5c", "4c 4d 4h 4s 3c", "9c 8c 7c 6c 3c", "9c 8c 7c 5c Th"),
    2: ("As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "2c 2d 2h 2s 3s", "9s 8s 7s 6s 3s", "9s 8s 7s 5s Jh"),
    3: ("Ad Kd Qd Jd Td", "9d 8d 7d 6d 5d", "9d 8d 7d 6d 3d", "9d 8d 7d 5d Qh"),
}
"""Hands of which no two at different seats have a card in common, the best first."""
AT_RANDOM: dict[str, Any] = {
    "dealer": five_card, "split": split, "in turn": HOUSES["sd-2015"], "ma": massachusetts, "levels": levels,
    "off the meter": off_the_meter,
}  # fmt: skip


def seated(name: str, rng: Random) -> Keyed:
    if name == "dealer":
        return Keyed(five_card(), BACKERS, rng.choice([*DEALERS.values()]), five_card_dealer=100)
    hands = {seat: rng.choice(held) for seat, held in HELD.items()}
    return Keyed(AT_RANDOM[name](), hands, "Ah Kh 8h 5h 3h", progressive=100)


def correct(desk: Keyed, name: str, rng: Random) -> None:
    if not desk.round.dealer or any(link.open for link in desk.floor.casino.books.links.values()):
        return
    if name == "dealer":
        right = hand(rng.choice([text for text in DEALERS.values() if hand(text) != desk.dealer]))
        desk.dealer = right
        desk.plays(stud.CorrectDealer(right), SAM)
    elif seats := [seat for seat in desk.hands if desk.round.seats[seat].cards]:
        seat = rng.choice(seats)
        desk.hands[seat] = hand(rng.choice([text for text in HELD[seat] if hand(text) != desk.hands[seat]]))
        desk.plays(stud.CorrectHand(seat, desk.hands[seat]), SAM)


def off_the_meters(desk: Keyed) -> int:
    """What meters, reserves and the awards that wait hold, with all that was paid off them, less seeds since."""
    links, round = desk.floor.casino.books.links, find(desk.store, f"{desk.t.name}:1").round
    names = ("meter/", "reserve/", "pending/")
    held = sum(sum for name, sum in desk.balances.items() if name.startswith(names))
    seeds = sum(tier.level.seed * tier.resets for link in links.values() for tier in link.tiers.values())
    return held - micros(seeds) + micros(sum(line.drawn for line in round.payments) if round else 0)


def fixed_award(desk: Keyed, name: str, seat: int) -> int | None:
    """What the right cards pay without a meter, or nothing where they win a percentage."""
    rules = desk.t.rules
    assert isinstance(rules, CaribbeanStudRules)
    if name == "dealer":
        award = (rules.five_card or {}).get(category(rank_five(desk.dealer)))
    else:
        assert rules.progressive is not None
        line = rules.progressive.lines.get(category(rank_five(desk.hands[seat])))
        award = line.award if line else None
    return None if isinstance(award, Share) else award.pays(100) if award else 0


@pytest.mark.rule("paid_percentage", "dealer_award_divided", "same_round_jackpots")
@pytest.mark.parametrize("name", list(AT_RANDOM))
def test_after_any_corrections_each_has_what_was_kept_or_what_the_cards_earn(name: str) -> None:
    for night in range(effort(12, 500)):
        rng = Random(f"{name} {night}")
        desk = seated(name, rng)
        desk.until("Reveal")
        before = off_the_meters(desk)
        for _ in range(rng.randint(1, 4)):
            for _ in range(rng.randint(1, 40)):
                validated(desk)
                if desk.table.number == 1 and desk.round.phase != "settled":
                    desk.step()
            if desk.table.number == 1:
                correct(desk, name, rng)
        stays = over(desk)
        assert off_the_meters(desk) == before, f"a meter holds what it held, less what was paid off it, night {night}"
        wager = "five_card_dealer" if name == "dealer" else "progressive"
        kept = {seat: sum(line.paid for line in stays if line.seat == seat) for seat in desk.hands}
        won = {seat: won_by(desk, seat, wager) for seat in desk.hands}
        for seat in desk.hands:
            fixed = fixed_award(desk, name, seat)
            assert won[seat] == max(kept[seat], fixed) if fixed is not None else won[seat] >= kept[seat], night
        if name == "dealer":
            part = min(won.values())
            assert won == {seat: max(cents, part) for seat, cents in kept.items()}, f"equally, night {night}"


@pytest.mark.rule("paid_percentage", "dealer_award_divided", "same_round_jackpots")
@pytest.mark.parametrize("parts", [1, 2, 3])
@pytest.mark.parametrize("keyed", ["royal", "straight flush"])
@pytest.mark.parametrize("name", ["dealer", "split", "in turn"])
def test_what_is_corrected_there_and_back_is_settled_as_if_nothing_had_been(name: str, keyed: str, parts: int) -> None:
    for between in range(4):
        desks = []
        for _ in range(2):
            if name == "dealer":
                desks.append(paid(Keyed(five_card(), BACKERS, DEALERS[keyed], five_card_dealer=100), parts))
                continue
            at = keyed == "straight flush"
            hands = {seat: held[at] for seat, held in HELD.items()}
            desks.append(paid(Keyed(AT_RANDOM[name](), hands, "Ah Kh 8h 5h 3h", progressive=100), parts))
        desk, told = desks
        if name == "dealer":
            others = [text for which, text in DEALERS.items() if which != keyed]
            for text in (*others[between:], *others[:between], DEALERS[keyed]):
                desk.dealer = hand(text)
                desk.plays(stud.CorrectDealer(desk.dealer), SAM)
        else:
            for seat in (3, 2)[: 1 + between % 2]:
                if not desk.round.seats[seat].cards:
                    continue
                right = desk.round.seats[seat].cards
                for cards in (*map(hand, HELD[seat][: between // 2]), hand(HELD[seat][-1]), right):
                    if desk.round.seats[seat].cards != cards:
                        desk.plays(stud.CorrectHand(seat, cards), SAM)
        over(desk)
        over(told)
        assert desk.balances == told.balances, between
