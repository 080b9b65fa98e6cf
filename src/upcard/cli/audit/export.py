"""`upcard audit export`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.audit.opened import AsJson, Db, reading, vouched
from upcard.cli.output import say, show_json
from upcard.cli.progress import steps
from upcard.cli.signing import HeadsFile
from upcard.errors import Refused
from upcard.floor.store.open import DEFAULT

if TYPE_CHECKING:
    from upcard.floor.audit.bundle import Bundled


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
    same bytes.

    upcard audit export --output journal.zip
    """
    from upcard.floor.audit.bundle import STRIDE, bundle

    found = vouched(db, heads).heads
    draft = output.with_name(f"{output.name}.part")
    with reading(db) as journal, steps("Copying", journal.head().seq // STRIDE) as advance:
        try:
            if output.exists():
                raise FileExistsError(17, "it exists already")
            with draft.open("wb") as file:
                written = bundle(journal, file, found, advance=lambda: advance(None))
            os.rename(draft, output)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise Refused(None, f"--output: {str(output)!r} cannot be written: {error.strerror}") from error
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
