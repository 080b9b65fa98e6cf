"""`upcard floor backup` and `upcard floor restore`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.integer_option import Whole
from upcard.cli.output import say, show_json
from upcard.cli.signing import HeadsFile
from upcard.store.open import DEFAULT, without_password

if TYPE_CHECKING:
    from upcard.journal.backup import Copied

Db = Annotated[str, Parameter(help=f"The store: sqlite:PATH or postgresql://…; {DEFAULT} unless said.")]
AsJson = Annotated[bool, Parameter(name="--json", help="Print one JSON document.")]


def backup(
    file: Annotated[Path, Parameter(help="The copy, a new file.")],
    /,
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    as_json: AsJson = False,
) -> None:
    """Copy a house while it is in use: journal, people, signed heads, public key.

    The copy is one file, an SQLite journal that carries the rest,
    whichever database the store is on. It is whole, of one moment, on disk
    when the command ends, and readable by its owner alone. It is never
    written over an existing file. The private key of the heads is not in it.
    Note down the head that it prints, where nobody here can reach it:
    `upcard audit verify --db sqlite:FILE --head SEQ:HASH` checks a copy
    against it.

    upcard floor backup friday.db
    """
    from upcard.journal.backup import backup as copy

    _tell(copy(db, str(file), heads), str(file), as_json=as_json)


def restore(
    file: Annotated[Path, Parameter(help="A copy that `upcard floor backup` made.")],
    /,
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    key: Annotated[Path | None, Parameter(help="The private key of the heads, if you have it: they go on.")] = None,
    upto: Annotated[
        Whole | None, Parameter(help="Leave out what comes after this entry, such as one that is not sealed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Bring a copy back into an empty store of either kind.

    The chain of the copy is checked before and after. Where anything of a
    house is already, nothing is touched. Everybody signs in as before, and
    nobody is signed in. Without the private key the heads are kept as they
    are, under the name of the last entry that they vouch for, and a new key
    signs from there on.

    upcard floor restore friday.db --db sqlite:again.db
    upcard floor restore friday.db --db postgresql://floor@db/casino
    upcard floor restore friday.db --db sqlite:again.db --upto 1200
    """
    from upcard.journal.backup import restore as bring_back

    _tell(bring_back(str(file), db, heads, key, upto), without_password(db), as_json=as_json)


def _tell(copied: Copied, place: str, *, as_json: bool) -> None:
    head = copied.head
    if as_json:
        found = {"ok": True, "at": place, "events": head.seq, "head": head.hash.hex()}
        show_json(found | {"people": copied.people, "signed": copied.signed or None, "new_key": copied.new_key})
        return
    say(f"{place} holds {head.seq:,} entries.")
    say("It holds the people of the house." if copied.people else "It holds no people: there are none yet.")
    if not copied.signed:
        say("It holds no signed heads.")
    elif copied.new_key:
        say(f"Signed heads vouch for it to entry {copied.signed:,}. From there on a new key signs.")
    else:
        say(f"Signed heads vouch for it to entry {copied.signed:,}.")
    say(f"Note this down elsewhere: --head {head.seq}:{head.hash.hex()}")
