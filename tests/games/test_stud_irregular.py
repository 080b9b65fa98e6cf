"""What goes wrong at a Caribbean stud table: every irregularity, in every phase, under every edition."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.rigged import hand
from tests.games.rounds import AK, LOSES, ROYALS, WINS, line, lines, meter, outcome, play_stud, seat, stud
from upcard.errors import Refused
from upcard.games.caribbean_stud import (
    Bet,
    CloseBets,
    Command,
    CompleteDealer,
    Deal,
    DealUnseen,
    Fold,
    PlaceCoupon,
    PlaceWager,
    Report,
    Reveal,
    Settle,
    ShowHand,
    TakeBackWager,
    decide,
    options,
    view,
)
from upcard.games.caribbean_stud.events import IrregularityNoted
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES, finished_irregularity
from upcard.games.payment import Meter
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
