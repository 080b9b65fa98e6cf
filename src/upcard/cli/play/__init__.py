"""`upcard play`: a seat at a table in the terminal.

In: options and, unless everything is automatic, keys. Out: the table and a receipt after each round, or with `--json` a
document. `player` is the client: it draws the document of the table and asks what the document offers. Behind it stands
a casino in memory (`local_casino`) or one that is served (`served_casino`).
"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from upcard.cli.options import EditionId, Whole, says
from upcard.cli.output import show_json
from upcard.cli.play.casino import LocalCasino, joined, opening
from upcard.cli.play.player import Casino, Player
from upcard.cli.play.screen import Screen, terminal
from upcard.errors import Refused

AUTOMATIC_ROUNDS = 10
MOST_ROUNDS = 1_000_000
PAUSE = 0.24
"""Seconds between two acts of the bots, so that they can be followed."""


def play(
    *,
    edition: Annotated[
        EditionId | None,
        says("The edition to play under; by default, the latest of Caribbean stud."),
    ] = None,
    seats: Annotated[Whole | None, says("How many play, you among them: 1 to 7; 4 by default.")] = None,
    seat: Annotated[Whole | None, says("Your seat, counted from the dealer's left.")] = None,
    seed: Annotated[str | None, says("Any text; the same one deals the same cards again.")] = None,
    bankroll: Annotated[str, says("The dollars that you bring; 500 by default.")] = "500",
    house: Annotated[str | None, says("A house file whose table is played.")] = None,
    table: Annotated[str | None, says("The table of that house; its first by default.")] = None,
    rounds: Annotated[Whole | None, says("Stop after so many rounds.")] = None,
    auto: Annotated[bool, says("Your seat plays by itself too; ten rounds by default.")] = False,
    fast: Annotated[bool, says("No pauses between the dealer's steps.")] = False,
    json: Annotated[bool, says("With --auto: one JSON document instead of a table.")] = False,
    steps: Annotated[bool, says("Say what the dealer does with hands, cards and chips.")] = False,
    at: Annotated[str | None, says("A served casino to play at, such as http://127.0.0.1:8000.")] = None,
    as_: Annotated[
        str | None, Parameter(name="--as", help="With --at: your id there; a guest of a demo by default.")
    ] = None,
) -> int:
    """Play at a table in the terminal.

    Keys are single letters, without Enter; amounts are typed with it. Enter alone
    takes the amount in brackets, or repeats the last wagers. Before a decision a
    says what each choice is worth on average. After a round ? explains every
    amount: the odds, the arithmetic and the clause. q, Ctrl-C or Ctrl-D leaves
    the table; in the middle of a hand q asks once more.

    upcard play
    upcard play --edition ma --seats 7 --bankroll 1000
    upcard play --edition sd-bonus6 --seed "a quiet evening"
    upcard play --auto --rounds 100 --seed 7 --json
    upcard play --at http://127.0.0.1:8000 --as pat
    """
    if at is not None or as_ is not None:
        own = {
            "--edition": edition, "--seats": seats, "--seed": seed, "--house": house, "--auto": auto, "--json": json,
            "--bankroll": bankroll != "500", "--steps": steps,
        }  # fmt: skip
        if at is None:
            raise Refused(None, "--as: it is for a served casino, so --at belongs with it")
        for name in (name for name, given in own.items() if given):
            raise Refused(None, f"{name}: it is for a table of your own, not for one that is served")
        most = rounds_of(rounds, auto=False)
        try:
            served = joined(at, as_, table, seat, Screen(live=False))
            return _sit(served, most) if served is not None else 0
        except (ConnectionError, ValueError) as error:
            raise Refused(None, f"--at: {error}") from error
    if json and not auto:
        raise Refused(None, "--json: the document is of a table that plays by itself, so --auto belongs with it")
    most = rounds_of(rounds, auto=auto)
    asked = opening(edition, seats, seat, seed, bankroll, house, table)
    casino = LocalCasino(asked, auto=auto, steps=steps)
    if json:
        show_json(casino.evening(most or 0))
        return 0
    status = _sit(casino, most, auto=auto, pause=0.0 if fast else PAUSE, brought=asked.bankroll)
    Screen(live=False).show_whole(f" The same cards again: --seed {asked.seed!r}")
    return status


def rounds_of(rounds: int | None, *, auto: bool) -> int | None:
    """How many rounds are played, or None for as long as the player likes."""
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(None, f"--rounds: {rounds} is not a number of rounds from 1 to {MOST_ROUNDS:,}")
    return AUTOMATIC_ROUNDS if auto and rounds is None else rounds


def _sit(
    casino: Casino, rounds: int | None, *, auto: bool = False, pause: float = 0.0, brought: int | None = None
) -> int:
    """Plays in the seat, and says at the end what it came to."""
    screen = Screen(live=terminal() and (not auto or pause > 0))
    player = Player(casino, screen, rounds, auto=auto, pause=pause)
    with screen:
        player.play()
    Screen(live=False).show(player.closing(brought))
    return 0
