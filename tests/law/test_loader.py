"""What is not in order in a text fails at load, and the message says in which file and at which clause."""

from __future__ import annotations

import re
from datetime import date

import msgspec
import pytest

from upcard.errors import LawError
from upcard.law import edition, editions
from upcard.law.edition import Edition, check_dates, source
from upcard.law.text import read_edition

FILE = "sd-2015.toml"
TEXT = source("sd-2015")


def swap(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def refused(text: str) -> str:
    with pytest.raises(LawError) as caught:
        read_edition(FILE, text)
    return str(caught.value)


def test_the_texts_as_they_stand_load() -> None:
    assert read_edition(FILE, TEXT) == edition("sd-2015")


def test_the_digest_follows_text_and_readings() -> None:
    first = read_edition(FILE, TEXT).digest
    assert read_edition(FILE, TEXT + "# a comment\n").digest != first
    assert read_edition(FILE, swap(TEXT, "have no action and go back", "go back")).digest != first


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param(
            'bet_flush = "5 to 1"',
            "glossary_of_mine = {}",
            "sd-2015.toml, sd-2015(17)(e): glossary_of_mine is no rule of caribbean-stud",
            id="unknown rule",
        ),
        pytest.param(
            'bet_flush = "5 to 1"',
            'bet_flush = "5 to 1"\nbet_straight = "4 to 1"',
            "sd-2015.toml, sd-2015(17)(f): bet_straight is set by sd-2015(17)(e) already",
            id="two clauses set one rule",
        ),
        pytest.param(
            'bet_flush = "5 to 1"',
            'bet_flush = "5 to 1"\n[clause.permits]\nbet_flush = "6 to 1"',
            "sd-2015.toml, sd-2015(17)(e): bet_flush is set by sd-2015(17)(e) already",
            id="one clause sets and permits a rule",
        ),
        pytest.param(
            'bet_flush = "5 to 1"',
            'bet_flush = "5 to 1"\ncut_minimum = 10',
            "sd-2015.toml, sd-2015(17)(e): cut_minimum is said to be silent in sd-2015.toml",
            id="set and silent",
        ),
        pytest.param(
            '"glossary", ',
            "",
            "sd-2015.toml: no clause sets glossary, and the text does not call itself silent on it",
            id="gap",
        ),
        pytest.param(
            '"glossary", ',
            '"glosary", ',
            "sd-2015.toml, silent: glosary is no rule of caribbean-stud",
            id="unknown silence",
        ),
        pytest.param(
            'id = "sd-2015(17)(f)"',
            'id = "sd-2015(17)(e)"',
            "sd-2015.toml, sd-2015(17)(e): the clause stands twice",
            id="clause twice",
        ),
        pytest.param(
            'id = "sd-2015(17)(f)"',
            'id = "sd-2011(17)(f)"',
            "sd-2015.toml, sd-2011(17)(f): the clause is not of sd-2015",
            id="clause of another edition",
        ),
        pytest.param(
            '[clause.sets]\nbet_flush = "5 to 1"',
            "",
            "sd-2015.toml, sd-2015(17)(e): the clause sets no rule",
            id="idle clause",
        ),
        pytest.param(
            'bet_flush = "5 to 1"',
            'bet_flush = "5 for 1"',
            "sd-2015.toml, sd-2015(17)(e): bet_flush cannot be '5 for 1': ",
            id="odds of the other kind",
        ),
        pytest.param(
            "bet_multiple = 2",
            'bet_multiple = "twice"',
            "sd-2015.toml, sd-2015(11)(b): bet_multiple cannot be 'twice': ",
            id="word for a number",
        ),
        pytest.param(
            'tie = "push"', 'tie = "lose"', "sd-2015.toml, sd-2015(15): tie cannot be 'lose': ", id="unplayable value"
        ),
        pytest.param(
            'id = "sd-2015"\ngame = "caribbean-stud"',
            'id = "sd-2015"\ngame = "baccarat"',
            "sd-2015.toml: 'baccarat' is no game that Upcard plays",
            id="unknown game",
        ),
        pytest.param(
            'duty = "record"',
            'duty = "ponder"',
            "sd-2015.toml, sd-2015(22): duty cannot be 'ponder': it is 'compute' or",
            id="unknown duty",
        ),
        pytest.param(
            'title = "South',
            'titel = "South',
            "sd-2015.toml: there is no field 'titel'; did you mean 'title'?",
            id="field",
        ),
        pytest.param(
            "effective = 2015-05-13", "effective = soon", "sd-2015.toml: Invalid value (at line", id="bad TOML"
        ),
    ],
)
def test_a_text_that_is_not_in_order(old: str, new: str, message: str) -> None:
    assert refused(swap(TEXT, old, new)).startswith(message)


def test_a_rule_that_nobody_may_be_silent_on() -> None:
    text = swap(TEXT, '[clause.sets]\nbet_flush = "5 to 1"', "[clause.sets]\nglossary = {}")
    text = swap(text, '"glossary", ', '"bet_flush", ')
    assert refused(text).startswith("sd-2015.toml, silent: bet_flush cannot be None: ")


READING = 'reads = ["(13)"]'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param(
            READING,
            'reads = ["(23)"]',
            "sd-2015.toml, reading 10 (bets-without-a-dealer-hand): there is no clause sd-2015(23)",
            id="reading of no clause",
        ),
        pytest.param(
            READING,
            READING + '\nclauses = { no_hand_bet = "(24)" }',
            "sd-2015.toml, reading 10 (bets-without-a-dealer-hand): there is no clause sd-2015(24)",
            id="rule at no clause",
        ),
        pytest.param(
            READING,
            READING + '\nclauses = { tie = "(15)" }',
            "sd-2015.toml, reading 10 (bets-without-a-dealer-hand): a clause is named for tie, which",
            id="clause for another rule",
        ),
        pytest.param(
            '[reading.sets]\nno_hand_bet = "returned"',
            "",
            "sd-2015.toml, reading 10 (bets-without-a-dealer-hand): the reading sets no rule",
            id="idle reading",
        ),
        pytest.param(
            'no_hand_bet = "returned"',
            'no_hand_bet = "returned"\ntie = "push"',
            "sd-2015.toml, reading 10 (bets-without-a-dealer-hand): tie is set by sd-2015(15) already",
            id="reading against a clause",
        ),
        pytest.param(
            'no_hand_bet = "returned"',
            'no_hand_bet = "lost"',
            "sd-2015.toml, sd-2015(13): no_hand_bet cannot be 'lost': ",
            id="bad value of a reading",
        ),
        pytest.param(
            "number = 10\n",
            "numero = 10\n",
            "sd-2015.toml, reading 11 (bets-without-a-dealer-hand): there is no field 'numero'",
            id="unknown field of a reading",
        ),
    ],
)
def test_a_reading_that_is_not_in_order(old: str, new: str, message: str) -> None:
    assert refused(swap(TEXT, old, new)).startswith(message)


def test_the_name_of_a_reading_is_cited() -> None:
    read = read_edition(FILE, swap(TEXT, READING, 'reads = ["(14)", "(13)"]'))
    assert read.citations["no_hand_bet"].clause == "sd-2015(14)"
    assert read.citations["no_hand_bet"].reading == "bets-without-a-dealer-hand"


# ---- the days on which texts are in force ------------------------------------------------------------------------


def moved(id: str, effective: date | None, ended: date | None) -> Edition:
    return msgspec.structs.replace(edition(id), effective=effective, ended=ended)


def test_the_editions_as_they_stand_never_overlap() -> None:
    check_dates(editions())


@pytest.mark.parametrize(
    ("ended", "message"),
    [
        (date(2015, 5, 13), "sd-2015.toml: sd-2011 is in force on 2015-05-13 too"),
        (date(2016, 1, 1), "sd-2015.toml: sd-2011 is in force on 2015-05-13 too"),
        (None, "sd-2015.toml: sd-2011 is in force on 2015-05-13 too"),
        (date(2011, 1, 9), "sd-2011.toml: it ends before it begins"),
    ],
)
def test_days_that_cannot_be(ended: date | None, message: str) -> None:
    old = moved("sd-2011", date(2011, 1, 10), ended)
    with pytest.raises(LawError, match=re.escape(message)):
        check_dates((old, edition("sd-2015")))


@pytest.mark.parametrize("ended", [date(2015, 5, 12), date(2011, 1, 11), date(2011, 1, 10)])
def test_days_that_can_be(ended: date) -> None:
    check_dates((moved("sd-2011", date(2011, 1, 10), ended), edition("sd-2015")))


def test_an_edition_without_a_beginning_overlaps_with_every_other() -> None:
    with pytest.raises(LawError, match=r"sd-2015.toml: sd-2011 is in force on 2015-05-13 too"):
        check_dates((moved("sd-2011", None, None), edition("sd-2015")))


def test_other_states_and_other_games_do_not_overlap() -> None:
    check_dates((edition("sd-2015"), edition("ma"), edition("sd-bonus6")))
