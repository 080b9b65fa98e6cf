"""`upcard exact strategy`: the best play of every ace-king hand against every up-card."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

MARKS = {"bet": "B", "fold": ".", "suits": "s"}


def strategy(
    *,
    pays: Annotated[
        str | None,
        Parameter(help="Nine odds to 1 for the bet, royal flush first; 100,50,20,7,5,4,3,2,1 unless said."),
    ] = None,
    classes: Annotated[
        bool, Parameter(help="Every class of hands, suits told apart, with what betting is worth; one line each.")
    ] = False,
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> None:
    """The best strategy for Caribbean stud, as a chart and as data.

    A pair or better is bet and less than ace-king folded, unless the odds are
    strange; the chart shows the ace-king hands. Where suits decide (the dealer
    may make a flush with cards that the player has not taken), --classes tells
    the hands apart by the ranks held in the up-card's suit.

    upcard exact strategy
    upcard exact strategy --classes > classes.tsv
    upcard exact strategy --json
    """
    from upcard.cards import RANKS
    from upcard.cli.exact.number_format import decimal, ratio
    from upcard.cli.exact.option_parsers import compiling, nine
    from upcard.cli.output import say, show_json
    from upcard.exact.caribbean_stud import LINES, PAYS, best_plays, chart

    schedule = PAYS if pays is None else nine(pays)
    with compiling("exact.kernels.stud"):
        cells = chart(schedule)
    listed = best_plays(schedule) if classes else ()
    if json:
        by_hand: dict[str, dict[str, str]] = {}
        for (ranks, up), cell in cells.items():
            by_hand.setdefault(ranks, {})[up] = cell
        document: dict[str, object] = {"pays": dict(zip(LINES, schedule, strict=True)), "chart": by_hand}
        if classes:
            document["classes"] = [
                {"ranks": p.ranks, "up": p.up, "suited": p.suited, "hands": str(p.hands), "bet": ratio(p.bet),
                 "best": p.best}
                for p in listed
            ]  # fmt: skip
        show_json(document)
        return
    if classes:
        say("ranks\tup\tsuited\thands\tbet\tbest")
        for p in listed:
            sys.stdout.write(f"{p.ranks}\t{p.up}\t{p.suited or '-'}\t{p.hands}\t{decimal(p.bet, 9)}\t{p.best}\n")
        return
    ups = RANKS[::-1]
    say("Ace-king hands against the up-card: B bet, . fold, s suits decide\n")
    say("       " + " ".join(ups))
    for ranks in dict.fromkeys(ranks for ranks, _ in cells):
        say(f"{ranks}  " + " ".join(MARKS[cells[ranks, up]] for up in ups))
