"""`upcard exact`: the documents that programs read, to the letter, and what is refused in one sentence."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, one_sentence
from upcard.exact.caribbean_stud import STRATEGIES

PUBLISHED = {
    "optimal": (-1_041_372_912_372, "5.224", "2.555"),
    "rules-of-thumb": (-1_041_417_758_724, "5.225", "2.554"),
    "AKJ83": (-1_059_715_400_580, "5.316", "2.596"),
    "matching-rank": (-1_063_176_931_284, "5.334", "2.616"),
    "pair": (-1_090_272_101_460, "5.470", "2.738"),
    "AK": (-1_132_600_203_540, "5.682", "2.672"),
    "always-raise": (-3_310_360_338_060, "16.607", "5.536"),
}
"""Loss in antes over all deals, house edge and element of risk as they are printed."""

EVERY = {"house_edge", "return", "standard_deviation"}


def asked(upcard: Run, *arguments: str) -> Any:
    ran = upcard("exact", *arguments, "--json")
    assert ran.status == 0, ran
    document = json.loads(ran.out)
    assert set(document) >= EVERY
    for name in ("house_edge", "return"):
        if document[name] is not None:
            assert ratio(document[name]).denominator == int(document[name].split("/")[1]), "lowest terms"
    return document


def ratio(text: str) -> Fraction:
    top, bottom = text.split("/")
    return Fraction(int(top), int(bottom))


# ---- caribbean stud ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_is_the_published_one(strategy: str, upcard: Run) -> None:
    found = asked(upcard, "caribbean-stud", "--strategy", strategy)
    net, edge, risk = PUBLISHED[strategy]
    assert (found["strategy"], found["deals"], found["net"]) == (strategy, "19933230517200", str(net))
    assert ratio(found["house_edge"]) == Fraction(-net, 19_933_230_517_200)
    assert ratio(found["return"]) == 1 - ratio(found["house_edge"])
    assert f"{float(ratio(found['house_edge'])):.3%}" == f"{edge}%"
    assert f"{float(ratio(found['element_of_risk'])):.3%}" == f"{risk}%"


def test_the_best_play_by_outcome(upcard: Run) -> None:
    found = asked(upcard, "caribbean-stud")
    assert found["outcomes"] == {
        "royal_flush": "16759740",
        "straight_flush": "156929720",
        "four_of_a_kind": "2832435800",
        "full_house": "16624475280",
        "flush": "21856990280",
        "straight": "43805516100",
        "three_of_a_kind": "234242908320",
        "two_pair": "488012139360",
        "pair_or_less": "2343248003808",
        "no_hand": "4532514033720",
        "push": "321623100",
        "fold": "9523005974460",
        "dealer_wins": "2726592727512",
    }
    assert float(found["standard_deviation"]) == pytest.approx(2.24295, abs=1e-5)


def test_another_schedule(upcard: Run) -> None:
    found = asked(upcard, "caribbean-stud", "--pays", "100,50,20,7,5,4,3,2,2", "--strategy", "always-raise")
    usual = asked(upcard, "caribbean-stud", "--strategy", "always-raise")
    assert found["outcomes"] == usual["outcomes"]
    assert int(found["net"]) - int(usual["net"]) == 2 * int(usual["outcomes"]["pair_or_less"])
    assert found["pays"]["pair_or_less"] == 2


def test_for_people(upcard: Run) -> None:
    said = upcard("exact", "caribbean-stud").out
    assert "5.2243%  = 142031221/2718662100" in said
    assert "16,759,740" in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("caribbean-stud", "--pays", "100,50"), "--pays: nine odds"),
        (("caribbean-stud", "--pays", "100,50,20,7,5,4,3,2,x"), "--pays: "),
        (("caribbean-stud", "--pays", "100,50,20,7,5,4,3,2,-1"), "--pays: "),
        (("caribbean-stud", "--strategy", "hope"), "--strategy"),
        (("hand", "--player", "As Kd Qh Jc", "--up", "2d"), "--player: 5 cards are needed, not 4"),
        (("hand", "--player", "As Kd Qh Jc 3s", "--up", "3s"), "--up: 3s is in the player's hand"),
        (("hand", "--player", "As Kd Qh Jc 3x", "--up", "2d"), "--player: "),
        (("hand", "--player", "As As Qh Jc 3c", "--up", "2d"), "--player: "),
        (("progressive", "--edition", "ma"), "--schedule: name an edition"),
        (("progressive", "--edition", "ma", "--schedule", "PMG-01"), "--schedule: ma has no schedule 'PMG-01'"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--opponents", "9"), "--opponents: 9"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--wager", "2"), "--wager: D takes $1 or $5"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--meter", "ten"), "--meter: 'ten'"),
        (
            ("progressive", "--edition", "ma", "--schedule", "D", "--meter", "major=5"),
            "--meter: D has no meter 'major'",
        ),
        (("progressive", "--edition", "ma", "--schedule", "PTMGLML02", "--meter", "5"), "name each"),
        (
            ("progressive", "--edition", "ma", "--schedule", "PTMGLML02", "--meter", "mega=5"),
            "--meter: what it is for major is missing",
        ),
        (("progressive", "--pays", "royal_flush=100%", "--schedule", "D"), "--pays: "),
        (("progressive", "--pays", "royal_flush=101%"), "--pays: royal_flush: '101%'"),
        (("progressive", "--pays", "quads=5"), "--pays: there is no hand 'quads'"),
        (("progressive", "--pays", "flush=5,flush=6"), "--pays: flush stands twice"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--seed", "5"), "--seed: it belongs with --rate"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--rate", "70%"), "--seed: what a meter starts from"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--rate", "0.7", "--seed", "5"), "--rate: '0.7'"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--rate", "70%", "--seed", "x"), "--seed: 'x'"),
        (
            ("progressive", "--edition", "ma", "--schedule", "D", "--rate", "70%", "--seed", "5", "--reserve", "31%"),
            "--rate: the meters and reserves take more",
        ),
        (("bonus-six", "--pay-table", "black-hawk", "--cards", "As Ad"), "--cards: three, four or five"),
        (("bonus-six", "--pay-table", "black-hawk", "--cards", "As Ad Ad"), "--cards: "),
        (("bonus-six", "--pay-table", "black-hawk", "--strategy", "6"), "--strategy: a player decides on 3 to 5"),
        (
            ("bonus-six", "--pay-table", "black-hawk", "--strategy", "3", "--cards", "As Ad Ac"),
            "--strategy: it is another",
        ),
        (("bonus",), "--table: "),
        (("bonus", "--table", "D"), "--table: "),
        (("five-card", "--lucky", "1/20", "--positions", "0"), "--positions: "),
        (("progressive", "--pays", "flush=5", "--meter", "0"), "--meter: no hand of this schedule plays for a meter"),
        (("bonus", "--pays", "flush"), "--pays: 'flush'"),
        (("bonus", "--pays", "pair=1", "--lowest-pair", "1"), "--lowest-pair: '1' is not a rank"),
        (("bonus", "--table", "A", "--for-one"), "--for-one"),
        (("progressive", "--pays", "royal_flush=100%junk"), "--pays: royal_flush: '100%junk'"),
        (("progressive", "--pays", "royal_flush=100%;flush=1"), "--pays: "),
        (("progressive", "--edition", "ma", "--schedule", "D", "--opponents", "1.5"), "'1.5' is not a whole number"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--opponents", "١"), "not a whole number"),
        (("progressive", "--edition", "ma", "--schedule", "D", "--meter", "1_000"), "--meter: '1_000'"),
        (("bonus", "--pays", "flush=5", "--lowest-pair", "T"), "--lowest-pair: no pair is paid"),
        (("cover-all", "--hands", "3.7"), "'3.7' is not a whole number"),
        (("cover-all", "--hands", "9" * 5000), "not a whole number"),
        (("five-card", "--lucky", "٥/٦"), "--lucky: "),
        (("five-card", "--positions", "5"), "--positions: it belongs with --lucky"),
        (("five-card", "--hand", "dealer", "--backers", "10"), "--backers: "),
        (("hand", "--player", "As Kd Qh Jc 3s", "--up", ""), "--up: "),
        (("cover-all",), "--hands: "),
        (("cover-all", "--hands", "1"), "--hands: the best of 2 to 9 hands"),
        (("cover-all", "--hands", "10"), "--hands: the best of 2 to 9 hands"),
        (("cover-all", "--hands", "2", "--recount"), "--recount: "),
        (("five-card", "--lucky", "2"), "--lucky: 2 is not a probability"),
        (("five-card", "--lucky", "1/0"), "--lucky: '1/0'"),
        (("five-card", "--lucky", "1/2", "--positions", "1"), "--positions: "),
        (("five-card", "--backers", "2"), "--backers: "),
        (("five-card", "--wager", "0"), "--wager: "),
        (("exposure", "--known", "6"), "--known: a dealer has five cards"),
        (("exposure", "--known", "2", "--sorted", "AK"), "--sorted: it is another question"),
        (("exposure", "--sorted", "A1"), "--sorted: '1' is not a rank"),
        (("exposure", "--sharing", "8"), "--sharing: 1 to 7 players"),
        (("exposure", "--sharing", "7", "--deals", "1"), "--deals: an estimate"),
        (("exposure", "--sharing", "7", "--seed", "-1"), "--seed: "),
        (("exposure", "--burn-seen"), "--burn-seen: "),
        (("report", "nowhere.toml"), "nowhere.toml"),
        (("bonus-six",), "--pay-table: "),
        (("bonus-six", "--pay-table", "red-hawk"), "--pay-table: 'red-hawk' is no known table"),
        (("bonus-six", "--pays", "flush=5"), "--pays: "),
        (("bonus-six", "--pay-table", "black-hawk", "--lowest-pair", "7"), "--lowest-pair: "),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], says: str, upcard: Run) -> None:
    assert says in one_sentence(upcard("exact", *arguments))


# ---- one decision, and the strategy --------------------------------------------------------------------------------


def test_one_decision(upcard: Run) -> None:
    found = asked(upcard, "hand", "--player", "As Kd Qh Jc 3s", "--up", "2d")
    bet = ratio(found["bet"])
    assert (found["fold"], found["best"]) == ("-1/1", "bet")
    assert -1 < bet < 0
    assert sum(int(times) for times in found["holdings"].values()) == 163_185
    assert ratio(found["return"]) == 1 + bet


def test_a_decision_to_fold_has_no_spread(upcard: Run) -> None:
    found = asked(upcard, "hand", "--player", "7s 5d 4h 3c 2s", "--up", "Ad")
    assert (found["best"], found["return"], found["standard_deviation"]) == ("fold", "0/1", "0.000000000000")
    assert ratio(found["bet"]) < -1


def test_other_odds_turn_a_decision(upcard: Run) -> None:
    hand = ("hand", "--player", "2s 2d 9h 5c 3s", "--up", "Ad")
    assert asked(upcard, *hand)["best"] == "bet"
    assert asked(upcard, *hand, "--pays", "9,8,7,6,5,4,3,2,0")["best"] == "fold"


def test_the_strategy_as_data(upcard: Run) -> None:
    ran = upcard("exact", "strategy", "--classes", "--json")
    found = ran.json
    assert len(found["chart"]) == 164
    assert all(len(row) == 13 for row in found["chart"].values())
    assert len(found["classes"]) == 53_792
    cell = found["chart"]["AK432"]["Q"]
    plays = {p["best"] for p in found["classes"] if (p["ranks"], p["up"]) == ("AK432", "Q")}
    assert (cell, plays) == ("fold", {"fold"})
    mixed = [(ranks, up) for ranks, row in found["chart"].items() for up, each in row.items() if each == "suits"]
    ranks, up = mixed[0]
    assert {p["best"] for p in found["classes"] if (p["ranks"], p["up"]) == (ranks, up)} == {"bet", "fold"}


def test_the_strategy_as_a_chart(upcard: Run) -> None:
    lines = upcard("exact", "strategy").out.splitlines()
    assert len(lines) == 3 + 164
    assert next(line for line in lines if line.startswith("AKQJ9")).split()[1:] == ["B"] * 13
    listed = upcard("exact", "strategy", "--classes").out.splitlines()
    assert listed[0].split("\t") == ["ranks", "up", "suited", "hands", "bet", "best"]
    assert len(listed) == 1 + 53_792


# ---- side wagers ---------------------------------------------------------------------------------------------------


def test_a_progressive_as_the_contract_has_it(upcard: Run) -> None:
    found = asked(upcard, "progressive", "--edition", "ma", "--schedule", "D", "--opponents", "6")
    assert found["per_meter_dollar"] == {"main": "19/6497400"}
    at = asked(upcard, "progressive", "--edition", "ma", "--schedule", "D", "--opponents", "6", "--meter", "100000")
    gained = ratio(at["return"]) - ratio(found["return"])
    assert gained == (100_000 - Fraction(found["meters"]["main"])) * Fraction(19, 6_497_400)
    parts = ratio(at["fixed"]) + 6 * ratio(at["envy"]) + 100_000 * Fraction(19, 6_497_400)
    assert ratio(at["return"]) == parts
    even = asked(upcard, "progressive", "--edition", "ma", "--schedule", "D", "--opponents", "6")["break_even"]
    assert ratio(at["fixed"]) + 6 * ratio(at["envy"]) + ratio(even) * Fraction(19, 6_497_400) == 1


@pytest.mark.rule("elected_wager_tables")
def test_a_progressive_at_an_elected_wager(upcard: Run) -> None:
    """Twice the wager at twice the meter returns the same of each dollar, and a dollar on the meter half as much."""
    pmg = ("progressive", "--edition", "sd-2015", "--schedule", "PMG-01", "--opponents", "3")
    one, two = asked(upcard, *pmg, "--meter", "10000"), asked(upcard, *pmg, "--wager", "2", "--meter", "20000")
    assert (two["staked"], two["return"], two["envy"]) == ("2.00", one["return"], one["envy"])
    assert two["per_meter_dollar"] == {"main": "19/12994800"}
    assert ratio(two["break_even"]) == 2 * ratio(one["break_even"])
    link = asked(upcard, "progressive", "--edition", "ma", "--schedule", "PTMGLML02", "--wager", "2.50")
    assert link["meters"] == {"mega": "25000.00", "major": "2500.00", "minor": "625.00"}
    refused = upcard("exact", "progressive", "--edition", "sd-2015", "--schedule", "classic-10pct", "--wager", "2")
    assert (refused.status, refused.err) == (2, "--wager: classic-10pct takes $1\n")


def test_the_long_run_of_a_schedule(upcard: Run) -> None:
    """The house check's own figure for the same jackpot, and the return at the mean meter."""
    d = ("progressive", "--edition", "ma", "--schedule", "D", "--opponents", "6")
    found = asked(upcard, *d, "--seed", "10000", "--rate", "20%", "--reserve", "5%")
    long = found["long_run"]
    fixed, envy = ratio(found["fixed"]), 6 * ratio(found["envy"])
    assert ratio(long["return"]) == fixed + envy + Fraction(1, 4) + Fraction(10_000, 649_740)
    assert sum(ratio(step["share"]) for step in long["payback"]) == ratio(long["return"])
    mean = ratio(long["mean_meters"]["main"])
    assert fixed + envy + mean * Fraction(19, 6_497_400) == ratio(long["return"])
    said = upcard("exact", *d, "--seed", "10000", "--rate", "20%", "--reserve", "5%").out
    assert "long run" in said
    assert "main in the mean" in said
    three = ("--seed", "mega=10000", "--seed", "major=1000", "--seed", "minor=250")
    rates = ("--rate", "mega=30%", "--rate", "major=25%", "--rate", "minor=15%")
    multi = asked(upcard, "progressive", "--edition", "ma", "--schedule", "PTMGLML02", *three, *rates)
    assert list(multi["long_run"]["mean_meters"]) == ["mega", "major", "minor"]


def test_several_levels(upcard: Run) -> None:
    levels = ("--meter", "mega=250000", "--meter", "major=5000", "--meter", "minor=500")
    found = asked(upcard, "progressive", "--edition", "ma", "--schedule", "PTMGLML02", *levels)
    assert list(found["per_meter_dollar"]) == ["mega", "major", "minor"]
    assert found["break_even"] is None
    assert found["meters"] == {"mega": "250000.00", "major": "5000.00", "minor": "500.00"}
    seeds = asked(upcard, "progressive", "--edition", "ma", "--schedule", "PTMGLML02")["meters"]
    assert seeds == {"mega": "10000.00", "major": "1000.00", "minor": "250.00"}


@pytest.mark.parametrize(
    ("dollars", "printed"), [("100,75,50", 263_205), ("150,100,50", 246_784), ("500,100,50", 218_047)]
)
def test_a_schedule_of_ones_own(dollars: str, printed: int, upcard: Run) -> None:
    """The last is misprinted elsewhere as 217,047."""
    four, full, flush = dollars.split(",")
    pays = f"royal_flush=100%,straight_flush=10%,four_of_a_kind={four},full_house={full},flush={flush}"
    even = ratio(asked(upcard, "progressive", "--pays", pays)["break_even"])
    assert int(even) == printed
    at = asked(upcard, "progressive", "--pays", pays, "--meter", str(printed))
    after = asked(upcard, "progressive", "--pays", pays, "--meter", str(printed + 1))
    assert ratio(at["house_edge"]) > 0 > ratio(after["house_edge"])


def test_no_meter_breaks_even_where_more_comes_back_at_any(upcard: Run) -> None:
    assert asked(upcard, "progressive", "--pays", "royal_flush=100%,pair=50")["break_even"] is None
    assert asked(upcard, "five-card", "--magic-card", "1/3")["break_even"] is None


def test_a_bonus_table_and_ones_own(upcard: Run) -> None:
    a = asked(upcard, "bonus", "--table", "A")
    assert (a["house_edge"], a["counts"]["pair"]) == ("1347/43316", "422400")
    lines = ",".join(f"{hand}={odds.split()[0].replace(',', '')}" for hand, odds in a["pays"].items())
    own = asked(upcard, "bonus", "--pays", lines, "--lowest-pair", "8")
    assert own["counts"].keys() == a["counts"].keys()
    fair = asked(upcard, "bonus", "--pays", "royal_flush=649740", "--for-one")
    assert (fair["house_edge"], fair["hit_frequency"]) == ("0/1", "1/649740")
    to_one = asked(upcard, "bonus", "--pays", "royal_flush=649740")
    assert to_one["house_edge"] == "-1/649740"


def test_five_card(upcard: Run) -> None:
    plain = asked(upcard, "five-card")
    assert (plain["fixed"], plain["meters"]) == ("1385/3822", {"five_card": "10000.00"})
    drawn = asked(upcard, "five-card", "--magic-card", "1/26", "--lucky", "5%", "--meter", "20000.50")
    besides = ratio(drawn["draws"]["magic_card"]) + ratio(drawn["draws"]["lucky"])
    more = (Fraction(2_000_050, 100) - 10_000) * ratio(plain["per_meter_dollar"]["five_card"])
    assert ratio(drawn["return"]) == ratio(plain["return"]) + besides + more
    shared = asked(upcard, "five-card", "--hand", "dealer", "--backers", "3")
    assert 3 * ratio(shared["per_meter_dollar"]["five_card"]) == ratio(plain["per_meter_dollar"]["five_card"])


@pytest.mark.parametrize("hands", range(2, 10))
def test_cover_all(hands: int, upcard: Run) -> None:
    found = asked(upcard, "cover-all", "--hands", str(hands))
    chances = {name: ratio(text) for name, text in found["distribution"].items()}
    assert sum(chances.values()) == 1
    assert next(iter(chances)) == "royal_flush"
    assert list(chances)[-2:] == ["three_of_a_kind", "none"]
    assert (found["house_edge"] is None) == (hands == 9)
    assert ratio(found["hit_frequency"]) == 1 - chances["none"]
    if hands < 9:
        back = {hand: int(odds.split()[0]) + 1 for hand, odds in found["pays"].items()}
        assert ratio(found["return"]) == sum(chances[hand] * each for hand, each in back.items())
        after = found["after_a_fold"]
        assert ratio(after["stands"]) == ratio(found["return"]) > ratio(after["forfeited"]) > Fraction(1, 2)


# ---- bonus 6 -------------------------------------------------------------------------------------------------------


def test_bonus_six(upcard: Run) -> None:
    plain = asked(upcard, "bonus-six", "--pay-table", "black-hawk")
    insured = asked(upcard, "bonus-six", "--pay-table", "black-hawk", "--insured")
    assert ratio(plain["insurance_value"]) == ratio(insured["insurance_value"]) < 0
    assert ratio(plain["house_edge"]) - ratio(insured["house_edge"]) == ratio(plain["insurance_value"])
    assert plain["average_fees"] == "0/1"
    assert ratio(insured["average_fees"]) > Fraction(1, 2)
    for found in (plain, insured):
        assert ratio(found["element_of_risk"]) == ratio(found["house_edge"]) / ratio(found["average_wager"])
        assert sum(int(times) for times in found["counts"].values()) == int(found["deals"])


def test_one_decision_of_bonus_six(upcard: Run) -> None:
    table = ("bonus-six", "--pay-table", "black-hawk")
    found = upcard("exact", *table, "--cards", "5c 6d Ah 9s 2c", "--insured", "--json").json
    assert (found["best"], ratio(found["discard"])) == ("card", Fraction(-7, 2))
    assert ratio(found["card"]) == ratio(found["return"]) - 1 > ratio(found["discard"])
    assert upcard("exact", *table, "--cards", "6c 6d 6h 9s 2c", "--json").json["best"] == "stand"
    assert upcard("exact", *table, "--cards", "5c 6d Ah").out.startswith("5c 6d Ah, not insured: fold\n")


@pytest.mark.parametrize(("seen", "classes", "sets"), [(3, 1755, 22_100), (4, 16_432, 270_725)])
def test_the_strategy_of_bonus_six(seen: int, classes: int, sets: int, upcard: Run) -> None:
    table = ("bonus-six", "--pay-table", "black-hawk")
    lines = upcard("exact", *table, "--strategy", str(seen)).out.splitlines()
    assert len(lines) == 1 + classes
    listed = [line.split("\t") for line in lines[1:]]
    assert sum(int(row[1]) for row in listed) == sets
    whole = asked(upcard, *table)
    bets = whole["first_bets"] if seen == 3 else whole["second_bets"]
    assert sum(int(row[1]) for row in listed if row[3] == "bet") == int(bets)
    acts = upcard("exact", *table, "--strategy", str(seen), "--json").json["acts"]
    assert [act["best"] for act in acts] == [row[3] for row in listed]
    if seen == 3:
        value = sum(int(act["sets"]) * ratio(act["value"]) for act in acts) / 22_100
        assert value == -ratio(whole["house_edge"])
    one = acts[len(acts) // 3]
    again = upcard("exact", *table, "--cards", " ".join(one["cards"]), "--json").json
    assert (again["best"], again[one["best"]]) == (one["best"], one["value"])


def test_bonus_six_with_ones_own_table(upcard: Run) -> None:
    known = asked(upcard, "bonus-six", "--pay-table", "black-hawk")
    lines = ",".join(f"{hand}={odds}" for hand, odds in known["pays"].items())
    own = asked(upcard, "bonus-six", "--pays", lines, "--lowest-pair", "6")
    assert {**own, "pay_table": "black-hawk"} == known
    stricter = asked(upcard, "bonus-six", "--pays", lines, "--lowest-pair", "7")
    assert ratio(stricter["house_edge"]) > ratio(known["house_edge"])


@pytest.mark.parametrize("command", ["progressive", "bonus", "five-card", "cover-all", "bonus-six", "hand"])
def test_people_see_the_return_too(command: str, upcard: Run) -> None:
    arguments = {
        "progressive": ("--edition", "sd-2015", "--schedule", "PMG-01"),
        "bonus": ("--table", "B"),
        "five-card": (),
        "cover-all": ("--hands", "9"),
        "bonus-six": ("--pay-table", "black-hawk"),
        "hand": ("--player", "As Kd Qh Jc 3s", "--up", "2d"),
    }[command]
    ran = upcard("exact", command, *arguments)
    assert (ran.status, ran.err) == (0, "")
    assert "return" in ran.out or "house edge" in ran.out or "best" in ran.out


# ---- exposure and reports ------------------------------------------------------------------------------------------


def test_known_cards(upcard: Run) -> None:
    """Who knows all five bets all but the losing hands: always raising, with each lost bet a fold."""
    five = asked(upcard, "exposure", "--known", "5")
    always = asked(upcard, "caribbean-stud", "--strategy", "always-raise")
    saved = Fraction(2 * int(always["outcomes"]["dealer_wins"]), int(always["deals"]))
    assert ratio(five["house_edge"]) == ratio(always["house_edge"]) - saved
    one = asked(upcard, "exposure", "--known", "1")
    assert one["outcomes"] == asked(upcard, "caribbean-stud")["outcomes"]


def test_sorted_backs(upcard: Run) -> None:
    found = asked(upcard, "exposure", "--sorted", "ak")
    assert (found["sorted"], ratio(found["house_edge"])) == ("AK", Fraction(-1415303665828, 19933230517200))


def test_players_who_share(upcard: Run) -> None:
    arguments = ("exposure", "--sharing", "6", "--deals", "3000", "--json")
    first, again = upcard("exact", *arguments), upcard("exact", *arguments)
    assert first.out == again.out
    found = first.json
    assert found["estimated"] is True
    assert abs(ratio(found["house_edge"]) - Fraction(4, 1000)) < 4 * Fraction(found["standard_error"])
    said = upcard("exact", *arguments[:-1]).out
    assert "estimated" in said
    assert "standard error" in said


def test_a_report_is_written(upcard: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(upcard("house", "example", "bonus-6").out, encoding="utf-8")
    folder = tmp_path / "sheets"
    written = upcard("exact", "report", str(house), "--out", str(folder), "--json").json["written"]
    assert sorted(str(path) for path in folder.iterdir()) == sorted(written)
    assert written[0].endswith("index.html")
    plain = upcard("exact", "report", str(house), "--out", str(folder))
    assert plain.out.splitlines()[1:] == [f"  {path}" for path in written]
    house.rename(tmp_path / "sheets.toml")
    blocked = upcard("exact", "report", str(tmp_path / "sheets.toml"), "--out", str(tmp_path / "sheets.toml"))
    assert "--out: " in one_sentence(blocked)


@pytest.mark.parametrize("typed", ["$100,000", "100,000.00"])
def test_an_amount_is_read_as_people_write_it(typed: str, upcard: Run) -> None:
    which = ("progressive", "--edition", "ma", "--schedule", "D", "--opponents", "6", "--meter")
    assert asked(upcard, *which, typed) == asked(upcard, *which, "100000")


def test_a_comma_that_parts_no_thousands_is_no_amount(upcard: Run) -> None:
    said = one_sentence(upcard("exact", "progressive", "--edition", "ma", "--schedule", "D", "--meter", "20,00"))
    assert "--meter: '20,00' is not an amount of dollars" in said


def test_a_ten_is_read_in_both_ways(upcard: Run) -> None:
    found = asked(upcard, "hand", "--player", "10s Kd Qh Jc 3s", "--up", "10d")
    assert found["player"] == ["Ts", "Kd", "Qh", "Jc", "3s"]
