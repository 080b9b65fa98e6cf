"""Whole evenings at keyed tables, written by doing what the guide names: opening, rounds, closing, nothing left out.

`python -m tests.rounds.evening` writes the transcripts anew from the scripts in `evenings.py`; like any other they are
then read, judged, and played again by `test_rounds.py`.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.rounds.header import read_header
from tests.rounds.stage import WIDTH, Stage
from upcard.tables import commands as c
from upcard.tables.next_step import Next, guide

STAFF = {"dealer": "Dee", "floorperson": "Flo", "supervisor": "Sue"}
OF_DECK = {
    "InspectDeck": "inspects the {} deck", "VerifyDeck": "verifies the {} deck",
    "WashDeck": "washes and stacks the {} deck", "SpreadDeck": "spreads the {} deck face up",
    "ReplaceDeck": "brings a fresh {} deck", "CutDeck": "cuts 24 cards from the {} deck",
    "ReportShufflerCount": "reads 52 cards of the {} deck on the shuffler",
}  # fmt: skip
AT_SEAT = {
    "KeyWinner": "presses the winner key of {}", "VerifyAward": "verifies the award of {} and announces it",
    "VerifyHand": "verifies the hand of {}", "ConfirmHand": "verifies the hand of {} for the floor",
    "VerifyLight": "verifies the light of {}",
    "ValidateAward": "validates the award of {}", "VerifyFiveCard": "verifies the five card hand bonus of {}",
    "ValidateFiveCard": "validates the five card hand bonus of {}", "DocumentAward": "completes the documents of {}",
    "CollectForfeits": "collects what {} gives up",
    "LeaveExposed": "leaves the hand of {} exposed", "RackCards": "racks the cards of {}", "SettleSeat": "settles {}",
    "DealBonusCard": "deals the bonus card of {}",
}  # fmt: skip
PLAIN = {
    "OpenTable": "opens the table", "RackStub": "racks the stub", "CallSupervisor": "calls a supervisor",
    "CompleteDealer": "completes the dealer's hand with a fifth card", "DealStreet": "deals the next card",
}  # fmt: skip
SETTLED = {
    "hand": "settles ante and bet of {}", "progressive": "settles the progressive wager of {}",
    "envy": "pays the envy bonus for {}", "five_card": "settles the five card hand bonus of {}",
    "no_hand": "announces no hand and pays the antes", "misdeal": "gives antes, bets and tips back",
    "cover_all": "settles the cover all wagers",
}  # fmt: skip
CLOSES = {
    "ma": "announces no more bets and locks the progressive", "sd-2015": "presses the keypad to close the bets",
    "sd-2011": "locks the coin-in slots", "sd-bonus6": "closes the bets",
}  # fmt: skip
RECONCILES = {"sd-2015": "presses the keypad to reset the system", "sd-2011": "clears the lock-out"}


@dataclass
class Round:
    """One round: the cards of everybody, what each player wagers and decides, and what else happens before a step."""

    wagers: dict[str, str]
    cards: dict[str, str] = field(default_factory=dict)
    decisions: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """Where other than five cards were dealt."""
    before: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Evening:
    """The head of a transcript, and its script: sentences, and rounds."""

    file: str
    head: str
    script: list[str | Round]


class Writer:
    """One evening as it is played and written down."""

    def __init__(self, evening: Evening) -> None:
        head = textwrap.dedent(evening.head).strip().splitlines()
        self.stage = Stage(read_header(head))
        self.lines = [*head, ""]
        self.number = 0
        self.names = {seat: name for name, seat in self.stage.header.seats.items()}

    def say(self, sentence: str) -> None:
        actor, _, what = sentence.partition(" ")
        self.number += 1
        minute = (self.number - 1) // 2
        time = f"{18 + minute // 60:02}:{minute % 60:02}"
        self.lines.append(f"{self.number:>3}. {time} {actor} {what}.")
        said = self.stage.act(time, actor, what, [])
        assert not any(line.startswith("REFUSED") for line in said), f"{sentence}: {said}"
        for line in said:
            self.lines += textwrap.wrap(
                line, WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 12, break_on_hyphens=False
            )

    def play(self, script: list[str | Round]) -> str:
        for part in script:
            if isinstance(part, str):
                self._ready_for(part)
                self.say(part)
            else:
                self._round(part)
        return "\n".join(self.lines) + "\n"

    def _ready_for(self, sentence: str) -> None:
        """Whoever sits down finds the decks as far as they can be brought without a player."""
        if not re.search(r" takes seat \d", sentence):
            return
        while (step := guide(self.stage.desk.t, self.stage.desk.table)) is not None and step.deck and step.command:
            if step.act in ("ShuffleDeck", "CutDeck") or step.rule == "idle_cards_spread":
                return
            self.say(self._sentence(step, Round({})))

    def _round(self, round: Round) -> None:
        desk, number = self.stage.desk, self.stage.desk.table.number
        before = {act: list(said) for act, said in round.before.items()}
        while desk.table.number == number:
            step = guide(desk.t, desk.table)
            assert step is not None
            if waiting := before.pop(step.act, None):
                for sentence in waiting:
                    self.say(sentence)
                continue
            if step.act == "LockOut" and step.command is None:
                for name, wager in round.wagers.items():
                    self.say(f"{name} wagers {wager}")
                continue
            self.say(self._sentence(step, round))

    # ---- the next step as a sentence

    def _sentence(self, step: Next, round: Round) -> str:
        if step.act == "Decide":
            name = self.names[step.seat]
            return f"{name} {self._decision(round, name)}"
        return f"{STAFF[step.roles[0]]} {self._what(step, round)}"

    def _decision(self, round: Round, name: str) -> str:
        """A player's decision; one for each street where there are several."""
        listed = round.decisions.get(name, "bets").split(", ")
        now: Any = self.stage.desk.table.round
        streets = getattr(now.seats[self.stage.header.seats[name]], "decisions", ())
        return listed[min(len(streets), len(listed) - 1)]

    def _what(self, step: Next, round: Round) -> str:
        t, table = self.stage.desk.t, self.stage.desk.table
        now: Any = table.round
        if step.act in PLAIN:
            return PLAIN[step.act]
        if step.act in OF_DECK:
            return OF_DECK[step.act].format(step.deck)
        if step.act in ("LeaveExposed", "RackCards") and not step.seat:
            return "leaves the dealer's hand exposed" if step.act == "LeaveExposed" else "racks the dealer's hand"
        if step.act in AT_SEAT:
            return AT_SEAT[step.act].format(self.names[step.seat])
        match step.act:
            case "ShuffleDeck":
                assert isinstance(step.command, c.ShuffleDeck)
                how = "by hand" if step.command.method == "hand" else "in the shuffler"
                return f"shuffles the {step.deck} deck {how}"
            case "LockOut":
                return CLOSES[t.edition.id]
            case "CountChips":
                chips = sum(bool(seat.wagers.get("progressive")) for seat in now.seats.values())
                return f"counts {chips} progressive chip{'' if chips == 1 else 's'}"
            case "DealCards":
                drawn = ", drawing with the left hand" if t.dealing and t.dealing.drawing_hand_rule else ""
                held = ", holding the deck in the left hand" if t.dealing and t.dealing.needs_rule else ""
                return f"deals{drawn}{held}"
            case "DealUnseen":
                return self._dealt(round)
            case "CountStub":
                dealt = sum(seat.count for seat in now.seats.values()) + now.dealer_count
                return f"counts {52 - dealt - table.discarded} cards in the stub"
            case "Reveal":
                return f"reveals the hole cards: {round.cards['dealer']}"
            case "TurnUpCard":
                return f"turns up the dealer's card: {self._up(round)}"
            case "TurnCommunity":
                return f"turns up the community card: {round.cards['community']}"
            case "ShowHand":
                seat = now.seats[step.seat]
                shown = " ".join(round.cards[self.names[step.seat]].split()[: seat.count])
                return f"keys the cards of {self.names[step.seat]}: {shown}"
            case "Settle":
                said = SETTLED[now.agenda[0].kind].format(self.names.get(step.seat, ""))
                return said if step.seat else said.removesuffix(" for ")
            case "Reconcile":
                return RECONCILES.get(t.edition.id, "reconciles the table")
            case _:
                raise AssertionError(f"there is no sentence for {step.act}")

    def _dealt(self, round: Round) -> str:
        t, table = self.stage.desk.t, self.stage.desk.table
        assert table.round is not None
        usual = 5 if t.dealing else 2
        counts = ", ".join(f"{self.names[n]} {round.counts.get(self.names[n], usual)}" for n in table.round.clockwise)
        if t.dealing is None:
            return f"keys the deal: {counts}"
        up = "face down" if t.dealing.turned_rule else f"{self._up(round)} face up"
        return f"keys the deal: {counts}; dealer {round.counts.get('dealer', 5)}, {up}"

    def _up(self, round: Round) -> str:
        dealing = self.stage.desk.t.dealing
        assert dealing is not None
        return round.cards["dealer"].split()[dealing.order.up_card - 1]


def main() -> None:
    from tests.rounds.evenings import EVENINGS

    folder = Path(__file__).parent
    for evening in EVENINGS:
        (folder / evening.file).write_text(Writer(evening).play(evening.script), encoding="utf-8")


if __name__ == "__main__":
    main()
