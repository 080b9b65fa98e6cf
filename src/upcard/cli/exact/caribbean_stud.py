"""`upcard exact caribbean-stud`, `hand`, `strategy` and `exposure`: all deals, one decision, best play, more known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from upcard.cards import RANKS, show_cards
from upcard.cli.exact.options import Facts, Pays, answer, antes, both, cards, compiling, counted, nine, plain, ratios
from upcard.cli.options import AsJson, Whole, naming, says
from upcard.cli.output import Advance, console, say, show_json, steps, table
from upcard.errors import Refused
from upcard.exact.caribbean_stud import LINES, Solution, best_plays, chart, decision, solve
from upcard.exact.exposure import FEWEST_DEALS, MOST_PLAYERS, edge_sorted, known_cards, rank_set, shared_hands
from upcard.number_format import decimal, one_in, percent, ratio, words

Strategy = Literal["optimal", "rules-of-thumb", "AKJ83", "matching-rank", "pair", "AK", "always-raise"]


def caribbean_stud(
    *,
    pays: Pays = None,
    strategy: Annotated[
        Strategy,
        says(
            "When the player bets: optimal (default), rules-of-thumb, AKJ83, matching-rank, pair, AK or always-raise."
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
    schedule = nine(pays)
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
    return {
        "game": "caribbean_stud",
        "pays": dict(zip(LINES, found.pays, strict=True)),
        "strategy": found.strategy,
        "deals": str(found.deals),
        "net": str(found.net),
        **ratios(found, "house_edge", "return_", "element_of_risk", "average_wager", "hit_frequency"),
        "standard_deviation": found.standard_deviation,
        "outcomes": counted(found.outcomes),
    }


def hand(
    *,
    player: Annotated[str, says("The player's five cards.")],
    up: Annotated[str, says("The dealer's up-card.")],
    pays: Pays = None,
    json: AsJson = False,
) -> None:
    """One decision: what betting and folding are worth, in antes.

    The other four cards of the dealer are dealt out in all 163,185 ways.

    upcard exact hand --player "As Kd Qh Jc 3s" --up 2d
    upcard exact hand --player "2s 2d 9h Jc 3s" --up Ad --json
    """
    own, (faced,) = cards("--player", player, 5), cards("--up", up, 1)
    if faced in own:
        raise Refused(None, f"--up: {up} is in the player's hand")
    found = decision(own, faced, nine(pays))
    value = found.bet if found.best == "bet" else found.fold
    document = {
        "player": show_cards(own).split(),
        "up": show_cards((faced,)),
        "holdings": counted(found.holdings),
        **ratios(found, "bet", "fold"),
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
        bool, says("Every class of hands, suits told apart, with what betting is worth; one line each.")
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
    schedule = nine(pays)
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
            say(f"{p.ranks}\t{p.up}\t{p.suited or '-'}\t{p.hands}\t{plain(decimal(p.bet, 9))}\t{p.best}")
        return
    ups = RANKS[::-1]
    say("Ace-king hands against the up-card: B bet, . fold, s suits decide\n")
    say("       " + " ".join(ups))
    for ranks in dict.fromkeys(ranks for ranks, _ in cells):
        say(f"{ranks}  " + " ".join(MARKS[cells[ranks, up]] for up in ups))


# ---- what it is worth to know more than the up-card ------------------------------------------------------------

FEW_DEALS = 20_000
"""Of players who share: some seconds for seven of them."""


def exposure(
    *,
    known: Annotated[
        Whole | None, says("How many of the dealer's five cards are known, the up-card among them.")
    ] = None,
    sorted_ranks: Annotated[
        str | None, Parameter(name="--sorted", help="Ranks whose backs can be told from the others, such as AK.")
    ] = None,
    sharing: Annotated[Whole | None, says("How many players share all they see: 1 to 7. Estimated, not exact.")] = None,
    burn_seen: Annotated[bool, says("With --sharing: they have seen the burned card too.")] = False,
    deals: Annotated[Whole, says("With --sharing: random deals to take; 20000 by default.")] = FEW_DEALS,
    seed: Annotated[Whole, says("With --sharing: the same seed deals the same cards; 1 by default.")] = 1,
    pays: Pays = None,
    json: AsJson = False,
) -> None:
    """What it is worth to a player to know more than the up-card.

    For game protection: flashed hole cards (--known), cards whose backs can be
    told apart (--sorted), players who share their hands (--sharing). All of
    them play as well as can be with what they know. Known and sorted cards are
    counted over every deal, which takes some seconds; shared hands are taken
    from random deals, each played out exactly, and come with their standard
    error. Without options: one to five known cards.

    upcard exact exposure
    upcard exact exposure --known 2 --json
    upcard exact exposure --sorted AK
    upcard exact exposure --sharing 6 --deals 100000
    """
    schedule = nine(pays)
    options = {"--known": known, "--sorted": sorted_ranks, "--sharing": sharing}
    asked = [name for name, value in options.items() if value is not None]
    if len(asked) > 1:
        raise Refused(None, f"{asked[1]}: it is another question than {asked[0]}; ask one of them")
    if burn_seen and sharing is None:
        raise Refused(None, "--burn-seen: it belongs with --sharing")
    if known is not None and not 1 <= known <= 5:
        raise Refused(None, f"--known: a dealer has five cards, of which 1 to 5 can be known, not {known}")
    if sharing is not None:
        _sharing(json, sharing, deals, seed, burn_seen, schedule)
    elif sorted_ranks is not None:
        _sorted(json, sorted_ranks, schedule)
    else:
        _known(json, (1, 2, 3, 4, 5) if known is None else (known,), schedule)


@contextmanager
def _counting(kernel: str, what: str, total: int) -> Iterator[Advance]:
    with compiling(kernel), steps(what, total) as advance:
        yield advance


def _known(json: bool, several: tuple[int, ...], pays: tuple[int, ...]) -> None:
    found = {}
    with _counting("exact.kernels.exposure", "Counting", len(several)) as advance:
        for known in several:
            found[known] = known_cards(known, pays)
            advance()
    if json:
        documents = [{"known": known, **document(each)} for known, each in found.items()]
        show_json(documents[0] if len(documents) == 1 else {"known_cards": documents})
        return
    say("Caribbean stud, the dealer's cards known to a player who plays as well as can be")
    rows = (
        (str(known), plain(percent(-each.house_edge)), plain(percent(each.element_of_risk)),
         f"{decimal(each.average_wager, 4)} antes", f"{each.deals:,}")
        for known, each in found.items()
    )  # fmt: skip
    columns = (">cards known", ">player's edge", ">element of risk", ">average wager", ">deals")
    console().print(table(*columns, rows=rows))
    for known, each in found.items():
        say(f"{known} known, exactly: {ratio(-each.house_edge)} of the ante")


def _sorted(json: bool, ranks: str, pays: tuple[int, ...]) -> None:
    with naming("--sorted"):
        rank_set(ranks.upper())
    with _counting("exact.kernels.exposure", "Counting", 1) as advance:
        found = edge_sorted(ranks.upper(), pays)
        advance()
    if json:
        show_json({"sorted": ranks.upper(), **document(found)})
        return
    say(f"Caribbean stud, the up-card known and of each other card of the dealer whether it is one of {ranks.upper()}")
    say(plain(f"player's edge    {both(-found.house_edge)}  of the ante"))
    say(plain(f"element of risk  {percent(found.element_of_risk)}  of all wagers"))


def _sharing(json: bool, players: int, deals: int, seed: int, burn_seen: bool, pays: tuple[int, ...]) -> None:
    if not 1 <= players <= MOST_PLAYERS:
        raise Refused(None, f"--sharing: 1 to {MOST_PLAYERS} players can share their hands, not {players}")
    if deals < FEWEST_DEALS:
        raise Refused(None, f"--deals: an estimate needs {FEWEST_DEALS} deals or more, not {deals}")
    if seed < 0:
        raise Refused(None, f"--seed: a whole number from 0 up is wanted, not {seed}")
    with _counting("exact.kernels.exposure", "Dealing", 1) as advance:
        found = shared_hands(players, deals, seed, burn_seen, pays)
        advance()
    if json:
        asked = {"sharing": players, "burn_seen": burn_seen, "deals": str(deals), "seed": seed, "estimated": True}
        priced = {"house_edge": ratio(found.house_edge), "return": ratio(1 - found.house_edge)}
        show_json({**asked, **priced, "standard_error": found.standard_error})
        return
    seen = ", the burned card seen too" if burn_seen else ""
    say(f"Caribbean stud, {players} players who share their hands{seen}: {deals:,} random deals, seed {seed}")
    say(plain(f"player's edge    {percent(found.edge)} of the ante, estimated"))
    spread = Fraction(found.standard_error)
    say(f"standard error   {percent(spread)}")
    say(plain(f"within two       {percent(found.edge - 2 * spread)} to {percent(found.edge + 2 * spread)}"))
