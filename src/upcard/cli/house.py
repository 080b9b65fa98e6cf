"""A licensee's file of elections: `upcard house check` and `example`, and `upcard exact report`, its PAR sheets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from upcard.cli.options import AsJson, HouseFile, says, text_of
from upcard.cli.output import complain, console, pairs, say, show_json, steps, table, tell
from upcard.errors import HouseError, Refused

if TYPE_CHECKING:
    from upcard.rules.house import House
    from upcard.rules.house_warnings import Advice, Payback

Example = Literal["deadwood", "deadwood-2011", "massachusetts", "bonus-6"]


def check(file: HouseFile, /, *, json: AsJson = False) -> int:
    """Check a house: every election against the law of its table.

    A house that the law permits is summed up, with what its licensee should know besides; the exit status is 0.
    Otherwise one sentence names the field, and the clause where there is one; the exit status is 2.

    upcard house example deadwood > house.toml
    upcard house check house.toml
    """
    from upcard.exact.advice import warnings as warnings_of
    from upcard.rules.house import check_approvals, read_house
    from upcard.rules.summary import house_document

    try:
        house = read_house(text_of(file))
        check_approvals(house)
    except HouseError as error:
        if json:
            fault = {"field": error.field, "message": error.because, "clause": error.clause}
            show_json({"ok": False, "error": fault})
        return complain(str(error))
    warnings = warnings_of(house)
    if json:
        show_json(house_document(house, warnings))
    else:
        _show(house, warnings)
    return 0


def example(name: Annotated[Example, says("Which house.")], /) -> None:
    """Print a house as commented TOML, to start one's own from.

    upcard house example massachusetts > house.toml
    """
    text = files("upcard.cli").joinpath("houses", f"{name}.toml").read_text(encoding="utf-8")
    sys.stdout.write(text)


def report(
    house: HouseFile,
    /,
    *,
    out: Annotated[
        str | None, says("The folder to write into; par-sheets/ and the name of the house by default.")
    ] = None,
    json: Annotated[bool, says("Print one JSON document that lists what was written.")] = False,
) -> None:
    """A PAR sheet for every table of a house, as a page and as a PDF.

    Pay schedules with their clauses, the exact chance of every line, the
    return of every wager, standard deviations, strategies, break-even meters
    and long-run paybacks, with plots. The same house gives the same bytes.

    upcard house example massachusetts > house.toml
    upcard exact report house.toml --out sheets
    """
    from upcard.reports.par import plain_name, write
    from upcard.rules.house import read_house

    found = read_house(text_of(house))
    folder = Path("par-sheets", plain_name(found.name, "house")) if out is None else Path(out)
    with steps("Counting", 2 * len(found.tables) + 1) as advance:
        try:
            written = write(found, folder, lambda step: advance(1, step.doing) if step.done else None)
        except OSError as error:
            raise Refused(None, f"--out: {str(folder)!r} cannot be written to: {error.strerror}") from error
    if json:
        show_json({"house": found.name, "written": [str(path) for path in written]})
        return
    say(f"{found.name}: {len(found.tables)} table{'s' * (len(found.tables) != 1)}")
    for path in written:
        say(f"  {path}")


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
    from upcard.rules.election import house_of
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
        say(f"Table {one.name}")
        out.print(pairs((f"  {name}", value) for name, value in lines))
        say("")
    if house.jackpots:
        out.print(_jackpot_table(house))
        for jackpot in house.jackpots.values():
            whose = " wagered on a player's hand" if jackpot.schedule == FIVE_CARD else ""
            titles = (title.name for title in jackpot.titles)
            shared = ", ".join([*(one.name for one in house.tables_on(jackpot.name)), *titles])
            tell(f"What {jackpot.name}, played for at {shared}, pays back of each dollar{whose} in the long run")
            out.print(pairs(_derivation(long_run(house, jackpot)), right=True))
    for warning in warnings:
        tell(f"Warning: {warning}")


def _derivation(long: Payback) -> Iterator[tuple[str, str]]:
    """Term by term, part by part, and the sum."""
    from upcard.number_format import percent
    from upcard.rules.house_warnings import PARTS

    for part, words in PARTS.items():
        terms = [step for step in long.steps if step.part == part]
        yield from ((f"  {percent(step.share, 3)}", step.because) for step in terms)
        if len(terms) > 1:
            yield f"= {percent(long.part(part), 3)}", f"in {words}"
    if long.from_meter:
        yield "", "Fixed awards come off the meter down to its seed: the larger of the two parts counts,"
        yield "", "and whatever the tray must add while it stands there comes on top."
    yield f"= {percent(long.total, 3)}", "in all" if long.bound == "exactly" else f"in all, {long.bound}"
    yield "", ""


def _jackpot_table(house: House) -> Any:
    from upcard.rules.summary import jackpot_document

    shown = table("Jackpot", "Schedule", "Level", ">Seed", ">Rate", ">Reserve", ">Limit")
    for column in shown.columns[3:]:
        column.no_wrap = True
    for jackpot in house.jackpots.values():
        facts = jackpot_document(house, jackpot)
        ahead: tuple[str, ...] = (jackpot.name, jackpot.schedule)
        for name, level in facts["levels"].items():
            money = (_dollars(level["seed"]), level["rate"], level["reserve_rate"], _dollars(level["limit"]) or "none")
            shown.add_row(*ahead, name, *money)
            ahead = ("", "")
    return shown
