"""`upcard floor backup` and `upcard floor restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from upcard.cli.output import say, show_json
from upcard.cli.whole import Whole
from upcard.floor.store.open import DEFAULT, open_store

Db = Annotated[str, Parameter(help=f"The store: sqlite:PATH or postgresql://…; {DEFAULT} unless said.")]
AsJson = Annotated[bool, Parameter(name="--json", help="Print one JSON document.")]


def backup(
    file: Annotated[Path, Parameter(help="The copy, a new SQLite file.")],
    /,
    *,
    db: Db = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Copy a journal while it is in use.

    The copy is an SQLite journal, whichever database the store is on; it is
    whole, of one moment, and on disk when the command ends. It is never
    written over an existing file. Its signed heads are the journal's own,
    as far as they reach: `upcard audit verify --head` checks a copy against
    the head that this command prints.

    upcard floor backup friday.db
    """
    store = open_store(db, read_only=True)
    try:
        store.backup(str(file))
    finally:
        store.close()
    _tell(f"sqlite:{file}", str(file), as_json=as_json)


def restore(
    file: Annotated[Path, Parameter(help="A copy that `upcard floor backup` made.")],
    /,
    *,
    db: Db = DEFAULT,
    upto: Annotated[
        Whole | None, Parameter(help="Leave out what comes after this entry, such as one that is not sealed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Bring a copy back into an empty store of either kind.

    The chain of the copy is checked before and after. A store that holds
    anything is not touched. Signed heads and their key are not copied: put
    them beside the new store, so that the house goes on with them. Where
    they say more than the copy holds, or the key is lost, move them aside
    and start the house once with --new-key.

    upcard floor restore friday.db --db sqlite:again.db
    upcard floor restore friday.db --db postgresql://floor@db/casino
    upcard floor restore friday.db --db sqlite:again.db --upto 1200
    """
    from upcard.floor.store.restore import restore as bring_back

    bring_back(f"sqlite:{file}", db, upto)
    _tell(db, db, as_json=as_json)


def _tell(url: str, place: str, *, as_json: bool) -> None:
    store = open_store(url, read_only=True)
    try:
        head = store.head()
    finally:
        store.close()
    if as_json:
        show_json({"ok": True, "at": place, "events": head.seq, "head": head.hash.hex()})
    else:
        say(f"{place} holds {head.seq:,} entries; its head is {head.hash.hex()[:16]}.")
