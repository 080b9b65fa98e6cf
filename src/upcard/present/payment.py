"""One payment in words: the wager, what became of it, on which hand, at which odds and from where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, get_args

from upcard.cards import Card, describe, pretty, rank_name
from upcard.document import listed
from upcard.games.game import CORES
from upcard.games.game import GameRound as Round
from upcard.games.payment import Payment
from upcard.law.edition import edition_ids
from upcard.law.registry import games
from upcard.tables.deck import Stage as DeckStage
from upcard.units import show_dollars, whole_cents

# ---- What things at a table are called on a screen ---------------------------------------------------------
# what each game calls its own, and the closed lists of documents.


WAGERS: dict[str, str] = {name: label for core in CORES.values() for name, label in core.LABELS.wagers.items()}
SHORT: dict[str, str] = WAGERS | {name: label for core in CORES.values() for name, label in core.LABELS.short.items()}
STATES: dict[str, str] = {
    "empty": "empty",
    "seated": "",
    **{k: v for core in CORES.values() for k, v in core.LABELS.states.items()},
}
LAMPS = {"off": "off", "inviting": "not placed", "placed": "placed", "accepted": "accepted"}
METERS = {"main": "Progressive", "five_card": "Five card"}
PHASES = (*dict.fromkeys(phase for core in CORES.values() for phase in core.NOW), "closed table")
STRIP = tuple(dict.fromkeys(key for core in CORES.values() for key, *_ in core.STRIP))


def meter_label(level: str) -> str:
    return METERS.get(level, level.capitalize())


listed("Wager", [*WAGERS], "A wager, a fee or a coupon by its name.")
listed("Game", [*games()], "The game that is played.")
listed("EditionId", edition_ids(), "An edition of the law.")
listed("Mode", ["virtual", "keyed"], "Whether the system shuffles, or real cards are keyed.")
listed("Stage", get_args(DeckStage), "What has been done with a deck.")
listed("Lamp", [*LAMPS], "The lamp of a seat's progressive wager.")
listed("Phase", PHASES, "How far the round is.")
listed("SeatState", [*STATES], "How a seat stands in the round.")


# ---- sentence ----------------------------------------------------------------------------------------------
# A sentence about an entry, with the rule that it stands under, and how amounts and cards are written in it.


class Sentence(NamedTuple):
    """What happened, in words. A payment stands under the step that made it."""

    text: str
    rule: str | None = None
    payment: bool = False


def known(rules: Any, *names: str) -> str | None:
    """The first of the rules that the edition has."""
    return next((name for name in names if name in rules.edition.citations), None)


def money(cents: int) -> str:
    """Dollars, with cents only where there are any.

    >>> money(2000), money(150)
    ('$20', '$1.50')
    """
    return show_dollars(cents).removesuffix(".00")


def meter(micros: int) -> str:
    """What a meter shows."""
    return show_dollars(whole_cents(micros))


def cards(found: Iterable[Card]) -> str:
    return " ".join(pretty(card) for card in found)


def whose(seat: int) -> str:
    """Whose hand it is; 0 is the dealer's."""
    return f"Seat {seat}'s" if seat else "The dealer's"


def count(number: int, one: str) -> str:
    """
    >>> count(1, "card"), count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


# ---- payment -----------------------------------------------------------------------------------------------


SHORT_NAMES = {
    "five_card_player": "five card (own hand)", "five_card_dealer": "five card (dealer's hand)",
    "magic_card": "magic card", "cover_all": "cover all", "match_play": "match play coupon", "bet_1": "first bet",
    "bet_2": "second bet", "bonus_card": "bonus card fee", "insurance": "insurance fee",
}  # fmt: skip
SOURCES = {"tray": "from the tray", "meter": "off the meter", "account": "to the player's account"}
AGAINST_DEALER = ("ante", "bet", "tip", "match_play")


def _source(payment: Payment) -> str:
    """Where a payment came from; a fixed award that a meter did not reach to came from two places."""
    assert payment.source is not None
    if payment.source == "meter" and payment.drawn < payment.paid:
        return f"({money(payment.drawn)} off the meter, {money(payment.paid - payment.drawn)} from the tray)"
    return SOURCES[payment.source]


def wager_name(wager: str) -> str:
    return SHORT_NAMES.get(wager, wager)


def payment_said(round: Round, payment: Payment) -> Sentence:
    """Such as: Seat 2's bet $20 wins $40 at 2 to 1 from the tray, with two pair against a pair; $20 returned."""
    stake = f" {money(payment.staked)}" if payment.staked else ""
    on = decided_by(round, payment)
    said = f"Seat {payment.seat}'s {wager_name(payment.wager)}{stake} {_fate(round, payment)}"
    if payment.result != "win":
        return Sentence(f"{said}{on}.", payment.rule, payment=True)
    source = f" {_source(payment)}" if payment.source and " of " not in (payment.odds or "") else ""
    return Sentence(f"{said}{source}{on}{_stake(payment)}.", payment.rule, payment=True)


def stake_said(payment: Payment) -> Sentence:
    """The stake of an award that was paid, which is reversed without it."""
    stake = f"Seat {payment.seat}'s {wager_name(payment.wager)} {money(payment.staked)} is kept"
    return Sentence(f"{stake}: the stake goes back, the award that was paid stays.", payment.rule, payment=True)


def _fate(round: Round, payment: Payment) -> str:
    match payment.result:
        case "win":
            return f"wins {money(payment.paid)}{odds_said(payment)}"
        case "lose":
            return "loses"
        case "forfeit":
            return "is forfeited with the hand"
        case "push":
            return "is returned"
        case "void":
            return f"is returned, {'the dealer being misdealt' if _misdealt(round, payment) else 'the hand being void'}"
        case "fee":
            return "is collected"


def _misdealt(round: Round, payment: Payment) -> bool:
    return getattr(round, "misdealt", False) and round.seats[payment.seat].void is None


def odds_said(payment: Payment) -> str:
    """At which odds, or which part of which meter."""
    odds = payment.odds or ""
    if " to " in odds or " for " in odds:
        return f" at {odds}"
    part, of, level = odds.partition(" of ")
    if of:
        return f", {part} of the {level.replace('_', ' ')} meter"
    return ""


def _stake(payment: Payment) -> str:
    if payment.wager == "tip":
        return "; stake and winnings are the dealer's"
    if payment.returned:
        return f"; {money(payment.returned)} returned"
    return "; the wager is kept" if payment.staked else ""


def decided_by(round: Round, payment: Payment) -> str:
    """The hand that decided, and whose it is where it is not the player's own; not before the table saw it."""
    if payment.hand is None or round.conceals(payment.seat):
        return ""
    named = describe(payment.hand)
    against = payment.wager in AGAINST_DEALER and payment.result in ("win", "lose", "push")
    if payment.wager == "envy":
        return f", for another player's {named}"
    if payment.wager == "cover_all":
        return f", the highest hand being {named}"
    if payment.wager == "five_card_dealer":
        return f", the dealer having {named}"
    if against and getattr(round, "qualifies", None) is False:
        return f", the dealer's {named} not qualifying"
    dealer = getattr(round, "dealer_value", 0)
    if against and dealer == payment.hand:
        return f", a tie: {named} on both sides, rank for rank"
    if against and dealer:
        beside = {"win": "against", "lose": "to", "push": "beside"}[payment.result]
        return f", {named} {beside} the dealer's {describe(dealer)}{decided(payment.hand, dealer)}"
    return f", with {named}"


def decided(hand: int, other: int) -> str:
    """The first card that decides between two hands of one name.

    >>> from upcard.cards import parse_cards, rank_five
    >>> decided(rank_five(parse_cards("7c 7d Ah 3s 2c")), rank_five(parse_cards("7h 7s Qh 9s 8c")))
    ', the ace beside it against the queen'
    """
    if describe(hand) != describe(other):
        return ""
    mine, theirs = next((one, two) for one, two in zip(_ranks(hand), _ranks(other), strict=True) if one != two)
    return f", the {rank_name(mine)} beside it against the {rank_name(theirs)}"


def _ranks(value: int) -> tuple[int, ...]:
    """The five ranks in a value, the deciding one first."""
    return tuple(value >> place & 15 for place in (16, 12, 8, 4, 0))
