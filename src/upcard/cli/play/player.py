"""You, in a seat: amounts, single-letter choices, and the last wagers repeated with Enter.

Everything that is asked and shown comes from the document of the table, whoever runs it: a casino in memory or one that
is served.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from time import sleep
from typing import Any, Protocol

from rich.text import Text

from upcard.cli.options import WIDTH, rule, signed
from upcard.cli.play import screen as text
from upcard.cli.play.screen import SAID_YES, Document, Left, Offer, Screen, bounded, cents, offered, others, own
from upcard.errors import Refused
from upcard.present.payment import money
from upcard.units import parse_cents, show_cents, show_dollars, typed_amount

NONE, YES = ("n", "no", "none", "0", "-"), ("y", "yes")
QUIT, WATCH, CHANGE, ADVICE = ("q", "quit", "exit"), ("w", "watch"), ("c", "change"), ("a", "advice")
FIRST = 1_000
"""Cents of the first wager, until the player says otherwise."""
GIVE_UP = ("Fold", "Discard", "Stand")
LOG = 30
POOR = "Your money no longer covers the smallest ante and the bets that may follow it."
GAVE_UP = "You left in the middle of a hand: it was given up and the round played out."
GIVES_UP = "To leave now gives this hand up. Press q again to leave, or decide."
AT_ONCE = "You left in the middle of a round: it is played out, and your seat stays yours until then."
NO_CHOICE = "{!r} is no choice here; a letter in brackets is."


class Casino(Protocol):
    """A table with a seat of ours, wherever it is run."""

    seat: int

    def document(self, as_: str = "seat") -> Document:
        """The table as it stands."""

    def act(self, act: Mapping[str, Any]) -> None:
        """An act of ours; a `Refused` says why it was not done."""

    def following(self) -> Iterator[Document]:
        """The table whenever it changes, the present one first."""

    def advice(self) -> str:
        """What each decision on the own hand is worth, in a sentence."""


class Player:
    """A seat that asks, or with `auto` only watches what the bots do with it."""

    def __init__(
        self, casino: Casino, screen: Screen, rounds: int | None, *, auto: bool = False, pause: float = 0.0
    ) -> None:
        self.casino, self.screen, self.rounds, self.auto = casino, screen, rounds, auto
        self.pause = pause if screen.live else 0.0
        """Seconds between two things that happen, where nobody else sets a pace."""
        self.played = self.gained = 0
        self.parting = ""
        self._last: dict[str, int] = {}
        self._repeating = False
        self._round: int | None = None
        """The round that the player plays or watches."""
        self._log: list[Any] = []
        self._told = 0
        self._settled: Document = None
        """The table as it last stood with everything paid."""

    # ---- from the first document to the last

    def play(self) -> None:
        try:
            document = self.casino.document()
            self._told = document["seq"]  # what was before the player came is not told
            self._begin(document)
            while self._goes_on(document):
                document = self._until_asked()
        except (Left, KeyboardInterrupt):
            pass
        self._leave()

    def _begin(self, document: Document) -> None:
        self._round = document["table"]["round"] if self.auto else None
        if self.screen.live:
            self._draw(document)
        elif self.auto:
            self.screen.show([Text(), Text(f" Round {document['table']['round']}", "bold")])

    def _goes_on(self, document: Document) -> bool:
        if document.get("purse") is not None:
            first = document["wagers"][0]
            poor = cents(document["purse"]) < cents(first["low"] or "0.01") * first["times"]
            self.parting = POOR if poor else ""
        return not self.parting and (self.rounds is None or self.played < self.rounds)

    def _until_asked(self) -> Document:
        """Watches the table until there is something to do, and does it; the table as it then stood."""
        document: Document = None
        for document in self.casino.following():
            if document.get("you") != self.casino.seat:
                self.parting = "Your seat is no longer yours."
                raise Left
            self._tell(document)
            if document["phase"] == "settled":
                self._settled = document
            if self._over(document):
                self._finished(document)
                break
            if not self.auto and self._bets(document):
                self._wager(document)
                break
            if not self.auto and (choices := self._offered(document)):
                self._decide(document, choices)
                break
        return document

    def _tell(self, document: Document) -> None:
        """What has happened since the last document."""
        fresh = [entry for entry in document["log"] if entry["seq"] > self._told]
        self._told = max([self._told, *(entry["seq"] for entry in fresh)])
        self._log = [*self._log, *fresh][-LOG:]
        if self.screen.live:
            self._draw(document)
            self._wait(len(fresh))
        elif fresh:
            self.screen.show([line for entry in fresh for line in text.steps(entry)])

    def _wait(self, times: int) -> None:
        if self.pause:
            sleep(times * self.pause)

    # ---- pictures

    def _draw(self, document: Document, notice: str = "") -> None:
        """The felt, with the last things that happened below it, and a notice or what the table waits for."""
        said = Text(f" {notice}" if notice else "", "bold")
        if not self.screen.live:
            self.screen.show([*text.felt(document, large=False), said])
            return
        top, tall = text.header(document, self.gained), self.screen.height
        felt = text.felt(document, large=True)
        if len(top) + len(felt) + 3 > tall:
            felt = text.felt(document, large=False)
        waits = (document.get("next") or {}).get("waits") or document["words"]
        log = [text.step(entry) for entry in self._log]
        log.append(said if notice else Text(f" {waits[:1].upper()}{waits[1:]}", "italic"))
        room = tall - len(top) - len(felt) - 1
        if room == 1 and not notice:
            log = log[:-1]
        self.screen.show([*top, *felt, rule(), *[Text()] * (room - len(log)), *log[-room:]])

    def _page(self, document: Document, lines: Sequence[Text]) -> None:
        """Another picture than the felt, under the same header and as high, so that the prompt stays in its place."""
        if self.screen.live:
            lines = [*text.header(document, self.gained), *lines]
            lines = [*lines, *[Text()] * (self.screen.height - len(lines))]
        self.screen.show(lines)

    def _leaf(self, document: Document, lines: list[Text]) -> None:
        """Text to be read, one screen at a time where the picture stays in its place."""
        size = self.screen.height - 3 if self.screen.live else len(lines)
        while lines:
            self._page(document, lines[:size])
            lines = lines[size:]
            while lines and not lines[0].plain:
                lines = lines[1:]
            if self.screen.live:
                self._key("[Enter] more" if lines else "[Enter] back to the table")

    def _say(self, notice: str) -> None:
        self.screen.show([Text(f" {notice}", "bold")])

    def _line(self, prompt: str) -> str:
        answer = self.screen.ask(f" {prompt} > ")
        if answer in QUIT:
            raise Left
        return answer

    def _key(self, prompt: str) -> str:
        answer = self.screen.key(f" {prompt} > ")
        if answer in QUIT:
            raise Left
        return answer

    def _rules(self, document: Document, offers: Sequence[Any]) -> None:
        self._leaf(document, text.rules(offers, self.casino.document("sign").get("signs") or ()))

    # ---- wagers

    def _bets(self, document: Document) -> bool:
        """Whether wagers are to be made: bets are open, none lies there, and this round is not sat out."""
        first: Any = next(iter(document.get("wagers") or []), {})
        free = document["phase"] == "betting" and not (own(document) or {}).get("wagers")
        return bool(free and first.get("open") and self._round is None)

    def _wager(self, document: Document) -> None:
        """Asks for every amount first, then makes the wagers, so that nobody waits in the middle."""
        self._round = document["table"]["round"]
        chosen, notice = dict(self._last) if self._repeating else {}, ""
        if chosen and (self._left(document, chosen) or 0) < 0:
            chosen, notice = {}, "Those wagers cannot be repeated now; please choose again."
        self._repeating = False
        chosen = chosen or self._chosen(document, notice)
        for place, (name, amount) in enumerate(list(chosen.items())):
            chosen[name] = self._place(name, amount, first=not place)
            if not place and not chosen[name]:
                return  # nothing lies there without it
        self._last = chosen

    def _left(self, document: Document, chosen: Mapping[str, int]) -> int | None:
        """What is free beside wagers and the bets that may follow them, where a purse is counted."""
        if document.get("purse") is None:
            return None
        times: dict[str, int] = {offer["wager"]: offer["times"] for offer in document["wagers"]}
        return cents(document["purse"]) - sum(max(0, amount) * times.get(name, 1) for name, amount in chosen.items())

    def _chosen(self, document: Document, notice: str) -> dict[str, int]:
        chosen: dict[str, int] = {}
        for place, found in enumerate(document["wagers"]):
            offer = offered(bounded(found, chosen), self._left(document, chosen))
            amount = self._amount(document, offer, notice, first=not place) if offer.affordable else 0
            chosen[offer.wager], notice = amount, ""
            if not place and not amount:
                break
        return chosen

    def _place(self, name: str, amount: int, *, first: bool) -> int:
        """Makes a wager, and asks again where it is refused; what lies there in the end."""
        while amount:
            document = self.casino.document()
            if document["phase"] != "betting":
                self._say("The bets are closed.")
                return 0
            placed = {one["wager"]: cents(one["placed"]) for one in document["wagers"] if one.get("placed")}
            found = next(one for one in document["wagers"] if one["wager"] == name)
            left = self._left(document, placed)
            offer = offered(bounded(found, placed), left)
            amount = offer.nearest(amount) if amount == SAID_YES else amount
            if left is not None and amount * found["times"] > left:
                self._say(f"{offer.label}: your money does not cover it.")
                return 0
            act = {"act": "PlaceWager", "seat": self.casino.seat, "wager": name, "amount": show_cents(amount)}
            try:
                self.casino.act(act)
            except Refused as error:
                amount = self._amount(document, offer, f"{offer.label}: {error}.", first=first)
            else:
                return amount
        return 0

    def _amount(self, document: Document, offer: Offer, notice: str = "", *, first: bool) -> int:
        """What the player puts down, 0 for nothing."""
        last = self._last.get(offer.wager, 0) or FIRST * first
        default = offer.nearest(last) if last else 0
        said = money(default) if default else "none"
        watch = "[w]atch" if first and others(document) else ""
        prompt = f"{', '.join(filter(None, (offer.label, str(offer), watch)))} [{said}]"
        drawn = not first
        while True:
            if self.screen.live or not drawn:
                self._draw(document, notice or offer.limit)
            elif notice or not str(offer):
                self._say(notice or offer.limit)
            answer, drawn = self._line(prompt), True
            if answer == "?":
                self._rules(document, [offer.found])
                notice = ""
            elif answer == "" or (answer in YES and default):
                return default
            elif (answer in NONE and (watch or not first)) or (answer in WATCH and watch):
                return 0
            elif answer in YES:
                return offer.nearest(SAID_YES) if str(offer) else SAID_YES
            elif not (amount := _dollars(answer)):
                notice = f"{answer[:20]!r} is no amount; write dollars such as 10 or 12.50."
            elif not offer.allows(amount):
                notice = f"{offer.label}: {money(amount)} is outside {offer}."
            else:
                return amount

    # ---- decisions

    def _offered(self, document: Document) -> list[Any]:
        """The choices that the player has, once it is the player's turn."""
        if (document.get("next") or {}).get("kind") == "wait":
            return []
        return [choice for choice in document.get("choices") or [] if choice.get("seat") in (None, self.casino.seat)]

    def _decide(self, document: Document, choices: list[Any]) -> None:
        keys = {choice["key"]: choice for choice in choices}
        only = next(iter(keys)) if len(keys) == 1 else ""
        prompt = "  ".join(
            [*(f"[{key}] {one['label']}" for key, one in keys.items()), "[a]dvice", "[?] rules", "[q]uit"]
        )
        notice = asked = ""
        while True:
            self._draw(document, notice)
            answer = self.screen.key(f" {prompt} > ") or only
            if answer in QUIT:  # one key must not cost anybody a hand
                if asked:
                    raise Left
                notice = asked = GIVES_UP
                continue
            asked = ""
            if answer == "?":
                self._rules(document, choices)
                notice = ""
            elif answer in ADVICE and "a" not in keys:
                self._advise(document)
                notice = ""
            elif not answer:  # one key too many must not cost anybody a bet
                notice = f"Enter alone decides nothing here: please press {' or '.join(keys)}."
            elif answer[0] not in keys or answer not in (answer[0], keys[answer[0]]["label"].lower()):
                notice = NO_CHOICE.format(answer[:20])
            else:
                try:
                    self.casino.act(keys[answer[0]]["act"])
                except Refused as error:
                    self._say(f"{error}.")
                return

    def _advise(self, document: Document) -> None:
        """The worth of each decision, to be read before one is made."""
        try:
            said = self.casino.advice()
        except Refused as error:
            said = str(error)
        lines = [Text(f" {line}") for line in wrap(said, WIDTH - 2)]
        if self.screen.live:
            self._leaf(document, lines)
        else:
            self.screen.show(lines)

    # ---- between rounds

    def _over(self, document: Document) -> bool:
        return self._round is not None and document["table"]["round"] > self._round

    def _count(self, document: Document) -> Any:
        """Takes a round that is over into the account; its receipt, or None for one that was only watched."""
        found = document.get("receipt")
        found = found if found and found["round"] == self._round else None
        self.played, self._round = self.played + 1, None
        self.gained += cents(found["net"]) if found else 0
        return found

    def _summary(self, document: Document, found: Any) -> list[Text]:
        """What the others had, the receipt, and what the player has now."""
        known = self._settled and self._settled["table"]["round"] == document["table"]["round"] - 1
        lines = [text.other(seat) for seat in others(self._settled)] if known else []
        if not found:
            return [*lines, Text(" You sat this round out.")]
        lines += text.receipt(found)
        if document.get("purse") is not None:
            has = cents(document["purse"])
            lines.append(Text(f" You had {show_dollars(has - cents(found['net']))} and have {show_dollars(has)}."))
        return lines

    def _finished(self, document: Document) -> None:
        """The receipt of a round, and what comes next."""
        found = self._count(document)
        shown = self._summary(document, found)
        goes_on = self._goes_on(document)
        begun = document["table"]["round"]
        page = {**document, "table": {**document["table"], "round": begun - 1}}
        if self.auto:
            self._page(page, shown)
            self._wait(10)
            if goes_on:
                self._begin(document)
            return
        wagered = sum(self._last.values())
        again = f"[Enter] same wagers, {show_dollars(wagered)}" if wagered else "[Enter] play"
        watch = ["[w]atch"] if others(document) else []
        keys = [again, "[c]hange", *watch, "[?] why", "[q]uit"] if goes_on else ["[Enter] leave", "[?] why"]
        notice = self.parting
        while True:
            self._page(page, [*shown, Text(f" {notice}" if notice else "", "bold")])
            shown = shown if self.screen.live else []
            answer = self._key("  ".join(keys))
            notice = self.parting
            if answer == "?":
                why = text.reasons(found) if found else [Text(" You had no wager in this round."), Text()]
                self._leaf(page, why)
            elif answer == "" or (goes_on and answer in (*CHANGE, *(WATCH if watch else ()))):
                self._repeating = answer == ""
                self._round = begun if answer in WATCH else None
                return
            else:
                notice = NO_CHOICE.format(answer[:20])

    # ---- leaving

    def _leave(self) -> None:
        """Takes back what may be taken back, gives up a hand in play, and gets up when the round is over."""
        try:
            document = self.casino.document()
            if self._got_up(document):
                return
            if document.get("purse") is None:
                self._say("You leave when the round is over; Ctrl-C leaves at once.")
            for document in self.casino.following():
                if document.get("you") != self.casino.seat:
                    return
                if self._over(document):
                    self._count(document)
                if self._got_up(document):
                    return
        except KeyboardInterrupt:
            self.parting = AT_ONCE
        except Refused as error:
            self.parting = f"{error}."

    def _got_up(self, document: Document) -> bool:
        for offer in reversed(document.get("wagers") or []):
            if offer.get("back"):
                self._quietly(offer["back"])
        by_act = {choice["act"]["act"]: choice["act"] for choice in document.get("choices") or []}
        for name in [name for name in GIVE_UP if name in by_act][:1]:
            self.parting = GAVE_UP
            self._quietly(by_act[name])
        return self._quietly({"act": "LeaveSeat", "seat": self.casino.seat})

    def _quietly(self, act: Mapping[str, Any]) -> bool:
        try:
            self.casino.act(act)
        except Refused:
            return False
        return True

    def closing(self, brought: int | None) -> list[Text]:
        """What the visit came to; `brought` is the money that the player came with, where that is known."""
        rounds = "1 round" if self.played == 1 else f"{self.played} rounds"
        said = f"You leave with {signed(self.gained)} in {rounds}."
        if brought is not None:
            left = show_dollars(brought + self.gained)
            said = f"You came with {show_dollars(brought)} and leave with {left}: {signed(self.gained)} in {rounds}."
        return [Text(), *([Text(f" {self.parting}")] if self.parting else []), Text(f" {said}", "bold")]


def _dollars(answer: str) -> int:
    """Cents from what was typed, 0 where it is no amount."""
    try:
        return parse_cents(typed_amount(answer))
    except ValueError:
        return 0
