"""`upcard play`: a table in the terminal, where the dealer and the other seats play by themselves.

In: options and, unless everything is automatic, keys. Out: the felt and a receipt after each round, or with `--json` a
document. The table is a virtual one of the tables room, so every step is lawful and in its order: `session` holds table
and meters, `dealer` performs what is due, `bots` and `human` play the seats, `felt`, `receipt` and `screen` draw, and
`words` says what happened. All chance comes from one stream of bytes, which a seed repeats.
"""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from upcard.cli.whole import Whole

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
) -> int:
    """Play at a table in the terminal.

    Keys are single letters. Enter takes the amount in brackets, or repeats the
    last wagers. After a round ? explains every amount: the odds, the arithmetic
    and the clause. q, Ctrl-C or Ctrl-D leaves the table.

    upcard play
    upcard play --edition ma --seats 7 --bankroll 1000
    upcard play --edition sd-bonus6 --seed "a quiet evening"
    upcard play --auto --rounds 100 --seed 7 --json
    """
    from upcard.cli.play.evening import evening
    from upcard.cli.play.opening import opening

    asked = opening(
        edition=edition, seats=seats, seat=seat, seed=seed, bankroll=bankroll, house=house, table=table,
        rounds=rounds, auto=auto, fast=fast, json=json,
    )  # fmt: skip
    return evening(asked)
