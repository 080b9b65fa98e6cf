"""Acts in plain English, and the commands that they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.rounds.header import Header, card, cards
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.round import StepKind
from upcard.tables import commands as c
from upcard.units import parse_dollars

WAGERS = {
    "the ante": "ante", "the progressive": "progressive", "the bonus": "bonus", "insurance": "insurance",
    "the own five card hand": "five_card_player", "the dealer's five card hand": "five_card_dealer",
    "cover all": "cover_all", "a tip": "tip",
}  # fmt: skip
DEVICES = {"shuffler": "shuffler", "manual shoe": "manual-shoe", "automated shoe": "automated-shoe"}
WAYS = {"hand": "from-hand", **DEVICES}
IRREGULARITIES = {
    "a card found face up": "face-up-card",
    "another card found face up": "face-up-card",
    "several cards found face up": "face-up-cards",
    "a card drawn in error and not seen": "card-drawn-in-error",
    "a hole card exposed before no more bets": "hole-card-exposed",
    "a hole card exposed after no more bets": "hole-card-exposed-late",
    "a jam of the automated shoe": "shoe-jam",
    "a wrong number of cards in the dealer's hand": "dealer-wrong-count",
    "a card too few in the dealer's hand": "dealer-short",
    "a wrong number of cards": "player-wrong-count",
    "a wrong number of own cards": "wrong-count",
    "a card off the table": "card-off-table",
    "an exposed card": "exposed-card",
    "a deck that is not one deck of 52": "wrong-deck",
    "chips that are not as many as the wagers": "chips-miscounted",
}
SETTLED: dict[str, StepKind] = {
    "ante and bet": "hand",
    "the progressive wager": "progressive",
    "the envy bonus": "envy",
    "the five card hand bonus": "five_card",
}
FOR_ALL: dict[str, StepKind] = {
    "announces no hand and pays the antes": "no_hand",
    "gives antes, bets and tips back": "misdeal",
    "pays the envy bonus": "envy",
    "settles the cover all wagers": "cover_all",
}

CHOICES = {"folds": "Fold", "bets": "Bet", "stands": "Stand", "discards": "Discard", "buys a bonus card": "BuyCard"}

LAST = "the last"
"""For the id of the act that was keyed last."""

Made = Callable[..., Any]
ONE: tuple[tuple[str, Made], ...] = (
    (r"opens the table", c.OpenTable),
    (r"closes the table", c.CloseTable),
    (r"inspects the (\w+) deck", c.InspectDeck),
    (r"verifies the (\w+) deck", c.VerifyDeck),
    (r"spreads the (\w+) deck face up", c.SpreadDeck),
    (r"washes and stacks the (\w+) deck", c.WashDeck),
    (r"brings a fresh (\w+) deck", c.ReplaceDeck),
    (r"brings the (\w+) deck (\S+)", c.ReplaceDeck),
    (r"has the (\w+) deck cut again", c.OrderRecut),
    (r"reports that the shuffler jams with the (\w+) deck", c.ReportShufflerJam),
    (r"reads (\d+) cards of the (\w+) deck on the shuffler", lambda n, deck: c.ReportShufflerCount(deck, int(n))),
    (r"cuts (\d+) cards from the (\w+) deck", lambda n, deck: c.CutDeck(deck, int(n))),
    (r"spreads the idle cards face (up|down)", lambda face: c.SpreadIdle(face == "up")),
    (r"removes the ([a-z ]+)", lambda device: c.RemoveDevice(DEVICES[device])),
    (r"installs the ([a-z ]+)", lambda device: c.InstallDevice(DEVICES[device])),
    (r"has the table dealt from the ([a-z ]+)", lambda way: c.ChangeDealing(WAYS[way])),
    (r"(?:announces no more bets and locks the progressive|presses the keypad to close the bets"
     r"|locks the coin-in slots|closes the bets)", c.LockOut),
    (r"counts (\d+) progressive chips?", lambda n: c.CountChips(int(n))),
    (r"deals", c.DealCards),
    (r"deals, drawing with the (left|right) hand", c.DealCards),
    (r"deals, holding the deck in the (left|right) hand", lambda hand: c.DealCards(None, hand)),
    (r"racks the stub", c.RackStub),
    (r"counts (\d+) cards in the stub", lambda n: c.CountStub(int(n))),
    (r"counts (\d+) cards in the stub and finds a misdeal", lambda n: c.CountStub(int(n), misdealt=True)),
    (r"counts (\d+) cards in the stub and finds (\d+) in the hands", lambda n, m: c.CountStub(int(n), hands=int(m))),
    (r"calls a supervisor", c.CallSupervisor),
    (r"answers the call", c.AnswerCall),
    (r"takes back what was keyed last", lambda: c.TakeBackStep(LAST)),
    (r"is done with the call", c.EndCall),
    (r"leaves the dealer's hand exposed", lambda: c.LeaveExposed(0)),
    (r"racks the dealer's hand", lambda: c.RackCards(0)),
    (r"reconciles the table", c.Reconcile),
    (r"presses the keypad to reset the system", c.Reconcile),
    (r"clears the lock-out", c.Reconcile),
    (r"reveals the hole cards", lambda: c.Play(stud.Reveal())),
    (r"reveals the hole cards: ([^;]+)", lambda held: c.Play(stud.Reveal(cards(held)))),
    (r"reveals the hole cards; the system draws the magic card (\S+)", lambda x: c.Play(stud.Reveal((), card(x)))),
    (r"reveals the hole cards; the system draws the lucky position (\w+)",
     lambda place: c.Play(stud.Reveal((), None, place))),
    (r"reveals the hole cards; the system draws the magic card (\S+) and the lucky position (\w+)",
     lambda x, place: c.Play(stud.Reveal((), card(x), place))),
    (r"deals the next card", lambda: c.Play(six.DealStreet())),
    (r"turns up the community card", lambda: c.Play(six.TurnCommunity())),
    (r"turns up the community card: (\S+)", lambda x: c.Play(six.TurnCommunity(card(x)))),
    (r"turns up the dealer's card", lambda: c.Play(stud.TurnUpCard())),
    (r"turns up the dealer's card: (\S+)", lambda x: c.Play(stud.TurnUpCard(card(x)))),
    (r"corrects the face-up card to (\S+)", lambda x: c.Play(stud.CorrectUpCard(card(x)))),
    (r"corrects the community card to (\S+)", lambda x: c.Play(six.CorrectCommunity(card(x)))),
    (r"completes the dealer's hand with a fifth card", lambda: c.Play(stud.CompleteDealer(None))),
)  # fmt: skip
"""Acts of the table as a whole."""

AT_SEAT: tuple[tuple[str, Made], ...] = (
    (r"presses the winner key of (\w+)", c.KeyWinner),
    (r"verifies the award of (\w+) and announces it", c.VerifyAward),
    (r"verifies the hand of (\w+)", c.VerifyHand),
    (r"verifies the light of (\w+)", c.VerifyLight),
    (r"verifies the hand of (\w+) for the floor", c.ConfirmHand),
    (r"validates the award of (\w+)", c.ValidateAward),
    (r"verifies the five card hand bonus of (\w+)", c.VerifyFiveCard),
    (r"validates the five card hand bonus of (\w+)", c.ValidateFiveCard),
    (r"completes the documents of (\w+)", c.DocumentAward),
    (r"collects what (\w+) gives up", c.CollectForfeits),
    (r"leaves the hand of (\w+) exposed", c.LeaveExposed),
    (r"hands back the cover all wager of (\w+)", lambda seat: c.Play(stud.TakeBackWager(seat, "cover_all"))),
    (r"deals the bonus card of (\w+)", lambda seat: c.Play(six.DealBonusCard(seat))),
    (r"settles (\w+)", lambda seat: c.Play(six.SettleSeat(seat))),
)
"""Acts of those who run the table at one player's place."""


class Reader:
    """Reads the acts of one transcript."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.six = header.rules.edition.game == "bonus-six"
        self.game: Any = six if self.six else stud

    def commands(self, actor: str, text: str, meters: dict[str, Any], order: tuple[Any, ...]) -> list[c.Command]:
        """The commands of an act; several where one sentence names several wagers or hands."""
        for pattern, made in ONE:
            if found := re.fullmatch(pattern, text):
                return [made(*found.groups())]
        for pattern, made in AT_SEAT:
            if (found := re.fullmatch(pattern, text)) and found[1] in self.header.seats:
                return [made(self.header.seats[found[1]])]
        if found := re.fullmatch(r"shuffles the (\w+) deck (by hand|in the shuffler)", text):
            return [c.ShuffleDeck(found[1], "hand" if found[2] == "by hand" else "shuffler", order)]
        if found := re.fullmatch(r"puts the pre-shuffled (\w+) deck on the table", text):
            return [c.ShuffleDeck(found[1], "pre-shuffled", order)]
        if found := re.fullmatch(r"racks the cards of ([\w ,]+)", text):
            return [c.RackCards(seat) for seat in self._seats(found[1])]
        return [*self._settles(text, meters), *self._reports(text), *self._keys(text)] or self._player(actor, text)

    def _seats(self, names: str) -> list[int]:
        return [self.header.seats[name] for name in re.split(r", | and ", names)]

    def _settles(self, text: str, meters: dict[str, Any]) -> list[c.Command]:
        if text in FOR_ALL:
            return [c.Play(stud.Settle(FOR_ALL[text], 0, meters))]
        if found := re.fullmatch(r"(?:settles|pays) ([a-z ]+) (?:of|for) (\w+)", text):
            return [c.Play(stud.Settle(SETTLED[found[1]], self.header.seats[found[2]], meters))]
        return []

    def _reports(self, text: str) -> list[c.Command]:
        if found := re.fullmatch(r"reports ([a-z0-9' ]+?)(?: at the place of (\w+))?", text):
            seat = (self.header.seats[found[2]],) if found[2] else ()
            return [c.Play(self.game.Report(IRREGULARITIES[found[1]], *seat))]
        return []

    def _keys(self, text: str) -> list[c.Command]:
        if (found := re.fullmatch(r"keys that (\w+) ([\w ]+)", text)) and found[2] in CHOICES:
            return [c.Play(getattr(self.game, CHOICES[found[2]])(self.header.seats[found[1]]))]
        if found := re.fullmatch(r"keys the cards of (\w+): (.+)", text):
            return [c.Play(self.game.ShowHand(self.header.seats[found[1]], cards(found[2])))]
        if self.six and (found := re.fullmatch(r"keys the deal: ([^;]+)", text)):
            return [c.Play(six.DealUnseen(self._counts(found[1])))]
        if found := re.fullmatch(r"keys the deal: ([^;]+); dealer (\d+), (?:(\S+) face up|face down)", text):
            up = card(found[3]) if found[3] else None
            return [c.Play(stud.DealUnseen(self._counts(found[1]), int(found[2]), up))]
        if found := re.fullmatch(r"keys the deal: ([^;]+)", text):
            return [c.Play(six.DealUnseen(self._counts(found[1])))]
        if text == "takes the keyed deal back":
            return [c.Play(self.game.TakeBackDeal())]
        if found := re.fullmatch(r"strikes the progressive wager of (\w+)", text):
            return [c.Play(stud.CorrectProgressive(self.header.seats[found[1]], 0))]
        if found := re.fullmatch(r"takes a progressive wager of (\S+) from (\w+)", text):
            return [c.Play(stud.CorrectProgressive(self.header.seats[found[2]], parse_dollars(found[1])))]
        if text == "deals the next card":
            return [c.Play(six.DealStreet())]
        return []

    def _counts(self, text: str) -> dict[int, int]:
        pairs = (part.split() for part in text.split(", "))
        return {self.header.seats[name]: int(count) for name, count in pairs}

    def _player(self, actor: str, text: str) -> list[c.Command]:
        seat = self.header.seats.get(actor, 0)
        if found := re.fullmatch(r"(takes|leaves) seat (\d)", text):
            return [c.TakeSeat(int(found[2]), actor) if found[1] == "takes" else c.LeaveSeat(int(found[2]))]
        if found := re.fullmatch(r"(wagers|calls out) (.+?)( in cash)?", text):
            tender: Any = "cash" if found[3] else "chips"
            pairs = re.findall(r"\$([0-9,.]+) on ((?:(?! and \$|, \$).)+)", found[2])
            every = [self.game.PlaceWager(seat, WAGERS[wager], parse_dollars(f"${cents}")) for cents, wager in pairs]
            return [c.Play(one, tender) for one in every]
        if found := re.fullmatch(r"takes back the wager on (.+)", text):
            return [c.Play(self.game.TakeBackWager(seat, WAGERS[found[1]]))]
        if found := re.fullmatch(r"lays a (match play|progressive) coupon of (\S+)", text):
            return [c.Play(stud.PlaceCoupon(seat, found[1].replace(" ", "_"), parse_dollars(found[2])))]
        if found := re.fullmatch(r"bets with a tip of (\S+)", text):
            return [c.Play(six.Bet(seat, parse_dollars(found[1])))]
        if text not in CHOICES:
            raise ValueError(f"no act: {actor} {text}")
        return [c.Play(getattr(self.game, CHOICES[text])(seat))]
