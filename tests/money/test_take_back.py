"""What was keyed by mistake and taken back leaves felt, purse, meters and options as if it had never been keyed."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tests.money.taking_back import TakingBack, standing
from tests.tables.desk import DEE, FLO, SUE
from upcard.audit.replay import Replayed, replay
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.command import Command
from upcard.money.ledger import Recorded
from upcard.money.link import Hit
from upcard.reports.money.ledger_replay import LedgerReplay, lines
from upcard.shuffles.key_derivation import Source
from upcard.tables import Actor, Table
from upcard.tables import commands as c
from upcard.tables import events as te
from upcard.tables.next_step import guide
from upcard.tables.take_back import last_step

TABLES = [("deadwood", 0), ("deadwood-2011", 0), ("massachusetts", 0), ("massachusetts", 1), ("bonus-6", 0)]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "place"), TABLES)
def test_what_is_taken_back_was_never_keyed(name: str, place: int, seed: int) -> None:
    taking = TakingBack(name, place, seed)
    for _ in range(220):
        chance = taking.rng.random()
        if chance < 0.2:
            back = [taking.take_back() for _ in range(taking.rng.randint(1, 4))]
            if any(back) and taking.rng.random() < 0.3:
                again = taking.never_keyed()
                assert standing(taking.floor.casino, taking.t.name) == standing(again, taking.t.name)
        elif chance < 0.24:
            taking.report()
        else:
            try:
                taking.lead()
            except Refused:  # nobody here knows what a wrong hand holds
                if not taking.take_back():
                    break
    assert sum(taking.taken.values()) > 5, taking.taken
    assert isinstance(replay(taking.store, settle=True), Replayed)


TOKENS = ("deadwood-2011", 0)


def at_decisions(name: str = "deadwood", seed: int = 3) -> TakingBack:
    """A table at which every guest is asked."""
    taking = TakingBack(name, 0, seed)
    while guide(taking.t, taking.table).act != "Decide":  # type: ignore[union-attr]
        taking.lead()
    return taking


def last(taking: TakingBack) -> c.TakeBackStep:
    step = last_step(taking.table)
    assert step is not None
    return c.TakeBackStep(step.command)


def test_a_supervisor_signs_for_a_decision_once_another_seat_has_acted() -> None:
    taking = at_decisions()
    taking.floor.casino.source = Source()
    before = standing(taking.floor.casino, taking.t.name)
    taking.play(stud.Fold(1))
    taking.play(stud.Bet(3))
    taking.asks(last(taking))
    again = last(taking)
    with pytest.raises(Refused, match="a supervisor signs what is taken back here: another seat has acted since"):
        taking.asks(again)
    with pytest.raises(Refused, match="a supervisor signs"):
        taking.asks(again, DEE, FLO)
    taking.asks(again, DEE, SUE)
    assert standing(taking.floor.casino, taking.t.name) == before
    assert [entry.by for entry in taking.store.rows if '"StepTakenBack"' in entry.event] == [
        "dealer dee",
        "dealer dee with supervisor sue",
    ]


def test_what_two_people_keyed_or_another_dealer_takes_a_supervisor() -> None:
    taking = at_decisions()
    taking.floor.casino.source = Source()
    taking.asks(c.Play(stud.Report("player-wrong-count", 3)), DEE, SUE)
    with pytest.raises(Refused, match="two people keyed it"):
        taking.asks(last(taking))
    taking.asks(last(taking), DEE, SUE)
    taking.play(stud.Fold(1))
    with pytest.raises(Refused, match="dealer dee keyed it"):
        taking.asks(last(taking), Actor("dan", "dealer"))


def test_keyed_cards_take_a_supervisor_as_a_correction_of_them_does() -> None:
    taking = TakingBack(*TOKENS, 5)
    while guide(taking.t, taking.table).act != "DealUnseen":  # type: ignore[union-attr]
        taking.lead()
    taking.lead()
    taking.floor.casino.source = Source()
    with pytest.raises(Refused, match="cards that were keyed are put right by two people"):
        taking.asks(last(taking))
    taking.asks(last(taking), DEE, SUE)
    assert guide(taking.t, taking.table).act == "DealUnseen"  # type: ignore[union-attr]


def test_a_retry_is_harmless_and_takes_no_second_step_back() -> None:
    taking = at_decisions()
    taking.play(stud.Fold(1))
    taking.play(stud.Bet(3))
    once = Command("twice", DEE, last(taking), taking.t.name)
    first, second = taking.floor.process([once, once])
    assert (first.error, second.error, second.again) == (None, None, True)
    assert taking.table.round.seats[1].decision == "fold"
    (pressed,) = taking.floor.process([Command("pressed again", DEE, once.ask, taking.t.name)])
    assert "not the last step" in str(pressed.error)
    assert taking.table.round.seats[1].decision == "fold"


def test_a_contribution_goes_back_the_way_it_came_and_is_told_so() -> None:
    taking = TakingBack(*TOKENS, 5)
    while guide(taking.t, taking.table).act != "LockOut":  # type: ignore[union-attr]
        taking.lead()
    taking.play(stud.PlaceWager(1, "ante", 1000))
    before = standing(taking.floor.casino, taking.t.name)
    taking.play(stud.PlaceWager(1, "progressive", 100))
    fed = taking.store.rows[-1].moved
    taking.asks(last(taking))
    assert standing(taking.floor.casino, taking.t.name) == before
    assert taking.store.rows[-1].moved == {of: -micros for of, micros in fed.items()}
    *_, moment = LedgerReplay().read(taking.store.rows)
    assert isinstance(moment.event, te.StepTakenBack)
    assert {line.reason for line in lines(moment)} == {"wager, reversed", "contribution, reversed"}


def test_a_contribution_that_another_table_has_won_stays() -> None:
    taking = TakingBack(*TOKENS, 5)
    while guide(taking.t, taking.table).act != "LockOut":  # type: ignore[union-attr]
        taking.lead()
    taking.play(stud.PlaceWager(1, "ante", 1000))
    taking.play(stud.PlaceWager(1, "progressive", 100))
    links = taking.floor.casino.books.links
    for name, link in links.items():
        links[name] = replace(link, tiers={of: replace(tier, era=tier.era + 1) for of, tier in link.tiers.items()})
    before = standing(taking.floor.casino, taking.t.name)
    with pytest.raises(Refused, match="was emptied since"):
        taking.asks(last(taking))
    assert standing(taking.floor.casino, taking.t.name) == before


def test_a_void_contribution_counts_again_in_a_meter_that_another_table_has_won() -> None:
    taking = at_decisions()
    books = taking.floor.casino.books
    (name,) = books.jackpots_of(taking.t.name)
    seat = next(seat for seat, one in taking.table.round.seats.items() if one.progressive)
    (before,) = books.fed[taking.t.name, seat]
    taking.asks(c.Play(stud.Report("player-wrong-count", seat)), DEE, SUE)
    assert not books.fed[taking.t.name, seat]
    link, held = books.links[name], books.meter(name, before.level).amount
    books.links[name] = replace(link, tiers={of: replace(tier, era=tier.era + 1) for of, tier in link.tiers.items()})
    taking.asks(last(taking), DEE, SUE)
    assert books.fed[taking.t.name, seat] == (before._replace(era=before.era + 1),)
    assert books.meter(name, before.level).amount == held + before.contribution.meter
    assert taking.table.round.seats[seat].void is None


def test_a_contribution_that_was_won_before_it_was_void_stays_won() -> None:
    """However often the hand is void and plays again, the new meter gives nothing back for it."""
    taking = at_decisions()
    books = taking.floor.casino.books
    (name,) = books.jackpots_of(taking.t.name)
    seat = next(seat for seat, one in taking.table.round.seats.items() if one.progressive)
    link = books.links[name]
    books.links[name] = replace(link, tiers={of: replace(tier, era=tier.era + 1) for of, tier in link.tiers.items()})
    held, fed = books.readings(taking.t.name), books.fed[taking.t.name, seat]
    for _ in range(2):
        taking.asks(c.Play(stud.Report("player-wrong-count", seat)), DEE, SUE)
        assert books.readings(taking.t.name) == held
        taking.asks(last(taking), DEE, SUE)
        assert (books.readings(taking.t.name), books.fed[taking.t.name, seat]) == (held, fed)


def test_a_contribution_is_found_whose_meter_came_back_with_a_rejected_award() -> None:
    """It is remembered in the era that the meter has again."""
    taking = TakingBack(*TOKENS, 5)
    while guide(taking.t, taking.table).act != "LockOut":  # type: ignore[union-attr]
        taking.lead()
    taking.play(stud.PlaceWager(1, "ante", 1000))
    taking.play(stud.PlaceWager(1, "progressive", 100))
    books = taking.floor.casino.books
    key = (taking.t.name, 1)
    books.fed[key] = tuple(one._replace(era=one.era + 1, reserve_era=one.reserved_in + 1) for one in books.fed[key])
    for name, link in books.links.items():
        tiers = {of: replace(tier, era=tier.era + 1) for of, tier in link.tiers.items()}
        books.links[name] = replace(link, tiers=tiers)
    taking.asks(last(taking))
    assert not books.fed[key]


def test_nothing_goes_back_in_a_round_in_which_an_award_was_keyed() -> None:
    taking = at_decisions()
    taking.play(stud.Fold(1))
    books = taking.floor.casino.books
    (jackpot,) = books.jackpots_of(taking.t.name)
    hit = Hit(1, taking.t.name, taking.table.number, "progressive", 3, 0, (), {}, "dealer dee", "", state="paid")
    books.links[jackpot] = replace(books.links[jackpot], last=(hit,))
    before = standing(taking.floor.casino, taking.t.name)
    with pytest.raises(Refused, match="was keyed in this round"):
        taking.asks(last(taking))
    assert standing(taking.floor.casino, taking.t.name) == before


def test_what_may_be_taken_back_is_kept_over_a_start() -> None:
    taking = at_decisions()
    taking.play(stud.Fold(1))
    casino = taking.floor.casino
    kept = msgspec.msgpack.encode((casino.tables, casino.books.posted))
    tables, posted = msgspec.msgpack.decode(kept, type=tuple[dict[str, Table], dict[str, tuple[Recorded, ...]]])
    assert (tables, posted) == (casino.tables, casino.books.posted)
