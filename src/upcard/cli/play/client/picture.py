"""A served table in lines of text: the felt and the receipt, from the documents that the server gives."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from rich.text import Text

from upcard.cards import Card, parse_card
from upcard.cli.play.narration import RESULTS, money, signed
from upcard.cli.play.table_text import HAND, WIDTH, boxes, chips, row, rule
from upcard.units import parse_cents, show_dollars

Document = Any
LOG = 4


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


def header(document: Document, gained: int) -> list[Text]:
    """Which table it is, its meters, and what the player has won or lost here."""
    table = document["table"]
    meters = "   ".join(f"{meter['label']} {show_dollars(cents(meter['amount']))}" for meter in document["meters"])
    return [
        row((f" {table['name']}, {table['title']}", 62), (f"round {table['round']} ", -18), style="bold"),
        row((f" {meters}" if meters else " Paid by the posted schedule", 62), (f"so far {signed(gained)} ", -18)),
        rule(),
    ]


def _house(document: Document) -> list[Text]:
    """The dealer's hand, or the community card."""
    if document["table"]["game"] == "bonus-six":
        community = document.get("community")
        there = community is not None or document.get("community_dealt")
        return [
            row((" COMMUNITY CARD", 79), style="bold"),
            *(Text("  ") + line for line in boxes(_cards([community]) if there else (), 1, large=False)),
        ]
    dealer = document["dealer"]
    verdict = {True: ": the hand plays", False: ": no hand", None: ""}[dealer["qualifies"]]
    said = f"{dealer['hand']}{verdict}" if dealer["hand"] else ""
    shown = boxes(_cards(dealer["cards"]), HAND, large=False)
    return [row((" DEALER", 20), (said, 59), style="bold"), *(Text("  ") + line for line in shown)]


def _other(seat: Any) -> Text:
    """Another player in one line."""
    name = f" {seat['seat']} {seat['player']}"
    if not seat["wagers"]:
        return row((name, 16), ("no wager", 20), style="dim")
    staked = sum(cents(wager["amount"]) for wager in seat["wagers"])
    outcome = seat["words"] if seat["net"] is None else f"{seat['words']} {signed(cents(seat['net']))}".strip()
    style = "dim" if seat["state"] in ("fold", "discard", "void") else ""
    return row(
        (name, 16), (f"{money(staked)} down", 14), (chips(_cards(seat["cards"])), 18), (outcome, 30), style=style
    )


def felt(document: Document, *, large: bool) -> list[Text]:
    """The table as the own seat sees it."""
    mine = own(document)
    others = [seat for seat in document["seats"] if seat["player"] is not None and seat is not mine]
    lines = [*_house(document), *(_other(seat) for seat in others), Text()]
    if mine is None:
        return lines
    places = max(HAND, len(mine["cards"]))
    lines.append(row((f" YOU, seat {mine['seat']}", 20), (mine["hand"] or "", 59), style="bold"))
    lines += [Text("  ") + line for line in boxes(_cards(mine["cards"]), places, large=large)]
    stakes = " · ".join(f"{wager['label'].lower()} {money(cents(wager['amount']))}" for wager in mine["wagers"])
    return [*lines, row((f" {stakes or 'no wager yet'}", WIDTH))]


def step(entry: Any) -> Text:
    """What happened, in one line of a picture; the clause stays in sight however long the sentence is."""
    clause = entry.get("clause") or ""
    return row((f" {entry['text']}", WIDTH - len(clause) - 2), (f" {clause}", len(clause) + 1), style="dim")


def steps(entry: Any) -> list[Text]:
    """The same for a transcript, whole."""
    clause = f"  {entry['clause']}" if entry.get("clause") else ""
    return _wrapped(f"{entry['text']}{clause}", " ", "dim")


# ---- the receipt ---------------------------------------------------------------------------------------------------


def _columns(wager: str, result: str, odds: str, down: str, up: str, under: str, style: str = "") -> Text:
    return row((f" {wager}", 19), (result, 9), (odds, 13), (down, -9), (up, -11), ("  " + under, 19), style=style)


def back(line: Any) -> int:
    """What came back to the player; a tip that wins is the dealer's."""
    dealers = line["wager"] == "tip" and line["result"] == "win"
    return 0 if dealers else cents(line["returned"]) + cents(line["paid"])


def _line(line: Any) -> Text:
    result = "dealer's" if line["wager"] == "tip" and line["result"] == "win" else RESULTS[line["result"]]
    clause = (line["why"] or {}).get("clause", "")
    odds = line["odds"] or ""
    return _columns(line["label"], result, odds, show_dollars(cents(line["staked"])), show_dollars(back(line)), clause)


def receipt(found: Any) -> list[Text]:
    """What became of each wager of a finished round, and a sum that adds up."""
    lines = [
        row((f" Round {found['round']}", 11), (found.get("hand") or "", 60), style="bold"),
        _columns("Wager", "", "Odds", "Put down", "Back", "Under", style="dim"),
        *(_line(line) for line in found["lines"]),
    ]
    down, up = show_dollars(cents(found["staked"])), show_dollars(cents(found["back"]))
    return [*lines, _columns("In all", "", "", down, up, signed(cents(found["net"])), style="bold")]


def reasons(found: Any) -> list[Text]:
    """For each payment how it was worked out, the clause, and our reading where there was one."""
    lines: list[Text] = []
    for line in found["lines"]:
        why = line["why"] or {}
        lines += _wrapped(f"{line['label']}: {why.get('arithmetic') or RESULTS[line['result']]}.", " ", "bold")
        lines += _explained(why)
    return lines


def _explained(why: Any) -> list[Text]:
    lines = _wrapped(f"{why['clause']}  {why['summary']}") if why.get("clause") else []
    lines += _wrapped(f"Our reading: {why['reading']}") if why.get("reading") else []
    return [*lines, Text()]


def rules(offers: Sequence[Any]) -> list[Text]:
    """The clauses behind wagers or choices."""
    lines: list[Text] = []
    for offer in offers:
        said = offer.get("limit") or ""
        lines += _wrapped(f"{offer['label']}{': ' + said if said else ''}", " ", "bold")
        lines += _explained(offer.get("why") or {})
    return lines


def _wrapped(sentence: str, indent: str = "   ", style: str = "") -> list[Text]:
    return [Text(part, style) for part in wrap(sentence, WIDTH - 2, initial_indent=indent, subsequent_indent="   ")]
