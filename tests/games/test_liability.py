"""What a round could come to cost the tray: never less than it does, met by real deals, and held against a limit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.rounds import AK, WINS, play_stud, seat, stud
from tests.rules import houses
from upcard.cards import DECK, Category, show_card
from upcard.errors import HouseError, Refused
from upcard.games import bonus_six as six
from upcard.games.bonus_six.wagers import liability as six_liability
from upcard.games.caribbean_stud import PlaceCoupon, PlaceWager, Round, TakeBackWager, decide, options
from upcard.games.caribbean_stud.round_document import read_round
from upcard.games.caribbean_stud.wagers import liability
from upcard.games.settle import settle
from upcard.money.books import MOST
from upcard.rules import bonus_six, caribbean_stud
from upcard.rules.election import MOST_OWED
from upcard.rules.house import read_house
from upcard.units import micros, parse_cents, show_cents, show_dollars

SUITS = "shcd"
TOP = [*(f"A{s} K{s} Q{s} J{s} T{s}" for s in SUITS), *(f"9{s} 8{s} 7{s} 6{s} 5{s}" for s in SUITS)]
"""Four royal flushes and four straight flushes from one deck; twos, threes and fours are left for the dealer."""
LOW, QUADS = "2s 2h 3s 3h 4c", "2s 2h 2c 2d 3s"
METERS = {level: {"amount": "10000.00", "seed": "10000.00"} for level in ("main", "five_card")}


def owed(document: dict[str, Any]) -> int:
    """What tray and account paid, in cents."""
    return sum(parse_cents(p["paid"]) for p in document["payments"] if p["source"] in ("tray", "account"))


def bound(edition: str, house: dict[str, Any], document: dict[str, Any]) -> int:
    rules = caribbean_stud(edition, house)
    return liability(rules, read_round(rules, document).seats)


def dealt(edition: str, house: dict[str, Any], dealer: str, *seats: dict[str, Any]) -> dict[str, Any]:
    listed = {str(number): each for number, each in enumerate(seats, 1)}
    return {"edition": edition, "house": house, "meters": METERS, "dealer": dealer.split(), "seats": listed}


@pytest.mark.parametrize("players", range(1, 9))
def test_bets_alone_are_met_by_a_real_deal(players: int) -> None:
    """With more players than royal flushes the largest antes have them."""
    antes = [33, 1, 20, 5, 7, 12, 3, 30][:players]
    order = sorted(range(players), key=lambda at: -antes[at])
    hands = {at: TOP[place] for place, at in enumerate(order)}
    seats = [seat(hands[at], f"{ante}.00") for at, ante in enumerate(antes)]
    document = dealt("sd-2015", {}, LOW, *seats)
    assert owed(settle(document)) == bound("sd-2015", {}, document)


def test_side_wagers_are_met_by_a_real_deal() -> None:
    """A royal flush with bonus, envy to the others, cover all, and four of a kind for those who backed the dealer."""
    house = {
        "progressive": "D",
        "bonus": "A",
        "five_card": True,
        "cover_all": True,
        "magic_card": False,
        "lucky": False,
    }
    wagers = {"bonus": "5.00", "cover_all": "5.00", "five_card_dealer": "1.00", "progressive": "1.00"}
    document = dealt("ma", house, QUADS, *(seat(TOP[at], "50.00", **wagers) for at in range(3)))
    assert owed(settle(document)) == bound("ma", house, document)


@pytest.mark.parametrize("seed", range(40))
def test_no_deal_costs_more(seed: int) -> None:
    """Random wagers on hands that are mostly among the best."""
    rng = Random(seed)
    house = {
        "progressive": rng.choice(["A", "D", "E", "PTMGL01"]),
        "bonus": "B",
        "five_card": True,
        "cover_all": True,
        "awards_from": rng.choice(["tray", "meter"]),
        "cover_all_after_fold": rng.choice(["stands", "forfeited"]),
    }
    players = rng.randint(1, 7)
    left = [show_card(card) for card in DECK]
    hands = []
    for _ in range(players + 1):
        whole = [hand.split() for hand in (*TOP, "4s 4h 4c 4d 2s", "3s 3h 3c 3d 2h") if set(hand.split()) <= set(left)]
        hand = rng.choice(whole) if whole and rng.random() < 0.8 else rng.sample(left, 5)
        left = [card for card in left if card not in hand]
        hands.append(" ".join(hand))
    names = ("bonus", "five_card_player", "five_card_dealer", "cover_all")
    seats = []
    for held in hands[1:]:
        wagers = {name: f"{rng.randint(1, 9)}.00" for name in names if rng.random() < 0.6}
        if rng.random() < 0.6:
            wagers["progressive"] = "1.00"
        ante = rng.randint(1, 20)
        coupon = {"coupon_match_play": f"{ante}.00"} if rng.random() < 0.5 else {}
        seats.append(seat(held, f"{ante}.00", decision=rng.choice(["bet", "bet", "fold"]), **wagers, **coupon))
    document = dealt("ma", house, hands[0], *seats)
    document |= {"magic_card": rng.choice(hands[0].split()), "lucky": "dealer"}
    assert owed(settle(document)) <= bound("ma", house, document)


def test_a_limit_refuses_the_wager_that_would_exceed_it() -> None:
    """An ante of $10 may cost $10 and 100 times $20; the next seat has room for what is left, to the cent."""
    house = {"liability_limit": "3015.00"}
    rules = caribbean_stud("sd-2015", house)
    round = play_stud(rules, PlaceWager(1, "ante", 1000))
    assert liability(rules, round.seats) == 201_000
    (offered,) = (
        o for o in options(rules, round) if o.act == "PlaceWager" and o.fields == {"seat": 2, "wager": "ante"}
    )
    assert offered.high == 500
    named = r"\$3,017\.01, and the house has elected \$3,015\.00 as the most, as its liability_limit, which no clause"
    with pytest.raises(Refused, match=named) as refused:
        decide(rules, round, PlaceWager(2, "ante", 501))
    assert refused.value.clause is None
    round = play_stud(rules, PlaceWager(2, "ante", 500), round=round)
    tips = [o for o in options(rules, round) if o.fields.get("wager") == "tip" and o.act == "PlaceWager"]
    assert not [o for o in options(rules, round) if o.fields.get("wager") == "ante" and o.act == "PlaceWager"]
    assert tips == []
    round = play_stud(rules, TakeBackWager(2, "ante"), round=round)
    assert play_stud(rules, PlaceWager(2, "ante", 499), PlaceWager(2, "tip", 201), round=round).seats[2].ante == 499


@pytest.mark.parametrize("elected", [{}, {"liability_limit": "99999999999.99"}])
def test_no_wager_is_taken_that_the_books_could_not_pay(elected: dict[str, str]) -> None:
    """Whatever a house has elected, or not: a round that wins stays far below what any account may owe."""
    said = r"could come to cost .*, and no round may come to cost more than \$1,000,000,000\.00"
    tipped = bonus_six({"pay_table": "black-hawk", "maximum": "100.00", **elected})
    staked: Any = replace(six.Round(), seats={1: six.Seat(ante=10_000)})
    most = (MOST_OWED - 30_000_000) // 3000
    assert six.decide(tipped, staked, six.PlaceWager(1, "tip", most))
    for tip in (most + 1, 9_999_999_999):
        with pytest.raises(Refused, match=said):
            six.decide(tipped, staked, six.PlaceWager(1, "tip", tip))
    rules = caribbean_stud("ma", elected)
    most = MOST_OWED // 201
    assert decide(rules, Round(), PlaceWager(1, "ante", most))
    with pytest.raises(Refused, match=said):
        decide(rules, Round(), PlaceWager(1, "ante", most + 1))
    offered = [o.high for o in options(rules, Round()) if o.fields == {"seat": 1, "wager": "ante"}]
    assert offered == ([most] if elected else [None]), "what nobody has limited is offered without a limit"
    assert micros(10 * MOST_OWED) <= micros(MOST)


def test_a_later_tip_is_held_against_it_where_it_need_not_equal_the_first() -> None:
    law = bonus_six({"pay_table": "black-hawk", "tip_maximum": "5.00"})
    rules = replace(law, law=replace(law.law, further_tips_equal=False))
    round = replace(six.Round(), phase="second", seats={1: six.Seat(ante=100, tips=(100,), count=2)})
    assert six.decide(rules, round, six.Bet(1, 500))
    with pytest.raises(Refused, match=r"no more than \$5\.00"):
        six.decide(rules, round, six.Bet(1, 501))
    with pytest.raises(Refused, match="could come to cost"):
        six.decide(replace(rules, maxima={}), round, six.Bet(1, 9_999_999_999))


def test_odds_beyond_reason_and_antes_that_could_not_be_paid_are_refused_by_the_house_reader() -> None:
    own = {"royal_flush": 1_000_000}
    assert bonus_six({"pay_table": own}).schedule.lines[Category.ROYAL_FLUSH].odds == 1_000_000
    with pytest.raises(HouseError, match=r"pay_table: royal_flush pays 1000001 to 1.* 1000000"):
        bonus_six({"pay_table": {"royal_flush": 1_000_001}})
    house = """
    name = "H"
    [[table]]
    name = "Six"
    edition = "sd-bonus6"
    designated = true
    signs = ["pay schedule", "limits"]
    pay_table = "black-hawk"
    minimum = "400000.00"
    maximum = "900000.00"
    """
    with pytest.raises(HouseError, match=r"minimum: the smallest ante alone could come to cost \$1,200,000,000"):
        read_house(house)
    read_house(house.replace("400000", "300000"))


def test_coupons_and_finished_rounds_are_held_against_it() -> None:
    rules = caribbean_stud("ma", {"liability_limit": "2015.00"})
    round = play_stud(rules, PlaceWager(1, "ante", 1000))
    with pytest.raises(Refused, match="could come to cost"):
        decide(rules, round, PlaceCoupon(1, "match_play", 501))
    assert decide(rules, round, PlaceCoupon(1, "match_play", 500))
    with pytest.raises(Refused, match=r"^seats: the wagers on the table could come to cost \$2,211\.00"):
        stud("ma", {"liability_limit": "2015.00"}, AK, seat(WINS, "11.00"))


@pytest.mark.parametrize("players", [1, 2])
def test_a_column_for_fewer_is_counted_while_players_may_still_get_up(players: int) -> None:
    """The column for two hands pays 500 to 1, that for three 300: a lone $10 can still cost more than two of $5."""
    rules = caribbean_stud("ma", {"cover_all": True})
    round = Round()
    for number, cents in enumerate((1000, 100)[:players], 1):
        round = play_stud(rules, PlaceWager(number, "ante", 100), PlaceWager(number, "cover_all", cents), round=round)
    assert liability(rules, round.seats) == players * 20_100 + 500_000


def test_a_lone_cover_all_wager_is_counted_where_no_column_is_for_one() -> None:
    """Where columns count players there is none for one; it will cost what the column for two pays."""
    rules = caribbean_stud("ma", {"cover_all": True, "cover_all_counts": "players", "liability_limit": "701.00"})
    round = play_stud(rules, PlaceWager(1, "ante", 100))
    assert decide(rules, round, PlaceWager(1, "cover_all", 100))
    with pytest.raises(Refused, match="could come to cost"):
        decide(rules, round, PlaceWager(1, "cover_all", 101))


def test_bonus_six() -> None:
    """Ante and both bets at the best odds, and three tips; five seats share four royal flushes."""
    rules = bonus_six({"pay_table": "black-hawk", "tip_maximum": "2.00", "liability_limit": "130000.00"})
    round = six.Round()
    for number in (1, 2, 3, 4):
        round = _six(rules, round, six.PlaceWager(number, "ante", 1000))
    assert six_liability(rules, round.seats) == 4 * 3 * 1000 * 1000
    round = _six(rules, round, six.PlaceWager(5, "ante", 1000))
    assert six_liability(rules, round.seats) == 4 * 3 * 1000 * 1000 + 3 * 1000 * 100
    with pytest.raises(Refused, match=r"tip: the house takes no more than \$2\.00"):
        six.decide(rules, round, six.PlaceWager(1, "tip", 201))
    with pytest.raises(Refused, match="could come to cost"):
        _six(rules, _six(rules, round, six.PlaceWager(1, "tip", 200)), six.PlaceWager(2, "tip", 200))
    document = {"edition": "sd-bonus6", "house": rules.elections, "community": "6h",
                "seats": {"1": {"cards": ["6d", "Tc"], "decisions": ["fold"], "wagers": {"ante": "10.00"},
                                "tips": ["2.01"]}}}  # fmt: skip
    with pytest.raises(Refused, match=r"tip: the house takes no more than \$2\.00"):
        settle(document)


def _six(rules: Any, round: six.Round, command: Any) -> six.Round:
    for event in six.decide(rules, round, command):
        round = six.evolve(round, event)
    return round


@pytest.mark.parametrize("limit", ["0.00", "-1.00"])
def test_a_limit_is_more_than_nothing(limit: str) -> None:
    with pytest.raises(HouseError, match="liability_limit"):
        caribbean_stud("sd-2015", {"liability_limit": limit})


PLAYED_FOR = {
    "sd-2015": ("PMG-02", "5.00", "progressive_device", "sd-2015(3)"),
    "sd-2011": ("classic-5000", "1.00", "progressive_device", "sd-2011(3)"),
    "ma": ("D", "5.00", "progressive_device", "ma-6(c)"),
}


@pytest.mark.parametrize("seats", [1, 5, 7])
@pytest.mark.parametrize("edition", ["sd-2015", "sd-2011", "ma"])
def test_a_limit_leaves_room_for_the_jackpot_at_every_seat(edition: str, seats: int) -> None:
    """Else the house would silence a jackpot in play. What the least is called is what the wagers could come to."""
    tables = {"sd-2015": houses.sd, "sd-2011": houses.sd_2011, "ma": houses.ma}
    schedule, wager, rule, clause = PLAYED_FOR[edition]
    played = houses.ma_jackpot(schedule) if edition == "ma" else houses.jackpot(schedule)
    whole = tables[edition](jackpot="J", seats=seats, minimum="1.00")
    open_ended = houses.house([whole], [played]).tables[0].rules
    round = Round()
    for number in range(1, seats + 1):
        ante = PlaceWager(number, "ante", 100)
        round = play_stud(open_ended, ante, PlaceWager(number, "progressive", parse_cents(wager)), round=round)
    least = liability(open_ended, round.seats)
    read_house(houses.text([whole | {"liability_limit": show_cents(least)}], [played]))
    for limit in (least - 1, 25_000):
        with pytest.raises(HouseError, match="with its bet and the progressive wager at every seat") as refused:
            read_house(houses.text([whole | {"liability_limit": show_cents(limit)}], [played]))
        assert (refused.value.field, refused.value.rule) == (f"table {whole['name']!r}.liability_limit", rule)
        assert refused.value.clause == clause
        assert f"a limit here is at least {show_dollars(least)}" in str(refused.value)


@pytest.mark.parametrize("edition", ["sd-2015", "ma"])
def test_no_ante_takes_the_room_of_a_progressive_wager(edition: str) -> None:
    """Each player may play for the jackpot: larger antes, and other side wagers, are refused before that is."""
    tables = {"sd-2015": houses.sd, "ma": houses.ma}
    schedule, wager, _, _ = PLAYED_FOR[edition]
    played = houses.ma_jackpot(schedule) if edition == "ma" else houses.jackpot(schedule)
    whole = tables[edition](jackpot="J", seats=3, minimum="1.00") | {"liability_limit": "33000.00"}
    rules = houses.house([whole], [played]).tables[0].rules
    round = play_stud(rules, PlaceWager(1, "ante", 100), PlaceWager(2, "ante", 100))
    highest = next(o.high for o in options(rules, round) if o.fields == {"seat": 3, "wager": "ante"})
    assert highest is not None
    assert highest > 100
    with pytest.raises(Refused, match="could come to cost"):
        decide(rules, round, PlaceWager(3, "ante", highest + 1))
    round = play_stud(rules, PlaceWager(3, "ante", highest), round=round)
    for number in (3, 1, 2):
        round = play_stud(rules, PlaceWager(number, "progressive", parse_cents(wager)), round=round)
    assert 3_270_000 < liability(rules, round.seats) <= 3_300_000


def test_without_a_jackpot_a_limit_leaves_room_for_one_ante() -> None:
    read_house(houses.text([houses.sd(minimum="1.00", liability_limit="201.00")]))
    with pytest.raises(HouseError, match="the smallest ante alone"):
        read_house(houses.text([houses.sd(minimum="1.00", liability_limit="200.99")]))
