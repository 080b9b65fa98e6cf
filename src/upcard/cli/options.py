"""What the options of several commands ask for, and how what they were given is read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import Parameter

from upcard.errors import HouseError, Refused
from upcard.store.open import DEFAULT, open_store
from upcard.store.store import SealedReading
from upcard.units import parse_cents, typed_amount

if TYPE_CHECKING:
    from upcard.journal.proof import Vouched
    from upcard.rules.house import House, TableRules

EditionId = Literal["sd-2011", "sd-2015", "ma", "sd-bonus6"]
DEFAULT_EDITION = "sd-2015"
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
    name = f"{edition or DEFAULT_EDITION}.toml"
    return files("upcard.cli").joinpath("houses", "terminal", name).read_text("utf-8")


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
