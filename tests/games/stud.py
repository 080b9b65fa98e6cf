"""A random walk through a round of Caribbean stud: what is offered, what is strange, and the cards as they lie."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tests.games.houses import House, meters_for, stud_house
from tests.games.purse import Purse
from tests.games.rigged import KINDS, Stub, texts
from upcard.cards import DECK, Card, show_card
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import decide, options, replay
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.decide import unseen
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES
from upcard.games.caribbean_stud.round import Round
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.option import Option
from upcard.rules.caribbean_stud import SIDE_WAGERS, CaribbeanStudRules
from upcard.units import show_cents, show_meter

EVENTS = tuple[e.Event, ...]
FREE = (
    "Deal", "DealUnseen", "TurnUpCard", "CompleteDealer", "Reveal", "ShowHand", "CorrectHand", "CorrectDealer",
    "CorrectUpCard",
)  # fmt: skip
"""Acts whose option names their kind, and the cards are the table's."""


class Walk:
    """One round, played by what `options` offers."""

    def __init__(self, rng: Random, *, made: tuple[str, House, CaribbeanStudRules] | None = None) -> None:
        self.rng = rng
        self.edition, self.house, self.rules = made or stud_house(rng)
        self.opening = meters_for(rng, self.rules)
        self.round = Round()
        self.events: list[e.Event] = []
        self.commands: list[c.Command] = []
        self.rounds = [self.round]
        self.purse = Purse(self.opening)
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.dealer: tuple[Card, ...] = ()
        self.up = 1
        self.draws: tuple[Card | None, str | None] = (None, None)
        self.stub = Stub(rng)
        self.most_wagers = rng.randrange(1, 25)
        self.reports = rng.random() < 0.3
        self.wrong_counts = rng.random() < 0.3

    # ---- the cards as they really lie

    def shuffle(self) -> None:
        rng, stub = self.rng, self.stub
        kinds = {seat: rng.choice(KINDS) for seat in self.round.seats}
        self.dealer = stub.deal(rng.choice(KINDS))
        self.hands = {seat: stub.deal(kind) for seat, kind in kinds.items()}
        if self.wrong_counts:
            share = rng.choice((0.3, 0.3, 1.0))
            for seat in self.hands:
                if rng.random() < share:
                    self.hands[seat] = self._miscounted(self.hands[seat])
            if rng.random() < 0.5:
                self.dealer = self._miscounted(self.dealer)
        self.up = rng.randrange(1, max(len(self.dealer), 1) + 1)
        if self.rules.five_card and rng.random() < 0.6:
            seats = [str(seat) for seat in self.round.seats]
            self.draws = (rng.choice(DECK), rng.choice((*seats, "dealer")))

    def _miscounted(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        count = self.rng.choice((0, 3, 4, 4, 6))
        return cards[:count] if count < 5 else (*cards, *self.stub.take(count - 5))

    # ---- acts

    def well_formed(self, option: Option) -> tuple[c.Command, ...]:
        """The acts that an option stands for, at its bounds."""
        fields = option.fields
        match option.act:
            case "Deal":
                deal = c.Deal(dict(self.hands), self.dealer, self.up)
                return (deal, msgspec.structs.replace(deal, turned=False))
            case "DealUnseen":
                counts = {seat: len(cards) for seat, cards in self.hands.items()}
                if not self.dealer:
                    return ()
                return tuple(c.DealUnseen(counts, len(self.dealer), up) for up in (self.dealer[self.up - 1], None))
            case "TurnUpCard":
                return (c.TurnUpCard(self.up_card if self.round.keyed else None),)
            case "CompleteDealer":
                return (c.CompleteDealer(None if self.round.keyed else self.stub.cards[0]),)
            case "Reveal":
                cards = self.dealer if self.round.keyed else ()
                if self.round.keyed and not self.up_right:
                    return ()
                wrong = tuple(c.Reveal(other, *self.draws) for other in self._wrong(cards))
                return (c.Reveal(cards), c.Reveal(cards, *self.draws), *wrong)
            case "ShowHand":
                cards = self.hands[fields["seat"]]
                return tuple(c.ShowHand(fields["seat"], each) for each in (cards, *self._wrong(cards)))
            case "CorrectHand":
                cards = self.hands[fields["seat"]]
                same = cards == self.round.seats[fields["seat"]].cards
                keyed = self._wrong(cards) if same else (cards,)
                found = tuple(c.CorrectHand(fields["seat"], each) for each in keyed)
                return tuple(command for command in found if self.accepts(command))
            case "CorrectDealer":
                same = self.dealer == self.round.dealer
                keyed = self._wrong(self.dealer) if same else (self.dealer,)
                return tuple(x for x in (c.CorrectDealer(each) for each in keyed) if self.accepts(x))
            case "CorrectUpCard":
                return (c.CorrectUpCard(DECK[self.up_card - 1] if self.up_right else self.up_card),)
            case "Settle":
                return (c.Settle(fields["kind"], fields["seat"], dict(self.purse.meters)),)
            case "PlaceWager" | "PlaceCoupon" | "CorrectProgressive":
                if option.amounts is not None:
                    amounts = option.amounts
                else:
                    assert option.low is not None
                    high = option.high if option.high is not None else option.low + 1000
                    amounts = tuple({option.low, high, min(option.low + 499, high)})
                kind = getattr(c, option.act)
                return tuple(kind(**fields, cents=cents) for cents in amounts)
            case _:
                return (getattr(c, option.act)(**fields),)

    @property
    def up_card(self) -> Card:
        """The card that really lies face up."""
        return self.dealer[self.up - 1]

    @property
    def up_right(self) -> bool:
        return self.round.up == self.up_card

    def _wrong(self, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        """A hand as a dealer might key it by mistake: one card is of those that are still in the deck."""
        known = {*self._known(), *self.dealer, *(card for hand in self.hands.values() for card in hand)}
        left = [card for card in DECK if card not in known]
        if not cards or not left:
            return ()
        place = next(place for place, card in enumerate(cards) if card != self.round.up)
        return ((*cards[:place], self.rng.choice(left), *cards[place + 1 :]),)

    @property
    def mistaken(self) -> tuple[Option, ...]:
        """The corrections that are still to be made."""
        found = (option for option in options(self.rules, self.round) if option.act in ("CorrectHand", "CorrectDealer"))
        return tuple(
            option for option in found
            if (self.round.dealer != self.dealer if option.act == "CorrectDealer"
                else self.round.seats[option.fields["seat"]].cards != self.hands[option.fields["seat"]])
        )  # fmt: skip

    def accepts(self, command: c.Command) -> bool:
        """Whether an act is offered, and well formed where the option says only its kind."""
        if not any(option.allows(command) for option in options(self.rules, self.round)):
            return False
        round = self.round
        match command:
            case c.Deal():
                cards = [*command.dealer, *(card for hand in command.hands.values() for card in hand)]
                up = 1 <= command.up <= max(1, len(command.dealer))
                return command.hands.keys() == round.seats.keys() and _one_deck(cards) and up
            case c.DealUnseen():
                counts = [*command.counts.values(), command.dealer_count]
                counted = min(counts) >= 0 and sum(counts) <= 52
                shown = command.up_card is None or (command.dealer_count >= 1 and _one_deck([command.up_card]))
                return command.counts.keys() == round.seats.keys() and counted and shown
            case c.TurnUpCard():
                return command.card in DECK if round.keyed else command.card is None
            case c.CompleteDealer():
                if round.keyed or command.card is None:
                    return round.keyed and command.card is None
                return _one_deck([*self._known(), command.card])
            case c.Reveal():
                dealer = command.dealer or round.dealer
                keyed = bool(command.dealer) == round.keyed
                draws = self.rules.magic_card is not None and command.lucky in (None, "dealer", *map(str, round.seats))
                draws = draws and command.magic_card in (None, *DECK)
                if command.magic_card is None and command.lucky is None:
                    draws = True
                again = round.keyed and bool(round.dealer)  # the card that it lacked: nothing is drawn beside it
                rest = self._players() if again else []
                whole = len(dealer) == 5 and _one_deck([*rest, *dealer]) and round.up in dealer
                return keyed and whole and (draws or again)
            case c.ShowHand():
                return len(command.cards) == 5 and _one_deck([*self._known(), *command.cards])
            case c.CorrectUpCard():
                return command.card != round.up and _one_deck([command.card])
            case c.CorrectHand():
                return self._other(round.seats[command.seat].cards, command.cards)
            case c.CorrectDealer():
                return self._other(round.dealer, command.dealer)
            case _:
                return True

    def _other(self, before: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
        rest = [card for card in self._known() if card not in before]
        return len(cards) == 5 and _one_deck([*rest, *cards]) and set(cards) != set(before)

    def _known(self) -> list[Card]:
        """The cards that the system has been told of."""
        round = self.round
        up = [round.up] if round.up is not None and not round.dealer else []
        return self._players() + ([] if round.misdealt else [*round.dealer, *up])

    def _players(self) -> list[Card]:
        """Those of the players' hands that count."""
        counts = (seat for seat in self.round.seats.values() if not self.round.keyed or seat.void is None)
        return [card for seat in counts for card in seat.cards]

    def strange(self) -> c.Command:
        """Any act at all, with any fields."""
        rng = self.rng
        seat = rng.choice((-1, 0, 10, *range(1, 10), *self.round.seats, *self.round.seats))
        wager = rng.choice(("ante", "bet", "nonsense", "match_play", *SIDE_WAGERS))
        cents = rng.choice((-100, 0, 1, 99, 100, 101, 500, 501, 1000, 3333, 3334, 5000, 5001, 10**6))
        card = Card(rng.choice((-1, 52, *range(52))))
        kinds = ("misdeal", "no_hand", "hand", "progressive", "envy", "five_card", "cover_all")
        match rng.randrange(20):
            case 0:
                return c.PlaceWager(seat, wager, cents)
            case 1:
                return c.TakeBackWager(seat, wager)
            case 2:
                return c.PlaceCoupon(seat, rng.choice(("match_play", "progressive", "nonsense")), cents)
            case 3:
                return c.CloseBets()
            case 4:
                return self._strange_deal(card)
            case 5:
                counts = {n: rng.choice((5, 5, 5, -1, 30)) for n in self._some_seats()}
                return c.DealUnseen(counts, rng.choice((5, 4, 0, -1, 50)), rng.choice((card, card, None)))
            case 6:
                return c.CompleteDealer(rng.choice((None, card)))
            case 7:
                return c.Fold(seat)
            case 8:
                return c.Bet(seat)
            case 9:
                dealer = rng.choice(((), self.dealer, self.dealer[:4], tuple(rng.sample(DECK, 5)), (card,) * 5))
                return c.Reveal(dealer, rng.choice((None, card)), rng.choice((None, "dealer", "3", "0", "x")))
            case 10:
                cards = rng.choice((self.hands.get(seat, ()), tuple(rng.sample(DECK, 5)), (card,) * 5, self.dealer))
                return c.ShowHand(seat, cards)
            case 11:
                return c.Settle(rng.choice(kinds), seat, dict(self.purse.meters))  # type: ignore[arg-type]
            case 12:
                cards = rng.choice((self.hands.get(seat, ()), tuple(rng.sample(DECK, 5)), (card,) * 5, self.dealer))
                return c.CorrectHand(seat, cards)
            case 13:
                return c.CorrectDealer(rng.choice(((), self.dealer, self.dealer[:4], tuple(rng.sample(DECK, 5)))))
            case 14:
                known = [kind.kind for kind in IRREGULARITIES]
                return c.Report(rng.choice((*known, "earthquake")), seat)
            case 15:
                return c.CorrectUpCard(card)
            case 16:
                return c.TakeBackDeal()
            case 17:
                return c.CorrectProgressive(seat, cents)
            case 18:
                return c.TurnUpCard(rng.choice((None, card)))
            case _:
                return c.Complete()

    def _some_seats(self) -> list[int]:
        return self.rng.choice((list(self.round.seats), [*self.round.seats, 9], list(self.round.seats)[1:]))

    def _strange_deal(self, card: Card) -> c.Deal:
        rng = self.rng
        cards = list(DECK)
        rng.shuffle(cards)
        hands = {seat: tuple(cards.pop() for _ in range(5)) for seat in self._some_seats()}
        dealer = tuple(cards[:5]) if cards[:4] and rng.random() < 0.7 else (card, *cards[:4])
        return c.Deal(hands, dealer, rng.choice((0, 1, 5, 6)))

    # ---- the walk

    def choose(self) -> c.Command:
        offered = options(self.rules, self.round)
        closing = [o for o in offered if o.act == "CloseBets"]
        if closing and len(self.commands) >= self.most_wagers:
            return c.CloseBets()
        if self.round.phase == "decided" and self.round.keyed and self.round.up not in (None, self.up_card):
            return c.CorrectUpCard(self.up_card)
        mistaken = self.mistaken
        if mistaken and (self.round.phase == "settled" or self._pays_a_percentage()):
            return self.well_formed(self.rng.choice(mistaken))[0]
        weights = [self._weight(option) for option in offered]
        commands: tuple[c.Command, ...] = ()
        while not commands:
            commands = self.well_formed(self.rng.choices(offered, weights)[0])
        return self.rng.choice(commands)

    def _pays_a_percentage(self) -> bool:
        """Whether the next step pays what is not taken back: whoever validates it looks at the cards."""
        round = self.round
        if not round.agenda or unseen(self.rules, round, round.agenda[0]):
            return False
        lines = perform(self.rules, round, round.agenda[0], self.purse.meters).payments
        return any("%" in (line.odds or "") for line in lines)

    def _weight(self, option: Option) -> float:
        match option.act:
            case "Complete":
                return 5.0
            case "Report" if self.round.phase == "settled" and option.fields["irregularity"] == "dealer-short":
                return 1.0 if self.reports else 0.001
            case "Report" if self.round.dealt and option.fields["irregularity"] in ("shoe-jam", "wrong-deck"):
                return 0.01 if self.reports else 0.001
            case "Report" if self.round.phase in ("settling", "settled"):
                return 0.05 if self.reports else 0.001
            case "Report":
                return 0.15 if self.reports and self.round.phase != "betting" else 0.001
            case "TakeBackWager" | "CorrectProgressive":
                return 0.05
            case "TakeBackDeal":
                return {"settled": 5.0, "short": 1.0}.get(self.round.phase, 0.1)
            case "CorrectUpCard":
                return 0.1 if self.up_right else 0.5
            case "CorrectHand" | "CorrectDealer":
                return 0.2 if option in self.mistaken else 0.02
            case "PlaceWager" if option.fields["wager"] != "ante":
                return 2.0
            case "Bet":
                return 2.0
            case _:
                return 1.0

    def apply(self, command: c.Command) -> EVENTS:
        events = decide(self.rules, self.round, command)
        self.round = replay(self.round, events)
        self.events += events
        self.commands.append(command)
        self.rounds.append(self.round)
        for event in events:
            self._book(event)
        if isinstance(command, c.CloseBets):
            self.shuffle()
        if isinstance(command, c.Report) and isinstance(events[0], e.DealerFellShort):
            up = self.up_card
            gone = next(card for card in reversed(self.dealer) if card != up)
            self.dealer = tuple(card for card in self.dealer if card != gone)
            self.up = self.dealer.index(up) + 1
        if isinstance(command, c.CompleteDealer):
            self.dealer = (*self.dealer, *self.stub.take(1))
        return events

    def _book(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced():
                self.purse.put(event.seat, event.wager, event.cents)
            case e.WagerTakenBack(wager="match_play"):
                self.purse.take_back(event.seat, "match_play", 0)
            case e.WagerTakenBack(wager="progressive_coupon"):
                self.purse.take_back(event.seat, "progressive", 0)
            case e.WagerTakenBack():
                self.purse.take_back(event.seat, event.wager, event.cents)
            case e.ProgressiveCorrected() if event.cents:
                self.purse.put(event.seat, "progressive", event.cents)
            case e.ProgressiveCorrected():
                staked = 0 if event.wager == "progressive_coupon" else event.before
                self.purse.take_back(event.seat, "progressive", staked)
            case e.CouponPlaced():
                self.purse.put(event.seat, event.coupon, 0)
            case e.BetMade():
                self.purse.put(event.seat, "bet", event.cents)
            case _:
                self.purse.pay(event)
        assert isinstance(event, e.StepSettled) or not getattr(event, "draws", ())

    def play(self) -> Walk:
        while self.round.phase != "complete":
            self.apply(self.choose())
        return self

    # ---- the finished round, in the form of `upcard settle`

    def export(self) -> dict[str, Any]:
        dealer = self.dealer
        found = next((x for x in reversed(self.events) if isinstance(x, e.RoundVoided) and self.round.void), None)
        late = any(isinstance(x, c.Report) and x.irregularity == "dealer-wrong-count" for x in self.commands)
        late |= found is not None and found.irregularity == "dealer-wrong-count" and len(dealer) == 5
        value: dict[str, Any] = {
            "edition": self.edition,
            "house": self.house,
            "meters": {
                level: {"amount": show_meter(m.amount), "seed": show_meter(m.seed), "reserve": show_meter(m.reserve)}
                for level, m in self.opening.items()
            },
            "seats": {str(number): self._seat(number) for number in self.round.seats},
            "dealer": texts(dealer),
        }
        if late:
            value["dealer"] = texts((*dealer, self.stub.cards[0]))
        elif found is not None and found.irregularity != "dealer-wrong-count":
            value["irregularity"] = "stub-51" if found.irregularity == "stub-count" else found.irregularity
        if self.round.magic_card is not None:
            value["magic_card"] = show_card(self.round.magic_card)
        if self.round.lucky is not None:
            value["lucky"] = self.round.lucky
        return value

    def _seat(self, number: int) -> dict[str, Any]:
        seat = self.round.seats[number]
        cards = self.hands.get(number, ())
        if seat.void == "player_wrong_count" and len(cards) == 5:
            cards = cards[:4]
        value: dict[str, Any] = {
            "cards": texts(cards),
            "wagers": {wager: show_cents(cents) for wager, cents in {"ante": seat.ante, **seat.wagers}.items()},
        }
        if seat.decision:
            value["decision"] = seat.decision
        coupons = {"match_play": seat.match_play, "progressive": seat.coupon}
        if any(coupons.values()):
            value["coupons"] = {name: show_cents(cents) for name, cents in coupons.items() if cents}
        return value


def _one_deck(cards: list[Card]) -> bool:
    return len(set(cards)) == len(cards) and set(cards) <= set(DECK)


def encoded(round: Round) -> bytes:
    return msgspec.msgpack.encode(round)
