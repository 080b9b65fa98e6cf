"""Bonus 6: fees, tips, the lowest pair, the bonus card, and hands that go wrong on every street."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.rigged import hand
from tests.games.rounds import line, lines, outcome, play_six
from upcard.cards import Card
from upcard.errors import Refused
from upcard.games.bonus_six import (
    Bet,
    BuyCard,
    CloseBets,
    Command,
    Deal,
    DealBonusCard,
    DealStreet,
    DealUnseen,
    Discard,
    Fold,
    PlaceWager,
    Report,
    SettleSeat,
    ShowHand,
    Stand,
    TakeBackDeal,
    TakeBackWager,
    TurnCommunity,
    decide,
    options,
    view,
)
from upcard.games.bonus_six.events import DealTakenBack, HandVoided, IrregularityNoted
from upcard.games.settle import settle
from upcard.rules import bonus_six

RULES = bonus_six({"pay_table": "black-hawk"})


def six(cards: str, decisions: str, community: str = "6h", house: dict[str, Any] | None = None, **seat: Any) -> Any:
    """The settlement of one insured seat with an ante of $10."""
    wagers = seat.pop("wagers", {"ante": "10.00", "insurance": "5.00"})
    value = {"cards": cards.split(), "decisions": decisions.split(), "wagers": wagers, **seat}
    house = house or {"pay_table": "black-hawk"}
    return settle({"edition": "sd-bonus6", "house": house, "community": community, "seats": {"1": value}})


@pytest.mark.rule("pay_tables", "odds_apply_to", "tip_odds")
@pytest.mark.parametrize(
    ("cards", "community", "odds"),
    [("Ts Js Qs Ks", "As", 1000), ("9s Ts Js Qs", "Ks", 100), ("6s 6d 6c 2h", "6h", 50), ("6s 6d 2c 2h", "6h", 20),
     ("2h 3h 9h Kh", "6h", 6), ("7s 8h 9h Td", "6h", 4), ("6s 6d 9c 2d", "6h", 3), ("6s 9d 9c 2d", "6h", 2),
     ("6s 9d Tc 2d", "6h", 1)],
)  # fmt: skip
def test_every_winning_wager_and_tip_at_the_odds_of_the_hand(cards: str, community: str, odds: int) -> None:
    document = six(cards, "bet bet stand", community, tips=["1.00", "1.00"])
    for wager in ("ante", "bet_1", "bet_2"):
        assert outcome(line(document, 1, wager)) == ("win", "10.00", f"{10 * odds}.00")
    assert [outcome(tip) for tip in lines(document, 1, "tip")] == [("win", "1.00", f"{odds}.00")] * 2
    assert outcome(line(document, 1, "insurance")) == ("fee", "0.00", "0.00")


@pytest.mark.rule("pay_tables", "final_choices", "winning_hand_stands")
@pytest.mark.parametrize(
    ("lowest", "pair", "wins"),
    [("6", "5", False), ("6", "6", True), ("6", "7", True), ("J", "T", False), ("J", "J", True)],
)
def test_the_lowest_pair(lowest: str, pair: str, wins: bool) -> None:
    table = {"royal_flush": 9, "straight_flush": 9, "four_of_a_kind": 9, "full_house": 9, "flush": 9, "straight": 9,
             "three_of_a_kind": 9, "two_pair": 9, "pair": 1, "lowest_pair": lowest}  # fmt: skip
    house = {"pay_table": "black-hawk" if lowest == "6" else table}
    cards = f"{pair}s 9d 3c 2d"
    last, wrong = ("stand", "discard") if wins else ("discard", "stand")
    assert line(six(cards, f"bet bet {last}", f"{pair}h", house), 1, "ante")["result"] == ("win" if wins else "lose")
    with pytest.raises(Refused):
        six(cards, f"bet bet {wrong}", f"{pair}h", house)


@pytest.mark.rule(
    "bonus_card_multiple", "bonus_card_fee_on_winner", "best_five_of", "uninsured_discards", "insured_may_discard",
    "fees_returned",
)  # fmt: skip
def test_the_bonus_card() -> None:
    won = six("5s 9d 3c 2d 6c", "bet bet card")
    assert outcome(line(won, 1, "bonus_card")) == ("fee", "0.00", "0.00")
    assert won["net"] == {"1": "15.00"}
    lost = six("5s 9d 3c 2d Kc", "bet bet card", tips=["1.00"])
    assert lost["net"] == {"1": "-46.00"}
    pushed = six("6s 9d 3c 2d", "bet bet card")
    assert outcome(line(pushed, 1, "bonus_card")) == ("push", "10.00", "0.00")
    assert outcome(line(pushed, 1, "insurance")) == ("fee", "0.00", "0.00")
    assert pushed["net"] == {"1": "25.00"}
    with pytest.raises(Refused) as caught:
        six("6s 9d 3c 2d Kc", "bet bet card")
    assert caught.value.rule == "bonus_card_fee_on_winner"
    with pytest.raises(Refused) as caught:
        six("5s 9d 3c 2d Kc", "bet bet card", wagers={"ante": "10.00"})
    assert caught.value.rule == "uninsured_discards"
    assert six("5s 9d 3c 2d", "bet bet card")["net"] == {"1": "0.00"}, "a card short is a wrong count"
    plain = six("5s 9d 3c 2d", "bet bet discard", wagers={"ante": "10.00"})
    insured = six("5s 9d 3c 2d", "bet bet discard")
    assert {p["clause"] for p in plain["payments"]} != {p["clause"] for p in insured["payments"]}
    assert insured["net"] == {"1": "-35.00"}


@pytest.mark.rule("wrong_count", "card_off_table", "void_means", "fees_returned")
@pytest.mark.parametrize(
    ("decisions", "right"),
    [("fold", 2), ("bet fold", 3), ("bet bet stand", 4), ("bet bet discard", 4), ("bet bet card", 5)],
)
def test_wrong_counts_and_cards_off_the_table_after_every_decision(decisions: str, right: int) -> None:
    cards = ["5s", "9d", "3c", "2d", "Kc", "7c"] if "stand" not in decisions else ["6s", "9d", "3c", "2d", "Kc", "7c"]
    for count in range(7):
        if count == right:
            continue
        document = six(" ".join(cards[:count]), decisions, tips=["1.00"])
        assert {(p["result"], p["staked"] == p["returned"]) for p in document["payments"]} == {("void", True)}
        wagers = 2 + decisions.count("bet") + decisions.endswith(" card") + 1
        assert len(document["payments"]) == wagers
    fell = six(" ".join(cards[:right]), decisions, irregularity="card-off-table")
    assert {p["result"] for p in fell["payments"]} == {"void"}
    unseen = settle({
        "edition": "sd-bonus6", "house": {"pay_table": "black-hawk"},
        "seats": {"1": {"wagers": {"ante": "10.00"}, "irregularity": "card-off-table"}},
    })  # fmt: skip
    assert unseen["net"] == {"1": "0.00"}


@pytest.mark.rule("first_bet_multiple", "second_bet_multiple", "tip_with_ante")
def test_a_fold_loses_wagers_tips_and_fee() -> None:
    first, second = six("5s 9d", "fold", tips=["1.00"]), six("5s 9d 3c", "bet fold", tips=["1.00", "1.00"])
    assert [(p["wager"], p["result"]) for p in first["payments"]] == [
        ("ante", "forfeit"), ("tip", "forfeit"), ("insurance", "fee"),
    ]  # fmt: skip
    assert second["net"] == {"1": "-27.00"}
    assert first["payments"][0]["clause"] != second["payments"][0]["clause"]
    without = settle({
        "edition": "sd-bonus6", "house": {"pay_table": "black-hawk"},
        "seats": {"1": {"wagers": {"ante": "10.00"}, "cards": ["5s", "9d"], "decisions": ["fold"]}},
    })  # fmt: skip
    assert without["net"] == {"1": "-10.00"}, "a fold needs no community card"


@pytest.mark.rule("further_tips")
def test_a_house_may_take_a_tip_with_the_ante_only() -> None:
    house = {"pay_table": "black-hawk", "further_tips": "refused"}
    assert six("6s 9d 3c 2d", "bet bet stand", house=house, tips=["1.00", "0.00"])["tips"] == "2.00"
    with pytest.raises(Refused) as caught:
        six("6s 9d 3c 2d", "bet bet stand", house=house, tips=["1.00", "1.00"])
    assert caught.value.rule == "further_tips"


# ---- act by act

HANDS = {1: hand("5s 9d"), 2: hand("6s 9c")}
BETTING: tuple[Command, ...] = (
    PlaceWager(1, "ante", 1000), PlaceWager(1, "insurance", 500), PlaceWager(2, "ante", 300), PlaceWager(2, "tip", 100),
)  # fmt: skip
DEAL = Deal(hand("Ah")[0], HANDS, hand("6h")[0])


def street(one: str, two: str) -> DealStreet:
    return DealStreet({1: hand(one)[0], 2: hand(two)[0]})


STREETS: dict[str, tuple[Command, ...]] = {}
STREETS["turning"] = (*BETTING, CloseBets(), DEAL)
STREETS["second"] = (*STREETS["turning"], TurnCommunity())
STREETS["third"] = (*STREETS["second"], Bet(1), Bet(2, 100), street("3c", "3d"))
STREETS["fourth"] = (*STREETS["third"], Bet(1), Bet(2), street("2d", "2c"))
STREETS["cards"] = (*STREETS["fourth"], BuyCard(1), Stand(2))
STREETS["settling"] = (*STREETS["cards"], DealBonusCard(1, hand("Kc")[0]))


@pytest.mark.rule("wrong_count", "card_off_table", "exposed_card", "void_means")
@pytest.mark.parametrize("phase", STREETS)
@pytest.mark.parametrize("kind", ["wrong-count", "card-off-table", "exposed-card"])
def test_an_irregularity_on_every_street(phase: str, kind: str) -> None:
    round = play_six(RULES, *STREETS[phase])
    assert round.phase == phase
    if kind == "wrong-count":
        with pytest.raises(Refused, match="knows how many each hand has"):
            decide(RULES, round, Report(kind, 1))
        assert all(option.fields.get("irregularity") != kind for option in options(RULES, round))
        round = replace(round, keyed=True)
    for number in (1, 2):
        if kind == "exposed-card" and phase == "settling":
            with pytest.raises(Refused, match="while cards are being dealt"):
                decide(RULES, round, Report(kind, number))
            continue
        if kind == "exposed-card":
            (event,) = decide(RULES, round, Report(kind, number))
            assert isinstance(event, IrregularityNoted)
            continue
        after = play_six(RULES, Report(kind, number), round=round)
        mine = [p for p in after.payments if p.seat == number]
        assert {(p.result, p.returned == p.staked) for p in mine} == {("void", True)}
        assert sum(p.returned for p in mine) == put_down(phase, number)
        assert [p for p in after.payments if p.seat != number] == [p for p in round.payments if p.seat != number]
        with pytest.raises(Refused, match="out of the round"):
            decide(RULES, after, Report(kind, number))
        both = play_six(RULES, Report(kind, 3 - number), round=after)
        assert both.phase == ("turning" if phase == "turning" else "settled")
    with pytest.raises(Refused):
        decide(RULES, round, Report("earthquake", 1))
    with pytest.raises(Refused):
        decide(RULES, round, Report(kind, 3))


def put_down(phase: str, number: int) -> int:
    streets = list(STREETS).index(phase)
    bets = min(max(streets - 1, 0), 2)
    if number == 1:
        return 1500 + bets * 1000 + (1000 if streets >= 4 else 0)
    return 400 + bets * 300 + (100 if bets else 0)


@pytest.mark.rule("wrong_count", "card_off_table", "void_means", "fees_returned")
@pytest.mark.parametrize("kind", ["wrong-count", "card-off-table"])
@pytest.mark.parametrize(
    ("phase", "acts", "down"),
    [
        ("second", (Fold(1),), 1500),
        ("third", (Fold(1),), 2500),
        ("third", (Fold(1), Fold(2)), 2500),
        ("fourth", (Discard(1),), 3500),
        ("fourth", (BuyCard(1), Stand(2), DealBonusCard(1, hand("Kc")[0]), SettleSeat(2), SettleSeat(1)), 4500),
        ("fourth", (Discard(1), Stand(2), SettleSeat(2)), 3500),
    ],
)
def test_what_voids_a_hand_is_found_after_it_was_thrown_in_or_settled(
    kind: str, phase: str, acts: tuple[Command, ...], down: int
) -> None:
    """The hand is void all the same: what was collected or paid is reversed, and everything goes back, fees too."""
    round = replace(play_six(RULES, *STREETS[phase], *acts), keyed=True)
    assert Report(kind, 1) in [Report(**o.fields) for o in options(RULES, round) if o.act == "Report"]
    (event,) = decide(RULES, round, Report(kind, 1))
    assert isinstance(event, HandVoided)
    assert event.reversed == tuple(p for p in round.payments if p.seat == 1)
    after = play_six(RULES, Report(kind, 1), round=round)
    mine = [p for p in after.payments if p.seat == 1]
    assert {(p.result, p.returned == p.staked) for p in mine} == {("void", True)}
    assert sum(p.returned for p in mine) == down
    assert [p for p in after.payments if p.seat == 2] == [p for p in round.payments if p.seat == 2]
    with pytest.raises(Refused, match="out of the round already"):
        decide(RULES, after, Report(kind, 1))


@pytest.mark.rule("first_cards", "wrong_count")
def test_a_deal_that_was_keyed_wrongly_is_taken_back_until_somebody_decides() -> None:
    closed = play_six(RULES, *BETTING, CloseBets())
    right = play_six(RULES, DealUnseen({1: 2, 2: 2}), round=closed)
    wrong = play_six(RULES, DealUnseen({1: 3, 2: 2}), round=closed)
    turned = play_six(RULES, TurnCommunity(hand("6h")[0]), round=wrong)
    every = play_six(RULES, DealUnseen({1: 3, 2: 1}), TurnCommunity(hand("6h")[0]), round=closed)
    assert every.phase == "settled"
    for round in (right, wrong, turned, every):
        assert decide(RULES, round, TakeBackDeal()) == (DealTakenBack(round.payments),)
        assert play_six(RULES, TakeBackDeal(), round=round) == closed
    for round in (right, wrong):
        fell = play_six(RULES, Report("card-off-table", 2), round=round)
        again = play_six(RULES, TakeBackDeal(), round=fell)
        assert again == play_six(RULES, Report("card-off-table", 2), round=closed), "a card that fell has fallen"
        assert play_six(RULES, DealUnseen({1: 2, 2: 3}), round=again).seats[2].void == "card_off_table"
    miscounted = play_six(RULES, Report("wrong-count", 1), round=right)
    decided = play_six(RULES, Bet(2), round=turned)
    for round in (miscounted, decided, play_six(RULES, *STREETS["second"])):
        with pytest.raises(Refused, match="nothing has followed"):
            decide(RULES, round, TakeBackDeal())


@pytest.mark.rule("card_off_table", "exposed_card", "wrong_count")
def test_a_card_goes_wrong_while_the_cards_are_dealt() -> None:
    closed = play_six(RULES, *BETTING, CloseBets())
    assert [(o.fields["irregularity"], o.fields["seat"]) for o in options(RULES, closed) if o.act == "Report"] == [
        ("card-off-table", 1), ("card-off-table", 2), ("exposed-card", 1), ("exposed-card", 2),
        ("community-card-exposed", 0),
    ]  # fmt: skip
    fell = play_six(RULES, Report("card-off-table", 1), round=closed)
    assert fell.phase == "closed"
    assert sum(p.returned for p in fell.payments if p.seat == 1) == put_down("second", 1)
    dealt = play_six(RULES, DealUnseen({1: 1, 2: 2}), TurnCommunity(hand("6h")[0]), round=fell)
    assert (dealt.payments, dealt.seats[1].void, dealt.phase) == (fell.payments, "card_off_table", "second")
    with pytest.raises(Refused, match="told when the deal is keyed"):
        decide(RULES, closed, Report("wrong-count", 1))


@pytest.mark.rule("exposed_card")
def test_the_community_card_is_exposed_until_it_is_turned() -> None:
    seen = Report("community-card-exposed")
    for acts in (STREETS["turning"], (*BETTING, CloseBets())):
        round = play_six(RULES, *acts)
        assert decide(RULES, round, seen) == (IrregularityNoted("community-card-exposed", "exposed_card", 0),)
        with pytest.raises(Refused, match="no seat's"):
            decide(RULES, round, Report("community-card-exposed", 1))
    with pytest.raises(Refused, match="face up as it should"):
        decide(RULES, play_six(RULES, *STREETS["second"]), seen)


@pytest.mark.rule("bonus_card_fee_on_winner", "bonus_card_order", "bonus_card_multiple")
def test_a_bonus_card_asked_for_with_a_winning_hand() -> None:
    insured = (*BETTING[:2], PlaceWager(2, "ante", 300), PlaceWager(2, "tip", 100), PlaceWager(2, "insurance", 150))
    acts = (
        *insured,
        CloseBets(),
        DEAL,
        TurnCommunity(),
        Bet(1),
        Bet(2),
        street("3c", "3d"),
        Bet(1),
        Bet(2),
        street("2d", "2c"),
    )
    round = play_six(RULES, *acts, BuyCard(1), BuyCard(2))
    with pytest.raises(Refused, match="verified first"):
        decide(RULES, round, DealBonusCard(2))
    with pytest.raises(Refused):
        decide(RULES, round, DealBonusCard(1))
    with pytest.raises(Refused):
        decide(RULES, round, DealBonusCard(1, DEAL.burnt))
    round = play_six(RULES, DealBonusCard(1, hand("Kc")[0]), round=round)
    with pytest.raises(Refused) as caught:
        decide(RULES, round, DealBonusCard(2, hand("Kd")[0]))
    assert caught.value.rule == "bonus_card_fee_on_winner"
    round = play_six(RULES, DealBonusCard(2), round=round)
    assert [(p.wager, p.result, p.returned) for p in round.payments if p.seat == 2] == [
        ("insurance", "fee", 0), ("bonus_card", "push", 300),
    ]  # fmt: skip
    assert view(RULES, round, 1).seats[1].cards == (*hand("5s 9d 3c 2d"), None), "the bonus card lies face down"
    round = play_six(RULES, SettleSeat(2), SettleSeat(1), round=round)
    assert sum(p.paid for p in round.payments if p.seat == 2) == 900 + 100


@pytest.mark.rule("hands_concealed", "wrong_count", "single_deck")
def test_the_cards_of_a_real_table() -> None:
    rules = RULES
    round = play_six(rules, *BETTING, CloseBets(), DealUnseen({1: 2, 2: 2}))
    for card in (None, Card(52)):
        with pytest.raises(Refused):
            decide(rules, round, TurnCommunity(card))
    round = play_six(rules, TurnCommunity(hand("6h")[0]), round=round)
    with pytest.raises(Refused, match="not decided"):
        decide(rules, round, DealStreet())
    with pytest.raises(Refused):
        decide(rules, play_six(rules, Bet(1), Bet(2), round=round), street("3c", "3d"))
    round = play_six(
        rules, Bet(1), Bet(2), DealStreet(), Bet(1), Bet(2), DealStreet(), BuyCard(1), Stand(2), round=round
    )
    with pytest.raises(Refused, match="exposes"):
        decide(rules, round, DealBonusCard(1))
    with pytest.raises(Refused, match="not called for"):
        decide(rules, round, ShowHand(2, hand("6s 9c 3d 2c")))
    four = hand("5s 9d 3c 2d")
    for wrong in (four[:3], (*four[:3], hand("6h")[0])):
        with pytest.raises(Refused):
            decide(rules, round, ShowHand(1, wrong))
    round = play_six(rules, ShowHand(1, four), round=round)
    with pytest.raises(Refused):
        decide(rules, round, DealBonusCard(1, hand("Kc")[0]))
    round = play_six(rules, DealBonusCard(1), round=round)
    with pytest.raises(Refused, match="not been keyed"):
        decide(rules, round, SettleSeat(2))
    round = play_six(rules, ShowHand(2, hand("6s 9c 3d 2c")), SettleSeat(2), round=round)
    with pytest.raises(Refused, match="stand first"):
        decide(rules, round, ShowHand(1, hand("5s 9d 3c Kc 2d")))
    round = play_six(rules, ShowHand(1, (*four, hand("Kc")[0])), SettleSeat(1), round=round)
    assert {p.result for p in round.payments if p.seat == 1 and p.wager.startswith("b")} == {"lose", "fee"}


@pytest.mark.rule("hands_concealed")
def test_the_rank_of_a_hand_thrown_in_is_its_players_own() -> None:
    round = play_six(RULES, *STREETS["fourth"], Discard(1))
    mine, theirs = (view(RULES, round, viewer).payments[0].hand for viewer in (1, 2))
    assert mine is not None
    assert theirs is None
    unseen = (*BETTING, CloseBets(), DealUnseen({1: 2, 2: 2}), TurnCommunity(hand("6h")[0]))
    keyed = play_six(RULES, *unseen, Bet(1), Fold(2), DealStreet(), Bet(1), DealStreet(), Discard(1))
    assert {p.hand for p in keyed.payments} == {None}


@pytest.mark.rule("ante_range", "insurance_divisor", "tip_with_ante", "one_hand_per_player")
def test_antes_fees_and_tips_at_their_bounds() -> None:
    rules = bonus_six({"pay_table": "black-hawk", "minimum": "5.00", "maximum": "100.00"})
    for cents, taken in ((499, False), (500, True), (10000, True), (10001, False), (0, False)):
        try:
            play_six(rules, PlaceWager(1, "ante", cents))
        except Refused:
            assert not taken
        else:
            assert taken
    round = play_six(rules, PlaceWager(1, "ante", 1001))
    assert not [o for o in options(rules, round) if o.fields.get("wager") == "insurance"], "no half of an odd cent"
    for cents in (500, 501):
        with pytest.raises(Refused):
            decide(rules, round, PlaceWager(1, "insurance", cents))
    round = play_six(rules, PlaceWager(1, "tip", 1), TakeBackWager(1, "tip"), TakeBackWager(1, "ante"), round=round)
    assert round.seats == {}


@pytest.mark.rule("further_tips_equal")
def test_a_later_tip_equals_the_first() -> None:
    round = play_six(RULES, *STREETS["second"])
    for number, tip, taken in ((2, 99, False), (2, 100, True), (2, 101, False), (2, -1, False), (1, 1, False)):
        if taken:
            decide(RULES, round, Bet(number, tip))
            continue
        with pytest.raises(Refused) as caught:
            decide(RULES, round, Bet(number, tip))
        assert caught.value.rule == "further_tips_equal"


# ---- the clause that a wrong moment offends against


@pytest.mark.rule("insurance_divisor", "tip_with_ante", "ante_required")
@pytest.mark.parametrize(
    ("wager", "clause"), [("insurance", "sd-bonus6(4)"), ("tip", "sd-bonus6(3)"), ("ante", "sd-bonus6(2)")]
)
def test_a_late_wager_cites_its_own_clause(wager: str, clause: str) -> None:
    round = play_six(RULES, *BETTING, CloseBets())
    for command in (PlaceWager(1, wager, 500), TakeBackWager(1, wager)):
        with pytest.raises(Refused) as caught:
            decide(RULES, round, command)
        assert caught.value.clause == clause


@pytest.mark.rule("first_bet_multiple", "second_bet_multiple", "final_choices")
def test_each_street_is_decided_under_its_own_clause() -> None:
    """A seat that has decided is refused under the paragraph of the street, and so is a fold at the last one."""
    round = play_six(RULES, *BETTING, CloseBets(), DEAL, TurnCommunity())
    said = []
    for street in (3, 4, 0):
        round = play_six(RULES, Bet(1) if street else Discard(1), round=round)
        wrong: list[Command] = [Bet(1), Fold(1)] if street else [Discard(1), Stand(1), Fold(2), Bet(2)]
        for command in wrong:
            with pytest.raises(Refused) as caught:
                decide(RULES, round, command)
            said.append(caught.value.clause)
        if street:
            round = play_six(RULES, Bet(2), round=round)
            cards = {3: {1: hand("3c")[0], 2: hand("2d")[0]}, 4: {1: hand("Tc")[0], 2: hand("Jd")[0]}}[street]
            round = play_six(RULES, DealStreet(cards), round=round)
    assert said == ["sd-bonus6(7)"] * 2 + ["sd-bonus6(8)"] * 2 + ["sd-bonus6(9)"] * 4
