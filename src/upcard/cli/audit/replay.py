"""`upcard audit replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.audit.opened import AsJson, Db, reading
from upcard.cli.output import say, show_json
from upcard.cli.progress import steps
from upcard.floor.store.open import DEFAULT

if TYPE_CHECKING:
    from upcard.floor.audit import Replayed
    from upcard.floor.proof import Bad
    from upcard.floor.store.store import Reading

DIFFERENT = 1


def replay(
    *,
    db: Db = DEFAULT,
    settle: Annotated[bool, Parameter(help="Settle each round once more from its cards and wagers, too.")] = False,
    as_json: AsJson = False,
) -> int:
    """Play the whole journal again.

    Every event is applied anew, the money that it moves is worked out anew,
    and what comes of it must be the entry that is there, hash and all; in the
    end the balances must be those that are stored. The exit status is 1 where
    it comes out otherwise, and the first such entry is named.

    upcard audit replay
    upcard audit replay --settle --json
    """
    from upcard.floor.proof import Bad

    with reading(db) as journal:
        found = played_again(journal, settle=settle)
    if isinstance(found, Bad):
        if as_json:
            show_json({"ok": False, "entry": found.seq or None, "what": found.what})
        else:
            say(f"It comes out otherwise: {f'entry {found.seq} ' if found.seq else ''}{found.what}.")
        return DIFFERENT
    if as_json:
        show_json(
            {
                "ok": True,
                "events": found.events,
                "rounds": found.rounds,
                "settled": found.settled if settle else None,
                "head": found.head.hash.hex(),
                "seconds": f"{found.seconds:.3f}",
                "events_per_second": found.per_second,
            }
        )
        return 0
    say(f"It comes out the same: {found.events:,} entries, {found.rounds:,} rounds, {found.per_second:,} a second.")
    if settle:
        say(f"Settled once more, {found.settled:,} rounds pay what was paid.")
    return 0


def played_again(journal: Reading, *, settle: bool = False) -> Replayed | Bad:
    """The replay of a journal, with a bar where somebody watches."""
    from upcard.floor.audit import replay as play_again
    from upcard.floor.audit.replay import STRIDE

    with steps("Replaying", journal.head().seq // STRIDE) as advance:
        return play_again(journal, settle=settle, advance=lambda: advance(None))
