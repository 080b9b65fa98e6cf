"""`upcard floor backup`, `restore` and `regulator-code`, and `upcard audit export`: what is carried out of a house."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from upcard.audit.bundle import STRIDE, bundle
from upcard.cli.options import AsJson, Db, HeadsFile, Whole, reading, says, vouched
from upcard.cli.output import say, show_json, steps
from upcard.errors import Refused
from upcard.journal.backup import Copied
from upcard.journal.backup import backup as copy
from upcard.journal.backup import restore as bring_back
from upcard.people import open_people
from upcard.store.files import NotMade, new_file
from upcard.store.open import DEFAULT, open_store, without_password


def backup(
    file: Annotated[Path, says("The copy, a new file.")],
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
    _tell(copy(db, str(file), heads), str(file), as_json=as_json)


def restore(
    file: Annotated[Path, says("A copy that `upcard floor backup` made.")],
    /,
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    key: Annotated[Path | None, says("The private key of the heads, if you have it: they go on.")] = None,
    upto: Annotated[
        Whole | None, says("Leave out what comes after this entry, such as one that is not sealed.")
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


def regulator_code(*, db: Db = DEFAULT, as_json: AsJson = False) -> None:
    """Print the code by which the next regulator is enrolled.

    It is for the regulator alone, who enrols at /regulator. A code is good
    for one person; the next one has another. Nobody of the house makes,
    changes or locks a regulator.

    upcard floor regulator-code --db sqlite:upcard.db
    """
    open_store(db, read_only=True).close()  # a house that is not there has no code
    with open_people(db) as people:
        code = people.regulator_code()
    if as_json:
        show_json({"code": code})
    else:
        say(code)


BUNDLED = ("events", "head", "manifest", "signed", "files")


def export(
    *,
    output: Annotated[Path, says("The zip to write, or a .parquet or .arrow file; no file is written over.")],
    of: Annotated[
        Literal["entries", "rounds", "payments"], says("What a .parquet or .arrow file lists; entries by default.")
    ] = "entries",
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    as_json: AsJson = False,
) -> None:
    """Copy the journal for a regulator, with everything that is needed to check it.

    A zip: the journal as lines of JSON, balances, answers, the signed heads
    with their public key, a verifier that is one file of plain Python, a page
    that says how to use it, and a signed manifest. The same journal gives the
    same bytes. Only its owner can read the file: it holds the secrets of rounds
    that are in play.

    A file that ends in .parquet or .arrow is a table for programs instead:
    every entry, round or payment, with exact amounts.

    upcard audit export --output journal.zip
    upcard audit export --output payments.parquet --of payments
    """
    if output.suffix in (".parquet", ".arrow"):
        _export_table(output, of, db, as_json=as_json)
        return
    if of != "entries":
        raise Refused(None, f"--of: {str(output)!r} is the whole journal; write a .parquet or .arrow file for its {of}")
    found = vouched(db, heads).heads
    with reading(db) as journal, steps("Copying", journal.head().seq // STRIDE) as advance:
        if output.exists():
            raise Refused(None, f"--output: {str(output)!r} exists already, and is not written over")
        try:
            with new_file(str(output)) as part, open(part, "wb") as file:
                written = bundle(journal, file, found, advance=advance)
        except NotMade as error:
            raise Refused(None, f"--output: {str(output)!r} cannot be written: {error}") from error
    if as_json:
        show_json({"output": str(output), **{name: getattr(written, name) for name in BUNDLED}})
        return
    say(f"{written.events:,} entries are in {output}; the SHA-256 of its manifest is {written.manifest}.")
    if not written.signed:
        say("The manifest is not signed: the key of the heads is not here.")


def _export_table(output: Path, of: str, db: str, *, as_json: bool) -> None:
    from upcard.arrow import OF_JOURNAL, library

    arrow = library()
    if output.exists():
        raise Refused(None, f"--output: {str(output)!r} exists already, and is not written over")
    with reading(db) as journal:
        table = OF_JOURNAL[of](journal)
    try:
        with new_file(str(output)) as part:
            if output.suffix == ".parquet":
                from pyarrow import parquet

                parquet.write_table(table, part)
            else:
                with arrow.ipc.new_file(part, table.schema) as file:
                    file.write_table(table)
    except NotMade as error:
        raise Refused(None, f"--output: {str(output)!r} cannot be written: {error}") from error
    if as_json:
        show_json({"output": str(output), "of": of, "rows": table.num_rows})
    else:
        say(f"{table.num_rows:,} {of} are in {output}.")
