"""What a programmer sees at a prompt and in a notebook: short lines, small tables, and nothing unescaped."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

import upcard
from upcard.cards import DECK, Cards, byte_stream, cut, parse_cards, show_card, shuffle
from upcard.document import Rows, displayed
from upcard.exact.caribbean_stud import decision, solve
from upcard.journal.journal import opened
from upcard.store.store import GENESIS, Entry, chained

ROUND = {
    "edition": "sd-2015", "house": {}, "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
    "seats": {"1": {"cards": ["9c", "9d", "4s", "Jh", "2c"], "decision": "bet", "wagers": {"ante": "10.00"}},
              "3": {"cards": ["8c", "7d", "4d", "3h", "2h"], "decision": "fold", "wagers": {"ante": "15.00"}}},
}  # fmt: skip
ENTRY = Entry(1, "table/<b>", 1, "c1", "2026-01-01T00:00:00Z", "dealer <i>ada</i>", '{"type":"TableClosed"}', "{}")


class Cells(HTMLParser):
    """The texts of the cells of a table; any other tag is a fault."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("table", "caption", "thead", "tbody", "tr", "th", "td")
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows:
            self.rows[-1][-1] += data


def cells(value: Any) -> list[list[str]]:
    return Cells(value._repr_html_()).rows


def test_cards_print_as_cards_and_stay_a_tuple() -> None:
    hand = parse_cards("As Kd 10h")
    assert repr(hand) == str(hand) == "As Kd Th"
    assert repr(hand[1:]) == "Kd Th"
    assert repr(Cards()) == "no cards"
    assert hand == (51, 45, 34)
    assert hash(hand) == hash((51, 45, 34))
    assert isinstance(hand[0], int)
    assert msgspec.json.encode(hand) == b"[51,45,34]"
    assert [type(order) for order in (DECK, shuffle(DECK, byte_stream(b"")), cut(DECK, 3))] == [Cards] * 3


def test_a_settlement_prints_as_what_each_seat_won() -> None:
    found = upcard.settle(ROUND, readings=True)
    assert repr(found) == "<Settlement: seat 1 +30.00, seat 3 -15.00; payments 3>"
    heading, *rows = cells(found)
    assert heading == ["seat", "wager", "result", "staked", "returned", "paid", "source", "clause"]
    assert rows[0] == ["3", "ante", "forfeit", "15.00", "0.00", "0.00", "", found["payments"][0]["clause"]]
    assert len(rows) == 3
    assert dict(found) == found
    assert msgspec.json.decode(msgspec.json.encode(found)) == found


def test_a_round_prints_its_cards_and_its_hands() -> None:
    rules = upcard.caribbean_stud("sd-2015")
    order = shuffle(DECK, byte_stream(b"friday"))
    played = upcard.play_caribbean_stud(rules, order, {1: {"ante": 1000}, 3: {"ante": 500}}, lambda *_: "bet")
    assert repr(played) == "<Round: complete, dealer Jd 3d 8s Ad 6h, seats 1, 3, payments 4>"
    assert repr(played.seats[1]) == "<Seat: ante 10.00, 2d 2s Ah 7h 5s, pair of twos, bet>"
    assert repr(played.payments[-1]).startswith("<Payment: seat 1 bet push, staked 20.00, returned 20.00, paid 0.00")
    assert [row[:5] for row in cells(played)[1:]] == [
        ["1", "10.00", "2d 2s Ah 7h 5s", "pair of twos", "bet"],
        ["3", "5.00", "4h 6c Jh Ts 8c", "jack-ten high", "bet"],
    ]
    assert repr(rules) == "<CaribbeanStudRules: sd-2015, antes of $0.01 or more>"
    assert repr(upcard.edition("ma")).startswith("<Edition: ma, Massachusetts, Caribbean stud poker, ")


def test_a_round_of_six_prints_its_community_card() -> None:
    rules = upcard.bonus_six({"pay_table": "black-hawk"})
    order = shuffle(DECK, byte_stream(b"friday"))
    played = upcard.play_bonus_six(rules, order, {2: {"ante": 1000}}, lambda *_: "bet")
    assert played.community is not None
    assert repr(played) == f"<Round: complete, community {show_card(played.community)}, seats 2, payments 3>"
    assert cells(played)[1][4] == " ".join(played.seats[2].decisions)
    assert repr(rules) == "<BonusSixRules: sd-bonus6, antes of $0.01 or more; pay_table black-hawk>"


def test_a_price_prints_its_edge_and_lists_every_outcome() -> None:
    found = solve()
    assert repr(found) == "<Solution: house edge 5.2243%, hit frequency 38.5452%, 19,933,230,517,200 deals>"
    assert [row[0] for row in cells(found)[1:]] == [line.name for line in found.lines]
    one = decision(parse_cards("As Kd Qh Jc 3s"), parse_cards("2d")[0])
    assert repr(one) == "<Decision: bet; bet −0.968723, fold −1.000000 antes>"
    assert cells(one)[1] == ["no hand", "74,566", "45.6942%"]


def test_what_others_wrote_is_escaped(tmp_path: Path) -> None:
    assert repr(ENTRY) == "<Entry: 1, table/<b> 1, TableClosed by dealer <i>ada</i> at 2026-01-01T00:00:00Z>"
    with opened(f"sqlite:{tmp_path / 'a.db'}", signing=False) as journal:
        with journal.store.turn(0) as turn:
            turn.append([chained(GENESIS, ENTRY)], {}, ())
        assert repr(journal).startswith("<Journal: 1 entries, the last ")
        assert cells(journal)[1] == ["1", "table/<b>", "TableClosed", "dealer <i>ada</i>", "2026-01-01T00:00:00Z"]


def test_a_class_without_rows_has_no_table() -> None:
    @displayed
    class Plain:
        def _line(self) -> str:
            return "<one> & two"

    @displayed
    class Listed(Plain):
        def _rows(self) -> Rows:
            return ("a<b",), [(None,), ("&",)]

    assert repr(Plain()) == "<Plain: <one> & two>"
    assert not hasattr(Plain(), "_repr_html_")
    assert "<caption>Listed: &lt;one&gt; &amp; two</caption>" in Listed()._repr_html_()  # type: ignore[attr-defined]
    assert cells(Listed()) == [["a<b"], [""], ["&"]]


@pytest.mark.parametrize("typed", ["10h", "Th"])
def test_a_ten_is_read_in_two_ways_and_written_in_one(typed: str) -> None:
    seats = {"1": {"cards": [typed, "9d", "4s", "Jh", "2c"], "decision": "bet", "wagers": {"ante": "10.00"}}}
    assert upcard.settle({**ROUND, "seats": seats})["net"] == {"1": "-30.00"}
    assert repr(parse_cards(typed)) == "Th"
