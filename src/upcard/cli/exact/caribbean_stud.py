"""`upcard exact caribbean-stud`, `hand` and `strategy`: the game over all its deals, one decision, the best play."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from upcard.cards import RANKS, show_cards
from upcard.cli.exact.options import AsJson, Facts, Pays, answer, antes, both, cards, compiling, counted, nine, plain
from upcard.cli.output import say, show_json
from upcard.errors import Refused
from upcard.number_format import decimal, one_in, percent, ratio, words

if TYPE_CHECKING:
    from upcard.exact.caribbean_stud import Solution

Strategy = Literal["optimal", "rules-of-thumb", "AKJ83", "matching-rank", "pair", "AK", "always-raise"]


def caribbean_stud(
    *,
    pays: Pays = None,
    strategy: Annotated[
        Strategy,
        Parameter(
            help="When the player bets: optimal (unless said), rules-of-thumb, AKJ83, matching-rank, pair, AK or "
            "always-raise."
        ),
    ] = "optimal",
    json: AsJson = False,
) -> None:
    """The whole game, over all 19,933,230,517,200 deals.

    A deal is a player's hand, the dealer's up-card and the dealer's other four
    cards. Wins and losses are in antes, and so is the standard deviation.

    upcard exact caribbean-stud
    upcard exact caribbean-stud --strategy AKJ83
    upcard exact caribbean-stud --pays 100,50,20,7,5,4,3,2,1 --json
    """
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
        ("average wager", antes(found.average_wager)),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} antes"),
    ]
    title = f"Caribbean stud, bets paid {', '.join(map(str, schedule))} to 1, strategy {strategy}"
    answer(json, document(found), title, ("outcome", "deals", "one in", "antes", "in all"), rows, facts)


def document(found: Solution) -> dict[str, Any]:
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


def hand(
    *,
    player: Annotated[str, Parameter(help="The player's five cards.")],
    up: Annotated[str, Parameter(help="The dealer's up-card.")],
    pays: Pays = None,
    json: AsJson = False,
) -> None:
    """One decision: what betting and folding are worth, in antes.

    The other four cards of the dealer are dealt out in all 163,185 ways.

    upcard exact hand --player "As Kd Qh Jc 3s" --up 2d
    upcard exact hand --player "2s 2d 9h Jc 3s" --up Ad --json
    """
    from upcard.exact.caribbean_stud import PAYS, decision

    own, (faced,) = cards("--player", player, 5), cards("--up", up, 1)
    if faced in own:
        raise Refused(None, f"--up: {up} is in the player's hand")
    found = decision(own, faced, PAYS if pays is None else nine(pays))
    value = found.bet if found.best == "bet" else found.fold
    document = {
        "player": show_cards(own).split(),
        "up": show_cards((faced,)),
        "holdings": {name: str(times) for name, times in found.holdings.items()},
        "bet": ratio(found.bet),
        "fold": ratio(found.fold),
        "best": found.best,
        "house_edge": ratio(-value),
        "return": ratio(1 + value),
        "standard_deviation": found.standard_deviation,
    }
    total = sum(found.holdings.values())
    rows = ((words(name), f"{times:,}", percent(found.share(name))) for name, times in found.holdings.items())
    facts: Facts = [
        ("bet", antes(found.bet)),
        ("fold", f"{decimal(found.fold, 6)} antes"),
        ("best", found.best),
        ("standard deviation", f"{found.standard_deviation} antes, played so"),
    ]
    title = f"{show_cards(own)} against {show_cards((faced,))}: {total:,} holdings of the dealer"
    answer(json, document, title, ("the dealer's hand", "holdings", "chance"), rows, facts)


MARKS = {"bet": "B", "fold": ".", "suits": "s"}


def strategy(
    *,
    pays: Pays = None,
    classes: Annotated[
        bool, Parameter(help="Every class of hands, suits told apart, with what betting is worth; one line each.")
    ] = False,
    json: AsJson = False,
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
            sys.stdout.write(f"{p.ranks}\t{p.up}\t{p.suited or '-'}\t{p.hands}\t{plain(decimal(p.bet, 9))}\t{p.best}\n")
        return
    ups = RANKS[::-1]
    say("Ace-king hands against the up-card: B bet, . fold, s suits decide\n")
    say("       " + " ".join(ups))
    for ranks in dict.fromkeys(ranks for ranks, _ in cells):
        say(f"{ranks}  " + " ".join(MARKS[cells[ranks, up]] for up in ups))
