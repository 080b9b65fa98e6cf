"""What a game that Upcard does not know goes through; `test_third_game.py` runs these with the game installed."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.third_game import high_card as high
from tests.third_game.high_card.rules import HighCardRules
from upcard.audit import Follower, Replayed, replay, told
from upcard.audit.shuffles.checks import judged_document
from upcard.audit.shuffles.history import trail
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.cli import main
from upcard.errors import HouseError, LawError
from upcard.games import bonus_six as six
from upcard.games.game import game_of
from upcard.games.settle import settle, settle_or_error, written_payment
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.journal.journal import opened
from upcard.journal.proof import Verified, verify_store
from upcard.law import EDITIONS, edition, editions
from upcard.rules.house import House, read_house
from upcard.rules.house_warnings import advise
from upcard.rules.summary import house_document
from upcard.rules.table import TableRules
from upcard.shuffles.key_derivation import Source
from upcard.tables import Act, Actor, Table, decide, evolve, view
from upcard.tables import commands as c
from upcard.tables.next_step import guide
from upcard.tables.options import accepted, options
from upcard.tables.signs import signs

TEXT = """
name = "Nowhere Club"
[[table]]
name = "High"
edition = "nowhere"
minimum = "5.00"
liability_limit = "2000.00"
seats = 3
[[table]]
name = "Six"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule"]
pay_table = "black-hawk"
maximum = "100.00"
[[table]]
name = "Stud"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage"]
signs = ["bet schedule"]
dealing = "singly"
"""

DEALER = Actor("dee", "dealer")
FINISHED: dict[str, Any] = {
    "edition": "nowhere", "house": {"minimum": "5.00"}, "dealer": "9h",
    "seats": {"1": {"card": "Td", "ante": "10.00"}, "2": {"card": "9c", "ante": "5.00"},
              "4": {"card": "2s", "ante": "7.00"}},
}  # fmt: skip


@cache
def house() -> House:
    return read_house(TEXT)


def table() -> TableRules:
    return house().tables[0]


def test_its_law_is_loaded_and_listed_with_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = edition("nowhere")
    assert (nowhere.game_name, nowhere.law.tie, nowhere.citations["tie"].clause) == ("High Card", "push", "nowhere(3)")
    assert [one.id for one in editions()] == [*EDITIONS, "nowhere"]
    assert nowhere.digest != edition("ma").digest
    with pytest.raises(LawError, match="sd-bonus6, nowhere"):
        edition("elsewhere")
    assert main(["law", "list"]) == 0
    assert "Nowhere, High Card" in capsys.readouterr().out
    assert main(["law", "show", "nowhere"]) == 0
    assert "A misdeal gives every ante back." in capsys.readouterr().out


def test_an_edition_of_ones_own_is_written_and_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its rules come without meanings, and no house is made of an edition alone."""
    file = tmp_path / "somewhere.toml"
    assert main(["law", "new", "somewhere", "--game", "high-card", "--output", str(file)]) == 0
    assert "cut_required = true" in file.read_text("utf-8")
    capsys.readouterr()
    assert main(["law", "check", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["edition"], found["ok"], found["faults"]) == ("somewhere", True, [])
    assert found["warnings"][-1] == "no house is made for high-card: no round was played"
    file.write_text(file.read_text("utf-8").replace('tie = "push"', 'tie = "lost"'), encoding="utf-8")
    assert main(["law", "check", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["faults"][0]["allowed"] == ["push"]


def test_a_house_is_resolved_summed_up_and_warned(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert isinstance(table().rules, HighCardRules)
    assert (table().rules.minimum, table().jackpot, table().draws, table().ways) == (500, None, {}, ())
    (high, six, stud) = house_document(house(), advise(house()))["tables"]
    assert (high["game"], high["pays"], high["readings"]) == ("high-card", "1 to 1", ["rank-alone"])
    assert (six["game"], stud["game"]) == ("bonus-six", "caribbean-stud")
    assert [str(one) for one in advise(house())] == ["table 'High'.maximum: antes have no upper end (nowhere(2))"]
    file = tmp_path / "house.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert main(["house", "check", str(file)]) == 0
    assert "a higher card  pays 1 to 1" in capsys.readouterr().out
    for wrong, said in (('mode = "keyed"', "dealt by the system"), ('jackpot = "Gold"', "no such election")):
        with pytest.raises(HouseError, match=said):
            read_house(TEXT.replace('edition = "nowhere"', f'edition = "nowhere"\n{wrong}'))


def test_a_finished_round_is_settled(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = settle(FINISHED, readings=True)
    assert found["net"] == {"1": "10.00", "2": "0.00", "4": "-7.00"}
    assert [one["clause"] for one in found["payments"]] == ["nowhere(3)"] * 3
    assert (found["dealer"], found["meters"], found["readings"]) == ({"card": "9h"}, {}, ["rank-alone"])
    refused = settle_or_error(FINISHED | {"seats": {"1": {"card": "Td", "ante": "4.00"}}})["error"]
    assert (refused["message"], refused["clause"]) == ("ante: 4.00 is not taken (nowhere(2))", "nowhere(2)")
    file = tmp_path / "round.json"
    file.write_text(json.dumps(FINISHED), encoding="utf-8")
    assert main(["settle", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["net"] == found["net"]


class Evening:
    """A table that is led by the guide alone."""

    def __init__(self) -> None:
        self.table = Table()
        self.pit = Pit(table(), "seed", 3)
        self.said: list[tuple[str, tuple[str, ...]]] = []

    def do(self, by: Actor, command: c.Command) -> None:
        for recorded in decide(table(), self.table, Act(by, "", command)):
            self.table = evolve(self.table, recorded.event)

    def led(self) -> None:
        """The next step; where it asks for something, a bot says it."""
        step = guide(table(), self.table)
        assert step is not None
        self.said.append((step.act, tuple(line.do for line in step.lines)))
        command = step.command
        by = Actor("dee", step.roles[0])
        if command is None or (step.act in ("LockOut", "ShuffleDeck") and self.table.round is not None):
            doing = self.pit.next(self.table)
            assert doing is not None
            by, command = doing
        self.do(by, command)


def test_rounds_are_led_from_step_to_step_and_what_is_offered_is_taken() -> None:
    evening = Evening()
    while evening.table.number < 4:
        if evening.table.is_open:
            offers = options(table(), evening.table, DEALER)
            assert all(accepted(table(), evening.table, DEALER, command) for command in offers.steps)
            for offer in offers.in_round:
                if offer.act != "PlaceWager":
                    made = getattr(high, offer.act)(**offer.fields)
                    assert accepted(table(), evening.table, DEALER, c.Play(made)), offer
        evening.led()
    acts = [act for act, _ in evening.said]
    assert acts[acts.index("DealCards") :][:3] == ["DealCards", "TurnDealer", "SettleSeat"]
    assert dict(evening.said)["TurnDealer"] == ("Turn the dealer's card.",)
    assert dict(evening.said)["DealCards"] == ("Deal one card to each player and one to the dealer.",)
    assert {line.split(" ")[0] for act, lines in evening.said if act == "SettleSeat" for line in lines} == {"Pay"}
    assert signs(table(), evening.table)[0].lines == (
        ("higher card", "1 to 1"), ("ante, minimum", "$5.00"), ("ante, maximum", "$2,000.00"),
        ("all wagers of a round", "are taken as long as they cost the house $2,000.00 at most"),
    )  # fmt: skip


def test_cards_are_seen_by_whom_they_concern() -> None:
    evening = Evening()
    while evening.table.round is None or evening.table.round.phase != "dealt":
        evening.led()
    own: Any = view(table(), evening.table, 1).round
    assert [number for number, seat in own.seats.items() if seat.card is not None] == [1]
    assert own.dealer is None
    with pytest.raises(AssertionError, match="nobody decides"):
        game_of(table()).choose(table().rules, evening.table.round, 1, whim=False, late_whim=False)


def test_a_round_is_written_down_and_settles_to_the_same() -> None:
    evening = Evening()
    while evening.table.round is None or evening.table.round.phase != "settled":
        evening.led()
    round = evening.table.round
    again = settle(high.written(table().rules, round, {}))
    assert again["payments"] == [written_payment(table().rules, payment) for payment in round.payments]


def pits(*, sourced: bool = False) -> dict[str, Pit]:
    irregular = Fraction(not sourced, 3)
    return {t.name: Pit(t, "bots", t.seats, irregular=irregular, sourced=sourced) for t in house().tables}


def test_a_floor_of_three_games_is_played_by_bots_and_its_journal_verified_and_replayed(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/a.db"
    with opened(url) as journal:
        floor = journal.floor(house())
        playing = Playing(floor, pits(), "run")
        while floor.casino.tables.get("High", Table()).number < 12:
            _, replies = playing.step()
            assert [reply.error for reply in replies if reply.error] == []
        journal.keep(floor)
        ours = floor.casino
        events = [json.loads(entry.event) for entry in journal.store.entries()]
        played = {event["event"]["type"] for event in events if event["type"] == "Played"}
        assert played >= {"high.RoundVoided", "high.SeatSettled", "six.SeatSettled", "stud.StepSettled"}
        assert isinstance(verify_store(journal.store), Verified)
    with opened(url) as journal:
        for again in (journal.floor(house()).casino, Floor(house(), journal.store).casino):
            assert (again.seq, again.hash, again.tables) == (ours.seq, ours.hash, ours.tables)
            assert again.books.balances == ours.books.balances
        assert sum(ours.books.balances.values()) == 0


@pytest.mark.parametrize("sourced", [False, True])
def test_its_journal_is_told_judged_and_settled_again(sourced: bool, tmp_path: Path) -> None:
    with opened(f"sqlite:{tmp_path}/a.db") as journal:
        floor = journal.floor(house(), source=Source() if sourced else None)
        playing = Playing(floor, pits(sourced=sourced), "run")
        while floor.casino.tables.get("High", Table()).number < 12:
            _, replies = playing.step()
            assert [reply.error for reply in replies if reply.error] == []
        found = replay(journal.store, settle=True)
        assert isinstance(found, Replayed), found
        assert found.settled == found.rounds > 11
        follower = Follower()
        stories = [story for entry in journal.store.entries() if (story := follower.feed(entry)) is not None]
        highs = [story for story in stories if story.table == "High"]
        proofs = [judged_document(trail(journal.store, "High", story.number)) for story in highs if sourced]
    lines = {line.text for story in highs for step in story.steps for line in told(story, step)}
    assert any(" wins " in line and "at 1 to 1 from the tray" in line for line in lines), lines
    assert {story.void for story in highs} == ({None} if sourced else {None, "misdeal"})
    assert ("A misdeal: every ante goes back." in lines) is not sourced
    dealt = [(proof["ok"], [card["to"] for card in proof["dealt"]]) for proof in proofs]
    assert dealt == [(True, [*map(str, story.round.clockwise), "dealer"]) for story in highs if sourced and story.round]


def test_an_act_of_another_game_is_refused(tmp_path: Path) -> None:
    pat, dee = Actor("pat", "player"), Actor("dee", "dealer")
    with opened(f"sqlite:{tmp_path}/a.db") as journal:
        floor = journal.floor(house())
        open_house(floor)
        asked = [
            Command("1", dee, c.OpenTable(), "Six"), Command("2", pat, c.TakeSeat(1, "pat"), "Six"),
            Command("3", pat, c.Play(high.PlaceWager(1, "ante", 500)), "Six"),
            Command("4", pat, c.Play(six.PlaceWager(1, "ante", 500)), "Six"),
        ]  # fmt: skip
        said = [str(reply.error or "") for reply in floor.process(asked)]
    assert said == ["", "", "PlaceWager is an act of another game than bonus-six", ""]
