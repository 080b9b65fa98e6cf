"""What the options of several commands ask for, and how what they were given is read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cyclopts import Parameter
from rich.text import Text

from upcard.cards import RANKS, Card, pretty, rank_name, rank_of, rank_plural
from upcard.errors import HouseError, Refused
from upcard.store.open import DEFAULT, open_store
from upcard.store.store import SealedReading
from upcard.units import parse_cents, show_dollars, typed_amount

if TYPE_CHECKING:
    from upcard.journal.proof import Vouched
    from upcard.rules.house import House, TableRules


EditionId: TypeAlias = str
"""An edition by its id, as `upcard law list` names it."""
_WHOLE = re.compile(r"-?[0-9]{1,18}")
LONGEST_FILE = 1_000_000
"""In bytes: a house takes a few thousand."""


def whole(_type: Any, tokens: Sequence[Any]) -> int:
    """The number that an option was given.

    A library that takes 3.7 for 4 and other alphabets' digits for ours would answer another question than was asked.
    """
    text = tokens[0].value
    if _WHOLE.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def says(text: str, **more: Any) -> Parameter:
    """What `--help` says of an option."""
    return Parameter(help=text, **more)


Whole = Annotated[int, Parameter(converter=whole, n_tokens=1)]
"""Digits and perhaps a sign, and nothing that only looks like a number."""
AsJson = Annotated[bool, Parameter(name="--json", help="Print one JSON document.")]
Db = Annotated[str, says(f"The store: sqlite:PATH or postgresql://…; {DEFAULT} by default.")]
HouseFile = Annotated[str, says("A house as TOML; - is standard input.", allow_leading_hyphen=True)]

# Of commands that write a journal: where its heads are signed, and where else they are sent.
HeadsFile: TypeAlias = Annotated[
    Path | None,
    says(
        "The file of signed heads; by default, beside an SQLite store, and for PostgreSQL"
        " DATABASE.SCHEMA.heads in the working directory. Its key lies beside it."
    ),
]
NoHeads = Annotated[
    bool, Parameter(name="--no-heads", help="Sign nothing: for a journal that never was signed.", negative=())
]
NewKey = Annotated[
    bool, says("Go on with a new key where the old one is lost; what it sealed is taken over.", negative=())
]
PushHeads = Annotated[
    str, says("Send every new head elsewhere, too: to a file, or by POST to an http or https address.")
]


@contextmanager
def naming(option: str) -> Iterator[None]:
    """A value that cannot be read is refused by the name of its option."""
    try:
        yield
    except ValueError as error:
        raise Refused(None, f"{option}: {error}") from error


def cents_of(option: str, text: str) -> int:
    """Dollars, as cents: 20000, 20,000.00 or $20,000."""
    with naming(option):
        return parse_cents(typed_amount(text))


def parted(text: str) -> list[str]:
    """The parts of a list such as `ante=5,tip=$1,000`: a comma before three digits parts thousands.

    >>> parted("ante=5, tip=$1,000,bonus")
    ['ante=5', 'tip=$1,000', 'bonus']
    """
    return [part.strip() for part in re.split(r",(?![0-9]{3}(?![0-9]))", text)]


def text_of(file: str) -> str:
    """What a house file says, or a `HouseError` that names it; editions of its own lie in `law` beside it."""
    try:
        if file == "-":
            content = sys.stdin.buffer.read(LONGEST_FILE + 1)
        else:
            with Path(file).open("rb") as stream:
                content = stream.read(LONGEST_FILE + 1)
        if len(content) > LONGEST_FILE:
            raise HouseError(file, f"a house has at most {LONGEST_FILE:,} bytes")
        if file != "-" and (beside := Path(file).parent / "law").is_dir():
            from upcard.law.edition import add_folder

            add_folder(beside)
        return content.decode("utf-8-sig")
    except OSError as error:
        raise HouseError(file, f"it cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # not UTF-8, or no name that a file could have
        raise HouseError(file, "it cannot be read as UTF-8 text") from error


@contextmanager
def reading(db: str) -> Iterator[SealedReading]:
    """The journal of one moment, whatever is appended meanwhile."""
    store = open_store(db, read_only=True)
    try:
        with store.snapshot() as snapshot:
            yield snapshot
    finally:
        store.close()


def vouched(db: str, heads: Path | None) -> Vouched:
    """The signed heads that belong to a store, and their public key where it lies beside them."""
    from upcard.journal.journal import heads_of
    from upcard.journal.proof import Vouched, public_key
    from upcard.journal.proof.heads import earlier_heads

    found = heads_of(db, heads)
    if heads is None and not found.exists():
        return Vouched()
    key = public_key(found) if found.with_suffix(".pub").exists() else None
    return Vouched(found, key, earlier=tuple(earlier_heads(found)))


def house_of(edition: str | None) -> str:
    """A house for those who bring none: what a table under an edition commonly offers."""
    from upcard.law.edition import default
    from upcard.law.edition import edition as edition_of
    from upcard.rules.sample import sample_house

    found = edition_of(edition or default())
    kept = files("upcard.cli").joinpath("houses", "terminal", f"{found.id}.toml")
    return kept.read_text("utf-8") if kept.is_file() else sample_house(found, tables=1)


def table_of(edition: str | None, file: str | None, name: str | None) -> tuple[House, TableRules]:
    """A house and the table asked for: by its name, by its edition, or the first."""
    from upcard.rules.house import read_house

    if file is None:
        text, edition = house_of(edition), None
    else:
        try:
            text = text_of(file)
        except HouseError as error:
            raise Refused(None, f"--house: {error}") from error
    house = read_house(text)
    tables = [table for table in house.tables if edition is None or table.edition.id == edition]
    if not tables:
        raise Refused(None, f"--edition: {house.name} has no table under {edition}")
    for table in tables:
        if name in (None, table.name):
            return house, table
    known = ", ".join(repr(table.name) for table in tables)
    raise Refused(None, f"--table: {house.name} has no table {name!r}; there is {known}")


# ---- Cards, amounts and columns in a terminal --------------------------------------------------------------
# what a table in play and an audited round are drawn with.


WIDTH = 80
HAND = 5
RED = (1, 2)
"""Diamonds and hearts."""

VERDICTS = {True: ": dealer qualifies", False: ": dealer doesn't qualify", None: ""}
"""What is said of a dealer's hand, by whether it qualifies."""
RESULTS = {"win": "wins", "lose": "loses", "forfeit": "forfeited", "push": "returned", "void": "void", "fee": "fee"}
Seen = Sequence[Card | None]


def signed(cents: int) -> str:
    """A gain or a loss.

    >>> signed(3000), signed(-1500), signed(0)
    ('+$30.00', '-$15.00', '$0.00')
    """
    return f"+{show_dollars(cents)}" if cents > 0 else show_dollars(cents)


def so_far(cards: Sequence[Card]) -> str:
    """What fewer than five cards amount to.

    >>> from upcard.cards import parse_cards
    >>> so_far(parse_cards("6h 6d Ts")), so_far(parse_cards("Ah 2c"))
    ('pair of sixes so far', 'ace high so far')
    """
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    count, rank = groups[0]
    if count == 1:
        return f"{rank_name(rank)} high so far"
    if count == 2 and len(groups) > 1 and groups[1][0] == 2:
        return f"two pair, {rank_plural(rank)} and {rank_plural(groups[1][1])} so far"
    return f"{ {2: 'pair of', 3: 'three', 4: 'four'}[count] } {rank_plural(rank)} so far"


def _style(card: Card | None) -> str:
    if card is None:
        return "dim"
    return "bold red" if card & 3 in RED else "bold"


def chips(cards: Seen, places: int = HAND) -> Text:
    """Cards in a line, as wide with none as with all."""
    text = Text()
    for place in range(places):
        if place < len(cards):
            card = cards[place]
            text.append("▒▒" if card is None else pretty(card), _style(card))
        else:
            text.append("  ")
        text.append(" " if place < places - 1 else "")
    return text


def boxes(cards: Seen, places: int, *, large: bool) -> list[Text]:
    """Cards as boxes of three rows or five; a place without a card is only an outline."""
    rows = [Text("  ") for _ in range(5 if large else 3)]
    for place in range(places):
        drawn = _box(cards[place] if place < len(cards) else None, place < len(cards), large)
        for row, (left, inside, right, style) in zip(rows, drawn, strict=True):
            frame = "" if place < len(cards) else "dim"
            row.append(left, frame).append(inside, style).append(right + " ", frame)
    return rows


def _box(card: Card | None, there: bool, large: bool) -> list[tuple[str, str, str, str]]:
    wide = 5 if large else 4
    blank = " " * wide
    if not there:
        edge = ("·", blank, "·", "dim")
        return [edge, *[(" ", blank, " ", "dim")] * (3 if large else 1), edge]
    top, bottom = ("╭", "─" * wide, "╮", ""), ("╰", "─" * wide, "╯", "")
    if card is None:
        return [top, *[("│", "▒" * wide, "│", "dim")] * (3 if large else 1), bottom]
    style, rank, suit = _style(card), RANKS[rank_of(card)], pretty(card)[1]
    if not large:
        return [top, ("│", f" {rank}{suit} ", "│", style), bottom]
    faces = (f"{rank}    ", f"  {suit}  ", f"    {rank}")
    return [top, *[("│", face, "│", style) for face in faces], bottom]


def row(*columns: tuple[str | Text, int], style: str = "") -> Text:
    """Columns of fixed width; a negative width sets its text to the right."""
    text = Text(style=style)
    for content, width in columns:
        cell = content.copy() if isinstance(content, Text) else Text(content)
        cell.truncate(abs(width), overflow="ellipsis")
        gap = " " * (abs(width) - cell.cell_len)
        text.append_text(Text(gap) + cell if width < 0 else cell).append("" if width < 0 else gap)
    return text


def rule() -> Text:
    return Text("─" * WIDTH, style="dim")
