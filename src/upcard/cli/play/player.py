"""You, in a seat: amounts, single-letter choices, and the last wagers repeated with Enter.

Everything that is asked and shown comes from the document of the table, whoever runs it: a casino in memory or one that
is served.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from rich.text import Text

from upcard.audit.narration.sentence import money
from upcard.cli.card_text import rule, signed
from upcard.cli.play.screen import Left, Screen
from upcard.cli.play.table_text import (
    Document,
    cents,
    felt,
    header,
    other,
    others,
    own,
    reasons,
    receipt,
    rules,
    staked,
    step,
    steps,
)
from upcard.errors import Refused
from upcard.units import parse_cents, show_cents, show_dollars

NONE = ("n", "no", "none", "0", "-")
YES = ("y", "yes")
QUIT = ("q", "quit", "exit")
WATCH = ("w", "watch")
FIRST_ANTE = 1_000
DOLLAR = 100
SAID_YES = -1
"""Whatever is on offer, once the first wager lies there."""
GIVE_UP = ("Fold", "Discard", "Stand")
TALLEST = 30
"""The lines of a picture: more would only be blank."""
POOR = "Your money no longer covers the smallest ante and the bets that may follow it."


class Casino(Protocol):
    """A table with a seat of ours, wherever it is run."""

    seat: int
    pause: float
    """Seconds between two things that happen, where nobody else sets a pace."""

    def document(self, as_: str = "seat") -> Document:
        """The table as it stands."""

    def act(self, act: Mapping[str, Any]) -> None:
        """An act of ours; a `Refused` says why it was not done."""

    def following(self) -> Iterator[Document]:
        """The table whenever it changes, the present one first."""


def least(document: Document) -> int:
    """What a hand takes that is played to its end with the smallest first wager."""
    first = document["wagers"][0]
    return cents(first["low"] or "0.01") * int(first["times"])


class Player:
    """A seat that asks, or with `auto` only watches what the bots do with it."""

    def __init__(self, casino: Casino, screen: Screen, rounds: int | None, *, auto: bool = False) -> None:
        self.casino, self.screen, self.rounds, self.auto = casino, screen, rounds, auto
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
        self._notice = ""

    # ---- from the first document to the last

    def play(self) -> None:
        try:
            document = self.casino.document()
            self._told = document["seq"]
            self._begin(document)
            while self._goes_on(document):
                document = self._until_asked()
        except (Left, KeyboardInterrupt):
            pass
        self._leave()

    def _begin(self, document: Document) -> None:
        """A round; what was before the player came is not told."""
        self._round = document["table"]["round"] if self.auto else None
        if self.screen.live:
            self._draw(document)
        elif self.auto:
            self.screen.show([Text(), Text(f" Round {document['table']['round']}", "bold")])

    def _goes_on(self, document: Document) -> bool:
        if self.rounds is not None and self.played >= self.rounds:
            return False
        if self._round is None or self.auto:
            purse = document.get("purse")
            self.parting = POOR if purse is not None and cents(purse) < least(document) else ""
        return not self.parting

    def _until_asked(self) -> Document:
        """Watches the table until there is something to do, and does it."""
        for document in self.casino.following():
            if document.get("you") != self.casino.seat:
                self.parting = "Your seat is no longer yours."
                raise Left
            self._tell(document)
            if document["phase"] == "settled":
                self._settled = document
            if self._over(document):
                self._finished(document)
                return document
            if self.auto:
                continue
            if self._bets(document):
                self._wager(document)
                return document
            if offered := self._offered(document):
                self._decide(document, offered)
                return document
        return self.casino.document()

    def _tell(self, document: Document) -> None:
        """What has happened since the last document."""
        fresh = [entry for entry in document["log"] if entry["seq"] > self._told]
        self._told = max([self._told, *(entry["seq"] for entry in fresh)])
        self._log = [*self._log, *fresh][-TALLEST:]
        if self.screen.live:
            self._draw(document)
        elif fresh:
            self.screen.show([line for entry in fresh for line in steps(entry)])

    # ---- pictures

    def _draw(self, document: Document, notice: str = "") -> None:
        said = Text(f" {notice or self._notice}" if notice or self._notice else "", "bold")
        if not self.screen.live:
            self.screen.show([*felt(document, large=False), said])
            return
        top = header(document, self.gained)
        tall = min(TALLEST, self.screen.height)
        picture = felt(document, large=True)
        if len(top) + len(picture) + 3 > tall:
            picture = felt(document, large=False)
        waits = (document.get("next") or {}).get("waits") or document["words"]
        last = said if said.plain else Text(f" {waits}", "italic")
        room = tall - len(top) - len(picture) - 2
        log = [step(entry) for entry in self._log[-room:]] if room > 0 else []
        blank = [Text()] * (room - len(log))
        self.screen.show([*top, *picture, rule(), *blank, *log, last])

    def _page(self, document: Document, lines: Sequence[Text]) -> None:
        """Another picture than the felt, under the same header and as high, so that the prompt stays in its place."""
        if self.screen.live:
            lines = [*header(document, self.gained), *lines]
            lines = [*lines, *[Text()] * (min(TALLEST, self.screen.height) - len(lines))]
        self.screen.show(lines)

    def _leaf(self, document: Document, lines: Sequence[Text]) -> None:
        """Text to be read, one screen at a time where the picture stays in its place."""
        size = min(TALLEST, self.screen.height) - 3 if self.screen.live else len(lines)
        for first in range(0, len(lines), size):
            self._page(document, lines[first : first + size])
            if self.screen.live:
                more = first + size < len(lines)
                self._line(" [Enter] more > " if more else " [Enter] back to the table > ")

    def _line(self, prompt: str) -> str:
        answer = self.screen.ask(prompt)
        if answer in QUIT:
            raise Left
        return answer

    def _rules(self, document: Document, offers: Sequence[Any]) -> None:
        self._leaf(document, rules(offers, self.casino.document("sign").get("signs") or ()))

    # ---- wagers

    def _bets(self, document: Document) -> bool:
        """Whether wagers are to be made: bets are open, none lies there, and this round is not sat out."""
        mine = own(document)
        first = next(iter(document.get("wagers") or []), None)
        if document["phase"] != "betting" or mine is None or mine["wagers"] or not first or not first.get("open", True):
            return False
        return self._round is None

    def _wager(self, document: Document) -> None:
        """Asks for every amount first, then makes the wagers, so that nobody waits in the middle."""
        self._round = document["table"]["round"]
        again = self._last if self._repeating else {}
        if again and self._left(document, again) < 0:
            again, self._notice = {}, "Those wagers cannot be repeated now; please choose again."
        self._repeating = False
        chosen = dict(again) or self._chosen(document)
        for name in chosen:
            chosen[name] = self._place(name, chosen[name])
            if not chosen[name] and name == document["wagers"][0]["wager"]:
                break  # nothing lies there without it
        self._last = chosen
        self._notice = ""

    def _left(self, document: Document, chosen: Mapping[str, int]) -> int:
        """What is free beside the wagers and the bets that may follow them; endless where no purse is known."""
        if document.get("purse") is None:
            return 10**12
        times = {offer["wager"]: int(offer["times"]) for offer in document["wagers"]}
        return cents(document["purse"]) - sum(max(0, amount) * times.get(name, 1) for name, amount in chosen.items())

    def _chosen(self, document: Document) -> dict[str, int]:
        chosen: dict[str, int] = {}
        for place, each in enumerate(document["wagers"]):
            offer = _within(each, self._left(document, chosen))
            chosen[offer["wager"]] = self._amount(document, offer, first=not place) if offer["afforded"] else 0
            if not place and not chosen[offer["wager"]]:
                break
        return chosen

    def _place(self, name: str, amount: int) -> int:
        """Makes a wager, and asks again where it is refused; what lies there in the end."""
        while amount:
            document = self.casino.document()
            offers = document["wagers"]
            placed = {one["wager"]: cents(one["placed"]) for one in offers if one.get("placed")}
            found = next((one for one in offers if one["wager"] == name), None)
            if found is None:
                return 0
            offer = _within(found, self._left(document, placed))
            amount = _meant(amount, offer)
            if not offer["afforded"]:
                self._notice = f"{offer['label']}: your money does not cover it."
                self.screen.show([Text(f" {self._notice}", "bold")])
                return 0
            act = {"act": "PlaceWager", "seat": self.casino.seat, "wager": name, "amount": show_cents(amount)}
            try:
                self.casino.act(act)
            except Refused as error:
                self._notice = f"{offer['label']}: {error}."
                first = name == offers[0]["wager"]
                if document["phase"] != "betting":
                    return 0
                amount = self._amount(document, offer, first=first)
                continue
            return amount
        return 0

    def _amount(self, document: Document, offer: Any, *, first: bool) -> int:
        default = self._default(offer, first=first)
        said = money(default) if default > 0 else "yes" if default else "none"
        watch = ", [w]atch" if first and others(document) else ""
        prompt = " " + ", ".join(filter(None, (offer["label"], _bounds(offer)))) + f"{watch} [{said}] > "
        drawn = not first
        while True:
            said = self._notice or offer["limit"]
            if self.screen.live or not drawn:
                self._draw(document, said)
            elif self._notice or not _bounds(offer):
                self.screen.show([Text(f" {said}", "bold")])
            self._notice, drawn = "", True
            answer = self._line(prompt)
            if answer == "?":
                self._rules(document, [offer])
            elif answer == "" or (answer in YES and default):
                return default
            elif (answer in NONE and (watch or not first)) or (answer in WATCH and watch):
                return 0
            else:
                amount = SAID_YES if answer in YES else _dollars(answer)
                if not amount:
                    self._notice = f"{answer[:20]!r} is no amount; write dollars such as 10 or 12.50."
                elif amount != SAID_YES and _outside(amount, offer):
                    self._notice = f"{offer['label']}: {money(amount)} is outside {_bounds(offer)}."
                else:
                    return _meant(amount, offer) if _bounds(offer) else amount

    def _default(self, offer: Any, *, first: bool) -> int:
        """The last choice as far as it is still possible; the first time ten dollars of ante and nothing more."""
        wanted = self._last.get(offer["wager"], FIRST_ANTE if first else 0) or (FIRST_ANTE if first else 0)
        if wanted and offer.get("amounts"):
            amounts = [cents(amount) for amount in offer["amounts"]]
            return wanted if wanted in amounts else amounts[0]
        if wanted > 0 and _outside(wanted, offer):
            low = cents(offer["low"]) if offer.get("low") else 1
            return max(low, min(wanted, cents(offer["high"]) if offer.get("high") else wanted))
        return wanted

    # ---- decisions

    def _offered(self, document: Document) -> list[Any]:
        """The choices that the player has, as far as the money covers them."""
        mine, purse = own(document), document.get("purse")
        left = None if purse is None else cents(purse) - staked(mine)
        found = [choice for choice in document.get("choices") or [] if choice.get("seat") in (None, self.casino.seat)]
        return [one for one in found if left is None or cents(one.get("amount") or "0.00") <= left]

    def _decide(self, document: Document, offered: list[Any]) -> None:
        keys = {choice["key"]: choice for choice in offered}
        only = next(iter(keys)) if len(keys) == 1 else ""
        prompt = " " + "  ".join([f"[{key}] {c['label']}" for key, c in keys.items()] + ["[?] rules", "[q]uit"]) + " > "
        notice = ""
        while True:
            self._draw(document, notice)
            answer = self._line(prompt) or only
            self._notice = ""
            if answer == "?":
                self._rules(document, offered)
            elif answer[:1] in keys and answer in (answer[0], keys[answer[0]]["label"].lower()):
                try:
                    self.casino.act(keys[answer[0]]["act"])
                except Refused as error:
                    self._notice = f"{error}."
                    self.screen.show([Text(f" {self._notice}", "bold")])
                return
            elif not answer:  # one key too many must not cost anybody a bet
                notice = f"Enter alone decides nothing here: please press {' or '.join(keys)}."
            else:
                notice = f"{answer[:20]!r} is no choice here; a letter in brackets is."

    # ---- between rounds

    def _over(self, document: Document) -> bool:
        return self._round is not None and document["table"]["round"] > self._round

    def _count(self, document: Document) -> Any:
        """Takes a round that is over into the account; its receipt, or None for one that was only watched."""
        found = document.get("receipt")
        found = found if found and found["round"] == self._round else None
        self.played += 1
        self.gained += cents(found["net"]) if found else 0
        self._round = None
        return found

    def _summary(self, document: Document, found: Any) -> list[Text]:
        """The receipt under what the others had, and what the player has now."""
        settled, number = self._settled, document["table"]["round"] - 1
        company = others(settled) if settled and settled["table"]["round"] == number else []
        lines = [*(other(seat) for seat in company), *(receipt(found) if found else [Text(" You sat this round out.")])]
        if (purse := document.get("purse")) is not None and found:
            has = cents(purse)
            lines.append(Text(f" You had {show_dollars(has - cents(found['net']))} and have {show_dollars(has)}."))
        return lines

    def _finished(self, document: Document) -> None:
        """The receipt of a round, and what comes next."""
        found = self._count(document)
        shown = self._summary(document, found)
        goes_on = self._goes_on(document)
        if self.auto:
            self._page(document, shown)
            self.screen.wait(20)
            if goes_on:
                self._begin(document)
            return
        wagered = sum(max(0, amount) for amount in self._last.values())
        again = f"[Enter] same wagers, {show_dollars(wagered)}" if wagered else "[Enter] play"
        watch = ["[w]atch"] if others(document) else []
        keys = [again, "[c]hange", *watch, "[?] why", "[q]uit"] if goes_on else ["[Enter] leave", "[?] why"]
        notice = self.parting
        while True:
            self._page(document, [*shown, Text(f" {notice}" if notice else "", "bold")])
            shown = shown if self.screen.live else []
            answer = self._line(" " + "  ".join(keys) + " > ")
            notice = self.parting
            if answer == "?":
                self._leaf(document, reasons(found) if found else [Text(" You had no wager in this round."), Text()])
            elif answer == "" or (goes_on and (answer in ("c", "change") or (watch and answer in WATCH))):
                self._repeating = answer == ""
                self._round = document["table"]["round"] if answer in WATCH else None
                return
            else:
                notice = f"{answer[:20]!r} is no choice here; a letter in brackets is."

    # ---- leaving

    def _leave(self) -> None:
        """Takes back what may be taken back, gives up a hand in play, and gets up when the round is over."""
        self.casino.pause = 0.0
        try:
            document = self.casino.document()
            self._give_up(document)
            if self._quietly({"act": "LeaveSeat", "seat": self.casino.seat}):
                return
            if document.get("purse") is None:
                self.screen.show([Text(" You leave when the round is over; Ctrl-C leaves at once.", "bold")])
            for document in self.casino.following():
                if document.get("you") != self.casino.seat:
                    return
                if self._over(document):
                    self._count(document)
                self._give_up(document)
                if not (own(document) or {}).get("wagers") and self._quietly(
                    {"act": "LeaveSeat", "seat": self.casino.seat}
                ):
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
                self.parting = "You left in the middle of a hand: it was given up and the round played out."
                self._quietly(by_act[name])
                return

    def _quietly(self, act: Any) -> bool:
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
            came = f"You came with {show_dollars(brought)} and leave with {left}"
            said = f"{came}: {signed(self.gained)} in {rounds}."
        return [Text(), *([Text(f" {self.parting}")] if self.parting else []), Text(f" {said}", "bold")]


# ---- amounts


def _within(offer: Any, left: int) -> Any:
    """The offer as far as the money reaches."""
    most = left // int(offer.get("times", 1))
    found = {**offer, "afforded": most >= cents(offer.get("low") or "0.01")}
    if offer.get("amounts"):
        found["amounts"] = [amount for amount in offer["amounts"] if cents(amount) <= most]
        found["afforded"] = bool(found["amounts"])
    elif offer.get("high") and cents(offer["high"]) > most:
        found |= {"high": show_cents(most), "limit": "Your money covers no more, with the bets that may follow."}
    return found


def _bounds(offer: Any) -> str:
    """The amounts that may be wagered, or nothing where that is not known before the first wager lies there."""
    if offer.get("amounts"):
        return " or ".join(money(cents(amount)) for amount in offer["amounts"])
    low, high = offer.get("low"), offer.get("high")
    if low and cents(low) > 1 and high:
        return f"{money(cents(low))} to {money(cents(high))}"
    if low and cents(low) > 1:
        return f"from {money(cents(low))}"
    return f"up to {money(cents(high))}" if high else ""


def _outside(amount: int, offer: Any) -> bool:
    if offer.get("amounts"):
        return amount not in [cents(each) for each in offer["amounts"]]
    low, high = offer.get("low"), offer.get("high")
    return bool(low and amount < cents(low)) or bool(high and amount > cents(high))


def _dollars(answer: str) -> int:
    """Cents from what was typed, 0 where it is no amount."""
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
    least = max(cents(offer["low"]) if offer.get("low") else 1, DOLLAR)
    return min(least, cents(offer["high"])) if offer.get("high") else least
