"""A whole floor walked at random, every command among it, on a store of its own: what comes of it is a lawful journal.

At each table whatever comes next is done, and now and then something else is tried: an irregularity, a correction, a
wager taken back, an award rejected, a table closed. What the law does not take is refused, and changes nothing. Cards
are good far oftener than by chance, so that jackpots are hit, divided, rejected and keyed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count as counting
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from tests.audit.journals import every_second
from tests.audit.walked_houses import walked_house
from tests.audit.walked_money import Errands
from tests.games.rigged import KINDS, Stub
from upcard.bots.table_bot import next_signature
from upcard.cards import DECK, Card
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES
from upcard.games.caribbean_stud.moves import METER_STEPS, worth
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.option import Option
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor, open_house
from upcard.money import commands as mc
from upcard.money.jackpot_awards import present
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.shuffles.key_derivation import Source
from upcard.store.open import open_store
from upcard.store.store import Store
from upcard.tables import Table
from upcard.tables import commands as c
from upcard.tables.commands import Actor
from upcard.tables.dealing import dealing_of
from upcard.tables.devices import devices_of
from upcard.tables.next_step import Next, guide
from upcard.tables.procedure import counts_shuffles, cut_needed, stranded, taken_back

DEE, FLO, SUE = Actor("dee", "dealer"), Actor("flo", "floorperson"), Actor("sue", "supervisor")
LIZ, OLA = Actor("liz", "licensee"), Actor("ola", "supervisor")
BY_ROLE = {"dealer": DEE, "floorperson": FLO, "supervisor": SUE, "licensee": LIZ}

ODD = 0.07
"""How often something else is tried than what comes next."""

DEALT = ("short", "deciding", "decided", "turning", "second", "settling", "settled")
"""Where a deal may still be taken back, as long as nobody has decided."""

CUT = 17
"""Where most decks are cut, so that what was stacked is dealt."""

Doing = tuple[Actor, AnyCommand]


class Seeded(Source):
    """Secrets that a seed repeats."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def secret(self) -> bytes:
        return self._rng.randbytes(32)


class Walk:
    """A house of one edition, its tables virtual or keyed, walked from a seed.

    With `sourced` the floor is as it is served: it draws the cards itself and asks for two people.
    """

    def __init__(self, store: Store, edition: str, mode: str, seed: str, *, sourced: bool = False) -> None:
        self.rng = Random(f"{edition} {mode} {seed}")
        self.house = walked_house(edition, mode)
        self.sourced = sourced
        source = Seeded(Random(f"secrets {seed}")) if sourced else None
        self.floor = Floor(self.house, store, every_second(), source=source)
        open_house(self.floor)
        self.tables = {t.name: t for t in self.house.tables}
        self.errands = Errands(self.rng, self.floor)
        self.taken: Counter[str] = Counter()
        """The acts that were taken, by name."""
        self.refused: Counter[str] = Counter()
        self.leaving: set[str] = set()
        """The tables that everybody is about to leave."""
        self.guided: dict[str, AnyCommand | None] = {}
        """By table, what the guide named whole: whatever it is, it is taken."""
        self._stuck: Counter[str] = Counter()
        self._ids = (f"{seed}/{number}" for number in counting(1))

    @property
    def rounds(self) -> int:
        """How many rounds are over."""
        return self.taken["Reconcile"]

    def walk(self, rounds: int) -> Walk:
        """At least so many rounds."""
        while self.rounds < rounds:
            self.step()
        return self

    def step(self) -> None:
        """An act at every table and perhaps one at the cage, committed together."""
        asked = [(name, *self._next(name)) for name in self.tables]
        asked += [("", *doing) for doing in self.errands.next()]
        commands = [self._command(*each) for each in asked]
        for (name, _, ask), reply in zip(asked, self.floor.process(commands), strict=True):
            done = type(ask.command).__qualname__ if isinstance(ask, c.Play) else type(ask).__name__
            self.errands.heard(ask, reply.error)
            (self.refused if reply.error else self.taken)[done] += 1
            if reply.error is None:
                self._stuck[name] = 0
                continue
            led = ask is self.guided.get(name) and not self._overtaken(name)
            assert not led, f"{name} is led into a refusal: {ask} {reply.error}"
            self._stuck[name] += bool(name)
            assert self._stuck[name] < 200, f"nothing is taken at {name}: {ask} {reply.error}"

    def _overtaken(self, name: str) -> bool:
        """Whether another table, at the same moment, brought terms back or keyed the award that a jackpot ends with.

        Then an award off a meter is due there, or a wager lies there that cannot stand any more.
        """
        table, t = self.floor.casino.tables[name], self.floor.casino.rules_of(name)
        return Usual(self, t, table).unlocked() or bool(stranded(t, table))

    def _command(self, name: str, by: Actor, ask: AnyCommand) -> Command:
        second = OLA if by.role != "player" and by is not OLA else None
        at = "" if isinstance(ask, mc.MoneyCommand) else name
        return Command(next(self._ids), by, ask, at, second=second if self.sourced else None)

    # ---- what is done next ---------------------------------------------------------------------------------------

    def _next(self, name: str) -> Doing:
        table = self.floor.casino.tables.get(name, Table())
        t = self.floor.casino.rules_of(name)
        if table.is_open and self.rng.random() < ODD:
            odd = Odd(self, t, table)
            if (found := odd.doing()) is not None:
                return found
        return Usual(self, t, table).doing()

    def stacked(self, t: TableRules, table: Table) -> tuple[Card, ...]:
        """A shuffle in which good hands lie far oftener than by chance."""
        stub = Stub(self.rng)
        hands = [stub.deal(self.rng.choice(KINDS)) for _ in range(min(len(table.players) + 1, 9))]
        if t.dealing is not None and t.dealing.order.deal != "singly":
            dealt = [card for hand in hands for card in hand]
        else:
            dealt = [hand[place] for place in range(5) for hand in hands]
        method = t.shuffle
        cut = 0 if counts_shuffles(t, dealing_of(t, table), method) or not cut_needed(t, method) else CUT
        order = (*dealt, *stub.cards)
        return (*order[52 - cut :], *order[: 52 - cut])


class Acts:
    """One table as it stands, with what may be said of it."""

    def __init__(self, walk: Walk, t: TableRules, table: Table) -> None:
        self.walk, self.t, self.table = walk, t, table
        self.rng = walk.rng
        self.game: Any = six if t.edition.game == "bonus-six" else stud

    @property
    def round(self) -> Any:
        return self.table.round

    def chance(self, likely: float) -> bool:
        return self.rng.random() < likely

    def player(self, seat: int) -> Actor:
        return Actor(self.table.players.get(seat, "nobody"), "player")

    def open_hits(self) -> Iterator[tuple[str, Any]]:
        """The awards of this table that wait."""
        books = self.walk.floor.casino.books
        for jackpot in books.jackpots_of(self.t.name):
            for hit in books.links[jackpot].open.values():
                if hit.table == self.t.name and not hit.title:
                    yield jackpot, hit

    # ---- cards that lie on a real table --------------------------------------------------------------------------

    def left(self, *, without: int | None = None, dealer: bool = True) -> tuple[Card, ...]:
        """The cards that nobody has been told of but for void hands, those of a seat or the dealer among them."""
        round = self.round
        counts = [seat for n, seat in round.seats.items() if n != without and seat.void is None]
        seen = {card for seat in counts for card in seat.cards}
        if isinstance(round, SixRound):
            seen |= {card for card in (round.community, round.burnt) if card is not None}
        elif dealer:
            seen |= {*round.dealer, *(() if round.up is None else (round.up,))}
        return tuple(card for card in DECK if card not in seen)

    def hand(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return Stub(self.rng, cards).deal(self.rng.choice(KINDS))

    def dealers(self, up: Card | None) -> tuple[Card, ...]:
        """Five cards with the one that lies face up."""
        cards = self.left(dealer=False)
        for _ in range(4):
            found = self.hand(cards)
            if up is None or up in found:
                return found
        assert up is not None
        return (up, *[card for card in found if card != up][:4])

    def six_hand(self, seat: int, keep: int) -> tuple[Card, ...]:
        """As many cards as lie at a seat, the first of them as they were keyed."""
        held = self.round.seats[seat]
        cards = tuple(card for card in self.left(without=seat) if card not in held.cards[:keep])
        return (*held.cards[:keep], *self.hand(cards)[: held.count - keep])


class Usual(Acts):
    """What comes next."""

    def doing(self) -> Doing:
        for jackpot, hit in self.open_hits():
            if hit.state == "pending":
                validate, reject = mc.ValidateHit(jackpot, hit.number), mc.RejectHit(jackpot, hit.number, "misread")
                return self._over(self.rng.choice((SUE, FLO)), reject if self.chance(0.25) else validate)
        found = guide(self.t, self.table)
        assert found is not None
        if found.act == "OpenTable":
            return SUE, c.OpenTable()
        if self.round.phase == "betting" and (betting := self._betting(found)) is not None:
            return betting
        if found.act == "Decide":
            return self._decision(found.seat)
        slips = self.walk.floor.casino.books.slips.values()
        if signed := next_signature(self.t, slips, self.table.number, found.act, found.seat):
            return signed
        if (right := self._put_right()) is not None:
            return right
        by = BY_ROLE[found.roles[0]]
        if found.act == "Settle" and self.unlocked():
            step = present(self.table)
            assert step is not None
            names = self.walk.floor.casino.books.jackpots_of(self.t.name)
            return self._over(DEE, mc.LockHit(self.rng.choice(list(names)), self.t.name))
        if found.act == "LockOut" and found.command is None:  # those who could mend it do not
            return DEE, taken_back(self.t, stranded(self.t, self.table)[0])
        drawn = (c.ShuffleDeck,) if self.walk.sourced else (c.ShuffleDeck, c.CutDeck)  # by the system, or else by hand
        if found.command is not None and not isinstance(found.command, drawn):
            varied = self._varied(found.command)
            self.walk.guided[self.t.name] = varied if varied is found.command else None
            return by, varied
        return by, self._asked(found)

    def _put_right(self) -> Doing | None:
        """Something that was keyed or counted wrongly is sometimes put right at once."""
        if self.table.chips == "wrong" and self.chance(0.7):
            seat = next(n for n, each in self.round.seats.items() if each.wagers.get("progressive"))
            void, strike = stud.Report("chips-miscounted"), stud.CorrectProgressive(seat, 0)
            return SUE, c.Play(void if self.chance(0.6) else strike)
        untouched = self.t.mode == "keyed" and self.round.phase in DEALT and self.round.keyed and not self.table.racked
        if untouched and any(each.void for each in self.round.seats.values()) and self.chance(0.4):
            return (DEE if self.walk.sourced else SUE), c.Play(self.game.TakeBackDeal())
        return None

    def _over(self, by: Actor, ask: AnyCommand) -> Doing:
        return by, ask

    def unlocked(self) -> bool:
        """Whether an award off a meter is due and not keyed: it was rejected, or easier terms hold again."""
        step, rules = present(self.table), self.t.rules
        if step is None or step.kind not in METER_STEPS or not isinstance(rules, CaribbeanStudRules):
            return False
        if any(True for _ in self.open_hits()):
            return False
        books = self.walk.floor.casino.books
        return worth(rules, self.round, step, books.readings(self.t.name)) is not None

    def _varied(self, command: c.Command) -> c.Command:
        """The stub may be counted oftener than it must be."""
        if isinstance(command, c.RackStub) and self.chance(0.1):
            return self._counted()
        if isinstance(command, c.Play) and isinstance(command.command, stud.Reveal) and not self.walk.sourced:
            return c.Play(replace(command.command, **self._draws()))
        return command

    def _counted(self) -> c.CountStub:
        dealt: int = sum(seat.count for seat in self.round.seats.values()) + self.round.dealer_count
        cards = 52 - dealt - self.table.discarded - (self.rng.choice((-1, 1)) if self.chance(0.2) else 0)
        hands = dealt if self.round.miscounted(5) else None
        return c.CountStub(cards, misdealt=self.chance(0.3), hands=hands)

    def _draws(self) -> dict[str, Any]:
        """What the house draws beside the cards, where it offers it."""
        places = [*map(str, self.round.seats), "dealer"]
        found: dict[str, Any] = {}
        if "magic_card" in self.t.draws and self.chance(0.5):
            found["magic_card"] = self.rng.choice(DECK)
        if "lucky" in self.t.draws and self.chance(0.5):
            found["lucky"] = self.rng.choice(places)
        return found

    # ---- before the deal -----------------------------------------------------------------------------------------

    def _between(self) -> Doing | None:
        """Between rounds everybody may leave the table, a missing device comes back, and idle cards are spread."""
        if not self.table.without_wagers:
            return None
        needed = [d for d in devices_of(self.t) if d not in self.table.devices]
        if needed and (self.chance(0.3) or all(deck.stage == "ready" for deck in self.table.decks.values())):
            return FLO, c.InstallDevice(needed[0])
        if self.t.name not in self.walk.leaving:
            return None
        for seat in self.table.players:
            return self.player(seat), c.LeaveSeat(seat)
        self.walk.leaving.discard(self.t.name)
        return DEE, c.SpreadIdle(face_up=self.chance(0.5))

    def _betting(self, found: Next) -> Doing | None:
        if (between := self._between()) is not None:
            return between
        free = [seat for seat in range(1, self.t.seats + 1) if seat not in self.table.players]
        if free and len(self.table.players) < 2 + self.table.number % 4:
            seat = self.rng.choice(free)
            player = Actor(f"{self.t.name} {seat}", "player")
            return player, c.TakeSeat(seat, player.id)
        if found.act != "LockOut" or (self.round.seats and self.chance(0.12)):
            return None
        options = [o for o in self.game.options(self.t.rules, self.round) if self._wanted(o)]
        if not options:
            return None
        return self.placed(self.rng.choice(options))

    def _wanted(self, option: Option) -> bool:
        seated = option.fields.get("seat") in self.table.players
        return option.act in ("PlaceWager", "PlaceCoupon") and seated

    def placed(self, option: Option) -> Doing:
        kind, seat = getattr(self.game, option.act), option.fields["seat"]
        coupon = option.act == "PlaceCoupon"
        by = DEE if coupon else self.player(seat)
        return by, c.Play(kind(**option.fields, cents=self._amount(option)))

    def _amount(self, option: Option) -> int:
        if option.amounts:
            return self.rng.choice(option.amounts)
        low, high = max(option.low or 1, 1), option.high
        most = min(high, low + 3000) if high is not None else low + 3000
        cents = self.rng.choice((low, low, most, self.rng.randint(low, most)))
        return cents - cents % 100 if cents - cents % 100 >= low else cents

    # ---- decisions -----------------------------------------------------------------------------------------------

    def _decision(self, seat: int) -> Doing:
        if isinstance(self.round, StudRound):
            by = DEE if self.chance(0.1) and not self.walk.sourced else self.player(seat)
            return by, c.Play(stud.Fold(seat) if self.chance(0.2) else stud.Bet(seat))
        assert isinstance(self.round, SixRound)
        waiting = [o for o in six.options(self.t.rules, self.round) if o.fields.get("seat") == seat]
        choices = [o for o in waiting if o.act in ("Fold", "Bet", "Stand", "Discard", "BuyCard")]
        bets = [o for o in choices if o.act != "Fold"]
        option = self.rng.choice(bets if bets and self.chance(0.85) else choices)
        return self.player(seat), c.Play(getattr(six, option.act)(**option.fields))

    # ---- what is told by whoever sees it -------------------------------------------------------------------------

    def _asked(self, found: Next) -> c.Command:
        match found.act:
            case "ShuffleDeck":
                assert isinstance(found.command, c.ShuffleDeck)
                if found.command.method == "shuffler" and self.chance(0.05):
                    return c.ReportShufflerJam(found.deck)
                drawn = self.t.mode == "keyed" or self.walk.sourced
                return found.command if drawn else replace(found.command, order=self.walk.stacked(self.t, self.table))
            case "CutDeck":
                return c.CutDeck(found.deck, CUT if self.chance(0.9) else self.rng.randrange(10, 43))
            case "ReportShufflerCount":
                return c.ReportShufflerCount(found.deck, 51 if self.chance(0.03) else 52)
            case "CountChips":
                return c.CountChips(accepted_chips(self.round) - self.chance(0.25))
            case "CountStub":
                return self._counted()
            case "DealUnseen":
                return c.Play(self._unseen(found))
            case "TurnUpCard":
                return c.Play(stud.TurnUpCard(self.rng.choice(DECK) if found.asks else None))
            case "TurnCommunity":
                return c.Play(six.TurnCommunity(self.rng.choice(self.left())))
            case "Reveal":
                draws = {} if self.walk.sourced else self._draws()
                return c.Play(stud.Reveal(self.dealers(self.round.up), **draws))
            case "ShowHand" if isinstance(self.round, SixRound):
                keep = len(self.round.seats[found.seat].cards)
                return c.Play(six.ShowHand(found.seat, self.six_hand(found.seat, keep)))
            case "ShowHand":
                return c.Play(stud.ShowHand(found.seat, self.hand(self.left())))
            case "WashDeck":
                return c.WashDeck(found.deck)
            case _:
                raise AssertionError(f"nobody knows how to do {found}")

    def _unseen(self, found: Next) -> Any:
        counts = dict(found.suggests["counts"])
        for seat, count in found.suggests["counts"].items():
            if self.chance(0.03):
                counts[seat] = max(0, count + self.rng.choice((-2, -1, 1)))
        if isinstance(self.round, SixRound):
            return six.DealUnseen(counts)
        dealer = self.rng.choice((4, 4, 3, 6)) if self.chance(0.05) else 5
        return stud.DealUnseen(counts, dealer, self.rng.choice(DECK) if "up_card" in found.asks else None)


class Odd(Acts):
    """Something that goes wrong, or that nobody had to do."""

    def doing(self) -> Doing | None:
        corrections = (self._corrected,) * 4
        tries = (self._report, self._report, *corrections, self._award, self._at_table, self._wager)
        return self.rng.choice(tries)()

    def _report(self) -> Doing | None:
        seats = [0, *self.round.seats]
        by = SUE if self.chance(0.3) else DEE
        if isinstance(self.round, SixRound):
            kind = self.rng.choice(("wrong-count", "card-off-table", "exposed-card", "community-card-exposed"))
            return by, c.Play(six.Report(kind, self.rng.choice(seats)))
        phase = self.round.phase
        kinds = [known for known in IRREGULARITIES if phase in known.phases and known.kind != "stub-count"]
        if self.table.chips == "wrong" and self.chance(0.6):
            return SUE, c.Play(stud.Report("chips-miscounted"))
        if not kinds or (phase in ("betting", "closed") and self.chance(0.7)):
            return None
        known = self.rng.choice(kinds)
        seat = self.rng.choice(seats) if known.effect == "void hand" else 0
        return SUE if known.effect == "as elected" else by, c.Play(stud.Report(known.kind, seat))

    def _corrected(self) -> Doing | None:
        """What was keyed wrongly is put right; some of it by a dealer with whoever signs it."""
        by = DEE if self.walk.sourced and self.chance(0.5) else SUE
        if isinstance(self.round, StudRound) and self.round.phase == "closed" and self.round.seats:
            seat = self.rng.choice(list(self.round.seats))
            taken = self.rng.choice((100, 500))
            cents = 0 if self.round.seats[seat].progressive else taken
            return by, c.Play(stud.CorrectProgressive(seat, cents))
        if self.t.mode != "keyed" or not self.round.seats:
            return None
        if self.round.phase in DEALT[:5]:
            back = self.chance(0.5) or isinstance(self.round, SixRound)
            return by, c.Play(self.game.TakeBackDeal() if back else stud.CorrectUpCard(self.rng.choice(DECK)))
        seat = self.rng.choice([n for n, each in self.round.seats.items() if each.cards] or list(self.round.seats))
        if self.chance(0.3) and (exchanged := self._exchanged(seat)) is not None:
            return SUE, c.Play(exchanged)
        if isinstance(self.round, SixRound):
            if self.chance(0.4):
                return SUE, c.Play(six.CorrectCommunity(self.rng.choice(self.left())))
            return SUE, c.Play(six.CorrectHand(seat, self.six_hand(seat, 0)[: len(self.round.seats[seat].cards)]))
        if self.chance(0.3):
            return SUE, c.Play(stud.CorrectDealer(self.hand(self.left(dealer=False))))
        return SUE, c.Play(stud.CorrectHand(seat, self.hand(self.left(without=seat))))

    def _exchanged(self, seat: int) -> Any:
        """Cards of a hand were keyed as those of another place, and theirs as its own."""
        lies = {n: each.cards for n, each in self.round.seats.items() if each.cards}
        lies[0] = (self.round.community,) if isinstance(self.round, SixRound) else self.round.dealer
        other = self.rng.choice([n for n in lies if n != seat])
        count = self.rng.randint(1, 5)
        mine, theirs = lies.get(seat, ()), lies[other]
        if not mine or not theirs or None in theirs or min(len(mine), len(theirs)) < count:
            return None
        right, also = (*theirs[:count], *mine[count:]), (*mine[:count], *theirs[count:])
        return self.game.CorrectHand(seat, right, {other: also})

    def _award(self) -> Doing | None:
        """An award that waits is rejected, or a winner key is pressed."""
        hits = list(self.open_hits())
        if hits and self.chance(0.7):
            jackpot, hit = self.rng.choice(hits)
            return SUE, mc.RejectHit(jackpot, hit.number, "misread")
        return (DEE, c.KeyWinner(self.rng.choice(list(self.round.seats)))) if self.round.seats else None

    def _at_table(self) -> Doing | None:
        name = self.rng.choice(list(self.table.decks)) if self.table.decks else ""
        seat = self.rng.choice([1, *self.table.players])
        choices: list[Doing] = [
            (self.player(seat), c.LeaveSeat(seat)),
            (DEE, c.CallSupervisor()), (SUE, c.OrderRecut(name)), (DEE, c.ReportShufflerJam(name)),
            (SUE, c.RelieveDealer(DEE.id if not self.table.dealer else "")),
            (DEE, mc.BuyChips(self.t.name, seat, self.rng.randrange(1, 50_000))),
            (FLO, c.DocumentAward(seat)),
        ]  # fmt: skip
        if self.table.without_wagers:
            if self.chance(0.2):
                self.walk.leaving.add(self.t.name)
            here = [(FLO, c.RemoveDevice(device)) for device in self.table.devices]
            choices = [(SUE, c.CloseTable()), *here, choices[2], choices[3]]
        return self.rng.choice(choices)

    def _wager(self) -> Doing | None:
        """What was put down is taken back."""
        options = [o for o in self.game.options(self.t.rules, self.round) if o.act == "TakeBackWager"]
        if not options:
            return None
        option = self.rng.choice(options)
        return self.player(option.fields["seat"]), c.Play(self.game.TakeBackWager(**option.fields))


def walked(path: Path, edition: str, mode: str, seed: str, rounds: int, *, sourced: bool = False) -> Walk:
    """A night on a new SQLite store; whoever asks closes it."""
    return Walk(open_store(f"sqlite:{path}"), edition, mode, seed, sourced=sourced).walk(rounds)
