"""What goes wrong at a Caribbean stud table: every irregularity, in every phase, under every edition."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.rigged import hand
from tests.games.rounds import AK, LOSES, ROYALS, WINS, line, lines, meter, outcome, play_stud, seat, stud
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
    TakeBackWager,
    decide,
    options,
    view,
)
from upcard.games.caribbean_stud.events import DealTakenBack, HandCorrected, IrregularityNoted, UpCardCorrected
from upcard.games.caribbean_stud.evolve import replay
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES, finished_irregularity
from upcard.games.payment import Meter, drawn, micros
from upcard.rules import caribbean_stud

HANDS = {1: hand(WINS), 2: hand(LOSES.replace("9c", "Qc").replace("2c", "3c"))}
DEALER = hand(AK)
BETTING: tuple[Command, ...] = (PlaceWager(1, "ante", 1000), PlaceWager(2, "ante", 500))
CLOSED = (*BETTING, CloseBets())
DEAL = Deal(HANDS, DEALER, 5)
PHASES: dict[str, tuple[Command, ...]] = {
    "betting": BETTING,
    "closed": CLOSED,
    "short": (*CLOSED, Deal(HANDS, DEALER[:4], 4)),
    "deciding": (*CLOSED, DEAL, Bet(1)),
    "decided": (*CLOSED, DEAL, Bet(1), Fold(2)),
    "settling": (*CLOSED, DEAL, Bet(1), Fold(2), Reveal()),
}
SEAT = {"player-wrong-count": 1}
LATE = ("closed", "short", "deciding")
MA = {
    "player-wrong-count": ("deciding", "decided", "settling"),
    "dealer-wrong-count": ("deciding", "decided", "settling"),
    "dealer-short": ("deciding", "decided", "settling"),
    "hole-card-exposed": ("betting", "closed", "short", "deciding", "decided", "settling"),
    "hole-card-exposed-late": LATE,
    "face-up-card": ("closed", "short"),
    "face-up-cards": ("closed", "short", "deciding", "decided", "settling"),
    "card-drawn-in-error": ("closed", "short"),
    "shoe-jam": ("closed", "short", "deciding", "decided", "settling"),
    "wrong-deck": ("deciding", "decided", "settling"),
    "stub-count": ("deciding", "decided"),
    "chips-miscounted": ("closed",),
}
SD = {kind: MA[kind] for kind in ("player-wrong-count", "dealer-wrong-count", "wrong-deck")}
OF_REAL_CARDS = ("player-wrong-count", "dealer-wrong-count", "dealer-short", "wrong-deck")


@pytest.mark.rule(
    "player_wrong_count", "dealer_wrong_count", "hole_card_exposed", "exposed_hole_card", "face_up_card",
    "card_drawn_in_error", "shoe_jam", "stub_count_wrong", "progressive_chips_counted", "dealer_completes_from",
)  # fmt: skip
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015", "ma"])
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("real", [False, True], ids=["the system's cards", "real cards"])
def test_every_irregularity_in_every_phase(edition: str, phase: str, real: bool) -> None:
    rules = caribbean_stud(edition)
    if phase == "short" and edition != "ma":
        phase = "deciding"
    round = replace(play_stud(rules, *PHASES[phase]), keyed=real)
    assert round.phase == phase
    assert {known.kind for known in IRREGULARITIES} == MA.keys()
    offered = {(o.fields["irregularity"], o.fields["seat"]) for o in options(rules, round) if o.act == "Report"}
    for kind in (*MA, "earthquake"):
        phases = (MA if edition == "ma" else SD).get(kind, ())
        for number in (0, 1, 3):
            lawful = phase in phases and number == SEAT.get(kind, 0) and (real or kind not in OF_REAL_CARDS)
            assert ((kind, number) in offered) == lawful
            if not lawful:
                with pytest.raises(Refused) as caught:
                    decide(rules, round, Report(kind, number))
                if not real and kind in OF_REAL_CARDS and phase in phases and number == SEAT.get(kind, 0):
                    assert caught.value.because == "the system dealt these cards and knows how many each hand has"
                continue
            after = play_stud(rules, Report(kind, number), round=round)
            if kind in ("face-up-card", "card-drawn-in-error"):
                assert after == round
            elif kind == "player-wrong-count":
                assert after.seats[1].void == "player_wrong_count"
                assert after.seats[2].void is None
            elif kind == "dealer-short":
                assert (after.phase, after.dealer_count) == ("short", 4)
            elif edition == "ma" or kind == "wrong-deck":
                assert (after.phase, {s.void for s in after.seats.values()}) == ("settled", {after.void})
                assert {(p.result, p.returned == p.staked) for p in after.payments} == {("void", True)}
            else:
                assert (after.phase, after.misdealt) == ("settling", True)


@pytest.mark.rule("exposed_hole_card")
@pytest.mark.parametrize(("elected", "void"), [("void", True), ("play-on", False)])
def test_a_hole_card_exposed_late_is_as_elected(elected: str, void: bool) -> None:
    rules = caribbean_stud("ma", {"exposed_hole_card": elected})
    round = play_stud(rules, *PHASES["deciding"])
    (event,) = decide(rules, round, Report("hole-card-exposed-late"))
    assert isinstance(event, IrregularityNoted) != void
    document = stud("ma", {"exposed_hole_card": elected}, AK, seat(WINS), irregularity="hole-card-exposed-late")
    assert line(document, 1, "ante")["result"] == ("void" if void else "win")


@pytest.mark.rule("void_hand_returns", "player_wrong_count")
@pytest.mark.parametrize("edition", ["sd-2015", "ma"])
def test_a_wrong_count_found_after_the_fold_gives_everything_back(edition: str) -> None:
    rules = caribbean_stud(edition, {"progressive": "PMG-01" if edition == "sd-2015" else "D"})
    betting = (*BETTING, PlaceWager(2, "progressive", 100))
    round = play_stud(rules, *betting, CloseBets(), DealUnseen({1: 5, 2: 5}, 5, DEALER[4]), Bet(1), Fold(2))
    assert {(p.wager, p.result) for p in round.payments} == {("ante", "forfeit"), ("progressive", "forfeit")}
    (event,) = decide(rules, round, Report("player-wrong-count", 2))
    assert event.reversed == round.payments  # type: ignore[union-attr]
    after = play_stud(rules, Report("player-wrong-count", 2), round=round)
    assert {(p.seat, p.wager, p.result, p.returned) for p in after.payments} == {
        (2, "ante", "void", 500),
        (2, "progressive", "void", 100),
    }
    with pytest.raises(Refused, match="out of the round"):
        decide(rules, after, Report("player-wrong-count", 2))


@pytest.mark.rule("player_wrong_count", "hand_size")
def test_a_hand_that_is_out_is_not_asked() -> None:
    rules = caribbean_stud("sd-2015")
    round = play_stud(rules, *CLOSED, Deal({1: HANDS[1][:4], 2: HANDS[2]}, DEALER, 1))
    assert round.phase == "deciding"
    with pytest.raises(Refused, match="out of the round"):
        decide(rules, round, Bet(1))
    assert play_stud(rules, Bet(2), round=round).phase == "decided"
    none = play_stud(rules, *CLOSED, Deal({1: HANDS[1][:4], 2: HANDS[2][:3]}, DEALER, 1), Reveal())
    assert none.phase == "settled", "with every hand dead there is nothing to settle"
    assert view(rules, none, "dealer").next is None


@pytest.mark.rule("dealer_completes_from", "single_deck")
def test_a_dealer_with_four_cards_gets_a_fifth() -> None:
    rules = caribbean_stud("ma")
    round = play_stud(rules, *PHASES["short"])
    for wrong in (None, HANDS[1][0], DEALER[0]):
        with pytest.raises(Refused):
            decide(rules, round, CompleteDealer(wrong))
    done = play_stud(rules, CompleteDealer(DEALER[4]), round=round)
    assert (done.phase, done.dealer, done.up) == ("deciding", DEALER, DEALER[3])
    keyed = play_stud(rules, *CLOSED, DealUnseen({1: 5, 2: 5}, 4, DEALER[0]))
    with pytest.raises(Refused):
        decide(rules, keyed, CompleteDealer(DEALER[4]))
    assert play_stud(rules, CompleteDealer(None), round=keyed).dealer_count == 5
    assert play_stud(rules, Report("shoe-jam"), round=round).void == "shoe_jam"
    everyone_out = Deal({1: HANDS[1][:4], 2: HANDS[2][:4]}, DEALER[:4], 1)
    assert play_stud(rules, *CLOSED, everyone_out, CompleteDealer(DEALER[4])).phase == "decided"
    with pytest.raises(Refused) as caught:
        stud("ma", {}, AK[:-3], seat(WINS))
    assert caught.value.rule == "dealer_completes_from"


@pytest.mark.rule("dealer_wrong_count")
@pytest.mark.parametrize("count", [0, 3, 6])
def test_any_other_count_of_the_dealer_voids_the_round_in_massachusetts(count: int) -> None:
    dealer = (*DEALER, hand("7h")[0])[:count]
    rules = caribbean_stud("ma", {"cover_all": True})
    cover = PlaceWager(1, "cover_all", 100)
    round = play_stud(rules, *BETTING, cover, CloseBets(), Deal(HANDS, dealer, 1))
    assert (round.phase, round.void) == ("settled", "dealer_wrong_count")
    assert sum(p.returned for p in round.payments) == 1600
    document = stud(
        "ma",
        {},
        " ".join((AK + " 7h").split()[:count]),
        seat(WINS),
        seat(LOSES.replace("9c 8d", "Qc 8s").replace("2c", "3c")),
    )
    assert {p["result"] for p in document["payments"]} == {"void"}
    assert document["dealer"] == {"qualifies": None, "hand": None}


@pytest.mark.rule("dealer_wrong_count", "misdeal_progressive", "misdeal_found_at", "envy_to")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
@pytest.mark.parametrize("late", [False, True])
def test_a_misdealt_dealer_in_south_dakota(edition: str, late: bool) -> None:
    """Antes, bets and tips go back, also to a fold; the hands play for the progressive."""
    house = {"progressive": "PMG-01"}
    rules = caribbean_stud(edition, house)
    hands = {1: hand(ROYALS[0]), 2: hand("2c 3c 4h 5h 7d"), 3: hand("8c 9c Th Jd Qd"), 4: hand("3s 3d 3h 9s 9d")}
    acts: list[Command] = [PlaceWager(number, "ante", 1000) for number in hands]
    acts += [PlaceWager(number, "progressive", 100) for number in (1, 2, 3)]
    acts += [PlaceWager(2, "tip", 300), CloseBets()]
    dealer = (*hand("Ah Kd 5s 4c 2d"), hand("6h")[0])
    if late:
        real = replace(play_stud(rules, *acts, Deal(hands, dealer[:5], 1), Bet(1), Fold(2)), keyed=True)
        round = play_stud(rules, Report("dealer-wrong-count"), round=real)
    else:
        round = play_stud(rules, *acts, Deal(hands, dealer, 1))
    assert round.agenda[0].kind == "misdeal"
    meters = {"main": Meter(10**9, 10**8)}
    while round.agenda:
        step = round.agenda[0]
        round = play_stud(rules, Settle(step.kind, step.seat, meters), round=round)
    found = {(p.seat, p.wager): (p.result, p.returned, p.paid) for p in round.payments}
    assert found[1, "ante"] == found[3, "ante"] == found[4, "ante"] == ("void", 1000, 0)
    assert found[2, "ante"] == ("void", 1000, 0)
    assert found[2, "tip"] == ("void", 300, 0)
    assert (found.get((1, "bet")) == ("void", 2000, 0)) == late
    assert found[1, "progressive"] == ("win", 0, 1000)
    assert found[3, "progressive"] == ("win", 0, 3000)
    assert found[2, "progressive"] == (("forfeit", 0, 0) if late else ("lose", 0, 0))
    assert found[2, "envy"] == found[3, "envy"] == ("win", 0, 100000)
    assert (4, "progressive") not in found
    assert (round.phase, round.qualifies) == ("settled", None)


@pytest.mark.rule("misdeal_envy", "envy_to")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
@pytest.mark.parametrize(("elected", "paid"), [(None, []), ("played-hands", []), ("all-hands", [(2, 100_000)])])
@pytest.mark.parametrize("keyed", [False, True])
def test_envy_at_a_misdealt_table_is_elected(
    edition: str, elected: str | None, paid: list[tuple[int, int]], keyed: bool
) -> None:
    """A royal flush without the progressive wager beside one who has it; real cards are asked for where they count."""
    house = {"progressive": "PMG-01"} | ({"misdeal_envy": elected} if elected else {})
    rules = caribbean_stud(edition, house)
    hands = {1: hand(ROYALS[0]), 2: hand("2c 3c 4h 5h 7d")}
    acts: list[Command] = [PlaceWager(number, "ante", 1000) for number in hands]
    acts += [PlaceWager(2, "progressive", 100), CloseBets()]
    dealer = hand("Ah Kd 5s 4c")
    acts.append(DealUnseen({1: 5, 2: 5}, 4, dealer[0]) if keyed else Deal(hands, dealer, 1))
    round = play_stud(rules, *acts)
    shown = []
    while round.agenda:
        asked = [o for o in options(rules, round) if o.act == "ShowHand"]
        if asked:
            number = asked[0].fields["seat"]
            shown.append(number)
            round = play_stud(rules, ShowHand(number, hands[number]), round=round)
            continue
        step = round.agenda[0]
        round = play_stud(rules, Settle(step.kind, step.seat, {"main": Meter(10**9, 10**8)}), round=round)
    assert [(p.seat, p.paid) for p in round.payments if p.wager == "envy"] == paid
    assert shown == (([2, 1] if paid else [2]) if keyed else [])
    document = stud(edition, house, "Ah Kd 5s 4c", seat(ROYALS[0], decision=None),
                    seat("2c 3c 4h 5h 7d", decision=None, progressive="1.00"),
                    meters={"main": meter("100.00")})  # fmt: skip
    assert [(p["seat"], p["paid"]) for p in document["payments"] if p["wager"] == "envy"] == [
        (str(number), f"{cents // 100}.00") for number, cents in paid
    ]


@pytest.mark.rule("misdeal_progressive", "folded_hand_envy")
def test_a_misdealt_table_in_the_finished_form() -> None:
    house, meters = {"progressive": "PMG-01"}, {"main": meter("100.00")}
    without = seat(ROYALS[1], decision=None)
    document = stud("sd-2015", house, "Ad Kd 5s", without, seat("2c 3c 4c 5d 7d", decision=None, progressive="1.00"),
                    seat(ROYALS[0], decision="fold", progressive="1.00"), meters=meters)  # fmt: skip
    assert [p["wager"] for p in document["payments"] if p["wager"] == "envy"] == [], "who does not play brings none"
    assert outcome(line(document, 2, "progressive")) == ("lose", "0.00", "0.00")
    assert outcome(line(document, 3, "progressive")) == ("forfeit", "0.00", "0.00")
    assert outcome(line(document, 3, "ante")) == ("void", "10.00", "0.00")
    with pytest.raises(Refused, match=r"seats\.1\.cards"):
        stud("sd-2015", house, "Ad Kd 5s", {"wagers": {"ante": "10.00", "progressive": "1.00"}}, meters=meters)
    unseen = stud("sd-2015", house, "Ad Kd 5s", {"wagers": {"ante": "10.00"}})
    assert outcome(line(unseen, 1, "ante")) == ("void", "10.00", "0.00"), "nobody plays it: no card is needed"
    assert lines(stud("sd-2015", {}, "Ad Kd 5s", seat("2c 3c 4c 5d")), 1, "ante")[0]["result"] == "void"


@pytest.mark.rule("stub_count_wrong", "full_count_racked", "hole_card_exposed", "face_up_card", "shoe_jam")
def test_the_irregularities_that_a_finished_round_names() -> None:
    rules = caribbean_stud("ma")
    for name, rule in {
        "hole-card-exposed": "hole_card_exposed", "face-up-card": "face_up_card", "face-up-cards": "face_up_card",
        "shoe-jam": "shoe_jam", "stub-51": "stub_count_wrong", "stub-53": "stub_count_wrong",
        "stub-0": "stub_count_wrong", "chips-miscounted": "chips_miscounted",
        "wrong-deck": "wrong_deck",
    }.items():  # fmt: skip
        assert finished_irregularity(rules, name).rule == rule
        document = stud("ma", {}, AK, seat(WINS), irregularity=name)
        assert (line(document, 1, "ante")["result"] == "void") == (name != "face-up-card")
    for name in ("stub-52", "stub-count", "stub-", "stub-1000", "player-wrong-count", "dealer-wrong-count",
                 "card-drawn-in-error", "", "earthquake"):  # fmt: skip
        with pytest.raises(Refused, match="irregularity"):
            finished_irregularity(rules, name)
    for edition in ("sd-2011", "sd-2015"):
        with pytest.raises(Refused, match="irregularity") as caught:
            stud(edition, {}, AK, seat(WINS), irregularity="shoe-jam")
        assert caught.value.clause is None


@pytest.mark.rule("full_count_racked")
def test_a_stub_of_more_than_52_cards_beside_the_hands_is_no_count() -> None:
    """One player and the dealer hold ten."""
    assert line(stud("ma", {}, AK, seat(WINS), irregularity="stub-62"), 1, "ante")["result"] == "void"
    for name in ("stub-63", "stub-99"):
        with pytest.raises(Refused, match="is no count: 62 is the most") as caught:
            stud("ma", {}, AK, seat(WINS), irregularity=name)
        assert caught.value.clause == "ma-7(g)(1)"


@pytest.mark.rule("single_deck")
def test_in_a_void_round_cards_and_decisions_may_be_missing() -> None:
    bare: dict[str, Any] = {"wagers": {"ante": "10.00"}}
    document = stud("ma", {}, None, bare, seat("", decision="bet"), irregularity="shoe-jam")
    assert [p["returned"] for p in document["payments"]] == ["10.00", "20.00", "10.00"]
    with pytest.raises(Refused) as caught:
        stud("ma", {}, AK, seat(WINS), seat(WINS), irregularity="shoe-jam")
    assert caught.value.rule == "single_deck", "but the cards that are there are of one deck"
    document = stud("ma", {}, AK, seat(WINS), seat(WINS), irregularity="stub-53")
    assert document["net"] == {"1": "0.00", "2": "0.00"}, "unless the count has found another deck"


@pytest.mark.rule("dealer_completes_from")
def test_a_dealer_found_short_while_the_players_decide_gets_the_card() -> None:
    rules = caribbean_stud("ma")
    wagers = (PlaceWager(1, "ante", 1000), PlaceWager(2, "ante", 1000), CloseBets())
    round = play_stud(rules, *wagers, DealUnseen({1: 5, 2: 5}, 5, DEALER[0]), Bet(1), Report("dealer-short"))
    assert (round.phase, round.dealer_count) == ("short", 4)
    round = play_stud(rules, CompleteDealer(None), round=round)
    assert (round.phase, round.dealer_count) == ("deciding", 5)
    late = play_stud(
        rules, *wagers, DealUnseen({1: 5, 2: 5}, 5, DEALER[0]), Bet(1), Fold(2), Report("dealer-short"),
        CompleteDealer(None),
    )  # fmt: skip
    assert (late.phase, {s.void for s in late.seats.values()}) == ("decided", {None})
    again = play_stud(rules, Fold(2), Report("dealer-short"), round=round)
    assert (again.phase, again.void) == ("settled", "dealer_wrong_count")
    with pytest.raises(Refused) as caught:
        play_stud(rules, *wagers, DEAL, Report("dealer-short"))
    assert caught.value.rule is None


@pytest.mark.rule("match_play", "progressive_coupon", "wagers_frozen_after")
def test_coupons_are_taken_back_while_bets_are_open() -> None:
    rules = caribbean_stud("ma", {"progressive": "D"})
    placed = (PlaceWager(1, "ante", 1000), PlaceCoupon(1, "match_play", 500), PlaceCoupon(1, "progressive", 100))
    round = play_stud(rules, *placed)
    with pytest.raises(Refused):
        decide(rules, round, TakeBackWager(1, "ante"))
    round = play_stud(rules, TakeBackWager(1, "match_play"), TakeBackWager(1, "progressive_coupon"), round=round)
    assert (round.seats[1].match_play, round.seats[1].progressive) == (0, 0)
    with pytest.raises(Refused):
        decide(rules, round, TakeBackWager(1, "match_play"))
    assert not play_stud(rules, TakeBackWager(1, "ante"), round=round).seats


# ---- the cards of a real table, keyed


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
