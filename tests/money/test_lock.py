"""The jackpot lock: an award is frozen with its number when it is keyed, and closed by another person."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tests.money.pit import MOST_ACTS, ROYALS, STRAIGHT_FLUSH, Evening, dealt, example, house_of, linked
from tests.tables.stack import stud_order
from upcard.cards import DECK, parse_cards
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.money import account
from upcard.money import commands as c
from upcard.money.link import LAST_HITS
from upcard.store.store import Entry
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.tables.next_step import guide
from upcard.units import micros

SEED = micros(1_000_000)
METER, RESERVE = account.meter("Link", "main"), account.reserve("Link", "main")
PENDING = account.pending("Link", "main")


def paid(entries: list[Entry]) -> list[int]:
    """The cents of every percentage that was paid, in order."""
    found = []
    for entry in entries:
        event = json.loads(entry.event)
        for payment in event.get("event", {}).get("payments", ()):
            if payment["source"] == "meter":
                found.append(payment["paid"])
    return found


@pytest.mark.rule("percentage_source", "full_award_resets_to")
@pytest.mark.parametrize("edition", ["sd-2015", "sd-2011"])
def test_a_royal_takes_the_meter_when_it_is_keyed(edition: str) -> None:
    evening = Evening(linked(1, edition=edition), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitLocked")
    hit = evening.link().open[1]
    before = hit.readings["main"]
    assert hit.cents == before.displayed == evening.balance(PENDING) // micros(1)
    assert evening.balance(METER) == SEED + before.reserve + before.amount - micros(hit.cents)
    assert evening.balance(RESERVE) == 0
    assert evening.link().tiers["main"].resets == 1
    evening.until("T1", "HitPaid")
    assert evening.balance(PENDING) == 0
    assert paid(evening.entries) == [hit.cents]
    assert evening.link().last[-1].state == "paid"
    assert not evening.link().open


def test_what_is_locked_is_paid_whatever_the_meter_does_meanwhile() -> None:
    """Another table plays on while the award waits, and the meter that it feeds is the new one."""
    evening = Evening(linked(2), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    evening.play("T2", 2)  # its own royal, long before
    evening.play("T1")
    evening.until("T1", "HitLocked")
    (hit,) = evening.link().open.values()
    frozen, meter = hit.cents, evening.balance(METER)
    evening.play("T2", 3)
    assert evening.balance(METER) > meter
    grown = evening.balance(METER)
    evening.until("T1", "HitPaid")
    assert paid(evening.entries)[-1] == frozen
    assert evening.balance(METER) == grown, "the payment comes out of what was locked, not off the meter"


def test_two_tables_that_hit_at_once_have_one_order() -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T2", "WinnerKeyed")
    evening.until("T1", "WinnerKeyed")
    first, second = evening.link().open.values()
    assert (first.number, first.table, second.number, second.table) == (1, "T2", 2, "T1")
    start = second.readings["main"]
    left = first.readings["main"].amount - micros(first.cents)
    added = second.emptied["main"].since * evening.link().tiers["main"].level.rate
    assert start.amount == SEED + first.readings["main"].reserve + left + added
    evening.play("T1")
    evening.play("T2")
    assert [hit.number for hit in evening.link().last] == [2, 1], "paid in the other order, each what was locked for it"
    assert sorted(paid(evening.entries)) == sorted([first.cents, second.cents])
    assert evening.balance(PENDING) == 0


@pytest.mark.rule("same_round_jackpots")
@pytest.mark.parametrize("way", ["in-turn", "split"])
def test_two_winners_in_one_round(way: str) -> None:
    house = linked(1, more=f'same_round_jackpots = "{way}"')
    evening = Evening(house, rig=dealt(*ROYALS[:2]), seats=3)
    evening.play("T1")
    hits = evening.link().last
    whole = hits[0].readings["main"]
    if way == "split":
        assert len(hits) == 1
        assert paid(evening.entries) == [whole.displayed // 2] * 2
    else:
        assert [hit.seat for hit in hits] == [2, 1], "from the dealer's right"
        second = (SEED + whole.reserve + whole.amount - micros(whole.displayed)) // micros(1)
        assert paid(evening.entries) == [whole.displayed, second]
    slips = evening.casino.books.slips
    assert [slip.issued.cents for slip in slips.values()] == paid(evening.entries)
    assert list(slips) == [1, 2]
    assert evening.balance(PENDING) == 0


def test_a_key_that_is_taken_back_puts_the_amount_back() -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    evening.play("T1")
    evening.play("T2")
    before = dict.fromkeys((METER, RESERVE, account.HOUSE), 0)
    while not evening.link().open:
        before = {name: evening.balance(name) for name in before}
        evening.step("T1")
    dealer = Actor("T1 dealer", "dealer")
    seat = evening.link().open[1].seat
    evening.does(dealer, tc.KeyWinner(seat), "T1")
    assert {name: evening.balance(name) for name in before} == before
    tier = evening.link().tiers["main"]
    assert (tier.hits, tier.won, tier.resets) == (0, 0, 0)
    assert evening.link().last[-1].state == "rejected"
    evening.play("T1")
    assert [hit.state for hit in evening.link().last] == ["rejected", "paid"]
    assert evening.link().sequence == 2


def test_a_rejection_keeps_what_was_added_since() -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    evening.play("T1")
    evening.until("T1", "HitLocked")
    (hit,) = evening.link().open.values()
    fresh, reserve = evening.balance(METER), evening.balance(RESERVE)
    evening.play("T2")
    added, held = evening.balance(METER) - fresh, evening.balance(RESERVE) - reserve
    assert min(added, held) > 0
    evening.does("supervisor", c.RejectHit("Link", hit.number, "the hand is not the one"))
    assert evening.balance(METER) == hit.readings["main"].amount + added
    assert evening.balance(RESERVE) == hit.readings["main"].reserve + held
    assert evening.balance(PENDING) == 0
    with pytest.raises(Refused, match="keyed and validated"):
        evening.does("dealer", tc.Play(stud.Settle("progressive", hit.seat)), "T1")
    evening.does("dealer", c.LockHit("Link", "T1"))
    again = evening.link().open[2]
    assert again.readings["main"].amount == hit.readings["main"].amount + added
    evening.play("T1")
    assert paid(evening.entries) == [again.cents]


@pytest.mark.rule("winner_key")
def test_an_award_is_locked_again_only_after_it_was_keyed() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=2)
    while (step := guide(evening.casino.rules_of("T1"), evening.table("T1"))) is None or step.act != "KeyWinner":
        evening.step("T1")
    meter = evening.balance(METER)
    with pytest.raises(Refused, match="the winner is keyed first") as refused:
        evening.does("dealer", c.LockHit("Link", "T1"))
    assert refused.value.clause == "sd-2015(20)(c)"
    assert evening.balance(METER) == meter


def test_a_seed_that_another_award_has_carried_off_is_made_good_by_the_one_that_is_rejected() -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitLocked")
    evening.until("T2", "HitLocked")
    first, second = evening.link().open.values()
    meter = evening.balance(METER)
    evening.does("supervisor", c.RejectHit("Link", first.number, "mistaken"))
    assert evening.balance(METER) == meter + micros(first.cents) - SEED
    assert evening.balance(PENDING) == micros(second.cents)


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_awards_that_were_none_leave_everything_as_it_was(order: tuple[int, int]) -> None:
    """Two tables key the whole meter and both are rejected, in either order: seeds and reserve are where they were."""
    evening = Evening(linked(3), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    for name in ("T1", "T2", "T3"):
        evening.play(name)
    evening.until("T1", "HandsDealt")
    evening.until("T2", "HandsDealt")
    names = (METER, RESERVE, account.HOUSE, PENDING)
    before, tier = {name: evening.balance(name) for name in names}, evening.link().tiers["main"]
    evening.until("T1", "HitLocked")
    evening.until("T2", "HitLocked")
    for number in order:
        evening.does("supervisor", c.RejectHit("Link", number, "mistaken"))
    assert {name: evening.balance(name) for name in names} == before
    assert evening.link().tiers["main"] == tier


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_what_is_added_between_two_awards_stays_when_they_are_rejected(order: tuple[int, int]) -> None:
    evening = Evening(linked(3), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    for name in ("T1", "T2", "T3"):
        evening.play(name)
    evening.until("T1", "HandsDealt")
    evening.until("T2", "HandsDealt")
    before, tier = {name: evening.balance(name) for name in (METER, RESERVE)}, evening.link().tiers["main"]
    evening.until("T1", "HitLocked")
    evening.until("T3", "HandsDealt")  # its wagers are added to the meter that T1 left
    evening.until("T2", "HitLocked")
    wagered = evening.link().tiers["main"].wagered - tier.wagered
    assert wagered
    for number in order:
        evening.does("supervisor", c.RejectHit("Link", number, "mistaken"))
    assert evening.balance(METER) == before[METER] + wagered * tier.level.rate
    assert evening.balance(RESERVE) == before[RESERVE] + wagered * tier.level.reserve_rate
    assert evening.link().tiers["main"].since_reset == tier.since_reset + wagered
    # and a void hand of those wagers is taken back, although the meter was emptied in between
    round = evening.table("T3").round
    assert isinstance(round, stud.Round)
    for seat in round.clockwise:
        evening.miscounts("T3", seat)
    assert {name: evening.balance(name) for name in (METER, RESERVE)} == before
    assert evening.link().tiers["main"] == tier


def test_a_hand_found_void_while_an_award_waits_is_taken_back_if_it_is_rejected() -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    evening.play("T1")
    evening.play("T2")
    before, tier = {name: evening.balance(name) for name in (METER, RESERVE)}, evening.link().tiers["main"]
    evening.until("T2", "HandsDealt")
    wagered = evening.link().tiers["main"].wagered - tier.wagered
    evening.until("T1", "HitLocked")
    mine = evening.link().tiers["main"].wagered - tier.wagered - wagered
    round = evening.table("T2").round
    assert isinstance(round, stud.Round)
    frozen = evening.balance(METER)
    for seat in round.clockwise:
        evening.miscounts("T2", seat)
    assert evening.balance(METER) == frozen, "it is in the award that waits"
    evening.does("supervisor", c.RejectHit("Link", 1, "mistaken"))
    assert evening.balance(METER) == before[METER] + mine * tier.level.rate
    assert evening.balance(RESERVE) == before[RESERVE] + mine * tier.level.reserve_rate
    assert evening.link().tiers["main"].since_reset == tier.since_reset + mine


def test_a_validated_award_is_not_unkeyed_by_the_dealer() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitValidated")
    with pytest.raises(Refused, match="a supervisor may reject it"):
        evening.does(Actor("T1 dealer", "dealer"), tc.KeyWinner(evening.link().open[1].seat), "T1")


def test_an_award_is_closed_by_another_than_who_keyed_it() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitLocked")
    with pytest.raises(Refused, match="for a supervisor, not a dealer"):
        evening.does("dealer", c.ValidateHit("Link", 1))
    with pytest.raises(Refused, match="for a supervisor, not a floorperson"):
        evening.does("floorperson", c.ValidateHit("Link", 1))
    keyed_by = evening.link().open[1].by.removeprefix("dealer ")
    for command in (c.ValidateHit("Link", 1), c.RejectHit("Link", 1, "why not")):
        with pytest.raises(Refused, match="another than who keyed it"):
            evening.does(Actor(keyed_by, "supervisor"), command)
    with pytest.raises(Refused, match="not open"):
        evening.does("supervisor", c.ValidateHit("Link", 2))
    evening.does("supervisor", c.ValidateHit("Link", 1))
    with pytest.raises(Refused, match="validated already"):
        evening.does("supervisor", c.ValidateHit("Link", 1))
    with pytest.raises(Refused, match="for a reason"):
        evening.does("supervisor", c.RejectHit("Link", 1, " "))


def test_an_award_is_not_paid_before_it_is_validated() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitLocked")
    hit = evening.link().open[1]
    dealer = Actor("T1 dealer", "dealer")
    evening.does(dealer, tc.CallSupervisor(), "T1")
    books = json.dumps(evening.casino.books.balances)
    with pytest.raises(Refused, match="hit 1 of Link is validated"):
        evening.does(dealer, tc.Play(stud.Settle("progressive", hit.seat)), "T1")
    assert json.dumps(evening.casino.books.balances) == books


def test_nobody_tells_a_table_what_its_meter_holds() -> None:
    """A reading that comes with the command is not believed."""
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitValidated")
    hit = evening.link().open[1]
    rich = replace(hit.readings["main"], amount=micros(99_999_999))
    for _ in range(MOST_ACTS):
        doing = evening.pits["T1"].next(evening.table("T1"))
        assert doing is not None
        by, command = doing
        if isinstance(command, tc.Play) and isinstance(command.command, stud.Settle):
            evening.does(by, tc.Play(replace(command.command, meters={"main": rich})), "T1")
            if evening.link().last:
                break
        else:
            evening.does(by, command, "T1")
    assert paid(evening.entries) == [hit.cents]


@pytest.mark.rule("percentage_rounding")
def test_a_straight_flush_takes_a_tenth_and_leaves_the_rest() -> None:
    evening = Evening(linked(1), rig=dealt(STRAIGHT_FLUSH), seats=3)
    evening.until("T1", "HitLocked")
    hit = evening.link().open[1]
    before = hit.readings["main"].amount
    assert hit.cents == before // micros(10)
    assert evening.balance(METER) == before - micros(hit.cents)
    assert evening.link().tiers["main"].resets == 0


def test_the_last_hits_are_kept() -> None:
    evening = Evening(linked(1), rig=dealt(STRAIGHT_FLUSH, rounds=tuple(range(1, 30))), seats=2)
    evening.play("T1", LAST_HITS + 2)
    link = evening.link()
    assert [hit.number for hit in link.last] == list(range(3, LAST_HITS + 3))
    assert link.tiers["main"].hits == LAST_HITS + 2
    assert link.tiers["main"].won == sum(paid(evening.entries))


@pytest.mark.rule("dealer_award_divided")
@pytest.mark.parametrize(("held", "percent"), [(ROYALS[0], 100), (STRAIGHT_FLUSH, 10)])
def test_the_five_card_award_on_the_dealers_hand_is_divided(held: str, percent: int) -> None:
    """Massachusetts: all who wagered on the dealer's hand share one award, paid seat by seat out of what was locked."""
    house = house_of(example("massachusetts"))
    t = next(t for t in house.tables if t.five_card_jackpot)
    assert t.dealing is not None
    dealer = parse_cards(held)
    rest = [card for card in DECK if card not in dealer]
    hands = {seat: tuple(rest[seat - 1 : 35 : 7]) for seat in range(1, 8)}
    order = stud_order(hands, dealer, singly=t.dealing.order.deal == "singly")
    evening = Evening(house, rig=lambda number: order if number == 1 else None, seats=7)
    jackpot = t.five_card_jackpot or ""
    evening.until(t.name, "HitLocked")
    for _ in range(MOST_ACTS):
        if hits := [*evening.link(jackpot).open.values()]:
            break
        evening.step(t.name)
    (divided,) = [draw for draw in hits[0].draws if draw.ways > 1 or len(hits[0].draws) == 1]
    with pytest.raises(Refused, match="validated by a supervisor") as refused:
        evening.does(Actor(f"{t.name} dealer", "dealer"), tc.Play(stud.Settle("five_card", hits[0].seat)), t.name)
    assert refused.value.clause == "ma-10(c)(five-card)"
    evening.play(t.name)
    parts = [
        payment["paid"]
        for entry in evening.entries
        for payment in json.loads(entry.event).get("event", {}).get("payments", ())
        if payment["wager"] == "five_card_dealer"
    ]
    assert len(parts) > 1
    assert parts == [divided.each] * divided.ways
    whole = hits[0].readings["five_card"].amount * percent // micros(100)
    assert sum(parts) == whole - whole % len(parts), "each part is rounded down; the odd cents stay in the meter"
    assert evening.balance(account.pending(jackpot, "five_card")) == 0


def test_a_title_of_another_game_feeds_the_link_and_is_paid_by_it() -> None:
    evening = Evening(house_of(example("massachusetts")))
    link = evening.link("Tri-Game Link")
    title = link.titles[0]
    level = link.top
    meter = account.meter(link.name, level)
    before = evening.balance(meter)
    evening.does("floorperson", c.TakeTitleWagers(link.name, title.name, "Three 4", 7 * title.wager))
    added = evening.balance(meter) - before
    assert added == 7 * title.wager * link.tiers[level].level.rate
    with pytest.raises(Refused, match="a wager of"):
        evening.does("floorperson", c.TakeTitleWagers(link.name, title.name, "Three 4", title.wager + 1))
    with pytest.raises(Refused, match="no title on"):
        evening.does("floorperson", c.TakeTitleWagers(link.name, "Faro", "1", title.wager))
    evening.does("floorperson", c.LockTitleHit(link.name, title.name, "Three 4", level, 100))
    hit = evening.link(link.name).open[1]
    assert hit.cents == (before + added) // micros(1)
    evening.does("supervisor", c.ValidateHit(link.name, 1))
    assert evening.balance(account.title(title.name)) == micros(hit.cents) - 7 * title.wager * sum(
        tier.level.rate + tier.level.reserve_rate for tier in link.tiers.values()
    )
    assert evening.balance(account.pending(link.name, level)) == 0
