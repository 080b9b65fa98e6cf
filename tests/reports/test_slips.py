"""Jackpot slips: every number, every fact of an award, voids kept, signatures as they were given."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.reports.evening import HARBOR, ROYAL, STRAIGHT_FLUSH, SUPERVISOR, Evening, events, house, whole
from upcard.cards import show_cards
from upcard.money import commands as c
from upcard.reports.blocks import Facts, Prose, Signatures, Table
from upcard.reports.money.slips import JackpotSlip, slips, slips_paper


def test_the_register_has_every_number_without_a_gap() -> None:
    found = slips(whole().entries)
    issued = events(whole(), "SlipIssued")
    assert [slip.number for slip in found.slips] == [event["number"] for _, event in issued]
    assert [slip.number for slip in found.slips] == list(range(1, len(issued) + 1))
    assert found.gaps == ()
    assert len(found.slips) >= 5


def test_a_missing_number_is_said_aloud() -> None:
    found = slips(whole().entries)
    short = replace(found, slips=(found.slips[0], *found.slips[2:]))
    assert short.gaps == (2,)
    first = slips_paper(short).sections[0].blocks[0]
    assert isinstance(first, Prose)
    assert first == Prose("MISSING: 2.", strong=True)
    last = replace(found, slips=found.slips[-1:])
    assert last.gaps == tuple(range(1, found.slips[-1].number))


def test_each_slip_says_what_was_issued_and_who_had_a_hand_in_it() -> None:
    e = whole()
    found = {slip.number: slip for slip in slips(e.entries).slips}
    locks = {(event["jackpot"], event["number"]): (entry, event) for entry, event in events(e, "HitLocked")}
    checks = {(event["jackpot"], event["number"]): entry for entry, event in events(e, "HitValidated")}
    for entry, event in events(e, "SlipIssued"):
        slip, key = found[event["number"]], (event["jackpot"], event["hit"])
        lock, locked = locks[key]
        assert (slip.table, slip.seat, slip.round, slip.cents, slip.staked) == (
            event["table"], event["seat"], event["round"], event["cents"], event["staked"],
        )  # fmt: skip
        assert slip.issued_at == entry.at
        assert (slip.award.keyed_by, slip.award.keyed_at) == (lock.by, lock.at)
        assert (slip.award.validated_by, slip.award.validated_at) == (checks[key].by, checks[key].at)
        assert slip.player == f"{slip.table} {slip.seat}"
        held = locked["readings"][slip.level]["amount"]
        assert slip.cents == held * slip.percent // 100 // 1_000_000


def test_the_hand_is_there_in_words_and_in_cards() -> None:
    found = {(slip.table, slip.round, slip.wager): slip for slip in slips(whole().entries).slips}
    royal, flush = found["Stud 1", 2, "progressive"], found["Stud 1", 5, "progressive"]
    assert (royal.hand, show_cards(royal.cards), royal.percent) == ("royal flush", "As Ks Qs Js Ts", 100)
    assert (flush.hand, show_cards(flush.cards), flush.percent) == ("straight flush, nine high", "9s 8s 7s 6s 5s", 10)


def test_a_void_slip_is_kept_with_its_reason_and_its_replacement_says_the_same() -> None:
    first, *others = slips(whole().entries).slips
    again = next(slip for slip in others if slip.replaces == 1)
    assert (first.state, first.voided, first.replaced_by) == ("void", "the name was misspelt", again.number)
    assert first.voided_by == "supervisor sue"
    assert (again.cents, again.hand, again.cards, again.player, again.level, again.percent) == (
        first.cents, first.hand, first.cards, first.player, first.level, first.percent,
    )  # fmt: skip
    assert again.state == "complete"
    section = slips_paper(slips(whole().entries), HARBOR).sections[1]
    assert section.mark == "VOID"
    said = section.blocks[0]
    assert isinstance(said, Prose)
    assert said.text.startswith("VOID: the name was misspelt, by supervisor sue")
    assert said.text.endswith(f"Slip {again.number} replaces it.")


def test_every_signature_given_stands_on_its_line_and_the_others_are_open() -> None:
    e = whole()
    found = {slip.number: slip for slip in slips(e.entries).slips}
    given = {(event["number"], event["role"]): entry for entry, event in events(e, "SlipSigned")}
    for _, event in events(e, "SlipIssued"):
        slip = found[event["number"]]
        assert [line.role for line in slip.signatures] == event["signers"]
        for line in slip.signatures:
            entry = given.get((slip.number, line.role))
            assert (line.by, line.at) == ((entry.by, entry.at) if entry else ("", ""))
    assert {slip.state for slip in found.values()} == {"void", "complete", "open"}
    (half,) = (slip for slip in found.values() if slip.state == "open")
    assert [bool(line.by) for line in half.signatures] == [True, False, False]
    assert half.state == "open"


def test_the_limit_and_the_divided_award_are_told_where_they_applied() -> None:
    found = {(slip.table, slip.wager): slip for slip in slips(whole().entries).slips}
    told = " ".join(found["Stud 1", "progressive"].policies)
    assert "limited to $10,015.00; what is above goes to its reserve" in told
    told = " ".join(found["Stud 1", "five_card_player"].policies)
    assert "limited to $10,006.00; what is above goes to the house" in told
    told = " ".join(found["Stud 3", "progressive"].policies)
    assert "has no limit" in told
    assert "or more is signed by dealer, floorperson, supervisor" in told


def five_card(seat: int) -> list[JackpotSlip]:
    """The slips of the five card hand bonus where a seat has a royal flush and the dealer a straight flush."""
    e = Evening(house(), {("Stud 1", 2): (seat, (*ROYAL, *STRAIGHT_FLUSH))})
    e.pits = {"Stud 1": e.pits["Stud 1"]}
    e.play(2)
    return [slip for slip in slips(e.entries).slips if slip.wager.startswith("five_card")]


@pytest.mark.parametrize("seat", [7, 3])
def test_each_part_of_a_divided_award_says_which_award_it_is_a_part_of(seat: int) -> None:
    """Seat 7 is settled first: its own award and the dealer's are one hit; at seat 3 they are two."""
    found = five_card(seat)
    for slip in found:
        dealers = slip.wager == "five_card_dealer"
        assert slip.percent == (10 if dealers else 100)
        assert slip.cards == (STRAIGHT_FLUSH if dealers else ROYAL)
        assert slip.award.number == (2 if seat == 3 and not dealers else 1)
        drawn = next(one for one in slip.award.draws if one.percent == slip.percent)
        assert drawn.cents == drawn.ways * slip.cents
        whole_award = drawn.before.amount * slip.percent // 100 // 1_000_000
        assert slip.cents == whole_award // drawn.ways
        assert ("divided into 7 equal parts" in " ".join(slip.policies)) == dealers
    assert len(found) == 8
    assert sum(slip.wager == "five_card_player" for slip in found) == 1


def test_two_awards_of_one_hit_each_come_off_what_the_other_has_left() -> None:
    first, second = five_card(7)[0].award.draws
    assert {first.percent, second.percent} == {10, 100}
    assert second.before.amount == first.before.amount - first.cents * 1_000_000 + (
        first.before.seed if first.resets else 0
    )


def test_a_rejected_award_has_no_slip() -> None:
    e = whole()
    rejected = {(event["jackpot"], event["number"]) for _, event in events(e, "HitRejected")}
    assert rejected
    assert not rejected & {(slip.award.jackpot, slip.award.number) for slip in slips(e.entries).slips}


def test_a_slip_that_is_asked_for_comes_alone_with_the_whole_register() -> None:
    number = next(s.number for s in slips(whole().entries).slips if s.state == "complete" and not s.replaces)
    paper = slips_paper(slips(whole().entries), HARBOR, [number])
    assert [section.name for section in paper.sections] == ["register", f"slip-{number}"]
    register = paper.sections[0].blocks[1]
    assert isinstance(register, Table)
    assert len(register.rows) == len(slips(whole().entries).slips)
    assert [row[0] for row in paper.listing.rows] == [number]
    kinds = [type(block) for block in paper.sections[1].blocks]
    assert kinds == [Facts, Facts, Prose, Signatures]


def test_a_house_without_an_award_has_an_empty_register() -> None:
    e = Evening(house())
    found = slips(e.entries)
    assert found.slips == ()
    assert slips_paper(found).sections[0].blocks[0] == Prose("No slip has been issued.")


def test_a_slip_voided_twice_leads_from_number_to_number() -> None:
    e = Evening(house(), {("Stud 2", 1): (2, whole().rigged["Stud 2", 3][1])})
    e.play(1)
    e.do(SUPERVISOR, c.VoidSlip(1, "torn"))
    e.do(SUPERVISOR, c.VoidSlip(2, "torn again"))
    found = slips(e.entries).slips
    assert [(slip.state, slip.replaces, slip.replaced_by) for slip in found] == [
        ("void", 0, 2), ("void", 1, 3), ("open", 2, 0),
    ]  # fmt: skip
    assert {slip.cards for slip in found} == {found[0].cards}
