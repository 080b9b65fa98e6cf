"""Odds and advice: the figures of the exact mathematics, the meters of this moment, and nobody's hand but the own."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import structs

from tests.house_texts import house_text
from tests.web.counting import counted
from tests.web.served import Casino, Person, casino
from upcard.cards import Card, Category, parse_card, parse_cards
from upcard.exact.advice import advice as counted_advice
from upcard.exact.bonus_six import bonus_six, decision
from upcard.exact.caribbean_stud import solve
from upcard.exact.cover_all_folded import given_up
from upcard.exact.progressive import five_card, progressive
from upcard.exact.stud_chart import chart
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.round import Seat as SixSeat
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.payment import Meter
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import DRAWS, CaribbeanStudRules
from upcard.rules.caribbean_stud.jackpots import eased
from upcard.rules.house import House, read_house
from upcard.tables.state import Table
from upcard.units import Micros, micros, show_cents
from upcard.web.views.odds import asked, document, told
from upcard.web.views.pay_tables import posted_signs


def house(name: str) -> House:
    return read_house(house_text(name))


def figures(found: dict[str, Any], section: str) -> dict[str, Any]:
    (part,) = (part for part in found["sections"] if part["key"] == section)
    return {fact["key"]: fact for fact in part["facts"]}


def exact(figure: dict[str, Any]) -> Fraction:
    return Fraction(figure["exact"])


# ---- odds ------------------------------------------------------------------------------------------------------


def test_the_game_is_counted_exactly() -> None:
    found = document(house("deadwood"), house("deadwood").tables[0], {})
    game, best = figures(found, "game"), solve()
    assert exact(game["house_edge"]) == best.house_edge == Fraction(142031221, 2718662100)
    assert game["house_edge"]["value"] == "5.2243%"
    assert exact(game["element_of_risk"]) == best.element_of_risk
    assert exact(game["hit_frequency"]) == best.hit_frequency
    assert best.standard_deviation.startswith(game["standard_deviation"]["value"][:7])
    assert found["meters"] == "seeds"


def test_the_chart_is_that_of_the_best_strategy() -> None:
    found = document(house("deadwood"), house("deadwood").tables[0], {})["chart"]
    cells = {(ranks, up): mark for ranks, marks in found["rows"] for up, mark in zip(found["ups"], marks, strict=True)}
    assert cells == {place: cell[0] for place, cell in chart().cells.items()}


@pytest.mark.parametrize("dollars", [10_000, 160_530, 160_531, 500_000])
def test_the_progressive_is_priced_at_the_meter_of_this_moment(dollars: int) -> None:
    t = house("deadwood").tables[0]
    assert isinstance(t.rules, CaribbeanStudRules)
    assert t.rules.progressive is not None
    reading = {"main": Meter(micros(dollars * 100) + 123_456, micros(1_000_000))}
    found = document(house("deadwood"), t, reading)
    wager = figures(found, "progressive")
    priced = progressive(t.rules.progressive, meters={"main": Micros(reading["main"].amount)})
    assert exact(wager["return"]) == priced.return_
    assert exact(wager["break_even.main"]) == priced.break_even
    assert (exact(wager["return"]) > 1) == (dollars > 160_530)
    assert found["meters"] == "now"


def test_each_level_has_its_break_even_while_the_others_stand() -> None:
    t = house("massachusetts").tables[2]
    assert isinstance(t.rules, CaribbeanStudRules)
    assert t.rules.progressive is not None
    wager = figures(document(house("massachusetts"), t, {}), "progressive")
    seeds = {"mega": 1_000_000, "major": 100_000, "minor": 25_000}
    for level in seeds:
        even = exact(wager[f"break_even.{level}"]) * 100 * 1_000_000
        meters = {name: Micros(micros(cents)) for name, cents in seeds.items()} | {level: Micros(round(even))}
        back = progressive(t.rules.progressive, meters=meters).return_
        assert abs(back - 1) < Fraction(1, 10**9), level


def test_every_side_wager_of_a_table_has_its_return() -> None:
    found = document(house("massachusetts"), house("massachusetts").tables[0], {})
    costs = {one["wager"]: (one["per"], one["costs"], one["back"]) for one in found["costs"]}
    assert costs["Ante and bet"] == ("ante", "5.22", "$94.78"), "first of all, what a hundred dollars cost"
    assert costs["Bonus"][1] == show_cents(round(exact(figures(found, "bonus")["house_edge"]) * 100_00))
    assert len(costs) == len(found["sections"])
    assert [part["key"] for part in found["sections"]] == ["game", "progressive", "bonus", "five_card", "cover_all"]
    for part in found["sections"][1:]:
        facts = figures(found, part["key"])
        assert exact(facts["return"]) + exact(facts["house_edge"]) == 1


@pytest.mark.rule("cover_all_after_fold")
@pytest.mark.parametrize(("elected", "first"), [("forfeited", "return_forfeited"), ("stands", "return")])
def test_the_odds_say_what_a_fold_means_for_cover_all(elected: str, first: str) -> None:
    found = house("massachusetts")
    t = found.tables[0]
    assert isinstance(t.rules, CaribbeanStudRules)
    rules = structs.replace(t.rules, cover_all_after_fold=elected)
    t = structs.replace(t, rules=rules)
    (part,) = (part for part in document(found, t, {})["sections"] if part["key"] == "cover_all")
    facts = {fact["key"]: fact for fact in part["facts"]}
    assert part["facts"][0]["key"] == first
    assert part["facts"][0]["why"]["clause"] == "ma-10(b)"
    assert facts["return_forfeited"]["value"] == "54.69%"
    assert exact(facts["return_forfeited"]) == given_up(rules, 8).forfeited
    assert facts["return"]["value"] == "93.5497%"
    assert "folds" in part["said"]
    (signed,) = (sign for sign in posted_signs(t, Table()) if sign.rule == "cover_all_after_fold")
    assert signed.lines[-1][1] == ("54.69%" if elected == "forfeited" else "93.55%")


@pytest.mark.rule("cover_all_after_fold")
def test_advice_counts_the_cover_all_wager_that_a_fold_gives_up() -> None:
    """Ace-king that is folded for $10 is bet with $50 on cover all beside it, unless a fold leaves that alone."""
    rules = house("massachusetts").tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    hand, up = tuple(parse_cards("As Kd 4h 3c 2s")), parse_card("Qd")
    plain = advice(rules, hand, up, 1000)
    assert plain["best"] == "fold"
    with_it = advice(rules, hand, up, 1000, covered=5000, column=8)
    assert with_it["best"] == "bet"
    assert 40 < float(with_it["bet"]) - float(plain["bet"]) < 41
    assert "A fold would give up the cover all wager too, worth about $40." in with_it["sentence"]
    assert with_it["exact"] == plain["exact"]
    stands = structs.replace(rules, cover_all_after_fold="stands")
    assert advice(stands, hand, up, 1000, covered=5000, column=8) == plain


@pytest.mark.rule("fold_forfeits")
def test_advice_counts_what_a_hand_would_win_beside_the_bet_that_a_fold_gives_up() -> None:
    """Bonus table B pays a pair of tens even money and schedule D three of a kind 9 for 1; nines win nothing there."""
    rules = house("massachusetts").tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    up, laid = parse_card("Qd"), {"bonus": 500, "progressive": 100}
    for hand, brings in (("Ts Td 4h 3c 2s", 10.0), ("9s 9d 4h 3c 2s", 0.0), ("9s 9d 9h 3c 2s", 35.0 + 9.0)):
        cards = tuple(parse_cards(hand))
        plain = advice(rules, cards, up, 1000)
        known = {"cards": cards, "up": up, "covered": 0, "column": 8, "laid": laid}
        beside = advised(rules, 1000, known)
        assert float(beside["bet"]) - float(plain["bet"]) == pytest.approx(brings)
        assert ("A fold would give up what bonus" in beside["sentence"]) == bool(brings)


@pytest.mark.rule("five_card_wager")
def test_the_five_card_bonus_is_priced_for_the_wagers_that_are_taken() -> None:
    text = house_text("massachusetts")
    elected = read_house(text.replace('five_card_wager = "1.00"', 'five_card_wager = ["1.00", "5.00"]'))
    reading = {level: Meter(micros(5_000_000), micros(1_000_000)) for level in ("main", "five_card")}
    t = elected.tables[0]
    assert isinstance(t.rules, CaribbeanStudRules)
    found = document(elected, t, reading)
    (part,) = [part for part in found["sections"] if part["key"] == "five_card"]
    facts = figures(found, "five_card")
    assert facts["wager"]["value"] == "$1 or $5"
    by_wager = {row[0]: Fraction(row[2]) for row in part["tables"][0]["rows"]}
    shown, draws = Micros(micros(5_000_000)), {draw: t.draws[draw] for draw in DRAWS}
    priced = {
        wager: five_card(t.rules, wager=wager, meter=shown, draws=draws, positions=t.seats + 1).return_
        for wager in (100, 500)
    }
    assert by_wager == {"$1": priced[100], "$5": priced[500]}
    assert priced[100] > priced[500], "the same meter is won by five times the wager"
    assert exact(facts["return"]) == priced[100]


@pytest.mark.rule("eased_hand_paid")
def test_easier_terms_are_priced_at_the_meter_of_this_moment() -> None:
    t = house("deadwood").tables[0]
    assert isinstance(t.rules, CaribbeanStudRules)
    easier = structs.replace(t, rules=eased(t.rules, Category.FLUSH, five_card=False))
    assert isinstance(easier.rules, CaribbeanStudRules)
    assert easier.rules.progressive is not None
    for dollars in (40, 100, 1_000, 20_000):
        reading = {"main": Meter(micros(dollars * 100), micros(1_000_000))}
        found = document(house("deadwood"), easier, reading)
        priced = progressive(easier.rules.progressive, meters={"main": Micros(micros(dollars * 100))})
        assert exact(figures(found, "progressive")["return"]) == priced.return_
        (part,) = [part for part in found["sections"] if part["key"] == "progressive"]
        table = part["tables"][0]
        paid = {row[0]: row[table["columns"].index("Paid now")] for row in table["rows"]}
        assert paid["Royal flush"] == f"${dollars:,}.00"
        least = {line.least(100) for line in easier.rules.progressive.lines.values()}
        assert paid["Flush"] == (f"${dollars:,}.00" if dollars * 100 >= min(least - {0}) else "$50.00")


def test_bonus_six_with_insurance_and_without() -> None:
    t = house("bonus-6").tables[0]
    assert isinstance(t.rules, BonusSixRules)
    found = document(house("bonus-6"), t, {})
    for key, insured in (("uninsured", False), ("insured", True)):
        assert exact(figures(found, key)["house_edge"]) == bonus_six(t.rules, insured=insured).house_edge
    value = exact(figures(found, "insurance")["insurance_value"])
    edges = [exact(figures(found, key)["house_edge"]) for key in ("uninsured", "insured")]
    assert value == edges[0] - edges[1] < 0


def advised(rules: Any, ante: int, known: dict[str, Any]) -> dict[str, Any]:
    found = counted_advice(rules, ante, known)
    assert found is not None
    return told(found, ante)


def advice(
    rules: CaribbeanStudRules, cards: tuple[Card, ...], up: Card, ante: int, *, covered: int = 0, column: int = 0
) -> dict[str, Any]:
    return advised(rules, ante, {"cards": cards, "up": up, "covered": covered, "column": column})


# ---- advice ----------------------------------------------------------------------------------------------------


def test_advice_in_dollars_for_the_ante_that_lies_there() -> None:
    rules = house("deadwood").tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    found = advice(rules, tuple(parse_cards("As Kd Qh Jc 3s")), parse_card("2d"), 1000)
    assert (found["bet"], found["fold"], found["best"]) == ("-9.69", "-10.00", "bet")
    assert found["exact"] == {"bet": "-14371/14835", "fold": "-1/1"}
    assert "betting loses $9.69" in found["sentence"]
    assert "2♦" in found["sentence"]
    weak = advice(rules, tuple(parse_cards("As Kd 4h 3c 2s")), parse_card("Qd"), 500)
    assert (weak["best"], weak["fold"]) == ("fold", "-5.00")


def test_advice_for_bonus_six_knows_what_was_insured() -> None:
    rules = house("bonus-6").tables[0].rules
    assert isinstance(rules, BonusSixRules)
    cards = tuple(parse_cards("6c 7d Ah 2s 9d"))
    insured, plain = (advised(rules, 1000, {"cards": cards, "insured": each}) for each in (True, False))
    assert (insured["best"], plain["best"]) == ("card", "discard")
    assert "card" not in plain
    assert Fraction(insured["exact"]["card"]) == decision(rules, cards, insured=True).values["card"]


BET: Literal["bet"] = "bet"


def _six(phase: Literal["third", "fourth"], own: str, *, insurance: int, decisions: int) -> Table:
    """A table of Bonus 6 at which seat 2 holds these cards beside an ace of hearts."""
    seat = SixSeat(ante=1000, insurance=insurance, cards=tuple(parse_cards(own)), decisions=(BET,) * decisions)
    return Table(is_open=True, round=SixRound(phase=phase, seats={2: seat}, community=parse_card("Ah")))


def test_what_lies_at_a_seat_of_bonus_six_is_what_is_advised_on() -> None:
    t = house("bonus-6").tables[0]
    assert isinstance(t.rules, BonusSixRules)
    for insurance in (0, 500):
        found = asked(t, _six("fourth", "6c 7d 2s 9d", insurance=insurance, decisions=2), 2)
        assert found == advised(
            t.rules, 1000, {"cards": tuple(parse_cards("6c 7d 2s 9d Ah")), "insured": insurance > 0}
        )
    early = asked(t, _six("third", "6c 7d 2s", insurance=0, decisions=1), 2)
    assert isinstance(early, dict)
    assert set(early["exact"]) == {"bet", "fold"}
    decided = asked(t, _six("third", "6c 7d 2s", insurance=0, decisions=2), 2)
    assert decided == "There is nothing for you to decide now."


def test_where_the_system_does_not_know_the_cards_there_is_no_advice() -> None:
    t = house("bonus-6").tables[0]
    table = _six("fourth", "6c 7d 2s 9d", insurance=0, decisions=2)
    for rules, at in ((structs.replace(t, mode="keyed"), table), (t, Table(is_open=True))):
        assert isinstance(asked(rules, at, 2), str)
    assert isinstance(asked(t, table, 3), str)


async def _to_decide(here: Casino) -> tuple[Person, Person, Person]:
    """A round at Stud 1 in which seats 2 and 3 have their cards and nobody has decided."""
    dealer, pat, lou = [await here.somebody(*who) for who in (("dealer",), ("player", "pat"), ("player", "lou"))]
    await dealer.do("stud-1", {"act": "OpenTable"})
    for player, seat in ((pat, 2), (lou, 3)):
        await player.do("stud-1", {"act": "TakeSeat", "seat": seat, "player": player.id})
    for _ in range(30):
        view = await dealer.view("stud-1", "dealer")
        if view["phase"] == "betting" and not any(seat["wagers"] for seat in view["seats"]):
            for player, seat, ante in ((pat, 2, "10.00"), (lou, 3, "25.00")):
                wager = {"act": "PlaceWager", "seat": seat, "wager": "ante", "amount": ante}
                await player.do("stud-1", wager)
        elif view["phase"] == "deciding" and "stub" not in str(view["next"]["label"]).lower():
            return dealer, pat, lou
        else:
            act = view["next"]["act"] | counted(view)
            if "supervisor" in view["next"]["by"] and "dealer" not in view["next"]["by"]:
                await (await here.somebody("supervisor")).do("stud-1", act)
            else:
                await dealer.do("stud-1", act)
    raise AssertionError("the round did not come to its decisions")


def test_a_player_is_advised_on_the_own_hand_and_nobody_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with casino(tmp_path) as here:
            dealer, pat, lou = await _to_decide(here)
            table, rules = here.site.moment.tables["Stud 1"], here.site.moment.rules["Stud 1"].rules
            assert isinstance(rules, CaribbeanStudRules)
            for player, seat, ante in ((pat, 2, 1000), (lou, 3, 2500)):
                answer = await player.client.get("/api/tables/stud-1/advice")
                assert answer.status_code == 200, answer.text
                assert isinstance(table.round, StudRound)
                assert table.round.up is not None
                cards = table.round.seats[seat].cards
                assert answer.json() == {"seat": seat, **advice(rules, cards, table.round.up, ante)}
            kim = await here.somebody("player", "kim")
            assert (await kim.client.get("/api/tables/stud-1/advice")).status_code == 404
            for nosy in (dealer, await here.somebody("surveillance"), await here.somebody("licensee")):
                assert (await nosy.client.get("/api/tables/stud-1/advice")).status_code == 403
            assert (await (await here.somebody()).client.get("/api/tables/stud-1/advice")).status_code == 401
            await lou.do("stud-1", {"act": "Fold", "seat": 3})
            later = await lou.client.get("/api/tables/stud-1/advice")
            assert later.status_code == 404
            assert later.json()["error"]["message"] == "There is nothing for you to decide now."

    asyncio.run(play())


def test_the_page_comes_at_once_and_its_figures_follow(tmp_path: Path) -> None:
    async def look() -> None:
        async with casino(tmp_path) as here:
            nobody = await here.somebody()
            page = await nobody.client.get("/odds/stud-1")
            assert page.status_code == 200
            assert 'data-slug="stud-1"' in page.text
            found = (await nobody.client.get("/api/odds/stud-1")).json()
            assert found["meters"] == "now"
            assert figures(found, "progressive")["meter.main"]["value"] == "$10,000.00"
            for path in ("/odds/nix", "/api/odds/nix"):
                assert (await nobody.client.get(path)).status_code == 404

    asyncio.run(look())
