"""The meters on paper: a part for each jackpot."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.cards import pretty
from upcard.reports.money.award_history import Award
from upcard.reports.money.blocks import Column, Kind, Paper, Part, Prose, Table, Value, plain, show
from upcard.reports.money.layouts.statement import METER, moved
from upcard.reports.money.meters import LAST_HITS, SIGN_VARIANCE, JackpotMeters, LevelMeters, Meters, SignReading
from upcard.rules.jackpot import show_rate
from upcard.units import micros, show_dollars

PARAMETERS = (
    Column("level", "Level", "words"),
    Column("seed", "Seed (base and reset)", "cents"),
    Column("rate", "Rate", "number"),
    Column("reserve_rate", "Reserve rate", "number"),
    Column("limit", "Limit", "cents"),
    Column("overflow", "Above it, to"),
)
METERS = (
    Column("level", "Level", "words"),
    Column("displayed", "Displayed", "cents"),
    Column("fraction", "Fraction", "micros"),
    Column("wagered", "Wagers in", "cents"),
    Column("hits", "Hits", "number"),
    Column("won", "Won", "cents"),
    Column("fixed", "Fixed awards", "cents"),
    Column("resets", "Resets", "number"),
    Column("overflowed", "Overflow", "micros"),
    Column("reserve", "Reserve", "micros"),
    Column("pending", "Pending", "micros"),
)
SUMS = "What moved the meters, each with its sign: a row adds up to what is displayed and the fraction behind it"
HITS = (
    Column("hit", "Hit", "number"),
    Column("entry", "Entry", "number"),
    Column("table", "Table"),
    Column("round", "Round", "number"),
    Column("seat", "Seat", "number"),
    Column("hand", "Hand"),
    Column("cards", "Cards"),
    Column("award", "Award"),
    Column("amount", "Amount", "cents"),
    Column("state", "State"),
    Column("reason", "Because", "long"),
)
PEOPLE = (
    Column("hit", "Hit", "number"),
    Column("keyed", "Keyed", "time"),
    Column("keyed_by", "By"),
    Column("validated", "Validated", "time"),
    Column("validated_by", "By"),
    Column("closed", "Closed", "time"),
    Column("closed_by", "By"),
)
SIGNS = (
    Column("at", "Read", "time"),
    Column("by", "By"),
    Column("sign", "Sign"),
    Column("level", "Level", "words"),
    Column("shown", "Shown", "cents"),
    Column("held", "Held", "cents"),
    Column("variance", "Variance", "cents"),
    Column("reported", "Reported"),
)
TABLES = (Column("table", "Table"), Column("wagers", "Wagers that play for it"), Column("fed", "Fed at"))
TITLES = (
    Column("title", "Other title"),
    Column("pay_table", "Pay table"),
    Column("wager", "Wager", "cents"),
    Column("decks", "Decks", "number"),
)
LISTING = (
    Column("jackpot", "Jackpot"),
    Column("part", "Part"),
    Column("row", "Row"),
    Column("field", "Field"),
    Column("value", "Value"),
)


def meters_paper(meters: Meters, house: str = "", jackpot: str = "") -> Paper:
    """All jackpots, or one of them."""
    wanted = [one for one in meters.jackpots if jackpot in ("", one.name)]
    parts = tuple(_jackpot(number, one) for number, one in enumerate(wanted, 1))
    if not parts:
        parts = (Part("none", "No jackpot", (Prose("The journal has no such jackpot."),)),)
    rows = tuple(row for one, part in zip(wanted, parts, strict=False) for row in _listed(one.name, part))
    listing = Table("meters", "Every parameter and meter", LISTING, rows)
    return Paper("meters", "Meters on demand", house, meters.head, parts, listing)


def _jackpot(number: int, one: JackpotMeters) -> Part:
    members = tuple(
        (name, ", ".join(show(wager, "wager") for wager in member.wagers), member.fed_at)
        for name, member in one.members.items()
    )
    titles = tuple((title.name, title.pay_table, title.wager, title.decks) for title in one.titles)
    hits = f"The last {LAST_HITS} hits, in the order in which they were keyed"
    signs = f"Readings of signs; a variance of more than {show_dollars(SIGN_VARIANCE)} is reported"
    tables = (
        Table("parameters", "Parameters", PARAMETERS, tuple(map(_parameters, one.levels))),
        Table("meters", "Meters", METERS, tuple(map(_meters, one.levels))),
        _sums(one),
        Table("tables", "Participating tables", TABLES, members),
        Table("titles", "Other game titles on the link", TITLES, titles),
        Table("hits", hits, HITS, tuple(map(_hit, one.hits))),
        Table("people", "Who keyed, validated and closed them", PEOPLE, tuple(map(_people, one.hits))),
        Table("signs", signs, SIGNS, tuple(map(_sign, one.signs))),
    )
    wager = f", for a wager of ${one.wager}" if one.wager else ""
    approved = (
        f" What its meters start from and take was submitted and approved: {one.approval}." if one.approval else ""
    )
    about = f"Schedule {one.schedule} of edition {one.edition}{wager}; {one.state}.{approved}"
    said = Prose(_says(one), strong=not all(level.proven for level in one.levels))
    return Part(f"jackpot-{number}", one.name, (Prose(about), said, *(table for table in tables if table.rows)))


def _parameters(one: LevelMeters) -> tuple[Value, ...]:
    terms = one.terms
    return (
        one.level, terms.seed, show_rate(terms.rate), show_rate(terms.reserve_rate), terms.limit,
        terms.overflow if terms.limit is not None else None,
    )  # fmt: skip


def _meters(one: LevelMeters) -> tuple[Value, ...]:
    return (
        one.level, one.displayed, one.amount - micros(one.displayed), one.wagered, one.hits, one.won, one.fixed,
        one.resets, one.overflowed, one.reserve, one.pending,
    )  # fmt: skip


def _sums(one: JackpotMeters) -> Table:
    """From nothing to what the meter holds: each row adds up."""
    kept, amounts = moved(METER, [level.statement for level in one.levels])
    columns = (
        Column("level", "Level", "words"), *(Column(key, title, "micros") for key, title, _ in kept),
        Column("amount", "Displayed and fraction", "micros"),
    )  # fmt: skip
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (level.level, *some, level.amount) for level, some in zip(one.levels, amounts, strict=True)
    )
    return Table("sums", SUMS, columns, rows)


def _says(one: JackpotMeters) -> str:
    if wrong := [show(level.level, "words") for level in one.levels if not level.proven]:
        return f"NOT PROVEN: what moved {', '.join(wrong)} does not come to what the books hold."
    return (
        "All that moved each meter comes to what is displayed and the fraction behind it: what the books hold, to the "
        "micro (a millionth of a cent)."
    )


def _hit(one: Award) -> tuple[Value, ...]:
    award = ", ".join(f"{each.percent}% of {show(each.level, 'words')}" for each in one.draws)
    table = f"{one.title}, {one.table}" if one.title else one.table
    return (
        one.number, one.entry, table, one.round or None, one.seat or None, one.hand or None,
        " ".join(map(pretty, one.cards)) or None, award, one.cents, one.state, one.reason or None,
    )  # fmt: skip


def _people(one: Award) -> tuple[Value, ...]:
    return (
        one.number, one.keyed_at, one.keyed_by, one.validated_at, one.validated_by or None, one.closed_at,
        one.closed_by or None,
    )  # fmt: skip


def _sign(one: SignReading) -> tuple[Value, ...]:
    return (
        one.at, one.by, one.sign, one.level, one.shown, one.held, one.variance, "yes" if one.reported else "no",
    )  # fmt: skip


def _listed(jackpot: str, part: Part) -> Iterable[tuple[Value, ...]]:
    """Each cell of each table in a line of its own, since the tables have different columns."""
    for block in part.blocks:
        if isinstance(block, Table):
            for at, row in enumerate(block.rows, 1):
                for column, value in zip(block.columns, row, strict=True):
                    yield jackpot, block.name, _row_name(block.name, row, at), column.key, _cell(value, column.kind)


def _row_name(part: str, row: tuple[Value, ...], at: int) -> str:
    return str(at) if part == "signs" else str(row[0])


def _cell(value: Value, kind: Kind) -> str:
    found = plain(value, kind)
    return "" if found is None else str(found)
