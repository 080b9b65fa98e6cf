"""`upcard audit replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.audit.options import AsJson, Db, reading
from upcard.cli.output import say, show_json
from upcard.cli.progress import steps
from upcard.store.open import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from upcard.audit import Difference, Otherwise, Replayed
    from upcard.store.store import Reading

DIFFERENT = 1
SHOWN, LONGEST = 20, 300
"""How many differences a screen shows, and how much of each; a document has all of it."""


def replay(
    *,
    db: Db = DEFAULT,
    settle: Annotated[bool, Parameter(help="Judge every act and settle each round once more, too.")] = False,
    as_json: AsJson = False,
) -> int:
    """Play the whole journal again.

    Every event is applied anew, the money that it moves is worked out anew,
    and what comes of it must be the entry that is there, hash and all; in the
    end the balances must be those that are stored. The exit status is 1 where
    it comes out otherwise, and whatever differs is listed.

    upcard audit replay
    upcard audit replay --settle --json
    """
    from upcard.audit import Otherwise

    with reading(db) as journal:
        found = played_again(journal, settle=settle)
    if isinstance(found, Otherwise):
        return tell_differences(found.differences, as_json=as_json)
    if as_json:
        show_json(
            {
                "ok": True,
                "events": found.events,
                "rounds": found.rounds,
                "settled": found.settled if settle else None,
                "not_compared": not_compared(found) if settle else None,
                "head": found.head.hash.hex(),
                "seconds": f"{found.seconds:.3f}",
                "events_per_second": found.per_second,
            }
        )
        return 0
    say(f"It comes out the same: {found.events:,} entries, {found.rounds:,} rounds, {found.per_second:,} a second.")
    if settle:
        tell_settled(found)
    return 0


def tell_differences(found: Sequence[Difference], *, as_json: bool) -> int:
    """Everything that differs: all of it in a document, the first of it on a screen."""
    first = found[0]
    if as_json:
        listed = [{"entry": each.seq or None, "round": each.round or None, "what": each.what} for each in found]
        show_json({"ok": False, "entry": first.seq or None, "what": first.what, "differences": listed})
        return DIFFERENT
    say(f"NOT in order: {_said(first)}.")
    for each in found[1:SHOWN]:
        say(f"Nor is this: {_said(each)}.")
    if len(found) > SHOWN:
        say(f"And {len(found) - SHOWN:,} more; --json lists them all.")
    return DIFFERENT


def _said(found: Difference) -> str:
    what = found.what if len(found.what) <= LONGEST else f"{found.what[:LONGEST]}…"
    where = f"entry {found.seq} " if found.seq else ""
    return f"{where}{what}" + (f" (round {found.round})" if found.round else "")


def not_compared(found: Replayed) -> list[dict[str, Any]]:
    """In how many rounds something was not settled once more, and why, as a program reads it."""
    return [{"rounds": rounds, "because": because} for because, rounds in sorted(found.not_compared.items())]


def tell_settled(found: Replayed) -> None:
    """What was settled once more, and what was not."""
    say("Judged once more, every act in a round is what the rules make of it.")
    say(f"Settled once more, {found.settled:,} rounds pay what was paid.")
    for because, rounds in sorted(found.not_compared.items()):
        say(f"Not all was settled again in {rounds:,} rounds: {because}.")


def played_again(journal: Reading, *, settle: bool = False) -> Replayed | Otherwise:
    """The replay of a journal, with a bar where somebody watches."""
    from upcard.audit import replay as play_again
    from upcard.audit.replay import STRIDE

    with steps("Replaying", journal.head().seq // STRIDE) as advance:
        return play_again(journal, settle=settle, advance=lambda: advance(None))
