"""The cards of a real table, keyed: when they are told, taken back and corrected."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rigged import hand
from tests.games.rounds import ROYALS, play_stud
from tests.games.test_stud_irregular import BETTING, CLOSED, DEAL, DEALER, HANDS
from upcard.cards import Card
from upcard.errors import Refused
from upcard.games.caribbean_stud import (
    Bet,
    CloseBets,
    Command,
    CompleteDealer,
    CorrectHand,
    CorrectProgressive,
    CorrectUpCard,
    Deal,
    DealUnseen,
    Fold,
    PlaceCoupon,
    PlaceWager,
    Report,
    Reveal,
    Round,
    Settle,
    ShowHand,
    TakeBackDeal,
    decide,
    options,
    view,
)
from upcard.games.caribbean_stud.events import DealTakenBack, HandCorrected, UpCardCorrected
from upcard.games.caribbean_stud.evolve import replay
from upcard.games.payment import Meter, drawn, micros
from upcard.rules import caribbean_stud


def test_keyed_cards_are_told_when_they_are_called_for() -> None:
    rules = caribbean_stud("ma", {"cover_all": True})
    acts = (
        *BETTING,
        PlaceWager(2, "cover_all", 100),
        CloseBets(),
        DealUnseen({1: 5, 2: 5}, 5, DEALER[0]),
        Bet(1),
        Bet(2),
    )
    round = play_stud(rules, *acts)
    for wrong in ((), DEALER[:4], (*DEALER[:4], DEALER[0]), hand("2c 3c 4c 5c 7d")):
        with pytest.raises(Refused):
            decide(rules, round, Reveal(wrong))
    for magic, lucky in ((52, None), (None, "0"), (None, "table"), (None, "9")):
        with pytest.raises(Refused):
            decide(rules, round, Reveal(DEALER, magic, lucky))  # type: ignore[arg-type]
    round = play_stud(rules, Reveal(DEALER), round=round)
    with pytest.raises(Refused, match="not been keyed"):
        decide(rules, round, Settle("hand", 2))
    with pytest.raises(Refused, match="not called for"):
        decide(rules, round, ShowHand(1, HANDS[1]))
    for wrong in (HANDS[2][:4], (*HANDS[2][:4], DEALER[0])):
        with pytest.raises(Refused):
            decide(rules, round, ShowHand(2, wrong))
    round = play_stud(
        rules, ShowHand(2, HANDS[2]), Settle("hand", 2), ShowHand(1, HANDS[1]), Settle("hand", 1), round=round
    )
    with pytest.raises(Refused, match="hand of seat 1 is settled already") as caught:
        decide(rules, round, Settle("hand", 1))
    assert caught.value.rule == "settlement_order"
    assert play_stud(rules, Settle("cover_all"), round=round).phase == "settled"


@pytest.mark.rule("same_round_jackpots")
def test_who_shares_an_award_is_seen_before_it_is_divided() -> None:
    rules = caribbean_stud("sd-2015", {"progressive": "PMG-01", "same_round_jackpots": "split"})
    hands = {1: hand(ROYALS[0]), 2: hand(ROYALS[1]), 3: hand("2c 2d 5c 6d 8h")}
    acts: list[Command] = [PlaceWager(n, "ante", 100) for n in hands]
    acts += [PlaceWager(n, "progressive", 100) for n in (1, 2)]
    dealt = (*acts, CloseBets(), DealUnseen(dict.fromkeys(hands, 5), 5, hand("Qd")[0]), Bet(1), Bet(2), Bet(3))
    round = play_stud(rules, *dealt, Reveal(hand("Qd Jd 9s 7s 3s")), Settle("no_hand"))
    assert [o.fields["seat"] for o in options(rules, round) if o.act == "ShowHand"] == [3, 2, 1]
    round = play_stud(rules, *(ShowHand(n, hands[n]) for n in (1, 2, 3)), round=round)
    assert view(rules, round, "sign").seats[1].cards == hands[1]
    meters = {"main": Meter(10**9, 0)}
    round = play_stud(rules, Settle("progressive", 2, meters), round=round)
    assert view(rules, round, "sign").seats[1].cards == hands[1]
    with pytest.raises(Refused, match=r"meters\.main"):
        decide(rules, play_stud(rules, *dealt_again(hands)), Settle("progressive", 2))


def dealt_again(hands: dict[int, Any]) -> list[Command]:
    acts: list[Command] = [PlaceWager(n, "ante", 100) for n in hands]
    acts += [PlaceWager(n, "progressive", 100) for n in (1, 2)]
    return [
        *acts,
        CloseBets(),
        Deal(hands, hand("Qd Jd 9s 7s 3s"), 1),
        Bet(1),
        Bet(2),
        Bet(3),
        Reveal(),
        Settle("no_hand"),
    ]


def test_an_empty_table() -> None:
    for edition in ("sd-2011", "ma"):
        rules = caribbean_stud(edition)
        with pytest.raises(Refused, match="nobody"):
            decide(rules, Round(), CloseBets())


@pytest.mark.rule("dealer_wrong_count", "player_wrong_count", "dealer_completes_from")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015", "ma"])
def test_a_deal_that_was_keyed_wrongly_is_taken_back_until_somebody_decides(edition: str) -> None:
    rules = caribbean_stud(edition)
    right = play_stud(rules, *CLOSED, DealUnseen({1: 5, 2: 5}, 5, DEALER[0]))
    for counts, dealer in (
        ({1: 6, 2: 5}, 5),
        ({1: 4, 2: 4}, 5),
        ({1: 5, 2: 5}, 6),
        ({1: 5, 2: 5}, 4),
        ({1: 6, 2: 5}, 4),
    ):
        wrong = play_stud(rules, *CLOSED, DealUnseen(counts, dealer, DEALER[4]))
        assert any(option.act == "TakeBackDeal" for option in options(rules, wrong))
        (event,) = decide(rules, wrong, TakeBackDeal())
        assert event == DealTakenBack(wrong.payments)
        back = play_stud(rules, TakeBackDeal(), round=wrong)
        assert back == play_stud(rules, *CLOSED)
        assert play_stud(rules, DealUnseen({1: 5, 2: 5}, 5, DEALER[0]), round=back) == right
    dealt = play_stud(rules, *CLOSED, DEAL)
    reported = play_stud(rules, Report("player-wrong-count", 2), round=right)
    misdealt = play_stud(rules, Report("dealer-wrong-count"), round=right)
    decided = play_stud(rules, Bet(1), round=right)
    for late in (dealt, reported, misdealt, decided):
        assert all(option.act != "TakeBackDeal" for option in options(rules, late))
        with pytest.raises(Refused):
            decide(rules, late, TakeBackDeal())
    if edition == "ma":
        complete = play_stud(rules, *CLOSED, DealUnseen({1: 5, 2: 5}, 4, DEALER[0]), CompleteDealer(None))
        with pytest.raises(Refused, match="nothing has followed"):
            decide(rules, complete, TakeBackDeal())


@pytest.mark.rule("dealer_qualifies_with", "single_deck")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015", "ma"])
def test_a_face_up_card_that_was_keyed_wrongly_is_corrected_before_the_reveal(edition: str) -> None:
    rules = caribbean_stud(edition)
    keyed = play_stud(rules, *CLOSED, DealUnseen({1: 5, 2: 5}, 5, hand("9h")[0]))
    decided = play_stud(rules, Bet(1), Fold(2), round=keyed)
    with pytest.raises(Refused, match="not among the dealer's cards"):
        decide(rules, decided, Reveal(DEALER))
    for round in (keyed, decided):
        assert decide(rules, round, CorrectUpCard(DEALER[4])) == (UpCardCorrected(hand("9h")[0], DEALER[4]),)
        for card in (hand("9h")[0], Card(52)):
            with pytest.raises(Refused):
                decide(rules, round, CorrectUpCard(card))
    revealed = play_stud(rules, CorrectUpCard(DEALER[4]), Reveal(DEALER), round=decided)
    assert (revealed.up, revealed.dealer) == (DEALER[4], DEALER)
    with pytest.raises(Refused):
        decide(rules, revealed, CorrectUpCard(hand("9h")[0]))
    with pytest.raises(Refused, match="no face-up card has been keyed"):
        decide(rules, play_stud(rules, *CLOSED, DEAL), CorrectUpCard(hand("9h")[0]))


@pytest.mark.rule("progressive_chips_counted")
def test_a_progressive_wager_is_struck_or_taken_before_the_deal() -> None:
    rules = caribbean_stud("ma", {"progressive": "D"})
    round = play_stud(rules, *BETTING, PlaceWager(1, "progressive", 100), CloseBets())
    struck = play_stud(rules, CorrectProgressive(1, 0), round=round)
    assert struck.seats[1].progressive == 0
    assert play_stud(rules, CorrectProgressive(1, 100), round=struck) == round
    with pytest.raises(Refused, match=r"of \$1.00 was accepted") as refused:
        decide(rules, struck, CorrectProgressive(1, 500))
    assert refused.value.clause == "ma-6(b)"
    offered = [option.amounts for option in options(rules, struck) if option.act == "CorrectProgressive"]
    assert offered == [(100,), (100, 500)], "the other seat had none, and gets what lay there"
    given = play_stud(
        rules, CorrectProgressive(2, 100), CorrectProgressive(2, 0), CorrectProgressive(2, 500), round=round
    )
    assert given.seats[2].progressive == 500
    coupon = play_stud(rules, *BETTING, PlaceCoupon(1, "progressive", 100), CloseBets())
    none = play_stud(rules, CorrectProgressive(1, 0), round=coupon)
    assert none.seats[1].progressive == 0
    assert play_stud(rules, CorrectProgressive(1, 100), round=none) == coupon, "a coupon is no chip when it is back"
    for number, cents in ((1, 100), (2, 0), (2, 101), (2, -100), (3, 100)):
        with pytest.raises(Refused):
            decide(rules, round, CorrectProgressive(number, cents))
    with pytest.raises(Refused, match="bets are open"):
        decide(rules, play_stud(rules, *BETTING), CorrectProgressive(1, 100))
    with pytest.raises(Refused, match="no count of the progressive chips"):
        decide(caribbean_stud("sd-2015", {"progressive": "PMG-01"}), round, CorrectProgressive(1, 0))


@pytest.mark.rule("meter_floor", "awards_from")
def test_an_award_that_found_the_meter_at_its_seed_is_settled_again_when_an_earlier_one_goes_back() -> None:
    """Seat 2 is keyed with a flush that takes the $20 above the seed, so that seat 1's is the tray's; it was none."""
    rules = caribbean_stud("ma", {"progressive": "E", "awards_from": "meter"})
    acts: list[Command] = []
    for number in (1, 2):
        acts += [PlaceWager(number, "ante", 1000), PlaceWager(number, "progressive", 100)]
    dealer = hand("Ah Kd 5s 4c 2d")
    acts += [CloseBets(), DealUnseen({1: 5, 2: 5}, 5, dealer[0]), Bet(1), Bet(2), Reveal(dealer)]
    round = play_stud(rules, *acts)
    meters = {"main": Meter(micros(1_002_000), micros(1_000_000))}

    def settled(round: Round, held: dict[int, str]) -> Round:
        while round.agenda:
            step = round.agenda[0]
            if not round.seats[step.seat].cards:
                round = play_stud(rules, ShowHand(step.seat, hand(held[step.seat])), round=round)
            events = decide(rules, round, Settle(step.kind, step.seat, meters))
            for event in events:
                for taken in getattr(event, "draws", ()):
                    meters["main"] = drawn(meters["main"], taken)
            round = replay(round, events)
        return round

    flushes = {1: "Qc Jc 9c 6c 3c", 2: "Qh Jh 9h 6h 3h"}
    round = settled(round, flushes)
    awards = {p.seat: (p.paid, p.source, p.drawn) for p in round.payments if p.wager == "progressive"}
    assert awards == {2: (5000, "meter", 2000), 1: (5000, "tray", 0)}
    (corrected,) = decide(rules, round, CorrectHand(2, hand("Qh Jh 9h 6h 3d")))
    assert isinstance(corrected, HandCorrected)
    back = {p.seat for p in corrected.reversed if p.wager == "progressive"}
    assert back == {1, 2}
    meters["main"] = Meter(meters["main"].amount + micros(2000), meters["main"].seed)
    round = settled(replay(round, (corrected,)), flushes)
    awards = {p.seat: (p.paid, p.source, p.drawn) for p in round.payments if p.wager == "progressive"}
    assert awards == {2: (0, None, 0), 1: (5000, "meter", 2000)}
