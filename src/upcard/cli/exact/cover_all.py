"""`upcard exact cover-all`: the best of all the hands on the table."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from upcard.cli.integer_option import Whole

RECOUNT_DIFFERS = 1


def cover_all(
    *,
    hands: Annotated[Whole | None, Parameter(help="How many hands are dealt, the dealer's among them: 2 to 9.")] = None,
    recount: Annotated[bool, Parameter(help="Count the deals of 2 to 9 hands anew: about half a minute.")] = False,
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> int:
    """The cover all wager: the best hand at the table, of two to nine hands.

    The law has columns for two to eight. The counts are kept with Upcard;
    --recount makes them anew and compares them with those that are kept.

    upcard exact cover-all --hands 8
    upcard exact cover-all --recount
    """
    from upcard.errors import Refused

    if recount:
        if hands is not None:
            raise Refused(None, "--recount: it counts for every number of hands, so --hands has no place beside it")
        return _recounted(json)
    if hands is None:
        raise Refused(None, "--hands: how many hands are dealt?")
    _show(json, hands)
    return 0


def _show(json: bool, hands: int) -> None:
    from upcard.cli.exact.bonus import show
    from upcard.cli.exact.number_format import answer, counted, one_in, ratio, words
    from upcard.errors import Refused
    from upcard.exact.cover_all import FEWEST, MOST, cover_all_wager
    from upcard.exact.cover_all import cover_all as best_of
    from upcard.exact.cover_all_folded import given_up
    from upcard.rules.caribbean_stud import caribbean_stud

    if not FEWEST <= hands <= MOST:
        raise Refused(None, f"--hands: the best of {FEWEST} to {MOST} hands is counted, not of {hands}")
    found = best_of(hands)
    rules = caribbean_stud("ma", {"cover_all": True})
    assert rules.cover_all is not None
    distribution = {name: ratio(chance) for name, chance in found.distribution.items()}
    head: dict[str, Any] = {"wager": "cover_all", "hands": hands, "distribution": distribution}
    title = f"Cover all, the best of {hands} hands"
    if hands in rules.cover_all:
        cost = given_up(rules, hands)
        head["after_a_fold"] = {"stands": ratio(cost.stands), "forfeited": ratio(cost.forfeited)}
        show(json, head, title, rules.cover_all[hands], cover_all_wager(rules, hands))
        return
    hits = 1 - found.distribution["none"]
    unpriced = {"house_edge": None, "return": None, "hit_frequency": ratio(hits), "standard_deviation": None}
    document = {**head, **unpriced, "deals": str(found.deals), "counts": counted(found.counts)}
    rows = ((words(n), f"{found.counts[n]:,}", one_in(chance)) for n, chance in found.distribution.items())
    facts = [("deals", f"{found.deals:,}"), ("return", f"the law has no column for {hands} hands")]
    answer(json, document, title, ("best hand", "deals", "one in"), rows, facts)


def _recounted(json: bool) -> int:
    from upcard.cli.exact.number_format import counted
    from upcard.cli.exact.option_parsers import compiling
    from upcard.cli.output import complain, say, show_json
    from upcard.cli.progress import steps
    from upcard.exact.cover_all import CATEGORIES, cover_all, recount

    with compiling("exact.kernels.cover_all"), steps("Counting", len(CATEGORIES)) as advance:
        found = recount(progress=lambda: advance(None))
    differing = [hands for hands, counts in found.items() if counts != cover_all(hands).counts]
    if json:
        counts = {str(hands): counted(each) for hands, each in found.items()}
        show_json({"recounted": counts, "differing": differing})
    elif not differing:
        say(f"Counted anew for {min(found)} to {max(found)} hands: every count is the one that is kept.")
    if differing:
        complain(f"cover all: the counts kept for {', '.join(map(str, differing))} hands are not those counted anew.")
    return RECOUNT_DIFFERS if differing else 0
