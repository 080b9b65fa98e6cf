"""`upcard exact hand`: one decision of Caribbean stud, every holding of the dealer dealt out."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter


def hand(
    *,
    player: Annotated[str, Parameter(help="The player's five cards.")],
    up: Annotated[str, Parameter(help="The dealer's up-card.")],
    pays: Annotated[
        str | None,
        Parameter(help="Nine odds to 1 for the bet, royal flush first; 100,50,20,7,5,4,3,2,1 unless said."),
    ] = None,
    json: Annotated[bool, Parameter(help="Print one JSON document.")] = False,
) -> None:
    """One decision: what betting and folding are worth, in antes.

    The other four cards of the dealer are dealt out in all 163,185 ways.

    upcard exact hand --player "As Kd Qh Jc 3s" --up 2d
    upcard exact hand --player "2s 2d 9h Jc 3s" --up Ad --json
    """
    from upcard.cards import show_cards
    from upcard.cli.exact.number_format import Facts, answer, decimal, percent, ratio, words
    from upcard.cli.exact.option_parsers import cards, nine
    from upcard.errors import Refused
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
        ("bet", f"{decimal(found.bet, 6)} antes  = {ratio(found.bet)}"),
        ("fold", f"{decimal(found.fold, 6)} antes"),
        ("best", found.best),
        ("standard deviation", f"{found.standard_deviation} antes, played so"),
    ]
    title = f"{show_cards(own)} against {show_cards((faced,))}: {total:,} holdings of the dealer"
    answer(json, document, title, ("the dealer's hand", "holdings", "chance"), rows, facts)
