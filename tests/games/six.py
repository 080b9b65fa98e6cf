"""A random walk through a round of Bonus 6: what is offered, what is strange, and the cards as they really lie."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tests.games.houses import House, six_house
from tests.games.purse import Purse
from tests.games.rigged import KINDS, Stub, texts
from upcard.cards import DECK, Card, show_card
from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import decide, options, replay
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import Round, Seat
from upcard.games.option import Option
from upcard.rules.bonus_six import BonusSixRules
from upcard.units import show_cents

LATE = ("wrong-count", "card-off-table")


class Walk:
    """One round, played by what `options` offers."""

    def __init__(self, rng: Random, *, made: tuple[House, BonusSixRules] | None = None) -> None:
        self.rng = rng
        self.house, self.rules = made or six_house(rng)
        self.round = Round()
        self.events: list[e.Event] = []
        self.commands: list[c.Command] = []
        self.rounds = [self.round]
        self.purse = Purse()
        self.hands: dict[int, tuple[Card, ...]] = {}
        """Every card that a seat would get, in order; the first cards may be too few or too many."""
        self.first: dict[int, int] = {}
        self.lie: dict[int, tuple[Card, ...]] = {}
        self.stub = Stub(rng)
        self.burnt, self.community = DECK[0], DECK[1]
        self.most_wagers = rng.randrange(1, 20)
        self.reports = rng.random() < 0.3
        self.wrong_counts = rng.random() < 0.3

    def shuffle(self) -> None:
        rng, stub = self.rng, self.stub
        self.burnt, self.community = stub.take(2)
        for seat in self.round.seats:
            good = stub.deal(rng.choice(KINDS)) if rng.random() < 0.6 and len(stub.cards) > 12 else stub.take(5)
            self.hands[seat] = good
            self.first[seat] = 2
            if self.wrong_counts and rng.random() < 0.3:
                self.first[seat] = rng.choice((0, 1, 3))
            self.lie[seat] = good[: self.first[seat]]

    # ---- acts

    def well_formed(self, option: Option) -> tuple[c.Command, ...]:
        fields, keyed = option.fields, self.round.keyed
        match option.act:
            case "Deal":
                return (c.Deal(self.burnt, dict(self.lie), self.community),)
            case "DealUnseen":
                return (c.DealUnseen({seat: len(cards) for seat, cards in self.lie.items()}),)
            case "TurnCommunity":
                cards = (self.community, *self._left()[:1]) if keyed else (None,)
                return tuple(c.TurnCommunity(card) for card in cards)
            case "DealStreet":
                return (c.DealStreet({} if keyed else {n: self._next(n) for n in self._in_play()}),)
            case "ShowHand":
                seat, cards = fields["seat"], self.lie[fields["seat"]]
                kept = self.round.seats[seat].cards
                wrong = (() if kept else self._wrong(cards)) if keyed else ()
                return tuple(c.ShowHand(seat, (*kept, *each[len(kept) :])) for each in (cards, *wrong))
            case "CorrectHand":
                seat = fields["seat"]
                before = self.round.seats[seat].cards
                truth = self.lie[seat][: len(before)]
                if truth != before:
                    return (c.CorrectHand(seat, truth),)
                return tuple(c.CorrectHand(seat, cards) for cards in self._wrong(truth))
            case "CorrectCommunity":
                right = self.round.community == self.community
                return tuple(c.CorrectCommunity(card) for card in (self._left()[:1] if right else [self.community]))
            case "DealBonusCard":
                if "card" in fields:
                    return (c.DealBonusCard(**fields),)
                return (c.DealBonusCard(fields["seat"], self._next(fields["seat"])),)
            case "PlaceWager":
                amounts = option.amounts
                if amounts is None:
                    assert option.low is not None
                    high = option.high if option.high is not None else option.low + 1000
                    amounts = tuple({option.low, high, min(option.low + 499, high)})
                return tuple(c.PlaceWager(**fields, cents=cents) for cents in amounts)
            case _:
                return (getattr(c, option.act)(**fields),)

    def _wrong(self, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        """A hand as a dealer might key it by mistake: the first card is of those that are still in the deck."""
        left = self._left()
        return ((left[0], *cards[1:]),) if left else ()

    def _left(self) -> list[Card]:
        """The cards that are still in the deck, and that nobody has keyed by mistake."""
        gone = {self.burnt, self.community, *self._known(), *(card for hand in self.hands.values() for card in hand)}
        left = [card for card in DECK if card not in gone]
        return self.rng.sample(left, len(left))

    @property
    def mistaken(self) -> list[Option]:
        """The corrections that are still to be made."""
        seats = self.round.seats
        found = options(self.rules, self.round)
        hands = [o for o in found if o.act == "CorrectHand"]
        wrong = [o for o in hands if seats[n := o.fields["seat"]].cards != self.lie[n][: len(seats[n].cards)]]
        return wrong + [o for o in found if o.act == "CorrectCommunity" and self.round.community != self.community]

    def _in_play(self) -> list[int]:
        return [n for n, seat in self.round.seats.items() if seat.in_play]

    def _next(self, seat: int) -> Card:
        return self.hands[seat][len(self.lie[seat])]

    def accepts(self, command: c.Command) -> bool:
        """Whether an act is offered, and well formed where the option says only its kind."""
        if not any(option.allows(command) for option in options(self.rules, self.round)):
            return False
        round = self.round
        match command:
            case c.Deal():
                cards = [command.burnt, command.community, *(x for hand in command.hands.values() for x in hand)]
                return command.hands.keys() == round.seats.keys() and _one_deck(cards)
            case c.DealUnseen():
                counts = list(command.counts.values())
                return command.counts.keys() == round.seats.keys() and min(counts) >= 0 and sum(counts) <= 52
            case c.TurnCommunity():
                return command.card in DECK if round.keyed else command.card is None
            case c.DealStreet():
                wanted = set() if round.keyed else set(self._in_play())
                return command.cards.keys() == wanted and _one_deck([*self._known(), *command.cards.values()])
            case c.ShowHand():
                seat = round.seats[command.seat]
                others = [card for card in self._known() if card not in seat.cards]
                kept = command.cards[: len(seat.cards)] == seat.cards
                return len(command.cards) == seat.count and kept and _one_deck([*others, *command.cards])
            case c.CorrectHand():
                seat = round.seats[command.seat]
                others = [card for card in self._known() if card not in seat.cards]
                other = len(command.cards) == len(seat.cards) and command.cards != seat.cards
                return other and _one_deck([*others, *command.cards])
            case c.CorrectCommunity():
                others = [card for card in self._known() if card != round.community]
                return command.card != round.community and _one_deck([*others, command.card])
            case c.DealBonusCard():
                if command.card is None:
                    return (
                        True if round.keyed else self.rules.schedule.odds(round.seats[command.seat].value) is not None
                    )
                return _one_deck([*self._known(), command.card])
            case _:
                return True

    def _known(self) -> list[Card]:
        round = self.round
        table = [card for card in (round.burnt, round.community) if card is not None]
        counts = (seat for seat in round.seats.values() if not round.keyed or seat.void is None)
        return table + [card for seat in counts for card in seat.cards]

    def strange(self) -> c.Command:
        """Any act at all, with any fields."""
        rng = self.rng
        seat = rng.choice((-1, 0, 10, *range(1, 10), *self.round.seats, *self.round.seats))
        wager = rng.choice(("ante", "insurance", "tip", "bet_1", "bonus_card"))
        cents = rng.choice((-100, 0, 1, 50, 99, 100, 250, 500, 501, 1000, 10**6))
        card = Card(rng.choice((-1, 52, *range(52))))
        seats = rng.choice((list(self.round.seats), [*self.round.seats, 9], list(self.round.seats)[1:]))
        cards = rng.sample(DECK, 52)
        match rng.randrange(20):
            case 0:
                return c.PlaceWager(seat, wager, cents)
            case 1:
                return c.TakeBackWager(seat, wager)
            case 2:
                return c.CloseBets()
            case 3:
                hands: dict[int, tuple[Card, ...]] = {n: (cards.pop(), cards.pop()) for n in seats}
                return c.Deal(card, hands, cards.pop())
            case 4:
                return c.DealUnseen({n: rng.choice((2, 2, 2, -1, 40)) for n in seats})
            case 5:
                return c.TurnCommunity(rng.choice((None, card)))
            case 6:
                return c.Fold(seat)
            case 7:
                return c.Bet(seat, rng.choice((0, 0, -1, cents)))
            case 8:
                return c.DealStreet(rng.choice(({}, {n: cards.pop() for n in seats}, dict.fromkeys(seats, card))))
            case 9:
                return c.Stand(seat)
            case 10:
                return c.Discard(seat)
            case 11:
                return c.BuyCard(seat)
            case 12:
                lie = self.lie.get(seat, ())
                return c.ShowHand(seat, rng.choice((lie, lie[::-1], lie[:3], (card,) * 4, tuple(cards[:4]))))
            case 16:
                lie = self.lie.get(seat, ())
                return c.CorrectHand(seat, rng.choice((lie, lie[::-1], lie[:3], (card,) * 4, tuple(cards[:4]))))
            case 17:
                return c.CorrectCommunity(rng.choice((card, self.community)))
            case 18:
                return c.TakeBackDeal()
            case 13:
                return c.DealBonusCard(seat, rng.choice((None, card)))
            case 14:
                return c.SettleSeat(seat)
            case 15:
                return c.Report(rng.choice((*LATE, "exposed-card", "earthquake")), seat)
            case _:
                return c.Complete()

    # ---- the walk

    def choose(self) -> c.Command:
        offered = options(self.rules, self.round)
        if any(o.act == "CloseBets" for o in offered) and len(self.commands) >= self.most_wagers:
            return c.CloseBets()
        mistaken = self.mistaken
        if mistaken and (self.round.phase == "settled" or self.rng.random() < 0.1):
            return self.well_formed(self.rng.choice(mistaken))[0]
        weights = [self._weight(option) for option in offered]
        commands: tuple[c.Command, ...] = ()
        while not commands:
            commands = self.well_formed(self.rng.choices(offered, weights)[0])
        return self.rng.choice(commands)

    def _weight(self, option: Option) -> float:
        match option.act:
            case "Report" if option.fields["irregularity"] == "wrong-deck":
                return 0.01 if self.reports else 0.001
            case "Report":
                return 0.05 if self.reports else 0.001
            case "TakeBackDeal":
                return 5.0 if self.round.phase == "settled" else 0.05
            case "TakeBackWager" | "CorrectHand" | "CorrectCommunity":
                return 0.05
            case "Complete":
                return 5.0
            case "PlaceWager" if option.fields["wager"] != "ante":
                return 2.0
            case "Bet":
                return 4.0
            case "Stand" | "Discard" if self.round.keyed:
                # Who holds unseen cards knows them; only their player would stand on a losing hand.
                value = self.value(option.fields["seat"])
                return 1.0 if (self.rules.schedule.odds(value) is not None) == (option.act == "Stand") else 0.0001
            case "BuyCard":
                return 2.0
            case _:
                return 1.0

    def value(self, seat: int) -> int:
        from upcard.games.bonus_six.settlement import hand_value

        return hand_value(self.rules, Seat(cards=self.lie[seat][:4]), self.community)

    def apply(self, command: c.Command) -> tuple[e.Event, ...]:
        events = decide(self.rules, self.round, command)
        before = self.round
        self.round = replay(self.round, events)
        self.events += events
        self.commands.append(command)
        self.rounds.append(self.round)
        for event in events:
            self._book(before, event)
        if isinstance(command, c.CloseBets):
            self.shuffle()
        return events

    def _book(self, before: Round, event: e.Event) -> None:
        match event:
            case e.WagerPlaced():
                self.purse.put(event.seat, event.wager, event.cents)
            case e.WagerTakenBack():
                self.purse.take_back(event.seat, event.wager, event.cents)
            case e.BetMade():
                self.purse.put(event.seat, f"bet_{before.seats[event.seat].bets + 1}", event.cents)
                if event.tip:
                    self.purse.put(event.seat, "tip", event.tip)
            case e.FinalDecided():
                if event.decision == "card":
                    self.purse.put(event.seat, "bonus_card", before.seats[event.seat].ante)
                self.purse.pay(event)
            case e.StreetDealt():
                for seat in event.seats:
                    self.lie[seat] = (*self.lie[seat], self._next(seat))
            case e.HandCorrected() | e.CommunityCorrected():
                for seat in event.unverified:
                    self.lie[seat] = self.lie[seat][:4]
                self.purse.pay(event)
            case e.BonusCardDealt():
                self.lie[event.seat] = (*self.lie[event.seat], self._next(event.seat))
                self.purse.pay(event)
            case _:
                self.purse.pay(event)

    def play(self) -> Walk:
        while self.round.phase != "complete":
            self.apply(self.choose())
        return self

    # ---- the finished round, in the form of `upcard settle`

    def export(self) -> dict[str, Any]:
        return {
            "edition": "sd-bonus6",
            "house": self.house,
            "community": show_card(self.community),
            "seats": {str(number): self._seat(number) for number in self.round.seats},
            **({} if self.round.void is None else {"irregularity": "wrong-deck"}),
        }

    def _seat(self, number: int) -> dict[str, Any]:
        seat = self.round.seats[number]
        cards = self.lie[number]
        value: dict[str, Any] = {
            "wagers": {"ante": show_cents(seat.ante), "insurance": show_cents(seat.insurance)},
            "tips": [show_cents(tip) for tip in seat.tips],
            "decisions": list(seat.decisions),
        }
        if seat.void == "card_off_table":
            value["irregularity"] = "card-off-table"
        elif seat.void == "wrong_count" and self.first[number] == 2:
            cards = cards[:1]
        return value | {"cards": texts(cards)}


def _one_deck(cards: list[Card]) -> bool:
    return len(set(cards)) == len(cards) and set(cards) <= set(DECK)


def encoded(round: Round) -> bytes:
    return msgspec.msgpack.encode(round)
