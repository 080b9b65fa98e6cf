"""What the law wants shown, and that every sign names a rule of its edition."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tables.desk import FULL_MA, HANDS, QUALIFIES, Desk, bonus_six, massachusetts, south_dakota
from upcard.cards import Category
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.option import bounds_said
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.caribbean_stud.jackpots import eased
from upcard.tables import commands as c
from upcard.tables import signs, view
from upcard.tables.signs import Sign, in_force
from upcard.units import parse_dollars, show_dollars


def shown(desk: Desk) -> dict[str | None, Sign]:
    found = {sign.rule: sign for sign in signs(desk.t, desk.table)}
    assert all(rule in desk.t.edition.citations for rule in found)
    return found


@pytest.mark.rule("bet_schedule_posted", "jackpot_terms_scope", "table_stakes", "bet_royal_flush", "bet_pair_or_less")
def test_the_signs_of_south_dakota() -> None:
    found = shown(Desk(south_dakota()))
    lines = dict(found["bet_schedule_posted"].lines)
    assert (lines["royal flush"], lines["pair or less"]) == ("100 to 1", "1 to 1")
    assert len(lines) == 9
    assert dict(found["progressive_tables"].lines)["three of a kind"] == "9 for 1"
    assert dict(found["envy_to"].lines) == {"royal flush": "$1,000.00", "straight flush": "$300.00"}
    assert "does not apply" in found["table_stakes"].lines[0][1]
    assert "caribbean-stud" in found["jackpot_terms_scope"].lines[0][1]
    assert dict(shown(Desk(south_dakota(schedule="classic-5000")))["classic_royal_flush"].lines)["flush"] == "$50"
    plain = shown(Desk(south_dakota(schedule=None)))
    assert "progressive_tables" not in plain
    assert "verbal_cash_wagers" not in plain


@pytest.mark.rule("envy_by_wager", "envy_scales")
def test_envy_is_posted_for_each_wager_that_the_table_takes() -> None:
    desk = Desk(massachusetts("D"))
    (envy,) = [sign for sign in signs(desk.t, desk.table) if sign.title == "Envy bonus"]
    assert envy.lines == (
        ("royal flush, $1.00 wager", "$1,000.00"),
        ("straight flush, $1.00 wager", "$300.00"),
        ("royal flush, $5.00 wager", "$5,000.00"),
        ("straight flush, $5.00 wager", "$1,500.00"),
    )


LIMITED = {
    "sd-2015": lambda: south_dakota(schedule=None, liability_limit="4200.00", minimum="5.00"),
    "ma": lambda: massachusetts(None, liability_limit="4200.00", minimum="5.00", maximum="15.00"),
    "sd-bonus6": lambda: bonus_six(liability_limit="100000.00", minimum="5.00"),
}


@pytest.mark.rule("ante_range")
@pytest.mark.parametrize("edition", list(LIMITED))
def test_the_range_that_is_posted_is_the_range_that_is_taken(edition: str) -> None:
    """With every ante that lies there the posted maximum falls, until none is taken; the next round starts anew."""
    desk = Desk(LIMITED[edition]()).open(1, 2, 3, 4).ready()
    core = game_of(desk.t).core
    found, first = [], ""
    for seat in (1, 2, 3, 4):
        (limits,) = [sign for sign in signs(desk.t, desk.table) if sign.title == "Table limits"]
        posted = dict(limits.lines)
        first = first or posted["ante, maximum"]
        elected = show_dollars(desk.t.rules.liability_limit)
        assert posted["all wagers of a round"] == f"are taken as long as they cost the house {elected} at most"
        found.append(posted["ante, maximum"])
        said = core.limits(in_force(desk.t, desk.table))
        if posted["ante, maximum"] == "no ante is taken now":
            assert said.startswith("Ante none now")
            _refused(desk, seat, 500)
            continue
        most = parse_dollars(posted["ante, maximum"])
        assert f"Ante {bounds_said(500, most)}" in said
        _refused(desk, seat, most + 1)
        desk.act(c.Play(core.PlaceWager(seat, "ante", min(most, 1_000))))
    assert len(set(found)) > 1
    assert desk.table.round is not None
    for seat in list(desk.table.round.seats):
        desk.act(c.Play(core.TakeBackWager(seat, "ante")))
    (limits,) = [sign for sign in signs(desk.t, desk.table) if sign.title == "Table limits"]
    assert dict(limits.lines)["ante, maximum"] == first


def _refused(desk: Desk, seat: int, cents: int) -> None:
    """Under the clause on the range that is posted, where the edition has one; and by the election that orders it."""
    with pytest.raises(Refused) as refused:
        desk.act(c.Play(game_of(desk.t).core.PlaceWager(seat, "ante", cents)))
    assert refused.value.clause == desk.t.rules.clause("ante_range")
    assert "as its liability_limit" in refused.value.because or cents == desk.t.rules.maximum + 1


@pytest.mark.rule("glossary", "cards_touched_by", "cards_in_view", "verbal_cash_wagers")
def test_the_signs_of_massachusetts() -> None:
    desk = Desk(massachusetts("D", **FULL_MA)).revealed(HANDS, QUALIFIES, {"cover_all": 500})
    found = shown(desk)
    assert dict(found["glossary"].lines)["push"] == "a tie"
    assert {"cards_touched_by", "cards_in_view", "verbal_cash_wagers", "cover_all_display"} <= found.keys()
    assert "table_stakes" not in found
    nine = Desk(massachusetts("D", **FULL_MA, cover_all_counts="players")).open(1).ready().bets(1).deal()
    assert "cover_all_display" not in shown(nine)


@pytest.mark.rule("bonus_tables", "five_card_table", "five_card_wager", "magic_card", "lucky", "draws_paid_on")
def test_the_side_wagers_of_massachusetts_are_posted() -> None:
    found = shown(Desk(massachusetts("D", **FULL_MA, magic_card="1/26", five_card_wager=["5.00", "1.00"])))
    bonus = dict(found["bonus_tables"].lines)
    assert found["bonus_tables"].title == "Bonus B"
    assert (bonus["royal flush"], bonus["three of a kind"]) == ("1,000 to 1", "6 to 1")
    assert bonus["pair of tens or better"] == "1 to 1"
    assert found["five_card_table"].lines == (
        ("wager", "$1.00 or $5.00"), ("royal flush", "100% of meter"), ("straight flush", "10% of meter"),
        ("four of a kind", "500 for 1"), ("full house", "100 for 1"), ("flush", "50 for 1"),
    )  # fmt: skip
    assert found["draws_paid_on"].lines == (("magic card", "20 for 1"),)
    both = shown(Desk(massachusetts("D", **FULL_MA, magic_card="1/26", lucky="1/8")))
    assert dict(both["draws_paid_on"].lines) == {"magic card": "20 for 1", "lucky bonus": "5 for 1"}
    plain = shown(Desk(massachusetts("D")))
    assert not {"bonus_tables", "five_card_table", "draws_paid_on"} & plain.keys()


@pytest.mark.rule("eased_hand_paid")
def test_easier_terms_are_posted_with_what_a_hand_is_paid_at_least() -> None:
    t = south_dakota(schedule="classic-5000")
    assert isinstance(t.rules, CaribbeanStudRules)
    easier = msgspec.structs.replace(t, rules=eased(t.rules, Category.FULL_HOUSE, five_card=False))
    (sign,) = [sign for sign in signs(easier, Desk(t).table) if sign.title == "Progressive classic-5000"]
    assert dict(sign.lines) == {
        "royal flush": "100% of meter", "straight flush": "100% of meter, or $5,000 if that is more",
        "four of a kind": "100% of meter, or $500 if that is more",
        "full house": "100% of meter, or $100 if that is more", "flush": "$50",
    }  # fmt: skip


@pytest.mark.rule("pay_schedule_posted", "ante_range", "hands_concealed", "table_stakes")
def test_the_signs_of_bonus_six() -> None:
    found = shown(Desk(bonus_six()))
    assert dict(found["pay_schedule_posted"].lines)["pair of sixes or better"] == "1 to 1"
    assert dict(found["ante_range"].lines) == {"ante, maximum": "$1,000.00"}
    posted = shown(Desk(bonus_six(minimum="5.00", maximum="100.00")))
    assert dict(posted["ante_range"].lines) == {"ante, minimum": "$5.00", "ante, maximum": "$100.00"}
    assert dict(shown(Desk(bonus_six(maximum="100.00")))["ante_range"].lines) == {"ante, maximum": "$100.00"}


def test_a_view_shows_the_procedure_and_never_an_order() -> None:
    desk = Desk(massachusetts("C", shuffler=True, backs=["red", "blue"]))
    closed = view(desk.t, desk.table, "sign")
    assert (closed.is_open, closed.round, closed.due) == (False, None, ())
    desk.open(1).ready()
    seen = view(desk.t, desk.table, "dealer")
    assert seen.decks == {"red": "ready", "blue": "ready"}
    assert seen.devices == ("shuffler", "manual-shoe")


def test_in_bonus_six_a_player_sees_each_card_as_it_is_dealt() -> None:
    six = Desk(bonus_six()).open(1, 2).ready().bets(1, 2)
    six.act(c.LockOut())
    six.act(c.DealCards())
    seen: Any = view(six.t, six.table, 1)
    assert (six.table.stub, seen.hidden_under) == ("out", "hands_concealed")
    assert {seat: place.cards for seat, place in seen.round.seats.items()} == {
        1: six.six.seats[1].cards,
        2: (None, None),
    }
