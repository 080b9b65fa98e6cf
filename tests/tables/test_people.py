"""Who sits where, and whose acts are whose."""

from __future__ import annotations

import pytest

from tests.tables.desk import DEE, FLO, HANDS, QUALIFIES, SUE, Desk, bonus_six, massachusetts, player, south_dakota
from tests.tables.stack import hand, six_order
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import options


@pytest.mark.rule("seated_players_only")
def test_only_those_who_sit_wager_and_with_a_wager_they_stay() -> None:
    desk = Desk(massachusetts(None)).open(1)
    assert desk.refused_play(stud.PlaceWager(2, "ante", 1000), player(2)) == "seated_players_only"
    assert desk.refused_play(stud.PlaceWager(2, "ante", 1000)) == "seated_players_only"
    desk.bets(1)
    assert desk.rule_of(c.LeaveSeat(1), player(1)) is None
    desk.play(stud.TakeBackWager(1, "ante"), player(1))
    desk.act(c.LeaveSeat(1), player(1))
    assert desk.rule_of(c.LeaveSeat(1)) is None
    again = Desk(massachusetts(None)).revealed(HANDS, QUALIFIES)
    assert again.rule_of(c.LeaveSeat(3)) == "seated_players_only"
    again.settle_all().act(c.Reconcile())
    again.act(c.LeaveSeat(3), player(3))


@pytest.mark.rule("one_hand_per_player", "seated_players_only")
@pytest.mark.parametrize("seats", [6, 7])
def test_a_player_has_one_seat_and_a_table_so_many(seats: int) -> None:
    desk = Desk(massachusetts(seats=seats)).open(1)
    assert desk.rule_of(c.TakeSeat(1, "p9")) is None
    assert desk.rule_of(c.TakeSeat(2, "p1")) == "one_hand_per_player"
    for seat in (0, seats + 1):
        assert desk.rule_of(c.TakeSeat(seat, "p9")) is None
    desk.act(c.TakeSeat(seats, "p9"), player(9))
    assert desk.rule_of(c.TakeSeat(3, "p8"), player(7)) is None
    assert desk.rule_of(c.LeaveSeat(seats), player(1)) is None
    assert desk.rule_of(c.LeaveSeat(3), player(1)) is None
    assert Desk(south_dakota()).open().rule_of(c.TakeSeat(8, "p8")) is None


@pytest.mark.rule("cards_touched_by")
def test_a_hand_is_played_by_its_player_or_for_that_player_by_the_dealer() -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES).clear()
    for by in (player(3), FLO, SUE):
        assert desk.refused_play(stud.Bet(1), by) == "cards_touched_by"
    desk.play(stud.Bet(1), player(1))
    desk.play(stud.Bet(3), DEE)
    assert desk.refused_play(stud.Reveal(), player(4)) is not None


@pytest.mark.rule("settlement_order")
def test_the_dealer_deals_reveals_and_settles() -> None:
    desk = Desk(south_dakota()).to_reveal(HANDS, QUALIFIES)
    for by in (FLO, SUE, player(1)):
        assert desk.refused_play(stud.Reveal(), by) == "dealer_qualifies_with"
    desk.play(stud.Reveal())
    for by in (FLO, SUE, player(1)):
        assert desk.refused_play(stud.Settle("hand", 4), by) == "settlement_order"
    assert desk.refused_play(stud.Complete()) is None


def test_options_are_a_persons_own() -> None:
    desk = Desk(south_dakota())
    assert options(desk.t, desk.table, DEE) == options(desk.t, desk.table, SUE)
    assert [type(step) for step in options(desk.t, desk.table, DEE).steps] == [c.OpenTable]
    assert options(desk.t, desk.table, player(1)).steps == ()
    desk.open(1, 3)
    seats = {option.fields["seat"] for option in options(desk.t, desk.table, player(3)).in_round}
    assert seats == {3}
    dealers = {option.fields["seat"] for option in options(desk.t, desk.table, DEE).in_round}
    assert dealers == {1, 3}


def six_table(*seats: int) -> Desk:
    desk = Desk(bonus_six())
    hands = {1: hand("6c Tc 2h 9s"), 3: hand("2c 4d 8s Jc 6d"), 4: hand("3c 5d 9h Kc")}
    streets = ((1, 3, 4), (1, 3, 4), (3,))
    desk.orders.append(six_order(hands, hand("6h")[0], streets))
    return desk.open(*seats).ready()


@pytest.mark.rule(
    "burn_cards", "first_cards", "community_cards", "bonus_card_order", "settlement_order", "cut_required"
)
def test_a_round_of_bonus_six_from_the_tables_own_deck() -> None:
    desk = six_table(1, 3, 4).bets(1, 3, 4, insurance=500, tip=200)
    assert desk.rule_of(c.DealCards()) == "ante_required"
    desk.act(c.LockOut())
    desk.act(c.DealCards())
    assert desk.rule_of(c.DealCards()) is not None
    assert desk.six.burnt == desk.table.deck.order[0]
    assert {n: s.cards for n, s in desk.six.seats.items()} == {1: hand("6c Tc"), 3: hand("2c 4d"), 4: hand("3c 5d")}
    assert desk.refused_play(six.Deal(hand("6c")[0], {}, hand("6h")[0])) is None
    desk.play(six.TurnCommunity())
    assert desk.six.community == hand("6h")[0]
    for _ in range(2):
        for seat in (1, 3, 4):
            desk.play(six.Bet(seat, 200), player(seat))
        desk.act(c.DealCards())
    offered = {by.id: {o.act for o in options(desk.t, desk.table, by).in_round} for by in (DEE, player(1), player(3))}
    assert offered[player(1).id] >= {"Stand", "BuyCard"}, "this hand wins"
    assert offered[player(3).id] >= {"Discard", "BuyCard"}, "this one does not"
    assert not offered[DEE.id] & {"Stand", "Discard"}, "which is nobody else's to see"
    desk.play(six.Stand(1), player(1))
    desk.play(six.BuyCard(3), player(3))
    desk.play(six.Report("card-off-table", 4), FLO)
    assert desk.six.seats[4].void == "card_off_table"
    desk.act(c.DealCards())
    assert desk.six.seats[3].cards == hand("2c 4d 8s Jc 6d")
    desk.play(six.SettleSeat(3))
    desk.play(six.SettleSeat(1))
    desk.act(c.Reconcile())
    assert desk.table.deck.stage == "racked"


@pytest.mark.rule("bonus_card_fee_on_winner")
def test_a_winning_hand_that_asks_for_a_card_gets_none() -> None:
    desk = six_table(1, 3, 4).bets(1, 3, 4, insurance=500)
    desk.act(c.LockOut())
    desk.act(c.DealCards())
    desk.play(six.TurnCommunity())
    for _ in range(2):
        for seat in (1, 3, 4):
            desk.play(six.Bet(seat), player(seat))
        desk.act(c.DealCards())
    for seat in (1, 3, 4):
        desk.play(six.BuyCard(seat), player(seat))
    for _ in range(3):
        desk.act(c.DealCards())
    assert desk.six.seats[1].count == 4
    assert desk.six.seats[3].cards == hand("2c 4d 8s Jc 6d")
    assert desk.payments("bonus_card")[1].result == "push"
