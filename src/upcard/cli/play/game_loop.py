"""From the first shuffle to the closing balance."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from upcard.cli.play.bots import Bot, Gone
from upcard.cli.play.dealer import Player, bet, open_table, prepare, reconcile, step
from upcard.cli.play.document import document, round_document
from upcard.cli.play.local_table import Meters, Session, open_session
from upcard.cli.play.narration import signed
from upcard.cli.play.options import Opening, least
from upcard.cli.play.prompts import QUIT, Human
from upcard.cli.play.receipt import Settled, reasons, receipt
from upcard.cli.play.screen import Left, Screen, Silence, Stage, terminal
from upcard.units import show_dollars


class Evening:
    """One visit to a table: who plays, what was won, and how it is shown."""

    def __init__(self, asked: Opening, screen: Screen) -> None:
        t = asked.table
        self.asked = asked
        self.screen = screen
        others = [seat for seat in asked.seats if seat != asked.me]
        title = f"{asked.house.name}, table {t.name}: {t.edition.game_name}, {t.edition.id}"
        self.stage = Stage(screen, title, asked.me, others, asked.bankroll)
        self.session: Session = open_session(asked.house, t, asked.seed, self.stage.seen)
        self.session.by_hand = self.stage.by_hand if asked.steps else None
        self.stage.session = self.session
        self.me: Human | Bot = Bot(asked.bankroll) if asked.auto else Human(self.stage, asked.bankroll)
        self.players: dict[int, Player] = {seat: self.me if seat == asked.me else Bot() for seat in asked.seats}
        self.nets = dict.fromkeys(asked.seats, 0)
        self.played = 0
        self.rounds: list[dict[str, Any]] = []
        self.before: Meters = self.session.meters
        self.parting = ""

    @property
    def bankroll(self) -> int:
        return self.asked.bankroll + self.nets[self.asked.me]

    def run(self) -> None:
        """Rounds until the player leaves, the money is gone or there were enough."""
        try:
            open_table(self.session, self.asked.seats)
            while self._next():
                self._round()
        except (Left, KeyboardInterrupt):
            self._leave()

    def _next(self) -> bool:
        if self.asked.rounds is not None and self.played >= self.asked.rounds:
            return False
        if self.bankroll < least(self.asked.table.rules):
            self.parting = "Your money no longer covers the smallest ante and the bets that may follow it."
            return False
        return True

    def _round(self) -> None:
        if not self.screen.live:
            self.screen.show([Text(), Text(f" Round {self.session.table.number}", "bold")])
        self.stage.number = 0
        prepare(self.session)
        if not bet(self.session, self.players, self.asked.me):
            raise Left
        had = self.bankroll
        self._finish()
        settled = self._close()
        shown = receipt(self.session, settled, self.asked.me, self.stage.others, had)
        if isinstance(self.me, Human):
            self._between(self.me, settled, shown)
        else:
            self.stage.page(shown)
            self.screen.wait(20)

    def _finish(self) -> None:
        """The round from where it stands to its settlement."""
        going = True
        while going:
            if self.session.round.phase not in ("settling", "settled"):
                self.before = self.session.meters
            going = step(self.session, self.players)

    def _close(self) -> Settled:
        """The books of a settled round, and the table made ready for the next."""
        self.screen.wait(8)
        settled = Settled(self.session.table.number, self.session.table, self.before, self.session.meters)
        reconcile(self.session)
        self.stage.number = settled.number
        for seat in settled.round.clockwise:
            self.nets[seat] += settled.net(seat)
        self.played += 1
        self.me.purse = self.stage.bankroll = self.bankroll
        if self.asked.json:
            self.rounds.append(round_document(self.asked.table, settled))
        return settled

    def _between(self, me: Human, settled: Settled, shown: list[Text]) -> None:
        """The receipt, for as long as the player wants to look at it, and what comes next."""
        goes_on = self._next()
        again = f"[Enter] same wagers, {show_dollars(sum(me.last.values()))}" if me.last else "[Enter] play"
        watch = ["[w]atch"] if self.stage.others else []
        keys = [again, "[c]hange", *watch, "[?] why", "[q]uit"] if goes_on else ["[Enter] leave", "[?] why"]
        prompt = " " + "  ".join(keys) + " > "
        notice = self.parting
        picture = shown
        while True:
            self.stage.page([*picture, Text(f" {notice}" if notice else "")])
            picture = shown if self.screen.live else []
            answer = self.screen.ask(prompt)
            notice = self.parting
            if answer in QUIT:
                raise Left
            if answer == "?":
                lines = reasons(self.session, settled, self.asked.me)
                self.stage.leaf(lines or [Text(" You had no wager in this round."), Text()])
            elif answer in ("", "c", "change", "w", "watch") and goes_on and not (answer[:1] == "w" and not watch):
                me.watching = answer[:1] == "w"
                me.repeating = answer == ""
                return
            elif answer == "":
                return
            else:
                notice = f"{answer[:20]!r} is no choice here; a letter in brackets is."

    def _leave(self) -> None:
        """A hand in play is given up and the round played out, so that the books are in order."""
        self.stage.screen = Silence(live=False, fast=True)
        self.players[self.asked.me] = Gone()
        if self.session.table.round is None or not self.session.round.seats:
            return
        mine = self.asked.me in self.session.round.seats
        self._finish()
        self._close()
        if mine:
            self.parting = "You left in the middle of a hand: it was given up and the round played out."

    def closing(self) -> list[Text]:
        rounds = "1 round" if self.played == 1 else f"{self.played} rounds"
        gain = self.nets[self.asked.me]
        return [
            Text(),
            *([Text(f" {self.parting}")] if self.parting else []),
            Text(
                f" You came with {show_dollars(self.asked.bankroll)} and leave with {show_dollars(self.bankroll)}: "
                f"{signed(gain)} in {rounds}.",
                "bold",
            ),
        ]


def evening(asked: Opening) -> int:
    """Play, and return the exit status."""
    if asked.json:
        silent = Evening(asked, Silence(live=False, fast=True))
        silent.run()
        from upcard.cli.output import show_json

        show_json(document(asked, silent.rounds, silent.nets, silent.session.meters))
        return 0
    screen = Screen(live=terminal() and not (asked.auto and asked.fast), fast=asked.fast)
    played = Evening(asked, screen)
    with screen:
        played.run()
    last = Screen(live=False, fast=True)
    last.show(played.closing())
    last.show_whole(f" The same cards again: --seed {asked.seed!r}")
    return 0
