"""`upcard exact caribbean-stud`, `hand`, `strategy` and `exposure`: all deals, one decision, best play, more known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from upcard.cards import RANKS, show_cards
from upcard.cards.lowest_hand import or_better
from upcard.cli.exact.options import Facts, Pays, answer, antes, both, cards, compiling, counted, nine, plain, ratios
from upcard.cli.options import AsJson, EditionId, Whole, naming, says
from upcard.cli.output import Advance, console, say, show_json, steps, table
from upcard.errors import Refused
from upcard.exact.caribbean_stud import LINES, Solution, decision, solve
from upcard.exact.exposure import FEWEST_DEALS, MOST_PLAYERS, edge_sorted, known_cards, rank_set, shared_hands
from upcard.exact.stud_chart import best_plays, chart
from upcard.exact.stud_terms import USUAL, Odds, Terms, pays_of, terms_of
from upcard.number_format import decimal, multiple, one_in, percent, ratio, words
from upcard.rules.election import game_rules
from upcard.units import To

Strategy = Literal["optimal", "rules-of-thumb", "AKJ83", "matching-rank", "pair", "AK", "always-raise"]


Edition = Annotated[EditionId | None, says("The edition whose game it is, with its odds; the usual game by default.")]


def caribbean_stud(
    *,
    edition: Edition = None,
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
    cards. Wins and losses are in antes, and so is the standard deviation. With
    --edition it is the game of that edition: its odds, the multiple of the bet,
    the hand with which the dealer qualifies, and what becomes of the wagers
    when the dealer has none. Without, and with --pays, the usual game is.

    upcard exact caribbean-stud
    upcard exact caribbean-stud --edition ma
    upcard exact caribbean-stud --strategy AKJ83
    upcard exact caribbean-stud --pays 100,50,20,7,5,4,3,2,1 --json
    """
    schedule, terms = _game(edition, pays)
    with compiling("exact.kernels.stud"):
        found = solve(schedule, strategy, terms)
    rows = (
        (words(name), f"{times:,}", one_in(Fraction(times, found.deals)), _signed(worth), _signed(worth * times))
        for (name, times), worth in zip(found.outcomes.items(), found.worth.values(), strict=True)
    )
    facts: Facts = [
        ("deals", f"{found.deals:,}"),
        ("net", f"{_signed(found.net).removeprefix('+')} antes"),
        ("house edge", f"{both(found.house_edge)}  of the ante"),
        ("element of risk", f"{both(found.element_of_risk)}  of all wagers"),
        ("average wager", antes(found.average_wager)),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} antes"),
    ]
    by = "" if edition is None else f" by {edition}"
    title = f"Caribbean stud{by}, bets paid {_odds(schedule)}, strategy {strategy}"
    if edition is not None:
        facts = [*_terms(terms), *facts]
    answer(
        json,
        {**_by(edition, terms), **document(found)},
        title,
        ("outcome", "deals", "one in", "antes", "in all"),
        rows,
        facts,
    )


def _game(edition: str | None, pays: str | None) -> tuple[tuple[Odds, ...], Terms]:
    """The odds of the bet, and all the rest that ante and bet come to."""
    if edition is None:
        return nine(pays), USUAL
    rules = game_rules(edition, {}, "caribbean-stud")
    return nine(pays) if pays is not None else pays_of(rules), terms_of(rules)


def _signed(antes: Odds) -> str:
    if antes == int(antes):
        return f"{int(antes):+,}"
    whole = Fraction(antes)
    return f"{whole.numerator:+,}/{whole.denominator:,}"


def _odds(pays: tuple[Odds, ...]) -> str:
    if all(isinstance(each, int) for each in pays):
        return f"{', '.join(map(str, pays))} to 1"
    return ", ".join(str(To.of(each)) for each in pays)


def _terms(terms: Terms) -> Facts:
    """What ante and bet come to, in words."""
    return [
        ("the bet is", multiple(terms.multiple, "the ante")),
        ("the dealer plays with", or_better(terms.qualifies_with)),
        *((words(name), pays) for name, (_, pays, _) in terms.named_ends.items() if name == "no_hand"),
        ("a winning ante", str(To.of(terms.ante))),
        ("equal hands", terms.tie),
    ]


def _by(edition: str | None, terms: Terms) -> dict[str, Any]:
    """The edition and what it says, where one is named."""
    if edition is None:
        return {}
    return {
        "edition": edition,
        "dealer_qualifies_with": terms.qualifies_with,
        "bet_multiple": terms.multiple,
        **{name: number(getattr(terms, name)) for name in ("ante", "no_hand_ante", "no_hand_bet")},
        "tie": terms.tie,
    }


def number(odds: Odds) -> int | str:
    """Odds to 1 for programs: a whole number, or a fraction."""
    return odds if isinstance(odds, int) else ratio(odds)


def document(found: Solution) -> dict[str, Any]:
    return {
        "game": "caribbean_stud",
        "pays": {line: number(odds) for line, odds in zip(LINES, found.pays, strict=True)},
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
    edition: Edition = None,
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
    schedule, terms = _game(edition, pays)
    found = decision(own, faced, schedule, terms)
    value = found.bet if found.best == "bet" else found.fold
    document = {
        **_by(edition, terms),
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
    edition: Edition = None,
    pays: Pays = None,
    classes: Annotated[
        bool, says("Every class of hands, suits told apart, with what betting is worth; one line each.")
    ] = False,
    json: AsJson = False,
) -> None:
    """The best strategy for Caribbean stud, as a chart and as data.

    In the usual game a pair or better is bet and less than ace-king folded; the
    chart shows the ace-king hands, and by other odds or another edition those
    whose play hangs on more. Where suits decide (the dealer may make a flush
    with cards that the player has not taken), --classes tells the hands of the
    usual game apart by the ranks held in the up-card's suit.

    upcard exact strategy
    upcard exact strategy --classes > classes.tsv
    upcard exact strategy --json
    """
    schedule, terms = _game(edition, pays)
    if classes and (terms != USUAL or not all(isinstance(odds, int) for odds in schedule)):
        raise Refused(None, f"--classes: they are listed for the usual game alone, and {edition} plays another")
    with compiling("exact.kernels.stud"):
        found = chart(schedule, terms)
    cells, listed = found.cells, best_plays(schedule) if classes else ()
    if json:
        by_hand: dict[str, dict[str, str]] = {}
        for (ranks, up), cell in cells.items():
            by_hand.setdefault(ranks, {})[up] = cell
        paid = {line: number(odds) for line, odds in zip(LINES, schedule, strict=True)}
        document: dict[str, object] = {**_by(edition, terms), "pays": paid, "chart": by_hand}
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
    if found.one:
        say(f"{found.below.capitalize()} hands against the up-card: B bet, . fold, s suits decide\n")
    else:
        say(f"{found.words}\nB bet, . fold, s suits decide\n")
    say(" " * (found.ranks + 2) + " ".join(ups))
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
