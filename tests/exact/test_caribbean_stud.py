"""Caribbean stud priced: the published figures to the last digit, the decisions, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from upcard.cards import RANKS, parse_card, parse_cards
from upcard.exact import caribbean_stud as stud
from upcard.exact import stud_chart
from upcard.exact.caribbean_stud import STRATEGIES

PUBLISHED = {
    "optimal": (1_041_372_912_372, "5.224", "2.555"),
    "rules-of-thumb": (1_041_417_758_724, "5.225", "2.554"),
    "AKJ83": (1_059_715_400_580, "5.316", "2.596"),
    "matching-rank": (1_063_176_931_284, "5.334", "2.616"),
    "pair": (1_090_272_101_460, "5.470", "2.738"),
    "AK": (1_132_600_203_540, "5.682", "2.672"),
    "always-raise": (3_310_360_338_060, "16.607", "5.536"),
}

PUBLISHED_OUTCOMES = {
    "royal_flush": 16_759_740,
    "straight_flush": 156_929_720,
    "four_of_a_kind": 2_832_435_800,
    "full_house": 16_624_475_280,
    "flush": 21_856_990_280,
    "straight": 43_805_516_100,
    "three_of_a_kind": 234_242_908_320,
    "two_pair": 488_012_139_360,
    "pair_or_less": 2_343_248_003_808,
    "no_hand": 4_532_514_033_720,
    "push": 321_623_100,
    "fold": 9_523_005_974_460,
    "dealer_wins": 2_726_592_727_512,
}


def percent(share: Fraction) -> str:
    return f"{float(100 * share):.3f}"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_published_losses(strategy: str) -> None:
    loss, house_edge, element_of_risk = PUBLISHED[strategy]
    solution = stud.solve(strategy=strategy)
    assert solution.net == -loss
    assert solution.deals == 19_933_230_517_200 == stud.DEALS
    assert percent(solution.house_edge) == house_edge
    assert percent(solution.element_of_risk) == element_of_risk
    assert solution.return_ == 1 + Fraction(solution.net, solution.deals)
    assert sum(solution.outcomes.values()) == solution.deals


def test_the_published_outcomes_of_the_best_play() -> None:
    outcomes = stud.solve().outcomes
    assert outcomes == PUBLISHED_OUTCOMES
    assert list(outcomes) == list(PUBLISHED_OUTCOMES)


def test_the_spread_follows_from_the_outcomes() -> None:
    solution = stud.solve()
    worth = dict(zip(stud.LINES, (1 + 2 * odds for odds in stud.PAYS), strict=True))
    worth |= {"no_hand": 1, "push": 0, "fold": -1, "dealer_wins": -3}
    mean = Fraction(solution.net, solution.deals)
    spread = sum(times * (worth[outcome] - mean) ** 2 for outcome, times in solution.outcomes.items()) / solution.deals
    assert solution.variance == spread
    assert solution.standard_deviation == "2.242950269131"
    assert solution.average_wager == 1 + 2 * Fraction(solution.deals - solution.outcomes["fold"], solution.deals)


def test_always_raising_wagers_three_antes_and_folds_nothing() -> None:
    solution = stud.solve(strategy="always-raise")
    assert solution.average_wager == 3
    assert solution.outcomes["fold"] == 0
    # The dealer's hand is as good whatever the player holds: 1,135,260 of 2,598,960 hands are no hand.
    assert Fraction(solution.outcomes["no_hand"], solution.deals) == Fraction(1_135_260, comb(52, 5))


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "optimal"])
def test_no_strategy_beats_the_best(strategy: str) -> None:
    for pays in (stud.PAYS, (0,) * 9, (1000, 100, 50, 30, 20, 10, 5, 3, 2), (9, 8, 7, 6, 5, 4, 3, 2, 0)):
        assert stud.solve(pays, strategy).net <= stud.solve(pays).net


def test_a_line_alone_moves_the_net_by_its_wins() -> None:
    base = stud.solve()
    more = stud.solve((101, *stud.PAYS[1:]))
    assert more.net - base.net == 2 * base.outcomes["royal_flush"]
    assert more.outcomes == base.outcomes


def test_very_long_odds_are_priced_in_full() -> None:
    pays = (stud.MOST_ODDS,) * 9
    solution = stud.solve(pays)
    won = sum(solution.outcomes[line] for line in stud.LINES)
    others = solution.outcomes["no_hand"] - solution.outcomes["fold"] - 3 * solution.outcomes["dealer_wins"]
    assert solution.net == won * (1 + 2 * stud.MOST_ODDS) + others


@pytest.mark.parametrize(
    ("pays", "strategy", "because"),
    [
        ((1,) * 8, "optimal", "9 lines"),
        ((1,) * 10, "optimal", "9 lines"),
        ((*stud.PAYS[:8], -1), "optimal", "pair_or_less: odds are from 0"),
        ((stud.MOST_ODDS + 1, *stud.PAYS[1:]), "optimal", "royal_flush: odds are from 0"),
        (stud.PAYS, "hunch", "'hunch' is not a strategy"),
    ],
)
def test_what_cannot_be_priced(pays: tuple[int, ...], strategy: str, because: str) -> None:
    with pytest.raises(ValueError, match=because):
        stud.solve(pays, strategy)


# ---- one decision ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "up", "best"),
    [
        ("As Kd Qh Jc 3s", "2d", "bet"),
        ("As Kd 4h 3c 2s", "Qd", "fold"),
        ("2s 2d 3h 4c 6s", "Ad", "bet"),
        ("As Qd Jh Tc 9s", "2d", "fold"),
        ("As Ks Qs Js Ts", "2d", "bet"),
    ],
)
def test_decisions(player: str, up: str, best: str) -> None:
    decision = stud.decision(parse_cards(player), parse_card(up))
    assert decision.best == best
    assert decision.fold == -1
    assert (decision.bet > -1) == (best == "bet")
    assert sum(decision.holdings.values()) == stud.HOLDINGS


def test_a_royal_flush_loses_to_nothing() -> None:
    no_hand, wins, push, dealer = stud.holdings(parse_cards("As Ks Qs Js Ts"), parse_card("Ad"))
    assert (push, dealer) == (1, 0)
    bet = stud.decision(parse_cards("As Ks Qs Js Ts"), parse_card("Ad")).bet
    assert bet == Fraction(no_hand + 201 * wins, stud.HOLDINGS)


@pytest.mark.parametrize("player", ["As Kd Qh Jc", "As Kd Qh Jc 3s 4s", "As Kd Qh Jc 2d", "As As Kd Qh Jc"])
def test_a_decision_needs_six_cards(player: str) -> None:
    with pytest.raises(ValueError, match="five cards and an up-card"):
        stud.decision(parse_cards(player), parse_card("2d"))


# ---- the best strategy as data -----------------------------------------------------------------------------


def test_the_best_plays_are_every_ace_king_hand() -> None:
    plays = list(stud_chart.best_plays())
    assert len(plays) == 53_792
    assert len({(play.ranks, play.up, play.suited) for play in plays}) == len(plays)
    hands = sum(play.hands for play in plays)
    # Three more ranks of eleven, but for the straight; any suits but four flushes; 47 up-cards.
    assert hands == (comb(11, 3) - 1) * (4**5 - 4) * 47
    folded = sum(play.hands for play in plays if play.best == "fold") * stud.HOLDINGS
    below = stud.solve(strategy="AK").outcomes["fold"]
    assert folded + below == stud.solve().outcomes["fold"]


def test_the_best_plays_agree_with_decisions_dealt_out() -> None:
    plays = {(play.ranks, play.up, play.suited): play for play in stud_chart.best_plays()}
    for player, up in (("As Kd Qh Jc 3s", "2d"), ("Ad Kd 9d 8c 2s", "9c"), ("Ah Kh Jh 8h 3c", "Kc")):
        cards, shown = parse_cards(player), parse_card(up)
        suited = "".join(RANKS[card >> 2] for card in sorted(cards, reverse=True) if card & 3 == shown & 3)
        ranks = "".join(RANKS[card >> 2] for card in sorted(cards, reverse=True))
        play = plays[ranks, up[0], suited]
        decision = stud.decision(cards, shown)
        assert (play.bet, play.best) == (decision.bet, decision.best)


def test_the_chart_follows_the_rules_of_thumb_nearly_everywhere() -> None:
    chart = stud_chart.chart().cells
    assert len(chart) == 164 * 13
    assert {chart["AKQJ9", up] for up in "234567"} == {"bet"}
    assert {chart["AK432", up] for up in "567"} == {"fold"}
    assert sorted(chart.values()).count("suits") == 69


def test_low_pairs_are_folded_only_where_a_pair_is_paid_too_little() -> None:
    folded = {play.ranks for play in stud_chart.best_plays((*stud.PAYS[:8], 0)) if play.best == "fold"}
    pairs = {ranks for ranks in folded if len(set(ranks)) == 4}
    assert "A" not in {rank for ranks in pairs for rank in ranks if ranks.count(rank) == 2}
    assert "22" in {rank * 2 for ranks in pairs for rank in ranks if ranks.count(rank) == 2}
    assert all(ranks.startswith("AK") for ranks in folded - pairs)
    assert all(play.best == "bet" for play in stud_chart.best_plays() if len(set(play.ranks)) < 5)
