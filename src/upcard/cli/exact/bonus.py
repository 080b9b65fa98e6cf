"""`upcard exact bonus`: a bonus table of the law, or any table of odds on five cards."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from upcard.cards import Category
    from upcard.exact.side_wagers import SideWager
    from upcard.units import For, To


def bonus(
    *,
    table: Annotated[str | None, Parameter(help="A bonus pay table of Massachusetts: A, B or C.")] = None,
    pays: Annotated[
        str | None, Parameter(help="A table of one's own: royal_flush=1000,straight_flush=200,...,pair=1.")
    ] = None,
    lowest_pair: Annotated[
        str | None, Parameter(help="With --pays: the lowest pair that is paid; 2 unless said.")
    ] = None,
    for_one: Annotated[bool, Parameter(help="With --pays: odds 'for 1', which keep the stake, not 'to 1'.")] = False,
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> None:
    """A wager on the player's five cards alone, for each unit of it.

    upcard exact bonus --table A
    upcard exact bonus --pays royal_flush=1000,straight_flush=200,flush=10 --json
    upcard exact bonus --pays full_house=20,two_pair=2,pair=1 --lowest-pair T --for-one
    """
    from upcard.cards import RANKS, rank_plural
    from upcard.cli.exact.option_parsers import odds, rank
    from upcard.errors import HouseError, Refused
    from upcard.exact.side_wagers import side_wager
    from upcard.rules.caribbean_stud import caribbean_stud
    from upcard.units import For, To

    if (table is None) == (pays is None):
        raise Refused(None, "--table: give a table of the law, or --pays for one's own, and not both")
    if pays is None:
        if lowest_pair is not None or for_one:
            raise Refused(None, "--lowest-pair and --for-one belong with --pays: a table of the law has its own")
        try:
            listed = caribbean_stud("ma", {"bonus": table}).bonus
        except HouseError as error:
            raise Refused(None, f"--table: {error.because}", clause=error.clause) from error
        assert listed is not None
        found = side_wager(listed.lines, listed.lowest_pair)
        lowest = RANKS[listed.lowest_pair]
        head = {"wager": "bonus", "table": listed.name, "lowest_pair": lowest}
        title = f"Bonus wager, table {listed.name}; pairs from {rank_plural(listed.lowest_pair)} upwards are paid"
        show(json, head, title, listed.lines, found)
        return
    from_rank = 0 if lowest_pair is None else rank("--lowest-pair", lowest_pair)
    own: dict[Category, To | For] = {hand: For(each) if for_one else To(each) for hand, each in odds(pays).items()}
    if lowest_pair is not None and all(hand.key != "pair" for hand in own):
        raise Refused(None, "--lowest-pair: no pair is paid")
    head = {"wager": "bonus", "table": "own", "lowest_pair": RANKS[from_rank]}
    show(json, head, "A wager on five cards", own, side_wager(own, from_rank))


def show(
    json: bool, head: dict[str, Any], title: str, lines: Mapping[Category, To | For], found: SideWager, **more: Any
) -> None:
    """A wager with a table of odds, in the form that they all have."""
    from upcard.cli.exact.number_format import Facts, answer, both, counted, one_in, percent, ratio, words
    from upcard.exact.side_wagers import given_back

    document = {
        **head,
        "pays": {hand.key: str(lines[hand]) for hand in sorted(lines, reverse=True)},
        "house_edge": ratio(found.house_edge),
        "return": ratio(found.return_),
        "hit_frequency": ratio(found.hit_frequency),
        "standard_deviation": found.standard_deviation,
        "deals": str(found.deals),
        "counts": counted(found.counts),
        **more,
    }
    by_name = {hand.key: line for hand, line in lines.items()}
    rows = []
    for name, times in found.counts.items():
        chance = Fraction(times, found.deals)
        line = by_name.get(name)
        back = given_back(line) if line else 0
        rows.append((words(name), f"{times:,}", one_in(chance), str(line or ""), percent(chance * back)))
    facts: Facts = [
        ("deals", f"{found.deals:,}"),
        ("return", both(found.return_)),
        ("house edge", both(found.house_edge)),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} wagers"),
    ]
    answer(json, document, title, ("hand", "deals", "one in", "pays", "return"), rows, facts)
