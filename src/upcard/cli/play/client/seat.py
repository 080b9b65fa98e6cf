"""You, in a seat of a served table: amounts, single-letter choices, and the last wagers repeated with Enter."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from upcard.cli.play.client.house import ServedHouse
from upcard.cli.play.client.picture import Document, cents, felt, header, own, reasons, receipt, rules, step, steps
from upcard.cli.play.narration import money, signed
from upcard.cli.play.prompts import NONE, QUIT, YES
from upcard.cli.play.screen import Left, Screen
from upcard.cli.play.table_text import rule
from upcard.errors import Refused
from upcard.units import parse_cents, show_cents

FIRST_ANTE = 1_000
DOLLAR = 100
SAID_YES = -1
"""Whatever is on offer, once the ante lies there."""
GIVE_UP = ("Fold", "Discard", "Stand")


class Player:
    """A seat that asks, at a table that others run."""

    def __init__(self, house: ServedHouse, slug: str, seat: int, screen: Screen, rounds: int | None) -> None:
        self.house, self.slug, self.seat, self.screen = house, slug, seat, screen
        self.rounds = rounds
        self.played = self.gained = 0
        self.last: dict[str, int] = {}
        self.repeating = False
        self.passed = -1
        """The round that the player sits out, or has made the wagers for."""
        self.parting = ""
        self._told = self._receipt = -1
        self._notice = ""

    # ---- from the first document to the last

    def play(self) -> None:
        try:
            self._begin(self.house.table(self.slug))
            while self.rounds is None or self.played < self.rounds:
                self._until_asked()
        except (Left, KeyboardInterrupt):
            pass
        self._leave()

    def _begin(self, document: Document) -> None:
        """What was before the player came is not told."""
        self._told = document["seq"]
        self._receipt = (document.get("receipt") or {}).get("round", -1)
        if self.screen.live:
            self._draw(document)

    def _until_asked(self) -> None:
        """Watches the table until there is something to do, and does it."""
        for document in self.house.following(self.slug):
            if document.get("you") != self.seat:
                self.parting = "Your seat is no longer yours."
                raise Left
            self._tell(document)
            finished = document.get("receipt")
            if finished and finished["round"] > self._receipt:
                self._finished(finished)
                return
            if self._bets(document):
                self._wager(document)
                return
            if offered := [c for c in document.get("choices") or [] if c.get("seat") in (None, self.seat)]:
                self._decide(document, offered)
                return

    def _tell(self, document: Document) -> None:
        """What has happened since the last document."""
        fresh = [entry for entry in document["log"] if entry["seq"] > self._told]
        self._told = max([self._told, *(entry["seq"] for entry in fresh)])
        if self.screen.live:
            self._draw(document)
        elif fresh:
            self.screen.show([line for entry in fresh for line in steps(entry)])

    def _draw(self, document: Document, notice: str = "") -> None:
        said = Text(f" {notice or self._notice}" if notice or self._notice else "", "bold")
        if not self.screen.live:
            self.screen.show([*felt(document, large=False), said])
            return
        top = [*header(document, self.gained), *felt(document, large=self.screen.height > 30), rule()]
        room = max(1, min(6, self.screen.height - len(top) - 2))
        waits = (document.get("next") or {}).get("waits") or document["words"]
        log = [step(entry) for entry in document["log"][-room:]]
        self.screen.show([*top, *log, Text(f" {waits}", "italic") if not said.plain else said])

    # ---- wagers

    def _bets(self, document: Document) -> bool:
        """Whether wagers are to be made: bets are open, none lies there, and this round is not sat out."""
        mine = own(document)
        first = next(iter(document.get("wagers") or []), None)
        if document["phase"] != "betting" or mine is None or mine["wagers"] or not first or not first.get("open", True):
            return False
        return bool(document["table"]["round"] != self.passed)

    def _wager(self, document: Document) -> None:
        """Asks for every amount first, then makes the wagers, so that nobody waits in the middle."""
        offers = document["wagers"]
        self.passed = document["table"]["round"]
        chosen = dict(self.last) if self.repeating and self.last else self._chosen(document, offers)
        self.repeating = False
        self._notice = ""
        for wager in [offer["wager"] for offer in offers if chosen.get(offer["wager"])]:
            offer = next(offer for offer in offers if offer["wager"] == wager)
            amount = chosen[wager] = _meant(chosen[wager], offer)
            act = {"act": "PlaceWager", "seat": self.seat, "wager": offer["wager"], "amount": show_cents(amount)}
            try:
                self.house.act(self.slug, act)
            except Refused as error:
                self._notice = f"{offer['label']}: {error}."
                self.screen.show([Text(f" {self._notice}", "bold")])
                if wager == "ante":
                    self.last, self.passed = {}, -1
                    return
                chosen[wager] = 0
            if wager == "ante":  # what may lie beside it is known from now on
                offers = self.house.table(self.slug)["wagers"]
        self.last = chosen

    def _chosen(self, document: Document, offers: list[Any]) -> dict[str, int]:
        found: dict[str, int] = {}
        for offer in offers:
            found[offer["wager"]] = self._amount(document, offer)
            if offer["wager"] == "ante" and not found["ante"]:
                return found  # nothing lies there without an ante
        return found

    def _amount(self, document: Document, offer: Any) -> int:
        default = self._default(offer)
        said = money(default) if default else "none"
        more = ", [w]atch" if offer["wager"] == "ante" else ""
        prompt = f" {offer['label']}, {_bounds(offer)}{more} [{said}] > "
        notice = ""
        while True:
            if self.screen.live or notice or offer["wager"] == "ante":
                self._draw(document, notice)
            answer = self._line(prompt)
            if answer == "?":
                self._leaf(rules([offer]))
            elif answer == "" or (answer in YES and default):
                return default
            elif answer in NONE or (answer in ("w", "watch") and more):
                return 0
            else:
                amount = _dollars(answer, offer)
                if amount:
                    return amount
                notice = f"{answer[:20]!r} is no amount; write dollars such as 10 or 12.50."

    def _default(self, offer: Any) -> int:
        """The last choice; the first time ten dollars of ante, or the least, and nothing more."""
        ante = offer["wager"] == "ante"
        wanted = self.last.get(offer["wager"], FIRST_ANTE if ante else 0)
        if ante and wanted:
            low = cents(offer["low"]) if offer.get("low") else 1
            wanted = max(low, min(wanted, cents(offer["high"]) if offer.get("high") else wanted))
        return wanted

    # ---- decisions

    def _decide(self, document: Document, offered: list[Any]) -> None:
        keys = {choice["key"]: choice for choice in offered}
        prompt = " " + "  ".join([f"[{key}] {c['label']}" for key, c in keys.items()] + ["[?] rules", "[q]uit"]) + " > "
        notice = ""
        while True:
            self._draw(document, notice)
            answer = self._line(prompt)
            self._notice = ""
            if answer == "?":
                self._leaf(rules(offered))
            elif answer[:1] in keys and answer in (answer[0], keys[answer[0]]["label"].lower()):
                self._do(keys[answer[0]]["act"])
                return
            elif not answer:  # one key too many must not cost anybody a bet
                notice = f"Enter alone decides nothing here: please press {' or '.join(keys)}."
            else:
                notice = f"{answer[:20]!r} is no choice here; a letter in brackets is."

    def _do(self, act: Any) -> None:
        try:
            self.house.act(self.slug, act)
        except Refused as error:
            self._notice = f"{error}."
            self.screen.show([Text(f" {self._notice}", "bold")])

    # ---- between rounds

    def _finished(self, found: Any) -> None:
        """The receipt of a round, and what comes next."""
        self._receipt = found["round"]
        self.played += 1
        self.gained += cents(found["net"])
        over = self.rounds is not None and self.played >= self.rounds
        again = f"[Enter] same wagers, {money(sum(self.last.values()))}" if any(self.last.values()) else "[Enter] play"
        keys = ["[Enter] leave", "[?] why"] if over else [again, "[c]hange", "[w]atch", "[?] why", "[q]uit"]
        notice = ""
        self.screen.show(receipt(found))
        while True:
            if notice:
                self.screen.show([Text(f" {notice}", "bold")])
            answer = self._line(" " + "  ".join(keys) + " > ")
            if answer == "?":
                self._leaf(reasons(found))
                notice = ""
                continue
            if answer in ("", "c", "change", "w", "watch"):
                self.repeating = answer == "" and not over
                if answer[:1] == "w":
                    self.passed = self.house.table(self.slug)["table"]["round"]
                return
            notice = f"{answer[:20]!r} is no choice here; a letter in brackets is."

    # ---- asking

    def _line(self, prompt: str) -> str:
        answer = self.screen.ask(prompt)
        if answer in QUIT:
            raise Left
        return answer

    def _leaf(self, lines: list[Text]) -> None:
        """Text to be read; a picture that stays in its place waits until it has been."""
        self.screen.show(lines)
        if self.screen.live:
            self.screen.ask(" [Enter] back to the table > ")

    # ---- leaving

    def _leave(self) -> None:
        """Takes back what may be taken back, gives up a hand in play, and gets up when the round is over."""
        try:
            self._give_up(self.house.table(self.slug))
            if self._got_up():
                return
            self.screen.show([Text(" You leave when the round is over; Ctrl-C leaves at once.", "bold")])
            for document in self.house.following(self.slug):
                if document.get("you") != self.seat:
                    return
                self._give_up(document)
                mine = own(document)
                if mine is not None and not mine["wagers"] and self._got_up():
                    return
        except KeyboardInterrupt:
            self.parting = "You left in the middle of a round: it is played out, and your seat stays yours until then."
        except Refused as error:
            self.parting = f"{error}."

    def _give_up(self, document: Document) -> None:
        placed = [offer["back"] for offer in document.get("wagers") or [] if offer.get("back")]
        for act in reversed(placed):
            self._quietly(act)
        by_act = {choice["act"]["act"]: choice["act"] for choice in document.get("choices") or []}
        for name in GIVE_UP:
            if name in by_act:
                self.parting = "You left in the middle of a hand: it was given up."
                self._quietly(by_act[name])
                return

    def _quietly(self, act: Any) -> bool:
        try:
            self.house.act(self.slug, act)
        except Refused:
            return False
        return True

    def _got_up(self) -> bool:
        return self._quietly({"act": "LeaveSeat", "seat": self.seat})

    def closing(self) -> list[Text]:
        rounds = "1 round" if self.played == 1 else f"{self.played} rounds"
        parting = [Text(f" {self.parting}")] if self.parting else []
        return [Text(), *parting, Text(f" You leave with {signed(self.gained)} in {rounds}.", "bold")]


def _bounds(offer: Any) -> str:
    """The amounts that may be wagered, as the server says them."""
    if offer.get("amounts"):
        return " or ".join(money(cents(amount)) for amount in offer["amounts"])
    low, high = offer.get("low"), offer.get("high")
    if low and high:
        return f"{money(cents(low))} to {money(cents(high))}"
    return f"up to {money(cents(high))}" if high else "any amount"


def _dollars(answer: str, offer: Any) -> int:
    """Cents from what was typed, 0 where it is no amount."""
    if answer in YES:
        return SAID_YES
    try:
        return parse_cents(answer.removeprefix("$").replace(",", ""))
    except ValueError:
        return 0


def _meant(amount: int, offer: Any) -> int:
    """The amount that a yes stands for: the first on offer, or a dollar within the bounds."""
    if amount != SAID_YES:
        return amount
    if offer.get("amounts"):
        return cents(offer["amounts"][0])
    low, high = (cents(offer[bound]) if offer.get(bound) else None for bound in ("low", "high"))
    least = max(low or 1, DOLLAR)
    return least if high is None else min(least, high)
