"""`upcard audit shuffle`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.audit.options import AsJson, Db, reading
from upcard.cli.output import say, show_json
from upcard.errors import Refused
from upcard.store.open import DEFAULT

if TYPE_CHECKING:
    from upcard.audit.shuffles.history import Trail

BROKEN = 1


def shuffle(
    id: Annotated[str, Parameter(name="ID", help="TABLE:NUMBER, such as 'Stud 1:17'.")],
    /,
    *,
    db: Db = DEFAULT,
    export: Annotated[Path | None, Parameter(help="Write the proof to this file, for verify_shuffle.py.")] = None,
    as_json: AsJson = False,
) -> int:
    """Check that the cards of a round were drawn as promised.

    The system had committed itself to a secret before the bets closed, the
    order of the deck follows from it and from what players contributed, and
    the cards dealt lay on top of that deck: each with the entries that show
    it. The exit status is 1 where anything is otherwise. Shuffles of the same
    deck that were given up before, and rounds that were void, are no fault and
    are marked "!!". A round in play is refused: its secret is revealed when it
    is over.

    upcard audit shuffle "Stud 1:17"
    upcard audit shuffle "Stud 1:17" --export proof.json
    """
    from upcard.audit.round_index import parse_id
    from upcard.audit.shuffles.checks import judged_document
    from upcard.audit.shuffles.history import trail

    table, number = parse_id(id)
    with reading(db) as journal:
        found = trail(journal, table, number)
    judged = judged_document(found)
    if export is not None:
        _export(found, export)
    if as_json:
        show_json(judged)
    else:
        _tell(judged, export)
    return 0 if judged["ok"] else BROKEN


def _export(found: Trail, path: Path) -> None:
    from upcard.audit.shuffles.document import proof_document

    text = json.dumps(proof_document(found), indent=1, ensure_ascii=False)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(f"{text}\n")
    except OSError as error:
        raise Refused(None, f"--export: {str(path)!r} cannot be written: {error.strerror}") from error


def _tell(judged: dict[str, object], export: Path | None) -> None:
    shuffle, checks = judged["shuffle"], judged["checks"]
    said = f", shuffle {shuffle['number']} of the table" if isinstance(shuffle, dict) else ""
    assert isinstance(checks, list)
    before = judged.get("given_up")
    again = f" after {len(before)} GIVEN UP" if isinstance(before, list) and before else ""
    kept = "as promised" if judged["ok"] else "NOT AS PROMISED"
    say(f"{judged['table']}, round {judged['round']}{said}{again}: {kept}")
    for check in checks:
        entries = ", ".join(f"{seq:,}" for seq in check["entries"])
        where = f"  (entr{'ies' if len(check['entries']) > 1 else 'y'} {entries})" if entries else ""
        mark = "BAD" if not check["ok"] else "!! " if check["what"] in ("given up", "void") else "ok "
        say(f"  {mark}  {check['text']}{where}")
    if isinstance(shuffle, dict):
        say(f"Committed: {shuffle['commitment']}")
        say(f"Secret:    {shuffle['secret']}")
        for given in shuffle["contributions"]:
            say(f"Seat {given['seat']}, {given['player']}: {given['value']}")
    if export is not None:
        say(f"The proof is in {export}.")
