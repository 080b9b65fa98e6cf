"""What the system recorded, in plain English, each fact with the clause that it stands under."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tests.rounds.header import Header
from upcard.cards import describe, pretty
from upcard.errors import Refused
from upcard.games.payment import Payment, net, tips
from upcard.tables import events as e
from upcard.tables.events import Played
from upcard.units import show_dollars, show_meter

WAGERS = {
    "five_card_player": "five card hand bonus on the own hand",
    "five_card_dealer": "five card hand bonus on the dealer's hand",
    "cover_all": "cover all", "match_play": "match play coupon", "magic_card": "magic card", "bet_1": "first bet",
    "bet_2": "second bet", "insurance": "insurance fee", "bonus_card": "bonus card fee", "lucky": "lucky bonus",
}  # fmt: skip
FATES = {
    "lose": "is lost", "forfeit": "is forfeited", "push": "is returned", "void": "is returned, the hand being void",
    "fee": "is collected as a fee",
}  # fmt: skip
SOURCES = {"tray": "from the tray", "meter": "from the meter", "account": "to the game account"}
STEPS = {
    "VerifyAward": "The award of {} is verified and announced", "VerifyHand": "The hand of {} is verified",
    "ConfirmHand": "The hand of {} is verified by the floor",
    "VerifyLight": "The light of {} is verified", "ValidateAward": "The award of {} is validated",
    "VerifyFiveCard": "The five card hand bonus of {} is verified",
    "ValidateFiveCard": "The five card hand bonus of {} is validated",
    "TakeBackWager": "A wager of {} cannot stand and is handed back",
}  # fmt: skip
STAGES = {"received": "received", "inspected": "inspected", "verified": "verified", "spread": "spread face up",
          "washed": "washed and stacked"}  # fmt: skip


def _plain(name: str) -> str:
    return name.replace("-", " ")


def hand(cards: Iterable[Any]) -> str:
    return " ".join(pretty(card) for card in cards)


class Speech:
    """Says what happened at one table."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.names = {seat: name for name, seat in header.seats.items()}
        self.dealing = header.rules.dealing

    def cite(self, rule: str | None) -> str:
        """The clause of a rule, and our reading of it where it needed one."""
        citation = self.header.rules.edition.citations.get(rule or "")
        if citation is None:
            return "[no clause]"
        return f"[{citation.clause}; reading {citation.reading}]" if citation.reading else f"[{citation.clause}]"

    def who(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}") if seat else "the dealer"

    def refusal(self, error: Refused) -> str:
        because = CAMEL.sub(lambda found: re.sub("(?<!^)([A-Z])", r" \1", found[0]).lower(), error.because)
        for seat, name in self.names.items():
            because = because.replace(f"seat {seat}", f"seat {seat} ({name})")
        return f"REFUSED: {because}. {self.cite(error.rule)}"

    # ---- money

    def payment(self, p: Payment) -> str:
        wager = WAGERS.get(p.wager, p.wager)
        stake = f" of {show_dollars(p.staked)}" if p.staked else ""
        shown = f" on {describe(p.hand)}" if p.hand else ""
        if p.result != "win":
            return f"{self.who(p.seat)}: {wager}{stake} {FATES[p.result]}{shown}. {self.cite(p.rule)}"
        odds = f" at {p.odds}" if p.odds and "to 1" in p.odds else f" ({p.odds})" if p.odds else ""
        kept = ", stake returned" if p.returned else ", stake kept" if p.staked else ""
        source = SOURCES[p.source or "tray"]
        if p.source == "meter" and p.drawn < p.paid:
            source = f"{show_dollars(p.drawn)} from the meter and {show_dollars(p.paid - p.drawn)} from the tray"
        paid = f"wins {show_dollars(p.paid)}{odds}{shown}, {source}{kept}"
        return f"{self.who(p.seat)}: {wager}{stake} {paid}. {self.cite(p.rule)}"

    def meters(self, meters: dict[str, Any]) -> list[str]:
        shown = (f"{level} ${_grouped(show_meter(meter.amount))}" for level, meter in meters.items())
        return [f"Meters now: {'; '.join(shown)}."] if meters else []

    def nets(self, payments: tuple[Payment, ...]) -> str:
        seats = dict.fromkeys(p.seat for p in sorted(payments, key=lambda p: p.seat))
        parts = [f"{self.who(seat)} {_signed(net(payments, seat))}" for seat in seats]
        given = f"; tips to the dealer {show_dollars(tips(payments))}" if tips(payments) else ""
        return f"Net of the round: {', '.join(parts) or 'nothing'}{given}."

    # ---- events

    def lines(self, event: Any) -> list[str]:
        if isinstance(event, Played):
            return self.played(event.event)
        said, rule = self.said(event), self.under(event)
        return [f"{said}. {self.cite(rule)}" if rule else f"{said}."]

    def under(self, event: Any) -> str | None:
        """The rule that an event stands under: its own, or the first of its kind that the edition has."""
        known = (name for name in UNDER.get(type(event), ()) if name in self.header.rules.edition.citations)
        return getattr(event, "rule", None) or next(known, None)

    def said(self, event: Any) -> str:
        match event:
            case e.TableOpened():
                beside = f", with {' and '.join(event.accessories)}" if event.accessories else ""
                at = f"; devices: {', '.join(event.devices)}" if event.devices else ""
                ids = event.deck_ids or {}
                decks = " and ".join(f"{back} ({ids[back]})" if back in ids else back for back in event.decks)
                return f"The table is open; decks: {decks}{beside}{at}"
            case e.TableClosed():
                return "The table is closed"
            case e.DeckStaged():
                named = f" {event.id}" if event.id else ""
                return f"The {event.deck} deck{named} is {STAGES[event.stage]}"
            case e.DeckShuffled():
                how = {"hand": "shuffled by hand", "shuffler": "shuffled by the device"}.get(event.method, event.method)
                return f"The {event.deck} deck is {how}{' and ready' if event.ready else ''}"
            case e.DeckCounted():
                return f"The shuffler counts {event.cards} cards in the {event.deck} deck"
            case e.ShufflerJammed():
                return f"The shuffler has jammed; the {event.deck} deck is to be shuffled again"
            case e.DeckCut():
                over = f" over the {event.over}" if event.over else ""
                return f"The {event.deck} deck is cut {event.cards} cards from the top{over} and ready"
            case e.RecutOrdered():
                return f"The {event.deck} deck is to be cut again"
            case e.DeckWithdrawn():
                return f"The {event.deck} deck is withdrawn from the table"
            case e.DeckRemoved():
                return f"The {event.deck} deck leaves the table"
            case e.CardsSpreadIdle():
                return f"The cards lie spread face {'up' if event.face_up else 'down'} on the idle table"
            case e.DeviceInstalled() | e.DeviceRemoved():
                come = "is at" if isinstance(event, e.DeviceInstalled) else "has left"
                return f"The {_plain(event.device)} {come} the table"
            case e.DealingChanged():
                self.dealing = next(way for way in self.header.rules.ways if way.name == event.dealing)
                return f"From now on the table is dealt from the {_plain(event.dealing.removeprefix('from-'))}"
            case e.SeatTaken():
                return f"{event.player} sits in seat {event.seat}"
            case e.SeatLeft():
                return f"{self.who(event.seat)} has left seat {event.seat}"
            case e.ChipsCounted():
                right = "equal to" if event.chips == event.accepted else "NOT equal to"
                return f"Chips: {event.chips}, {right} the wagers that the system accepted: {event.accepted}"
            case _:
                return self.at_the_table(event)

    def at_the_table(self, event: Any) -> str:
        match event:
            case e.CardsLeftDeck():
                drawn = f", drawn with the {event.drawing_hand} hand" if event.drawing_hand else ""
                held = f", held in the {event.holding_hand} hand" if event.holding_hand else ""
                return f"Cards leave the {event.deck} deck{drawn}{held}"
            case e.StubRacked():
                return "The stub is in the discard rack, unseen"
            case e.StubCounted():
                held = f"; the hands hold {event.hands}" if isinstance(event.hands, int) else ""
                return f"{event.cards} cards in the stub, {event.total} in all{held}"
            case e.WinnerKeyed():
                return f"The winner key of {self.who(event.seat)} is {'lit' if event.lit else 'off again'}"
            case e.SupervisorCalled():
                return f"A supervisor is called{f' for the award of {self.who(event.seat)}' if event.seat else ''}"
            case e.CallAnswered():
                return "A supervisor has come"
            case e.CallEnded():
                return "The supervisor is done with the call"
            case e.StepDone():
                return STEPS[event.step].format(self.who(event.seat))
            case e.DocumentsOpened():
                award = f"the award of {self.who(event.seat)} is documented"
                return f"The hand of {self.who(event.hand)} stays until {award}"
            case e.AwardDocumented():
                return f"The award of {self.who(event.seat)} is documented"
            case e.HandLeftExposed():
                return f"The hand of {self.who(event.seat)} stays exposed as the highest so far"
            case e.CardsRacked():
                return f"The cards of {self.who(event.seat)} are spread, counted and racked"
            case e.RoundReconciled():
                return f"Round {event.number} is closed; the {event.next_deck} deck is next"
            case _:
                raise AssertionError(event)

    def played(self, event: Any) -> list[str]:
        """What happened in the round, and every payment that it brought."""
        name = type(event).__name__
        who = self.who(event.seat) if getattr(event, "seat", 0) else ""
        said = {
            "WagerPlaced": lambda: f"{who}: {show_dollars(event.cents)} on the {WAGERS.get(event.wager, event.wager)}.",
            "WagerTakenBack": lambda: f"{who}: {show_dollars(event.cents)} taken back from the {event.wager}.",
            "CouponPlaced": lambda: f"{who}: {event.coupon.replace('_', ' ')} coupon of {show_dollars(event.cents)}.",
            "BetsClosed": lambda: self._closed(event),
            "HandsDealt": lambda: self._dealt(event),
            "HandsDealtUnseen": lambda: self._unseen(event),
            "DealerFellShort": lambda: f"The dealer has four cards and is to get a fifth. {self.cite(event.rule)}",
            "DealerCompleted": lambda: f"The dealer's hand is complete. {self.cite(event.rule)}",
            "HandVoided": lambda: f"The hand of {who} is void. {self.cite(event.rule)}",
            "RoundVoided": lambda: f"Every hand is void. {self.cite(event.rule)}",
            "TableMisdealt": lambda: (
                f"The table is misdealt; hands play for the progressive only. {self.cite(event.rule)}"
            ),
            "IrregularityNoted": lambda: f"Noted; the deal goes on. {self.cite(event.rule)}",
            "DealerCorrected": lambda: f"The dealer has {hand(event.dealer)}: {describe(event.value)}.",
            "AwardKept": lambda: (
                f"{show_dollars(event.cents)}, {event.odds}, was paid to {who} and stays there, for the cage and the"
                f" regulator. {self.cite(event.rule)}"
            ),
            "PartsReturned": lambda: (
                f"{show_dollars(event.parts * event.each)} of {event.odds} goes back to the meter."
                f" {self.cite(event.rule)}"
            ),
            "UpCardCorrected": lambda: self._up_card(event),
            "DealTakenBack": lambda: f"The deal was keyed wrongly and is keyed again. {self._order()}",
            "ProgressiveCorrected": lambda: self._progressive(event, who),
            "HandFolded": lambda: f"{who} folds.",
            "BetMade": lambda: f"{who} bets {show_dollars(event.cents)}{self._tip(event)}.",
            "HoleCardsRevealed": lambda: self._revealed(event),
            "HandShown": lambda: f"{who} has {hand(event.cards)}.",
            "UpCardTurned": lambda: f"The dealer's {pretty(event.card)} is turned up. {self._turned()}",
            "CommunityTurned": lambda: f"The community card is {pretty(event.card)}.",
            "StreetDealt": lambda: f"Dealt: {self._each(event.cards) or 'a card to each hand in play'}.",
            "FinalDecided": lambda: f"{who}: {FINAL[event.decision]}.",
            "BonusCardDealt": lambda: f"{who}'s hand does not win: a bonus card is dealt face down.",
            "BonusCardRefused": lambda: f"{who}'s hand wins already: no bonus card.",
        }.get(name)
        lines = [said()] if said else []
        if name == "StepSettled" and not event.payments:
            lines.append("Nothing is due.")
        lines += [f"Reversed: {self.payment(p)}" for p in getattr(event, "reversed", ())]
        return lines + [self.payment(p) for p in getattr(event, "payments", ())]

    def _closed(self, event: Any) -> str:
        accepted = getattr(event, "accepted", {})
        lit = f"; progressive wagers accepted: {', '.join(self.who(n) for n in accepted)}" if accepted else ""
        cited = "lock_out" if self.dealing else "ante_required"
        return f"The bets are closed{lit}. {self.cite(cited)}"

    def _each(self, dealt: dict[int, Any]) -> str:
        return "; ".join(f"{self.who(n)} {hand(x if isinstance(x, tuple) else (x,))}" for n, x in dealt.items())

    def _dealt(self, event: Any) -> str:
        if hasattr(event, "community"):
            cited = self.cite("first_cards")
            return f"Burnt, then dealt: {self._each(event.hands)}; the community card lies face down. {cited}"
        up = f"{pretty(event.dealer[event.up - 1])} face up" if event.turned else "face down"
        return f"Dealt: {self._each(event.hands)}; dealer {hand(event.dealer)}, {up}. {self._order()}"

    def _order(self) -> str:
        method = self.dealing
        return self.cite(method.order_rule if method else "first_cards")

    def _turned(self) -> str:
        assert self.dealing is not None
        return self.cite(self.dealing.turned_under)

    def _up_card(self, event: Any) -> str:
        now = f"not {pretty(event.before)} but {pretty(event.card)}"
        return f"The face-up card was keyed wrongly: {now}. {self._order()}"

    def _progressive(self, event: Any, who: str) -> str:
        took = f"{show_dollars(event.cents)} was accepted and is taken"
        struck = f"{show_dollars(event.before)} was not accepted and is struck"
        return f"{who}: a progressive wager of {took if event.cents else struck}. {self.cite(event.rule)}"

    def _unseen(self, event: Any) -> str:
        counts = ", ".join(f"{self.who(n)} {count}" for n, count in event.counts.items())
        if not hasattr(event, "up_card"):
            return f"Burnt, then dealt: {counts}; the community card lies face down. {self._order()}"
        up = "face down" if event.up_card is None else f"{pretty(event.up_card)} face up"
        return f"Cards dealt: {counts}; dealer {event.dealer_count}, {up}. {self._order()}"

    def _tip(self, event: Any) -> str:
        return f", with a tip of {show_dollars(event.tip)}" if getattr(event, "tip", 0) else ""

    def _revealed(self, event: Any) -> str:
        has = "a qualifying hand" if event.qualifies else "no hand"
        magic = f" The magic card is {pretty(event.magic_card)}." if event.magic_card is not None else ""
        place = self.who(int(event.lucky)) if event.lucky and event.lucky.isdigit() else "the dealer"
        lucky = f" The lucky position is {place}." if event.lucky else ""
        named = describe(event.value)
        return (
            f"The dealer has {hand(event.dealer)}: {named}, {has}.{magic}{lucky} {self.cite('dealer_qualifies_with')}"
        )


CAMEL = re.compile(r"\b(?:[A-Z][a-z]+){2,}\b")

UNDER: dict[type[Any], tuple[str, ...]] = {
    e.TableOpened: ("designated_table", "single_deck"),
    e.DeckShuffled: ("shuffled_every_round",),
    e.DeckCut: ("cut_minimum", "cut_after", "cut_required"),
    e.DeviceInstalled: ("device_removed_first",),
    e.DeviceRemoved: ("device_removed_first",),
    e.SeatTaken: ("seated_players_only",),
}
"""The rules of events that carry none themselves."""

FINAL = {"stand": "stands with a winning hand", "discard": "discards", "card": "asks for a bonus card"}


def _grouped(amount: str) -> str:
    whole, _, rest = amount.partition(".")
    return f"{int(whole):,}.{rest}"


def _signed(cents: int) -> str:
    return show_dollars(cents) if cents <= 0 else "+" + show_dollars(cents)
