"""Tables with real cards that are keyed wrongly, corrected at any time or found miscounted: they never stand still."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.rigged import KINDS, Stub
from tests.tables.desk import SUE
from tests.tables.led import KEYED, Led
from tests.tables.test_next_step import ENOUGH
from upcard.cards import DECK, Card
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.plugin import CORRECTIONS as SIX_CORRECTIONS
from upcard.games.bonus_six.settlement import bets, card_fee
from upcard.games.caribbean_stud.plugin import CORRECTIONS as STUD_CORRECTIONS
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.games.caribbean_stud.wagers import put_down
from upcard.games.option import Option
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import due, options
from upcard.tables import events as e

MOST = 25
"""Corrections at one table, so that it comes to an end."""

EXCHANGED = ("CorrectHand", "CorrectDealer", "CorrectCommunity")

CORRECTIONS = {*STUD_CORRECTIONS, *SIX_CORRECTIONS}


class Mistaken(Led):
    """A table that is led, and whose supervisor now and then finds that other cards lie there."""

    def __init__(self, t: TableRules, seed: int) -> None:
        super().__init__(t, seed)
        self.done: Counter[str] = Counter()

    def correct(self) -> None:
        """One of the corrections and late voids that are offered, with any cards that are left."""
        round: Any = self.table.round
        phases = ("closed", "deciding", "decided", "turning", "cards", "settling", "settled", "second", "fourth")
        settles = round is not None and round.phase in phases
        if not settles or self.rng.random() < 0.6 or sum(self.done.values()) > MOST:
            return
        if not self.table.chips and [step.act for step in due(self.t, self.table)] == ["CountChips"]:
            self.act(c.CountChips(accepted_chips(round) + 1))
        found = options(self.t, self.table, SUE).in_round
        offered = [o for o in found if o.act in CORRECTIONS]
        late = [o for o in found if o.fields.get("irregularity") in ("player-wrong-count", "wrong-count")]
        game: Any = six if isinstance(round, six.Round) else stud
        if late and round.phase not in ("second", "turning") and self.rng.random() < 0.1:
            told = self.rng.choice(late).fields
            self.play(game.Report(**told), SUE)
            self.pack += round.seats[told["seat"]].cards  # they were keyed wrongly, and may lie elsewhere
            self.rng.shuffle(self.pack)
            self.done["late void"] += 1
        elif offered:
            option = self.rng.choice(offered)
            others = [o for o in offered if o.act in EXCHANGED and o.fields != option.fields]
            if option.act == "CorrectHand" and others and self.rng.random() < 0.4:
                self._exchanged(option.fields["seat"], self.rng.choice(others).fields.get("seat", 0))
            else:
                self._corrected(option)

    def _exchanged(self, seat: int, other: int) -> None:
        """Cards of a hand were keyed as those of another place, and theirs as its own."""
        round: Any = self.table.round
        game: Any = six if isinstance(round, six.Round) else stud
        beside = round.dealer if game is stud else (round.community,)
        mine, theirs = round.seats[seat].cards, round.seats[other].cards if other else beside
        most = min(len(mine), len(theirs))
        count = self.rng.choice((1, most))
        right = (*theirs[:count], *mine[count:])
        assert self.refused_play(game.CorrectHand(seat, right), SUE) == "single_deck"
        self.play(game.CorrectHand(seat, right, {other: (*mine[:count], *theirs[count:])}), SUE)
        self.done["exchanged"] += 1

    def _corrected(self, option: Option) -> None:
        game: Any = six if isinstance(self.table.round, six.Round) else stud
        round: Any = self.table.round
        seat = option.fields.get("seat", 0)
        match option.act:
            case "TakeBackDeal":
                self.play(game.TakeBackDeal(), SUE)
                if round.community if game is six else round.up:
                    self.pack = self.rng.sample(DECK, len(DECK))
                self.done[option.act] += 1
                return
            case "CorrectUpCard":
                self.play(stud.CorrectUpCard(self.dealer[1]), SUE)
                self.dealer = (self.dealer[1], self.dealer[0], *self.dealer[2:])
                self.done[option.act] += 1
                return
            case "CorrectProgressive":
                assert option.amounts is not None
                self.play(stud.CorrectProgressive(seat, self.rng.choice(option.amounts)), SUE)
                self.done[option.act] += 1
                return
        beside = round.dealer if game is stud else (round.community,)
        before: tuple[Card, ...] = round.seats[seat].cards if seat else beside
        cards = self._other(before)
        try:
            match option.act:
                case "CorrectHand":
                    self.play(game.CorrectHand(seat, cards), SUE)
                case "CorrectDealer":
                    self.play(stud.CorrectDealer(cards), SUE)
                case _:
                    self.play(six.CorrectCommunity(cards[0]), SUE)
        except Refused as refused:
            assert "is not taken back at the table" in str(refused), refused  # noqa: PT017 - some are done
            self.done["refused"] += 1
            return
        self.pack = [card for card in (*self.pack, *before) if card not in cards]
        self.rng.shuffle(self.pack)
        self.done[option.act] += 1

    def _other(self, before: tuple[Card, ...]) -> tuple[Card, ...]:
        """One card is another, or all of them are, and good ones."""
        if len(before) == 5 and self.rng.random() < 0.5:
            stub = Stub(self.rng)
            stub.cards = list(self.pack)
            found = stub.deal(self.rng.choice(KINDS))
            if len(found) == 5 and set(found) <= set(self.pack):
                return found
        return (self.pack[-1], *before[1:])

    def check(self) -> None:
        """Nothing is paid twice; when all is settled, all that was put down has been."""
        round: Any = self.table.round
        if round is None or round.phase not in ("settling", "settled"):
            return
        rules = self.t.rules
        for number, seat in round.seats.items():
            staked = sum(p.staked for p in round.payments if p.seat == number)
            if isinstance(rules, CaribbeanStudRules):
                down = sum(cents for _, cents in put_down(rules, seat))
            else:
                assert isinstance(rules, BonusSixRules)
                down = (
                    sum(cents for _, cents in bets(rules, seat))
                    + seat.insurance
                    + card_fee(rules, seat)
                    + sum(seat.tips)
                )
            assert staked <= down
            assert staked == down or round.phase == "settling", (number, round.payments)


def corrected_rounds(t: TableRules, seed: int) -> Counter[str]:
    desk = Mistaken(t, seed)
    for _ in range(ENOUGH):
        desk.lead()
        desk.check()
        desk.correct()
        desk.check()
        if sum(isinstance(entry.event, e.RoundReconciled) for entry in desk.recorded) == 2:
            return desk.done
    raise AssertionError("the round never ends")


@pytest.mark.rule("settlement_order", "single_deck", "player_wrong_count", "community_cards")
@pytest.mark.parametrize("t", KEYED, ids=lambda t: f"{t.edition.id}-{t.dealing.name if t.dealing else 'six'}")
def test_a_round_is_finished_whatever_is_corrected_in_it(t: TableRules) -> None:
    done: Counter[str] = Counter()
    for seed in range(15):
        done += corrected_rounds(t, seed)
    assert done["CorrectHand"] > 10, done
    assert done["CorrectDealer"] + done["CorrectCommunity"] > 10, done
    assert done["TakeBackDeal"] > 2, done
    assert done["CorrectUpCard"] > 2 or t.edition.game == "bonus-six", done
    assert done["CorrectProgressive"] > 2 or t.edition.id != "ma", done
    assert done["late void"] > 0, done
    assert done["exchanged"] > 5, done
