"""The games and the exact mathematics share no line, and must agree: every deal of small decks is settled by the games.

What the games pay is added up in cents, the best play is found from those sums alone, and the totals are held against
the counts of the kernels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from tests.effort import effort
from upcard import settle
from upcard.cards import RANKS, Card, ace_king_or_better, category, rank_five, show_cards
from upcard.exact.bonus_six import bonus_six as exact_bonus_six
from upcard.exact.caribbean_stud import LINES, PAYS, count, price
from upcard.rules.bonus_six import bonus_six

ANTE = 1000

pytestmark = pytest.mark.no_cover  # hundreds of thousands of rounds, every line of which is covered elsewhere


def deck_of(suits: int, ranks: str) -> tuple[Card, ...]:
    return tuple(Card(RANKS.index(rank) << 2 | suit) for rank in ranks for suit in range(suits))


def present(ranks: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in ranks)


def in_cents(text: str) -> int:
    return int(text.replace(".", ""))


def names(cards: Iterable[Card]) -> list[str]:
    return show_cards(tuple(cards)).split()


# ---- caribbean stud ------------------------------------------------------------------------------------------------


def stud_round(edition: str, player: tuple[Card, ...], dealer: tuple[Card, ...], decision: str) -> Any:
    return settle(
        {
            "edition": edition,
            "house": {},
            "dealer": names(dealer),
            "seats": {"1": {"cards": names(player), "decision": decision, "wagers": {"ante": "10.00"}}},
        }
    )


def outcome(player: tuple[Card, ...], settled: Any) -> str:
    """As the dealer would call it from what is paid."""
    ante, bet = (
        next(p["result"] for p in settled["payments"] if p["wager"] == wager) for wager in ("ante", "bet")
    )  # fmt: skip
    if (ante, bet) == ("win", "push"):
        return "no_hand"
    if ante == "win":
        hand = category(rank_five(player)).key
        return hand if hand in LINES else "pair_or_less"
    return {"push": "push", "lose": "dealer_wins"}[ante]


DECKS = [
    *(
        (edition, suits, ranks)
        for edition in ("sd-2011", "sd-2015", "ma")
        for suits, ranks in ((2, "AKQJT"), (2, "AK954"))
    ),
    *(() if effort(1, 0) else (("sd-2015", 3, "AK54"), ("ma", 4, "AK7"), ("ma", 1, "AKQJT9876542"))),
]


@pytest.mark.parametrize(("edition", "suits", "ranks"), DECKS)
def test_caribbean_stud_on_every_deal_of_a_small_deck(edition: str, suits: int, ranks: str) -> None:
    deck = deck_of(suits, ranks)
    outcomes: dict[str, Counter[str]] = {"optimal": Counter(), "always-raise": Counter(), "AK": Counter()}
    nets = Counter[str]()
    deals = 0
    for player in combinations(deck, 5):
        left = [card for card in deck if card not in player]
        for up in left:
            found: Counter[str] = Counter()
            net = 0
            for others in combinations([card for card in left if card != up], 4):
                settled = stud_round(edition, player, (up, *others), "bet")
                net += in_cents(settled["net"]["1"])
                found[outcome(player, settled)] += 1
            fold = in_cents(stud_round(edition, player, (up, *others), "fold")["net"]["1"])
            holdings = found.total()
            deals += holdings
            bets = {
                "optimal": net > fold * holdings,
                "always-raise": True,
                "AK": ace_king_or_better(rank_five(player)),
            }
            for strategy, bet in bets.items():
                outcomes[strategy].update(found if bet else {"fold": holdings})
                nets[strategy] += net if bet else fold * holdings
    counts = count(suits, present(ranks))
    assert counts.deals == deals
    for strategy, found in outcomes.items():
        exact = price(counts, PAYS, strategy)
        assert {name: times for name, times in exact.outcomes.items() if times} == +found, strategy
        assert exact.net * ANTE == nets[strategy], strategy


# ---- bonus 6 -------------------------------------------------------------------------------------------------------

MINIMAL = {"pay_table": "black-hawk", "minimum": "1.00", "maximum": "100.00"}


class Sixes:
    """Bonus 6 as the games pay it, and the best play found from that alone."""

    def __init__(self, deck: tuple[Card, ...], house: dict[str, Any], insured: bool) -> None:
        self.deck, self.house, self.insured = deck, house, insured
        self.rules = bonus_six(house)
        self.bought: dict[frozenset[Card], int] = {}

    def net(self, cards: tuple[Card, ...], decisions: list[str]) -> int:
        """The community card is now this one, now that: it must not matter which."""
        at = sum(cards) % 3
        wagers = {"ante": "10.00", **({"insurance": "5.00"} if self.insured else {})}
        seat = {"cards": names(cards[:at] + cards[at + 1 :]), "decisions": decisions, "wagers": wagers}
        round = {"edition": "sd-bonus6", "house": self.house, "community": names([cards[at]])[0], "seats": {"1": seat}}
        return in_cents(settle(round)["net"]["1"])

    def following(self, cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
        return [tuple(sorted((*cards, card))) for card in self.deck if card not in cards]

    @cache  # noqa: B019 - a game lives as long as its test
    def last(self, cards: tuple[Card, ...]) -> Fraction:
        """Five cards: a winning hand stands; a losing one is discarded, or a card is bought."""
        if self.rules.schedule.odds(rank_five(cards)) is not None:
            return Fraction(self.net(cards, ["bet", "bet", "stand"]))
        discard = Fraction(self.net(cards, ["bet", "bet", "discard"]))
        if not self.insured:
            return discard
        after = [card for card in self.deck if card not in cards]
        return max(discard, Fraction(sum(self.with_card(cards, card) for card in after), len(after)))

    def with_card(self, cards: tuple[Card, ...], card: Card) -> int:
        """Which of six cards came last does not matter, if the others lost."""
        six = frozenset((*cards, card))
        if six not in self.bought:
            self.bought[six] = self.net((*cards, card), ["bet", "bet", "card"])
        return self.bought[six]

    @cache  # noqa: B019
    def second(self, cards: tuple[Card, ...]) -> Fraction:
        after = self.following(cards)
        return max(
            Fraction(self.net(cards, ["bet", "fold"])),
            sum((self.last(five) for five in after), Fraction(0)) / len(after),
        )

    def first(self, cards: tuple[Card, ...]) -> Fraction:
        after = self.following(cards)
        return max(
            Fraction(self.net(cards, ["fold"])), sum((self.second(four) for four in after), Fraction(0)) / len(after)
        )


OWN = {
    "pay_table": {
        "royal_flush": 90,
        "straight_flush": 40,
        "four_of_a_kind": 9,
        "full_house": 5,
        "flush": 4,
        "straight": 3,
    },
    "minimum": "1.00",
}


@pytest.mark.parametrize("insured", [False, True])
@pytest.mark.parametrize(("ranks", "house"), [("5678", MINIMAL), ("TJQKA", OWN)])
def test_bonus_six_on_every_deal_of_a_small_deck(ranks: str, house: dict[str, Any], insured: bool) -> None:
    deck = deck_of(4, ranks)
    games = Sixes(deck, house, insured)
    every = list(combinations(deck, 3))
    value = sum((games.first(cards) for cards in every), Fraction(0)) / len(every)
    exact = exact_bonus_six(bonus_six(house), insured=insured, present=present(ranks))
    assert -exact.house_edge * ANTE == value
