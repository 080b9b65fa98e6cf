"""The players at the other seats: steady habits for the wagers, sound judgement for the cards."""

from __future__ import annotations

from typing import Any

from upcard.cards import DECK, Card, best_of_six, parse_cards, rank_five
from upcard.cli.play.local_table import Session, covered, offer, place, staked, tried, wager_names
from upcard.cli.play.options import whole_hand
from upcard.games import bonus_six as six
from upcard.games.option import Option
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.game_rules import Rules

LEAST_BET = rank_five(parse_cards("As Kd Jh 3c 2c"))
"""Ace, king and jack: the hand from which it is sound to bet."""

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gus", "Hana", "Ivo")
ANTES = (1, 2, 1, 5, 3, 2, 1, 4, 2)
"""Antes by seat, as multiples of the least."""

HABITS: dict[str, tuple[int, ...]] = {
    "progressive": (1, 2, 4, 5, 7, 8),
    "bonus": (2, 3, 5, 9),
    "five_card_player": (1, 4, 6),
    "five_card_dealer": (4, 7),
    "cover_all": (2, 4, 5, 8),
    "tip": (5,),
    "insurance": (3, 6),
}
"""The seats that make each wager."""

DOLLAR = 100


class Bot:
    """A seat that plays by itself, as long as its purse covers a whole hand."""

    def __init__(self, purse: int | None = None) -> None:
        self.purse = purse
        """The cents that it has, or None for a purse without a bottom."""

    def wagers(self, session: Session, seat: int, players: int) -> tuple[Any, ...]:
        t, table = session.t, session.table
        purse, whole = self.purse, whole_hand(t.rules)
        found: list[Any] = []
        for wager in wager_names(t):
            option = offer(t, table, seat, wager)
            if option is None or (wager == "cover_all" and not covered(t, players)):
                continue
            if wager == "ante":
                cents = _ante(option, seat, None if purse is None else purse // whole)
                if not cents:
                    return ()
                purse = None if purse is None else purse - cents * whole
            elif seat in HABITS[wager]:
                cents = option.amounts[0] if option.amounts else min(DOLLAR, option.high or DOLLAR)
                if purse is not None and cents > purse:
                    continue
                purse = None if purse is None else purse - cents
            else:
                continue
            command = place(t, seat, wager, cents)
            table = tried(t, table, seat, command)
            found.append(command)
        return tuple(found)

    def decide(self, session: Session, seat: int, offered: tuple[Option, ...]) -> Option:
        by_act = {option.act: option for option in reversed(offered)}  # of two bets the one without a tip
        round: Any = session.round
        rules = session.t.rules
        left = None if self.purse is None else self.purse - staked(session.t, round, seat)
        if isinstance(rules, BonusSixRules):
            return by_act[_six(rules, round, round.seats[seat], set(by_act), left)]
        return by_act["Bet" if round.seats[seat].value >= LEAST_BET else "Fold"]


class Gone:
    """Whoever has left the table: no more wagers, and the hand is given up in the way that the law has for it."""

    def wagers(self, session: Session, seat: int, players: int) -> tuple[Any, ...]:
        return ()

    def decide(self, session: Session, seat: int, offered: tuple[Option, ...]) -> Option:
        by_act = {option.act: option for option in offered}
        return next(by_act[act] for act in ("Fold", "Stand", "Discard") if act in by_act)


def _ante(option: Option, seat: int, most: int | None) -> int:
    least = max(option.low or 0, 5 * DOLLAR if option.high is None or option.high >= 5 * DOLLAR else 0)
    wanted = least * ANTES[seat - 1]
    bounds = [cents for cents in (option.high, most) if cents is not None]
    cents = min([wanted, *(cents - cents % DOLLAR or cents for cents in bounds)])
    return cents if cents >= max(option.low or 0, 1) else 0


# ---- Bonus 6: counting what is left in the deck ----------------------------------------------------------------


def _six(rules: BonusSixRules, round: six.Round, seat: six.Seat, acts: set[str], left: int | None) -> str:
    assert round.community is not None
    cards = (*seat.cards, round.community)
    if "Stand" in acts:
        return "Stand"
    if "Discard" in acts:
        fee = rules.law.bonus_card_multiple
        afford = left is None or left >= fee * seat.ante
        return "BuyCard" if "BuyCard" in acts and afford and _card_pays(rules, cards, fee) else "Discard"
    law = rules.law
    fold = -1 - (law.first_bet_multiple if seat.bets else 0)
    rest = len(DECK) - len(cards)
    if seat.bets:
        return "Bet" if _last_street(rules, cards) > fold * rest else "Fold"
    later = -1 - law.first_bet_multiple
    total = sum(max(_last_street(rules, (*cards, card)), later * (rest - 1)) for card in DECK if card not in cards)
    return "Bet" if total > fold * rest * (rest - 1) else "Fold"


def _last_street(rules: BonusSixRules, cards: tuple[Card, ...]) -> int:
    """What betting to the end brings over every last card, in antes and without a bonus card."""
    return whole_hand(rules) * sum(_odds(rules, rank_five((*cards, card))) for card in DECK if card not in cards)


def _card_pays(rules: Rules, cards: tuple[Card, ...], fee: int) -> bool:
    """Whether a bonus card wins back more than its fee: a win saves the wagers and pays them."""
    assert isinstance(rules, BonusSixRules)
    rest = [card for card in DECK if card not in cards]
    saved = sum(whole_hand(rules) * (1 + _odds(rules, best_of_six((*cards, card)))) for card in rest)
    return saved > fee * len(rest)


def _odds(rules: BonusSixRules, value: int) -> int:
    odds = rules.schedule.odds(value)
    return odds.odds if odds else -1
