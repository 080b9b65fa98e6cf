"""`upcard exact caribbean-stud`: the whole game, over all its deals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from upcard.exact.caribbean_stud import Solution

Strategy = Literal["optimal", "rules-of-thumb", "AKJ83", "matching-rank", "pair", "AK", "always-raise"]


def caribbean_stud(
    *,
    pays: Annotated[
        str | None,
        Parameter(help="Nine odds to 1 for the bet, royal flush first; 100,50,20,7,5,4,3,2,1 unless said."),
    ] = None,
    strategy: Annotated[
        Strategy,
        Parameter(
            help="When the player bets: optimal (unless said), rules-of-thumb, AKJ83, matching-rank, pair, AK or "
            "always-raise."
        ),
    ] = "optimal",
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> None:
    """The whole game, over all 19,933,230,517,200 deals.

    A deal is a player's hand, the dealer's up-card and the dealer's other four
    cards. Wins and losses are in antes, and so is the standard deviation.

    upcard exact caribbean-stud
    upcard exact caribbean-stud --strategy AKJ83
    upcard exact caribbean-stud --pays 100,50,20,7,5,4,3,2,1 --json
    """
    from upcard.cli.exact.number_format import Facts, answer, both, decimal, one_in, ratio, words
    from upcard.cli.exact.option_parsers import compiling, nine
    from upcard.exact.caribbean_stud import PAYS, solve

    schedule = PAYS if pays is None else nine(pays)
    with compiling("exact.kernels.stud"):
        found = solve(schedule, strategy)
    rows = (
        (words(name), f"{times:,}", one_in(Fraction(times, found.deals)), f"{worth:+,}", f"{worth * times:+,}")
        for (name, times), worth in zip(found.outcomes.items(), found.worth.values(), strict=True)
    )
    facts: Facts = [
        ("deals", f"{found.deals:,}"),
        ("net", f"{found.net:,} antes"),
        ("house edge", f"{both(found.house_edge)}  of the ante"),
        ("element of risk", f"{both(found.element_of_risk)}  of all wagers"),
        ("average wager", f"{decimal(found.average_wager, 6)} antes  = {ratio(found.average_wager)}"),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} antes"),
    ]
    title = f"Caribbean stud, bets paid {', '.join(map(str, schedule))} to 1, strategy {strategy}"
    answer(json, document(found), title, ("outcome", "deals", "one in", "antes", "in all"), rows, facts)


def document(found: Solution) -> dict[str, Any]:
    from upcard.cli.exact.number_format import counted, ratio
    from upcard.exact.caribbean_stud import LINES

    return {
        "game": "caribbean_stud",
        "pays": dict(zip(LINES, found.pays, strict=True)),
        "strategy": found.strategy,
        "deals": str(found.deals),
        "net": str(found.net),
        "house_edge": ratio(found.house_edge),
        "return": ratio(found.return_),
        "element_of_risk": ratio(found.element_of_risk),
        "average_wager": ratio(found.average_wager),
        "hit_frequency": ratio(found.hit_frequency),
        "standard_deviation": found.standard_deviation,
        "outcomes": counted(found.outcomes),
    }
