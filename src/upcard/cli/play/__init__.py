"""`upcard play`: a seat at a table in the terminal.

In: options and, unless everything is automatic, keys. Out: the table and a receipt after each round, or with `--json` a
document. `player` is the client: it draws the document of the table and asks what the document offers. Behind it stands
a casino in memory (`local_casino`) or one that is served (`served_casino`, `joining`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from cyclopts import Parameter

from upcard.cli.integer_option import Whole

if TYPE_CHECKING:
    from upcard.cli.play.options import Opening

EditionId = Literal["sd-2011", "sd-2015", "ma", "sd-bonus6"]
Own: TypeAlias = tuple[str, ...]


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
        return _served(at, as_, table, seat, rounds, tuple(name for name, given in own.items() if given))
    from upcard.cli.play.options import opening

    asked = opening(
        edition=edition, seats=seats, seat=seat, seed=seed, bankroll=bankroll, house=house, table=table,
        rounds=rounds, auto=auto, fast=fast, json=json, steps=steps,
    )  # fmt: skip
    return _local(asked)


def _local(asked: Opening) -> int:
    """A seat at a casino in memory."""
    from upcard.cli.output import show_json
    from upcard.cli.play.local_casino import LocalCasino
    from upcard.cli.play.player import Player
    from upcard.cli.play.screen import MOMENT, Screen, terminal

    if asked.json:
        show_json(LocalCasino(asked).evening())
        return 0
    screen = Screen(live=terminal() and not (asked.auto and asked.fast), fast=asked.fast)
    casino = LocalCasino(asked, pause=2 * MOMENT if screen.live and not asked.fast else 0.0)
    player = Player(casino, screen, asked.rounds, auto=asked.auto)
    with screen:
        player.play()
    last = Screen(live=False, fast=True)
    last.show(player.closing(asked.bankroll))
    last.show_whole(f" The same cards again: --seed {asked.seed!r}")
    return 0


def _served(at: str | None, id: str | None, table: str | None, seat: int | None, rounds: int | None, own: Own) -> int:
    """A seat at a casino that somebody serves; what is for a table of one's own is refused."""
    from upcard.cli.play.joining import choose_table, join, sign_in
    from upcard.cli.play.player import Player
    from upcard.cli.play.screen import Screen, terminal
    from upcard.cli.play.served_casino import ServedCasino
    from upcard.errors import Refused

    if at is None:
        raise Refused(None, "--as: it is for a served casino, so --at belongs with it")
    if own:
        raise Refused(None, f"{own[0]}: it is for a table of your own, not for one that is served")
    if rounds is not None and rounds < 1:
        raise Refused(None, f"--rounds: {rounds} is not a number of rounds from 1 upwards")
    casino, plain = ServedCasino(at), Screen(live=False, fast=True)
    me = sign_in(casino, id)
    if not choose_table(casino, table, plain):
        return 0
    join(casino, me, seat)
    screen = Screen(live=terminal(), fast=True)
    player = Player(casino, screen, rounds)
    with screen:
        player.play()
    plain.show(player.closing(None))
    return 0
