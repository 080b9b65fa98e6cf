"""`upcard play`: a table in the terminal, where the dealer and the other seats play by themselves.

In: options and, unless everything is automatic, keys. Out: the felt and a receipt after each round, or with `--json` a
document. The table is a virtual one of the tables room, so every step is lawful and in its order: `session` holds table
and meters, `dealer` performs what is due, `bots` and `human` play the seats, `felt`, `receipt` and `screen` draw, and
`words` says what happened. All chance comes from one stream of bytes, which a seed repeats.
"""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from upcard.cli.integer_option import Whole

EditionId = Literal["sd-2011", "sd-2015", "ma", "sd-bonus6"]


def play(
    *,
    edition: Annotated[
        EditionId | None,
        Parameter(help="The rules to play under: sd-2011, sd-2015, ma or sd-bonus6; sd-2015 unless said."),
    ] = None,
    seats: Annotated[Whole | None, Parameter(help="How many play, you among them: 1 to 7; 4 unless said.")] = None,
    seat: Annotated[Whole | None, Parameter(help="Your seat, counted from the dealer's left.")] = None,
    seed: Annotated[str | None, Parameter(help="Any text; the same one deals the same cards again.")] = None,
    bankroll: Annotated[str, Parameter(help="The dollars that you bring; 500 unless said.")] = "500",
    house: Annotated[str | None, Parameter(help="A house file whose table is played.")] = None,
    table: Annotated[str | None, Parameter(help="The table of that house; its first unless said.")] = None,
    rounds: Annotated[Whole | None, Parameter(help="Stop after so many rounds.")] = None,
    auto: Annotated[bool, Parameter(help="Your seat plays by itself too; ten rounds unless said.")] = False,
    fast: Annotated[bool, Parameter(help="No pauses between the dealer's steps.")] = False,
    json: Annotated[bool, Parameter(help="With --auto: one JSON document instead of a table.")] = False,
    steps: Annotated[bool, Parameter(help="Say what the dealer does with hands, cards and chips.")] = False,
    at: Annotated[str | None, Parameter(help="A served casino to play at, such as http://127.0.0.1:8000.")] = None,
    as_: Annotated[
        str | None, Parameter(name="--as", help="With --at: your id there; a guest of a demo unless said.")
    ] = None,
) -> int:
    """Play at a table in the terminal.

    Keys are single letters. Enter takes the amount in brackets, or repeats the
    last wagers. After a round ? explains every amount: the odds, the arithmetic
    and the clause. q, Ctrl-C or Ctrl-D leaves the table.

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
        return _served(at, as_, table, seat, rounds, fast, tuple(name for name, given in own.items() if given))
    from upcard.cli.play.game_loop import evening
    from upcard.cli.play.options import opening

    asked = opening(
        edition=edition, seats=seats, seat=seat, seed=seed, bankroll=bankroll, house=house, table=table,
        rounds=rounds, auto=auto, fast=fast, json=json, steps=steps,
    )  # fmt: skip
    return evening(asked)


def _served(
    at: str | None,
    id: str | None,
    table: str | None,
    seat: int | None,
    rounds: int | None,
    fast: bool,
    own: tuple[str, ...],
) -> int:
    """A seat at a casino that somebody serves; what is for a table of one's own is refused."""
    from upcard.cli.play.client import Asked, served
    from upcard.errors import Refused

    if at is None:
        raise Refused(None, "--as: it is for a served casino, so --at belongs with it")
    if own:
        raise Refused(None, f"{own[0]}: it is for a table of your own, not for one that is served")
    if rounds is not None and rounds < 1:
        raise Refused(None, f"--rounds: {rounds} is not a number of rounds from 1 upwards")
    return served(Asked(at, table, seat, id, rounds, fast))
