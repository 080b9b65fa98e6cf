"""Where it is shown: a terminal whose picture stays in its place, or a transcript in a pipe or a file."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from upcard.cards import Card, parse_card, pretty
from upcard.cli.options import HAND, RESULTS, VERDICTS, WIDTH, boxes, chips, row, rule, signed, so_far
from upcard.present.payment import money
from upcard.units import parse_cents, show_cents, show_dollars

with contextlib.suppress(ImportError):  # a system without such terminals: keys are lines
    import termios
    import tty

LONGEST_KEY = 16
"""Bytes that one key sends: an arrow sends three."""
END = "\x04"
"""Ctrl-D."""
LOWEST, TALLEST = 24, 32
"""Lines of a terminal that are used: with more, a picture would only have more blank lines."""
ERASE_LINE, ERASE_BELOW, HOME = "\x1b[K", "\x1b[J", "\x1b[H"
OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"

LETTERS = str.maketrans(dict(zip("♣♦♥♠╭╮╰╯─│▒·→…", "cdhs++++-|#.>~", strict=True)))
"""For a terminal that has no such signs."""


class Left(Exception):
    """The player leaves the table."""


class Screen:
    """Standard output and input, as a picture (`live`) or as a transcript."""

    def __init__(self, *, live: bool) -> None:
        self.console = Console(file=sys.stdout, width=WIDTH, markup=False, highlight=False, emoji=False)
        self.live = live and not self.console.is_dumb_terminal
        self.signs = _can_show("♠╭▒→", getattr(sys.stdout, "encoding", None))

    @property
    def height(self) -> int:
        """The lines for a picture: all but the prompt and the line after it."""
        return min(max(LOWEST, Console(file=sys.stdout).size.height), TALLEST) - 2

    def __enter__(self) -> Screen:
        if self.live:
            self._write(OTHER_SCREEN + HOME + ERASE_BELOW)
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self._write(FIRST_SCREEN)

    def show(self, texts: Iterable[Text]) -> None:
        """A whole picture, or the next lines of the transcript."""
        with self.console.capture() as captured:
            for text in texts:
                self.console.print(text, no_wrap=True, overflow="ellipsis", crop=True)
        drawn = "".join(part.rstrip(" ") + "\n" for part in captured.get().split("\n")[:-1])
        drawn = drawn if self.signs else drawn.translate(LETTERS)
        if self.live:
            self._write(HOME + drawn.replace("\n", ERASE_LINE + "\n") + ERASE_BELOW)
        else:
            self._write(drawn)

    def show_whole(self, text: str) -> None:
        """A line that is not cut, however long."""
        self._write(text + "\n")

    def ask(self, prompt: str) -> str:
        """A line from the player; the end of the input is a wish to leave."""
        try:
            answer = input(prompt if self.signs else prompt.translate(LETTERS))
        except (EOFError, KeyboardInterrupt):
            self._write("\n")
            raise Left from None
        except (OSError, ValueError) as error:  # an input that cannot be read, or is not text
            self._write("\n")
            raise Left from error
        if not self.live and not sys.stdin.isatty():
            self._write(answer + "\n")  # nobody typed it, so nobody has seen it
        return answer.strip().lower()

    def key(self, prompt: str) -> str:
        """One key, without Enter, where somebody sits before a terminal; Enter is empty. Otherwise a line.

        What was typed before the question is no answer to it: it must not decide a hand.
        """
        if not self.live or "tty" not in globals():
            return self.ask(prompt)
        stream = sys.stdin.fileno()
        before = termios.tcgetattr(stream)
        try:
            tty.setcbreak(stream)  # and what waits is thrown away, before the question is seen
            self._write(prompt if self.signs else prompt.translate(LETTERS))
            pressed = os.read(stream, LONGEST_KEY).decode("utf-8", "replace")
        except (OSError, KeyboardInterrupt):
            pressed = END
        finally:
            termios.tcsetattr(stream, termios.TCSADRAIN, before)
        self._write("\n")
        if pressed in ("", END):
            raise Left
        return pressed.strip().lower() if pressed.isprintable() or pressed.isspace() else "that key"

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _can_show(signs: str, encoding: str | None) -> bool:
    with contextlib.suppress(UnicodeEncodeError, LookupError):
        signs.encode(encoding or "utf-8")
        return True
    return False


def terminal() -> bool:
    """Whether somebody sits before it."""
    streams: tuple[Any, ...] = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


# ---- The document of a table -------------------------------------------------------------------------------
# what it offers, and in lines of text the felt, the log, the receipt and why.
#
# Nothing here knows a game.


Document = Any
FEW = 4
"""So many wagers have room in one line."""
SAID_YES = -1
"""Whatever is on offer, once the first wager lies there."""
DOLLAR = 100


def cents(amount: str) -> int:
    """
    >>> cents("10.00"), cents("-3.50")
    (1000, -350)
    """
    return -parse_cents(amount[1:]) if amount.startswith("-") else parse_cents(amount)


def _cards(codes: Sequence[str | None]) -> tuple[Card | None, ...]:
    return tuple(None if code is None else parse_card(code) for code in codes)


def own(document: Document) -> Any:
    """The own seat."""
    return next((seat for seat in document["seats"] if seat["seat"] == document.get("you")), None)


def others(document: Document) -> list[Any]:
    """The seats of everybody else."""
    return [s for s in document["seats"] if s["player"] is not None and s["seat"] != document.get("you")]


def staked(seat: Any) -> int:
    """What lies at a seat."""
    return sum(cents(wager["amount"]) for wager in seat["wagers"]) if seat else 0


def header(document: Document, gained: int) -> list[Text]:
    """Which table it is, its meters, and the player's money: what is left of it, or what was won and lost here."""
    table = document["table"]
    name = f"Table {table['name']}" if table["name"].isdigit() else table["name"]
    meters = "   ".join(f"{meter['label']} {show_dollars(cents(meter['amount']))}" for meter in document["meters"])
    purse = document.get("purse")
    has = f"so far {signed(gained)}" if purse is None else f"you have {money(cents(purse) - staked(own(document)))}"
    return [
        row((f" {name}, {table['title']}", 66), (f"round {table['round']} ", -14), style="bold"),
        row((f" {meters}" if meters else " Paid by the posted schedule", 58), (f"{has} ", -22)),
        rule(),
    ]


def _house(document: Document) -> tuple[str, tuple[Card | None, ...], int, str]:
    """What lies before the dealer: its heading, cards, number of places, and what is said of it."""
    if "community" in document:
        there = document["community"] is not None or document.get("community_dealt")
        return "COMMUNITY CARD", _cards([document["community"]]) if there else (), 1, ""
    dealer = document["dealer"]
    verdict = VERDICTS[dealer["qualifies"]]
    drawn = [f"magic card {pretty(parse_card(document['magic_card']))}"] if document.get("magic_card") else []
    drawn += [f"lucky {document['lucky']}"] if document.get("lucky") else []
    said = [f"{dealer['hand']}{verdict}"] if dealer["hand"] else []
    return "DEALER", _cards(dealer["cards"]), HAND, "; ".join(said + drawn)


def other(seat: Any) -> Text:
    """Another player in one line."""
    name = f" {seat['seat']} {seat['player']}"
    if not seat["wagers"]:
        return row((name, 12), ("no wager", 20), style="dim")
    over = seat["net"] is not None
    said = (seat["hand"] if over else f"{money(staked(seat))} down", seat["words"])
    net = signed(cents(seat["net"])) if over else ""
    style = "dim" if seat["state"] in ("fold", "discard", "void") else ""
    return row(
        (name, 12), (chips(_cards(seat["cards"])), 16), (", ".join(filter(None, said)), 40), (net, -11), style=style
    )


def hand(document: Document, seat: Any) -> str:
    """The cards of a seat by name, also before all of them are there."""
    codes = [code for code in (*seat["cards"], document.get("community")) if code is not None]
    if seat["hand"] or not any(seat["cards"]) or len(codes) >= HAND:
        return seat["hand"] or ""
    return so_far([parse_card(code) for code in codes])


def felt(document: Document, *, large: bool) -> list[Text]:
    """The table as the own seat sees it, as high before the deal as after."""
    heading, cards, places, said = _house(document)
    lines = [row((f" {heading}", 20), (said, 59), style="bold"), *boxes(cards, places, large=False)]
    lines += [*(other(seat) for seat in others(document)), Text()]
    mine = own(document)
    if mine is None:
        return lines
    lines.append(row((f" YOU, seat {mine['seat']}", 20), (hand(document, mine), 59), style="bold"))
    lines += boxes(_cards(mine["cards"]), max(HAND, len(mine["cards"])), large=large)
    return [*lines, *_stakes(mine, 1 if len(document.get("wagers") or ()) <= FEW else 2)]


def _stakes(mine: Any, count: int) -> list[Text]:
    """The own wagers over so many lines, none of them torn apart."""
    lamp = f" ({mine['lamp_words']})" if mine.get("lamp_words") else ""
    said = [
        f"{one['label'].lower()} {money(cents(one['amount']))}{lamp if one['wager'] == 'progressive' else ''}"
        for one in mine["wagers"]
    ]
    joined = " · ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in said) or "no wager yet"
    lines = [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(joined, WIDTH - 2)]
    return [row((f" {line}", WIDTH)) for line in (lines + [""] * count)[:count]]


def step(entry: Any) -> Text:
    """What happened, in one line of a picture; the clause stays in sight however long the sentence is."""
    clause = entry.get("clause") or ""
    return row((f" {entry['text']}", WIDTH - len(clause) - 2), (f" {clause}", len(clause) + 1), style="dim")


def steps(entry: Any) -> list[Text]:
    """The same for a transcript, whole; what is done by hand stands further in."""
    clause = f"  {entry['clause']}" if entry.get("clause") else ""
    return wrapped(f"{entry['text']}{clause}", "   " if entry.get("by_hand") else " ", "dim")


# ---- the receipt ---------------------------------------------------------------------------------------------------


def _columns(wager: str, result: str, odds: str, down: str, up: str, under: str, style: str = "") -> Text:
    return row((f" {wager}", 21), (result, 9), (odds, 13), (down, -9), (up, -11), (f" {under}", 17), style=style)


def back(line: Any) -> int:
    """What came back to the player; a tip that wins is the dealer's."""
    dealers = line["wager"] == "tip" and line["result"] == "win"
    return 0 if dealers else cents(line["returned"]) + cents(line["paid"])


def _line(line: Any) -> Text:
    result = "dealer's" if line["wager"] == "tip" and line["result"] == "win" else RESULTS[line["result"]]
    odds = re.sub(r" of \w+$", " of meter", line["odds"] or "")
    down, up = show_dollars(cents(line["staked"])), show_dollars(back(line))
    return _columns(line["label"].removesuffix(" hand"), result, odds, down, up, (line["why"] or {}).get("clause", ""))


def receipt(found: Any) -> list[Text]:
    """What became of each wager of a finished round, and a sum that adds up."""
    shown, dealer = chips(_cards(found["cards"])), found["dealer"]
    lines = [row((" You", 12), (shown, 16), (found["hand"] or "", 50), style="bold"), rule()]
    if dealer["hand"]:
        said = f"{dealer['hand']}{VERDICTS[dealer['qualifies']]}"
        lines.insert(0, row((" Dealer", 12), (chips(_cards(dealer["cards"])), 16), (said, 50)))
    if found["community"]:
        lines.insert(0, row((" Community", 12), (chips(_cards([found["community"]])), 16)))
    down, up = show_dollars(cents(found["staked"])), show_dollars(cents(found["back"]))
    return [
        *lines,
        _columns("Wager", "", "Odds", "Staked", "Returned", "Under", style="dim"),
        *(_line(line) for line in found["lines"]),
        _columns("Total", "", "", down, up, signed(cents(found["net"])), style="bold"),
    ]


def reasons(found: Any) -> list[Text]:
    """For each payment how it was worked out, the clause, and our reading where there was one."""
    lines: list[Text] = []
    for line in found["lines"]:
        why = line["why"] or {}
        lines += wrapped(f"{line['label']}: {why.get('arithmetic') or RESULTS[line['result']]}.", " ", "bold")
        lines += _explained(why)
    return lines


def _explained(why: Any) -> list[Text]:
    lines = wrapped(f"{why['clause']}  {why['summary']}") if why.get("clause") else []
    lines += wrapped(f"Our reading: {why['reading']}") if why.get("reading") else []
    return [*lines, Text()]


def rules(offers: Sequence[Any], signs: Sequence[Any]) -> list[Text]:
    """The clauses behind wagers or choices, then the odds and limits that are posted at the table."""
    lines: list[Text] = []
    for offer in offers:
        said = offer.get("limit") or ""
        lines += wrapped(f"{offer['label']}{': ' + said if said else ''}", " ", "bold")
        lines += _explained(offer.get("why") or {})
    for sign in signs:
        named = [(left, right) for left, right in sign["lines"] if left and len(right) < HAND * 8]
        if named:
            lines += [Text(f" {sign['title']}", "bold"), *(Text(f"   {left:<20} {right}") for left, right in named)]
            lines.append(Text())
    return lines


def wrapped(sentence: str, indent: str = "   ", style: str = "") -> list[Text]:
    return [
        Text(part, style)
        for part in wrap(
            sentence, WIDTH - 2, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
        )
    ]


# ---- a wager on offer: what may be put down, as far as the document and the money of the player say -----------------


class Offer(NamedTuple):
    """The bounds of a wager; `high` is 0 where there is none, or where it is not known before the first wager lies."""

    wager: str
    label: str
    low: int
    high: int
    amounts: tuple[int, ...]
    limit: str
    affordable: bool
    found: Any
    """The offer as it stands in the document."""

    def allows(self, amount: int) -> bool:
        if self.amounts:
            return amount in self.amounts
        return self.low <= amount and not 0 < self.high < amount

    def nearest(self, amount: int) -> int:
        """The amount as far as it may be put down; what a yes stands for is the first on offer, or a dollar."""
        if self.amounts:
            return amount if amount in self.amounts else self.amounts[0]
        wanted = max(self.low, DOLLAR if amount == SAID_YES else amount)
        return min(wanted, self.high) if self.high else wanted

    def __str__(self) -> str:
        if self.amounts:
            return " or ".join(money(amount) for amount in self.amounts)
        if self.high:
            return f"{money(self.low)} to {money(self.high)}" if self.low > 1 else f"up to {money(self.high)}"
        return f"from {money(self.low)}" if self.low > 1 else ""


def bounded(found: Any, lies: Mapping[str, int]) -> Any:
    """An offer of the document, within the wager that bounds it; `lies` has the amounts that are put down."""
    share = found.get("of")
    if share is None or not lies.get(share["wager"]):
        return found
    most = lies[share["wager"]] // share["divisor"]
    if share["exact"]:
        return {**found, "amounts": [show_cents(most)]}
    return {**found, "high": show_cents(min(most, cents(found["high"]) if found.get("high") else most))}


def offered(found: Any, left: int | None) -> Offer:
    """An offer of the document; of a purse so much is `left`, or nobody counts it."""
    low, high = (cents(found[bound]) if found.get(bound) else 0 for bound in ("low", "high"))
    amounts, limit = tuple(cents(amount) for amount in found.get("amounts") or ()), found["limit"]
    affordable = True
    if left is not None:
        most = left // found["times"]
        affordable = most >= min(amounts, default=max(low, 1))
        amounts = tuple(amount for amount in amounts if amount <= most)
        if high > most or (low and not high):
            high, limit = most, "Your money covers no more, with the bets that may follow."
    return Offer(found["wager"], found["label"], max(low, 1), high, amounts, limit, affordable, found)
