"""`upcard house`: a licensee's file of elections, checked against the law before a table opens, and examples of one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from upcard.cli.output import complain, console, say, show_json, table
from upcard.errors import HouseError

if TYPE_CHECKING:
    from upcard.rules.house import House
    from upcard.rules.house_warnings import Advice
    from upcard.rules.payback import Payback

app = App(
    name="house",
    help="A licensee's elections: check a file against the law, or print a commented example.",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)

Example = Literal["deadwood", "deadwood-2011", "massachusetts", "bonus-6"]

BAD_INPUT = 2
LONGEST_FILE = 1_000_000
"""In bytes: a house takes a few thousand."""


@app.command
def check(
    file: Annotated[str, Parameter(help="A house as TOML; - is standard input.", allow_leading_hyphen=True)],
    /,
    *,
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> int:
    """Check a house: every election against the law of its table.

    A house that the law permits is summed up, with what its licensee should know besides; the exit status is 0.
    Otherwise one sentence names the field, and the clause where there is one; the exit status is 2.

    upcard house example deadwood > house.toml
    upcard house check house.toml
    """
    from upcard.exact.warnings import warnings as warnings_of
    from upcard.rules.house import check_approvals, read_house
    from upcard.rules.summary import house_document

    try:
        house = read_house(text_of(file))
        check_approvals(house)
    except HouseError as error:
        if json:
            fault = {"field": error.field, "message": error.because, "clause": error.clause}
            show_json({"ok": False, "error": fault})
        complain(str(error))
        return BAD_INPUT
    warnings = warnings_of(house)
    if json:
        show_json(house_document(house, warnings))
    else:
        _show(house, warnings)
    return 0


@app.command
def example(name: Annotated[Example, Parameter(help="Which house.")], /) -> None:
    """Print a house as commented TOML, to start one's own from.

    upcard house example massachusetts > house.toml
    """
    from importlib.resources import files

    text = files("upcard.cli").joinpath("houses", f"{name}.toml").read_text(encoding="utf-8")
    sys.stdout.write(text)


def text_of(file: str) -> str:
    """What a house file says, or a `HouseError` that names it."""
    try:
        if file == "-":
            content = sys.stdin.buffer.read(LONGEST_FILE + 1)
        else:
            with Path(file).open("rb") as stream:
                content = stream.read(LONGEST_FILE + 1)
        if len(content) > LONGEST_FILE:
            raise HouseError(file, f"a house has at most {LONGEST_FILE:,} bytes")
        return content.decode("utf-8-sig")
    except OSError as error:
        raise HouseError(file, f"it cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # not UTF-8, or no name that a file could have
        raise HouseError(file, "it cannot be read as UTF-8 text") from error


# ---- how a house is shown to people --------------------------------------------------------------------------


def _dollars(text: str | None) -> str:
    return "" if text is None else f"${int(text[:-3]):,}{text[-3:]}"


def _limits(facts: dict[str, Any]) -> str:
    at_least = _dollars(facts["minimum"]) if facts["minimum"] != "0.01" else None
    at_most = _dollars(facts["maximum"]) or None
    ante = {
        (True, True): f"antes from {at_least} to {at_most}",
        (True, False): f"antes from {at_least}",
        (False, True): f"antes up to {at_most}",
    }.get((at_least is not None, at_most is not None))
    counted = facts.get("elections", {}).get("limit_applies_to", "total")
    limit = f"limit {_dollars(facts['limit'])}, {counted.replace('-', ' ')}" if facts.get("limit") else None
    most = ", ".join(f"{wager.replace('_', ' ')} up to {_dollars(cents)}" for wager, cents in facts["maxima"].items())
    costs = f"no round to cost more than {_dollars(facts['liability_limit'])}" if facts["liability_limit"] else None
    return "; ".join(part for part in (ante, limit, most, costs) if part) or "no limits of the house"


def _show(house: House, warnings: tuple[Advice, ...]) -> None:
    from rich.table import Table

    from upcard.rules.game_rules import house_of
    from upcard.rules.house_warnings import long_run
    from upcard.rules.jackpot import FIVE_CARD
    from upcard.rules.summary import table_document

    out = console()
    say(f"{house.name} is in order.\n")
    for one in house.tables:
        facts = table_document(one)
        lines = [
            ("edition", f"{one.edition.id}: {one.edition.title}"),
            ("seats", f"{one.seats}, {one.mode}"),
            ("cards", f"{' and '.join(one.backs)}, shuffled by {'hand' if one.shuffle == 'hand' else 'a shuffler'}"),
            *((("decks", "; ".join(facts["decks"])),) if facts["decks"] else ()),
            ("limits", _limits(facts)),
            *house_of(one.edition).lines(facts),
            ("readings", ", ".join(facts["readings"])),
        ]
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for name, value in lines:
            grid.add_row(f"  {name}", value)
        say(f"Table {one.name}")
        out.print(grid)
        say("")
    if house.jackpots:
        out.print(_jackpot_table(house))
        for jackpot in house.jackpots.values():
            whose = " wagered on a player's hand" if jackpot.schedule == FIVE_CARD else ""
            titles = (title.name for title in jackpot.titles)
            shared = ", ".join([*(one.name for one in house.tables_on(jackpot.name)), *titles])
            say(f"What {jackpot.name}, played for at {shared}, pays back of each dollar{whose} in the long run")
            out.print(_derivation(long_run(house, jackpot)))
    for warning in warnings:
        say(f"Warning: {warning}")


def _derivation(long: Payback) -> Any:
    """Term by term, part by part, and the sum."""
    from rich.table import Table

    from upcard.number_format import percent
    from upcard.rules.payback import PARTS

    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for part, words in PARTS.items():
        steps = [step for step in long.steps if step.part == part]
        for step in steps:
            grid.add_row(f"  {percent(step.share, 3)}", step.because)
        if len(steps) > 1:
            grid.add_row(f"= {percent(long.part(part), 3)}", f"in {words}")
    if long.from_meter:
        grid.add_row("", "Fixed awards come off the meter down to its seed: the larger of the two parts counts,")
        grid.add_row("", "and whatever the tray must add while it stands there comes on top.")
    grid.add_row(f"= {percent(long.total, 3)}", "in all" if long.bound == "exactly" else f"in all, {long.bound}")
    grid.add_row("", "")
    return grid


def _jackpot_table(house: House) -> Any:
    from upcard.rules.summary import jackpot_document

    shown = table("Jackpot", "Schedule", "Level", "Seed", "Rate", "Reserve", "Limit")
    for column in shown.columns[3:]:
        column.no_wrap = True
        column.justify = "right"
    for jackpot in house.jackpots.values():
        facts = jackpot_document(house, jackpot)
        ahead: tuple[str, ...] = (jackpot.name, jackpot.schedule)
        for name, level in facts["levels"].items():
            money = (_dollars(level["seed"]), level["rate"], level["reserve_rate"], _dollars(level["limit"]) or "none")
            shown.add_row(*ahead, name, *money)
            ahead = ("", "")
    return shown
