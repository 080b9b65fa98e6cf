"""`upcard audit export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.audit.options import AsJson, Db, reading, vouched
from upcard.cli.output import say, show_json
from upcard.cli.progress import steps
from upcard.cli.signing import HeadsFile
from upcard.errors import Refused
from upcard.store.open import DEFAULT

if TYPE_CHECKING:
    from upcard.audit.bundle import Bundled


def export(
    *,
    output: Annotated[Path, Parameter(help="The zip to write; a file of that name is not overwritten.")],
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

    upcard audit export --output journal.zip
    """
    from upcard.audit.bundle import STRIDE, bundle
    from upcard.store.files import NotMade, new_file

    found = vouched(db, heads).heads
    with reading(db) as journal, steps("Copying", journal.head().seq // STRIDE) as advance:
        if output.exists():
            raise Refused(None, f"--output: {str(output)!r} exists already, and is not written over")
        try:
            with new_file(str(output)) as part, open(part, "wb") as file:
                written = bundle(journal, file, found, advance=lambda: advance(None))
        except NotMade as error:
            raise Refused(None, f"--output: {str(output)!r} cannot be written: {error}") from error
    _tell(written, output, as_json=as_json)


def _tell(written: Bundled, output: Path, *, as_json: bool) -> None:
    if as_json:
        show_json(
            {
                "output": str(output),
                "events": written.events,
                "head": written.head,
                "manifest": written.manifest,
                "signed": written.signed,
                "files": list(written.files),
            }
        )
        return
    say(f"{written.events:,} entries are in {output}; the SHA-256 of its manifest is {written.manifest}.")
    if not written.signed:
        say("The manifest is not signed: the key of the heads is not here.")
