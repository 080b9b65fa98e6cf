"""`upcard play`: the same seed plays the same evening, every amount adds up, and leaving is always polite."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.house_texts import house_text
from upcard.cli import main
from upcard.cli.options import house_of
from upcard.cli.play.screen import back
from upcard.games.settle import settle
from upcard.law import EDITIONS
from upcard.rules.house import read_house
from upcard.units import parse_cents, parse_meter

ELECTIONS: dict[str, dict[str, Any]] = {
    "sd-2011": {"progressive": "classic-5000", "minimum": "5.00"},
    "sd-2015": {"progressive": "PMG-01", "minimum": "5.00"},
    "ma": {"progressive": "D", "bonus": "B", "five_card": True, "cover_all": True, "awards_from": "meter"},
    "sd-bonus6": {"pay_table": "black-hawk", "minimum": "5.00", "maximum": "100.00"},
}
"""What a round depends on in the houses that come with the command."""

ROUND: dict[str, list[str]] = {
    "sd-2011": ["10", "1", "n", "b"],
    "sd-2015": ["20", "y", "2", "f"],
    "ma": ["10", "5", "5", "1", "1", "5", "b"],
    "sd-bonus6": ["10", "y", "1", "b", "p"],
}
"""Keys that bring a player through the wagers and decisions of a first round."""


def cents(text: str) -> int:
    return -parse_cents(text[1:]) if text.startswith("-") else parse_cents(text)


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def balance(self) -> tuple[int, int, int]:
        """What was brought, what was taken home, and the difference, as the closing line has them."""
        found = re.search(r"came with \$([0-9,.]+) and leave with \$([0-9,.]+): ([-+]?)\$([0-9,.]+) in", self.out)
        assert found is not None, self.out[-500:]
        came, left, difference = (parse_cents(found[n].replace(",", "")) for n in (1, 2, 4))
        return came, left, -difference if found[3] == "-" else difference


class Play:
    """The command with a scripted player."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *options: str, keys: list[str] | None = None) -> Ran:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{key}\n" for key in keys or [])))
        status = main(["play", *options])
        captured = self.capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    def document(self, *options: str) -> Any:
        ran = self("--auto", "--json", *options)
        assert ran.status == 0
        return json.loads(ran.out)


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    return Play(capsys, monkeypatch)


# ---- by itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seed_repeats_the_evening_byte_for_byte(play: Play, edition: str) -> None:
    options = ("--edition", edition, "--auto", "--rounds", "2", "--seats", "7")
    first = play(*options, "--seed", "a quiet evening")
    assert first.status == 0
    assert first.out == play(*options, "--seed", "a quiet evening").out
    assert first.out != play(*options, "--seed", "another").out
    assert "\x1b" not in first.out
    assert max(map(len, first.out.splitlines())) <= 80
    assert "…" not in first.out


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("sd-2015", "If it is an ace and a king or better, move the hand forward so that"),
        ("ma", "Let the player look at the cards and decide before a hole card is shown."),
        ("sd-bonus6", "Burn the top card.  sd-bonus6(5)"),
    ],
)
def test_it_says_what_the_dealer_does_by_hand_where_that_is_asked_for(play: Play, edition: str, said: str) -> None:
    options = ("--edition", edition, "--auto", "--rounds", "1", "--seed", "friday")
    ran = play(*options, "--steps")
    assert said in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert said not in play(*options).out


def test_without_a_seed_every_evening_is_new_and_tells_its_seed(play: Play) -> None:
    one, two = play.document("--rounds", "1"), play.document("--rounds", "1")
    assert one["seed"] != two["seed"]
    assert play.document("--rounds", "1", "--seed", one["seed"]) == one


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_books_add_up_and_agree_with_settle(play: Play, edition: str) -> None:
    document = play.document(
        "--edition", edition, "--rounds", "20", "--seats", "7", "--seed", "books", "--bankroll", "20000"
    )
    assert len(document["rounds"]) == 20
    totals = dict.fromkeys(document["net"], 0)
    for played in document["rounds"]:
        paid = played["settlement"]
        for seat, net in paid["net"].items():
            lines = [p for p in paid["payments"] if p["seat"] == seat]
            tips = sum(
                cents(p["returned"]) + cents(p["paid"]) for p in lines if (p["wager"], p["result"]) == ("tip", "win")
            )
            assert cents(net) == sum(cents(p["returned"]) + cents(p["paid"]) - cents(p["staked"]) for p in lines) - tips
            totals[seat] += cents(net)
        assert ELECTIONS[edition].items() <= played["round"]["house"].items()
        settled = settle(played["round"])
        assert sorted(settled["payments"], key=str) == sorted(paid["payments"], key=str)
        assert (settled["net"], settled["tips"], settled["meters"]) == (paid["net"], paid["tips"], paid["meters"])
    assert totals == {seat: cents(net) for seat, net in document["net"].items()}
    start, end = cents(document["bankroll"]["start"]), cents(document["bankroll"]["end"])
    assert end == start + totals[document["seat"]]


@pytest.mark.parametrize(("edition", "rate", "reserve"), [("sd-2011", 49, 5), ("sd-2015", 20, 5), ("ma", 70, 0)])
def test_the_meter_rises_by_its_share_of_each_accepted_wager(play: Play, edition: str, rate: int, reserve: int) -> None:
    document = play.document("--edition", edition, "--rounds", "12", "--seats", "7", "--seed", "meter")
    amount: int = parse_meter("10000.00")
    kept = 0
    for played in document["rounds"]:
        round = played["round"]
        made = [{**seat.get("coupons", {}), **seat["wagers"]} for seat in round["seats"].values()]
        wagered = sum(cents(wagers.get("progressive", "0")) for wagers in made)
        amount, kept = amount + wagered * rate * 10_000, kept + wagered * reserve * 10_000
        assert parse_meter(round["meters"]["main"]["amount"]) == amount
        amount = parse_meter(played["settlement"]["meters"]["main"])
    assert parse_meter(document["meters"]["main"]["reserve"]) == kept


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_purse_that_cannot_cover_a_hand_ends_the_evening(play: Play, edition: str) -> None:
    ran = play("--auto", "--rounds", "1000", "--seed", "poor", "--bankroll", "20", "--seats", "1", "--edition", edition)
    came, left, difference = ran.balance
    assert ran.status == 0
    assert "no longer covers the smallest ante" in ran.out
    assert 0 <= left < 1500
    assert left == came + difference


def test_the_bets_of_a_hand_are_set_aside_before_other_wagers_are_asked_for(play: Play) -> None:
    ran = play("--seed", "3", "--bankroll", "30", keys=["10", "f", "q"])
    assert "Progressive, " not in ran.out
    assert ran.balance[2] == -1000


@pytest.mark.parametrize(
    ("edition", "keys"),
    [("ma", ["5", "n", "n", "n", "n", "200", "1", "f", "q"]), ("sd-bonus6", ["5", "n", "200", "f", "q"])],
)
def test_nothing_is_put_down_that_the_money_does_not_cover(play: Play, edition: str, keys: list[str]) -> None:
    ran = play("--edition", edition, "--seed", "3", "--bankroll", "20", keys=keys)
    assert ("your money does not cover it" in ran.out) or ("$200 is outside up to $5." in ran.out)
    assert -600 <= ran.balance[2] <= -500


def test_what_the_money_does_not_cover_is_not_offered(play: Play) -> None:
    keys = ["10", "y", "n", "b", "b", "d", "q"]
    rich, poor = (play("--edition", "sd-bonus6", "--seed", "3", "--bankroll", sum, keys=keys) for sum in ("45", "44"))
    assert "[d] Discard  [c] Bonus card $10" in rich.out
    assert "[d] Discard  [a]dvice  [?] rules" in poor.out
    assert rich.balance[2] == poor.balance[2] == -3500


def test_a_winning_tip_does_not_come_back_on_the_receipt() -> None:
    def line(wager: str, result: str, returned: str, paid: str) -> dict[str, str]:
        return {"wager": wager, "result": result, "returned": returned, "paid": paid}

    assert back(line("tip", "win", "5.00", "5.00")) == 0
    assert back(line("ante", "win", "5.00", "5.00")) == 1000
    assert (back(line("tip", "lose", "0.00", "0.00")), back(line("tip", "push", "5.00", "0.00"))) == (0, 500)


# ---- by hand -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_scripted_player_plays_a_round_and_asks_why(play: Play, edition: str) -> None:
    keys = [*ROUND[edition], *(["d"] if edition == "sd-bonus6" else []), "?", "q"]
    ran = play("--edition", edition, "--seed", "3", "--seat", "2", keys=keys)
    assert (ran.status, ran.err) == (0, "")
    came, left, difference = ran.balance
    assert left == came + difference != came
    assert "Total" in ran.out
    why = ran.out[ran.out.index("[?] why") :]
    assert edition in why
    assert "Ante: " in why


def test_enter_repeats_the_last_wagers(play: Play) -> None:
    ran = play("--seed", "3", keys=["15", "y", "", "f", "", "f", "c", "", "n", "", "f", "q"])
    assert ran.out.count("[Enter] same wagers, $16.00") == 2
    assert "[Enter] same wagers, $15.00" in ran.out
    assert ran.balance == (50_000, 50_000 - 4700, -4700)


def test_watching_costs_nothing(play: Play) -> None:
    ran = play("--seed", "3", "--seat", "1", keys=["10", "n", "n", "f", "w", "q"])
    assert "You sat this round out." in ran.out
    assert ran.balance[2] == -1000
    assert "in 2 rounds" in ran.out


def test_a_lone_player_has_nobody_to_watch(play: Play) -> None:
    ran = play("--seats", "1", "--seed", "3", keys=["10", "n", "n", "f", "w", "q"])
    assert "'w' is no choice here" in ran.out


def test_amounts_outside_their_bounds_are_asked_again_with_the_reason(play: Play) -> None:
    ran = play("--seed", "3", keys=["4", "34", "ten", "$33", "2", "1", "40", "n", "f", "q"])
    assert "Ante: $4 is outside $5 to $33.33." in ran.out
    assert "'ten' is no amount" in ran.out
    assert "Progressive: $2 is outside $1." in ran.out
    assert "Tip: $40 is outside up to $33." in ran.out
    assert "ante, bet and progressive together stay within $100." in ran.out
    assert ran.balance[2] == -3400


def test_what_another_wager_bounds_is_asked_for_within_it(play: Play) -> None:
    assert "Tip, up to $10 [none] > " in play("--seed", "3", keys=["10", "n", "q"]).out
    assert "Insurance, $7.50 [none] > " in play("--edition", "sd-bonus6", "--seed", "3", keys=["15", "q"]).out


def test_enter_alone_makes_no_bet(play: Play) -> None:
    ran = play("--seed", "3", keys=["10", "n", "n", "", "f", "q"])
    assert "Enter alone decides nothing here: please press f or b." in ran.out
    assert ran.balance[2] == -1000


def test_the_reasons_show_odds_arithmetic_clause_and_reading(play: Play) -> None:
    keys = ["10", "y", "1", *["b", "?", ""] * 12]
    out = play("--edition", "sd-2011", "--seed", "reasons", "--bankroll", "5000", keys=keys).out
    assert re.search(r"Ante: .*, 1 to 1: ante \$10 wins \$10, and \$10 is returned\.", out)
    assert re.search(r"Bet: bet \$20 is lost, .+ to the\s+dealer's .+\.", out)
    assert re.search(r"Bet: bet \$20 is returned, the dealer.s .+\snot\squalifying\.", out)
    assert re.search("Our reading: .*no hand", out)
    assert "stake and winnings, $2, are the" in out


def test_the_cards_do_not_depend_on_what_the_player_does(play: Play) -> None:
    dealt = [
        re.findall(r"Dealer     (.*?)  ", play("--seed", "3", keys=keys).out)
        for keys in (["10", "n", "n", "f", "", "f", "q"], ["30", "y", "5", "b", "", "b", "q"])
    ]
    assert dealt[0] == dealt[1]
    assert len(dealt[0]) == 2


def test_no_card_of_another_is_shown_before_its_time(play: Play) -> None:
    ran = play("--seed", "3", "--seat", "2", keys=["10", "n", "n", "q"])
    felt = ran.out[ran.out.index("YOU, seat 2") :]
    ranks = re.findall(r"[2-9TJQKA][♣♦♥♠]", felt[: felt.index("You came")])
    assert len(set(ranks)) == 6  # five of one's own and the dealer's one


@pytest.mark.parametrize("rounds", [1, 2])
def test_it_stops_after_the_rounds_asked_for(play: Play, rounds: int) -> None:
    ran = play("--rounds", str(rounds), "--seed", "3", keys=["10", "n", "n", *["f", ""] * rounds, "f", "f"])
    assert "[Enter] leave  [?] why" in ran.out
    assert f"in {rounds} round" in ran.out


# ---- leaving -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_end_of_the_input_leaves_politely_wherever_it_comes(play: Play, edition: str) -> None:
    for count in range(len(ROUND[edition]) + 1):
        ran = play("--edition", edition, "--seed", "3", "--seat", "2", keys=ROUND[edition][:count])
        assert (ran.status, ran.err) == (0, "")
        came, left, difference = ran.balance
        assert left == came + difference
        assert (difference == 0) == ("middle of a hand" not in ran.out and "Total" not in ran.out)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bankroll", [16, 40, 3000])
def test_whatever_is_typed_the_table_goes_on_and_the_money_adds_up(play: Play, edition: str, bankroll: int) -> None:
    typed = Random(f"{edition} {bankroll}").choices(
        ["", "", "y", "n", "b", "b", "f", "d", "t", "c", "p", "w", "?", "1", "5", "10", "33", "200", "-1", "x"], k=60
    )
    ran = play("--edition", edition, "--seed", str(bankroll), "--bankroll", str(bankroll), keys=typed)
    assert (ran.status, ran.err) == (0, "")
    came, left, difference = ran.balance
    assert left == came + difference >= 0


def test_an_interrupt_leaves_politely(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["10", "y", ""])

    def interrupted(prompt: str = "") -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = play("--seed", "3")
    assert ran.status == 0
    assert "You left in the middle of a hand: it was given up and the round played out." in ran.out
    assert ran.balance == (50_000, 48_900, -1100)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal to play in")
def test_a_terminal_without_the_signs_gets_letters(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written_to = io.BytesIO()
    target = io.TextIOWrapper(written_to, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", target)
    assert main(["play", "--auto", "--seed", "3", "--rounds", "1"]) == 0
    target.flush()
    written = written_to.getvalue().decode("ascii")
    assert re.search(r"Dealer     ([2-9TJQKA][cdhs] ){5}", written)
    assert "?" not in written


# ---- options -------------------------------------------------------------------------------------------------

WRONG: tuple[tuple[tuple[str, ...], str], ...] = (
    (("--edition", "nv"), "edition"),
    (("--seats", "0"), "--seats"),
    (("--seats", "8"), "--seats"),
    (("--seats", "two"), "seats"),
    (("--seat", "0"), "--seat"),
    (("--seat", "8"), "--seat"),
    (("--bankroll", "0"), "--bankroll"),
    (("--bankroll", "14.99"), "--bankroll"),
    (("--bankroll", "-5"), "bankroll"),
    (("--bankroll", "1.005"), "--bankroll"),
    (("--bankroll", "1000000.01"), "--bankroll"),
    (("--bankroll", "much"), "--bankroll"),
    (("--rounds", "0"), "--rounds"),
    (("--rounds", "1000001"), "--rounds"),
    (("--json",), "--json"),
    (("--house", "nowhere.toml"), "--house"),
    (("--table", "2"), "--table"),
    (("--frobnicate",), "frobnicate"),
    (("extra",), "extra"),
)


@pytest.mark.parametrize(("options", "named"), WRONG)
def test_a_wrong_option_is_one_sentence_and_exit_status_two(play: Play, options: tuple[str, ...], named: str) -> None:
    ran = play(*options)
    assert ran.status == 2
    assert ran.out == ""
    assert named in ran.err
    assert ran.err.count("\n") == 1


def test_the_least_bankroll_is_a_hand_to_its_end(play: Play) -> None:
    assert play("--bankroll", "15").status == 0
    assert play("--bankroll", "15", "--edition", "sd-bonus6").status == 0


def test_a_house_of_ones_own(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    second = house_of("sd-bonus6").partition("[[table]]")[2].replace('name = "1"', 'name = "Six"')
    file.write_text(
        house_of("sd-2015").replace("designated", 'mode = "keyed"\nseats = 3\ndesignated') + "[[table]]" + second
    )
    first = play("--house", str(file), "--auto", "--rounds", "1")
    assert "Seat 4" not in first.out
    assert play("--house", str(file), "--seats", "4").status == 2
    six = play.document("--house", str(file), "--table", "Six", "--rounds", "1")
    assert (six["edition"], six["table"]) == ("sd-bonus6", "Six")
    assert play.document("--house", str(file), "--edition", "sd-bonus6", "--rounds", "1")["table"] == "Six"
    assert play("--house", str(file), "--edition", "ma").status == 2
    file.write_text("name = 1")
    broken = play("--house", str(file))
    assert (broken.status, broken.err) == (2, "name: a house has a name\n")
    file.write_bytes(b"\xff")
    assert "UTF-8" in play("--house", str(file)).err


def test_where_the_stub_is_counted_the_dealer_counts_it_right(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(house_text("massachusetts"), encoding="utf-8")
    rounds = play.document("--house", str(file), "--table", "Stud 3", "--rounds", "6", "--seed", "stub")["rounds"]
    assert len(rounds) == 6
    assert not [line for one in rounds for line in one["settlement"]["payments"] if line["result"] == "void"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_house_that_comes_with_it_is_lawful(edition: str) -> None:
    house = read_house(house_of(edition))
    assert house.tables[0].edition.id == edition
    assert house.tables[0].mode == "virtual"
