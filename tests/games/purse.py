"""A second set of books: what the events say was put down, paid, returned and drawn, added up without the engine."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from upcard.games.caribbean_stud import events as stud
from upcard.games.payment import KEPT, Meter, Payment, award_alone, drawn, net, stake_alone, tips

EXTRAS = ("envy", "magic_card", "lucky")
"""Payments that no stake lies behind."""


class Purse:
    """Follows one round; every event leaves it balanced or fails."""

    def __init__(self, meters: dict[str, Meter] | None = None) -> None:
        self.down: dict[tuple[int, str], list[int]] = {}
        self.payments: list[Payment] = []
        self.beside: list[Payment] = []
        """Percentages that stay with their winners although the stake went back."""
        self.meters = dict(meters or {})
        self.opening = dict(self.meters)
        self.drawn = 0

    def put(self, seat: int, wager: str, cents: int) -> None:
        self.down.setdefault((seat, wager), []).append(cents)

    def take_back(self, seat: int, wager: str, cents: int) -> None:
        assert self.down.pop((seat, wager)) == [cents]

    def pay(self, event: Any) -> None:
        """The payments, reversals and draws of an event."""
        back: tuple[Payment, ...] = getattr(event, "reversed", ())
        for payment in back:
            for award in [p for p in self.payments if "%" in (p.odds or "") and stake_alone(p) == payment]:
                self.payments[self.payments.index(award)] = payment
                self.beside.append(award_alone(award))
            assert payment in self.payments, "only what was paid is reversed"
            self.payments.remove(payment)
            if payment.source == "meter":
                self._put_back(payment)
        paid = getattr(event, "payments", ())
        for payment in paid:
            self._check(payment)
        self.payments += paid
        for draw in getattr(event, "draws", ()):
            self._draw(draw)
        match event:
            case stud.AwardKept():
                self._keep(event)
            case stud.PartsReturned():
                meter, cents = self.meters[event.level], event.parts * event.each
                self.meters[event.level] = replace(meter, amount=meter.amount + cents * 1_000_000)
                self.drawn -= cents
        self.check()

    def _keep(self, event: stud.AwardKept) -> None:
        """An award that stays is what was paid, under the rule by which it stays; nothing moves."""
        said = (event.seat, event.wager, event.odds, event.cents)
        for lines in (self.payments, self.beside):
            for at, p in enumerate(lines):
                if (p.seat, p.wager, p.odds, p.paid) == said and event.rule in (p.rule, KEPT):
                    lines[at] = replace(p, rule=event.rule)
                    return
        raise AssertionError("only what was paid stays")

    def _check(self, payment: Payment) -> None:
        assert payment.returned in (0, payment.staked)
        assert 0 <= payment.drawn <= payment.paid
        assert (payment.source is not None) == (payment.result == "win")
        assert payment.paid == 0 or payment.result == "win"
        assert payment.drawn == 0 or payment.source == "meter"
        assert (payment.result in ("push", "void")) <= (payment.returned == payment.staked)
        assert payment.result not in ("lose", "forfeit", "fee") or payment.returned == 0
        if payment.source == "account":
            assert payment.wager in ("five_card_player", "five_card_dealer", "magic_card", "lucky")

    def _put_back(self, payment: Payment) -> None:
        """A fixed sum goes back to the one meter that it came off."""
        assert "%" not in (payment.odds or ""), "a percentage that was paid stays paid"
        (level,) = (level for level in self.meters if level != "five_card")
        meter = self.meters[level]
        self.meters[level] = Meter(meter.amount + payment.drawn * 1_000_000, meter.seed, meter.reserve)
        self.drawn -= payment.drawn

    def _draw(self, draw: Any) -> None:
        before = self.meters[draw.level]
        after = drawn(before, draw)
        taken = draw.each * draw.ways * 1_000_000
        assert taken <= before.amount
        if draw.resets:
            assert after.amount == before.seed + before.reserve + before.amount - taken
            assert after.reserve == 0
        else:
            assert after == Meter(before.amount - taken, before.seed, before.reserve)
        assert after.seed == before.seed
        self.meters[draw.level] = after
        self.drawn += draw.each * draw.ways

    def check(self) -> None:
        """What holds after every event."""
        paid = self._paid_wagers()
        assert not paid - self._wagers_down(), "a wager is paid once"
        assert sum(p.drawn for p in (*self.payments, *self.beside)) <= self.drawn
        for seat in {number for number, _ in self.down}:
            staked = sum(p.staked for p in self.payments if p.seat == seat)
            assert staked <= self.put_down(seat)

    def settled(self) -> None:
        """What holds when everything is settled."""
        assert self._paid_wagers() == self._wagers_down(), "every wager put down has one payment"
        every = (*self.payments, *self.beside)
        assert sum(p.drawn for p in every) == self.drawn, "no part of an award is left without an owner"
        seats = {number for number, _ in self.down}
        for seat in seats:
            mine = [p for p in every if p.seat == seat]
            kept = sum(p.staked - p.returned for p in mine)
            assert self.put_down(seat) == sum(p.returned for p in mine) + kept
            won = sum(p.paid for p in mine)
            assert net(every, seat) == won - kept - tips(tuple(mine))
        house = sum(p.staked - p.returned - p.paid for p in every)
        assert sum(net(every, seat) for seat in seats) + tips(every) + house == 0

    def put_down(self, seat: int) -> int:
        return sum(sum(cents) for (number, _), cents in self.down.items() if number == seat)

    def _wagers_down(self) -> Counter[tuple[int, str, int]]:
        return Counter((seat, wager, cents) for (seat, wager), every in self.down.items() for cents in every)

    def _paid_wagers(self) -> Counter[tuple[int, str, int]]:
        return Counter((p.seat, p.wager, p.staked) for p in self.payments if p.wager not in EXTRAS)
