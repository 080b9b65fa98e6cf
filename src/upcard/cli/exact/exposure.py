"""`upcard exact exposure`: what it is worth to a player to know more than the up-card."""

from __future__ import annotations

from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.exact.options import AsJson, Pays, both, compiling, nine, plain
from upcard.cli.integer_option import Whole
from upcard.cli.output import console, say, show_json, table
from upcard.errors import Refused
from upcard.number_format import decimal, percent, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FEW_DEALS = 20_000
"""Of players who share: some seconds for seven of them."""


def exposure(
    *,
    known: Annotated[
        Whole | None, Parameter(help="How many of the dealer's five cards are known, the up-card among them.")
    ] = None,
    sorted_ranks: Annotated[
        str | None, Parameter(name="--sorted", help="Ranks whose backs can be told from the others, such as AK.")
    ] = None,
    sharing: Annotated[
        Whole | None, Parameter(help="How many players share all they see: 1 to 7. Estimated, not exact.")
    ] = None,
    burn_seen: Annotated[bool, Parameter(help="With --sharing: they have seen the burned card too.")] = False,
    deals: Annotated[Whole, Parameter(help="With --sharing: random deals to take; 20000 unless said.")] = FEW_DEALS,
    seed: Annotated[Whole, Parameter(help="With --sharing: the same seed deals the same cards; 1 unless said.")] = 1,
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
    from upcard.exact.caribbean_stud import PAYS

    schedule = PAYS if pays is None else nine(pays)
    asked = [
        name
        for name, value in (("--known", known), ("--sorted", sorted_ranks), ("--sharing", sharing))
        if value is not None
    ]
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
    elif known is not None:
        _known(json, (known,), schedule)
    else:
        _known(json, (1, 2, 3, 4, 5), schedule)


@contextmanager
def _counting(kernel: str, what: str, total: int) -> Iterator[Callable[[], None]]:
    from upcard.cli.progress import steps

    with compiling(kernel), steps(what, total) as advance:
        yield lambda: advance(None)


def _known(json: bool, several: tuple[int, ...], pays: tuple[int, ...]) -> None:
    from upcard.cli.exact.caribbean_stud import document
    from upcard.exact.exposure import known_cards

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
    shown = table("cards known", "player's edge", "element of risk", "average wager", "deals")
    for column in shown.columns:
        column.justify = "right"
    for known, each in found.items():
        wager = f"{decimal(each.average_wager, 4)} antes"
        risk = percent(each.element_of_risk)
        shown.add_row(str(known), plain(percent(-each.house_edge)), plain(risk), wager, f"{each.deals:,}")
    console().print(shown)
    for known, each in found.items():
        say(f"{known} known, exactly: {ratio(-each.house_edge)} of the ante")


def _sorted(json: bool, ranks: str, pays: tuple[int, ...]) -> None:
    from upcard.cli.exact.caribbean_stud import document
    from upcard.exact.exposure import edge_sorted, rank_set

    try:
        rank_set(ranks.upper())
    except ValueError as error:
        raise Refused(None, f"--sorted: {error}") from error
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
    from upcard.exact.exposure import FEWEST_DEALS, MOST_PLAYERS, shared_hands

    if not 1 <= players <= MOST_PLAYERS:
        raise Refused(None, f"--sharing: 1 to {MOST_PLAYERS} players can share their hands, not {players}")
    if deals < FEWEST_DEALS:
        raise Refused(None, f"--deals: an estimate needs {FEWEST_DEALS} deals or more, not {deals}")
    if seed < 0:
        raise Refused(None, f"--seed: a whole number from 0 up is wanted, not {seed}")
    with _counting("exact.kernels.exposure", "Dealing", 1) as advance:
        found = shared_hands(players, deals, seed, burn_seen, pays)
        advance()
    document: dict[str, Any] = {
        "sharing": players,
        "burn_seen": burn_seen,
        "deals": str(deals),
        "seed": seed,
        "estimated": True,
        "house_edge": ratio(found.house_edge),
        "return": ratio(1 - found.house_edge),
        "standard_error": found.standard_error,
    }
    if json:
        show_json(document)
        return
    seen = ", the burned card seen too" if burn_seen else ""
    say(f"Caribbean stud, {players} players who share their hands{seen}: {deals:,} random deals, seed {seed}")
    say(plain(f"player's edge    {percent(found.edge)} of the ante, estimated"))
    spread = Fraction(found.standard_error)
    say(f"standard error   {percent(spread)}")
    say(plain(f"within two       {percent(found.edge - 2 * spread)} to {percent(found.edge + 2 * spread)}"))
