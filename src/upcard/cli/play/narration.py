"""What happened, in words: amounts, names of wagers, and one line with its clause for each step of the procedure."""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.cards import Card, describe, pretty, rank_name, rank_of, rank_plural
from upcard.games import bonus_six as six
from upcard.games.bonus_six import events as six_events
from upcard.games.caribbean_stud import events as stud_events
from upcard.games.caribbean_stud.round import StepKind
from upcard.games.payment import Payment
from upcard.rules.table import TableRules
from upcard.tables import Table
from upcard.tables import events as e
from upcard.tables.state import DEALER
from upcard.units import show_dollars

WAGERS = {
    "ante": "ante", "bet": "bet", "progressive": "progressive", "envy": "envy", "bonus": "bonus",
    "five_card_player": "five card, yours", "five_card_dealer": "five card, dealer", "magic_card": "magic card",
    "lucky": "lucky", "cover_all": "cover all", "tip": "tip", "match_play": "match play", "bet_1": "first bet",
    "bet_2": "second bet", "insurance": "insurance", "bonus_card": "bonus card",
}  # fmt: skip

LAMPS = {"off": "", "inviting": "not placed", "placed": "placed", "accepted": "accepted"}
RESULTS = {"win": "wins", "lose": "loses", "forfeit": "given up", "push": "returned", "void": "void", "fee": "fee"}
METERS = {"main": "Progressive", "five_card": "Five card"}


def money(cents: int) -> str:
    """Dollars, with cents only where there are any.

    >>> money(2000), money(150)
    ('$20', '$1.50')
    """
    return show_dollars(cents).removesuffix(".00")


def signed(cents: int) -> str:
    """A gain or a loss.

    >>> signed(3000), signed(-1500), signed(0)
    ('+$30.00', '-$15.00', '$0.00')
    """
    return f"+{show_dollars(cents)}" if cents > 0 else show_dollars(cents)


def so_far(cards: tuple[Card, ...]) -> str:
    """What fewer than five cards amount to.

    >>> from upcard.cards import parse_cards
    >>> so_far(parse_cards("6h 6d Ts")), so_far(parse_cards("Ah 2c"))
    ('pair of sixes so far', 'ace high so far')
    """
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    count, rank = groups[0]
    if count == 1:
        return f"{rank_name(rank)} high so far"
    if count == 2 and len(groups) > 1 and groups[1][0] == 2:
        return f"two pair, {rank_plural(rank)} and {rank_plural(groups[1][1])} so far"
    return f"{ {2: 'pair of', 3: 'three', 4: 'four'}[count] } {rank_plural(rank)} so far"


class Line(NamedTuple):
    """A step of the procedure and the clause that orders it."""

    text: str
    clause: str | None
    weight: int = 1
    """How long a watcher wants to look at it, against a small step."""


def lines(t: TableRules, table: Table, event: e.Event) -> tuple[Line, ...]:
    """The lines for an event that led to the table; none for what the felt itself shows."""
    if isinstance(event, e.Played):
        found = (_in_round(t, table, event.event), *_drawn(event.event))
    else:
        found = (_of_table(t, event),)
    return tuple(
        Line(text, t.rules.clause(rule) if rule else None, weight) for text, rule, weight in filter(None, found)
    )


def _known(t: TableRules, *rules: str) -> str | None:
    """The first of the rules that the edition has."""
    return next((rule for rule in rules if rule in t.edition.citations), None)


STAGED = {
    "face down": "The {deck} deck is spread face down.",
    "received": "A fresh {deck} deck comes to the table.",
    "inspected": "The dealer inspects the {deck} deck.",
    "verified": "The floorperson verifies the {deck} deck.",
    "spread": "The {deck} deck is spread face up for the players.",
    "washed": "The {deck} deck is turned down, washed and stacked.",
}
SHUFFLED = {"hand": "by hand", "shuffler": "by the shuffler", "pre-shuffled": "already"}
STEPS = {
    "VerifyAward": "A supervisor verifies and announces seat {seat}'s award.",
    "VerifyHand": "The dealer verifies seat {seat}'s progressive hand.",
    "VerifyLight": "The dealer verifies that seat {seat}'s light is on.",
    "ConfirmHand": "The floorperson verifies seat {seat}'s progressive hand.",
    "ValidateAward": "A supervisor validates seat {seat}'s award.",
    "VerifyFiveCard": "The dealer verifies seat {seat}'s five card hand.",
    "ValidateFiveCard": "The floorperson verifies seat {seat}'s large five card award.",
    "TakeBackWager": "The dealer hands back seat {seat}'s wager, which cannot stand.",
}

Found = tuple[str, str | None, int] | None


def _of_table(t: TableRules, event: e.Event) -> Found:
    match event:
        case e.TableOpened():
            decks = " and ".join(f"a {name}" for name in event.decks)
            return f"The table opens with {decks} deck{'s' * (len(event.decks) > 1)}.", _known(t, "single_deck"), 1
        case e.DeckStaged():
            return STAGED.get(event.stage, "The {deck} deck is made ready.").format(deck=event.deck), event.rule, 1
        case e.DeckShuffled():
            return f"The {event.deck} deck is shuffled {SHUFFLED[event.method]}.", _known(t, "shuffled_every_round"), 1
        case e.DeckCounted():
            return f"The shuffler counts {event.cards} cards in the {event.deck} deck.", event.rule, 1
        case e.DeckCut():
            rule = _known(t, "cut_required", "cut_minimum", "cut_after")
            return f"The {event.deck} deck is cut, {event.cards} cards from the top.", rule, 1
        case e.ChipsCounted():
            chips = "1 progressive chip is" if event.chips == 1 else f"{event.chips} progressive chips are"
            return f"{chips} counted, {event.accepted} accepted.", event.rule, 1
        case e.StubRacked():
            return "The stub is racked unseen.", event.rule, 1
        case e.StubCounted():
            return f"The stub is counted: {event.cards} cards, {event.total} in all.", event.rule, 1
        case e.WinnerKeyed():
            return f"The dealer keys seat {event.seat} as a progressive winner.", event.rule, 2
        case e.SupervisorCalled():
            return "The dealer calls a supervisor.", event.rule or None, 2
        case e.StepDone():
            return STEPS[event.step].format(seat=event.seat), event.rule, 2
        case e.AwardDocumented():
            return f"The documents of seat {event.seat}'s award are complete.", event.rule, 2
        case e.HandLeftExposed():
            return f"{_whose(event.seat)} hand stays exposed, the highest so far.", event.rule, 1
        case e.CardsRacked():
            return f"{_whose(event.seat)} cards are spread, counted and racked.", event.rule, 1
        case e.RoundReconciled():
            return "Everything is reconciled; the table is ready again.", event.rule, 1
        case _:
            return None


def _whose(seat: int) -> str:
    return "The dealer's" if seat == DEALER else f"Seat {seat}'s"


STREETS = ("third", "fourth")


def _in_round(t: TableRules, table: Table, event: Any) -> Found:
    if isinstance(table.round, six.Round):
        return _in_six(table.round, event)
    assert t.dealing is not None
    match event:
        case stud_events.BetsClosed():
            return "No more bets.", t.dealing.lock_out_rule, 2
        case stud_events.HandsDealt():
            way = "one card at a time" if t.dealing.order.deal == "singly" else "five cards at a time"
            up = f"; the dealer shows {pretty(event.dealer[event.up - 1])}" if event.turned else ""
            return f"Dealt {way}{up}.", t.dealing.order_rule, 3
        case stud_events.UpCardTurned():
            return f"The dealer turns up {pretty(event.card)}.", t.dealing.turned_under, 3
        case stud_events.HandFolded():
            return f"Seat {event.seat} folds.", "fold_forfeits_ante", 2
        case stud_events.BetMade():
            return f"Seat {event.seat} bets {money(event.cents)}.", "bet_multiple", 2
        case stud_events.HoleCardsRevealed():
            verdict = "the hand plays" if event.qualifies else "no hand"
            return f"Dealer: {describe(event.value)}; {verdict}.", "dealer_qualifies_with", 5
        case stud_events.StepSettled():
            return _settled(event.step.kind, event.step.seat, event.payments)
        case _:
            return None


def _drawn(event: Any) -> tuple[Found, ...]:
    """What the system drew beside the cards."""
    if not isinstance(event, stud_events.HoleCardsRevealed):
        return ()
    found: list[Found] = []
    if event.magic_card is not None:
        found.append((f"The magic card is {pretty(event.magic_card)}.", "magic_card", 3))
    if event.lucky is not None:
        place = "the dealer's hand" if event.lucky == "dealer" else f"seat {event.lucky}"
        found.append((f"The lucky position is {place}.", "lucky", 3))
    return tuple(found)


def _settled(kind: StepKind, seat: int, payments: tuple[Payment, ...]) -> Found:
    if not payments:
        return None
    rule = payments[0].rule
    paid = sum(payment.paid for payment in payments)
    said = f"pays {money(paid)}" if paid else "loses"
    match kind:
        case "no_hand":
            return "No hand: every ante is paid and every bet goes back.", rule, 3
        case "hand":
            taken = sum(p.staked for p in payments if p.result == "lose")
            outcome = f"{money(paid)} paid" if paid else f"{money(taken)} taken" if taken else "a push"
            return f"Seat {seat} is settled: {outcome}.", "settlement_order", 2
        case "progressive":
            return f"Seat {seat}'s progressive wager {said}.", rule, 3 if paid else 1
        case "five_card":
            return f"Seat {seat}'s five card hand bonus {said}.", rule, 3 if paid else 1
        case "envy":
            return f"Envy pays {money(paid)}.", rule, 3
        case "cover_all":
            return f"Cover all {said}.", rule, 2
        case "misdeal":
            return "The dealer is misdealt: antes and bets go back.", rule, 3


def _in_six(round: six.Round, event: Any) -> Found:
    match event:
        case six_events.BetsClosed():
            return "No more bets.", "ante_required", 2
        case six_events.HandsDealt():
            return "One card is burnt; two each and a community card dealt.", "first_cards", 3
        case six_events.CommunityTurned():
            return f"The community card is {pretty(event.card)}.", "community_cards", 3
        case six_events.StreetDealt():
            last = any(event.values.values())
            rule = "final_choices" if last else "second_bet_multiple"
            return f"A {STREETS[last]} card to every hand in play.", rule, 2
        case six_events.HandFolded():
            return f"Seat {event.seat} folds.", event.payments[0].rule, 2
        case six_events.BetMade():
            tip = f", with a tip of {money(event.tip)}" if event.tip else ""
            rule = "second_bet_multiple" if round.seats[event.seat].bets > 1 else "first_bet_multiple"
            return f"Seat {event.seat} bets {money(event.cents)}{tip}.", rule, 2
        case six_events.FinalDecided():
            return _final(event.seat, event.decision, event.payments)
        case six_events.BonusCardDealt():
            return f"Seat {event.seat}'s hand does not win yet: a card, face down.", "bonus_card_multiple", 3
        case six_events.BonusCardRefused():
            return f"Seat {event.seat}'s hand wins already; the fee goes back.", "bonus_card_fee_on_winner", 3
        case six_events.SeatSettled():
            paid = sum(payment.paid for payment in event.payments)
            outcome = f"{money(paid)} paid" if paid else "wagers taken"
            return f"Seat {event.seat} is settled: {outcome}.", "settlement_order", 3
        case _:
            return None


def _final(seat: int, decision: str, payments: tuple[Payment, ...]) -> Found:
    match decision:
        case "stand":
            return f"Seat {seat} stands.", "winning_hand_stands", 2
        case "discard":
            return f"Seat {seat} discards.", payments[0].rule, 2
        case _:
            return f"Seat {seat} pays for a bonus card.", "bonus_card_multiple", 2


DECIDED = {"fold": "folds", "bet": "bets", "stand": "stands", "discard": "discards", "card": "buys a card"}


def decided(round: Any, seat: int) -> str:
    """The last decision of a seat, in a word or two."""
    found = round.seats[seat]
    last = found.decisions[-1] if isinstance(round, six.RoundView) and found.decisions else None
    if not isinstance(round, six.RoundView):
        last = found.decision
    return DECIDED[last] if last else ""
