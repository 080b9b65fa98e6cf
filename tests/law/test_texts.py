"""The texts as they are kept: every clause with its duty, in legal order, and what holds for all of them."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from upcard.errors import LawError
from upcard.law import EDITIONS, edition, editions, on
from upcard.law.clause import DUTIES
from upcard.law.text import rules_of

CLAUSES = [line.split("\t") for line in (Path(__file__).parent / "clauses.tsv").read_text("utf-8").splitlines()[1:]]


def test_there_are_as_many_clauses_as_the_four_texts_have() -> None:
    assert len(CLAUSES) == len({id for id, _ in CLAUSES}) == 199


@pytest.mark.parametrize("id", EDITIONS)
def test_the_clauses_and_their_duties_in_legal_order(id: str) -> None:
    due = [(clause, duty) for clause, duty in CLAUSES if clause.removeprefix(id)[:1] in ("(", "-")]
    assert [(clause.id, clause.duty) for clause in edition(id).clauses] == due


def test_no_clause_is_of_no_edition() -> None:
    assert Counter(id for id, _ in CLAUSES) == Counter(clause.id for one in editions() for clause in one.clauses)


def test_every_duty_is_explained() -> None:
    assert {duty for _, duty in CLAUSES} == set(DUTIES)


@pytest.mark.parametrize("id", EDITIONS)
def test_every_rule_is_cited_or_silent_and_never_both(id: str) -> None:
    one = edition(id)
    assert one.citations.keys() | set(one.silent) == rules_of(one.game)
    assert not one.citations.keys() & set(one.silent)
    clauses = {clause.id for clause in one.clauses}
    for rule, citation in one.citations.items():
        assert citation.clause in clauses
        assert getattr(one.law, rule) is not None
    for rule in one.silent:
        assert getattr(one.law, rule) is None


@pytest.mark.parametrize("id", EDITIONS)
def test_every_clause_and_reading_has_a_summary_of_whole_sentences(id: str) -> None:
    one = edition(id)
    for text in [*(clause.summary for clause in one.clauses), *(reading.summary for reading in one.readings)]:
        assert text[0].isupper(), text
        assert text.endswith("."), text
        assert "  " not in text, text


def test_the_readings_are_numbered_and_keep_their_names() -> None:
    names: dict[int, set[str]] = {}
    for one in editions():
        for reading in one.readings:
            names.setdefault(reading.number, set()).add(reading.name)
    assert sorted(names) == list(range(45))
    assert all(len(of_number) == 1 for of_number in names.values())
    assert len({name for of_number in names.values() for name in of_number}) == len(names)


def test_a_digest_tells_editions_apart_and_stays() -> None:
    assert len({one.digest for one in editions()}) == len(EDITIONS)
    assert all(len(one.digest) == 64 for one in editions())


@pytest.mark.parametrize(
    ("day", "ids"),
    [
        (date(2011, 1, 9), []),
        (date(2011, 1, 10), ["sd-2011"]),
        (date(2011, 1, 11), ["sd-2011"]),
        (date(2015, 5, 11), ["sd-2011"]),
        (date(2015, 5, 12), ["sd-2011"]),
        (date(2015, 5, 13), ["sd-2015"]),
        (date(2015, 5, 14), ["sd-2015"]),
        (date(9999, 12, 31), ["sd-2015"]),
    ],
)
def test_which_edition_was_in_force(day: date, ids: list[str]) -> None:
    assert [one.id for one in on(day)] == ids


@pytest.mark.parametrize(
    ("day", "old", "new"),
    [(date(2011, 1, 9), False, False), (date(2015, 5, 12), True, False), (date(2015, 5, 13), False, True)],
)
def test_an_edition_knows_its_own_days(day: date, old: bool, new: bool) -> None:
    assert edition("sd-2011").in_force(day) is old
    assert edition("sd-2015").in_force(day) is new
    assert edition("ma").in_force(day)


def test_an_undated_game_is_in_force_on_no_known_day() -> None:
    assert on(date(2020, 1, 1), "bonus-six") == ()


def test_a_clause_is_found_by_its_id() -> None:
    assert edition("ma").clause("ma-12(n)").duty == "enforce"


def test_an_unknown_clause_and_an_unknown_edition_are_named() -> None:
    with pytest.raises(LawError, match=r"ma has no clause ma-14"):
        edition("ma").clause("ma-14")
    with pytest.raises(LawError, match=r"there is no edition 'sd-2016'; there are sd-2011, sd-2015, ma, sd-bonus6"):
        edition("sd-2016")


@pytest.mark.parametrize(
    ("id", "rule", "clause", "reading"),
    [
        ("sd-2015", "bet_full_house", "sd-2015(17)(d)", None),
        ("sd-2011", "bet_full_house", "sd-2011(17)(d)", None),
        ("sd-2015", "classic_wager", "sd-2015(3)", "alternative-schedules"),
        ("sd-2015", "progressive_payout_hand", "sd-2015(4)", "alternative-schedules"),
        ("sd-2011", "awards_from", "sd-2011(20)", "accounting-of-2015"),
        ("sd-2015", "awards_from", "sd-2015(20)(b)", None),
        ("ma", "bet_full_house", "ma-11(b)", None),
        ("ma", "seeds_scale", "ma-12(l)", "envy-and-seeds-scale"),
        ("ma", "envy_scales", "ma-11(d)(7)", "envy-and-seeds-scale"),
        ("ma", "progressive_amount", "ma-6(c)", None),
        ("ma", "progressive_coupon", "ma-6(c)", "coupons"),
        ("ma", "chips_miscounted", "ma-7(c)", "chips-that-cannot-be-made-to-agree"),
        ("ma", "wrong_deck", "ma-7(g)(2)", "a-deck-that-is-not-one-deck"),
        ("sd-2011", "wrong_deck", "sd-2011(1)", "a-deck-that-is-not-one-deck"),
        ("sd-bonus6", "wrong_deck", "sd-bonus6(1)", "a-deck-that-is-not-one-deck"),
        ("sd-bonus6", "losing_hand_stood", "sd-bonus6(9)(c)", "a-losing-hand-that-stood"),
        ("sd-bonus6", "stray_bonus_card", "sd-bonus6(9)(d)", "a-bonus-card-that-should-not-have-been-dealt"),
        ("ma", "cards_racked_in_turn", "ma-10(d)", None),
        ("ma", "five_card_wager", "ma-11(e)(1)", "what-a-five-card-wager-is"),
        ("sd-2015", "eased_hand_paid", "sd-2015(7)", "easier-terms-take-nothing"),
        ("sd-2011", "eased_terms_end", "sd-2011(7)", "easier-terms-take-nothing"),
        ("sd-2011", "liability_moves_to", "sd-2011(7)", "the-jackpot-of-a-different-game"),
        ("sd-2015", "last_cards_shuffled", "sd-2015(9)", "the-last-cards-are-shuffled-before-they-are-dealt"),
        ("ma", "last_cards_shuffled", "ma-4(a)", "the-last-cards-are-shuffled-before-they-are-dealt"),
        ("sd-bonus6", "pay_tables", "sd-bonus6(1)", "the-posted-schedule"),
        ("sd-bonus6", "fees_returned", "sd-bonus6(6)", "odds-on-every-wager"),
    ],
)
def test_a_rule_knows_its_clause_and_its_reading(id: str, rule: str, clause: str, reading: str | None) -> None:
    citation = edition(id).citations[rule]
    assert (citation.clause, citation.reading) == (clause, reading)
